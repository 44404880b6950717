"""What can be counted in a seat's view, compared before and after a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..state import as_state
from .meaning import meaning
from .view import View

WORLDS = 6
"""In so many worlds a choice is tried, each possible for all the seat knows; what happens in all is told as sure."""


@dataclass(frozen=True)
class Tally:
    """Something to count: a field of the observation.

    Attributes:
        field: Name of the field in the layout.
        things: What its elements are called: one name, or one for each element of a seat's row.
        whose: ``"seats"``: its first axis is the seats, from the observer on clockwise; else it is one row, the
            observer's own or the table's.
        while_same: A field that must stay the same for the numbers to be comparable.
        sure: Whether it is told as a consequence before the choice.
        told_by: Names of action ranges that say it themselves: changes for who chose one, or for the table, are not
            told once more.
    """

    field: str
    things: str | Sequence[str]
    whose: Literal["seats", "own", "table"] = "seats"
    while_same: str = ""
    sure: bool = True
    told_by: tuple[str, ...] = ()


Counts = dict[tuple[int, str], int]
"""Changes by seat (-1: the table's) and thing."""


def seen(game: Game, state: Any, seat: int | None) -> dict[str, NDArray[Any]]:
    """The decoded view of a seat, or of a spectator (None), whose fields begin with seat 0."""
    states = np.zeros(1, game.state)
    states[0] = state
    level = game.layout.level("public" if seat is None else "own")
    out = np.zeros(game.layout.size, np.float32)
    game.loops.view_at(states, 0, seat or 0, level, out)
    return game.layout.decode(out)


def differences(
    game: Game, before: Any, after: Any, seat: int | None, sure: bool = False, unless: tuple[int, str] = (-1, "")
) -> Counts:
    """How the tallies changed, as ``seat`` sees it.

    Args:
        game: The game.
        before: The position before.
        after: The position after.
        seat: Who sees it; None for a spectator.
        sure: Only those that are told before a choice.
        unless: Who chose, and from which range: what that range tells itself is left out.
    """
    old, new = seen(game, before, seat), seen(game, after, seat)
    n, found = int(before["players"]), {}
    for tally in meaning(game, "TALLIES"):
        if (sure and not tally.sure) or (tally.while_same and (old[tally.while_same] != new[tally.while_same]).any()):
            continue
        was, now = np.atleast_1d(old[tally.field]), np.atleast_1d(new[tally.field])
        things = [tally.things] if isinstance(tally.things, str) else tally.things
        rows = was.shape[0] if tally.whose == "seats" else 1
        was, now = was.reshape(rows, -1), now.reshape(rows, -1)
        for row, element in zip(*np.nonzero(now - was), strict=True):
            p = -1 if tally.whose == "table" else ((seat or 0) + int(row)) % n
            if p in (unless[0], -1) and unless[1] in tally.told_by:
                continue
            found[p, things[element]] = round(float(now[row, element] - was[row, element]))
    return {key: change for key, change in found.items() if change}


def changes(game: Game, before: Any, after: Any, view: View, actor: int, kind: str) -> list[str]:
    """A sentence for each seat, and for the table, on what changed when ``actor`` chose from the range ``kind``."""
    by_seat: dict[int, list[str]] = {}
    for (p, thing), change in differences(game, before, after, view.seat, unless=(actor, kind)).items():
        by_seat.setdefault(p, []).append(f"{thing} {signed(change)}")
    sentences = []
    for p, parts in sorted(by_seat.items(), key=lambda item: item[0] % 16):  # the table last
        who = "Table" if p < 0 else "You" if p == view.seat else view.name(p)
        sentences.append(f"{who}: {', '.join(parts)}.")
    return sentences


def signed(change: int) -> str:
    """A change with its sign."""
    return f"+{change}" if change > 0 else f"−{-change}"


def world_of(game: Game, state: Any, seat: int, number: int) -> Any:
    """A position that is possible for all that ``seat`` knows of this one; another number is another world."""
    states = np.zeros(1, game.state)
    states[0] = state
    game.loops.redraw(states, 0, seat, np.uint64(number))
    return as_state(states[0])


def consequences(game: Game, state: Any, seat: int, action: int) -> list[str]:
    """What an action changes for the seat that chooses it, whatever the seat does not know: tried in several worlds."""
    mask, common = game.new_mask(), None
    for world in range(WORLDS):
        before = world_of(game, state, seat, world)
        states = np.zeros(1, game.state)
        states[0] = before
        if game.loops.play_if_legal(states, 0, action, mask) != 1:
            raise game.illegal(before, action, game.legal_mask(before, mask))
        found = differences(game, before, states[0], seat, sure=True)
        own = {thing: change for (p, thing), change in found.items() if p == seat}
        common = own if common is None else {t: c for t, c in common.items() if own.get(t) == c}
    return [f"{thing} {signed(change)}" for thing, change in (common or {}).items()]
