"""Deus as an SVG document: hex map, columns and hand, as one seat sees it."""

import textwrap
from typing import Any

import numpy as np

from ...engine.pictures.svg import (
    INK,
    SEAT_COLOURS,
    circle,
    document,
    group,
    hit_box,
    hit_polygon,
    ink_on,
    line,
    named,
    polygon,
    rect,
    tag,
    token,
)
from ...engine.pictures.svg import text as words
from ...engine.pictures.view import View, as_view
from ..actions import A
from ..components import (
    BASIC,
    CARD_NAMES,
    CARD_TEXTS,
    COST,
    COST_GOLD,
    KIND,
    KINDS,
    N_RESOURCES,
    RESOURCES,
    TERRAINS,
    VILLAGE,
)
from ..rules.cards import is_face_up
from ..state import ARMY, DESTINATION, MAIN, PLACE, PRODUCE_CITY
from .cards import short_text
from .position import MAP, Map, card_in_use, headline, legal, pieces_shown

GROUND = ["#7fae6d", "#b9b4ad", "#9c9a6f", "#ecd78a", "#86bfe0", "#3b3531"]
KIND_COLOURS = ["#3d7fc4", "#4f9a4f", "#d9b62c", "#8f6237", "#c0392b", "#8355a8"]
RESOURCE_COLOURS = ["#7a5230", "#8d8d8d", "#c06a3e", "#e0b93a", "#f2cf3b"]
SOFT, PALE, CARD_PAPER, LIGHT = "#5c5546", "#d8cfbb", "#fffdf6", "#ff8c1a"

WIDTH, HEIGHT = 1440, 900
HAND_Y, CARD_W, CARD_H = 592, 124, 144
PANEL_X, PANEL_Y, PANEL_W, PANEL_H = 668, 100, 760, 790
LETTER, BOLD = 0.56, 0.66  # mean width of a letter, in font sizes

# --- The map ---------------------------------------------------------------------------------------------------------


def _map(s: Any, view: View) -> str:
    place = Map(s)
    can = legal(s, view)
    parts = [_ground(s, place, r) for r in range(place.n)]
    rim = [line(*a, *b, stroke="#4a4336", stroke_width=2.6) for r in range(place.n) for a, b in place.borders(r)]
    parts += rim
    if s.node in (PLACE, PRODUCE_CITY, ARMY, DESTINATION):
        for r in range(place.n):
            if can[A.region + r]:
                parts.append(_highlight(s, place, r))
    if s.army_origin >= 0:
        parts.append(polygon(place.corners(s.army_origin, place.size - 3), stroke="#ffffff", stroke_width=3))
    parts += [_region(s, place, r) for r in range(place.n)]
    return "".join(parts)


def _region(s: Any, place: Map, r: int) -> str:
    """What stands in a region; the whole hexagon takes clicks."""
    title = f"region {r}, {TERRAINS[s.terrain[r]]}"
    return named(f"region-{r}", title, _buildings(s, place, r), hit=hit_polygon(place.corners(r, place.size - 1)))


def _ground(s: Any, place: Map, r: int) -> str:
    x, y = place.centre[r]
    terrain = int(s.terrain[r])
    parts = [polygon(place.corners(r, place.size), GROUND[terrain], stroke="#6d6454", stroke_width=0.8)]
    number_colour = "#cfc7bb" if terrain == VILLAGE else "#00000088"
    parts.append(words(x, y - place.size * 0.6, r, place.size * 0.24, number_colour, "middle"))
    if terrain == VILLAGE:
        parts.append(_village(s, place, r))
    else:
        parts.append(_sign(terrain, x, y + place.size * 0.62, place.size / 42))
    return "".join(parts)


def _sign(terrain: int, x: float, y: float, scale: float) -> str:
    """A small mark of the terrain at the foot of its region."""
    ink = "#00000055"
    if terrain == 0:
        shape = polygon([(-10, 6), (-5, -6), (0, 6)], ink) + polygon([(0, 6), (5, -6), (10, 6)], ink)
    elif terrain == 1:
        shape = polygon([(-12, 6), (-4, -7), (1, 1), (5, -4), (12, 6)], ink)
    elif terrain == 2:
        shape = "".join(line(d, 6, d + e, -6, ink, stroke_width=2) for d, e in ((-7, -3), (-3, 0), (1, 1), (5, 4)))
    elif terrain == 3:
        shape = "".join(line(d, 6, d, -5, ink, stroke_width=2) + circle(d, -6, 2.4, ink) for d in (-7, 0, 7))
    else:
        shape = tag("path", d="M-12,2 q6,-8 12,0 q6,8 12,0", fill="none", stroke="#ffffffaa", stroke_width=2)
    return group(shape, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


def _village(s: Any, place: Map, r: int) -> str:
    x, y = place.centre[r]
    t = s.village_region.tolist().index(r)
    size = place.size
    huts = "".join(polygon([(x + d - 9, y - 2), (x + d, y - 16), (x + d + 9, y - 2)], "#a98d6a") for d in (-10, 10))
    scale = size / 42
    huts = group(huts, transform=f"translate({x * (1 - scale):.1f} {y * (1 - scale):.1f}) scale({scale:.3f})")
    if s.village_attacked[t]:
        a, b = size * 0.42, size * 0.36
        cross = line(x - a, y - b, x + a, y + b, "#d8564a", stroke_width=4) + line(
            x - a, y + b, x + a, y - b, "#d8564a", stroke_width=4
        )
        return huts + cross
    label = f"{s.village_vp[t]} VP"
    return huts + words(x, y + size * 0.48, label, size * 0.36, "#f6e7c8", "middle", font_weight="bold")


def _highlight(s: Any, place: Map, r: int) -> str:
    """A legal region; one that costs 3 VP is dashed and says so."""
    x, y = place.centre[r]
    paid = s.node == PLACE and s.kind < BASIC and _costs_vp(s, r)
    ring = polygon(
        place.corners(r, place.size - 4), stroke=LIGHT, stroke_width=4, stroke_dasharray="7 5" if paid else None
    )
    return ring + (words(x, y + place.size * 0.1, "3 VP", place.size * 0.3, "#9b3d00", "middle") if paid else "")


def _costs_vp(s: Any, r: int) -> bool:
    """Whether placing here costs 3 VP: no own region and none beside (DE-4.7, DE-4.8)."""
    own = int(np.bitwise_or.reduce(s.where[s.seat]))
    return own != 0 and not (own >> r & 1) and not (own & int(s.neighbours[r]))


def _buildings(s: Any, place: Map, r: int) -> str:
    """Pieces of the one player who controls the region."""
    parts = []
    for p in range(s.players):
        here = [k for k in range(len(KINDS)) if int(s.where[p, k]) >> r & 1]
        if here:
            x, y = place.centre[r]
            at = x + place.size * 0.36, y - place.size * 0.6
            parts.append(token(*at, place.size * 0.17, p, SEAT_COLOURS[p], p, stroke="#ffffff", stroke_width=0.8))
        basic = [k for k in here if k < BASIC]
        x, y = place.centre[r]
        step = place.size * 0.42
        spots = {0: [], 1: [(0, 0)], 2: [(-1, 0), (1, 0)], 3: [(-1, -0.9), (1, -0.9), (0, 0.9)]}.get(
            len(basic), [(-1, -0.9), (1, -0.9), (-1, 0.9), (1, 0.9)]
        )
        if BASIC in here and len(basic) < 3:
            spots = [(a, b + 0.9) for a, b in spots]
        for k, (a, b) in zip(basic, spots, strict=True):
            parts.append(_piece(k, x + a * step, y + b * step * 0.8, SEAT_COLOURS[p], place.size / 46))
        if BASIC in here:
            parts.append(_piece(BASIC, x, y - (0.45 * step if len(basic) < 3 else 0), "#ffffff", place.size / 46))
    return "".join(parts)


def _piece(kind: int, x: float, y: float, colour: str, scale: float = 1.0) -> str:
    """A wooden piece, about 24 across: ship, farm, school, house, army, temple."""
    shapes = [
        polygon([(-13, 2), (13, 2), (8, 10), (-8, 10)], colour) + polygon([(-1, 0), (-1, -12), (9, 0)], colour),
        rect(-10, -3, 20, 12, colour) + polygon([(-12, -3), (0, -11), (12, -3)], colour) + rect(-3, 2, 6, 7, "#ffffff"),
        polygon([(0, -12), (11, 9), (-11, 9)], colour) + circle(0, 2, 3.4, "#ffffff"),
        rect(-10, -8, 9, 17, colour) + rect(1, -2, 9, 11, colour) + rect(-8, -4, 4, 4, "#ffffff"),
        polygon([(-9, -10), (9, -10), (9, 1), (0, 11), (-9, 1)], colour)
        + line(0, -7, 0, 6, "#ffffff", stroke_width=2.5)
        + line(-6, -2, 6, -2, "#ffffff", stroke_width=2.5),
        polygon([(-12, -5), (0, -12), (12, -5)], colour) + rect(-11, -5, 22, 3, colour)
        + "".join(rect(d, -2, 3.4, 9, colour) for d in (-9.5, -1.7, 6.1)) + rect(-12, 7, 24, 3.5, colour),
    ]  # fmt: skip
    outline = group(shapes[kind], stroke="#1d1a16", stroke_width=1.3, stroke_linejoin="round")
    return group(outline, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


# --- Players ---------------------------------------------------------------------------------------------------------


def _fit(content: str, width: float, size: float, letter: float = LETTER) -> float:
    """The font size at which the content is no wider than ``width``."""
    return min(size, width / (letter * max(len(content), 1)))


def _strips(s: Any, view: View) -> str:
    n = int(s.players)
    height = PANEL_H / n
    return "".join(_strip(s, view, p, PANEL_Y + p * height, height - 6) for p in range(n))


def _strip(s: Any, view: View, p: int, y: float, height: float) -> str:
    stroke = 3 if p == s.seat else 1.2
    frame = rect(PANEL_X, y, PANEL_W, height, CARD_PAPER, stroke=SEAT_COLOURS[p], stroke_width=stroke, rx=6)
    parts = [frame, _goods(s, view, p, y)]
    wide = PANEL_W / 6
    rows = max(3, int(s.height[p].max()))
    for k in range(6):
        parts.append(_column(s, view, p, k, (PANEL_X + k * wide + 3, y + 37, wide - 6, height - 40), rows))
    return "".join(parts)


def _goods(s: Any, view: View, p: int, y: float) -> str:
    """The head of a strip: who, points, goods and hand."""
    x = PANEL_X + 8
    name = view.name(p) + (" (you)" if p == view.seat else "") + (" · first" if p == s.first_player else "")
    parts = [
        token(x + 8, y + 17, 9, p, SEAT_COLOURS[p], p),
        words(x + 22, y + 22, name, _fit(name, 135, 14, BOLD), font_weight="bold"),
    ]
    vp = str(s.score[p]) if s.over or view.sees(p) else "?"
    entries = [(f"{vp} VP", "#8355a8"), (f"{s.gold[p]} gold", RESOURCE_COLOURS[4])]
    entries += [(f"{s.resources[p, j]} {RESOURCES[j]}", RESOURCE_COLOURS[j]) for j in range(N_RESOURCES)]
    entries.append((f"{s.hand_len[p]} cards", "#4a4336"))
    for i, (content, colour) in enumerate(entries):
        cx = x + 172 + i * 82
        parts.append(circle(cx, y + 17, 5.5, colour, stroke=INK, stroke_width=0.8))
        parts.append(words(cx + 9, y + 22, content, 14))
    return named(f"seat-{p}", view.name(p), *parts, hit=hit_box(PANEL_X, y, PANEL_W, 35, 6))


def _column(s: Any, view: View, p: int, kind: int, box: tuple[float, ...], rows: int) -> str:
    """One column: its pieces on top, the cards below from the bottom one up (the first card is the lowest row)."""
    x, y, width, height = box
    colour = KIND_COLOURS[kind]
    parts = [rect(x, y, width, 33, colour, rx=4), _piece(kind, x + 13, y + 16.5, "#ffffff", 0.6)]
    if kind == BASIC:
        label = f"{bin(int(s.where[p, kind])).count('1')} on the board"
    elif pieces_shown(s, view, p):
        label = f"{s.ready[p, kind]} ready · {s.reserve[p, kind]} left"
    else:
        label = "secret"
    parts.append(words(x + 26, y + 21, label, _fit(label, width - 29, 12, BOLD), ink_on(colour), font_weight="bold"))
    head = named(f"column-{p}-{kind}", f"{KINDS[kind]} column", *parts, hit=hit_box(x, y - 1, width, 35, 4))
    row = (height - 36) / rows
    used = card_in_use(s) if p == s.seat else None
    cards = []
    for i in range(s.height[p, kind]):
        place = x, y + 35 + (rows - 1 - i) * row, width, row - 2
        title, drawn = _row(s, view, p, kind, i, place, used == (kind, i))
        cards.append(named(f"card-{p}-{kind}-{i}", title, drawn, hit=hit_box(*place, 3)))
    return head + "".join(cards)


def _row(s: Any, view: View, p: int, kind: int, i: int, box: tuple[float, ...], used: bool) -> tuple[str, str]:
    """One card of a column, its name and its effect in as many words as there is room for; and its title."""
    x, y, width, height = box
    up = bool(is_face_up(s, p, kind, i))
    frame = rect(
        x, y, width, height, "#ffe3b8" if used else "#ffffff" if up else PALE, rx=3,
        stroke=LIGHT if used else KIND_COLOURS[kind], stroke_width=2 if used else 0.8,
    )  # fmt: skip
    if not up and not view.sees(p):
        note = words(x + width / 2, y + height / 2 + 4, "face down", 12, SOFT, "middle", font_style="italic")
        return "face-down card", frame + note
    card = int(s.column[p, kind, i])
    name = CARD_NAMES[card] + ("" if up else " (face down)")
    head = min(12.0, height * 0.42)
    parts = [frame, words(x + 4, y + head, name, _fit(name, width - 8, head, BOLD), font_weight="bold")]
    size, lines = _fitted(CARD_TEXTS[card], width - 8, height - head - 3, (11, 10))
    if not lines:
        size, lines = _fitted(short_text(card), width - 8, height - head - 3, (11, 10, 9))
    if not lines:
        lines, size = [short_text(card)], _fit(short_text(card), width - 8, 9)
    for k, content in enumerate(lines):
        at = y + head + size * 1.1 * (k + 1)
        parts.append(words(x + 4, at, content, _fit(content, width - 7, size), SOFT))
    return name, "".join(parts)


def _fitted(content: str, width: float, height: float, sizes: tuple[int, ...]) -> tuple[float, list[str]]:
    """The largest font size at which the content fits, with its lines; no lines if it fits at none."""
    for size in sizes:
        lines = textwrap.wrap(content, max(8, int(width / (size * LETTER))))
        if len(lines) * size * 1.1 <= height:
            return size, lines
    return sizes[-1], []


# --- Supply and hand -------------------------------------------------------------------------------------------------


def _supply(s: Any) -> str:
    y = 54
    parts = [rect(PANEL_X, y, PANEL_W, 38, "#efe8d6", rx=6)]
    parts.append(words(PANEL_X + 8, y + 24, "supply", 14, font_weight="bold"))
    for j in range(N_RESOURCES):
        x = PANEL_X + 74 + j * 82
        sign = circle(x, y + 19, 7, RESOURCE_COLOURS[j], stroke=INK, stroke_width=0.8)
        sign += words(x + 11, y + 24, f"{s.supply[j]} {RESOURCES[j]}", 14)
        parts.append(named(f"supply-{j}", f"{RESOURCES[j]} in the supply", sign, hit=hit_box(x - 11, y + 1, 80, 36)))
    temples = _piece(BASIC, PANEL_X + 406, y + 19, "#ffffff", 0.8)
    temples += words(PANEL_X + 421, y + 24, f"{s.temple_supply} temples", 14)
    parts.append(named("temples", "temples in the supply", temples, hit=hit_box(PANEL_X + 392, y + 3, 104, 32)))
    pile = words(PANEL_X + 502, y + 24, f"draw {s.deck_len}", 14)
    parts.append(named("deck", "draw pile", pile, hit=hit_box(PANEL_X + 498, y + 1, 66, 36)))
    top = f"discards {s.discard_len}"
    if s.discard_len > 0:
        top += f": {CARD_NAMES[s.discard[s.discard_len - 1]]}"
    heap = words(PANEL_X + 570, y + 24, top, _fit(top, PANEL_W - 574, 14))
    parts.append(named("discard", "discard pile", heap, hit=hit_box(PANEL_X + 566, y + 3, PANEL_W - 570, 32)))
    return "".join(parts)


def _hand(s: Any, view: View) -> str:
    if view.seat is None:
        return _hands(s, view) if view.reveal else _note("Hands are hidden from spectators.", HAND_Y)
    can = legal(s, view)
    n = int(s.hand_len[view.seat])
    title = f"hand of {view.name(view.seat)}"
    if can[A.build : A.build + 10].any():
        title += " – a green dot marks what can be built now"
    parts = [words(MAP[0], HAND_Y - 6, title, 14, font_weight="bold")]
    height = CARD_H if n > 5 else 2 * CARD_H
    for i in range(n):
        box = MAP[0] + i % 5 * (CARD_W + 5), HAND_Y + 2 + i // 5 * (CARD_H + 6), CARD_W, height
        card = int(s.hand[view.seat, i])
        drawn = _card(card, box, bool(s.node == MAIN and can[A.build + i]), i)
        parts.append(named(f"hand-{i}", CARD_NAMES[card], drawn, hit=hit_box(*box, 6)))
    return "".join(parts)


def _note(content: str, y: float) -> str:
    return words(MAP[0], y, content, 14, SOFT, font_style="italic")


def _hands(s: Any, view: View) -> str:
    """All hands by name, when nothing is secret any more."""
    lines = []
    for p in range(s.players):
        names = ", ".join(CARD_NAMES[card] for card in s.hand[p, : s.hand_len[p]]) or "no card"
        lines += textwrap.wrap(f"{view.name(p)}: {names}", 84)
    return "".join(_note(content, HAND_Y + 18 * k) for k, content in enumerate(lines))


def _card(card: int, box: tuple[float, ...], playable: bool, slot: int) -> str:
    x, y, width, height = box
    colour = KIND_COLOURS[int(KIND[card])]
    ink = ink_on(colour)
    parts = [
        rect(x, y, width, height, CARD_PAPER, stroke=colour, stroke_width=2, rx=6),
        rect(x, y, width, 24, colour, rx=6),
        words(x + 6, y + 17, CARD_NAMES[card], _fit(CARD_NAMES[card], width - 24, 14, BOLD), ink, font_weight="bold"),
        words(x + width - 6, y + 17, slot, 12, ink, "end"),
    ]
    at = x + 12
    for j in range(N_RESOURCES + 1):
        for _ in range(int(COST[card, j]) if j < N_RESOURCES else int(COST_GOLD[card])):
            parts.append(circle(at, y + 37, 7.5, RESOURCE_COLOURS[j], stroke=INK, stroke_width=0.8))
            letter = (*RESOURCES, "gold")[j][:2]  # colours alone are not told apart by all
            parts.append(words(at, y + 40.5, letter, 9.5, ink_on(RESOURCE_COLOURS[j]), "middle"))
            at += 17
    if playable:
        parts.append(circle(x + width - 12, y + 37, 7, "#2fae4e", stroke="#145c27", stroke_width=1.2))
    size, lines = _fitted(CARD_TEXTS[card], width - 10, height - 54, (15, 14, 13, 12, 11, 10))
    for k, content in enumerate(lines):
        parts.append(words(x + 6, y + 50 + size * 1.12 * (k + 1) - 2, content, _fit(content, width - 9, size), SOFT))
    return "".join(parts)


def draw(s: Any, viewer: View | int | None) -> str:
    """The position as an SVG document.

    Args:
        s: A state.
        viewer: The seat that looks, or None for a spectator.
    """
    view = as_view(viewer)
    title = headline(s, view)
    return document(
        WIDTH, HEIGHT,
        rect(0, 0, WIDTH, 42, "#4a3f35"),
        words(14, 28, title, _fit(title, WIDTH - 28, 20), "#faf2df", font_weight="bold"),
        _map(s, view), _supply(s), _strips(s, view), _hand(s, view),
        title=title,
    )  # fmt: skip
