"""Agents that need no training: uniformly random, and the game's own heuristic one choice ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.engine import ConfigError, Game, loops, rule
from ..envs.engine.bound import plainly
from ..envs.engine.errors import not_among
from ..envs.engine.numbers import bits_64, state_seed, word
from ..envs.engine.rng import any_legal, mix
from ..envs.engine.rule import bind
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

    def __init__(self, seed: int = 0, worlds: int = 1, first: bool = False):
        """Seeds the choices.

        Args:
            seed: Decides the worlds and breaks ties.
            worlds: Number of worlds whose appraisals are averaged.
            first: Use the heuristic that the game began with, a fixed yardstick (`Rules.first_appraise`).

        Raises:
            ConfigError: ``worlds`` is less than 1.
        """
        if worlds < 1:
            raise not_among("number of worlds", worlds, ["1 or more"])
        self.worlds, self.first = worlds, first
        self.name = "greedy-first" if first else "greedy" if worlds == 1 else f"greedy-{worlds}"
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
        choose = first_greedy(game) if self.first else game.loops.greedy_many
        choose(
            worlds.redrawn(seed), np.arange(len(masks)), word(seed), self.worlds, np.zeros(2, game.state),
            game.new_mask(), np.zeros(game.n_actions), actions,
        )  # fmt: skip
        return actions


_FIRST: dict[str, Callable[..., None]] = {}


def first_greedy(game: Game) -> Callable[..., None]:
    """`engine.loops.greedy_many` by the heuristic that the game began with, compiled at its first use."""
    if game.rules.first_appraise is None:
        return game.loops.greedy_many
    if game.module not in _FIRST:
        names: dict[str, Any] = {
            "appraise": game.rules.first_appraise, "mask_at": game.loops.mask_at, "play": game.loops.play,
            "redraw": game.loops.redraw,
        }  # fmt: skip
        names["greedy"] = bind(loops.greedy, names, game.home)
        _FIRST[game.module] = plainly(bind(loops.greedy_many, names, game.home))
    return _FIRST[game.module]
