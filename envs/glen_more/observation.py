"""What a seat sees in Glen More: named fields, seats relative to the observer (0), then clockwise.

The five territories are given as one table with a row per tile (who has it, where it lies, what is on it): every tile
exists once, so the table says all that five stacks of 11×11 planes would say, in a thirtieth of the numbers.
`territories` makes planes from a vector. Vectors of a large batch outgrow the cache: every number saved is speed.
"""

import numpy as np
from numpy.typing import NDArray

from ..engine import Field, ObservationLayout, index, place_of, put, rule
from .components import (
    ACT_KIND,
    CARDS,
    CHAIN,
    COLS,
    DRAW_TILES,
    HATS,
    IONA_TILE,
    LOCHY_TILE,
    MEY,
    N_GOODS,
    PRODUCE,
    RIVER,
    ROAD,
    ROWS,
    STACKS,
    START_COL,
    START_ROW,
    STORES,
    TILE_SIDES,
    TILE_TYPE,
    TILES,
    TYPES,
)
from .rules.territory import ROW_FACTOR, ROW_SHIFT
from .state import ACT, DIE_FIGURE, FIGURE, NODES, PAY, SEATS, SHIEL_SALE

ALL_TILES = TILES - 1
N_TYPES = len(TYPES)
OFFER = N_TYPES + 2  # a tile on offer: its type, river, road; the identity stands in ``whereabouts``
CLANSMEN = 25
CALLERS = (PAY, SHIEL_SALE, ACT)  # steps in which cubes are used or sold

LAYOUT = ObservationLayout(
    [
        Field("players", (SEATS - 1,), 1, "number of players, one-hot 2–5"),
        Field("node", (len(NODES),), 1, "pending decision, one-hot"),
        Field("to_decide", (SEATS,), 1, "seat to decide, one-hot"),
        Field("scorings", (1,), 3, "scorings done"),
        Field("stack_left", (STACKS,), 23, "tiles left in stacks 0–3"),
        Field("market", (N_GOODS,), 3, "filled spaces of each row: the price at which a cube is sold"),
        Field("figures", (CHAIN, SEATS + 1), 1, "who stands on each index of the chain: seats, then the die"),
        Field("offers", (CHAIN - 1, OFFER), 1, "the tile on chain index 1–12: type one-hot "
              f"({', '.join(TYPES)}), river, road"),
        Field("whereabouts", (DRAW_TILES,), CHAIN - 1, "by tile 1–67: its chain index, -12 in its stack (known by "
              "elimination), 0 elsewhere", low=1 - CHAIN),
        Field("tile_seat", (ALL_TILES,), SEATS, "by tile 1–72: seat that has it, 1 = the observer, 0 = nobody"),
        Field("tile_row", (ALL_TILES,), 5, "by tile 1–72: rows south of the start village", low=-5),
        Field("tile_column", (ALL_TILES,), 5, "by tile 1–72: columns east of the start village", low=-5),
        Field("tile_cubes", (ALL_TILES,), 3, "by tile 1–72: cubes on it"),
        Field("tile_clansmen", (ALL_TILES,), CLANSMEN, "by tile 1–72: clansmen on it", scale=3),
        Field("activation", (ALL_TILES,), 1, "by tile 1–72: 1 may be activated (GM-7.2), -1 has been", low=-1),
        Field("mixed_cubes", (2, N_GOODS), 3, "cubes by good on Iona Abbey and Loch Lochy"),
        Field("coins", (SEATS,), 33, "coins", scale=10),
        Field("whisky", (SEATS,), 300, "whisky barrels", scale=10),
        Field("rank", (SEATS,), 60, "chieftains and hats as they count in scorings (GM-14.1)", scale=8),
        Field("chieftains", (SEATS,), CLANSMEN, "chieftains", scale=5),
        Field("clansmen", (SEATS,), CLANSMEN, "clansmen in the territory", scale=4),
        Field("tiles", (SEATS,), 60, "tiles in the territory", scale=16),
        Field("goods", (SEATS, N_GOODS), 180, "cubes by good", scale=4),
        Field("cards", (SEATS, CARDS), 1, "special-location cards"),
        Field("dist", (1,), CHAIN - 1, "chain index the figure to move has reached, 0 before the move"),
        Field("in_hand", (OFFER,), 1, "the tile taken and not yet placed, as in offers"),
        Field("points_left", (1,), 20, "movement points left", scale=5),
        Field("ness_used", (1,), 1, "Loch Ness was used in this turn"),
        Field("oich_turn", (1,), 1, "Loch Oich activates everything in this turn"),
        Field("req_kind", (4,), 1, "payment going on: fixed, same, different, any goods (GM-5.7), one-hot"),
        Field("req_type", (N_TYPES,), 1, "type of the tile that the payment is for, one-hot"),
        Field("req_is_cost", (1,), 1, "the payment is the cost of a tile"),
        Field("req_need", (N_GOODS,), 2, "goods asked for by name"),
        Field("req_paid", (N_GOODS,), 3, "units paid by good"),
        Field("req_units", (3,), 5, "units paid, least and most units"),
        Field("req_last", (N_GOODS,), 1, "last good paid, one-hot"),
        Field("from_good", (N_GOODS,), 1, "good whose cube is to be chosen, one-hot"),
        Field("from_mode", (2,), 1, "that cube is used or sold, one-hot"),
        Field("from_step", (3,), 1, "step that goes on afterwards: payment, Loch Shiel, activation, one-hot"),
        Field("gain_tile", (2,), 1, "the chosen good goes to Iona Abbey or Loch Lochy, one-hot"),
        Field("gain_left", (1,), 2, "goods still to choose"),
        Field("mover", (2,), 5, "row and column of the clansman to move, from the start village", low=-5),
        # No secrets, but only a seat has an own side: a spectator's view lacks them.
        Field("tile_own", (ALL_TILES,), 1, "by tile 1–72: the observer has it", visibility="own"),
        Field("own_score", (1,), 5000, "own victory points", low=-200, scale=100, visibility="own"),
        Field("other_score", (SEATS - 1,), 5000, "other seats' victory points, kept secret (GM-13.2)", low=-200,
              scale=100, visibility="hidden", score=True),
        Field("stack_order", (DRAW_TILES,), DRAW_TILES, "tile ids in draw order, 0 = none", visibility="hidden"),
    ]
)  # fmt: skip

AT = LAYOUT.at


# Multiplying is several times faster than dividing. What is summed up in the vector itself has a power of two as scale,
# so that the sums are exact.
BY_2, BY_3, BY_4, BY_5, BY_8, BY_10, BY_16, BY_23, BY_67, BY_100, BY_CHAIN = (
    np.float32(1 / n) for n in (2, 3, 4, 5, 8, 10, 16, 23, DRAW_TILES, 100, CHAIN - 1)
)
ZERO = np.float32(0)

# The two elements of an offer that are 1, by tile; twice the same one without river or road.
_SIDE = np.where(TILE_SIDES == RIVER, N_TYPES, N_TYPES + 1)
OFFER_AT = np.stack([TILE_TYPE, np.where((TILE_SIDES == RIVER) | (TILE_SIDES == ROAD), _SIDE, TILE_TYPE)], axis=1)
# Tiles on which cubes can lie, and the only good that most of them can hold.
HOLDING = np.array([t for t in range(1, TILES) if ACT_KIND[t] == PRODUCE or t in (IONA_TILE, LOCHY_TILE)], np.uint8)
HELD = STORES[HOLDING].astype(np.uint8)
HATS_BY_8 = (HATS / 8).astype(np.float32)


@rule
def observe_known(s, seat, out):
    """Writes the public fields and the observer's own points."""
    n = np.int64(s.players)
    out[AT.players + n - 2] = 1
    out[AT.node + index(s.node)] = 1
    out[AT.scorings] = np.float32(s.scorings) * BY_3
    observe_ring(s, seat, n, out)
    observe_tiles(s, seat, n, out)
    for p in range(n):
        observe_player(s, p, place_of(p, seat, n), out)
    for card in range(CARDS):
        if s.card_owner[card] >= 0:
            k = place_of(s.card_owner[card], seat, n)
            out[AT.cards + CARDS * k + card] = 1
            out[AT.rank + k] += HATS_BY_8[card]
    if not s.over:
        out[AT.to_decide + place_of(s.seat, seat, n)] = 1
        observe_turn(s, out)
    out[AT.own_score] = np.float32(s.score[seat]) * BY_100


@rule
def observe_ring(s, seat, n, out):
    put(out, AT.market, s.market, BY_3)
    for k in range(STACKS):
        left = index(s.stack_n[k])
        out[AT.stack_left + k] = np.float32(left) * BY_23
        for i in range(left):
            out[AT.whereabouts + index(s.stack[k, i]) - 1] = -1
    for i in range(CHAIN):
        t = index(s.chain[i])
        if t == DIE_FIGURE:
            out[AT.figures + (SEATS + 1) * i + SEATS] = 1
        elif t >= FIGURE:
            out[AT.figures + (SEATS + 1) * i + place_of(t - FIGURE, seat, n)] = 1
        elif t > 0:
            out[AT.whereabouts + t - 1] = np.float32(i) * BY_CHAIN
            observe_offer(t, AT.offers + OFFER * (i - 1), out)


@rule(inline=True)
def observe_offer(t, at, out):
    """Describes the draw tile ``t`` from element ``at`` on."""
    out[at + OFFER_AT[t, 0]] = 1
    out[at + OFFER_AT[t, 1]] = 1


@rule
def observe_tiles(s, seat, n, out):
    """Writes a row for every tile and what the seats have in all.

    All 72 tiles are treated alike, without a branch: so they fit into vector registers, which is several times faster
    than to look for the ones that lie in a territory.
    """
    viewer, turn, own = np.float32(seat), np.float32(n), np.int8(seat)
    for t in range(1, TILES):
        p = np.float32(s.tile_owner[t])
        k = p - viewer + (turn if p < viewer else ZERO)
        out[AT.tile_seat + t - 1] = (k + np.float32(1)) * BY_5 if p >= ZERO else ZERO
        out[AT.tile_own + t - 1] = s.tile_owner[t] == own
    for t in range(1, TILES):
        cell = np.int32(s.tile_cell[t])
        row = np.int32(cell * ROW_FACTOR) >> ROW_SHIFT
        laid = cell >= 0
        out[AT.tile_row + t - 1] = np.float32(np.int32(row - START_ROW)) * BY_5 if laid else ZERO
        out[AT.tile_column + t - 1] = np.float32(np.int32(cell - COLS * row - START_COL)) * BY_5 if laid else ZERO
    for t in range(1, TILES):
        done = np.int32(s.activated[t])
        out[AT.activation + t - 1] = np.float32(np.int32(s.in_A[t] * (1 - done) - done))
    put(out, AT.tile_clansmen, s.tile_clansmen[1:], BY_3)
    for i in range(HOLDING.size):
        t = HOLDING[i]
        cubes = np.float32(s.tile_cubes[t, HELD[i]])
        out[AT.tile_cubes + np.int64(t) - 1] = cubes * BY_3
        k = place_of(s.tile_owner[t], seat, n)  # some seat if nobody has the tile: there is nothing to add then
        out[AT.goods + N_GOODS * k + HELD[i]] += cubes * BY_4
    observe_mixed(s, IONA_TILE, 0, seat, n, out)
    observe_mixed(s, LOCHY_TILE, 1, seat, n, out)


@rule
def observe_mixed(s, t, row, seat, n, out):
    """Counts the cubes on one of the two tiles that may hold any goods."""
    owner = np.int64(s.tile_owner[t])
    if owner < 0:
        return
    count = 0
    at = AT.goods + N_GOODS * place_of(owner, seat, n)
    for g in range(N_GOODS):
        cubes = np.int64(s.tile_cubes[t, g])
        count += cubes
        out[AT.mixed_cubes + N_GOODS * row + g] = np.float32(cubes) * BY_3
        if g != STORES[t]:  # that one is counted in `observe_tiles`
            out[at + g] += np.float32(cubes) * BY_4
    out[AT.tile_cubes + t - 1] = np.float32(count) * BY_3


@rule
def observe_player(s, p, k, out):
    weight = 2 if s.card_owner[MEY] == p else 1  # GM-9.9
    out[AT.rank + k] = np.float32(weight * s.chieftains[p]) * BY_8
    out[AT.coins + k] = np.float32(s.coins[p]) * BY_10
    out[AT.whisky + k] = np.float32(s.whisky[p]) * BY_10
    out[AT.chieftains + k] = np.float32(s.chieftains[p]) * BY_5
    owner = np.int8(p)  # the narrowest integers: 32 tiles at once
    tiles = np.uint8(0)
    men = np.uint8(0)
    for t in range(1, TILES):
        own = s.tile_owner[t] == owner
        tiles = np.uint8(tiles + own)
        men = np.uint8(men + own * s.tile_clansmen[t])
    out[AT.clansmen + k] = np.float32(men) * BY_4
    out[AT.tiles + k] = np.float32(tiles) * BY_16


@rule
def observe_turn(s, out):
    """Writes what is pending; outside a turn and a sub-step all of it is 0."""
    out[AT.dist] = np.float32(s.dist) * BY_CHAIN
    out[AT.points_left] = np.float32(s.mp) * BY_5
    out[AT.ness_used] = s.ness_used
    out[AT.oich_turn] = s.oich_turn
    if s.tile > 0:
        observe_offer(int(s.tile), AT.in_hand, out)
    if s.req_kind > 0:
        observe_requirement(s, out)
    if s.from_mode > 0:
        out[AT.from_good + int(s.from_good)] = 1
        out[AT.from_mode + int(s.from_mode) - 1] = 1
        for i in range(len(CALLERS)):
            if s.from_return == CALLERS[i]:
                out[AT.from_step + i] = 1
    if s.gain_left > 0:
        out[AT.gain_tile + (s.gain_tile == LOCHY_TILE)] = 1
        out[AT.gain_left] = np.float32(s.gain_left) * BY_2
    if s.move_src >= 0:
        row = np.int64(s.move_src) // COLS
        out[AT.mover] = np.float32(row - START_ROW) * BY_5
        out[AT.mover + 1] = np.float32(s.move_src - COLS * row - START_COL) * BY_5


@rule
def observe_requirement(s, out):
    out[AT.req_kind + int(s.req_kind) - 1] = 1
    out[AT.req_type + TILE_TYPE[s.req_tile]] = 1
    out[AT.req_is_cost] = s.req_is_cost
    put(out, AT.req_need, s.req_need, BY_2)
    put(out, AT.req_paid, s.req_paid, BY_3)
    out[AT.req_units] = np.float32(s.req_sum) * BY_5
    out[AT.req_units + 1] = np.float32(s.req_min) * BY_5
    out[AT.req_units + 2] = np.float32(s.req_max) * BY_5
    if s.req_last >= 0:
        out[AT.req_last + int(s.req_last)] = 1


@rule
def observe_hidden(s, seat, out):
    """Writes the other seats' points and the order of the stacks."""
    n = int(s.players)
    for k in range(1, n):
        out[AT.other_score + k - 1] = np.float32(s.score[(seat + k) % n]) * BY_100
    at = AT.stack_order
    for k in range(STACKS):
        for i in range(s.stack_n[k] - 1, -1, -1):
            out[at] = np.float32(s.stack[k, i]) * BY_67
            at += 1


PLANES = [*TYPES, "river", "road", "cubes", "clansmen", "activation"]
"""Names of the planes that `territories` makes."""


def territories(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """All five territories as planes, made from one observation vector, for convolutional networks.

    Args:
        vector: An observation, float32[D].

    Returns:
        float32[5, len(PLANES), 11, 11]: seats relative to the observer, planes as in `PLANES` (natural units), row 0
        in the north.
    """
    seen = LAYOUT.decode(vector)
    planes = np.zeros((SEATS, len(PLANES), ROWS, COLS), np.float32)
    tiles = np.flatnonzero(seen["tile_seat"])
    seats = seen["tile_seat"].astype(int)[tiles] - 1
    row = START_ROW + seen["tile_row"].astype(int)[tiles]
    column = START_COL + seen["tile_column"].astype(int)[tiles]
    ids = tiles + 1
    planes[seats, TILE_TYPE[ids], row, column] = 1
    features = (
        TILE_SIDES[ids] & RIVER > 0, TILE_SIDES[ids] & ROAD > 0,
        *(seen[name][tiles] for name in ("tile_cubes", "tile_clansmen", "activation")),
    )  # fmt: skip
    for k, values in enumerate(features):
        planes[seats, N_TYPES + k, row, column] = values
    return planes
