"""What a seat does not know, drawn anew (rules section 6)."""

import numpy as np
from numpy import int64

from ...engine import rule
from ...engine.rng import randint, shuffle
from ..components import BASIC, CARDS, KINDS, PIECES
from ..state import DISCARD_MORE, START, WILD_COLUMN
from .cards import is_face_up
from .setup import START_TOTAL

N_KINDS = len(KINDS)

# WAYS[k, n]: mixes of n pieces out of k kinds with at most PIECES of each (DE-11.1).
WAYS = np.zeros((BASIC + 1, PIECES * BASIC + 1), np.int64)
WAYS[0, 0] = 1
for _k in range(BASIC):
    for _n in range(PIECES * BASIC + 1):
        WAYS[_k + 1, _n] = WAYS[_k, max(_n - PIECES, 0) : _n + 1].sum()


@rule
def resample_hidden(s, seat, seed):
    """Redraws other hands, face-down cards, both piles and secret starting pieces, from what ``seat`` knows."""
    s.rng = seed
    if s.node == START:
        redraw_starts(s, seat)
    gather_unseen(s, seat)
    for p in range(int64(s.players)):
        if p != seat:
            deal_player(s, p)
    refill_discards(s, seat)
    # What is left of the pool lies in the deck already.
    if s.seat != seat and s.node == DISCARD_MORE:
        settle_offering(s)
    if s.seat != seat and s.node == WILD_COLUMN:
        s.card = s.hand[s.seat, randint(s, s.hand_len[s.seat])]


@rule
def gather_unseen(s, seat):
    """Puts all cards that ``seat`` does not see into the deck, in random order; hands and piles keep their sizes."""
    for c in range(CARDS):
        s.deck[c] = 0
    for p in range(int64(s.players)):
        for k in range(N_KINDS):
            for i in range(s.height[p, k]):
                if p == seat or is_face_up(s, p, k, i):
                    s.deck[s.column[p, k, i]] = 1
    for i in range(s.hand_len[seat]):
        s.deck[s.hand[seat, i]] = 1
    for i in range(s.discard_len):
        if knows_discard(s, seat, i):
            s.deck[s.discard[i]] = 1
    n = 0
    for c in range(CARDS):
        if s.deck[c] == 0:  # unseen; never ahead of the place to write
            s.deck[n] = c
            n += 1
    s.deck[n:] = -1
    s.deck_len = n
    shuffle(s, s.deck, n)


@rule
def knows_discard(s, seat, i):
    """The top card is seen by all, those below by whoever discarded them."""
    return i == s.discard_len - 1 or s.discarder[i] == seat


@rule
def take_unseen(s):
    s.deck_len -= 1
    card = int64(s.deck[s.deck_len])
    s.deck[s.deck_len] = -1
    return card


@rule
def deal_player(s, p):
    """A new hand and a new face-down card."""
    n = int64(s.hand_len[p])
    for i in range(n):
        s.hand[p, i] = take_unseen(s)
    sort_cards(s.hand[p], 0, n)
    if s.facedown_kind[p] >= 0:
        s.column[p, s.facedown_kind[p], s.facedown_pos[p]] = take_unseen(s)


@rule
def refill_discards(s, seat):
    for i in range(s.discard_len):
        if not knows_discard(s, seat, i):
            s.discard[i] = take_unseen(s)


@rule
def sort_cards(cards, start, end):
    for i in range(start + 1, end):
        card = cards[i]
        j = i
        while j > start and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@rule
def settle_offering(s):
    """Another seat is amid an offering: its cards go under the top in ascending order and one may still follow (D5)."""
    p = int64(s.seat)
    held = int64(s.hand_len[p])
    top = int64(s.discard_len) - 1
    start = top - (int64(s.offer_n) - 1)
    sort_cards(s.discard, start, top)
    s.min_slot = 0
    if start == top:
        return
    if s.discard[top - 1] > s.hand[p, held - 1]:
        swap = s.discard[top - 1]
        s.discard[top - 1] = s.hand[p, held - 1]
        s.hand[p, held - 1] = swap
        sort_cards(s.discard, start, top)
    while s.hand[p, s.min_slot] < s.discard[top - 1]:
        s.min_slot += 1


@rule
def redraw_starts(s, seat):
    """Those who have chosen get a random mix; another seat that is choosing stands at its beginning (DE-11.1)."""
    total = START_TOTAL[s.start_pieces]
    turn = (s.seat - s.first_player) % s.players
    for i in range(turn + 1):
        p = (s.first_player + i) % s.players
        if p != seat:
            left = total if i < turn else 0
            for kind in range(BASIC):
                chosen = random_share(s, BASIC - 1 - kind, left)
                s.ready[p, kind] = chosen
                s.reserve[p, kind] = PIECES - chosen
                left -= chosen
    if s.seat != seat:
        s.left = total


@rule
def random_share(s, kinds, left):
    """How many of ``left`` pieces are of the next kind, ``kinds`` further ones to follow; all mixes equally likely."""
    skip = randint(s, WAYS[kinds + 1, left])
    chosen = 0
    while skip >= WAYS[kinds, left - chosen]:
        skip -= WAYS[kinds, left - chosen]
        chosen += 1
    return chosen
