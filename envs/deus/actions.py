"""The flat action ids of Deus (rules section 5)."""

from typing import Any

from ..engine import ActionRange, ActionTable
from .components import CARD_NAMES, GOD_NAMES, HAND_LIMIT, KINDS, PIECE_NAMES, REGIONS, RESOURCES, TERRAINS
from .state import (
    ACTIVATE_COLUMN,
    ARMY,
    BUY,
    DESTINATION,
    DRAW,
    GOD,
    PLACE,
    PRODUCE_CITY,
    PRODUCE_PICK,
    SELL,
    START,
    TAKE_PIECE,
    TAKE_RESOURCE,
    TRADE_GIVE,
    TRADE_TAKE,
    WILD_COLUMN,
)


def _card(i: int, state: Any) -> str:
    """The card in slot ``i`` of the hand of the seat to decide; a further copy of a design is told apart."""
    if state is None or state.over or i >= state.hand_len[state.seat]:
        return f"the card in hand slot {i}"
    names = [CARD_NAMES[card] for card in state.hand[state.seat, : i + 1]]
    copies = names.count(names[i])
    return str(names[i]) if copies == 1 else f"{names[i]} (copy {copies})"


def _build(i: int, state: Any) -> str:
    return f"build {_card(i, state)}"


def _discard(i: int, state: Any) -> str:
    if state is not None and state.offer_n == 0:
        return f"make an offering with {_card(i, state)} on top"
    return f"discard {_card(i, state)}"


def _wild(i: int, state: Any) -> str:
    return f"build {_card(i, state)} face down"


def _region(i: int, state: Any) -> str:
    if state is None or state.over or state.terrain[i] < 0:
        return f"choose region {i}"
    place = f"region {i} ({TERRAINS[state.terrain[i]]})"
    if state.node == PLACE:
        return f"place the {PIECE_NAMES[state.kind]} in {place}"
    if state.node == PRODUCE_CITY:
        return f"produce in {place}"
    if state.node == ARMY:
        return f"move the army of {place}"
    if state.node == DESTINATION:
        return f"move the army to {place}"
    return f"choose {place}"


def _kind(i: int, state: Any) -> str:
    node = -1 if state is None else int(state.node)
    if node in (START, TAKE_PIECE):
        return f"take a {PIECE_NAMES[i]}"
    if node == GOD:
        return f"call on {GOD_NAMES[i]}"
    if node == WILD_COLUMN:
        return f"build in the {KINDS[i]} column"
    if node == ACTIVATE_COLUMN:
        return f"activate a card of the {KINDS[i]} column"
    return f"choose the kind {KINDS[i]}"


_VERBS = {
    TAKE_RESOURCE: "take", SELL: "sell", BUY: "buy", TRADE_GIVE: "give", TRADE_TAKE: "get", PRODUCE_PICK: "produce",
}  # fmt: skip


def _resource(i: int, state: Any) -> str:
    verb = "choose" if state is None else _VERBS.get(int(state.node), "choose")
    return f"{verb} 1 {RESOURCES[i]}" if verb != "produce" else f"produce {RESOURCES[i]}"


def _victim(i: int, state: Any) -> str:
    if state is None or state.over:
        return f"steal from the opponent {i + 1} seats on"
    return f"steal from seat {(state.seat + i + 1) % state.players}"


def _position(i: int, state: Any) -> str:
    if state is not None and not state.over and state.asked_column >= 0:
        card = state.column[state.seat, state.asked_column, i]
        if card >= 0:
            return f"activate {CARD_NAMES[card]} (card {i + 1} from the bottom)"
    return f"activate card {i + 1} from the bottom"


def _gold_units(i: int, state: Any) -> str:
    what = "resource asked" if state is None or state.pay_resource < 0 else RESOURCES[state.pay_resource]
    if i == 0:
        return f"pay no gold for the {what}"
    return f"pay {4 * i} gold in place of {i} {what}"


def _done(i: int, state: Any) -> str:
    return "draw no cards" if state is not None and state.node == DRAW else "stop here"


def _accept(i: int, state: Any) -> str:
    return "draw"


# The others learn a built or discarded card from the table, not from its slot, which would tell about the hand.
ACTIONS = ActionTable(
    [
        ActionRange("build", 0, HAND_LIMIT, "DE-4, DE-5", "construct with the card in hand slot i", _build,
                    secret="index"),
        ActionRange("discard", 10, HAND_LIMIT, "DE-7.1", "discard the card in hand slot i for an offering", _discard,
                    secret="index"),
        ActionRange("wild", 20, HAND_LIMIT, "DE-11.3", "build the card in hand slot i face down (variant)", _wild,
                    secret="index"),
        ActionRange("region", 30, REGIONS, "DE-4.6–4.9, DE-5.3, DE-8.5, DE-8.7", "choose region i", _region),
        ActionRange("kind", 79, 5, "DE-7.3, DE-8.6, DE-11", "choose kind, column or god i", _kind,
                    silent_nodes=(START,)),
        ActionRange("resource", 84, 4, "DE-7.3, DE-8.4, DE-8.5", "choose resource i", _resource),
        ActionRange("victim", 88, 3, "DE-8.8", "steal from the opponent i + 1 seats clockwise", _victim),
        ActionRange("position", 91, 5, "DE-8.6", "activate the card at place i of a column (0 = lowest)", _position),
        ActionRange("gold_units", 96, 4, "DE-4.4", "replace i units of the resource asked by 4 gold each", _gold_units),
        ActionRange("done", 100, 1, "DE-7.1, DE-8.1", "stop or decline", _done),
        ActionRange("accept", 101, 1, "DE-8.6", "accept", _accept),
    ]
)  # fmt: skip

A = ACTIONS.at  # first id of each range
