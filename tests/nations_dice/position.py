"""Helpers that set up positions of Nations: The Dice Game for tests."""

from typing import Any

import numpy as np

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice import game
from meeplezoo.envs.nations_dice.state import IN_PLAY, ON_BOARD, OUT

from ..support import Table
from .invariants import by_colour

(
    W_GOLD1, W_FOOD1, W_STONE1, W_BOOK1, W_STRENGTH1, O_GOLD2, O_GOLD3, O_FOOD2, O_FOOD3,
    R_STRENGTH2, R_STRENGTH3, R_FOOD2, R_STONE2, B_BOOK2, B_BOOK3, B_STONE2, B_STONE3,
) = range(17)  # fmt: skip


def start(players: int, seed: int = 0, variants: Any = ()) -> Table:
    """A game at its first action; seat 0 is first in the order, the others follow."""
    table = Table(game, players, seed, variants)
    s = table.s
    first = int(s.order[0])
    if first != 0:  # exchange the seats' cards and dice, so that seat 0 has rolled and acts
        for name in ("books", "fresh", "unused", "rolled"):
            s[name][[0, first]] = s[name][[first, 0]]
    s.order[:players] = range(players)
    s.books[:players] = c.START_BOOKS[players, :players]
    s.seat = 0
    return table


def tile(name: str) -> int:
    """The tile of that name."""
    return c.TILE_NAMES.index(name)


def hold(s: Any, p: int, dice: tuple[int, ...] = (), **chits: int) -> None:
    """Seat ``p`` has rolled and exactly these unused dice and chits; all its others are used.

    Dice beyond those that its buildings give come out of the supply.
    """
    owned = s.fresh[p] + by_colour(s.unused[p]) + s.used[p]
    s.unused[p] = np.bincount(dice, minlength=c.CLASSES)
    shown = by_colour(s.unused[p])
    s.supply_dice -= np.maximum(0, shown - owned).astype(np.int8)
    s.used[p] = np.maximum(0, owned - shown)
    s.fresh[p] = 0
    s.rolled[p] = 1
    total = s.chits_unused[p] + s.chits_used[p]
    s.chits_unused[p] = [chits.get(kind, 0) for kind in c.CHITS]
    s.supply_chits -= np.maximum(0, s.chits_unused[p] - total)
    s.chits_used[p] = np.maximum(0, total - s.chits_unused[p])


def lay(s: Any, tiles: dict[tuple[int, int], str]) -> None:
    """The progress board holds exactly these tiles, by (row, column)."""
    s.tile_zone[s.board[s.board >= 0]] = OUT
    s.board[:] = -1
    for (row, column), name in tiles.items():
        s.board[space(row, column)] = tile(name)
        s.tile_zone[tile(name)] = ON_BOARD


def space(row: int, column: int) -> int:
    """The index of a space of the progress board, also that of its BUY action."""
    return (row - 1) * c.COLUMNS + column - 1


def own_building(s: Any, p: int, slot: int, name: str) -> None:
    """Seat ``p`` has bought a building for the slot; its dice have come and gone as the rules say, and are used."""
    new = tile(name)
    s.used[p, c.WHITE] -= 1
    s.supply_dice[c.WHITE] += 1
    s.used[p, c.TILE_COLOUR[new]] += c.TILE_GAIN[new]
    s.supply_dice[c.TILE_COLOUR[new]] -= c.TILE_GAIN[new]
    s.slot_tile[p, slot] = new
    s.board[s.board == new] = -1
    s.tile_zone[new] = IN_PLAY + p


def own(s: Any, p: int, name: str, place: str = "") -> None:
    """Seat ``p`` has the tile beside its board, or in the place ``advisor`` or ``wonder_uc``."""
    new = tile(name)
    s.board[s.board == new] = -1
    s.tile_zone[new] = IN_PLAY + p
    if place:
        s[place][p] = new
    if place != "wonder_uc" and c.TILE_CHIT[new] >= 0:
        s.chits_used[p, c.TILE_CHIT[new]] += c.TILE_GAIN[new]
        s.supply_chits[c.TILE_CHIT[new]] -= c.TILE_GAIN[new]


def set_event(s: Any, name: str) -> None:
    """The event of the round."""
    s.event = c.EVENT_NAMES.index(name)


def everybody_passes(table: Table, age: int = 1) -> Table:
    """Passes until the action phase of the age is over."""
    while not table.s.over and table.s.age == age and table.is_legal("pass"):
        table.do("pass")
    return table


def set_age(s: Any, age: int) -> None:
    """Goes on to a later age with an empty progress board and the first event of that age."""
    lay(s, {})
    s.tile_zone[(s.tile_zone == 0) & (age >= c.TILE_AGE)] = OUT
    s.age = age
    s.event = (age - 1) * c.AGE_EVENTS


def draws(rng: int, bounds: list[int]) -> list[int]:
    """What `randint` draws from a generator in state ``rng``, written here anew (SplitMix64, no rejection)."""
    out = []
    for bound in bounds:
        rng = (rng + 0x9E3779B97F4A7C15) % 2**64
        x = (rng ^ rng >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
        out.append(((x ^ x >> 31) >> 32) * bound >> 32)
    return out


def rig(s: Any, bounds: list[int], wanted: dict[int, int]) -> None:
    """Sets the generator so that the next draws, below ``bounds`` in turn, bring ``wanted`` (index → value)."""
    for rng in range(10**6):
        drawn = draws(rng, bounds)
        if all(drawn[i] == value for i, value in wanted.items()):
            s.rng = rng
            return
    raise AssertionError("no such generator found")
