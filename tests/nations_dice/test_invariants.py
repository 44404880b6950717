"""Section 9 of the rules on random positions, compiled, for every number of players and variant."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meeplezoo.envs.engine import Batch
from meeplezoo.envs.nations_dice import game
from meeplezoo.envs.nations_dice.actions import A

from ..support import Table, random_positions
from .invariants import check, check_step
from .position import O_FOOD2, O_FOOD3, R_FOOD2, W_FOOD1

VARIANTS = [(), ("solo_hard",), ("white_food2",)]
# Food is never paid by explicit choice (rules section 5).
NEVER_LEGAL = {A.spend_die + k for k in (W_FOOD1, O_FOOD2, O_FOOD3, R_FOOD2)}


@pytest.mark.rule("ND-1.1", "ND-6.8", "ND-7.1", "ND-10.3")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("variants", VARIANTS)
def test_batches_of_random_games(players, variants):
    """A thousand games each: positions of every 9th step, all steps of some games, and all ends."""
    batch = Batch(game, 128, players, variants, seed=players, observe=False)
    rng = np.random.default_rng(players)
    ends, step = 0, 0
    before = batch.states[:8].copy()
    while ends < 1000:
        assert (batch.masks.sum(1) >= 2).all(), "an agent is asked with at least two legal actions"
        batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(1))
        for i in range(8):
            if not batch.over[i]:
                check_step(before[i], batch.states[i])
        before = batch.states[:8].copy()
        for i in np.flatnonzero(batch.over):
            check(batch.finals[i])
        if step % 9 == 0:
            for i in range(step % 4, 128, 4):
                check(batch.states[i])
        ends += int(batch.over.sum())
        step += 1
    batch.close()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(1, 4), st.sampled_from(VARIANTS), st.randoms(use_true_random=False))
def test_any_seed(seed, players, variants, random):
    table = Table(game, players, seed, variants)
    before = None
    decisions = 0
    while not table.s.over:
        check(table.s)
        if before is not None:
            check_step(before, table.states[0])
        before = table.states[0].copy()
        legal = table.legal()
        assert len(legal) >= 2
        assert not NEVER_LEGAL & set(legal)
        table.play(random.choice(legal))
        decisions += 1
    check(table.s)
    check_step(before, table.states[0])
    assert decisions == table.s.decisions <= game.max_decisions


def test_every_other_id_occurs():
    """All of the 96 ids are used except those of the food classes."""
    batch = Batch(game, 512, 4, seed=11, observe=False)
    rng = np.random.default_rng(0)
    seen = np.zeros(game.n_actions, bool)
    for _ in range(400):
        seen |= batch.masks.any(0)
        actions = (batch.masks * rng.random(batch.masks.shape)).argmax(1)
        # Greed for tiles brings about the rarer questions: two dice of a colour, several book and strength dice.
        buys = batch.masks[:, : A.reroll].any(1)
        actions[buys] = (batch.masks[buys, : A.reroll] * rng.random((int(buys.sum()), A.reroll))).argmax(1)
        batch.step(actions)
    assert set(np.flatnonzero(~seen)) == NEVER_LEGAL
    batch.close()


def test_check_finds_broken_positions():
    """The checker itself: a lost die, a doubled tile, a forgotten field of a sub-step."""
    breaks = [
        ("invariant 1", lambda s: s["supply_dice"].__setitem__(0, s["supply_dice"][0] + 1)),
        ("invariant 3", lambda s: s["supply_chits"].__setitem__(1, 0)),
        ("invariant 5", lambda s: s["board"].__setitem__(0, s["board"][1])),
        ("invariant 10", lambda s: s["order"].__setitem__(0, s["order"][1])),
        ("exch_first", lambda s: s.__setitem__("exch_first", 3)),
        ("need", lambda s: s.__setitem__("need", 2)),
    ]
    for reason, damage in breaks:
        states = Table(game, 3, 1).states
        check(states[0])
        damage(states[0])
        with pytest.raises(AssertionError, match=reason):
            check(states[0])


def test_random_positions_match_the_simulated_length():
    """Rules section 8: random play takes about 31, 65, 91 and 126 decisions."""
    for players, mean in ((1, 31), (2, 65), (3, 91), (4, 126)):
        lengths = [int(t.s.decisions) for t, _ in random_positions(game, players, 3, games=25) if t.s.over]
        assert np.mean(lengths) == pytest.approx(mean, rel=0.12)
