"""Wrappers that choose players and variants; the same as the arguments of ``env()``."""

from __future__ import annotations

from typing import Any

from ..envs.engine.environment import ConfigWrapper


class Players(ConfigWrapper):
    """Sets the number of players, from the next `reset` on."""

    def __init__(self, env: Any, players: int):
        """Chooses the number of players.

        Args:
            env: A MeepleZoo environment, wrapped or not.
            players: Number of seats.

        Raises:
            ConfigError: The game cannot be played with so many.
        """
        super().__init__(env, players=players)


class Variants(ConfigWrapper):
    """Chooses optional rules, from the next `reset` on: ``Variants(env, "some_flag", other="value")``."""

    def __init__(self, env: Any, *flags: str, **values: Any):
        """Adds to the variants already chosen.

        Args:
            env: A MeepleZoo environment, wrapped or not.
            flags: Names of variants to switch on.
            values: Values of variants by name.

        Raises:
            ConfigError: A name or a value is unknown; the message lists those that are known.
        """
        super().__init__(env, variants={**dict.fromkeys(flags, True), **values})
