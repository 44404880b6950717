"""The board of Teotihuacan as plain text. All of it is public; the viewer only marks a seat."""

from typing import Any

from ..components import (
    EVENT_NAMES,
    GOD_NAMES,
    GOD_NUMBER,
    GOD_SLOTS,
    LEVELS,
    PYRAMID_NAMES,
    PYRAMIDS,
    RESOURCES,
    SLOTS,
    SPACE_NAMES,
    SPACES,
    TEMPLE_NAMES,
    TEMPLES,
    TILE_COST,
    TURNS,
)
from ..state import SOURCES
from .cards import amounts_text, condition_text, event_text, reward_text
from .position import fulfilled, gods_line, name_of, status, targets, workers_at


def text(s: Any, viewer: int | None = None) -> str:
    """A plain text board; ``viewer`` is a seat or None."""
    event = int(s.event_current)
    clock = (
        "over" if s.over else f"round {int(s.round_no) + 1}, {TURNS * int(s.players) - int(s.turn_in_round)} turns left"
    )
    rows = [f"Teotihuacan · {clock} · {' · '.join(status(s))}"]
    rows.append(f"event: {EVENT_NAMES[event]} ({event_text(event)})")
    lit = targets(s)
    for space in range(SPACES):
        workers = " ".join(_worker_text(seat, power, moved) for seat, power, moved in workers_at(s, space))
        rows.append(f"{'>' if space in lit else ' '}{space:3} {SPACE_NAMES[space]:19} {workers}".rstrip())
    rows.append("pyramids (owner:number, level 1 first)")
    for y in range(PYRAMIDS):
        levels = " | ".join(_level_text(s, y, level) for level in range(LEVELS))
        rows.append(f"  {PYRAMID_NAMES[y]:33} {levels}  sum {int(s.slot_number[y].sum())}")
    for level in range(LEVELS):
        shown = " ".join(map(str, s.tile_display[level]))
        cost = amounts_text(dict(zip(RESOURCES, TILE_COST[level].tolist(), strict=True)))
        rows.append(f"  tiles of level {level + 1}: {shown} (stack {int(s.stack_left[level])}), cost {cost}")
    for t in range(TEMPLES):
        where = ", ".join(f"seat {p} {int(s.track_pos[p][t])}{_laps(s, p, t)}" for p in range(s.players))
        rows.append(f"{TEMPLE_NAMES[t]}: {where}")
    rows += _god_rows(s)
    for p in range(s.players):
        held = ", ".join(f"{int(s.resources[p][r])} {RESOURCES[r]}" for r in range(len(RESOURCES)))
        counts = f"statues {int(s.statues[p])}, rebirths {int(s.rebirths[p])}, levels {int(s.levels_completed[p])}"
        reserve = int((s.worker_space[p] < 0).sum())
        rows.append(
            f"{name_of(p, viewer)}: {int(s.score[p])} points, {held}, reserve {reserve}, {counts}, {gods_line(s, p)}"
        )
    if s.over:
        rows.append("points by source: " + ", ".join(SOURCES))
        rows += [f"  seat {p}: {s.points_from[p].tolist()} = {int(s.score[p])}" for p in range(s.players)]
    return "\n".join(rows)


def _worker_text(seat: int, power: int, moved: bool) -> str:
    return f"{'N' if seat < 0 else seat}:{power}{'*' if moved else ''}"


def _level_text(s: Any, pyramid: int, level: int) -> str:
    slots = range(int(SLOTS[s.players][level]))
    pairs = [(int(s.slot_owner[pyramid][level][k]), int(s.slot_number[pyramid][level][k])) for k in slots]
    return " ".join("--" if owner < 0 else f"{owner}:{number}" for owner, number in pairs)


def _laps(s: Any, p: int, t: int) -> str:
    return f" (+{int(s.track_laps[p][t])} laps)" if s.track_laps[p][t] else ""


def _god_rows(s: Any) -> list[str]:
    rows = ["god cards:"]
    for k in range(int(GOD_SLOTS[s.players])):
        card = int(s.god_display[k])
        if card < 0:
            rows.append(f"  {k} empty")
        else:
            sign = "*" if fulfilled(s, card) else " "
            rows.append(
                f" {sign}{k} {GOD_NAMES[card]}: {condition_text(card)} → {reward_text(card)}, number {GOD_NUMBER[card]}"
            )
    return rows
