"""Component tables of Glen More, read from components.toml (each entry there names its source).

Tile ids are 1…72 as in the file; row 0 of every tile table is unused. Ids 68…72 are the start villages of seats 0…4.
"""

from typing import Any

import numpy as np

from ..engine import load_components

DATA = load_components(__file__)

GOODS = list(DATA["meta"]["goods"])
N_GOODS = len(GOODS)
WOOD, STONE, SHEEP, CATTLE, GRAIN = range(N_GOODS)
TYPES = list(DATA["totals"]["type_counts"])
COLOURS = list(DATA["totals"]["color_counts"])
YELLOW, GREEN = COLOURS.index("yellow"), COLOURS.index("green")
VILLAGE, CASTLE = TYPES.index("village"), TYPES.index("castle")

_TILES = DATA["tile"]
_CARDS = DATA["card"]
DRAW_TILES = DATA["totals"]["draw_tiles"]
TILES = len(_TILES) + 1  # size of tables indexed by tile id
START_VILLAGE = DRAW_TILES + 1  # tile id of seat 0's start village
CARDS = len(_CARDS)
STACK_SIZES = np.array(DATA["totals"]["stack_sizes"], np.int64)
STACKS = len(STACK_SIZES)

ROWS, COLS = DATA["territory"]["rows"], DATA["territory"]["cols"]
CELLS = ROWS * COLS
START_ROW, START_COL = DATA["territory"]["start_row"], DATA["territory"]["start_col"]
START_CELL = COLS * START_ROW + START_COL
CUBE_CAP = DATA["territory"]["tile_cube_cap"]

CHAIN = DATA["setup"]["ring_filled"]
RING = DATA["setup"]["ring_spaces"]
START_COINS = DATA["setup"]["start_coins"]
START_CLANSMEN = DATA["setup"]["start_clansmen"]
ROW_SPACES = len(DATA["market"]["space_prices"])
DIE = np.array(DATA["die"]["faces"], np.int64)
# Indexed by number of players.
HAS_DIE = np.array([n in DATA["setup"]["die_players"] for n in range(6)], np.int64)
MARKET_FILL = np.array([DATA["setup"]["market_prefill"].get(str(n), 0) for n in range(6)], np.int64)

DIFFERENCE_VP = np.array(DATA["scoring"]["vp"], np.int64)
VP_PER_COIN = DATA["final"]["vp_per_coin"]
VP_PER_EXTRA_TILE = DATA["final"]["vp_per_extra_tile"]

# How a requirement of goods is put together (GM-5.7); 0 = none.
FIXED, SAME, DIFFERENT, ANY = np.arange(1, 5)
COST_KINDS = ["free", "goods", "whisky", "clansman_or_chieftain", "any_different"]
FREE, COST_GOODS, COST_WHISKY, COST_PERSON, COST_DIFFERENT = range(5)
ACT_KINDS = [
    "none", "produce", "produce_any", "movement", "vp",
    "convert_fixed", "convert_same", "convert_different", "convert_any",
]  # fmt: skip
ACT_NONE, PRODUCE, PRODUCE_ANY, MOVEMENT, GIVE_VP, FIRST_CONVERSION = range(6)
# Sides of a tile (GM-4.1).
PLAIN, RIVER, ROAD, CROSSING = np.arange(4)


def _table(column: Any, start: Any = 0) -> np.ndarray:
    """One row per tile id."""
    rows = [column(t) for t in _TILES]
    assert [t["id"] for t in _TILES] == list(range(1, TILES))
    return np.array([np.full_like(rows[0], start), *rows], np.int64)


def _goods(entry: dict[str, Any]) -> list[int]:
    return [entry.get(g, 0) for g in GOODS]


def _on_place(tile: dict[str, Any], kind: str) -> int:
    """What placing the tile gives, its card's immediate effect included (GM-6.1, GM-9.7)."""
    effects = [*tile["on_place"], *(c["effect"] for c in _CARDS if c["key"] == tile["special"])]
    return sum(e["n"] for e in effects if e["kind"] == kind)


def _vp(tile: dict[str, Any]) -> list[int]:
    """Points by number of units given, 0…5; in entry 0 those given for nothing."""
    act = tile["activate"]
    if act["kind"] == "vp":
        return [act["n"], 0, 0, 0, 0, 0]
    vp = act.get("vp", 0)
    if isinstance(vp, list):
        return [0, *vp, *[0] * (5 - len(vp))]
    return [vp if k == _units(tile) and act["kind"] != "produce" else 0 for k in range(6)]


def _units(tile: dict[str, Any]) -> int:
    """The largest number of goods that the tile's conversion takes."""
    act = tile["activate"]
    if act["kind"] == "convert_fixed":
        return sum(_goods(act))
    return int(act.get("max", act.get("n", 0)))


_CARD_KEYS = [c["key"] for c in _CARDS]
TILE_NAMES = ["", *(t["name"] for t in _TILES)]
TILE_TYPE = _table(lambda t: TYPES.index(t["type"]), -1)
TILE_COLOUR = _table(lambda t: COLOURS.index(t["color"]), -1)
TILE_STACK = _table(lambda t: t["stack"], -1)
TILE_SIDES = _table(lambda t: RIVER * t["river"] + ROAD * t["road"])
COST_KIND = _table(lambda t: COST_KINDS.index(t["cost"]["kind"]))
COST_OF = _table(lambda t: _goods(t["cost"]))
COST_UNITS = _table(lambda t: sum(_goods(t["cost"])) + t["cost"].get("n", 0))
ACT_KIND = _table(lambda t: ACT_KINDS.index(t["activate"]["kind"]))
ACT_GOOD = _table(lambda t: GOODS.index(t["activate"]["good"]) if "good" in t["activate"] else -1, -1)
STORES = np.maximum(ACT_GOOD, 0)  # the only good that a tile may hold, except on Iona Abbey and Loch Lochy
ACT_GOODS = _table(lambda t: _goods(t["activate"]))
ACT_UNITS = _table(_units)
ACT_VP = _table(_vp)
ACT_WHISKY = _table(lambda t: t["activate"].get("whisky", 0))
GIVES_CLANSMEN = _table(lambda t: _on_place(t, "gain_clansman"))
GIVES_WHISKY = _table(lambda t: _on_place(t, "gain_whisky"))
GIVES_COINS = _table(lambda t: _on_place(t, "gain_coins"))
GIVES_GOODS = _table(lambda t: _on_place(t, "gain_goods_choice"))
CARD_OF = _table(lambda t: _CARD_KEYS.index(t["special"]) if t["special"] else -1, -1)

CARD_NAMES = [c["name"] for c in _CARDS]
CARD_TILE = np.array([c["tile"] for c in _CARDS], np.int64)
HATS = np.array([c["hats"] for c in _CARDS], np.int64)


def _card(effect: str, **details: Any) -> int:
    """Index of the only card with this effect."""
    (card,) = (i for i, c in enumerate(_CARDS) if c["effect"] == c["effect"] | {"kind": effect} | details)
    return card


MEY = _card("double_chieftains")
NESS = _card("activate_one_extra")
SHIEL = _card("fill_empty_production")
OICH = _card("activate_all")
IONA = _card("end_vp_per_color", color="yellow")
MORAR = _card("end_vp_per_color", color="green")
DUART = _card("end_vp_per_village")
IONA_TILE, LOCHY_TILE = int(CARD_TILE[IONA]), int(CARD_TILE[_card("gain_goods_choice")])
MIXED_TILES = np.array([IONA_TILE, LOCHY_TILE], np.int64)  # tiles that may hold any goods
NESS_TILE = int(CARD_TILE[NESS])
IONA_VP, MORAR_VP = _CARDS[IONA]["effect"]["vp"], _CARDS[MORAR]["effect"]["vp"]
DUART_VP = _CARDS[DUART]["effect"]["vp"]

DIRECTIONS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
DIR_ROW = np.array([-1, -1, 0, 1, 1, 1, 0, -1], np.int64)
DIR_COL = np.array([0, 1, 1, 1, 0, -1, -1, -1], np.int64)
