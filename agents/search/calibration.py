"""How much a difference in appraisal is worth in expected payoff: fitted per game and number of players.

``python -m meeplezoo.agents.search.calibration`` fits all and writes ``calibration.toml``: Greedy players, one choice
in eight of them random, play games; at every eighth decision the appraisals of all pairs of seats are noted with who
beat whom in the end, and a logistic function without intercept is fitted to them (Newton's method). Alone the payoff is
fitted by a multiple of the appraisal (least squares).
"""

from __future__ import annotations

import argparse
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...envs import GAMES, Game
from ...envs.engine import Batch
from ..protocol import Agent, choose_actions
from ..scripted import GreedyAgent, RandomAgent

FILE = Path(__file__).with_name("calibration.toml")
DEFAULT_SPREAD = 20.0


@dataclass(frozen=True)
class Scales:
    """What appraisals mean.

    Attributes:
        spread: A seat whose appraisal is higher by so much beats the other with odds e : 1; alone the appraisal that
            stands for a payoff of 1.
        temperature: A choice whose appraisal is higher by so much is e times as likely a priori.
    """

    spread: float = DEFAULT_SPREAD
    temperature: float = DEFAULT_SPREAD / 10


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}


def scales_of(game: Game, players: int) -> Scales:
    """The fitted scales of a game; rough defaults for one that has not been calibrated."""
    row = _table().get(game.id, {}).get(str(players))
    return Scales(**row) if row else Scales()


def observe_pairs(game: Game, players: int, games: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Differences in appraisal and what came of them (1 won, 0 lost, 1/2 tied); alone, appraisals and payoffs."""
    batch = Batch(game, games, players, seed=seed, observe=False)
    agents: list[Agent] = [GreedyAgent(seed), RandomAgent(seed)]
    rng = np.random.default_rng(seed)
    noted: list[tuple[int, NDArray[np.float64]]] = []
    found: dict[int, NDArray[np.float32]] = {}
    step = 0
    while len(found) < games:
        open_games = np.array([i for i in range(games) if i not in found])
        actions = np.zeros(games, np.int64)
        noisy = rng.random(games) < 1 / 8
        for agent, which in ((agents[0], open_games[~noisy[open_games]]), (agents[1], open_games[noisy[open_games]])):
            if which.size:
                actions[which] = choose_actions(agent, game, batch.states, batch.masks, which, game.layout.own_end)
        if step % 8 == 0:
            for i in open_games:
                state = batch.states.view(np.recarray)[i]
                noted.append((int(i), np.array([game.rules.appraise(state, p) for p in range(players)])))
        batch.step(actions[open_games], open_games)
        for i in open_games[batch.over[open_games]]:
            found[int(i)] = batch.payoff[i].copy()
        step += 1
    if players == 1:
        return np.array([a[0] for _, a in noted]), np.array([found[i][0] for i, _ in noted], np.float64)
    pairs = [(a[p] - a[q], 0.5 + 0.5 * np.sign(found[i][p] - found[i][q])) for i, a in noted
             for p in range(players) for q in range(p)]  # fmt: skip
    differences, results = np.array(pairs).T
    return differences, results


def fit_spread(differences: NDArray[np.float64], results: NDArray[np.float64]) -> float:
    """The spread of the logistic function that fits best."""
    slope = 1 / max(float(np.std(differences)), 1e-9)
    for _ in range(50):
        guess = 1 / (1 + np.exp(-np.clip(slope * differences, -40, 40)))
        gradient = float(((results - guess) * differences).sum())
        curvature = float((guess * (1 - guess) * differences**2).sum())
        slope = max(slope / 4, slope + gradient / max(curvature, 1e-9))
    return 1 / slope


def calibrate(game: Game, players: int, games: int, seed: int) -> Scales:
    """Plays games and fits the scales."""
    appraisals, results = observe_pairs(game, players, games, seed)
    if players == 1:
        spread = float(appraisals @ appraisals) / float(appraisals @ results)
    else:
        spread = fit_spread(appraisals, results)
    return Scales(round(spread, 3), round(spread / 10, 3))


def main() -> None:
    """Calibrates all games and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    lines = [f"# python -m meeplezoo.agents.search.calibration --games {args.games} --seed {args.seed}"]
    for game in GAMES.values():
        lines += ["", f"[{game.id}]"]
        for players in game.players:
            scales = calibrate(game, players, args.games, args.seed)
            lines.append(f"{players} = {{ spread = {scales.spread}, temperature = {scales.temperature} }}")
            print(game.id, lines[-1], flush=True)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
