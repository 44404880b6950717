"""A quick guess at how good a state of Deus is for a seat; the Greedy agent maximises it one ply ahead."""

from numpy import int64

from ..engine import rule
from ..engine.bits import popcount
from .components import (
    BASIC,
    CARD_EACH,
    EFFECT_END,
    EFFECT_START,
    EFFECTS,
    GOD_GIVES_PIECE,
    GOD_N,
    GOD_POWER,
    GOLD_EACH,
    KIND,
    MAJORITY_VP,
    N_RESOURCES,
    OTHER_GOD,
    PIECE_EACH,
    REFILL,
    RESOURCE_EACH,
    TILE_COUNT,
)
from .rules.board import column_sets, controlled
from .rules.building import affordable
from .rules.turn import counted, temple_points, wealth
from .state import PAY, PLACE
from .vocabulary import DRAW as OP_DRAW
from .vocabulary import GAIN, GOLD, MAX, OP, TAKE_PIECE, TEMPLE_KIND, VP
from .vocabulary import SELL as OP_SELL

# In VP.
GOLD_WORTH, RESOURCE_WORTH, SPARE_WORTH = 0.28, 0.75, 0.4
FIRST_PIECE, SECOND_PIECE, NEXT_PIECE = 1.1, 0.6, 0.25
CARD_WORTH, READY_CARD, REFILLED = 0.35, 0.9, 0.6
HEIGHT_WORTH, SET_WORTH, TEMPLE_CARD_WORTH = 2.0, 2.0, 2.5
REGION_WORTH, PENDING_PIECE = 0.6, 1.0
USES = 0.5  # how often a card of a column is used again, for each place left in its column


@rule
def appraise(s, seat):
    """Worth of points, goods, pieces, columns and hand; what is yet to come counts less when the end is near.

    Points of other seats, which are secret, are left out.
    """
    value = float(s.score[seat])
    if s.over:
        return value
    future = later(s)
    value += temple_points(s, seat) + majorities(s, seat)
    value += (goods(s, seat) + pieces(s, seat) + hand(s, seat)) * future
    value += columns(s, seat) * future + REGION_WORTH * future * popcount(controlled(s, seat))
    if s.seat == seat:
        if s.node in (PAY, PLACE):
            value += PENDING_PIECE
        elif s.offer_n > 0:
            value += offering(s, seat) * future
    return value


@rule
def later(s):
    """How much of the game is left, from 1 down to 0.1."""
    if s.end_round >= 0:
        return 0.35 if s.round_no < s.end_round else 0.1
    tiles = TILE_COUNT[s.players]
    return 0.5 + 0.5 * s.temple_supply / tiles


@rule
def majorities(s, seat):
    """Points for the majorities held now (DE-10.4), the more certain the nearer the end."""
    points = 0.0
    for j in range(N_RESOURCES + 1):
        own = wealth(s, seat, j)
        best = own > 0
        for p in range(int64(s.players)):
            best = best and wealth(s, p, j) <= own
        points += MAJORITY_VP * best
    return points if s.end_round >= 0 else 0.3 * points


@rule
def goods(s, seat):
    value = GOLD_WORTH * s.gold[seat]
    for j in range(N_RESOURCES):
        n = int64(s.resources[seat, j])
        value += RESOURCE_WORTH * min(n, 2) + SPARE_WORTH * max(n - 2, 0)
    return value


@rule
def pieces(s, seat):
    value = 0.0
    for k in range(BASIC):
        n = int64(s.ready[seat, k])
        value += FIRST_PIECE * min(n, 1) + SECOND_PIECE * min(max(n - 1, 0), 1) + NEXT_PIECE * max(n - 2, 0)
    return value


@rule
def hand(s, seat):
    value = 0.0
    for i in range(int64(s.hand_len[seat])):
        card = int64(s.hand[seat, i])
        kind = KIND[card]
        usable = kind == TEMPLE_KIND or s.ready[seat, kind] > 0
        value += READY_CARD if usable and affordable(s, seat, card) else CARD_WORTH
    return value


@rule
def columns(s, seat):
    """Cards built: each is used again whenever its column grows, and sets of five allow temples."""
    value = SET_WORTH * column_sets(s, seat) + TEMPLE_CARD_WORTH * s.height[seat, TEMPLE_KIND]
    for k in range(BASIC):
        height = int64(s.height[seat, k])
        gain = 0.0
        for i in range(height):
            gain += use_worth(s, seat, int64(s.column[seat, k, i]))
        value += HEIGHT_WORTH * height + USES * (5 - height) * gain
    return value


@rule
def use_worth(s, seat, card):
    """What one use of a card brings, roughly."""
    value = 0.0
    for e in range(EFFECT_START[card], EFFECT_END[card]):
        op = EFFECTS[e, OP]
        if op == GAIN:
            value += counted(s, seat, e) * (1.0 if EFFECTS[e, VP] > 0 else GOLD_WORTH)
        elif op == OP_SELL:
            unit = EFFECTS[e, VP] + GOLD_WORTH * EFFECTS[e, GOLD] - RESOURCE_WORTH
            value += max(unit, 0.2) * EFFECTS[e, MAX]
        elif op == TAKE_PIECE:
            value += SECOND_PIECE * EFFECTS[e, MAX]
        elif op == OP_DRAW:
            value += CARD_WORTH * EFFECTS[e, MAX]
        else:
            value += 0.7
    return value


@rule
def offering(s, seat):
    """What the god of an offering under way will give, and the cards drawn afterwards."""
    value = REFILLED * max(REFILL - int64(s.hand_len[seat]), 0)
    if s.god >= 0:
        return value + (RESOURCE_WORTH * s.left if GOD_POWER[s.god] == RESOURCE_EACH else SECOND_PIECE * s.left)
    if GOD_POWER[s.kind] != OTHER_GOD:
        return value + gift(s, seat, int64(s.kind))
    best = 0.0
    for k in range(BASIC):
        best = max(best, gift(s, seat, k))
    return value + best


@rule
def gift(s, seat, god):
    n = int64(s.offer_n)
    power = GOD_POWER[god]
    value = 0.0
    if GOD_GIVES_PIECE[god] and s.reserve[seat, god] > 0:
        value += FIRST_PIECE if s.ready[seat, god] == 0 else SECOND_PIECE
    if power == GOLD_EACH:
        return value + GOLD_WORTH * GOD_N[god] * n
    if power == RESOURCE_EACH:
        return value + RESOURCE_WORTH * n
    if power == CARD_EACH:
        return value + REFILLED * n
    if power == PIECE_EACH:
        return value + SECOND_PIECE * n
    return value + min(n, 2)
