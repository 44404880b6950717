"""Cards of Deus in a few words."""

from typing import Any

from .. import vocabulary as v
from ..components import DESIGNS, EFFECT_END, EFFECT_START, EFFECTS, RESOURCES

_MEASURE_NAMES = {
    **{f"regions_{terrain}": terrain for terrain in v.LAND},
    "pieces_maritime": "ship", "pieces_production": "production", "pieces_science": "science", "pieces_civil": "civil",
    "pieces_military": "army", "regions_eq1": "city of 1", "regions_ge2": "city ≥2", "regions_ge3": "city ≥3",
    "regions_ge4": "city of 4", "regions_all": "region", "regions_rim": "edge region",
    "largest_city": "top-city piece", "armies_near_ship": "army by a ship", "villages_near_army": "village by an army",
    "temple_cards": "temple card", "resources_owned": "resource", "column_sets": "set of 5 columns",
}  # fmt: skip
_COLUMNS = {**dict(enumerate(v.KINDS)), v.ANY_COLUMN: "other"}


def _items(row: Any, names: tuple[str, ...]) -> str:
    chosen = [name for i, name in enumerate(names) if row[v.ITEMS] >> i & 1]
    return "any" if len(chosen) == len(names) else "/".join(chosen)


def _units(row: Any) -> str:
    return " + ".join(f"{row[column]} {what}" for column, what in ((v.GOLD, "gold"), (v.VP, "VP")) if row[column])


def _effect(row: Any) -> str:  # one line for each effect of the vocabulary
    op, most = v.OPS[row[v.OP]], int(row[v.MAX])
    unlike = " unlike" if row[v.DISTINCT] else ""
    if op == "sell":
        return f"sell {most} {_items(row, v.RESOURCES)}{unlike}: {_units(row)} each"
    if op == "buy":
        return f"buy {most} {_items(row, v.RESOURCES)}{unlike}: {_units(row)} each"
    if op == "trade":
        return f"swap {most}"
    if op == "produce_all":
        size = f" in a city ≥{row[v.OPTION]}" if row[v.OPTION] > 1 else ""
        return f"{_items(row, v.LAND)}{size}: {row[v.AMOUNT]} each"
    if op == "produce_pick":
        return f"{most}{unlike} buildings make {row[v.AMOUNT]}"
    if op == "produce_city":
        return f"a {_items(row, v.LAND)}: 1 per building"
    if op == "draw":
        return (f"draw {most}", f"draw up to {most}", f"draw 1 per yellow, ≤{most}")[row[v.OPTION]]
    if op == "take_piece":
        return f"take {most} piece" + "s" * (most > 1)
    if op == "activate":
        return f"use a {_COLUMNS[int(row[v.OPTION])]} card"
    if op == "steal":
        return f"{_units(row)} from {'each' if row[v.EACH] else 'one'}{' by ship' if row[v.NEAR] == v.MARITIME else ''}"
    if op == "move":
        return f"move {most} arm{'y' if most == 1 else 'ies'} {row[v.AMOUNT]}"
    what = "VP" if op == "temple" or row[v.VP] else "gold"
    div = f"{row[v.DIV]} × " if row[v.DIV] > 1 else ""
    return f"{row[v.AMOUNT]} {what} per {div}{_MEASURE_NAMES[v.MEASURES[row[v.MEASURE]]]}"


def short_text(card: int) -> str:
    """A card's effects in at most some 30 letters."""
    return "; ".join(_effect(EFFECTS[e].tolist()) for e in range(EFFECT_START[card], EFFECT_END[card]))


def cost_text(card: int) -> str:
    """A card's cost, for example ``1 wood 2 gold``."""
    cost = next(d for d in DESIGNS if d["index"] <= card < d["index"] + d["copies"])["cost"]
    return " ".join(f"{cost[name]} {name}" for name in (*RESOURCES, "gold") if cost[name]) or "free"
