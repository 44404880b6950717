"""Agents: whoever chooses actions. The protocol, and what an agent is shown of a game at its turn.

An agent sees its observation and the mask of legal actions. One that searches (`Agent.needs_world`) also gets a
`World`, from which it can only draw games that agree with what its seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.engine import ConfigError, Game
from ..envs.engine.numbers import integer, state_seed, word
from ..envs.engine.state import as_state


class Worlds:
    """Games at a decision, as far as the seat to decide knows them: the truth can only be redrawn, not read.

    Attributes:
        game: The game.
        seats: The seat to decide in each game, int8[k]; draws are made from what it knows.
    """

    def __init__(self, game: Game, states: NDArray[Any], which: NDArray[np.int64]):
        """Looks at the games ``which`` of ``states``, without copying them."""
        self.game = game
        self.__states, self.__which = states, which
        self.seats: NDArray[np.int8] = states["seat"][which]

    def __len__(self) -> int:
        """The number of games."""
        return int(self.__which.size)

    def __getitem__(self, k: int) -> World:
        """The ``k``-th game alone."""
        return World(self.game, self.__states, self.__which[k : k + 1])

    def redrawn(self, seed: int) -> NDArray[Any]:
        """Copies of the games in which everything hidden from the seat to decide is drawn anew: states [k].

        Each copy is drawn from what the seat knows and from ``seed`` alone, so it tells nothing about the truth.
        """
        copies = self.__states[self.__which]
        self._redraw(copies, seed)
        return copies

    def _redraw(self, copies: NDArray[Any], seed: int) -> None:
        for k, seat in enumerate(copies["seat"].tolist()):
            self.game.loops.redraw(copies, k, seat, word(state_seed(seed, k)))
        copies["decisions"] = 0  # a seat must not count the silent choices of others


class World(Worlds):
    """One game at a decision, as far as the seat to decide knows it."""

    def draws(self, n: int, seed: int) -> NDArray[Any]:
        """``n`` independently redrawn copies of the game (see `redrawn`): states [n]."""
        copies = np.repeat(self.redrawn(seed), n)
        self._redraw(copies, seed)
        return copies


class Agent:
    """Base of all agents. Implement `act` or `act_many`; one agent may play in many games and seats at once.

    Attributes:
        name: Shown in tables and records of games.
        needs_world: Whether ``act`` wants a `World`, to look ahead.
        needs_observation: Whether ``act`` reads the observation; environments may pass stale ones otherwise.
    """

    name: str = "agent"
    needs_world: bool = False
    needs_observation: bool = True

    def reset(self, seed: int) -> None:
        """Starts the agent's random choices anew from ``seed`` (any integer)."""

    def act(self, observation: NDArray[np.float32], mask: NDArray[np.bool_], world: World | None = None) -> int:
        """Chooses a legal action.

        Args:
            observation: What the agent's seat sees, float32[D].
            mask: Legal actions, bool[N], at least one.
            world: The game as the seat knows it, if ``needs_world``.
        """
        actions = self.act_many(observation[None], mask[None], world)
        return int(actions[0])

    def act_many(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], worlds: Worlds | None = None
    ) -> NDArray[np.int64]:
        """Chooses an action in each of k games; by default one after another.

        Args:
            observations: float32[k, D].
            masks: bool[k, N].
            worlds: The k games, if ``needs_world``.

        Returns:
            Flat action ids, int64[k].
        """
        if type(self).act is Agent.act:
            raise NotImplementedError(f"{type(self).__name__} must implement act or act_many")
        chosen = [
            self.act(observations[k], masks[k], worlds[k] if worlds is not None else None) for k in range(len(masks))
        ]
        return np.array(chosen, np.int64)

    def __repr__(self) -> str:
        """The agent's class and name."""
        return f"<{type(self).__name__} {self.name}>"


def choose_action(agent: Agent, game: Game, states: NDArray[Any], mask: NDArray[np.bool_], level: int) -> int:
    """One turn: shows the agent what its seat may know of ``states[0]`` and takes its choice.

    Args:
        agent: Who plays the seat to decide.
        game: The game.
        states: The position, as an array of one.
        mask: Its legal actions, bool[N].
        level: How much the observation shows (see `ObservationLayout.level`).

    Raises:
        IllegalActionError: The choice is not legal.
        ConfigError: It is no integer.
    """
    view = np.zeros(game.layout.size, np.float32)
    if agent.needs_observation:
        game.loops.view_at(states, 0, states["seat"].item(0), level, view)
    world = World(game, states, np.zeros(1, np.int64)) if agent.needs_world else None
    action = integer(f"{agent!r} chose an action that is none:", agent.act(view, mask.copy(), world))
    if not (0 <= action < mask.size and mask[action]):
        raise blame(game, agent, states[0], action)
    return action


def choose_actions(
    agent: Agent, game: Game, states: NDArray[Any], masks: NDArray[np.bool_], which: NDArray[np.int64], level: int
) -> NDArray[np.int64]:
    """One turn in each of the games ``which``, asked for together.

    Args:
        agent: Who plays the seats to decide.
        game: The game.
        states: Positions of all games.
        masks: Legal actions of all games, bool[n, N].
        which: The games in which the agent is to decide, int64[k].
        level: How much observations show (see `ObservationLayout.level`).

    Returns:
        Flat action ids, int64[k]; whoever plays them checks that they are legal.

    Raises:
        ConfigError: The agent did not give one action for each game.
    """
    if agent.needs_observation:
        views = np.empty((which.size, game.layout.size), np.float32)
        game.loops.view_many(states, which, states["seat"][which], level, views)
    else:
        views = np.zeros((which.size, game.layout.size), np.float32)
    worlds = Worlds(game, states, which) if agent.needs_world else None
    actions = np.asarray(agent.act_many(views, masks.take(which, 0), worlds), np.int64)
    if actions.shape != which.shape:
        raise ConfigError(f"{agent!r} gave {actions.shape} actions for {which.size} games; act_many gives one each")
    return actions


def seed_agents(agents: Sequence[Agent], seed: int) -> None:
    """Resets agents from one seed; an agent that sits on several seats is reset once."""
    seen: set[int] = set()
    for k, agent in enumerate(agents):
        if id(agent) not in seen:
            agent.reset(state_seed(seed, k + 1))
            seen.add(id(agent))


def blame(game: Game, agent: Agent, state: Any, action: int) -> Exception:
    """The `IllegalActionError` for an action that ``agent`` chose."""
    error = game.illegal(state, action, game.legal_mask(as_state(state), game.new_mask()))
    error.add_note(f"The action was chosen by {agent!r}.")
    return error
