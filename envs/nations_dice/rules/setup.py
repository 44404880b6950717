"""Setting the game up (ND-2)."""

import numpy as np

from ...engine import rule
from ...engine.rng import shuffle
from ..components import (
    CHIT_COUNT,
    DICE_COUNT,
    KINDS,
    RIVAL_BOOKS,
    START_BOOKS,
    START_CHITS,
    START_DICE,
    WHITE,
)
from .dice import N_COLOURS
from .rounds import start_round


@rule
def reset(s):
    """Sets up the game (ND-2)."""
    n = np.int64(s.players)
    s.order[:] = -1
    s.board[:] = -1
    s.slot_tile[:] = -1
    s.advisor[:] = -1
    s.wonder_uc[:] = -1
    s.target = -1
    s.exch_first = -1
    s.bought_tile = -1
    s.slot_sel = -1
    for p in range(n):
        s.order[p] = p
        s.used[p, WHITE] = START_DICE  # the round start brings them back (ND-4.3)
        for kind in range(KINDS):
            s.chits_unused[p, kind] = START_CHITS[kind]
    for kind in range(KINDS):
        s.supply_chits[kind] = CHIT_COUNT[kind] - n * START_CHITS[kind]
    for colour in range(N_COLOURS):
        s.supply_dice[colour] = DICE_COUNT[colour]
    s.supply_dice[WHITE] -= n * START_DICE
    shuffle(s, s.order, n)  # ND-2.2
    for i in range(n):
        s.books[s.order[i]] = START_BOOKS[n, i]  # ND-2.4
    if n == 1:
        s.opp_books = RIVAL_BOOKS
    start_round(s)
