"""The board of Aztlán as an SVG document, as one seat sees it."""

from typing import Any

from ...engine.pictures.svg import (
    INK,
    PAPER,
    circle,
    document,
    group,
    hit_box,
    hit_polygon,
    line,
    named,
    polygon,
    rect,
    tag,
)
from ...engine.pictures.svg import text as words
from ...engine.pictures.view import View, as_view
from ..components import CARD_NAMES, LAKE_NAMES, POWER, POWER_TERRAIN, POWERS, SEASONS, TERRAINS
from ..rules.board import controlled
from .position import (
    LAKES,
    REGIONS,
    TRIBE_COLOURS,
    colour_of,
    headline,
    ids,
    joined_set,
    phase,
    revealed,
    scorer,
    sectors_of,
    shown_power,
    side_name,
    side_now,
    sides_in,
    strength_in,
    worth_of,
)

GROUND = {"jungle": "#94c47d", "desert": "#f3dfa2", "mountain": "#bdb9b4", "highland": "#dcae7d", "city": "#e6a99c"}
MARK = {"jungle": "#2f6b2a", "desert": "#b08a2e", "mountain": "#5d5a57", "highland": "#8a5424", "city": "#a33c31"}
WATER, DEEP = "#7db9dd", "#3d7fa8"
GOLD, RED, DONE, CANOE = "#f2b705", "#c22525", "#2c7a3f", "#9c1f8b"
EDGE, SOFT, PALE = "#b9ae97", "#5c5546", "#a39a88"
SHORT = ["Mixcoatl", "Tepeyollotl", "Xipe Totec", "Offering", "Games", "Canoes", "Tlatoani", "Warriors"]
PHASES = ["select", "place", "conflict", "score"]

WIDTH, HEIGHT = 1290, 906
SCALE, LEFT, TOP = 0.84, 4, 54
PANEL_X, PANEL_W = 872, 406


# --- The map ---------------------------------------------------------------------------------------------------------


def _icon(terrain: str, x: float, y: float) -> str:
    """A small sign of a terrain, about 20 wide, standing on (x, y)."""
    colour = MARK[terrain]
    if terrain == "jungle":
        crowns = [polygon([(x + d - 6, y), (x + d, y - h), (x + d + 6, y)], colour) for d, h in ((-5, 15), (5, 18))]
        return "".join(crowns)
    if terrain == "desert":
        waves = f"M{x - 11},{y - 2} q5.5,-8 11,0 q5.5,-8 11,0 M{x - 6},{y - 9} q5.5,-8 11,0"
        return tag("path", d=waves, fill="none", stroke=colour, stroke_width=2.2)
    if terrain == "mountain":
        peak = polygon([(x - 11, y), (x - 2, y - 18), (x + 3, y - 9), (x + 5, y - 12), (x + 11, y)], colour)
        return peak + polygon([(x - 4.5, y - 13), (x - 2, y - 18), (x + 0.5, y - 13)], "white")
    if terrain == "highland":
        terraces = "".join(f"M{x - w},{y - h} q{w},-{w * 0.9:.1f} {2 * w},0 " for w, h in ((11, 0), (7.5, 6), (4, 12)))
        return tag("path", d=terraces, fill="none", stroke=colour, stroke_width=2.6)
    steps = "".join(rect(x - w / 2, y - h - 5, w, 4.2, colour) for w, h in ((22, 0), (16, 5), (10, 10)))
    return steps + rect(x - 2.5, y - 20, 5, 5, colour)


def _ink_on(colour: str) -> str:
    return INK if colour == TRIBE_COLOURS[3] else "white"


def _pawn(x: float, y: float, colour: str, letter: str, count: int | str = "", size: float = 1.0) -> str:
    """A pawn centred on (x, y), about 32 x 42, with its side's letter and a number on it."""
    body = polygon([(-16, 20), (-7, -6), (7, -6), (16, 20)], colour)
    head = circle(0, -11, 8.5, colour)
    shape = group(body, head, stroke=INK, stroke_width=1.4, stroke_linejoin="round")
    number = words(0, 15, count, 18, _ink_on(colour), "middle", font_weight="bold")
    mark = words(0, -6.5, letter, 12, _ink_on(colour), "middle", font_weight="bold")
    return group(shape, number, mark, transform=f"translate({x:.1f} {y:.1f}) scale({size})")


def _region(s: Any, r: int) -> str:
    region, present = REGIONS[r], sides_in(s, r)
    x, y = region["label_xy"]
    shared = len(present) > 1
    top = y - 26 if present else y + 8
    parts = [_icon(region["terrain"], x - 17, top), words(x - 2, top, region["key"], 20, INK, font_weight="bold")]
    if s.settled[r]:
        parts.append(_tick(x + 43, top - 7))
    step = 34 if len(present) < 4 else 31
    for k, side in enumerate(present):
        at = x + step * (k - (len(present) - 1) / 2)
        parts.append(_pawn(at, y + 2, colour_of(s, side), side_name(s, side)[0], int(s.pawns[side, r])))
        if shared and revealed(s):
            parts.append(rect(at - 13, y + 25, 26, 19, "white", rx=5, stroke=colour_of(s, side), stroke_width=1.5))
            parts.append(words(at, y + 40, strength_in(s, side, r), 16, INK, "middle", font_weight="bold"))
    title = f"{region['key']}, {region['terrain']}"
    return named(f"region-{r}", title, *parts, hit=hit_polygon(region["polygon"]))


def _tick(x: float, y: float) -> str:
    """The mark of a settled region."""
    hook = tag("path", d=f"M{x - 5},{y} l4,4 l6,-8", fill="none", stroke="white", stroke_width=2.5)
    return circle(x, y, 9, DONE) + hook


def _ground() -> str:
    land = [
        polygon(r["polygon"], GROUND[r["terrain"]], stroke="#6d5f49", stroke_width=2, stroke_linejoin="round")
        for r in REGIONS
    ]
    water = [polygon(lake["polygon"], WATER, stroke=DEEP, stroke_width=3, stroke_linejoin="round") for lake in LAKES]
    waves = [
        tag("path", d=f"M{x - 24},{y + d} q6,-7 12,0 t12,0 t12,0 t12,0", fill="none", stroke="white", stroke_width=2.5)
        for x, y in (lake["label_xy"] for lake in LAKES)
        for d in (-7, 7)
    ]
    return circle(500, 500, 492, "#d8cdb4") + circle(500, 500, 484, WATER) + "".join(land + water + waves)


def _conflicts(s: Any) -> str:
    """Rings round shared regions: red while to be settled, green when settled."""
    parts = []
    for r, region in enumerate(REGIONS):
        if len(sides_in(s, r)) > 1 and scorer(s) < 0:
            fought = r == s.fight_region
            colour = DONE if s.settled[r] else RED
            dashes = None if fought or s.settled[r] else "10 7"
            inner = _shrunk(region["polygon"], region["label_xy"])
            parts.append(polygon(inner, stroke=colour, stroke_width=9 if fought else 4, stroke_dasharray=dashes))
    return "".join(parts)


def _shrunk(corners: list[list[int]], centre: list[int]) -> list[tuple[float, float]]:
    cx, cy = centre
    return [(cx + 0.93 * (x - cx), cy + 0.93 * (y - cy)) for x, y in corners]


def _border(sector: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The outer sides of a set of regions."""
    sides: dict[frozenset[tuple[int, int]], tuple[Any, Any]] = {}
    for r in ids(sector):
        corners = [(x, y) for x, y in REGIONS[r]["polygon"]]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            if sides.pop(frozenset((a, b)), None) is None:
                sides[frozenset((a, b))] = (a, b)
    return list(sides.values())


def _outlines(s: Any) -> str:
    """The borders of the scorer's sectors, and of the lake of the canoes played."""
    p = scorer(s)
    if p < 0:
        return ""
    side = side_now(s, p)
    parts = []
    if s.canoe_lake >= 0:
        parts.append(polygon(LAKES[s.canoe_lake]["polygon"], "none", stroke=CANOE, stroke_width=9))
    for sector in sectors_of(s, side):
        sides = [line(*a, *b, stroke=None) for a, b in _border(sector)]
        for width, colour in ((11, "white"), (7, colour_of(s, side))):
            parts.append(group(*sides, stroke=colour, stroke_width=width, stroke_linecap="round"))
    return "".join(parts)


def _worths(s: Any) -> str:
    """What each of the scorer's sectors is worth."""
    p = scorer(s)
    parts = []
    for sector in sectors_of(s, side_now(s, p)) if p >= 0 else ():
        worth = worth_of(sector, int(s.power_now[p]))
        wide = 12 * len(worth) + 14
        x, y = _worth_place(s, sector)
        parts.append(rect(x - wide / 2, y - 4, wide, 25, INK, rx=8, stroke="white", stroke_width=1.5))
        parts.append(words(x, y + 14, worth, 18, "white", "middle", font_weight="bold"))
    return "".join(parts)


def _worth_place(s: Any, sector: int) -> tuple[int, int]:
    """Where a sector's worth is written: below its middle region's pawns, or on the lake that joins two sectors."""
    if sector == joined_set(s, int(controlled(s, side_now(s, scorer(s))))):
        x, y = LAKES[s.canoe_lake]["label_xy"]
        return x, y - 8
    x, y = REGIONS[_middle(sector)]["label_xy"]
    return x, y + (52 if len(sides_in(s, _middle(sector))) > 1 else 30)


def _middle(sector: int) -> int:
    """The region of a sector nearest to its centre."""
    at = {r: REGIONS[r]["label_xy"] for r in ids(sector)}
    cx, cy = (sum(c) / len(at) for c in zip(*at.values(), strict=True))
    return min(at, key=lambda r: (at[r][0] - cx) ** 2 + (at[r][1] - cy) ** 2)


def _lakes() -> str:
    return "".join(named(f"lake-{k}", LAKE_NAMES[k], hit=hit_polygon(lake["polygon"])) for k, lake in enumerate(LAKES))


def _map(s: Any) -> str:
    regions = "".join(_region(s, r) for r in range(len(REGIONS)))
    inner = _ground() + _conflicts(s) + _outlines(s) + _lakes() + regions + group(_worths(s), pointer_events="none")
    return group(inner, transform=f"translate({LEFT} {TOP}) scale({SCALE})")


# --- The panels ------------------------------------------------------------------------------------------------------


def _chip(x: float, y: float, label: str, fill: str = "white", width: float = 90, height: float = 20) -> str:
    box = rect(x, y, width, height, fill, rx=6, stroke="#8d8371", stroke_width=1)
    return box + words(x + width / 2, y + height / 2 + 4.5, label, 13, INK, "middle")


def _chips(x: float, y: float, counts: Any, fill: str, key: str) -> str:
    """Prosperity cards by name, four in a row; their ids begin with ``key``."""
    parts = []
    for k, (kind, n) in enumerate((kind, int(n)) for kind, n in enumerate(counts) if n):
        at = x + 94 * (k % 4), y + 32 * (k // 4)
        label = SHORT[kind] if n == 1 else f"{SHORT[kind]} ×{n}"
        hit = hit_box(at[0], at[1] - 1, 90, 31)
        parts.append(named(f"{key}-{kind}", CARD_NAMES[kind], _chip(*at, label, fill, height=28), hit=hit))
    return "".join(parts)


def _back(x: float, y: float, label: str = "", width: float = 26, height: float = 34) -> str:
    """A face-down card."""
    card = rect(x, y, width, height, "#7a4b2a", rx=4, stroke=INK, stroke_width=1)
    frame = rect(x + 3.5, y + 3.5, width - 7, height - 7, "none", rx=2, stroke="#e3c48d", stroke_width=1)
    return card + frame + words(x + width / 2, y + height / 2 + 5, label, 14, "#f6e6c4", "middle", font_weight="bold")


def _power_card(s: Any, p: int, c: int, x: float, y: float, shown: int) -> str:
    terrain = int(POWER_TERRAIN[c])
    ground = "#f4efe2" if terrain < 0 else GROUND[TERRAINS[terrain]]
    used, now = bool(s.power_used[p, c]), c == shown
    card = rect(x, y, 27, 36, "#ddd6c8" if used else ground, rx=4, stroke=INK, stroke_width=1)
    number = words(x + 13.5, y + 25, POWER[c], 19, PALE if used else INK, "middle", font_weight="bold")
    cross = line(x + 4, y + 32, x + 23, y + 4, PALE, stroke_width=2) if used else ""
    ring = rect(x - 3, y - 3, 33, 42, "none", rx=6, stroke=GOLD, stroke_width=4) if now else ""
    title = f"power {POWER[c]}, {'wild' if terrain < 0 else TERRAINS[terrain]}"
    return named(f"power-{p}-{c}", title, card, number, cross, ring, hit=hit_box(x - 3, y - 3, 33, 42))


def _ordinal(k: int) -> str:
    return ("1st", "2nd", "3rd", "4th")[k]


def _player(s: Any, p: int, view: View, y: float, height: float) -> str:
    side, x = side_now(s, p), PANEL_X
    colour, active = colour_of(s, side), p == s.seat
    shown = shown_power(s, p, view)
    frame, thick = (GOLD, 4) if active else (EDGE, 1.2)
    ground = rect(x, y, PANEL_W, height, "white", rx=10, stroke=frame, stroke_width=thick)
    parts = [
        rect(x, y, 10, height, colour, rx=5),
        _pawn(x + 34, y + 26, colour, side_name(s, side)[0], size=0.8),
        words(x + 56, y + 24, f"{side_name(s, side)}", 17, INK, font_weight="bold"),
        words(x + 56, y + 42, _seat_note(s, p, view), 13, SOFT),
        words(x + PANEL_W - 16, y + 36, int(s.score[p]), 30, INK, "end", font_weight="bold"),
    ]
    for k, (label, value) in enumerate((("to place", s.to_place), ("reserve", s.reserve), ("removed", s.removed))):
        at = x + 277 + 48 * k
        parts.append(words(at, y + 72, int(value[side]), 17, INK, "middle", font_weight="bold"))
        parts.append(words(at, y + 87, label, 11, SOFT, "middle"))
    box = named(f"seat-{p}", f"{view.name(p)}, {side_name(s, side)}", *parts, hit=hit_box(x, y, PANEL_W, 50, 10))
    cards = [_power_card(s, p, c, x + 22 + 33 * c, y + 54, shown) for c in range(POWERS)]
    if shown == -2:
        cards.append(_back(x + 224, y + 54, "?", 27, 36))
    return "".join([ground, box, *cards, _hand(s, p, view, x + 22, y + 97)])


def _seat_note(s: Any, p: int, view: View) -> str:
    place = _ordinal(s.turn_order[: s.players].tolist().index(p))
    notes = [view.name(p), f"{place} in turn"]
    if p == view.seat:
        notes.append("you")
    if s.over:
        rank = sum(s.payoff[q] > s.payoff[p] for q in range(s.players))
        notes[1] = f"{_ordinal(rank)} place"
    elif p == s.seat:
        notes.append("to decide")
    return " · ".join(notes)


def _hand(s: Any, p: int, view: View, x: float, y: float) -> str:
    if view.sees(p) and s.hand[p].any():
        return _chips(x, y, s.hand[p], "#fdf3d3", f"card-{p}")
    held = int(s.hand[p].sum())
    backs = "".join(_back(x + 13 * k, y, "", 16, 21) for k in range(min(held, 20)))
    return backs + words(x + 13 * min(held, 20) + (10 if held else 0), y + 15, _cards(held), 13, SOFT)


def _cards(n: int) -> str:
    return "no prosperity card" if n == 0 else "1 prosperity card" if n == 1 else f"{n} prosperity cards"


def _season(s: Any) -> str:
    """Season track, phases and marker stack."""
    x, y = PANEL_X, 10
    parts = [words(x, y + 26, "Season", 13, SOFT)]
    for k in range(1, SEASONS + 1):
        here = k == s.season
        at = x + 46 + 34 * k
        parts.append(circle(at, y + 21, 14, "#6b6457" if here else PAPER, stroke="#6b6457", stroke_width=1.5))
        parts.append(words(at, y + 26, k, 15, "white" if here else INK, "middle", font_weight="bold"))
    parts.append(words(x, y + 61, "Phase", 13, SOFT))
    for k, name in enumerate(PHASES):
        here = k == phase(s) and not s.over
        parts.append(_chip(x + 64 + 78 * k, y + 46, name, GOLD if here else PAPER, 72))
    season = named("season", f"season {int(s.season)} of {SEASONS}", *parts, hit=hit_box(x - 4, y, 264, 72))
    heading = words(x + 272, y + 12, "Markers, top first", 13, SOFT)
    return season + named("markers", "score markers", heading, _stack(s, x, y), hit=hit_box(x + 268, y, 138, 40))


def _stack(s: Any, x: float, y: float) -> str:
    """The score markers in the order of their arrival, as small pyramids."""
    parts = []
    for k, p in enumerate(s.marker_order[: s.players].tolist()):
        at, colour = x + 285 + 33 * k, colour_of(s, side_now(s, p))
        parts.append(polygon([(at - 13, y + 36), (at, y + 20), (at + 13, y + 36)], colour, stroke=INK, stroke_width=1))
    return "".join(parts)


def _table(s: Any, y: float) -> str:
    """Deck and discard pile."""
    x = PANEL_X
    deck = _back(x + 6, y + 4, str(int(s.deck_len)), 34, 44) + words(x + 23, y + 63, "deck", 12, SOFT, "middle")
    head = words(x + 56, y + 16, "Discard pile" if s.discard.any() else "Discard pile: empty", 13, SOFT)
    pile = _chips(0, 0, s.discard, "#efe7d6", "discard")
    return (
        named("deck", "deck of prosperity cards", deck, hit=hit_box(x, y, 46, 66))
        + named("discard", "discard pile", head, hit=hit_box(x + 50, y, 160, 22))
        + group(pile, transform=f"translate({x + 56} {y + 22}) scale(0.92)")
    )


def _legend() -> str:
    """What scores with which power card, and the marks on the map."""
    x, y = PANEL_X, HEIGHT - 68
    parts = [line(x, y - 14, x + PANEL_W, y - 14, EDGE)]
    for c in range(POWERS):
        at, terrain = x + 12 + 67 * c, int(POWER_TERRAIN[c])
        icon = words(at + 2, y + 12, "any", 12, INK, "middle") if terrain < 0 else _icon(TERRAINS[terrain], at, y + 12)
        name = "wild" if terrain < 0 else TERRAINS[terrain]
        sign = icon + words(at + 15, y + 12, POWER[c], 15, INK, font_weight="bold")
        sign += words(at - 12, y + 28, name, 12, SOFT)
        key = "wild" if terrain < 0 else f"terrain-{terrain}"
        parts.append(named(key, f"{name}: scores with power {POWER[c]}", sign, hit=hit_box(at - 14, y - 10, 64, 42)))
    marks = ((RED, "6 4", "to settle"), (DONE, None, "settled"), (EDGE, None, "strength"))
    for k, (colour, dashes, label) in enumerate(marks):
        at = x + 130 * k
        parts.append(rect(at, y + 42, 24, 17, "white", rx=5, stroke=colour, stroke_width=2.5, stroke_dasharray=dashes))
        parts.append(words(at + 32, y + 55, label, 12, SOFT))
    parts.append(words(x + 272, y + 55, "18", 11, INK, "middle", font_weight="bold"))
    return "".join(parts)


def draw(s: Any, viewer: View | int | None) -> str:
    """The board as an SVG document.

    Args:
        s: A state.
        viewer: The seat that looks; None for a spectator. Others' hands and face-down cards stay hidden.
    """
    view, seats = as_view(viewer), list(range(s.players))
    heights = [160 if view.sees(p) and (s.hand[p] > 0).sum() > 4 else 130 for p in seats]
    title = headline(s, view)
    size = min(22, 1340 / len(title))
    parts = [words(16, 36, title, size, INK, font_weight="bold"), _map(s), _season(s)]
    y = 90.0
    for p, height in zip(seats, heights, strict=True):
        parts.append(_player(s, p, view, y, height))
        y += height + 10
    parts += [_table(s, y + 2), _legend()]
    return document(WIDTH, HEIGHT, *parts, title=title)
