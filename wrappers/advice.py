"""Advice of the game's heuristic behind the observations of one learner (see `meeplezoo.agents.advice`)."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..agents.advice import LOWEST, Adviser, scales
from ..envs.engine import ConfigError, Game
from ..envs.engine.numbers import state_seed
from .seat_env import SeatEnv


def advised_space(game: Game, space: Any) -> spaces.Box:
    """The space of observations float32[D + N] with advice.

    Raises:
        ConfigError: The observations without it are no vectors.
    """
    if not isinstance(space, spaces.Box):
        raise ConfigError("advice goes behind a vector; make the environment with mask='info'")
    low = np.concatenate([space.low, np.full(game.n_actions, LOWEST, np.float32)])
    return spaces.Box(low, np.concatenate([space.high, np.zeros(game.n_actions, np.float32)]), dtype=np.float32)


class Advice(gymnasium.Wrapper[NDArray[np.float32], int, Any, int]):
    """Puts advice behind the observations of a `SeatEnv`: float32[D + N].

    The last N elements say how much worse each legal choice looks than the best one, from `LOWEST` to 0; 0 for what is
    not legal, and when the game is over.
    """

    def __init__(self, env: gymnasium.Env[Any, int], worlds: int = 1):
        """Wraps an environment.

        Args:
            env: A `SeatEnv`, wrapped or not, whose observations are vectors.
            worlds: Redrawn worlds over which advice is averaged.

        Raises:
            ConfigError: It is another kind of environment.
        """
        super().__init__(env)
        if not isinstance(env.unwrapped, SeatEnv):
            raise ConfigError(f"Advice wraps a SeatEnv, not {type(env.unwrapped).__name__}")
        self._seat_env = env.unwrapped
        game = self._seat_env.game
        space: Any = advised_space(game, env.observation_space)
        self.observation_space = space
        self._adviser, self._calls, self._seed = Adviser(game, scales(game), worlds), 0, 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """See `SeatEnv.reset`."""
        view, info = self.env.reset(seed=seed, options=options)
        if seed is not None:
            self._seed, self._calls = seed, 0
        return self._with_advice(view, over=False), info

    def step(self, action: int) -> Any:
        """See `SeatEnv.step`."""
        view, reward, over, cut, info = self.env.step(action)
        return self._with_advice(view, over), reward, over, cut, info

    def _with_advice(self, view: NDArray[np.float32], over: bool) -> NDArray[np.float32]:
        self._calls += 1
        if over:
            return np.concatenate([view, np.zeros(self._seat_env.game.n_actions, np.float32)])
        states = self._seat_env.states
        advice = self._adviser(states, np.zeros(1, np.int64), state_seed(self._seed, 17, self._calls))
        return np.concatenate([view, advice[0]])
