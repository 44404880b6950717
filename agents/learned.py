"""Agents that play by a trained policy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..envs import ConfigError, DataError, Game
from ..envs.engine.numbers import bits_64, state_seed
from ..envs.engine.records.files import write_folder
from .advice import Adviser
from .card import ARRAYS, CARD, MODEL, ModelCard
from .network import PolicyNetwork, ValueNetwork
from .protocol import Agent, Worlds
from .weights import read_weights, write_weights


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
    def load(
        cls, path: str | Path, game: Game, seed: int = 0, sample: bool = True, name: str | None = None
    ) -> LearnedAgent:
        """Loads a checkpoint.

        Args:
            path: Folder of a checkpoint, folder of a run (its newest checkpoint is taken), or a model file.
            game: The game to play; the checkpoint must fit it.
            seed: Decides the draws.
            sample: Draw from the policy instead of taking the likeliest action.
            name: Shown in tables and records; None for that on the card.

        Raises:
            DataError: There is no checkpoint, it is damaged, or it is of another game or version.
        """
        folder = checkpoint_in(path)
        card = ModelCard.read(folder)
        card.check(game, folder)
        network, _ = networks_in(folder, card)
        if (network.observation_size, network.n_actions) != (game.layout.size, game.n_actions):
            raise DataError(f"{folder} does not fit its own card; use another checkpoint or train anew")
        return cls(network, name or card.name, card, seed, sample)

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
    """The agent at ``path``: a checkpoint itself, its model file, or a run (its finished agent, or newest checkpoint).

    Raises:
        DataError: There is none.
    """
    path = Path(path)
    if path.is_file():
        path = path.parent
    if (path / CARD).is_file():
        return path
    if (path / "final" / CARD).is_file():
        return path / "final"
    found = [c.parent for c in path.glob(f"checkpoints/[0-9]*/{CARD}")]
    if not found:
        raise DataError(f"there is no checkpoint in {path}; `meeplezoo train` writes them into the run's folder")
    return max(found, key=lambda folder: ModelCard.read(folder).steps)


def networks_in(folder: Path, card: ModelCard) -> tuple[PolicyNetwork, ValueNetwork]:
    """Policy and value of the agent in a folder.

    Raises:
        DataError: They are missing or damaged.
    """
    file = folder / ARRAYS if (folder / ARRAYS).exists() else folder / MODEL
    weights, activation = read_weights(file), card.config["learner"]["activation"]
    return PolicyNetwork(weights, activation), ValueNetwork(weights, activation)


def export(source: str | Path, folder: Path) -> None:
    """Writes an agent in the form in which it is shipped: plain arrays, no pickle, with its card.

    Args:
        source: A checkpoint or run.
        folder: Where to.

    Raises:
        DataError: There is no agent at ``source``, or it is damaged.
        FileError: It cannot be written.
    """
    found = checkpoint_in(source)
    card = ModelCard.read(found)
    policy, value = networks_in(found, card)

    def fill(made: Path) -> None:
        write_weights(made / ARRAYS, {**policy.weights(), **value.weights()})
        card.write(made)

    write_folder(folder, fill)
