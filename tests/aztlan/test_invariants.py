"""Invariants of Aztlán on random games (section 9 of the rules file)."""

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from meeplezoo.envs import aztlan_v0
from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.components import POWERS
from meeplezoo.envs.aztlan.state import MOVE
from meeplezoo.envs.engine.rule import COMPILED
from tests.support import Table, random_positions

from .invariants import check, check_many, check_step

GAMES = 2000 if COMPILED else 6
EVERY = 5
VARIANTS = ({}, {"offerings": "square"}, {"unused_vp": "inverse", "offerings": "sets"})


@pytest.mark.rule("AZ-2.1", "AZ-8.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_random_games(players):
    """Every game is played to its end; all positions of every few steps are checked."""
    batch = aztlan_v0.batch(GAMES, players, seed=players, observe=False)
    rng = np.random.default_rng(players)
    which = batch.all
    before = batch.states.copy()
    steps = 0
    while which.size:
        masks = batch.masks[which]
        assert masks.any(axis=1).all(), "9: no legal action"
        batch.step((rng.random(masks.shape, np.float32) * masks).argmax(axis=1), which)
        ended = which[batch.over[which]]
        check_many(batch.finals[ended], before[ended])
        which = which[~batch.over[which]]
        steps += 1
        if steps % EVERY == 0:
            check_many(batch.states[which], before[which])
            before = batch.states.copy()
    assert (batch.episodes == 1).all()
    bound = {2: 680, 3: 900, 4: 1120}[players]
    assert batch.finals["decisions"].max() <= min(bound, game.max_decisions)


@given(seed=st.integers(0, 2**63), players=st.sampled_from([2, 3, 4]), variants=st.sampled_from(VARIANTS))
# A seed has no simpler form: a failing one is not shrunk.
@settings(max_examples=12 if COMPILED else 4, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_every_step_of_a_random_game(seed, players, variants):
    rng = np.random.default_rng(seed)
    table = Table(game, players, seed, variants)
    check(table.s)
    while not table.s.over:
        before = table.states[0].copy()
        action = int(rng.choice(np.flatnonzero(table.mask())))
        table.play(action)
        check(table.s, before)
        check_step(before, action, table.states[0])
    assert np.allclose(sorted(table.s.payoff[:players].tolist()), np.linspace(-1, 1, players))


@pytest.mark.rule("AZ-4.2", "AZ-6.12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_sees_no_hand_no_pick_and_no_deck_of_others(players):
    """Invariant 10: other hands of the same size, another order of the deck or another pick look the same."""
    rng = np.random.default_rng(players)
    swapped = 0
    for table, mask in random_positions(game, players, seed=players):
        if table.s.over or rng.random() < 0.8:
            continue
        seat = int(table.s.seat)
        other = table.copy()
        swapped += _swap_hidden(other.s, seat, rng)
        check(other.s)
        assert (other.mask() == mask).all()
        for name, seen in table.observe(seat, "own").items():
            assert np.array_equal(seen, other.observe(seat, "own")[name]), name
    assert swapped > 20


def _swap_hidden(s, seat, rng):
    """Exchanges cards between the deck and another hand, shuffles the deck, changes picks; returns whether it did."""
    changed = False
    for p in range(s.players):
        if p == seat:
            continue
        if s.node <= MOVE and s.power_now[p] >= 0:
            free = [c for c in range(POWERS) if not s.power_used[p, c] and c != s.power_now[p]]
            s.power_now[p] = rng.choice(free)
            changed = True
        if s.hand[p].sum() and s.deck_len:
            given = int(rng.choice(np.flatnonzero(s.hand[p])))
            taken = int(s.deck[0])
            s.hand[p, given] -= 1
            s.hand[p, taken] += 1
            s.deck[0] = given
            changed |= given != taken
    s.deck[: s.deck_len] = rng.permutation(s.deck[: s.deck_len])
    return changed


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("reserve", "1: "), ("hand", "2: "), ("discard", "2: "), ("power_used", "4: "), ("marker_order", "5: "),
        ("to_place", "1: "), ("games_played", "outside a fight"), ("blessing", "outside a scoring turn"),
    ],
)  # fmt: skip
def test_check_finds_a_broken_position(field, reason):
    table = Table(game, 3, seed=1)
    table.s[field].flat[0] += 1 if field != "blessing" else 2
    if table.s[field].ndim == 0:
        table.s[field] = 1
    with pytest.raises(AssertionError, match=reason):
        check(table.s)
