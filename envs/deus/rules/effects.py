"""Using the cards of a column (DE-4.11, DE-8; decisions D7 to D18): an interpreter of the effect rows.

Two frames say where it stands: the column in use and, inside it, a card activated by a science card. While choices of
an effect are due, ``left`` is above 0. An ``ask_...`` function sets the pending decision and returns True, or returns
False when the effect is finished. The choices themselves only change the game; `run_effects` goes on from there.
"""

from numpy import int64

from ...engine import rule
from ...engine.bits import popcount
from ..actions import A
from ..components import BASIC, EFFECT_END, EFFECT_START, EFFECTS, HAND_LIMIT, N_RESOURCES
from ..state import (
    ACTIVATE_CARD,
    ACTIVATE_COLUMN,
    ARMY,
    BUY,
    DRAW,
    PRODUCE_CITY,
    PRODUCE_PICK,
    SELL,
    STEAL,
    TAKE_PIECE,
    TAKE_RESOURCE,
    TRADE_GIVE,
    TRADE_TAKE,
)
from ..vocabulary import (
    ACTIVATE,
    AMOUNT,
    ANY_COLUMN,
    DISTINCT,
    EACH,
    GAIN,
    GOLD,
    ITEMS,
    MAX,
    NEAR,
    OP,
    OPTION,
    PRODUCE_ALL,
    PRODUCTION,
    SCIENCE,
    SCIENCE_CARDS,
    TRADE,
    UP_TO,
    VP,
)
from ..vocabulary import BUY as OP_BUY
from ..vocabulary import DRAW as OP_DRAW
from ..vocabulary import PRODUCE_CITY as OP_PRODUCE_CITY
from ..vocabulary import PRODUCE_PICK as OP_PRODUCE_PICK
from ..vocabulary import SELL as OP_SELL
from ..vocabulary import STEAL as OP_STEAL
from ..vocabulary import TAKE_PIECE as OP_TAKE_PIECE
from .armies import any_army
from .board import beside, cities, city_size, controlled, mask_regions
from .cards import can_draw, draw_cards, is_face_up
from .turn import clear_effect, counted, leave_inner_frame

# --- The frames ------------------------------------------------------------------------------------------------------


@rule
def activate_column(s, kind):
    """Makes a column ready for use, from its lowest card on."""
    s.frame_kind = kind
    s.frame_pos = 0
    s.frame_effect = -1


@rule
def run_effects(s):
    """Uses cards from where the frames stand; True if a decision is due, False if the column is done."""
    p = int64(s.seat)
    while True:
        if s.left > 0 and ask_effect(s, p, effect_at_hand(s)):
            return True
        clear_effect(s)
        if not next_effect(s, p):
            return False
        start_effect(s, p, effect_at_hand(s))


@rule
def next_effect(s, p):
    """Moves the frames to the next effect, past face-down cards; False if there is none."""
    if s.inner_kind >= 0:
        s.inner_effect += 1
        card = int64(s.column[p, s.inner_kind, s.inner_pos])
        if EFFECT_START[card] + s.inner_effect < EFFECT_END[card]:
            return True
        leave_inner_frame(s)
    kind = int64(s.frame_kind)
    s.frame_effect += 1
    while s.frame_pos < s.height[p, kind]:
        place = int64(s.frame_pos)
        card = int64(s.column[p, kind, place])
        if EFFECT_START[card] + s.frame_effect < EFFECT_END[card] and is_face_up(s, p, kind, place):
            return True
        s.frame_pos += 1
        s.frame_effect = 0
    return False


@rule
def effect_at_hand(s):
    """The row of the effect in use."""
    if s.inner_kind >= 0:
        return EFFECT_START[s.column[s.seat, s.inner_kind, s.inner_pos]] + s.inner_effect
    return EFFECT_START[s.column[s.seat, s.frame_kind, s.frame_pos]] + s.frame_effect


@rule
def start_effect(s, p, e):
    """Carries out an effect without choices, or says in ``left`` how often a choice may be made."""
    op = EFFECTS[e, OP]
    if op == GAIN:
        gain(s, p, e)
    elif op == PRODUCE_ALL:
        produce_all(s, p, e)
    elif op == OP_STEAL and EFFECTS[e, EACH]:
        steal_from_each(s, p, e)
    elif op in (OP_DRAW, ACTIVATE, OP_STEAL, OP_PRODUCE_CITY):
        s.left = 1
    else:
        s.left = EFFECTS[e, MAX]
        if op == OP_PRODUCE_PICK:
            count_producers(s, p)


@rule
def ask_effect(s, p, e):
    """Asks for the next choice of an effect, if it has any left (DE-8.1, DE-8.2)."""
    op = EFFECTS[e, OP]
    if op in (OP_SELL, OP_BUY, TRADE):
        return ask_trade(s, p, e, op)
    if op == OP_PRODUCE_PICK:
        return ask_produce_pick(s, p, e)
    if op == OP_TAKE_PIECE:
        return ask_take_piece(s, p)
    if op == ACTIVATE:
        return ask_activate(s, p, e)
    if op == OP_PRODUCE_CITY:
        node = PRODUCE_CITY
        possible = producing_cities(s, p, e) != 0
    elif op == OP_DRAW:
        node = DRAW
        possible = cards_wanted(s, p, e) > 0 and can_draw(s, p)
    elif op == OP_STEAL:
        node = STEAL
        possible = any_target(s, p, e)
    else:
        node = ARMY
        possible = any_army(s, p, EFFECTS[e, AMOUNT])
    if possible:
        s.node = node
    return possible


# --- Gains -----------------------------------------------------------------------------------------------------------


@rule
def gain(s, p, e):
    """Gold or VP by the growth of the city (DE-8.6b)."""
    units = counted(s, p, e)
    if EFFECTS[e, GOLD] > 0:
        s.gold[p] += units
    else:
        s.score[p] += units


@rule
def take_resource(s, p, j, n):
    """Player ``p`` takes up to ``n`` of resource ``j`` from the supply (DE-2.5)."""
    taken = min(n, int64(s.supply[j]))
    s.supply[j] -= taken
    s.resources[p, j] += taken


# --- Production (DE-8.5): terrain j gives resource j -----------------------------------------------------------------


@rule
def produce_all(s, p, e):
    producers = s.where[p, PRODUCTION]
    if EFFECTS[e, OPTION] > 1:
        producers &= cities(s, p, EFFECTS[e, OPTION])
    for j in range(N_RESOURCES):
        if EFFECTS[e, ITEMS] >> j & 1:
            take_resource(s, p, j, popcount(producers & s.terrain_regions[j]) * EFFECTS[e, AMOUNT])


@rule
def count_producers(s, p):
    for j in range(N_RESOURCES):
        s.counts[j] = popcount(s.where[p, PRODUCTION] & s.terrain_regions[j])


@rule
def can_pick(s, e, j):
    """D13: whether a building on terrain ``j`` is left to choose."""
    return s.counts[j] > 0 and s.supply[j] > 0 and not (EFFECTS[e, DISTINCT] and s.used >> j & 1)


@rule
def ask_produce_pick(s, p, e):
    """Asks for a building to produce, unless all that are left would be taken in any case (forced set)."""
    choosable = 0
    for j in range(N_RESOURCES):
        if can_pick(s, e, j):
            choosable += 1 if EFFECTS[e, DISTINCT] else int64(s.counts[j])
    if choosable > s.left:
        s.node = PRODUCE_PICK
        return True
    for j in range(N_RESOURCES):
        if can_pick(s, e, j):
            buildings = 1 if EFFECTS[e, DISTINCT] else int64(s.counts[j])
            take_resource(s, p, j, buildings * EFFECTS[e, AMOUNT])
    return False


@rule
def produce_pick(s, j):
    s.counts[j] -= 1
    s.used |= 1 << j
    s.left -= 1
    take_resource(s, int64(s.seat), j, EFFECTS[effect_at_hand(s), AMOUNT])


@rule
def producing_cities(s, p, e):
    """D14: own production buildings whose resource is in the supply."""
    regions = 0
    for j in range(N_RESOURCES):
        if EFFECTS[e, ITEMS] >> j & 1 and s.supply[j] > 0:
            regions |= s.terrain_regions[j]
    return regions & s.where[p, PRODUCTION]


@rule
def produce_city(s, region):
    p = int64(s.seat)
    take_resource(s, p, int64(s.terrain[region]), city_size(s, p, region))
    clear_effect(s)


# --- Trade (DE-8.4) --------------------------------------------------------------------------------------------------


@rule
def can_trade(s, p, e, op, j):
    """D9 to D11: whether resource ``j`` can be sold, bought or given."""
    if op == TRADE:
        return s.resources[p, j] > 0 and other_kind_left(s, j)
    if not EFFECTS[e, ITEMS] >> j & 1 or (EFFECTS[e, DISTINCT] and s.used >> j & 1):
        return False
    if op == OP_SELL:
        return s.resources[p, j] > 0
    return s.supply[j] > 0 and s.gold[p] >= EFFECTS[e, GOLD]


@rule
def other_kind_left(s, j):
    for i in range(N_RESOURCES):
        if i != j and s.supply[i] > 0:
            return True
    return False


@rule
def ask_trade(s, p, e, op):
    for j in range(N_RESOURCES):
        if can_trade(s, p, e, op, j):
            s.node = SELL if op == OP_SELL else (BUY if op == OP_BUY else TRADE_GIVE)
            return True
    return False


@rule
def sell_or_buy(s, j):
    p = int64(s.seat)
    e = effect_at_hand(s)
    s.left -= 1
    s.used |= 1 << j
    if EFFECTS[e, OP] == OP_SELL:
        s.resources[p, j] -= 1
        s.supply[j] += 1
        s.gold[p] += EFFECTS[e, GOLD]
        s.score[p] += EFFECTS[e, VP]
    else:
        s.gold[p] -= EFFECTS[e, GOLD]
        take_resource(s, p, j, 1)


@rule
def give(s, j):
    """D11; the other half of the trade follows."""
    s.resources[s.seat, j] -= 1
    s.supply[j] += 1
    s.trade_give = j
    s.node = TRADE_TAKE


@rule
def get(s, i):
    take_resource(s, int64(s.seat), i, 1)
    s.trade_give = -1
    s.left -= 1


# --- Science (DE-8.6) ------------------------------------------------------------------------------------------------


@rule
def cards_wanted(s, p, e):
    """How many cards a draw effect gives at most."""
    n = EFFECTS[e, MAX]
    if EFFECTS[e, OPTION] == UP_TO:
        n -= s.hand_len[p]
    elif EFFECTS[e, OPTION] == SCIENCE_CARDS:
        n = min(n, int64(s.height[p, SCIENCE]))
    return min(n, HAND_LIMIT - s.hand_len[p])


@rule
def accept_draw(s):
    p = int64(s.seat)
    draw_cards(s, p, cards_wanted(s, p, effect_at_hand(s)))
    clear_effect(s)


@rule
def has_card_up(s, p, kind):
    """Whether a column has a face-up card."""
    return s.height[p, kind] > (1 if s.facedown_kind[p] == kind else 0)


@rule
def ask_activate(s, p, e):
    column = EFFECTS[e, OPTION]
    if column != ANY_COLUMN:
        s.asked_column = column
        if has_card_up(s, p, column):
            s.node = ACTIVATE_CARD
            return True
        return False
    for kind in range(BASIC):
        if kind != SCIENCE and has_card_up(s, p, kind):
            s.node = ACTIVATE_COLUMN
            return True
    return False


@rule
def choose_column(s, kind):
    """D16; which card of the column follows."""
    s.asked_column = kind
    s.node = ACTIVATE_CARD


@rule
def choose_card(s, position):
    """D17: the chosen card's effects run inside the science card."""
    kind = int64(s.asked_column)
    clear_effect(s)
    s.inner_kind = kind
    s.inner_pos = position
    s.inner_effect = -1


# --- Theft (DE-8.8) --------------------------------------------------------------------------------------------------


@rule
def is_target(s, p, q, e, reach):
    """Whether ``q`` can be robbed: near enough and, for gold, with some gold."""
    return q != p and controlled(s, q) & reach != 0 and (EFFECTS[e, GOLD] == 0 or s.gold[q] > 0)


@rule
def any_target(s, p, e):
    """Whether anybody can be robbed (D18)."""
    reach = beside(s, s.where[p, EFFECTS[e, NEAR]])
    for q in range(int64(s.players)):
        if is_target(s, p, q, e, reach):
            return True
    return False


@rule
def steal_from_each(s, p, e):
    reach = beside(s, s.where[p, EFFECTS[e, NEAR]])
    for q in range(int64(s.players)):
        if is_target(s, p, q, e, reach):
            steal(s, p, q, e)


@rule
def steal(s, p, q, e):
    gold = min(EFFECTS[e, GOLD], int64(s.gold[q]))
    vp = min(EFFECTS[e, VP], int64(s.score[q]))
    s.gold[q] -= gold
    s.gold[p] += gold
    s.score[q] -= vp
    s.score[p] += vp


@rule
def choose_victim(s, d):
    p = int64(s.seat)
    steal(s, p, (p + d + 1) % s.players, effect_at_hand(s))
    clear_effect(s)


# --- Taking pieces and resources: also of the gods (DE-7.3) ----------------------------------------------------------


@rule
def take_piece(s, p, kind):
    """A piece of the reserve becomes ready, if one is left."""
    if s.reserve[p, kind] > 0:
        s.reserve[p, kind] -= 1
        s.ready[p, kind] += 1


@rule
def choose_piece(s, kind):
    take_piece(s, int64(s.seat), kind)
    s.left -= 1


@rule
def choose_resource(s, j):
    take_resource(s, int64(s.seat), j, 1)
    s.left -= 1


@rule
def ask_take_piece(s, p):
    """D7; pieces that would all be taken in any case are not asked for (forced set)."""
    total = 0
    for kind in range(BASIC):
        total += int64(s.reserve[p, kind])
    if total > s.left:
        s.node = TAKE_PIECE
        return True
    for kind in range(BASIC):
        s.ready[p, kind] += s.reserve[p, kind]
        s.reserve[p, kind] = 0
    return False


@rule
def ask_take_resource(s, p):
    """D8; tokens that would all be taken in any case are not asked for (forced set)."""
    total = 0
    for j in range(N_RESOURCES):
        total += int64(s.supply[j])
    if total > s.left:
        s.node = TAKE_RESOURCE
        return True
    for j in range(N_RESOURCES):
        take_resource(s, p, j, int64(s.supply[j]))
    return False


# --- Legal choices ---------------------------------------------------------------------------------------------------


@rule
def mask_effect(s, mask):
    """The legal choices of D9 to D11 and D13 to D18; DONE where declining can be sensible (DE-8.1)."""
    p = int64(s.seat)
    node = int64(s.node)
    e = effect_at_hand(s)
    if node in (SELL, BUY, TRADE_GIVE):
        for j in range(N_RESOURCES):
            mask[A.resource + j] = can_trade(s, p, e, EFFECTS[e, OP], j)
        mask[A.done] = True
    elif node == TRADE_TAKE:
        for i in range(N_RESOURCES):
            mask[A.resource + i] = i != s.trade_give and s.supply[i] > 0
    elif node == PRODUCE_PICK:
        for j in range(N_RESOURCES):
            mask[A.resource + j] = can_pick(s, e, j)
    elif node == PRODUCE_CITY:
        mask_regions(producing_cities(s, p, e), mask)
    elif node == DRAW:
        mask[A.accept] = True
        mask[A.done] = True
    elif node == STEAL:
        mask_victims(s, p, e, mask)
    else:
        mask_activation(s, p, e, node, mask)


@rule
def mask_victims(s, p, e, mask):
    reach = beside(s, s.where[p, EFFECTS[e, NEAR]])
    for d in range(int64(s.players) - 1):
        mask[A.victim + d] = is_target(s, p, (p + d + 1) % s.players, e, reach)


@rule
def mask_activation(s, p, e, node, mask):
    if node == ACTIVATE_COLUMN:
        for kind in range(BASIC):
            mask[A.kind + kind] = kind != SCIENCE and has_card_up(s, p, kind)
        mask[A.done] = True
        return
    for i in range(s.height[p, s.asked_column]):
        mask[A.position + i] = is_face_up(s, p, s.asked_column, i)
    mask[A.done] = EFFECTS[e, OPTION] != ANY_COLUMN


@rule
def mask_take_piece(s, mask):
    for kind in range(BASIC):
        mask[A.kind + kind] = s.reserve[s.seat, kind] > 0


@rule
def mask_take_resource(s, mask):
    for j in range(N_RESOURCES):
        mask[A.resource + j] = s.supply[j] > 0
