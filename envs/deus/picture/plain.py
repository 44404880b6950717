"""The position of Deus as plain text, as one seat sees it."""

from typing import Any

from ..actions import A
from ..components import (
    BASIC,
    CARD_NAMES,
    CARD_TEXTS,
    KIND,
    KINDS,
    N_RESOURCES,
    RESOURCES,
    SEA,
    TERRAIN_LETTERS,
    VILLAGE,
)
from ..rules.cards import is_face_up
from ..state import MAIN
from .cards import cost_text
from .position import Map, card_in_use, headline, legal, pieces_shown


def text(s: Any, viewer: int | None) -> str:
    """The position as plain text.

    Args:
        s: A state.
        viewer: The seat that looks, or None for a spectator.
    """
    rows = [headline(s), "", *_text_map(s), "", _LEGEND, _text_supply(s), ""]
    for p in range(s.players):
        rows += _text_player(s, viewer, p)
    if viewer is not None:
        rows.append(f"hand of seat {viewer}:")
        can = legal(s, viewer)
        for i in range(s.hand_len[viewer]):
            card = int(s.hand[viewer, i])
            mark = "*" if s.node == MAIN and can[A.build + i] else " "
            rows.append(f"  {i}{mark} {CARD_NAMES[card]} ({KINDS[KIND[card]]}; {cost_text(card)}): {CARD_TEXTS[card]}")
    return "\n".join(rows)


_PIECE_LETTERS = "spycat"
_LEGEND = (
    "F forest, M mountain, S swamp, P field, ~ sea, V village (x attacked); seat, then s ship, p production, "
    "y science, c civil, a army, t temple"
)


def _text_map(s: Any) -> list[str]:
    """The map, row by row: terrain letter, then the owner's seat and pieces; villages with their VP."""
    place = Map(s)
    low = min(2 * q + r for q, r in place.axial)
    lines: dict[int, dict[int, str]] = {}
    for r, (q, row) in enumerate(place.axial):
        lines.setdefault(row, {})[2 * q + row - low] = _text_region(s, r)
    drawn = []
    for row in sorted(lines):
        content = ""
        for column, cell in sorted(lines[row].items()):
            content = content.ljust(column * 4) + cell
        drawn.append(content.rstrip())
    return drawn


def _text_region(s: Any, r: int) -> str:
    if s.terrain[r] == VILLAGE:
        t = s.village_region.tolist().index(r)
        return "V x" if s.village_attacked[t] else f"V {s.village_vp[t]}vp"
    letter = "~" if s.terrain[r] == SEA else TERRAIN_LETTERS[s.terrain[r]]
    for p in range(s.players):
        here = "".join(_PIECE_LETTERS[k] for k in range(len(KINDS)) if int(s.where[p, k]) >> r & 1)
        if here:
            return f"{letter}{p}{here}"
    return f"{letter}."


def _text_supply(s: Any) -> str:
    goods = ", ".join(f"{s.supply[j]} {RESOURCES[j]}" for j in range(N_RESOURCES))
    top = f" ({CARD_NAMES[s.discard[s.discard_len - 1]]} on top)" if s.discard_len > 0 else ""
    return f"supply: {goods}, {s.temple_supply} temples; draw pile {s.deck_len}, discards {s.discard_len}{top}"


def _text_player(s: Any, viewer: int | None, p: int) -> list[str]:
    vp = f"{s.score[p]} VP" if s.over or p == viewer else "? VP"
    goods = ", ".join(f"{s.resources[p, j]} {RESOURCES[j]}" for j in range(N_RESOURCES))
    mark = ">" if p == s.seat else " "
    rows = [f"{mark} seat {p}: {vp}, {s.gold[p]} gold, {goods}, {s.hand_len[p]} cards"]
    for kind in range(len(KINDS)):
        names = []
        for i in range(s.height[p, kind]):
            shown = is_face_up(s, p, kind, i) or viewer == p
            name = CARD_NAMES[s.column[p, kind, i]] if shown else "(face down)"
            names.append(f"[{name}]" if p == s.seat and card_in_use(s) == (kind, i) else name)
        stock = ""
        if kind < BASIC:
            stock = f" {s.ready[p, kind]}|{s.reserve[p, kind]}" if pieces_shown(s, viewer, p) else " ?|?"
        rows.append(f"    {KINDS[kind]}{stock}: {', '.join(names) or '-'}")
    return rows
