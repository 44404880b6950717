"""Sides, regions and sectors (AZ-3). Sets of regions are bit masks: region r is bit r."""

import numpy as np

from ...engine import rule
from ..components import NEIGHBOURS, REGIONS, SHORES


@rule
def side_of(s, p):
    """The side that player ``p`` controls this season: its tribe, or with two players a faction (AZ-9.5)."""
    return (p + s.season - 1) % 2 if s.players == 2 else p


@rule
def turn_owner(s):
    """The player whose turn it is (it differs from ``seat`` while rivals are asked for Sacred Games)."""
    return np.int64(s.turn_order[s.turn_pos])


@rule
def decider(s):
    """The player to decide. Unlike the field ``seat`` it is a wide integer, so that callees are compiled once."""
    return np.int64(s.seat)


@rule
def own_side(s):
    """The side of the player to decide."""
    return side_of(s, decider(s))


@rule
def controlled(s, side):
    """The regions where ``side`` has a pawn, as a bit mask (AZ-3.4)."""
    regions = 0
    for r in range(REGIONS):
        if s.pawns[side, r] > 0:
            regions |= 1 << r
    return regions


@rule
def sector_at(regions, r):
    """The connected part of ``regions`` that contains region ``r`` (AZ-3.5)."""
    sector = 1 << r
    frontier = sector
    while frontier:
        reached = 0
        for q in range(REGIONS):
            if frontier >> q & 1:
                reached |= NEIGHBOURS[q]
        frontier = reached & regions & ~sector
        sector |= frontier
    return sector


@rule
def shore_sector(regions, lake, k):
    """The ``k``-th sector of ``regions`` that touches ``lake``, by lowest region id; 0 if there are fewer."""
    left = regions
    for r in range(REGIONS):
        if left >> r & 1:
            sector = sector_at(regions, r)
            left &= ~sector
            if sector & SHORES[lake]:
                if k == 0:
                    return sector
                k -= 1
    return 0
