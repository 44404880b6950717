"""The heuristic's advice behind observations."""

import gymnasium
import numpy as np
import pytest

from meeplezoo.agents import GreedyAgent
from meeplezoo.agents.advice import LOWEST, Adviser, scales
from meeplezoo.envs import GAMES, ConfigError
from meeplezoo.envs.engine import Batch
from meeplezoo.wrappers import Advice, AdvisedVecEnv, SeatEnv, SeatVecEnv

GAME = GAMES["aztlan"]
D, N = GAME.layout.size, GAME.n_actions


def positions(n=64, players=3, steps=60):
    batch, rng = Batch(GAME, n, players, seed=4, observe=False), np.random.default_rng(5)
    for _ in range(steps):
        batch.step(np.argmax(batch.masks * rng.random(batch.masks.shape), axis=1))
    return batch.states.copy(), batch.masks.copy()


def test_the_best_choice_gets_none_and_others_how_much_worse_they_look():
    states, masks = positions()
    advice = Adviser(GAME, scales(GAME))(states, np.arange(len(states)), 7)
    assert advice.shape == (64, N)
    assert advice.max() == 0
    assert advice.min() >= LOWEST
    assert not advice[~masks].any()
    for k in range(len(states)):
        legal = np.flatnonzero(masks[k])
        assert advice[k, legal].max() == 0
        worth = []
        for action in legal:  # in the position itself: the heuristic looks at nothing that Aztlán hides
            after = states[k : k + 1].copy()
            GAME.loops.play_if_legal(after, 0, int(action), GAME.new_mask())
            worth.append(float(GAME.rules.appraise(after.view(np.recarray)[0], int(states["seat"][k]))))
        worth = np.array(worth)
        if np.ptp(worth) and not after["over"][0]:
            sure = np.clip((worth - worth.max()) / scales(GAME)[3], LOWEST, 0)
            assert np.corrcoef(sure, advice[k, legal])[0, 1] > 0.5


def test_advice_is_the_same_in_worlds_that_a_seat_cannot_tell_apart():
    states, _ = positions()
    adviser = Adviser(GAME, scales(GAME), worlds=2)
    world = states.copy()
    for i in range(len(world)):
        GAME.loops.redraw(world, i, int(states["seat"][i]), np.uint64(99))
    which = np.arange(len(states))
    assert (adviser(states, which, 3) == adviser(world, which, 3)).all()


def test_one_learner_gets_it_behind_the_view():
    env, plain = Advice(SeatEnv("aztlan", 3)), SeatEnv("aztlan", 3)
    view, info = env.reset(seed=3)
    bare, _ = plain.reset(seed=3)
    assert env.observation_space.shape == (D + N,)
    over, choices = False, 0
    while not over:
        assert env.observation_space.contains(view)
        assert (view[:D] == bare).all()
        legal = info["action_mask"].astype(bool)
        assert not view[D:][~legal].any()
        assert view[D:][legal].max() == 0
        action = int(np.argmax(np.where(legal, view[D:], -np.inf)))
        choices += 1
        view, _, over, _, info = env.step(action)
        bare, *_ = plain.step(action)
    assert not view[D:].any(), "the game is over"
    assert choices > 20


def test_many_games_get_it_in_one_call():
    inner = SeatVecEnv("aztlan", 8, 3, seed=3)
    env = AdvisedVecEnv(inner)
    views = env.reset()
    ended = 0
    for _ in range(150):
        masks = inner.action_masks()
        assert views.shape == (8, D + N)
        assert not views[:, D:][~masks].any()
        assert (np.where(masks, views[:, D:], LOWEST - 1).max(1) == 0).all()
        env.step_async(np.argmax(np.where(masks, views[:, D:], -np.inf), 1))
        views, _, dones, infos = env.step_wait()
        for i in np.flatnonzero(dones):
            assert infos[i]["terminal_observation"].shape == (D + N,)
            ended += 1
    assert ended


def test_following_advice_is_to_play_like_greedy():
    """A learner that takes the best advised choice scores like the heuristic against random opponents."""
    scores = []
    for seed in range(12):
        env = Advice(SeatEnv("aztlan", 2, opponents=GreedyAgent(seed)))
        view, info = env.reset(seed=seed)
        over = False
        while not over:
            legal = info["action_mask"].astype(bool)
            view, _, over, _, info = env.step(int(np.argmax(np.where(legal, view[D:], -np.inf))))
        scores.append(info["place"] == 1)
    assert 2 <= sum(scores) <= 10


def test_it_wraps_learners_only():
    with pytest.raises(ConfigError, match="SeatVecEnv"):
        AdvisedVecEnv(Advice(SeatEnv("aztlan")))
    with pytest.raises(ConfigError, match="mask='info'"):
        Advice(SeatEnv("aztlan", mask="observation"))
    with pytest.raises(ConfigError, match="SeatEnv"):
        Advice(gymnasium.make("CartPole-v1"))
