"""Who plays the seats that do not learn, drawn anew for every episode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, runtime_checkable

import numpy as np

from ..agents import Agent, RandomAgent
from ..envs.engine import ConfigError, Game
from ..envs.engine.errors import not_among
from ..envs.engine.numbers import bits_64, integer

Seat = int | Literal["random"]
"""The learner's seat: fixed, or drawn for each episode."""


@runtime_checkable
class OpponentPool(Protocol):
    """Anything that says who plays against the learner."""

    def assign(self, rng: np.random.Generator, n_seats: int) -> Sequence[Agent]:
        """Chooses the opponents of one new episode.

        Args:
            rng: To draw from; seeded per episode, so that episodes can be repeated.
            n_seats: Number of opponents.

        Returns:
            One agent for each opponent, clockwise from the learner's left. Agents may recur.
        """
        ...


class FixedOpponents:
    """The same opponents in every episode."""

    def __init__(self, agents: Sequence[Agent]):
        """Seats ``agents`` clockwise from the learner; a single one plays all seats."""
        self.agents = list(agents)

    def assign(self, rng: np.random.Generator, n_seats: int) -> Sequence[Agent]:
        """See `OpponentPool.assign`.

        Raises:
            ConfigError: The number of agents does not fit.
        """
        if len(self.agents) not in {1, n_seats} and n_seats:
            raise ConfigError(f"{len(self.agents)} opponents for {n_seats} seats; give one, or one for each seat")
        return self.agents * n_seats if len(self.agents) == 1 else self.agents[:n_seats]


Opponents = OpponentPool | Agent | Sequence[Agent] | None
"""How users name opponents: a pool, one agent for all seats, one for each seat, or None for random play."""


def as_pool(opponents: Opponents) -> OpponentPool:
    """The pool that ``opponents`` stands for.

    Raises:
        ConfigError: It is none of the things that name opponents.
    """
    if opponents is None:
        return FixedOpponents([RandomAgent()])
    if isinstance(opponents, Agent):
        return FixedOpponents([opponents])
    if isinstance(opponents, OpponentPool):
        return opponents
    if isinstance(opponents, Sequence) and opponents and all(isinstance(agent, Agent) for agent in opponents):
        return FixedOpponents(opponents)
    kinds = ["an agent", "a list of agents", "an object with assign(rng, n_seats)", None]
    raise not_among("opponents", opponents, kinds)


def check_seat(game: Game, seat: Seat, players: int) -> Seat:
    """The learner's seat.

    Raises:
        ConfigError: There is no such seat.
    """
    if seat == "random":
        return seat
    number = integer(f"{game.title}: learner's seat", seat) if not isinstance(seat, str) else -1
    if 0 <= number < players:
        return number
    raise not_among(f"{game.title}: learner's seat", seat, ["random", *range(players)])


def draw_table(
    pool: OpponentPool, seat: Seat, players: int, seeds: tuple[int, int, int]
) -> tuple[int, list[Agent | None]]:
    """Seats the learner and its opponents for one episode.

    Args:
        pool: The opponents.
        seat: The learner's seat, or ``random``.
        players: Number of seats.
        seeds: Seed, index of the game and number of the episode, as in `Batch`.

    Returns:
        The learner's seat, and who sits on each seat (None: the learner).

    Raises:
        ConfigError: The pool gave another number of agents.
    """
    rng = np.random.default_rng([bits_64(seeds[0]), *seeds[1:]])
    place = int(rng.integers(players)) if seat == "random" else seat
    agents = pool.assign(rng, players - 1)
    if len(agents) != players - 1:
        raise ConfigError(f"{type(pool).__name__}.assign gave {len(agents)} agents for {players - 1} seats")
    table: list[Agent | None] = [None, *agents]
    return place, table[players - place :] + table[: players - place]
