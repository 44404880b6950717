"""Prints how fast the search is, and what bounds it: ``python -m benchmarks.search [GAME ...]``.

Simulations per CPU-second at positions from random games, pinned to one core, medians over repeats. A Python program
around the same compiled rules is measured in the same run; so is OpenSpiel's ISMCTS in C++, if it is installed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median

import numpy as np

from benchmarks.clock import pin_to_one_core, rates
from benchmarks.plain_search import PlainISMCTS, openspiel_rates
from meeplezoo.agents import ISMCTS, FlatMonteCarlo, Worlds
from meeplezoo.agents.search import SearchAgent
from meeplezoo.envs import GAMES, Game
from meeplezoo.envs.engine import Batch

POSITIONS = 6
PEERS = ("hearts", "euchre", "gin_rummy")
"""Games of OpenSpiel that can redraw what is hidden, with about as many decisions as ours."""


def positions(game: Game, players: int) -> Batch:
    """Games in progress, each at another stage."""
    batch = Batch(game, POSITIONS, players, seed=5, observe=False)
    rng = np.random.default_rng(5)
    for step in range(12 * POSITIONS):
        which = np.arange(step // 12, POSITIONS)  # the first game stops after 12 choices, the last goes on
        actions = np.argmax(batch.masks * rng.random(batch.masks.shape), axis=1)
        batch.step(actions[which], which)
    return batch


def searching(game: Game, batch: Batch, agent: SearchAgent) -> Callable[[], int]:
    """Work: one decision in each position; counted in simulations."""
    worlds = Worlds(game, batch.states, np.arange(POSITIONS))
    return lambda: sum(int(thoughts.visits.sum()) for thoughts in agent.think(worlds))


def plainly(game: Game, batch: Batch, players: int, simulations: int) -> Callable[[], int]:
    """The same in Python around each choice."""
    plain = PlainISMCTS(game, players, 20)

    def work() -> int:
        for k in range(POSITIONS):
            plain.search(batch.states[k : k + 1], simulations)
        return POSITIONS * simulations

    return work


def redrawing(game: Game, batch: Batch) -> Callable[[], int]:
    """Work: only the redrawn worlds."""
    states = batch.states.copy()

    def work() -> int:
        for k in range(400 * POSITIONS):
            i = k % POSITIONS
            game.loops.redraw(states, i, int(states["seat"][i]), np.uint64(k))
        return 400 * POSITIONS

    return work


def row(game: Game, players: int, simulations: int, repeats: int) -> str:
    """A line of the table."""
    batch = positions(game, players)
    works = [
        searching(game, batch, ISMCTS(simulations)),
        searching(game, batch, ISMCTS(simulations, looks=1)),
        searching(game, batch, ISMCTS(simulations, playout=0)),
        searching(game, batch, ISMCTS(simulations, select="ucb", root="tree", playout=20, looks=1)),
        searching(game, batch, FlatMonteCarlo(simulations)),
        plainly(game, batch, players, simulations // 10),
        redrawing(game, batch),
    ]
    found = rates(works, repeats)
    cells = [f"{value / 1000:.1f}" for value in found]
    return f"| {game.title}, {players} | {' | '.join(cells)} | {found[3] / found[5]:.0f} × |"


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    pin_to_one_core()
    print("Thousand simulations per CPU-second\n")
    heads = "ISMCTS | looks=1 | playout=0 | UCB, as Python's | flat | Python | redraw only | UCB : Python"
    print(f"| game, players | {heads} |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in args.games:
        print(row(GAMES[name], max(GAMES[name].players), args.simulations, args.repeats), flush=True)
    try:
        for name in PEERS:
            found, decisions = openspiel_rates(name, args.simulations)
            print(f"\nOpenSpiel's ISMCTS (C++, playouts to the end), {name} with {decisions:.0f} decisions: "
                  f"{median(found) / 1000:.1f}")  # fmt: skip
    except ImportError:
        print("\nOpenSpiel is not installed (pip install open_spiel, in an environment of its own)")


if __name__ == "__main__":
    main()
