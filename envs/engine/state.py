"""The state that holds one game in progress, a record of a structured array: a header shared by all games, then the
game's own fields.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_PLAYERS = 5

HEADER: list[tuple[Any, ...]] = [
    ("rng", "u8"),  # state of the random generator
    ("players", "i1"),  # number of seats in this game
    ("seat", "i1"),  # who decides; -1 when the game is over
    ("node", "i1"),  # which decision is pending (the rules file's phase id)
    ("over", "?"),
    ("decisions", "i4"),  # choices made so far; never observed, since some choices are silent
    ("score", "i4", (MAX_PLAYERS,)),  # victory points; final once the game is over
    ("tiebreak", "i4", (MAX_PLAYERS,)),  # set at the end: more is better among equal scores
    ("payoff", "f4", (MAX_PLAYERS,)),  # set at the end, in [-1, 1]
]


def state_dtype(fields: Sequence[tuple[Any, ...]], variants: Iterable[str] = ()) -> np.dtype:
    """Builds the structured dtype of a game's state.

    Args:
        fields: The game's own fields as ``(name, type)`` or ``(name, type, shape)``, in the order of section 7 of its
            rules file. Fields named ``scratch_...`` are working space: a rule leaves them zero.
        variants: Names of the variants; each becomes an ``i1`` field of the header that holds the index of the chosen
            value (0 is the default).

    Returns:
        An aligned dtype in which all padding is explicit, so that equal games are equal bytes.

    Raises:
        ValueError: A name is used twice or hides an attribute of ``np.record``.
    """
    layout = [*HEADER, *((name, "i1") for name in variants), *fields]
    names = [field[0] for field in layout]
    for name in names:
        if hasattr(np.record, name):
            raise ValueError(f"field {name!r} would hide an attribute of np.record; choose another name")
    if len(set(names)) < len(names):
        raise ValueError(f"duplicate field names in {names}")
    aligned = np.dtype(layout, align=True)
    return _with_explicit_padding(layout, aligned)


def _with_explicit_padding(layout: Sequence[tuple[Any, ...]], aligned: np.dtype) -> np.dtype:
    padded: list[tuple[Any, ...]] = []
    end = 0
    assert aligned.fields is not None
    for field in layout:
        kind, offset = aligned.fields[field[0]][:2]
        if offset > end:
            padded.append((f"pad_{end}", "u1", (offset - end,)))
        padded.append(tuple(field))
        end = offset + kind.itemsize
    if aligned.itemsize > end:
        padded.append((f"pad_{end}", "u1", (aligned.itemsize - end,)))
    dtype = np.dtype(padded, align=True)
    assert dtype.itemsize == aligned.itemsize
    return dtype


def as_states(states: NDArray[Any]) -> Any:
    """The same states, readable by attribute (``s.seat``) as well as by name (``s["seat"]``)."""
    return states.view(np.recarray)


def as_state(state: Any) -> Any:
    """A read-friendly copy of one state (of any kind numpy hands out), with fields as attributes."""
    if isinstance(state, np.record):
        return state
    holder = np.zeros(1, state.dtype)
    holder[0] = state
    return as_states(holder)[0]


def put_state(s: Any, states: NDArray[Any]) -> None:
    """Copies ``states[0]`` into the state ``s``, in place."""
    for name in states.dtype.names or ():
        s[name] = states[name][0]
