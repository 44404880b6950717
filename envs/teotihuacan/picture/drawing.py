"""The board of Teotihuacan as an SVG document. All of it is public; the viewer only marks a seat."""

from math import cos, pi, sin
from typing import Any

from ...engine.pictures.svg import (
    INK,
    SEAT_COLOURS,
    circle,
    document,
    group,
    hit_box,
    line,
    named,
    polygon,
    rect,
    token,
)
from ...engine.pictures.svg import text as label
from ...engine.pictures.view import View, as_view
from ..actions import next_level
from ..components import (
    DATA,
    DISPLAY,
    EVENT_NAMES,
    GOD_NAMES,
    GOD_NUMBER,
    GOD_SLOTS,
    LEVELS,
    MAX_STATUES,
    NONE,
    PYRAMID_NAMES,
    PYRAMIDS,
    RESOURCES,
    ROUNDS,
    SLOTS,
    SPACE_KIND,
    SPACE_NAMES,
    SPACES,
    STATUE_VALUE,
    TEMPLE_NAMES,
    TEMPLES,
    TILE_COST,
    TRACK_ABILITY,
    TRACK_COST,
    TRACK_LENGTH,
    TRACK_POINTS,
    TURNS,
)
from ..state import SOURCES
from .cards import ability_text, condition_text, event_text, reward_text
from .position import (
    fulfilled,
    gods_line,
    name_of,
    position_points,
    status,
    targets,
    tile_counts,
    workers_at,
)

WIDTH, HEIGHT = 1180, 690
RING_X, RING_Y, RING_R = 312, 330, 252
SPACE_W, SPACE_H = 118, 92
RIGHT = 640
NEUTRAL_COLOUR = "#8a8a8a"
LIT, EDGE, SOFT, CARD = "#e8a317", "#8d8372", "#6d6557", "#fffdf8"
# By kind of action; resource spaces bear the colour of their resource.
SPACE_FILLS = ("#f4e3b2", "#ffffff", "#cfe9e6", "#ead9c4", "#dcdff5", "#e8d9ee", "#eecfb4")
SOURCE_FILLS = {"cocoa": "#e6d3bd", "stone": "#dcdcdc", "wood": "#cfe3c2", "gold": "#f7e6a2"}
RESOURCE_COLOURS = ("#6b3f22", "#8b8f94", "#2f7d3b", "#d9a400")
TEMPLE_COLOURS = ("#e08e1b", "#5b7fb5", "#7d4f8c")
TEMPLE_SHORT = ("Sun", "Moon", "Death")


def draw(s: Any, viewer: View | int | None = None) -> str:
    """One SVG document; ``viewer`` is a seat or None."""
    view = as_view(viewer)
    parts = [ring(s), pyramids(s), centre(s, view), tile_display(s), tracks(s), god_display(s), boards(s, view)]
    parts.append(points_table(s, view))
    height = HEIGHT + 40 + 24 * (int(s.players) + 1)  # the same in the whole game
    return document(WIDTH, height, *parts, title="Teotihuacan")


def colour(seat: int) -> str:
    """Fill of a seat's pieces, grey for the neutral worker."""
    return NEUTRAL_COLOUR if seat < 0 else SEAT_COLOURS[seat]


def heading(x: float, y: float, words: str) -> str:
    """Heading of a part of the board."""
    return label(x, y, words, 13, font_weight="bold")


def ring(s: Any) -> str:
    """The twelve spaces, clockwise from Start at the top, with their workers."""
    lit = targets(s)
    parts = [circle(RING_X, RING_Y, RING_R, stroke="#d8cdb6", stroke_width=16)]
    for space in range(SPACES):
        angle = 2 * pi * (space + 0.5) / SPACES
        x, y = RING_X + RING_R * sin(angle), RING_Y - RING_R * cos(angle)
        turn = f"translate({x:.1f} {y:.1f}) rotate({angle * 180 / pi:.0f})"
        parts.append(polygon([(-4, -6), (6, 0), (-4, 6)], EDGE, transform=turn))
    for space in range(SPACES):
        angle = 2 * pi * space / SPACES
        parts.append(space_card(s, space, RING_X + RING_R * sin(angle), RING_Y - RING_R * cos(angle), space in lit))
    return "".join(parts)


def space_hint(space: int) -> str:
    """What a space does, p being the power of the worker."""
    action = DATA["space"][space]["action"]
    return {
        "start": "1 cocoa, worker",
        "gain": f"p {action.get('resource')}",
        "market": "p exchanges",
        "build": "p tiles",
        "temple": "p steps",
        "train_self": "+1 power / rebirth",
        "statue": "p statues",
    }[action["kind"]]


def space_card(s: Any, space: int, x: float, y: float, lit: bool) -> str:
    """One space of the ring."""
    left, top, name = x - SPACE_W / 2, y - SPACE_H / 2, SPACE_NAMES[space]
    resource = DATA["space"][space]["action"].get("resource")
    fill = SOURCE_FILLS[resource] if resource else SPACE_FILLS[SPACE_KIND[space]]
    parts = [rect(left, top, SPACE_W, SPACE_H, fill, rx=9, stroke=LIT if lit else EDGE, stroke_width=4 if lit else 1.2)]
    lines = wrapped(name, 12)
    for row, content in enumerate(lines):
        parts.append(label(x, top + 15 + 13 * row, content, 12.5, anchor="middle", font_weight="bold"))
    under = top + 15 + 13 * len(lines)
    parts.append(label(x, under, space_hint(space), 11.5, SOFT, "middle"))
    workers = workers_at(s, space)
    radius, columns = (10.0, 5) if len(workers) <= 5 else (7.0, 7)
    for k, (seat, power, moved) in enumerate(workers):
        row, column = divmod(k, columns)
        in_row = min(columns, len(workers) - row * columns)
        cx = x + (column - (in_row - 1) / 2) * (2 * radius + 3)
        cy = under + 8 + radius + row * (2 * radius + 2)
        parts.append(disc(cx, cy, radius, seat, power, moved))
    return named(f"space-{space}", name, *parts, hit=hit_box(left, top, SPACE_W, SPACE_H, 9))


def disc(x: float, y: float, radius: float, seat: int, power: int, outlined: bool = False) -> str:
    """A worker with its power."""
    edge = {"stroke": INK, "stroke_width": 2.6} if outlined else {"stroke": "#ffffff", "stroke_width": 0.8}
    return token(x, y, radius, seat, colour(seat), power, **edge)


def pyramids(s: Any) -> str:
    """The three pyramids inside the ring: slots by level, sums and tiles per seat."""
    parts = []
    for y in range(PYRAMIDS):
        x, drawn = RING_X + (y - 1) * 115, []
        for level in range(LEVELS):
            slots = int(SLOTS[s.players][level])
            lit = level == next_level(s, y)
            for slot in range(slots):
                owner, number = int(s.slot_owner[y][level][slot]), int(s.slot_number[y][level][slot])
                drawn.append(slot_sign(x + (slot - slots / 2) * 22, 352 - level * 26, owner, number, lit))
        name = PYRAMID_NAMES[y].replace("Pyramid of the ", "")
        drawn.append(label(x, 392, name, min(12.5, 165 / len(name)), anchor="middle", font_weight="bold"))
        drawn.append(label(x, 406, f"sum {int(s.slot_number[y].sum())}", 12, SOFT, "middle"))
        for p, count in enumerate(tile_counts(s, y)):
            drawn.append(token(x + (p - (s.players - 1) / 2) * 21, 419, 9, p, SEAT_COLOURS[p], count))
        parts.append(named(f"pyramid-{y}", PYRAMID_NAMES[y], *drawn, hit=hit_box(x - 57, 296, 114, 138)))
    return "".join(parts)


def slot_sign(x: float, y: float, owner: int, number: int, lit: bool) -> str:
    """A slot of a pyramid: a tile with its owner's token, or empty, lit on the open level."""
    if owner < 0:
        return rect(x + 1, y, 20, 22, "#fff3cf" if lit else CARD, rx=3, stroke=LIT if lit else "#cfc6b4")
    return rect(x + 1, y, 20, 22, CARD, rx=3, stroke=EDGE) + token(
        x + 11, y + 11, 9, owner, SEAT_COLOURS[owner], number
    )


def centre(s: Any, view: View) -> str:
    """Round, event and whose turn it is, above and below the pyramids."""
    event = int(s.event_current)
    if s.over:
        clock = f"after round {ROUNDS}"
    else:
        clock = f"Round {int(s.round_no) + 1} of {ROUNDS} · {TURNS * int(s.players) - int(s.turn_in_round)} turns left"
    first, second = status(s, view)
    seat_colour = INK if s.over else SEAT_COLOURS[s.seat]
    card = group(
        rect(RING_X - 132, 230, 264, 46, CARD, rx=8, stroke=EDGE),
        label(RING_X, 248, EVENT_NAMES[event], 14, anchor="middle", font_weight="bold"),
        label(RING_X, 266, event_text(event), 13, anchor="middle"),
    )
    return group(
        label(RING_X, 222, clock, 13, SOFT, "middle"),
        named("event", f"event: {EVENT_NAMES[event]}", card, hit=hit_box(RING_X - 132, 230, 264, 46, 8)),
        rect(RING_X - 115, 438, 230, 42, CARD, rx=8, stroke=seat_colour, stroke_width=2),
        label(RING_X, 455, first, 14, INK, "middle", font_weight="bold"),
        label(RING_X, 473, second, 13, anchor="middle"),
    )


def resource_sign(x: float, y: float, resource: int, size: float = 6.5) -> str:
    """A small sign of a resource, centred on (x, y)."""
    fill = RESOURCE_COLOURS[resource]
    if resource == 0:
        bean = circle(x, y, size, fill)
        return bean + line(x - size * 0.5, y + size * 0.5, x + size * 0.5, y - size * 0.5, "#d9b99b", stroke_width=1.4)
    if resource == 1:
        return polygon(
            [
                (x - size, y + size * 0.7),
                (x - size * 0.5, y - size * 0.8),
                (x + size * 0.6, y - size * 0.7),
                (x + size, y + size * 0.7),
            ],
            fill,
        )
    if resource == 2:
        return rect(x - size, y - size * 0.55, 2 * size, size * 1.1, fill, rx=3)
    return polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], fill)


def bundle(x: float, y: float, amounts: Any, pitch: float = 30) -> str:
    """Amounts with signs in a row, zeros left out."""
    parts = []
    for r in range(len(RESOURCES)):
        if amounts[r]:
            parts += [label(x, y + 4, int(amounts[r]), 12), resource_sign(x + 15, y, r, 6)]
            x += pitch
    return "".join(parts)


def tile_display(s: Any) -> str:
    """Three open tiles of each level, with the level's cost and stack."""
    parts = [heading(RIGHT, 28, "Tiles on display")]
    for row, level in enumerate(reversed(range(LEVELS))):
        y = 36 + row * 46
        drawn = [
            rect(RIGHT, y, 220, 42, CARD, rx=7, stroke=EDGE),
            label(RIGHT + 8, y + 18, f"Level {level + 1}", 12, font_weight="bold"),
            label(RIGHT + 8, y + 34, f"stack {int(s.stack_left[level])}", 11.5, SOFT),
        ]
        for k in range(DISPLAY):
            drawn.append(rect(RIGHT + 65 + k * 23, y + 10, 20, 22, "#8a5f28", rx=3))
            number = int(s.tile_display[level][k])
            drawn.append(label(RIGHT + 75 + k * 23, y + 26, number, 14, "#ffffff", "middle", font_weight="bold"))
        drawn.append(bundle(RIGHT + 137, y + 21, TILE_COST[level], 28))
        parts.append(named(f"tiles-{level}", f"tiles of level {level + 1}", *drawn, hit=hit_box(RIGHT, y, 220, 42, 7)))
    return "".join(parts)


def tracks(s: Any) -> str:
    """The three temple tracks with markers and laps."""
    left, cell = RIGHT + 234, 43
    parts = [heading(left, 28, "Temple tracks"), label(left + 298, 28, "cost · points · ability", 11.5, SOFT, "end")]
    for t in range(TEMPLES):
        y, drawn = 36 + t * 68, []
        for space in range(TRACK_LENGTH + 1):
            x = left + space * cell
            drawn.append(rect(x, y, cell - 3, 60, CARD, rx=5, stroke=TEMPLE_COLOURS[t], stroke_width=1.5))
            if space == 0:
                drawn.append(label(x + 20, y + 14, TEMPLE_SHORT[t], 12, INK, "middle", font_weight="bold"))
                continue
            drawn.append(label(x + 4, y + 12, int(TRACK_COST[t, space]), 11.5, RESOURCE_COLOURS[0], font_weight="bold"))
            if TRACK_POINTS[t, space]:
                points = f"{TRACK_POINTS[t, space]}pt"
                drawn.append(label(x + 38, y + 12, points, 10.5, INK, "end"))
            if TRACK_ABILITY[t, space] != NONE:
                drawn.append(label(x + 20, y + 24, ability_text(t, space), 10.5, INK, "middle"))
        for p in range(s.players):
            x = left + int(s.track_pos[p][t]) * cell + 11 + 18 * (p % 2)
            cy, laps = y + (34 if p < 2 else 50), int(s.track_laps[p][t])
            drawn.append(token(x, cy, 7.5, p, SEAT_COLOURS[p], laps or "", stroke="#ffffff"))
        hit = hit_box(left, y, (TRACK_LENGTH + 1) * cell - 3, 60)
        parts.append(named(f"temple-{t}", f"track of the {TEMPLE_NAMES[t]}", *drawn, hit=hit))
    parts.append(label(left, 246, "a number on a marker: laps", 11, SOFT))
    return "".join(parts)


def wrapped(words: str, width: int) -> list[str]:
    """Breaks words into lines of at most ``width`` characters."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def god_display(s: Any) -> str:
    """The open god cards; those whose condition the seat to decide fulfils are lit."""
    parts = [heading(RIGHT, 266, "God cards")]
    for k in range(int(GOD_SLOTS[s.players])):
        x, card = RIGHT + k * 106, int(s.god_display[k])
        if card < 0:
            parts.append(rect(x, 274, 100, 112, "none", rx=7, stroke="#cfc6b4", stroke_dasharray="4 4"))
        else:
            drawn = god_card(card, x, 274, fulfilled(s, card))
            parts.append(named(f"god-{k}", GOD_NAMES[card], drawn, hit=hit_box(x, 274, 100, 112, 7)))
    parts.append(label(RIGHT + 530, 266, f"{int(s.god_left)} in the deck", 11.5, SOFT, "end"))
    return "".join(parts)


def god_card(card: int, x: float, y: float, lit: bool) -> str:
    """An open god card."""
    edge = {"stroke": LIT if lit else EDGE, "stroke_width": 3 if lit else 1.2}
    size = min(12.5, 140 / len(GOD_NAMES[card]))
    parts = [
        rect(x, y, 100, 112, "#fff3cf" if lit else CARD, rx=7, **edge),
        label(x + 50, y + 17, GOD_NAMES[card], size, anchor="middle", font_weight="bold"),
    ]
    lines = [(words, SOFT) for words in wrapped(condition_text(card), 14)]
    lines += [(words, INK) for words in wrapped("→ " + reward_text(card), 14)]
    for row, (words, ink) in enumerate(lines):
        parts.append(label(x + 6, y + 34 + row * 14, words, 11.2, ink))
    parts.append(circle(x + 87, y + 99, 10, "#7d4f8c"))
    parts.append(label(x + 87, y + 103.5, int(GOD_NUMBER[card]), 13, "#ffffff", "middle", font_weight="bold"))
    return "".join(parts)


def boards(s: Any, view: View) -> str:
    """One row per seat: points, resources, counters and god cards."""
    return "".join(board(s, p, view, RIGHT, 400 + p * 71) for p in range(s.players))


def board(s: Any, p: int, view: View, x: float, y: float) -> str:
    """The row of a seat."""
    deciding = not s.over and p == s.seat
    parts = [
        rect(x, y, 530, 65, CARD, rx=7, stroke=SEAT_COLOURS[p], stroke_width=3.5 if deciding else 1.2),
        rect(x, y, 9, 65, SEAT_COLOURS[p], rx=4),
        token(x + 24, y + 16, 9, p, SEAT_COLOURS[p]),
        label(x + 38, y + 21, name_of(p, view), min(14.0, 140 / len(name_of(p, view))), font_weight="bold"),
        label(x + 17, y + 51, int(s.score[p]), 24, INK, font_weight="bold"),
        label(x + 69, y + 51, "points", 12, SOFT),
    ]
    for r in range(len(RESOURCES)):
        parts.append(resource_sign(x + 140 + r * 44, y + 16, r, 7.5))
        parts.append(label(x + 151 + r * 44, y + 21, int(s.resources[p][r]), 14))
    reserve, statues = int((s.worker_space[p] < 0).sum()), int(s.statues[p])
    following = f", next {STATUE_VALUE[statues]}" if statues < MAX_STATUES else ""
    counts = f"reserve {reserve} · rebirths {int(s.rebirths[p])} · levels {int(s.levels_completed[p])}"
    parts += [
        label(x + 318, y + 21, counts, 12),
        label(x + 133, y + 40, f"statues {statues} of {MAX_STATUES}{following}", 12),
        label(x + 318, y + 40, f"track positions worth {position_points(s, p)}", 12),
        label(x + 133, y + 58, gods_line(s, p), 11, SOFT),
    ]
    return named(f"seat-{p}", name_of(p, view), *parts, hit=hit_box(x, y, 530, 65, 7))


def points_table(s: Any, view: View) -> str:
    """Points by source so far; all of them are public (TE-15.2)."""
    top, column = HEIGHT + 8, 84
    parts = [heading(30, top + 14, "Points by source")]
    for k, source in enumerate([*SOURCES, "total"]):
        parts.append(label(220 + k * column, top + 14, source, 11.5, SOFT, "middle"))
    for p in range(s.players):
        y = top + 38 + 24 * p
        parts.append(rect(24, y - 16, WIDTH - 48, 22, CARD, rx=5, stroke=SEAT_COLOURS[p]))
        parts.append(label(34, y, name_of(p, view), 13, INK, font_weight="bold"))
        for k, points in enumerate([*s.points_from[p], s.score[p]]):
            weight = "bold" if k == len(SOURCES) else None
            parts.append(label(220 + k * column, y, int(points), 13, anchor="middle", font_weight=weight))
    return "".join(parts)
