"""What may be done at each decision, and who carries it out (section 5 of RULES.md)."""

import numpy as np

from ...engine import rule
from ..actions import A
from ..components import N_GOODS, TILES
from ..state import ACT, DEST, FROM, GAIN, MOVE, NESS_PAY, PAY, PLACE, SELLING, SHIEL_SALE, TAKE, USING
from .activation import activate, enter_activation, fill_empty_tiles, finish_payment, gain_good, mask_activations, place
from .movement import choose_clansman, mask_destinations, mask_movers, move_clansman, promote, start_movement
from .payment import buy, clear_purse, is_paid_up, load_purse, mask_payments, mask_sales, remove_cube, take_cube
from .ring import end_turn, mask_takes, pay_ness_by_clansman, take
from .territory import NO_TILE, can_spare, forget_survey, mask_cells, survey, tile_at


@rule
def legal_mask(s, mask):
    """Marks the legal actions of the pending decision."""
    p = np.int64(s.seat)
    if s.node == TAKE:
        mask_takes(s, p, mask)
    elif s.node == NESS_PAY:
        mask_ness_payments(s, p, mask)
    elif s.node == PAY:
        mask_payments(s, p, mask)
    elif s.node == FROM:
        mask_holders(s, p, mask)
    elif s.node == PLACE:
        mask_cells(s, p, np.int64(s.tile), mask)
    elif s.node == GAIN:
        mask[A.gain : A.gain + N_GOODS] = True
    elif s.node == SHIEL_SALE:
        load_purse(s, p)
        mask_sales(s, mask)
        mask[A.stop] = True
        clear_purse(s)
    elif s.node == ACT:
        mask_activations(s, p, mask)
    elif s.node == MOVE:
        mask_movers(s, p, mask)
        mask[A.stop] = True
    elif s.node == DEST:
        mask_destinations(s, p, mask)


@rule
def mask_ness_payments(s, p, mask):
    """The payment must leave a legal cell, judged with the clansmen that remain (GM-12.3)."""
    survey(s, p)
    mask[A.chieftain] = s.chieftains[p] > 0 and can_spare(s, p, NO_TILE)
    for t in range(1, TILES):
        if s.tile_clansmen[t] > 0 and s.tile_owner[t] == p and can_spare(s, p, t):
            mask[A.cell + s.tile_cell[t]] = True
    forget_survey(s)


@rule
def mask_holders(s, p, mask):
    for t in range(1, TILES):
        if s.tile_cubes[t, s.from_good] > 0 and s.tile_owner[t] == p:
            mask[A.cell + s.tile_cell[t]] = True


@rule
def apply(s, action):
    """Carries out one legal action."""
    p = np.int64(s.seat)
    if s.node == TAKE:
        take(s, p, action - A.take + 1)
    elif s.node == NESS_PAY:
        if action == A.chieftain:
            s.chieftains[p] -= 1
            s.node = PLACE
        else:
            pay_ness_by_clansman(s, p, action - A.cell)
    elif s.node == PAY:
        apply_payment(s, p, action)
    elif s.node == FROM:
        remove_cube(s, p, tile_at(s, p, action - A.cell))
        go_on(s, p)
    elif s.node == PLACE:
        place(s, p, action - A.cell)
    elif s.node == GAIN:
        gain_good(s, p, action - A.gain)
    elif s.node == SHIEL_SALE:
        if action == A.stop:
            fill_empty_tiles(s, p)
        else:
            take_cube(s, p, action - A.sell, SELLING, SHIEL_SALE)
    elif s.node == ACT:
        apply_activation(s, p, action)
    elif s.node == MOVE:
        if action == A.stop:
            end_turn(s)
        else:
            choose_clansman(s, action - A.cell)
    elif s.node == DEST:
        if action >= A.dir and action < A.dir + 8:
            move_clansman(s, p, action - A.dir)
        else:
            promote(s, p)


@rule
def apply_payment(s, p, action):
    if action == A.stop:
        finish_payment(s, p)
        return
    if action >= A.sell:
        take_cube(s, p, action - A.sell, SELLING, PAY)
    elif action >= A.buy:
        buy(s, p, action - A.buy)
    else:
        take_cube(s, p, action - A.use, USING, PAY)
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
    if action == A.stop:
        start_movement(s)
    elif action >= A.sell:
        take_cube(s, p, action - A.sell, SELLING, ACT)
        go_on(s, p)
    else:
        activate(s, p, tile_at(s, p, action - A.cell))
