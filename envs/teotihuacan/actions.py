"""The flat action ids of Teotihuacan (rules section 5)."""

from typing import Any

from ..engine import ActionRange, ActionTable
from .components import (
    DISPLAY,
    EXCHANGES,
    GIVES,
    GIVES_N,
    GOD_NAMES,
    LEVELS,
    MAX_GOD_SLOTS,
    MAX_MOVE,
    PYRAMID_NAMES,
    RESOURCES,
    SLOTS,
    SPACE_NAMES,
    SPACES,
    TAKES,
    TAKES_N,
    TEMPLE_NAMES,
    TEMPLES,
    TRACK_LENGTH,
    WORKERS,
)
from .state import NEUTRAL_SLOT


def next_level(state: Any, pyramid: int) -> int:
    """The open level of a pyramid (0 is the lowest), -1 when it is complete (TE-7.1)."""
    slots = SLOTS[state.players]
    return next((e for e in range(LEVELS) if state.slot_owner[pyramid][e][slots[e] - 1] < 0), -1)


def _worker(slot: int) -> str:
    return "the neutral worker" if slot == NEUTRAL_SLOT else f"worker {slot + 1}"


def _move(i: int, state: Any) -> str:
    slot, distance = i // MAX_MOVE, i % MAX_MOVE + 1
    spaces = f"{distance} space{'s' if distance > 1 else ''}"
    if state is None or state.seat < 0:
        return f"move {_worker(slot)} {spaces}"
    space = state.neutral_space if slot == NEUTRAL_SLOT else state.worker_space[state.seat][slot]
    if space < 0:
        return f"move {_worker(slot)} {spaces}"
    power = state.neutral_power if slot == NEUTRAL_SLOT else state.worker_power[state.seat][slot]
    target = SPACE_NAMES[(space + distance) % SPACES]
    return f"move {_worker(slot)} (power {power}) from {SPACE_NAMES[space]} {spaces} to {target}"


def _exchange(i: int, state: Any) -> str:
    return f"exchange {GIVES_N[i]} {RESOURCES[GIVES[i]]} for {TAKES_N[i]} {RESOURCES[TAKES[i]]}"


def _tile(i: int, state: Any) -> str:
    pyramid, place = divmod(i, DISPLAY)
    level = -1 if state is None else next_level(state, pyramid)
    if level < 0:
        return f"place display tile {place + 1} on the {PYRAMID_NAMES[pyramid]}"
    number = state.tile_display[level][place]
    return f"place a tile {number} on level {level + 1} of the {PYRAMID_NAMES[pyramid]}"


def _step(i: int, state: Any) -> str:
    return "pay for a step on this temple's track"


def _free_step(i: int, state: Any) -> str:
    if state is None or state.seat < 0:
        return f"take a free step in the {TEMPLE_NAMES[i]}"
    return f"take a free step in the {TEMPLE_NAMES[i]}, to space {state.track_pos[state.seat][i] + 1} of {TRACK_LENGTH}"


def _train(i: int, state: Any) -> str:
    if state is None or state.seat < 0 or state.worker_space[state.seat][i] < 0:
        return f"train {_worker(i)}"
    power = state.worker_power[state.seat][i]
    return f"train {_worker(i)} on {SPACE_NAMES[state.worker_space[state.seat][i]]} from power {power} to {power + 1}"


def _sacrifice(i: int, state: Any) -> str:
    return "sacrifice cocoa" if state is None else f"sacrifice cocoa for {state.ability_arg} points"


def _god(i: int, state: Any) -> str:
    card = -1 if state is None else state.god_display[i]
    return f"activate god card {i + 1}" if card < 0 else f"activate {GOD_NAMES[card]}"


def _fixed(text: str) -> Any:
    return lambda i, state: text


ACTIONS = ActionTable(
    [
        ActionRange(
            "move", 0, (WORKERS + 1) * MAX_MOVE, "TE-4.1", "move worker i // 3 (4: neutral), i % 3 + 1 far", _move
        ),
        ActionRange("exchange", 15, EXCHANGES, "TE-5.5", "make exchange i on the market", _exchange),
        ActionRange("tile", 21, 9, "TE-7.2, TE-9.1", "place display tile i % 3 on pyramid i // 3", _tile),
        ActionRange("step", 30, 1, "TE-8.1", "pay for a step on the track of the moved worker's temple", _step),
        ActionRange("free_step", 31, TEMPLES, "TE-9.4", "take a free step on track i", _free_step),
        ActionRange("train", 34, WORKERS, "TE-9.2", "train own worker i", _train),
        ActionRange("sacrifice", 38, 1, "TE-9.3", "pay 1 cocoa for points", _sacrifice),
        ActionRange("statue", 39, 1, "TE-5.9", "build a statue", _fixed("build a statue")),
        ActionRange("rebirth", 40, 1, "TE-5.8", "put the moved worker back to power 1", _fixed("rebirth to power 1")),
        ActionRange("enter", 41, 1, "TE-5.0", "put a reserve worker on Start", _fixed("put a new worker on Start")),
        ActionRange("god", 42, MAX_GOD_SLOTS, "TE-10.1", "activate the card in god display slot i", _god),
        ActionRange("pass", 47, 1, "TE-4.4", "decline or stop", _fixed("pass")),
    ]
)

A = ACTIONS.at
