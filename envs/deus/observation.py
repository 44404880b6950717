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

_AT = LAYOUT.offsets
PLAYERS, NODE, TO_DECIDE, FIRST_PLAYER = _AT["players"], _AT["node"], _AT["to_decide"], _AT["first_player"]
ROUND, SEATS_DONE, ROUNDS_LEFT, SLOTS = _AT["round"], _AT["seats_done"], _AT["rounds_left"], _AT["slots"]
TERRAIN, EDGE, VILLAGE_VP = _AT["terrain"], _AT["edge"], _AT["village_vp"]
OWNER, PIECES_AT = _AT["owner"], _AT["pieces"]
FIRST_REGION, READY, RESERVE = _AT["first_region"], _AT["ready"], _AT["reserve"]
COLUMNS, BUILT, HEIGHT, WILD_USED = _AT["columns"], _AT["built"], _AT["height"], _AT["wild_used"]
HAND_SIZE, RESOURCES, GOLD, SUPPLY = _AT["hand_size"], _AT["resources"], _AT["gold"], _AT["supply"]
TEMPLE_SUPPLY, DECK_SIZE, DISCARD_SIZE = _AT["temple_supply"], _AT["deck_size"], _AT["discard_size"]
DISCARD_TOP, PLACING, CARD, PAY_RESOURCE = _AT["discard_top"], _AT["placing"], _AT["card"], _AT["pay_resource"]
OFFERED, USING_COLUMN, USING_PLACE = _AT["offered"], _AT["using_column"], _AT["using_place"]
INNER_COLUMN, INNER_PLACE, CHOICES_LEFT = _AT["inner_column"], _AT["inner_place"], _AT["choices_left"]
USED, PRODUCERS, GIVEN = _AT["used"], _AT["producers"], _AT["given"]
ARMY_ORIGIN, MOVED, START_PIECES = _AT["army_origin"], _AT["moved"], _AT["start_pieces"]
ALTERNATIVE, WILD_BUILDING, OWN_VP = _AT["alternative"], _AT["wild_building"], _AT["own_vp"]
OWN_START, OWN_HAND = _AT["own_start"], _AT["own_hand"]
HAND_DESIGN, HAND_KIND, HAND_COST, PLAYABLE = (
    _AT["hand_design"], _AT["hand_kind"], _AT["hand_cost"], _AT["hand_playable"],
)  # fmt: skip
OWN_FACEDOWN, OWN_WILD, OWN_DISCARDS = _AT["own_facedown"], _AT["own_wild"], _AT["own_discards"]
OTHERS_VP, OTHERS_HAND, OTHERS_FACEDOWN = _AT["others_vp"], _AT["others_hand"], _AT["others_facedown"]
OTHERS_START, DECK, DISCARDS = _AT["others_start"], _AT["deck"], _AT["discard"]

# A product takes a fraction of the time of a division.
BY_2, BY_3, BY_4, BY_5, BY_6, BY_9, BY_20, BY_50 = (float32(1 / n) for n in (2, 3, 4, 5, 6, 9, 20, 50))
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
    out[PLAYERS + n - 2] = 1
    out[NODE + int64(s.node)] = 1
    if not s.over:
        out[TO_DECIDE + place_of(s.seat, seat, n)] = 1
    out[FIRST_PLAYER + place_of(s.first_player, seat, n)] = 1
    out[ROUND] = float32(s.round_no) * BY_50
    out[SEATS_DONE] = float32(s.seats_done) * BY_4
    if s.end_round >= 0:
        out[ROUNDS_LEFT] = float32(min(int64(s.end_round), int64(s.max_rounds)) - s.round_no + 1) * BY_2
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
        put(out, SLOTS + 2 * t, s.slots[t], BY_9)
        if s.village_region[t] >= 0:
            out[VILLAGE_VP + int64(s.village_region[t])] = float32(s.village_vp[t]) * BY_6
    for r in range(REGIONS):
        if s.terrain[r] >= 0:
            out[TERRAIN + int64(s.terrain[r]) * REGIONS + r] = 1
    spread(out, EDGE, s.edge)
    for k in range(N_KINDS):
        regions = 0
        for p in range(int64(s.players)):
            regions |= s.where[p, k]
        spread(out, PIECES_AT + k * REGIONS, regions)


@rule
def observe_player(s, p, k, out):
    """The public side of player ``p``, who is the ``k``-th from the observer."""
    spread(out, OWNER + k * REGIONS, controlled(s, p))
    out[FIRST_REGION + k] = float32(s.first_region[p] + 1) * BY_REGIONS
    put(out, READY + k * BASIC, s.ready[p], BY_PIECES)
    put(out, RESERVE + k * BASIC, s.reserve[p], BY_PIECES)
    put(out, HEIGHT + k * N_KINDS, s.height[p], BY_COLUMN)
    for kind in range(N_KINDS):
        observe_column(s, p, k, kind, out)
    out[WILD_USED + k] = s.wild_used[p]
    out[HAND_SIZE + k] = float32(s.hand_len[p]) * BY_HAND
    put(out, RESOURCES + k * N_RESOURCES, s.resources[p], BY_5)
    out[GOLD + k] = float32(min(int64(s.gold[p]), MOST_GOLD)) * BY_20


@rule(inline=True)
def observe_column(s, p, k, kind, out):
    base = COLUMNS + (k * N_KINDS + kind) * TEMPLE_COLUMN_MAX
    for i in range(s.height[p, kind]):
        if is_face_up(s, p, kind, i):
            card = index(s.column[p, kind, i])
            out[base + i] = COLUMN_NUMBER[card]
            out[BUILT + k * N_DESIGNS + DESIGN[card]] += BY_COPIES
        else:
            out[base + i] = 1


@rule
def hide_start(k, out):
    """Until all have chosen, every seat's pieces are secret (DE-11.1): shown as if all were in reserve."""
    for kind in range(BASIC):
        out[READY + k * BASIC + kind] = 0
        out[RESERVE + k * BASIC + kind] = 1


@rule
def observe_supply(s, out):
    put(out, SUPPLY, s.supply, BY_20)
    out[TEMPLE_SUPPLY] = float32(s.temple_supply) * BY_TILES
    out[DECK_SIZE] = float32(s.deck_len) * BY_CARDS
    out[DISCARD_SIZE] = float32(s.discard_len) * BY_CARDS
    if s.discard_len > 0:
        out[DISCARD_TOP + DESIGN[s.discard[s.discard_len - 1]]] = 1
    out[START_PIECES + int64(s.start_pieces)] = 1
    out[ALTERNATIVE] = s.layout
    out[WILD_BUILDING] = s.wild_building


@rule
def observe_turn(s, out):
    """What is going on in the turn; all of it is public but the card to be built face down and the choice of pieces."""
    if s.kind >= 0:
        out[PLACING + int64(s.kind)] = 1
    if s.card >= 0 and s.node != WILD_COLUMN:
        out[CARD] = DESIGN_NUMBER[s.card]
    if s.pay_resource >= 0:
        out[PAY_RESOURCE + int64(s.pay_resource)] = 1
    out[OFFERED] = float32(s.offer_n) * BY_HAND
    if s.frame_kind >= 0:
        out[USING_COLUMN + int64(s.frame_kind)] = 1
        out[USING_PLACE] = float32(s.frame_pos + 1) * BY_COLUMN
    if s.inner_kind >= 0:
        out[INNER_COLUMN + int64(s.inner_kind)] = 1
        out[INNER_PLACE] = float32(s.inner_pos + 1) * BY_COLUMN
    elif s.asked_column >= 0:
        out[INNER_COLUMN + int64(s.asked_column)] = 1
    if s.node != START:
        out[CHOICES_LEFT] = float32(s.left) * BY_5
    for j in range(N_RESOURCES):
        out[USED + j] = s.used >> j & 1
        out[PRODUCERS + j] = float32(s.counts[j]) * BY_PIECES
    if s.trade_give >= 0:
        out[GIVEN + int64(s.trade_give)] = 1
    if s.army_origin >= 0:
        out[ARMY_ORIGIN + int64(s.army_origin)] = 1
    spread(out, MOVED, s.moved)


@rule
def observe_own(s, seat, out):
    out[OWN_VP] = float32(min(int64(s.score[seat]), MOST_VP)) * BY_50
    kind = int64(s.facedown_kind[seat])
    if kind >= 0:
        out[OWN_FACEDOWN] = DESIGN_NUMBER[s.column[seat, kind, s.facedown_pos[seat]]]
    if s.node == START:
        put(out, OWN_START, s.ready[seat], BY_PIECES)
    if s.node == WILD_COLUMN and s.seat == seat:
        out[OWN_WILD] = DESIGN_NUMBER[s.card]
    for i in range(s.discard_len):
        if s.discarder[i] == seat:
            out[OWN_DISCARDS + DESIGN[s.discard[i]]] += BY_COPIES


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
        out[OWN_HAND + DESIGN[card]] += BY_COPIES
        out[HAND_DESIGN + i] = DESIGN_NUMBER[card]
        out[HAND_KIND + i * N_KINDS + kind] = 1
        copy(out, HAND_COST + i * (N_RESOURCES + 1), PRICE[card])
        out[PLAYABLE + i] = allowed and affordable(s, seat, card)


@rule
def observe_hidden(s, seat, out):
    """Writes the other seats' secrets and both piles."""
    for k in range(int64(s.players) - 1):
        p = (seat + 1 + k) % s.players
        out[OTHERS_VP + k] = float32(min(int64(s.score[p]), MOST_VP)) * BY_50
        for i in range(s.hand_len[p]):
            out[OTHERS_HAND + k * HAND_LIMIT + i] = DESIGN_NUMBER[s.hand[p, i]]
        kind = int64(s.facedown_kind[p])
        if kind >= 0:
            out[OTHERS_FACEDOWN + k] = DESIGN_NUMBER[s.column[p, kind, s.facedown_pos[p]]]
        if s.node == START:
            for kind in range(BASIC):
                out[OTHERS_START + k * BASIC + kind] = float32(s.ready[p, kind]) * BY_PIECES
    for i in range(s.deck_len):
        out[DECK + i] = DESIGN_NUMBER[s.deck[i]]
    for i in range(s.discard_len):
        out[DISCARDS + i] = DESIGN_NUMBER[s.discard[i]]
