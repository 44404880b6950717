"""Which actions a pending decision allows, and where each action goes (rules section 5)."""

import numpy as np

from ...engine import rule
from ..actions import A
from ..components import (
    BOOK,
    CLASS_COLOUR,
    CLASS_ICON,
    CLASS_VALUE,
    CLASSES,
    COLUMNS,
    EXCHANGED,
    GOLD,
    REROLL,
    ROW_PRICE,
    SLOTS,
    SPACES,
    STONE,
    STRENGTH,
    TILE_ICON,
    TILE_STONE,
)
from ..state import BOOKS, EXCHANGE2, FAMINE, MAIN, MARK, PAY, RETURN_DIE, RETURN_REROLL, SLOT
from .dice import count_unused, power, tally
from .rounds import end_famine_choice, give_strength, hold_books, use_all_books, use_book_die
from .turns import (
    begin_construction,
    begin_exchange,
    begin_purchase,
    begin_reroll,
    choose_slot,
    mark_all,
    mark_die,
    pass_round,
    pay_chit,
    pay_die,
    pay_exchange,
    return_unused_die,
    return_unused_reroll,
    return_used_die,
    return_used_reroll,
    roll_marked,
)

# --- Legal actions ---------------------------------------------------------------------------------------------------


@rule
def legal_mask(s, mask):
    """Marks the legal actions of the pending decision."""
    p = np.int64(s.seat)
    if s.node == MAIN:
        mask_main(s, p, mask)
    elif s.node == PAY:
        mask_payment(s, p, mask)
    elif s.node == EXCHANGE2:
        worth, others = tally(s, p, np.int64(s.pay_icon))
        for k in range(np.int64(s.exch_first), CLASSES):
            mask[A.exchange_die + k] = can_exchange(s, p, np.int64(s.exch_first), k, worth, others)
    elif s.node == SLOT:
        mask_slots(s, p, mask)
    elif s.node == RETURN_DIE:
        mask[A.return_used_die] = s.used[p, s.ret_color] > 0
        for k in range(CLASSES):
            mask[A.return_unused_die + k] = s.unused[p, k] > 0 and CLASS_COLOUR[k] == s.ret_color
    elif s.node == RETURN_REROLL:
        mask[A.return_used_reroll] = s.chits_used[p, REROLL] > 0
        mask[A.return_unused_reroll] = s.chits_unused[p, REROLL] > 0
    elif s.node == MARK:
        mask_marks(s, p, mask)
    elif s.node == BOOKS:
        mask_icon(s, p, BOOK, mask)
        mask[A.stop] = True
        mask[A.spend_all_books] = True
    elif s.node == FAMINE:
        mask_icon(s, p, STRENGTH, mask)
        mask[A.stop] = not s.fam_started


@rule
def mask_main(s, p, mask):
    gold = power(s, p, GOLD)
    strength = power(s, p, STRENGTH)
    for i in range(SPACES):
        tile = s.board[i]
        if tile >= 0:
            mask[A.buy + i] = (gold if TILE_ICON[tile] == GOLD else strength) >= ROW_PRICE[i // COLUMNS]
    wonder = s.wonder_uc[p]
    mask[A.build] = wonder >= 0 and power(s, p, STONE) >= TILE_STONE[wonder]
    mask[A.reroll] = s.chits_unused[p, REROLL] > 0 and count_unused(s, p) > 0
    mask[A.pass_] = True


@rule
def mask_payment(s, p, mask):
    """Dice and chits with the icon, and dice that can go into an exchange after which the rest can still be paid."""
    icon = np.int64(s.pay_icon)
    worth, others = tally(s, p, icon)
    mask[A.spend_chit] = s.chits_unused[p, icon] > 0
    for k in range(CLASSES):
        if s.unused[p, k] > 0:
            mask[A.spend_die + k] = CLASS_ICON[k] == icon
            mask[A.exchange_die + k] = EXCHANGED[icon] and has_partner(s, p, k, worth, others)


@rule
def has_partner(s, p, k, worth, others):
    """Whether a die of class ``k`` can be the first half of an exchange: pairs are named in class order."""
    for j in range(k, CLASSES):
        if can_exchange(s, p, k, j, worth, others):
            return True
    return False


@rule
def can_exchange(s, p, k, j, worth, others):
    """Whether the dice of classes ``k`` and ``j`` can be exchanged for 1 of the icon and the rest still be paid."""
    if s.unused[p, j] < (2 if j == k else 1):
        return False
    icon = s.pay_icon
    for half in (k, j):
        if CLASS_ICON[half] == icon:
            worth -= CLASS_VALUE[half]
        else:
            others -= 1
    return s.need - 1 <= worth + others // 2  # ND-6.8


@rule
def mask_slots(s, p, mask):
    """Any building may be covered; of the pre-printed ones, all alike, only the first is offered."""
    printed = False
    for slot in range(SLOTS):
        bought = s.slot_tile[p, slot] >= 0
        mask[A.slot + slot] = bought or not printed
        printed = printed or not bought


@rule
def mask_marks(s, p, mask):
    """Dice are marked in class order, so that each selection has one spelling (ND-9.1)."""
    marked = 0
    for k in range(CLASSES):
        marked += s.marked[k]
    mask[A.roll_all] = marked == 0
    mask[A.roll_marked] = marked > 0
    if marked > 0 or count_unused(s, p) > 1:
        for k in range(np.int64(s.mark_last), CLASSES):
            mask[A.mark_die + k] = s.unused[p, k] > 0


@rule
def mask_icon(s, p, icon, mask):
    """The dice that show the icon, to be spent one by one."""
    for k in range(CLASSES):
        mask[A.spend_die + k] = CLASS_ICON[k] == icon and s.unused[p, k] > 0


# --- Carrying out ----------------------------------------------------------------------------------------------------


@rule
def apply(s, action):
    """Carries out one legal action."""
    if s.node == MAIN:
        apply_main(s, action)
    elif s.node == PAY:
        apply_payment(s, action)
    elif s.node == EXCHANGE2:
        pay_exchange(s, action - A.exchange_die)
    elif s.node == SLOT:
        choose_slot(s, action - A.slot)
    elif s.node == MARK:
        apply_mark(s, action)
    elif s.node == BOOKS:
        apply_books(s, action)
    elif s.node == FAMINE:
        if action == A.stop:
            end_famine_choice(s)
        else:
            give_strength(s, action - A.spend_die)
    else:
        apply_return(s, action)


@rule
def apply_main(s, action):
    if action == A.pass_:
        pass_round(s)
    elif action == A.reroll:
        begin_reroll(s)
    elif action == A.build:
        begin_construction(s)
    else:
        begin_purchase(s, action - A.buy)


@rule
def apply_payment(s, action):
    if action == A.spend_chit:
        pay_chit(s)
    elif action >= A.exchange_die:
        begin_exchange(s, action - A.exchange_die)
    else:
        pay_die(s, action - A.spend_die)


@rule
def apply_mark(s, action):
    if action == A.roll_all:
        mark_all(s)
        roll_marked(s)
    elif action == A.roll_marked:
        roll_marked(s)
    else:
        mark_die(s, action - A.mark_die)


@rule
def apply_books(s, action):
    if action == A.stop:
        hold_books(s)
    elif action == A.spend_all_books:
        use_all_books(s)
    else:
        use_book_die(s, action - A.spend_die)


@rule
def apply_return(s, action):
    if action == A.return_used_die:
        return_used_die(s)
    elif action == A.return_used_reroll:
        return_used_reroll(s)
    elif action == A.return_unused_reroll:
        return_unused_reroll(s)
    else:
        return_unused_die(s, action - A.return_unused_die)
