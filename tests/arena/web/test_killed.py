"""A server that is killed loses nothing: every table goes on where it was, and no decision is there twice."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from contextlib import suppress

import httpx2
import pytest

from meeplezoo.arena.store import Store
from meeplezoo.arena.web.live import Live
from meeplezoo.envs import GAMES

GAME = "nations_dice"


class Server:
    """An arena in a process of its own, always at the same port."""

    def __init__(self, folder):
        self.database = f"sqlite:///{folder}/arena.db"
        self.port = 0
        self.start()

    def start(self):
        command = [
            sys.executable, "-m", "meeplezoo.cli.commands", "arena", "--port", str(self.port), "--database",
            self.database, "--thinkers", "0", "--tempo", "0.01", "--rate", "100000",
        ]  # fmt: skip
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        found = re.search(r":(\d+)/", line)
        assert found, line + self.process.stderr.read()
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


class Player:
    """A scripted person who notes every choice that the server has confirmed."""

    def __init__(self, server, seed):
        self.rng, self.server = random.Random(seed), server
        self.client = httpx2.Client(base_url=server.url, timeout=20)
        answer = self.client.post("/tables", data={"game": GAME, "seat": ["me", "random"], "name": f"P{seed}"})
        self.home = answer.headers["location"]
        self.table = self.home.split("/")[2]
        self.confirmed = []  # (turn, action)
        self.over = False

    def play(self, until):
        """Plays until the time is up or the server is gone."""
        with suppress(httpx2.TransportError):
            while time.monotonic() < until and not self.over:
                answer = self.client.get(f"{self.home}/view")
                assert answer.status_code == 200, answer.text
                self.over = 'data-over="1"' in answer.text
                offered = re.findall(r'name="action" value="(\d+)"', answer.text)
                if not offered:
                    time.sleep(0.01)
                    continue
                turn = int(re.search(r'name="turn" value="(\d+)"', answer.text)[1])
                action = int(self.rng.choice(offered))
                answer = self.client.post(f"{self.home}/act", data={"turn": turn, "action": action})
                assert answer.status_code == 303, answer.text
                self.confirmed.append((turn, action))


def check(store, players):
    """What was confirmed is stored, once; every table plays through."""
    for player in players:
        moves = store.moves(player.table)
        assert [move.number for move in moves] == list(range(len(moves)))
        mine = [move.action for move in moves if move.seat == 0]
        for turn, action in player.confirmed:
            assert mine[turn] == action
        live = Live(GAMES[GAME], store.table(player.table))
        live.catch_up(moves)
        results = [r for _, r in store.results() if r.table_id == player.table]
        assert len(results) == (2 if live.states["over"][0] else 0)


def run(folder, kills, seed, tables):
    server, rng = Server(folder), random.Random(seed)
    store = Store(server.database)
    players = [Player(server, k) for k in range(tables)]
    everybody, new = list(players), tables
    for _ in range(kills):
        # A thread kills the server in the middle of whatever it is doing.
        pause = rng.uniform(0.02, 0.8)
        killer = subprocess.Popen(["sh", "-c", f"sleep {pause}; kill -9 {server.process.pid}"])
        until = time.monotonic() + pause
        while time.monotonic() < until + 0.2 and server.process.poll() is None:
            for player in players:
                player.play(time.monotonic() + 0.05)
        killer.wait()
        server.kill()
        check(store, everybody)
        server.start()
        for k, player in enumerate(players):
            if player.over:
                players[k] = Player(server, new)
                everybody.append(players[k])
                new += 1
    for player in everybody:  # every table goes on to its end
        player.play(time.monotonic() + 120)
        assert player.over
    check(store, everybody)
    finished = {r.table_id for _, r in store.results()}
    assert finished == {player.table for player in everybody}
    for player in everybody:
        player.client.close()
    server.kill()
    store.close()
    return len(everybody)


def test_killed_three_times(tmp_path):
    assert run(tmp_path, 3, seed=1, tables=3) >= 3


@pytest.mark.slow
def test_killed_a_hundred_times(tmp_path):
    assert run(tmp_path, 100, seed=2, tables=6) > 6
