"""What the pictures say of a position of Teotihuacan."""

from typing import Any

from ...engine.pictures.view import SPECTATOR, View, as_view
from ..components import (
    ABILITIES,
    CONDITION_N,
    GOD_IDS,
    GOD_NAMES,
    GOD_NUMBER,
    MAX_MOVE,
    NONE,
    POSITION_POINTS,
    SPACES,
    TEMPLES,
    WORKERS,
)
from ..rules.gods import measure
from ..state import MARKET, MOVE, NEUTRAL_SLOT, NODES, STATUE
from .cards import counted


def name_of(seat: int, viewer: View | int | None) -> str:
    """A seat for headings."""
    view = as_view(viewer)
    name = view.name(seat) if view.names else f"Seat {seat}"
    return f"{name} (you)" if seat == view.seat else name


def status(s: Any, view: View = SPECTATOR) -> list[str]:
    """Whose turn it is and what is pending, in at most two lines."""
    if s.over:
        winners = [p for p in range(s.players) if s.payoff[p] == max(s.payoff[: s.players])]
        return ["Game over", "won by " + " and ".join(view.name(p) for p in winners)]
    pending = NODES[s.node]
    if s.ability != NONE:
        pending = ABILITIES[s.ability]
        if s.ability_arg:
            pending += f" ({s.ability_arg} {'left' if s.ability == 1 else 'points'})"
    elif MARKET <= s.node <= STATUE:
        pending += f", {counted(int(s.ops_left), 'operation')} left"
    return [f"{name_of(int(s.seat), View(None, view.names))} to decide", pending]


def targets(s: Any) -> set[int]:
    """Spaces that the seat to decide can move a worker to."""
    if s.over or s.node != MOVE:
        return set()
    spaces = [int(space) for space in (*s.worker_space[s.seat], s.neutral_space) if space >= 0]
    return {(space + d) % SPACES for space in spaces for d in range(1, MAX_MOVE + 1) if space + d <= SPACES}


def workers_at(s: Any, space: int) -> list[tuple[int, int, bool]]:
    """(seat or -1 for neutral, power, whether moved in this turn) of the workers on a space."""
    moving = not s.over and s.node != MOVE
    found = [
        (p, int(s.worker_power[p][w]), moving and p == s.seat and w == s.moved_worker)
        for p in range(s.players)
        for w in range(WORKERS)
        if s.worker_space[p][w] == space
    ]
    if s.neutral_space == space:
        found.append((-1, int(s.neutral_power), moving and s.moved_worker == NEUTRAL_SLOT))
    return found


def tile_counts(s: Any, pyramid: int) -> list[int]:
    """Tiles of each seat in a pyramid."""
    return [int((s.slot_owner[pyramid] == p).sum()) for p in range(s.players)]


def owned_gods(s: Any, p: int) -> list[int]:
    """God cards of a seat."""
    return [card for card, owner in enumerate(s.god_owner) if owner == p]


def fulfilled(s: Any, card: int) -> bool:
    """Whether the seat to decide fulfils a god card's condition."""
    return not s.over and int(measure(s, int(s.seat), card)) >= CONDITION_N[card]


def position_points(s: Any, p: int) -> int:
    """What the marker positions would score at the end."""
    return int(sum(POSITION_POINTS[s.track_pos[p][t]] for t in range(TEMPLES)))


def gods_line(s: Any, p: int) -> str:
    """God cards of a seat with their numbers, as brief as the row requires."""
    cards = owned_gods(s, p)
    if not cards:
        return "no god card"
    named = ", ".join(f"{GOD_NAMES[c]} {GOD_NUMBER[c]}" for c in cards)
    brief = ", ".join(f"{GOD_IDS[c]} {GOD_NUMBER[c]}" for c in cards)
    numbers = f"{len(cards)} god cards, numbers {sum(GOD_NUMBER[c] for c in cards)}"
    return next(words for words in (named, brief, numbers) if len(words) <= 66 or words is numbers)
