"""A quick guess at how good a position is for a seat; the Greedy agent maximises it one ply ahead."""

import numpy as np

from ..engine import rule
from .rules.rounds import tile_points


@rule
def appraise(s, seat):
    value = 0.0
    for p in range(np.int64(s.players)):
        points = float(s.score[p])
        if not s.over:
            points += tile_points(s, p)
        value += points if p == seat else -points / (s.players - 1)
    return value
