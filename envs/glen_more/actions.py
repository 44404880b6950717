"""The flat action ids of Glen More (rules section 5)."""

from typing import Any

from ..engine import ActionRange, ActionTable
from .components import CARD_OF, CELLS, COLS, DIRECTIONS, GOODS, TILE_NAMES
from .state import ACT, DEST, FIGURE, FROM, MOVE, NESS_PAY, PLACE, SELLING


def cell_name(cell: int) -> str:
    """A cell in words, counted from 1 with row 1 in the north."""
    return f"column {cell % COLS + 1}, row {cell // COLS + 1}"


def tile_name(tile: int) -> str:
    """A tile as it is called in a sentence."""
    name = TILE_NAMES[tile]
    return name if CARD_OF[tile] >= 0 else f"the {name.lower()}"


def _tile_in(state: Any, cell: int) -> int:
    """The tile that the deciding seat has in a cell, or 0."""
    for tile in range(1, len(TILE_NAMES)):
        if state.tile_owner[tile] == state.seat and state.tile_cell[tile] == cell:
            return tile
    return 0


def _cell(i: int, state: Any) -> str:
    where = cell_name(i)
    if state is None:
        return f"choose the cell in {where}"
    if state.node == PLACE:
        return f"place {tile_name(int(state.tile))} in {where}"
    tile = _tile_in(state, i)
    what = f"{tile_name(tile)} in {where}" if tile else where
    if state.node == NESS_PAY:
        return f"pay with a clansman from {what}"
    if state.node == FROM:
        verb = "sell" if state.from_mode == SELLING else "use"
        return f"{verb} {GOODS[state.from_good]} from {what}"
    if state.node == MOVE:
        return f"choose the clansman on {what}"
    if state.node == ACT:
        extra = "" if tile and state.in_A[tile] else " by Loch Ness"
        return f"activate {what}{extra}"
    return f"choose {what}"


def _take(i: int, state: Any) -> str:
    ahead = f"{i + 1} space{'s' if i else ''} ahead"
    if state is None or not 0 < state.chain[i + 1] < FIGURE:
        return f"take the tile {ahead}"
    return f"take {tile_name(int(state.chain[i + 1]))}, {ahead}"


def _use(i: int, state: Any) -> str:
    return f"pay with own {GOODS[i]}"


def _buy(i: int, state: Any) -> str:
    price = "" if state is None or state.market[i] > 2 else f" for {_coins(state.market[i] + 1)}"
    return f"buy {GOODS[i]}{price}"


def _sell(i: int, state: Any) -> str:
    price = "" if state is None or state.market[i] < 1 else f" for {_coins(state.market[i])}"
    return f"sell {GOODS[i]}{price}"


def _coins(n: int) -> str:
    return "1 coin" if n == 1 else f"{n} coins"


def _direction(i: int, state: Any) -> str:
    if state is None or state.node != DEST or state.move_src < 0:
        return f"move the clansman {DIRECTIONS[i]}"
    return f"move the clansman from {cell_name(int(state.move_src))} {DIRECTIONS[i]}"


def _stop(i: int, state: Any) -> str:
    if state is None:
        return "finish the step"
    return {ACT: "activate nothing more", MOVE: "move no more clansmen"}.get(int(state.node), "finish the step")


ACTIONS = ActionTable(
    [
        ActionRange("cell", 0, CELLS, "GM-4, GM-7.1, GM-10.2", "cell i of the own 11×11 grid", _cell),
        ActionRange("take", 121, 12, "GM-2.3", "move to chain index i + 1 and take its tile", _take),
        ActionRange("use", 133, 5, "GM-5.7", "pay a unit of good i with an own cube", _use),
        ActionRange("buy", 138, 5, "GM-5.4", "pay a unit of good i by buying it", _buy),
        ActionRange("sell", 143, 5, "GM-5.5", "sell a cube of good i", _sell),
        ActionRange("gain", 148, 5, "GM-8.3, GM-9.2", "choose good i", lambda i, s: f"take {GOODS[i]}"),
        ActionRange("dir", 153, 8, "GM-10.2", "move the chosen clansman in direction i (N, NE, …, NW)", _direction),
        ActionRange("promote", 161, 1, "GM-10.3", "make the chosen clansman a chieftain",
                    lambda i, s: "make the clansman a chieftain"),
        ActionRange("chieftain", 162, 1, "GM-5.6", "pay for Loch Ness with a chieftain",
                    lambda i, s: "pay with a chieftain"),
        ActionRange("stop", 163, 1, "GM-7.1, GM-10.1", "finish the current step", _stop),
    ]
)  # fmt: skip

A = ACTIONS.at
