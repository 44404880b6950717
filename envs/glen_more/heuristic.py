"""A quick guess at how good a position of Glen More is for a seat; the Greedy agent maximises it one ply ahead."""

from ..engine import rule


@rule
def appraise(s, seat):
    """Lead in points."""
    return float(s.score[seat])
