"""One game at the table: people and agents in turn, told move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..agents import Agent
from ..agents.protocol import choose_action
from ..envs.engine import Game, GameEnv, GameRecord
from ..envs.engine.game import VariantChoice
from ..envs.engine.state import as_state


@dataclass(frozen=True)
class Move:
    """A choice that has just been carried out.

    Attributes:
        number: How many choices were made before.
        seat: Who chose.
        action: Flat action id.
        text: The choice in words.
        told: What the other seats learn of it (`ActionTable.tell`); empty for a silent choice.
    """

    number: int
    seat: int
    action: int
    text: str
    told: str


class GameTable:
    """A game in progress with somebody on each seat.

    Attributes:
        game: The game.
        agents: Who sits on each seat.
    """

    def __init__(self, game: Game, agents: Sequence[Agent], variants: VariantChoice = (), seed: int = 0):
        """Sets the game up; ``seed`` decides its chance (game 0 of ``Batch(..., seed=seed)``)."""
        self.game, self.agents, self.seed = game, list(agents), seed
        self._env = GameEnv(game, len(agents), variants, hide="own")
        self._env.reset(seed)
        self._count = 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.position["over"])

    @property
    def position(self) -> Any:
        """A copy of the whole position, secrets included."""
        return as_state(self._env.states[0])

    def moves(self) -> Iterator[Move]:
        """Plays to the end, one choice at a time.

        Raises:
            IllegalActionError: An agent chose an illegal action.
        """
        level = self.game.layout.own_end
        while not self.over:
            seat = int(self.position["seat"])
            mask = self.game.new_mask()
            self.game.loops.mask_at(self._env.states, 0, mask)
            action = choose_action(self.agents[seat], self.game, self._env.states, mask, level)
            before = self.position
            self._env.step(action)
            self._count += 1
            text, told = (self.game.actions.tell(action, before, viewer) for viewer in (seat, None))
            yield Move(self._count - 1, seat, action, text, told)

    def result(self, seat: int) -> dict[str, Any]:
        """Score, place and payoff of a seat at the end, with what the game itself reports."""
        info: dict[str, Any] = self._env.infos[f"player_{seat}"]
        return info

    def record(self) -> GameRecord:
        """The game so far, to be written and replayed."""
        return self._env.record([agent.name for agent in self.agents])
