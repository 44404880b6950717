"""What a seat sees in Nations: The Dice Game, relative to the observer (row 0), then clockwise.

Nothing on the table is secret (rules section 6), so all fields are public. A tile is described by what it does, not by
its number: two tiles with the same effect look alike. All scales are powers of two, by which division costs little.
"""

import numpy as np

from ..engine import Field, ObservationLayout, place_of, put, rule
from .components import (
    ADVISOR,
    AGES,
    BUILDING,
    CLASSES,
    COLOURS,
    EVENT_FAMINE,
    EVENT_WAR,
    KINDS,
    SEATS,
    SLOTS,
    SPACES,
    TILE_AGE,
    TILE_CHIT,
    TILE_COLOUR,
    TILE_GAIN,
    TILE_STONE,
    TILE_TYPE,
    TILE_VP,
)
from .state import IN_PLAY, MARK, NODES

N_COLOURS = len(COLOURS)
BESIDE = np.flatnonzero((TILE_TYPE != BUILDING) & (TILE_TYPE != ADVISOR))  # colonies and wonders, by age
N_BETTER = N_COLOURS - 1  # no tile gives white dice
_DICE = "white, orange, red, blue"
_BETTER = "orange, red, blue"
_KINDS = "re-roll, gold, food, strength, book, stone"

LAYOUT = ObservationLayout(
    [
        Field("players", (SEATS,), 1, "number of players, one-hot 1–4"),
        Field("age", (AGES,), 1, "round and age 1–4, one-hot"),
        Field("node", (len(NODES),), 1, "pending decision, one-hot"),
        Field("to_decide", (SEATS,), 1, "seat to decide, one-hot"),
        Field("position", (SEATS,), 4, "place in the player order, 1–4 (0: no such seat)"),
        Field("passed", (SEATS,), 1, "who has passed this round"),
        Field("score", (SEATS,), 150, "victory points on the track (at the end: all)", scale=32),
        Field("tile_vp", (SEATS,), 118, "points on top buildings, advisor, colonies, built wonders", scale=32),
        Field("books", (SEATS,), 127, "books on the track", scale=32),
        Field("opp_books", (1,), 31, "books of the solo opponent", scale=32),
        Field("famine", (1,), 6, "food that the event asks for", scale=8),
        Field("war", (1,), 6, "strength that the event asks for", scale=8),
        Field("board_vp", (SPACES,), 8, "points of the tile on each space of the progress board, row 1 first"),
        Field("board_dice", (SPACES, N_BETTER), 2, f"dice it gives (building): {_BETTER}"),
        Field("board_chits", (SPACES, KINDS), 2, f"chits it gives (re-rolls: advisor): {_KINDS}"),
        Field("board_stone", (SPACES,), 6, "stone to build it (wonder)", scale=8),
        Field("slot_dice", (SEATS, SLOTS, N_BETTER), 2, f"dice that each bought building shows: {_BETTER}"),
        Field("slot_vp", (SEATS, SLOTS), 3, "points of each top building", scale=4),
        Field("advisor_rerolls", (SEATS,), 2, "re-rolls from the advisor (0: none)"),
        Field("advisor_vp", (SEATS,), 3, "points of the advisor", scale=4),
        Field("wonder_stone", (SEATS,), 6, "stone to build the wonder under construction (0: none)", scale=8),
        Field("wonder_vp", (SEATS,), 8, "points it will give"),
        Field("wonder_chits", (SEATS, KINDS), 1, f"chits it will give: {_KINDS}"),
        Field("fresh", (SEATS, N_COLOURS), 10, f"dice to be rolled at the first turn: {_DICE}", scale=4),
        Field("unused", (SEATS, CLASSES), 10, "unused dice by class", scale=4),
        Field("used", (SEATS, N_COLOURS), 10, f"used dice: {_DICE}", scale=4),
        Field("chits_unused", (SEATS, KINDS), 12, f"unused chits: {_KINDS}", scale=4),
        Field("chits_used", (SEATS, KINDS), 12, f"used chits: {_KINDS}", scale=4),
        Field("supply_dice", (N_COLOURS,), 20, f"dice in the supply: {_DICE}", scale=16),
        Field("supply_chits", (KINDS,), 12, f"chits in the supply: {_KINDS}", scale=8),
        Field("target", (SPACES,), 1, "space of the tile being paid for, one-hot"),
        Field("pay_icon", (KINDS,), 1, f"icon being paid, one-hot: {_KINDS}"),
        Field("need", (1,), 6, "how much of it is still to pay", scale=8),
        Field("exch_first", (CLASSES,), 1, "first half of an exchange, one-hot"),
        Field("bought_vp", (1,), 8, "points of the tile being bought"),
        Field("bought_dice", (N_BETTER,), 2, f"dice it gives: {_BETTER}"),
        Field("bought_chits", (KINDS,), 2, f"chits it gives: {_KINDS}"),
        Field("bought_stone", (1,), 6, "stone to build it", scale=8),
        Field("slot_sel", (SLOTS,), 1, "slot of the building to be covered, one-hot"),
        Field("ret_color", (N_COLOURS,), 1, f"colour of the dice to return, one-hot: {_DICE}"),
        Field("ret_left", (1,), 2, "dice or re-rolls still to return"),
        Field("marked", (CLASSES,), 10, "dice marked for a re-roll, by class", scale=4),
        Field("mark_last", (1,), CLASSES - 1, "class of the last die marked (0: none or class 0)", scale=16),
        Field("fam_left", (1,), 10, "strength dice still to give for food", scale=8),
        Field("fam_started", (1,), 1, "a strength die has been given for food"),
        Field("solo_hard", (1,), 1, "variant: a 4 of the solo die is rolled again"),
        Field("white_food2", (1,), 1, "variant: white dice show food twice"),
    ]
)

AT = LAYOUT.at  # where each field starts

# A product takes a fraction of the time of a division.
BY_2, BY_4, BY_8, BY_16, BY_32 = (np.float32(1 / n) for n in (2, 4, 8, 16, 32))


@rule
def observe_known(s, seat, out):
    """Writes the public fields; there are no others."""
    n = np.int64(s.players)
    out[AT.players + n - 1] = 1
    out[AT.age + s.age - 1] = 1
    out[AT.node + s.node] = 1
    if not s.over:
        out[AT.to_decide + place_of(s.seat, seat, n)] = 1
    for p in range(n):
        k = place_of(p, seat, n)
        out[AT.position + place_of(s.order[p], seat, n)] = np.float32(p + 1) * BY_4
        out[AT.passed + k] = s.passed[p]
        out[AT.score + k] = np.float32(s.score[p]) * BY_32
        out[AT.books + k] = np.float32(s.books[p]) * BY_32
        observe_tableau(s, p, k, out)
        observe_dice(s, p, k, out)
    for j in range(BESIDE.size):
        tile = BESIDE[j]
        if TILE_AGE[tile] > s.age:
            break
        p = s.tile_zone[tile] - IN_PLAY
        if 0 <= p < n:
            out[AT.tile_vp + place_of(p, seat, n)] += np.float32(TILE_VP[tile]) * BY_32
    out[AT.opp_books] = np.float32(s.opp_books) * BY_32
    out[AT.famine] = np.float32(EVENT_FAMINE[s.event]) * BY_8
    out[AT.war] = np.float32(EVENT_WAR[s.event]) * BY_8
    for i in range(SPACES):
        if s.board[i] >= 0:
            observe_tile(s.board[i], i, AT.board_vp, AT.board_dice, AT.board_chits, AT.board_stone, out)
    put(out, AT.supply_dice, s.supply_dice, BY_16)
    put(out, AT.supply_chits, s.supply_chits, BY_8)
    observe_steps(s, out)
    out[AT.solo_hard] = s.solo_hard
    out[AT.white_food2] = s.white_food2


@rule
def observe_tableau(s, p, k, out):
    """The tiles on a player's board, and their points: all but those of colonies and built wonders."""
    points = 0
    for slot in range(SLOTS):
        tile = s.slot_tile[p, slot]
        if tile >= 0:
            at = k * SLOTS + slot
            out[AT.slot_dice + at * N_BETTER + TILE_COLOUR[tile] - 1] = np.float32(TILE_GAIN[tile]) * BY_2
            out[AT.slot_vp + at] = np.float32(TILE_VP[tile]) * BY_4
            points += TILE_VP[tile]
    advisor = s.advisor[p]
    if advisor >= 0:
        out[AT.advisor_rerolls + k] = np.float32(TILE_GAIN[advisor]) * BY_2
        out[AT.advisor_vp + k] = np.float32(TILE_VP[advisor]) * BY_4
        points += TILE_VP[advisor]
    wonder = s.wonder_uc[p]
    if wonder >= 0:
        out[AT.wonder_stone + k] = np.float32(TILE_STONE[wonder]) * BY_8
        out[AT.wonder_vp + k] = np.float32(TILE_VP[wonder]) * BY_8
        if TILE_CHIT[wonder] >= 0:
            out[AT.wonder_chits + k * KINDS + TILE_CHIT[wonder]] = TILE_GAIN[wonder]
        points -= TILE_VP[wonder]  # it lies with the player like the built ones
    out[AT.tile_vp + k] = np.float32(points) * BY_32


@rule
def observe_dice(s, p, k, out):
    """A player's dice and chits; what has not been rolled this round is neither used nor unused."""
    if s.rolled[p]:
        put(out, AT.unused + k * CLASSES, s.unused[p], BY_4)
        put(out, AT.used + k * N_COLOURS, s.used[p], BY_4)
        put(out, AT.chits_used + k * KINDS, s.chits_used[p], BY_4)
    else:
        put(out, AT.fresh + k * N_COLOURS, s.fresh[p], BY_4)
    put(out, AT.chits_unused + k * KINDS, s.chits_unused[p], BY_4)


@rule
def observe_tile(tile, i, vp_at, dice_at, chits_at, stone_at, out):
    """The ``i``-th tile of a group of fields."""
    out[vp_at + i] = np.float32(TILE_VP[tile]) * BY_8
    out[stone_at + i] = np.float32(TILE_STONE[tile]) * BY_8
    if TILE_COLOUR[tile] >= 0:
        out[dice_at + i * N_BETTER + TILE_COLOUR[tile] - 1] = np.float32(TILE_GAIN[tile]) * BY_2
    elif TILE_CHIT[tile] >= 0:
        out[chits_at + i * KINDS + TILE_CHIT[tile]] = np.float32(TILE_GAIN[tile]) * BY_2


@rule
def observe_steps(s, out):
    """How far the payment, the exchange, the return of dice or the re-roll has come."""
    if s.target >= 0:
        out[AT.target + np.int64(s.target)] = 1
    if s.need > 0:
        out[AT.pay_icon + np.int64(s.pay_icon)] = 1
    out[AT.need] = np.float32(s.need) * BY_8
    if s.exch_first >= 0:
        out[AT.exch_first + np.int64(s.exch_first)] = 1
    if s.bought_tile >= 0:
        observe_tile(s.bought_tile, 0, AT.bought_vp, AT.bought_dice, AT.bought_chits, AT.bought_stone, out)
    if s.slot_sel >= 0:
        out[AT.slot_sel + np.int64(s.slot_sel)] = 1
        out[AT.ret_color + np.int64(s.ret_color)] = 1
    out[AT.ret_left] = np.float32(s.ret_left) * BY_2
    if s.node == MARK:
        put(out, AT.marked, s.marked, BY_4)
        out[AT.mark_last] = np.float32(s.mark_last) * BY_16
    out[AT.fam_left] = np.float32(s.fam_left) * BY_8
    out[AT.fam_started] = s.fam_started


@rule
def observe_hidden(s, seat, out):
    """Nothing is hidden in this game."""
