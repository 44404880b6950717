"""Experience from every seat that the learner holds, in many games at once, for `SeatPPO`.

One step plays one decision in every game: the learner's network is asked once for all games in which it is to decide,
whoever's seat that is, each other agent once for all of its own. Each seat of each game has a stream of its own: what
a decision is paid is settled at that seat's next decision, or at the end of the game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ..agents import Agent
from ..agents.advice import LOWEST, Adviser, scales
from ..agents.protocol import blame, choose_actions
from ..envs import resolve_game
from ..envs.engine import Batch, ConfigError, Game, Reward
from ..envs.engine.environment import win_shares
from ..envs.engine.game import VariantChoice
from ..envs.engine.numbers import integer, state_seed
from ..wrappers.opponents import OpponentPool, draw_table
from .experience import Experience
from .lessons import Teacher

LEARNER = -1
"""In place of the number of an agent: the policy that is being trained."""

Decide = Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]
"""Actions, expected returns and logarithms of probabilities for observations float32[k, D] and masks bool[k, N]."""


class Tables:
    """Games with the same number of seats.

    Attributes:
        batch: The games.
        players: Number of seats.
        seats: The seat that is the learner's whatever the pool says, int64[n].
        who: Number of the agent on each seat, int64[n, players]; `LEARNER` for the learner.
        last: Row of each seat's latest decision in the experience, int64[n, players]; -1 for none, and for others.
        potential: What shaping has paid each seat so far, float64[n, players].
    """

    def __init__(self, game: Game, n: int, players: int, variants: VariantChoice, seed: int, threads: int):
        """Starts ``n`` games, nobody seated."""
        self.batch = Batch(game, n, players, variants, seed, threads, observe=False)
        self.players = players
        self.seats = np.zeros(n, np.int64)
        self.who = np.full((n, players), LEARNER)
        self.last = np.full((n, players), -1)
        self.potential = np.zeros((n, players))


class EverySeat(VecEnv):
    """Many games whose seats are held by the learner and by a pool of other agents.

    It is a VecEnv only in name and spaces, so that SB3 takes it; `collect` fills an `Experience`. Games for one are
    paid by score, as ``margin`` is.

    Attributes:
        tables: The games, by number of seats.
        reward: What seats are paid; may be replaced between two collections.
        teacher: Looks into some of the learner's decisions; None for nobody.
        opponents: Says who sits on the other seats; counts from each game's next episode.
        results: Shares of wins (scores in games for one) of the learner's own seats in finished games.
        episodes: Finished games.
    """

    def __init__(
        self, game: Game | str, n: int, players: int | Sequence[int] | None = None, variants: VariantChoice = (), *,
        reward: Reward | None = None, advice: int = 0, seed: int = 0, threads: int = 1,
    ):  # fmt: skip
        """Starts the games; `opponents` must be set before `collect`.

        Args:
            game: The game or its name.
            n: Number of games, shared out among the numbers of players.
            players: Number of seats, or several; None for the game's default.
            variants: Optional rules.
            reward: What seats are paid; the payoff by place by default.
            advice: Redrawn worlds over which advice is averaged; 0 for observations without it.
            seed: As in `Batch`.
            threads: Threads for the rules.

        Raises:
            ConfigError: A value is not allowed.
        """
        self.game = resolve_game(game)
        self.units = scales(self.game)
        self._adviser = Adviser(self.game, self.units, advice) if advice else None
        self._seed, self._steps = seed, 0
        counts = [players] if players is None or isinstance(players, int | np.integer) else list(players)
        if not counts or integer("number of games", n) < len(counts):
            raise ConfigError(f"{n} games for {len(counts)} numbers of players; give at least one game for each")
        sizes = [n // len(counts) + (k < n % len(counts)) for k in range(len(counts))]
        self.tables = [
            Tables(self.game, size, count, variants, state_seed(seed, k) if k else seed, threads)
            for k, (size, count) in enumerate(zip(sizes, map(self.game.check_players, counts), strict=True))
        ]
        self.reward = reward or Reward()
        self.teacher: Teacher | None = None
        self.opponents: OpponentPool | None = None
        self.results: deque[float] = deque(maxlen=1000)
        self.episodes = 0
        self._agents: list[Agent] = []
        self._newcomers = 0
        self._seated = False
        self.render_mode = None
        layout, extra = self.game.layout, self.game.n_actions * (self._adviser is not None)
        low = np.concatenate([layout.low, np.full(extra, LOWEST, np.float32)])
        high = np.concatenate([layout.high, np.zeros(extra, np.float32)])
        super().__init__(n, spaces.Box(low, high, dtype=np.float32), spaces.Discrete(self.game.n_actions))

    # --- who plays ---------------------------------------------------------------------------------------------------

    def _deal(self, tables: Tables, which: NDArray[np.int64]) -> None:
        """Seats the learner and the others for new episodes."""
        pool = self.opponents
        if pool is None:
            raise ConfigError("EverySeat needs opponents: set its attribute `opponents` to a pool")
        latest = getattr(pool, "latest", None)
        batch = tables.batch
        for i in which.tolist():
            seeds = (batch.seed, i, int(batch.episodes[i]))
            tables.seats[i], table = draw_table(pool, "random", tables.players, seeds)
            tables.who[i] = [LEARNER if a is None or a is latest else self._number(a) for a in table]
        tables.last[which] = -1
        tables.potential[which] = 0

    def _number(self, agent: Agent) -> int:
        """The number of an agent; a newcomer takes that of one that plays no more."""
        for k, known in enumerate(self._agents):
            if known is agent:
                return k
        used = set(np.unique(np.concatenate([tables.who.ravel() for tables in self.tables])).tolist())
        k = next((k for k in range(len(self._agents)) if k not in used), len(self._agents))
        self._agents[k : k + 1] = [agent]
        self._newcomers += 1
        agent.reset(state_seed(self._seed, 11, self._newcomers))
        return k

    # --- playing -----------------------------------------------------------------------------------------------------

    def collect(self, decide: Decide, experience: Experience) -> None:
        """Plays one decision in every game, and notes those of the learner.

        Args:
            decide: The learner.
            experience: What it is noted in; there must be room for a decision of every game.

        Raises:
            IllegalActionError: An agent chose an illegal action.
        """
        if not self._seated:
            for tables in self.tables:
                self._deal(tables, tables.batch.all)
            self._seated = True
        self._steps += 1
        turns = [self._turn(tables) for tables in self.tables]
        start = experience.used
        for tables, (own, _) in zip(self.tables, turns, strict=True):
            self._note(tables, own, experience)
        rows = slice(start, experience.used)
        if experience.used > start:
            actions, values, log_probs = decide(experience.observations[rows], experience.masks[rows])
            experience.actions[rows], experience.expected[rows] = actions, values
            experience.log_probs[rows] = log_probs
        for tables, (own, others) in zip(self.tables, turns, strict=True):
            chosen = np.empty(tables.batch.n, np.int64)
            its = slice(start, start + own.size)
            chosen[own] = experience.actions[its]
            start += own.size
            if self.teacher is not None and own.size:
                views, masks = experience.observations[its], experience.masks[its]
                self.teacher.look(self.game, tables.batch.states, own, views, masks)
            self._ask(tables, others, chosen)
            tables.batch.play(chosen, tables.batch.all)
            self._settle(tables, experience)

    def _turn(self, tables: Tables) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The games in which the learner is to decide, and the others."""
        own = tables.who[tables.batch.all, tables.batch.seat] == LEARNER
        return np.flatnonzero(own), np.flatnonzero(~own)

    def _note(self, tables: Tables, own: NDArray[np.int64], experience: Experience) -> None:
        """New rows for the games ``own``; the seats' decisions before are paid for."""
        batch, game = tables.batch, self.game
        views = np.empty((own.size, game.layout.size), np.float32)
        game.loops.view_many(batch.states, own, batch.seat[own], game.layout.own_end, views)
        new = experience.observations[experience.used : experience.used + own.size]
        new[:, : views.shape[1]] = views
        if self._adviser is not None:
            new[:, views.shape[1] :] = self._adviser(batch.states, own, state_seed(self._seed, 7, self._steps))
        rows, seats = experience.claim(own.size), batch.seat[own].astype(np.int64)
        experience.masks[rows], experience.kinds[rows] = batch.masks[own], batch.states["node"][own]
        before = tables.last[own, seats]
        met = before >= 0
        if self.reward.shaping:
            now = self.reward.potential(batch.states["score"][own, : tables.players])[np.arange(own.size), seats]
            now[~met] = 0  # as before a seat's first decision
            gain = self.reward.gamma * now - tables.potential[own, seats]
            experience.rewards[before[met]] = gain[met]
            tables.potential[own, seats] = now
        experience.follows[before[met]] = rows[met]
        tables.last[own, seats] = rows

    def _ask(self, tables: Tables, others: NDArray[np.int64], chosen: NDArray[np.int64]) -> None:
        """The choices of the other agents, each asked once."""
        batch = tables.batch
        who = tables.who[others, batch.seat[others]]
        for k in np.unique(who).tolist():
            its = others[who == k]
            actions = choose_actions(
                self._agents[k], self.game, batch.states, batch.masks, its, self.game.layout.own_end
            )
            bad = int(self.game.loops.first_illegal(its, actions, batch.masks))
            if bad >= 0:
                raise blame(self.game, self._agents[k], batch.states[its[bad]], int(actions[bad]))
            chosen[its] = actions

    def _settle(self, tables: Tables, experience: Experience) -> None:
        """Pays the last decisions in games that have just ended, and seats the players of the next ones."""
        batch = tables.batch
        ended = np.flatnonzero(batch.over)
        if not ended.size:
            return
        payoffs, scores = batch.payoff[ended], batch.scores()[ended]
        # Alone there are no places.
        paid = self.reward.margin(scores) if tables.players == 1 else self.reward.at_end(payoffs, scores)
        final = paid - tables.potential[ended]  # the potential of the end is 0
        last = tables.last[ended]
        decided = last >= 0
        experience.rewards[last[decided]] = final[decided]
        experience.ended[last[decided]] = True
        own = tables.seats[ended]
        results = scores if tables.players == 1 else win_shares(payoffs)
        self.results += results[np.arange(ended.size), own].tolist()
        self.episodes += int(ended.size)
        self._tell(tables.who[ended], payoffs)
        self._deal(tables, ended)

    def _tell(self, who: NDArray[np.int64], payoffs: NDArray[Any]) -> None:
        """Tells the pool how its agents did: how often the learner's seats finished before theirs, ties half."""
        note = getattr(self.opponents, "note", None)
        if note is None:
            return
        for k in np.unique(who[who != LEARNER]).tolist():
            game, theirs, ours = np.nonzero((who == k)[:, :, None] & (who == LEARNER)[:, None, :])
            if game.size:
                ahead = np.sign(payoffs[game, ours].astype(np.float64) - payoffs[game, theirs]) / 2 + 0.5
                note(self._agents[k], float(ahead.mean()), int(np.unique(game).size))

    def keep(self, moved: NDArray[np.int64]) -> None:
        """Tells where decisions that are not settled yet have moved in the experience.

        Args:
            moved: The new row of each old one, int64[rows], -1 for those that are gone.
        """
        for tables in self.tables:
            waiting = tables.last >= 0
            tables.last[waiting] = moved[tables.last[waiting]]

    # --- what SB3 asks of a VecEnv -----------------------------------------------------------------------------------

    def reset(self) -> NDArray[np.float32]:
        """Nothing is reset: games go on from collection to collection. Returns zeros, which nobody reads."""
        return np.zeros((self.num_envs, *(self.observation_space.shape or ())), np.float32)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Refused.

        Raises:
            ConfigError: Always.
        """
        raise ConfigError("EverySeat has no steps of one learner; train on it with SeatPPO, or use SeatVecEnv")

    def step_wait(self) -> Any:
        """Refused; see `step_async`."""
        raise ConfigError("EverySeat has no steps of one learner; train on it with SeatPPO, or use SeatVecEnv")

    def close(self) -> None:
        """Stops the threads."""
        for tables in self.tables:
            tables.batch.close()

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> Any:
        """There are none.

        Raises:
            AttributeError: Always.
        """
        raise AttributeError(f"the games of EverySeat have no method {method_name!r}")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The value of an attribute of this object, once for each game."""
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of this object."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No wrappers."""
        return [False] * self.num_envs
