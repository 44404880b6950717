"""The action phase: actions, payments and their sub-steps (ND-5 to ND-9, ND-14.3)."""

import numpy as np

from ...engine import rule
from ...engine.rng import randint
from ..components import (
    ADVISOR,
    BUILDING,
    CLASS_COLOUR,
    CLASS_VALUE,
    CLASSES,
    COLONY,
    COLUMNS,
    D4_SIDES,
    REROLL,
    ROW_PRICE,
    ROWS,
    STONE,
    TILE_CHIT,
    TILE_COLOUR,
    TILE_GAIN,
    TILE_ICON,
    TILE_STONE,
    TILE_TYPE,
    WHITE,
)
from ..state import EXCHANGE2, IN_PLAY, MARK, OUT, PAY, RETURN_DIE, RETURN_REROLL, SLOT
from .dice import begin_turn, roll, use_chits, use_die
from .rounds import begin_books

# --- Turns (ND-5) ----------------------------------------------------------------------------------------------------


@rule
def end_action(s):
    """An action is complete: in the solo game the opponent takes a tile, then the next player is up."""
    if s.players == 1:
        rival_takes_tile(s)
    next_turn(s)


@rule
def rival_takes_tile(s):
    """Rolls the four-sided die: the cheapest tile of column 1, 2 or 3 is gone (ND-14.3, ND-14.6)."""
    column = randint(s, D4_SIDES - 1 if s.solo_hard else D4_SIDES)
    for row in range(ROWS):
        i = row * COLUMNS + column
        if s.board[i] >= 0:  # column 4 is always empty
            s.tile_zone[s.board[i]] = OUT
            s.board[i] = -1
            return


@rule
def pass_round(s):
    s.passed[s.seat] = 1
    next_turn(s)


@rule
def next_turn(s):
    """Goes to the next player who has not passed, or on to the books (ND-5.1)."""
    n = np.int64(s.players)
    for step in range(1, n + 1):
        i = (np.int64(s.turn_pos) + step) % n
        if not s.passed[s.order[i]]:
            s.turn_pos = i
            begin_turn(s)
            return
    begin_books(s)


# --- Paying (ND-6) ---------------------------------------------------------------------------------------------------


@rule
def begin_purchase(s, i):
    """Buys the tile on space ``i``: the price is that of its row (ND-6.1)."""
    tile = s.board[i]
    s.target = i
    s.bought_tile = tile
    s.pay_icon = TILE_ICON[tile]
    s.need = ROW_PRICE[i // COLUMNS]
    s.node = PAY


@rule
def begin_construction(s):
    """Pays for the wonder under construction in stone (ND-8.1)."""
    s.pay_icon = STONE
    s.need = TILE_STONE[s.wonder_uc[s.seat]]
    s.node = PAY


@rule
def pay_die(s, k):
    use_die(s, np.int64(s.seat), k)
    pay(s, CLASS_VALUE[k])


@rule
def pay_chit(s):
    use_chits(s, np.int64(s.seat), np.int64(s.pay_icon), 1)
    pay(s, 1)


@rule
def begin_exchange(s, k):
    s.exch_first = k
    s.node = EXCHANGE2


@rule
def pay_exchange(s, k):
    """Two dice stand for 1 of the icon (ND-6.4)."""
    p = np.int64(s.seat)
    use_die(s, p, np.int64(s.exch_first))
    use_die(s, p, k)
    s.exch_first = -1
    pay(s, 1)


@rule
def pay(s, worth):
    """Lowers what is still to pay; nothing is given back (ND-6.3) and the payment stops by itself (ND-6.7)."""
    s.need = max(0, np.int64(s.need) - worth)
    if s.need > 0:
        s.node = PAY
        return
    s.pay_icon = 0
    if s.bought_tile < 0:
        complete_wonder(s)
    else:
        take_tile(s)


# --- Tiles (ND-7, ND-8) ----------------------------------------------------------------------------------------------


@rule
def take_tile(s):
    """The bought tile leaves the board; buildings and second advisors ask what to give back for them."""
    p = np.int64(s.seat)
    tile = np.int64(s.bought_tile)
    s.board[s.target] = -1
    s.tile_zone[tile] = IN_PLAY + p
    s.target = -1
    kind = TILE_TYPE[tile]
    if kind == BUILDING:
        s.node = SLOT
    elif kind == ADVISOR:
        s.ret_left = TILE_GAIN[s.advisor[p]] if s.advisor[p] >= 0 else 0
        s.node = RETURN_REROLL
        if s.ret_left == 0:
            seat_advisor(s)
    else:
        s.bought_tile = -1
        if kind == COLONY:
            take_chits(s, p, tile)
        else:
            if s.wonder_uc[p] >= 0:  # ND-7.5
                s.tile_zone[s.wonder_uc[p]] = OUT
            s.wonder_uc[p] = tile
        end_action(s)


@rule
def complete_wonder(s):
    p = np.int64(s.seat)
    tile = np.int64(s.wonder_uc[p])
    s.wonder_uc[p] = -1
    take_chits(s, p, tile)
    end_action(s)


@rule
def take_chits(s, p, tile):
    """The chits that a tile gives, unused."""
    kind = TILE_CHIT[tile]
    if kind >= 0:
        s.supply_chits[kind] -= TILE_GAIN[tile]
        s.chits_unused[p, kind] += TILE_GAIN[tile]


@rule
def choose_slot(s, slot):
    """The building in the slot is to be covered: its dice go back first (ND-7.2)."""
    old = s.slot_tile[s.seat, slot]
    s.slot_sel = slot
    s.ret_color = TILE_COLOUR[old] if old >= 0 else WHITE
    s.ret_left = TILE_GAIN[old] if old >= 0 else 1
    s.node = RETURN_DIE


@rule
def return_used_die(s):
    s.used[s.seat, s.ret_color] -= 1
    die_returned(s)


@rule
def return_unused_die(s, k):
    s.unused[s.seat, k] -= 1
    die_returned(s)


@rule
def die_returned(s):
    s.supply_dice[s.ret_color] += 1
    s.ret_left -= 1
    if s.ret_left == 0:
        place_building(s)


@rule
def place_building(s):
    """Covers the old building and rolls the new one's dice at once (ND-7.2)."""
    p = np.int64(s.seat)
    tile = np.int64(s.bought_tile)
    old = np.int64(s.slot_tile[p, s.slot_sel])
    if old >= 0:
        s.tile_zone[old] = OUT
    s.slot_tile[p, s.slot_sel] = tile
    s.bought_tile = -1
    s.slot_sel = -1
    s.ret_color = 0
    colour = TILE_COLOUR[tile]
    for _ in range(TILE_GAIN[tile]):
        s.supply_dice[colour] -= 1
        roll(s, p, colour)
    end_action(s)


@rule
def return_used_reroll(s):
    s.chits_used[s.seat, REROLL] -= 1
    reroll_returned(s)


@rule
def return_unused_reroll(s):
    s.chits_unused[s.seat, REROLL] -= 1
    reroll_returned(s)


@rule
def reroll_returned(s):
    s.supply_chits[REROLL] += 1
    s.ret_left -= 1
    if s.ret_left == 0:
        seat_advisor(s)


@rule
def seat_advisor(s):
    """The new advisor replaces the old one and brings its re-rolls (ND-7.3)."""
    p = np.int64(s.seat)
    tile = np.int64(s.bought_tile)
    if s.advisor[p] >= 0:
        s.tile_zone[s.advisor[p]] = OUT
    s.advisor[p] = tile
    s.bought_tile = -1
    take_chits(s, p, tile)
    end_action(s)


# --- Re-roll (ND-9) --------------------------------------------------------------------------------------------------


@rule
def begin_reroll(s):
    use_chits(s, np.int64(s.seat), REROLL, 1)
    s.node = MARK


@rule
def mark_die(s, k):
    s.unused[s.seat, k] -= 1
    s.marked[k] += 1
    s.mark_last = k


@rule
def mark_all(s):
    for k in range(CLASSES):
        s.marked[k] += s.unused[s.seat, k]
        s.unused[s.seat, k] = 0


@rule
def roll_marked(s):
    p = np.int64(s.seat)
    for k in range(CLASSES):
        for _ in range(s.marked[k]):
            roll(s, p, CLASS_COLOUR[k])
        s.marked[k] = 0
    s.mark_last = 0
    end_action(s)
