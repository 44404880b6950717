"""The flat action ids of Nations: The Dice Game (rules section 5)."""

from typing import Any

from ..engine import ActionRange, ActionTable
from .components import (
    CHITS,
    CLASS_COLOUR,
    CLASS_ICON,
    CLASS_VALUE,
    CLASSES,
    COLOURS,
    COLUMNS,
    REROLL,
    ROW_PRICE,
    SLOTS,
    SPACES,
    START_NAMES,
    TILE_ICON,
    TILE_NAMES,
    TILE_STONE,
)
from .state import BOOKS, FAMINE, PAY


def die(k: int) -> str:
    """A die class for people, for example ``"white die with 1 gold"``."""
    return f"{COLOURS[CLASS_COLOUR[k]]} die with {CLASS_VALUE[k]} {CHITS[CLASS_ICON[k]]}"


def _buy(i: int, state: Any) -> str:
    row, column = i // COLUMNS + 1, i % COLUMNS + 1
    place = f"row {row}, column {column}"
    if state is None or state.board[i] < 0:
        return f"buy the tile in {place}"
    tile = int(state.board[i])
    return f"buy {TILE_NAMES[tile]} ({place}) for {ROW_PRICE[row - 1]} {CHITS[TILE_ICON[tile]]}"


def _build(i: int, state: Any) -> str:
    wonder = -1 if state is None or state.seat < 0 else int(state.wonder_uc[state.seat])
    if wonder < 0:
        return "build the wonder under construction"
    return f"build {TILE_NAMES[wonder]} for {TILE_STONE[wonder]} stone"


def _spend(i: int, state: Any) -> str:
    if state is not None and state.node == BOOKS:
        return f"use the {die(i)} for the book track"
    if state is not None and state.node == FAMINE:
        return f"exchange the {die(i)} for food"
    return f"pay with the {die(i)}"


def _chit(i: int, state: Any) -> str:
    if state is None or state.node != PAY:
        return "pay with a chit"
    return f"pay with a {CHITS[int(state.pay_icon)]} chit"


def _exchange(i: int, state: Any) -> str:
    if state is None or state.exch_first < 0:
        return f"exchange the {die(i)} and another die"
    return f"exchange the {die(int(state.exch_first))} and the {die(i)} for 1 {CHITS[int(state.pay_icon)]}"


def _slot(i: int, state: Any) -> str:
    if state is None or state.seat < 0:
        return f"replace the building in slot {i + 1} (at first {START_NAMES[i]})"
    tile = int(state.slot_tile[state.seat, i])
    return f"replace {TILE_NAMES[tile] if tile >= 0 else START_NAMES[i]} (slot {i + 1})"


def _return_used(i: int, state: Any) -> str:
    colour = "" if state is None or state.ret_left == 0 else f" {COLOURS[int(state.ret_color)]}"
    return f"return a used{colour} die"


def _stop(i: int, state: Any) -> str:
    if state is not None and state.node == BOOKS:
        return "keep the other book dice for an exchange"
    if state is not None and state.node == FAMINE:
        return "let the famine happen, keep the strength"
    return "stop: keep the dice"


def _fixed(text: str) -> Any:
    return lambda i, state: text


ACTIONS = ActionTable(
    [
        ActionRange("buy", 0, SPACES, "ND-7.1", "buy the tile in row 1 + i // 4 (its price), column 1 + i % 4", _buy),
        ActionRange("build", 12, 1, "ND-8.1", "build the wonder under construction", _build),
        ActionRange("reroll", 13, 1, "ND-9.1", "use a re-roll chit", _fixed("use a re-roll chit")),
        ActionRange("pass", 14, 1, "ND-5.4", "pass for the rest of the round", _fixed("pass")),
        ActionRange("spend_die", 15, CLASSES, "ND-6.2, ND-10.4, ND-11.2",
                    "spend a die of class i: on a payment, as books, or as strength given up for food", _spend),
        ActionRange("spend_chit", 32, 1, "ND-6.2", "pay with a chit of the icon asked", _chit),
        ActionRange("exchange_die", 33, CLASSES, "ND-6.4", "a die of class i as one half of an exchange", _exchange),
        ActionRange("mark_die", 50, CLASSES, "ND-9.1", "add a die of class i to the dice to be re-rolled",
                    lambda i, s: f"mark the {die(i)} for the re-roll"),
        ActionRange("roll_marked", 67, 1, "ND-9.1", "roll the marked dice", _fixed("roll the marked dice")),
        ActionRange("roll_all", 68, 1, "ND-9.1", "roll all unused dice", _fixed("roll all unused dice")),
        ActionRange("slot", 69, SLOTS, "ND-7.2", "replace the building in slot i", _slot),
        ActionRange("return_used_die", 74, 1, "ND-7.2", "return a used die of the old building's colour", _return_used),
        ActionRange("return_unused_die", 75, CLASSES, "ND-7.2", "return an unused die of class i",
                    lambda i, s: f"return the unused {die(i)}"),
        ActionRange("return_used_reroll", 92, 1, "ND-7.3", "return a used re-roll chit",
                    _fixed(f"return a used {CHITS[REROLL]} chit")),
        ActionRange("return_unused_reroll", 93, 1, "ND-7.3", "return an unused re-roll chit",
                    _fixed(f"return an unused {CHITS[REROLL]} chit")),
        ActionRange("stop", 94, 1, "ND-10.4, ND-11.2", "books: keep the other dice; famine: decline", _stop),
        ActionRange("spend_all_books", 95, 1, "ND-10.4", "use all book dice for the book track",
                    _fixed("use all book dice for the book track")),
    ]
)  # fmt: skip

A = ACTIONS.at  # first id of each range
