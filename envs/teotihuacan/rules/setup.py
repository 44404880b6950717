"""Setup (TE-1)."""

from ...engine import rule
from ...engine.rng import shuffle
from ..components import (
    BONUS_COCOA,
    COCOA,
    DISPLAY,
    EVENTS,
    GODS,
    LEVELS,
    NEUTRAL,
    START_COCOA,
    START_POWER,
    START_WORKERS,
    TILE_KIND_COUNT,
    TILE_KIND_LEVEL,
    TILE_KIND_NUMBER,
    TILE_KINDS,
    TILES_OF_LEVEL,
)
from .building import draw_tile
from .rounds import refill_gods, start_round


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
