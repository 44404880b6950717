"""The closed effect vocabulary of the cards: turns an effect of components.toml into one row of integers.

The rules know these rows only, never a card: a card is corrected by editing the TOML alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..engine import DataError

# What an effect does: column OP of a row.
(
    SELL, BUY, TRADE, PRODUCE_ALL, PRODUCE_PICK, PRODUCE_CITY, DRAW, TAKE_PIECE, ACTIVATE, GAIN, STEAL, MOVE, TEMPLE,
) = range(13)  # fmt: skip
OPS = (
    "sell", "buy", "trade", "produce_all", "produce_pick", "produce_city", "draw", "take_piece", "activate", "gain",
    "steal", "move", "temple",
)  # fmt: skip

# Columns of a row; those that an effect has no use for are 0.
# ITEMS: bit set of resources or terrains.  MAX: how often.  AMOUNT: units each time, or steps.  DISTINCT: no item
# twice.  GOLD, VP: per unit.  MEASURE, DIV, CAP: what is counted.  OPTION: draw mode, column to activate, smallest
# city.
# NEAR: kind of the piece that must be adjacent.  EACH: all targets instead of one.
OP, ITEMS, MAX, AMOUNT, DISTINCT, GOLD, VP, MEASURE, DIV, CAP, OPTION, NEAR, EACH = range(13)
WIDTH = 13

COUNT, UP_TO, SCIENCE_CARDS = range(3)
DRAW_MODES = ("count", "up_to", "science_cards")
ANY_COLUMN = 5

RESOURCES = ("wood", "stone", "clay", "wheat")
LAND = ("forest", "mountain", "swamp", "field")  # in the order of the resources they give (DE-3.1)
KINDS = ("maritime", "production", "science", "civil", "military", "temple")
MARITIME, PRODUCTION, SCIENCE, CIVIL, MILITARY, TEMPLE_KIND = range(6)

# What an effect counts (DE-8.11).
MEASURES = (
    *(f"regions_{terrain}" for terrain in LAND),
    *(f"pieces_{kind}" for kind in KINDS[:5]),
    "regions_eq1", "regions_ge2", "regions_ge3", "regions_ge4", "regions_all", "regions_rim", "largest_city",
    "armies_near_ship", "villages_near_army", "temple_cards", "resources_owned", "column_sets",
)  # fmt: skip
REGIONS_OF_TERRAIN, PIECES_OF_KIND = 0, 4
(
    REGIONS_EQ1, REGIONS_GE2, REGIONS_GE3, REGIONS_GE4, REGIONS_ALL, REGIONS_RIM, LARGEST_CITY, ARMIES_NEAR_SHIP,
    VILLAGES_NEAR_ARMY, TEMPLE_CARDS, RESOURCES_OWNED, COLUMN_SETS,
) = range(9, 21)  # fmt: skip

_LARGEST_NUMBER = 99  # keeps gold and VP far from the limits of their fields

Effect = Mapping[str, Any]
_Read = Callable[[Effect, str], int]


def _number(low: int, high: int = _LARGEST_NUMBER) -> _Read:
    def read(effect: Effect, key: str) -> int:
        value = effect[key]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise DataError(f"{key} = {value!r} must be a whole number from {low} to {high}")
        return value

    return read


def _one_of(names: Sequence[str], values: Sequence[int] | None = None) -> _Read:
    def read(effect: Effect, key: str) -> int:
        if effect[key] not in names:
            raise DataError(f"{key} = {effect[key]!r} must be one of {', '.join(names)}")
        place = names.index(effect[key])
        return place if values is None else values[place]

    return read


def _set_of(names: Sequence[str]) -> _Read:
    def read(effect: Effect, key: str) -> int:
        chosen = effect[key]
        if not isinstance(chosen, list) or not chosen or not set(chosen) <= set(names):
            raise DataError(f"{key} = {chosen!r} must be a list of some of {', '.join(names)}")
        return sum(1 << names.index(name) for name in set(chosen))

    return read


def _flag(effect: Effect, key: str) -> int:
    if not isinstance(effect[key], bool):
        raise DataError(f"{key} = {effect[key]!r} must be true or false")
    return int(effect[key])


_MEASURED: dict[str, tuple[int, _Read]] = {
    "per": (MEASURE, _one_of(MEASURES)), "div": (DIV, _number(1)), "cap": (CAP, _number(0)),
}  # fmt: skip
_WHAT = ("gold", "vp")

# For each effect: its keys, each with the column it fills. `what` is read apart: it says which column n goes to.
_KEYS: dict[str, dict[str, tuple[int, _Read]]] = {
    "sell": {"res": (ITEMS, _set_of(RESOURCES)), "max": (MAX, _number(1)), "distinct": (DISTINCT, _flag),
             "unit_gold": (GOLD, _number(0)), "unit_vp": (VP, _number(0))},
    "buy": {"res": (ITEMS, _set_of(RESOURCES)), "max": (MAX, _number(1)), "distinct": (DISTINCT, _flag),
            "unit_gold": (GOLD, _number(0))},
    "trade": {"max": (MAX, _number(1))},
    "produce_all": {"terrains": (ITEMS, _set_of(LAND)), "amount": (AMOUNT, _number(1)),
                    "min_city": (OPTION, _number(0, 4))},
    "produce_pick": {"max": (MAX, _number(1)), "amount": (AMOUNT, _number(1)), "distinct": (DISTINCT, _flag)},
    "produce_city": {"terrains": (ITEMS, _set_of(LAND))},
    "draw": {"n": (MAX, _number(1)), "mode": (OPTION, _one_of(DRAW_MODES))},
    "take_piece": {"n": (MAX, _number(1))},
    # Science cards cannot be activated by a card, so two frames are enough (DE-8.6).
    "activate": {"column": (OPTION, _one_of(("maritime", "production", "civil", "military", "any"),
                                            (MARITIME, PRODUCTION, CIVIL, MILITARY, ANY_COLUMN)))},
    "gain": {"n": (AMOUNT, _number(1)), **_MEASURED},
    "steal": {"n": (AMOUNT, _number(1)), "near": (NEAR, _one_of(("ship", "army"), (MARITIME, MILITARY))),
              "scope": (EACH, _one_of(("one", "each")))},
    "move": {"armies": (MAX, _number(1)), "steps": (AMOUNT, _number(1))},
    "temple": {"n": (AMOUNT, _number(1)), **_MEASURED},
}  # fmt: skip


def effect_row(effect: Effect, kind: str) -> list[int]:
    """One effect of a card of ``kind`` as a row of `WIDTH` integers.

    Raises:
        DataError: It is not in the vocabulary or stands on a card of a wrong kind; says what would be right.
    """
    name = effect.get("e")
    if name not in _KEYS:
        raise DataError(f"effect {name!r} must be one of {', '.join(OPS)}")
    if (name == "temple") != (kind == "temple"):
        raise DataError(f"effect {name!r} cannot stand on a {kind} card; 'temple' is for temple cards (DE-5.5)")
    if name == "activate" and kind != "science":
        raise DataError("effect 'activate' can stand on science cards only (DE-8.6)")
    keys = _KEYS[name]
    wanted = {"e", *keys, *(["what"] if name in ("gain", "steal") else [])}
    if set(effect) != wanted:
        raise DataError(f"effect {name!r} has the keys {', '.join(sorted(wanted))}, not {', '.join(sorted(effect))}")
    row = [0] * WIDTH
    row[OP] = OPS.index(name)
    for key, (column, read) in keys.items():
        row[column] = read(effect, key)
    if "what" in wanted:
        row[(GOLD, VP)[_one_of(_WHAT)(effect, "what")]] = row[AMOUNT]
    return row
