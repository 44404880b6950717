"""The prosperity cards: deck, hands and discard pile (AZ-2.8, AZ-6.12)."""

from ...engine import rule
from ...engine.rng import shuffle
from ..components import KINDS


@rule
def fill_deck(s, counts):
    """Shuffles cards, given as counts by kind, into the empty deck."""
    s.deck[:] = -1
    n = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            s.deck[n] = kind
            n += 1
    s.deck_len = n
    shuffle(s, s.deck, n)


@rule
def draw_card(s, p):
    if s.deck_len == 0:
        fill_deck(s, s.discard)
        s.discard[:] = 0
    if s.deck_len == 0:
        return
    s.hand[p, s.deck[0]] += 1
    s.deck_len -= 1
    for k in range(s.deck_len):
        s.deck[k] = s.deck[k + 1]
    s.deck[s.deck_len] = -1


@rule
def play_card(s, p, kind):
    s.hand[p, kind] -= 1
    s.discard[kind] += 1
