"""Component tables of Deus, read from components.toml (each entry there names its source)."""

from typing import Any

import numpy as np

from ..engine import DataError, load_components
from . import vocabulary as v

DATA = load_components(__file__)

_C = DATA["constants"]
START_GOLD, START_VP, START_RESOURCES = _C["start_gold"], _C["start_vp"], _C["start_each_resource"]
START_HAND, REFILL, HAND_LIMIT = _C["start_hand"], _C["refill_hand"], _C["hand_limit"]
PIECES, START_READY = _C["pieces_per_kind"], _C["start_ready_per_kind"]
SUPPLY_PER_PLAYER = _C["resource_supply_per_player"]
GOLD_PER_RESOURCE, EDGE_VP = _C["gold_per_replaced_resource"], _C["edge_placement_vp"]
TEMPLE_CAP, MAJORITY_VP, MAX_ROUNDS = _C["temple_cap_vp"], _C["majority_vp"], _C["max_rounds"]
FIRST_DISTANCE = _C["first_region_min_distance"]
COLUMN_MAX, TEMPLE_COLUMN_MAX = _C["basic_column_max"], _C["temple_column_max"]
MAX_COORDINATE = _C["max_slot_coordinate"]

RESOURCES = [r["id"] for r in DATA["resource"]]
TERRAINS = [t["id"] for t in DATA["terrain"]]
TERRAIN_LETTERS = "".join(t["letter"] for t in DATA["terrain"])
KINDS = [k["id"] for k in DATA["kind"]]
PIECE_NAMES = [k["piece"] for k in DATA["kind"]]
GOD_NAMES = [g["name"] for g in DATA["god"]]
if (tuple(RESOURCES), tuple(TERRAINS[:4]), tuple(KINDS)) != (v.RESOURCES, v.LAND, v.KINDS):
    raise DataError("deus: resources, terrains and kinds must keep their order, which action ids rely on")
N_RESOURCES, BASIC = len(RESOURCES), 5
SEA, VILLAGE = TERRAINS.index("sea"), TERRAINS.index("village")
SEATS = DATA["meta"]["players_max"]

# What the gods give (DE-7.3), by kind of the top card.
GOLD_EACH, RESOURCE_EACH, CARD_EACH, VP_ONE_OR_MORE, PIECE_EACH, OTHER_GOD = range(6)
_POWERS = (
    "gold_per_card", "resource_of_choice_per_card", "extra_card_per_card", "vp_1_or_2", "piece_of_choice_per_card",
    "copy_another_god",
)  # fmt: skip
GOD_POWER = np.array([_POWERS.index(g["power"]) for g in DATA["god"]], np.int64)
GOD_N = np.array([g["n"] for g in DATA["god"]], np.int64)
GOD_GIVES_PIECE = np.array([g["plus_piece_of_kind"] for g in DATA["god"]], np.int64)

# --- The board (DE-2, DE-3) ------------------------------------------------------------------------------------------

TILE_REGIONS = 7
TILES = len(DATA["tile"])
REGIONS = TILES * TILE_REGIONS
TILE_NAMES = [t["id"] for t in DATA["tile"]]
# TILE_SIDE[tile, side, place]: terrain of the centre and the six petals before turning.
TILE_SIDE = np.array(
    [[[TERRAIN_LETTERS.index(letter) for letter in t[f"side_{side}"]] for side in "ab"] for t in DATA["tile"]], np.int64
)
DIRECTIONS = [tuple(d) for d in DATA["geometry"]["directions"]]
_LATTICE = np.array([DATA["geometry"]["lattice_a"], DATA["geometry"]["lattice_b"]])

LAYOUTS = DATA["layout"]
LAYOUT_NAMES = [layout["id"] for layout in LAYOUTS]
FREE_LAYOUT = -1
TILE_COUNT = np.zeros(SEATS + 1, np.int64)  # by number of players
STANDARD_LAYOUT = np.zeros(SEATS + 1, np.int64)
for _n, _row in DATA["player_count"].items():
    TILE_COUNT[int(_n)] = _row["tiles"]
    STANDARD_LAYOUT[int(_n)] = LAYOUT_NAMES.index(_row["layout"])
LAYOUT_PLAYERS = np.array([layout["players"] for layout in LAYOUTS], np.int64)
ALTERNATIVES = np.full((SEATS + 1, len(LAYOUTS)), -1, np.int64)
ALTERNATIVE_COUNT = np.zeros(SEATS + 1, np.int64)
for _i, _row in enumerate(LAYOUTS):
    if not _row["standard"]:
        ALTERNATIVES[_row["players"], ALTERNATIVE_COUNT[_row["players"]]] = _i
        ALTERNATIVE_COUNT[_row["players"]] += 1


def region_coordinates(slots: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Axial coordinates of the regions on the tile ``slots``, by region index (DE-3.3)."""
    petals = [(0, 0), *DIRECTIONS]
    centres = [np.array(slot) @ _LATTICE for slot in slots]
    return [(int(c[0] + p[0]), int(c[1] + p[1])) for c in centres for p in petals]


def neighbour_sets(slots: list[tuple[int, int]]) -> list[int]:
    """For each region the bit set of its neighbours; `REGIONS` entries, 0 for regions not on the board (DE-3.3)."""
    where = {axial: r for r, axial in enumerate(region_coordinates(slots))}
    sets = [0] * REGIONS
    for (x, y), r in where.items():
        for dx, dy in DIRECTIONS:
            if (x + dx, y + dy) in where:
                sets[r] |= 1 << where[x + dx, y + dy]
    return sets


LAYOUT_SLOTS = np.zeros((len(LAYOUTS), TILES, 2), np.int64)
LAYOUT_NEIGHBOURS = np.zeros((len(LAYOUTS), REGIONS), np.int64)
for _i, _row in enumerate(LAYOUTS):
    LAYOUT_SLOTS[_i, : len(_row["slots"])] = _row["slots"]
    LAYOUT_NEIGHBOURS[_i] = neighbour_sets([tuple(slot) for slot in _row["slots"]])

# --- The cards (DE-8) ------------------------------------------------------------------------------------------------

CARDS = DATA["meta"]["cards_total"]
DESIGNS = DATA["card"]
CARDS_PER_KIND = CARDS // len(KINDS)
MAX_COST = 3  # GOLDUNITS has ids for 0..3

DESIGN = np.full(CARDS, -1, np.int64)  # by card, as all tables below
for _row in DESIGNS:
    DESIGN[_row["index"] : _row["index"] + _row["copies"]] = _row["design"]
if sorted(d["design"] for d in DESIGNS) != list(range(len(DESIGNS))) or (DESIGN < 0).any():
    raise DataError(f"deus: index and copies of the {len(DESIGNS)} designs must cover the cards 0..{CARDS - 1}")
DESIGNS = sorted(DESIGNS, key=lambda d: d["design"])
KIND = np.arange(CARDS, dtype=np.int64) // CARDS_PER_KIND
CARD_NAMES = [DESIGNS[d]["name"] for d in DESIGN]
CARD_TEXTS = [DESIGNS[d]["text"] for d in DESIGN]


def _cost(design: dict[str, Any]) -> list[int]:
    """Resources in order, then gold."""
    cost = [design["cost"][name] for name in (*RESOURCES, "gold")]
    if not all(0 <= n <= MAX_COST for n in cost[:-1]) or cost[-1] < 0:
        raise DataError(f"deus: card {design['id']}: a cost has 0 to {MAX_COST} of each resource and no negative gold")
    return cost


def _rows(design: dict[str, Any]) -> list[list[int]]:
    try:
        return [v.effect_row(effect, design["kind"]) for effect in design["effects"]]
    except DataError as error:
        raise DataError(f"deus: card {design['id']}: {error}") from error


for _row in DESIGNS:
    if _row["kind"] != KINDS[_row["index"] // CARDS_PER_KIND]:
        raise DataError(f"deus: card {_row['id']}: its index {_row['index']} is not among the {_row['kind']} cards")

COST = np.array([_cost(DESIGNS[d]) for d in DESIGN], np.int64)[:, :N_RESOURCES].copy()
COST_GOLD = np.array([_cost(DESIGNS[d]) for d in DESIGN], np.int64)[:, N_RESOURCES].copy()

# Effects of all designs one after another; those of card c are rows EFFECT_START[c] to EFFECT_END[c] - 1.
_ROWS = [_rows(design) for design in DESIGNS]
_ENDS = np.cumsum([len(rows) for rows in _ROWS])
EFFECTS = np.array([row for rows in _ROWS for row in rows], np.int64)
EFFECT_END = _ENDS[DESIGN].astype(np.int64)
EFFECT_START = (_ENDS - [len(rows) for rows in _ROWS])[DESIGN].astype(np.int64)
