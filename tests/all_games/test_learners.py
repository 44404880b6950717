"""The single-learner view of every configuration passes Gymnasium's and Stable-Baselines3's own checkers."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check
from stable_baselines3.common.env_checker import check_env as sb3_check

from meeplezoo.wrappers import SeatEnv, SeatVecEnv

from .configs import CONFIGS, choose


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_single_view_passes_the_checkers(config):
    env = SeatEnv(config.game, config.players, config.variants, illegal_reward=-1.0)
    gymnasium_check(env, skip_render_check=True)
    sb3_check(SeatEnv(config.game, config.players, config.variants))


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_batched_view_pays_what_the_game_pays(config):
    """Over whole episodes the reward of the batched view is the payoff of the learner's seat."""
    env = SeatVecEnv(config.game, 4, config.players, config.variants, seed=3)
    rng = np.random.default_rng(3)
    env.reset()
    ended = 0
    for _ in range(config.game.max_decisions):
        masks = np.asarray(env.env_method("action_masks"))
        assert masks.any(axis=1).all()
        _, rewards, done, infos = env.step(choose(masks, rng))
        assert (rewards[~done] == 0).all()
        for i in np.flatnonzero(done):
            assert rewards[i] == pytest.approx(infos[i]["payoff"])
        ended += int(done.sum())
        if ended >= 4:
            return
    raise AssertionError(f"only {ended} games ended")
