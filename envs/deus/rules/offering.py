"""Offerings to the gods (DE-7; decisions D5 to D8)."""

from numpy import int64

from ...engine import rule
from ..actions import A
from ..components import (
    BASIC,
    CARD_EACH,
    GOD_GIVES_PIECE,
    GOD_N,
    GOD_POWER,
    GOLD_EACH,
    KIND,
    OTHER_GOD,
    PIECE_EACH,
    REFILL,
    RESOURCE_EACH,
    VP_ONE_OR_MORE,
)
from ..state import DISCARD_MORE, GOD
from .cards import discard_card, draw_cards, take_from_hand
from .effects import ask_take_piece, ask_take_resource, take_piece


@rule
def start_offering(s, slot):
    """The first card lies on top and names the god (DE-7.1, DE-7.2)."""
    p = int64(s.seat)
    card = take_from_hand(s, p, slot)
    discard_card(s, p, card, False)
    s.offer_n = 1
    s.kind = KIND[card]
    s.min_slot = 0
    ask_more(s)


@rule
def ask_more(s):
    """D5, unless no slot is left."""
    if s.min_slot < s.hand_len[s.seat]:
        s.node = DISCARD_MORE
    else:
        end_discarding(s)


@rule
def mask_more(s, mask):
    """In ascending order, so that each set of cards is discarded in one way only."""
    mask[A.discard + s.min_slot : A.discard + s.hand_len[s.seat]] = True
    mask[A.done] = True


@rule
def discard_more(s, slot):
    p = int64(s.seat)
    discard_card(s, p, take_from_hand(s, p, slot), True)
    s.offer_n += 1
    s.min_slot = slot
    ask_more(s)


@rule
def end_discarding(s):
    s.min_slot = 0
    if GOD_POWER[s.kind] == OTHER_GOD:
        s.node = GOD
    else:
        call_god(s, int64(s.kind))


@rule
def mask_god(s, mask):
    for kind in range(BASIC):
        mask[A.kind + kind] = GOD_POWER[kind] != OTHER_GOD


@rule
def call_god(s, god):
    """Uses the power of a god (DE-7.3); gifts of choice follow."""
    p = int64(s.seat)
    n = int64(s.offer_n)
    power = GOD_POWER[god]
    s.god = god
    if power == GOLD_EACH:
        s.gold[p] += GOD_N[god] * n
    elif power == VP_ONE_OR_MORE:
        s.score[p] += GOD_N[god] if n > 1 else 1
    elif power in (RESOURCE_EACH, PIECE_EACH):
        s.left = GOD_N[god] * n


@rule
def run_offering(s):
    """Goes on once the god is known; True if a decision is due, False if the offering is over.

    First what is left of the god's gifts of choice, then its piece (DE-7.3), then step 4: refill the hand, with Athena
    draw more (DE-7.4).
    """
    p = int64(s.seat)
    god = int64(s.god)
    power = GOD_POWER[god]
    if s.left > 0:
        if power == RESOURCE_EACH and ask_take_resource(s, p):
            return True
        if power == PIECE_EACH and ask_take_piece(s, p):
            return True
    if GOD_GIVES_PIECE[god]:
        take_piece(s, p, god)
    draw_cards(s, p, max(REFILL - int64(s.hand_len[p]), 0))
    if power == CARD_EACH:
        draw_cards(s, p, GOD_N[god] * int64(s.offer_n))
    return False
