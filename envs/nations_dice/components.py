"""Component tables of Nations: The Dice Game, read from components.toml (each entry there names its source)."""

from typing import Any

import numpy as np

from ..engine import DataError, load_components

DATA = load_components(__file__)

SEATS = DATA["meta"]["max_players"]
AGES = DATA["meta"]["ages"]
ROWS = DATA["meta"]["rows"]
COLUMNS = DATA["meta"]["columns_4p"]
SPACES = ROWS * COLUMNS
SLOTS = DATA["meta"]["building_slots"]
AGE_TILES = DATA["meta"]["tiles_per_age"]
ROW_PRICE = np.array(DATA["costs"]["row_price"], np.int64)

# Icons and chits share their numbers: icon 0 is the re-roll, which no die shows.
CHITS = [c["id"] for c in DATA["chits"]]
REROLL, GOLD, FOOD, STRENGTH, BOOK, STONE = range(6)
KINDS = len(CHITS)
CHIT_COUNT = np.array([c["count"] for c in DATA["chits"]], np.int64)
EXCHANGED = np.array([chit in DATA["costs"]["exchange_icons"] for chit in CHITS])  # ND-6.4

_DICE = [d for d in DATA["dice"] if d["sides"] == 6]
COLOURS = [d["id"] for d in _DICE]
WHITE, ORANGE, RED, BLUE = range(4)
DICE_COUNT = np.array([d["count"] for d in _DICE], np.int64)
D4_SIDES = DATA["dice"][-1]["sides"]

CLASSES = len(DATA["die_classes"])
CLASS_NAMES = [c["id"] for c in DATA["die_classes"]]
CLASS_COLOUR = np.array([COLOURS.index(c["color"]) for c in DATA["die_classes"]], np.int64)
CLASS_ICON = np.array([CHITS.index(c["icon"]) for c in DATA["die_classes"]], np.int64)
CLASS_VALUE = np.array([c["value"] for c in DATA["die_classes"]], np.int64)


def _class_of(colour: str, face: dict[str, Any]) -> int:
    """The die class of a face."""
    (found,) = (
        k
        for k, c in enumerate(DATA["die_classes"])
        if (c["color"], c["icon"], c["value"]) == (colour, face["icon"], face["value"])
    )
    return found


# Class of each face by variant (0 the usual white die, 1 white_food2), colour and side.
FACES = np.array(
    [
        [[_class_of(d["id"], face) for face in d.get(key, d["faces"])] for d in _DICE]
        for key in ("faces", "alternative_faces")
    ],
    np.int64,
)

BUILDING, ADVISOR, COLONY, WONDER = range(4)
TYPES = ["building", "advisor", "colony", "wonder"]
TILES = len(DATA["tiles"])
TILE_NAMES = [t["name"] for t in DATA["tiles"]]
TILE_AGE = np.array([t["age"] for t in DATA["tiles"]], np.int64)
TILE_TYPE = np.array([TYPES.index(t["type"]) for t in DATA["tiles"]], np.int64)
TILE_ICON = np.array([CHITS.index(t["cost_icon"]) for t in DATA["tiles"]], np.int64)
TILE_VP = np.array([t["vp"] for t in DATA["tiles"]], np.int64)
TILE_STONE = np.array([t["build_stone"] for t in DATA["tiles"]], np.int64)

# What a tile gives: dice of one colour (-1: none) or chits of one kind (-1: none), and how many.
TILE_COLOUR = np.full(TILES, -1, np.int64)
TILE_CHIT = np.full(TILES, -1, np.int64)
TILE_GAIN = np.zeros(TILES, np.int64)
for _t, _tile in enumerate(DATA["tiles"]):
    for _gain in _tile["gains"]:
        TILE_GAIN[_t] = _gain["n"]
        if _gain["kind"] == "dice":
            TILE_COLOUR[_t] = COLOURS.index(_gain["color"])
        else:
            TILE_CHIT[_t] = CHITS.index(_gain["icon"])

START_NAMES = [b["name"] for b in DATA["start_buildings"]]
START_DICE = DATA["setup"]["white_dice"]
START_CHITS = np.array([DATA["setup"]["chits"].get(chit, 0) for chit in CHITS], np.int64)

AGE_EVENTS = len(DATA["events"]) // AGES
EVENT_NAMES = [e["name"] for e in DATA["events"]]
EVENT_FAMINE = np.array([e["famine"] for e in DATA["events"]], np.int64)
EVENT_WAR = np.array([e["war"] for e in DATA["events"]], np.int64)
EVENT_VP = np.array([e["vp"] for e in DATA["events"]], np.int64)

# Indexed by number of players (and order position).
START_BOOKS = np.zeros((SEATS + 1, SEATS), np.int64)
BOOK_VP = np.zeros(SEATS + 1, np.int64)
COLUMNS_USED = np.full(SEATS + 1, DATA["meta"]["columns_1_to_3p"], np.int64)
COLUMNS_USED[SEATS] = COLUMNS
for _n in range(1, SEATS + 1):
    START_BOOKS[_n, :_n] = DATA["setup"]["start_books_by_position"][f"p{_n}"]
    BOOK_VP[_n] = DATA["scoring"]["book_vp_per_player_with_fewer"][f"p{_n}"]
RIVAL_BOOKS = DATA["setup"]["solo_opponent_start_books"]
RIVAL_DICE = np.array([0, *DATA["scoring"]["solo_opponent_blue_dice_by_age"]], np.int64)  # by age, ND-14.2

HALL_OF_FAME = [(h["threshold"], h["name"]) for h in DATA["hall_of_fame"]]  # highest first

BOARD_NAMES = [b["name"] for b in DATA["boards"]]
BOARD_COLOURS = [b["color"] for b in DATA["boards"]]


def check_supply() -> None:
    """Makes sure that no supply can run out, since the rules say nothing about that (rules section 7).

    Raises:
        DataError: The tiles, all in play at once, would need more dice or chits than there are.
    """
    for colour, count in enumerate(DICE_COUNT):
        need = SEATS * START_DICE if colour == WHITE else int(TILE_GAIN[colour == TILE_COLOUR].sum())
        if need > count:
            raise DataError(f"{need} {COLOURS[colour]} dice may be needed, there are {count}")
    for kind, count in enumerate(CHIT_COUNT):
        given = TILE_GAIN[kind == TILE_CHIT]
        # A player has one advisor at a time, so of the re-rolls only the four largest gifts count.
        need = SEATS * int(START_CHITS[kind]) + int(SEATS * given.max() if kind == REROLL else given.sum())
        if need > count:
            raise DataError(f"{need} {CHITS[kind]} chits may be needed, there are {count}")


def check_gains() -> None:
    """Makes sure that tiles give what the rules provide for their type (ND-7.2 to ND-8.2).

    Raises:
        DataError: A tile gives something else.
    """
    for tile, kind in enumerate(TILE_TYPE):
        dice, chit, n = TILE_COLOUR[tile], TILE_CHIT[tile], TILE_GAIN[tile]
        fits = {
            BUILDING: dice > WHITE and 1 <= n <= 2,
            ADVISOR: chit == REROLL and 1 <= n <= 2,
            COLONY: chit > REROLL and n == 1,
            WONDER: n == 0 or (chit > REROLL and n == 1),
        }[int(kind)]
        if not fits or (kind == WONDER) != (TILE_STONE[tile] > 0):
            raise DataError(f"{TILE_NAMES[tile]}: a {TYPES[kind]} cannot have these gains and this stone cost")


check_supply()
check_gains()
