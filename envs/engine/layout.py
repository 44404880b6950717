"""The observation vector of a game, declared as named fields with their visibility."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .errors import not_among
from .offsets import by_name

Visibility = Literal["public", "own", "hidden"]
Mode = Literal["public", "own", "all"]
MODES: tuple[Mode, ...] = ("public", "own", "all")


@dataclass(frozen=True)
class Field:
    """One named piece of the observation vector.

    Attributes:
        name: Its name in `ObservationLayout.decode`.
        shape: Its shape; the first axis of per-seat fields is relative to the observer (0 = the observer, then
            clockwise).
        high: Largest value in natural units.
        meaning: What it says, for people.
        low: Smallest value in natural units.
        scale: The vector holds value / scale; by default scale = high, so that values lie in [-1, 1].
        visibility: ``public``, ``own`` (the observer's secret) or ``hidden`` (other seats' secrets, order of decks).
        score: Hidden points that the option ``open_scores`` shows.
    """

    name: str
    shape: tuple[int, ...]
    high: float
    meaning: str
    low: float = 0
    scale: float = 0
    visibility: Visibility = "public"
    score: bool = False

    def __post_init__(self) -> None:
        """Fills in the default scale."""
        if self.scale == 0:
            object.__setattr__(self, "scale", float(max(abs(self.high), abs(self.low))))
        if self.score and self.visibility != "hidden":
            raise ValueError(f"field {self.name!r}: only hidden fields can be opened by open_scores")

    @property
    def size(self) -> int:
        """Number of vector elements."""
        return prod(self.shape)


class ObservationLayout:
    """The fields of an observation vector, in order: public, own, hidden scores, other hidden ones.

    That order makes each mode of hiding one contiguous range, so hiding costs nothing and hidden parts need not even
    be computed.

    Attributes:
        at: First element of each field by name, for rules: ``AT = LAYOUT.at; out[AT.season + k] = 1``.
    """

    def __init__(self, fields: Iterable[Field]):
        """Lays the fields out one after another."""
        self._fields = {f.name: f for f in fields}
        order = [self._rank(f) for f in self]
        if order != sorted(order):
            raise ValueError("declare fields in the order public, own, hidden with score=True, hidden")
        self.offsets: dict[str, int] = {}
        end = 0
        ends = [0, 0, 0, 0]
        for f in self:
            self.offsets[f.name] = end
            end += f.size
            for level in range(self._rank(f), 4):
                ends[level] = end
        self.public_end, self.own_end, self.score_end, self.size = ends
        self.at = by_name(self.offsets)

    @staticmethod
    def _rank(f: Field) -> int:
        return {"public": 0, "own": 1, "hidden": 2 if f.score else 3}[f.visibility]

    def __iter__(self) -> Iterator[Field]:
        """Iterates over the fields in vector order."""
        return iter(self._fields.values())

    @property
    def fields(self) -> Mapping[str, Field]:
        """All fields by name, in vector order."""
        return self._fields

    def __getitem__(self, name: str) -> Field:
        """The field called ``name``."""
        if name not in self._fields:
            raise not_among("observation field", name, list(self._fields))
        return self._fields[name]

    def slice(self, name: str) -> slice:
        """Where the field called ``name`` lies in the vector."""
        start = self.offsets[self[name].name]
        return slice(start, start + self[name].size)

    def level(self, mode: Mode, open_scores: bool = False) -> int:
        """The number of leading elements that a mode of hiding shows.

        Raises:
            ConfigError: The mode is not ``public``, ``own`` or ``all``.
        """
        if mode not in MODES:
            raise not_among("information mode", mode, MODES)
        if mode == "public":
            return self.public_end
        if mode == "all":
            return self.size
        return self.score_end if open_scores else self.own_end

    def visible(self, mode: Mode, open_scores: bool = False) -> NDArray[np.bool_]:
        """Which elements a mode shows: bool[size], constant over the whole game.

        Args:
            mode: ``public`` (what a spectator sees), ``own`` (what the observing seat sees) or ``all``.
            open_scores: With ``own``, also the points that the rulebook keeps secret.
        """
        return np.arange(self.size) < self.level(mode, open_scores)

    @property
    def low(self) -> NDArray[np.float32]:
        """Lower bounds of the vector, float32[size] (0 is always allowed, since hidden elements are 0)."""
        return self._filled([min(f.low, 0) / f.scale for f in self])

    @property
    def high(self) -> NDArray[np.float32]:
        """Upper bounds of the vector, float32[size]."""
        return self._filled([max(f.high, 0) / f.scale for f in self])

    def _filled(self, values: list[float]) -> NDArray[np.float32]:
        return np.repeat(np.array(values, np.float32), [f.size for f in self])

    def decode(self, vector: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
        """Splits a vector float32[..., size] into named arrays in natural units.

        Raises:
            ValueError: The last axis is not this layout's size.
        """
        if vector.shape[-1] != self.size:
            raise ValueError(f"expected a vector of {self.size} elements, got shape {vector.shape}")
        lead = vector.shape[:-1]
        return {
            f.name: np.round(vector[..., self.slice(f.name)].astype(np.float64) * f.scale, 4).reshape(lead + f.shape)
            for f in self
        }

    def encode(self, values: Mapping[str, Any]) -> NDArray[np.float32]:
        """The inverse of `decode` for one vector; missing fields are 0."""
        vector = np.zeros(self.size, np.float32)
        for name, value in values.items():
            vector[self.slice(name)] = np.ravel(value) / self[name].scale
        return vector

    def markdown(self) -> str:
        """The documentation table of all fields."""
        rows = ["| elements | name | shape | range | visible | meaning |", "|---|---|---|---|---|---|"]
        for f in self:
            span = self.slice(f.name)
            where = str(span.start) if f.size == 1 else f"{span.start}–{span.stop - 1}"
            shape = "×".join(map(str, f.shape)) or "1"
            seen = f"{f.visibility} (open_scores shows it)" if f.score else f.visibility
            values = f"{f.low:g}…{f.high:g} ÷ {f.scale:g}"
            rows.append(f"| {where} | `{f.name}` | {shape} | {values} | {seen} | {f.meaning} |")
        return "\n".join(rows)
