"""A browser without a screen: what the tests of the arena ask for pages with."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi.testclient import TestClient

from meeplezoo.arena.web.app import create_app
from meeplezoo.arena.web.arena import Arena
from meeplezoo.arena.web.settings import Settings

UNLIMITED = {"requests_per_second": 1e9, "burst": 10**9}


@contextmanager
def arena_at(folder, **changes: Any):
    """An arena whose agents think in threads and answer without delay; gives a function that opens browsers."""
    values = {"database": f"sqlite:///{folder}/arena.db", "thinkers": 0, "tempo": 0.0, **UNLIMITED, **changes}
    app = create_app(Settings(**values))
    with TestClient(app, base_url="http://localhost") as first:
        waiting = [Browser(first)]
        yield lambda: waiting.pop() if waiting else Browser(TestClient(app, base_url="http://localhost"))


@dataclass
class Browser:
    """One person's browser."""

    client: TestClient
    url: str = ""
    text: str = ""
    status: int = 0
    texts: list[str] = field(default_factory=list)

    @property
    def arena(self) -> Arena:
        return self.client.app.state.arena

    @property
    def table(self) -> str:
        return self.url.split("/tables/")[1].split("/")[0]

    @property
    def seat(self) -> int:
        return int(self.url.split("/seats/")[1].split("/")[0])

    def get(self, url: str, **options: Any) -> Browser:
        return self._took(self.client.get(url, **options))

    def post(self, url: str, data: Any = None, **options: Any) -> Browser:
        return self._took(self.client.post(url, data=data, **options))

    def _took(self, response: Any) -> Browser:
        self.text, self.status = response.text, response.status_code
        if "/tables/" in str(response.url):
            self.url = str(response.url)
        return self

    def sit(self, game: str, *seats: str, name: str = "Ann", **more: str) -> Browser:
        """Sets a table up and sits down."""
        return self.post("/tables", {"game": game, "seat": list(seats), "name": name, **more})

    def offered(self) -> list[int]:
        """The actions that the page offers."""
        return [int(a) for a in re.findall(r'name="action" value="(\d+)"', self.text)]

    @property
    def turn(self) -> int:
        found = re.search(r'name="turn" value="(\d+)"', self.text)
        assert found, self.text
        return int(found[1])

    @property
    def over(self) -> bool:
        return 'data-over="1"' in self.text

    def home(self) -> str:
        return f"/tables/{self.table}/seats/{self.seat}"

    def act(self, action: int, turn: int | None = None, **options: Any) -> Browser:
        """Chooses as htmx does: the answer is the part of the page that changes."""
        data = {"turn": self.turn if turn is None else turn, "action": action}
        home = self.home()
        self.post(f"{home}/act", data, headers={"HX-Request": "true"}, **options)
        self.url = f"http://localhost{home}"
        return self

    def wait(self, seconds: float = 60.0) -> Browser:
        """Looks again until there is something to choose or the game is over."""
        until = time.monotonic() + seconds
        home = self.home()
        while not (self.offered() or self.over):
            assert time.monotonic() < until, self.text
            now = self.arena.hall.snapshot(self.table)  # cheaper than a page
            if now.over or (now.full and not now.awaits_agent):
                self.get(f"{home}/view")
                self.url = f"http://localhost{home}"
            time.sleep(0.003)
        return self
