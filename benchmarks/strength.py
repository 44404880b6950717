"""Prints how strong manners of searching are: ``python -m benchmarks.strength GAME AGENT [AGENT ...]``.

An agent is a name that `load_agent` knows, with options of its class behind commas, as ``ismcts:1000,looks=1``
or ``flat:0.02s,looks=2``. Each plays the same deals on every seat against tables of another agent; its CPU time for a
decision is noted beside its share of wins. ``ablation`` in place of agents takes the manners of `ABLATION` one by one.
"""

from __future__ import annotations

import argparse
import ast
import time
from typing import Any

from meeplezoo.agents import Agent, load_agent
from meeplezoo.agents.loading import SEARCH
from meeplezoo.envs import Game, resolve_game
from meeplezoo.training.evaluate import evaluate

ABLATION = (
    "", "looks=1", "looks=2", "looks=3", "looks=5", "playout=0", "playout=8", "playout=20", "playout=40", "playout=80",
    "playout=-1,looks=1", "root='tree'", "candidates=8", "candidates=64", "select='ucb',root='tree'",
    "select='ucb',root='tree',first_play=0.1", "widening=2.0", "first_play=0.0", "exploration=0.7", "exploration=3.0",
    "observers='multiple'", "trees=4", "reuse=True",
)  # fmt: skip
"""One change each to the game's own manner, which comes first."""


class Timed(Agent):
    """An agent whose time is taken."""

    def __init__(self, agent: Agent, label: str):
        self._agent, self.name = agent, label
        self.needs_world, self.needs_observation = agent.needs_world, agent.needs_observation
        self.seconds, self.decisions = 0.0, 0

    def reset(self, seed: int) -> None:
        self._agent.reset(seed)

    def act_many(self, observations: Any, masks: Any, worlds: Any = None) -> Any:
        begun = time.process_time()
        actions = self._agent.act_many(observations, masks, worlds)
        self.seconds += time.process_time() - begun
        self.decisions += len(actions)
        return actions


def agent_of(text: str, game: Game) -> Agent:
    """The agent of a name with options behind commas."""
    name, *options = text.split(",")
    kind, _, budget = name.partition(":")
    if not options:
        return load_agent(name, game)
    chosen = {key: ast.literal_eval(value) for key, value in (option.split("=") for option in options)}
    chosen |= {"seconds": float(budget[:-1])} if budget.endswith("s") else {"simulations": int(budget)}
    return SEARCH[kind](**chosen)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("agents", nargs="+")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--simulations", type=int, default=1000, help="for the ablation")
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    game = resolve_game(args.game)
    players = game.check_players(args.players)
    names = args.agents
    if names == ["ablation"]:
        names = [f"ismcts:{args.simulations}{',' * bool(change)}{change}" for change in ABLATION]
    others = None if players == 1 else agent_of(args.against, game)
    print(f"{game.title}, {players} players, {args.games} games against tables of {args.against}, seed {args.seed}\n")
    print("| agent | wins, 95 % | mean place | mean score | CPU-ms a decision |\n|---|---|---|---|---|")
    for name in names:
        agent = Timed(agent_of(name, game), name)
        s = evaluate(game, agent, others, args.games, players, seed=args.seed)
        print(
            f"| `{name}` | {s.win_share:.3f} ({s.win_low:.3f}–{s.win_high:.3f}) | {s.place:.2f} "
            f"| {s.score:.1f} ± {(s.score_high or s.score) - s.score:.1f} "
            f"| {1000 * agent.seconds / agent.decisions:.1f} |", flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
