"""What the elements of the board mean: actions, explanations, and what to tell of a move."""

from collections.abc import Callable
from typing import Any

from ...engine.pictures.tallies import Tally
from ...engine.pictures.view import View, as_view
from ..actions import ACTIONS
from ..components import (
    BASIC,
    CARD_NAMES,
    CARD_TEXTS,
    DATA,
    DESIGNS,
    GOD_NAMES,
    HAND_LIMIT,
    KIND,
    KINDS,
    N_RESOURCES,
    PIECE_NAMES,
    RESOURCES,
    TERRAINS,
    TILE_COUNT,
    VILLAGE,
)
from ..rules.cards import is_face_up
from .cards import cost_text
from .position import pieces_shown

HEADINGS = {
    "build": "Build a card of your hand",
    "discard": "Make an offering",
    "wild": "Build a card face down",
    "region": "Regions",
    "kind": "Columns and pieces",
    "resource": "Resources",
    "victim": "Steal",
    "position": "Activate a card",
    "gold_units": "Pay",
    "done": "Go on",
    "accept": "Draw",
}

TALLIES = (
    Tally("own_vp", "VP", whose="own"),
    Tally("gold", "gold"),
    Tally("resources", RESOURCES),
    Tally("hand_size", "cards in hand"),
    Tally("own_hand", [f"{design['name']} in hand" for design in DESIGNS], whose="own", sure=False),
    Tally("ready", [f"ready pieces ({name})" for name in PIECE_NAMES[:BASIC]]),
    Tally("reserve", [f"reserve ({name})" for name in PIECE_NAMES[:BASIC]], sure=False),
)


def place(s: Any, action: int) -> str | None:
    """The element that means an action of the seat to decide."""
    name, i = ACTIONS.decode(action)
    p = int(s.seat)
    return {
        "build": f"hand-{i}",
        "discard": f"hand-{i}",
        "wild": f"hand-{i}",
        "region": f"region-{i}",
        "kind": f"column-{p}-{i}",
        "resource": f"supply-{i}",
        "victim": f"seat-{(p + i + 1) % int(s.players)}",
        "position": f"card-{p}-{int(s.asked_column)}-{i}",
        "gold_units": f"supply-{int(s.pay_resource)}",
        "accept": "deck",
    }.get(name)


# --- Explanations ----------------------------------------------------------------------------------------------------


def card_text(card: int) -> str:
    """A card in words: kind, cost, effect."""
    kind = int(KIND[card])
    effect = "scores at the end, at most 12 VP (DE-5.5, DE-8.10)" if kind == BASIC else "used with its column (DE-4.11)"
    text = CARD_TEXTS[card].rstrip(".")
    return f"{CARD_NAMES[card]}: {KINDS[kind]} card, costs {cost_text(card)} (DE-4.4). {text}; {effect}."


def _region_tip(s: Any, view: View, r: int) -> str:
    terrain = int(s.terrain[r])
    if terrain == VILLAGE:
        t = s.village_region.tolist().index(r)
        if s.village_attacked[t]:
            return f"Region {r}: a barbarian village, attacked already. Nothing is built here (DE-6.5)."
        return (
            f"Region {r}: a barbarian village with {int(s.village_vp[t])} VP. It is attacked once all regions around "
            "it are occupied and an army is among them; most armies take the VP (DE-6.1, DE-6.2)."
        )
    resource = DATA["terrain"][terrain]["resource"]
    what = f"{TERRAINS[terrain]}" + (f", which gives {resource}" if resource else ", for ships only (DE-4.9)")
    owner = next((p for p in range(s.players) if any(int(s.where[p, k]) >> r & 1 for k in range(len(KINDS)))), -1)
    edge = " It lies on the edge, where one may build for 3 VP (DE-4.8)." if int(s.edge) >> r & 1 else ""
    if owner < 0:
        return f"Region {r}: {what}. It is empty (DE-3.6).{edge}"
    here = ", ".join(PIECE_NAMES[k] for k in range(len(KINDS)) if int(s.where[owner, k]) >> r & 1)
    return f"Region {r}: {what}. {view.name(owner)} controls it with: {here} (DE-3.6, one of each kind, DE-3.7).{edge}"


def _column_tip(s: Any, view: View, p: int, kind: int) -> str:
    n = int(s.height[p, kind])
    cards = f"{n} card{'' if n == 1 else 's'}"
    if kind == BASIC:
        return (
            f"Temples of {view.name(p)}: {cards}. The nth temple needs n − 1 cards in each other column (DE-5.1); it "
            "scores at the end."
        )
    god = f"Its god is {GOD_NAMES[kind]} (DE-7.3)."
    if not pieces_shown(s, view, p):
        return (
            f"{KINDS[kind].capitalize()} column of {view.name(p)}: pieces are chosen in secret (DE-11.1). {god}"
        )
    return (
        f"{KINDS[kind].capitalize()} column of {view.name(p)}: {cards}, at most 5. {int(s.ready[p, kind])} pieces "
        f"({PIECE_NAMES[kind]}) are ready, without one no such card can be built (DE-4.2); {int(s.reserve[p, kind])} "
        f"wait in the reserve for an offering (DE-7.3). A new card uses the whole column (DE-4.11). {god}"
    )


def _card_tip(s: Any, view: View, p: int, kind: int, i: int) -> str:
    if not is_face_up(s, p, kind, i) and not view.sees(p):
        return "A card built face down: it counts for its column and has no effect (DE-11.3)."
    return card_text(int(s.column[p, kind, i]))


def _seat_tip(s: Any, view: View, p: int) -> str:
    vp = f"{int(s.score[p])} VP" if s.over or view.sees(p) else "VP secret (DE-2.10)"
    goods = ", ".join(f"{int(s.resources[p, j])} {RESOURCES[j]}" for j in range(N_RESOURCES))
    first = " First player (DE-2.9)." if p == s.first_player else ""
    return (
        f"{view.name(p)}: {vp}, {int(s.gold[p])} gold, {goods}, {int(s.hand_len[p])} cards in hand, at most "
        f"{HAND_LIMIT} (DE-9.1). At the end most of a good gives 2 VP (DE-10.4).{first}"
    )


def _discard_tip(s: Any, view: View) -> str:
    n = int(s.discard_len)
    top = f" On top: {card_text(int(s.discard[n - 1]))}" if n else ""
    return f"Discard pile of {n}; it is shuffled when the draw pile is empty (DE-9.2).{top}"


_TIPS: dict[str, Callable[..., str]] = {
    "region": _region_tip,
    "column": _column_tip,
    "card": _card_tip,
    "seat": _seat_tip,
    "hand": lambda s, view, i: card_text(int(s.hand[view.seat, i])),
    "supply": lambda s, view, j: (
        f"{int(s.supply[j])} {RESOURCES[j]} in the common supply; what has run out cannot be taken (DE-2.5). In a "
        "building cost each unit may be replaced by 4 gold (DE-4.4)."
    ),
    "temples": lambda s, view: (
        f"{int(s.temple_supply)} of {int(TILE_COUNT[s.players])} wooden temples are left. When none is left, or every "
        "village is attacked, the round is finished and one more is played (DE-10.1, DE-10.2)."
    ),
    "deck": lambda s, view: f"Draw pile of {int(s.deck_len)} cards (DE-9.2).",
    "discard": _discard_tip,
}


def tip(s: Any, viewer: View | int | None, element: str) -> str:
    """What an element of the board is and does, with rule numbers."""
    kind, *numbers = element.split("-")
    return _TIPS[kind](s, as_view(viewer), *map(int, numbers))


# --- The story -------------------------------------------------------------------------------------------------------


def news(before: Any, after: Any, viewer: View | int | None) -> list[str]:
    """Cards built and discarded, villages attacked, the end that comes in sight."""
    view, lines = as_view(viewer), []
    for p in range(before.players):
        for kind in range(len(KINDS)):
            for i in range(int(before.height[p, kind]), int(after.height[p, kind])):
                up = bool(is_face_up(after, p, kind, i))
                name = CARD_NAMES[after.column[p, kind, i]] if up else "A card, face down,"
                lines.append(f"{name} lies in the {KINDS[kind]} column of {view.name(p)}.")
    top, was = (int(s.discard[s.discard_len - 1]) if s.discard_len else -1 for s in (after, before))
    if top >= 0 and after.discard_len != before.discard_len and (top != was or before.offer_n == 0):
        lines.append(f"On top of the discard pile: {CARD_NAMES[top]}.")
    for t in range(int(TILE_COUNT[before.players])):
        if after.village_attacked[t] and not before.village_attacked[t]:
            lines.append(f"The village in region {int(after.village_region[t])} is attacked (DE-6).")
    if after.end_round >= 0 and before.end_round < 0:
        lines.append("The end is near: this round is finished, and one more is played (DE-10.2).")
    if after.first_player != before.first_player or after.round_no != before.round_no:
        lines.append(f"Round {int(after.round_no)} begins.")
    return lines
