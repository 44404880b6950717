"""Writing runs of an observation vector: the loops that take most of the time of a view.

Numbers are converted straight to float32, not by way of float64, which doubles what fits into a vector register; and
places in the vector are unsigned, which spares the test for negative indices that Numba makes for every signed one.
"""

import numpy as np

from .rule import rule

EIGHT = 8  # numbers in a vector register


@rule(inline=True)
def put(out, at, values, factor):
    """Writes ``values[i] * factor`` to ``out[at + i]`` for all i; ``factor`` is a float32."""
    start = np.uint64(at)
    whole = values.size & -EIGHT
    for i in range(whole):
        out[start + np.uint64(i)] = np.float32(values[i]) * factor
    if whole < values.size:  # the last eight, some of them again: as fast as one
        for i in range(max(values.size - EIGHT, 0), values.size):
            out[start + np.uint64(i)] = np.float32(values[i]) * factor


@rule(inline=True)
def copy(out, at, values):
    """Writes ``values[i]`` to ``out[at + i]`` for all i."""
    start = np.uint64(at)
    whole = values.size & -EIGHT
    for i in range(whole):
        out[start + np.uint64(i)] = np.float32(values[i])
    if whole < values.size:
        for i in range(max(values.size - EIGHT, 0), values.size):
            out[start + np.uint64(i)] = np.float32(values[i])


@rule(inline=True)
def place_of(p, seat, n):
    """Place of player ``p`` of ``n`` seen from ``seat``: 0 = the observer, then clockwise.

    Without a remainder, which would take longer than all the rest.
    """
    k = np.int64(p) - seat
    return k + n if k < 0 else k


@rule(inline=True)
def index(number):
    """A small number (0 to 255) that is known not to be negative, as an index: spares the same test."""
    return np.int64(np.uint8(number))
