"""A quick guess at how good a state is for a seat; the Greedy agent maximises it one ply ahead.

Everything is measured in points: what is scored, what the tiles will give in the rounds to come, and what the unused
dice and chits may still bring in this one.
"""

import numpy as np

from ..engine import rule
from .components import (
    ADVISOR,
    AGES,
    BOOK,
    BOOK_VP,
    BUILDING,
    CLASS_COLOUR,
    CLASS_ICON,
    CLASS_VALUE,
    CLASSES,
    COLOURS,
    EVENT_FAMINE,
    EVENT_VP,
    EVENT_WAR,
    FACES,
    FOOD,
    GOLD,
    KINDS,
    REROLL,
    SLOTS,
    STONE,
    STRENGTH,
    TILE_CHIT,
    TILE_COLOUR,
    TILE_GAIN,
    TILE_STONE,
    TILE_TYPE,
    TILE_VP,
    WHITE,
    WONDER,
)
from .rules.dice import power, tally
from .rules.rounds import tile_points
from .state import EXCHANGE2, MARK

N_COLOURS = len(COLOURS)
SIDES = FACES.shape[2]

# Worth of one die of each colour, of one chit of each kind, in each round to come.
DIE_WORTH = np.array([0.6, 1.4, 1.4, 1.4])
CHIT_WORTH = np.array([0.4, 0.6, 0.5, 0.6, 0.6, 0.5])
GOLD_WORTH = 0.5
SPARE_STONE_WORTH = 0.25
SPARE_STRENGTH_WORTH = 0.12
REROLL_WORTH = 0.4
HALF_EXCHANGE_WORTH = 0.12
BOOK_SPREAD = 6.0  # a lead of half of it makes the points for books safe
RIVAL_BOOKS_TO_COME = 1.5
THIS_ROUND = 0.8  # a die or chit gained now is worth part of a round at once


@rule
def appraise(s, seat):
    """Own points and prospects, minus the mean of the rivals' points."""
    n = np.int64(s.players)
    value = 0.0
    for p in range(n):
        if p != seat:
            value -= (s.score[p] + (0 if s.over else tile_points(s, p))) / (n - 1)
    value += s.score[seat]
    if s.over:
        return value
    left = AGES - s.age
    value += tile_points(s, seat) + estate(s, seat, left) + prospects(s, seat, left)
    if s.seat == seat and s.node < MARK:
        value += purchase(s, seat, left)
    return value


@rule
def gain_worth(tile, rounds):
    """What the dice or chits of a tile (-1: a pre-printed building) are worth over so many rounds."""
    if tile < 0:
        return DIE_WORTH[WHITE] * rounds
    if TILE_COLOUR[tile] >= 0:
        return TILE_GAIN[tile] * DIE_WORTH[TILE_COLOUR[tile]] * rounds
    if TILE_CHIT[tile] >= 0:
        return TILE_GAIN[tile] * CHIT_WORTH[TILE_CHIT[tile]] * rounds
    return 0.0


@rule
def tile_worth(tile, rounds):
    return gain_worth(tile, rounds) + (TILE_VP[tile] if tile >= 0 else 0)


@rule
def estate(s, p, left):
    """What the player's dice and chits are worth in the rounds to come, and the wonder they may build."""
    value = 0.0
    for slot in range(SLOTS):
        value += gain_worth(np.int64(s.slot_tile[p, slot]), left)
    for kind in range(KINDS):
        value += CHIT_WORTH[kind] * left * (s.chits_unused[p, kind] + s.chits_used[p, kind])
    if s.wonder_uc[p] >= 0:
        value += wonder_hope(s, p, np.int64(s.wonder_uc[p]), left)
    return value


@rule
def wonder_hope(s, p, tile, left):
    """The worth of a wonder under construction: better the nearer the stone."""
    if s.seat == p and s.node <= EXCHANGE2 and s.need > 0 and s.bought_tile < 0:
        return tile_worth(tile, left)  # being built
    stone = min(1.0, power(s, p, STONE) / TILE_STONE[tile]) if not s.passed[p] else 0.0
    chance = max(0.9 * stone * stone, min(0.3 * left, 0.6))
    return chance * tile_worth(tile, left)


@rule
def purchase(s, p, left):
    """The tile being bought, for what it replaces and what is still to pay."""
    value = 0.0
    if s.need > 0:
        stone = s.pay_icon == STONE
        price = SPARE_STONE_WORTH if stone else GOLD_WORTH if s.pay_icon == GOLD else strength_worth(s, p)
        value -= s.need * price
        if s.exch_first >= 0:
            value += price - exchange_cost(s, p, left)
    tile = np.int64(s.bought_tile)
    if tile < 0:
        return value
    if TILE_TYPE[tile] == WONDER:
        value += wonder_hope(s, p, tile, left)
        if s.wonder_uc[p] >= 0:
            value -= wonder_hope(s, p, np.int64(s.wonder_uc[p]), left)
        return value
    value += gain_worth(tile, left + THIS_ROUND)
    if s.need > 0:
        value += TILE_VP[tile]
    if TILE_TYPE[tile] == BUILDING:
        value -= replaced_worth(s, p, left)
    elif TILE_TYPE[tile] == ADVISOR and s.advisor[p] >= 0:
        value -= tile_worth(np.int64(s.advisor[p]), left)
    return value


@rule
def replaced_worth(s, p, left):
    """The building to be covered: the one chosen, else the least."""
    if s.slot_sel >= 0:
        return tile_worth(np.int64(s.slot_tile[p, s.slot_sel]), left)
    least = tile_worth(np.int64(s.slot_tile[p, 0]), left)
    for slot in range(1, SLOTS):
        least = min(least, tile_worth(np.int64(s.slot_tile[p, slot]), left))
    return least


@rule
def strength_worth(s, p):
    """What one more strength is worth until the war."""
    strength, _ = tally(s, p, STRENGTH)
    need = EVENT_WAR[s.event]
    return SPARE_STRENGTH_WORTH + (EVENT_VP[s.event] / need if strength <= need else 0.0)


@rule
def book_slope(s, left):
    """What one more book is worth while the race is open."""
    rivals = max(1, np.int64(s.players) - 1)
    return BOOK_VP[s.players] * rivals / BOOK_SPREAD * (1 + 0.5 * left)


@rule
def book_hope(s, p, left):
    """Points to expect for books in this round and the next ones."""
    own, _ = tally(s, p, BOOK)
    own += s.books[p]
    safe = 0.0
    for q in range(np.int64(s.players)):
        if q != p:
            theirs, _ = tally(s, q, BOOK)
            lead = own - s.books[q] - (theirs if s.rolled[q] else RIVAL_BOOKS_TO_COME)
            safe += min(1.0, max(0.0, 0.5 + (lead - 0.5) / BOOK_SPREAD))
    if s.players == 1:
        safe += min(1.0, max(0.0, 0.5 + (own - s.opp_books - 0.5) / BOOK_SPREAD))
    return BOOK_VP[s.players] * safe * (1 + 0.5 * left)


@rule
def reach(total, need):
    """The share of an event's points to expect: part of what is asked for is worth half as much as it looks."""
    return 1.0 if total >= need else 0.5 * total / need


@rule
def face_worth(s, p, k, held, left):
    """What a die of class ``k`` is worth now: one of those at hand (``held``), or one more."""
    icon = CLASS_ICON[k]
    value = CLASS_VALUE[k]
    if icon == BOOK:
        return value * book_slope(s, left)
    if icon == GOLD:
        return 0.0 if s.passed[p] else value * GOLD_WORTH
    if icon == STONE:
        return 0.0 if s.passed[p] else value * SPARE_STONE_WORTH * (1 if s.wonder_uc[p] < 0 else 2)
    total = power(s, p, icon) + (0 if held else value)
    need = EVENT_FAMINE[s.event] if icon == FOOD else EVENT_WAR[s.event]
    worth = EVENT_VP[s.event] * (reach(total, need) - reach(total - value, need))
    return worth + (value * SPARE_STRENGTH_WORTH if icon == STRENGTH else 0.0)


@rule
def prospects(s, p, left):
    """What unused dice and chits may bring in this round."""
    value = book_hope(s, p, left)
    for colour in range(N_COLOURS):
        value += s.fresh[p, colour] * DIE_WORTH[colour]
    vp = EVENT_VP[s.event]
    need = EVENT_FAMINE[s.event]
    value += vp * reach(power(s, p, FOOD), need)
    strength = power(s, p, STRENGTH)
    need = EVENT_WAR[s.event]
    value += SPARE_STRENGTH_WORTH * strength + vp * reach(strength, need)
    if s.passed[p]:
        return value
    gold, others = tally(s, p, GOLD)
    stone, _ = tally(s, p, STONE)
    value += GOLD_WORTH * gold + HALF_EXCHANGE_WORTH * others + SPARE_STONE_WORTH * stone
    value += REROLL_WORTH * s.chits_unused[p, REROLL]
    if s.seat == p and s.node == MARK:
        value += reroll_hope(s, p, left)
    return value


@rule
def reroll_hope(s, p, left):
    """What the marked dice may show, and what the others may gain if they are marked too."""
    value = 0.0
    for colour in range(N_COLOURS):
        mean = 0.0
        for side in range(SIDES):
            mean += face_worth(s, p, FACES[s.white_food2, colour, side], False, left) / SIDES
        for k in range(CLASSES):
            if CLASS_COLOUR[k] == colour:
                value += s.marked[k] * (mean + HALF_EXCHANGE_WORTH)
                if k >= s.mark_last and s.unused[p, k] > 0:
                    value += s.unused[p, k] * max(0.0, mean - face_worth(s, p, k, True, left))
    return value


@rule
def exchange_cost(s, p, left):
    """The two dice of an exchange whose first half is chosen, the second one as cheap as possible."""
    first = np.int64(s.exch_first)
    partner = 100.0
    for k in range(first, CLASSES):
        if s.unused[p, k] > (1 if k == first else 0):
            partner = min(partner, face_worth(s, p, k, True, left))
    return partner + face_worth(s, p, first, True, left) + 2 * HALF_EXCHANGE_WORTH
