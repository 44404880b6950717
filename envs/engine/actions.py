"""One flat Discrete space per game, declared as named ranges of ids."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from .errors import ConfigError
from .numbers import integer
from .offsets import by_name
from .state import as_state

Secrecy = Literal["no", "index", "whole"]
Known = Literal["all", "kind", "nothing"]


@dataclass(frozen=True)
class ActionRange:
    """Consecutive action ids of one kind.

    Attributes:
        name: Lower-case name, for example ``"place"``.
        offset: First id.
        size: Number of ids.
        rule: The rules it stands for, for example ``"AZ-5.3"``.
        meaning: What the range does, with ``{i}`` for the index (documentation table).
        text: Names one action: called with the index within the range and the state record (or None when there is
            no state at hand); returns for example ``"place a pawn in C4"``.
        secret: What other seats learn of such a choice: all of it (``"no"``), only that it was made (``"index"``:
            the index is private, such as a hand slot), or nothing (``"whole"``: a silent choice).
        silent_nodes: Values of the record's ``node`` at which a choice of this range is silent all the same.
    """

    name: str
    offset: int
    size: int
    rule: str
    meaning: str
    text: Callable[[int, Any], str]
    secret: Secrecy = "no"
    silent_nodes: tuple[int, ...] = ()

    def known(self, node: int) -> Known:
        """What other seats learn of such a choice made at ``node``."""
        if self.secret == "whole" or node in self.silent_nodes:
            return "nothing"
        return "kind" if self.secret == "index" else "all"

    def __getitem__(self, index: int) -> int:
        """The flat id of the ``index``-th action of the range."""
        if not 0 <= index < self.size:
            raise IndexError(f"{self.name} has indices 0..{self.size - 1}, not {index}")
        return self.offset + index

    @property
    def end(self) -> int:
        """One past the last id."""
        return self.offset + self.size


class ActionTable:
    """All action ranges of a game, in ascending order and without gaps.

    Attributes:
        at: First id of each range by name, for rules: ``A = ACTIONS.at; mask[A.place + region] = True``
            (Python's keywords with an underscore: ``A.pass_``).
    """

    def __init__(self, ranges: Iterable[ActionRange]):
        """Checks that the ranges follow one another from 0 on."""
        self._ranges = {r.name: r for r in ranges}
        self._of: list[ActionRange] = []
        for r in self._ranges.values():
            if r.offset != len(self._of):
                raise ValueError(f"range {r.name!r} starts at {r.offset}, expected {len(self._of)}")
            self._of += [r] * r.size
        self.at = by_name({r.name: r.offset for r in self})

    @property
    def n(self) -> int:
        """Size of the Discrete action space."""
        return len(self._of)

    def __getitem__(self, name: str) -> ActionRange:
        """The range called ``name``."""
        try:
            return self._ranges[name]
        except KeyError:
            raise ConfigError(f"no action range {name!r}; there are {', '.join(self._ranges)}") from None

    def __iter__(self) -> Iterator[ActionRange]:
        """Iterates over the ranges in order of their ids."""
        return iter(self._ranges.values())

    def __len__(self) -> int:
        """The number of ranges."""
        return len(self._ranges)

    def decode(self, action: int) -> tuple[str, int]:
        """Splits a flat id into the name of its range and the index within it.

        Raises:
            ConfigError: The id is outside 0..n-1.
        """
        r = self.range_of(action)
        return r.name, action - r.offset

    def encode(self, name: str, index: int = 0) -> int:
        """The flat id of an action; the inverse of `decode`."""
        return self[name][index]

    def range_of(self, action: int) -> ActionRange:
        """The range that the flat id belongs to.

        Raises:
            ConfigError: The id is outside 0..n-1.
        """
        number = integer("action", action, range(self.n))
        if not 0 <= number < self.n:
            raise ConfigError(f"action {action} is outside this game's space 0..{self.n - 1}")
        return self._of[number]

    def describe(self, action: int, state: Any = None) -> str:
        """A short sentence for people: what ``action`` does in ``state`` (a record), or in general without one.

        Raises:
            ConfigError: The id is outside 0..n-1.
        """
        r = self.range_of(action)
        return r.text(action - r.offset, None if state is None else as_state(state))

    def tell(self, action: int, state: Any, seat: int | None) -> str:
        """What ``seat`` learns of a choice: the one way by which choices reach logs, histories and screens.

        Args:
            action: The flat id that the seat to decide chose.
            state: The position in which it was chosen.
            seat: Who is told; None for a spectator.

        Returns:
            The choice in words; only its kind if its index is private; nothing (``""``) if it was a silent one.
        """
        r = self.range_of(action)
        known = r.known(int(state["node"]))
        if known == "all" or (seat is not None and seat == state["seat"]):
            return self.describe(action, state)
        return r.name.replace("_", " ") if known == "kind" else ""

    def markdown(self) -> str:
        """The documentation table of all ranges."""
        rows = ["| ids | name | meaning | rules |", "|---|---|---|---|"]
        for r in self:
            ids = str(r.offset) if r.size == 1 else f"{r.offset}–{r.end - 1}"
            rows.append(f"| {ids} | `{r.name}` | {r.meaning} | {r.rule} |")
        return "\n".join(rows)
