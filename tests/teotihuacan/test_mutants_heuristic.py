"""The terms of the heuristic, compared with each other."""

import pytest

from meeplezoo.envs.teotihuacan.heuristic import best_move, tiles_gain, waiting
from meeplezoo.envs.teotihuacan.state import BUILD, MARKET, STATUE, TEMPLE

from .position import full, move, position


@pytest.mark.parametrize(("space", "node"), [(4, MARKET), (5, BUILD), (6, TEMPLE), (10, STATUE)])
def test_operations_that_wait_are_worth_something(space, node):
    table = move(position([(space, 2)], cocoa=9, stone=9, wood=9, gold=9), 0, 1)
    assert table.s.node == node
    worth = waiting(table.s, 0)
    table.s.ops_left = 1
    assert worth > waiting(table.s, 0) > 0


def test_workers_in_reserve_do_not_move():
    # Who stands before the temples and has no cocoa gains nothing; Start would bring one.
    assert best_move(position([(6, 2), (6, 2)]).s, 0) == 0
    assert best_move(position([(6, 2), (11, 1)]).s, 0) > 0


@pytest.mark.parametrize(
    ("level", "enough", "short"),
    [
        (0, [4, 2, 0], [[3, 2, 0], [4, 1, 0]]),
        (1, [6, 4, 0], [[5, 4, 0], [6, 3, 0]]),
        (2, [8, 6, 2], [[7, 6, 2], [8, 5, 2], [8, 6, 1]]),
    ],
)
def test_every_tile_of_a_visit_is_paid(level, enough, short):
    s = position(levels=[full(3, level)] * 3).s
    s.resources[0, 1:] = enough
    assert tiles_gain(s, 0, 2) == 2 * tiles_gain(s, 0, 1) > 0
    for resources in short:
        s.resources[0, 1:] = resources
        assert tiles_gain(s, 0, 2) == tiles_gain(s, 0, 1) > 0
