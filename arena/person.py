"""A person at the terminal: the board as that seat sees it, and its legal moves by number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents import Agent, World
from ..agents.search import SearchAgent, advise
from ..envs.engine import Game
from ..envs.engine.records.files import append_line, as_json

HELP = (
    "a number: choose that move · b: the board again · m: the moves again · h: a hint · "
    "q: stop (the game so far is kept)"
)
_WIDEST = 110


class QuitError(Exception):
    """The person wants to stop."""


class Person(Agent):
    """Asks a person. All it shows is made from a world redrawn from what the seat knows, so it can give nothing away.

    Attributes:
        news: What happened since the person's last choice, shown before the next.
    """

    needs_world = True

    def __init__(self, name: str, ask: Callable[[str], str], say: Callable[[str], None], width: int = 110,
                 adviser: SearchAgent | None = None):  # fmt: skip
        """Sits down.

        Args:
            name: The person's name, for records.
            ask: Shows a prompt and returns a line; raises EOFError at the end of the input.
            say: Shows text.
            width: Characters in a line of the terminal.
            adviser: Who gives hints.
        """
        self.name, self._ask, self._say, self._width = name, ask, say, min(width, _WIDEST)
        self._adviser = adviser
        self.news: list[str] = []

    def act(self, observation: NDArray[np.float32], mask: NDArray[np.bool_], world: World | None = None) -> int:
        """See `Agent.act`.

        Raises:
            QuitError: The person stops, or the input ends.
        """
        assert world is not None
        position = world.redrawn(0)[0]
        seat, legal = int(world.seats[0]), np.flatnonzero(mask).tolist()
        board, choices = world.game.text(position, seat), describe_moves(world.game, legal, position, self._width)
        for text in (*self.news, "", board, "", choices):
            self._say(text)
        self.news.clear()
        while True:
            try:
                answer = self._ask(f"your move, 1–{len(legal)} (? for help): ").strip().lower()
            except EOFError:
                raise QuitError from None
            if answer.isdecimal() and 1 <= int(answer) <= len(legal):
                return int(legal[int(answer) - 1])
            if answer in {"q", "quit"}:
                raise QuitError
            if answer in {"b", "m"}:
                self._say(board if answer == "b" else choices)
            elif answer in {"h", "hint"}:
                self._say(self._hint(world, legal, position))
            elif answer in {"?", "help"}:
                self._say(HELP)
            else:
                self._say(f"{answer!r} is none of the moves; type a number from 1 to {len(legal)}, or ? for help")

    def _hint(self, world: World, legal: list[int], position: Any) -> str:
        """The moves that the adviser considered, by their numbers, with what it expects of them."""
        if self._adviser is None:
            return "nobody gives hints here; start the game with --hint"
        lines = [f"{self._adviser.name} considered, its choice first:"]
        for candidate in advise(self._adviser, world):
            text = world.game.actions.describe(candidate.action, position)
            lines.append(
                f"{legal.index(candidate.action) + 1:>3}  {text}: {candidate.visits} simulations, "
                f"place {candidate.place:.1f}, {candidate.score:.0f} points"
            )
        return "\n".join(lines)


def describe_moves(game: Game, legal: list[int], position: Any, width: int) -> str:
    """The legal moves, numbered from 1, under a heading for each kind of action."""
    lines: list[str] = []
    start = 0
    while start < len(legal):
        kind = game.actions.range_of(legal[start])
        end = start
        while end < len(legal) and legal[end] < kind.end:
            end += 1
        lines.append(f"{kind.name.replace('_', ' ')} ({kind.rule})")
        entries = [f"{k + 1:>3}  {game.actions.describe(legal[k], position)}" for k in range(start, end)]
        lines += _columns(entries, width)
        start = end
    return "\n".join(lines)


def _columns(entries: list[str], line: int) -> list[str]:
    """Few entries one below the other, many in columns that are read downwards."""
    width = max(map(len, entries)) + 2
    columns = max(1, line // width) if len(entries) > 6 else 1
    rows = -(-len(entries) // columns)
    return ["".join(entry.ljust(width) for entry in entries[row::rows]).rstrip() for row in range(rows)]


@dataclass(frozen=True)
class StudyEntry:
    """A line of the study log: one game of a person against agents.

    Attributes:
        time: When it ended, ISO 8601 in UTC.
        game: Environment id.
        players: Number of seats.
        variants: Optional rules.
        seed: Decides the game's chance.
        person: Name of the person.
        seat: The person's seat.
        against: Agents on the other seats, by seat.
        finished: Whether the game was played to the end.
        decisions: Choices made by all seats.
        seconds: Wall time.
        score: The person's victory points.
        place: The person's place; 0 if the game was not finished.
        payoff: The person's payoff; 0 if the game was not finished.
        scores: Victory points of all seats; none if the game was not finished, since some may be secret.
        digest: Digest of the last position, the same as in the game's record.
    """

    time: str
    game: str
    players: int
    variants: dict[str, Any]
    seed: int
    person: str
    seat: int
    against: list[str]
    finished: bool
    decisions: int
    seconds: float
    score: int
    place: int
    payoff: float
    scores: list[int]
    digest: str

    def append_to(self, path: Path) -> None:
        """Adds the entry as a line; the file is whole again even if a former writer was cut off."""
        append_line(path, as_json(asdict(self)))
