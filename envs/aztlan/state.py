"""The state of one game of Aztlán (rules section 7) and its variants."""

from ..engine import Variant, state_dtype
from .components import DECK_SIZE, KINDS, OFFERING_TABLES, POWERS, REGIONS, TRIBES, UNUSED_VP_SETS

# Values of the header's ``node``: the pending decision.
SELECT, PLACE, PLACE_SECOND, MOVE, CONFLICT, TIE_WINNER, GAMES, SCORING_CARD, PAIR, WILD_TERRAIN, OVER = range(11)
NODES = [
    "selection", "placement", "second placement", "move", "conflict", "tie winner",
    "sacred games", "scoring card", "canoe pair", "wild terrain", "over",
]  # fmt: skip

VARIANTS = (
    Variant("unused_vp", "points for the power card never used, AZ-8.5", tuple(UNUSED_VP_SETS)),
    Variant("offerings", "points for more than five Offerings, AZ-8.4", tuple(OFFERING_TABLES)),
)

# A side is a tribe; with two players a faction, which changes hands every season (AZ-9).
STATE = state_dtype(
    [
        ("pawns", "i1", (TRIBES, REGIONS)),  # by side
        ("reserve", "i1", (TRIBES,)),
        ("to_place", "i1", (TRIBES,)),
        ("removed", "i1", (TRIBES,)),
        ("power_used", "u1", (TRIBES, POWERS)),  # by player, earlier seasons
        ("power_now", "i1", (TRIBES,)),  # -1 before the pick; secret until the conflict phase
        ("hand", "i1", (TRIBES, KINDS)),  # secret
        ("deck", "i1", (DECK_SIZE,)),  # kinds in draw order, then -1
        ("deck_len", "i1"),
        ("discard", "i1", (KINDS,)),
        ("marker_order", "i1", (TRIBES,)),  # newest arrival first, AZ-2.4
        ("season", "i1"),
        ("turn_order", "i1", (TRIBES,)),
        ("turn_pos", "i1"),  # whose turn, as a place in turn_order
        ("warriors_left", "i1"),  # placements due after Warriors
        ("card_played", "?"),  # in this turn, AZ-2.5
        ("settled", "u1", (REGIONS,)),
        ("fight_region", "i1"),
        ("fight_step", "i1"),  # places between the fighter and the rival asked
        ("games_played", "u1", (TRIBES,)),
        ("canoe_lake", "i1"),
        ("canoe_pair", "i1"),
        ("blessing", "i1"),
    ],
    variants=[v.name for v in VARIANTS],
)
