"""Which actions a pending decision allows, and where each action goes (rules section 5)."""

from numpy import int64

from ...engine import rule
from ..actions import A
from ..components import EFFECTS
from ..state import (
    ACTIVATE_CARD,
    ARMY,
    BUY,
    DESTINATION,
    DISCARD_MORE,
    GOD,
    MAIN,
    NO_DECISION,
    PAY,
    PLACE,
    PRODUCE_PICK,
    SELL,
    START,
    STEAL,
    TAKE_PIECE,
    TAKE_RESOURCE,
    TRADE_GIVE,
    TRADE_TAKE,
    WILD_COLUMN,
)
from ..vocabulary import AMOUNT
from .armies import choose_army, mask_army, mask_destination, move_army
from .building import (
    build,
    build_wild,
    choose_wild_column,
    mask_main,
    mask_pay,
    mask_place,
    mask_wild_column,
    pay,
    place,
)
from .effects import (
    accept_draw,
    choose_card,
    choose_column,
    choose_piece,
    choose_resource,
    choose_victim,
    effect_at_hand,
    get,
    give,
    mask_effect,
    mask_take_piece,
    mask_take_resource,
    produce_city,
    produce_pick,
    run_effects,
    sell_or_buy,
)
from .offering import (
    call_god,
    discard_more,
    end_discarding,
    mask_god,
    mask_more,
    run_offering,
    start_offering,
)
from .setup import choose_start_piece, mask_start
from .turn import clear_effect, end_action


@rule
def is_forced(s):
    """A lone option is carried out without asking, but a turn always has a decision (rules section 5)."""
    return s.node != MAIN


@rule
def legal_mask(s, mask):
    """Marks the legal actions of the pending decision."""
    node = int64(s.node)
    if node == MAIN:
        mask_main(s, mask)
    elif node == DISCARD_MORE:
        mask_more(s, mask)
    elif node == PLACE:
        mask_place(s, mask)
    elif node == PAY:
        mask_pay(s, mask)
    elif node == TAKE_PIECE:
        mask_take_piece(s, mask)
    elif node == TAKE_RESOURCE:
        mask_take_resource(s, mask)
    elif node == ARMY:
        mask_army(s, EFFECTS[effect_at_hand(s), AMOUNT], mask)
    elif node == DESTINATION:
        mask_destination(s, EFFECTS[effect_at_hand(s), AMOUNT], mask)
    elif node == GOD:
        mask_god(s, mask)
    elif node == WILD_COLUMN:
        mask_wild_column(s, mask)
    elif node == START:
        mask_start(s, mask)
    else:
        mask_effect(s, mask)


@rule
def apply(s, action):
    """Carries out a legal action up to the next decision."""
    node = int64(s.node)
    s.node = NO_DECISION  # unless the choice leads to another at once
    if node == MAIN:
        if action >= A.wild:
            build_wild(s, action - A.wild)
        elif action >= A.discard:
            start_offering(s, action - A.discard)
        else:
            build(s, action - A.build)
    elif node == PLACE:
        place(s, action - A.region)
    elif node == PAY:
        pay(s, action - A.gold_units)
    elif action == A.done:
        decline(s, node)
    elif action >= A.resource or action < A.region:
        apply_choice(s, node, action)
    elif action >= A.kind:
        apply_kind(s, node, action - A.kind)
    else:
        apply_region(s, node, action - A.region)
    if s.node == NO_DECISION:
        carry_on(s)


@rule
def carry_on(s):
    """What follows by itself: the rest of an offering or of a column, then the end of the action (DE-4.12)."""
    if s.offer_n > 0:
        if run_offering(s):
            return
    elif s.frame_kind >= 0 and run_effects(s):
        return
    end_action(s)


@rule
def decline(s, node):
    """``done``: no more cards into the offering, or no more of an effect."""
    if node == DISCARD_MORE:
        end_discarding(s)
    else:
        clear_effect(s)


@rule
def apply_kind(s, node, kind):
    """D0, D3, D6, D7, D16."""
    if node == START:
        choose_start_piece(s, kind)
    elif node == WILD_COLUMN:
        choose_wild_column(s, kind)
    elif node == GOD:
        call_god(s, kind)
    elif node == TAKE_PIECE:
        choose_piece(s, kind)
    else:
        choose_column(s, kind)


@rule
def apply_region(s, node, region):
    """D14, D19, D20."""
    if node == ARMY:
        choose_army(s, region)
    elif node == DESTINATION:
        move_army(s, region)
    else:
        produce_city(s, region)


@rule
def apply_choice(s, node, action):
    """D5, D8 to D13, D15, D17, D18."""
    if node == DISCARD_MORE:
        discard_more(s, action - A.discard)
    elif node == TAKE_RESOURCE:
        choose_resource(s, action - A.resource)
    elif node in (SELL, BUY):
        sell_or_buy(s, action - A.resource)
    elif node == TRADE_GIVE:
        give(s, action - A.resource)
    elif node == TRADE_TAKE:
        get(s, action - A.resource)
    elif node == PRODUCE_PICK:
        produce_pick(s, action - A.resource)
    elif node == ACTIVATE_CARD:
        choose_card(s, action - A.position)
    elif node == STEAL:
        choose_victim(s, action - A.victim)
    else:
        accept_draw(s)
