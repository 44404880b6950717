"""Pictures of a game of Deus: hex map, columns and hand as an SVG, and a plain text view, each as one seat sees it."""

import textwrap
from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np

from ..engine.pictures.svg import INK, SEAT_COLOURS, circle, document, group, line, polygon, rect, tag
from ..engine.pictures.svg import text as words
from . import game
from . import vocabulary as v
from .actions import A
from .components import (
    BASIC,
    CARD_NAMES,
    CARD_TEXTS,
    COST,
    COST_GOLD,
    DESIGNS,
    DIRECTIONS,
    EFFECT_END,
    EFFECT_START,
    EFFECTS,
    KIND,
    KINDS,
    N_RESOURCES,
    RESOURCES,
    SEA,
    TERRAIN_LETTERS,
    TILE_COUNT,
    TILE_REGIONS,
    VILLAGE,
    region_coordinates,
)
from .rules.cards import is_face_up
from .state import ARMY, DESTINATION, MAIN, NODES, PLACE, PRODUCE_CITY, START, WILD_COLUMN

GROUND = ["#7fae6d", "#b9b4ad", "#9c9a6f", "#ecd78a", "#86bfe0", "#3b3531"]
KIND_COLOURS = ["#3d7fc4", "#4f9a4f", "#d9b62c", "#8f6237", "#c0392b", "#8355a8"]
RESOURCE_COLOURS = ["#7a5230", "#8d8d8d", "#c06a3e", "#e0b93a", "#f2cf3b"]
SOFT, PALE, CARD_PAPER, LIGHT = "#5c5546", "#d8cfbb", "#fffdf6", "#ff8c1a"

WIDTH, HEIGHT = 1440, 900
MAP = (12, 54, 640, 516)  # x, y, width, height
HAND_Y, CARD_W, CARD_H = 592, 124, 144
PANEL_X, PANEL_Y, PANEL_W, PANEL_H = 668, 100, 760, 790
LETTER = 0.56  # mean width of a letter, in font sizes

# --- Cards in a few words --------------------------------------------------------------------------------------------

_MEASURE_NAMES = {
    **{f"regions_{terrain}": terrain for terrain in v.LAND},
    "pieces_maritime": "ship", "pieces_production": "production", "pieces_science": "science", "pieces_civil": "civil",
    "pieces_military": "army", "regions_eq1": "city of 1", "regions_ge2": "city ≥2", "regions_ge3": "city ≥3",
    "regions_ge4": "city of 4", "regions_all": "region", "regions_rim": "edge region",
    "largest_city": "top-city piece", "armies_near_ship": "army by a ship", "villages_near_army": "village by an army",
    "temple_cards": "temple card", "resources_owned": "resource", "column_sets": "set of 5 columns",
}  # fmt: skip
_COLUMNS = {**dict(enumerate(v.KINDS)), v.ANY_COLUMN: "other"}


def _items(row: Any, names: tuple[str, ...]) -> str:
    chosen = [name for i, name in enumerate(names) if row[v.ITEMS] >> i & 1]
    return "any" if len(chosen) == len(names) else "/".join(chosen)


def _units(row: Any) -> str:
    return " + ".join(f"{row[column]} {what}" for column, what in ((v.GOLD, "gold"), (v.VP, "VP")) if row[column])


def _effect(row: Any) -> str:  # one line for each effect of the vocabulary
    op, most = v.OPS[row[v.OP]], int(row[v.MAX])
    unlike = " unlike" if row[v.DISTINCT] else ""
    if op == "sell":
        return f"sell {most} {_items(row, v.RESOURCES)}{unlike}: {_units(row)} each"
    if op == "buy":
        return f"buy {most} {_items(row, v.RESOURCES)}{unlike}: {_units(row)} each"
    if op == "trade":
        return f"swap {most}"
    if op == "produce_all":
        size = f" in a city ≥{row[v.OPTION]}" if row[v.OPTION] > 1 else ""
        return f"{_items(row, v.LAND)}{size}: {row[v.AMOUNT]} each"
    if op == "produce_pick":
        return f"{most}{unlike} buildings make {row[v.AMOUNT]}"
    if op == "produce_city":
        return f"a {_items(row, v.LAND)}: 1 per building"
    if op == "draw":
        return (f"draw {most}", f"draw up to {most}", f"draw 1 per yellow, ≤{most}")[row[v.OPTION]]
    if op == "take_piece":
        return f"take {most} piece" + "s" * (most > 1)
    if op == "activate":
        return f"use a {_COLUMNS[int(row[v.OPTION])]} card"
    if op == "steal":
        return f"{_units(row)} from {'each' if row[v.EACH] else 'one'}{' by ship' if row[v.NEAR] == v.MARITIME else ''}"
    if op == "move":
        return f"move {most} arm{'y' if most == 1 else 'ies'} {row[v.AMOUNT]}"
    what = "VP" if op == "temple" or row[v.VP] else "gold"
    div = f"{row[v.DIV]} × " if row[v.DIV] > 1 else ""
    return f"{row[v.AMOUNT]} {what} per {div}{_MEASURE_NAMES[v.MEASURES[row[v.MEASURE]]]}"


def short_text(card: int) -> str:
    """A card's effects in at most some 30 letters."""
    return "; ".join(_effect(EFFECTS[e].tolist()) for e in range(EFFECT_START[card], EFFECT_END[card]))


def cost_text(card: int) -> str:
    """A card's cost, for example ``1 wood 2 gold``."""
    cost = next(d for d in DESIGNS if d["index"] <= card < d["index"] + d["copies"])["cost"]
    return " ".join(f"{cost[name]} {name}" for name in (*RESOURCES, "gold") if cost[name]) or "free"


# --- What the viewer may know ----------------------------------------------------------------------------------------


def _pieces_shown(s: Any, viewer: int | None, p: int) -> bool:
    """Starting pieces are secret until all have chosen (DE-11.1)."""
    return s.node != START or viewer == p


def _legal(s: Any, viewer: int | None) -> np.ndarray:
    """Legal actions, for the seat to decide only: they tell about its hand and its VP."""
    mask = game.new_mask()
    return game.legal_mask(s, mask) if viewer is not None and viewer == s.seat else mask


def _card_in_use(s: Any) -> tuple[int, int] | None:
    """Column and place of the card whose effect is being used."""
    if s.inner_kind >= 0:
        return int(s.inner_kind), int(s.inner_pos)
    return (int(s.frame_kind), int(s.frame_pos)) if s.frame_kind >= 0 else None


def _headline(s: Any) -> str:
    if s.over:
        best = max(s.score[: s.players])
        winners = " and ".join(f"seat {p}" for p in range(s.players) if s.score[p] == best)
        return f"Deus · game over after round {s.round_no} · {winners} with {best} VP"
    end = ""
    if s.end_round >= 0:
        end = " · last round" if s.round_no >= min(s.end_round, s.max_rounds) else " · last round but one"
    doing = NODES[s.node]
    if _card_in_use(s) is not None:
        doing += f" ({CARD_NAMES[_used_card(s)]})"
    elif s.card >= 0 and s.node != WILD_COLUMN:
        doing += f" ({CARD_NAMES[s.card]})"
    return f"Deus · round {s.round_no}{end} · seat {s.seat} to decide: {doing}"


def _used_card(s: Any) -> int:
    kind, place = _card_in_use(s) or (0, 0)
    return int(s.column[s.seat, kind, place])


# --- The map ---------------------------------------------------------------------------------------------------------


class _Map:
    """Places of the regions on the page."""

    def __init__(self, s: Any):
        self.n = int(TILE_COUNT[s.players]) * TILE_REGIONS
        slots = [(int(i), int(j)) for i, j in s.slots[: TILE_COUNT[s.players]]]
        self.axial = region_coordinates(slots)
        self.where = {axial: r for r, axial in enumerate(self.axial)}
        flat = [(sqrt(3) * (q + r / 2), 1.5 * r) for q, r in self.axial]
        left, top = min(x for x, _ in flat), min(y for _, y in flat)
        wide, high = max(x for x, _ in flat) - left, max(y for _, y in flat) - top
        x, y, w, h = MAP
        self.size = min(w / (wide + sqrt(3)), h / (high + 2), 50.0)
        dx = x + (w - self.size * wide) / 2 - self.size * left
        dy = y + (h - self.size * high) / 2 - self.size * top
        self.centre = [(dx + self.size * a, dy + self.size * b) for a, b in flat]

    def corners(self, r: int, size: float) -> list[tuple[float, float]]:
        x, y = self.centre[r]
        return [(x + size * cos(pi / 6 + k * pi / 3), y + size * sin(pi / 6 + k * pi / 3)) for k in range(6)]

    def borders(self, r: int) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """The sides of a region that are the rim of its tile."""
        corners = self.corners(r, self.size)
        found = []
        for dq, dr in DIRECTIONS:
            q, t = self.axial[r]
            other = self.where.get((q + dq, t + dr))
            if other is None or other // TILE_REGIONS != r // TILE_REGIONS:
                angle = round(_angle(dq, dr) / (pi / 3)) % 6  # the side between corners angle - 1 and angle
                found.append((corners[angle - 1], corners[angle]))
        return found


def _angle(dq: int, dr: int) -> float:
    return float(np.arctan2(1.5 * dr, sqrt(3) * (dq + dr / 2)))


def _map(s: Any, viewer: int | None) -> str:
    place = _Map(s)
    legal = _legal(s, viewer)
    parts = [_ground(s, place, r) for r in range(place.n)]
    rim = [line(*a, *b, stroke="#4a4336", stroke_width=2.6) for r in range(place.n) for a, b in place.borders(r)]
    parts += rim
    if s.node in (PLACE, PRODUCE_CITY, ARMY, DESTINATION):
        for r in range(place.n):
            if legal[A.region + r]:
                parts.append(_highlight(s, place, r))
    if s.army_origin >= 0:
        parts.append(polygon(place.corners(s.army_origin, place.size - 3), stroke="#ffffff", stroke_width=3))
    parts += [_buildings(s, place, r) for r in range(place.n)]
    return "".join(parts)


def _ground(s: Any, place: _Map, r: int) -> str:
    x, y = place.centre[r]
    terrain = int(s.terrain[r])
    parts = [polygon(place.corners(r, place.size), GROUND[terrain], stroke="#6d6454", stroke_width=0.8)]
    number_colour = "#cfc7bb" if terrain == VILLAGE else "#00000088"
    parts.append(words(x, y - place.size * 0.6, r, place.size * 0.22, number_colour, "middle"))
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


def _village(s: Any, place: _Map, r: int) -> str:
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


def _highlight(s: Any, place: _Map, r: int) -> str:
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


def _buildings(s: Any, place: _Map, r: int) -> str:
    """Pieces of the one player who controls the region."""
    parts = []
    for p in range(s.players):
        here = [k for k in range(len(KINDS)) if int(s.where[p, k]) >> r & 1]
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


def _fit(content: str, width: float, size: float) -> float:
    """The font size at which the content is no wider than ``width``."""
    return min(size, width / (LETTER * max(len(content), 1)))


def _strips(s: Any, viewer: int | None) -> str:
    n = int(s.players)
    height = PANEL_H / n
    return "".join(_strip(s, viewer, p, PANEL_Y + p * height, height - 6) for p in range(n))


def _strip(s: Any, viewer: int | None, p: int, y: float, height: float) -> str:
    stroke = 3 if p == s.seat else 1.2
    frame = rect(PANEL_X, y, PANEL_W, height, CARD_PAPER, stroke=SEAT_COLOURS[p], stroke_width=stroke, rx=6)
    parts = [frame, _goods(s, viewer, p, y)]
    wide = PANEL_W / 6
    for k in range(6):
        parts.append(_column(s, viewer, p, k, PANEL_X + k * wide + 3, y + 28, wide - 6, height - 32))
    return "".join(parts)


def _goods(s: Any, viewer: int | None, p: int, y: float) -> str:
    """The head of a strip: who, points, goods and hand."""
    x = PANEL_X + 8
    name = f"seat {p}" + (" (you)" if p == viewer else "") + (" · first" if p == s.first_player else "")
    parts = [rect(x, y + 6, 14, 14, SEAT_COLOURS[p], rx=3), words(x + 20, y + 18, name, 13, font_weight="bold")]
    vp = str(s.score[p]) if s.over or p == viewer else "?"
    entries = [(f"{vp} VP", "#8355a8"), (f"{s.gold[p]} gold", RESOURCE_COLOURS[4])]
    entries += [(f"{s.resources[p, j]} {RESOURCES[j]}", RESOURCE_COLOURS[j]) for j in range(N_RESOURCES)]
    entries.append((f"{s.hand_len[p]} cards", "#4a4336"))
    for i, (content, colour) in enumerate(entries):
        cx = x + 178 + i * 81
        parts.append(circle(cx, y + 13, 5.5, colour, stroke=INK, stroke_width=0.8))
        parts.append(words(cx + 10, y + 18, content, 12.5))
    return "".join(parts)


def _column(s: Any, viewer: int | None, p: int, kind: int, x: float, y: float, width: float, height: float) -> str:
    """One column: its pieces on top, the cards below from the bottom one up (the first card is the lowest row)."""
    colour = KIND_COLOURS[kind]
    parts = [rect(x, y, width, 19, colour, rx=4), _piece(kind, x + 12, y + 9.5, "#ffffff", 0.6)]
    if kind == BASIC:
        label = f"{bin(int(s.where[p, kind])).count('1')} on the board"
    elif _pieces_shown(s, viewer, p):
        label = f"{s.ready[p, kind]} ready · {s.reserve[p, kind]} left"
    else:
        label = "secret"
    parts.append(words(x + 24, y + 13.5, label, 10, "#ffffff", font_weight="bold"))
    row = (height - 22) / 6
    used = _card_in_use(s) if p == s.seat else None
    for i in range(s.height[p, kind]):
        top = y + 21 + (5 - i) * row
        parts.append(_row(s, viewer, p, kind, i, (x, top, width, row - 2), used == (kind, i)))
    return "".join(parts)


def _row(s: Any, viewer: int | None, p: int, kind: int, i: int, box: tuple[float, ...], used: bool) -> str:
    """One card of a column: name, and its effect in as many words as there is room for."""
    x, y, width, height = box
    card = int(s.column[p, kind, i])
    up = bool(is_face_up(s, p, kind, i))
    frame = rect(
        x, y, width, height, "#ffe3b8" if used else "#ffffff" if up else PALE, rx=3,
        stroke=LIGHT if used else KIND_COLOURS[kind], stroke_width=2 if used else 0.8,
    )  # fmt: skip
    if not up and viewer != p:
        return frame + words(x + width / 2, y + height / 2 + 4, "face down", 10, SOFT, "middle", font_style="italic")
    name = CARD_NAMES[card] + ("" if up else " (face down)")
    parts = [frame, words(x + 4, y + 9, name, _fit(name, width - 14, 9), font_weight="bold")]
    room = int((height - 11) / 9.4)
    lines = textwrap.wrap(CARD_TEXTS[card], int((width - 6) / (8 * LETTER)))
    if len(lines) > room:
        lines = textwrap.wrap(short_text(card), int((width - 6) / (8 * LETTER))) if room > 1 else [short_text(card)]
    for k, content in enumerate(lines):
        parts.append(words(x + 4, y + 17.5 + 9.4 * k, content, _fit(content, width - 6, 8), SOFT))
    return "".join(parts)


# --- Supply and hand -------------------------------------------------------------------------------------------------


def _supply(s: Any) -> str:
    y = 54
    parts = [rect(PANEL_X, y, PANEL_W, 38, "#efe8d6", rx=6)]
    parts.append(words(PANEL_X + 8, y + 24, "supply", 13, font_weight="bold"))
    for j in range(N_RESOURCES):
        x = PANEL_X + 72 + j * 80
        parts.append(circle(x, y + 19, 7, RESOURCE_COLOURS[j], stroke=INK, stroke_width=0.8))
        parts.append(words(x + 12, y + 24, f"{s.supply[j]} {RESOURCES[j]}", 12.5))
    parts.append(_piece(BASIC, PANEL_X + 398, y + 19, "#ffffff", 0.8))
    parts.append(words(PANEL_X + 414, y + 24, f"{s.temple_supply} temples", 12.5))
    parts.append(words(PANEL_X + 490, y + 24, f"draw pile {s.deck_len}", 12.5))
    top = f"discards {s.discard_len}"
    if s.discard_len > 0:
        top += f": {CARD_NAMES[s.discard[s.discard_len - 1]]}"
    parts.append(words(PANEL_X + 578, y + 24, top, _fit(top, PANEL_W - 584, 12.5)))
    return "".join(parts)


def _hand(s: Any, viewer: int | None) -> str:
    if viewer is None:
        return words(MAP[0], HAND_Y, "Hands are hidden from spectators.", 13, SOFT, font_style="italic")
    legal = _legal(s, viewer)
    n = int(s.hand_len[viewer])
    title = f"hand of seat {viewer}"
    if legal[A.build : A.build + 10].any():
        title += " – a green dot marks what can be built now"
    parts = [words(MAP[0], HAND_Y - 6, title, 13, font_weight="bold")]
    for i in range(n):
        x, y = MAP[0] + i % 5 * (CARD_W + 5), HAND_Y + 2 + i // 5 * (CARD_H + 6)
        parts.append(_card(int(s.hand[viewer, i]), x, y, bool(s.node == MAIN and legal[A.build + i]), i))
    return "".join(parts)


def _card(card: int, x: float, y: float, playable: bool, slot: int) -> str:
    kind = int(KIND[card])
    parts = [
        rect(x, y, CARD_W, CARD_H, CARD_PAPER, stroke=KIND_COLOURS[kind], stroke_width=2, rx=6),
        rect(x, y, CARD_W, 24, KIND_COLOURS[kind], rx=6),
        words(x + 6, y + 16, CARD_NAMES[card], _fit(CARD_NAMES[card], CARD_W - 36, 12), "#ffffff", font_weight="bold"),
        words(x + CARD_W - 6, y + 16, slot, 10, "#ffffff", "end"),
    ]
    at = x + 11
    for j in range(N_RESOURCES + 1):
        for _ in range(int(COST[card, j]) if j < N_RESOURCES else int(COST_GOLD[card])):
            parts.append(circle(at, y + 36, 6, RESOURCE_COLOURS[j], stroke=INK, stroke_width=0.8))
            at += 15
    if playable:
        parts.append(circle(x + CARD_W - 12, y + 36, 6, "#2fae4e", stroke="#145c27", stroke_width=1.2))
    for k, content in enumerate(textwrap.wrap(CARD_TEXTS[card], 21)):
        parts.append(words(x + 6, y + 58 + 13 * k, content, _fit(content, CARD_W - 10, 10), SOFT))
    return "".join(parts)


def draw(s: Any, viewer: int | None) -> str:
    """The position as an SVG document.

    Args:
        s: A state.
        viewer: The seat that looks, or None for a spectator.
    """
    return document(
        WIDTH, HEIGHT,
        rect(0, 0, WIDTH, 42, "#4a3f35"), words(14, 28, _headline(s), 18, "#faf2df", font_weight="bold"),
        _map(s, viewer), _supply(s), _strips(s, viewer), _hand(s, viewer),
        title=_headline(s),
    )  # fmt: skip


# --- Plain text ------------------------------------------------------------------------------------------------------


def text(s: Any, viewer: int | None) -> str:
    """The position as plain text.

    Args:
        s: A state.
        viewer: The seat that looks, or None for a spectator.
    """
    rows = [_headline(s), "", *_text_map(s), "", _LEGEND, _text_supply(s), ""]
    for p in range(s.players):
        rows += _text_player(s, viewer, p)
    if viewer is not None:
        rows.append(f"hand of seat {viewer}:")
        legal = _legal(s, viewer)
        for i in range(s.hand_len[viewer]):
            card = int(s.hand[viewer, i])
            mark = "*" if s.node == MAIN and legal[A.build + i] else " "
            rows.append(f"  {i}{mark} {CARD_NAMES[card]} ({KINDS[KIND[card]]}; {cost_text(card)}): {CARD_TEXTS[card]}")
    return "\n".join(rows)


_PIECE_LETTERS = "spycat"
_LEGEND = (
    "F forest, M mountain, S swamp, P field, ~ sea, V village (x attacked); seat, then s ship, p production, "
    "y science, c civil, a army, t temple"
)


def _text_map(s: Any) -> list[str]:
    """The map, row by row: terrain letter, then the owner's seat and pieces; villages with their VP."""
    place = _Map(s)
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
            names.append(f"[{name}]" if p == s.seat and _card_in_use(s) == (kind, i) else name)
        stock = ""
        if kind < BASIC:
            stock = f" {s.ready[p, kind]}|{s.reserve[p, kind]}" if _pieces_shown(s, viewer, p) else " ?|?"
        rows.append(f"    {KINDS[kind]}{stock}: {', '.join(names) or '-'}")
    return rows
