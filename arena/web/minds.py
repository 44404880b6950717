"""What agents work out: choices and suggestions. Runs in a worker process or thread, and reads no database."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...agents import Agent, World, load_agent
from ...agents.protocol import choose_action
from ...agents.search.agents import SearchAgent
from ...envs import GAMES, Game
from ...envs.engine.numbers import state_seed

_MOST = 400  # choices in one answer


@dataclass(frozen=True)
class Turn:
    """The request to let agents move until a person is to decide.

    Attributes:
        game: Name of the game.
        state: The position, the bytes of one state.
        agents: What to load for each seat that an agent holds.
        seed: Decides their choices, together with ``number``.
        number: Decisions made so far.
        seconds: Return what there is after so long.
    """

    game: str
    state: bytes
    agents: dict[int, str]
    seed: int
    number: int
    seconds: float


@dataclass(frozen=True)
class Question:
    """The request for suggestions to the seat that is to decide.

    Attributes:
        game: Name of the game.
        state: A position that the seat cannot tell from the true one.
        agent: Name of an agent that searches.
        seed: Decides its search.
        most: How many suggestions.
    """

    game: str
    state: bytes
    agent: str
    seed: int
    most: int = 5


@dataclass(frozen=True)
class Suggestion:
    """A move that an agent considered.

    Attributes:
        action: Flat action id.
        share: Its share of the search.
        payoff: Expected payoff in [-1, 1].
    """

    action: int
    share: float
    payoff: float


class AgentError(Exception):
    """An agent failed; the message tells which, and nothing of the position."""


@dataclass
class Mind:
    """Answers requests one after the other, and keeps the agents it has loaded."""

    _agents: dict[tuple[str, str], Agent] = field(default_factory=dict)

    def answer(self, request: Any) -> Any:
        """The answer to a `Turn` or a `Question`.

        Raises:
            AgentError: The agent could not be loaded, raised an error or chose an illegal action.
        """
        return self.choices(request) if isinstance(request, Turn) else self.suggestions(request)

    def choices(self, turn: Turn) -> list[int]:
        """The choices of agents up to the next decision of a person, or as many as fit into the time (at least one)."""
        game = GAMES[turn.game]
        states, mask = _states(game, turn.state), game.new_mask()
        game.loops.mask_at(states, 0, mask)
        until, found = time.monotonic() + turn.seconds, list[int]()
        while not states["over"][0] and int(states["seat"][0]) in turn.agents and len(found) < _MOST:
            name = turn.agents[int(states["seat"][0])]
            try:
                agent = self._agent(name, game)
                # So the choice depends on the table and the number alone: an interrupted turn comes out the same.
                agent.reset(state_seed(turn.seed, turn.number + len(found)))
                found.append(choose_action(agent, game, states, mask, game.layout.own_end))
            except Exception as error:  # whatever an agent does, others play on
                if found:
                    return found
                raise AgentError(f"{type(error).__name__} in agent {name.rpartition('/')[2]}") from error
            game.loops.play_if_legal(states, 0, found[-1], mask)
            if time.monotonic() > until:
                break
        return found

    def suggestions(self, question: Question) -> list[Suggestion]:
        """The candidate moves of an agent that searches, the best first."""
        game = GAMES[question.game]
        agent = self._agent(question.agent, game)
        assert isinstance(agent, SearchAgent)
        agent.reset(question.seed)
        thoughts = agent.think(World(game, _states(game, question.state), np.zeros(1, np.int64)))[0]
        total = max(int(thoughts.visits.sum()), 1)
        return [Suggestion(a, visits / total, payoff) for a, visits, payoff in thoughts.candidates(question.most)]

    def _agent(self, name: str, game: Game) -> Agent:
        key = name, game.name
        if key not in self._agents:
            self._agents[key] = load_agent(name, game)
        return self._agents[key]


def _states(game: Game, data: bytes) -> NDArray[Any]:
    return np.frombuffer(data, game.state).copy()
