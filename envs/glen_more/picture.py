"""Pictures of a game of Glen More: an SVG table and a plain text view, each as one seat sees it."""

from typing import Any

import numpy as np

from ..engine.pictures.svg import FAINT, INK, circle, document, group, line, polygon, rect
from ..engine.pictures.svg import text as words
from .actions import ACTIONS, A
from .components import (
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
    TILE_TYPE,
    TILES,
    TYPES,
    VP_PER_COIN,
    VP_PER_EXTRA_TILE,
)
from .rules import legal_mask
from .rules.payment import conversion_kind
from .rules.ring import SCORINGS, current_stack
from .rules.scoring import (
    CATEGORIES,
    CHIEFTAINS,
    card_points,
    category_count,
    difference_points,
    fewest_tiles,
    lowest_count,
    tiles_of,
)
from .state import ACT, DEST, DIE_FIGURE, FIGURE, FROM, GAIN, MOVE, NESS_PAY, PAY, PLACE, SELLING, SHIEL_SALE, TAKE

SEAT_NAMES = ("Red", "Gold", "Green", "Blue", "Purple")
SEAT_COLOURS = ("#c8322b", "#d9a400", "#2f8f46", "#2f66c4", "#8648a8")
GROUND = {"yellow": "#f4dc8b", "green": "#b4d79a", "grey": "#d3d3d0", "brown": "#dcb48d", "blue": "#a5cdea"}
FRAME = {"yellow": "#c69a1b", "green": "#5b8f3c", "grey": "#84847f", "brown": "#93602f", "blue": "#3d7cae"}
CUBE = ("#3f9142", "#8b8b8b", "#ffffff", "#8a5a2b", "#f2c200")
WATER, ROAD_FILL, BARREL, GOLD, PENDING = "#6aa9d8", "#c3a878", "#7a4a21", "#f0a500", "#d1490c"
SOFT, PANEL, EDGE = "#6a6353", "#fffdf6", "#c9bfa8"
CARD_TEXTS = {
    "Castle of Mey": "chieftains twice", "Loch Lochy": "2 goods at once", "Castle Stalker": "1 more clansman",
    "Cawdor Castle": "3 hats", "Loch Morar": "2 VP per green tile", "Loch Ness": "1 extra tile each turn",
    "Iona Abbey": "2 VP per yellow tile", "Duart Castle": "3 VP per village", "Castle Moil": "1 barrel",
    "Loch Shiel": "fills empty tiles", "Donan Castle": "2 barrels", "Loch Oich": "activates all",
    "Armadale Castle": "3 coins",
}  # fmt: skip
CODES = {
    "quarry": "Qu", "forest": "Fo", "meadow": "Me", "pasture": "Pa", "field": "Fi", "distillery": "Di", "village": "Vi",
    "castle": "Ca", "loch": "Lo", "abbey": "Ab", "butcher": "Bu", "fair": "Fa", "grocer": "Gr", "bridge": "Br",
    "tavern": "Ta",
}  # fmt: skip

MOST_LETTERS = 10  # in a line on a tile
STEP = 96  # distance of the spaces of the ring
RING_X, RING_Y = 14, 60
PANEL_W, PANEL_H = 388, 372
RIGHT = RING_X + 6 * STEP + 18


# --- What the state says ---------------------------------------------------------------------------------------------


def _legal(s: Any) -> np.ndarray:
    mask = np.zeros(ACTIONS.n, np.bool_)
    if not s.over:
        legal_mask(s, mask)
    return mask


def _seat_name(p: int, viewer: int | None) -> str:
    return f"{SEAT_NAMES[p]} (you)" if p == viewer else SEAT_NAMES[p]


def _points(s: Any, p: int, viewer: int | None) -> str:
    """Points of a seat, if the viewer may know them (GM-13.2)."""
    return str(int(s.score[p])) if s.over or p == viewer else "?"


def _short_name(t: int) -> str:
    return {"Grain Field": "Field", "Annual Fair": "Fair", "Start Village": "Home"}.get(TILE_NAMES[t], TILE_NAMES[t])


def _goods(counts: Any) -> str:
    named = [f"{int(n)} {g}" if n > 1 else g for g, n in zip(GOODS, counts, strict=True) if n]
    return ", ".join(named)


def _demand(s: Any) -> str:
    """The requirement being paid, in words (GM-5.7)."""
    units = int(s.req_max) if s.req_min == s.req_max else f"{int(s.req_min)} to {int(s.req_max)}"
    if s.req_kind == DIFFERENT:
        asked = f"{units} different goods"
    elif s.req_kind == ANY:
        asked = f"{units} goods of any kinds"
    elif s.req_kind == SAME:
        asked = f"{units} {GOODS[int(np.argmax(s.req_need))]}"
    else:
        asked = _goods(s.req_need)
    paid = f"; paid: {_goods(s.req_paid)}" if s.req_sum else ""
    purpose = "cost of" if s.req_is_cost else "input for"
    return f"{purpose} {TILE_NAMES[s.req_tile]}: {asked}{paid}"


def _headline(s: Any) -> str:
    if s.over:
        best = [SEAT_NAMES[p] for p in range(s.players) if s.payoff[p] == s.payoff[: s.players].max()]
        return f"Glen More: game over, {' and '.join(best)} {'wins' if len(best) == 1 else 'win'}"
    who = SEAT_NAMES[s.seat]
    what = {
        TAKE: "takes a tile", NESS_PAY: "pays for Loch Ness with a clansman or chieftain",
        PAY: f"pays the {_demand(s)}",
        FROM: f"chooses the {GOODS[s.from_good]} to {'sell' if s.from_mode == SELLING else 'use'}",
        PLACE: f"places {TILE_NAMES[s.tile]}", GAIN: f"chooses a good for {TILE_NAMES[s.gain_tile]}",
        SHIEL_SALE: "may sell before Loch Shiel fills empty tiles", ACT: "activates tiles", MOVE: "moves clansmen",
        DEST: "moves the chosen clansman",
    }[s.node]  # fmt: skip
    return f"{who} {what}"


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
    name = _short_name(t)
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
    return body + circle(x + a * 0.5, y + a * 0.28, a * 0.15, SEAT_COLOURS[p], stroke=INK, stroke_width=1.5)


def _ring(s: Any, mask: np.ndarray) -> str:
    parts = []
    a = STEP - 6.0
    for i in range(RING):
        x, y = _space(int(s.tail_space) + i)
        what = int(s.chain[i]) if i < CHAIN else 0
        legal = 0 < i < CHAIN and bool(mask[A.take + i - 1])
        parts.append(rect(x, y, a, a, PANEL, rx=5, stroke=EDGE, stroke_width=1))
        if what >= FIGURE:
            parts.append(_figure(what - FIGURE, x, y, a))
        elif what > 0:
            parts.append(_face(what, x + 2, y + 2, a - 4))
        elif not s.over:
            parts.append(words(x + a / 2, y + a / 2 + 4, "empty", 12, FAINT, "middle"))
        if legal:
            parts.append(rect(x, y, a, a, rx=5, stroke=GOLD, stroke_width=4))
        if i == s.dist and not s.over:
            parts.append(rect(x + 2, y + 2, a - 4, a - 4, rx=5, stroke=SEAT_COLOURS[s.seat], stroke_width=4))
        if 0 < i < CHAIN:
            parts.append(circle(x + a - 9, y + 9, 9, "white", stroke=EDGE))
            parts.append(words(x + a - 9, y + 13, i, 11, SOFT, "middle"))
        elif i == 0:
            parts.append(words(x + a / 2, y + a - 5, "hindmost", 11, SOFT, "middle"))
    return "".join(parts) + _arrow()


def _arrow() -> str:
    x, y = RING_X + STEP - 48, RING_Y + STEP - 48
    curve = "".join(
        line(x - 34 + 10 * k, y + 34 - 10 * k, x - 28 + 10 * k, y + 28 - 10 * k, SOFT, stroke_width=3) for k in range(6)
    )
    return curve + polygon([(x + 36, y - 36), (x + 18, y - 30), (x + 30, y - 18)], SOFT)


def _market(s: Any, x: float, y: float) -> str:
    parts = [words(x, y + 14, "Market", 14, INK, font_weight="bold")]
    parts += [words(x + 100 + 34 * n + 14, y + 14, n + 1, 11, SOFT, "middle") for n in range(ROW_SPACES)]
    parts += [words(x + 222, y + 14, "buy", 11, SOFT, "middle"), words(x + 258, y + 14, "sell", 11, SOFT, "middle")]
    for g in range(N_GOODS):
        top, k = y + 22 + 27 * g, int(s.market[g])
        parts += [_square(x, top + 5, 14, g), words(x + 22, top + 17, GOODS[g], 13, INK)]
        for n in range(ROW_SPACES):
            parts.append(rect(x + 100 + 34 * n, top, 28, 24, "white", rx=3, stroke=EDGE))
            if n < k:
                parts.append(circle(x + 114 + 34 * n, top + 12, 9, "#e5b93c", stroke="#8d6b12"))
                parts.append(words(x + 114 + 34 * n, top + 16, n + 1, 11, INK, "middle"))
        parts.append(words(x + 222, top + 17, k + 1 if k < ROW_SPACES else "–", 13, INK, "middle"))
        parts.append(words(x + 258, top + 17, k or "–", 13, INK, "middle"))
    return "".join(parts)


def _stacks(s: Any, x: float, y: float) -> str:
    parts = [words(x, y + 14, "Stacks", 14, INK, font_weight="bold")]
    now = int(current_stack(s))
    for k in range(STACKS):
        top = y + 22 + 30 * k
        here = k == now and s.stack_n[k] > 0 and not s.over
        fill, stroke = ("#fbe7b2", GOLD) if here else ("white", EDGE)
        parts.append(rect(x, top, 84, 26, fill, rx=4, stroke=stroke, stroke_width=2))
        parts.append(words(x + 8, top + 18, k, 13, SOFT))
        parts.append(words(x + 76, top + 18, int(s.stack_n[k]), 15, INK, "end", font_weight="bold"))
    return "".join(parts)


def _scoring_box(s: Any, x: float, y: float) -> str:
    """The difference table, scorings done and draws to the next one."""
    steps = DIFFERENCE_VP.size - 1
    parts = [words(x, y + 14, "Lead over the last", 13, INK, font_weight="bold"), words(x, y + 36, "VP", 13, SOFT)]
    for d in range(1, steps + 1):
        at = x + 136 + 32 * d
        parts.append(words(at, y + 14, f"{d}+" if d == steps else d, 13, INK, "middle"))
        parts.append(words(at, y + 36, DIFFERENCE_VP[d], 14, INK, "middle", font_weight="bold"))
    parts.append(line(x, y + 20, x + 312, y + 20, EDGE))
    done = int(s.scorings)
    note = f"Scorings done: {done} of {SCORINGS}"
    if not s.over:
        draws = sum(int(s.stack_n[k]) for k in range(done + 2))
        note += f"; the next one in {draws} draw{'s' if draws != 1 else ''}"
    parts.append(words(x, y + 58, note, 13, INK))
    if s.last_roll:
        parts.append(words(x, y + 78, f"The die rolled {int(s.last_roll)} last", 13, INK))
    return "".join(parts)


# --- Territories -----------------------------------------------------------------------------------------------------


def _window(cells: list[int]) -> tuple[int, int, int, int]:
    """First row, first column, number of rows and columns that show all the cells."""
    rows, cols = [c // COLS for c in cells], [c % COLS for c in cells]
    return min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def _tag(s: Any, p: int, viewer: int | None, x: float, y: float, width: float) -> str:
    """Name and counts of a seat."""
    hats = sum(int(HATS[c]) for c in range(CARDS) if s.card_owner[c] == p)
    points = f"{_points(s, p, viewer)} VP"
    parts = [
        circle(x + 12, y + 15, 9, SEAT_COLOURS[p], stroke=INK),
        words(x + 27, y + 20, _seat_name(p, viewer), 15, INK, font_weight="bold"),
        words(x + width - 8, y + 20, points, 15, INK, "end", font_weight="bold"),
    ]
    at = x + 12
    counts = (("coins", s.coins[p]), ("barrels", s.whisky[p]), ("chieftains", s.chieftains[p]), ("hats", hats),
              ("tiles", tiles_of(s, p)))  # fmt: skip
    for name, n in counts:
        parts.append(words(at, y + 40, int(n), 14, INK, font_weight="bold"))
        parts.append(words(at + 9 * len(str(int(n))) + 3, y + 40, name, 12, SOFT))
        at += 9 * len(str(int(n))) + 7 * len(name) + 18
    return "".join(parts)


def _cards(s: Any, p: int, x: float, y: float) -> tuple[str, float]:
    """The special-location cards of a seat, two to a line; also the height they take."""
    owned = [c for c in range(CARDS) if s.card_owner[c] == p]
    parts = []
    for i, c in enumerate(owned):
        at, top = x + 10 + (i % 2) * 186, y + (i // 2) * 15
        hats = "" if not HATS[c] or "hat" in CARD_TEXTS[CARD_NAMES[c]] else f", {HATS[c]} hat"
        note = f"{CARD_NAMES[c]}: {CARD_TEXTS[CARD_NAMES[c]]}{hats}"
        parts.append(words(at, top + 11, note, min(10.0, 318 / len(note)), SOFT))
    return "".join(parts), 15.0 * ((len(owned) + 1) // 2)


def _territory(s: Any, p: int, viewer: int | None, mask: np.ndarray, x: float, y: float) -> str:
    parts = [rect(x, y, PANEL_W - 8, PANEL_H - 8, PANEL, rx=6,
                  stroke=SEAT_COLOURS[p] if s.seat == p else EDGE, stroke_width=3 if s.seat == p else 1)]  # fmt: skip
    parts.append(_tag(s, p, viewer, x, y, PANEL_W - 8))
    cards, height = _cards(s, p, x, y + 46)
    parts.append(cards)
    mine = [t for t in range(1, TILES) if s.tile_owner[t] == p]
    targets = np.flatnonzero(mask[A.cell : A.cell + CELLS]).tolist() if s.seat == p else []
    row, col, rows, cols = _window([int(s.tile_cell[t]) for t in mine] + targets)
    room_w, room_h = PANEL_W - 24, PANEL_H - 64 - height
    a = min(74.0, room_w / cols, room_h / rows)
    left, top = x + (PANEL_W - 8 - a * cols) / 2, y + 50 + height + (room_h - a * rows) / 2

    def corner(c: int) -> tuple[float, float]:
        return left + a * (c % COLS - col), top + a * (c // COLS - row)

    where = {int(s.tile_cell[t]): corner(int(s.tile_cell[t])) for t in mine}
    for t in mine:
        at = where[int(s.tile_cell[t])]
        parts.append(_face(t, *at, a))
        if s.activated[t]:
            parts.append(rect(*at, a, a, "#ffffff", opacity=0.55))
        elif s.in_A[t]:
            parts.append(rect(at[0] + 2, at[1] + 2, a - 4, a - 4, stroke=PENDING, stroke_width=3))
        parts.append(_load(s, t, *at, a))
    for c in targets:
        at = corner(c)
        fill, dash = ("none", None) if c in where else ("#fbe7b2", "7 4")
        parts.append(rect(at[0] + 2, at[1] + 2, a - 4, a - 4, fill, stroke=GOLD, stroke_width=4, stroke_dasharray=dash))
    if s.seat == p and s.move_src >= 0:
        at = where[int(s.move_src)]
        parts.append(circle(at[0] + a * 0.84, at[1] + a * 0.17, a * 0.2, stroke=GOLD, stroke_width=3))
    return "".join(parts)


# --- What is to do, and the result -----------------------------------------------------------------------------------


def _pending(s: Any, mask: np.ndarray, x: float, y: float, width: float) -> str:
    """The pending step and the choices that are not places on the table."""
    parts = [rect(x, y, width, 150, PANEL, rx=6, stroke=EDGE)]
    points = f"{int(s.mp)} movement point{'s' if s.mp != 1 else ''} left"
    title = points if s.node in (MOVE, DEST) else f"Choices; {points}" if s.node == ACT else "Choices"
    parts.append(words(x + 12, y + 22, title, 14, INK, font_weight="bold"))
    if s.tile > 0:
        parts.append(_face(int(s.tile), x + width - 122, y + 26, 110))
        parts.append(words(x + width - 67, y + 18, "in hand", 12, SOFT, "middle"))
    choices = [int(a) for a in np.flatnonzero(mask) if a >= A.use]  # the ranges after cells and tiles
    names = [ACTIONS.describe(a, s) for a in choices]
    if mask[A.cell : A.cell + CELLS].any() or any(mask[A.take : A.take + CHAIN - 1]):
        names.insert(0, "a place framed in gold")
    for i, name in enumerate(names[:12]):
        size = min(12.5, 360 / len(name))
        parts.append(words(x + 12 + 222 * (i % 2), y + 44 + 18 * (i // 2), f"• {name}", size, INK))
    return "".join(parts)


def result_rows(s: Any) -> list[tuple[str, list[int]]]:
    """Points of a finished game by source, one column per seat. The last scoring is known from the final position."""
    seats = range(int(s.players))
    fewest = fewest_tiles(s)
    last = [
        [int(difference_points(category_count(s, p, c) - lowest_count(s, c))) for p in seats] for c in range(CATEGORIES)
    ]
    cards = [int(card_points(s, p)) for p in seats]
    coins = [VP_PER_COIN * int(s.coins[p]) for p in seats]
    tiles = [VP_PER_EXTRA_TILE * int(tiles_of(s, p) - fewest) for p in seats]
    later = [sum(column) for column in zip(*last, cards, coins, tiles, strict=True)]
    return [
        ("play and scorings 1, 2", [int(s.score[p]) - later[p] for p in seats]),
        ("scoring 3: whisky", last[0]),
        ("scoring 3: chieftains", last[1]),
        ("scoring 3: places", last[2]),
        ("end cards", cards),
        ("coins", coins),
        ("tiles too many", tiles),
        ("total", [int(s.score[p]) for p in seats]),
        ("cubes (tie-break)", [int(s.tiebreak[p]) for p in seats]),
    ]


def _result(s: Any, x: float, y: float, width: float) -> str:
    parts = [rect(x, y, width, 236, PANEL, rx=6, stroke=EDGE)]
    for p in range(s.players):
        parts.append(words(x + 262 + 66 * p, y + 24, SEAT_NAMES[p], 13, SEAT_COLOURS[p], "end", font_weight="bold"))
    for i, (name, numbers) in enumerate(result_rows(s)):
        top = y + 48 + 22 * i
        weight = "bold" if name == "total" else None
        parts.append(words(x + 12, top, name, 13, INK, font_weight=weight))
        for p, n in enumerate(numbers):
            parts.append(words(x + 262 + 66 * p, top, n, 13, INK, "end", font_weight=weight))
    return "".join(parts)


def draw(s: Any, viewer: int | None) -> str:
    """The table as an SVG document.

    Args:
        s: A state.
        viewer: The seat that looks, which sees its own points; None for a spectator.
    """
    mask = _legal(s)
    columns = 2
    lines = (int(s.players) + columns - 1) // columns
    width = RIGHT + columns * PANEL_W + 6
    below = RING_Y + 5 * STEP + 10
    height = max(below + 250, RING_Y + lines * PANEL_H + 2)  # room for the result all along: one size per game
    headline = _headline(s)
    inner_x, inner_y = RING_X + STEP + 12, RING_Y + STEP + 8
    parts = [
        words(16, 38, headline, min(22.0, 1300 * 1.6 / len(headline)), INK, font_weight="bold"),
        _ring(s, mask),
        _market(s, inner_x, inner_y),
        _stacks(s, inner_x + 280, inner_y),
        _scoring_box(s, inner_x, inner_y + 184),
        _result(s, RING_X, below, 6 * STEP - 6) if s.over else _pending(s, mask, RING_X, below, 6 * STEP - 6),
    ]
    for p in range(s.players):
        at = RIGHT + (p % columns) * PANEL_W, RING_Y + (p // columns) * PANEL_H
        parts.append(group(_territory(s, p, viewer, mask, *at)))
    return document(width, height, *parts, title=headline)


# --- Text ------------------------------------------------------------------------------------------------------------


def _code(s: Any, t: int) -> str:
    """A tile in six characters: type, cubes, clansmen, activated or pending."""
    state = "." if s.activated[t] else "!" if s.in_A[t] else " "
    cubes, men = int(s.tile_cubes[t].sum()), int(s.tile_clansmen[t])
    return f"{CODES[TYPES[TILE_TYPE[t]]]}{cubes or ' '}{'i' * men if men < 3 else f'i{men}':<2}{state}"


def _chain_item(s: Any, i: int, mask: np.ndarray) -> str:
    what = int(s.chain[i])
    if what == 0:
        return f"{i}:-"
    if what == DIE_FIGURE:
        return f"{i}:<die>"
    if what >= FIGURE:
        return f"{i}:<{SEAT_NAMES[what - FIGURE]}>"
    return f"{i}:{TILE_NAMES[what]}{'*' if i and mask[A.take + i - 1] else ''}"


def _text_territory(s: Any, p: int, viewer: int | None, mask: np.ndarray) -> list[str]:
    cards = [CARD_NAMES[c] for c in range(CARDS) if s.card_owner[c] == p]
    rank = int(category_count(s, p, CHIEFTAINS))
    head = (
        f"{_seat_name(p, viewer)}: {int(s.coins[p])} coins, {int(s.whisky[p])} whisky, {int(s.chieftains[p])} "
        f"chieftains (counting {rank} with hats), {int(tiles_of(s, p))} tiles, {_points(s, p, viewer)} VP"
    )
    mine = {int(s.tile_cell[t]): t for t in range(1, TILES) if s.tile_owner[t] == p}
    targets = set(np.flatnonzero(mask[A.cell : A.cell + CELLS]).tolist()) if s.seat == p else set()
    row, col, rows, cols = _window([*mine, *targets])
    lines = [head + (f"; {', '.join(cards)}" if cards else "")]
    for r in range(row, row + rows):
        cells = [COLS * r + c for c in range(col, col + cols)]
        shown = [(_code(s, mine[c]) if c in mine else "  ..  " if c in targets else "      ") for c in cells]
        marks = ["*" if c in targets else " " for c in cells]
        lines.append((f"  {r + 1:>2} " + "".join(map("".join, zip(marks, shown, strict=True)))).rstrip())
    return lines


def text(s: Any, viewer: int | None) -> str:
    """The table as plain text; ``*`` marks what may be chosen, ``!`` tiles to activate, ``.`` activated ones."""
    mask = _legal(s)
    lines = [_headline(s), "Ring: " + "  ".join(_chain_item(s, i, mask) for i in range(CHAIN))]
    lines.append("Market: " + ", ".join(f"{g} {int(k)}" for g, k in zip(GOODS, s.market, strict=True)))
    left = "/".join(str(int(n)) for n in s.stack_n)
    lines.append(f"Stacks: {left}; scorings done: {int(s.scorings)}")
    for p in range(s.players):
        lines += ["", *_text_territory(s, p, viewer, mask)]
    if s.over:
        lines += ["", "Points by seat: " + ", ".join(SEAT_NAMES[: s.players])]
        lines += [f"  {name:<24}" + "".join(f"{n:>6}" for n in numbers) for name, numbers in result_rows(s)]
    return "\n".join(lines)
