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

from .errors import DataError
from .game import Game


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
        )
        return bare

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> GameRecord:
        """Reads a line of JSON.

        Raises:
            DataError: The line is damaged or lacks fields.
        """
        try:
            return cls(**json.loads(line))
        except (json.JSONDecodeError, TypeError) as error:
            raise DataError(f"not a game record: {error}; expected a line that `to_json` wrote") from error

    def append_to(self, path: str | Path) -> None:
        """Adds the record as a line to a file; the file is whole again even if a former writer was cut off."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        torn = path.exists() and path.stat().st_size > 0 and path.read_bytes()[-1:] != b"\n"
        with path.open("a", encoding="utf-8") as file:
            file.write(("\n" if torn else "") + self.to_json() + "\n")

    def described(self, game: Game) -> GameRecord:
        """The same record with ``moves`` filled in."""
        replay = Replay(game, self)
        moves = []
        while replay.position < len(self.actions):
            seat = int(replay.states["seat"][0])
            text = game.actions.describe(self.actions[replay.position], replay.record)
            moves.append(f"{self.names[seat]}: {text}")
            replay.forward()
        return GameRecord(**{**asdict(self), "moves": moves})


def read_records(path: str | Path) -> list[GameRecord]:
    """All records of a file, one a line.

    Raises:
        DataError: A line is damaged; says which.
    """
    records = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                records.append(GameRecord.from_json(line))
            except DataError as error:
                raise DataError(f"{path}, line {number}: {error}") from error
    return records


class Replay:
    """Steps through a record.

    Attributes:
        states: The current position, as an array of one record.
        position: Number of actions played.
    """

    def __init__(self, game: Game, record: GameRecord):
        """Goes to the start of the game.

        Raises:
            DataError: The record belongs to another game or version, or an action in it is not legal.
        """
        if record.game != game.id:
            raise DataError(f"the record is of {record.game}, not of {game.id}")
        self.game, self.source = game, record
        self._mask = game.new_mask()
        blank = game.new_states(1, record.players, record.variants, record.options)
        self.states = blank.copy()
        game.begin_at(self.states, 0, blank, np.uint64(record.seed), self._mask)
        # A position is a few hundred bytes: keeping all makes going back exact and instant.
        self._past: list[NDArray[Any]] = []

    @property
    def position(self) -> int:
        """Number of actions played so far."""
        return len(self._past)

    @property
    def record(self) -> Any:
        """The current position, fields readable as attributes."""
        from .game import as_records

        return as_records(self.states)[0]

    def forward(self) -> None:
        """Plays the next action.

        Raises:
            DataError: It is not legal: the record was changed or made by another version.
            IndexError: The record has no more actions.
        """
        action = self.source.actions[self.position]
        before = self.states.copy()
        if not self.game.play_if_legal(self.states, 0, action, self._mask):
            raise DataError(f"action {action} at position {self.position} is not legal; the record is damaged")
        self._past.append(before)

    def back(self) -> None:
        """Takes the last action back."""
        self.states = self._past.pop()

    def seek(self, position: int) -> None:
        """Goes to the position after ``position`` actions (negative: from the end, -1 is the last position)."""
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
            raise DataError("the replay ends in another position than the recorded game")


def _digest(state: Any) -> str:
    return hashlib.sha256(state.tobytes()).hexdigest()
