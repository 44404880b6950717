"""The three scorings and the end of the game (GM-14, GM-11)."""

import numpy as np

from ...engine import rule
from ...engine.payoff import finish
from ..components import (
    CARDS,
    DIFFERENCE_VP,
    DUART,
    DUART_VP,
    GREEN,
    HATS,
    IONA,
    IONA_VP,
    MEY,
    MORAR,
    MORAR_VP,
    TILE_COLOUR,
    TILE_TYPE,
    TILES,
    VILLAGE,
    VP_PER_COIN,
    VP_PER_EXTRA_TILE,
    YELLOW,
)
from .territory import cubes_on

CATEGORIES = 3
WHISKY, CHIEFTAINS, SPECIAL = range(CATEGORIES)


@rule
def category_count(s, p, category):
    """What counts for ``p`` in a category of the scorings (GM-14.1)."""
    if category == WHISKY:
        return np.int64(s.whisky[p])
    hats = 0
    cards = 0
    for card in range(CARDS):
        if s.card_owner[card] == p:
            cards += 1
            hats += HATS[card]
    if category == SPECIAL:
        return cards
    weight = 2 if s.card_owner[MEY] == p else 1  # GM-9.9
    return weight * np.int64(s.chieftains[p]) + hats


@rule
def lowest_count(s, category):
    """The lowest number of all players; the die does not count (GM-3.2)."""
    lowest = category_count(s, np.int64(0), category)
    for p in range(1, np.int64(s.players)):
        lowest = min(lowest, category_count(s, p, category))
    return lowest


@rule
def difference_points(difference):
    """Points by the table on the board (GM-14.2)."""
    return DIFFERENCE_VP[min(difference, DIFFERENCE_VP.size - 1)]


@rule
def score_round(s):
    """One of the three scorings (GM-14.2)."""
    for category in range(CATEGORIES):
        lowest = lowest_count(s, category)
        for p in range(np.int64(s.players)):
            s.score[p] += difference_points(category_count(s, p, category) - lowest)


@rule
def tiles_of(s, p):
    """Tiles in the territory of ``p``, the start village included."""
    owner = np.int8(p)
    count = np.uint8(0)
    for t in range(1, TILES):
        count = np.uint8(count + (s.tile_owner[t] == owner))
    return np.int64(count)


@rule
def card_points(s, p):
    """Iona Abbey, Loch Morar and Duart Castle at the end (GM-9.1, GM-9.3, GM-9.8)."""
    points = 0
    for t in range(1, TILES):
        if s.tile_owner[t] == p:
            points += IONA_VP * (s.card_owner[IONA] == p and TILE_COLOUR[t] == YELLOW)
            points += MORAR_VP * (s.card_owner[MORAR] == p and TILE_COLOUR[t] == GREEN)
            points += DUART_VP * (s.card_owner[DUART] == p and TILE_TYPE[t] == VILLAGE)
    return points


@rule
def fewest_tiles(s):
    """The lowest number of tiles in a territory."""
    fewest = tiles_of(s, np.int64(0))
    for p in range(1, np.int64(s.players)):
        fewest = min(fewest, tiles_of(s, p))
    return fewest


@rule
def end_game(s):
    """End cards, coins, the penalty for tiles and the tie-break by cubes (GM-11)."""
    fewest = fewest_tiles(s)
    for t in range(1, TILES):
        if s.tile_owner[t] >= 0:
            s.tiebreak[s.tile_owner[t]] += cubes_on(s, t)
    for p in range(np.int64(s.players)):
        s.score[p] += card_points(s, p)
        s.score[p] += VP_PER_COIN * np.int64(s.coins[p])
        s.score[p] += VP_PER_EXTRA_TILE * (tiles_of(s, p) - fewest)
    finish(s)
