"""A seat's guess at what it does not know (section 6 of RULES.md)."""

from ...engine import rule
from ...engine.rng import shuffle
from ..components import STACKS


@rule
def resample_hidden(s, seat, seed):
    """Shuffles the tiles left in each stack. Points are kept: every gain was seen by all (GM-13.2)."""
    s.rng = seed
    for k in range(STACKS):
        sort(s.stack[k], s.stack_n[k])  # the new order must not depend on the true one
        shuffle(s, s.stack[k], s.stack_n[k])


@rule
def sort(items, n):
    """Puts the first ``n`` entries into ascending order."""
    for i in range(1, n):
        item = items[i]
        j = i
        while j > 0 and items[j - 1] > item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item
