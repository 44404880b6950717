"""The invariants of rules section 9 on random games, and what they are worth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meeplezoo.envs.deus import game
from meeplezoo.envs.engine import Batch
from meeplezoo.envs.engine.rule import COMPILED

from ..support import Table
from .invariants import check
from .position import Deus

ALL_VARIANTS = {"start_pieces": 8, "layout": "alternative", "wild_building": True}
GAMES = 512 if COMPILED else 4


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variants", [{}, ALL_VARIANTS], ids=["standard", "variants"])
def test_invariants_in_many_games(players, variants):
    """Each game is looked at every 37 steps, at another step in each, and at its end."""
    batch = Batch(game, GAMES, players, variants, seed=players, observe=False)
    rng = np.random.default_rng(players)
    for step in range(1200 if COMPILED else 200):
        noise = rng.random(batch.masks.shape, np.float32) * batch.masks
        batch.step(noise.argmax(axis=1))
        for i in np.flatnonzero(batch.over):
            check(batch.finals[i])
        if step % 37 == 0:
            for i in range(step // 37 % 8, GAMES, 8):
                check(batch.states[i])
    assert not COMPILED or batch.episodes.sum() > GAMES // 2


@given(
    seed=st.integers(0, 2**64 - 1), players=st.integers(2, 4), start=st.sampled_from([0, 6, 10]), flags=st.booleans()
)
@settings(max_examples=12 if COMPILED else 3, deadline=None, derandomize=True)
def test_invariants_at_every_decision(seed, players, start, flags):
    table = Table(game, players, seed, {"start_pieces": start, "layout": "alternative" if flags else "standard",
                                        "wild_building": flags})  # fmt: skip
    rng = np.random.default_rng(seed)
    for _ in range(2000 if COMPILED else 60):
        check(table.states[0])
        if table.s.over:
            break
        table.play(int(rng.choice(np.flatnonzero(table.mask()))))


def test_games_end_in_time():
    """Random play ends by itself; lengths as measured once (trials behind the rules file were some 6 % shorter)."""
    for players, mean in ((2, 441), (3, 693), (4, 840)):
        lengths, rounds = [], []
        for i in range(200 if COMPILED else 2):
            states = game.start(i, players)
            mask = game.new_mask()
            lengths.append(game.loops.playout(states, 0, game.max_decisions, mask))
            rounds.append(int(states["round_no"][0]))
            assert states["over"][0]
            assert max(rounds) < 150
        assert not COMPILED or abs(np.mean(lengths) - mean) < 35


BREAKS = [
    ("resources", lambda s: s.supply.__setitem__(0, 99)),
    ("partition", lambda s: s.hand.__setitem__((0, 4), 95)),
    ("sorted", lambda s: s.hand.__setitem__((0, slice(0, 2)), s.hand[0, 1::-1].copy())),
    ("pieces of kind", lambda s: s.ready.__setitem__((0, 0), 3)),
    ("height", lambda s: s.where.__setitem__((0, 1), 1 << 3) or s.ready.__setitem__((0, 1), 1)),
    ("conserved", lambda s: setattr(s, "temple_supply", 3)),
    ("VP of a village", lambda s: s.village_vp.__setitem__(0, 1)),
    ("end_round", lambda s: setattr(s, "end_round", 5)),
    ("left over", lambda s: setattr(s, "moved", 1)),
    ("turn", lambda s: setattr(s, "seats_done", 1)),
]


@pytest.mark.parametrize(("reason", "spoil"), BREAKS, ids=[reason for reason, _ in BREAKS])
def test_the_check_notices_what_is_wrong(reason, spoil):
    table = Deus()
    check(table.states[0])
    spoil(table.s)
    with pytest.raises(AssertionError, match=reason):
        check(table.states[0])
