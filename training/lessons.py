"""Lessons: what a search thinks of some of the learner's decisions, for expert iteration (Anthony et al. 2017)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..agents import load_agent
from ..agents.protocol import Worlds
from ..agents.search import SearchAgent
from ..agents.search.agents import targets
from ..envs.engine import ConfigError, Game


@dataclass(frozen=True)
class Lessons:
    """Decisions that were looked into.

    Attributes:
        observations: What the policy saw, float32[k, D].
        masks: Legal actions, bool[k, N].
        policies: Shares of the simulations that each action got, float32[k, N].
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    policies: NDArray[np.float32]

    def __len__(self) -> int:
        """Number of decisions."""
        return len(self.observations)


class Teacher:
    """A search that looks into a random share of the learner's decisions, in many games at once.

    Attributes:
        share: Share of the decisions.
    """

    def __init__(self, name: str, share: float, game: Game, seed: int):
        """Finds the search.

        Args:
            name: A search agent by name, as ``ismcts:100``.
            share: Share of the decisions it looks into.
            game: The game.
            seed: Decides which, and the search's own chance.

        Raises:
            ConfigError: There is no such search.
        """
        agent = load_agent(name, game, seed)
        if not isinstance(agent, SearchAgent):
            raise ConfigError(f"learner.teacher {name!r} must be an agent that searches, for example 'ismcts:100'")
        self._agent, self.share, self._rng = agent, share, np.random.default_rng(seed)
        self._lessons: list[Lessons] = []

    def look(
        self, game: Game, states: NDArray[Any], own: NDArray[np.int64], observations: NDArray[np.float32],
        masks: NDArray[np.bool_],
    ) -> None:  # fmt: skip
        """Looks into some of the decisions that the learner has in the games ``own``.

        Args:
            game: The game.
            states: Positions of all games.
            own: Games in which the learner is to decide, int64[k].
            observations: What it sees there, float32[k, D].
            masks: What it may do there, bool[k, N].
        """
        chosen = np.flatnonzero(self._rng.random(own.size) < self.share)
        if chosen.size:
            policies, _ = targets(self._agent.think(Worlds(game, states, own[chosen])))
            self._lessons.append(Lessons(observations[chosen].copy(), masks[chosen].copy(), policies))

    def take(self) -> Lessons | None:
        """All lessons since they were last taken; None if there are none."""
        taken, self._lessons = self._lessons, []
        if not taken:
            return None
        parts = zip(*((t.observations, t.masks, t.policies) for t in taken), strict=True)
        return Lessons(*(np.concatenate(part) for part in parts))


def batches(lessons: Lessons, size: int, device: Any) -> Iterator[tuple[torch.Tensor, NDArray[np.bool_], torch.Tensor]]:
    """The lessons in random order (numpy's global generator): observations, masks and policies of each batch."""
    order = np.random.permutation(len(lessons))
    for start in range(0, order.size, size):
        rows = order[start : start + size]
        views, policies = (torch.as_tensor(a[rows], device=device) for a in (lessons.observations, lessons.policies))
        yield views, lessons.masks[rows], policies
