"""A person's clicks in Debian's headless Chromium, against an arena that runs.

In an environment of its own (``pip install playwright``; ``apt-get install chromium``; axe-core from npm):

    python tests/arena/browser.py --axe axe.min.js --shots build/shots http://127.0.0.1:8000 [GAME PLAYERS]...

Plays whole games by clicks and keys on the board, joins by the link, reloads in mid-turn, looks at a phone's width and
in the dark, and fails at any message on the console, any fault that axe-core finds, and any click without an answer.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

GAMES = [
    ("aztlan", 2), ("aztlan", 4), ("deus", 2), ("deus", 4), ("glen_more", 2), ("glen_more", 5), ("nations_dice", 2),
    ("nations_dice", 4), ("teotihuacan", 2), ("teotihuacan", 4),
]  # fmt: skip
OVER = ".state[data-over='1']"


class Visitor:
    """A page, and what went wrong on it."""

    def __init__(self, browser: Browser, url: str, axe: str, shots: Path, width: int = 1500, scheme: Any = "light"):
        size: Any = {"width": width, "height": 900}
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        self.page: Page = context.new_page()
        self.url, self.axe, self.shots, self.faults = url, axe, shots, list[str]()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda m: self.faults.append(m.text) if m.type == "error" else None)

    def check(self, what: str, shot: bool = False) -> None:
        """Lets axe-core look, and keeps a picture."""
        self.page.evaluate(self.axe)
        for fault in self.page.evaluate("axe.run()")["violations"]:
            self.faults.append(f"{what}: {fault['id']}: {fault['nodes'][0]['html'][:120]}")
        if shot:
            self.page.screenshot(path=self.shots / f"{what}.png", full_page=True)

    def set_up(self, game: str, seats: list[str], name: str) -> None:
        self.page.goto(f"{self.url}/games/{game}?players={len(seats)}&guided=true")
        self.check(f"{game}-setup")
        for seat, holder in enumerate(seats):
            self.page.select_option(f"#seat{seat}", holder)
        if self.page.query_selector("#name"):
            self.page.fill("#name", name)
        self.page.click("text=Sit down")

    def mark(self) -> str:
        try:
            return str(self.page.get_attribute("#position", "data-mark", timeout=5000))
        except Error:  # the page is being loaded anew at the end of a game
            return ""

    def choose(self, rng: random.Random) -> None:
        """Makes a random choice by a click or key on the board, or by a button, and waits for the answer."""
        before = self.mark()
        places = self.page.query_selector_all("#board [role=button]")
        if places and rng.random() < 0.8:
            place = rng.choice(places)
            if rng.random() < 0.5:
                place.focus()
                self.page.keyboard.press("Enter")
            else:
                place.click(force=True)
            if self.page.evaluate("document.querySelector('#menu').open"):
                rng.choice(self.page.query_selector_all("#menu .buttons button")).click()
        else:
            rng.choice(self.page.query_selector_all("#act button")).click()
        for _ in range(400):
            if self.mark() != before:
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"no answer to a click: {self.page.inner_text('#position')[:300]}")

    def play(self, game: str, rng: random.Random) -> int:
        """Plays to the end; returns the number of choices."""
        count = 0
        while True:
            self.page.wait_for_selector(f"#act, {OVER}", timeout=60_000)
            self.page.wait_for_timeout(50)
            if self.page.query_selector(OVER):
                return count
            try:
                self.choose(rng)
            except Error:  # news came between looking and clicking: what was to be clicked is gone
                continue
            count += 1
            if count == 5:
                self.page.reload()  # in mid-turn: the same table, and nothing lost
                self.page.wait_for_selector(f"#act, {OVER}", timeout=60_000)
                self.check(f"{game}-5", shot=True)


def whole_game(visitor: Visitor, game: str, players: int, rng: random.Random) -> int:
    """One person against agents, then the replay and the rules."""
    visitor.set_up(game, ["me", *["random"] * (players - 1)], "Ann")
    visitor.page.wait_for_selector(".candidates", timeout=90_000)
    visitor.check(f"{game}-{players}", shot=True)
    count = visitor.play(game, rng)
    visitor.page.wait_for_selector("text=Replay")
    visitor.check(f"{game}-{players}-end", shot=True)
    visitor.page.click("text=Replay")
    visitor.page.click("[data-by='1']")
    visitor.page.wait_for_selector("text=Position 1 of")
    visitor.check(f"{game}-{players}-replay", shot=True)
    for path in ("/ratings", "/report", f"/rules/{game}", "/"):
        visitor.page.goto(visitor.url + path)
        visitor.check(path.strip("/").replace("/", "-") or "front")
    return count


def joined_by_link(host: Visitor, guest: Visitor, rng: random.Random) -> None:
    """Two people: the guest follows the link, both play to the end, each sees the other's moves come."""
    host.set_up("nations_dice", ["me", "open"], "Ann")
    guest.page.goto(host.page.input_value("#link"))
    guest.page.fill("#name1", "Bob")
    guest.page.click("text=Sit down on seat 2")
    for _ in range(1000):
        try:
            for visitor in (host, guest):
                if visitor.page.query_selector("#act"):
                    visitor.choose(rng)
            if host.page.query_selector(OVER) and guest.page.query_selector(OVER):
                return
        except Error:  # a page is being loaded anew: when the guest sits down, and at the end
            pass
        host.page.wait_for_timeout(50)
    raise AssertionError("the game of two people did not end")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("games", nargs="*", help="GAME PLAYERS ... [default: all, with fewest and most]")
    parser.add_argument("--axe", type=Path, required=True)
    parser.add_argument("--shots", type=Path, default=Path("build/shots"))
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    given.shots.mkdir(parents=True, exist_ok=True)
    games = list(zip(given.games[::2], map(int, given.games[1::2]), strict=True)) or GAMES
    rng, faults = random.Random(1), list[str]()
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])

        def visit(width: int = 1500, scheme: str = "light") -> Visitor:
            return Visitor(browser, given.url.rstrip("/"), given.axe.read_text(), given.shots, width, scheme)

        for game, players in games:
            narrow = players > 2
            visitor = visit(*((390, "dark") if narrow else ()))
            count = whole_game(visitor, game, players, rng)
            print(f"{game}, {players} players: {count} choices, {len(visitor.faults)} faults", flush=True)
            faults += visitor.faults
        pair = visit(), visit(390)
        joined_by_link(*pair, rng)
        faults += pair[0].faults + pair[1].faults
        print("two people joined by a link", flush=True)
    print("\n".join(faults))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
