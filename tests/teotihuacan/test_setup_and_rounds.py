"""Setup, terms and rounds (TE-1, TE-2, TE-3) and the variant start_bonus."""

import numpy as np
import pytest

from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.components import (
    BONUS_COCOA,
    DATA,
    SLOTS,
    TILE_KIND_COUNT,
    TILE_KIND_LEVEL,
    TILE_KIND_NUMBER,
)
from meeplezoo.envs.teotihuacan.state import MOVE, OVER
from tests.support import Table, random_positions

from .position import START, cocoa_of, event, god, lay_event, move, next_turn, position, powers, score, stock


def start_with(event_name, players, variants=()):
    """A game whose first event is the given one."""
    for seed in range(500):
        table = Table(game, players, seed, variants)
        if table.s.event_current == event(event_name):
            return table
    raise AssertionError("no such start among 500")


@pytest.mark.rule("TE:X1", "TE-1.1", "TE-1.5", "TE-1.6", "TE-1.7", "TE-2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("first_event", "cocoa"), [("E02", 10), ("E01", 11)])
def test_setup(players, first_event, cocoa):
    s = start_with(first_event, players).s
    for p in range(players):
        assert s.resources[p].tolist() == [cocoa, 0, 0, 0]
        assert s.worker_space[p].tolist() == [0, 0, -1, -1]
        assert s.worker_power[p].tolist() == [1, 1, 0, 0]
        assert s.track_pos[p].tolist() == [0, 0, 0]
        assert s.score[p] == s.statues[p] == s.rebirths[p] == s.levels_completed[p] == 0
    assert (s.god_display >= 0).sum() == players + 1
    assert (s.god_owner == -1).all()
    assert (int(s.neutral_space), int(s.neutral_power)) == ((0, 1) if players == 2 else (-1, 0))


@pytest.mark.rule("TE:X52", "TE-16.2")
@pytest.mark.parametrize(("players", "bonus"), [(2, [2, 0]), (3, [3, 2, 0]), (4, [4, 4, 2, 0])])
def test_start_bonus_gives_early_seats_more_cocoa(players, bonus):
    assert BONUS_COCOA[players, :players].tolist() == bonus
    for name, event_cocoa in (("E02", 0), ("E01", 1)):
        table = start_with(name, players, ("start_bonus",))
        plain = start_with(name, players)
        assert table.s.resources[:players, 0].tolist() == [10 + b + event_cocoa for b in bonus]
        table.s.resources[:] = plain.s.resources
        table.s.start_bonus = 0
        assert table.states.tobytes() == plain.states.tobytes()


@pytest.mark.rule("TE-1.2", "TE-7.6")
def test_tiles_are_shuffled_by_level_with_three_on_display():
    s = Table(game, 4, 1).s
    assert s.stack_left.tolist() == [57, 33, 21]
    for level, total in enumerate((60, 36, 24)):
        numbers = [*s.tile_display[level].tolist(), *s.tile_stack[level][: s.stack_left[level]].tolist()]
        assert len(numbers) == total
        for kind in np.flatnonzero(level == TILE_KIND_LEVEL):
            assert numbers.count(TILE_KIND_NUMBER[kind]) == TILE_KIND_COUNT[kind]
        assert numbers != sorted(numbers)
    assert TILE_KIND_NUMBER.tolist() == [1, 2, 2, 3, 4, 4, 5, 6]
    assert TILE_KIND_COUNT.tolist() == [30, 30, 12, 12, 12, 8, 8, 8]


@pytest.mark.rule("TE-1.3", "TE-7.6")
@pytest.mark.parametrize(("players", "slots"), [(2, [3, 2, 1]), (3, [4, 3, 2]), (4, [5, 4, 3])])
def test_slots_depend_on_the_number_of_players(players, slots):
    assert SLOTS[players].tolist() == slots
    assert 3 * sum(slots) == 9 * players


@pytest.mark.rule("TE-1.4", "TE-2.3")
def test_decks_are_shuffled():
    decks = {bytes(Table(game, 3, seed).s.god_deck) for seed in range(20)}
    events = {int(Table(game, 3, seed).s.event_current) for seed in range(60)}
    assert len(decks) == 20
    assert events == set(range(12))


@pytest.mark.rule("TE-1.8", "TE-1.9")
def test_seat_zero_begins_under_the_first_event():
    for players in (2, 3, 4):
        s = Table(game, players, 5).s
        assert (s.seat, s.node, s.round_no, s.turn_in_round) == (0, MOVE, 0, 0)
        assert s.event_left == 11
        assert s.event_current not in s.event_deck[: s.event_left]


@pytest.mark.rule("TE-2.1", "TE-2.2", "TE-2.4")
def test_components_of_the_box():
    box = DATA["components"]
    assert box["workers"] == 4 * DATA["constants"]["max_workers_on_board"] == 16
    assert box["small_markers"] == 4 * 12
    # Laps and resources have counters without a limit that play could reach.
    table = position([(10, 1)], laps={0: [35, 0, 0]}, cocoa=900)
    assert move(table, 0, 1).s.track_laps[0, 0] == 35
    assert cocoa_of(table) == 900


@pytest.mark.rule("TE-2.1", "TE-2.3", "TE-5.0")
def test_reserve_workers_enter_one_at_a_time_in_slot_order():
    table = position([(10, 3), (11, 2)])
    move(table, 0, 2).play(A.enter)
    assert table.s.worker_space[0].tolist() == [0, 11, 0, -1]
    assert powers(table) == [3, 2, 1]
    table.s.seat = 0
    move(table, 1, 1).play(A.enter)
    assert table.s.worker_space[0].tolist() == [0, 0, 0, 0]
    assert powers(table) == [3, 2, 1, 1]


@pytest.mark.rule("TE-2.5")
def test_points_are_never_lost():
    for players in (2, 4):
        before = np.zeros(5, np.int64)
        for table, _ in random_positions(game, players, 3):
            assert (table.s.score >= before).all()
            before = table.s.score.copy()


@pytest.mark.rule("TE-3.1", "TE-12.1", "TE:X13")
def test_an_instant_event_works_once_when_a_round_begins():
    table = position([(1, 1)], turn=35, seat=2)
    lay_event(table, event("E02"), [event("E01"), event("E05")])
    move(table, 0, 1)
    assert table.s.round_no == 1
    assert table.s.event_current == event("E01")
    assert [cocoa_of(table, p) for p in range(3)] == [1, 1, 1]
    move(table, 0, 1)
    assert [cocoa_of(table, p) for p in range(3)] == [1, 1, 1]
    assert event("E02") not in table.s.event_deck[: table.s.event_left]  # used cards do not come back


@pytest.mark.rule("TE:X32", "TE-12.2", "TE-11.4")
def test_apprentices_train_every_worker_on_start():
    table = position({0: [(0, 1), (3, 1)], 1: [(0, 4), (0, 2), (11, 1)]}, players=2, seat=1, turn=23)
    lay_event(table, event("E02"), [event("E09")])
    move(table, 2, 1).play(A.pass_)
    assert table.s.round_no == 1
    assert powers(table, 0) == [2, 1]
    assert powers(table, 1) == [4, 3, 2]
    assert table.s.neutral_power == 2


@pytest.mark.rule("TE-3.2", "TE-10.3")
def test_empty_god_slots_are_refilled_between_rounds_lowest_first():
    table = position([(1, 1)], turn=35, seat=2, gods=["G24", "G06"])
    s = table.s
    s.god_display[:4] = -1, god("G24"), -1, god("G06")
    coming = [int(card) for card in s.god_deck[s.god_left - 2 : s.god_left]][::-1]
    move(table, 0, 1)
    assert s.round_no == 1
    assert s.god_display.tolist() == [coming[0], god("G24"), coming[1], god("G06"), -1]


@pytest.mark.rule("TE-3.2")
def test_no_refill_within_a_round():
    table = position([(0, 1)], gods=["G05"], cocoa=5, markers={0: [0, 0, 3]})
    move(table, 0, 1).do("god", 0)
    assert next_turn(table, 1)
    assert (table.s.god_display == -1).all()


@pytest.mark.rule("TE-3.3", "TE-4.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_twelve_turns_a_round_in_seat_order(players):
    turns = []
    for table, _ in random_positions(game, players, 8):
        if table.s.node == MOVE:
            turns.append((int(table.s.round_no), int(table.s.seat)))
    assert len(turns) == 36 * players
    for r in range(3):
        seats = [seat for number, seat in turns if number == r]
        assert seats == [(r + k) % players for k in range(12 * players)]


@pytest.mark.rule("TE:X39", "TE-3.3")
def test_with_two_players_the_seat_that_ends_a_round_begins_the_next():
    table = position({1: [(1, 1)]}, players=2, seat=1, turn=23)
    move(table, 0, 1)
    assert (table.s.round_no, table.s.turn_in_round) == (1, 0)
    assert next_turn(table, 1)
    table = position({0: [(1, 1)]}, players=2, seat=0, round_no=1, turn=23)
    move(table, 0, 1)
    assert (table.s.round_no, table.s.turn_in_round) == (2, 0)
    assert next_turn(table, 0)


@pytest.mark.rule("TE-3.4", "TE-15.1")
def test_the_third_round_ends_the_game_with_both_scorings():
    table = position([(1, 1)], seat=1, round_no=2, turn=35, markers={0: [5, 0, 0]})
    move(table, 0, 1)
    s = table.s
    assert (s.over, s.node, s.seat, s.round_no, s.turn_in_round, s.moved_worker) == (True, OVER, -1, 3, 0, 0)
    assert score(table, 0) == 3 + 1 + 7  # leads the Sun track, shares the lead in power; position 5
    assert table.legal() == []


@pytest.mark.rule("TE-3.4")
def test_round_one_is_scored_before_the_next_event():
    table = position([(11, 1)], seat=2, turn=35, markers={1: [0, 2, 0]})
    move(table, 0, 1).play(A.pass_)
    assert table.s.round_no == 1
    assert [score(table, p) for p in range(3)] == [1, 4, 1]
    assert stock(table, 2)[0] >= 1
    assert table.s.worker_space[2, 0] == START
