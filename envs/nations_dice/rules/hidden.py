"""What a seat does not know, drawn anew (rules section 6)."""

from ...engine import rule


@rule
def resample_hidden(s, seat, seed):
    """Only chance is unknown, and all of it is drawn when it happens: a new seed is a new world."""
    s.rng = seed
