"""Hundreds of games at once for Stable-Baselines3, each seen from one learning seat. Needs the extra ``train``."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from ..agents import Agent, RandomAgent
from ..agents.protocol import blame, choose_actions
from ..envs import resolve_game
from ..envs.engine import Batch, ConfigError, Game, Reward, rule
from ..envs.engine.errors import not_among
from ..envs.engine.game import VariantChoice
from ..envs.engine.layout import Mode
from ..envs.engine.numbers import integer, state_seed
from .opponents import OpponentPool, Opponents, Seat, as_pool, check_seat, draw_table
from .seat_env import MAX_SKIPPED

_AGENTS = 2**32  # index of the agents' seeds, beyond those of games


@rule
def sort_out(waiting, n, turn, seats, agent_at, who):
    """Keeps, of the first ``n`` games in ``waiting``, those in which an opponent is to decide; in place.

    Writes the opponents' numbers into ``who`` and returns how many games are left.
    """
    left = 0
    for k in range(n):
        i = waiting[k]
        if turn[i] != seats[i]:
            waiting[left] = i
            who[left] = agent_at[i, turn[i]]
            left += 1
    return left


class SeatVecEnv(VecEnv):
    """``n`` games, each with one learning seat; between its decisions the other seats are played by agents.

    One step plays the learner's action in every game, then the opponents' choices in rounds over all games that still
    wait for them, until every game is again at a decision of the learner. The learner gets all reward up to then. An
    episode that ends is reported with ``done`` and the next one begins in the same step, as in SB3's own VecEnvs; an
    episode that ends before the learner has decided anything is not reported.

    Game i plays the same episodes as ``SeatEnv(..., index=i)`` with the same seed, as far as the opponents' choices do
    not depend on their own random numbers. Agents are shared by all games and are reset when they first appear.

    Attributes:
        batch: The games.
        seats: The learner's seat in each game, int[n].
        reward: What the learner is paid.
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        players: int | None = None,
        variants: VariantChoice = (),
        *,
        seat: Seat = "random",
        opponents: Opponents = None,
        reward: Reward | None = None,
        hide: Mode = "own",
        open_scores: bool = False,
        seed: int | None = None,
        threads: int = 1,
        render_mode: str | None = None,
    ):
        """Configures the games; they begin at `reset`.

        Args:
            game: The game or its name.
            n: Number of games.
            players: Number of seats; None for the game's default.
            variants: Optional rules.
            seat: The learner's seat, or ``random``: drawn for each episode.
            opponents: An agent, a list of agents (clockwise from the learner), an `OpponentPool`, or None for random
                play.
            reward: What the learner is paid; the payoff by place by default. Shaping pays once per decision of the
                learner, so its ``gamma`` should be the learner's discount.
            hide: Information mode of all seats' observations.
            open_scores: Whether mode ``own`` shows points that the rulebook keeps secret.
            seed: As in `Batch`; by default the system chooses one.
            threads: Threads for the rules, see `Batch`.
            render_mode: ``rgb_array`` or None.

        Raises:
            ConfigError: A value is not allowed.
        """
        if render_mode not in {None, "rgb_array"}:
            raise not_among("render mode of SeatVecEnv", render_mode, ["rgb_array", None])
        self.game = resolve_game(game)
        self.players = self.game.check_players(players)
        self._seat = check_seat(self.game, seat, self.players)
        self._pool = as_pool(opponents)
        self.reward = reward or Reward()
        self.render_mode = render_mode
        self._threads, self._level = threads, self.game.layout.level(hide, open_scores)
        self._variants, self._spectator = variants, hide == "public"
        self.num_envs = n = integer("number of games", n)
        self._start(secrets.randbits(63) if seed is None else integer("seed", seed))
        self._new_seed: int | None = None
        self._fresh = True
        self._started = time.time()
        layout = self.game.layout
        super().__init__(
            n, spaces.Box(layout.low, layout.high, dtype=np.float32), spaces.Discrete(self.game.n_actions)
        )

    def _start(self, seed: int) -> None:
        """New games from ``seed``, nobody seated."""
        n = self.num_envs
        # The batch writes no observations: only those that somebody asks for are computed, see _views.
        self.batch = Batch(self.game, n, self.players, self._variants, seed, self._threads, observe=False)
        self.seats = np.zeros(n, np.int64)
        self._agents: list[Agent] = []
        self._met = 0
        self._agent_at = np.full((n, self.players), -1)  # index in _agents; -1 for the learner
        self._decided = np.zeros(n, np.bool_)  # whether the learner has decided anything in this episode
        self._skipped = np.zeros(n, np.int64)  # episodes in a row without a decision of the learner
        self._potential = np.zeros(n)
        self._returns = np.zeros(n)
        self._lengths = np.zeros(n, np.int64)

    # --- episodes ----------------------------------------------------------------------------------------------------

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seeds all games, from the next `reset` on; see `Batch`."""
        self._new_seed = secrets.randbits(63) if seed is None else integer("seed", seed)
        return [self._new_seed] * self.num_envs

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Takes no options.

        Raises:
            ConfigError: There are some.
        """
        if options:
            raise ConfigError("SeatVecEnv takes no reset options; use SeatEnv for special setups")

    def reset(self) -> NDArray[np.float32]:
        """Starts new games: the first ones of a new seed, else each game's next episode.

        Returns:
            The learner's first observations, float32[n, D].
        """
        if self._new_seed is not None:
            self.batch.close()
            self._start(self._new_seed)
        elif not self._fresh:
            self.batch.restart()
        self._fresh, self._new_seed = False, None
        self._begin_step()
        self._deal(self.batch.all)
        self._play_opponents()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self._views(self.batch.states, self.batch.all)

    def _deal(self, which: NDArray[np.int64]) -> None:
        """Seats the learner and the opponents of new episodes."""
        for i in which.tolist():
            seeds = (self.batch.seed, i, int(self.batch.episodes[i]))
            self.seats[i], table = draw_table(self._pool, self._seat, self.players, seeds)
            self._agent_at[i] = -1
            for p, agent in enumerate(table):
                if agent is not None:
                    self._agent_at[i, p] = self._slot(agent)
        self._decided[which] = False
        self._potential[which] = 0
        self._returns[which] = 0
        self._lengths[which] = 0

    def _slot(self, agent: Agent) -> int:
        """Where ``agent`` is kept in ``_agents``; a newcomer takes the place of one that plays no more."""
        for k, known in enumerate(self._agents):
            if known is agent:
                return k
        used = set(np.unique(self._agent_at).tolist())
        k = next((k for k in range(len(self._agents)) if k not in used), len(self._agents))
        self._agents[k : k + 1] = [agent]
        self._met += 1
        agent.reset(state_seed(self.batch.seed, _AGENTS, self._met))
        return k

    # --- playing -----------------------------------------------------------------------------------------------------

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Takes the learner's actions, int[n]; they are played by `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Plays until every game is at the learner's next decision.

        Returns:
            Observations float32[n, D], rewards float32[n], dones bool[n], and infos. The info of an episode that ended
            holds ``episode`` as SB3's Monitor gives it, ``terminal_observation``, ``seat``, ``score``, ``place``,
            ``payoff``, ``opponents`` (names by seat) and what the game reports.

        Raises:
            IllegalActionError: An action is not legal; if it is the learner's, no game has changed.
        """
        self.batch.step(self._actions)
        self._begin_step()
        self._decided[:] = True
        self._lengths += 1
        self._end_of(self.batch.all)
        self._play_opponents()
        live = np.flatnonzero(~self._dones)
        if self.reward.shaping:
            potential = self.reward.potential(self.batch.states["score"][live, : self.players])
            now = potential[np.arange(live.size), self.seats[live]]
            self._rewards[live] += self.reward.gamma * now - self._potential[live]
            self._potential[live] = now
        self._returns[live] += self._rewards[live]
        observations = self._views(self.batch.states, self.batch.all)
        return observations, self._rewards.astype(np.float32), self._dones, self._infos

    def _begin_step(self) -> None:
        self._rewards = np.zeros(self.num_envs)
        self._dones = np.zeros(self.num_envs, np.bool_)
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

    def _play_opponents(self) -> None:
        """Rounds of opponents' choices, until the learner is to decide in every game."""
        batch, turn = self.batch, self.batch.seat
        waiting, who = batch.all.copy(), np.empty(self.num_envs, np.int64)
        n = sort_out(waiting, self.num_envs, turn, self.seats, self._agent_at, who)
        while n:
            which, agents = waiting[:n], who[:n]
            if not self._roam(which, agents):
                self._play_round(which, agents)
            n = sort_out(waiting, n, turn, self.seats, self._agent_at, who)

    def _roam(self, which: NDArray[np.int64], agents: NDArray[np.int64]) -> bool:
        """Lets compiled code play for random agents; returns whether there were any."""
        found = False
        for k, agent in enumerate(self._agents):
            if type(agent) is RandomAgent:  # not a subclass, which may choose differently
                its = which[agents == k]
                if its.size:
                    found = True
                    self.batch.roam(its, self._agent_at, k, agent.key)
                    self._end_of(its)
        return found

    def _play_round(self, which: NDArray[np.int64], agents: NDArray[np.int64]) -> None:
        """One choice of the ``agents`` in each of the games ``which``."""
        batch = self.batch
        actions = self._choose(which, agents)
        bad = int(self.game.loops.first_illegal(which, actions, batch.masks))
        if bad >= 0:
            state, action = batch.states[which[bad]], int(actions[bad])
            raise blame(self.game, self._agents[agents[bad]], state, action)
        batch.play(actions, which)
        self._end_of(which)

    def _end_of(self, which: NDArray[np.int64]) -> None:
        ended = which[self.batch.over[which]]
        if ended.size:
            self._end(ended)

    def _choose(self, which: NDArray[np.int64], agents: NDArray[np.int64]) -> NDArray[np.int64]:
        """Asks each agent once, for all the games in which it is to decide."""
        if len(self._agents) == 1 or (agents == agents[0]).all():
            return self._ask(self._agents[agents[0]], which)
        actions = np.empty(which.size, np.int64)
        for k in np.unique(agents):
            its = agents == k
            actions[its] = self._ask(self._agents[k], which[its])
        return actions

    def _ask(self, agent: Agent, which: NDArray[np.int64]) -> NDArray[np.int64]:
        return choose_actions(agent, self.game, self.batch.states, self.batch.masks, which, self._level)

    def _views(
        self, states: NDArray[Any], which: NDArray[np.int64], seats: NDArray[np.int64] | None = None
    ) -> NDArray[np.float32]:
        """What ``seats`` (None: those to decide) see in the games ``which`` of ``states``: a new float32[k, D]."""
        out = np.empty((which.size, self.game.layout.size), np.float32)
        watching = states["seat"][which] if seats is None else seats.astype(np.int8)
        self.game.loops.view_many(states, which, watching, self._level, out)
        return out

    def _end(self, ended: NDArray[np.int64]) -> None:
        """Pays and reports episodes that have just ended, and seats the players of the next ones."""
        told = ended[self._decided[ended]]
        self._skipped[ended] += 1
        self._skipped[told] = 0
        if (self._skipped > MAX_SKIPPED).any():
            raise ConfigError(f"{MAX_SKIPPED} games in a row ended before the learner could decide anything")
        if told.size:
            scores, payoffs = self.batch.scores()[told], self.batch.payoff[told]
            final = self.reward.at_end(payoffs, scores)[np.arange(told.size), self.seats[told]]
            self._rewards[told] = final - self._potential[told]  # the potential of the end is 0
            self._dones[told] = True
            views = self._views(self.batch.finals, told, self.seats[told])
            for i, view in zip(told.tolist(), views, strict=True):
                self._infos[i] = self._report(i, view)
        self._deal(ended)

    def _report(self, i: int, view: NDArray[np.float32]) -> dict[str, Any]:
        seat = int(self.seats[i])
        return {
            "seat": seat,
            **self.game.final_info(self.batch.finals[i], seat),
            "opponents": ["" if k < 0 else self._agents[k].name for k in self._agent_at[i]],
            "terminal_observation": view,
            "TimeLimit.truncated": False,
            "episode": {
                "r": round(float(self._returns[i] + self._rewards[i]), 6),
                "l": int(self._lengths[i]),
                "t": round(time.time() - self._started, 6),
            },
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions of the learner in every game, bool[n, N]; what MaskablePPO asks for."""
        return self.batch.masks.copy()

    # --- the rest of a VecEnv ----------------------------------------------------------------------------------------

    @property
    def opponents(self) -> OpponentPool:
        """Says who plays the other seats; a new one counts from each game's next episode."""
        return self._pool

    @opponents.setter
    def opponents(self, opponents: Opponents) -> None:
        self._pool = as_pool(opponents)

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        return list(self._get_indices(indices))

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> Any:
        """``action_masks`` of the games ``indices`` (None: all), bool[k, N]; games have no other methods.

        Raises:
            AttributeError: Another method is asked for.
        """
        if method_name != "action_masks":
            raise AttributeError(f"the games of SeatVecEnv have no method {method_name!r}, only action_masks")
        return self.batch.masks.copy() if indices is None else self.batch.masks[self._rows(indices)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The value of an attribute of this object, once for each game."""
        return [getattr(self, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Sets an attribute of this object, which counts for all games.

        Raises:
            ConfigError: Only some games are named.
        """
        if len(self._rows(indices)) != self.num_envs:
            raise ConfigError(f"SeatVecEnv keeps {attr_name!r} for all games together; leave out indices")
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """True for SB3's Monitor, whose reports the infos contain; False for all other wrappers."""
        return [issubclass(wrapper_class, Monitor)] * len(self._rows(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8]]:
        """A picture of every game as its learner sees it (a spectator with ``hide="public"``), uint8[H, W, 3] each."""
        from ..envs.engine.pictures.raster import rgb_array

        viewers = [None if self._spectator else int(seat) for seat in self.seats]
        return [rgb_array(self.game.draw(self.batch.states[i], viewer)) for i, viewer in enumerate(viewers)]

    def close(self) -> None:
        """Stops the threads."""
        self.batch.close()
