"""What a public module such as `meeplezoo.envs.aztlan_v0` offers, made from its `Game`."""

from __future__ import annotations

from typing import Any

from ..game import Game, VariantChoice
from ..layout import Mode
from .aec import GameEnv
from .batch import Batch
from .wrapper import HideInformation


class EnvModule:
    """The constructors of one game: ``env``, ``raw_env``, ``batch``."""

    def __init__(self, game: Game):
        """Binds the constructors to ``game``."""
        self.game = game

    def raw_env(
        self, players: int | None = None, variants: VariantChoice = (), render_mode: str | None = None,
        width: int | None = None,
    ) -> GameEnv:
        """The bare AEC environment: every seat observes everything.

        Args:
            players: Number of seats; None for the game's default.
            variants: A mapping name → value, or names of flags to switch on.
            render_mode: ``ansi``, ``human``, ``rgb_array``, ``svg`` or None.
            width: Width of ``rgb_array`` in pixels; None for the picture's own.

        Raises:
            ConfigError: A value is not allowed; the message lists those that are.
        """
        return GameEnv(self.game, players, variants, render_mode, width=width)

    def env(
        self, players: int | None = None, variants: VariantChoice = (), render_mode: str | None = None,
        width: int | None = None,
    ) -> HideInformation:
        """The AEC environment for play: each seat observes what it may see. Arguments as for `raw_env`."""
        return HideInformation(self.raw_env(players, variants, render_mode, width))

    def batch(
        self,
        n: int,
        players: int | None = None,
        variants: VariantChoice = (),
        seed: int = 0,
        threads: int = 1,
        observe: bool = True,
        hide: Mode = "own",
        open_scores: bool = False,
    ) -> Batch:
        """Many games at once; see `Batch` for arguments and arrays."""
        return Batch(self.game, n, players, variants, seed, threads, observe, hide, open_scores)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles by game, so that bound constructors can be sent to worker processes."""
        return EnvModule, (self.game,)
