"""The neutral worker of the game for two (TE-11)."""

import pytest

from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.actions import A
from tests.support import random_positions

from .position import NEUTRAL, cocoa_of, fill, full, move, next_turn, position, powers, score, stock


@pytest.mark.rule("TE-11.1", "TE-11.6", "TE-4.2", "TE-1.7")
def test_either_player_moves_it_again_and_again():
    table = position(players=2, neutral=(9, 1))
    assert table.legal() == [0, 1, 2, 12, 13, 14]
    move(table, NEUTRAL, 1)
    assert (table.s.neutral_space, table.s.neutral_power) == (10, 2)
    assert next_turn(table, 1)
    assert table.legal() == [0, 1, 2, 12, 13]
    move(table, NEUTRAL, 1)
    assert table.legal() == [0, 1, 2, 12]
    for _, mask in random_positions(game, 3, 1):
        assert not mask[12:15].any()


@pytest.mark.rule("TE:X29", "TE-11.2", "TE-11.3", "TE-11.4")
def test_it_yields_no_resources_but_builds():
    assert stock(move(position(players=2, neutral=(0, 3)), NEUTRAL, 1)) == [0, 0, 0, 0]
    table = position({0: [], 1: [(6, 4), (6, 1)]}, players=2, neutral=(3, 2), stone=4, wood=2)
    move(table, NEUTRAL, 3).play(A.tile).play(A.tile + 3)
    assert score(table) == 2
    assert powers(table, 1) == [4, 2]
    assert (cocoa_of(table), table.s.neutral_power) == (0, 2)
    table = move(position(players=2, neutral=(10, 2)), NEUTRAL, 2)
    assert cocoa_of(table) == 0
    assert table.legal() == [A.enter, A.pass_]


@pytest.mark.rule("TE-11.2", "TE-12.2")
@pytest.mark.parametrize(("space", "event_name"), [(0, "E01"), (1, "E01"), (2, "E07"), (3, "E08")])
def test_no_income_with_it_whatever_the_event(space, event_name):
    owned = {"G01": 0, "G15": 0, "G16": 0, "G17": 0, "G22": 0}
    table = position(players=2, neutral=(space, 4), event_name=event_name, owned=owned)
    assert stock(move(table, NEUTRAL, 1)) == [0, 0, 0, 0]
    assert next_turn(table, 1)


@pytest.mark.rule("TE-10.6", "TE-11.2")
def test_ehecatl_does_not_apply_to_it():
    table = move(position(players=2, neutral=(11, 1), owned={"G22": 0}), NEUTRAL, 1)
    assert cocoa_of(table) == 0


@pytest.mark.rule("TE:X40", "TE-10.6", "TE-11.3")
def test_discounts_apply_to_it():
    table = position(players=2, neutral=(5, 1), stone=1, wood=1, owned={"G18": 0})
    move(table, NEUTRAL, 1).play(A.tile)
    assert stock(table) == [0, 0, 0, 0]
    assert score(table) == 1
    table = position(players=2, neutral=(6, 1), cocoa=1, markers={0: [1, 0, 0]}, owned={"G19": 0})
    move(table, NEUTRAL, 1).play(A.step)
    assert (cocoa_of(table), score(table)) == (0, 2)


@pytest.mark.rule("TE:X41", "TE-11.4", "TE-11.2")
def test_it_trains_and_is_trained_like_any_other():
    table = move(position([(0, 1)], players=2, neutral=(1, 4)), 0, 1)
    assert stock(table) == [1, 1, 0, 0]
    table = move(position({0: [], 1: [(1, 4), (1, 3)]}, players=2, neutral=(0, 2)), NEUTRAL, 1)
    assert table.s.neutral_power == 3
    assert stock(table) == [0, 0, 0, 0]
    assert powers(table, 1) == [4, 3]
    table = move(position([(0, 3)], players=2, neutral=(1, 2)), 0, 1)
    assert table.s.neutral_power == 3
    table = move(position([(0, 2)], players=2, neutral=(1, 3)), 0, 1)
    assert powers(table)[0] == 3


@pytest.mark.rule("TE:X42", "TE-11.2", "TE-5.8")
def test_no_exchange_and_no_rebirth_with_it():
    table = move(position(players=2, neutral=(4, 4), cocoa=9, stone=9, wood=9, gold=9), NEUTRAL, 1)
    assert next_turn(table, 1)
    table = move(position(players=2, neutral=(9, 4), event_name="E10"), NEUTRAL, 1)
    assert next_turn(table, 1)
    assert (table.s.neutral_power, score(table), cocoa_of(table)) == (4, 0, 0)
    assert move(position(players=2, neutral=(9, 3)), NEUTRAL, 1).s.neutral_power == 4


def almost_level_two(**arguments):
    """All levels 1 full, pyramid 0 has 1 of its 2 level-2 slots."""
    table = position(players=2, levels=[full(2, 1)] * 3, **arguments)
    fill(table, 0, [0, 1, 0], 1)
    return table


@pytest.mark.rule("TE:X43", "TE-11.3", "TE-7.5")
@pytest.mark.parametrize(("own", "cocoa"), [(False, 0), (True, 3)])
def test_a_level_two_completed_with_it_pays_no_cocoa(own, cocoa):
    table = almost_level_two(workers=[(5, 1)], neutral=(5, 1), stone=3, wood=2)
    move(table, 0 if own else NEUTRAL, 1).play(A.tile)
    assert (score(table), cocoa_of(table)) == (3 + 4, cocoa)


@pytest.mark.rule("TE:X47", "TE-11.3", "TE-11.5")
def test_a_god_card_after_it_pays_the_cocoa():
    table = almost_level_two(workers=[(8, 1)], neutral=(3, 1), cocoa=5, gods=["G11"])
    table.s.slot_owner[:, 0, 0] = 0
    table.s.slot_owner[0, 1, 0] = 0
    move(table, NEUTRAL, 1)
    assert stock(table) == [5, 0, 0, 0]
    table.play(A.god).play(A.tile)
    assert (score(table), cocoa_of(table)) == (3 + 4, 3)


@pytest.mark.rule("TE:X48", "TE-11.3")
def test_a_free_tile_of_its_own_action_pays_no_cocoa():
    table = almost_level_two(neutral=(6, 1), cocoa=3, markers={0: [2, 0, 0]})
    move(table, NEUTRAL, 1).play(A.step)
    assert cocoa_of(table) == 0
    table.play(A.tile)
    assert (score(table), cocoa_of(table)) == (3 + 4, 0)


@pytest.mark.rule("TE-11.3", "TE-12.2", "TE-5.9")
def test_statues_and_steps_with_it_score_for_the_mover():
    table = move(position(players=2, neutral=(10, 1), wood=1, gold=2, event_name="E11"), NEUTRAL, 1).play(A.statue)
    assert score(table) == 4 + 2
    table = move(position(players=2, neutral=(7, 1), cocoa=1, event_name="E05"), NEUTRAL, 1).play(A.step)
    assert score(table) == 1
    table = position(players=2, neutral=(5, 1), stone=2, wood=1, event_name="E02")
    assert next_turn(move(table, NEUTRAL, 1), 1)  # a tile costs 3 stone


@pytest.mark.rule("TE-11.4", "TE-10.2")
def test_it_counts_for_nobody():
    table = position([(4, 4), (5, 4), (6, 1)], players=2, neutral=(0, 4), cocoa=5, gods=["G12", "G09"])
    assert next_turn(move(table, NEUTRAL, 1), 1)  # no card can be activated


@pytest.mark.rule("TE-11.5", "TE-12.2")
def test_the_god_card_step_follows_at_the_price_of_the_event():
    table = position(players=2, neutral=(0, 1), cocoa=4, gods=["G05"], markers={0: [0, 0, 3]}, event_name="E12")
    move(table, NEUTRAL, 1)
    assert table.legal() == [A.god, A.pass_]
    table.play(A.god)
    assert (cocoa_of(table), score(table)) == (0, 4)
