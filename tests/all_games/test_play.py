"""Whole random games: header, payoffs, bounds, invariants."""

import numpy as np
import pytest

from .configs import CONFIGS, invariants_of, play_batch

GAMES_PLAYED = 60


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_games_keep_the_header_and_end_well(config):
    game, n, check = config.game, config.players, invariants_of(config.name)
    batch = config.batch(GAMES_PLAYED, seed=31, observe=False)
    lengths = np.zeros(batch.n, np.int64)
    for step, _ in enumerate(play_batch(batch, 31)):
        states = batch.states
        assert (states["players"] == n).all()
        assert ((states["seat"] >= 0) & (states["seat"] < n)).all()
        assert np.array_equal(states["seat"], batch.seat)
        assert not states["over"].any()
        assert not states["payoff"].any()
        assert game.variants_of(states[0]) == game.check_variants(config.variants)
        for name in game.state.names:
            if name.startswith(("pad_", "scratch_")):
                assert not states[name].any(), name
        ended = batch.over
        lengths = np.where(ended, 0, lengths + 1) if step else lengths
        assert np.array_equal(states["decisions"], lengths)
        if check is not None and step % 7 == 0:
            check(states.view(np.recarray)[step % batch.n])
        if ended.any():
            check_finals(game, batch.finals[ended], batch.payoff[ended], n)
    if check is not None:
        for record in batch.finals.view(np.recarray)[:10]:
            check(record)


def check_finals(game, finals, payoff, n):
    assert finals["over"].all()
    assert (finals["seat"] == -1).all()
    assert (finals["decisions"] <= game.max_decisions).all()
    assert np.array_equal(finals["payoff"][:, :n], payoff)
    for name in ("score", "tiebreak", "payoff"):
        assert not finals[name][:, n:].any(), name
    if n == 1:
        expected = np.clip(finals["score"][:, 0], 0, 50) / 50
        assert np.allclose(payoff[:, 0], expected)
        return
    keys = finals["score"].astype(np.int64) * 2**32 + finals["tiebreak"]
    ahead = np.sign(keys[:, :n, None] - keys[:, None, :n]).sum(axis=2)
    assert np.allclose(payoff, ahead / (n - 1))  # by place, ties share
    assert np.allclose(payoff.sum(axis=1), 0, atol=1e-6)
