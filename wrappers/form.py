"""The form in which other libraries want observation and mask; put these wrappers outermost."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..envs.engine import ConfigError
from ..envs.engine.environment import ConfigWrapper, Observation


class _Form(ConfigWrapper):
    """Base: what an agent sees, in another form."""

    env: Any

    def __init__(self, env: Any):
        super().__init__(env)
        space = env.observation_space(env.possible_agents[0])  # the same for all agents and player counts
        if not isinstance(space, spaces.Dict) or not {"observation", "action_mask"} <= set(space):
            raise ConfigError(
                f"{type(self).__name__} needs observations with the entries 'observation' and 'action_mask', "
                f"not {space}; use one such wrapper, as the outermost"
            )
        self._space = self._form_of(space)

    @abstractmethod
    def _form_of(self, space: spaces.Dict) -> spaces.Space[Any]:
        """The space of what `_form` returns."""

    @abstractmethod
    def _form(self, seen: Observation) -> Any:
        """What the learner gets for ``seen``."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The form's space, the same for all agents."""
        return self._space

    def observe(self, agent: str) -> Any:
        """See `GameEnv.observe`; in this form."""
        seen = self.env.observe(agent)
        return None if seen is None else self._form(seen)

    def last(self, observe: bool = True) -> Any:
        """See `GameEnv.last`; in this form."""
        seen, *rest = self.env.last(observe)
        return None if seen is None else self._form(seen), *rest


class ObservationKey(_Form):
    """Renames the entry ``observation`` of observations, for libraries that call it otherwise (RLlib)."""

    def __init__(self, env: Any, key: str = "observations"):
        """Chooses the name.

        Args:
            env: A MeepleZoo environment, wrapped or not.
            key: The entry's new name.

        Raises:
            ConfigError: Another entry has that name, or ``env`` gives observations in another form.
        """
        self.key = key
        super().__init__(env)

    def _form_of(self, space: spaces.Dict) -> spaces.Space[Any]:
        if self.key != "observation" and self.key in space.spaces:
            raise ConfigError(f"observations have an entry {self.key!r} already; choose another key")
        return spaces.Dict(self._form(space.spaces))

    def _form(self, seen: Any) -> Any:
        return {self.key if name == "observation" else name: part for name, part in seen.items()}


class MaskInInfo(_Form):
    """Gives observations as one vector, a Box float32[D], and the mask in ``infos[agent]["action_mask"]``, int8[N].

    For libraries whose wrappers or networks want a Box, such as SuperSuit. The vector is the observation, then what
    other wrappers have added to it (the rows of `PublicHistory`). The mask is all zero for agents that are not to
    decide.
    """

    def _form_of(self, space: spaces.Dict) -> spaces.Space[Any]:
        self._parts = ["observation", *(name for name in space if name not in {"observation", "action_mask"})]
        low, high = ({name: getattr(box, bound) for name, box in space.items()} for bound in ("low", "high"))
        self._masks: dict[str, NDArray[np.int8]] = {}
        return spaces.Box(self._form(low), self._form(high), dtype=np.float32)

    def _form(self, seen: Observation) -> NDArray[np.float32]:
        return np.concatenate([seen[name].ravel() for name in self._parts])

    @property
    def infos(self) -> dict[str, dict[str, Any]]:  # type: ignore[override]
        """Each agent's info, with ``action_mask``."""
        return {
            agent: self._masked(agent, info, self.env.observe(agent)["action_mask"])
            for agent, info in self.env.infos.items()
        }

    def _masked(self, agent: str, info: dict[str, Any], mask: NDArray[np.int8]) -> dict[str, Any]:
        # An unchanged mask stays the same array: PettingZoo's api_test compares infos by ==, which arrays answer
        # only if they are identical. Replaced and never changed in place, since copies of the wrapper share it.
        known = self._masks.get(agent)
        if known is None or not np.array_equal(known, mask):
            self._masks = {**self._masks, agent: mask}
        return {**info, "action_mask": self._masks[agent]}

    def last(self, observe: bool = True) -> Any:
        """See `GameEnv.last`; the mask is in the info."""
        seen, *rest, info = self.env.last()
        masked = self._masked(self.agent_selection, info, seen["action_mask"])
        return self._form(seen) if observe else None, *rest, masked
