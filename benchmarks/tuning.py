"""Tunes the weights of a game's heuristic: ``python -m benchmarks.tuning GAME``; they are printed as Python.

By the cross-entropy method (Rubinstein 1999): candidates are drawn around a mean, as factors of the weights that Greedy
began with; each plays one seat against players with reference weights, all candidates in the same deals; the mean moves
to the best quarter. Once the mean beats the reference clearly, it becomes the reference. For games whose ``heuristic``
has ``NAMES``, ``FIRST`` and ``weigh(s, seat, w)``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meeplezoo.envs import Game, resolve_game
from meeplezoo.envs.engine import Batch
from meeplezoo.envs.engine.rng import mix
from meeplezoo.envs.engine.rule import bind
from meeplezoo.envs.engine.state import MAX_PLAYERS

CANDIDATES, BEST, DEALS, LEAST_SPREAD = 24, 6, 24, 0.08
Weights = NDArray[np.float64]


def choose_by(S, which, seed, W, mask, legal, weights, player, actions):
    """The best choice one ahead in each of the games ``which``, by the weights of whoever decides."""
    for k in range(which.size):
        i = which[k]
        seat = np.int64(S[i].seat)
        W[1] = S[i]
        redraw(W, 1, seat, mix(seed ^ mix(np.uint64(i))))  # noqa: F821
        mask_at(S, i, legal)  # noqa: F821
        top = -1e300
        for action in range(mask.size):
            if legal[action]:
                W[0] = W[1]
                play(W[0], action, mask)  # noqa: F821
                value = weigh(W[0], seat, weights[player[i, seat]])  # noqa: F821
                if value > top + 1e-9:
                    top = value
                    actions[k] = action


class Trial:
    """Games between weights."""

    def __init__(self, game: Game, players: int, heuristic: Any):
        """Binds the choice to a game."""
        names = {
            "mask_at": game.loops.mask_at, "redraw": game.loops.redraw, "play": game.loops.play,
            "weigh": heuristic.weigh,
        }  # fmt: skip
        self.choose: Callable[..., None] = bind(choose_by, names, game.home)
        self.game, self.players = game, players

    def __call__(self, weights: Weights, rivals: Weights, deals: int, seed: int) -> tuple[float, float]:
        """Share of wins and mean payoff of ``weights``, on each seat of each deal, against ``rivals``."""
        game, n = self.game, self.players
        batch = Batch(game, deals * n, n, seed=seed, observe=False)
        player = np.ones((batch.n, MAX_PLAYERS), np.int64)
        seats = batch.all % n
        player[batch.all, seats] = 0
        both, states = np.stack([weights, rivals]), np.zeros(2, game.state)
        payoffs, live, step = np.zeros((batch.n, n)), batch.all, 0
        while live.size:
            step += 1
            actions = np.zeros(live.size, np.int64)
            self.choose(batch.states, live, np.uint64(seed * 100_003 + step), states, game.new_mask(), game.new_mask(),
                        both, player, actions)  # fmt: skip
            batch.play(actions, live)
            ended = live[batch.over[live]]
            payoffs[ended] = batch.payoff[ended]
            live = live[~batch.over[live]]
        own = payoffs[batch.all, seats]
        best = payoffs.max(1)
        shares = (own == best) / (payoffs == best[:, None]).sum(1)
        return float(shares.mean()), float(own.mean())


def tune(trial: Trial, first: Weights, rounds: int, seed: int, tell: Callable[[str], None]) -> Weights:
    """The weights after so many rounds."""
    rng = np.random.default_rng(seed)
    rivals, mean, spread = first, np.zeros(first.size), np.full(first.size, 0.45)
    for number in range(rounds):
        tried = mean + spread * rng.standard_normal((CANDIDATES, first.size))
        results = [trial(first * np.exp(factors), rivals, DEALS, 1000 * seed + number)[1] for factors in tried]
        best = tried[np.argsort(results)[-BEST:]]
        mean = 0.4 * mean + 0.6 * best.mean(0)
        spread = np.maximum(0.5 * spread + 0.5 * best.std(0), LEAST_SPREAD)
        if number % 5 == 4:
            now = first * np.exp(mean)
            wins = trial(now, first, 100, 7)[0], trial(now, rivals, 100, 8)[0]
            tell(f"round {number + 1}: wins {wins[0]:.3f} against the first weights, {wins[1]:.3f} against the rivals")
            if wins[1] > 1.6 / trial.players:
                rivals = now
    return first * np.exp(mean)


def main() -> None:
    """Prints the tuned weights, and how they do with each number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = resolve_game(args.game)
    heuristic = import_module(f"{game.module}.heuristic")
    trial = Trial(game, game.check_players(args.players), heuristic)
    found = tune(trial, heuristic.FIRST, args.rounds, args.seed, lambda line: print(line, flush=True))
    print(", ".join(f"{name}={weight:.3g}" for name, weight in zip(heuristic.NAMES, found, strict=True)))
    for players in game.players:
        if players > 1:
            wins, _ = Trial(game, players, heuristic)(found, heuristic.FIRST, 300 // players, 99)
            print(f"{players} players: wins {wins:.3f} against the first weights (par {1 / players:.3f})", flush=True)


if __name__ == "__main__":
    main()
