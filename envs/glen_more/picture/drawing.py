"""Pictures of a game of Glen More: an SVG table and a plain text view, each as one seat sees it."""

from typing import Any

import numpy as np

from ...engine.pictures.svg import (
    FAINT,
    INK,
    circle,
    document,
    group,
    hit_box,
    ink_on,
    line,
    named,
    polygon,
    rect,
)
from ...engine.pictures.svg import text as words
from ...engine.pictures.view import View, as_view
from ..actions import ACTIONS, A
from ..components import (
    ACT_GOOD,
    ACT_GOODS,
    ACT_KIND,
    ACT_UNITS,
    ACT_VP,
    ACT_WHISKY,
    ANY,
    CARD_NAMES,
    CARDS,
    CELLS,
    CHAIN,
    COLOURS,
    COLS,
    COST_DIFFERENT,
    COST_KIND,
    COST_OF,
    COST_PERSON,
    COST_WHISKY,
    DIFFERENCE_VP,
    DIFFERENT,
    FIRST_CONVERSION,
    GIVE_VP,
    GOODS,
    HATS,
    MOVEMENT,
    N_GOODS,
    PRODUCE,
    PRODUCE_ANY,
    RING,
    RIVER,
    ROAD,
    ROW_SPACES,
    SAME,
    STACKS,
    TILE_COLOUR,
    TILE_NAMES,
    TILE_SIDES,
    TILES,
)
from ..rules.payment import conversion_kind
from ..rules.ring import SCORINGS, current_stack
from ..rules.scoring import tiles_of
from ..state import ACT, DEST, DIE_FIGURE, FIGURE, MOVE
from .position import CARD_TEXTS, SEAT_NAMES, headline, legal, points_of, result_rows, seat_name, short_name, window

SEAT_COLOURS = ("#c8322b", "#d9a400", "#2f8f46", "#2f66c4", "#8648a8")
GROUND = {"yellow": "#f4dc8b", "green": "#b4d79a", "grey": "#d3d3d0", "brown": "#dcb48d", "blue": "#a5cdea"}
FRAME = {"yellow": "#c69a1b", "green": "#5b8f3c", "grey": "#84847f", "brown": "#93602f", "blue": "#3d7cae"}
CUBE = ("#3f9142", "#8b8b8b", "#ffffff", "#8a5a2b", "#f2c200")
WATER, ROAD_FILL, BARREL, GOLD, PENDING = "#6aa9d8", "#c3a878", "#7a4a21", "#f0a500", "#d1490c"
SOFT, PANEL, EDGE = "#6a6353", "#fffdf6", "#c9bfa8"

MOST_LETTERS = 10  # in a line on a tile
STEP = 96  # distance of the spaces of the ring
RING_X, RING_Y = 14, 60
PANEL_W, PANEL_H = 388, 372
RIGHT = RING_X + 6 * STEP + 18


# --- Tiles -----------------------------------------------------------------------------------------------------------


def _square(x: float, y: float, a: float, good: int) -> str:
    return rect(x, y, a, a, CUBE[good], stroke=INK, stroke_width=max(0.6, a / 12))


def _barrel(x: float, y: float, a: float) -> str:
    body = rect(x + a * 0.1, y, a * 0.8, a, BARREL, rx=a * 0.3, stroke=INK, stroke_width=0.6)
    return body + line(x + a * 0.1, y + a / 2, x + a * 0.9, y + a / 2, "#d9b58a", stroke_width=max(0.6, a / 9))


def _pawn(x: float, y: float, a: float, fill: str = "#1d1d1d") -> str:
    """A clansman with its feet at the bottom of a square of side ``a``."""
    coat = [(x, y + a), (x + a * 0.3, y + a * 0.38), (x + a * 0.5, y + a * 0.38), (x + a * 0.8, y + a)]
    body = polygon(coat, fill)
    return body + circle(x + a * 0.4, y + a * 0.22, a * 0.22, fill)


def _different(x: float, y: float, a: float) -> str:
    """A cube of any good, unlike the others."""
    return _marked(x, y, a, "≠")


def _any(x: float, y: float, a: float) -> str:
    """A cube of any good."""
    return _marked(x, y, a, "*")


def _marked(x: float, y: float, a: float, mark: str) -> str:
    box = rect(x, y, a, a, "white", stroke=INK, stroke_width=0.6)
    return box + words(x + a / 2, y + a * 0.87, mark, a, INK, "middle")


def _cost(t: int, x: float, y: float, a: float) -> str:
    """What the tile costs, as symbols from (x, y) to the right."""
    kind = COST_KIND[t]
    if kind == COST_WHISKY:
        return _barrel(x, y, a)
    if kind == COST_PERSON:
        return _pawn(x, y, a)
    if kind == COST_DIFFERENT:
        return _different(x, y, a) + _different(x + a * 1.15, y, a)
    named = [g for g in range(N_GOODS) for _ in range(COST_OF[t, g])]
    return "".join(_square(x + i * a * 1.15, y, a, g) for i, g in enumerate(named))


def _effect(t: int, x: float, y: float, a: float) -> str:
    """What activating the tile does, centred on x."""
    kind = ACT_KIND[t]
    if kind == MOVEMENT:
        tip = polygon([(x + a * 0.3, y), (x + a, y + a / 2), (x + a * 0.3, y + a)], INK)
        return line(x - a, y + a / 2, x + a * 0.4, y + a / 2, stroke_width=a / 4) + tip
    if kind in (PRODUCE, PRODUCE_ANY):
        cube = _square(x, y, a, int(ACT_GOOD[t])) if kind == PRODUCE else _any(x, y, a)
        return words(x - a * 0.2, y + a * 0.9, "+", a * 1.3, INK, "end", font_weight="bold") + cube
    if kind == GIVE_VP:
        return words(x, y + a * 0.9, f"{ACT_VP[t, 0]} VP", a * 1.15, INK, "middle", font_weight="bold")
    if kind < FIRST_CONVERSION:
        return ""
    return _conversion(t, x, y, a)


def _conversion(t: int, x: float, y: float, a: float) -> str:
    """Inputs, a colon and what they give."""
    kind, units = int(conversion_kind(t)), int(ACT_UNITS[t])
    if kind == DIFFERENT:
        inputs = [_different]
    elif kind == ANY:
        inputs = [_any] * units
    elif kind == SAME:
        inputs = [lambda x, y, a: _square(x, y, a, int(ACT_GOOD[t]))]
    else:
        named = [g for g in range(N_GOODS) for _ in range(ACT_GOODS[t, g])]
        inputs = [lambda x, y, a, g=g: _square(x, y, a, g) for g in named]
    gives = "/".join(str(v) for v in ACT_VP[t] if v)
    width = len(inputs) * 1.12 + (1.1 if ACT_WHISKY[t] else len(gives) * 0.56) + 0.4
    a *= min(1.0, 5.7 / width)
    x -= width * a / 2
    parts = []
    for draw_input in inputs:
        parts.append(draw_input(x, y, a))
        x += a * 1.12
    parts.append(words(x, y + a * 0.9, ":", a, INK))
    x += a * 0.4
    parts.append(_barrel(x, y, a) if ACT_WHISKY[t] else words(x, y + a * 0.92, gives, a * 0.98, INK))
    return "".join(parts)


def _face(t: int, x: float, y: float, a: float) -> str:
    """A tile without what lies on it; (x, y) is its corner, ``a`` its side."""
    colour = COLOURS[TILE_COLOUR[t]]
    m = a * 0.025
    parts = [rect(x + m, y + m, a - 2 * m, a - 2 * m, GROUND[colour], rx=a * 0.05)]
    if TILE_SIDES[t] & RIVER:
        parts.append(rect(x + a * 0.4, y + m, a * 0.2, a - 2 * m, WATER))
    if TILE_SIDES[t] & ROAD:
        parts.append(rect(x + m, y + a * 0.42, a - 2 * m, a * 0.16, ROAD_FILL))
    parts.append(rect(x + m, y + m, a - 2 * m, a - 2 * m, stroke=FRAME[colour], stroke_width=a * 0.05, rx=a * 0.05))
    name = short_name(t)
    lines = name.split(" ", 1) if len(name) > MOST_LETTERS else [name]
    for i, part in enumerate(lines):
        size = min(a * 0.155, a * 0.84 / (0.66 * len(part)))
        parts.append(words(x + a / 2, y + a * (0.435 + 0.17 * i), part, size, INK, "middle", font_weight="bold"))
    parts.append(_cost(t, x + a * 0.08, y + a * 0.08, a * 0.13))
    parts.append(_effect(t, x + a / 2, y + a * 0.78, a * 0.145))
    return "".join(parts)


def _load(s: Any, t: int, x: float, y: float, a: float) -> str:
    """Cubes and clansmen on a tile."""
    cubes = [g for g in range(N_GOODS) for _ in range(s.tile_cubes[t, g])]
    b = a * 0.2
    start = x + a / 2 - len(cubes) * b * 0.6
    parts = [_square(start + i * b * 1.2, y + a * 0.49, b, g) for i, g in enumerate(cubes)]
    n = int(s.tile_clansmen[t])
    if n:
        parts.append(_pawn(x + a * 0.76, y + a * 0.06, a * 0.22))
    if n > 1:
        parts.append(words(x + a * 0.75, y + a * 0.26, n, a * 0.2, INK, "end", font_weight="bold"))
    return "".join(parts)


# --- The ring and what lies inside it --------------------------------------------------------------------------------


def _space(i: int) -> tuple[float, float]:
    """Corner of ring space ``i``: clockwise from the top left; 4 spaces above and below, 3 at each side."""
    spots = [(c, 0) for c in range(1, 5)] + [(5, r) for r in range(1, 4)]
    spots += [(c, 4) for c in range(4, 0, -1)] + [(0, r) for r in range(3, 0, -1)]
    col, row = spots[i % RING]
    return RING_X + col * STEP, RING_Y + row * STEP


def _figure(p: int, x: float, y: float, a: float) -> str:
    if p == DIE_FIGURE - FIGURE:
        box = rect(x + a * 0.25, y + a * 0.25, a * 0.5, a * 0.5, "white", rx=a * 0.08, stroke=INK, stroke_width=2)
        return box + words(x + a / 2, y + a * 0.57, "die", a * 0.2, INK, "middle")
    coat = [(x + a * 0.24, y + a * 0.82), (x + a * 0.5, y + a * 0.3), (x + a * 0.76, y + a * 0.82)]
    body = polygon(coat, SEAT_COLOURS[p], stroke=INK, stroke_width=1.5)
    head = circle(x + a * 0.5, y + a * 0.28, a * 0.15, SEAT_COLOURS[p], stroke=INK, stroke_width=1.5)
    ink = ink_on(SEAT_COLOURS[p])
    return body + head + words(x + a * 0.5, y + a * 0.74, p, a * 0.24, ink, "middle", font_weight="bold")


def _ring(s: Any, mask: np.ndarray) -> str:
    spaces = []
    a = STEP - 6.0
    for i in range(RING):
        x, y = _space(int(s.tail_space) + i)
        what = int(s.chain[i]) if i < CHAIN else 0
        ahead = 0 < i < CHAIN and bool(mask[A.take + i - 1])
        parts = [rect(x, y, a, a, PANEL, rx=5, stroke=EDGE, stroke_width=1)]
        if what >= FIGURE:
            parts.append(_figure(what - FIGURE, x, y, a))
        elif what > 0:
            parts.append(_face(what, x + 2, y + 2, a - 4))
        elif not s.over:
            parts.append(words(x + a / 2, y + a / 2 + 4, "empty", 14, FAINT, "middle"))
        if ahead:
            parts.append(rect(x, y, a, a, rx=5, stroke=GOLD, stroke_width=4))
        if i == s.dist and not s.over:
            parts.append(rect(x + 2, y + 2, a - 4, a - 4, rx=5, stroke=SEAT_COLOURS[s.seat], stroke_width=4))
        if 0 < i < CHAIN:
            parts.append(circle(x + a - 9, y + 9, 10, "white", stroke=EDGE))
            parts.append(words(x + a - 9, y + 13.5, i, 13, SOFT, "middle"))
        elif i == 0:
            parts.append(words(x + a / 2, y + a - 5, "hindmost", 13, SOFT, "middle"))
        spaces.append(named(f"ring-{i}", _on_ring(what), *parts, hit=hit_box(x, y, a, a)))
    return "".join(spaces) + _arrow()


def _on_ring(what: int) -> str:
    """What stands or lies on a space of the ring."""
    if what == DIE_FIGURE:
        return "the die"
    if what >= FIGURE:
        return f"figure of {SEAT_NAMES[what - FIGURE]}"
    return TILE_NAMES[what] if what else "empty space"


def _arrow() -> str:
    x, y = RING_X + STEP - 48, RING_Y + STEP - 48
    curve = "".join(
        line(x - 34 + 10 * k, y + 34 - 10 * k, x - 28 + 10 * k, y + 28 - 10 * k, SOFT, stroke_width=3) for k in range(6)
    )
    return curve + polygon([(x + 36, y - 36), (x + 18, y - 30), (x + 30, y - 18)], SOFT)


def _market(s: Any, x: float, y: float) -> str:
    parts = [words(x, y + 14, "Market", 15, INK, font_weight="bold")]
    parts += [words(x + 100 + 34 * n + 14, y + 14, n + 1, 13, SOFT, "middle") for n in range(ROW_SPACES)]
    parts += [words(x + 222, y + 14, "buy", 13, SOFT, "middle"), words(x + 258, y + 14, "sell", 13, SOFT, "middle")]
    for g in range(N_GOODS):
        top, k = y + 24 + 34 * g, int(s.market[g])
        row = [_square(x, top + 5, 14, g), words(x + 22, top + 17, GOODS[g], 14, INK)]
        for n in range(ROW_SPACES):
            row.append(rect(x + 100 + 34 * n, top, 28, 24, "white", rx=3, stroke=EDGE))
            if n < k:
                row.append(circle(x + 114 + 34 * n, top + 12, 10, "#e5b93c", stroke="#8d6b12"))
                row.append(words(x + 114 + 34 * n, top + 17, n + 1, 13, INK, "middle"))
        row.append(words(x + 222, top + 17, k + 1 if k < ROW_SPACES else "–", 15, INK, "middle"))
        row.append(words(x + 258, top + 17, k or "–", 15, INK, "middle"))
        parts.append(named(f"good-{g}", f"market row of {GOODS[g]}", *row, hit=hit_box(x - 4, top - 5, 278, 34)))
    return "".join(parts)


def _stacks(s: Any, x: float, y: float) -> str:
    parts = [words(x, y + 14, "Stacks", 15, INK, font_weight="bold")]
    now = int(current_stack(s))
    for k in range(STACKS):
        top = y + 22 + 30 * k
        here = k == now and s.stack_n[k] > 0 and not s.over
        fill, stroke = ("#fbe7b2", GOLD) if here else ("white", EDGE)
        box = rect(x, top, 84, 26, fill, rx=4, stroke=stroke, stroke_width=2)
        box += words(x + 8, top + 18, k, 14, SOFT)
        box += words(x + 76, top + 18, int(s.stack_n[k]), 16, INK, "end", font_weight="bold")
        parts.append(named(f"stack-{k}", f"stack {k}", box, hit=hit_box(x, top, 84, 28)))
    return "".join(parts)


def _scoring_box(s: Any, x: float, y: float) -> str:
    """The difference table, scorings done and draws to the next one."""
    steps = DIFFERENCE_VP.size - 1
    parts = [words(x, y + 14, "Lead over the last", 14, INK, font_weight="bold"), words(x, y + 36, "VP", 14, SOFT)]
    for d in range(1, steps + 1):
        at = x + 136 + 32 * d
        parts.append(words(at, y + 14, f"{d}+" if d == steps else d, 14, INK, "middle"))
        parts.append(words(at, y + 36, DIFFERENCE_VP[d], 15, INK, "middle", font_weight="bold"))
    parts.append(line(x, y + 20, x + 312, y + 20, EDGE))
    done = int(s.scorings)
    note = f"Scorings done: {done} of {SCORINGS}"
    if not s.over:
        draws = sum(int(s.stack_n[k]) for k in range(done + 2))
        note += f"; the next one in {draws} draw{'s' if draws != 1 else ''}"
    parts.append(words(x, y + 58, note, 14, INK))
    if s.last_roll:
        parts.append(words(x, y + 76, f"The die rolled {int(s.last_roll)} last", 14, INK))
    return named("lead", "points in the scorings", *parts, hit=hit_box(x - 4, y - 2, 330, 64))


# --- Territories -----------------------------------------------------------------------------------------------------


def _tag(s: Any, p: int, view: View, x: float, y: float, width: float) -> str:
    """Name and counts of a seat."""
    hats = sum(int(HATS[c]) for c in range(CARDS) if s.card_owner[c] == p)
    points, name = f"{points_of(s, p, view)} VP", seat_name(p, view)
    parts = [
        circle(x + 14, y + 16, 10.5, SEAT_COLOURS[p], stroke=INK),
        words(x + 14, y + 21, p, 14, ink_on(SEAT_COLOURS[p]), "middle", font_weight="bold"),
        words(x + 31, y + 22, name, min(17.0, 430 / len(name)), INK, font_weight="bold"),
        words(x + width - 8, y + 22, points, 17, INK, "end", font_weight="bold"),
    ]
    at = x + 10
    counts = (("coins", s.coins[p]), ("barrels", s.whisky[p]), ("chieftains", s.chieftains[p]), ("hats", hats),
              ("tiles", tiles_of(s, p)))  # fmt: skip
    for kind, n in counts:
        parts.append(words(at, y + 43, int(n), 15, INK, font_weight="bold"))
        parts.append(words(at + 10 * len(str(int(n))) + 2, y + 43, kind, 13, SOFT))
        at += 10 * len(str(int(n))) + 7.6 * len(kind) + 14
    return named(f"seat-{p}", name, *parts, hit=hit_box(x + 2, y + 2, width - 4, 48))


def _cards(s: Any, p: int, x: float, y: float) -> tuple[str, float]:
    """The special-location cards of a seat, two to a line if there are many; also the height they take."""
    owned = [c for c in range(CARDS) if s.card_owner[c] == p]
    columns = 1 if len(owned) < 4 else 2
    parts = []
    for i, c in enumerate(owned):
        at, top = x + 8 + (i % columns) * 186, y + (i // columns) * 20
        hats = "" if not HATS[c] or "hat" in CARD_TEXTS[CARD_NAMES[c]] else f", {HATS[c]} hat"
        note = f"{CARD_NAMES[c]}: {CARD_TEXTS[CARD_NAMES[c]]}{hats}"
        line_of = words(at + 2, top + 14, note, min(13.0, 620 / columns / len(note)), SOFT)
        parts.append(named(f"card-{c}", CARD_NAMES[c], line_of, hit=hit_box(at, top, 368 / columns, 20)))
    return "".join(parts), 20.0 * ((len(owned) + columns - 1) // columns)


def _territory(s: Any, p: int, view: View, mask: np.ndarray, x: float, y: float, panel_h: float) -> str:
    parts = [rect(x, y, PANEL_W - 8, panel_h - 8, PANEL, rx=6,
                  stroke=SEAT_COLOURS[p] if s.seat == p else EDGE, stroke_width=3 if s.seat == p else 1)]  # fmt: skip
    parts.append(_tag(s, p, view, x, y, PANEL_W - 8))
    cards, height = _cards(s, p, x, y + 50)
    parts.append(cards)
    mine = {int(s.tile_cell[t]): t for t in range(1, TILES) if s.tile_owner[t] == p}
    targets = np.flatnonzero(mask[A.cell : A.cell + CELLS]).tolist() if s.seat == p else []
    row, col, rows, cols = window([*mine, *targets])
    room_w, room_h = PANEL_W - 24, panel_h - 68 - height
    a = min(92.0, room_w / cols, room_h / rows)
    left, top = x + (PANEL_W - 8 - a * cols) / 2, y + 54 + height + (room_h - a * rows) / 2
    for c in sorted({*mine, *targets}):
        at = left + a * (c % COLS - col), top + a * (c // COLS - row)
        title = TILE_NAMES[mine[c]] if c in mine else "free place"
        parts.append(named(f"cell-{p}-{c}", title, _cell(s, p, mine, c, at, a, c in targets), hit=hit_box(*at, a, a)))
    return "".join(parts)


def _cell(s: Any, p: int, mine: dict[int, int], c: int, at: tuple[float, float], a: float, target: bool) -> str:
    """A place of a territory: the tile on it, framed in gold where something may be done."""
    x, y = at
    parts = []
    if c in mine:
        t = mine[c]
        parts.append(_face(t, x, y, a))
        if s.activated[t]:
            parts.append(rect(x, y, a, a, "#ffffff", opacity=0.4))
        elif s.in_A[t]:
            parts.append(rect(x + 2, y + 2, a - 4, a - 4, stroke=PENDING, stroke_width=3))
        parts.append(_load(s, t, x, y, a))
    if target:
        fill, dash = ("none", None) if c in mine else ("#fbe7b2", "7 4")
        parts.append(rect(x + 2, y + 2, a - 4, a - 4, fill, stroke=GOLD, stroke_width=4, stroke_dasharray=dash))
    if s.seat == p and s.move_src == c:
        parts.append(circle(x + a * 0.84, y + a * 0.17, a * 0.2, stroke=GOLD, stroke_width=3))
    return "".join(parts)


# --- What is to do, and the result -----------------------------------------------------------------------------------


def _pending(s: Any, mask: np.ndarray, x: float, y: float, width: float) -> str:
    """The pending step and the choices that are not places on the table."""
    parts = [rect(x, y, width, 150, PANEL, rx=6, stroke=EDGE)]
    points = f"{int(s.mp)} movement point{'s' if s.mp != 1 else ''} left"
    title = points if s.node in (MOVE, DEST) else f"Choices; {points}" if s.node == ACT else "Choices"
    parts.append(words(x + 12, y + 22, title, 15, INK, font_weight="bold"))
    if s.tile > 0:
        face = _face(int(s.tile), x + width - 122, y + 26, 110)
        face += words(x + width - 67, y + 18, "in hand", 13, SOFT, "middle")
        hit = hit_box(x + width - 122, y + 4, 112, 134)
        parts.append(named("hand", f"{TILE_NAMES[s.tile]}, in hand", face, hit=hit))
    choices = [int(a) for a in np.flatnonzero(mask) if a >= A.use]  # the ranges after cells and tiles
    names = [ACTIONS.describe(a, s) for a in choices]
    if mask[A.cell : A.cell + CELLS].any() or any(mask[A.take : A.take + CHAIN - 1]):
        names.insert(0, "a place framed in gold")
    for i, name in enumerate(names[:12]):
        size = min(14.0, 360 / len(name))
        parts.append(words(x + 12 + 222 * (i % 2), y + 44 + 18 * (i // 2), f"• {name}", size, INK))
    return "".join(parts)


def _result(s: Any, x: float, y: float, width: float) -> str:
    parts = [rect(x, y, width, 236, PANEL, rx=6, stroke=EDGE)]
    for p in range(s.players):
        parts.append(words(x + 262 + 66 * p, y + 24, SEAT_NAMES[p], 14, SEAT_COLOURS[p], "end", font_weight="bold"))
    for i, (name, numbers) in enumerate(result_rows(s)):
        top = y + 48 + 22 * i
        weight = "bold" if name == "total" else None
        parts.append(words(x + 12, top, name, 14, INK, font_weight=weight))
        for p, n in enumerate(numbers):
            parts.append(words(x + 262 + 66 * p, top, n, 14, INK, "end", font_weight=weight))
    return "".join(parts)


def draw(s: Any, viewer: View | int | None) -> str:
    """The table as an SVG document.

    Args:
        s: A state.
        viewer: The seat that looks, which sees its own points; None for a spectator.
    """
    view, mask = as_view(viewer), legal(s)
    columns = 2
    lines = (int(s.players) + columns - 1) // columns
    width = RIGHT + columns * PANEL_W + 6
    below = RING_Y + 5 * STEP + 10
    height = max(below + 250, RING_Y + lines * PANEL_H + 2)  # room for the result all along: one size per game
    title = headline(s, view)
    inner_x, inner_y = RING_X + STEP + 12, RING_Y + STEP + 8
    parts = [
        words(16, 38, title, min(22.0, 1300 * 1.6 / len(title)), INK, font_weight="bold"),
        _ring(s, mask),
        _market(s, inner_x, inner_y),
        _stacks(s, inner_x + 280, inner_y),
        _scoring_box(s, inner_x, inner_y + 198),
        _result(s, RING_X, below, 6 * STEP - 6) if s.over else _pending(s, mask, RING_X, below, 6 * STEP - 6),
    ]
    panel_h = (height - RING_Y - 2) / lines
    for p in range(s.players):
        at = RIGHT + (p % columns) * PANEL_W, RING_Y + (p // columns) * panel_h
        parts.append(group(_territory(s, p, view, mask, *at, panel_h)))
    return document(width, height, *parts, title=title)
