"""The state of one game of Deus (rules section 7) and its variants.

Sets of regions are bit sets in an int64: region r is bit r. ``where[p, k]`` holds the regions with player p's building
of kind k (5: temples), so a region's owner and pieces are not stored again. Points are the header's ``score``: VP
tokens during play, the final score at the end.
"""

from ..engine import Variant, state_dtype
from .components import (
    BASIC,
    CARDS,
    HAND_LIMIT,
    KINDS,
    N_RESOURCES,
    REGIONS,
    SEATS,
    TEMPLE_COLUMN_MAX,
    TERRAINS,
    TILES,
)

# Values of the header's ``node``: the pending decision D0-D20 of the rules' section 5.
(
    START, MAIN, PAY, WILD_COLUMN, PLACE, DISCARD_MORE, GOD, TAKE_PIECE, TAKE_RESOURCE, SELL, BUY, TRADE_GIVE,
    TRADE_TAKE, PRODUCE_PICK, PRODUCE_CITY, DRAW, ACTIVATE_COLUMN, ACTIVATE_CARD, STEAL, ARMY, DESTINATION, OVER,
) = range(22)  # fmt: skip
NO_DECISION = -1  # amid an action: nothing is asked yet
NODES = [
    "start pieces", "main action", "payment", "column of the face-down card", "placement", "offering", "god",
    "piece to take", "resource to take", "sale", "purchase", "resource to give", "resource to get", "production",
    "producing building", "draw", "column to activate", "card to activate", "theft", "army", "destination", "over",
]  # fmt: skip

# How much of the board `prepare` fixed: ``board_given``.
RANDOM_BOARD, LAYOUT_GIVEN, BOARD_GIVEN = range(3)

VARIANTS = (
    Variant("start_pieces", "pieces that every player chooses at the start, 0 = two of each kind, DE-11.1",
            (0, 10, 9, 8, 7, 6)),
    Variant("layout", "shape of the board; alternative = one of those for the player count at random, DE-11.2",
            ("standard", "alternative")),
    Variant("wild_building", "once per game any card may be built face down, DE-11.3"),
)  # fmt: skip

STATE = state_dtype(
    [
        ("board_given", "i1"),
        ("board_layout", "i1"),  # -1 = free
        ("max_rounds", "i2"),
        ("slots", "i1", (TILES, 2)),
        ("tile", "i1", (TILES,)),
        ("side", "i1", (TILES,)),
        ("rotation", "i1", (TILES,)),
        ("terrain", "i1", (REGIONS,)),  # -1 = no such region
        ("neighbours", "i8", (REGIONS,)),
        ("terrain_regions", "i8", (len(TERRAINS),)),
        ("edge", "i8"),
        ("village_region", "i1", (TILES,)),
        ("village_vp", "i1", (TILES,)),
        ("village_attacked", "u1", (TILES,)),
        ("where", "i8", (SEATS, len(KINDS))),
        ("ready", "i1", (SEATS, BASIC)),
        ("reserve", "i1", (SEATS, BASIC)),
        ("column", "i1", (SEATS, len(KINDS), TEMPLE_COLUMN_MAX)),  # cards from the bottom up
        ("height", "i1", (SEATS, len(KINDS))),
        ("facedown_kind", "i1", (SEATS,)),
        ("facedown_pos", "i1", (SEATS,)),
        ("wild_used", "u1", (SEATS,)),
        ("hand", "i1", (SEATS, HAND_LIMIT)),  # sorted
        ("hand_len", "i1", (SEATS,)),
        ("deck", "i1", (CARDS,)),  # top last
        ("deck_len", "i1"),
        ("discard", "i1", (CARDS,)),  # top last
        ("discarder", "i1", (CARDS,)),  # who knows the card of ``discard`` at this place
        ("discard_len", "i1"),
        ("resources", "i1", (SEATS, N_RESOURCES)),
        ("supply", "i1", (N_RESOURCES,)),
        ("gold", "i4", (SEATS,)),
        ("temple_supply", "i1"),
        ("first_region", "i1", (SEATS,)),
        ("first_player", "i1"),
        ("round_no", "i2"),
        ("end_round", "i2"),  # -1 = not triggered
        ("seats_done", "i1"),
        ("card", "i1"),  # being built; secret while its column is still to be chosen (DE-11.3)
        ("kind", "i1"),
        ("pay_resource", "i1"),
        ("offer_n", "i1"),
        ("min_slot", "i1"),
        ("god", "i1"),
        # The column in use: kind, position and effect number; then the same for a card activated by a science card.
        ("frame_kind", "i1"),
        ("frame_pos", "i1"),
        ("frame_effect", "i1"),
        ("inner_kind", "i1"),
        ("inner_pos", "i1"),
        ("inner_effect", "i1"),
        ("left", "i1"),  # choices left in a repeated decision
        ("used", "i1"),  # bit set of resources already used by this effect
        ("counts", "i1", (N_RESOURCES,)),  # production buildings not yet chosen, by resource
        ("trade_give", "i1"),
        ("army_origin", "i1"),
        ("moved", "i8"),  # where the armies stand that this effect has moved
        ("asked_column", "i1"),  # column chosen for `activate any`
    ],
    variants=[variant.name for variant in VARIANTS],
)
