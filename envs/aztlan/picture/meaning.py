"""What the elements of the board mean: actions, explanations, and what to tell of a move."""

from collections.abc import Callable
from typing import Any

from ...engine.pictures.tallies import Tally
from ...engine.pictures.view import View, as_view
from ..actions import ACTIONS
from ..components import (
    BLESSING_TERRAIN,
    BLESSING_VP,
    CARD_COUNT,
    CARD_NAMES,
    CARD_VP,
    CARDS,
    EDGE_FROM,
    LAKE_NAMES,
    OFFERING_VP,
    POWER,
    POWER_TERRAIN,
    REGION_KEYS,
    SACRED_GAMES,
    SEASONS,
    TERRAINS,
    UNUSED_VP,
    WARRIORS,
)
from .position import LAKES, REGIONS, revealed, shown_power, side_name, side_now, sides_in, strength_in

HEADINGS = {
    "choose_power": "Power card of the season",
    "place": "Place a pawn",
    "play_eagle_jaguar": "Prosperity cards",
    "move_none": "Move a pawn",
    "move_edge": "Move a pawn",
    "fight": "Conflicts",
    "coexist": "Conflicts",
    "tlatoani": "Prosperity cards",
    "conflict_done": "Conflicts",
    "games_decline": "Sacred Games",
    "games_play": "Sacred Games",
    "score_no_card": "Scoring",
    "score_blessing": "Prosperity cards",
    "score_canoe": "Prosperity cards",
    "canoe_pair": "Sectors to join",
    "wild_terrain": "Terrain of the wild card",
}

TALLIES = (
    Tally("score", "points"),
    Tally("hand_size", "prosperity cards"),
    Tally("own_hand", CARD_NAMES, whose="own", sure=False),
    Tally("pawns", [f"pawns in {key}" for key in REGION_KEYS], while_same="season", sure=False,
          told_by=("place", "move_edge")),
    Tally("removed", "pawns out of the game", while_same="season", sure=False),
    Tally("discard", [f"{name} on the discard pile" for name in CARD_NAMES], whose="table", sure=False),
)  # fmt: skip


def place(s: Any, action: int) -> str | None:
    """The element that means an action of the seat to decide."""
    name, i = ACTIONS.decode(action)
    p = int(s.seat)
    return {
        "choose_power": f"power-{p}-{i}",
        "place": f"region-{i}",
        "play_eagle_jaguar": f"card-{p}-{WARRIORS}",
        "move_edge": f"region-{int(EDGE_FROM[i])}" if name == "move_edge" else None,
        "fight": f"region-{i}",
        "coexist": f"region-{i}",
        "tlatoani": f"region-{i}",
        "games_play": f"card-{p}-{SACRED_GAMES}",
        "score_blessing": f"card-{p}-{i}",
        "score_canoe": f"lake-{i}",
        "wild_terrain": f"terrain-{i}",
    }.get(name)


# --- Explanations ----------------------------------------------------------------------------------------------------

_CARD_TIPS = {
    "sacred_games": "Play it when a fight is declared where you are a rival: your pawns there stay, and the winner "
    "draws a card (AZ-6.8).",
    "rafts_and_canoes": "Play it in your scoring turn: two of your sectors on the shore of one lake count as one "
    "(AZ-7.7).",
    "great_tlatoani": "Play it in your conflict turn where you tie for the greatest strength: you become the sole "
    "winner and fight or coexist (AZ-6.7).",
    "eagle_jaguar_warriors": "Play it at the start of your placement turn: you place two pawns in this turn, the "
    "extra one from your reserve (AZ-5.6).",
}


def _card_tip(s: Any, kind: int) -> str:
    if kind < len(BLESSING_TERRAIN):
        effect = (
            f"Play it in your scoring turn: {BLESSING_VP} points for each {TERRAINS[BLESSING_TERRAIN[kind]]} region "
            "where you have a pawn (AZ-7.6)."
        )
    elif CARDS[kind] == "offering":
        table = OFFERING_VP[int(s.offerings)]
        effect = (
            "Never played. At the end 1, 2, 3, … of them are worth "
            f"{', '.join(str(points) for points in table[1:])} points (AZ-8.4)."
        )
    else:
        effect = _CARD_TIPS[CARDS[kind]]
    held = f"Each card still held at the end is worth {CARD_VP} point (AZ-8.2)."
    return f"{CARD_NAMES[kind]}, {CARD_COUNT[kind]} in the game. {effect} {held}"


def _region_tip(s: Any, viewer: View, r: int) -> str:
    region = REGIONS[r]
    near = ", ".join(REGION_KEYS[n] for n in region["neighbours"])
    shores = " and ".join(LAKE_NAMES[k] for k, lake in enumerate(LAKES) if r in lake["shore"])
    pawns = ", ".join(_pawns(s, side, r) for side in sides_in(s, r)) or "no pawns"
    card = POWER[POWER_TERRAIN.tolist().index(region["terrain_id"])]
    lines = [
        f"{region['key']}: a {region['terrain']} region with {pawns}.",
        f"Borders on {near} (AZ-3.1)" + (f"; on the shore of {shores}." if shores else "."),
        f"Scores with power card {card} and with the wild card {POWER[0]} (AZ-7.2).",
    ]
    if len(sides_in(s, r)) > 1:
        lines.append("Settled this season (AZ-6.11)." if s.settled[r] else "Shared: a conflict arises here (AZ-6.1).")
    return " ".join(lines)


def _pawns(s: Any, side: int, r: int) -> str:
    n = int(s.pawns[side, r])
    strength = f", strength {strength_in(s, side, r)}" if revealed(s) else ""
    return f"{n} of {side_name(s, side)}{strength}"


def _power_tip(s: Any, viewer: View, p: int, c: int) -> str:
    terrain = int(POWER_TERRAIN[c])
    what = "one terrain named when scoring (AZ-7.4)" if terrain < 0 else f"{TERRAINS[terrain]} (AZ-7.3)"
    state = "Used in an earlier season." if s.power_used[p, c] else "Not used yet."
    if shown_power(s, p, viewer) == c:
        state = "Chosen for this season."
    points = int(UNUSED_VP[int(s.unused_vp), c])
    return (
        f"Power {POWER[c]} of {viewer.name(p)}: each pawn has strength {POWER[c]} (AZ-6.1); sectors score by {what}. "
        f"{state} The one card never used is worth {points} points at the end (AZ-8.2)."
    )


def _seat_tip(s: Any, viewer: View, p: int) -> str:
    side = side_now(s, p)
    held = int(s.hand[p].sum())
    return (
        f"{viewer.name(p)} leads {side_name(s, side)}: {int(s.score[p])} points, {int(s.to_place[side])} pawns to "
        f"place this season (AZ-4.3), {int(s.reserve[side])} in reserve, {int(s.removed[side])} "
        f"out of the game (AZ-6.10), {held} prosperity card{'' if held == 1 else 's'}."
    )


def _lake_tip(s: Any, viewer: View, k: int) -> str:
    shore = ", ".join(REGION_KEYS[r] for r in LAKES[k]["shore"])
    return (
        f"{LAKE_NAMES[k]}, with {shore} on its shore. No pawn goes on or across it (AZ-3.2); Rafts and Canoes joins "
        "two sectors on its shore for one scoring (AZ-7.7)."
    )


def _terrain_tip(s: Any, viewer: View, t: int) -> str:
    keys = ", ".join(region["key"] for region in REGIONS if region["terrain_id"] == t)
    return (
        f"{TERRAINS[t].capitalize()}: {keys}. A sector of n regions, m of them of the card's terrain, scores "
        "n + m × m, or nothing without one (AZ-7.2)."
    )


_TIPS: dict[str, Callable[..., str]] = {
    "region": _region_tip,
    "lake": _lake_tip,
    "power": _power_tip,
    "card": lambda s, viewer, p, kind: _card_tip(s, kind),
    "discard": lambda s, viewer, kind=None: (
        "Discard pile: played prosperity cards (AZ-2.8). When the deck is empty they become the new one (AZ-6.12)."
        if kind is None else _card_tip(s, kind)
    ),
    "seat": _seat_tip,
    "terrain": _terrain_tip,
    "wild": lambda s, viewer: f"Power card {POWER[0]} is wild: its terrain is named when scoring (AZ-7.4).",
    "season": lambda s, viewer: (
        f"Season {int(s.season)} of {SEASONS}. Each has four phases: choose a power card, place pawns, settle "
        "conflicts, score sectors (AZ-2.1)."
    ),
    "markers": lambda s, viewer: (
        "Score markers in the order of their last move. Among equal scores the higher one goes first (AZ-2.2), and at "
        "the end the lower one wins (AZ-8.6)."
    ),
    "deck": lambda s, viewer: (
        f"{int(s.deck_len)} prosperity cards to draw, by coexisting as the winner of a conflict (AZ-6.5, AZ-6.12)."
    ),
}  # fmt: skip


def tip(s: Any, viewer: View | int | None, element: str) -> str:
    """What an element of the board is and does, with rule numbers."""
    kind, *numbers = element.split("-")
    return _TIPS[kind](s, as_view(viewer), *map(int, numbers))


# --- The story -------------------------------------------------------------------------------------------------------


def news(before: Any, after: Any, viewer: View | int | None) -> list[str]:
    """Power cards that were turned up, and a season that began."""
    view, lines = as_view(viewer), []
    opened = _opened(before, after)
    if opened:
        cards = ", ".join(f"{view.name(p)} {POWER[c]}" for p, c in opened)
        lines.append(f"The power cards are turned up (AZ-5.8): {cards}.")
    if after.season != before.season:
        lines.append(f"Season {int(after.season)} begins.")
    return lines


def _opened(before: Any, after: Any) -> list[tuple[int, int]]:
    """Seats and their power cards, if these were turned up between two positions."""
    seats = range(int(before.players))
    if before.over or revealed(before):
        return []
    if after.season != before.season or after.over:
        used = after.power_used.astype(int) - before.power_used
        return [(p, int(used[p].argmax())) for p in seats]
    return [(p, int(after.power_now[p])) for p in seats] if revealed(after) else []
