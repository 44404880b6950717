"""A quick guess at how good a position of Deus is for a seat; the Greedy agent maximises it one ply ahead."""

from ..engine import rule


@rule
def appraise(s, seat):
    return float(s.score[seat])
