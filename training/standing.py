"""How an agent did against a field, with intervals.

The deals are independent, the games of one deal are not:

- win share: Wilson's interval, with as many trials as independent games would give the variance seen between deals
  (never fewer than the deals, never more than the games). Unlike a normal interval it keeps a width when every game is
  won.
- mean place and mean score: normal interval over the means of the deals.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Standing:
    """Result of one agent against one field.

    Attributes:
        agent: Name of the agent.
        against: Name of the agents on the other seats; empty alone.
        game: Environment id.
        players: Number of seats.
        variants: Optional rules.
        seed: Seed of the deals.
        games: Games played: deals × seats.
        par: Win share of an equal: 1 / players.
        win_share: Share of games won; ties count in part. 0 alone.
        win_low: Lower end of its 95 % interval.
        win_high: Upper end.
        place: Mean place.
        place_low: Lower end of its 95 % interval; None after a single deal, which tells nothing of how deals differ.
        place_high: Upper end.
        score: Mean victory points.
        score_low: Lower end of its 95 % interval; None after a single deal.
        score_high: Upper end.
        by_seat: Win share on each seat.
        reports: Alone: how often each entry of the game's own report came out (for example a hall of fame).
    """

    agent: str
    against: str
    game: str
    players: int
    variants: dict[str, Any]
    seed: int
    games: int
    par: float
    win_share: float
    win_low: float
    win_high: float
    place: float
    place_low: float | None
    place_high: float | None
    score: float
    score_low: float | None
    score_high: float | None
    by_seat: list[float]
    reports: dict[str, dict[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Ranking:
    """How one agent did.

    Attributes:
        agent: Its name.
        games: Seats it played on.
        win_share: Share of games won; ties count in part.
        win_low: Lower end of its 95 % interval.
        win_high: Upper end.
        place: Mean place.
        score: Mean victory points.
        score_low: Lower end of its 95 % interval; None after a single deal.
        score_high: Upper end.
        rating: Openskill's (Plackett-Luce) mean.
        deviation: Its standard deviation.
        ahead: For every agent the share of common games in which this one finished before it (ties: half), with the
            ends of its 95 % interval; None for itself.
    """

    agent: str
    games: int
    win_share: float
    win_low: float
    win_high: float
    place: float
    score: float
    score_low: float | None
    score_high: float | None
    rating: float
    deviation: float
    ahead: dict[str, tuple[float, float, float] | None]


def mean_interval(values: NDArray[Any]) -> tuple[float, float] | tuple[None, None]:
    """95 % interval of the mean of float[deals, seats], whose rows are independent; none for a single row."""
    if len(values) == 1:
        return None, None
    means = values.mean(1)
    half = Z95 * means.std(ddof=1) / np.sqrt(means.size)
    return float(means.mean() - half), float(means.mean() + half)


def share_interval(wins: NDArray[np.float64]) -> tuple[float, float]:
    """95 % interval of a share from float[deals, seats] in [0, 1], whose rows are independent (see the module)."""
    deals, p = len(wins), float(wins.mean())
    variance = float(wins.mean(1).var(ddof=1)) / deals if deals > 1 else 0.0
    trials = p * (1 - p) / variance if variance > 0 else float(wins.size)
    return wilson(p, min(max(trials, deals), wins.size))


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share seen in ``trials`` independent trials."""
    scale = 1 + Z95**2 / trials
    middle = (share + Z95**2 / (2 * trials)) / scale
    half = Z95 / scale * np.sqrt(share * (1 - share) / trials + Z95**2 / (4 * trials**2))
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))
