"""Many tables at once: ``python -m tests.arena.load --tables 200 --seconds 60`` plays against a server of its own.

Scripted people choose at random, each after a pause, against cheap agents. Printed: answers to clicks (from the click
the page with the move made), errors, and the server's memory over time. All of it stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx2
import numpy as np


def serve(folder: str, options: list[str]) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "meeplezoo.cli.commands", "arena", "--port", "0", "--rate", "1000000", *options]
    if "--database" not in options:
        command += ["--database", f"sqlite:///{folder}/arena.db"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    found = re.search(r"http://[^/]*/", process.stderr.readline())
    assert found
    return process, found[0].rstrip("/")


def memory(process: subprocess.Popen[str]) -> float:
    """The server's resident memory in MB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


class Person:
    """Plays one game after the other."""

    def __init__(self, url: str, game: str, number: int, pause: float, counts: dict[str, list[float]]):
        self.client = httpx2.AsyncClient(base_url=url, timeout=60)
        self.game, self.number, self.pause, self.counts = game, number, pause, counts
        self.rng = random.Random(number)

    async def play(self, until: float) -> None:
        while time.monotonic() < until:
            seats = {"game": self.game, "seat": ["me", "greedy"], "name": f"P{self.number}"}
            answer = await self.client.post("/tables", data=seats)
            assert answer.status_code == 303, answer.text
            if await self._game(answer.headers["location"], until):
                self.counts["games"].append(1)

    async def _game(self, home: str, until: float) -> bool:
        page = (await self.client.get(home)).text
        while time.monotonic() < until and 'data-over="1"' not in page:
            offered = re.findall(r'name="action" value="(\d+)"', page)
            await asyncio.sleep(self.pause * self.rng.uniform(0.5, 1.5))
            if not offered:
                page = (await self.client.get(f"{home}/view")).text
                continue
            turn = re.search(r'name="turn" value="(\d+)"', page)
            assert turn
            data = {"turn": turn[1], "action": self.rng.choice(offered)}
            begun = time.perf_counter()
            answer = await self.client.post(f"{home}/act", data=data, headers={"HX-Request": "true"})
            self.counts["clicks"].append(time.perf_counter() - begun)
            if answer.status_code != 200:
                self.counts["errors"].append(answer.status_code)
            page = answer.text
        return 'data-over="1"' in page


async def run(url: str, process: subprocess.Popen[str], tables: int, seconds: float, pause: float) -> None:
    games = ["glen_more", "nations_dice", "teotihuacan", "aztlan", "deus"]
    counts: dict[str, list[float]] = {"clicks": [], "errors": [], "games": []}
    until = time.monotonic() + seconds
    people = [Person(url, games[k % len(games)], k, pause, counts) for k in range(tables)]
    playing = [asyncio.create_task(person.play(until)) for person in people]
    while time.monotonic() < until:
        await asyncio.sleep(seconds / 8)
        print(f"{seconds - max(until - time.monotonic(), 0):6.0f} s: {memory(process):6.0f} MB, "
              f"{len(counts['clicks'])} clicks, {len(counts['games'])} games ended")  # fmt: skip
    await asyncio.gather(*playing)
    clicks = np.array(counts["clicks"]) * 1000
    print(
        f"{tables} tables, {len(clicks)} clicks ({len(clicks) / seconds:.0f} a second), {len(counts['errors'])} errors"
    )
    print(f"answer to a click: median {np.median(clicks):.0f} ms, 95 % {np.percentile(clicks, 95):.0f} ms, most "
          f"{clicks.max():.0f} ms")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=5.0, help="mean seconds before a choice")
    arguments, options = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        process, url = serve(folder, options)
        try:
            asyncio.run(run(url, process, arguments.tables, arguments.seconds, arguments.pause))
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
