"""The invariants on random games: thousands in batches for every player count, and seeds from Hypothesis."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meeplezoo.envs.engine import Batch
from meeplezoo.envs.engine.rule import COMPILED
from meeplezoo.envs.glen_more import components as C
from meeplezoo.envs.glen_more import game

from ..support import random_positions
from .invariants import check

PLAYERS = [2, 3, 4, 5]


def random_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.argmax(masks * rng.random(masks.shape), axis=1)


@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_hold_in_thousands_of_games(players):
    games, steps = (512, 4 * 220) if COMPILED else (4, 100)  # plain Python is 1000 times slower
    batch = Batch(game, games, players, seed=players, observe=False)
    rng = np.random.default_rng(players)
    ended = 0
    for step in range(steps):
        if step % 40 == 0:
            before = batch.states.copy(), batch.episodes.copy()
        batch.step(random_actions(batch.masks, rng))
        ended += int(batch.over.sum())
        assert (batch.masks.sum(axis=1) >= 2).all()
        if step % 40 == 0:
            for i in range(0, games, 8):
                same_game = batch.episodes[i] == before[1][i]
                check(batch.states[i], before[0][i] if same_game else None)
        for i in np.flatnonzero(batch.over)[:2]:
            check(batch.finals[i])
    assert ended > 2 * games or not COMPILED


@settings(max_examples=20 if COMPILED else 2, deadline=None)
@given(players=st.sampled_from(PLAYERS), seed=st.integers(0, 2**32 - 1))
def test_invariants_hold_at_every_decision(players, seed):
    before = None
    for table, mask in random_positions(game, players, seed):
        check(table.s, before)
        assert table.s.over or mask.sum() >= 2
        before = table.states[0].copy()
    assert table.s.decisions <= game.max_decisions


@pytest.mark.parametrize(
    ("field", "index", "value", "reason"),
    [
        ("coins", 0, 7, "coins"),
        ("tile_clansmen", C.START_VILLAGE, 2, "clansmen"),
        ("tile_cubes", (C.START_VILLAGE, 0), 1, "cubes on tile"),
        ("tile_cell", C.START_VILLAGE, 61, "start village"),
        ("scorings", (), 1, "scorings"),
        ("scratch_own", 2, 1, "scratch_own"),
        ("chain", 3, 67, "two places"),
        ("card_owner", 3, 1, "cards"),
        ("mp", (), 1, "last turn"),
    ],
)
def test_the_invariants_notice_defects(field, index, value, reason):
    state = game.start(3)[0].copy()
    check(state)
    if index == ():
        state[field] = value
    else:
        state[field][index] = value
    with pytest.raises(AssertionError, match=reason):
        check(state)
