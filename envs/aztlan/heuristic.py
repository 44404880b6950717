"""A quick guess at how good a position of Aztlán is for a seat; the Greedy agent maximises it one ply ahead."""

from ..engine import rule
from .components import KINDS, POWER, POWER_TERRAIN, REGIONS, TERRAINS
from .rules.board import controlled, side_of
from .rules.scoring import joined_sectors, sector_points
from .state import MOVE, SELECT

MEAN_POWER = 6.5
CARD_WORTH = 1.5
PAWN_WORTH = 0.25
FUTURE_WORTH = 0.15
N_TERRAINS = len(TERRAINS)


@rule
def appraise(s, seat):
    """Lead in points, plus points the seat would score now, plus worth of pawns and cards; uses own knowledge only."""
    n = int(s.players)
    value = 0.0
    for p in range(n):
        value -= s.score[p] / max(n - 1, 1)
    value += s.score[seat] * (1 + 1 / max(n - 1, 1))
    if s.over:
        return value
    side = side_of(s, seat)
    c = int(s.power_now[seat])
    regions = held_regions(s, seat, side, POWER[c] if c >= 0 else MEAN_POWER)
    if c >= 0:
        value += best_points(s, regions, POWER_TERRAIN[c])
    if n > 2:  # with two players the pawns change hands after the season (AZ-9.5)
        for t in range(N_TERRAINS):
            value += FUTURE_WORTH * sector_points(regions, 0, t)
        for r in range(REGIONS):
            value += PAWN_WORTH * min(int(s.pawns[side, r]), 2)
    if s.node == SELECT and c >= 0:
        value -= FUTURE_WORTH * POWER[c]  # strong cards are worth more later, when pawns are few
    for kind in range(KINDS):
        value += CARD_WORTH * s.hand[seat, kind]
    return value


@rule
def held_regions(s, seat, side, power):
    """Regions that the seat would keep if every rival had a card of mean power (the real one once revealed)."""
    regions = controlled(s, side)
    for r in range(REGIONS):
        for q in range(s.players):
            if q != seat and s.pawns[side_of(s, q), r] > 0:
                other = MEAN_POWER if s.node <= MOVE or s.power_now[q] < 0 else float(POWER[s.power_now[q]])
                if s.pawns[side_of(s, q), r] * other > s.pawns[side, r] * power and not s.settled[r]:
                    regions &= ~(1 << r)
    return regions


@rule
def best_points(s, regions, terrain):
    """Sector points with the terrain; of the wild card with its best one."""
    joined = joined_sectors(s, controlled(s, side_of(s, int(s.seat)))) if s.canoe_lake >= 0 else 0
    if terrain >= 0:
        return sector_points(regions, joined, terrain)
    best = 0
    for t in range(N_TERRAINS):
        best = max(best, sector_points(regions, joined, t))
    return best
