"""Advice of the game's heuristic behind the observations of many games at once, for Stable-Baselines3."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from ..agents.advice import Adviser, scales
from ..envs.engine import ConfigError
from ..envs.engine.numbers import state_seed
from .advice import advised_space
from .seat_vec_env import SeatVecEnv


class AdvisedVecEnv(VecEnvWrapper):
    """`Advice` for a `SeatVecEnv`: observations float32[n, D + N], advice for all games in one compiled call.

    Attributes:
        units: The units of advice, for `meeplezoo.training.policy.AdvisedPolicy`.
    """

    def __init__(self, venv: SeatVecEnv, worlds: int = 1, seed: int = 0):
        """Wraps an environment.

        Args:
            venv: The games.
            worlds: Redrawn worlds over which advice is averaged.
            seed: Decides the worlds.

        Raises:
            ConfigError: It is another kind of environment.
        """
        if not isinstance(venv, SeatVecEnv):
            raise ConfigError(f"AdvisedVecEnv wraps a SeatVecEnv, not {type(venv).__name__}")
        super().__init__(venv, observation_space=advised_space(venv.game, venv.observation_space))
        self.units = scales(venv.game)
        self._games, self._seed, self._calls = venv, seed, 0
        self._adviser = Adviser(venv.game, self.units, worlds)

    def reset(self) -> NDArray[np.float32]:
        """See `SeatVecEnv.reset`."""
        return self._with_advice(self._games.reset())

    def step_wait(self) -> VecEnvStepReturn:
        """See `SeatVecEnv.step_wait`."""
        views, rewards, dones, infos = self._games.step_wait()
        none = np.zeros(self._games.game.n_actions, np.float32)
        for i in np.flatnonzero(dones).tolist():
            infos[i]["terminal_observation"] = np.concatenate([infos[i]["terminal_observation"], none])
        return self._with_advice(np.asarray(views)), rewards, dones, infos

    def _with_advice(self, views: NDArray[Any]) -> NDArray[np.float32]:
        self._calls += 1
        seed = state_seed(self._seed, 17, self._calls)
        advice = self._adviser(self._games.batch.states, self._games.batch.all, seed)
        return np.concatenate([views, advice], 1)
