"""What the elements of the board mean: actions, explanations, and what to tell of a move."""

from collections.abc import Callable
from typing import Any

from ...engine.pictures.tallies import Tally
from ...engine.pictures.view import View, as_view
from ..actions import ACTIONS, next_level
from ..components import (
    AT_MARKET,
    AT_STATUES,
    AT_TRAINING,
    DATA,
    EVENT_NAMES,
    GOD_NAMES,
    GOD_NUMBER,
    LEVEL_POINTS,
    LEVELS,
    MAX_STATUES,
    NONE,
    POSITION_POINTS,
    PYRAMID_NAMES,
    PYRAMIDS,
    RESOURCES,
    SPACE_KIND,
    SPACE_NAMES,
    SPACE_SUBJECT,
    STATUE_COST,
    STATUE_VALUE,
    TEMPLE_NAMES,
    TEMPLES,
    TILE_COST,
    TILE_POINTS,
    TRACK_ABILITY,
    TRACK_COST,
    TRACK_LENGTH,
    TRACK_POINTS,
    WORKERS,
)
from ..rules.gods import god_price
from ..state import NEUTRAL_SLOT
from .cards import ability_text, amounts_text, condition_text, counted, event_text, reward_text
from .position import fulfilled, name_of, tile_counts, workers_at

HEADINGS = {
    "move": "Move a worker",
    "exchange": "Exchange on the market",
    "tile": "Place a pyramid tile",
    "step": "Step on the temple track",
    "free_step": "Step on a temple track",
    "train": "Train a worker",
    "sacrifice": "Sacrifice",
    "statue": "Build a statue",
    "rebirth": "Rebirth",
    "enter": "New worker",
    "god": "Activate a god card",
    "pass": "Go on",
}

TALLIES = (
    Tally("score", "points"),
    Tally("resources", RESOURCES),
    Tally("statues", "statues"),
    Tally("rebirths", "rebirths"),
    Tally("levels_completed", "completed levels"),
    Tally("track_laps", [f"laps in the {name}" for name in TEMPLE_NAMES]),
    Tally("tiles", [f"tiles on level {level + 1} of the {name}" for name in PYRAMID_NAMES for level in range(LEVELS)],
          sure=False, told_by=("tile",)),
    Tally("god_owner", GOD_NAMES, sure=False, told_by=("god",)),
)  # fmt: skip


def place(s: Any, action: int) -> str | None:
    """The element that means an action of the seat to decide."""
    name, i = ACTIONS.decode(action)
    p = int(s.seat)
    if name == "move":
        slot, distance = i // 3, i % 3 + 1
        space = int(s.neutral_space) if slot == NEUTRAL_SLOT else int(s.worker_space[p][slot])
        return f"space-{(space + distance) % len(SPACE_NAMES)}"
    if name == "train":
        return f"space-{int(s.worker_space[p][i])}"
    if name == "step":
        return f"temple-{int(SPACE_SUBJECT[_moved_space(s)])}"
    return {
        "exchange": f"space-{_space_of(AT_MARKET)}",
        "tile": f"pyramid-{i // 3}",
        "free_step": f"temple-{i}",
        "sacrifice": f"temple-{TEMPLES - 1}",
        "statue": f"space-{_space_of(AT_STATUES)}",
        "rebirth": f"space-{_space_of(AT_TRAINING)}",
        "enter": "space-0",
        "god": f"god-{i}",
    }.get(name)


def _space_of(kind: int) -> int:
    """The only space with this kind of action."""
    return SPACE_KIND.tolist().index(kind)


def _moved_space(s: Any) -> int:
    return int(s.neutral_space) if s.moved_worker == NEUTRAL_SLOT else int(s.worker_space[s.seat][s.moved_worker])


# --- Explanations ----------------------------------------------------------------------------------------------------

_SPACE_TEXTS = {
    "start": "take 1 cocoa; a worker from the reserve may enter with power 1. No worker passes Start, and nobody meets "
    "here (TE-4.2, TE-5.0, TE-6.7)",
    "market": "up to as many exchanges as the worker's power: {exchanges} (TE-5.5)",
    "build": "up to as many pyramid tiles as the worker's power (TE-5.6, TE-7)",
    "temple": "up to as many steps on this temple's track as the worker's power, each paid in cocoa (TE-5.7, TE-8)",
    "train_self": "the worker gains 1 power; with power 4 it may go back to 1 for 1 cocoa: a rebirth (TE-5.8)",
    "statue": "up to as many statues as the worker's power, each for {statue}, at most {most} per player (TE-5.9)",
}


def _space_tip(s: Any, view: View, space: int) -> str:
    action = DATA["space"][space]["action"]
    if action["kind"] == "gain":
        what = f"as much {action['resource']} as the worker's power (TE-5.{space})"
    else:
        swaps = [f"{amounts_text(e['give'])} for {amounts_text(e['take'])}" for e in DATA["exchange"]]
        statue = amounts_text(dict(zip(RESOURCES, STATUE_COST.tolist(), strict=True)))
        what = _SPACE_TEXTS[action["kind"]].format(exchanges="; ".join(swaps), statue=statue, most=MAX_STATUES)
    here = [_worker(view, seat, power) for seat, power, _ in workers_at(s, space)]
    meets = "; whoever arrives meets them (TE-6)" if space or s.start_meetings else ""
    standing = f" Here: {', '.join(here)}{meets}." if here else ""
    return f"{SPACE_NAMES[space]}: {what}.{standing}"


def _worker(view: View, seat: int, power: int) -> str:
    return f"{'the neutral worker' if seat < 0 else name_of(seat, view)} with power {power}"


def _pyramid_tip(s: Any, view: View, y: int) -> str:
    level, numbers = next_level(s, y), int(s.slot_number[y].sum())
    built = ", ".join(f"{name_of(p, view)} {n}" for p, n in enumerate(tile_counts(s, y)))
    if level < 0:
        opened = "It is complete."
    else:
        cost = amounts_text(dict(zip(RESOURCES, TILE_COST[level].tolist(), strict=True)))
        opened = (
            f"Open is level {level + 1}: a tile costs {cost} and gives {counted(int(TILE_POINTS[level]), 'point')}; "
            f"completing the level gives {int(LEVEL_POINTS[level])} more (TE-7.2–7.5)."
        )
    return (
        f"{PYRAMID_NAMES[y]}. {opened} Tiles: {built}. Most tiles at the end win the sum of its numbers, now {numbers} "
        "(TE-14.1)."
    )


def _tiles_tip(s: Any, view: View, level: int) -> str:
    cost = amounts_text(dict(zip(RESOURCES, TILE_COST[level].tolist(), strict=True)))
    shown = ", ".join(str(int(n)) for n in s.tile_display[level])
    return (
        f"Tiles of level {level + 1}: {shown} on display, {int(s.stack_left[level])} in the stack. One costs {cost} "
        f"(TE-7.2) and gives {counted(int(TILE_POINTS[level]), 'point')} at once (TE-7.3); its number counts at the "
        "end for the majority in its pyramid (TE-7.4)."
    )


def _temple_tip(s: Any, view: View, t: int) -> str:
    spaces = []
    for k in range(1, TRACK_LENGTH + 1):
        gives = [counted(int(TRACK_POINTS[t, k]), "point")] if TRACK_POINTS[t, k] else []
        if TRACK_ABILITY[t, k] != NONE:
            gives.append(ability_text(t, k).replace("sacr ", "sacrifice for "))
        spaces.append(f"{k} costs {int(TRACK_COST[t, k])} cocoa" + (f", gives {' and '.join(gives)}" if gives else ""))
    where = ", ".join(f"{name_of(p, view)} on {int(s.track_pos[p][t])}" for p in range(s.players))
    worth = "/".join(str(int(points)) for points in POSITION_POINTS)
    return (
        f"Track of the {TEMPLE_NAMES[t]}, step by step (TE-8): {'; '.join(spaces)}. After the last space it begins "
        f"anew. {where}. At the end the positions 0, 1, 2, … are worth {worth} points (TE-14.2)."
    )


def _god_tip(s: Any, view: View, k: int) -> str:
    card = int(s.god_display[k])
    met = " The condition is met by who is to decide." if fulfilled(s, card) else ""
    return (
        f"{GOD_NAMES[card]}: if you {condition_text(card)}, pay {int(god_price(s))} cocoa at the end of your turn for: "
        f"{reward_text(card)} (TE-10.1). At the end it is worth {counted(int(GOD_NUMBER[card]), 'point')} "
        f"(TE-14.3).{met}"
    )


def _seat_tip(s: Any, view: View, p: int) -> str:
    held = amounts_text(dict(zip(RESOURCES, s.resources[p].tolist(), strict=True))) or "no resources"
    powers = [str(int(s.worker_power[p][w])) for w in range(WORKERS) if s.worker_space[p][w] >= 0]
    statues = int(s.statues[p])
    following = f", the next gives {STATUE_VALUE[statues]} points" if statues < MAX_STATUES else ""
    return (
        f"{name_of(p, view)}: {counted(int(s.score[p]), 'point')}; {held}; workers on the board with power "
        f"{', '.join(powers)}, {WORKERS - len(powers)} in reserve (TE-2.3); {counted(statues, 'statue')}{following} "
        "(TE-5.9)."
    )


_TIPS: dict[str, Callable[..., str]] = {
    "space": _space_tip,
    "pyramid": _pyramid_tip,
    "tiles": _tiles_tip,
    "temple": _temple_tip,
    "god": _god_tip,
    "seat": _seat_tip,
    "event": lambda s, view: (
        f"Event of this round: {EVENT_NAMES[s.event_current]}, {event_text(int(s.event_current))} (TE-12)."
    ),
}


def tip(s: Any, viewer: View | int | None, element: str) -> str:
    """What an element of the board is and does, with rule numbers."""
    kind, *numbers = element.split("-")
    return _TIPS[kind](s, as_view(viewer), *map(int, numbers))


# --- The story -------------------------------------------------------------------------------------------------------


def news(before: Any, after: Any, viewer: View | int | None) -> list[str]:
    """Workers that were trained, tiles and god cards turned up, and rounds that begin."""
    view, lines = as_view(viewer), []
    for p in range(before.players):
        for w in range(WORKERS):
            old, new = int(before.worker_power[p][w]), int(after.worker_power[p][w])
            if 0 < old < new and before.worker_space[p][w] >= 0:
                where = SPACE_NAMES[after.worker_space[p][w]]
                lines.append(f"A worker of {view.name(p)} on {where} rises to power {new} (TE-5.8, TE-6, TE-9.2).")
    if before.neutral_space >= 0 and before.neutral_power < after.neutral_power:
        lines.append(f"The neutral worker rises to power {int(after.neutral_power)} (TE-11.4).")
    for y in range(PYRAMIDS):
        done = next_level(before, y)
        if done >= 0 and done != next_level(after, y):
            lines.append(f"Level {done + 1} of the {PYRAMID_NAMES[y]} is complete (TE-7.5).")
    if after.round_no != before.round_no:
        lines.append("The round ends and is scored (TE-13).")
        if not after.over:
            event = int(after.event_current)
            lines.append(f"Round {int(after.round_no) + 1} begins. Event: {EVENT_NAMES[event]}, {event_text(event)}.")
            fresh = [GOD_NAMES[c] for c in after.god_display if c >= 0 and c not in before.god_display.tolist()]
            if fresh:
                lines.append(f"New god cards: {', '.join(fresh)} (TE-3.2).")
    return lines
