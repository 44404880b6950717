"""A Glen More table for tests: lay tiles where an example wants them, then play by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from meeplezoo.envs.glen_more import components as C
from meeplezoo.envs.glen_more import game
from meeplezoo.envs.glen_more import state as S

from ..support import Table

RED, YELLOW, GREEN, BLUE, PURPLE = (S.FIGURE + p for p in range(5))
DIE = S.DIE_FIGURE


def cell(row: int, col: int) -> int:
    return C.COLS * row + col


class Glen(Table):
    """One game whose position is free to edit; goods are given by name."""

    def __init__(self, players: int = 4, seed: int = 0):
        super().__init__(game, players, seed)

    def copy(self) -> Glen:
        twin = Glen.__new__(Glen)
        twin.game, twin.states = self.game, self.states.copy()
        return twin

    # --- setting up ---------------------------------------------------------------------------------------------

    def lay(self, seat: int, tile: int, row: int, col: int, clansmen: int = 0, **cubes: int) -> Glen:
        """Puts a tile into a territory, with clansmen and cubes on it; its card goes to the owner."""
        self.s.tile_owner[tile], self.s.tile_cell[tile] = seat, cell(row, col)
        self.s.tile_clansmen[tile] = clansmen
        for good, n in cubes.items():
            self.s.tile_cubes[tile, C.GOODS.index(good)] = n
        if C.CARD_OF[tile] >= 0:
            self.s.card_owner[C.CARD_OF[tile]] = seat
        self.s.chain[self.s.chain == tile] = 0
        return self

    def clansmen(self, *cells: tuple[int, int], seat: int = 0) -> Glen:
        """Makes these the only cells of a seat with clansmen, one each time a cell is named."""
        for t in range(1, C.TILES):
            if self.s.tile_owner[t] == seat:
                self.s.tile_clansmen[t] = cells.count(divmod(int(self.s.tile_cell[t]), C.COLS))
        return self

    def money(self, coins: int, seat: int = 0) -> Glen:
        self.s.coins[seat] = coins
        return self

    def market(self, *filled: int) -> Glen:
        self.s.market[:] = filled
        return self

    def ring(self, *chain: int) -> Glen:
        """Sets the chain from the hindmost figure on, padded with free quarries, and starts the turn of its head."""
        free = (1, 23, 25, 32, 67, 2, 24, 28, 53, 12, 57, 21, 65, 22, 46, 47, 54)
        filler = iter(t for t in free if t not in self.laid() and t not in chain)
        row = list(chain)
        while len(row) < C.CHAIN:
            row.append(next(filler))
        self.s.chain[:] = row
        self.s.seat = row[0] - S.FIGURE
        self.s.node = S.TAKE
        return self

    def offer(self, *tiles: int, seat: int = 0) -> Glen:
        """The figure of ``seat`` is hindmost, the tiles lie right before it, then the other figures."""
        others = [S.FIGURE + p for p in range(self.s.players) if p != seat]
        return self.ring(S.FIGURE + seat, *tiles, *others)

    def stacks(self, *left: int) -> Glen:
        """Leaves so many tiles in stacks 0–3, top last (some ids may lie elsewhere too: only counts matter then)."""
        for k, n in enumerate(left):
            ids = [t for t in range(1, C.START_VILLAGE) if C.TILE_STACK[t] == k]
            free = [t for t in ids if t not in self.laid() and t not in self.s.chain]
            free += [t for t in ids if t not in free]
            self.s.stack[k] = 0
            self.s.stack[k, :n] = free[:n]
            self.s.stack_n[k] = n
        return self

    def laid(self) -> list[int]:
        return np.flatnonzero(self.s.tile_owner >= 0).tolist()

    # --- playing ------------------------------------------------------------------------------------------------

    def take(self, tile: int) -> Glen:
        """Takes a tile of the chain."""
        return self.do("take", self.s.chain.tolist().index(tile) - 1)

    def at(self, row: int, col: int) -> Glen:
        return self.do("cell", cell(row, col))

    def use(self, *goods: str) -> Glen:
        return self._goods("use", goods)

    def buy(self, *goods: str) -> Glen:
        return self._goods("buy", goods)

    def sell(self, *goods: str) -> Glen:
        return self._goods("sell", goods)

    def gain(self, *goods: str) -> Glen:
        return self._goods("gain", goods)

    def stop(self) -> Glen:
        return self.do("stop")

    def _goods(self, name: str, goods: Iterable[str]) -> Glen:
        for good in goods:
            self.do(name, C.GOODS.index(good))
        return self

    # --- looking ------------------------------------------------------------------------------------------------

    @property
    def node(self) -> int:
        return int(self.s.node)

    def options(self) -> dict[str, Any]:
        """Legal actions by range: cells as (row, col), goods by name, other indices as they are."""
        found: dict[str, Any] = {}
        for action in self.legal():
            name, index = game.actions.decode(action)
            if name == "cell":
                item: Any = divmod(index, C.COLS)
            elif name in ("use", "buy", "sell", "gain"):
                item = C.GOODS[index]
            elif name == "take":
                item = int(self.s.chain[index + 1])
            elif name == "dir":
                item = C.DIRECTIONS[index]
            else:
                item = True
            found.setdefault(name, []).append(item)
        return {k: True if v == [True] else v for k, v in found.items()}

    def cells_for(self, tile: int) -> list[tuple[int, int]]:
        """Cells where the tile could be placed now by the seat to decide."""
        twin = self.copy()
        twin.s.node, twin.s.tile = S.PLACE, tile
        return twin.options().get("cell", [])

    def cubes(self, tile: int) -> dict[str, int]:
        return {g: int(n) for g, n in zip(C.GOODS, self.s.tile_cubes[tile], strict=True) if n}

    def goods(self, seat: int = 0) -> dict[str, int]:
        """All cubes of a seat."""
        total = self.s.tile_cubes[self.s.tile_owner == seat].sum(axis=0)
        return {g: int(n) for g, n in zip(C.GOODS, total, strict=True) if n}


def only_start(players: int = 4) -> Glen:
    """Every seat has its start village only; no coins in anybody's purse, empty market."""
    table = Glen(players)
    table.s.coins[:] = 0
    table.s.market[:] = 0
    return table


def activating(table: Glen, *tiles: int, seat: int = 0) -> Glen:
    """Goes to the activation step of ``seat`` with ``tiles`` as the set A, without the automatic activations."""
    s = table.s
    others = [S.FIGURE + p for p in range(s.players) if p != seat]
    table.ring(S.FIGURE + seat, 67, *others)
    s.chain[0], s.chain[1], s.dist = 0, S.FIGURE + seat, 1
    s.in_A[list(tiles)] = 1
    s.node = S.ACT
    return table


def moving(table: Glen, points: int, seat: int = 0) -> Glen:
    """Goes to the movement step of ``seat``."""
    activating(table, seat=seat)
    table.s.node, table.s.mp = S.MOVE, points
    return table


def finish_turn(table: Glen) -> Glen:
    """Plays on to the end of the turn, stopping wherever that is possible."""
    turns = int(table.s.turns)
    while table.s.turns == turns and not table.s.over:
        legal = table.legal()
        table.play(legal[-1])  # STOP is the last id
    return table
