"""Dice and chits of one player: rolling, counting, using (ND-1, ND-6)."""

import numpy as np

from ...engine import rule
from ...engine.rng import randint
from ..components import (
    BOOK,
    CLASS_COLOUR,
    CLASS_ICON,
    CLASS_VALUE,
    CLASSES,
    COLOURS,
    EVENT_FAMINE,
    EXCHANGED,
    FACES,
    FOOD,
    STRENGTH,
)
from ..state import MAIN

N_COLOURS = len(COLOURS)
SIDES = FACES.shape[2]


@rule
def roll(s, p, colour):
    """Rolls one die of the colour for player ``p``; it is unused then."""
    s.unused[p, FACES[s.white_food2, colour, randint(s, SIDES)]] += 1


@rule
def begin_turn(s):
    """Asks the player at ``turn_pos`` for an action; at their first turn of the round they roll all dice (ND-5.2)."""
    p = np.int64(s.order[s.turn_pos])
    s.seat = p
    s.node = MAIN
    if s.rolled[p]:
        return
    s.rolled[p] = 1
    for colour in range(N_COLOURS):
        for _ in range(s.fresh[p, colour]):
            roll(s, p, colour)
        s.fresh[p, colour] = 0


@rule
def use_die(s, p, k):
    s.unused[p, k] -= 1
    s.used[p, CLASS_COLOUR[k]] += 1


@rule
def use_all_dice(s, p, icon):
    """Uses every die showing the icon; returns what they are worth together."""
    worth = 0
    for k in range(CLASSES):
        if CLASS_ICON[k] == icon:
            n = np.int64(s.unused[p, k])
            worth += n * CLASS_VALUE[k]
            s.unused[p, k] = 0
            s.used[p, CLASS_COLOUR[k]] += n
    return worth


@rule
def use_chits(s, p, kind, n):
    s.chits_unused[p, kind] -= n
    s.chits_used[p, kind] += n


@rule
def count_unused(s, p):
    """How many unused dice the player has."""
    n = 0
    for k in range(CLASSES):
        n += s.unused[p, k]
    return n


@rule
def tally(s, p, icon):
    """What the player's unused dice and chits with the icon are worth, and how many other unused dice they have."""
    worth = np.int64(s.chits_unused[p, icon])
    others = 0
    for k in range(CLASSES):
        n = np.int64(s.unused[p, k])
        if CLASS_ICON[k] == icon:
            worth += n * CLASS_VALUE[k]
        else:
            others += n
    return worth, others


@rule
def power(s, p, icon):
    """P of ND-6.8: the highest price in the icon that the player can pay, exchanges included."""
    worth, others = tally(s, p, icon)
    return worth + others // 2 if EXCHANGED[icon] else worth


@rule
def strength_of(s, p):
    """Unused strength on dice and chits (ND-12.1)."""
    return power(s, p, STRENGTH)


@rule
def famine_counts(s, p):
    """Food that is lacking (d), and the numbers of unused dice with gold or stone, books, strength (ND-10.4)."""
    food = np.int64(s.chits_unused[p, FOOD])
    idle = 0
    books = 0
    strong = 0
    for k in range(CLASSES):
        n = np.int64(s.unused[p, k])
        icon = CLASS_ICON[k]
        if icon == FOOD:
            food += n * CLASS_VALUE[k]
        elif icon == STRENGTH:
            strong += n
        elif icon == BOOK:
            books += n
        else:
            idle += n
    return max(0, EVENT_FAMINE[s.event] - food), idle, books, strong
