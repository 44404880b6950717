"""Moves and the actions of the spaces (TE-4, TE-5)."""

import pytest

from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.components import SPACE_IDS
from meeplezoo.envs.teotihuacan.state import GOD, MARKET, MOVE, STATUE
from meeplezoo.envs.teotihuacan.state import TEMPLE as AT_TEMPLE_TRACK

from .position import cocoa_of, full, move, next_turn, position, powers, score, stock


@pytest.mark.rule("TE:X18", "TE-D1")
def test_interchangeable_workers_are_offered_once():
    assert position().legal() == [0, 1, 2]
    assert position(players=2).legal() == [0, 1, 2, 12, 13, 14]
    assert position([(3, 1), (3, 2)]).legal() == [0, 1, 2, 3, 4, 5]
    assert position([(3, 1), (4, 1)]).legal() == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("TE:X12", "TE-4.1", "TE-4.2")
def test_nobody_passes_start():
    assert position([(10, 1), (11, 2)]).legal() == [0, 1, 3]
    assert position([(9, 1), (9, 1)]).legal() == [0, 1, 2]
    table = move(position([(9, 1), (9, 1)]), 0, 3)
    assert table.s.worker_space[0, 0] == 0


@pytest.mark.rule("TE-4.1", "TE-4.3")
def test_a_lone_move_is_asked_and_spaces_hold_any_number():
    table = position({0: [(11, 1), (11, 1)], 1: [(0, 2)] * 4, 2: [(0, 3)] * 4})
    assert table.settle().legal() == [0]
    move(table, 0, 1)
    assert table.s.worker_space[0, 0] == 0
    assert cocoa_of(table) == 1  # nothing was paid


@pytest.mark.rule("TE-4.1")
def test_the_ring_has_the_order_of_the_rulebook_list():
    assert SPACE_IDS == [
        "start", "quarry", "forest", "farm", "gold_mine", "market", "pyramid_site", "temple_sun", "temple_moon",
        "temple_death", "training", "statue_site",
    ]  # fmt: skip


@pytest.mark.rule("TE:X2", "TE-5.1", "TE-5.2", "TE-5.3", "TE-5.4", "TE-4.4")
@pytest.mark.parametrize(
    ("worker", "distance", "gain"),
    [((0, 3), 1, [0, 3, 0, 0]), ((0, 3), 2, [0, 0, 3, 0]), ((0, 3), 3, [3, 0, 0, 0]), ((3, 2), 1, [0, 0, 0, 2])],
)
def test_resource_spaces_give_the_power_of_the_worker(worker, distance, gain):
    table = move(position([worker]), 0, distance)
    assert stock(table) == gain
    assert next_turn(table, 1)


@pytest.mark.rule("TE:X3", "TE-5.5", "TE-D2", "TE-D13")
@pytest.mark.parametrize(
    ("have", "exchange", "get"),
    [
        ([3, 0, 0, 0], 0, [0, 1, 0, 0]),
        ([0, 3, 0, 0], 1, [0, 0, 1, 0]),
        ([0, 0, 3, 0], 2, [0, 0, 0, 1]),
        ([0, 0, 0, 1], 3, [0, 0, 2, 0]),
        ([0, 0, 1, 0], 4, [0, 2, 0, 0]),
        ([0, 1, 0, 0], 5, [2, 0, 0, 0]),
    ],
)
def test_market_rates(have, exchange, get):
    cocoa, stone, wood, gold = have
    table = move(position([(4, 1)], cocoa=cocoa, stone=stone, wood=wood, gold=gold), 0, 1)
    assert A.exchange + exchange in table.legal()
    assert table.legal()[-1] == A.pass_
    table.play(A.exchange + exchange)
    assert stock(table) == get
    assert next_turn(table, 1)  # power 1 is one exchange; no pass needed


@pytest.mark.rule("TE-5.5", "TE-4.5", "TE-D2")
def test_power_limits_the_exchanges_and_one_may_stop():
    table = move(position([(2, 3)], gold=2), 0, 3)
    assert (table.s.node, table.s.ops_left) == (MARKET, 3)
    assert table.legal() == [A.exchange + 3, A.pass_]
    table.play(A.exchange + 3).play(A.exchange + 4).play(A.pass_)
    assert stock(table) == [0, 2, 1, 1]
    assert next_turn(table, 1)


@pytest.mark.rule("TE-D13", "TE-5.5")
def test_a_space_without_a_possible_operation_is_skipped():
    assert next_turn(move(position([(4, 4)], cocoa=2, stone=0), 0, 1), 1)
    assert next_turn(move(position([(5, 4)], stone=9), 0, 1), 1)
    assert next_turn(move(position([(6, 4)]), 0, 1), 1)
    assert next_turn(move(position([(10, 4)], gold=1, wood=5), 0, 1), 1)


@pytest.mark.rule("TE:X33", "TE-12.1")
def test_great_caravans_make_buying_cheaper():
    table = move(position([(4, 2)], cocoa=2, stone=1, event_name="E03"), 0, 1)
    assert table.legal() == [A.exchange, A.exchange + 5, A.pass_]
    table.play(A.exchange)
    assert stock(table) == [0, 2, 0, 0]
    table.play(A.exchange + 1)
    assert stock(table) == [0, 0, 1, 0]
    # The downward exchanges keep their price.
    assert stock(move(position([(4, 1)], gold=1, event_name="E03"), 0, 1).play(A.exchange + 3)) == [0, 0, 2, 0]


@pytest.mark.rule("TE:X24", "TE-5.3", "TE-12.1")
@pytest.mark.parametrize(("power", "owned", "cocoa"), [(1, False, 1), (1, True, 1), (3, False, 2), (3, True, 3)])
def test_drought(power, owned, cocoa):
    table = position([(2, power)], event_name="E07", owned={"G01": 0} if owned else {})
    assert cocoa_of(move(table, 0, 1)) == cocoa


@pytest.mark.rule("TE-5.4", "TE-12.1")
def test_rich_vein_and_its_bounds():
    assert stock(move(position([(3, 2)], event_name="E08"), 0, 1)) == [0, 0, 0, 3]
    assert stock(move(position([(2, 2)], event_name="E08"), 0, 1)) == [2, 0, 0, 0]


@pytest.mark.rule("TE-5.6", "TE-4.5", "TE-4.4")
def test_up_to_power_tiles_in_a_visit():
    table = move(position([(5, 2)], stone=10, wood=10), 0, 1)
    assert table.s.ops_left == 2
    table.play(A.tile).play(A.tile + 3)
    assert score(table) == 2
    assert next_turn(table, 1)
    table = move(position([(5, 2)], stone=10, wood=10), 0, 1).play(A.tile).play(A.pass_)
    assert stock(table) == [0, 8, 9, 0]
    assert next_turn(table, 1)


@pytest.mark.rule("TE-5.7", "TE-8.1")
def test_up_to_power_steps_each_paid_by_its_number():
    table = move(position([(7, 3)], cocoa=10), 0, 1)
    assert table.s.node == AT_TEMPLE_TRACK
    assert table.legal() == [A.step, A.pass_]
    table.play(A.step).play(A.step)
    assert cocoa_of(table) == 10 - 1 - 2
    table.play(A.pass_)  # the training of space 2
    table.play(A.step)
    assert cocoa_of(table) == 10 - 1 - 2 - 3
    assert next_turn(table, 1)


@pytest.mark.rule("TE-4.5")
def test_training_during_the_action_adds_no_operation():
    table = move(position([(7, 2)], cocoa=9), 0, 1)
    table.play(A.step).play(A.step).do("train", 0)
    assert powers(table) == [3, 1]
    assert table.s.node != AT_TEMPLE_TRACK


@pytest.mark.rule("TE-5.8")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (2, 3), (3, 4)])
def test_the_training_ground_trains(before, after):
    table = move(position([(9, before)]), 0, 1)
    assert powers(table) == [after, 1]
    assert next_turn(table, 1)


@pytest.mark.rule("TE:X11", "TE-5.8", "TE-D6")
def test_rebirth_is_optional():
    table = move(position([(9, 4)]), 0, 1)
    assert table.legal() == [A.rebirth, A.pass_]
    reborn = table.copy().play(A.rebirth)
    assert (powers(reborn), cocoa_of(reborn), reborn.s.rebirths[0]) == ([1, 1], 1, 1)
    table.play(A.pass_)
    assert (powers(table), cocoa_of(table), table.s.rebirths[0]) == ([4, 1], 0, 0)
    assert next_turn(table, 1)


@pytest.mark.rule("TE-12.1", "TE-5.8")
def test_rites_of_rebirth_score():
    table = move(position([(9, 4)], event_name="E10"), 0, 1).play(A.rebirth)
    assert score(table) == 5


@pytest.mark.rule("TE-5.9", "TE-D5")
def test_statues_cost_gold_and_wood_and_rise_in_value():
    table = position([(10, 4)], wood=8, gold=16)
    for _ in range(2):
        move(table, 0, 1)
        assert table.s.node == STATUE
        for _ in range(4):
            assert table.legal() == [A.statue, A.pass_]
            table.play(A.statue)
        table.s.seat, table.s.worker_space[0, 0] = 0, 10
    assert table.s.statues[0] == 8
    assert score(table) == 4 + 5 + 5 + 6 + 6 + 7 + 7 + 8
    assert stock(table) == [0, 0, 0, 0]


@pytest.mark.rule("TE-5.9")
def test_at_most_eight_statues():
    table = position([(10, 4)], wood=9, gold=9)
    table.s.statues[0] = 8
    assert next_turn(move(table, 0, 1), 1)


@pytest.mark.rule("TE:X34", "TE-12.1")
def test_sculptors_guild_pays_for_each_statue():
    table = position([(10, 4)], wood=2, gold=5, event_name="E11")
    table.s.statues[0] = 1
    move(table, 0, 1).play(A.statue).play(A.statue)
    assert score(table) == 14
    assert stock(table) == [0, 0, 0, 1]
    assert next_turn(table, 1)


@pytest.mark.rule("TE:X8", "TE-5.0", "TE-D7")
def test_start_gives_cocoa_and_lets_a_worker_enter():
    table = move(position([(10, 2)]), 0, 2)
    assert cocoa_of(table) == 1
    assert table.legal() == [A.enter, A.pass_]
    declined = table.copy().play(A.pass_)
    assert declined.s.worker_space[0].tolist() == [0, 0, -1, -1]
    table.play(A.enter)
    assert table.s.worker_space[0].tolist() == [0, 0, 0, -1]
    assert powers(table) == [2, 1, 1]
    assert next_turn(table, 1)
    everyone = move(position([(10, 2), (1, 1), (2, 1), (3, 1)]), 0, 2)
    assert cocoa_of(everyone) == 1
    assert next_turn(everyone, 1)


@pytest.mark.rule("TE-5.0", "TE-10.6")
def test_ehecatl_brings_more_cocoa_on_start():
    assert cocoa_of(move(position([(11, 1)], owned={"G22": 0}), 0, 1)) == 2
    assert cocoa_of(move(position([(11, 1)], owned={"G22": 1}), 0, 1)) == 1


@pytest.mark.rule("TE-4.6", "TE-D14", "TE-D12")
def test_order_of_a_turn_action_meeting_god_card():
    # The stone counts for G16, the training by the resident of power 3 for G02; both come before the god card.
    table = position({0: [(0, 1), (1, 3)]}, stone=3, cocoa=5, gods=["G16", "G02"])
    move(table, 0, 1)
    assert powers(table) == [2, 3]
    assert table.s.node == GOD
    assert table.legal() == [A.god, A.god + 1, A.pass_]
    table.play(A.pass_)
    assert next_turn(table, 1)


@pytest.mark.rule("TE-D15", "TE-4.3")
def test_moving_costs_nothing():
    table = move(position([(0, 1)]), 0, 1)
    assert stock(table) == [0, 1, 0, 0]


@pytest.mark.rule("TE-15.1", "TE-D13")
def test_complete_pyramids_make_the_site_idle():
    table = position([(5, 4)], stone=20, wood=20, gold=20, levels=[full(3, 3)] * 3)
    assert next_turn(move(table, 0, 1), 1)
    assert table.s.node == MOVE
