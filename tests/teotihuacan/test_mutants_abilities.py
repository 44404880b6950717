"""What waits for a decision, and what does not."""

import pytest

from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.components import NONE, TRAIN
from meeplezoo.envs.teotihuacan.rules.spaces import may_operate
from meeplezoo.envs.teotihuacan.rules.temples import ability_waits
from meeplezoo.envs.teotihuacan.state import MARKET

from .position import move, position


@pytest.mark.rule("TE-7.5", "TE-9.2")
def test_a_completed_level_one_shows_one_training():
    table = position([(5, 1)], stone=2, wood=1, levels=[[3, 0, 0]])
    move(table, 0, 1).play(A.tile)
    for seat in range(3):
        assert table.observe(seat)["ability_arg"] == 1


@pytest.mark.rule("TE-9.2")
@pytest.mark.parametrize(("power", "waits"), [(4, False), (3, True)])
def test_a_training_waits_for_workers_on_the_board_only(power, waits):
    s = position([(3, 4), (4, power)]).s
    s.ability, s.ability_arg = TRAIN, 1
    assert ability_waits(s) == waits
    assert s.ability == (TRAIN if waits else NONE)


@pytest.mark.rule("TE-D13", "TE-5.5")
@pytest.mark.parametrize(("cocoa", "goes_on"), [(2, False), (3, True)])
def test_a_market_where_nothing_can_be_exchanged_is_over(cocoa, goes_on):
    s = position([(5, 2)], cocoa=cocoa).s
    s.node, s.ops_left = MARKET, 2
    assert may_operate(s) == goes_on
