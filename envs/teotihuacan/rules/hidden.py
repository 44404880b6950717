"""Worlds that a seat cannot tell apart (rules section 6)."""

from ...engine import rule
from ...engine.rng import shuffle
from ..components import EVENTS, GODS, LEVELS, MAX_NUMBER


@rule
def resample_hidden(s, seat, seed):
    """Redraws the order of stacks and decks; nothing else is hidden, and from all seats alike.

    Each pile is laid out anew from its public contents before shuffling, so that its true order has no influence.
    """
    s.rng = seed
    for level in range(LEVELS):
        sort_stack(s, level)
        shuffle(s, s.tile_stack[level], s.stack_left[level])
    sort_deck(s.god_deck, s.god_left, GODS)
    shuffle(s, s.god_deck, s.god_left)
    sort_deck(s.event_deck, s.event_left, EVENTS)
    shuffle(s, s.event_deck, s.event_left)


@rule
def sort_stack(s, level):
    """Puts the tiles left in a stack in ascending order."""
    left = s.stack_left[level]
    end = 0
    for number in range(1, MAX_NUMBER + 1):
        for k in range(end, left):
            if s.tile_stack[level, k] == number:
                s.tile_stack[level, k] = s.tile_stack[level, end]
                s.tile_stack[level, end] = number
                end += 1


@rule
def sort_deck(deck, left, cards):
    """Puts the cards left in a deck in ascending order."""
    present = 0
    for k in range(left):
        present |= 1 << int(deck[k])
    k = 0
    for card in range(cards):
        if present >> card & 1:
            deck[k] = card
            k += 1
