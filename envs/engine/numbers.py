"""Numbers that users hand over: any kind of integer is taken, nothing else is guessed at."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .errors import ConfigError
from .rng import episode_seed

_BITS_64 = 2**64 - 1
_LEAST_WIDTH = 16


def integer(what: str, value: Any, allowed: range | None = None) -> int:
    """The value as an int; numpy's integers count, booleans, fractions and text do not.

    Args:
        what: Names the value in the error.
        value: What the user gave.
        allowed: Named in the error; whether the value lies in it is not checked.

    Raises:
        ConfigError: It is no integer.
    """
    try:
        if isinstance(value, bool | np.bool_):
            raise TypeError
        return operator.index(value)
    except TypeError:
        span = f" from {allowed[0]} to {allowed[-1]}" if allowed else ""
        raise ConfigError(f"{what} {value!r} must be an integer{span}") from None


def check_width(width: Any) -> int | None:
    """Width of a picture in pixels, or None for the picture's own.

    Raises:
        ConfigError: It is no integer of 16 or more.
    """
    if width is None:
        return None
    number = integer("width", width)
    if number < _LEAST_WIDTH:
        raise ConfigError(f"width {number} must be at least {_LEAST_WIDTH} pixels")
    return number


def bits_64(seed: int) -> int:
    """The lowest 64 bits of a seed, all that counts of it: 0..2**64 - 1."""
    return operator.index(seed) & _BITS_64


def word(seed: int) -> np.uint64:
    """The lowest 64 bits of a seed, as compiled code takes them."""
    return np.uint64(bits_64(seed))


def state_seed(seed: int, index: int = 0, episode: int = 0) -> int:
    """The 64-bit seed of one episode (see `rng.episode_seed`)."""
    return int(episode_seed(word(seed), word(index), word(episode)))
