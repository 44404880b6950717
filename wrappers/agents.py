"""Agents: whoever chooses actions. The protocol, what search agents are shown of a game, and two simple agents.

An agent sees its observation and the mask of legal actions. One that searches (`Agent.needs_world`) also gets a
`World`, from which it can only draw games that agree with what its seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.engine import ConfigError, Game, GameRecord, IllegalActionError, rule
from ..envs.engine.errors import choose
from ..envs.engine.game import Variants, as_record, state_seed
from ..envs.engine.layout import Mode
from ..envs.engine.rng import any_legal, mix

_LOW = 2**64 - 1


class Worlds:
    """Games at a decision, as far as the seat to decide knows them: the truth can only be redrawn, not read.

    Attributes:
        game: The game.
        seats: The seat to decide in each game, int8[k]; draws are made from what it knows.
    """

    def __init__(self, game: Game, states: NDArray[Any], which: NDArray[np.int64]):
        """Looks at the games ``which`` of the records ``states``, without copying them."""
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
        """Copies of the games in which everything hidden from the seat to decide is drawn anew: records [k].

        Each copy is drawn from what the seat knows and from ``seed`` alone, so it tells nothing about the truth.
        """
        copies = self.__states[self.__which]
        self._redraw(copies, seed)
        return copies

    def _redraw(self, copies: NDArray[Any], seed: int) -> None:
        for k, seat in enumerate(copies["seat"].tolist()):
            self.game.redraw(copies, k, seat, np.uint64(state_seed(seed, k)))
        copies["decisions"] = 0  # a seat must not count the silent choices of others


class World(Worlds):
    """One game at a decision, as far as the seat to decide knows it."""

    def draws(self, n: int, seed: int) -> NDArray[Any]:
        """``n`` independently redrawn copies of the game (see `redrawn`): records [n]."""
        copies = np.repeat(self.redrawn(seed), n)
        self._redraw(copies, seed)
        return copies


class Agent:
    """Base of all agents. Implement `act` or `act_many`; one agent may play in many games and seats at once.

    Attributes:
        name: Shown in tables and records.
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


@rule
def pick_many(masks, seed, actions):
    """Draws a uniformly random legal action for each row of ``masks``; row k depends on ``seed + k`` and the row."""
    for k in range(masks.shape[0]):
        actions[k] = any_legal(masks[k], mix(seed + np.uint64(k)))


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions; in `SeatVecEnv` compiled code does it for this class.

    Attributes:
        key: 64 bits made of the seed, which decide those choices.
    """

    name = "random"
    needs_observation = False

    def __init__(self, seed: int = 0):
        """Seeds the choices."""
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """See `Agent.reset`."""
        self._next = self.key = state_seed(seed)

    def act_many(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], worlds: Worlds | None = None
    ) -> NDArray[np.int64]:
        """See `Agent.act_many`."""
        actions = np.empty(len(masks), np.int64)
        pick_many(masks, np.uint64(self._next), actions)
        self._next = (self._next + len(masks)) & _LOW
        return actions


class GreedyAgent(Agent):
    """Looks one choice ahead with the game's own heuristic (`Rules.appraise`), in redrawn worlds."""

    needs_world = True
    needs_observation = False

    def __init__(self, seed: int = 0, worlds: int = 1):
        """Seeds the choices.

        Args:
            seed: Decides the worlds and breaks ties.
            worlds: Number of worlds whose appraisals are averaged.

        Raises:
            ConfigError: ``worlds`` is less than 1.
        """
        if worlds < 1:
            raise choose("number of worlds", worlds, ["1 or more"])
        self.worlds = worlds
        self.name = "greedy" if worlds == 1 else f"greedy-{worlds}"
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """See `Agent.reset`."""
        self._seed, self._calls = seed, 0

    def act_many(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], worlds: Worlds | None = None
    ) -> NDArray[np.int64]:
        """See `Agent.act_many`.

        Raises:
            ConfigError: No worlds were given.
        """
        if worlds is None:
            raise ConfigError("GreedyAgent looks ahead: pass the games as `worlds` (see Agent.needs_world)")
        game = worlds.game
        self._calls += 1
        seed = state_seed(self._seed, 1, self._calls)
        actions = np.empty(len(masks), np.int64)
        game.greedy_many(
            worlds.redrawn(seed), np.arange(len(masks)), np.uint64(seed), self.worlds, np.zeros(2, game.state),
            game.new_mask(), np.zeros(game.n_actions), actions,
        )  # fmt: skip
        return actions


def play_game(
    game: Game,
    agents: Sequence[Agent],
    players: int | None = None,
    variants: Variants = (),
    seed: int = 0,
    *,
    hide: Mode = "own",
    open_scores: bool = False,
    reseed: bool = True,
) -> GameRecord:
    """Plays one game between agents.

    Args:
        game: The game.
        agents: Who sits on each seat; the same object may sit on several.
        players: Number of seats; None for the number of agents.
        variants: Optional rules.
        seed: Decides the game's chance (the same game as game 0 of ``Batch(..., seed=seed)``) and the agents' choices.
        hide: Information mode of the agents' observations.
        open_scores: Whether mode ``own`` shows points that the rulebook keeps secret.
        reseed: Whether to reset the agents from ``seed``; False leaves their random choices running.

    Returns:
        The game as a record that can be written and replayed.

    Raises:
        ConfigError: The number of agents is not that of the seats, or a value is not allowed.
        IllegalActionError: An agent chose an illegal action.
    """
    players = game.check_players(len(agents) if players is None else players)
    if len(agents) != players:
        raise ConfigError(f"{len(agents)} agents for {players} seats; give one agent for each seat")
    if reseed:
        seed_agents(agents, seed)
    level = game.layout.level(hide, open_scores)
    start = state_seed(seed)
    blank = game.new_states(1, players, variants)
    states, mask, which = blank.copy(), game.new_mask(), np.zeros(1, np.int64)
    observation = np.zeros(game.layout.size, np.float32)
    actions: list[int] = []
    game.begin_at(states, 0, blank, np.uint64(start), mask)
    while (seat := states["seat"].item(0)) >= 0:
        agent = agents[seat]
        if agent.needs_observation:
            game.view_at(states, 0, seat, level, observation)
        world = World(game, states, which) if agent.needs_world else None
        action = agent.act(observation.copy(), mask.copy(), world)
        if not game.play_if_legal(states, 0, int(action), mask):
            raise blame(game, agent, states[0], int(action))
        actions.append(int(action))
    return GameRecord.of(
        game, as_record(states[0]), game.check_variants(variants), start, {}, actions, [a.name for a in agents]
    )


def seed_agents(agents: Sequence[Agent], seed: int) -> None:
    """Resets agents from one seed; an agent that sits on several seats is reset once."""
    seen: set[int] = set()
    for k, agent in enumerate(agents):
        if id(agent) not in seen:
            agent.reset(state_seed(seed, k + 1))
            seen.add(id(agent))


def blame(game: Game, agent: Agent, state: Any, action: int) -> Exception:
    """The `IllegalActionError` for an action that ``agent`` chose."""
    error = game.illegal(state, action, game.legal_mask(as_record(state), game.new_mask()))
    assert isinstance(error, IllegalActionError)
    error.add_note(f"The action was chosen by {agent!r}.")
    return error
