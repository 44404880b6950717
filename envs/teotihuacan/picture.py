"""The board of Teotihuacan as one SVG and as plain text. All of it is public; the viewer only marks a seat."""

from math import cos, pi, sin
from typing import Any

from ..engine.pictures.svg import INK, SEAT_COLOURS, circle, document, group, line, polygon, rect
from ..engine.pictures.svg import text as label
from .actions import next_level
from .components import (
    ABILITIES,
    CONDITION_N,
    DATA,
    DISPLAY,
    EVENT_NAMES,
    GOD_COST,
    GOD_IDS,
    GOD_NAMES,
    GOD_NUMBER,
    GOD_SLOTS,
    LEVELS,
    MAX_MOVE,
    MAX_STATUES,
    NONE,
    POSITION_POINTS,
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
    TRACK_ARGUMENT,
    TRACK_COST,
    TRACK_LENGTH,
    TRACK_POINTS,
    TURNS,
    WORKERS,
)
from .rules.gods import measure
from .state import MARKET, MOVE, NEUTRAL_SLOT, NODES, SOURCES, STATUE

WIDTH, HEIGHT = 1180, 690
RING_X, RING_Y, RING_R = 312, 330, 252
SPACE_W, SPACE_H = 106, 86
RIGHT = 640
NEUTRAL_COLOUR = "#8a8a8a"
LIT, EDGE, SOFT, CARD = "#e8a317", "#8d8372", "#6d6557", "#fffdf8"
# By kind of action; resource spaces bear the colour of their resource.
SPACE_FILLS = ("#f4e3b2", "#ffffff", "#cfe9e6", "#ead9c4", "#dcdff5", "#e8d9ee", "#eecfb4")
SOURCE_FILLS = {"cocoa": "#e6d3bd", "stone": "#dcdcdc", "wood": "#cfe3c2", "gold": "#f7e6a2"}
RESOURCE_COLOURS = ("#6b3f22", "#8b8f94", "#2f7d3b", "#d9a400")
TEMPLE_COLOURS = ("#e08e1b", "#5b7fb5", "#7d4f8c")
TEMPLE_SHORT = ("Sun", "Moon", "Death")

# --- Cards in words --------------------------------------------------------------------------------------------------


def _s(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _space(key: str) -> str:
    return next(space["name"] for space in DATA["space"] if space["id"] == key)


def _gain(amounts: dict[str, Any]) -> str:
    return " + ".join(f"{amounts[r]} {r}" for r in RESOURCES if amounts.get(r))


def condition_text(card: int) -> str:
    """What a god card asks for."""
    c = DATA["god_card"][card]["condition"]
    n = c["n"]
    return {
        "hold_resource": lambda: f"hold {n} {c['resource']}",
        "hold_each": lambda: f"hold {n} stone, wood and gold each",
        "workers_with_power": lambda: f"{_s(n, 'worker')} of power {c['power']}+",
        "total_power": lambda: f"total power {n}",
        "workers_on_board": lambda: f"{_s(n, 'worker')} on the board",
        "temple_steps": lambda: f"{_s(n, 'step')} on {c['temple'].title()}",
        "all_temples_steps": lambda: f"{_s(n, 'step')} on every track",
        "rebirths": lambda: _s(n, "rebirth"),
        "tiles_total": lambda: _s(n, "own tile"),
        "pyramids_present": lambda: f"own tiles in {n} pyramids",
        "statues": lambda: _s(n, "statue"),
        "levels_completed": lambda: f"{_s(n, 'level')} completed",
        "tracks_completed": lambda: f"{_s(n, 'track')} run to the end",
    }[c["kind"]]()


def reward_text(card: int) -> str:
    """What a god card gives."""
    r = DATA["god_card"][card]["reward"]
    n = r.get("n", 0)
    return {
        "gain": lambda: _gain(r),
        "points": lambda: _s(n, "point"),
        "train": lambda: _s(n, "training"),
        "free_tile": lambda: "a free tile",
        "free_step": lambda: "a free step",
        "free_statue": lambda: "a free statue",
        "enter_worker": lambda: "a new worker",
        "perm_yield": lambda: f"{_space(r['space'])} yields {n} more",
        "perm_market_ops": lambda: f"{n} more exchanges a visit",
        "perm_tile_discount": lambda: f"tiles cost {n} {r['resource']} less",
        "perm_step_discount": lambda: f"steps cost {n} cocoa less",
        "perm_start_cocoa": lambda: f"{n} more cocoa on Start",
    }[r["kind"]]()


def event_text(card: int) -> str:
    """What an event does."""
    e = DATA["event_card"][card]["effect"]
    n = e["n"]
    return {
        "gain_all": lambda: f"everybody took {n} {e['resource']}",
        "train_on_start": lambda: f"workers on Start gained {n} power",
        "tile_cost_extra": lambda: f"paid tiles cost {n} {e['resource']} more",
        "market_buy_rate": lambda: f"buying on the market takes {n}",
        "temple_step_points": lambda: f"each step on {e['temple'].title()}: {_s(n, 'point')}",
        "yield_mod": lambda: f"{_space(e['space'])} yields {n:+d}",
        "rebirth_points": lambda: f"each rebirth: {_s(n, 'point')}",
        "statue_points": lambda: f"each statue: {_s(n, 'point')} more",
        "god_cost": lambda: f"god cards cost {GOD_COST + n} cocoa",
    }[e["kind"]]()


def _ability_text(temple: int, space: int) -> str:
    """Sign of a track space's ability."""
    return ("", "train", "tile", "step", f"sacr {TRACK_ARGUMENT[temple, space]}")[TRACK_ABILITY[temple, space]]


# --- The position in words -------------------------------------------------------------------------------------------


def name_of(seat: int, viewer: int | None) -> str:
    """A seat for headings."""
    return f"Seat {seat}" + (" (you)" if seat == viewer else "")


def status(s: Any) -> list[str]:
    """Whose turn it is and what is pending, in at most two lines."""
    if s.over:
        winners = [p for p in range(s.players) if s.payoff[p] == max(s.payoff[: s.players])]
        return ["Game over", "won by seat " + " and ".join(map(str, winners))]
    pending = NODES[s.node]
    if s.ability != NONE:
        pending = ABILITIES[s.ability]
        if s.ability_arg:
            pending += f" ({s.ability_arg} {'left' if s.ability == 1 else 'points'})"
    elif MARKET <= s.node <= STATUE:
        pending += f", {_s(int(s.ops_left), 'operation')} left"
    return [f"Seat {s.seat} to decide", pending]


def targets(s: Any) -> set[int]:
    """Spaces that the seat to decide can move a worker to."""
    if s.over or s.node != MOVE:
        return set()
    spaces = [int(space) for space in (*s.worker_space[s.seat], s.neutral_space) if space >= 0]
    return {(space + d) % SPACES for space in spaces for d in range(1, MAX_MOVE + 1) if space + d <= SPACES}


def workers_at(s: Any, space: int) -> list[tuple[int, int, bool]]:
    """(seat or -1 for neutral, power, whether moved in this turn) of the workers on a space."""
    moving = not s.over and s.node != MOVE
    found = [
        (p, int(s.worker_power[p][w]), moving and p == s.seat and w == s.moved_worker)
        for p in range(s.players)
        for w in range(WORKERS)
        if s.worker_space[p][w] == space
    ]
    if s.neutral_space == space:
        found.append((-1, int(s.neutral_power), moving and s.moved_worker == NEUTRAL_SLOT))
    return found


def tile_counts(s: Any, pyramid: int) -> list[int]:
    """Tiles of each seat in a pyramid."""
    return [int((s.slot_owner[pyramid] == p).sum()) for p in range(s.players)]


def owned_gods(s: Any, p: int) -> list[int]:
    """God cards of a seat."""
    return [card for card, owner in enumerate(s.god_owner) if owner == p]


def fulfilled(s: Any, card: int) -> bool:
    """Whether the seat to decide fulfils a god card's condition."""
    return not s.over and int(measure(s, int(s.seat), card)) >= CONDITION_N[card]


# --- Drawing ---------------------------------------------------------------------------------------------------------


def draw(s: Any, viewer: int | None = None) -> str:
    """One SVG document; ``viewer`` is a seat or None."""
    parts = [ring(s), pyramids(s), centre(s), tile_display(s), tracks(s), god_display(s), boards(s, viewer)]
    parts.append(points_table(s, viewer))
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
        "start": "1 cocoa, new worker",
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
    parts = [
        rect(left, top, SPACE_W, SPACE_H, fill, rx=9, stroke=LIT if lit else EDGE, stroke_width=4 if lit else 1.2),
        label(x, top + 15, name, 10.5 if len(name) < 16 else 9.2, anchor="middle", font_weight="bold"),
        label(x, top + 27, space_hint(space), 9, SOFT, "middle"),
    ]
    workers = workers_at(s, space)
    radius, columns = (9.0, 5) if len(workers) <= 10 else (6.0, 7)
    for k, (seat, power, moved) in enumerate(workers):
        row, column = divmod(k, columns)
        in_row = min(columns, len(workers) - row * columns)
        cx = x + (column - (in_row - 1) / 2) * (2 * radius + 2)
        cy = top + 33 + radius + row * (2 * radius + 3)
        parts.append(disc(cx, cy, radius, seat, power, moved))
    return "".join(parts)


def disc(x: float, y: float, radius: float, seat: int, power: int, outlined: bool = False) -> str:
    """A worker with its power."""
    edge = {"stroke": INK, "stroke_width": 2.6} if outlined else {"stroke": "#ffffff", "stroke_width": 0.8}
    return circle(x, y, radius, colour(seat), **edge) + label(
        x, y + radius * 0.45, power, radius * 1.3, "#ffffff", "middle", font_weight="bold"
    )


def pyramids(s: Any) -> str:
    """The three pyramids inside the ring: slots by level, sums and tiles per seat."""
    parts = []
    for y in range(PYRAMIDS):
        x = RING_X + (y - 1) * 119
        for level in range(LEVELS):
            slots = int(SLOTS[s.players][level])
            lit = level == next_level(s, y)
            for slot in range(slots):
                owner, number = int(s.slot_owner[y][level][slot]), int(s.slot_number[y][level][slot])
                parts.append(slot_sign(x + (slot - slots / 2) * 22, 352 - level * 26, owner, number, lit))
        name = PYRAMID_NAMES[y].replace("Pyramid of the ", "")
        parts.append(label(x, 392, name, 10, anchor="middle", font_weight="bold"))
        parts.append(label(x, 406, f"sum {int(s.slot_number[y].sum())}", 11, SOFT, "middle"))
        for p, count in enumerate(tile_counts(s, y)):
            cx = x + (p - (s.players - 1) / 2) * 22
            parts.append(rect(cx - 9, 412, 18, 16, SEAT_COLOURS[p], rx=3))
            parts.append(label(cx, 424, count, 11, "#ffffff", "middle", font_weight="bold"))
    return "".join(parts)


def slot_sign(x: float, y: float, owner: int, number: int, lit: bool) -> str:
    """A slot of a pyramid: a tile in its owner's colour, or empty, lit on the open level."""
    if owner < 0:
        return rect(x + 1, y, 20, 22, "#fff3cf" if lit else CARD, rx=3, stroke=LIT if lit else "#cfc6b4")
    tile = rect(x + 1, y, 20, 22, SEAT_COLOURS[owner], rx=3)
    return tile + label(x + 11, y + 16, number, 13, "#ffffff", "middle", font_weight="bold")


def centre(s: Any) -> str:
    """Round, event and whose turn it is, above and below the pyramids."""
    event = int(s.event_current)
    if s.over:
        clock = f"after round {ROUNDS}"
    else:
        clock = f"Round {int(s.round_no) + 1} of {ROUNDS} · {TURNS * int(s.players) - int(s.turn_in_round)} turns left"
    first, second = status(s)
    seat_colour = INK if s.over else SEAT_COLOURS[s.seat]
    return group(
        label(RING_X, 222, clock, 12, SOFT, "middle"),
        rect(RING_X - 122, 230, 244, 46, CARD, rx=8, stroke=EDGE),
        label(RING_X, 248, EVENT_NAMES[event], 13, anchor="middle", font_weight="bold"),
        label(RING_X, 266, event_text(event), 12, anchor="middle"),
        rect(RING_X - 105, 438, 210, 42, CARD, rx=8, stroke=seat_colour, stroke_width=2),
        label(RING_X, 455, first, 13, seat_colour, "middle", font_weight="bold"),
        label(RING_X, 472, second, 12, anchor="middle"),
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
            parts += [label(x, y + 4, int(amounts[r]), 11), resource_sign(x + 15, y, r, 6)]
            x += pitch
    return "".join(parts)


def tile_display(s: Any) -> str:
    """Three open tiles of each level, with the level's cost and stack."""
    parts = [heading(RIGHT, 28, "Tiles on display")]
    for row, level in enumerate(reversed(range(LEVELS))):
        y = 36 + row * 46
        parts.append(rect(RIGHT, y, 220, 42, CARD, rx=7, stroke=EDGE))
        parts.append(label(RIGHT + 8, y + 17, f"Level {level + 1}", 11, font_weight="bold"))
        parts.append(label(RIGHT + 8, y + 32, f"stack {int(s.stack_left[level])}", 10, SOFT))
        for k in range(DISPLAY):
            parts.append(rect(RIGHT + 62 + k * 23, y + 10, 20, 22, "#c79a5b", rx=3))
            number = int(s.tile_display[level][k])
            parts.append(label(RIGHT + 72 + k * 23, y + 26, number, 13, "#ffffff", "middle", font_weight="bold"))
        parts.append(bundle(RIGHT + 135, y + 21, TILE_COST[level], 28))
    return "".join(parts)


def tracks(s: Any) -> str:
    """The three temple tracks with markers and laps."""
    left, cell = RIGHT + 234, 43
    parts = [heading(left, 28, "Temple tracks"), label(left + 298, 28, "cost · points · ability", 10, SOFT, "end")]
    for t in range(TEMPLES):
        y = 36 + t * 68
        for space in range(TRACK_LENGTH + 1):
            x = left + space * cell
            parts.append(rect(x, y, cell - 3, 60, CARD, rx=5, stroke=TEMPLE_COLOURS[t], stroke_width=1.5))
            if space == 0:
                parts.append(
                    label(x + 20, y + 13, TEMPLE_SHORT[t], 11, TEMPLE_COLOURS[t], "middle", font_weight="bold")
                )
                continue
            parts.append(label(x + 4, y + 12, int(TRACK_COST[t, space]), 9.5, RESOURCE_COLOURS[0], font_weight="bold"))
            if TRACK_POINTS[t, space]:
                points = f"{TRACK_POINTS[t, space]} pt"
                parts.append(label(x + 37, y + 12, points, 9, INK, "end"))
            if TRACK_ABILITY[t, space] != NONE:
                parts.append(label(x + 20, y + 23, _ability_text(t, space), 9, TEMPLE_COLOURS[t], "middle"))
        for p in range(s.players):
            x = left + int(s.track_pos[p][t]) * cell + 11 + 18 * (p % 2)
            cy = y + (34 if p < 2 else 50)
            parts.append(circle(x, cy, 7, SEAT_COLOURS[p], stroke="#ffffff"))
            if s.track_laps[p][t]:
                parts.append(label(x, cy + 3.5, int(s.track_laps[p][t]), 9.5, "#ffffff", "middle", font_weight="bold"))
    parts.append(label(left, 244, "a number on a marker: laps", 9, SOFT))
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
        x, y = RIGHT + k * 106, 274
        card = int(s.god_display[k])
        if card < 0:
            parts.append(rect(x, y, 100, 112, "none", rx=7, stroke="#cfc6b4", stroke_dasharray="4 4"))
            continue
        lit = fulfilled(s, card)
        parts.append(
            rect(
                x,
                y,
                100,
                112,
                "#fff3cf" if lit else CARD,
                rx=7,
                stroke=LIT if lit else EDGE,
                stroke_width=3 if lit else 1.2,
            )
        )
        size = 11 if len(GOD_NAMES[card]) <= 12 else 9.2
        parts.append(label(x + 50, y + 17, GOD_NAMES[card], size, anchor="middle", font_weight="bold"))
        lines = [(words, SOFT) for words in wrapped(condition_text(card), 17)]
        lines += [(words, INK) for words in wrapped("→ " + reward_text(card), 16)]
        for row, (words, ink) in enumerate(lines):
            parts.append(label(x + 7, y + 34 + row * 13, words, 9.8, ink))
        parts.append(circle(x + 86, y + 98, 10, "#7d4f8c"))
        parts.append(label(x + 86, y + 102, int(GOD_NUMBER[card]), 12, "#ffffff", "middle", font_weight="bold"))
    parts.append(label(RIGHT + 530, 266, f"{int(s.god_left)} in the deck", 10, SOFT, "end"))
    return "".join(parts)


def boards(s: Any, viewer: int | None) -> str:
    """One row per seat: points, resources, counters and god cards."""
    parts = []
    for p in range(s.players):
        x, y = RIGHT, 400 + p * 71
        deciding = not s.over and p == s.seat
        parts.append(rect(x, y, 530, 65, CARD, rx=7, stroke=SEAT_COLOURS[p], stroke_width=3.5 if deciding else 1.2))
        parts.append(rect(x, y, 9, 65, SEAT_COLOURS[p], rx=4))
        parts.append(label(x + 17, y + 19, name_of(p, viewer), 12, font_weight="bold"))
        parts.append(label(x + 17, y + 45, int(s.score[p]), 22, SEAT_COLOURS[p], font_weight="bold"))
        parts.append(label(x + 67, y + 45, "points", 10, SOFT))
        for r in range(len(RESOURCES)):
            parts.append(resource_sign(x + 128 + r * 44, y + 16, r, 7))
            parts.append(label(x + 139 + r * 44, y + 21, int(s.resources[p][r]), 13))
        reserve = int((s.worker_space[p] < 0).sum())
        parts.append(label(x + 305, y + 21, f"reserve {reserve}", 11))
        parts.append(label(x + 375, y + 21, f"rebirths {int(s.rebirths[p])}", 11))
        parts.append(label(x + 450, y + 21, f"levels {int(s.levels_completed[p])}", 11))
        statues = int(s.statues[p])
        following = f", next {STATUE_VALUE[statues]}" if statues < MAX_STATUES else ""
        parts.append(label(x + 121, y + 40, f"statues {statues} of {MAX_STATUES}{following}", 11))
        parts.append(label(x + 305, y + 40, f"track positions worth {position_points(s, p)}", 11))
        parts.append(label(x + 121, y + 58, gods_line(s, p), 10, SOFT))
    return "".join(parts)


def position_points(s: Any, p: int) -> int:
    """What the marker positions would score at the end."""
    return int(sum(POSITION_POINTS[s.track_pos[p][t]] for t in range(TEMPLES)))


def gods_line(s: Any, p: int) -> str:
    """God cards of a seat with their numbers, as brief as the row requires."""
    cards = owned_gods(s, p)
    if not cards:
        return "no god card"
    named = ", ".join(f"{GOD_NAMES[c]} {GOD_NUMBER[c]}" for c in cards)
    brief = ", ".join(f"{GOD_IDS[c]} {GOD_NUMBER[c]}" for c in cards)
    numbers = f"{len(cards)} god cards, numbers {sum(GOD_NUMBER[c] for c in cards)}"
    return next(words for words in (named, brief, numbers) if len(words) <= 66 or words is numbers)


def points_table(s: Any, viewer: int | None) -> str:
    """Points by source so far; all of them are public (TE-15.2)."""
    top, column = HEIGHT + 8, 84
    parts = [heading(30, top + 14, "Points by source")]
    for k, source in enumerate([*SOURCES, "total"]):
        parts.append(label(220 + k * column, top + 14, source, 10.5, SOFT, "middle"))
    for p in range(s.players):
        y = top + 38 + 24 * p
        parts.append(rect(24, y - 16, WIDTH - 48, 22, CARD, rx=5, stroke=SEAT_COLOURS[p]))
        parts.append(label(34, y, name_of(p, viewer), 12, SEAT_COLOURS[p], font_weight="bold"))
        for k, points in enumerate([*s.points_from[p], s.score[p]]):
            weight = "bold" if k == len(SOURCES) else None
            parts.append(label(220 + k * column, y, int(points), 12, anchor="middle", font_weight=weight))
    return "".join(parts)


# --- Plain text ------------------------------------------------------------------------------------------------------


def text(s: Any, viewer: int | None = None) -> str:
    """A plain text board; ``viewer`` is a seat or None."""
    event = int(s.event_current)
    clock = (
        "over" if s.over else f"round {int(s.round_no) + 1}, {TURNS * int(s.players) - int(s.turn_in_round)} turns left"
    )
    rows = [f"Teotihuacan · {clock} · {' · '.join(status(s))}"]
    rows.append(f"event: {EVENT_NAMES[event]} ({event_text(event)})")
    lit = targets(s)
    for space in range(SPACES):
        workers = " ".join(_worker_text(seat, power, moved) for seat, power, moved in workers_at(s, space))
        rows.append(f"{'>' if space in lit else ' '}{space:3} {SPACE_NAMES[space]:19} {workers}".rstrip())
    rows.append("pyramids (owner:number, level 1 first)")
    for y in range(PYRAMIDS):
        levels = " | ".join(_level_text(s, y, level) for level in range(LEVELS))
        rows.append(f"  {PYRAMID_NAMES[y]:33} {levels}  sum {int(s.slot_number[y].sum())}")
    for level in range(LEVELS):
        shown = " ".join(map(str, s.tile_display[level]))
        cost = _gain(dict(zip(RESOURCES, TILE_COST[level].tolist(), strict=True)))
        rows.append(f"  tiles of level {level + 1}: {shown} (stack {int(s.stack_left[level])}), cost {cost}")
    for t in range(TEMPLES):
        where = ", ".join(f"seat {p} {int(s.track_pos[p][t])}{_laps(s, p, t)}" for p in range(s.players))
        rows.append(f"{TEMPLE_NAMES[t]}: {where}")
    rows += _god_rows(s)
    for p in range(s.players):
        held = ", ".join(f"{int(s.resources[p][r])} {RESOURCES[r]}" for r in range(len(RESOURCES)))
        counts = f"statues {int(s.statues[p])}, rebirths {int(s.rebirths[p])}, levels {int(s.levels_completed[p])}"
        reserve = int((s.worker_space[p] < 0).sum())
        rows.append(
            f"{name_of(p, viewer)}: {int(s.score[p])} points, {held}, reserve {reserve}, {counts}, {gods_line(s, p)}"
        )
    if s.over:
        rows.append("points by source: " + ", ".join(SOURCES))
        rows += [f"  seat {p}: {s.points_from[p].tolist()} = {int(s.score[p])}" for p in range(s.players)]
    return "\n".join(rows)


def _worker_text(seat: int, power: int, moved: bool) -> str:
    return f"{'N' if seat < 0 else seat}:{power}{'*' if moved else ''}"


def _level_text(s: Any, pyramid: int, level: int) -> str:
    slots = range(int(SLOTS[s.players][level]))
    pairs = [(int(s.slot_owner[pyramid][level][k]), int(s.slot_number[pyramid][level][k])) for k in slots]
    return " ".join("--" if owner < 0 else f"{owner}:{number}" for owner, number in pairs)


def _laps(s: Any, p: int, t: int) -> str:
    return f" (+{int(s.track_laps[p][t])} laps)" if s.track_laps[p][t] else ""


def _god_rows(s: Any) -> list[str]:
    rows = ["god cards:"]
    for k in range(int(GOD_SLOTS[s.players])):
        card = int(s.god_display[k])
        if card < 0:
            rows.append(f"  {k} empty")
        else:
            sign = "*" if fulfilled(s, card) else " "
            rows.append(
                f" {sign}{k} {GOD_NAMES[card]}: {condition_text(card)} → {reward_text(card)}, number {GOD_NUMBER[card]}"
            )
    return rows
