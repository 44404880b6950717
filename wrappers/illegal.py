"""For learners that know no masks: an illegal action loses instead of raising."""

from __future__ import annotations

from typing import Any

from ..envs.engine import IllegalActionError
from ..envs.engine.environment import ConfigWrapper, Observation


class TerminateIllegal(ConfigWrapper):
    """Ends the game at an illegal action: the culprit gets ``penalty``, the others 0.

    All agents terminate; their infos say ``illegal_by``. The position stays where it was, and so does the record of the
    game, which then has no result. Shaping is settled as at any other end.
    """

    def __init__(self, env: Any, penalty: float = -1.0):
        """Chooses the penalty.

        Args:
            env: A MeepleZoo environment, wrapped or not.
            penalty: Final reward of the agent that chose the illegal action.
        """
        super().__init__(env)
        self.penalty = penalty

    def step(self, action: int) -> None:
        """See `GameEnv.step`, but an illegal action ends the game."""
        try:
            super().step(action)
        except IllegalActionError:
            self.env.unwrapped.forfeit(self.penalty)  # type: ignore[attr-defined]

    def observe(self, agent: str) -> Observation | None:
        """See `GameEnv.observe`; nobody has legal actions after the end."""
        seen: Observation | None = super().observe(agent)
        if seen is not None and self.env.unwrapped.terminations.get(agent, True):
            seen["action_mask"][:] = 0
        return seen

    def last(self, observe: bool = True) -> Any:
        """See `GameEnv.last`."""
        _, *rest = super().last(observe=False)
        return self.observe(self.agent_selection) if observe else None, *rest
