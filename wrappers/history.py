"""Memory for learners: the last public actions as part of the observation."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..envs.engine import Replay
from ..envs.engine.actions import Known
from ..envs.engine.environment import ConfigWrapper, Observation
from ..envs.engine.errors import not_among


class PublicHistory(ConfigWrapper):
    """Adds ``history`` to observations: the last ``k`` public choices, newest first, float32[k, W].

    A row is: who chose, one-hot, relative to the observer (0 = the observer, then clockwise), as long as the game's
    largest number of players; what kind of action, one-hot over the game's action ranges; and which one of its kind,
    (index + 1) / size of the range, or 0 if that is secret. Rows of choices not yet made are 0.

    It holds what a spectator hears: silent choices (`ActionRange.known`) leave no row, not even an empty
    one, and of choices with a private index (``"index"``) only the kind is shown, to everybody. Moves that the rules
    carry out by themselves, for want of alternatives, are not choices and are not listed.
    """

    def __init__(self, env: Any, k: int = 8):
        """Chooses the length.

        Args:
            env: A MeepleZoo environment, wrapped or not.
            k: Number of rows.

        Raises:
            ConfigError: ``k`` is less than 1.
        """
        super().__init__(env)
        if k < 1:
            raise not_among("length of the history", k, ["1 or more"])
        game = env.unwrapped.game
        self._seats = max(game.players)
        self._ranges = {r.name: i for i, r in enumerate(game.actions)}
        self.shape = (k, self._seats + len(self._ranges) + 1)
        seen = env.observation_space(env.possible_agents[0])  # the same for all agents and player counts
        self._space = spaces.Dict({**seen.spaces, "history": spaces.Box(0, 1, self.shape, np.float32)})
        # Both are replaced and never changed in place, since copies of the wrapper share them.
        self._actions: list[int] = []  # all choices of the game that the past below covers
        self._past: tuple[tuple[int, int, Known], ...] = ()  # seats, actions and what all know of them, newest first

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The Dict of the wrapped environment with ``history``, a Box float32[k, W]."""
        return self._space

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """See `GameEnv.reset`."""
        super().reset(seed=seed, options=options)
        self._actions, self._past = [], ()

    def step(self, action: int) -> None:
        """See `GameEnv.step`."""
        self._catch_up()
        raw: Any = self.env.unwrapped
        seat = raw.possible_agents.index(raw.agent_selection)
        node = int(raw.states["node"][0])
        super().step(action)
        if len(raw.choices) > len(self._actions):
            self._actions = list(raw.choices)
            self._remember(seat, self._actions[-1], node)

    def _remember(self, seat: int, action: int, node: int) -> None:
        raw: Any = self.env.unwrapped
        known = raw.game.actions.range_of(action).known(node)
        if known != "nothing":
            self._past = ((seat, action, known), *self._past[: self.shape[0] - 1])

    def _catch_up(self) -> None:
        """Replays the game if it was changed below this wrapper (`load_state`)."""
        raw: Any = self.env.unwrapped
        if raw.choices == self._actions:
            return
        replay = Replay(raw.game, raw.record())
        self._past = ()
        for action in raw.choices:
            self._remember(int(replay.states["seat"][0]), action, int(replay.states["node"][0]))
            replay.forward()
        self._actions = list(raw.choices)

    def observe(self, agent: str) -> Observation | None:
        """See `GameEnv.observe`; with ``history``."""
        seen = super().observe(agent)
        if seen is None:
            return None
        self._catch_up()
        return {**seen, "history": self._rows(self.possible_agents.index(agent))}

    def _rows(self, observer: int) -> NDArray[np.float32]:
        rows = np.zeros(self.shape, np.float32)
        raw: Any = self.env.unwrapped
        table = raw.game.actions
        for row, (seat, action, known) in zip(rows, self._past, strict=False):
            r = table.range_of(action)
            row[(seat - observer) % len(self.possible_agents)] = 1
            row[self._seats + self._ranges[r.name]] = 1
            row[-1] = 0 if known == "kind" else (action - r.offset + 1) / r.size
        return rows

    def last(self, observe: bool = True) -> Any:
        """See `GameEnv.last`."""
        _, *rest = super().last(observe=False)
        return self.observe(self.agent_selection) if observe else None, *rest
