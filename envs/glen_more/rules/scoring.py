"""The three scorings and the end of the game (GM-14, GM-11)."""

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
    N_GOODS,
    TILE_COLOUR,
    TILE_TYPE,
    TILES,
    VILLAGE,
    VP_PER_COIN,
    VP_PER_EXTRA_TILE,
    YELLOW,
)
from .territory import owned_cubes

CATEGORIES = 3
WHISKY, CHIEFTAINS, SPECIAL = range(CATEGORIES)


@rule
def category_count(s, p, category):
    """What counts for ``p`` in a category of the scorings (GM-14.1)."""
    if category == WHISKY:
        return int(s.whisky[p])
    hats = 0
    cards = 0
    for card in range(CARDS):
        if s.card_owner[card] == p:
            cards += 1
            hats += HATS[card]
    if category == SPECIAL:
        return cards
    weight = 2 if s.card_owner[MEY] == p else 1  # GM-9.9
    return weight * int(s.chieftains[p]) + hats


@rule
def lowest_count(s, category):
    """The lowest number of all players; the die does not count (GM-3.2)."""
    lowest = category_count(s, 0, category)
    for p in range(1, s.players):
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
        for p in range(s.players):
            s.score[p] += difference_points(category_count(s, p, category) - lowest)


@rule
def tiles_of(s, p):
    """Tiles in the territory of ``p``, the start village included."""
    count = 0
    for t in range(1, TILES):
        count += s.tile_owner[t] == p
    return count


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
    fewest = tiles_of(s, 0)
    for p in range(1, s.players):
        fewest = min(fewest, tiles_of(s, p))
    return fewest


@rule
def end_game(s):
    """End cards, coins, the penalty for tiles and the tie-break by cubes (GM-11)."""
    fewest = fewest_tiles(s)
    for p in range(s.players):
        s.score[p] += card_points(s, p)
        s.score[p] += VP_PER_COIN * int(s.coins[p])
        s.score[p] += VP_PER_EXTRA_TILE * (tiles_of(s, p) - fewest)
        for g in range(N_GOODS):
            s.tiebreak[p] += owned_cubes(s, p, g)
    finish(s)
