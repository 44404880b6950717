"""Meeting and training (TE-6) and the variant start_meetings (TE-16.1)."""

import pytest

from meeplezoo.envs.teotihuacan.actions import A

from .position import cocoa_of, move, next_turn, position, powers, stock


@pytest.mark.rule("TE:X9", "TE-6.1", "TE-6.2", "TE-6.3", "TE-4.5")
def test_weaker_residents_gain_and_a_stronger_one_trains():
    table = move(position({0: [(0, 2)], 1: [(1, 1)], 2: [(1, 3)]}), 0, 1)
    assert powers(table, 0)[0] == 3
    assert powers(table, 1)[0] == 2
    assert powers(table, 2)[0] == 3
    assert stock(table) == [0, 2, 0, 0]  # by the power before training


@pytest.mark.rule("TE:X10", "TE-6.4")
def test_a_resident_of_power_four_gives_cocoa_instead():
    table = move(position({0: [(0, 3)], 1: [(1, 4)]}), 0, 1)
    assert stock(table) == [1, 3, 0, 0]
    assert powers(table, 0)[0] == 3
    assert powers(table, 1)[0] == 4


@pytest.mark.rule("TE:X14", "TE-6.3", "TE-6.4", "TE-6.6")
def test_threes_and_fours_together():
    table = move(position({0: [(0, 2)], 1: [(1, 4), (1, 3)], 2: [(1, 1)]}), 0, 1)
    assert stock(table) == [1, 2, 0, 0]
    assert powers(table, 0)[0] == 3
    assert powers(table, 1) == [4, 3]
    assert powers(table, 2)[0] == 2


@pytest.mark.rule("TE-6.3", "TE-6.4")
def test_one_level_and_one_cocoa_in_all():
    table = move(position({0: [(0, 1)], 1: [(1, 4), (1, 2)], 2: [(1, 4), (1, 3)]}), 0, 1)
    assert powers(table, 0)[0] == 2
    assert cocoa_of(table) == 1


@pytest.mark.rule("TE-6.4")
def test_four_meets_four_and_own_workers_count():
    table = move(position([(0, 4), (1, 4)]), 0, 1)
    assert cocoa_of(table) == 1
    assert powers(table) == [4, 4]


@pytest.mark.rule("TE-6.5")
def test_equal_powers_do_nothing():
    table = move(position({0: [(0, 2)], 1: [(1, 2)]}), 0, 1)
    assert powers(table, 0)[0] == powers(table, 1)[0] == 2
    assert cocoa_of(table) == 0


@pytest.mark.rule("TE-6.6", "TE-6.2")
def test_comparisons_use_the_powers_before():
    # The mover ends at 3, but the resident of 2 equalled it before and stays.
    table = move(position({0: [(0, 2)], 1: [(1, 2), (1, 3)]}), 0, 1)
    assert powers(table, 0)[0] == 3
    assert powers(table, 1) == [2, 3]
    table = move(position({0: [(0, 4)], 1: [(1, 3), (1, 3)]}), 0, 1)
    assert powers(table, 1) == [4, 4]
    assert cocoa_of(table) == 0  # they were no fours before


@pytest.mark.rule("TE:X15", "TE-6.1")
def test_rebirth_comes_before_the_meeting():
    table = move(position({0: [(9, 4)], 1: [(10, 3)]}), 0, 1)
    reborn = table.copy().play(A.rebirth)
    assert (powers(reborn, 0)[0], powers(reborn, 1)[0], cocoa_of(reborn)) == (2, 3, 1)
    table.play(A.pass_)
    assert (powers(table, 0)[0], powers(table, 1)[0], cocoa_of(table)) == (4, 4, 0)


@pytest.mark.rule("TE:X16", "TE-6.4")
def test_rebirth_beside_an_own_four():
    table = move(position([(9, 4), (10, 4)]), 0, 1).play(A.rebirth)
    assert cocoa_of(table) == 2
    assert powers(table) == [1, 4]


@pytest.mark.rule("TE:X17", "TE-5.8", "TE-6.1")
def test_the_training_ground_acts_before_the_meeting():
    table = move(position({0: [(9, 1)], 1: [(10, 2), (10, 1)]}), 0, 1)
    assert powers(table, 0)[0] == 2
    assert powers(table, 1) == [2, 2]


@pytest.mark.rule("TE:X36", "TE-6.7")
def test_start_is_safe():
    table = move(position({0: [(11, 4)], 1: [(0, 1), (0, 4)]}), 0, 1).play(A.pass_)
    assert powers(table, 0) == [4, 1]
    assert powers(table, 1) == [1, 4]
    assert cocoa_of(table) == 1


@pytest.mark.rule("TE:X50", "TE-16.1")
@pytest.mark.parametrize("enter", [True, False])
def test_start_meetings(enter):
    table = move(position({0: [(11, 4)], 1: [(0, 1), (0, 4)], 2: [(5, 1), (5, 1)]}, variants=["start_meetings"]), 0, 1)
    assert cocoa_of(table) == 1
    assert table.legal() == [A.enter, A.pass_]
    assert powers(table, 1) == [1, 4]
    table.play(A.enter if enter else A.pass_)
    assert powers(table, 0) == ([4, 2, 1] if enter else [4, 2])
    assert powers(table, 1) == [2, 4]
    assert cocoa_of(table) == 2
    assert next_turn(table, 1)


@pytest.mark.rule("TE:X51", "TE-16.1")
def test_start_meetings_of_the_neutral_worker():
    workers = {0: [(0, 1), (0, 1)], 1: [(0, 3), (0, 4)]}
    table = position(workers, players=2, neutral=(11, 2), variants=["start_meetings"])
    move(table, 4, 1).play(A.pass_)
    assert table.s.neutral_power == 3
    assert powers(table, 0) == [2, 2]
    assert powers(table, 1) == [3, 4]
    assert cocoa_of(table) == 0
