"""A `Game`: the declaration of one board game and its compiled functions."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .actions import ActionTable
from .drivers import DRIVERS, INLINE
from .errors import ConfigError, DataError, choose
from .layout import ObservationLayout
from .rng import episode_seed
from .rule import COMPILED, announce_compilation, bind, rule

Variants = Mapping[str, Any] | Iterable[str]
"""How users name variants: a mapping name → value, or names of flags to switch on."""


@dataclass(frozen=True)
class Variant:
    """An optional rule.

    Attributes:
        name: Its name, also the name of its state field, which holds the index into ``values``.
        description: What it changes, with rule numbers.
        values: Allowed values; the first one is the default.
    """

    name: str
    description: str
    values: tuple[Any, ...] = (False, True)

    @property
    def default(self) -> Any:
        """The value used when nothing is said."""
        return self.values[0]


@rule
def always_forced(s):
    """The usual answer of ``is_forced``: a lone legal action is never asked."""
    return True


@dataclass(frozen=True)
class Rules:
    """The functions of one game, each a `@rule` on its record ``s``.

    Attributes:
        reset: ``reset(s)`` sets up a game on a zeroed record; ``players``, the variants and ``rng`` are filled in.
        legal_mask: ``legal_mask(s, mask)`` sets the legal entries of an all-False bool[N].
        apply: ``apply(s, action)`` carries out one legal action up to the next decision point of the rules.
        observe_known: ``observe_known(s, seat, out)`` writes public and own fields into an all-zero float32[D].
        observe_hidden: ``observe_hidden(s, seat, out)`` writes the hidden fields.
        resample_hidden: ``resample_hidden(s, seat, seed)`` redraws all that is hidden from the seat, consistent with
            what it knows and without looking at the truth. Everything drawn comes from ``seed``; the caller reseeds
            ``s.rng`` afterwards.
        appraise: ``appraise(s, seat)`` is a heuristic worth of the position for the seat (any scale), from public and
            own knowledge.
        is_forced: ``is_forced(s)``: whether a lone legal action at this node is carried out without asking.
    """

    reset: Any
    legal_mask: Any
    apply: Any
    observe_known: Any
    observe_hidden: Any
    resample_hidden: Any
    appraise: Any
    is_forced: Any = always_forced


@dataclass(frozen=True)
class Game:
    """One board game: its declaration and its compiled functions.

    Attributes:
        name: Package name, for example ``"aztlan"``.
        title: Name for people, for example ``"Aztlán"``.
        version: Version of the environment (``aztlan_v0``); changes when results change.
        players: Allowed numbers of players.
        default_players: Number of players when nothing is said.
        max_decisions: No game has more decisions than this.
        state: The record's dtype; equal games are equal bytes.
        actions: The action table.
        layout: The observation layout.
        rules: The game's functions.
        variants: Optional rules by name (declare them as a sequence).
        setups: Names of the entries that `AECEnv.reset(options=...)` takes, with descriptions; ``prepare`` reads them.
        prepare: ``prepare(record, options)`` writes such entries into a blank record, before ``reset``.
        report: ``report(record, seat) -> dict`` adds to a seat's ``infos`` at the end.
        picture: Name of the module with ``draw(record, viewer) -> str`` (SVG) and ``text(record, viewer) -> str``;
            imported when first used.
        module: Name of the module that holds this object as ``game`` (for pickling).
    """

    name: str
    title: str
    version: int
    players: range
    default_players: int
    max_decisions: int
    state: np.dtype
    actions: ActionTable
    layout: ObservationLayout
    rules: Rules
    home: Path
    module: str
    picture: str
    variants: Mapping[str, Variant] = field(default_factory=dict)
    setups: Mapping[str, str] = field(default_factory=dict)
    prepare: Callable[[Any, Mapping[str, Any]], None] | None = None
    report: Callable[[Any, int], dict[str, Any]] | None = None
    compiled: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compiles the shared loops for this game (lazily: machine code is made or loaded at the first call)."""
        if not isinstance(self.variants, Mapping):
            object.__setattr__(self, "variants", {v.name: v for v in self.variants})
        names: dict[str, Any] = {
            "PUBLIC_END": self.layout.public_end,
            "OWN_END": self.layout.own_end,
            "SCORE_END": self.layout.score_end,
            "SIZE": self.layout.size,
            **self.rules.__dict__,
        }
        for driver in DRIVERS:
            names[driver.__name__] = bind(driver, names, self.home, driver in INLINE)
            self.compiled[driver.__name__] = _Plain(names[driver.__name__]) if not COMPILED else names[driver.__name__]
        for name in ("legal_mask", "apply", "resample_hidden"):
            self.compiled[f"rule_{name}"] = names[name]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles a game by name."""
        return find_game, (self.module,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """A game is a constant."""
        return self

    @property
    def n_actions(self) -> int:
        """Size of the Discrete action space."""
        return self.actions.n

    @property
    def id(self) -> str:
        """The environment's id, for example ``"aztlan_v0"``."""
        return f"{self.name}_v{self.version}"

    def __getattr__(self, name: str) -> Any:
        """Compiled loops by name: ``game.step``, ``game.look``, ``game.playout`` ... (see `engine.drivers`)."""
        compiled = self.__dict__.get("compiled", {})
        if name in compiled:
            return compiled[name]
        raise AttributeError(f"Game has no attribute {name!r}")

    # --- configuration -------------------------------------------------------------------------------------------

    def check_players(self, players: int | None) -> int:
        """The number of players, or the default for None.

        Raises:
            ConfigError: The game cannot be played with so many.
        """
        if players is None:
            return self.default_players
        if players not in self.players:
            raise choose(f"{self.title}: number of players", players, list(self.players))
        return int(players)

    def check_variants(self, variants: Variants = ()) -> dict[str, Any]:
        """All variants with their values: those named, defaults for the rest.

        Raises:
            ConfigError: A name or value is unknown.
        """
        known = self.variants
        if isinstance(variants, str):
            variants = (variants,)
        asked = dict(variants) if isinstance(variants, Mapping) else dict.fromkeys(variants, True)
        for name, value in asked.items():
            if name not in known:
                raise choose(f"{self.title}: variant", name, list(known))
            # True == 1 in Python, so compare types too: start_pieces=True is a mistake.
            if not any(value == v and isinstance(value, bool) == isinstance(v, bool) for v in known[name].values):
                raise choose(f"{self.title}: value of variant {name!r}", value, known[name].values)
        return {name: asked.get(name, v.default) for name, v in known.items()}

    def new_states(
        self,
        n: int = 1,
        players: int | None = None,
        variants: Variants = (),
        options: Mapping[str, Any] | None = None,
    ) -> NDArray[Any]:
        """Blank records with players and variants filled in, to be started by `begin_at`.

        Args:
            n: Number of records.
            players: Number of seats; None for the default.
            variants: Optional rules.
            options: Setup entries (see ``setups``), for example an explicit board.

        Raises:
            ConfigError: A value is not allowed.
        """
        states = np.zeros(n, self.state)
        states["players"] = self.check_players(players)
        for name, value in self.check_variants(variants).items():
            states[name] = self.variants[name].values.index(value)
        if options:
            for name in options:
                if name not in self.setups:
                    raise choose(f"{self.title}: reset option", name, list(self.setups))
            assert self.prepare is not None
            for record in as_records(states):
                self.prepare(record, options)
        return states

    def variants_of(self, state: Any) -> dict[str, Any]:
        """The variants that a record is played with, as values."""
        return {name: v.values[int(state[name])] for name, v in self.variants.items()}

    # --- the rules, called from Python -----------------------------------------------------------------------------

    def start(self, seed: int, players: int | None = None, variants: Variants = ()) -> NDArray[Any]:
        """A new game at its first decision, as an array of one record.

        Args:
            seed: Any integer; only its lowest 64 bits count.
            players: Number of seats; None for the default.
            variants: Optional rules.
        """
        states = self.new_states(1, players, variants)
        self.begin_at(states, 0, states.copy(), np.uint64(seed & (2**64 - 1)), self.new_mask())
        return states

    def new_mask(self) -> NDArray[np.bool_]:
        """An empty mask, bool[N]."""
        return np.zeros(self.n_actions, np.bool_)

    def reset(self, s: Any, seed: int) -> None:
        """Starts the game in record ``s`` anew, with the players (0: the default) and variants it holds.

        Args:
            s: A record, as ``states[i]`` or ``env.unwrapped.game_state``; changed in place.
            seed: Any integer; only its lowest 64 bits count.
        """
        states = self.new_states(1, int(s["players"]) or None, self.variants_of(s))
        self.begin_at(states, 0, states.copy(), np.uint64(seed & (2**64 - 1)), self.new_mask())
        put_record(s, states)

    def legal_mask(self, s: Any, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Writes the legal actions of record ``s`` into ``mask`` bool[N] and returns it; all False when over."""
        mask[:] = False
        if not s["over"]:
            self._on_record("rule_legal_mask", s, mask)
        return mask

    def apply(self, s: Any, action: int) -> None:
        """Plays a legal ``action`` in record ``s`` and goes on to the next decision.

        Raises:
            IllegalActionError: The action is not legal now; the record is unchanged.
        """
        mask = self.legal_mask(s, self.new_mask())
        if not (0 <= action < mask.size and mask[action]):
            raise self.illegal(s, action, mask)
        self._on_record("play", s, int(action), mask)

    def observe(self, s: Any, seat: int, out: NDArray[np.float32]) -> NDArray[np.float32]:
        """Writes the full observation of ``seat`` (hidden elements included) into ``out`` float32[D]; returns it."""
        self._on_record("observe", s, int(seat), out)
        return out

    def resample_hidden(self, s: Any, seat: int, seed: int) -> None:
        """Redraws in record ``s`` all that ``seat`` does not know, future chance included.

        The result depends on what the seat knows and on ``seed`` (its lowest 64 bits), not on the truth.
        """
        states = np.zeros(1, self.state)
        states[0] = s
        self.redraw(states, 0, int(seat), np.uint64(seed & (2**64 - 1)))
        put_record(s, states)

    def _on_record(self, name: str, s: Any, *arguments: Any) -> None:
        """Calls a compiled function on one record. Plain Python reads fields as attributes, which np.void lacks."""
        if COMPILED or isinstance(s, np.record):
            self.compiled[name](s, *arguments)
            return
        states = np.zeros(1, self.state)
        states[0] = s
        self.compiled[name](as_records(states)[0], *arguments)
        put_record(s, states)

    def illegal(self, state: Any, action: int, mask: NDArray[np.bool_]) -> Exception:
        """The `IllegalActionError` for ``action``, with the reason and up to ten legal actions by name."""
        from .errors import IllegalActionError

        legal = np.flatnonzero(mask).tolist()
        record = as_record(state)
        names = [self.actions.describe(a, record) for a in legal[:10]]
        if record.over:
            reason = "the game is over; call reset()"
        elif not 0 <= action < self.n_actions:
            reason = f"ids run from 0 to {self.n_actions - 1}"
        else:
            reason = f"{self.actions.describe(action, None)!r} is not possible in this position"
        return IllegalActionError(action, reason, legal, names)

    def announce(self) -> None:
        """Tells on stderr if the rules have to be compiled first."""
        announce_compilation(self.home, self.title)

    # --- showing and storing -----------------------------------------------------------------------------------------

    def pictures(self) -> ModuleType:
        """The game's picture module, imported when first needed."""
        return importlib.import_module(self.picture)

    def draw(self, state: Any, viewer: int | None = None) -> str:
        """One SVG document of a record as seat ``viewer`` sees it (None: a spectator)."""
        return str(self.pictures().draw(as_record(state), viewer))

    def text(self, state: Any, viewer: int | None = None) -> str:
        """A plain text board of a record as seat ``viewer`` sees it (None: a spectator)."""
        return str(self.pictures().text(as_record(state), viewer))

    def to_dict(self, state: Any) -> dict[str, Any]:
        """A record as plain lists and numbers (JSON-ready)."""
        return {
            name: state[name].tolist() if isinstance(state[name], np.ndarray) else state[name].item()
            for name in self.state.names or ()
            if not name.startswith(("pad_", "scratch_"))
        }

    def from_dict(self, values: Mapping[str, Any]) -> NDArray[Any]:
        """The inverse of `to_dict`, as an array of one record.

        Raises:
            DataError: A field is missing, unknown or does not fit.
        """
        states = np.zeros(1, self.state)
        wanted = {n for n in self.state.names or () if not n.startswith(("pad_", "scratch_"))}
        if set(values) != wanted:
            raise DataError(f"not a {self.id} state: fields differ in {sorted(wanted ^ set(values))}")
        for name, value in values.items():
            try:
                states[name][0] = value
            except (ValueError, TypeError, OverflowError) as error:
                raise DataError(f"not a {self.id} state: field {name!r} does not fit ({error})") from error
        return states

    def fingerprint(self) -> str:
        """Names the record format: a save of another format is refused."""
        return json.dumps([self.id, str(self.state.itemsize), list(self.state.names or ())])


class _Plain:
    """Without Numba: lets the rules read records by attribute, as compiled code does."""

    def __init__(self, function: Callable[..., Any]):
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*(as_records(a) if _is_records(a) else a for a in arguments))


def _is_records(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.names is not None


def as_records(states: NDArray[Any]) -> Any:
    """The same records, readable by attribute (``s.seat``) as well as by name (``s["seat"]``)."""
    return states.view(np.recarray)


def as_record(state: Any) -> Any:
    """A read-friendly copy of one record (of any kind numpy hands out), with fields as attributes."""
    if isinstance(state, np.record):
        return state
    holder = np.zeros(1, state.dtype)
    holder[0] = state
    return as_records(holder)[0]


def put_record(s: Any, states: NDArray[Any]) -> None:
    """Copies ``states[0]`` into the record ``s``, in place."""
    for name in states.dtype.names or ():
        s[name] = states[name][0]


def find_game(module: str) -> Game:
    """The `Game` that the module named ``module`` holds as ``game``."""
    game = importlib.import_module(module).game
    assert isinstance(game, Game)
    return game


def state_seed(seed: int, index: int = 0, episode: int = 0) -> int:
    """The 64-bit seed of one episode (see `rng.episode_seed`)."""
    return int(episode_seed(np.uint64(seed & (2**64 - 1)), np.uint64(index), np.uint64(episode)))


def check_seed(seed: int) -> int:
    """The seed as an int.

    Raises:
        ConfigError: Not an integer.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ConfigError(f"seed {seed!r} must be an integer")
    return int(seed)
