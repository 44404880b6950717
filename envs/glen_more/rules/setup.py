"""Setup of the table (GM-1)."""

import numpy as np

from ...engine import rule
from ...engine.rng import shuffle
from ..components import (
    CHAIN,
    HAS_DIE,
    MARKET_FILL,
    STACK_SIZES,
    STACKS,
    START_CELL,
    START_CLANSMEN,
    START_COINS,
    START_VILLAGE,
    TILE_STACK,
    TILES,
)
from ..state import DIE_FIGURE, FIGURE
from .payment import clear_requirement
from .ring import draw, next_turn


@rule
def reset(s):
    """Sets up a game (GM-1)."""
    n = np.int64(s.players)
    for t in range(TILES):
        s.tile_owner[t] = -1
        s.tile_cell[t] = -1
    s.card_owner[:] = -1
    s.move_src = -1
    clear_requirement(s)
    build_stacks(s)
    for p in range(n):  # GM-1.2, GM-1.3
        s.tile_owner[START_VILLAGE + p] = p
        s.tile_cell[START_VILLAGE + p] = START_CELL
        s.tile_clansmen[START_VILLAGE + p] = START_CLANSMEN
        s.coins[p] = START_COINS
        s.chain[p] = FIGURE + p
    figures = n
    if HAS_DIE[n]:  # GM-1.4
        s.chain[n] = DIE_FIGURE
        figures += 1
    s.market[:] = MARKET_FILL[n]
    for i in range(figures, CHAIN):  # GM-1.5
        s.chain[i] = draw(s)
    next_turn(s)


@rule
def build_stacks(s):
    """Shuffles the four stacks (GM-1.1)."""
    for t in range(1, TILES):
        k = TILE_STACK[t]
        if k >= 0:
            s.stack[k, s.stack_n[k]] = t
            s.stack_n[k] += 1
    for k in range(STACKS):
        shuffle(s, s.stack[k], STACK_SIZES[k])
