"""The opponents of self-play: the latest policy, past ones and scripted agents."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..agents import Agent, GreedyAgent, LearnedAgent, RandomAgent, load_agent
from ..agents.network import PolicyNetwork
from ..envs import DataError, Game
from ..envs.engine.records.files import write_file
from .config import PoolConfig

_MEMORY = 0.99
"""What a result still counts after one more game."""
_LEAST_CHANCE = 0.02


class SelfPlayPool:
    """Draws the agents on the other seats anew for every episode.

    Attributes:
        config: Weights of the kinds, and how many snapshots are kept.
        latest: The policy in training.
        snapshots: Past states of it, by steps, oldest first.
        beaten: How often the learner has lately finished before each of them (a tie is half), by steps.
    """

    def __init__(self, config: PoolConfig, latest: PolicyNetwork, seed: int = 0, game: Game | None = None):
        """Starts without snapshots.

        Args:
            config: Weights of the kinds.
            latest: A network that shares memory with the policy in training.
            seed: Decides the choices of all agents of the pool.
            game: What is played; the pool's ``others`` are found by it.

        Raises:
            ConfigError: There is no agent of such a name.
        """
        self.config = config
        self.latest = LearnedAgent(latest, "latest", seed=seed)
        self.snapshots: dict[int, LearnedAgent] = {}
        self.beaten: dict[int, float] = {}
        self._seed = seed
        self._scripted: dict[str, Agent] = {"random": RandomAgent(seed), "greedy": GreedyAgent(seed)}
        if game is not None:
            self._scripted.update((name, load_agent(name, game, seed)) for name in config.others)
        weights = config.weights()
        self._kinds = list(weights)
        self._shares = np.array(list(weights.values())) / sum(weights.values())

    def assign(self, rng: np.random.Generator, n_seats: int) -> list[Agent]:
        """The agents for ``n_seats`` other seats of a new episode, each drawn by the weights of the kinds."""
        kinds = rng.choice(len(self._kinds), n_seats, p=self._shares)
        return [self._draw(self._kinds[k], rng) for k in kinds]

    def _draw(self, kind: str, rng: np.random.Generator) -> Agent:
        if kind in self._scripted:
            return self._scripted[kind]
        if kind == "past" and self.snapshots:
            return list(self.snapshots.values())[int(rng.choice(len(self.snapshots), p=self._hardness()))]
        return self.latest

    def _hardness(self) -> NDArray[np.float64]:
        """Chances of the snapshots: prioritized fictitious self-play (Vinyals et al. 2019) with the square."""
        lost = np.array([(1 - self.beaten.get(steps, 0.5)) ** 2 + _LEAST_CHANCE for steps in self.snapshots])
        chances: NDArray[np.float64] = lost / lost.sum()
        return chances

    def note(self, agent: Agent, ahead: float, games: int) -> None:
        """Takes down that the learner finished before ``agent`` in a share ``ahead`` of ``games`` games."""
        for steps, past in self.snapshots.items():
            if past is agent:
                keep = _MEMORY**games
                self.beaten[steps] = keep * self.beaten.get(steps, 0.5) + (1 - keep) * ahead

    def add_snapshot(self, steps: int) -> None:
        """Keeps the latest policy as it is now; if there are too many, every second of the older ones goes."""
        self._put(steps, self.latest.network.frozen())
        if len(self.snapshots) > self.config.snapshots:
            for old in list(self.snapshots)[1:-1:2]:
                del self.snapshots[old]
                self.beaten.pop(old, None)

    def _put(self, steps: int, network: PolicyNetwork) -> None:
        self.snapshots[steps] = LearnedAgent(network, f"past-{steps}", seed=self._seed + steps)

    def save(self, folder: Path) -> list[int]:
        """Writes snapshots that are not yet in ``folder``; returns the steps of all, for `load`."""
        for steps, agent in self.snapshots.items():
            path = _file(folder, steps)
            if not path.exists():
                write_file(path, _packed(agent.network))
        return list(self.snapshots)

    def load(self, folder: Path, steps: Sequence[int]) -> None:
        """Replaces the snapshots by those that `save` wrote.

        Raises:
            DataError: One is missing or damaged.
        """
        self.snapshots.clear()
        for at in steps:
            try:
                with np.load(_file(folder, at), allow_pickle=False) as archive:
                    weights = dict(archive)
            except Exception as error:  # zipfile and numpy have many errors for damage
                raise DataError(f"snapshot {_file(folder, at)} cannot be read ({error}); start a new run") from error
            self._put(int(at), PolicyNetwork(weights, self.latest.network.activation))


def forget_others(folder: Path, needed: Sequence[int]) -> None:
    """Deletes the snapshots in ``folder`` that no checkpoint needs any more."""
    for path in folder.glob("*.npz"):
        if path.stem.isdigit() and int(path.stem) not in needed:
            path.unlink(missing_ok=True)


def _file(folder: Path, steps: int) -> Path:
    return folder / f"{steps:012d}.npz"


def _packed(network: PolicyNetwork) -> bytes:
    data = io.BytesIO()
    np.savez(data, allow_pickle=False, **network.weights())
    return data.getvalue()
