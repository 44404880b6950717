"""Masks are exact: an action is accepted if and only if the mask allows it."""

import numpy as np
import pytest

from meeplezoo.envs import IllegalActionError

from .configs import CONFIGS, PLAYERS, play_batch, random_game, some

GAMES_PLAYED = 200


def try_every_action(game, states, allowed):
    """Tries all ids on copies: refused ones change nothing, accepted ones lead on."""
    work, mask = states.copy(), game.new_mask()
    blank = states.tobytes()
    for action in np.flatnonzero(~allowed).tolist():
        assert not game.loops.play_if_legal(work, 0, action, mask), f"{action} is accepted against the mask"
    for action in (-1, game.n_actions, 2**40):
        assert not game.loops.play_if_legal(work, 0, action, mask)
    assert work.tobytes() == blank
    for action in np.flatnonzero(allowed).tolist():
        work = states.copy()
        assert game.loops.play_if_legal(work, 0, action, mask), f"{action} is refused against the mask"
        assert work["decisions"][0] == states["decisions"][0] + 1
        assert bool(work["over"][0]) != mask.any(), "a game that goes on needs a legal action"
        assert work.tobytes() != blank


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_mask_is_exact_both_ways(config):
    game, rng = config.game, np.random.default_rng(0)
    n = GAMES_PLAYED if config.variant is None else 50
    batch = config.batch(n, seed=11, observe=False)
    fresh = np.zeros_like(batch.masks)
    tried = 0
    for _ in play_batch(batch, 11):
        # The masks that stepping writes are those of the position, everywhere.
        game.loops.mask_many(batch.states, fresh)
        assert np.array_equal(fresh, batch.masks)
        assert fresh.any(axis=1).all()
        if rng.random() < 0.25:
            i = int(rng.integers(n))
            try_every_action(game, batch.states[i : i + 1], batch.masks[i])
            tried += 1
    assert tried >= 5


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_environment_refuses_and_changes_nothing(config):
    env = config.env()
    actions = random_game(config, 5)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    for k in range(len(actions)):
        observation, _, over, _, _ = env.last()
        if over:
            break
        mask = observation["action_mask"]
        if k % 10 == 0:
            before, saved = env.unwrapped.game_state.tobytes(), env.unwrapped.save_state()
            for action in np.flatnonzero(mask == 0).tolist()[::3]:
                with pytest.raises(IllegalActionError) as refusal:
                    env.step(action)
                assert refusal.value.action == action
                assert refusal.value.legal == np.flatnonzero(mask).tolist()
            assert env.unwrapped.game_state.tobytes() == before
            assert env.unwrapped.save_state() == saved
        env.step(int(rng.choice(np.flatnonzero(mask))))


@pytest.mark.slow
@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_mask_is_exact_at_every_decision(config):
    game = config.game
    batch = config.batch(20, seed=12, observe=False)
    for step, _ in enumerate(play_batch(batch, 12)):
        i = step % batch.n
        try_every_action(game, batch.states[i : i + 1], batch.masks[i])
