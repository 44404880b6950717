"""The state of one game of Nations: The Dice Game (rules section 7) and its variants."""

from ..engine import Variant, state_dtype
from .components import AGE_TILES, CLASSES, COLOURS, KINDS, SEATS, SLOTS, SPACES, TILES

# Values of the header's ``node``: the pending decision.
MAIN, PAY, EXCHANGE2, SLOT, RETURN_DIE, RETURN_REROLL, MARK, BOOKS, FAMINE, OVER = range(10)
NODES = [
    "action", "payment", "second half of an exchange", "building slot", "die to return", "re-roll to return",
    "dice to re-roll", "books", "famine", "over",
]  # fmt: skip

# Values of ``tile_zone``; a tile in play with seat p is in zone IN_PLAY + p.
NOT_DRAWN, ON_BOARD, IN_PLAY, OUT = 0, 1, 2, 6

VARIANTS = (
    Variant("solo_hard", "a 4 on the solo game's four-sided die is rolled again, ND-14.6"),
    Variant("white_food2", "the white die shows food twice and gold once (the other public reading)"),
)

_DICE = len(COLOURS)

STATE = state_dtype(
    [
        ("age", "i1"),
        ("turn_pos", "i1"),  # whose turn, as a place in order; counts down in the reverse-order phases
        ("event", "i1"),
        ("opp_books", "i1"),  # solo opponent
        ("order", "i1", (SEATS,)),
        ("passed", "u1", (SEATS,)),
        ("rolled", "u1", (SEATS,)),  # has had a turn this round, ND-5.2
        ("books", "i1", (SEATS,)),
        ("board", "i1", (SPACES,)),  # tile at (row - 1) * 4 + column - 1, -1 = empty
        ("slot_tile", "i1", (SEATS, SLOTS)),  # -1 = pre-printed building
        ("advisor", "i1", (SEATS,)),
        ("wonder_uc", "i1", (SEATS,)),  # wonder under construction
        ("fresh", "i1", (SEATS, _DICE)),  # dice not yet rolled this round
        ("unused", "i1", (SEATS, CLASSES)),
        ("used", "i1", (SEATS, _DICE)),
        ("chits_unused", "i1", (SEATS, KINDS)),
        ("chits_used", "i1", (SEATS, KINDS)),
        ("supply_dice", "i1", (_DICE,)),
        ("supply_chits", "i1", (KINDS,)),
        ("tile_zone", "i1", (TILES,)),
        ("target", "i1"),  # board space being bought, -1 = none
        ("pay_icon", "i1"),
        ("need", "i1"),
        ("exch_first", "i1"),
        ("bought_tile", "i1"),
        ("slot_sel", "i1"),
        ("ret_color", "i1"),
        ("ret_left", "i1"),
        ("marked", "i1", (CLASSES,)),  # taken out of unused
        ("mark_last", "i1"),
        ("fam_left", "i1"),  # strength dice still to give
        ("fam_started", "?"),
        ("scratch_stack", "i1", (AGE_TILES,)),
    ],
    variants=[v.name for v in VARIANTS],
)
