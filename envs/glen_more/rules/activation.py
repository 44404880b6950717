"""Placing a tile, its one-time benefits and the activation step (GM-6, GM-7, GM-8, GM-9)."""

import numpy as np

from ...engine import rule
from ..actions import A
from ..components import (
    ACT_GOOD,
    ACT_KIND,
    ACT_NONE,
    ACT_VP,
    ACT_WHISKY,
    CARD_OF,
    CUBE_CAP,
    FIRST_CONVERSION,
    GIVE_VP,
    GIVES_CLANSMEN,
    GIVES_COINS,
    GIVES_GOODS,
    GIVES_WHISKY,
    IONA,
    IONA_TILE,
    MOVEMENT,
    NESS,
    OICH,
    PRODUCE,
    PRODUCE_ANY,
    SHIEL,
    TILES,
)
from ..state import ACT, GAIN, PLACE, SHIEL_SALE
from .payment import can_convert, clear_purse, clear_requirement, load_purse, mask_sales, require_conversion
from .territory import cubes_on, mark_near


@rule
def place(s, p, cell):
    """Places the tile taken, gives its one-time benefits (GM-6.1) and goes on to the next step of the turn."""
    t = np.int64(s.tile)
    s.tile = 0
    s.tile_owner[t] = p
    s.tile_cell[t] = cell
    s.oich_turn = CARD_OF[t] == OICH
    if s.oich_turn:  # GM-9.6
        for u in range(1, TILES):
            s.in_A[u] = s.tile_owner[u] == p
    else:
        mark_near(s, p, cell, s.in_A)  # GM-7.2
    s.tile_clansmen[t] += GIVES_CLANSMEN[t]
    s.whisky[p] += GIVES_WHISKY[t]
    s.coins[p] += GIVES_COINS[t]
    if CARD_OF[t] >= 0:
        s.card_owner[CARD_OF[t]] = p
    if GIVES_GOODS[t] > 0:
        ask_good(s, t, GIVES_GOODS[t])
    elif CARD_OF[t] == SHIEL:
        s.node = SHIEL_SALE
    else:
        enter_activation(s, p)


@rule
def ask_good(s, t, n):
    """Lets the player choose ``n`` cubes for tile ``t``."""
    s.gain_tile = t
    s.gain_left = n
    s.node = GAIN


@rule
def gain_good(s, p, good):
    """Puts a chosen cube onto the tile that asked for it."""
    s.tile_cubes[s.gain_tile, good] += 1
    s.gain_left -= 1
    if s.gain_left == 0:
        s.gain_tile = 0
        enter_activation(s, p)


@rule
def fill_empty_tiles(s, p):
    """Loch Shiel: one cube onto each empty production tile, of choice onto an empty Iona Abbey (GM-9.5)."""
    for t in range(1, TILES):
        if s.tile_owner[t] == p and ACT_KIND[t] == PRODUCE and cubes_on(s, t) == 0:
            s.tile_cubes[t, ACT_GOOD[t]] = 1
    if s.card_owner[IONA] == p and cubes_on(s, IONA_TILE) == 0:
        ask_good(s, np.int64(IONA_TILE), np.int64(1))
    else:
        enter_activation(s, p)


@rule
def enter_activation(s, p):
    """Goes to the activation step, after the automatic activations (GM-7.4)."""
    s.node = ACT
    for t in range(1, TILES):
        if s.in_A[t] and not s.activated[t]:
            kind = ACT_KIND[t]
            if kind == PRODUCE:
                if cubes_on(s, t) < CUBE_CAP:
                    activate_free(s, p, t)
            elif kind in (MOVEMENT, GIVE_VP, ACT_NONE):
                activate_free(s, p, t)


@rule
def activate_free(s, p, t):
    """Activates a tile that asks nothing."""
    s.activated[t] = 1
    kind = ACT_KIND[t]
    if kind == PRODUCE:
        s.tile_cubes[t, ACT_GOOD[t]] += 1  # GM-8.1
    elif kind == MOVEMENT:
        s.mp += 1  # GM-8.7
    elif kind == GIVE_VP:
        s.score[p] += ACT_VP[t, 0]  # taverns, GM-8.6


@rule
def may_use_ness(s, p):
    """Whether ``p`` may still activate a tile by Loch Ness in this turn (GM-9.4)."""
    return s.card_owner[NESS] == p and not s.ness_used and not s.oich_turn


@rule
def can_activate(s, p, t):
    """Whether activating a tile would do something; the purse must be loaded."""
    kind = ACT_KIND[t]
    if kind >= FIRST_CONVERSION:
        return can_convert(s, p, t)
    if kind in (PRODUCE, PRODUCE_ANY):
        return cubes_on(s, t) < CUBE_CAP
    return kind != ACT_NONE


@rule
def mask_activations(s, p, mask):
    """Marks the tiles to activate (by the placed tile or by Loch Ness), the sales and A.stop."""
    load_purse(s, p)
    ness = may_use_ness(s, p)
    for i in range(s.scratch_laid_n):
        t = np.int64(s.scratch_laid[i])
        if not s.activated[t] and (s.in_A[t] or ness) and can_activate(s, p, t):
            mask[A.cell + s.tile_cell[t]] = True
    mask_sales(s, mask)  # GM-7.3
    mask[A.stop] = True
    clear_purse(s)


@rule
def activate(s, p, t):
    """Activates the chosen tile; one outside the set A uses up Loch Ness (GM-9.4)."""
    if not s.in_A[t]:
        s.ness_used = True
    if ACT_KIND[t] == PRODUCE_ANY:
        s.activated[t] = 1
        ask_good(s, t, np.int64(1))
    elif ACT_KIND[t] >= FIRST_CONVERSION:
        s.activated[t] = 1
        require_conversion(s, t)
    else:
        activate_free(s, p, t)
        enter_activation(s, p)


@rule
def finish_payment(s, p):
    """A paid cost leads to placing the tile; a conversion pays out (GM-8.2, GM-8.4–8.6)."""
    was_cost = s.req_is_cost
    if not was_cost:
        s.whisky[p] += ACT_WHISKY[s.req_tile]
        s.score[p] += ACT_VP[s.req_tile, s.req_sum]
    clear_requirement(s)
    if was_cost:
        s.node = PLACE
    else:
        enter_activation(s, p)
