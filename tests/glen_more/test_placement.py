"""Where tiles fit (GM-4), against the rules written out side by side."""

import numpy as np
import pytest

from meeplezoo.envs.engine.rule import COMPILED
from meeplezoo.envs.glen_more import components as C
from meeplezoo.envs.glen_more import game
from meeplezoo.envs.glen_more import state as S

from ..support import random_positions
from .invariants import sides
from .table import Glen, cell, only_start

PLAIN_TILE, RIVER_TILE, ROAD_TILE = 24, 3, 8


def cells_by_the_rules(table: Glen, tile: int) -> list[tuple[int, int]]:
    """GM-4.2 to GM-4.5 as they are written, cell by cell."""
    s = table.s
    ground = {divmod(int(s.tile_cell[t]), 11): int(t) for t in np.flatnonzero(s.tile_owner == s.seat)}
    found = []
    for row, col in np.ndindex(11, 11):
        if (row, col) in ground:
            continue
        around = [ground.get((row + r, col + c), 0) for r in (-1, 0, 1) for c in (-1, 0, 1)]
        beside = {d: ground.get((row + d[0], col + d[1])) for d in sides(tile)}
        meets = {d: sides(t)[-d[0], -d[1]] for d, t in beside.items() if t}
        fits = all(side == sides(tile)[d] for d, side in meets.items())
        clansman = any(s.tile_clansmen[t] > 0 for t in around if t)
        goes_on = C.TILE_SIDES[tile] == C.PLAIN or C.TILE_SIDES[tile] in meets.values()
        if meets and fits and clansman and goes_on:
            found.append((row, col))
    return found


@pytest.mark.rule("GM-4.1", "GM-4.2", "GM-4.3", "GM-4.4", "GM-4.5", "GM-4.6", "GM-4.7")
@pytest.mark.parametrize("players", [2, 4])
def test_legal_cells_are_those_of_the_rules(players):
    seen = 0
    for table, _ in random_positions(game, players, seed=7, games=10 if COMPILED else 2):
        if table.s.over or table.s.turns % 3:
            continue
        glen = Glen.__new__(Glen)
        glen.game, glen.states = game, table.states
        for tile in (PLAIN_TILE, RIVER_TILE, ROAD_TILE):
            cells = cells_by_the_rules(glen, tile)
            assert glen.cells_for(tile) == cells
            seen += len(cells)
    assert seen > 100


@pytest.mark.rule("GM-4.1")
def test_river_and_road_run_straight_through():
    assert sides(RIVER_TILE) == {(-1, 0): C.RIVER, (1, 0): C.RIVER, (0, -1): C.PLAIN, (0, 1): C.PLAIN}
    assert sides(ROAD_TILE) == {(-1, 0): C.PLAIN, (1, 0): C.PLAIN, (0, -1): C.ROAD, (0, 1): C.ROAD}
    assert sides(C.START_VILLAGE) == {(-1, 0): C.RIVER, (1, 0): C.RIVER, (0, -1): C.ROAD, (0, 1): C.ROAD}
    draw = C.TILE_SIDES[1 : C.START_VILLAGE]
    assert [(draw == kind).sum() for kind in (C.RIVER, C.ROAD, C.RIVER + C.ROAD)] == [16, 18, 0]


@pytest.mark.rule("GM-4.9")
def test_the_grid_ends_at_eleven_cells():
    t = only_start()
    for k, tile in enumerate((2, 3, 6, 7, 9)):
        t.lay(0, tile, 4 - k, 5)
    for k, tile in enumerate((1, 4, 5, 8, 15)):
        t.lay(0, tile, 5, 6 + k)
    t.clansmen((0, 5), (5, 10), (5, 5))
    assert t.cells_for(RIVER_TILE + 11) == [(6, 5)]  # the river ends in the north
    assert t.cells_for(ROAD_TILE + 11) == [(5, 4)]  # and the road in the east
    plain = t.cells_for(PLAIN_TILE)
    assert {(0, 4), (0, 6), (4, 10), (6, 10)} <= set(plain)
    assert all(0 <= row < 11 and 0 <= col < 11 for row, col in plain)


@pytest.mark.rule("GM-4.9", "GM-10.2")
def test_clansmen_stay_on_the_grid():
    t = only_start()
    for k, tile in enumerate((2, 3, 6, 7, 9)):
        t.lay(0, tile, 4 - k, 5)
    t.lay(0, 24, 0, 6).clansmen((0, 5))
    t.s.node, t.s.mp, t.s.dist = S.DEST, 1, 1
    t.s.move_src = cell(0, 5)
    assert t.options() == {"dir": ["east", "south"]}


@pytest.mark.rule("GM-4.8")
def test_colours_do_not_matter_for_placing():
    t = only_start().lay(0, 2, 4, 5).lay(0, 33, 4, 6)
    free = set(t.cells_for(24))
    for tile in (12, 23, 10, 26, 16, 46):  # meadow, quarry, butcher, castle, village, field
        assert set(t.cells_for(tile)) == free != set()
