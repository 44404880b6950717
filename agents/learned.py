"""Agents that play by a trained policy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..envs import ConfigError, DataError, Game
from ..envs.engine.numbers import bits_64, state_seed
from .advice import Adviser
from .card import CARD, MODEL, ModelCard
from .network import PolicyNetwork
from .protocol import Agent, Worlds
from .weights import read_weights


class LearnedAgent(Agent):
    """Plays by a trained policy; many positions are one matrix product per layer.

    Attributes:
        network: The policy.
        card: Its model card, or None for a policy that is still being trained.
        sample: Whether it draws from the policy (mixed strategies, as in training) or takes the likeliest action.
    """

    def __init__(
        self, network: PolicyNetwork, name: str, card: ModelCard | None = None, seed: int = 0, sample: bool = True
    ):
        """Wraps a network.

        Args:
            network: The policy.
            name: Shown in tables and records.
            card: The model card.
            seed: Decides the draws.
            sample: Draw from the policy instead of taking the likeliest action.
        """
        self.network, self.name, self.card, self.sample = network, name, card, sample
        self.needs_world = network.trust is not None
        self._adviser: Adviser | None = None
        self.reset(seed)

    @classmethod
    def load(cls, path: str | Path, game: Game, seed: int = 0, sample: bool = True) -> LearnedAgent:
        """Loads a checkpoint.

        Args:
            path: Folder of a checkpoint, folder of a run (its newest checkpoint is taken), or a model file.
            game: The game to play; the checkpoint must fit it.
            seed: Decides the draws.
            sample: Draw from the policy instead of taking the likeliest action.

        Raises:
            DataError: There is no checkpoint, it is damaged, or it is of another game or version.
        """
        folder = checkpoint_in(path)
        card = ModelCard.read(folder)
        card.check(game, folder)
        network = PolicyNetwork(read_weights(folder / MODEL), card.config["learner"]["activation"])
        if (network.observation_size, network.n_actions) != (game.layout.size, game.n_actions):
            raise DataError(f"{folder / MODEL} does not fit its own card; use another checkpoint or train anew")
        return cls(network, card.name, card, seed, sample)

    def reset(self, seed: int) -> None:
        """See `Agent.reset`."""
        self._rng = np.random.default_rng(bits_64(seed))
        self._seed, self._calls = seed, 0

    def act_many(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], worlds: Worlds | None = None
    ) -> NDArray[np.int64]:
        """See `Agent.act_many`.

        Raises:
            ConfigError: The policy wants advice and no worlds were given.
        """
        if self.network.units is not None:
            observations = np.concatenate([observations, self._advice(worlds, self.network.units)], 1)
        draws = self._rng.random(len(masks)) if self.sample else None
        return self.network.choose(observations, masks, draws)

    def _advice(self, worlds: Worlds | None, units: NDArray[np.float32]) -> NDArray[np.float32]:
        if worlds is None:
            raise ConfigError(f"{self.name} takes advice: pass the games as `worlds` (see Agent.needs_world)")
        if self._adviser is None or self._adviser.game is not worlds.game:
            self._adviser = Adviser(worlds.game, units)
        self._calls += 1
        seed = state_seed(self._seed, 3, self._calls)
        return self._adviser(worlds.redrawn(seed), np.arange(len(worlds)), seed)


def checkpoint_in(path: str | Path) -> Path:
    """The folder of the newest checkpoint at ``path``: a checkpoint itself, its model file, or a run.

    Raises:
        DataError: There is none.
    """
    path = Path(path)
    if path.is_file():
        path = path.parent
    if (path / CARD).is_file():
        return path
    found = [c.parent for c in (*path.glob(f"final/{CARD}"), *path.glob(f"checkpoints/[0-9]*/{CARD}"))]
    if not found:
        raise DataError(f"there is no checkpoint in {path}; `meeplezoo train` writes them into the run's folder")
    return max(found, key=lambda folder: (ModelCard.read(folder).steps, folder.name == "final"))
