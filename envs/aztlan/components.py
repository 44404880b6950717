"""Component tables of Aztlán, read from components.toml (each entry there names its source)."""

import numpy as np

from ..engine import load_components

DATA = load_components(__file__)

SEASONS = DATA["constants"]["seasons"]
REGIONS = DATA["constants"]["regions"]
TRIBES = DATA["constants"]["tribes"]
DECK_SIZE = DATA["constants"]["prosperity_cards"]
CARD_VP = DATA["constants"]["end_points_per_unused_prosperity_card"]
BLESSING_VP = DATA["constants"]["blessing_points_per_region"]

TERRAINS = [t["key"] for t in DATA["terrain"]]
REGION_KEYS = [r["key"] for r in DATA["region"]]
TRIBE_NAMES = [t["name"] for t in DATA["tribe"]]
FACTION_NAMES = [f["name"] for f in DATA["faction"]]
LAKE_NAMES = [lake["name"] for lake in DATA["lake"]]

POWER = np.array([c["power"] for c in DATA["power_card"]], np.int64)
POWER_TERRAIN = np.array([c["terrain_id"] for c in DATA["power_card"]], np.int64)  # -1 = wild, AZ-7.3
POWERS = len(POWER)
WILD = int(np.flatnonzero(POWER_TERRAIN < 0)[0])

CARDS = [c["key"] for c in DATA["prosperity_card"]]
CARD_NAMES = [c["name"] for c in DATA["prosperity_card"]]
CARD_COUNT = np.array([c["count"] for c in DATA["prosperity_card"]], np.int64)
KINDS = len(CARDS)


def _kind(effect: str) -> int:
    """The only prosperity card with this effect."""
    (kind,) = (c["id"] for c in DATA["prosperity_card"] if c["effect"]["kind"] == effect)
    return int(kind)


BLESSINGS = np.array([c["id"] for c in DATA["prosperity_card"] if c["effect"]["kind"] == "score_per_region"], np.int64)
BLESSING_TERRAIN = np.array([DATA["prosperity_card"][b]["effect"]["terrain_id"] for b in BLESSINGS], np.int64)
OFFERING = _kind("endgame_set")
SACRED_GAMES = _kind("save_from_fight")
CANOES = _kind("join_across_lake")
TLATOANI = _kind("win_tie")
WARRIORS = _kind("extra_pawn")

UNUSED_VP_SETS = [name for name in DATA["unused_vp_sets"] if name != "source"]
UNUSED_VP = np.array([DATA["unused_vp_sets"][name] for name in UNUSED_VP_SETS], np.int64)
OFFERING_TABLES = [name for name in DATA["offering_tables"] if name not in ("source", "default")]
OFFERING_VP = np.array([DATA["offering_tables"][name] for name in OFFERING_TABLES], np.int64)

# Indexed by number of players.
SIDE_PAWNS = np.zeros(TRIBES + 1, np.int64)
SEASON_PAWNS = np.zeros((TRIBES + 1, SEASONS), np.int64)
for _row in DATA["pawns_per_season"]:
    SEASON_PAWNS[_row["players"]] = _row["counts"]
    SIDE_PAWNS[_row["players"]] = DATA["faction" if _row["per"] == "faction" else "tribe"][0]["pawns"]


def _bits(ids: list[int]) -> int:
    return sum(1 << i for i in ids)


# Sets of regions are bit masks: region r is bit r.
NEIGHBOURS = np.array([_bits(r["neighbours"]) for r in DATA["region"]], np.int64)
TERRAIN_REGIONS = np.array(
    [_bits([r["id"] for r in DATA["region"] if r["terrain_id"] == t]) for t in range(len(TERRAINS))], np.int64
)
SHORES = np.array([_bits(lake["shore"]) for lake in DATA["lake"]], np.int64)
LAKES = len(SHORES)

# Directed land borders in the order of the MOVE ids: by (from, to).
EDGES = [(r["id"], n) for r in DATA["region"] for n in sorted(r["neighbours"])]
EDGE_FROM = np.array([e[0] for e in EDGES], np.uint64)  # unsigned: faster as an index
EDGE_TO = np.array([e[1] for e in EDGES], np.uint64)
