"""Ratings of people and agents: a function of the stored results, so that they cannot go wrong by a crash."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from ..store import Result, Store


@dataclass(frozen=True)
class Rating:
    """How strong somebody is at a game.

    Attributes:
        who: "agent:NAME" or "person:NUMBER".
        name: What to call them.
        games: Rated games.
        mean: Estimated strength.
        deviation: Its uncertainty.
    """

    who: str
    name: str
    games: int
    mean: float
    deviation: float

    @property
    def cautious(self) -> float:
        """What the strength is at least, very likely: the order of the list."""
        return self.mean - 3 * self.deviation


class Ratings:
    """Ratings by game, brought up to date when they are asked for."""

    def __init__(self, store: Store):
        """Reads nothing yet."""
        self._store, self._model, self._lock = store, PlackettLuce(), threading.Lock()
        self._last, self._open = 0, defaultdict[str, list[Result]](list)
        self._ratings: dict[str, dict[str, PlackettLuceRating]] = defaultdict(dict)
        self._games: dict[tuple[str, str], int] = defaultdict(int)

    def of(self, game: str) -> list[Rating]:
        """Everybody who has a rating in the game, the strongest first."""
        with self._lock:
            for number, result in self._store.results(self._last):
                self._last = number
                self._open[result.table_id].append(result)
            for results in self._open.values():
                self._rate(results)
            self._open.clear()
            found = dict(self._ratings[game])
            games = {who: self._games[game, who] for who in found}
        names = self._store.names(int(who.partition(":")[2]) for who in found if who.startswith("person:"))
        named = {who: names.get(int(key), "?") if kind == "person" else key for who in found
                 for kind, _, key in [who.partition(":")]}  # fmt: skip
        listed = [Rating(who, named[who], games[who], r.mu, r.sigma) for who, r in found.items()]
        return sorted(listed, key=lambda rating: -rating.cautious)

    def _rate(self, results: list[Result]) -> None:
        """One game. Seats that changed hands are left out; somebody on several seats learns the mean of them."""
        known = [result for result in results if result.who]
        if len({result.who for result in known}) < 2:
            return
        ratings = self._ratings[known[0].game]
        before = [ratings.get(r.who) or self._model.rating() for r in known]
        after = self._model.rate([[rating] for rating in before], ranks=[r.place for r in known])
        for who in {r.who for r in known}:
            mine = [new[0] for r, new in zip(known, after, strict=True) if r.who == who]
            mean, deviation = (sum(getattr(m, part) for m in mine) / len(mine) for part in ("mu", "sigma"))
            ratings[who] = self._model.rating(mu=mean, sigma=deviation)
            self._games[known[0].game, who] += 1
