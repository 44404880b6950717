"""What the elements of the table mean: actions, explanations, and what to tell of a move."""

from collections.abc import Callable
from typing import Any

from ...engine.pictures.tallies import Tally
from ...engine.pictures.view import View, as_view
from ..actions import ACTIONS, die
from ..components import (
    BOARD_NAMES,
    BOOK_VP,
    CHITS,
    CLASSES,
    COLOURS,
    COLUMNS,
    EVENT_FAMINE,
    EVENT_NAMES,
    EVENT_VP,
    EVENT_WAR,
    REROLL,
    ROW_PRICE,
    START_NAMES,
    TILE_ICON,
    TILE_TYPE,
)
from ..state import MARK
from .position import LABELS, ROMAN, counted, describe_tile, listed, tile_points, total

HEADINGS = {
    "buy": "Buy a tile",
    "build": "Build your wonder",
    "reroll": "Roll again",
    "pass": "Pass",
    "spend_die": "Use a die",
    "spend_chit": "Use a chit",
    "exchange_die": "Exchange two dice",
    "mark_die": "Dice to roll again",
    "roll_marked": "Roll again",
    "roll_all": "Roll again",
    "slot": "Building to replace",
    "return_used_die": "Give dice back",
    "return_unused_die": "Give dice back",
    "return_used_reroll": "Give chits back",
    "return_unused_reroll": "Give chits back",
    "stop": "Go on",
    "spend_all_books": "Use all",
}

TALLIES = (
    Tally("score", "points"),
    Tally("tile_vp", "points on tiles"),
    Tally("books", "books"),
    Tally("chits_unused", [f"unused {name} chits" for name in LABELS], while_same="age"),
    Tally("used", [f"used {name} dice" for name in COLOURS], while_same="age", sure=False),
)


def place(s: Any, action: int) -> str | None:
    """The element that means an action of the seat to decide."""
    name, i = ACTIONS.decode(action)
    p = int(s.seat)
    return {
        "buy": f"space-{i}",
        "build": f"wonder-{p}",
        "reroll": f"chit-{p}-{REROLL}",
        "spend_die": f"die-{p}-{i}",
        "spend_chit": f"chit-{p}-{int(s.pay_icon)}",
        "exchange_die": f"die-{p}-{i}",
        "mark_die": f"die-{p}-{i}",
        "slot": f"slot-{p}-{i}",
        "return_used_die": f"used-{p}",
        "return_unused_die": f"die-{p}-{i}",
        "return_used_reroll": f"used-{p}",
        "return_unused_reroll": f"chit-{p}-{REROLL}",
    }.get(name)


# --- Explanations ----------------------------------------------------------------------------------------------------

_RULES = ("ND-7.2", "ND-7.3", "ND-7.4", "ND-7.5, ND-8")  # building, advisor, colony, wonder


def tile_text(tile: int) -> str:
    """A tile in words, with the rule for its kind."""
    return f"{describe_tile(tile)}. Rules: {_RULES[TILE_TYPE[tile]]}; its points count at the end (ND-13.1)."


def _space_tip(s: Any, view: View, i: int) -> str:
    tile, price = int(s.board[i]), int(ROW_PRICE[i // COLUMNS])
    return f"Costs {price} {CHITS[TILE_ICON[tile]]} in row {i // COLUMNS + 1} (ND-6.1). {tile_text(tile)}"


def _seat_tip(s: Any, view: View, p: int) -> str:
    passed = " Has passed for this round (ND-5.4)." if s.passed[p] else ""
    return (
        f"{view.name(p)} ({BOARD_NAMES[p]}): {counted(int(s.score[p]), 'point')} so far"
        + ("" if s.over else f" and {tile_points(s, p)} on tiles, {total(s, p)} in all (ND-13.1)")
        + f"; {counted(int(s.books[p]), 'book')} (ND-10).{passed}"
    )


def _die_tip(s: Any, view: View, p: int, k: int) -> str:
    n = int(s.unused[p, k])
    return (
        f"{die(k).capitalize()}: {n} unused. A die is spent whole and gives no change (ND-6.3); any two dice count as "
        "1 gold, stone or food (ND-6.4)."
    )


def _chit_tip(s: Any, view: View, p: int, kind: int) -> str:
    n = counted(int(s.chits_unused[p, kind]), f"unused {LABELS[kind]} chit")
    if kind == REROLL:
        return f"{n}: an action, roll any of your unused dice once more (ND-9.1)."
    return f"{n}: each counts as 1 {CHITS[kind]}, once a round (ND-1.3, ND-1.5)."


def _slot_tip(s: Any, view: View, p: int, slot: int) -> str:
    tile = int(s.slot_tile[p, slot])
    if tile >= 0:
        return tile_text(tile)
    return f"{START_NAMES[slot]}: from the start, 1 white die, no points (ND-2.3). A new building covers it (ND-7.2)."


def _one_of(tile: int, empty: str) -> str:
    return tile_text(tile) if tile >= 0 else empty


def _event_tip(s: Any, view: View) -> str:
    e, points = int(s.event), counted(int(EVENT_VP[s.event]), "point")
    return (
        f"{EVENT_NAMES[e]}, the event of age {ROMAN[s.age]}: {EVENT_FAMINE[e]} food give {points} in the famine "
        f"(ND-11.1), {EVENT_WAR[e]} strength as many in the war (ND-12.2)."
    )


_TIPS: dict[str, Callable[..., str]] = {
    "space": _space_tip,
    "seat": _seat_tip,
    "die": _die_tip,
    "marked": lambda s, view, p, k: f"{die(k).capitalize()}, marked to be rolled again (ND-9.1).",
    "fresh": lambda s, view, p, colour: (
        f"{int(s.fresh[p, colour])} × {COLOURS[colour]} die, to be rolled at the first turn of the round (ND-5.2)."
    ),
    "chit": _chit_tip,
    "used": lambda s, view, p: (
        f"Used dice: {listed(s.used[p], COLOURS)}; used chits: {listed(s.chits_used[p], LABELS)}. They come back in "
        "the next round (ND-4.3)."
    ),
    "slot": _slot_tip,
    "tile": lambda s, view, tile: tile_text(tile),
    "advisor": lambda s, view, p: _one_of(int(s.advisor[p]), "No advisor; there is room for one (ND-7.3)."),
    "wonder": lambda s, view, p: _one_of(
        int(s.wonder_uc[p]),
        "No wonder under construction; one is bought, then built with stone (ND-7.5, ND-8.1).",
    ),
    "event": _event_tip,
    "order": lambda s, view: "Player order of this round; unused strength makes the next one (ND-12.1).",
    "track": lambda s, view, name: {
        "points": "Points from books, famines and wars; those on tiles are added at the end (ND-5.5, ND-13.1).",
        "books": (
            f"Books: at the end of each round {counted(int(BOOK_VP[s.players]), 'point')} for every player with fewer "
            "(ND-10.2)."
        ),
    }[name],
    "supply": lambda s, view: "Dice and chits in the supply: new buildings and tiles take from it (ND-7).",
}


def tip(s: Any, viewer: View | int | None, element: str) -> str:
    """What an element of the table is and does, with rule numbers."""
    kind, *parts = element.split("-")
    return _TIPS[kind](s, as_view(viewer), *(int(part) if part.isdigit() else part for part in parts))


# --- The story -------------------------------------------------------------------------------------------------------


def news(before: Any, after: Any, viewer: View | int | None) -> list[str]:
    """Dice that were rolled, and rounds that began."""
    view, lines = as_view(viewer), []
    if after.age != before.age:
        e = int(after.event)
        lines.append(
            f"All have passed; books, famine, order and war follow (ND-3). Age {ROMAN[after.age]} begins."
        )
        lines.append(
            f"Event {EVENT_NAMES[e]}: famine {EVENT_FAMINE[e]}, war {EVENT_WAR[e]}. "
            f"Order: {', '.join(view.name(int(p)) for p in after.order[: after.players])}."
        )
    for p in range(before.players):
        first = after.rolled[p] and (not before.rolled[p] or after.age != before.age)
        again = p == before.seat and before.node == MARK != after.node and after.age == before.age
        if first or again:
            dice = [f"{n} × {die(k)}" if n > 1 else die(k) for k in range(CLASSES) if (n := int(after.unused[p, k]))]
            lines.append(f"{view.name(p)} {'rolls' if first else 'rolls again and has'}: {', '.join(dice)}.")
    return lines
