"""What a seat sees in Teotihuacan: named fields, relative to the observer (row 0), then clockwise.

Nothing is private: hidden are only the orders of stacks and decks, of which the vector holds what can still turn up.
"""

import numpy as np

from ..engine import Field, ObservationLayout, index, place_of, put, rule
from .components import (
    ABILITIES,
    DISPLAY,
    EVENTS,
    GODS,
    LEVELS,
    MAX_GOD_SLOTS,
    MAX_NUMBER,
    MAX_PLAYERS,
    MAX_POWER,
    MAX_SLOTS,
    MAX_STATUES,
    N_RESOURCES,
    NONE,
    PYRAMIDS,
    ROUNDS,
    SLOTS,
    SPACES,
    TEMPLES,
    TILE_KIND_COUNT,
    TILE_KIND_OF,
    TILE_KINDS,
    TRACK_LENGTH,
    TURNS,
    WORKERS,
)
from .rules.gods import god_price
from .state import MOVE, NODES, OVER

MOST_TILES = PYRAMIDS * MAX_SLOTS  # of one level on all pyramids
MOST_GODS = (ROUNDS - 1) * MAX_GOD_SLOTS  # cards that can still enter the display after setup

# Scales are powers of two, by which compiled code divides fastest.
LAYOUT = ObservationLayout(
    [
        Field("players", (3,), 1, "number of players, one-hot 2–4"),
        Field("round", (ROUNDS,), 1, "round 1–3, one-hot; none when the game is over"),
        Field("turn_in_round", (1,), TURNS * MAX_PLAYERS - 1, "turns played in this round, by all players", scale=64),
        Field("node", (len(NODES),), 1, "phase, one-hot"),
        Field("ability", (len(ABILITIES) - 1,), 1, "ability waiting to be decided, one-hot"),
        Field("ability_arg", (1,), 8, "trainings left, or points of the sacrifice"),
        Field("ops_left", (1,), 6, "operations left in the space's action", scale=4),
        Field("moved_worker", (WORKERS + 1,), 1, "slot of the worker moved in this turn, one-hot (4 = neutral)"),
        Field("to_decide", (MAX_PLAYERS,), 1, "seat to decide, one-hot"),
        Field("variants", (2,), 1, "start_meetings, start_bonus"),
        Field("workers", (MAX_PLAYERS, WORKERS, SPACES), MAX_POWER, "power of a worker slot, at its space"),
        Field("neutral", (SPACES,), MAX_POWER, "power of the neutral worker, at its space"),
        Field("resources", (MAX_PLAYERS, N_RESOURCES), 999, "cocoa, stone, wood, gold", scale=16),
        Field("score", (MAX_PLAYERS,), 999, "victory points", scale=128),
        Field("track_pos", (MAX_PLAYERS, TEMPLES, TRACK_LENGTH), 1, "marker position 0–5 by track, one-hot"),
        Field("track_laps", (MAX_PLAYERS, TEMPLES), 36, "tracks run to the end", scale=4),
        Field("statues", (MAX_PLAYERS,), MAX_STATUES, "statues built", scale=8),
        Field("rebirths", (MAX_PLAYERS,), 36, "rebirths done", scale=4),
        Field("levels_completed", (MAX_PLAYERS,), 9, "pyramid levels completed", scale=8),
        Field("tiles", (MAX_PLAYERS, PYRAMIDS, LEVELS), MAX_SLOTS, "tiles by owner, pyramid and level", scale=4),
        Field("slots_left", (PYRAMIDS, LEVELS), MAX_SLOTS, "empty slots by pyramid and level", scale=4),
        Field("pyramid_sum", (PYRAMIDS,), LEVELS * MAX_SLOTS * MAX_NUMBER, "sum of the numbers by pyramid", scale=16),
        Field("tile_display", (LEVELS, DISPLAY), MAX_NUMBER, "numbers of the tiles on display", scale=4),
        Field("tiles_unseen", (TILE_KINDS,), int(TILE_KIND_COUNT.max()), "tiles in the stacks by kind", scale=32),
        Field("god_display", (MAX_GOD_SLOTS, GODS), 1, "card in each display slot, one-hot"),
        Field("god_owner", (MAX_PLAYERS, GODS), 1, "god cards activated, by owner"),
        Field("gods_unseen", (GODS,), 1, "cards still in the god deck"),
        Field("god_price", (1,), 999, "cocoa for a god card", scale=8),
        Field("event", (EVENTS,), 1, "current event, one-hot"),
        Field("events_unseen", (EVENTS,), 1, "cards still in the event deck"),
        Field("coming_tiles", (LEVELS, MOST_TILES), MAX_NUMBER, "numbers that can still turn up, next one first",
              scale=4, visibility="hidden"),
        Field("coming_gods", (MOST_GODS,), GODS, "god + 1 of cards that can still turn up, next one first; 0 = none",
              scale=32, visibility="hidden"),
        Field("coming_events", (ROUNDS - 1,), EVENTS, "event + 1 of the next rounds, next one first; 0 = none",
              scale=16, visibility="hidden"),
    ]
)  # fmt: skip

AT = LAYOUT.at

# A product takes a fraction of the time of a division; these are exact.
BY_4, BY_8, BY_16, BY_32, BY_64, BY_128 = (np.float32(1 / n) for n in (4, 8, 16, 32, 64, 128))
BY_POWER = np.float32(1 / MAX_POWER)


@rule
def observe_known(s, seat, out):
    """Writes the public fields; there are no others that a seat may see."""
    n = np.int64(s.players)
    observe_turn(s, seat, n, out)
    for k in range(n):
        observe_player(s, seat + k if seat + k < n else seat + k - n, k, out)
    if s.neutral_space >= 0:
        out[AT.neutral + index(s.neutral_space)] = np.float32(s.neutral_power) * BY_POWER
    observe_pyramids(s, seat, n, out)
    observe_cards(s, seat, n, out)


@rule
def observe_turn(s, seat, n, out):
    out[AT.players + n - 2] = 1
    out[AT.node + index(s.node)] = 1
    out[AT.variants] = s.start_meetings
    out[AT.variants + 1] = s.start_bonus
    if s.node == OVER:
        return
    out[AT.round + index(s.round_no)] = 1
    out[AT.turn_in_round] = np.float32(s.turn_in_round) * BY_64
    out[AT.to_decide + place_of(s.seat, seat, n)] = 1
    if s.node != MOVE:
        out[AT.moved_worker + index(s.moved_worker)] = 1
        out[AT.ops_left] = np.float32(s.ops_left) * BY_4
    if s.ability != NONE:
        out[AT.ability + index(s.ability) - 1] = 1
        out[AT.ability_arg] = np.float32(s.ability_arg) * BY_8


@rule
def observe_player(s, p, k, out):
    for w in range(WORKERS):
        space = np.int64(s.worker_space[p, w])
        if space >= 0:
            out[AT.workers + (k * WORKERS + w) * SPACES + space] = np.float32(s.worker_power[p, w]) * BY_POWER
    put(out, AT.resources + k * N_RESOURCES, s.resources[p], BY_16)
    out[AT.score + k] = np.float32(s.score[p]) * BY_128
    for t in range(TEMPLES):
        out[AT.track_pos + (k * TEMPLES + t) * TRACK_LENGTH + index(s.track_pos[p, t])] = 1
    put(out, AT.track_laps + k * TEMPLES, s.track_laps[p], BY_4)
    out[AT.statues + k] = np.float32(s.statues[p]) * BY_8
    out[AT.rebirths + k] = np.float32(s.rebirths[p]) * BY_4
    out[AT.levels_completed + k] = np.float32(s.levels_completed[p]) * BY_8


@rule
def observe_pyramids(s, seat, n, out):
    put(out, AT.tiles_unseen, TILE_KIND_COUNT, BY_32)
    for level in range(LEVELS):
        for k in range(DISPLAY):
            number = index(s.tile_display[level, k])
            out[AT.tile_display + level * DISPLAY + k] = np.float32(number) * BY_4
            out[AT.tiles_unseen + TILE_KIND_OF[level, number]] -= BY_32
    for y in range(PYRAMIDS):
        for level in range(LEVELS):
            observe_level(s, y, level, seat, n, out)


@rule
def observe_level(s, y, level, seat, n, out):
    row = y * LEVELS + level
    slots = SLOTS[n, level]
    for slot in range(slots):
        owner = np.int64(s.slot_owner[y, level, slot])
        if owner < 0:
            out[AT.slots_left + row] = np.float32(slots - slot) * BY_4
            return
        number = index(s.slot_number[y, level, slot])
        out[AT.tiles + place_of(owner, seat, n) * PYRAMIDS * LEVELS + row] += BY_4
        out[AT.tiles_unseen + TILE_KIND_OF[level, number]] -= BY_32
        out[AT.pyramid_sum + y] += np.float32(number) * BY_16


@rule
def observe_cards(s, seat, n, out):
    for k in range(MAX_GOD_SLOTS):
        if s.god_display[k] >= 0:
            out[AT.god_display + k * GODS + index(s.god_display[k])] = 1
    for card in range(GODS):
        if s.god_owner[card] >= 0:
            out[AT.god_owner + place_of(s.god_owner[card], seat, n) * GODS + card] = 1
    for k in range(s.god_left):
        out[AT.gods_unseen + index(s.god_deck[k])] = 1
    out[AT.god_price] = np.float32(god_price(s)) * BY_8
    out[AT.event + index(s.event_current)] = 1
    for k in range(s.event_left):
        out[AT.events_unseen + index(s.event_deck[k])] = 1


@rule
def observe_hidden(s, seat, out):
    """Writes what comes from stacks and decks."""
    for level in range(LEVELS):
        left = int(s.stack_left[level])
        for k in range(min(left, MOST_TILES)):
            out[AT.coming_tiles + level * MOST_TILES + k] = np.float32(s.tile_stack[level, left - 1 - k]) * BY_4
    for k in range(min(int(s.god_left), MOST_GODS)):
        out[AT.coming_gods + k] = (s.god_deck[s.god_left - 1 - k] + 1) / 32
    if s.node != OVER:
        for k in range(ROUNDS - 1 - s.round_no):
            out[AT.coming_events + k] = (s.event_deck[s.event_left - 1 - k] + 1) / 16
