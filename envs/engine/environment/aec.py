"""The PettingZoo AEC environment of every game."""

from __future__ import annotations

import json
import secrets
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ..errors import ConfigError, DataError, IllegalActionError, ResetNeededError, not_among
from ..game import Game, VariantChoice
from ..layout import Mode
from ..numbers import check_width, integer, state_seed, word
from ..records import GameRecord, as_plain
from ..records.files import as_json
from ..state import as_states
from .render import RENDER_MODES, render
from .rewards import Reward

Observation = dict[str, NDArray[Any]]
_MAGIC = b"MEEPLEZOO1"
_OWN = ("_mask", "_actions", "agents", "rewards", "_cumulative_rewards", "terminations", "truncations")
"""What every copy of an environment has for itself, besides its state and infos."""
_MASKLESS = (
    "Choose by the observation's action_mask; for agents that know no masks, meeplezoo.wrappers.TerminateIllegal(env) "
    "ends the game at an illegal action instead, at a penalty."
)


class GameEnv(AECEnv[str, Observation, int]):
    """One game as a turn-based multi-agent environment.

    Agents are ``player_0`` … in seat order; ``agent_selection`` follows the rules, so a seat may act many times in a
    row. Observations are ``{"observation": float32[D], "action_mask": int8[N]}``, both fresh arrays; the mask is all
    zero for seats that are not to decide. Rewards are 0 until the end unless shaping is configured. All seats
    terminate together; games are never truncated.

    Attributes:
        game: The `Game`.
        states: The live state, as an array of one (what compiled functions take).
        render_mode: One of `RENDER_MODES` or None.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES), "render_fps": 2, "is_parallelizable": False,
    }  # fmt: skip

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        variants: VariantChoice = (),
        render_mode: str | None = None,
        hide: Mode = "all",
        width: int | None = None,
    ):
        """Configures the environment; call `reset` before use.

        Args:
            game: The game.
            players: Number of seats; None for the game's default.
            variants: Optional rules: a mapping name → value, or names of flags to switch on.
            render_mode: ``ansi`` (text), ``human`` (printed), ``rgb_array`` (uint8[H, W, 3]), ``svg`` or None.
            hide: What observations show: ``all``, ``own`` (what the seat may see) or ``public``.
            width: Width of ``rgb_array`` in pixels; None for the picture's own.

        Raises:
            ConfigError: A value is not allowed.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise not_among("render mode", render_mode, RENDER_MODES)
        self.game = game
        self.metadata = {**type(self).metadata, "name": game.id}
        self.render_mode = render_mode
        self.width = check_width(width)
        self._started = False
        self._seed = secrets.randbits(63)
        self._episode = -1
        self._reward = Reward()
        self._options: dict[str, Any] = {}
        self.hide: Mode = hide
        self.open_scores = False
        self.variants = game.check_variants()
        self.agents: list[str] = []
        self.configure(players=game.check_players(players), variants=variants, hide=hide)

    # --- configuration ---------------------------------------------------------------------------------------------

    def configure(
        self,
        *,
        players: int | None = None,
        variants: VariantChoice | None = None,
        hide: Mode | None = None,
        open_scores: bool | None = None,
        reward: Reward | None = None,
    ) -> None:
        """Changes options, as the wrappers do; other players or variants need a `reset` before play goes on.

        Args:
            players: Number of seats.
            variants: Optional rules, added to those already chosen.
            hide: Information mode of observations.
            open_scores: Whether mode ``own`` shows points that the rulebook keeps secret.
            reward: What seats are paid.

        Raises:
            ConfigError: A value is not allowed.
        """
        game = self.game
        if players is not None or variants is not None:
            self._started = False
        if players is not None:
            self.players = game.check_players(players)
            self.possible_agents = [f"player_{p}" for p in range(self.players)]
            self._names = self.possible_agents
            self._seats = {name: p for p, name in enumerate(self._names)}
            box = spaces.Box(game.layout.low, game.layout.high, dtype=np.float32)
            mask = spaces.Box(0, 1, (game.n_actions,), np.int8)
            self.state_space = box
            self.observation_spaces = {
                name: spaces.Dict({"observation": box, "action_mask": mask}) for name in self._names
            }
            self.action_spaces = {name: spaces.Discrete(game.n_actions) for name in self._names}
        if variants is not None:
            named = variants if isinstance(variants, Mapping) else game.check_variants(variants)
            if not isinstance(variants, Mapping):
                named = {k: v for k, v in named.items() if v is True}
            self.variants = game.check_variants({**self.variants, **named})
        if hide is not None:
            self.hide = hide
        if open_scores is not None:
            self.open_scores = open_scores
        self._level = game.layout.level(self.hide, self.open_scores)
        if reward is not None:
            self._reward = reward

    @property
    def reward(self) -> Reward:
        """What seats are paid."""
        return self._reward

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Dict of ``observation`` Box float32[D] and ``action_mask`` Box int8[N]; the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Discrete(N), the same for every player count and variant."""
        return self.action_spaces[agent]

    # --- playing ----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Starts a new game.

        Args:
            seed: Starts the sequence of games of this seed: the first game equals game 0 of ``Batch(..., seed=seed)``,
                later calls without a seed give its later episodes. Without any seed ever, the system chooses one.
            options: Setup entries of the game (see ``game.setups``), for this game only.

        Raises:
            ConfigError: The seed is no integer or an option is unknown.
            RuleError: The game's rules lead to no decision.
        """
        # PettingZoo's api_test passes {"options": 1} to every environment.
        own = {name: value for name, value in (options or {}).items() if name != "options"}
        blank = self.game.new_states(1, self.players, self.variants, own)
        if seed is not None:
            self._seed, self._episode = integer("seed", seed), -1
        self._episode += 1
        self._options = own
        self._mask = self.game.new_mask()
        self.states = blank.copy()
        if not self._started:
            self.game.announce()
        self._state_seed = state_seed(self._seed, 0, self._episode)
        if not self.game.loops.begin_at(self.states, 0, blank, word(self._state_seed), self._mask):
            raise self.game.stuck(self.states[0])
        self._open()

    def _open(self) -> None:
        """Sets PettingZoo's attributes for a game that has just begun."""
        self._actions: list[int] = []
        self._started = True
        self._bind_state()
        self.agents = list(self._names)
        self.rewards = dict.fromkeys(self._names, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._names, 0.0)
        self.terminations = dict.fromkeys(self._names, False)
        self.truncations = dict.fromkeys(self._names, False)
        self.infos = {name: {} for name in self._names}
        self._skip_agent_selection = None
        self._potential = self._reward.potential(self._scores()) * 0
        if self._seat_of.item(0) >= 0:
            self.agent_selection = self._names[self._seat_of.item(0)]
        else:  # a game that is over after the setup
            self._close()
            self._accumulate_rewards()

    def _bind_state(self) -> None:
        """Field views are read ten times faster than the state."""
        self._seat_of = self.states["seat"]

    def _scores(self) -> NDArray[Any]:
        scores: NDArray[Any] = self.states["score"][0, : self.players]
        return scores

    def step(self, action: int | None) -> None:  # type: ignore[override]
        """Plays ``action`` for the agent to move; None removes an agent of a finished game.

        Raises:
            IllegalActionError: The action is not legal; nothing has changed.
            ResetNeededError: `reset` has not been called, or the game has ended and all agents are gone.
            RuleError: The game's rules do not lead on from the action.
        """
        if not self._started or not self.agents:
            raise ResetNeededError("call reset() before step(): no game is in progress")
        if self.terminations[self.agent_selection]:
            if action is not None:
                raise ConfigError(f"the game is over: {self.agent_selection} can only step(None), not {action!r}")
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        action = integer("action", action, range(self.game.n_actions))
        try:
            legal = self.game.loops.play_if_legal(self.states, 0, action, self._mask)
        except OverflowError:  # beyond 64 bits
            legal = 0
        if legal < 1:
            raise self._refusal(action, legal)
        self._actions.append(action)
        seat = self._seat_of.item(0)
        if self._reward.shaping:
            self._pay_shaping(seat < 0)
        if seat >= 0:
            self.agent_selection = self._names[seat]
        else:
            self._close()
        if seat < 0 or self._reward.shaping:
            self._accumulate_rewards()

    def _refusal(self, action: int, legal: int) -> Exception:
        """Why `step` does not go on: the action was illegal (0), or the rules do not lead on from it (-1)."""
        if legal < 0:
            return self.game.stuck(self.states[0])
        error = self.game.illegal(self.states[0], action, self._legal())
        if isinstance(error, IllegalActionError):
            error.add_note(_MASKLESS)
        return error

    def _pay_shaping(self, over: bool) -> None:
        self._cumulative_rewards[self.agent_selection] = 0.0
        potential = self._reward.potential(self._scores()) * (not over)
        for p, gain in enumerate(self._reward.gamma * potential - self._potential):
            self.rewards[self._names[p]] = float(gain)
        self._potential = potential

    def _close(self) -> None:
        """Ends the game: pays everybody once and lets all agents terminate together."""
        payoff = self.states["payoff"][0, : self.players]
        for p, reward in enumerate(self._reward.at_end(payoff, self._scores())):
            name = self._names[p]
            self.rewards[name] += float(reward)
            self.terminations[name] = True
            self.infos[name] = self.game.final_info(self.states[0], p)
        self.agent_selection = self._names[0]

    def forfeit(self, penalty: float) -> None:
        """Ends the game without a result: the agent to move is paid ``penalty``, the others 0.

        All agents terminate; their infos say ``illegal_by``. Shaping is settled as at any other end.
        """
        culprit = self.agent_selection
        if self._reward.shaping:
            self._pay_shaping(over=True)
        self.rewards[culprit] += penalty
        self._accumulate_rewards()
        for name in self.agents:
            self.terminations[name] = True
            self.infos[name] = {"illegal_by": culprit}
        self.agent_selection = self.agents[0]

    def _legal(self) -> NDArray[np.bool_]:
        mask = self.game.new_mask()
        self.game.loops.mask_at(self.states, 0, mask)
        return mask

    def observe(self, agent: str) -> Observation:
        """What ``agent`` sees now; see the class for the arrays.

        Raises:
            ResetNeededError: `reset` has not been called.
            ConfigError: There is no such agent.
        """
        if not self._started:
            raise ResetNeededError("call reset() before observe()")
        seat = self._seats.get(agent)
        if seat is None:
            raise not_among("agent", agent, self._names)
        out = np.empty(self.game.layout.size, np.float32)
        mask = np.empty(self.game.n_actions, np.bool_)
        self.game.loops.look(self.states, 0, seat, self._level, out, mask)
        return {"observation": out, "action_mask": mask.view(np.int8)}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since the agent's last action, terminated, truncated and info of the agent to move."""
        if not self._started or not self.agents:
            raise ResetNeededError("call reset() before last(): no game is in progress")
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> NDArray[np.float32]:
        """The full observation of seat 0, hidden elements included: float32[D]."""
        if not self._started:
            raise ResetNeededError("call reset() before state()")
        out = np.empty(self.game.layout.size, np.float32)
        self.game.loops.view_at(self.states, 0, 0, self.game.layout.size, out)
        return out

    # --- the state --------------------------------------------------------------------------------

    @property
    def game_state(self) -> Any:
        """The live state: fields by name or attribute; writing to it changes the game."""
        if not self._started:
            raise ResetNeededError("call reset() before reading game_state")
        return as_states(self.states)[0]

    @property
    def choices(self) -> Sequence[int]:
        """The actions of the game so far, in order; a live list, only to be read."""
        return self._actions

    def resample_hidden(self, seat: int, seed: int) -> None:
        """Redraws all that ``seat`` does not know, consistent with what it does; independent of the truth.

        Args:
            seat: The seat whose knowledge counts, 0..players-1.
            seed: Decides the drawn world.

        Raises:
            ConfigError: There is no such seat.
        """
        number = self.game.check_seat(self.game_state, seat)
        self.game.loops.redraw(self.states, 0, number, word(integer("seed", seed)))

    def clone(self) -> GameEnv:
        """An independent copy in the same position; later moves and chance come out the same in both."""
        twin = type(self).__new__(type(self))
        own = twin.__dict__ = self.__dict__.copy()
        if self._started:
            # Twenty times faster than states.copy(), which numpy does field by field.
            states = own["states"] = np.frombuffer(bytearray(self.states.tobytes()), self.game.state)
            own["_seat_of"] = states["seat"]
            for name in _OWN:
                own[name] = own[name].copy()
            own["infos"] = {name: info.copy() for name, info in self.infos.items()}
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> GameEnv:
        """Same as `clone`."""
        twin = self.clone()
        memo[id(self)] = twin
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the field views, which would lose their state."""
        return {name: value for name, value in self.__dict__.items() if name != "_seat_of"}

    def __setstate__(self, values: dict[str, Any]) -> None:
        """Restores a pickled environment."""
        self.__dict__.update(values)
        if self._started:
            self._bind_state()

    def save_state(self) -> bytes:
        """The game in progress as bytes; `load_state` continues it exactly, chance included."""
        state = self.game_state
        head = {
            "format": self.game.fingerprint(),
            "players": self.players,
            "variants": self.variants,
            "seeds": [self._seed, self._episode, self._state_seed],
            "options": self._options,
            "actions": self._actions,
            "potential": self._potential.tolist(),
            "agents": [[a, self.rewards[a], self._cumulative_rewards[a], self.terminations[a]] for a in self.agents],
            "infos": self.infos,
            "selection": self.agent_selection,
        }
        body: bytes = as_json(head, default=as_plain).encode() + b"\n" + state.tobytes()
        return _MAGIC + zlib.crc32(body).to_bytes(4, "big") + body

    def load_state(self, data: bytes) -> None:
        """Continues a game saved by `save_state`, with its players and variants.

        Raises:
            DataError: The bytes are damaged, or belong to another game or version. Nothing has changed.
        """
        start = len(_MAGIC) + 4
        body = data[start:]
        if data[: len(_MAGIC)] != _MAGIC or zlib.crc32(body).to_bytes(4, "big") != data[len(_MAGIC) : start]:
            raise DataError("these bytes are no saved game or are damaged; use the bytes that save_state() returned")
        line, _, raw = body.partition(b"\n")
        head = json.loads(line)
        if head["format"] != self.game.fingerprint():
            raise DataError(f"saved by {json.loads(head['format'])[0]} in another format; this is {self.game.id}")
        try:
            players, variants = self.game.check_players(head["players"]), self.game.check_variants(head["variants"])
        except ConfigError as error:
            raise DataError(f"saved by another version of {self.game.id}: {error}") from error
        self.configure(players=players, variants=variants)
        self.states = np.frombuffer(bytearray(raw), self.game.state)
        self._mask = self.game.new_mask()
        self._open()
        self._seed, self._episode, self._state_seed = head["seeds"]
        self._options, self._actions = head["options"], head["actions"]
        self._potential = np.array(head["potential"])
        self.agents = [row[0] for row in head["agents"]]
        self.rewards = {row[0]: row[1] for row in head["agents"]}
        self._cumulative_rewards = {row[0]: row[2] for row in head["agents"]}
        self.terminations = {row[0]: row[3] for row in head["agents"]}
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = head["infos"]
        self.agent_selection = head["selection"]

    def record(self, names: list[str] | None = None) -> GameRecord:
        """The game so far as a record that can be written as a line of JSON and replayed.

        Args:
            names: Who sat on each seat; by default the agents' names.
        """
        return GameRecord.of(
            self.game, self.game_state, self.variants, self._state_seed, self._options, self._actions,
            names or list(self._names),
        )

    # --- showing ----------------------------------------------------------------------------------

    def render(self) -> Any:
        """Shows the position as the seat to move sees it, or as a spectator does (mode ``public``, or game over).

        Returns:
            ``ansi``: a string; ``svg``: an SVG document; ``rgb_array``: uint8[H, W, 3]; ``human``: None, printed.
        """
        if not self._started:
            raise ResetNeededError("call reset() before render()")
        return render(self.game, self.states[0], self._viewer(), self.render_mode, self.width)

    def _viewer(self) -> int | None:
        if self.hide == "public" or self._seat_of.item(0) < 0:
            return None
        return int(self._seat_of.item(0))

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows."""
        return self.game.draw(self.states[0], self._viewer()) if self._started else None

    def close(self) -> None:
        """Releases nothing; may be called any number of times."""

    def __str__(self) -> str:
        """The environment's id, for example ``aztlan_v0``."""
        return self.game.id
