"""What a seat sees in Aztlán: named fields, relative to the observer (row 0), then clockwise.

Sides are listed in the same order: row k of a side field is the side that the k-th seat from the observer controls now.
"""

import numpy as np

from ..engine import Field, ObservationLayout, copy, place_of, put, rule
from .components import (
    CARD_COUNT,
    DECK_SIZE,
    KINDS,
    LAKES,
    OFFERING_TABLES,
    POWERS,
    REGIONS,
    SEASONS,
    TRIBES,
    UNUSED_VP_SETS,
)
from .rules.board import side_of, turn_owner
from .state import MOVE, NODES

_MOST = float(CARD_COUNT.max())
_MAX_SCORE = 513  # rules section 8

LAYOUT = ObservationLayout(
    [
        Field("players", (3,), 1, "number of players, one-hot 2–4"),
        Field("season", (SEASONS,), 1, "season 1–5, one-hot"),
        Field("node", (len(NODES),), 1, "pending decision, one-hot"),
        Field("to_decide", (TRIBES,), 1, "seat to decide, one-hot"),
        Field("turn_owner", (TRIBES,), 1, "seat whose turn it is, one-hot"),
        Field("turn_place", (TRIBES,), 4, "place in the season's turn order, 1–4 (0: no such seat)"),
        Field("pawns", (TRIBES, REGIONS), 60, "pawns by side and region", scale=5),
        Field("reserve", (TRIBES,), 60, "pawns in reserve"),
        Field("to_place", (TRIBES,), 12, "pawns still to place this season"),
        Field("removed", (TRIBES,), 60, "pawns out of the game"),
        Field("power_used", (TRIBES, POWERS), 1, "power cards used in earlier seasons"),
        Field("power_shown", (TRIBES, POWERS), 1, "power card of this season, once revealed (AZ-5.8)"),
        Field("hand_size", (TRIBES,), DECK_SIZE, "number of prosperity cards held", scale=5),
        Field("discard", (KINDS,), _MOST, "played prosperity cards by kind"),
        Field("deck_size", (1,), DECK_SIZE, "cards left in the deck"),
        Field("score", (TRIBES,), _MAX_SCORE, "victory points", scale=100),
        Field("marker_place", (TRIBES,), 4, "place in the marker stack, 1 = newest arrival (AZ-2.4)"),
        Field("settled", (REGIONS,), 1, "regions settled this season"),
        Field("fight_region", (REGIONS,), 1, "region being fought over, one-hot"),
        Field("games_played", (TRIBES,), 1, "who played Sacred Games in this fight"),
        Field("warriors_left", (1,), 2, "placements due after Warriors"),
        Field("card_played", (1,), 1, "the turn's owner has used its card"),
        Field("canoe_lake", (LAKES,), 1, "lake of Rafts and Canoes, one-hot"),
        Field("canoe_pair", (3,), 1, "pair of sectors joined, one-hot"),
        Field("blessing", (3,), 1, "blessing played in this scoring turn, one-hot"),
        Field("unused_vp", (len(UNUSED_VP_SETS),), 1, "variant, one-hot"),
        Field("offerings", (len(OFFERING_TABLES),), 1, "variant, one-hot"),
        Field("own_power", (POWERS,), 1, "own power card of this season, one-hot", visibility="own"),
        Field("own_hand", (KINDS,), _MOST, "own prosperity cards by kind", scale=3, visibility="own"),
        Field("other_power", (TRIBES - 1, POWERS), 1, "other seats' power card before the reveal", visibility="hidden"),
        Field("other_hand", (TRIBES - 1, KINDS), _MOST, "other seats' prosperity cards", scale=3, visibility="hidden"),
        Field("deck", (DECK_SIZE,), KINDS, "kind + 1 of each card in draw order, 0 = none", visibility="hidden"),
    ]
)

# A product takes a fraction of the time of a division.
BY_2, BY_3, BY_4, BY_5, BY_12, BY_60, BY_100, BY_DECK, BY_MOST = (
    np.float32(1 / n) for n in (2, 3, 4, 5, 12, 60, 100, DECK_SIZE, _MOST)
)

AT = LAYOUT.at


@rule
def observe_known(s, seat, out):
    """Writes the public fields and the observer's own secrets."""
    n = np.int64(s.players)
    out[AT.players + n - 2] = 1
    out[AT.season + s.season - 1] = 1
    out[AT.node + s.node] = 1
    if not s.over:
        out[AT.to_decide + place_of(s.seat, seat, n)] = 1
        out[AT.turn_owner + place_of(turn_owner(s), seat, n)] = 1
    revealed = s.node > MOVE
    for k in range(n):
        p = seat + k if seat + k < n else seat + k - n
        observe_side(s, side_of(s, p), k, out)
        observe_player(s, p, k, revealed, out)
        place = np.float32(k + 1) * BY_4
        out[AT.turn_place + place_of(s.turn_order[k], seat, n)] = place
        out[AT.marker_place + place_of(s.marker_order[k], seat, n)] = place
        out[AT.games_played + k] = s.games_played[p]
    observe_turn(s, out)
    put(out, AT.discard, s.discard, BY_MOST)
    put(out, AT.own_hand, s.hand[seat], BY_3)
    out[AT.deck_size] = np.float32(s.deck_len) * BY_DECK
    out[AT.unused_vp + int(s.unused_vp)] = 1
    out[AT.offerings + int(s.offerings)] = 1
    if s.power_now[seat] >= 0:
        out[AT.own_power + int(s.power_now[seat])] = 1


@rule(inline=True)
def observe_side(s, side, k, out):
    put(out, AT.pawns + k * REGIONS, s.pawns[side], BY_5)
    out[AT.reserve + k] = np.float32(s.reserve[side]) * BY_60
    out[AT.to_place + k] = np.float32(s.to_place[side]) * BY_12
    out[AT.removed + k] = np.float32(s.removed[side]) * BY_60


@rule(inline=True)
def observe_player(s, p, k, revealed, out):
    held = np.uint8(0)
    for kind in range(KINDS):
        held = np.uint8(held + s.hand[p, kind])
    out[AT.hand_size + k] = np.float32(held) * BY_5
    out[AT.score + k] = np.float32(s.score[p]) * BY_100
    copy(out, AT.power_used + k * POWERS, s.power_used[p])
    if revealed and s.power_now[p] >= 0:
        out[AT.power_shown + k * POWERS + int(s.power_now[p])] = 1


@rule(inline=True)
def observe_turn(s, out):
    copy(out, AT.settled, s.settled)
    if s.fight_region >= 0:
        out[AT.fight_region + int(s.fight_region)] = 1
    out[AT.warriors_left] = np.float32(s.warriors_left) * BY_2
    out[AT.card_played] = s.card_played
    if s.canoe_lake >= 0:
        out[AT.canoe_lake + int(s.canoe_lake)] = 1
    if s.canoe_pair >= 0:
        out[AT.canoe_pair + int(s.canoe_pair)] = 1
    if s.blessing >= 0:
        out[AT.blessing + int(s.blessing)] = 1


@rule
def observe_hidden(s, seat, out):
    """Writes the other seats' secrets and the deck."""
    for k in range(s.players - 1):
        p = (seat + 1 + k) % int(s.players)
        if s.node <= MOVE and s.power_now[p] >= 0:
            out[AT.other_power + k * POWERS + int(s.power_now[p])] = 1
        put(out, AT.other_hand + k * KINDS, s.hand[p], BY_3)
    for k in range(s.deck_len):
        out[AT.deck + k] = (int(s.deck[k]) + 1) / KINDS
