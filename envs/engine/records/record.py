"""Games on record: one line of JSON, replayed bit for bit, forwards and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ConfigError, DataError
from ..game import Game
from ..numbers import integer
from ..state import as_states
from .files import append_line, as_json


@dataclass(frozen=True)
class GameRecord:
    """A whole game, or its beginning.

    Attributes:
        game: Environment id with version, for example ``"aztlan_v0"``.
        players: Number of seats.
        variants: Optional rules with their values.
        seed: The 64-bit seed of the game's own generator.
        options: Setup entries.
        actions: Flat action ids in order.
        moves: The same as sentences, for people.
        names: Who sat on each seat.
        scores: Victory points per seat at the last position.
        payoffs: Payoffs per seat, or an empty list while the game goes on.
        digest: SHA-256 of the last position, to check a replay.
        components: Digest of the component data that the game was played with (see `Game.components_digest`).
    """

    game: str
    players: int
    variants: dict[str, Any]
    seed: int
    options: dict[str, Any]
    actions: list[int]
    names: list[str]
    scores: list[int]
    payoffs: list[float]
    digest: str
    moves: list[str] = field(default_factory=list)
    components: str = ""

    @classmethod
    def of(
        cls,
        game: Game,
        state: Any,
        variants: Mapping[str, Any],
        seed: int,
        options: Mapping[str, Any],
        actions: Sequence[int],
        names: Sequence[str],
    ) -> GameRecord:
        """Makes the record of the game that reached ``state`` by ``actions`` from ``seed``."""
        n = int(state["players"])
        bare = cls(
            game=game.id, players=n, variants=dict(variants), seed=int(seed), options=dict(options),
            actions=[int(a) for a in actions], names=list(names), scores=state["score"][:n].tolist(),
            payoffs=state["payoff"][:n].tolist() if state["over"] else [], digest=_digest(state),
            components=game.components_digest(),
        )
        return bare

    def to_json(self) -> str:
        """One line of JSON."""
        return as_json(asdict(self), default=as_plain)

    @classmethod
    def from_json(cls, line: str) -> GameRecord:
        """Reads a line of JSON.

        Raises:
            DataError: The line is damaged or lacks fields.
        """
        try:
            record = cls(**json.loads(line))
        except (json.JSONDecodeError, TypeError) as error:
            raise DataError(f"not a game record: {error}; expected a line that `to_json` wrote") from error
        for name, example in _EXAMPLE.items():
            value = getattr(record, name)
            if type(value) is not type(example):
                raise DataError(f"not a game record: {name} is {value!r}, expected something like {example!r}")
        if not all(type(action) is int for action in record.actions):
            raise DataError("not a game record: actions must be integers")
        return record

    def append_to(self, path: str | Path) -> None:
        """Adds the record as a line to a file; the file is whole again even if a former writer was cut off."""
        append_line(Path(path), self.to_json())

    def described(self, game: Game) -> GameRecord:
        """The same record with ``moves`` filled in."""
        replay = Replay(game, self)
        moves = []
        while replay.position < len(self.actions):
            seat = int(replay.states["seat"][0])
            text = game.actions.describe(self.actions[replay.position], replay.state)
            moves.append(f"{self.names[seat]}: {text}")
            replay.forward()
        return GameRecord(**{**asdict(self), "moves": moves})


_EXAMPLE = {
    "game": "aztlan_v0", "players": 4, "variants": {}, "seed": 1, "options": {}, "actions": [0], "names": [""],
    "scores": [0], "payoffs": [0.0], "digest": "", "moves": [""], "components": "",
}  # fmt: skip


def as_plain(value: Any) -> Any:
    """What JSON cannot write as it is (numpy's numbers and arrays) as plain numbers and lists."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"{value!r} cannot be written as JSON")


def read_records(path: str | Path, skip_damaged: bool = False) -> list[GameRecord]:
    """All records of a file, one a line.

    Args:
        path: The file.
        skip_damaged: Leave lines out that a cut-off writer spoilt, instead of refusing the file.

    Raises:
        DataError: A line is damaged; says which.
    """
    records = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            records.append(GameRecord.from_json(line))
        except DataError as error:
            if not skip_damaged:
                raise DataError(f"{path}, line {number}: {error}; skip_damaged=True reads the others") from error
    return records


class Replay:
    """Steps through a record.

    Attributes:
        states: The current position, as an array of one state.
        position: Number of actions played.
    """

    def __init__(self, game: Game, record: GameRecord, anyway: bool = False):
        """Goes to the start of the game.

        Args:
            game: The game.
            record: What to replay.
            anyway: Replay it with the components in use, though it was recorded with others.

        Raises:
            DataError: The record belongs to another game or version, or was made with other components.
        """
        if record.game != game.id:
            raise DataError(f"the record is of {record.game}, not of {game.id}")
        if record.components not in {"", game.components_digest()} and not anyway:
            raise DataError(
                f"the game was recorded with other components of {game.title} than those in use (see "
                f"MEEPLEZOO_COMPONENTS) and would be shown wrongly; --anyway shows it all the same"
            )
        self.game, self.source = game, record
        self._mask = game.new_mask()
        try:
            blank = game.new_states(1, record.players, record.variants, record.options)
            seed = np.uint64(record.seed)
        except (ConfigError, OverflowError) as error:
            raise DataError(f"the record is damaged or of another version: {error}") from error
        self.states = blank.copy()
        game.loops.begin_at(self.states, 0, blank, seed, self._mask)
        # A position is a few hundred bytes: keeping all makes going back exact and instant.
        self._past: list[NDArray[Any]] = []

    @property
    def position(self) -> int:
        """Number of actions played so far."""
        return len(self._past)

    @property
    def state(self) -> Any:
        """The current position, fields readable as attributes."""
        return as_states(self.states)[0]

    def forward(self) -> None:
        """Plays the next action.

        Raises:
            DataError: It is not legal: the record was changed or made by another version.
            IndexError: The record has no more actions.
        """
        if self.position >= len(self.source.actions):
            raise IndexError(f"the record has no more than {self.position} actions")
        action = self.source.actions[self.position]
        before = self.states.copy()
        if not self.game.loops.play_if_legal(self.states, 0, action, self._mask):
            raise DataError(
                f"action {action} at position {self.position} is not legal: the record is damaged, or made with other "
                f"rules or components"
            )
        self._past.append(before)

    def back(self) -> None:
        """Takes the last action back.

        Raises:
            IndexError: The game is at its start.
        """
        if not self._past:
            raise IndexError("the game is at its start; there is no action to take back")
        self.states = self._past.pop()

    def seek(self, position: int) -> None:
        """Goes to the position after ``position`` actions (negative: from the end, -1 is the last position)."""
        position = integer("position", position)
        target = position if position >= 0 else len(self.source.actions) + 1 + position
        if not 0 <= target <= len(self.source.actions):
            raise IndexError(f"the record has positions 0..{len(self.source.actions)}, not {position}")
        while self.position > target:
            self.back()
        while self.position < target:
            self.forward()

    def verify(self) -> None:
        """Replays to the end and compares the last position.

        Raises:
            DataError: It differs from the recorded one.
        """
        self.seek(-1)
        if _digest(self.states[0]) != self.source.digest:
            raise DataError(
                f"the replay ends in another position than the recorded game: it was made with other rules or "
                f"components of {self.game.title}, or the record was changed; --anyway shows it all the same"
            )


def _digest(state: Any) -> str:
    return hashlib.sha256(state.tobytes()).hexdigest()
