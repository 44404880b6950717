"""Agents that need no training: uniformly random, and the game's own heuristic one choice ahead."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..envs.engine import ConfigError, rule
from ..envs.engine.errors import not_among
from ..envs.engine.numbers import bits_64, state_seed, word
from ..envs.engine.rng import any_legal, mix
from .protocol import Agent, Worlds


@rule
def pick_many(masks, seed, actions):
    """Draws a uniformly random legal action for each row of ``masks``; row k depends on ``seed + k`` and the row."""
    for k in range(masks.shape[0]):
        actions[k] = any_legal(masks[k], mix(seed + np.uint64(k)))


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions; in `SeatVecEnv` compiled code does it for this class.

    Attributes:
        key: 64 bits made of the seed, which decide those choices.
    """

    name = "random"
    needs_observation = False

    def __init__(self, seed: int = 0):
        """Seeds the choices."""
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """See `Agent.reset`."""
        self._next = self.key = state_seed(seed)

    def act_many(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], worlds: Worlds | None = None
    ) -> NDArray[np.int64]:
        """See `Agent.act_many`."""
        actions = np.empty(len(masks), np.int64)
        pick_many(masks, word(self._next), actions)
        self._next = bits_64(self._next + len(masks))
        return actions


class GreedyAgent(Agent):
    """Looks one choice ahead with the game's own heuristic (`Rules.appraise`), in redrawn worlds."""

    needs_world = True
    needs_observation = False

    def __init__(self, seed: int = 0, worlds: int = 1):
        """Seeds the choices.

        Args:
            seed: Decides the worlds and breaks ties.
            worlds: Number of worlds whose appraisals are averaged.

        Raises:
            ConfigError: ``worlds`` is less than 1.
        """
        if worlds < 1:
            raise not_among("number of worlds", worlds, ["1 or more"])
        self.worlds = worlds
        self.name = "greedy" if worlds == 1 else f"greedy-{worlds}"
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """See `Agent.reset`."""
        self._seed, self._calls = seed, 0

    def act_many(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], worlds: Worlds | None = None
    ) -> NDArray[np.int64]:
        """See `Agent.act_many`.

        Raises:
            ConfigError: No worlds were given.
        """
        if worlds is None:
            raise ConfigError("GreedyAgent looks ahead: pass the games as `worlds` (see Agent.needs_world)")
        game = worlds.game
        self._calls += 1
        seed = state_seed(self._seed, 1, self._calls)
        actions = np.empty(len(masks), np.int64)
        game.loops.greedy_many(
            worlds.redrawn(seed), np.arange(len(masks)), word(seed), self.worlds, np.zeros(2, game.state),
            game.new_mask(), np.zeros(game.n_actions), actions,
        )  # fmt: skip
        return actions
