"""What a collection of games says about people against policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

_RESAMPLES = 2000
_SEED = 20_240_607

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval.

    Attributes:
        mean: The mean.
        low: Lower end; None with fewer than two participants.
        high: Upper end.
    """

    mean: float
    low: float | None = None
    high: float | None = None

    def told(self, digits: int = 2) -> str:
        """As text: mean and interval."""
        if self.low is None or self.high is None:
            return f"{self.mean:.{digits}f}"
        return f"{self.mean:.{digits}f} ({self.low:.{digits}f}–{self.high:.{digits}f})"


@dataclass(frozen=True)
class Line:
    """Results of people against one policy.

    Attributes:
        game: Name of the game.
        policy: The agents on the other seats.
        players: Number of seats.
        group: Which part of the games: a game number, an answer; empty for all.
        games: How many games.
        people: How many participants.
        win_share: Wins, shared among those who tie.
        place: Mean place.
        seconds: Mean thinking time for a decision.
    """

    game: str
    policy: str
    players: int
    group: str
    games: int
    people: int
    win_share: Estimate
    place: Estimate
    seconds: Estimate

    @property
    def par(self) -> float:
        """The win share of equals."""
        return 1 / self.players


@dataclass(frozen=True)
class Report:
    """All lines of a report.

    Attributes:
        overall: One line for each game, number of seats and policy.
        by_number: The same by the participants' first, second, … game: the learning curve.
        by_experience: The same by answers to a question.
        question: Id of that question.
    """

    overall: Sequence[Line]
    by_number: Sequence[Line]
    by_experience: Sequence[Line] = field(default_factory=tuple)
    question: str = ""


def report(games: Sequence[Row], answers: Sequence[Row] = (), question: str = "") -> Report:
    """Sums games up.

    Args:
        games: Rows of `Collection.games`.
        answers: Rows of `Collection.answers`.
        question: Id of the question by whose answers games are told apart.
    """
    told = {row["participant"]: row["answer"] for row in answers if row["question"] == question}
    answered = [row for row in games if row["participant"] in told]
    return Report(
        overall=_lines(games, lambda row: ""),
        by_number=_lines(games, lambda row: str(row["trial"])),
        by_experience=_lines(answered, lambda row: told[row["participant"]]) if question else (),
        question=question,
    )


def _lines(games: Sequence[Row], group: Callable[[Row], str]) -> list[Line]:
    parts: dict[tuple[str, str, int, str], list[Row]] = {}
    for row in games:
        parts.setdefault((row["game"], row["policy"], row["players"], group(row)), []).append(row)
    ordered = sorted(parts, key=lambda key: (*key[:3], len(key[3]), key[3]))  # 2 before 10
    return [_line(*key, parts[key]) for key in ordered]


def _line(game: str, policy: str, players: int, group: str, rows: Sequence[Row]) -> Line:
    people = [row["participant"] for row in rows]
    seconds = [row["seconds"] / max(row["decisions"], 1) for row in rows]
    return Line(
        game, policy, players, group, len(rows), len(set(people)), estimate([row["win_share"] for row in rows], people),
        estimate([row["place"] for row in rows], people), estimate(seconds, people),
    )  # fmt: skip


def estimate(values: Sequence[float], people: Sequence[str]) -> Estimate:
    """The mean, with an interval that takes account of several games being one person's.

    Whole participants are drawn with replacement (a cluster bootstrap, seeded); the interval is the middle 95 % of the
    means.
    """
    mean = float(np.mean(values))
    members = sorted(set(people))
    if len(members) < 2:
        return Estimate(mean)
    index = {who: k for k, who in enumerate(members)}
    sums, counts = np.zeros(len(members)), np.zeros(len(members))
    for value, who in zip(values, people, strict=True):
        sums[index[who]] += value
        counts[index[who]] += 1
    drawn = np.random.default_rng(_SEED).integers(len(members), size=(_RESAMPLES, len(members)))
    means = sums[drawn].sum(1) / counts[drawn].sum(1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Estimate(mean, float(low), float(high))
