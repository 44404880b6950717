"""A seat's guess at what it does not know (section 6 of RULES.md)."""

import numpy as np

from ...engine import rule
from ...engine.rng import randint, shuffle
from ..components import (
    BLESSINGS,
    CARD_COUNT,
    DECK_SIZE,
    KINDS,
    LAKES,
    POWERS,
    REGIONS,
    SACRED_GAMES,
    TLATOANI,
)
from ..state import CONFLICT, GAMES, MOVE, SCORING_CARD
from .board import controlled, decider, side_of
from .conflict import standing
from .scoring import can_play_blessing, can_play_canoe

MAX_REDRAWS = 1000


@rule
def resample_hidden(s, seat, seed):
    """Redraws unrevealed power cards, other hands and the deck, from what ``seat`` knows."""
    s.rng = seed
    if s.node <= MOVE:
        for p in range(s.players):
            if p != seat and s.power_now[p] >= 0:
                s.power_now[p] = random_unused_power(s, p)
    for _ in range(MAX_REDRAWS):
        deal_unseen(s, np.int64(seat))
        if s.seat == seat or s.over or holds_what_is_asked(s):
            return


@rule
def random_unused_power(s, p):
    skip = randint(s, POWERS - s.season + 1)
    for c in range(POWERS):
        if not s.power_used[p, c]:
            if skip == 0:
                return c
            skip -= 1
    return -1


@rule
def deal_unseen(s, seat):
    """Shuffles all cards that ``seat`` has not seen, deals the others their numbers; the rest is the deck."""
    n = 0
    for kind in range(KINDS):
        unseen = CARD_COUNT[kind] - s.hand[seat, kind] - s.discard[kind]
        for _ in range(unseen):
            s.deck[n] = kind
            n += 1
    shuffle(s, s.deck, n)
    for p in range(s.players):
        if p != seat:
            held = 0
            for kind in range(KINDS):
                held += s.hand[p, kind]
                s.hand[p, kind] = 0
            for _ in range(held):
                n -= 1
                s.hand[p, s.deck[n]] += 1
    s.deck[n:DECK_SIZE] = -1
    s.deck_len = n


@rule
def holds_what_is_asked(s):
    """Whether the player to decide holds a card that the pending decision implies."""
    p = decider(s)
    if s.node == GAMES:
        return s.hand[p, SACRED_GAMES] > 0
    if s.node == CONFLICT:
        for r in range(REGIONS):
            if not s.settled[r] and standing(s, p, r) == 2:
                return True
        return s.hand[p, TLATOANI] > 0
    if s.node == SCORING_CARD:
        return has_scoring_card(s, p)
    return True


@rule
def has_scoring_card(s, p):
    regions = controlled(s, side_of(s, p))
    for b in range(BLESSINGS.size):
        if can_play_blessing(s, p, b, regions):
            return True
    for lake in range(LAKES):
        if can_play_canoe(s, p, lake, regions):
            return True
    return False
