"""Temple tracks and abilities (TE-8, TE-9)."""

import pytest

from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.rules.temples import step_cost

from .position import cocoa_of, fill, full, move, next_turn, position, powers, score


@pytest.mark.rule("TE:X5", "TE-8.1", "TE-8.4", "TE-D4")
def test_the_step_to_space_three_costs_three():
    table = move(position([(6, 1)], cocoa=3, markers={0: [2, 0, 0]}), 0, 1)
    assert table.legal() == [A.step, A.pass_]
    table.play(A.step)
    assert cocoa_of(table) == 0
    assert table.s.track_pos[0, 0] == 3
    assert table.legal()[-1] == A.pass_
    assert set(table.legal()[:-1]) <= set(range(A.tile, A.tile + 9))  # a free tile


@pytest.mark.rule("TE-8.1")
@pytest.mark.parametrize("marker", range(6))
def test_a_step_costs_the_number_of_its_space(marker):
    assert step_cost(position(markers={0: [0, marker, 0]}).s, 0, 1) == marker + 1
    assert next_turn(move(position([(7, 1)], cocoa=marker, markers={0: [0, marker, 0]}), 0, 1), 1)


@pytest.mark.rule("TE:X22", "TE-10.6")
def test_mictecacihuatl_makes_steps_cheaper():
    costs = [step_cost(position(markers={0: [0, 0, k]}, owned={"G19": 0}).s, 0, 2) for k in range(6)]
    assert costs == [1, 1, 2, 3, 4, 5]


POINTS = [[0, 2, 0, 4, 4, 10], [0, 0, 4, 0, 6, 10], [0, 0, 3, 0, 4, 10]]
ABILITIES = [[0, 0, 2, 0, 0, 2], [0, 1, 0, 1, 0, 1], [0, 4, 0, 4, 0, 4]]


@pytest.mark.rule("TE-8.2", "TE-8.4")
@pytest.mark.parametrize("temple", range(3))
@pytest.mark.parametrize("space", range(1, 7))
def test_points_and_abilities_of_the_track_spaces(temple, space):
    markers = [0, 0, 0]
    markers[temple] = space - 1
    table = move(position([(6 + temple, 1)], cocoa=20, markers={0: markers}), 0, 1).play(A.step)
    assert score(table) == POINTS[temple][space - 1]
    assert table.s.ability == ABILITIES[temple][space - 1]
    if table.s.ability == 4:
        before = cocoa_of(table)
        assert table.legal() == [A.sacrifice, A.pass_]
        table.play(A.sacrifice)
        assert cocoa_of(table) == before - 1
        assert score(table) == POINTS[2][space - 1] + {2: 4, 4: 6, 6: 8}[space]


@pytest.mark.rule("TE:X6", "TE-8.3")
def test_end_of_a_track():
    table = move(position([(7, 1)], cocoa=6, markers={0: [0, 5, 0]}), 0, 1).play(A.step)
    assert (score(table), cocoa_of(table)) == (10, 0)
    assert table.s.track_pos[0, 1] == 0
    assert table.s.track_laps[0, 1] == 1
    assert table.legal() == [A.train, A.train + 1, A.pass_]


@pytest.mark.rule("TE:X21", "TE-8.3", "TE-9.3", "TE-D11")
def test_a_lap_of_death():
    table = move(position([(8, 3)], cocoa=11, markers={0: [0, 0, 5]}), 0, 1).play(A.step)
    assert (cocoa_of(table), score(table), table.s.track_pos[0, 2]) == (5, 10, 0)
    table.play(A.sacrifice)
    assert (cocoa_of(table), score(table)) == (4, 18)
    table.play(A.step)
    assert (cocoa_of(table), table.s.track_pos[0, 2]) == (3, 1)
    table.play(A.step)
    assert (cocoa_of(table), table.s.track_pos[0, 2]) == (1, 2)
    table.play(A.sacrifice)
    assert (cocoa_of(table), score(table)) == (0, 22)
    assert (table.s.track_pos[0, 2], table.s.track_laps[0, 2]) == (2, 1)
    assert next_turn(table, 1)


@pytest.mark.rule("TE:X35", "TE-8.2", "TE-12.1")
def test_festival_of_the_dead():
    table = move(position([(8, 1)], cocoa=3, markers={0: [0, 0, 2]}, event_name="E06"), 0, 1).play(A.step)
    assert score(table) == 1 + 3


@pytest.mark.rule("TE-12.1", "TE-9.4")
def test_festivals_count_for_their_own_track_and_for_free_steps():
    assert score(move(position([(7, 1)], cocoa=1, event_name="E04"), 0, 1).play(A.step)) == 0
    assert score(move(position([(6, 1)], cocoa=1, event_name="E04"), 0, 1).play(A.step)) == 1
    assert score(move(position([(7, 1)], cocoa=1, event_name="E05"), 0, 1).play(A.step)) == 1
    table = position([(0, 1)], cocoa=5, gods=["G10"], markers={0: [1, 1, 1]}, event_name="E05")
    move(table, 0, 1).do("god", 0).play(A.free_step + 1)
    assert score(table) == 1
    assert cocoa_of(table) == 0


@pytest.mark.rule("TE:X19", "TE-9.1", "TE-9.5", "TE-D9")
@pytest.mark.parametrize("train", [True, False])
def test_a_free_tile_completes_level_one(train):
    table = position([(6, 1)], cocoa=3, markers={0: [2, 0, 0]}, levels=[[3, 0, 0]])
    table.s.tile_display[0] = 1, 2, 1
    move(table, 0, 1).play(A.step)
    assert table.legal() == [A.tile, A.tile + 1, A.tile + 3, A.tile + 4, A.tile + 6, A.tile + 7, A.pass_]
    table.play(A.tile + 1)
    assert score(table) == 1 + 2
    assert table.s.slot_number[0, 0, 3] == 2
    assert table.legal() == [A.train, A.train + 1, A.pass_]
    table.play(A.train if train else A.pass_)
    assert powers(table) == [2 if train else 1, 1]
    assert next_turn(table, 1)


@pytest.mark.rule("TE:X20", "TE-9.5", "TE-D10", "TE-D14")
def test_a_chain_of_abilities():
    table = position([(6, 1)], cocoa=4, markers={0: [2, 0, 1]}, levels=[full(3, 2)])
    fill(table, 0, [0, 0, 1], 1)
    move(table, 0, 1).play(A.step)
    assert cocoa_of(table) == 1
    table.play(A.tile)
    assert score(table) == 12
    assert table.legal() == [A.free_step, A.free_step + 1, A.free_step + 2, A.pass_]
    table.play(A.free_step + 2)
    assert table.s.track_pos[0, 2] == 2
    assert table.legal() == [A.sacrifice, A.pass_]
    table.play(A.sacrifice)
    assert (score(table), cocoa_of(table)) == (16, 0)
    assert next_turn(table, 1)


@pytest.mark.rule("TE-9.1")
def test_a_free_tile_may_be_declined_and_lapses_when_all_is_built():
    table = move(position([(6, 1)], cocoa=3, markers={0: [2, 0, 0]}), 0, 1).play(A.step).play(A.pass_)
    assert next_turn(table, 1)
    assert score(table) == 0
    table = position([(6, 1)], cocoa=3, markers={0: [2, 0, 0]}, levels=[full(3, 3)] * 3)
    assert next_turn(move(table, 0, 1).play(A.step), 1)


@pytest.mark.rule("TE-9.1")
def test_a_free_tile_costs_nothing_on_any_level():
    table = position([(6, 1)], cocoa=3, markers={0: [2, 0, 0]}, levels=[full(3, 2), full(3, 1), []], event_name="E02")
    move(table, 0, 1).play(A.step).play(A.tile)
    assert table.s.resources[0].tolist() == [0, 0, 0, 0]
    assert score(table) == 6


@pytest.mark.rule("TE-9.2", "TE-D8")
def test_training_may_be_declined_and_lapses_when_all_are_masters():
    table = move(position([(7, 1)], cocoa=2, markers={0: [0, 1, 0]}), 0, 1).play(A.step).play(A.pass_)
    assert powers(table) == [1, 1]
    assert next_turn(table, 1)
    table = move(position([(7, 4), (0, 4)], cocoa=2, markers={0: [0, 1, 0]}), 0, 1).play(A.step)
    assert next_turn(table, 1)


@pytest.mark.rule("TE-9.2")
def test_training_is_not_for_workers_in_reserve_or_neutral():
    table = position({0: [(3, 1), (4, 1)]}, players=2, neutral=(7, 1), cocoa=2, markers={0: [0, 1, 0]})
    move(table, 4, 1).play(A.step)
    assert table.legal() == [A.train, A.train + 1, A.pass_]


@pytest.mark.rule("TE-9.3")
def test_a_sacrifice_may_be_declined_and_lapses_without_cocoa():
    table = move(position([(8, 1)], cocoa=3, markers={0: [0, 0, 1]}), 0, 1).play(A.step)
    assert table.legal() == [A.sacrifice, A.pass_]
    table.play(A.pass_)
    assert (score(table), cocoa_of(table)) == (0, 1)
    assert next_turn(table, 1)
    table = move(position([(8, 1)], cocoa=2, markers={0: [0, 0, 1]}), 0, 1).play(A.step)
    assert (score(table), cocoa_of(table)) == (0, 0)
    assert next_turn(table, 1)


@pytest.mark.rule("TE-9.4")
def test_a_free_step_may_be_declined():
    table = position([(0, 1)], cocoa=5, gods=["G10"], markers={0: [1, 1, 1]})
    move(table, 0, 1).do("god", 0).play(A.pass_)
    assert table.s.track_pos[0].tolist() == [1, 1, 1]
    assert next_turn(table, 1)


@pytest.mark.rule("TE-9.4", "TE-8.3")
def test_a_free_step_runs_a_track_to_its_end():
    table = position([(0, 4), (5, 4)], cocoa=5, gods=["G10"], markers={0: [1, 5, 1]})
    move(table, 0, 1).do("god", 0).play(A.free_step + 1)
    assert (table.s.track_pos[0, 1], table.s.track_laps[0, 1]) == (0, 1)
    assert score(table) == 10


@pytest.mark.rule("TE:X37", "TE-D8")
def test_the_moved_worker_stays_apart():
    table = position([(0, 1), (1, 1), (1, 1)], cocoa=5, gods=["G04"], markers={0: [0, 3, 0]})
    move(table, 0, 1).play(A.god)
    assert table.legal() == [A.train, A.train + 1, A.pass_]
    table.play(A.train + 1)
    assert table.legal() == [A.train, A.train + 1, A.train + 2, A.pass_]


@pytest.mark.rule("TE:X38", "TE-9.2")
@pytest.mark.parametrize("train", [True, False])
def test_one_training_without_any_eligible_worker_lapses(train):
    table = position([(0, 4), (4, 3)], cocoa=5, gods=["G04"], markers={0: [0, 3, 0]})
    move(table, 0, 1).play(A.god)
    assert table.legal() == [A.train + 1, A.pass_]
    table.play(A.train + 1 if train else A.pass_)
    assert powers(table) == [4, 4 if train else 3]
    assert next_turn(table, 1)


@pytest.mark.rule("TE:X49", "TE-9.2")
def test_declining_gives_up_all_trainings_left():
    table = position([(0, 1), (3, 2), (4, 3), (5, 4)], cocoa=5, gods=["G12"])
    move(table, 0, 1).play(A.god)
    assert table.legal() == [A.train, A.train + 1, A.train + 2, A.pass_]
    table.play(A.train + 1)
    assert table.legal() == [A.train, A.train + 1, A.train + 2, A.pass_]
    table.play(A.pass_)
    assert powers(table) == [1, 3, 3, 4]
    assert next_turn(table, 1)
