"""What the store hands out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

TAKE_BACK = -1
"""Stands in place of an action: the seat takes its last decision back."""


class StaleError(Exception):
    """Somebody else was first: the decision, or the seat, is taken."""


@dataclass(frozen=True)
class Person:
    """Somebody with a browser.

    Attributes:
        id: Number in the database.
        name: The nickname they chose.
    """

    id: int
    name: str


@dataclass(frozen=True)
class TableRow:
    """A table as it is stored, without its decisions.

    Attributes:
        id: Its address; who knows it may watch.
        game: Name of the game.
        components: Digest of the component data it began with.
        players: Number of seats.
        variants: Optional rules with their values.
        seed: Decides the game's chance; secret until the end.
        agent_seed: Decides the agents' choices.
        host: Number of the person who set it up.
        listed: Whether the front page names it while seats are free.
        guided: Whether the page explains and suggests.
        created: When, in seconds since 1970.
        ended: When the game ended.
        trouble: Why the table is paused, or None.
        trial: The study's game that is played here.
        time_limit: Seconds for a person's decision, or None.
        stand_in: The agent that decides for those who take too long.
    """

    id: str
    game: str
    components: str
    players: int
    variants: dict[str, Any]
    seed: int
    agent_seed: int
    host: int | None
    listed: bool
    guided: bool
    created: float
    ended: float | None = None
    trouble: str | None = None
    trial: int | None = None
    time_limit: float | None = None
    stand_in: str | None = None


@dataclass(frozen=True)
class Sitting:
    """Who holds a seat from some decision on.

    Attributes:
        seat: The seat.
        since: Number of decisions made before.
        agent: Name of the agent, or None for a person.
        person: Number of the person, or None for an agent.
        name: What to call them.
        token: Digest of the seat's token, for a person.
    """

    seat: int
    since: int
    agent: str | None
    person: int | None
    name: str
    token: str | None = None

    @property
    def who(self) -> str:
        """Names the holder in results and ratings."""
        return f"agent:{self.agent}" if self.agent is not None else f"person:{self.person}"


@dataclass(frozen=True)
class Move:
    """A stored decision.

    Attributes:
        number: How many were stored before.
        seat: Who chose.
        action: Flat action id, or `TAKE_BACK`.
        at: When, in seconds since 1970.
        took: Seconds that a person thought; None for agents.
    """

    number: int
    seat: int
    action: int
    at: float
    took: float | None = None


@dataclass(frozen=True)
class Result:
    """How a seat came out of a finished game.

    Attributes:
        table_id: The table.
        seat: The seat.
        game: Name of the game.
        who: Who held the seat throughout ("agent:NAME", "person:NUMBER"); empty if hands changed.
        score: Victory points.
        place: From 1 on; ties share the mean.
        payoff: In [-1, 1].
    """

    table_id: str
    seat: int
    game: str
    who: str
    score: int
    place: float
    payoff: float
