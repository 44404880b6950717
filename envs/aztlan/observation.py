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
        Field("card_played", (1,), 1, "the turn's owner has used his card"),
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

_AT = LAYOUT.offsets
PLAYERS, SEASON, NODE, TO_DECIDE = _AT["players"], _AT["season"], _AT["node"], _AT["to_decide"]
TURN_OWNER, TURN_PLACE, PAWNS, RESERVE = _AT["turn_owner"], _AT["turn_place"], _AT["pawns"], _AT["reserve"]
TO_PLACE, REMOVED, POWER_USED, POWER_SHOWN = _AT["to_place"], _AT["removed"], _AT["power_used"], _AT["power_shown"]
HAND_SIZE, DISCARD, DECK_LEFT, SCORE = _AT["hand_size"], _AT["discard"], _AT["deck_size"], _AT["score"]
MARKER_PLACE, SETTLED, FIGHT_REGION = _AT["marker_place"], _AT["settled"], _AT["fight_region"]
GAMES_PLAYED, WARRIORS_LEFT, CARD_PLAYED = _AT["games_played"], _AT["warriors_left"], _AT["card_played"]
CANOE_LAKE, CANOE_PAIR, BLESSING = _AT["canoe_lake"], _AT["canoe_pair"], _AT["blessing"]
UNUSED_VP, OFFERINGS, OWN_POWER, OWN_HAND = _AT["unused_vp"], _AT["offerings"], _AT["own_power"], _AT["own_hand"]
OTHER_POWER, OTHER_HAND, DECK = _AT["other_power"], _AT["other_hand"], _AT["deck"]


@rule
def observe_known(s, seat, out):
    """Writes the public fields and the observer's own secrets."""
    n = np.int64(s.players)
    out[PLAYERS + n - 2] = 1
    out[SEASON + s.season - 1] = 1
    out[NODE + s.node] = 1
    if not s.over:
        out[TO_DECIDE + place_of(s.seat, seat, n)] = 1
        out[TURN_OWNER + place_of(turn_owner(s), seat, n)] = 1
    revealed = s.node > MOVE
    for k in range(n):
        p = seat + k if seat + k < n else seat + k - n
        observe_side(s, side_of(s, p), k, out)
        observe_player(s, p, k, revealed, out)
        place = np.float32(k + 1) * BY_4
        out[TURN_PLACE + place_of(s.turn_order[k], seat, n)] = place
        out[MARKER_PLACE + place_of(s.marker_order[k], seat, n)] = place
        out[GAMES_PLAYED + k] = s.games_played[p]
    observe_turn(s, out)
    put(out, DISCARD, s.discard, BY_MOST)
    put(out, OWN_HAND, s.hand[seat], BY_3)
    out[DECK_LEFT] = np.float32(s.deck_len) * BY_DECK
    out[UNUSED_VP + int(s.unused_vp)] = 1
    out[OFFERINGS + int(s.offerings)] = 1
    if s.power_now[seat] >= 0:
        out[OWN_POWER + int(s.power_now[seat])] = 1


@rule(inline=True)
def observe_side(s, side, k, out):
    put(out, PAWNS + k * REGIONS, s.pawns[side], BY_5)
    out[RESERVE + k] = np.float32(s.reserve[side]) * BY_60
    out[TO_PLACE + k] = np.float32(s.to_place[side]) * BY_12
    out[REMOVED + k] = np.float32(s.removed[side]) * BY_60


@rule(inline=True)
def observe_player(s, p, k, revealed, out):
    held = np.uint8(0)
    for kind in range(KINDS):
        held = np.uint8(held + s.hand[p, kind])
    out[HAND_SIZE + k] = np.float32(held) * BY_5
    out[SCORE + k] = np.float32(s.score[p]) * BY_100
    copy(out, POWER_USED + k * POWERS, s.power_used[p])
    if revealed and s.power_now[p] >= 0:
        out[POWER_SHOWN + k * POWERS + int(s.power_now[p])] = 1


@rule(inline=True)
def observe_turn(s, out):
    copy(out, SETTLED, s.settled)
    if s.fight_region >= 0:
        out[FIGHT_REGION + int(s.fight_region)] = 1
    out[WARRIORS_LEFT] = np.float32(s.warriors_left) * BY_2
    out[CARD_PLAYED] = s.card_played
    if s.canoe_lake >= 0:
        out[CANOE_LAKE + int(s.canoe_lake)] = 1
    if s.canoe_pair >= 0:
        out[CANOE_PAIR + int(s.canoe_pair)] = 1
    if s.blessing >= 0:
        out[BLESSING + int(s.blessing)] = 1


@rule
def observe_hidden(s, seat, out):
    """Writes the other seats' secrets and the deck."""
    for k in range(s.players - 1):
        p = (seat + 1 + k) % int(s.players)
        if s.node <= MOVE and s.power_now[p] >= 0:
            out[OTHER_POWER + k * POWERS + int(s.power_now[p])] = 1
        put(out, OTHER_HAND + k * KINDS, s.hand[p], BY_3)
    for k in range(s.deck_len):
        out[DECK + k] = (int(s.deck[k]) + 1) / KINDS
