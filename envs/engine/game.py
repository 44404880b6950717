"""A `Game`: the declaration of one board game and its compiled functions."""

from __future__ import annotations

import hashlib
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
from .bound import Loops, bind_loops
from .components import component_file
from .errors import DataError, IllegalActionError, RuleError, not_among
from .layout import ObservationLayout
from .loops import FORCED
from .numbers import integer, word
from .rule import COMPILED, announce_compilation, rule
from .state import as_state, as_states, put_state

VariantChoice = Mapping[str, Any] | Iterable[str]
"""How users choose variants: a mapping name → value, or names of flags to switch on."""


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
    """The functions of one game, each a `@rule` on its state ``s``.

    Attributes:
        reset: ``reset(s)`` sets up a game on a zeroed state; ``players``, the variants and ``rng`` are filled in.
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
        first_appraise: The ``appraise`` that Greedy began with, where it has been improved since: `GreedyAgent` plays
            by it on demand, so that results stay comparable.
    """

    reset: Any
    legal_mask: Any
    apply: Any
    observe_known: Any
    observe_hidden: Any
    resample_hidden: Any
    appraise: Any
    is_forced: Any = always_forced
    first_appraise: Any = None


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
        state: The dtype of its states; equal games are equal bytes.
        actions: The action table.
        layout: The observation layout.
        rules: The game's functions, one step each.
        loops: The loops around them that all games share, compiled for this game; they drive on to the next decision.
        variants: Optional rules by name (declare them as a sequence).
        setups: Names of the entries that `GameEnv.reset(options=...)` takes, with descriptions; ``prepare`` reads them.
        prepare: ``prepare(state, options)`` writes such entries into a blank state, before ``reset``.
        report: ``report(state, seat) -> dict`` adds to a seat's ``infos`` at the end.
        picture: Name of the module with ``draw(state, viewer) -> str`` (SVG) and ``text(state, viewer) -> str``;
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
    loops: Loops = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compiles the shared loops for this game (lazily: machine code is made or loaded at the first call)."""
        folder = self.home if self.home.is_dir() else self.home.parent
        names = {folder.name, self.home.stem, self.module.rpartition(".")[2]} - {"__init__", "__main__"}
        if self.name not in names:
            raise ValueError(f"Game(name={self.name!r}): a game has the name of its folder or module, {sorted(names)}")
        if not isinstance(self.variants, Mapping):
            object.__setattr__(self, "variants", {v.name: v for v in self.variants})
        sizes = {"OWN_END": self.layout.own_end, "SIZE": self.layout.size}
        object.__setattr__(self, "loops", bind_loops({**sizes, **self.rules.__dict__}, self.home))

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

    # --- configuration -------------------------------------------------------------------------------------------

    def check_players(self, players: int | None) -> int:
        """The number of players, or the default for None.

        Raises:
            ConfigError: The game cannot be played with so many.
        """
        if players is None:
            return self.default_players
        number = integer(f"{self.title}: number of players", players, self.players)
        if number not in self.players:
            raise not_among(f"{self.title}: number of players", number, list(self.players))
        return number

    def check_variants(self, variants: VariantChoice = ()) -> dict[str, Any]:
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
                raise not_among(f"{self.title}: variant", name, list(known))
            # True == 1 in Python, so compare types too: start_pieces=True is a mistake.
            if not any(value == v and isinstance(value, bool) == isinstance(v, bool) for v in known[name].values):
                raise not_among(f"{self.title}: value of variant {name!r}", value, known[name].values)
        return {name: asked.get(name, v.default) for name, v in known.items()}

    def new_states(
        self,
        n: int = 1,
        players: int | None = None,
        variants: VariantChoice = (),
        options: Mapping[str, Any] | None = None,
    ) -> NDArray[Any]:
        """Blank states with players and variants filled in, to be started by `Loops.begin_at`.

        Args:
            n: Number of states.
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
                    raise not_among(f"{self.title}: reset option", name, list(self.setups))
            assert self.prepare is not None
            for state in as_states(states):
                self.prepare(state, options)
        return states

    def variants_of(self, state: Any) -> dict[str, Any]:
        """The variants that a state is played with, as values."""
        return {name: v.values[int(state[name])] for name, v in self.variants.items()}

    # --- the rules, called from Python -----------------------------------------------------------------------------

    def start(self, seed: int, players: int | None = None, variants: VariantChoice = ()) -> NDArray[Any]:
        """A new game at its first decision, as an array of one state.

        Args:
            seed: Any integer; only its lowest 64 bits count.
            players: Number of seats; None for the default.
            variants: Optional rules.
        """
        states = self.new_states(1, players, variants)
        self._begin(states, seed)
        return states

    def _begin(self, states: NDArray[Any], seed: int) -> None:
        if not self.loops.begin_at(states, 0, states.copy(), word(integer("seed", seed)), self.new_mask()):
            raise self.stuck(states[0])

    def new_mask(self) -> NDArray[np.bool_]:
        """An empty mask, bool[N]."""
        return np.zeros(self.n_actions, np.bool_)

    def reset(self, s: Any, seed: int) -> None:
        """Starts the game in state ``s`` anew, with the players (0: the default) and variants it holds.

        Args:
            s: A state, as ``states[i]`` or ``env.unwrapped.game_state``; changed in place.
            seed: Any integer; only its lowest 64 bits count.
        """
        states = self.new_states(1, int(s["players"]) or None, self.variants_of(s))
        self._begin(states, seed)
        put_state(s, states)

    def legal_mask(self, s: Any, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Writes the legal actions of state ``s`` into ``mask`` bool[N] and returns it; all False when over."""
        mask[:] = False
        if not s["over"]:
            self._on_state(self.rules.legal_mask, s, mask)
        return mask

    def apply(self, s: Any, action: int) -> None:
        """Plays a legal ``action`` in state ``s`` and goes on to the next decision (`Rules.apply` is one step of that).

        Raises:
            IllegalActionError: The action is not legal now; the state is unchanged.
            RuleError: The rules do not lead on from it.
        """
        action, mask = integer("action", action, range(self.n_actions)), self.legal_mask(s, self.new_mask())
        if not (0 <= action < mask.size and mask[action]):
            raise self.illegal(s, action, mask)
        self._on_state(self.loops.play, s, action, mask)
        if not (mask.any() or s["over"]):
            raise self.stuck(s)

    def observe(self, s: Any, seat: int, out: NDArray[np.float32]) -> NDArray[np.float32]:
        """Writes the full observation of ``seat`` (hidden elements included) into ``out`` float32[D]; returns it."""
        self._on_state(self.loops.observe, s, self.check_seat(s, seat), out)
        return out

    def resample_hidden(self, s: Any, seat: int, seed: int) -> None:
        """Redraws in state ``s`` all that ``seat`` does not know, future chance included.

        The result depends on what the seat knows and on ``seed`` (its lowest 64 bits), not on the truth.
        """
        states = np.zeros(1, self.state)
        states[0] = s
        self.loops.redraw(states, 0, self.check_seat(s, seat), word(integer("seed", seed)))
        put_state(s, states)

    def check_seat(self, s: Any, seat: int) -> int:
        """The seat as an int.

        Raises:
            ConfigError: The game in state ``s`` has no such seat.
        """
        number = integer("seat", seat)
        if not 0 <= number < s["players"]:
            raise not_among("seat", number, range(int(s["players"])))
        return number

    @staticmethod
    def _on_state(function: Callable[..., Any], s: Any, *arguments: Any) -> None:
        """Calls a compiled function on one state. Plain Python reads fields as attributes, which np.void lacks."""
        if COMPILED or isinstance(s, np.record):
            function(s, *arguments)
            return
        states = np.zeros(1, s.dtype)
        states[0] = s
        function(as_states(states)[0], *arguments)
        put_state(s, states)

    def illegal(self, state: Any, action: int, mask: NDArray[np.bool_]) -> Exception:
        """The `IllegalActionError` for ``action``, with the reason and up to ten legal actions by name.

        Where nothing at all is legal and the game is not over, it is the `RuleError` for that.
        """
        if not (mask.any() or state["over"]):
            return self.stuck(state)
        legal = np.flatnonzero(mask).tolist()
        position = as_state(state)
        names = [self.actions.describe(a, position) for a in legal[:10]]
        if position.over:
            reason = "the game is over; call reset()"
        elif not 0 <= action < self.n_actions:
            reason = f"ids run from 0 to {self.n_actions - 1}"
        else:
            reason = f"{self.actions.describe(action, None)!r} is not possible in this position"
        return IllegalActionError.of(action, reason, legal, names)

    def stuck(self, state: Any) -> RuleError:
        """The error for a position from which the rules do not lead on: it is neither over nor a decision."""
        position = as_state(state)
        legal = np.flatnonzero(self.legal_mask(state, self.new_mask())).tolist()
        where = f"{self.title}: node {position.node}, seat {position.seat} to decide"
        if not legal:
            return RuleError(f"{where}: legal_mask allows nothing and the game is not over; the rules are at fault")
        name = self.actions.describe(legal[0], position)
        return RuleError(
            f"{where}: {FORCED} forced actions in a row, the last one {legal[0]} ({name}); apply must lead on to "
            "another decision or to the end"
        )

    def final_info(self, state: Any, seat: int) -> dict[str, Any]:
        """What a seat is told of a finished game: ``score``, ``place`` (ties share the better), ``payoff``, report."""
        position = as_state(state)
        payoffs = position.payoff[: position.players].tolist()
        return {
            "score": int(position.score[seat]),
            "place": 1 + sum(other > payoffs[seat] for other in payoffs),
            "payoff": payoffs[seat],
            **(self.report(position, seat) if self.report else {}),
        }

    def announce(self) -> None:
        """Tells on stderr if the rules have to be compiled first."""
        announce_compilation(self.home, self.title)

    # --- showing and storing -----------------------------------------------------------------------------------------

    def pictures(self) -> ModuleType:
        """The game's picture module, imported when first needed."""
        return importlib.import_module(self.picture)

    def draw(self, state: Any, viewer: int | None = None) -> str:
        """One SVG document of a state as seat ``viewer`` sees it (None: a spectator)."""
        return str(self.pictures().draw(as_state(state), viewer))

    def text(self, state: Any, viewer: int | None = None) -> str:
        """A plain text board of a state as seat ``viewer`` sees it (None: a spectator)."""
        return str(self.pictures().text(as_state(state), viewer))

    def to_dict(self, state: Any) -> dict[str, Any]:
        """A state as plain lists and numbers (JSON-ready)."""
        return {
            name: state[name].tolist() if isinstance(state[name], np.ndarray) else state[name].item()
            for name in self.state.names or ()
            if not name.startswith(("pad_", "scratch_"))
        }

    def from_dict(self, values: Mapping[str, Any]) -> NDArray[Any]:
        """The inverse of `to_dict`, as an array of one state.

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

    def components_digest(self) -> str:
        """Digest of the component data in use; empty for a game without such a file."""
        file = component_file(self.home)
        return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""

    def fingerprint(self) -> str:
        """Names the format of states: a save of another format is refused."""
        return json.dumps([self.id, str(self.state.itemsize), list(self.state.names or ())])


def find_game(module: str) -> Game:
    """The `Game` that the module named ``module`` holds as ``game``."""
    game = importlib.import_module(module).game
    assert isinstance(game, Game)
    return game
