"""Writes the golden games: ``python -m tests.playthroughs [GAME ...]``. Read the diff before you commit it."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import numpy as np

from meeplezoo.envs import GAMES
from meeplezoo.envs.engine.state import as_states
from tests.all_games.configs import PLAYERS, Config

FOLDER = Path(__file__).resolve().parent
SEED = 2024
DIGEST_EVERY = 10


def file_of(config: Config) -> Path:
    """Where a golden game is kept."""
    return FOLDER / f"{config}.txt"


def write_out(config: Config) -> str:
    """One random game, a line per decision; now and then scores and a digest of state and observation."""
    game = config.game
    states, mask = config.start(SEED), game.new_mask()
    out = np.zeros(game.layout.size, np.float32)
    rng = np.random.Generator(np.random.PCG64(SEED))
    lines = [f"{game.title}, {config.players} players, seed {SEED}", _digest(states, out)]
    for k in range(1, game.max_decisions + 2):
        game.loops.mask_at(states, 0, mask)
        legal = np.flatnonzero(mask)
        # Multiplying keeps the choice the same on every version of numpy, unlike Generator.choice.
        action = int(legal[int(rng.random() * legal.size)])
        seat = int(states["seat"][0])
        text = game.actions.describe(action, as_states(states)[0])
        lines.append(f"{k}. player {seat}: {text} (id {action}, {legal.size} legal)")
        game.loops.play_if_legal(states, 0, action, mask)
        if k % DIGEST_EVERY == 0 or states["over"][0]:
            game.loops.view_at(states, 0, seat, game.layout.size, out)
            points = states["score"][0, : config.players].tolist()
            lines.append(f"   scores {points}, {_digest(states, out)}")
        if states["over"][0]:
            break
    payoff = np.round(states["payoff"][0, : config.players].astype(float), 4).tolist()
    return "\n".join([*lines, f"payoffs {payoff}", ""])


def _digest(states: np.ndarray, out: np.ndarray) -> str:
    seen = np.round(out.astype(np.float64) * 1e4).astype(np.int64)  # the same on every machine
    return f"state {_short(states.tobytes())}, observation {_short(seen.tobytes())}"


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def main(names: list[str]) -> None:
    """Writes the files of the games named, or of all."""
    for config in PLAYERS:
        if not names or config.name in names:
            file_of(config).write_text(write_out(config), encoding="utf-8")
            print(file_of(config))
    for file in FOLDER.glob("*.txt"):
        if file.name.split("-")[0] not in GAMES:
            file.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
