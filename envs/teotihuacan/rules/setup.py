"""Setup (TE-1), the start of a round (TE-3) and worlds that a seat cannot tell apart (rules section 6)."""

from ...engine import rule
from ...engine.rng import shuffle
from ..components import (
    AT_START,
    BONUS_COCOA,
    COCOA,
    DISPLAY,
    EFFECT,
    EFFECT_N,
    EFFECT_SUBJECT,
    EVENTS,
    GAIN_ALL,
    GOD_SLOTS,
    GODS,
    LEVELS,
    MAX_NUMBER,
    MAX_POWER,
    NEUTRAL,
    SPACE_KIND,
    START_COCOA,
    START_POWER,
    START_WORKERS,
    TILE_KIND_COUNT,
    TILE_KIND_LEVEL,
    TILE_KIND_NUMBER,
    TILE_KINDS,
    TILES_OF_LEVEL,
    TRAIN_ON_START,
    WORKERS,
)
from ..state import MOVE
from .building import draw_tile


@rule
def reset(s):
    s.slot_owner[:] = -1
    s.god_display[:] = -1
    s.god_owner[:] = -1
    s.worker_space[:] = -1
    for p in range(s.players):
        s.resources[p, COCOA] = START_COCOA
        if s.start_bonus:  # TE-16.2
            s.resources[p, COCOA] += BONUS_COCOA[s.players, p]
        for w in range(START_WORKERS):
            s.worker_space[p, w] = 0
            s.worker_power[p, w] = START_POWER
    s.neutral_space = -1
    if NEUTRAL[s.players]:  # TE-1.7
        s.neutral_space = 0
        s.neutral_power = START_POWER
    lay_out_tiles(s)
    shuffle_decks(s)
    refill_gods(s)
    start_round(s)


@rule
def lay_out_tiles(s):  # TE-1.2
    for kind in range(TILE_KINDS):
        level = TILE_KIND_LEVEL[kind]
        for _ in range(TILE_KIND_COUNT[kind]):
            s.tile_stack[level, s.stack_left[level]] = TILE_KIND_NUMBER[kind]
            s.stack_left[level] += 1
    for level in range(LEVELS):
        shuffle(s, s.tile_stack[level], TILES_OF_LEVEL[level])
        for k in range(DISPLAY):
            s.tile_display[level, k] = draw_tile(s, level)


@rule
def shuffle_decks(s):  # TE-1.4
    for card in range(GODS):
        s.god_deck[card] = card
    for card in range(EVENTS):
        s.event_deck[card] = card
    s.god_left = GODS
    s.event_left = EVENTS
    shuffle(s, s.god_deck, GODS)
    shuffle(s, s.event_deck, EVENTS)


@rule
def refill_gods(s):
    """Fills the empty slots of the god display, lowest first (TE-3.2)."""
    for k in range(GOD_SLOTS[s.players]):
        if s.god_display[k] < 0 and s.god_left > 0:
            s.god_left -= 1
            s.god_display[k] = s.god_deck[s.god_left]
            s.god_deck[s.god_left] = -1


@rule
def start_round(s):
    """Turns over an event, refills the god display, and lets the next first player begin (TE-3.1 to 3.3)."""
    s.event_left -= 1
    s.event_current = s.event_deck[s.event_left]
    s.event_deck[s.event_left] = -1
    apply_instant(s, int(s.event_current))
    if s.round_no > 0:
        refill_gods(s)
    s.turn_in_round = 0
    s.seat = s.round_no % s.players
    s.node = MOVE


@rule
def apply_instant(s, event):
    if EFFECT[event] == GAIN_ALL:
        for p in range(s.players):
            s.resources[p, EFFECT_SUBJECT[event]] += EFFECT_N[event]
    elif EFFECT[event] == TRAIN_ON_START:
        for p in range(s.players):
            for w in range(WORKERS):
                if on_start(s.worker_space[p, w]):
                    s.worker_power[p, w] = min(MAX_POWER, s.worker_power[p, w] + EFFECT_N[event])
        if on_start(s.neutral_space):
            s.neutral_power = min(MAX_POWER, s.neutral_power + EFFECT_N[event])


@rule
def on_start(space):
    return space >= 0 and SPACE_KIND[space] == AT_START


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
