"""Plays recorded games and prints digests of all that the rules compute: run compiled and as plain Python.

As a program: reads ``{"game": ..., "scripts": [[players, variants, seed, [actions]], ...]}`` from stdin and writes the
digests as JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import Game
from tests.toy import game as toy

ASIDE = 40  # decisions between the more expensive functions


def digests(game: Game, players: int, variants: dict[str, Any], seed: int, actions: list[int]) -> list[str]:
    """One digest per position: state, mask, and in turn the observation of each seat; sometimes more."""
    states, mask = game.start(seed, players, variants), game.new_mask()
    out = np.zeros(game.layout.size, np.float32)
    found = []
    for k in range(len(actions) + 1):
        seat = k % players
        game.loops.mask_at(states, 0, mask)
        game.loops.view_at(states, 0, seat, game.layout.size, out)
        parts = [states.tobytes(), mask.tobytes(), out.tobytes()]
        if k % ASIDE == 0 or k == len(actions):
            parts += aside(game, states, seat, k)
        found.append(hashlib.sha256(b"|".join(parts)).hexdigest()[:12])
        if k < len(actions):
            assert game.loops.play_if_legal(states, 0, actions[k], mask)
    return found


def aside(game: Game, states: np.ndarray, seat: int, seed: int) -> list[bytes]:
    """A redrawn world, some random decisions in it, and what a greedy player would do."""
    world, mask = states.copy(), game.new_mask()
    game.loops.redraw(world, 0, seat, np.uint64(seed))
    parts = [world.tobytes()]
    game.loops.playout(world, 0, 15, mask)
    parts.append(world.tobytes())
    if not states["over"][0]:
        work, values = np.zeros(2, game.state), np.zeros(game.n_actions)
        best = game.loops.greedy(states.copy(), 0, np.uint64(seed), 1, work, mask, values)
        parts += [str(int(best)).encode(), np.round(values, 6).tobytes()]
    return parts


if __name__ == "__main__":
    order = json.load(sys.stdin)
    played = {**GAMES, "toy": toy}[order["game"]]
    json.dump([digests(played, *script) for script in order["scripts"]], sys.stdout)
