"""What a seat sees in Deus: named fields, relative to the observer (row 0), then clockwise.

Cards appear as designs (0-71), never as card indices, since copies cannot be told apart.
"""

import numpy as np
from numpy import float32, int64

from ..engine import Field, ObservationLayout, copy, index, place_of, put, rule
from .components import (
    BASIC,
    CARDS,
    COST,
    COST_GOLD,
    DESIGN,
    DESIGNS,
    HAND_LIMIT,
    KIND,
    KINDS,
    MAX_ROUNDS,
    N_RESOURCES,
    PIECES,
    REGIONS,
    SEATS,
    TEMPLE_COLUMN_MAX,
    TERRAINS,
    TILES,
)
from .rules.board import controlled
from .rules.building import affordable, kind_allowed
from .rules.cards import is_face_up
from .state import NODES, START, VARIANTS, WILD_COLUMN

N_DESIGNS, N_KINDS, N_TERRAINS = len(DESIGNS), len(KINDS), len(TERRAINS)
MOST_GOLD, MOST_VP = 99, 199  # greater values are clipped (rules section 7)
FACE_DOWN = N_DESIGNS + 1
_COPIES = max(d["copies"] for d in DESIGNS)
_ANY = float(N_DESIGNS)

LAYOUT = ObservationLayout(
    [
        Field("players", (3,), 1, "number of players, one-hot 2–4"),
        Field("node", (len(NODES),), 1, "pending decision, one-hot"),
        Field("to_decide", (SEATS,), 1, "seat to decide, one-hot"),
        Field("first_player", (SEATS,), 1, "first player, one-hot"),
        Field("round", (1,), MAX_ROUNDS, "round", scale=50),
        Field("seats_done", (1,), SEATS, "turns over in this round"),
        Field("rounds_left", (1,), MAX_ROUNDS, "1 + rounds after this one once the end is triggered, else 0", scale=2),
        Field("slots", (TILES, 2), 9, "lattice place of each tile; gives region coordinates (DE-3.3)", low=-9),
        Field("terrain", (N_TERRAINS, REGIONS), 1, "regions by terrain"),
        Field("edge", (REGIONS,), 1, "regions on the edge of the board"),
        Field("village_vp", (REGIONS,), 6, "VP on the village of this region"),
        Field("owner", (SEATS, REGIONS), 1, "regions that a seat controls"),
        Field("pieces", (N_KINDS, REGIONS), 1, "regions with a building of a kind"),
        Field("first_region", (SEATS,), REGIONS, "region of a seat's first building + 1"),
        Field("ready", (SEATS, BASIC), PIECES, "ready pieces by kind; none while they are chosen in secret"),
        Field("reserve", (SEATS, BASIC), PIECES, "pieces in reserve by kind; all while they are chosen in secret"),
        Field("columns", (SEATS, N_KINDS, TEMPLE_COLUMN_MAX), FACE_DOWN,
              "design + 1 of each card from the bottom up, 73 = face down"),
        Field("built", (SEATS, N_DESIGNS), _COPIES, "face-up cards by design"),
        Field("height", (SEATS, N_KINDS), TEMPLE_COLUMN_MAX, "cards in a column"),
        Field("wild_used", (SEATS,), 1, "has used the face-down building"),
        Field("hand_size", (SEATS,), HAND_LIMIT, "cards in hand"),
        Field("resources", (SEATS, N_RESOURCES), 20, "resources", scale=5),
        Field("gold", (SEATS,), MOST_GOLD, "gold, at most 99 shown", scale=20),
        Field("supply", (N_RESOURCES,), 20, "resources in the supply"),
        Field("temple_supply", (1,), TILES, "wooden temples left"),
        Field("deck_size", (1,), CARDS, "draw pile"),
        Field("discard_size", (1,), CARDS, "discard pile"),
        Field("discard_top", (N_DESIGNS,), 1, "design on top of the discard pile, one-hot"),
        Field("placing", (N_KINDS,), 1, "kind of the card being built or offered, one-hot"),
        Field("card", (1,), _ANY, "design + 1 of the card being built"),
        Field("pay_resource", (N_RESOURCES,), 1, "resource being paid, one-hot"),
        Field("offered", (1,), HAND_LIMIT, "cards in this offering"),
        Field("using_column", (N_KINDS,), 1, "column in use, one-hot"),
        Field("using_place", (1,), TEMPLE_COLUMN_MAX, "1 + place of the card in use"),
        Field("inner_column", (N_KINDS,), 1, "column of the card activated by a science card, one-hot"),
        Field("inner_place", (1,), TEMPLE_COLUMN_MAX, "1 + place of that card"),
        Field("choices_left", (1,), 99, "choices left in a repeated decision", scale=5),
        Field("used", (N_RESOURCES,), 1, "resources already used by this effect"),
        Field("producers", (N_RESOURCES,), PIECES, "production buildings still to choose, by resource"),
        Field("given", (N_RESOURCES,), 1, "resource given in a trade, one-hot"),
        Field("army_origin", (REGIONS,), 1, "where the moving army stands, one-hot"),
        Field("moved", (REGIONS,), 1, "armies already moved by this effect"),
        Field("start_pieces", (len(VARIANTS[0].values),), 1, "variant, one-hot"),
        Field("alternative", (1,), 1, "variant: another layout"),
        Field("wild_building", (1,), 1, "variant: face-down building"),
        Field("own_vp", (1,), MOST_VP, "own VP tokens (at the end the final score), at most 199 shown", scale=50,
              visibility="own"),
        Field("own_start", (BASIC,), PIECES, "pieces that one has secretly chosen so far, by kind", visibility="own"),
        Field("own_hand", (N_DESIGNS,), _COPIES, "own hand by design", visibility="own"),
        Field("hand_design", (HAND_LIMIT,), _ANY, "design + 1 of the card in each hand slot", visibility="own"),
        Field("hand_kind", (HAND_LIMIT, N_KINDS), 1, "kind of the card in each slot, one-hot", visibility="own"),
        Field("hand_cost", (HAND_LIMIT, N_RESOURCES + 1), 99, "its cost: resources, gold", scale=3, visibility="own"),
        Field("hand_playable", (HAND_LIMIT,), 1, "whether it could be built if it were one's turn", visibility="own"),
        Field("own_facedown", (1,), _ANY, "design + 1 of one's own face-down card", visibility="own"),
        Field("own_wild", (1,), _ANY, "design + 1 of the card that one is about to build face down", visibility="own"),
        Field("own_discards", (N_DESIGNS,), _COPIES, "cards in the discard pile that one put there", visibility="own"),
        Field("others_vp", (SEATS - 1,), MOST_VP, "other seats' VP tokens, at most 199 shown", scale=50,
              visibility="hidden", score=True),
        Field("others_hand", (SEATS - 1, HAND_LIMIT), _ANY, "design + 1 of other seats' cards", visibility="hidden"),
        Field("others_facedown", (SEATS - 1,), _ANY, "design + 1 of other seats' face-down cards", visibility="hidden"),
        Field("others_start", (SEATS - 1, BASIC), PIECES, "pieces that other seats have secretly chosen so far",
              visibility="hidden"),
        Field("deck", (CARDS,), _ANY, "design + 1 of each card of the draw pile, top last", visibility="hidden"),
        Field("discard", (CARDS,), _ANY, "design + 1 of each card of the discard pile, top last", visibility="hidden"),
    ]
)  # fmt: skip

AT = LAYOUT.at  # where each field starts

# A product takes a fraction of the time of a division.
BY_2, BY_4, BY_5, BY_6, BY_9, BY_20, BY_50 = (float32(1 / n) for n in (2, 4, 5, 6, 9, 20, 50))
BY_HAND, BY_COLUMN, BY_PIECES, BY_CARDS, BY_COPIES, BY_REGIONS, BY_TILES = (
    float32(1 / n) for n in (HAND_LIMIT, TEMPLE_COLUMN_MAX, PIECES, CARDS, _COPIES, REGIONS, TILES)
)
ONE = np.uint64(1)
# By card, in the vector's own precision and scale.
DESIGN_NUMBER = ((DESIGN + 1) / N_DESIGNS).astype(np.float32)
COLUMN_NUMBER = ((DESIGN + 1) / FACE_DOWN).astype(np.float32)
PRICE = (np.column_stack([COST, COST_GOLD]) / 3).astype(np.float32)


@rule
def observe_known(s, seat, out):
    """Writes the public fields and the observer's own secrets."""
    n = int64(s.players)
    out[AT.players + n - 2] = 1
    out[AT.node + int64(s.node)] = 1
    if not s.over:
        out[AT.to_decide + place_of(s.seat, seat, n)] = 1
    out[AT.first_player + place_of(s.first_player, seat, n)] = 1
    out[AT.round] = float32(s.round_no) * BY_50
    out[AT.seats_done] = float32(s.seats_done) * BY_4
    if s.end_round >= 0:
        out[AT.rounds_left] = float32(min(int64(s.end_round), int64(s.max_rounds)) - s.round_no + 1) * BY_2
    observe_board(s, out)
    for k in range(n):
        p = seat + k if seat + k < n else seat + k - n
        observe_player(s, p, k, out)
        if s.node == START:
            hide_start(k, out)
    observe_supply(s, out)
    observe_turn(s, out)
    observe_own(s, seat, out)
    observe_hand(s, seat, out)


@rule(inline=True)
def spread(out, offset, regions):
    """Writes 1 for every region of a set and 0 for all others."""
    bits = np.uint64(regions)
    start = np.uint64(offset)
    for r in range(REGIONS):
        out[start + np.uint64(r)] = float32(np.int32(bits >> np.uint64(r) & ONE))


@rule
def observe_board(s, out):
    for t in range(TILES):
        put(out, AT.slots + 2 * t, s.slots[t], BY_9)
        if s.village_region[t] >= 0:
            out[AT.village_vp + int64(s.village_region[t])] = float32(s.village_vp[t]) * BY_6
    for r in range(REGIONS):
        if s.terrain[r] >= 0:
            out[AT.terrain + int64(s.terrain[r]) * REGIONS + r] = 1
    spread(out, AT.edge, s.edge)
    for k in range(N_KINDS):
        regions = 0
        for p in range(int64(s.players)):
            regions |= s.where[p, k]
        spread(out, AT.pieces + k * REGIONS, regions)


@rule
def observe_player(s, p, k, out):
    """The public side of player ``p``, who is the ``k``-th from the observer."""
    spread(out, AT.owner + k * REGIONS, controlled(s, p))
    out[AT.first_region + k] = float32(s.first_region[p] + 1) * BY_REGIONS
    put(out, AT.ready + k * BASIC, s.ready[p], BY_PIECES)
    put(out, AT.reserve + k * BASIC, s.reserve[p], BY_PIECES)
    put(out, AT.height + k * N_KINDS, s.height[p], BY_COLUMN)
    for kind in range(N_KINDS):
        observe_column(s, p, k, kind, out)
    out[AT.wild_used + k] = s.wild_used[p]
    out[AT.hand_size + k] = float32(s.hand_len[p]) * BY_HAND
    put(out, AT.resources + k * N_RESOURCES, s.resources[p], BY_5)
    out[AT.gold + k] = float32(min(int64(s.gold[p]), MOST_GOLD)) * BY_20


@rule(inline=True)
def observe_column(s, p, k, kind, out):
    base = AT.columns + (k * N_KINDS + kind) * TEMPLE_COLUMN_MAX
    for i in range(s.height[p, kind]):
        if is_face_up(s, p, kind, i):
            card = index(s.column[p, kind, i])
            out[base + i] = COLUMN_NUMBER[card]
            out[AT.built + k * N_DESIGNS + DESIGN[card]] += BY_COPIES
        else:
            out[base + i] = 1


@rule
def hide_start(k, out):
    """Until all have chosen, every seat's pieces are secret (DE-11.1): shown as if all were in reserve."""
    for kind in range(BASIC):
        out[AT.ready + k * BASIC + kind] = 0
        out[AT.reserve + k * BASIC + kind] = 1


@rule
def observe_supply(s, out):
    put(out, AT.supply, s.supply, BY_20)
    out[AT.temple_supply] = float32(s.temple_supply) * BY_TILES
    out[AT.deck_size] = float32(s.deck_len) * BY_CARDS
    out[AT.discard_size] = float32(s.discard_len) * BY_CARDS
    if s.discard_len > 0:
        out[AT.discard_top + DESIGN[s.discard[s.discard_len - 1]]] = 1
    out[AT.start_pieces + int64(s.start_pieces)] = 1
    out[AT.alternative] = s.layout
    out[AT.wild_building] = s.wild_building


@rule
def observe_turn(s, out):
    """What is going on in the turn; all of it is public but the card to be built face down and the choice of pieces."""
    if s.kind >= 0:
        out[AT.placing + int64(s.kind)] = 1
    if s.card >= 0 and s.node != WILD_COLUMN:
        out[AT.card] = DESIGN_NUMBER[s.card]
    if s.pay_resource >= 0:
        out[AT.pay_resource + int64(s.pay_resource)] = 1
    out[AT.offered] = float32(s.offer_n) * BY_HAND
    if s.frame_kind >= 0:
        out[AT.using_column + int64(s.frame_kind)] = 1
        out[AT.using_place] = float32(s.frame_pos + 1) * BY_COLUMN
    if s.inner_kind >= 0:
        out[AT.inner_column + int64(s.inner_kind)] = 1
        out[AT.inner_place] = float32(s.inner_pos + 1) * BY_COLUMN
    elif s.asked_column >= 0:
        out[AT.inner_column + int64(s.asked_column)] = 1
    if s.node != START:
        out[AT.choices_left] = float32(s.left) * BY_5
    for j in range(N_RESOURCES):
        out[AT.used + j] = s.used >> j & 1
        out[AT.producers + j] = float32(s.counts[j]) * BY_PIECES
    if s.trade_give >= 0:
        out[AT.given + int64(s.trade_give)] = 1
    if s.army_origin >= 0:
        out[AT.army_origin + int64(s.army_origin)] = 1
    spread(out, AT.moved, s.moved)


@rule
def observe_own(s, seat, out):
    out[AT.own_vp] = float32(min(int64(s.score[seat]), MOST_VP)) * BY_50
    kind = int64(s.facedown_kind[seat])
    if kind >= 0:
        out[AT.own_facedown] = DESIGN_NUMBER[s.column[seat, kind, s.facedown_pos[seat]]]
    if s.node == START:
        put(out, AT.own_start, s.ready[seat], BY_PIECES)
    if s.node == WILD_COLUMN and s.seat == seat:
        out[AT.own_wild] = DESIGN_NUMBER[s.card]
    for i in range(s.discard_len):
        if s.discarder[i] == seat:
            out[AT.own_discards + DESIGN[s.discard[i]]] += BY_COPIES


@rule
def observe_hand(s, seat, out):
    """The own hand, slot by slot, with what each card costs and whether it could be built."""
    last = -1
    allowed = False
    for i in range(s.hand_len[seat]):
        card = int64(s.hand[seat, i])
        kind = KIND[card]
        if kind != last:
            last = kind
            allowed = kind_allowed(s, seat, kind)
        out[AT.own_hand + DESIGN[card]] += BY_COPIES
        out[AT.hand_design + i] = DESIGN_NUMBER[card]
        out[AT.hand_kind + i * N_KINDS + kind] = 1
        copy(out, AT.hand_cost + i * (N_RESOURCES + 1), PRICE[card])
        out[AT.hand_playable + i] = allowed and affordable(s, seat, card)


@rule
def observe_hidden(s, seat, out):
    """Writes the other seats' secrets and both piles."""
    for k in range(int64(s.players) - 1):
        p = (seat + 1 + k) % s.players
        out[AT.others_vp + k] = float32(min(int64(s.score[p]), MOST_VP)) * BY_50
        for i in range(s.hand_len[p]):
            out[AT.others_hand + k * HAND_LIMIT + i] = DESIGN_NUMBER[s.hand[p, i]]
        kind = int64(s.facedown_kind[p])
        if kind >= 0:
            out[AT.others_facedown + k] = DESIGN_NUMBER[s.column[p, kind, s.facedown_pos[p]]]
        if s.node == START:
            for kind in range(BASIC):
                out[AT.others_start + k * BASIC + kind] = float32(s.ready[p, kind]) * BY_PIECES
    for i in range(s.deck_len):
        out[AT.deck + i] = DESIGN_NUMBER[s.deck[i]]
    for i in range(s.discard_len):
        out[AT.discard + i] = DESIGN_NUMBER[s.discard[i]]
