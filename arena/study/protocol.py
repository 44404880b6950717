"""A study's protocol: a TOML file that says who plays what, and what they are asked."""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ...envs import ConfigError, resolve_game
from ...envs.engine.numbers import state_seed

_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that look alike
_CODE = 8
_BITS_62 = 2**62 - 1


@dataclass(frozen=True)
class Question:
    """A question to participants.

    Attributes:
        id: Its name in exports.
        text: The question.
        least: Label of the lowest step of the scale.
        most: Label of the highest step.
        steps: Number of steps; 0 for a question with ``choices``.
        choices: Answers to choose from instead of a scale.
    """

    id: str
    text: str
    least: str = ""
    most: str = ""
    steps: int = 7
    choices: tuple[str, ...] = ()

    def answers(self) -> list[str]:
        """All answers that are allowed."""
        return list(self.choices) or [str(step) for step in range(1, self.steps + 1)]


@dataclass(frozen=True)
class Condition:
    """What is played against whom.

    Attributes:
        game: Name of the game.
        agents: The policy on the other seats; several take turns, clockwise from the participant.
        players: Number of seats.
        variants: Optional rules.
    """

    game: str
    agents: tuple[str, ...]
    players: int
    variants: Mapping[str, Any]

    @property
    def policy(self) -> str:
        """Names the opponents in results."""
        return ", ".join(self.agents)


@dataclass(frozen=True)
class Trial:
    """One game of one participant.

    Attributes:
        number: 1 is the participant's first game.
        condition: What is played.
        seat: The participant's seat.
        seed: Decides the game's chance.
    """

    number: int
    condition: Condition
    seat: int
    seed: int

    def seats(self, me: str) -> list[str]:
        """Who sits where; ``me`` stands for the participant."""
        others = [self.condition.agents[k % len(self.condition.agents)] for k in range(self.condition.players - 1)]
        seats = [me, *others]
        turn = self.condition.players - self.seat
        return [*seats[turn:], *seats[:turn]]


@dataclass(frozen=True)
class Protocol:
    """A study.

    Attributes:
        name: Its name in the database.
        seed: Decides codes, assignment and games.
        participants: How many there are at most.
        games: How many games each of them plays.
        consent: What participants agree to.
        thanks: What they read at the end.
        conditions: What is played; every condition and seat comes equally often.
        before: Questions before the first game.
        after: Questions after the last one.
        time_limit: Seconds for a decision; then the stand-in decides. 0 for no limit.
        stand_in: The agent that decides for those who take too long.
        experience: Id of the question by whose answers results are told apart.
    """

    name: str
    seed: int
    participants: int
    games: int
    consent: str
    conditions: tuple[Condition, ...]
    thanks: str = "Thank you for taking part."
    before: tuple[Question, ...] = ()
    after: tuple[Question, ...] = ()
    time_limit: float = 0.0
    stand_in: str = "greedy"
    experience: str = ""

    @classmethod
    def read(cls, path: Path) -> Protocol:
        """Reads a protocol.

        Raises:
            ConfigError: The file is missing or wrong; the message says where.
        """
        try:
            values = tomllib.loads(path.read_text("utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise ConfigError(f"{path} is no study protocol: {error}") from error
        try:
            return cls._of(values)
        except (TypeError, KeyError, ValueError) as error:
            raise ConfigError(f"{path}: {error}; docs/arena.md shows a whole protocol") from error

    @classmethod
    def _of(cls, values: dict[str, Any]) -> Protocol:
        study = dict(values.pop("study"))
        conditions = tuple(_condition(entry) for entry in values.pop("condition"))
        parts = ("before", "after")
        questions: dict[str, Any] = {part: tuple(map(_question, values.pop(part, ()))) for part in parts}
        unknown = {*values, *study} - {f.name for f in fields(cls)}
        if unknown:
            raise ConfigError(f"unknown entries: {', '.join(sorted(unknown))}")
        protocol = cls(conditions=conditions, **questions, **study)
        for name in ("participants", "games"):
            if not isinstance(getattr(protocol, name), int) or getattr(protocol, name) < 1:
                raise ConfigError(f"{name} must be a whole number from 1 on")
        ids = [q.id for q in (*protocol.before, *protocol.after)]
        if len(set(ids)) < len(ids) or (protocol.experience and protocol.experience not in ids):
            raise ConfigError("each question needs an id of its own, and experience the id of one of them")
        return protocol

    def code(self, number: int) -> str:
        """What participant ``number`` (from 0 on) enters: their only name here."""
        left = int.from_bytes(hashlib.sha256(f"{self.name}/{self.seed}/{number}".encode()).digest(), "big")
        letters = ""
        for _ in range(_CODE):
            left, letter = divmod(left, len(_LETTERS))
            letters += _LETTERS[letter]
        return letters

    def number_of(self, code: str) -> int | None:
        """Whose code it is."""
        wanted = code.strip().upper()
        return next((n for n in range(self.participants) if self.code(n) == wanted), None)

    def trials(self, number: int) -> list[Trial]:
        """The games of participant ``number``, from 0 on; the same whenever it is asked.

        Every condition in every seat is a cell. All cells come once, in random order, before any comes again, through
        the games of one participant after the other's. So cells are balanced, over the participants too.
        """
        found = []
        for k in range(self.games):
            index = number * self.games + k
            cells = self._cells(index // self._size)
            condition, seat = cells[index % self._size]
            seed = state_seed(self.seed, number + 1, k + 1) & _BITS_62
            found.append(Trial(k + 1, condition, seat, seed))
        return found

    @property
    def _size(self) -> int:
        return sum(condition.players for condition in self.conditions)

    def _cells(self, block: int) -> Sequence[tuple[Condition, int]]:
        cells = [(condition, seat) for condition in self.conditions for seat in range(condition.players)]
        random.Random(f"{self.name}/{self.seed}/{block}").shuffle(cells)
        return cells


def _condition(entry: Mapping[str, Any]) -> Condition:
    game = resolve_game(entry["game"])
    unknown = set(entry) - {f.name for f in fields(Condition)}
    if unknown:
        raise ConfigError(f"unknown entries of a condition: {', '.join(sorted(unknown))}")
    players = game.check_players(entry.get("players"))
    agents = tuple(entry.get("agents", ()))
    if players > 1 and not agents:
        raise ConfigError(f"a condition of {game.title} names no agents")
    return Condition(game.name, agents or ("alone",), players, game.check_variants(entry.get("variants", {})))


def _question(entry: Mapping[str, Any]) -> Question:
    values = dict(entry)
    return Question(**{**values, "choices": tuple(values.get("choices", ()))})
