"""Round scoring, final scoring and the end (TE-13, TE-14, TE-15)."""

import pytest

from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.components import RESOURCES
from meeplezoo.envs.teotihuacan.rules.scoring import end_game, score_round
from meeplezoo.envs.teotihuacan.state import SOURCES
from tests.support import random_positions

from .position import fill, place_workers, position


def points(table, players=3):
    return table.s.score[:players].tolist()


@pytest.mark.rule("TE:X30", "TE-13.1")
def test_round_scoring():
    table = position(markers={0: [2, 0, 0], 1: [0, 0, 0], 2: [1, 0, 0]}, laps={1: [1, 0, 0]})
    for seat, counts in enumerate(([3, 0, 0], [1, 2, 0], [0, 1, 0])):
        fill(table, 0, counts, seat)
    fill(table, 2, [1, 0, 0], 0)
    fill(table, 2, [2, 0, 0], 2)
    place_workers(table, {0: [(3, 2), (0, 1)], 1: [(3, 3), (0, 2)], 2: [(3, 1), (0, 1)]})
    score_round(table.s)
    assert points(table) == [1, 7, 3]


@pytest.mark.rule("TE-13.1")
def test_a_sole_leader_takes_three_tied_leaders_one_and_zero_nothing():
    table = position()
    table.s.worker_power[:] = 0
    table.s.statues[:3] = 2, 2, 1
    table.s.track_pos[:3, 2] = 1, 2, 3
    score_round(table.s)
    assert points(table) == [1, 1, 3]


@pytest.mark.rule("TE:X31", "TE-14.1", "TE-14.2", "TE-14.3", "TE-15.2")
def test_final_scoring():
    table = position(
        markers={0: [5, 4, 3], 1: [0, 0, 0], 2: [1, 2, 0]}, owned={"G06": 0, "G01": 2, "G02": 2}, cocoa=9, gold=5
    )
    for seat in range(3):
        fill(table, 0, [2, 0, 0] if seat < 2 else [0, 2, 0], seat)
    table.s.slot_number[0, 0, :4] = 2, 2, 2, 1
    table.s.slot_number[0, 1, :2] = 3, 3
    fill(table, 1, [2, 0, 0], 1)
    table.s.slot_number[1, 0, :2] = 3, 2
    end_game(table.s)
    assert points(table) == [26, 9, 13]


@pytest.mark.rule("TE-14.1")
def test_the_majority_takes_the_sum_of_an_unfinished_pyramid():
    table = position()
    fill(table, 2, [2, 0, 0], 0, number=2)
    fill(table, 2, [1, 0, 0], 1, number=1)
    end_game(table.s)
    assert points(table) == [5, 0, 0]


@pytest.mark.rule("TE-14.2")
@pytest.mark.parametrize(("marker", "worth"), list(enumerate([0, 1, 2, 3, 5, 7])))
def test_marker_positions(marker, worth):
    table = position(markers={0: [0, marker, 0]}, laps={0: [0, 2, 0]})
    end_game(table.s)
    assert points(table) == [worth, 0, 0]


@pytest.mark.rule("TE-14.4")
def test_resources_left_score_nothing():
    table = position()
    table.s.resources[0] = 50
    end_game(table.s)
    assert len(RESOURCES) == 4
    assert points(table) == [0, 0, 0]


@pytest.mark.rule("TE:X46", "TE-15.3", "TE-15.4")
def test_ties_are_decided_by_cocoa_then_god_cards():
    table = position(cocoa={0: 2, 1: 3, 2: 3}, owned={"G22": 2})
    table.s.score[:3] = 50, 50, 47  # and 3 for the number of G22
    end_game(table.s)
    assert points(table) == [50, 50, 50]
    assert table.s.payoff[:3].tolist() == [-1, 0, 1]


@pytest.mark.rule("TE-15.3", "TE-15.4")
def test_a_full_tie_is_shared():
    table = position(cocoa={0: 3, 1: 3, 2: 1})
    end_game(table.s)
    assert table.s.payoff[:3].tolist() == [0.5, 0.5, -1]
    table = position(cocoa={0: 100, 1: 0, 2: 0}, owned={"G01": 1})
    end_game(table.s)
    assert table.s.payoff[:3].tolist() == [0, 1, -1]  # points before cocoa


@pytest.mark.rule("TE-15.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_are_booked_by_source(players):
    for table, _ in random_positions(game, players, 21, games=2):
        s = table.s
        assert s.points_from.sum(1).tolist() == s.score[:4].tolist()
    assert len(SOURCES) == s.points_from.shape[1]


@pytest.mark.rule("TE-15.5", "TE-D17")
def test_length_bound():
    assert game.max_decisions == 288 * 4 + 20
