"""A quick guess at how good a position of Glen More is for a seat; the Greedy agent maximises it one ply ahead."""

import numpy as np
from numpy.typing import NDArray

from ..engine import rule
from ..engine.offsets import by_name
from .components import (
    ACT_VP,
    ACT_WHISKY,
    DRAW_TILES,
    N_GOODS,
    ROWS,
    TILE_TYPE,
    TILES,
    TYPES,
    VP_PER_EXTRA_TILE,
)
from .rules.payment import clear_purse, load_purse
from .rules.ring import SCORINGS, tiles_left
from .rules.scoring import (
    CATEGORIES,
    card_points,
    category_count,
    difference_points,
    fewest_tiles,
    lowest_count,
    tiles_of,
)
from .rules.territory import clansmen_of_surveyed, forget_survey, plain_row, survey
from .state import FIGURE, SELLING

# Weights by name; the first of them are what a tile is worth early in the game beyond what it gives at once.
NAMES = (
    *TYPES, "coin", "good", "further_good", "goods_late", "clansman", "cell", "point_left", "space_ahead", "barrel",
    "next_step", "rank", "card_late", "tiles_late", "placing",
)  # fmt: skip
W = by_name({name: k for k, name in enumerate(NAMES)})
CELLS_WANTED = 6


def weights(**worth: float) -> NDArray[np.float64]:
    """The weights in their order."""
    return np.array([worth[name] for name in NAMES])


# Worked out by hand; what Greedy began with, and is still measured against.
FIRST = weights(
    quarry=3.0, forest=3.0, meadow=2.5, pasture=2.5, field=2.5, distillery=4.5, village=3.0, castle=6.0, loch=3.0,
    abbey=7.0, butcher=5.0, fair=6.0, grocer=7.0, bridge=6.0, tavern=7.0, coin=1.0, good=1.1, further_good=0.5,
    goods_late=0.2, clansman=0.8, cell=0.35, point_left=0.5, space_ahead=0.45, barrel=1.5, next_step=0.35, rank=0.8,
    card_late=0.7, tiles_late=0.6, placing=0.5,
)  # fmt: skip
# Found by `python -m benchmarks.tuning glen_more --players 4 --seed 1`.
TUNED = weights(
    quarry=2.59, forest=2.68, meadow=2.02, pasture=2.52, field=2.12, distillery=9.01, village=2.18, castle=25.52,
    loch=2.89, abbey=6.24, butcher=2.88, fair=2.75, grocer=36.91, bridge=4.32, tavern=6.47, coin=1.37, good=0.5,
    further_good=0.27, goods_late=0.29, clansman=0.47, cell=0.27, point_left=0.28, space_ahead=0.54, barrel=1.29,
    next_step=0.34, rank=0.42, card_late=0.49, tiles_late=0.58, placing=0.26,
)  # fmt: skip


@rule
def weigh(s, seat, w):
    """Points, points to come from scorings, end cards and tiles, and what lies ready; uses own knowledge only.

    ``w`` are the weights, float64 in the order of `NAMES`.
    """
    if s.over:
        return float(s.payoff[seat]) * 100 + float(s.score[seat])
    left = tiles_left(s) / DRAW_TILES
    value = float(s.score[seat]) + w[W.coin] * s.coins[seat] + rank_worth(s, seat, w)
    value += tile_worth(s, seat, left, w) + goods_worth(s, seat, left, w) + people_worth(s, seat, left, w)
    value -= w[W.space_ahead] * spaces_ahead(s, seat)
    if s.seat == seat:
        value += pending_worth(s, left, w)
    return value


@rule
def rank_worth(s, seat, w):
    """Points of the scorings to come if the numbers stayed as they are."""
    rounds = SCORINGS - int(s.scorings)
    value = 0.0
    for category in range(CATEGORIES):
        count = category_count(s, seat, category)
        value += rounds * (difference_points(count - lowest_count(s, category)) * w[W.rank] + w[W.next_step] * count)
    return value


@rule
def tile_worth(s, seat, left, w):
    """Worth of the territory: uses to come, end cards, and the price of having more tiles than others."""
    value = 0.0
    for t in range(1, TILES):
        if s.tile_owner[t] == seat:
            value += w[TILE_TYPE[t]] * left
    extra = tiles_of(s, seat) - fewest_tiles(s)
    value += card_points(s, seat) * (1 - (1 - w[W.card_late]) * left)
    return value + VP_PER_EXTRA_TILE * extra * (1 - (1 - w[W.tiles_late]) * left)


@rule
def goods_worth(s, seat, left, w):
    """Cubes: the first two of a kind are of more use than further ones; nearly nothing at the end."""
    load_purse(s, seat)
    value = 0.0
    for g in range(N_GOODS):
        n = int(s.scratch_own[g])
        value += w[W.good] * min(n, 2) + w[W.further_good] * max(n - 2, 0)
    clear_purse(s)
    return value * min(1.0, w[W.goods_late] + 4 * left)


@rule
def people_worth(s, seat, left, w):
    """Clansmen on the ground and cells where a plain tile fits."""
    cells = 0
    survey(s, seat)
    for r in range(ROWS):
        row = plain_row(s, r)
        while row:
            row &= row - 1
            cells += 1
    clansmen = clansmen_of_surveyed(s)
    forget_survey(s)
    value = w[W.clansman] * clansmen + w[W.cell] * min(cells, CELLS_WANTED)
    return value * min(1.0, 3 * left)


@rule
def spaces_ahead(s, seat):
    """How far the seat's figure stands before the hindmost one: spaces in which it will have no turn."""
    i = 0
    while s.chain[i] != FIGURE + seat:
        i += 1
    return i


@rule
def pending_worth(s, left, w):
    """What the steps still to do in this turn will bring."""
    value = w[W.point_left] * s.mp + w[W.good] * s.gain_left
    if s.tile > 0:
        value += w[TILE_TYPE[s.tile]] * left + VP_PER_EXTRA_TILE * w[W.placing] * (1 - left)
    if s.req_kind > 0:
        units = max(int(s.req_sum), int(s.req_min))
        value -= w[W.good] * (units - int(s.req_sum))
        if not s.req_is_cost:
            t = int(s.req_tile)
            value += ACT_VP[t, units] + w[W.barrel] * ACT_WHISKY[t] * (SCORINGS - int(s.scorings))
    if s.from_mode == SELLING:
        value += s.market[s.from_good] * w[W.coin] - w[W.good]
    return value


@rule
def appraise(s, seat):
    """How good the position is for ``seat``; see `weigh`."""
    return weigh(s, seat, TUNED)


@rule
def first_appraise(s, seat):
    """The same with the weights that Greedy began with."""
    return weigh(s, seat, FIRST)
