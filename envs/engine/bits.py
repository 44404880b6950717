"""Sets as bit masks: member k is bit k."""

from .rule import rule


@rule
def popcount(bits):
    """How many members a set has."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
