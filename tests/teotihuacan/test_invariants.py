"""Invariants on random games (rules section 9), compiled, for every number of players and variant."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meeplezoo.envs.engine import Batch
from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.components import EVENTS, GOD_SLOTS
from meeplezoo.envs.teotihuacan.rules.scoring import end_game, pyramid_sum, score_round
from meeplezoo.envs.teotihuacan.state import MAJORITIES, MOVE
from tests.support import Table, random_positions

from .invariants import check, check_step

VARIANTS = [(), ("start_meetings",), ("start_bonus",), ("start_meetings", "start_bonus")]


def random_legal(masks, rng):
    return (rng.random(masks.shape) * masks).argmax(1)


@pytest.mark.rule("TE-15.5", "TE-2.5", "TE-7.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_in_thousands_of_games(players):
    batch = Batch(game, 500, players, VARIANTS[players - 1], seed=players)
    rng = np.random.default_rng(players)
    most = 0
    for k in range(800):
        before = batch.states[k % batch.n].copy()
        batch.step(random_legal(batch.masks, rng))
        assert batch.masks.any(1).all()
        i = k % batch.n
        check(batch.states[i])
        if not batch.over[i]:
            check_step(before, batch.states[i])
        for j in np.flatnonzero(batch.over)[:2]:
            check(batch.finals[j])
            most = max(most, int(batch.finals["decisions"][j]))
    assert batch.episodes.sum() > 1000
    assert 36 * players <= most <= 288 * players + 20


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), players=st.integers(2, 4), variants=st.sampled_from(VARIANTS))
def test_invariants_in_any_game(seed, players, variants):
    table = Table(game, players, seed, variants)
    rng = np.random.default_rng(seed)
    turns = np.zeros((3, players), int)
    check(table.states[0])
    while not table.s.over:
        mask = table.mask()
        legal = np.flatnonzero(mask)
        at_move = table.s.node == MOVE
        assert mask[A.pass_] != at_move  # 14: passing is legal exactly outside MOVE
        assert at_move or legal.size > 1  # and never alone
        if at_move:
            turns[table.s.round_no, table.s.seat] += 1
        before = table.states[0].copy()
        table.play(int(rng.choice(legal)))
        check(table.states[0])
        check_step(before, table.states[0])
    assert (turns == 12).all()  # 13


@pytest.mark.rule("TE-14.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_majorities_hand_out_the_sums_but_for_rounding(players):
    *_, (table, _) = random_positions(game, players, 31)
    s = table.s
    sums = sum(int(pyramid_sum(s, y)) for y in range(3))
    given_out = int(s.points_from[:, MAJORITIES].sum())
    assert sums - 3 * (players - 1) <= given_out <= sums


@pytest.mark.rule("TE-13.1")
def test_round_scoring_hands_out_nothing_three_or_the_number_of_tied():
    for table, _ in random_positions(game, 4, 41):
        twin = table.copy()
        twin.s.score[:] = 0
        score_round(twin.s)
        assert (twin.s.score <= 24).all()
        assert twin.s.score.sum() <= 8 * 4


@pytest.mark.rule("TE-1.4", "TE-3.2")
def test_a_copy_plays_on_independently():
    table = Table(game, 3, 9)
    twin = table.copy()
    start = table.states.tobytes()
    rng = np.random.default_rng(2)
    while not twin.s.over:
        twin.play(int(rng.choice(twin.legal())))
    assert table.states.tobytes() == start
    rng = np.random.default_rng(2)
    while not table.s.over:
        table.play(int(rng.choice(table.legal())))
    assert table.states.tobytes() == twin.states.tobytes()


def test_resampling_keeps_the_invariants_and_what_is_public():
    for table, _ in random_positions(game, 2, 51):
        if table.s.over:
            continue
        twin = table.copy()
        game.loops.redraw(twin.states, 0, 1, np.uint64(77))
        check(twin.states[0])
        for name in game.state.names:
            if name not in ("rng", "tile_stack", "god_deck", "event_deck"):
                assert np.array_equal(twin.states[name], table.states[name]), name
    assert (table.s.god_display[GOD_SLOTS[2] :] == -1).all()


def test_resampling_reaches_every_order():
    table = Table(game, 4, 3)
    nexts = set()
    for seed in range(200):
        twin = table.copy()
        game.loops.redraw(twin.states, 0, 0, np.uint64(seed))
        nexts.add(int(twin.s.event_deck[twin.s.event_left - 1]))
    assert len(nexts) == EVENTS - 1


def test_the_checker_finds_broken_positions():
    """Each of these edits breaks one invariant."""

    def broken(edit):
        table = Table(game, 3, 4)
        edit(table.s)
        with pytest.raises(AssertionError):
            check(table.states[0])

    broken(lambda s: s.worker_power[0].__setitem__(0, 5))
    broken(lambda s: s.worker_space[0].__setitem__(1, -1))
    broken(lambda s: s.tile_display[0].__setitem__(0, 3 - s.tile_display[0, 0]))
    broken(lambda s: s.slot_owner[0, 1].__setitem__(0, 1))
    broken(lambda s: s.god_owner.__setitem__(int(s.god_display[0]), 0))
    broken(lambda s: s.levels_completed.__setitem__(0, 1))
    broken(lambda s: s.score.__setitem__(0, 1))
    broken(end_game)
