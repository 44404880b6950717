"""The part of a table's page that changes, made once for each position and seat however often it is asked for."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass

from .hall import Snapshot
from .pages import render
from .rules import rule_text
from .views import look


@dataclass(frozen=True)
class Drawing:
    """What a seat is shown.

    Attributes:
        body: HTML.
        mark: Differs whenever what is shown differs.
    """

    body: str
    mark: str


def draw(now: Snapshot, seat: int | None) -> Drawing:
    """The table as a seat may see it; as a spectator for None."""
    body = render("position.html", view=look(now, seat), now=now, rule_text=rule_text)
    return Drawing(body, hashlib.sha256(body.encode()).hexdigest()[:16])


class Drawings:
    """Those made last."""

    def __init__(self, kept: int):
        """Keeps up to ``kept`` of them."""
        self._kept, self._lock = kept, threading.Lock()
        self._made: OrderedDict[tuple[object, ...], Drawing] = OrderedDict()

    def of(self, now: Snapshot, seat: int | None) -> Drawing:
        """The drawing of a table for a seat."""
        key = now.row.id, seat, now.stored, len(now.held), now.row.trouble
        with self._lock:
            found = self._made.get(key)
        if found is None:
            found = draw(now, seat)
        with self._lock:
            self._made[key] = found
            self._made.move_to_end(key)
            while len(self._made) > self._kept:
                self._made.popitem(last=False)
        return found
