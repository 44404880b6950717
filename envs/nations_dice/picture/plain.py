"""The table of Nations: The Dice Game as plain text. Nothing in this game is secret."""

from typing import Any

from ..components import (
    BOARD_NAMES,
    CHITS,
    CLASS_NAMES,
    COLOURS,
    COLUMNS,
    COLUMNS_USED,
    EVENT_FAMINE,
    EVENT_NAMES,
    EVENT_VP,
    EVENT_WAR,
    ROWS,
    START_NAMES,
    TILE_ICON,
    TILE_NAMES,
    TILE_VP,
)
from .position import LABELS, beside, counted, describe_tile, headline, listed, rank, tile_points, total


def text(s: Any, viewer: int | None) -> str:
    """The position as plain text.

    Args:
        s: A state.
        viewer: The seat that looks; None for a spectator.
    """
    vp = int(EVENT_VP[s.event])
    lines = [headline(s), ""]
    needs = f"famine {EVENT_FAMINE[s.event]}, war {EVENT_WAR[s.event]}"
    lines.append(f"Event: {EVENT_NAMES[s.event]}: {needs}, {vp} VP each")
    lines += ["", "Progress board"]
    for row in reversed(range(ROWS)):
        for column in range(int(COLUMNS_USED[s.players])):
            tile = int(s.board[row * COLUMNS + column])
            mark = "*" if s.target == row * COLUMNS + column else " "
            shown = f"{row + 1} {CHITS[TILE_ICON[tile]]:<8}  {describe_tile(tile)}" if tile >= 0 else "-"
            lines.append(f" {mark}row {row + 1} column {column + 1}: {shown}")
    for p in (int(q) for q in s.order[: s.players]):
        lines += ["", *_text_player(s, p, viewer)]
    if s.players == 1:
        points = total(s, 0)
        lines += ["", f"Opponent: {counted(s.opp_books, 'book')}. Hall of Fame with {points} points: {rank(points)}"]
    return "\n".join(lines) + "\n"


def _text_player(s: Any, p: int, viewer: int | None) -> list[str]:
    place = s.order.tolist().index(p) + 1
    state = "passed" if s.passed[p] else "acts" if p == s.seat else "waits"
    you = ", you" if p == viewer else ""
    head = f"{place}. seat {p} ({BOARD_NAMES[p]}{you}), {state}: {s.score[p]} VP, {counted(s.books[p], 'book')}"
    rows = [head + ("" if s.over else f", tiles {tile_points(s, p)} VP")]
    dice = [f"{CLASS_NAMES[k]}" + (f" ×{n}" if n > 1 else "") for k, n in enumerate(s.unused[p]) if n]
    if p == s.seat and s.marked.any():
        dice += [f"[{CLASS_NAMES[k]} ×{n} marked]" for k, n in enumerate(s.marked) if n]
    if s.fresh[p].any():
        dice.append("to be rolled: " + listed(s.fresh[p], COLOURS))
    rows.append(f"   unused: {', '.join(dice) or 'no dice'}; chits: {listed(s.chits_unused[p], LABELS)}")
    rows.append(f"   used: {listed(s.used[p], COLOURS)}; chits: {listed(s.chits_used[p], LABELS)}")
    slots = [TILE_NAMES[t] if t >= 0 else START_NAMES[i] for i, t in enumerate(s.slot_tile[p])]
    rows.append(f"   buildings: {', '.join(slots)}")
    for label, tile in (("advisor", int(s.advisor[p])), ("under construction", int(s.wonder_uc[p]))):
        if tile >= 0:
            rows.append(f"   {label}: {describe_tile(tile)}")
    if beside(s, p):
        rows.append(f"   beside: {', '.join(f'{TILE_NAMES[t]} {TILE_VP[t]}' for t in beside(s, p))}")
    return rows
