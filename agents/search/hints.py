"""What a search would tell a person: the moves it considered, and what it expects of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...envs.engine import ConfigError
from ...envs.engine.numbers import integer, state_seed, word
from ..protocol import Agent, World
from .agents import SearchAgent
from .bound import bind_search

GAMES = 24
"""Games played on to their ends for the expected score of a move."""
LOOKS = 3
"""Random choices of which these games take the best."""


@dataclass(frozen=True)
class Candidate:
    """A move that a search considered.

    Attributes:
        action: Flat action id.
        visits: Simulations that began with it.
        payoff: Expected payoff of the seat to decide, from -1 to 1.
        place: The place that stands for, from 1 on.
        score: Mean victory points at the end of games played on at half random from there.
    """

    action: int
    visits: int
    payoff: float
    place: float
    score: float


def adviser(agent: Agent) -> SearchAgent:
    """The agent, if it can give hints.

    Raises:
        ConfigError: It does not search.
    """
    if not isinstance(agent, SearchAgent):
        raise ConfigError(f"{agent.name} cannot give hints; choose an agent that searches, such as ismcts:1000")
    return agent


def advise(agent: SearchAgent, world: World, n: int = 5, games: int = GAMES) -> list[Candidate]:
    """The agent's candidates at a decision, its own choice first, then by visits.

    All is worked out from redrawn worlds: a hint tells nothing that the seat does not know.

    Args:
        agent: Who searches.
        world: The game as the seat to decide knows it.
        n: Number of candidates at most.
        games: Games for the expected scores.

    Raises:
        ConfigError: The game is over, or a number is less than 1.
    """
    for name, count in (("candidates", n), ("games", games)):
        if integer(name, count) < 1:
            raise ConfigError(f"number of {name} {count} must be at least 1")
    thoughts = agent.think(world)[0]
    found = sorted(thoughts.candidates(world.game.n_actions), key=lambda c: c[0] != thoughts.action)[:n]
    return [
        Candidate(action, visits, payoff, _place(payoff, thoughts.values.shape[1]), _score(world, action, games))
        for action, visits, payoff in found
    ]


def _place(payoff: float, players: int) -> float:
    """The payoff is the share of rivals beaten minus the share of those that were better."""
    return 1 + (players - 1) * (1 - payoff) / 2 if players > 1 else 1.0


def _score(world: World, action: int, games: int) -> float:
    game, seat = world.game, int(world.seats[0])
    position = world.redrawn(0)
    totals = np.zeros((int(position["players"][0]), 2))
    bind_search(game).prospects(
        position, seat, word(state_seed(0, 3)), action, games, np.zeros(2, game.state), game.new_mask(),
        game.new_mask(), LOOKS, totals,
    )  # fmt: skip
    return float(totals[seat, 1]) / games
