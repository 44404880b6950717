"""The ring, the die and the order of play (GM-2, GM-3, GM-12)."""

import numpy as np

from ...engine import rule
from ...engine.rng import randint
from ..actions import A
from ..components import (
    CHAIN,
    COST_DIFFERENT,
    COST_GOODS,
    COST_KIND,
    COST_PERSON,
    COST_WHISKY,
    DIE,
    FREE,
    PLAIN,
    RING,
    RIVER,
    ROAD,
    STACKS,
    TILE_SIDES,
    TILES,
)
from ..state import DIE_FIGURE, FIGURE, NESS_PAY, PLACE, TAKE
from .activation import enter_activation
from .payment import can_pay_cost, clear_purse, count_purse, load_purse, require_cost
from .scoring import end_game, score_round
from .territory import NO_TILE, can_spare, forget_survey, has_cell, survey, tile_at

SCORINGS = STACKS - 1


@rule
def tiles_left(s):
    """Tiles left in all stacks."""
    left = 0
    for k in range(STACKS):
        left += s.stack_n[k]
    return left


@rule
def draw(s):
    """Takes the next tile, from the lowest-numbered stack that is not empty (GM-2.5)."""
    k = current_stack(s)
    s.stack_n[k] -= 1
    top = s.stack_n[k]
    t = np.int64(s.stack[k, top])
    s.stack[k, top] = 0
    return t


@rule
def current_stack(s):
    """The stack that the next tile comes from."""
    k = 0
    while k < STACKS - 1 and s.stack_n[k] == 0:
        k += 1
    return k


@rule
def refill(s):
    """Removes the tiles behind all figures and fills the ring up again (GM-2.4, GM-2.6)."""
    i = 1
    while s.chain[i] < FIGURE:
        i += 1
    for k in range(CHAIN):
        s.chain[k] = s.chain[k + i] if k + i < CHAIN else 0
    s.tail_space = (np.int64(s.tail_space) + i) % RING
    s.turns += 1
    for k in range(CHAIN - i, CHAIN):
        stack = current_stack(s)
        s.chain[k] = draw(s)
        if stack > 0 and s.stack_n[stack] == 0:
            score_round(s)
            s.scorings += 1
            if s.scorings == SCORINGS:
                end_game(s)
                return


@rule
def end_turn(s):
    """Ends the turn of the deciding player and goes on with the hindmost figure."""
    s.dist = 0
    s.mp = 0
    s.ness_used = False
    s.oich_turn = False
    for t in range(TILES):
        s.in_A[t] = 0
        s.activated[t] = 0
    s.node = TAKE
    refill(s)
    next_turn(s)


@rule
def next_turn(s):
    """Plays the die's turns and stops at the next player's turn (GM-2.2); a stuck figure moves by itself (GM-12.2)."""
    while not s.over and s.chain[0] == DIE_FIGURE:
        move_die(s)
        refill(s)
    if s.over:
        return
    p = np.int64(s.chain[0]) - FIGURE
    s.seat = p
    s.node = TAKE
    if not can_take_any(s, p):
        move_figure(s, nearest_tile(s, np.int64(1)))
        s.tile = 0
        enter_activation(s, p)


@rule
def move_die(s):
    """Rolls the die; the tile that it reaches leaves the game (GM-3.1)."""
    s.last_roll = DIE[randint(s, DIE.size)]
    s.chain[nearest_tile(s, np.int64(s.last_roll))] = DIE_FIGURE
    s.chain[0] = 0


@rule
def nearest_tile(s, x):
    """Chain index of the x-th tile ahead; figures are not counted."""
    i = 0
    while x > 0:
        i += 1
        if s.chain[i] < FIGURE:
            x -= 1
    return i


@rule
def move_figure(s, d):
    """Moves the deciding player's figure to chain index ``d``; the tile there is in hand."""
    s.tile = s.chain[d]
    s.chain[d] = s.chain[0]
    s.chain[0] = 0
    s.dist = d


@rule
def can_pay(s, p, t):
    """Whether the cost of a tile can be met (GM-5.6); purse and territory must be loaded and surveyed."""
    kind = COST_KIND[t]
    if kind in (COST_GOODS, COST_DIFFERENT):
        return can_pay_cost(s, p, t)
    if kind == COST_WHISKY:
        return s.whisky[p] > 0
    if kind == COST_PERSON:
        return can_pay_ness(s, p)
    return True


@rule
def can_pay_ness(s, p):
    """Whether Loch Ness can be paid so that a legal cell is left (GM-12.3)."""
    if s.chieftains[p] > 0 and can_spare(s, p, NO_TILE):
        return True
    for t in range(1, TILES):
        if s.tile_clansmen[t] > 0 and s.tile_owner[t] == p and can_spare(s, p, t):
            return True
    return False


@rule
def open_sides(s):
    """Which kinds of sides have a legal cell (bit k: kind k); the territory must be surveyed."""
    return has_cell(s, PLAIN) << PLAIN | has_cell(s, RIVER) << RIVER | has_cell(s, ROAD) << ROAD


@rule
def has_room(room, t):
    """Whether ``t`` is a tile (0 and figures are none) whose kind of sides is among ``room``."""
    return 0 < t < FIGURE and (room >> TILE_SIDES[t] & 1) > 0


@rule
def mask_takes(s, p, mask):
    """Marks the tiles that ``p`` can pay for and place (GM-2.3)."""
    load_purse(s, p)
    room = open_sides(s)
    for d in range(1, CHAIN):
        t = np.int64(s.chain[d])
        mask[A.take + d - 1] = has_room(room, t) and can_pay(s, p, t)
    clear_purse(s)


@rule
def can_take_any(s, p):
    """Whether ``p`` can take a tile at all. Free tiles are tried first, without a look into the purse."""
    survey(s, p)
    room = open_sides(s)
    for d in range(1, CHAIN):
        t = np.int64(s.chain[d])
        if has_room(room, t) and COST_KIND[t] == FREE:
            forget_survey(s)
            return True
    count_purse(s, p)
    found = False
    for d in range(1, CHAIN):
        t = np.int64(s.chain[d])
        if has_room(room, t) and can_pay(s, p, t):
            found = True
            break
    clear_purse(s)
    return found


@rule
def take(s, p, d):
    """Moves to a tile; then it is paid for and placed (GM-2.3, GM-5.6)."""
    move_figure(s, d)
    t = np.int64(s.tile)
    kind = COST_KIND[t]
    s.node = PLACE
    if kind in (COST_GOODS, COST_DIFFERENT):
        require_cost(s, t)
    elif kind == COST_WHISKY:
        s.whisky[p] -= 1
    elif kind == COST_PERSON:
        s.node = NESS_PAY


@rule
def pay_ness_by_clansman(s, p, cell):
    """Returns a clansman to the supply for Loch Ness (GM-5.6)."""
    s.tile_clansmen[tile_at(s, p, cell)] -= 1
    s.node = PLACE
