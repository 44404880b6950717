"""The state of one game of Teotihuacan (rules section 7) and its variants."""

from ..engine import Variant, state_dtype
from .components import (
    DISPLAY,
    EVENTS,
    GODS,
    LEVELS,
    MAX_GOD_SLOTS,
    MAX_PLAYERS,
    MAX_SLOTS,
    PYRAMIDS,
    RESOURCES,
    STACK,
    TEMPLES,
    WORKERS,
)

# Values of the header's ``node``: the phase, which stays the same while one of its abilities waits.
MOVE, MARKET, BUILD, TEMPLE, STATUE, REBIRTH, ENTER, GOD, GOD_DONE, OVER = range(10)
NODES = ["move", "market", "build", "temple", "statue", "rebirth", "enter", "god card", "god reward", "over"]

NEUTRAL_SLOT = WORKERS  # the neutral worker among the slots of ``moved_worker`` and the MOVE actions

# Rows of ``points_from``: where points came from (TE-15.2).
(
    TILES, FROM_LEVELS, TRACKS, STATUES, GOD_REWARDS, EVENT_POINTS, ROUND_LEADS, MAJORITIES, POSITIONS, GOD_NUMBERS,
) = range(10)  # fmt: skip
SOURCES = [
    "tiles", "levels", "temples", "statues", "god rewards", "events", "round scoring", "majorities", "positions",
    "god numbers",
]  # fmt: skip

VARIANTS = (
    Variant("start_meetings", "workers meet on the Start space too, TE-16.1"),
    Variant("start_bonus", "seats begin with more cocoa, to even them out, TE-16.2"),
)

STATE = state_dtype(
    [
        ("round_no", "i1"),  # 0-2, 3 when the game is over
        ("turn_in_round", "i1"),  # turns of all players
        ("ops_left", "i1"),
        ("moved_worker", "i1"),  # slot
        ("ability", "i1"),  # what waits to be decided: NONE, TRAIN, TILE, STEP, SACRIFICE
        ("ability_arg", "i1"),  # trainings left, or points of the sacrifice
        ("resources", "i2", (MAX_PLAYERS, len(RESOURCES))),
        ("worker_space", "i1", (MAX_PLAYERS, WORKERS)),  # -1 in reserve
        ("worker_power", "i1", (MAX_PLAYERS, WORKERS)),  # 0 in reserve
        ("neutral_space", "i1"),  # -1 with three or four players
        ("neutral_power", "i1"),
        ("track_pos", "i1", (MAX_PLAYERS, TEMPLES)),
        ("track_laps", "i1", (MAX_PLAYERS, TEMPLES)),
        ("statues", "i1", (MAX_PLAYERS,)),
        ("rebirths", "i1", (MAX_PLAYERS,)),
        ("levels_completed", "i1", (MAX_PLAYERS,)),
        ("slot_owner", "i1", (PYRAMIDS, LEVELS, MAX_SLOTS)),  # -1 empty
        ("slot_number", "i1", (PYRAMIDS, LEVELS, MAX_SLOTS)),
        ("tile_display", "i1", (LEVELS, DISPLAY)),  # numbers
        ("tile_stack", "i1", (LEVELS, STACK)),  # numbers, drawn from the end; hidden order
        ("stack_left", "i1", (LEVELS,)),
        ("god_display", "i1", (MAX_GOD_SLOTS,)),  # -1 empty
        ("god_owner", "i1", (GODS,)),  # -1 none
        ("god_deck", "i1", (GODS,)),  # drawn from the end, then -1; hidden order
        ("god_left", "i1"),
        ("event_deck", "i1", (EVENTS,)),  # drawn from the end, then -1; hidden order
        ("event_left", "i1"),
        ("event_current", "i1"),
        ("points_from", "i2", (MAX_PLAYERS, len(SOURCES))),  # for the table at the end; public
    ],
    variants=[v.name for v in VARIANTS],
)
