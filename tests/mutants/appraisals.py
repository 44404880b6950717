"""Writes what heuristics say of positions, and digests of worlds redrawn from them.

``python -m tests.mutants.appraisals [GAME ...]``. Read the diff before you commit it.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np

from meeplezoo.envs import GAMES
from tests.all_games.configs import PLAYERS, Config, some
from tests.support import Table, random_positions

FOLDER = Path(__file__).resolve().parent / "appraisals"
EVERY = 7


def file_of(name: str, first: bool = False) -> Path:
    return FOLDER / f"{name}{'_first' * first}.txt"


def configs_of(name: str) -> list[Config]:
    return [config for config in some(PLAYERS) if config.name == name]


def write_out(name: str, first: bool = False) -> str:
    """A line for every seventh position of a random game: the value and a world of each seat.

    With ``first`` the values are those of the heuristic that Greedy began with.
    """
    lines = []
    rules = GAMES[name].rules
    appraise = rules.first_appraise if first else rules.appraise
    for config in configs_of(name):
        for step, (table, _) in enumerate(random_positions(config.game, config.players, 8)):
            if step % EVERY == 0 or table.s.over:
                values = [float(appraise(table.s, seat)) for seat in range(config.players)]
                # The last digits may differ from machine to machine.
                told = " ".join(f"{np.round(value, 3) + 0.0:.3f}" for value in values)
                worlds = " ".join(_world(table, seat) for seat in range(config.players))
                lines.append(f"{config} after {step} decisions: {told}: worlds {worlds}")
    return "\n".join([*lines, ""])


def _world(table: Table, seat: int) -> str:
    """A digest of what is drawn in place of what the seat does not know."""
    twin = table.copy()
    table.game.loops.redraw(twin.states, 0, seat, np.uint64(9))
    return hashlib.sha256(twin.states.tobytes()).hexdigest()[:8]


def main(names: list[str]) -> None:
    """Writes the files of the games named, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or GAMES:
        file_of(name).write_text(write_out(name), encoding="utf-8")
        print(file_of(name))


if __name__ == "__main__":
    main(sys.argv[1:])
