"""A quick guess at how good a position of Glen More is for a seat; the Greedy agent maximises it one ply ahead."""

import numpy as np

from ..engine import rule
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

# What a tile is worth early in the game beyond what it gives at once, in points.
_WORTH = {
    "quarry": 3.0, "forest": 3.0, "meadow": 2.5, "pasture": 2.5, "field": 2.5, "distillery": 4.5, "village": 3.0,
    "castle": 6.0, "loch": 3.0, "abbey": 7.0, "butcher": 5.0, "fair": 6.0, "grocer": 7.0, "bridge": 6.0, "tavern": 7.0,
}  # fmt: skip
TYPE_WORTH = np.array([_WORTH[t] for t in TYPES])
COIN, GOOD, FURTHER_GOOD = 1.0, 1.1, 0.5
CLANSMAN, CELL_WORTH, CELLS_WANTED = 0.8, 0.35, 6
POINT_LEFT, SPACE_AHEAD, BARREL = 0.5, 0.45, 1.5
NEXT_STEP = 0.35  # worth of a whisky barrel, chieftain or card beyond the points it brings in the next scorings


@rule
def appraise(s, seat):
    """Points, points to come from scorings, end cards and tiles, and what lies ready; uses own knowledge only."""
    if s.over:
        return float(s.payoff[seat]) * 100 + float(s.score[seat])
    left = tiles_left(s) / DRAW_TILES
    value = float(s.score[seat]) + COIN * s.coins[seat] + rank_worth(s, seat)
    value += tile_worth(s, seat, left) + goods_worth(s, seat, left) + people_worth(s, seat, left)
    value -= SPACE_AHEAD * spaces_ahead(s, seat)
    if s.seat == seat:
        value += pending_worth(s, left)
    return value


@rule
def rank_worth(s, seat):
    """Points of the scorings to come if the numbers stayed as they are."""
    rounds = SCORINGS - int(s.scorings)
    value = 0.0
    for category in range(CATEGORIES):
        count = category_count(s, seat, category)
        value += rounds * (difference_points(count - lowest_count(s, category)) * 0.8 + NEXT_STEP * count)
    return value


@rule
def tile_worth(s, seat, left):
    """Worth of the territory: uses to come, end cards, and the price of having more tiles than others."""
    value = 0.0
    for t in range(1, TILES):
        if s.tile_owner[t] == seat:
            value += TYPE_WORTH[TILE_TYPE[t]] * left
    extra = tiles_of(s, seat) - fewest_tiles(s)
    return value + card_points(s, seat) * (1 - 0.3 * left) + VP_PER_EXTRA_TILE * extra * (1 - 0.4 * left)


@rule
def goods_worth(s, seat, left):
    """Cubes: the first two of a kind are of more use than further ones; nearly nothing at the end."""
    load_purse(s, seat)
    value = 0.0
    for g in range(N_GOODS):
        n = int(s.scratch_own[g])
        value += GOOD * min(n, 2) + FURTHER_GOOD * max(n - 2, 0)
    clear_purse(s)
    return value * min(1.0, 0.2 + 4 * left)


@rule
def people_worth(s, seat, left):
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
    value = CLANSMAN * clansmen + CELL_WORTH * min(cells, CELLS_WANTED)
    return value * min(1.0, 3 * left)


@rule
def spaces_ahead(s, seat):
    """How far the seat's figure stands before the hindmost one: spaces in which it will have no turn."""
    i = 0
    while s.chain[i] != FIGURE + seat:
        i += 1
    return i


@rule
def pending_worth(s, left):
    """What the steps still to do in this turn will bring."""
    value = POINT_LEFT * s.mp + GOOD * s.gain_left
    if s.tile > 0:
        value += TYPE_WORTH[TILE_TYPE[s.tile]] * left + VP_PER_EXTRA_TILE * 0.5 * (1 - left)
    if s.req_kind > 0:
        units = max(int(s.req_sum), int(s.req_min))
        value -= GOOD * (units - int(s.req_sum))
        if not s.req_is_cost:
            t = int(s.req_tile)
            value += ACT_VP[t, units] + BARREL * ACT_WHISKY[t] * (SCORINGS - int(s.scorings))
    if s.from_mode == SELLING:
        value += s.market[s.from_good] * COIN - GOOD
    return value
