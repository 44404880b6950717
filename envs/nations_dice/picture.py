"""Pictures of a game of Nations: The Dice Game: an SVG table and a plain text view. Nothing in this game is secret."""

import math
from typing import Any

import numpy as np

from ..engine.pictures.svg import FAINT, INK, circle, document, group, line, polygon, rect, tag
from ..engine.pictures.svg import text as words
from .actions import die
from .components import (
    AGES,
    BOARD_COLOURS,
    BOARD_NAMES,
    BUILDING,
    CHITS,
    CLASS_COLOUR,
    CLASS_ICON,
    CLASS_NAMES,
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
from .state import EXCHANGE2, IN_PLAY, MARK, NODES, PAY

WIDTH, TOP, BOARD_H, PLAYER_W, PLAYER_H = 1300, 56, 336, 636, 258
TILE_W, TILE_H, TILES_X = 158, 92, 74
PANEL_X = 724
SEAT = {"red": "#c22f2f", "green": "#2e8b46", "yellow": "#d8a500", "purple": "#7e3f9d"}
GROUND = ["#bcd4ec", "#f6e39a", "#bfe0b4", "#dcc3a1"]  # building, advisor, colony, wonder
RIM = ["#3b6ea5", "#b8920f", "#3e8a3a", "#8a5a28"]
DICE = ["#e4e0d6", "#ef8a24", "#c93535", "#3767b8"]
DARK, SOFT, CARD = "#8f8672", "#5f5848", "#fffdf6"
ROMAN = ["", "I", "II", "III", "IV"]
LABELS = ["re-roll", *CHITS[1:]]


# --- What the state says ---------------------------------------------------------------------------------------------


def _colour(p: int) -> str:
    return SEAT[BOARD_COLOURS[p]]


def _fit(size: float, content: str, width: float) -> float:
    """The font size at which the words keep within the width."""
    return min(size, width / (0.66 * max(len(content), 1)))


def _beside(s: Any, p: int) -> list[int]:
    """Colonies and completed wonders of a seat."""
    placed = {int(t) for t in s.slot_tile[p]} | {int(s.advisor[p]), int(s.wonder_uc[p])}
    if p == s.seat:
        placed.add(int(s.bought_tile))
    return [t for t in range(len(TILE_NAMES)) if s.tile_zone[t] == IN_PLAY + p and t not in placed]


def _tile_points(s: Any, p: int) -> int:
    """Points of the tiles that would score now (ND-13.1)."""
    tiles = [*_beside(s, p), *(int(t) for t in s.slot_tile[p]), int(s.advisor[p])]
    return sum(int(TILE_VP[t]) for t in tiles if t >= 0)


def _total(s: Any, p: int) -> int:
    return int(s.score[p]) + (0 if s.over else _tile_points(s, p))


def _count(n: int, what: str) -> str:
    return f"{n} {what}" + ("" if n == 1 else "s")


def _rank(points: int) -> str:
    return next((name for threshold, name in HALL_OF_FAME if points >= threshold), "no rank")


def _headline(s: Any) -> str:
    if s.over:
        if s.players == 1:
            return f"Nations: The Dice Game · game over · {s.score[0]} points: {_rank(int(s.score[0]))}"
        winner = max(range(s.players), key=lambda p: s.payoff[p])
        return f"Nations: The Dice Game · game over · seat {winner} wins with {s.score[winner]} points"
    who = f"seat {s.seat} ({BOARD_NAMES[s.seat]})"
    return f"Nations: The Dice Game · age {ROMAN[s.age]} of {ROMAN[AGES]} · {who} · {_doing(s)}"


def _doing(s: Any) -> str:
    """The pending decision in words."""
    if s.node in (PAY, EXCHANGE2):
        what = TILE_NAMES[s.bought_tile if s.bought_tile >= 0 else s.wonder_uc[s.seat]]
        half = f", exchanging the {die(int(s.exch_first))}" if s.exch_first >= 0 else ""
        return f"pays {s.need} more {CHITS[s.pay_icon]} for {what}{half}"
    if s.bought_tile >= 0:
        left = f", {s.ret_left} to return" if s.ret_left else ""
        return f"{NODES[s.node]} for {TILE_NAMES[s.bought_tile]}{left}"
    if s.fam_left > 0:
        return f"famine: {s.fam_left} strength dice would be given up for food"
    return NODES[s.node]


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
        words(x + TILE_W / 2, y + 19, TILE_NAMES[tile], _fit(13, TILE_NAMES[tile], TILE_W - 12), anchor="middle",
              font_weight="bold"),
        _icon(int(TILE_ICON[tile]), x + 19, y + 46, 11),
        words(x + 33, y + 51, price, 14, font_weight="bold"),
        _gain(tile, x + 58, y + 34, 24),
    ]  # fmt: skip
    if TILE_VP[tile] > 0:
        parts.append(_points(x + TILE_W - 9, y + 52, int(TILE_VP[tile]), 15))
    if kind == WONDER:
        parts += [words(x + 10, y + 82, "build for", 11, SOFT), _icon(STONE, x + 76, y + 78, 8)]
        parts.append(words(x + 88, y + 83, int(TILE_STONE[tile]), 14, font_weight="bold"))
    else:
        parts.append(words(x + 10, y + 82, ("building", "advisor", "colony")[kind], 11, SOFT))
    return "".join(parts)


# --- The table -------------------------------------------------------------------------------------------------------


def _progress_board(s: Any) -> str:
    """Rows from the top down cost 3, 2, 1; columns are numbered from the left (ND-6.1, ND-14.3)."""
    columns = int(COLUMNS_USED[s.players])
    parts = []
    for column in range(columns):
        parts.append(words(TILES_X + column * (TILE_W + 4) + TILE_W / 2, TOP + 16, column + 1, 13, SOFT, "middle"))
    for row in range(ROWS):
        y = TOP + 24 + (ROWS - 1 - row) * (TILE_H + 6)
        parts.append(rect(14, y, TILES_X - 24, TILE_H, CARD, rx=6, stroke=FAINT))
        parts.append(words(39, y + 40, f"{row + 1}×", 20, anchor="middle", font_weight="bold"))
        parts += [_icon(GOLD, 29, y + 64, 8), _icon(STRENGTH, 50, y + 64, 9)]
        for column in range(columns):
            x = TILES_X + column * (TILE_W + 4)
            tile = int(s.board[row * COLUMNS + column])
            if tile >= 0:
                parts.append(_tile(s, tile, x, y, row + 1))
            else:
                parts.append(rect(x, y, TILE_W, TILE_H, "none", rx=7, stroke=FAINT, stroke_dasharray="5 4"))
    return "".join(parts)


def _event(s: Any) -> str:
    x, y, w, h = PANEL_X, TOP + 10, 216, 112
    vp = int(EVENT_VP[s.event])
    parts = [rect(x, y, w, h, "#e9dcc0", rx=8, stroke=DARK, stroke_width=1.5),
             words(x + 10, y + 22, EVENT_NAMES[s.event], 15, font_weight="bold"),
             words(x + w - 10, y + 22, f"age {ROMAN[s.age]}", 13, SOFT, "end")]  # fmt: skip
    for i, (kind, name, need) in enumerate(((FOOD, "famine", EVENT_FAMINE), (STRENGTH, "war", EVENT_WAR))):
        at = y + 54 + 38 * i
        parts += [words(x + 10, at, name, 13, SOFT), _icon(kind, x + 90, at - 5, 12)]
        parts.append(words(x + 108, at + 2, int(need[s.event]), 19, font_weight="bold"))
        parts += [words(x + 142, at, "gives", 12, SOFT), _points(x + w - 10, at, vp, 15)]
    return "".join(parts)


def _order(s: Any) -> str:
    """The order cards; that of a player who has passed lies sideways."""
    x0, y = PANEL_X + 232, TOP + 10
    parts = [words(x0, y + 12, "player order", 12, SOFT)]
    for i, p in enumerate(int(q) for q in s.order[: s.players]):
        x = x0 + 84 * i
        active = p == s.seat
        passed = bool(s.passed[p])
        top = y + 22
        parts.append(rect(x, top, 76, 88, CARD, rx=7, stroke=INK if active else FAINT, stroke_width=3 if active else 1))
        parts.append(words(x + 38, top + 32, i + 1, 24, anchor="middle", font_weight="bold"))
        parts += [circle(x + 38, top + 52, 13, _colour(p)), _seat_number(x + 38, top + 57, p)]
        state = "passed" if passed else "acts" if active else "waits"
        parts.append(words(x + 38, top + 81, state, 12, SOFT if passed else INK, "middle"))
    return "".join(parts)


def _seat_number(x: float, y: float, p: int, size: float = 14) -> str:
    return words(x, y, p, size, "white", "middle", font_weight="bold")


def _track(y: float, name: str, marks: list[tuple[int, str, str]]) -> str:
    """A track with one marker per player: (place, colour, letter); markers on one place are stacked."""
    x, w = PANEL_X + 60, 496
    end = max(20, 10 * math.ceil((max(place for place, _, _ in marks) + 1) / 10))
    parts = [words(PANEL_X, y + 4, name, 12, SOFT), line(x, y, x + w, y, DARK, stroke_width=3)]
    for tick in range(0, end + 1, 5 if end <= 50 else 10):
        at = x + w * tick / end
        parts += [line(at, y, at, y + 6, DARK), words(at, y + 18, tick, 10, SOFT, "middle")]
    height: dict[int, int] = {}
    for place, colour, letter in marks:
        at = x + w * place / end
        near = [v for k, v in height.items() if abs(k - place) * w / end < 17]
        level = max(near, default=-1) + 1
        height[place] = level
        parts.append(circle(at, y - 10 - 17 * level, 8.5, colour, stroke="white"))
        parts.append(words(at, y - 6 - 17 * level, letter, 11, "white", "middle", font_weight="bold"))
    return "".join(parts)


def _tracks(s: Any) -> str:
    points = [(int(s.score[p]), _colour(p), str(p)) for p in range(s.players)]
    books = [(int(s.books[p]), _colour(p), str(p)) for p in range(s.players)]
    if s.players == 1:
        books.append((int(s.opp_books), "#555555", "×"))
    return _track(TOP + 208, "points", points) + _track(TOP + 292, "books", books)


def _supply(s: Any) -> str:
    y = TOP + 332
    parts = [words(PANEL_X, y + 5, "supply", 12, SOFT)]
    for colour in range(len(DICE)):
        x = PANEL_X + 60 + 50 * colour
        parts += [_die(x, y - 8, 18, colour), words(x + 22, y + 6, int(s.supply_dice[colour]), 12)]
    for kind in range(KINDS):
        x = PANEL_X + 275 + 48 * kind
        parts += [_chit(x, y, 10, kind), words(x + 14, y + 6, int(s.supply_chits[kind]), 12)]
    return "".join(parts)


# --- One player ------------------------------------------------------------------------------------------------------


def _place(x: float, y: float, w: float, h: float, tile: int, label: str, kind: int) -> str:
    """A space of a player's board with the tile that lies there, or its label."""
    if tile < 0:
        return rect(x, y, w, h, "none", rx=5, stroke=FAINT, stroke_dasharray="4 3") + words(
            x + w / 2, y + h / 2 + 4, label, _fit(11, label, w + 10), SOFT, "middle"
        )
    parts = [rect(x, y, w, h, GROUND[kind], rx=5, stroke=RIM[kind])]
    parts.append(words(x + 6, y + 15, TILE_NAMES[tile], _fit(12, TILE_NAMES[tile], w - 12), font_weight="bold"))
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
        parts.append(words(x + 31.5, y + 12 + 11 * i, row, _fit(10, row, 57), anchor="middle"))
    parts.append(_gain(tile, x + 4, y + 40, 16))
    if tile >= 0 and TILE_VP[tile] > 0:
        parts.append(_points(x + 59, y + 58, int(TILE_VP[tile]), 11))
    return "".join(parts)


def _used(s: Any, p: int, x: float, y: float) -> str:
    """The used area: greyed dice by colour and chits by kind."""
    parts = [rect(x, y, 328, 64, "#d9d2c3", rx=6), words(x + 8, y + 15, "used", 11, SOFT)]
    dice = [colour for colour in range(len(DICE)) for _ in range(s.used[p, colour])]
    for i, colour in enumerate(dice):
        parts.append(group(_die(x + 46 + 24 * i, y + 6, 20, colour), opacity=0.6))
    chits = [kind for kind in range(KINDS) for _ in range(s.chits_used[p, kind])]
    step = min(24.0, 270 / max(len(chits), 1))
    for i, kind in enumerate(chits):
        parts.append(group(_chit(x + 56 + step * i, y + 47, 10, kind), opacity=0.6))
    return "".join(parts)


def _dice_at_hand(s: Any, p: int, x: float, y: float) -> str:
    """Unused dice with their faces, marked ones ringed; dice not yet rolled as blanks."""
    shown: list[tuple[int, int, str]] = []
    for k in range(CLASSES):
        ring = INK if p == s.seat and k == s.exch_first else ""
        shown += [(int(CLASS_COLOUR[k]), k, ring if i == 0 else "") for i in range(s.unused[p, k])]
    if p == s.seat and s.node == MARK:
        shown += [(int(CLASS_COLOUR[k]), k, "#7e3f9d") for k in range(CLASSES) for _ in range(s.marked[k])]
    shown += [(colour, -1, "") for colour in range(len(DICE)) for _ in range(s.fresh[p, colour])]
    label = "dice to be rolled" if s.fresh[p].any() else "unused dice" if shown else "no unused dice"
    parts = [words(x, y + 10, label, 11, SOFT)]
    for i, (colour, k, ring) in enumerate(shown):
        parts.append(_die(x + 41 * (i % 6), y + 16 + 41 * (i // 6), 36, colour, k, ring))
    return "".join(parts)


def _chits_at_hand(s: Any, p: int, x: float, y: float) -> str:
    parts = [words(x, y + 4, "unused", 11, SOFT), words(x, y + 17, "chits", 11, SOFT)]
    held = [kind for kind in range(KINDS) if s.chits_unused[p, kind]]
    for i, kind in enumerate(held):
        at = x + 56 + 43 * i
        parts.append(_chit(at, y + 6, 11, kind))
        if s.chits_unused[p, kind] > 1:
            parts.append(words(at + 12, y + 15, f"×{s.chits_unused[p, kind]}", 11, font_weight="bold"))
    return "".join(parts)


def _tiles_beside(s: Any, p: int, x: float, y: float) -> str:
    """Colonies and completed wonders with the points they give."""
    tiles = _beside(s, p)
    rows = 4 if len(tiles) > 6 else 3
    columns = max(2, -(-len(tiles) // rows))
    w, h = 288 / columns, 60 / rows
    parts = [] if tiles else [words(x, y + 14, "no colonies, no wonders yet", 11, SOFT)]
    for i, t in enumerate(tiles):
        at_x, at_y = x + w * (i // rows), y + h * (i % rows)
        parts.append(rect(at_x, at_y, w - 3, h - 2, GROUND[TILE_TYPE[t]], rx=3, stroke=RIM[TILE_TYPE[t]]))
        room = w - 30 if columns == 2 else w - 17  # many tiles: the number without its star
        parts.append(words(at_x + 4, at_y + h - 5, TILE_NAMES[t], _fit(min(11, h - 4), TILE_NAMES[t], room)))
        if columns == 2:
            parts.append(_points(at_x + w - 7, at_y + h - 5, int(TILE_VP[t]), min(11, h - 4)))
        else:
            parts.append(words(at_x + w - 7, at_y + h - 5, int(TILE_VP[t]), 11, anchor="end", font_weight="bold"))
    return "".join(parts)


def _player(s: Any, p: int, viewer: int | None, x: float, y: float) -> str:
    active = p == s.seat
    rim = {"stroke": INK if active else FAINT, "stroke_width": 3 if active else 1}
    parts = [rect(x, y, PLAYER_W, PLAYER_H, "#f3ecdb", rx=9, **rim),
             rect(x, y, PLAYER_W, 30, _colour(p), rx=9)]  # fmt: skip
    name = f"seat {p} · {BOARD_NAMES[p]}" + (" · you" if p == viewer else "") + (" · passed" if s.passed[p] else "")
    parts.append(words(x + 12, y + 21, name, 15, "white", font_weight="bold"))
    points = f"{s.score[p]} points" if s.over else f"{s.score[p]} + tiles {_tile_points(s, p)} = {_total(s, p)} points"
    parts.append(words(x + PLAYER_W - 12, y + 21, f"{points} · {_count(s.books[p], 'book')}", 14, "white", "end"))
    parts.append(_place(x + 8, y + 40, 160, 46, int(s.advisor[p]), "no advisor", 1))
    parts.append(_place(x + 176, y + 40, 160, 46, int(s.wonder_uc[p]), "no wonder to build", 3))
    for slot in range(SLOTS):
        parts.append(_slot(x + 8 + 66.2 * slot, y + 94, int(s.slot_tile[p, slot]), slot, active and slot == s.slot_sel))
    parts.append(words(x + 8, y + 174, "top buildings; advisor and wonder under construction above", 10, SOFT))
    parts.append(_used(s, p, x + 8, y + 184))
    parts += [_dice_at_hand(s, p, x + 350, y + 38), _chits_at_hand(s, p, x + 350, y + 150)]
    parts.append(_tiles_beside(s, p, x + 342, y + 190))
    return "".join(parts)


def _ladder(s: Any, x: float, y: float) -> str:
    """Solo: the Hall of Fame, with the rank that the points so far would give, and the opponent."""
    total = _total(s, 0)
    again = "; a 4 is rolled again" if s.solo_hard else ""
    parts = [rect(x, y, PLAYER_W, PLAYER_H, "#f3ecdb", rx=9, stroke=FAINT),
             words(x + 12, y + 24, "Hall of Fame", 15, font_weight="bold"),
             words(x + 330, y + 24, f"opponent: {_count(s.opp_books, 'book')} (×)", 14),
             words(x + 330, y + 50, "takes tiles by a four-sided die", 13, SOFT),
             words(x + 330, y + 70, f"after each of your actions{again}", 13, SOFT)]  # fmt: skip
    for i, (threshold, name) in enumerate([*HALL_OF_FAME, ("", "no rank")]):
        at = y + 50 + 24 * i
        weight = None
        if name == _rank(total):
            weight = "bold"
            parts.append(rect(x + 8, at - 17, 300, 23, "#f6e39a", rx=5))
            parts.append(words(x + 296, at, f"{total} points" + ("" if s.over else " so far"), 13, anchor="end"))
        parts.append(words(x + 50, at, threshold, 14, anchor="end", font_weight=weight))
        parts.append(words(x + 66, at, name, 14, font_weight=weight))
    return "".join(parts)


def _legend(y: float) -> str:
    parts = []
    for kind in range(KINDS):
        parts += [_icon(kind, 26 + 108 * kind, y, 8), words(40 + 108 * kind, y + 5, LABELS[kind], 12, SOFT)]
    for kind, name in enumerate(("building", "advisor", "colony", "wonder")):
        parts += [rect(690 + 108 * kind, y - 8, 16, 16, GROUND[kind], rx=3, stroke=RIM[kind])]
        parts.append(words(712 + 108 * kind, y + 5, name, 12, SOFT))
    return "".join(parts) + words(1286, y + 5, "2 dice = 1 gold, stone or food", 12, SOFT, "end")


def draw(s: Any, viewer: int | None) -> str:
    """The table as an SVG document.

    Args:
        s: A state.
        viewer: The seat that looks; None for a spectator. All see the same, only the viewer's board is marked.
    """
    headline = _headline(s)
    parts = [words(14, 36, headline, _fit(20, headline, WIDTH - 30), font_weight="bold")]
    parts += [_progress_board(s), _event(s), _order(s), _tracks(s), _supply(s)]
    top = TOP + BOARD_H + 26
    for p in range(s.players):
        parts.append(_player(s, p, viewer, 12 + p % 2 * (PLAYER_W + 4), top + p // 2 * (PLAYER_H + 8)))
    if s.players == 1:
        parts.append(_ladder(s, 12 + PLAYER_W + 4, top))
    bottom = top + (2 if s.players > 2 else 1) * (PLAYER_H + 8)
    parts.append(_legend(bottom + 14))
    return document(WIDTH, bottom + 34, *parts, title=headline)


# --- Text ------------------------------------------------------------------------------------------------------------


def text(s: Any, viewer: int | None) -> str:
    """The position as plain text.

    Args:
        s: A state.
        viewer: The seat that looks; None for a spectator.
    """
    vp = int(EVENT_VP[s.event])
    lines = [_headline(s), ""]
    needs = f"famine {EVENT_FAMINE[s.event]}, war {EVENT_WAR[s.event]}"
    lines.append(f"Event: {EVENT_NAMES[s.event]}: {needs}, {vp} VP each")
    lines += ["", "Progress board"]
    for row in reversed(range(ROWS)):
        for column in range(int(COLUMNS_USED[s.players])):
            tile = int(s.board[row * COLUMNS + column])
            mark = "*" if s.target == row * COLUMNS + column else " "
            shown = f"{row + 1} {CHITS[TILE_ICON[tile]]:<8}  {_describe(tile)}" if tile >= 0 else "-"
            lines.append(f" {mark}row {row + 1} column {column + 1}: {shown}")
    for p in (int(q) for q in s.order[: s.players]):
        lines += ["", *_text_player(s, p, viewer)]
    if s.players == 1:
        total = _total(s, 0)
        lines += ["", f"Opponent: {_count(s.opp_books, 'book')}. Hall of Fame with {total} points: {_rank(total)}"]
    return "\n".join(lines) + "\n"


def _describe(tile: int) -> str:
    """A tile in words, for example ``"Guild Hall (building: 2 orange dice, 0 VP)"``."""
    kind, n = int(TILE_TYPE[tile]), int(TILE_GAIN[tile])
    gains = []
    if kind == WONDER:
        gains.append(f"{TILE_STONE[tile]} stone to build")
    if TILE_COLOUR[tile] >= 0:
        gains.append(f"{n} {COLOURS[TILE_COLOUR[tile]]} {'die' if n == 1 else 'dice'}")
    elif n:
        gains.append(f"{n} {LABELS[TILE_CHIT[tile]]} chit" + "s" * (n > 1))
    name = ("building", "advisor", "colony", "wonder")[kind]
    return f"{TILE_NAMES[tile]} ({name}: {', '.join(gains)}, {TILE_VP[tile]} VP)"


def _text_player(s: Any, p: int, viewer: int | None) -> list[str]:
    place = s.order.tolist().index(p) + 1
    state = "passed" if s.passed[p] else "acts" if p == s.seat else "waits"
    you = ", you" if p == viewer else ""
    head = f"{place}. seat {p} ({BOARD_NAMES[p]}{you}), {state}: {s.score[p]} VP, {_count(s.books[p], 'book')}"
    rows = [head + ("" if s.over else f", tiles {_tile_points(s, p)} VP")]
    dice = [f"{CLASS_NAMES[k]}" + (f" ×{n}" if n > 1 else "") for k, n in enumerate(s.unused[p]) if n]
    if p == s.seat and s.marked.any():
        dice += [f"[{CLASS_NAMES[k]} ×{n} marked]" for k, n in enumerate(s.marked) if n]
    if s.fresh[p].any():
        dice.append("to be rolled: " + _listed(s.fresh[p], COLOURS))
    rows.append(f"   unused: {', '.join(dice) or 'no dice'}; chits: {_listed(s.chits_unused[p], LABELS)}")
    rows.append(f"   used: {_listed(s.used[p], COLOURS)}; chits: {_listed(s.chits_used[p], LABELS)}")
    slots = [TILE_NAMES[t] if t >= 0 else START_NAMES[i] for i, t in enumerate(s.slot_tile[p])]
    rows.append(f"   buildings: {', '.join(slots)}")
    for label, tile in (("advisor", int(s.advisor[p])), ("under construction", int(s.wonder_uc[p]))):
        if tile >= 0:
            rows.append(f"   {label}: {_describe(tile)}")
    if _beside(s, p):
        rows.append(f"   beside: {', '.join(f'{TILE_NAMES[t]} {TILE_VP[t]}' for t in _beside(s, p))}")
    return rows


def _listed(counts: Any, names: list[str]) -> str:
    return ", ".join(f"{n} {names[i]}" for i, n in enumerate(np.asarray(counts).tolist()) if n) or "none"
