"""Stable-Baselines3's vectors, wrappers and evaluation."""

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor, VecNormalize

from meeplezoo.envs import IllegalActionError
from meeplezoo.wrappers import SeatEnv
from tests.clients.page import run_example

NAME = "meeplezoo.envs:meeplezoo/Aztlan-v0"


def make_env():
    return gymnasium.make(NAME, players=2)


def test_example():
    names = run_example("Stable-Baselines3")
    assert -1 <= names["mean"] <= 1
    assert names["model"].num_timesteps == 128


@pytest.mark.parametrize("kind", [DummyVecEnv, SubprocVecEnv])
def test_vectors_with_wrappers_play_by_masks(kind):
    envs = kind([make_env] * 2)
    envs.seed(1)
    envs = VecNormalize(VecMonitor(envs), norm_reward=False)
    views, rng, episodes = envs.reset(), np.random.default_rng(1), []
    while len(episodes) < 3:
        assert np.isfinite(views).all()
        masks = np.stack(envs.env_method("action_masks"))
        assert masks.any(axis=1).all()
        views, _, over, infos = envs.step((rng.random(masks.shape) * masks).argmax(axis=1))
        episodes += [info for info, done in zip(infos, over, strict=True) if done]
    assert all(info["episode"]["r"] == pytest.approx(info["payoff"], abs=1e-5) for info in episodes)
    assert all("terminal_observation" in info for info in episodes)
    envs.close()


def test_the_dictionary_view_passes_the_checker_and_trains():
    check_env(SeatEnv("aztlan", 2, mask="observation"))
    envs = make_vec_env(NAME, 2, env_kwargs={"players": 2, "mask": "observation"})
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=32, batch_size=32, n_epochs=1, seed=1)
    assert model.learn(64).num_timesteps == 64


def test_maskless_algorithms_are_told_of_the_illegal_reward_and_train_with_it():
    env = gymnasium.make(NAME, players=2)
    with pytest.raises(IllegalActionError) as caught:
        PPO("MlpPolicy", env, n_steps=32, batch_size=32, seed=1).learn(32)
    assert "illegal_reward=" in " ".join(caught.value.__notes__)
    env = gymnasium.make(NAME, players=2, illegal_reward=-1.0)
    model = PPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=1).learn(32)
    mean, _ = evaluate_policy(model, model.get_env(), n_eval_episodes=2)
    assert -1 <= mean <= 1
