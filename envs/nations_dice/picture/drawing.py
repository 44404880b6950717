"""The table of Nations: The Dice Game as an SVG document. Nothing in this game is secret."""

import math
from typing import Any

from ...engine.pictures.svg import (
    FAINT,
    INK,
    circle,
    document,
    group,
    hit_box,
    hit_circle,
    ink_on,
    line,
    named,
    polygon,
    rect,
    tag,
)
from ...engine.pictures.svg import text as words
from ...engine.pictures.view import View, as_view
from ..actions import die
from ..components import (
    ADVISOR,
    BOARD_COLOURS,
    BOARD_NAMES,
    BUILDING,
    CLASS_COLOUR,
    CLASS_ICON,
    CLASS_VALUE,
    CLASSES,
    COLOURS,
    COLUMNS,
    COLUMNS_USED,
    EVENT_FAMINE,
    EVENT_NAMES,
    EVENT_VP,
    EVENT_WAR,
    FOOD,
    GOLD,
    HALL_OF_FAME,
    KINDS,
    ROWS,
    SLOTS,
    START_NAMES,
    STONE,
    STRENGTH,
    TILE_CHIT,
    TILE_COLOUR,
    TILE_GAIN,
    TILE_ICON,
    TILE_NAMES,
    TILE_STONE,
    TILE_TYPE,
    TILE_VP,
    WHITE,
    WONDER,
)
from ..state import MARK
from .position import LABELS, ROMAN, beside, counted, headline, rank, tile_points, total

WIDTH, TOP, BOARD_H, PLAYER_W, PLAYER_H = 1300, 56, 336, 636, 258
TILE_W, TILE_H, TILES_X = 158, 92, 74
PANEL_X = 724
SEAT = {"red": "#c22f2f", "green": "#2e8b46", "yellow": "#d8a500", "purple": "#7e3f9d"}
GROUND = ["#bcd4ec", "#f6e39a", "#bfe0b4", "#dcc3a1"]  # building, advisor, colony, wonder
RIM = ["#3b6ea5", "#b8920f", "#3e8a3a", "#8a5a28"]
DICE = ["#e4e0d6", "#ef8a24", "#c93535", "#3767b8"]
DARK, SOFT, CARD = "#8f8672", "#5f5848", "#fffdf6"


def _colour(p: int) -> str:
    return SEAT[BOARD_COLOURS[p]]


def _fit(size: float, content: str, width: float) -> float:
    """The font size at which the words keep within the width."""
    return min(size, width / (0.66 * max(len(content), 1)))


# --- Icons, dice, chits, tiles ---------------------------------------------------------------------------------------


def _icon(kind: int, x: float, y: float, r: float) -> str:
    """The icon of a chit kind, within a circle of radius ``r``."""
    return group(_ICONS[kind](), transform=f"translate({x:.1f} {y:.1f}) scale({r / 10:.3f})")


def _reroll() -> str:
    arc = tag("path", d="M 6.4 -4.6 A 8 8 0 1 0 8 0.6", fill="none", stroke="#7e3f9d", stroke_width=3)
    return arc + polygon([(9.5, -8.5), (8.6, 0.2), (1.2, -4.4)], "#7e3f9d")


def _gold() -> str:
    return circle(0, 0, 9, "#f2b705", stroke="#9a7000", stroke_width=1.6) + circle(0, 0, 5.4, stroke="#9a7000")


def _food() -> str:
    grains = [(-3.6, -1, 35), (3.6, -1, -35), (-3.6, 3.6, 35), (3.6, 3.6, -35), (-2.6, -5.4, 25), (2.6, -5.4, -25)]
    ears = [
        tag("ellipse", cx=x, cy=y, rx=2.2, ry=4, fill="#c9a227", stroke="#6f5600", stroke_width=0.7,
            transform=f"rotate({-turn} {x} {y})")
        for x, y, turn in grains
    ]  # fmt: skip
    return line(0, 10, 0, -7, "#5d7a1f", stroke_width=1.8) + "".join(ears)


def _strength() -> str:
    blade = polygon([(-1.9, 3), (-1.9, -6.5), (0, -10), (1.9, -6.5), (1.9, 3)], "#a9b6c4", stroke="#3d4854")
    return blade + rect(-5.5, 2.6, 11, 2.6, "#5b4326") + rect(-1.4, 5.2, 2.8, 4.8, "#5b4326")


def _book() -> str:
    left = polygon([(0, -5), (-9, -7), (-9, 6), (0, 8)], "#f7f1df", stroke="#2b4f91", stroke_width=1.6)
    right = polygon([(0, -5), (9, -7), (9, 6), (0, 8)], "#f7f1df", stroke="#2b4f91", stroke_width=1.6)
    return left + right + line(-6.5, -2, -2.5, -1, "#2b4f91") + line(6.5, -2, 2.5, -1, "#2b4f91")


def _stone() -> str:
    front = polygon([(-9, -2), (3, -2), (3, 8), (-9, 8)], "#a7a39a", stroke="#55524b")
    top = polygon([(-9, -2), (-3, -8), (9, -8), (3, -2)], "#c8c4ba", stroke="#55524b")
    return front + top + polygon([(3, -2), (9, -8), (9, 2), (3, 8)], "#7f7b72", stroke="#55524b")


_ICONS = [_reroll, _gold, _food, _strength, _book, _stone]


def _star(x: float, y: float, r: float) -> str:
    turns = [math.pi * k / 5 for k in range(10)]
    corners = [(x + math.sin(a) * r * (1 - k % 2 * 0.55), y - math.cos(a) * r * (1 - k % 2 * 0.55))
               for k, a in enumerate(turns)]  # fmt: skip
    return polygon(corners, "#e8bf2a", stroke="#8a6a00", stroke_width=0.8)


def _points(x: float, y: float, vp: int, size: float = 13) -> str:
    """A star and a number of points; the number ends at x."""
    return _star(x - size * 1.3, y - size * 0.36, size * 0.6) + words(x, y, vp, size, anchor="end", font_weight="bold")


def _die(x: float, y: float, size: float, colour: int, k: int = -1, mark: str = "") -> str:
    """A die with the face of class ``k``, or blank; ``mark`` is the colour of a ring round it."""
    parts = [rect(x, y, size, size, DICE[colour], rx=size * 0.2, stroke=mark or DARK, stroke_width=3 if mark else 1)]
    if k >= 0:
        edge = size * 0.11
        parts.append(rect(x + edge, y + edge, size - 2 * edge, size - 2 * edge, CARD, rx=size * 0.14))
        parts.append(_icon(int(CLASS_ICON[k]), x + size * 0.4, y + size * 0.42, size * 0.24))
        parts.append(words(x + size * 0.87, y + size * 0.86, int(CLASS_VALUE[k]), size * 0.36, anchor="end",
                           font_weight="bold"))  # fmt: skip
    else:  # the letter of its colour, for those who cannot tell them apart
        ink = ink_on(DICE[colour])
        parts.append(words(x + size / 2, y + size * 0.72, COLOURS[colour][0], size * 0.62, ink, "middle"))
    return "".join(parts)


def _chit(x: float, y: float, r: float, kind: int) -> str:
    return circle(x, y, r, CARD, stroke=DARK, stroke_width=1.2) + _icon(kind, x, y, r * 0.7)


def _gain(tile: int, x: float, y: float, size: float) -> str:
    """The dice or chits that a tile gives, from (x, y) to the right."""
    colour = int(TILE_COLOUR[tile]) if tile >= 0 else WHITE
    n = int(TILE_GAIN[tile]) if tile >= 0 else 1
    step = size * 1.15
    if colour >= 0:
        return "".join(_die(x + step * i, y, size, colour) for i in range(n))
    r = size / 2
    return "".join(_chit(x + r + step * i, y + r, r, int(TILE_CHIT[tile])) for i in range(n))


def _tile(s: Any, tile: int, x: float, y: float, price: int) -> str:
    """A tile on the progress board."""
    kind = int(TILE_TYPE[tile])
    wanted = s.target >= 0 and s.board[s.target] == tile
    rim = {"stroke": INK if wanted else RIM[kind], "stroke_width": 4 if wanted else 1.5}
    parts = [
        rect(x, y, TILE_W, TILE_H, GROUND[kind], rx=7, **rim),
        words(x + TILE_W / 2, y + 20, TILE_NAMES[tile], _fit(15, TILE_NAMES[tile], TILE_W - 8), anchor="middle",
              font_weight="bold"),
        _icon(int(TILE_ICON[tile]), x + 19, y + 46, 11),
        words(x + 33, y + 51, price, 15, font_weight="bold"),
        _gain(tile, x + 58, y + 34, 24),
    ]  # fmt: skip
    if TILE_VP[tile] > 0:
        parts.append(_points(x + TILE_W - 9, y + 52, int(TILE_VP[tile]), 15))
    if kind == WONDER:
        parts += [words(x + 10, y + 82, "build for", 13, SOFT), _icon(STONE, x + 82, y + 78, 8)]
        parts.append(words(x + 94, y + 83, int(TILE_STONE[tile]), 15, font_weight="bold"))
    else:
        parts.append(words(x + 10, y + 82, ("building", "advisor", "colony")[kind], 13, SOFT))
    return "".join(parts)


# --- The table -------------------------------------------------------------------------------------------------------


def _progress_board(s: Any) -> str:
    """Rows from the top down cost 3, 2, 1; columns are numbered from the left (ND-6.1, ND-14.3)."""
    columns = int(COLUMNS_USED[s.players])
    parts = []
    for column in range(columns):
        parts.append(words(TILES_X + column * (TILE_W + 4) + TILE_W / 2, TOP + 16, column + 1, 14, SOFT, "middle"))
    for row in range(ROWS):
        y = TOP + 24 + (ROWS - 1 - row) * (TILE_H + 6)
        parts.append(rect(14, y, TILES_X - 24, TILE_H, CARD, rx=6, stroke=FAINT))
        parts.append(words(39, y + 40, f"{row + 1}×", 20, anchor="middle", font_weight="bold"))
        parts += [_icon(GOLD, 29, y + 64, 8), _icon(STRENGTH, 50, y + 64, 9)]
        for column in range(columns):
            x = TILES_X + column * (TILE_W + 4)
            tile = int(s.board[row * COLUMNS + column])
            if tile >= 0:
                key, hit = f"space-{row * COLUMNS + column}", hit_box(x, y, TILE_W, TILE_H, 7)
                parts.append(named(key, TILE_NAMES[tile], _tile(s, tile, x, y, row + 1), hit=hit))
            else:
                parts.append(rect(x, y, TILE_W, TILE_H, "none", rx=7, stroke=FAINT, stroke_dasharray="5 4"))
    return "".join(parts)


def _event(s: Any) -> str:
    x, y, w, h = PANEL_X, TOP + 10, 216, 112
    vp = int(EVENT_VP[s.event])
    parts = [rect(x, y, w, h, "#e9dcc0", rx=8, stroke=DARK, stroke_width=1.5),
             words(x + 10, y + 22, EVENT_NAMES[s.event], 15, font_weight="bold"),
             words(x + w - 10, y + 22, f"age {ROMAN[s.age]}", 14, SOFT, "end")]  # fmt: skip
    for i, (kind, name, need) in enumerate(((FOOD, "famine", EVENT_FAMINE), (STRENGTH, "war", EVENT_WAR))):
        at = y + 54 + 38 * i
        parts += [words(x + 10, at, name, 15, SOFT), _icon(kind, x + 90, at - 5, 12)]
        parts.append(words(x + 108, at + 2, int(need[s.event]), 19, font_weight="bold"))
        parts += [words(x + 134, at, "gives", 14, SOFT), _points(x + w - 10, at, vp, 15)]
    return named("event", f"event: {EVENT_NAMES[s.event]}", *parts, hit=hit_box(x, y, w, h, 8))


def _order(s: Any) -> str:
    """The order cards; that of a player who has passed lies sideways."""
    x0, y = PANEL_X + 232, TOP + 10
    parts = [words(x0, y + 14, "player order", 14, SOFT)]
    for i, p in enumerate(int(q) for q in s.order[: s.players]):
        x = x0 + 84 * i
        active = p == s.seat
        passed = bool(s.passed[p])
        top = y + 22
        parts.append(rect(x, top, 76, 88, CARD, rx=7, stroke=INK if active else FAINT, stroke_width=3 if active else 1))
        parts.append(words(x + 38, top + 32, i + 1, 24, anchor="middle", font_weight="bold"))
        parts += [circle(x + 38, top + 52, 13, _colour(p)), _seat_number(x + 38, top + 57, p)]
        state = "passed" if passed else "acts" if active else "waits"
        parts.append(words(x + 38, top + 82, state, 14, SOFT if passed else INK, "middle"))
    return named("order", "player order", *parts, hit=hit_box(x0 - 4, y, 84 * int(s.players) + 4, 112))


def _seat_number(x: float, y: float, p: int, size: float = 14) -> str:
    return words(x, y, p, size, ink_on(_colour(p)), "middle", font_weight="bold")


def _track(y: float, name: str, marks: list[tuple[int, str, str]]) -> str:
    """A track with one marker per player: (place, colour, letter); markers on one place are stacked."""
    x, w = PANEL_X + 60, 496
    end = max(20, 10 * math.ceil((max(place for place, _, _ in marks) + 1) / 10))
    parts = [words(PANEL_X, y + 4, name, 14, SOFT), line(x, y, x + w, y, DARK, stroke_width=3)]
    for tick in range(0, end + 1, 5 if end <= 50 else 10):
        at = x + w * tick / end
        parts += [line(at, y, at, y + 6, DARK), words(at, y + 19, tick, 13, SOFT, "middle")]
    height: dict[int, int] = {}
    for place, colour, letter in marks:
        at = x + w * place / end
        near = [v for k, v in height.items() if abs(k - place) * w / end < 17]
        level = max(near, default=-1) + 1
        height[place] = level
        parts.append(circle(at, y - 10 - 17 * level, 8.5, colour, stroke="white"))
        parts.append(words(at, y - 5.5 - 17 * level, letter, 13, ink_on(colour), "middle", font_weight="bold"))
    return named(f"track-{name}", f"track of {name}", *parts, hit=hit_box(PANEL_X - 4, y - 32, 572, 54))


def _tracks(s: Any) -> str:
    points = [(int(s.score[p]), _colour(p), str(p)) for p in range(s.players)]
    books = [(int(s.books[p]), _colour(p), str(p)) for p in range(s.players)]
    if s.players == 1:
        books.append((int(s.opp_books), "#555555", "×"))
    return _track(TOP + 208, "points", points) + _track(TOP + 292, "books", books)


def _supply(s: Any) -> str:
    y = TOP + 332
    parts = [words(PANEL_X, y + 5, "supply", 14, SOFT)]
    for colour in range(len(DICE)):
        x = PANEL_X + 60 + 50 * colour
        parts += [_die(x, y - 8, 18, colour), words(x + 22, y + 6, int(s.supply_dice[colour]), 14)]
    for kind in range(KINDS):
        x = PANEL_X + 275 + 48 * kind
        parts += [_chit(x, y, 10, kind), words(x + 14, y + 6, int(s.supply_chits[kind]), 14)]
    return named("supply", "supply of dice and chits", *parts, hit=hit_box(PANEL_X - 4, y - 13, 572, 27))


# --- One player ------------------------------------------------------------------------------------------------------


def _place(x: float, y: float, w: float, h: float, tile: int, label: str, kind: int) -> str:
    """A space of a player's board with the tile that lies there, or its label."""
    if tile < 0:
        return rect(x, y, w, h, "none", rx=5, stroke=FAINT, stroke_dasharray="4 3") + words(
            x + w / 2, y + h / 2 + 4, label, _fit(13, label, w + 10), SOFT, "middle"
        )
    parts = [rect(x, y, w, h, GROUND[kind], rx=5, stroke=RIM[kind])]
    parts.append(words(x + 6, y + 16, TILE_NAMES[tile], _fit(14, TILE_NAMES[tile], w - 8), font_weight="bold"))
    parts.append(_gain(tile, x + 6, y + 22, 18))
    if kind == WONDER:
        parts += [_icon(STONE, x + 60, y + 31, 7), words(x + 71, y + 36, int(TILE_STONE[tile]), 13, font_weight="bold")]
    if TILE_VP[tile] > 0:
        parts.append(_points(x + w - 6, y + 36, int(TILE_VP[tile])))
    return "".join(parts)


def _slot(x: float, y: float, tile: int, slot: int, chosen: bool) -> str:
    name = TILE_NAMES[tile] if tile >= 0 else START_NAMES[slot]
    colour = GROUND[BUILDING] if tile >= 0 else CARD
    rim = {"stroke": INK if chosen else RIM[BUILDING], "stroke_width": 3 if chosen else 1}
    parts = [rect(x, y, 63, 62, colour, rx=5, **rim)]
    first, _, second = name.rpartition(" ") if len(name) > 9 else ("", "", name)
    for i, row in enumerate(part for part in (first, second) if part):
        parts.append(words(x + 31.5, y + 13 + 13 * i, row, _fit(12.5, row, 62), anchor="middle"))
    parts.append(_gain(tile, x + 4, y + 40, 16))
    if tile >= 0 and TILE_VP[tile] > 0:
        parts.append(_points(x + 59, y + 58, int(TILE_VP[tile]), 11))
    return "".join(parts)


def _used(s: Any, p: int, x: float, y: float) -> str:
    """The used area: greyed dice by colour and chits by kind."""
    parts = [rect(x, y, 328, 64, "#d9d2c3", rx=6), words(x + 6, y + 16, "used", 13, SOFT)]
    dice = [colour for colour in range(len(DICE)) for _ in range(s.used[p, colour])]
    for i, colour in enumerate(dice):
        parts.append(group(_die(x + 46 + 24 * i, y + 6, 20, colour), opacity=0.7))
    chits = [kind for kind in range(KINDS) for _ in range(s.chits_used[p, kind])]
    step = min(24.0, 270 / max(len(chits), 1))
    for i, kind in enumerate(chits):
        parts.append(group(_chit(x + 56 + step * i, y + 47, 10, kind), opacity=0.7))
    return named(f"used-{p}", "used dice and chits", *parts, hit=hit_box(x, y, 328, 64, 6))


def _dice_at_hand(s: Any, p: int, x: float, y: float) -> str:
    """Unused dice with their faces, marked ones ringed; dice not yet rolled as blanks."""
    shown: list[tuple[str, int, int, str]] = []
    for k in range(CLASSES):
        ring = INK if p == s.seat and k == s.exch_first else ""
        shown += [(f"die-{p}-{k}", int(CLASS_COLOUR[k]), k, ring if i == 0 else "") for i in range(s.unused[p, k])]
    if p == s.seat and s.node == MARK:
        marked = [k for k in range(CLASSES) for _ in range(s.marked[k])]
        shown += [(f"marked-{p}-{k}", int(CLASS_COLOUR[k]), k, "#7e3f9d") for k in marked]
    fresh = [colour for colour in range(len(DICE)) for _ in range(s.fresh[p, colour])]
    shown += [(f"fresh-{p}-{colour}", colour, -1, "") for colour in fresh]
    label = "dice to be rolled" if fresh else "unused dice" if shown else "no unused dice"
    drawn: dict[str, list[str]] = {}
    hits: dict[str, str] = {}
    titles = {key: die(k) if k >= 0 else f"{COLOURS[colour]} die to be rolled" for key, colour, k, _ in shown}
    for i, (key, colour, k, ring) in enumerate(shown):
        at = x + 41 * (i % 6), y + 16 + 41 * (i // 6)
        drawn.setdefault(key, []).append(_die(*at, 36, colour, k, ring))
        hits[key] = hits.get(key, "") + hit_box(*at, 36, 36, 7)
    alike = (named(key, titles[key], *drawn[key], hit=hits[key]) for key in drawn)
    return words(x, y + 10, label, 13, SOFT) + "".join(alike)


def _chits_at_hand(s: Any, p: int, x: float, y: float) -> str:
    parts = [words(x, y + 3, "unused", 13, SOFT), words(x, y + 17, "chits", 13, SOFT)]
    held = [kind for kind in range(KINDS) if s.chits_unused[p, kind]]
    for i, kind in enumerate(held):
        at, n = x + 66 + 43 * i, int(s.chits_unused[p, kind])
        drawn = _chit(at, y + 6, 12, kind)
        if n > 1:
            drawn += words(at + 12, y + 16, f"×{n}", 13, font_weight="bold")
        parts.append(named(f"chit-{p}-{kind}", f"{LABELS[kind]} chit", drawn, hit=hit_circle(at, y + 6, 17)))
    return "".join(parts)


def _tiles_beside(s: Any, p: int, x: float, y: float) -> str:
    """Colonies and completed wonders with the points they give."""
    tiles = beside(s, p)
    rows = 4 if len(tiles) > 6 else 3
    columns = max(2, -(-len(tiles) // rows))
    w, h = 288 / columns, 60 / rows
    parts = [] if tiles else [words(x, y + 14, "no colonies, no wonders yet", 13, SOFT)]
    for i, t in enumerate(tiles):
        at_x, at_y = x + w * (i // rows), y + h * (i % rows)
        drawn = rect(at_x, at_y, w - 3, h - 2, GROUND[TILE_TYPE[t]], rx=3, stroke=RIM[TILE_TYPE[t]])
        room = w - 32 if columns == 2 else w - 17  # many tiles: the number without its star
        drawn += words(at_x + 4, at_y + h - 5, TILE_NAMES[t], _fit(min(13, h - 4), TILE_NAMES[t], room))
        if columns == 2:
            drawn += _points(at_x + w - 7, at_y + h - 5, int(TILE_VP[t]), min(13, h - 4))
        else:
            drawn += words(at_x + w - 7, at_y + h - 5, int(TILE_VP[t]), 11, anchor="end", font_weight="bold")
        parts.append(named(f"tile-{t}", TILE_NAMES[t], drawn, hit=hit_box(at_x, at_y, w - 3, h - 2, 3)))
    return "".join(parts)


def _player(s: Any, p: int, view: View, x: float, y: float) -> str:
    active, ink = p == s.seat, ink_on(_colour(p))
    rim = {"stroke": INK if active else FAINT, "stroke_width": 3 if active else 1}
    name = view.name(p) if not view.names else f"{p} · {view.name(p)}"
    name += f" · {BOARD_NAMES[p]}" + (" · you" if p == view.seat else "") + (" · passed" if s.passed[p] else "")
    points = f"{s.score[p]} points" if s.over else f"{s.score[p]} + tiles {tile_points(s, p)} = {total(s, p)} points"
    head = rect(x, y, PLAYER_W, 30, _colour(p), rx=9)
    head += words(x + 12, y + 21, name, _fit(16, name, 340), ink, font_weight="bold")
    head += words(x + PLAYER_W - 12, y + 21, f"{points} · {counted(s.books[p], 'book')}", 15, ink, "end")
    parts = [
        rect(x, y, PLAYER_W, PLAYER_H, "#f3ecdb", rx=9, **rim),
        named(f"seat-{p}", f"{view.name(p)}, {BOARD_NAMES[p]}", head, hit=hit_box(x, y, PLAYER_W, 30, 9)),
    ]
    for key, tile, label, kind, at in (
        ("advisor", int(s.advisor[p]), "no advisor", ADVISOR, x + 8),
        ("wonder", int(s.wonder_uc[p]), "no wonder to build", WONDER, x + 176),
    ):
        drawn = _place(at, y + 40, 160, 46, tile, label, kind)
        title = TILE_NAMES[tile] if tile >= 0 else label
        parts.append(named(f"{key}-{p}", title, drawn, hit=hit_box(at, y + 40, 160, 46)))
    for slot in range(SLOTS):
        at, tile = x + 8 + 66.2 * slot, int(s.slot_tile[p, slot])
        title = TILE_NAMES[tile] if tile >= 0 else START_NAMES[slot]
        drawn = _slot(at, y + 94, tile, slot, active and slot == s.slot_sel)
        parts.append(named(f"slot-{p}-{slot}", title, drawn, hit=hit_box(at, y + 94, 63, 62)))
    parts.append(words(x + 8, y + 174, "top buildings; above: advisor, wonder to be built", 12.5, SOFT))
    parts.append(_used(s, p, x + 8, y + 184))
    parts += [_dice_at_hand(s, p, x + 350, y + 38), _chits_at_hand(s, p, x + 350, y + 150)]
    parts.append(_tiles_beside(s, p, x + 342, y + 190))
    return "".join(parts)


def _ladder(s: Any, x: float, y: float) -> str:
    """Solo: the Hall of Fame, with the rank that the points so far would give, and the opponent."""
    points = total(s, 0)
    again = "; a 4 is rolled again" if s.solo_hard else ""
    parts = [rect(x, y, PLAYER_W, PLAYER_H, "#f3ecdb", rx=9, stroke=FAINT),
             words(x + 12, y + 24, "Hall of Fame", 15, font_weight="bold"),
             words(x + 330, y + 24, f"opponent: {counted(s.opp_books, 'book')} (×)", 14),
             words(x + 330, y + 50, "takes tiles by a four-sided die", 13, SOFT),
             words(x + 330, y + 70, f"after each of your actions{again}", 13, SOFT)]  # fmt: skip
    for i, (threshold, name) in enumerate([*HALL_OF_FAME, ("", "no rank")]):
        at = y + 50 + 24 * i
        weight = None
        if name == rank(points):
            weight = "bold"
            parts.append(rect(x + 8, at - 17, 300, 23, "#f6e39a", rx=5))
            parts.append(words(x + 296, at, f"{points} points" + ("" if s.over else " so far"), 13, anchor="end"))
        parts.append(words(x + 50, at, threshold, 14, anchor="end", font_weight=weight))
        parts.append(words(x + 66, at, name, 14, font_weight=weight))
    return "".join(parts)


def _legend(y: float) -> str:
    parts = []
    for kind in range(KINDS):
        parts += [_icon(kind, 26 + 108 * kind, y, 8), words(40 + 108 * kind, y + 5, LABELS[kind], 14, SOFT)]
    for kind, name in enumerate(("building", "advisor", "colony", "wonder")):
        parts += [rect(690 + 96 * kind, y - 8, 16, 16, GROUND[kind], rx=3, stroke=RIM[kind])]
        parts.append(words(710 + 96 * kind, y + 5, name, 14, SOFT))
    return "".join(parts) + words(1286, y + 5, "2 dice = 1 gold, stone or food", 14, SOFT, "end")


def draw(s: Any, viewer: View | int | None) -> str:
    """The table as an SVG document.

    Args:
        s: A state.
        viewer: The seat that looks; None for a spectator. All see the same, only the viewer's board is marked.
    """
    view = as_view(viewer)
    title = headline(s, view)
    parts = [words(14, 36, title, _fit(20, title, WIDTH - 30), font_weight="bold")]
    parts += [_progress_board(s), _event(s), _order(s), _tracks(s), _supply(s)]
    top = TOP + BOARD_H + 26
    for p in range(s.players):
        parts.append(_player(s, p, view, 12 + p % 2 * (PLAYER_W + 4), top + p // 2 * (PLAYER_H + 8)))
    if s.players == 1:
        parts.append(_ladder(s, 12 + PLAYER_W + 4, top))
    bottom = top + (2 if s.players > 2 else 1) * (PLAYER_H + 8)
    parts.append(_legend(bottom + 14))
    return document(WIDTH, bottom + 34, *parts, title=title)
