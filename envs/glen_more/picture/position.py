"""What the pictures say of a position of Glen More."""

from typing import Any

import numpy as np

from ...engine.pictures.view import SPECTATOR, View, as_view
from ..actions import ACTIONS
from ..components import (
    ANY,
    COLS,
    DIFFERENT,
    GOODS,
    SAME,
    TILE_NAMES,
    VP_PER_COIN,
    VP_PER_EXTRA_TILE,
)
from ..rules import legal_mask
from ..rules.scoring import (
    CATEGORIES,
    card_points,
    category_count,
    difference_points,
    fewest_tiles,
    lowest_count,
    tiles_of,
)
from ..state import ACT, DEST, FROM, GAIN, MOVE, NESS_PAY, PAY, PLACE, SELLING, SHIEL_SALE, TAKE

SEAT_NAMES = ("Red", "Gold", "Green", "Blue", "Purple")
CARD_TEXTS = {
    "Castle of Mey": "chieftains twice", "Loch Lochy": "2 goods at once", "Castle Stalker": "1 more clansman",
    "Cawdor Castle": "3 hats", "Loch Morar": "2 VP per green tile", "Loch Ness": "1 extra tile each turn",
    "Iona Abbey": "2 VP per yellow tile", "Duart Castle": "3 VP per village", "Castle Moil": "1 barrel",
    "Loch Shiel": "fills empty tiles", "Donan Castle": "2 barrels", "Loch Oich": "activates all",
    "Armadale Castle": "3 coins",
}  # fmt: skip


def legal(s: Any) -> np.ndarray:
    """The legal actions of the seat to decide; nothing of them is secret."""
    mask = np.zeros(ACTIONS.n, np.bool_)
    if not s.over:
        legal_mask(s, mask)
    return mask


def seat_name(p: int, viewer: View | int | None) -> str:
    """A seat by its colour and the name of who sits there."""
    view = as_view(viewer)
    name = f"{SEAT_NAMES[p]} · {view.name(p)}" if view.names else SEAT_NAMES[p]
    return f"{name} (you)" if p == view.seat else name


def points_of(s: Any, p: int, viewer: View | int | None) -> str:
    """Points of a seat, if the viewer may know them (GM-13.2)."""
    return str(int(s.score[p])) if s.over or as_view(viewer).sees(p) else "?"


def _who(p: int, view: View) -> str:
    return view.name(p) if view.names else SEAT_NAMES[p]


def short_name(t: int) -> str:
    """A tile's name as it is written on it."""
    return {"Grain Field": "Field", "Annual Fair": "Fair", "Start Village": "Home"}.get(TILE_NAMES[t], TILE_NAMES[t])


def goods_text(counts: Any) -> str:
    """Goods in words."""
    named = [f"{int(n)} {g}" if n > 1 else g for g, n in zip(GOODS, counts, strict=True) if n]
    return ", ".join(named)


def _demand(s: Any) -> str:
    """The requirement being paid, in words (GM-5.7)."""
    units = int(s.req_max) if s.req_min == s.req_max else f"{int(s.req_min)} to {int(s.req_max)}"
    if s.req_kind == DIFFERENT:
        asked = f"{units} different goods"
    elif s.req_kind == ANY:
        asked = f"{units} goods of any kinds"
    elif s.req_kind == SAME:
        asked = f"{units} {GOODS[int(np.argmax(s.req_need))]}"
    else:
        asked = goods_text(s.req_need)
    paid = f"; paid: {goods_text(s.req_paid)}" if s.req_sum else ""
    purpose = "cost of" if s.req_is_cost else "input for"
    return f"{purpose} {TILE_NAMES[s.req_tile]}: {asked}{paid}"


def headline(s: Any, view: View = SPECTATOR) -> str:
    """What is going on, in a line."""
    if s.over:
        best = [_who(p, view) for p in range(s.players) if s.payoff[p] == s.payoff[: s.players].max()]
        return f"Glen More: game over, {' and '.join(best)} {'wins' if len(best) == 1 else 'win'}"
    who = _who(int(s.seat), view)
    what = {
        TAKE: "takes a tile", NESS_PAY: "pays for Loch Ness with a clansman or chieftain",
        PAY: f"pays the {_demand(s)}",
        FROM: f"chooses the {GOODS[s.from_good]} to {'sell' if s.from_mode == SELLING else 'use'}",
        PLACE: f"places {TILE_NAMES[s.tile]}", GAIN: f"chooses a good for {TILE_NAMES[s.gain_tile]}",
        SHIEL_SALE: "may sell before Loch Shiel fills empty tiles", ACT: "activates tiles", MOVE: "moves clansmen",
        DEST: "moves the chosen clansman",
    }[s.node]  # fmt: skip
    return f"{who} {what}"


def window(cells: list[int]) -> tuple[int, int, int, int]:
    """First row, first column, number of rows and columns that show all the cells."""
    rows, cols = [c // COLS for c in cells], [c % COLS for c in cells]
    return min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def result_rows(s: Any) -> list[tuple[str, list[int]]]:
    """Points of a finished game by source, one column per seat. The last scoring is known from the final position."""
    seats = range(int(s.players))
    fewest = fewest_tiles(s)
    last = [
        [int(difference_points(category_count(s, p, c) - lowest_count(s, c))) for p in seats] for c in range(CATEGORIES)
    ]
    cards = [int(card_points(s, p)) for p in seats]
    coins = [VP_PER_COIN * int(s.coins[p]) for p in seats]
    tiles = [VP_PER_EXTRA_TILE * int(tiles_of(s, p) - fewest) for p in seats]
    later = [sum(column) for column in zip(*last, cards, coins, tiles, strict=True)]
    return [
        ("play and scorings 1, 2", [int(s.score[p]) - later[p] for p in seats]),
        ("scoring 3: whisky", last[0]),
        ("scoring 3: chieftains", last[1]),
        ("scoring 3: places", last[2]),
        ("end cards", cards),
        ("coins", coins),
        ("tiles too many", tiles),
        ("total", [int(s.score[p]) for p in seats]),
        ("cubes (tie-break)", [int(s.tiebreak[p]) for p in seats]),
    ]


