"""Pictures of a game of Aztlán: an SVG board and a plain text view, each as one seat sees it."""

from typing import Any

from ..engine.pictures.svg import INK, PAPER, circle, document, group, line, polygon, rect, tag
from ..engine.pictures.svg import text as words
from .components import (
    CARD_NAMES,
    DATA,
    FACTION_NAMES,
    POWER,
    POWER_TERRAIN,
    POWERS,
    REGION_KEYS,
    SEASONS,
    TERRAIN_REGIONS,
    TERRAINS,
)
from .rules.board import controlled, sector_at, side_of, turn_owner
from .rules.conflict import strength
from .rules.scoring import joined_sectors, sector_points
from .state import CONFLICT, GAMES, MOVE, NODES, SCORING_CARD, SELECT, WILD_TERRAIN

GROUND = {"jungle": "#94c47d", "desert": "#f3dfa2", "mountain": "#bdb9b4", "highland": "#dcae7d", "city": "#e6a99c"}
MARK = {"jungle": "#2f6b2a", "desert": "#b08a2e", "mountain": "#5d5a57", "highland": "#8a5424", "city": "#a33c31"}
WATER, DEEP = "#7db9dd", "#3d7fa8"
GOLD, RED, DONE, CANOE = "#f2b705", "#c22525", "#2c7a3f", "#9c1f8b"
EDGE, SOFT, PALE = "#b9ae97", "#5c5546", "#a39a88"
TRIBE_COLOURS = [t["hex"] for t in DATA["tribe"]]
FACTION_COLOURS = ["#127d86", "#dd6b1f"]  # blue with green, red with yellow
TRIBES = [t["key"].capitalize() for t in DATA["tribe"]]
SHORT = ["Mixcoatl", "Tepeyollotl", "Xipe Totec", "Offering", "Games", "Canoes", "Tlatoani", "Warriors"]
PHASES = ["select", "place", "conflict", "score"]

REGIONS, LAKES = DATA["region"], DATA["lake"]
WIDTH, HEIGHT = 1290, 906
SCALE, LEFT, TOP = 0.84, 4, 54
PANEL_X, PANEL_W = 872, 406


# --- What the state says ---------------------------------------------------------------------------------------------


def _side(s: Any, p: int) -> int:
    """The side that seat ``p`` controls this season."""
    return int(side_of(s, p))


def _controller(s: Any, side: int) -> int:
    return next(p for p in range(s.players) if _side(s, p) == side)


def _colour(s: Any, side: int) -> str:
    return FACTION_COLOURS[side] if s.players == 2 else TRIBE_COLOURS[side]


def _name(s: Any, side: int) -> str:
    return FACTION_NAMES[side] if s.players == 2 else TRIBES[side]


def _ink_on(colour: str) -> str:
    return INK if colour == TRIBE_COLOURS[3] else "white"


def _present(s: Any, r: int) -> list[int]:
    """Sides with pawns in the region."""
    return [side for side in range(s.players) if s.pawns[side, r] > 0]


def _revealed(s: Any) -> bool:
    """Whether the power cards of the season lie open (AZ-5.8)."""
    return CONFLICT <= s.node <= WILD_TERRAIN


def _strength(s: Any, side: int, r: int) -> int:
    return int(strength(s, _controller(s, side), r))


def _shown_power(s: Any, p: int, viewer: int | None) -> int:
    """Index of the seat's power card of this season; -1 none yet, -2 face down for the viewer."""
    if s.power_now[p] < 0:
        return -1
    return int(s.power_now[p]) if _revealed(s) or p == viewer else -2


def _phase(s: Any) -> int:
    """Index into PHASES."""
    return 0 if s.node == SELECT else 1 if s.node <= MOVE else 2 if s.node <= GAMES else 3


def _scorer(s: Any) -> int:
    """The seat whose scoring turn it is, or -1."""
    return int(turn_owner(s)) if SCORING_CARD <= s.node <= WILD_TERRAIN else -1


def _ids(regions: int) -> list[int]:
    """The ids of a set of regions, which is a bit mask as in the rules."""
    return [r for r in range(len(REGIONS)) if regions >> r & 1]


def _joined(s: Any, regions: int) -> int:
    """The two sectors that Rafts and Canoes joins, once they are chosen, as one set; else the empty set."""
    return int(joined_sectors(s, regions)) if s.canoe_pair >= 0 else 0


def _sectors(s: Any, side: int) -> list[int]:
    """The sectors of a side by lowest region id; two joined by Rafts and Canoes are one, at the end."""
    regions = int(controlled(s, side))
    joined = _joined(s, regions)
    left, sectors = regions & ~joined, []
    while left:
        sectors.append(int(sector_at(regions, _ids(left)[0])))
        left &= ~sectors[-1]
    return [*sectors, joined] if joined else sectors


def _worth(sector: int, card: int) -> str:
    """What a sector scores, as it is added up: n + m x m (AZ-7.2)."""
    n, terrain = sector.bit_count(), int(POWER_TERRAIN[card])
    if terrain < 0:
        return f"{n} + m×m"
    m = (sector & int(TERRAIN_REGIONS[terrain])).bit_count()
    points = int(sector_points(sector, sector, terrain))  # also of two that are joined
    return f"{n} + {m}×{m} = {points}" if m else str(points)


def _headline(s: Any) -> str:
    if s.over:
        winner = max(range(s.players), key=lambda p: s.payoff[p])
        return f"Aztlán · game over · seat {winner} wins with {s.score[winner]} points"
    who = f"seat {s.seat} ({_name(s, _side(s, int(s.seat)))}) to decide"
    return f"Aztlán · season {s.season} of {SEASONS} · {NODES[s.node]} · {who}"


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


def _pawn(x: float, y: float, colour: str, count: int | str = "", size: float = 1.0) -> str:
    """A pawn centred on (x, y), about 32 x 42, with a number on it."""
    body = polygon([(-16, 20), (-7, -6), (7, -6), (16, 20)], colour)
    head = circle(0, -11, 8.5, colour)
    shape = group(body, head, stroke=INK, stroke_width=1.4, stroke_linejoin="round")
    number = words(0, 15, count, 18, _ink_on(colour), "middle", font_weight="bold")
    return group(shape, number, transform=f"translate({x:.1f} {y:.1f}) scale({size})")


def _region(s: Any, r: int) -> str:
    region, present = REGIONS[r], _present(s, r)
    x, y = region["label_xy"]
    shared = len(present) > 1
    top = y - 26 if present else y + 8
    parts = [_icon(region["terrain"], x - 17, top), words(x - 2, top, region["key"], 20, INK, font_weight="bold")]
    if s.settled[r]:
        parts.append(_tick(x + 43, top - 7))
    step = 34 if len(present) < 4 else 31
    for k, side in enumerate(present):
        at = x + step * (k - (len(present) - 1) / 2)
        parts.append(_pawn(at, y + 2, _colour(s, side), int(s.pawns[side, r])))
        if shared and _revealed(s):
            parts.append(rect(at - 13, y + 25, 26, 19, "white", rx=5, stroke=_colour(s, side), stroke_width=1.5))
            parts.append(words(at, y + 40, _strength(s, side, r), 16, INK, "middle", font_weight="bold"))
    return "".join(parts)


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
        if len(_present(s, r)) > 1 and _scorer(s) < 0:
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
    for r in _ids(sector):
        corners = [(x, y) for x, y in REGIONS[r]["polygon"]]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            if sides.pop(frozenset((a, b)), None) is None:
                sides[frozenset((a, b))] = (a, b)
    return list(sides.values())


def _outlines(s: Any) -> str:
    """The borders of the scorer's sectors, and of the lake of the canoes played."""
    p = _scorer(s)
    if p < 0:
        return ""
    side = _side(s, p)
    parts = []
    if s.canoe_lake >= 0:
        parts.append(polygon(LAKES[s.canoe_lake]["polygon"], "none", stroke=CANOE, stroke_width=9))
    for sector in _sectors(s, side):
        sides = [line(*a, *b, stroke=None) for a, b in _border(sector)]
        for width, colour in ((11, "white"), (7, _colour(s, side))):
            parts.append(group(*sides, stroke=colour, stroke_width=width, stroke_linecap="round"))
    return "".join(parts)


def _worths(s: Any) -> str:
    """What each of the scorer's sectors is worth."""
    p = _scorer(s)
    parts = []
    for sector in _sectors(s, _side(s, p)) if p >= 0 else ():
        worth = _worth(sector, int(s.power_now[p]))
        wide = 12 * len(worth) + 14
        x, y = _worth_place(s, sector)
        parts.append(rect(x - wide / 2, y - 4, wide, 25, INK, rx=8, stroke="white", stroke_width=1.5))
        parts.append(words(x, y + 14, worth, 18, "white", "middle", font_weight="bold"))
    return "".join(parts)


def _worth_place(s: Any, sector: int) -> tuple[int, int]:
    """Where a sector's worth is written: below its middle region's pawns, or on the lake that joins two sectors."""
    if sector == _joined(s, int(controlled(s, _side(s, _scorer(s))))):
        x, y = LAKES[s.canoe_lake]["label_xy"]
        return x, y - 8
    x, y = REGIONS[_middle(sector)]["label_xy"]
    return x, y + (52 if len(_present(s, _middle(sector))) > 1 else 30)


def _middle(sector: int) -> int:
    """The region of a sector nearest to its centre."""
    at = {r: REGIONS[r]["label_xy"] for r in _ids(sector)}
    cx, cy = (sum(c) / len(at) for c in zip(*at.values(), strict=True))
    return min(at, key=lambda r: (at[r][0] - cx) ** 2 + (at[r][1] - cy) ** 2)


def _map(s: Any) -> str:
    regions = "".join(_region(s, r) for r in range(len(REGIONS)))
    inner = _ground() + _conflicts(s) + _outlines(s) + regions + _worths(s)
    return group(inner, transform=f"translate({LEFT} {TOP}) scale({SCALE})")


# --- The panels ------------------------------------------------------------------------------------------------------


def _chip(x: float, y: float, label: str, fill: str = "white", width: float = 90) -> str:
    box = rect(x, y, width, 20, fill, rx=6, stroke="#8d8371", stroke_width=1)
    return box + words(x + width / 2, y + 14.5, label, 12, INK, "middle")


def _chips(x: float, y: float, counts: Any, fill: str) -> str:
    """Prosperity cards by name, four in a row."""
    held = [(SHORT[kind], int(n)) for kind, n in enumerate(counts) if n]
    labels = [name if n == 1 else f"{name} ×{n}" for name, n in held]
    return "".join(_chip(x + 94 * (k % 4), y + 24 * (k // 4), label, fill) for k, label in enumerate(labels))


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
    return card + number + cross + ring


def _ordinal(k: int) -> str:
    return ("1st", "2nd", "3rd", "4th")[k]


def _player(s: Any, p: int, viewer: int | None, y: float, height: float) -> str:
    side, x = _side(s, p), PANEL_X
    colour, active = _colour(s, side), p == s.seat
    shown = _shown_power(s, p, viewer)
    frame, thick = (GOLD, 4) if active else (EDGE, 1.2)
    parts = [
        rect(x, y, PANEL_W, height, "white", rx=10, stroke=frame, stroke_width=thick),
        rect(x, y, 10, height, colour, rx=5),
        _pawn(x + 34, y + 26, colour, size=0.8),
        words(x + 56, y + 24, f"{_name(s, side)}", 17, INK, font_weight="bold"),
        words(x + 56, y + 42, _seat_note(s, p, viewer), 12, SOFT),
        words(x + PANEL_W - 16, y + 36, int(s.score[p]), 30, INK, "end", font_weight="bold"),
    ]
    for k, (label, value) in enumerate((("to place", s.to_place), ("reserve", s.reserve), ("removed", s.removed))):
        at = x + 277 + 48 * k
        parts.append(words(at, y + 72, int(value[side]), 17, INK, "middle", font_weight="bold"))
        parts.append(words(at, y + 87, label, 11, SOFT, "middle"))
    parts += [_power_card(s, p, c, x + 22 + 33 * c, y + 54, shown) for c in range(POWERS)]
    if shown == -2:
        parts.append(_back(x + 224, y + 54, "?", 27, 36))
    parts.append(_hand(s, p, viewer, x + 22, y + 99))
    return "".join(parts)


def _seat_note(s: Any, p: int, viewer: int | None) -> str:
    place = _ordinal(s.turn_order[: s.players].tolist().index(p))
    notes = [f"seat {p}", f"{place} in turn"]
    if p == viewer:
        notes.append("you")
    if s.over:
        rank = sum(s.payoff[q] > s.payoff[p] for q in range(s.players))
        notes[1] = f"{_ordinal(rank)} place"
    elif p == s.seat:
        notes.append("to decide")
    return " · ".join(notes)


def _hand(s: Any, p: int, viewer: int | None, x: float, y: float) -> str:
    if p == viewer and s.hand[p].any():
        return _chips(x, y, s.hand[p], "#fdf3d3")
    held = int(s.hand[p].sum())
    backs = "".join(_back(x + 13 * k, y, "", 16, 21) for k in range(min(held, 20)))
    return backs + words(x + 13 * min(held, 20) + (10 if held else 0), y + 15, _cards(held), 12, SOFT)


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
    for k, phase in enumerate(PHASES):
        here = k == _phase(s) and not s.over
        parts.append(_chip(x + 64 + 78 * k, y + 46, phase, GOLD if here else PAPER, 72))
    parts.append(words(x + 272, y + 12, "Markers, top first", 13, SOFT))
    return "".join(parts) + _stack(s, x, y)


def _stack(s: Any, x: float, y: float) -> str:
    """The score markers in the order of their arrival, as small pyramids."""
    parts = []
    for k, p in enumerate(s.marker_order[: s.players].tolist()):
        at, colour = x + 285 + 33 * k, _colour(s, _side(s, p))
        parts.append(polygon([(at - 13, y + 36), (at, y + 20), (at + 13, y + 36)], colour, stroke=INK, stroke_width=1))
    return "".join(parts)


def _table(s: Any, y: float) -> str:
    """Deck and discard pile."""
    x = PANEL_X
    parts = [_back(x + 6, y + 4, str(int(s.deck_len)), 34, 44), words(x + 23, y + 63, "deck", 11, SOFT, "middle")]
    parts.append(words(x + 56, y + 16, "Discard pile" if s.discard.any() else "Discard pile: empty", 12, SOFT))
    pile = group(_chips(0, 0, s.discard, "#efe7d6"), transform=f"translate({x + 56} {y + 22}) scale(0.92)")
    return "".join(parts) + pile


def _legend() -> str:
    """What scores with which power card, and the marks on the map."""
    x, y = PANEL_X, HEIGHT - 68
    parts = [line(x, y - 14, x + PANEL_W, y - 14, EDGE)]
    for c in range(POWERS):
        at, terrain = x + 12 + 67 * c, int(POWER_TERRAIN[c])
        icon = words(at + 2, y + 12, "any", 12, INK, "middle") if terrain < 0 else _icon(TERRAINS[terrain], at, y + 12)
        parts.append(icon + words(at + 15, y + 12, POWER[c], 15, INK, font_weight="bold"))
        parts.append(words(at - 12, y + 28, "wild" if terrain < 0 else TERRAINS[terrain], 11, SOFT))
    marks = ((RED, "6 4", "to settle"), (DONE, None, "settled"), (EDGE, None, "strength"))
    for k, (colour, dashes, label) in enumerate(marks):
        at = x + 130 * k
        parts.append(rect(at, y + 42, 24, 17, "white", rx=5, stroke=colour, stroke_width=2.5, stroke_dasharray=dashes))
        parts.append(words(at + 32, y + 55, label, 12, SOFT))
    parts.append(words(x + 272, y + 55, "18", 11, INK, "middle", font_weight="bold"))
    return "".join(parts)


def draw(s: Any, viewer: int | None) -> str:
    """The board as an SVG document.

    Args:
        s: A state.
        viewer: The seat that looks; None for a spectator. Others' hands and face-down cards stay hidden.
    """
    seats = list(range(s.players))
    heights = [154 if p == viewer and (s.hand[p] > 0).sum() > 4 else 130 for p in seats]
    headline = _headline(s)
    size = min(22, 1340 / len(headline))
    parts = [words(16, 36, headline, size, INK, font_weight="bold"), _map(s), _season(s)]
    y = 90.0
    for p, height in zip(seats, heights, strict=True):
        parts.append(_player(s, p, viewer, y, height))
        y += height + 10
    parts += [_table(s, y + 2), _legend()]
    return document(WIDTH, HEIGHT, *parts, title=headline)


# --- Text ------------------------------------------------------------------------------------------------------------


def _letter(s: Any, side: int) -> str:
    return _name(s, side)[0]


def text(s: Any, viewer: int | None) -> str:
    """The position as plain text.

    Args:
        s: A state.
        viewer: The seat that looks; None for a spectator.
    """
    lines = [_headline(s), ""]
    lines += _text_map(s)
    lines += _text_shared(s)
    lines += _text_players(s, viewer)
    if viewer is not None:
        lines.append(f"Seat {viewer} holds: {_listed(s.hand[viewer])}")
    lines.append(f"Deck {s.deck_len}; discard pile: {_listed(s.discard)}")
    return "\n".join(lines) + "\n"


def _text_map(s: Any) -> list[str]:
    """Pawns in a grid of terrains and numbers; a region's code is its letter and column."""
    rows = [" " * 12 + "".join(f"{k:<13}" for k in range(1, 7)).rstrip()]
    for t, terrain in enumerate(TERRAINS):
        cells = [_text_region(s, r) for r in range(6 * t, 6 * t + 6)]
        rows.append(f"{REGION_KEYS[6 * t][0]} {terrain:<10}" + "".join(f"{cell:<13}" for cell in cells).rstrip())
    return [*rows, ""]


def _text_region(s: Any, r: int) -> str:
    return " ".join(f"{_letter(s, side)}{s.pawns[side, r]}" for side in _present(s, r)) or "·"


def _text_shared(s: Any) -> list[str]:
    """Shared regions with strengths once the power cards lie open, and the sectors of a scoring turn."""
    rows = []
    for r, key in enumerate(REGION_KEYS):
        present = _present(s, r)
        if len(present) > 1 and _revealed(s) and _scorer(s) < 0:
            sides = ", ".join(f"{_name(s, side)} {_strength(s, side, r)}" for side in present)
            state = "settled" if s.settled[r] else "fighting" if r == s.fight_region else "open"
            rows.append(f"Shared {key}: {sides} ({state})")
    p = _scorer(s)
    if p >= 0:
        for sector in _sectors(s, _side(s, p)):
            names = " ".join(REGION_KEYS[r] for r in _ids(sector))
            rows.append(f"Sector {names}: {_worth(sector, int(s.power_now[p]))}")
        if s.canoe_lake >= 0:
            rows.append(f"Rafts and Canoes on {LAKES[s.canoe_lake]['name']}")
    return [*rows, ""] if rows else []


def _text_players(s: Any, viewer: int | None) -> list[str]:
    rows = ["seat  side                 score  to place  reserve  removed  power cards     cards"]
    for p in s.turn_order[: s.players].tolist():
        side = _side(s, p)
        mark = ">" if p == s.seat else " "
        rows.append(
            f"{mark}{p:<5}{_name(s, side):<21}{s.score[p]:>5}{s.to_place[side]:>10}{s.reserve[side]:>9}"
            f"{s.removed[side]:>9}  {_text_power(s, p, viewer):<15}{s.hand[p].sum():>5}"
        )
    order = " ".join(str(p) for p in s.marker_order[: s.players].tolist())
    return [*rows, f"In turn order; score markers, top first: {order}", ""]


def _text_power(s: Any, p: int, viewer: int | None) -> str:
    """Unused power cards, the one of the season in brackets (? face down), used ones as dots."""
    shown = _shown_power(s, p, viewer)
    cards = [f"[{POWER[c]}]" if c == shown else "." if s.power_used[p, c] else str(POWER[c]) for c in range(POWERS)]
    return "".join(cards) + ("[?]" if shown == -2 else "")


def _listed(counts: Any) -> str:
    held = [f"{CARD_NAMES[kind]} ×{n}" if n > 1 else CARD_NAMES[kind] for kind, n in enumerate(counts) if n]
    return ", ".join(held) or "none"
