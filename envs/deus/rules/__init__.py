"""The rules of Deus as functions on a record ``s``, by phase. Numbers such as DE-5.4 refer to RULES.md."""

from ...engine import rule
from ..actions import (
    BUILD,
    CHOOSE_KIND,
    DISCARD,
    DONE,
    GOLD_UNITS,
    POSITION,
    REGION,
    RESOURCE,
    VICTIM,
    WILD,
)
from ..components import EFFECTS
from ..state import (
    ACTIVATE_CARD,
    ACTIVATE_COLUMN,
    ARMY,
    BUY,
    DESTINATION,
    DISCARD_MORE,
    DRAW,
    GOD,
    MAIN,
    PAY,
    PLACE,
    PRODUCE_CITY,
    PRODUCE_PICK,
    SELL,
    START,
    STEAL,
    TAKE_PIECE,
    TAKE_RESOURCE,
    TRADE_GIVE,
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
    choose_victim,
    continue_effect,
    decline,
    effect_at_hand,
    get,
    give,
    mask_effect,
    mask_take_piece,
    mask_take_resource,
    produce_city,
    produce_pick,
    sell_or_buy,
)
from .hidden import resample_hidden
from .offering import (
    call_god,
    choose_piece,
    choose_resource,
    discard_more,
    end_discarding,
    mask_god,
    mask_more,
    start_offering,
)
from .setup import choose_start_piece, mask_start, reset


@rule
def is_forced(s):
    """A lone option is carried out without asking, but a turn always has a decision (rules section 5)."""
    return s.node != MAIN


@rule
def legal_mask(s, mask):
    """Marks the legal actions of the pending decision."""
    node = int(s.node)
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
    node = int(s.node)
    if node == MAIN:
        if action >= WILD:
            build_wild(s, action - WILD)
        elif action >= DISCARD:
            start_offering(s, action - DISCARD)
        else:
            build(s, action - BUILD)
    elif node == DISCARD_MORE:
        if action == DONE:
            end_discarding(s)
        else:
            discard_more(s, action - DISCARD)
    elif node == PLACE:
        place(s, action - REGION)
    elif node == PAY:
        pay(s, action - GOLD_UNITS)
    elif node == TAKE_RESOURCE:
        choose_resource(s, action - RESOURCE)
    elif node in (START, WILD_COLUMN, GOD, TAKE_PIECE):
        apply_kind(s, node, action - CHOOSE_KIND)
    elif action == DONE:
        decline(s)
    else:
        apply_effect(s, node, action)


@rule
def apply_kind(s, node, kind):
    if node == START:
        choose_start_piece(s, kind)
    elif node == WILD_COLUMN:
        choose_wild_column(s, kind)
    elif node == GOD:
        call_god(s, kind)
    else:
        choose_piece(s, kind)


@rule
def apply_effect(s, node, action):
    """The choices of D9 to D20 other than DONE."""
    if node in (SELL, BUY):
        sell_or_buy(s, action - RESOURCE)
    elif node == TRADE_GIVE:
        give(s, action - RESOURCE)
    elif node == ARMY:
        choose_army(s, action - REGION)
    elif node == DESTINATION:
        move_army(s, action - REGION)
        continue_effect(s)
    elif node == DRAW:
        accept_draw(s)
    elif node == PRODUCE_PICK:
        produce_pick(s, action - RESOURCE)
    elif node == PRODUCE_CITY:
        produce_city(s, action - REGION)
    elif node == ACTIVATE_COLUMN:
        choose_column(s, action - CHOOSE_KIND)
    elif node == ACTIVATE_CARD:
        choose_card(s, action - POSITION)
    elif node == STEAL:
        choose_victim(s, action - VICTIM)
    else:
        get(s, action - RESOURCE)


__all__ = ["apply", "is_forced", "legal_mask", "resample_hidden", "reset"]
