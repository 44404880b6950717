"""The rules of Glen More as functions on a record ``s``. Numbers such as GM-5.4 refer to RULES.md.

One module for each part: `territory` (where tiles fit), `payment` (market and requirements), `activation` (placing,
benefits, activation step), `scoring`, `ring` (setup, order of play), `movement`; here the decisions and what is hidden.
"""

import numpy as np

from ...engine import rule
from ...engine.rng import shuffle
from ..actions import BUY, CELL, CHIEFTAIN, CHOOSE_GOOD, DIR, SELL, STOP, TAKE_AT, USE
from ..components import N_GOODS, STACKS, TILES
from ..state import ACT, DEST, FROM, GAIN, MOVE, NESS_PAY, PAY, PLACE, SELLING, SHIEL_SALE, TAKE, USING
from .activation import activate, enter_activation, fill_empty_tiles, finish_payment, gain_good, mark_activations, place
from .movement import choose_clansman, mark_destinations, mark_movers, move_clansman, promote, start_movement
from .payment import buy, clear_purse, is_paid_up, load_purse, mark_payments, mark_sales, remove_cube, take_cube
from .ring import end_turn, mark_takes, pay_ness_by_clansman, reset, take
from .territory import NO_TILE, can_spare, forget_survey, mark_cells, survey, tile_at

__all__ = ["apply", "legal_mask", "resample_hidden", "reset"]


# --- Decisions (rules section 5) -------------------------------------------------------------------------------------


@rule
def legal_mask(s, mask):
    """Marks the legal actions of the pending decision."""
    p = np.int64(s.seat)
    if s.node == TAKE:
        mark_takes(s, p, mask)
    elif s.node == NESS_PAY:
        mark_ness_payments(s, p, mask)
    elif s.node == PAY:
        mark_payments(s, p, mask)
    elif s.node == FROM:
        mark_holders(s, p, mask)
    elif s.node == PLACE:
        mark_cells(s, p, np.int64(s.tile), mask)
    elif s.node == GAIN:
        mask[CHOOSE_GOOD : CHOOSE_GOOD + N_GOODS] = True
    elif s.node == SHIEL_SALE:
        load_purse(s, p)
        mark_sales(s, mask)
        mask[STOP] = True
        clear_purse(s)
    elif s.node == ACT:
        mark_activations(s, p, mask)
    elif s.node == MOVE:
        mark_movers(s, p, mask)
        mask[STOP] = True
    elif s.node == DEST:
        mark_destinations(s, p, mask)


@rule
def mark_ness_payments(s, p, mask):
    """The payment must leave a legal cell, judged with the clansmen that remain (GM-12.3)."""
    survey(s, p)
    mask[CHIEFTAIN] = s.chieftains[p] > 0 and can_spare(s, p, NO_TILE)
    for t in range(1, TILES):
        if s.tile_clansmen[t] > 0 and s.tile_owner[t] == p and can_spare(s, p, t):
            mask[CELL + s.tile_cell[t]] = True
    forget_survey(s)


@rule
def mark_holders(s, p, mask):
    for t in range(1, TILES):
        if s.tile_cubes[t, s.from_good] > 0 and s.tile_owner[t] == p:
            mask[CELL + s.tile_cell[t]] = True


@rule
def apply(s, action):
    """Carries out one legal action."""
    p = np.int64(s.seat)
    if s.node == TAKE:
        take(s, p, action - TAKE_AT)
    elif s.node == NESS_PAY:
        if action == CHIEFTAIN:
            s.chieftains[p] -= 1
            s.node = PLACE
        else:
            pay_ness_by_clansman(s, p, action - CELL)
    elif s.node == PAY:
        apply_payment(s, p, action)
    elif s.node == FROM:
        remove_cube(s, p, tile_at(s, p, action - CELL))
        go_on(s, p)
    elif s.node == PLACE:
        place(s, p, action - CELL)
    elif s.node == GAIN:
        gain_good(s, p, action - CHOOSE_GOOD)
    elif s.node == SHIEL_SALE:
        if action == STOP:
            fill_empty_tiles(s, p)
        else:
            take_cube(s, p, action - SELL, SELLING, SHIEL_SALE)
    elif s.node == ACT:
        apply_activation(s, p, action)
    elif s.node == MOVE:
        if action == STOP:
            end_turn(s)
        else:
            choose_clansman(s, action - CELL)
    elif s.node == DEST:
        if action >= DIR and action < DIR + 8:
            move_clansman(s, p, action - DIR)
        else:
            promote(s, p)


@rule
def apply_payment(s, p, action):
    if action == STOP:
        finish_payment(s, p)
        return
    if action >= SELL:
        take_cube(s, p, action - SELL, SELLING, PAY)
    elif action >= BUY:
        buy(s, p, action - BUY)
    else:
        take_cube(s, p, action - USE, USING, PAY)
    go_on(s, p)


@rule
def go_on(s, p):
    """After a cube was taken or bought: ends a payment that is complete, enters the activation step again (GM-7.4)."""
    if s.node == PAY and is_paid_up(s):
        finish_payment(s, p)
    elif s.node == ACT:
        enter_activation(s, p)


@rule
def apply_activation(s, p, action):
    if action == STOP:
        start_movement(s)
    elif action >= SELL:
        take_cube(s, p, action - SELL, SELLING, ACT)
        go_on(s, p)
    else:
        activate(s, p, tile_at(s, p, action - CELL))


# --- Hidden information (rules section 6) ----------------------------------------------------------------------------


@rule
def resample_hidden(s, seat, seed):
    """Shuffles the tiles left in each stack. Points are kept: every gain was seen by all (GM-13.2)."""
    s.rng = seed
    for k in range(STACKS):
        sort(s.stack[k], s.stack_n[k])  # the new order must not depend on the true one
        shuffle(s, s.stack[k], s.stack_n[k])


@rule
def sort(items, n):
    """Puts the first ``n`` entries into ascending order."""
    for i in range(1, n):
        item = items[i]
        j = i
        while j > 0 and items[j - 1] > item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item
