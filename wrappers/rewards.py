"""Wrappers that choose what seats are paid. Each sets its part of the environment's `Reward`, once.

For `SeatEnv` and `SeatVecEnv` pass a `Reward` instead.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..envs.engine.environment import ConfigWrapper


class RewardWrapper(ConfigWrapper):
    """Base of the wrappers that change parts of the environment's `Reward`."""

    def __init__(self, env: Any, **parts: Any):
        """Replaces ``parts`` of the reward that ``env`` has so far."""
        super().__init__(env)
        env.unwrapped.configure(reward=replace(env.unwrapped.reward, **parts))


class WinShare(RewardWrapper):
    """Pays 1, split among the winners, at the end."""

    def __init__(self, env: Any):
        """Wraps ``env``, a MeepleZoo environment, wrapped or not."""
        super().__init__(env, final="win_share")


class VPMargin(RewardWrapper):
    """Pays the score minus the mean score of the others, in units of ``scale`` points, at the end."""

    def __init__(self, env: Any, scale: float = 50.0):
        """Chooses the unit.

        Args:
            env: A MeepleZoo environment, wrapped or not.
            scale: Victory points that count as 1; also the unit of shaping.
        """
        super().__init__(env, final="margin", scale=scale)


class ShapeByScore(RewardWrapper):
    """Adds potential-based shaping by the lead in points, which leaves optimal play as it is.

    Every action of any seat pays each seat ``gamma * potential(after) - potential(before)``, with the potential
    ``weight`` x lead / ``scale``, 0 before the first action and after the last: with ``gamma`` 1 the shaping of a game
    adds up to 0.
    """

    def __init__(self, env: Any, weight: float = 1.0, gamma: float = 1.0, scale: float = 50.0):
        """Chooses the shaping.

        Args:
            env: A MeepleZoo environment, wrapped or not.
            weight: Of the shaping against the final reward.
            gamma: The learner's discount.
            scale: Victory points that count as 1.
        """
        super().__init__(env, shaping=weight, gamma=gamma, scale=scale)
