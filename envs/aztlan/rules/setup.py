"""Setup of the game (AZ-1)."""

from ...engine import rule
from ...engine.rng import shuffle
from ..components import CARD_COUNT, SIDE_PAWNS
from .cards import fill_deck
from .season import clear_turn, start_season


@rule
def reset(s):
    """Sets up the game (AZ-1)."""
    n = int(s.players)
    s.marker_order[:] = -1
    s.turn_order[:] = -1
    for p in range(n):
        s.marker_order[p] = p
        s.reserve[p] = SIDE_PAWNS[n]  # with two players: one row per faction
    shuffle(s, s.marker_order, n)  # AZ-1.2
    fill_deck(s, CARD_COUNT)  # AZ-1.3
    clear_turn(s)
    s.season = 0
    start_season(s)
