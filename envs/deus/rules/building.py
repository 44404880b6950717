"""Constructing a building: what may be built, payment, placement (DE-4, DE-5, DE-11.3; decisions D1 to D4)."""

from numpy import int64

from ...engine import rule
from ..actions import A
from ..components import (
    BASIC,
    COLUMN_MAX,
    COST,
    COST_GOLD,
    EDGE_VP,
    FIRST_DISTANCE,
    GOLD_PER_RESOURCE,
    KIND,
    N_RESOURCES,
    TEMPLE_COLUMN_MAX,
)
from ..state import PAY, PLACE, WILD_COLUMN
from ..vocabulary import TEMPLE_KIND
from .board import beside, controlled, empty_regions, land_regions, mask_regions, suitable
from .cards import put_in_column, take_from_hand
from .effects import activate_column
from .turn import note_end
from .villages import check_villages

# --- Where a piece may go --------------------------------------------------------------------------------------------


@rule
def regions_for(s, p, kind):
    """Where player ``p`` may place a basic piece (DE-4.6 to DE-4.9)."""
    own = controlled(s, p)
    fit = suitable(s, kind)
    empty = empty_regions(s)
    if own == 0:
        return first_regions(s, p, fit & empty & s.edge)
    regions = free_regions(s, p, kind, own, fit, empty)
    if s.score[p] >= EDGE_VP:
        regions |= s.edge & empty & fit
    return regions


@rule
def free_regions(s, p, kind, own, fit, empty):
    """Where a later building goes for nothing (DE-4.7): own regions without its kind, empty ones beside own ones."""
    return fit & ((own & ~s.where[p, kind]) | (empty & beside(s, own)))


@rule
def first_regions(s, p, fit):
    """Where the first building may go: far from the first regions of the others, if possible (DE-4.6)."""
    others = 0
    for q in range(int64(s.players)):
        if q != p and s.first_region[q] >= 0:
            others |= 1 << int64(s.first_region[q])
    for distance in range(FIRST_DISTANCE, 0, -1):
        near = others  # closer than ``distance``
        for _ in range(distance - 1):
            near |= beside(s, near)
        if fit & ~near:
            return fit & ~near
    return 0


@rule
def temple_regions(s, p):
    """Where a wooden temple may go (DE-5.3)."""
    return controlled(s, p) & land_regions(s) & ~s.where[p, TEMPLE_KIND]


# --- What may be built -----------------------------------------------------------------------------------------------


@rule
def temple_allowed(s, p):
    """Whether the columns and the board allow another temple card (DE-5.1, DE-5.3, DE-5.4)."""
    built = s.height[p, TEMPLE_KIND]
    if built >= TEMPLE_COLUMN_MAX:
        return False
    for k in range(BASIC):
        if s.height[p, k] < built:
            return False
    return s.temple_supply == 0 or temple_regions(s, p) != 0


@rule
def kind_allowed(s, p, kind):
    """Whether a card of this kind may be built, whatever it costs (DE-4.2, DE-4.5, DE-5)."""
    if kind == TEMPLE_KIND:
        return temple_allowed(s, p)
    return s.ready[p, kind] > 0 and s.height[p, kind] < COLUMN_MAX and regions_for(s, p, kind) != 0


@rule
def gold_needed(s, p, card, first):
    """The least gold that resources ``first`` and on of a cost take (DE-4.4)."""
    gold = 0
    for j in range(first, N_RESOURCES):
        gold += max(COST[card, j] - s.resources[p, j], 0) * GOLD_PER_RESOURCE
    return gold


@rule
def affordable(s, p, card):
    return COST_GOLD[card] + gold_needed(s, p, card, 0) <= s.gold[p]


@rule
def wild_allowed(s, p, kind):
    """Whether a card may be built face down in this column: ready piece, gold, legal region (DE-11.3)."""
    return s.gold[p] > s.height[p, kind] and kind_allowed(s, p, kind)


@rule
def mask_main(s, mask):
    """D1: build, make an offering, or build face down."""
    p = int64(s.seat)
    n = int64(s.hand_len[p])
    last = -1  # the hand is sorted by kind, so each kind is looked at once
    allowed = False
    for i in range(n):
        card = int64(s.hand[p, i])
        mask[A.discard + i] = True
        if not affordable(s, p, card):
            continue
        if KIND[card] != last:
            last = KIND[card]
            allowed = kind_allowed(s, p, last)
        mask[A.build + i] = allowed
    if s.wild_building and not s.wild_used[p]:
        for kind in range(BASIC):
            if wild_allowed(s, p, kind):
                mask[A.wild : A.wild + n] = True
                return


# --- Card and payment ------------------------------------------------------------------------------------------------


@rule
def build(s, slot):
    """Puts the card in its column (DE-4.3) and pays its gold; its resources follow."""
    p = int64(s.seat)
    card = take_from_hand(s, p, slot)
    s.card = card
    s.kind = KIND[card]
    put_in_column(s, p, s.kind, card)
    s.gold[p] -= COST_GOLD[card]
    s.pay_resource = -1
    next_payment(s)


@rule
def next_payment(s):
    """Goes to the next resource of the cost, or to placement (D2); what can be paid in one way only is paid."""
    p = int64(s.seat)
    while s.pay_resource < N_RESOURCES - 1:
        s.pay_resource += 1
        least = least_units(s, p)
        if least < most_units(s, p):
            s.node = PAY
            return
        pay_resource(s, p, least)
    s.pay_resource = -1
    ask_place(s)


@rule
def least_units(s, p):
    """The fewest units of the asked resource that must be replaced by gold."""
    j = int64(s.pay_resource)
    return max(COST[s.card, j] - s.resources[p, j], 0)


@rule
def most_units(s, p):
    """The most units of it that can be replaced, leaving gold for the resources still to pay (DE-4.4)."""
    j = int64(s.pay_resource)
    spare = s.gold[p] - gold_needed(s, p, s.card, j + 1)
    return min(COST[s.card, j], spare // GOLD_PER_RESOURCE)


@rule
def mask_pay(s, mask):
    p = int64(s.seat)
    mask[A.gold_units + least_units(s, p) : A.gold_units + most_units(s, p) + 1] = True


@rule
def pay_resource(s, p, units):
    """Pays the asked resource, ``units`` of it in gold; the rest goes back to the supply."""
    j = int64(s.pay_resource)
    given = COST[s.card, j] - units
    s.resources[p, j] -= given
    s.supply[j] += given
    s.gold[p] -= units * GOLD_PER_RESOURCE


@rule
def pay(s, units):
    pay_resource(s, int64(s.seat), units)
    next_payment(s)


# --- Face-down card (DE-11.3) ----------------------------------------------------------------------------------------


@rule
def build_wild(s, slot):
    s.card = s.hand[s.seat, slot]  # it stays in the hand until its column is chosen
    s.node = WILD_COLUMN


@rule
def mask_wild_column(s, mask):
    for kind in range(BASIC):
        mask[A.kind + kind] = wild_allowed(s, int64(s.seat), kind)


@rule
def choose_wild_column(s, kind):
    p = int64(s.seat)
    slot = 0
    while s.hand[p, slot] != s.card:
        slot += 1
    card = take_from_hand(s, p, slot)
    s.gold[p] -= s.height[p, kind] + 1
    s.facedown_kind[p] = kind
    s.facedown_pos[p] = s.height[p, kind]
    s.wild_used[p] = 1
    put_in_column(s, p, kind, card)
    s.card = -1
    s.kind = kind
    ask_place(s)


# --- Placement -------------------------------------------------------------------------------------------------------


@rule
def ask_place(s):
    """D4; a temple without a wooden temple left needs no region (DE-5.4)."""
    if s.kind != TEMPLE_KIND or s.temple_supply > 0:
        s.node = PLACE


@rule
def mask_place(s, mask):
    p = int64(s.seat)
    regions = temple_regions(s, p) if s.kind == TEMPLE_KIND else regions_for(s, p, int64(s.kind))
    mask_regions(regions, mask)


@rule
def place(s, region):
    """Places the piece (DE-4.5, DE-5.3); then attacks (DE-4.10); activation follows (DE-4.11)."""
    p = int64(s.seat)
    kind = int64(s.kind)
    if kind == TEMPLE_KIND:
        s.temple_supply -= 1
        s.where[p, kind] |= 1 << region
        note_end(s)
        return
    own = controlled(s, p)
    if own == 0:
        s.first_region[p] = region
    elif free_regions(s, p, kind, own, suitable(s, kind), empty_regions(s)) >> region & 1 == 0:
        s.score[p] -= EDGE_VP  # DE-4.8
    s.ready[p, kind] -= 1
    s.where[p, kind] |= 1 << region
    check_villages(s)
    activate_column(s, kind)
