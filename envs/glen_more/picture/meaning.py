"""What the elements of the table mean: actions, explanations, and what to tell of a move."""

from collections.abc import Callable
from typing import Any

from ...engine.pictures.tallies import Tally
from ...engine.pictures.view import View, as_view
from ..actions import ACTIONS, cell_name
from ..components import (
    ACT_GOOD,
    ACT_KIND,
    ACT_KINDS,
    ACT_UNITS,
    ACT_VP,
    ACT_WHISKY,
    CARD_NAMES,
    CARD_OF,
    CHAIN,
    COST_KIND,
    COST_OF,
    COST_UNITS,
    DATA,
    FREE,
    GIVES_CLANSMEN,
    GIVES_COINS,
    GIVES_GOODS,
    GIVES_WHISKY,
    GOODS,
    HATS,
    RIVER,
    ROAD,
    ROW_SPACES,
    TILE_NAMES,
    TILE_SIDES,
    TILES,
    VP_PER_COIN,
    VP_PER_EXTRA_TILE,
)
from ..rules.movement import target
from ..rules.ring import SCORINGS
from ..rules.scoring import tiles_of
from ..state import ACT, DIE_FIGURE, FIGURE
from .position import CARD_TEXTS, goods_text, points_of, seat_name

HEADINGS = {
    "cell": "Places of your territory",
    "take": "Take a tile",
    "use": "Pay",
    "buy": "Pay",
    "sell": "Sell",
    "gain": "Take a good",
    "dir": "Move the clansman",
    "promote": "Move the clansman",
    "chieftain": "Pay",
    "stop": "Go on",
}

TALLIES = (
    Tally("own_score", "points", whose="own"),
    Tally("coins", "coins"),
    Tally("whisky", "whisky barrels"),
    Tally("chieftains", "chieftains"),
    Tally("clansmen", "clansmen in the territory"),
    Tally("goods", GOODS),
    Tally("cards", CARD_NAMES),
    Tally("market", [f"coins on the market row of {good}" for good in GOODS], whose="table", sure=False,
          told_by=("buy", "sell")),
)  # fmt: skip


def place(s: Any, action: int) -> str | None:
    """The element that means an action of the seat to decide."""
    name, i = ACTIONS.decode(action)
    p = int(s.seat)
    if name == "dir":
        return f"cell-{p}-{int(target(int(s.move_src), i))}"
    return {
        "cell": f"cell-{p}-{i}",
        "take": f"ring-{i + 1}",
        "use": f"good-{i}",
        "buy": f"good-{i}",
        "sell": f"good-{i}",
        "gain": f"good-{i}",
        "promote": f"cell-{p}-{int(s.move_src)}",
        "chieftain": f"seat-{p}",
    }.get(name)


# --- Explanations ----------------------------------------------------------------------------------------------------


def _cost_text(t: int) -> str:
    """What a tile costs."""
    kind = DATA["tile"][t - 1]["cost"]["kind"]
    if COST_KIND[t] == FREE:
        return "free"
    if kind == "goods":
        return f"costs {goods_text(COST_OF[t])} (GM-5.6)"
    what = {
        "whisky": "1 whisky barrel",
        "clansman_or_chieftain": "1 clansman or chieftain",
        "any_different": f"{COST_UNITS[t]} different goods",
    }[kind]
    return f"costs {what} (GM-5.6)"


def _activation_text(t: int) -> str:
    """What activating a tile does."""
    kind, units = ACT_KINDS[ACT_KIND[t]], int(ACT_UNITS[t])
    gives = "1 whisky barrel" if ACT_WHISKY[t] else f"{'/'.join(str(v) for v in ACT_VP[t] if v)} VP"
    if kind == "none":
        return "activating it does nothing (GM-8.8)"
    if kind == "produce":
        return f"activated it makes 1 {GOODS[ACT_GOOD[t]]}, at most 3 cubes lie on it (GM-8.1)"
    if kind == "produce_any":
        return "activated it makes 1 good of your choice, at most 3 cubes lie on it (GM-8.3)"
    if kind == "movement":
        return "activated it gives 1 movement point (GM-8.7)"
    if kind == "vp":
        return f"activated it gives {gives} (GM-8.6)"
    if kind == "convert_same":
        return f"activated it takes 1 to {units} {GOODS[ACT_GOOD[t]]} for {gives} (GM-8.4)"
    if kind == "convert_different":
        return f"activated it takes 1 to {units} different goods for {gives} (GM-8.5)"
    if kind == "convert_any":
        return f"activated it takes {units} goods of any kinds for {gives} (GM-8.6)"
    asked = goods_text([DATA["tile"][t - 1]["activate"].get(good, 0) for good in GOODS])
    return f"activated it takes {asked} for {gives} (GM-8.2, GM-8.4, GM-8.6)"


def tile_text(t: int) -> str:
    """A tile in words: cost, sides, what placing and activating it gives."""
    on_place = [
        f"{int(n)} {what}"
        for n, what in (
            (GIVES_CLANSMEN[t], "clansman" if GIVES_CLANSMEN[t] == 1 else "clansmen"),
            (GIVES_WHISKY[t], "whisky"),
            (GIVES_COINS[t], "coins"),
            (GIVES_GOODS[t], "goods of your choice"),
        )
        if n
    ]
    parts = [_cost_text(t)]
    if TILE_SIDES[t]:
        sides = [name for bit, name in ((RIVER, "the river"), (ROAD, "the road")) if TILE_SIDES[t] & bit]
        parts.append(f"bears {' and '.join(sides)} (GM-4.5)")
    if on_place:
        parts.append(f"placing it gives {' and '.join(on_place)} (GM-6.1)")
    parts.append(_activation_text(t))
    card = int(CARD_OF[t])
    return f"{TILE_NAMES[t]}: {'; '.join(parts)}." + (f" {card_text(card)}" if card >= 0 else "")


def card_text(card: int) -> str:
    """A special-location card in words."""
    name = CARD_NAMES[card]
    hats = f" {HATS[card]} hat{'' if HATS[card] == 1 else 's'} in scorings." if HATS[card] else ""
    return f"Card {name}: {CARD_TEXTS[name]} (GM-9).{hats} Each card counts as a special location (GM-14.1)."


def _ring_tip(s: Any, view: View, i: int) -> str:
    what = int(s.chain[i]) if i < CHAIN else 0
    if what == DIE_FIGURE:
        return "The die: it moves like a figure and takes away the tile it reaches (GM-3.1)."
    if what >= FIGURE:
        turn = " It is the hindmost figure, which moves next (GM-2.2)." if i == 0 else ""
        return f"The figure of {seat_name(what - FIGURE, view)}.{turn}"
    if what == 0:
        return "An empty space of the ring (GM-2.1)."
    return f"{i} ahead. {tile_text(what)}"


def _cell_tip(s: Any, view: View, p: int, c: int) -> str:
    t = _tile_at(s, p, c)
    if not t:
        return f"A free place in {cell_name(c)}: sides must match, and a clansman must stand next to it (GM-4.2–4.5)."
    state = []
    if s.tile_cubes[t].any():
        state.append(goods_text(s.tile_cubes[t]))
    if s.tile_clansmen[t]:
        n = int(s.tile_clansmen[t])
        state.append(f"{n} clansm{'a' if n == 1 else 'e'}n")
    if s.activated[t]:
        state.append("activated in this turn (GM-7.1)")
    elif s.in_A[t] and s.node == ACT:
        state.append("may be activated in this turn (GM-7.2)")
    on_it = f" On it: {', '.join(state)}." if state else ""
    return f"{tile_text(t)}{on_it}"


def _tile_at(s: Any, p: int, c: int) -> int:
    """The tile of a seat in a cell, or 0."""
    return next((t for t in range(1, TILES) if s.tile_owner[t] == p and s.tile_cell[t] == c), 0)


def _good_tip(s: Any, view: View, g: int) -> str:
    k = int(s.market[g])
    buy = f"buying 1 costs {k + 1} coin{'s' if k else ''}" if k < ROW_SPACES else "none can be bought now"
    sell = f"selling 1 gives {k} coin{'' if k == 1 else 's'}" if k else "none can be sold now"
    return f"Market row of {GOODS[g]}, coins on {k} of {ROW_SPACES} spaces: {buy} (GM-5.4), {sell} (GM-5.5)."


def _seat_tip(s: Any, view: View, p: int) -> str:
    goods = s.tile_cubes[s.tile_owner == p].sum(axis=0)
    points = points_of(s, p, view)
    known = f"{points} points" if points != "?" else "points secret until the end (GM-13.2)"
    return (
        f"{seat_name(p, view)}: {known}; {int(s.coins[p])} coins, {VP_PER_COIN} VP each at the end (GM-11.2); "
        f"{int(s.whisky[p])} whisky barrels and {int(s.chieftains[p])} chieftains, compared in scorings (GM-14.1); "
        f"{int(tiles_of(s, p))} tiles, {VP_PER_EXTRA_TILE} VP at the end for each more than the fewest (GM-11.3); "
        f"goods: {goods_text(goods) or 'none'}."
    )


def _stack_tip(s: Any, view: View, k: int) -> str:
    n = int(s.stack_n[k])
    end = f"When it runs out, scoring {k} takes place (GM-2.6)." if k else "It brings no scoring (GM-2.6)."
    return f"Stack {k}: {n} tile{'' if n == 1 else 's'} left. {end} Tiles come from the lowest stack (GM-2.5)."


_TIPS: dict[str, Callable[..., str]] = {
    "ring": _ring_tip,
    "cell": _cell_tip,
    "good": _good_tip,
    "seat": _seat_tip,
    "stack": _stack_tip,
    "card": lambda s, view, card: card_text(card),
    "hand": lambda s, view: f"To be placed now. {tile_text(int(s.tile))}",
    "lead": lambda s, view: (
        f"{SCORINGS} scorings, in each: whisky, chieftains with hats, special locations. Everybody compares with the "
        "one who has least, and the lead gives these points (GM-14.1, GM-14.2)."
    ),
}


def tip(s: Any, viewer: View | int | None, element: str) -> str:
    """What an element of the table is and does, with rule numbers."""
    kind, *numbers = element.split("-")
    return _TIPS[kind](s, as_view(viewer), *map(int, numbers))


# --- The story -------------------------------------------------------------------------------------------------------


def news(before: Any, after: Any, viewer: View | int | None) -> list[str]:
    """Scorings, and the die's last roll."""
    lines = []
    if after.last_roll and (after.tail_space != before.tail_space) and _die_moved(before, after):
        lines.append(f"The die rolls {int(after.last_roll)} and takes a tile away (GM-3.1).")
    for scoring in range(int(before.scorings) + 1, int(after.scorings) + 1):
        lines.append(f"Scoring {scoring} of {SCORINGS} takes place (GM-14).")
    return lines


def _die_moved(before: Any, after: Any) -> bool:
    """Whether the die stands on another space of the ring."""
    return _die_space(before) != _die_space(after)


def _die_space(s: Any) -> int:
    found = [i for i, what in enumerate(s.chain) if what == DIE_FIGURE]
    return (int(s.tail_space) + found[0]) % DATA["setup"]["ring_spaces"] if found else -1
