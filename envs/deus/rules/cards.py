"""Hands, columns and the two piles (DE-9)."""

from numpy import int64

from ...engine import rule
from ...engine.rng import shuffle
from ..components import HAND_LIMIT


@rule
def reshuffle(s):
    """Makes the discard pile the new draw pile (DE-9.2); the draw pile is empty."""
    n = int64(s.discard_len)
    for i in range(n):
        s.deck[i] = s.discard[i]
        s.discard[i] = -1
        s.discarder[i] = -1
    s.deck_len = n
    s.discard_len = 0
    shuffle(s, s.deck, n)


@rule
def draw_cards(s, p, n):
    """Player ``p`` draws up to ``n`` cards, as long as there are any and the hand has room (DE-9.1 to DE-9.3)."""
    for _ in range(n):
        if s.hand_len[p] >= HAND_LIMIT:
            return
        if s.deck_len == 0:
            reshuffle(s)
        if s.deck_len == 0:
            return
        s.deck_len -= 1
        add_to_hand(s, p, int64(s.deck[s.deck_len]))
        s.deck[s.deck_len] = -1
        if s.deck_len == 0:
            reshuffle(s)  # at once, if there is anything to shuffle


@rule
def can_draw(s, p):
    """Whether at least one card could be drawn."""
    return s.hand_len[p] < HAND_LIMIT and s.deck_len + s.discard_len > 0


@rule
def add_to_hand(s, p, card):
    """Puts a card into the hand, which stays sorted."""
    i = int64(s.hand_len[p])
    while i > 0 and s.hand[p, i - 1] > card:
        s.hand[p, i] = s.hand[p, i - 1]
        i -= 1
    s.hand[p, i] = card
    s.hand_len[p] += 1


@rule
def take_from_hand(s, p, slot):
    """Removes and returns the card in a slot; the slots above close up."""
    card = int64(s.hand[p, slot])
    last = int64(s.hand_len[p]) - 1
    for i in range(slot, last):
        s.hand[p, i] = s.hand[p, i + 1]
    s.hand[p, last] = -1
    s.hand_len[p] = last
    return card


@rule
def discard_card(s, p, card, under_top):
    """Puts a card on the discard pile, or directly under its top card (DE-7.1)."""
    n = int64(s.discard_len)
    place = n
    if under_top:
        place = n - 1
        s.discard[n] = s.discard[n - 1]
        s.discarder[n] = s.discarder[n - 1]
    s.discard[place] = card
    s.discarder[place] = p
    s.discard_len = n + 1


@rule
def put_in_column(s, p, kind, card):
    """Puts a card on top of a column (DE-4.3)."""
    s.column[p, kind, s.height[p, kind]] = card
    s.height[p, kind] += 1


@rule
def is_face_up(s, p, kind, place):
    return s.facedown_kind[p] != kind or s.facedown_pos[p] != place
