"""The start of a round (TE-3)."""

from ...engine import rule
from ..components import (
    AT_START,
    EFFECT,
    EFFECT_N,
    EFFECT_SUBJECT,
    GAIN_ALL,
    GOD_SLOTS,
    MAX_POWER,
    SPACE_KIND,
    TRAIN_ON_START,
    WORKERS,
)
from ..state import MOVE


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
def refill_gods(s):
    """Fills the empty slots of the god display, lowest first (TE-3.2)."""
    for k in range(GOD_SLOTS[s.players]):
        if s.god_display[k] < 0 and s.god_left > 0:
            s.god_left -= 1
            s.god_display[k] = s.god_deck[s.god_left]
            s.god_deck[s.god_left] = -1


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
