"""Setting the game up (DE-2) and the choice of starting pieces (DE-11.1; decision D0)."""

import numpy as np
from numpy import int64

from ...engine import rule
from ...engine.bits import popcount
from ...engine.rng import randint, shuffle
from ..actions import A
from ..components import (
    ALTERNATIVE_COUNT,
    ALTERNATIVES,
    BASIC,
    CARDS,
    LAYOUT_NEIGHBOURS,
    LAYOUT_SLOTS,
    MAX_ROUNDS,
    N_RESOURCES,
    PIECES,
    REGIONS,
    STANDARD_LAYOUT,
    START_GOLD,
    START_HAND,
    START_READY,
    START_RESOURCES,
    START_VP,
    SUPPLY_PER_PLAYER,
    TERRAINS,
    TILE_COUNT,
    TILE_REGIONS,
    TILE_SIDE,
    TILES,
    VILLAGE,
)
from ..state import BOARD_GIVEN, MAIN, RANDOM_BOARD, START, VARIANTS
from .cards import draw_cards
from .turn import clear_turn

PETALS = TILE_REGIONS - 1
N_TERRAINS = len(TERRAINS)
START_TOTAL = np.array(VARIANTS[0].values, np.int64)  # by index of the variant's value

# --- The board -------------------------------------------------------------------------------------------------------


@rule
def reset(s):
    """Sets up the game; a board that `prepare` wrote into the state is kept (DE-2.3)."""
    choose_layout(s)
    n = int64(TILE_COUNT[s.players])
    if s.board_given != BOARD_GIVEN:
        draw_tiles(s, n)
        while villages_touch(s, n):
            draw_tiles(s, n)
    lay_tiles(s, n)
    deal(s, n)
    s.first_player = randint(s, s.players)  # DE-2.9
    clear_turn(s)
    s.round_no = 1
    s.end_round = -1
    if START_TOTAL[s.start_pieces] > 0:
        s.node = START
        s.seat = s.first_player
        s.left = START_TOTAL[s.start_pieces]
    else:
        s.node = MAIN
        s.seat = s.first_player


@rule
def choose_layout(s):
    """DE-2.2, DE-11.2."""
    if s.board_given == RANDOM_BOARD:
        s.board_layout = STANDARD_LAYOUT[s.players]
        if s.layout:
            s.board_layout = ALTERNATIVES[s.players, randint(s, ALTERNATIVE_COUNT[s.players])]
    if s.board_layout >= 0:
        for t in range(TILES):
            s.slots[t, 0] = LAYOUT_SLOTS[s.board_layout, t, 0]
            s.slots[t, 1] = LAYOUT_SLOTS[s.board_layout, t, 1]
        for r in range(REGIONS):
            s.neighbours[r] = LAYOUT_NEIGHBOURS[s.board_layout, r]


@rule
def draw_tiles(s, n):
    """Draws distinct tiles, sides and rotations for the ``n`` slots (DE-2.3)."""
    for t in range(TILES):
        s.tile[t] = t
    shuffle(s, s.tile, TILES)
    for t in range(n):
        s.side[t] = randint(s, 2)
        s.rotation[t] = randint(s, PETALS)


@rule
def terrain_of(s, t, p):
    """The terrain that the tile in slot ``t`` shows at place ``p`` (DE-3.4)."""
    place = 0 if p == 0 else 1 + (p - 1 - int64(s.rotation[t])) % PETALS
    return TILE_SIDE[s.tile[t], s.side[t], place]


@rule
def village_of(s, t):
    """The region index of the village of slot ``t``."""
    p = 0
    while terrain_of(s, t, p) != VILLAGE:
        p += 1
    return TILE_REGIONS * t + p


@rule
def villages_touch(s, n):
    """Whether two villages are adjacent, which DE-2.1 forbids."""
    villages = 0
    for t in range(n):
        villages |= 1 << village_of(s, t)
    for t in range(n):
        if s.neighbours[village_of(s, t)] & villages:
            return True
    return False


@rule
def lay_tiles(s, n):
    """Works out all that never changes on a board, and puts the VP on the villages (DE-2.4)."""
    s.tile[n:] = -1
    s.side[n:] = -1
    s.rotation[n:] = -1
    s.terrain[:] = -1
    s.village_region[:] = -1
    for t in range(n):
        for p in range(TILE_REGIONS):
            r = TILE_REGIONS * t + p
            s.terrain[r] = terrain_of(s, t, p)
            s.terrain_regions[s.terrain[r]] |= 1 << r
            if popcount(s.neighbours[r]) < PETALS:  # DE-3.5
                s.edge |= 1 << r
        s.village_region[t] = village_of(s, t)
        s.village_vp[t] = popcount(s.neighbours[village_of(s, t)])


# --- Players and supply ----------------------------------------------------------------------------------------------


@rule
def deal(s, tiles):
    """Supply, goods, pieces and cards (DE-2.5 to DE-2.8)."""
    n = int64(s.players)
    s.temple_supply = tiles
    s.supply[:] = (SUPPLY_PER_PLAYER - START_RESOURCES) * n
    s.first_region[:] = -1
    s.facedown_kind[:] = -1
    s.facedown_pos[:] = -1
    s.column[:] = -1
    s.hand[:] = -1
    s.discard[:] = -1
    s.discarder[:] = -1
    if s.max_rounds == 0:
        s.max_rounds = MAX_ROUNDS
    for c in range(CARDS):
        s.deck[c] = c
    s.deck_len = CARDS
    shuffle(s, s.deck, CARDS)
    ready = 0 if START_TOTAL[s.start_pieces] > 0 else START_READY
    for p in range(n):
        draw_cards(s, p, START_HAND)
        s.gold[p] = START_GOLD
        s.score[p] = START_VP
        s.resources[p, :N_RESOURCES] = START_RESOURCES
        s.ready[p, :BASIC] = ready
        s.reserve[p, :BASIC] = PIECES - ready


# --- Starting pieces (DE-11.1) ---------------------------------------------------------------------------------------


@rule
def mask_start(s, mask):
    """D0: kinds in ascending order, so that each mix is chosen in one way only."""
    p = int64(s.seat)
    last = BASIC - 1
    while last > 0 and s.ready[p, last] == 0:
        last -= 1
    for kind in range(last, BASIC):
        room = int64(s.reserve[p, kind]) + PIECES * (BASIC - 1 - kind)
        mask[A.kind + kind] = s.reserve[p, kind] > 0 and room >= s.left


@rule
def choose_start_piece(s, kind):
    p = int64(s.seat)
    s.reserve[p, kind] -= 1
    s.ready[p, kind] += 1
    s.left -= 1
    s.node = START
    if s.left == 0:
        s.seat = (p + 1) % s.players
        if s.seat == s.first_player:
            s.node = MAIN
        else:
            s.left = START_TOTAL[s.start_pieces]
