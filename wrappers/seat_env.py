"""One seat of a game as a Gymnasium environment; agents play the others."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..agents import seed_agents
from ..agents.protocol import choose_action
from ..envs import resolve_game
from ..envs.engine import ConfigError, Game, ResetNeededError, Reward
from ..envs.engine.environment import RENDER_MODES, render
from ..envs.engine.errors import not_among
from ..envs.engine.game import VariantChoice
from ..envs.engine.layout import Mode
from ..envs.engine.numbers import check_width, integer, state_seed, word
from ..envs.engine.state import as_states
from .opponents import Opponents, Seat, as_pool, check_seat, draw_table

SeatObservation = NDArray[np.float32] | dict[str, NDArray[Any]]
"""The view, or with ``mask="observation"`` a dictionary of ``observation`` and ``action_mask``."""
MaskPlace = Literal["info", "observation"]
"""Where the mask of legal actions is given; see `SeatEnv`."""
MAX_SKIPPED = 1000
"""So many games in a row may end before the learner has decided anything."""


_MASKLESS = (
    "Choose by info['action_mask'] or env.unwrapped.action_masks(); for learners that know no masks, make the "
    "environment with illegal_reward=-1.0: then an illegal action ends the episode with that reward."
)


class LegalDiscrete(spaces.Discrete[Any]):
    """Discrete(N) whose ``sample()`` draws a legal action of the current position, unless a mask is given.

    So ``env.step(env.action_space.sample())`` plays, as everywhere in Gymnasium. (Its ``check_env`` draws an action
    before it resets, which may be illegal then: check an environment that has an ``illegal_reward``.)

    Attributes:
        legal: Legal actions, bool[N]; the environment keeps them up to date.
    """

    def __init__(self, legal: NDArray[np.bool_]):
        """Draws according to ``legal`` bool[N]."""
        super().__init__(legal.size)
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """See `gymnasium.spaces.Discrete.sample`."""
        if mask is None and probability is None and self.legal.any():
            mask = self.legal.view(np.int8)
        return super().sample(mask, probability)


class SeatEnv(gymnasium.Env[SeatObservation, int]):
    """One learning seat of a game; between its decisions the other seats are played by agents.

    The learner sees only its own decisions, and with each the reward for all that happened since its last one; at the
    end it is paid whoever moved last. Observations are float32[D] (with ``mask="observation"`` a dictionary of these
    and the mask). Every info holds ``action_mask`` int8[N] and ``seat``; the last one also ``score``, ``place``
    (1 = first, ties share), ``payoff`` and what the game reports. Episodes are never truncated. A game that ends before
    the learner has decided anything is passed over: `reset` goes on to the next one.

    With one player there are no opponents, and this is an ordinary environment.

    Attributes:
        game: The game.
        players: Number of seats.
        seat: The learner's seat in this episode.
        states: The live state, as an array of one.
        reward: What the learner is paid.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        variants: VariantChoice = (),
        *,
        seat: Seat = "random",
        opponents: Opponents = None,
        reward: Reward | None = None,
        hide: Mode = "own",
        open_scores: bool = False,
        mask: MaskPlace = "info",
        render_mode: str | None = None,
        width: int | None = None,
        illegal_reward: float | None = None,
        index: int = 0,
    ):
        """Configures the environment; call `reset` before use.

        Args:
            game: The game or its name.
            players: Number of seats; None for the game's default.
            variants: Optional rules.
            seat: The learner's seat, or ``random``: drawn for each episode.
            opponents: An agent, a list of agents (clockwise from the learner), an `OpponentPool`, or None for random
                play.
            reward: What the learner is paid; the payoff by place by default. Shaping pays once per decision of the
                learner, so its ``gamma`` should be the learner's discount.
            hide: Information mode of all seats' observations.
            open_scores: Whether mode ``own`` shows points that the rulebook keeps secret.
            mask: Where a learner finds its legal actions: ``info``; or ``observation`` (and info), which makes
                observations dictionaries of ``observation`` float32[D] and ``action_mask`` int8[N].
            render_mode: ``ansi``, ``human``, ``rgb_array``, ``svg`` or None.
            width: Width of ``rgb_array`` in pixels; None for the picture's own.
            illegal_reward: None: an illegal action raises `IllegalActionError` and changes nothing. A number: it ends
                the episode with that reward, for learners that know no masks.
            index: Tells apart environments that share a seed: plays what game ``index`` of `SeatVecEnv` plays.

        Raises:
            ConfigError: A value is not allowed.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise not_among("render mode", render_mode, RENDER_MODES)
        if mask not in get_args(MaskPlace):
            raise not_among("place of the mask", mask, get_args(MaskPlace))
        self.game = resolve_game(game)
        self.players = self.game.check_players(players)
        self.variants = self.game.check_variants(variants)
        self.reward = reward or Reward()
        self.render_mode = render_mode
        self.width = check_width(width)
        self._chosen_seat = check_seat(self.game, seat, self.players)
        self._pool = as_pool(opponents)
        self._spectator = hide == "public"
        self._level = self.game.layout.level(hide, open_scores)
        self._illegal_reward = illegal_reward
        self._seed: int | None = None
        self._index, self._episode = index, -1
        self._mask = self.game.new_mask()
        self._view = np.zeros(self.game.layout.size, np.float32)
        self._playing = False
        self._mask_is_seen = mask == "observation"
        self.observation_space = self._space()
        self.action_space = LegalDiscrete(self._mask)

    def _space(self) -> spaces.Space[Any]:
        box = spaces.Box(self.game.layout.low, self.game.layout.high, dtype=np.float32)
        if not self._mask_is_seen:
            return box
        return spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (self.game.n_actions,), np.int8)})

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[SeatObservation, dict[str, Any]]:
        """Starts a new game and plays it to the learner's first decision.

        Args:
            seed: Starts the sequence of games of this seed; later calls without a seed give its later episodes. Without
                any seed ever, the system chooses one.
            options: Setup entries of the game (see ``game.setups``), for this episode only.

        Raises:
            ConfigError: The seed or an option is not allowed, or the learner never gets to decide.
        """
        seed = None if seed is None else integer("seed", seed)
        super().reset(seed=seed)
        blank = self.game.new_states(1, self.players, self.variants, options)
        if seed is not None or self._seed is None:
            self._seed = secrets.randbits(63) if seed is None else seed
            self._episode = -1
        if self._episode < 0:
            self.game.announce()
        for _ in range(MAX_SKIPPED):
            self._episode += 1
            self._begin(blank)
            if self._playing:
                return self._observation(), self._info()
        raise ConfigError(f"{MAX_SKIPPED} games in a row ended before the learner could decide anything")

    def _begin(self, blank: NDArray[Any]) -> None:
        assert self._seed is not None
        seeds = (self._seed, self._index, self._episode)
        start = state_seed(*seeds)
        self.seat, self._table = draw_table(self._pool, self._chosen_seat, self.players, seeds)
        seed_agents([agent for agent in self._table if agent is not None], start)
        self.states = blank.copy()
        self.game.loops.begin_at(self.states, 0, blank, word(start), self._mask)
        self._potential = 0.0
        self._play_opponents(self.states["seat"].item(0))

    def _play_opponents(self, seat: int) -> None:
        """Plays on from ``seat`` (-1: the game is over) to the learner's next decision or to the end."""
        step = self.game.loops.step
        while seat >= 0 and seat != self.seat:
            agent = self._table[seat]
            assert agent is not None
            action = choose_action(agent, self.game, self.states, self._mask, self._level)
            seat = step(self.states, 0, action, self._mask, self._view)
        self._playing = seat >= 0

    def step(self, action: int) -> tuple[SeatObservation, float, bool, bool, dict[str, Any]]:
        """Plays ``action`` for the learner, then the opponents up to the learner's next decision or the end.

        Returns:
            Observation, reward since the learner's last decision, terminated, truncated (never), info.

        Raises:
            IllegalActionError: The action is not legal (unless ``illegal_reward`` is set); nothing has changed.
            ResetNeededError: No game is in progress.
        """
        if not self._playing:
            raise ResetNeededError("call reset() before step(): no game is in progress")
        action = integer("action", action, range(self.game.n_actions))
        if not self._is_legal(action):
            if self._illegal_reward is not None:
                return self._forfeit(self._illegal_reward)
            error = self.game.illegal(self.states[0], action, self._mask)
            error.add_note(_MASKLESS)
            raise error
        self._play_opponents(self.game.loops.step(self.states, 0, action, self._mask, self._view))
        reward = self._reward()
        info = self._info()
        if not self._playing:
            info.update(self.game.final_info(self.states[0], self.seat))
        return self._observation(), reward, not self._playing, False, info

    def _is_legal(self, action: int) -> bool:
        return 0 <= action < self._mask.size and bool(self._mask[action])

    def _reward(self) -> float:
        scores = self.states["score"][0, : self.players]
        reward = 0.0
        if not self._playing:
            reward = float(self.reward.at_end(self.states["payoff"][0, : self.players], scores)[self.seat])
        if self.reward.shaping:
            potential = float(self.reward.potential(scores)[self.seat]) if self._playing else 0.0
            reward += self.reward.gamma * potential - self._potential
            self._potential = potential
        return reward

    def _forfeit(self, reward: float) -> tuple[SeatObservation, float, bool, bool, dict[str, Any]]:
        """Ends the episode after an illegal action."""
        self._playing = False
        self._mask[:] = False
        score = int(self.states["score"][0, self.seat])
        info = {**self._info(), "illegal": True, "score": score, "place": self.players, "payoff": reward}
        return self._observation(), reward - self._potential, True, False, info

    def _observation(self) -> SeatObservation:
        view = np.empty_like(self._view)
        self.game.loops.view_at(self.states, 0, self.seat, self._level, view)
        return {"observation": view, "action_mask": self._mask.astype(np.int8)} if self._mask_is_seen else view

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.astype(np.int8), "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions of the learner, bool[N]; none when the episode is over. What MaskablePPO asks for."""
        return self._mask.copy()

    @property
    def game_state(self) -> Any:
        """The live state: fields by name or attribute."""
        if self._episode < 0:
            raise ResetNeededError("call reset() before reading game_state")
        return as_states(self.states)[0]

    def clone(self) -> SeatEnv:
        """An independent copy in the same position, opponents and their random choices included."""
        return copy.deepcopy(self)

    def render(self) -> Any:
        """Shows the position as the learner sees it (as a spectator does, with ``hide="public"``).

        Returns:
            ``ansi``: a string; ``svg``: an SVG document; ``rgb_array``: uint8[H, W, 3]; ``human``: None, printed.
        """
        if self._episode < 0:
            raise ResetNeededError("call reset() before render()")
        viewer = None if self._spectator else self.seat
        return render(self.game, self.states[0], viewer, self.render_mode, self.width)
