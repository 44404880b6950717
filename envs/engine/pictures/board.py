"""A game's picture as its interface: which element means which action, and what the elements are, in words.

All of it is a function of what the seat may know. A game's picture module offers ``draw`` and ``text``,
and may offer:

- ``place(s, action) -> str | None``: the id of the element that means a legal action of the seat to decide;
- ``tip(s, viewer, element) -> str``: what an element is and does, in words, with the rules' numbers;
- ``HEADINGS``: under which heading the actions of a range are listed, by the range's name;
- ``TALLIES``: what can be counted in the view (`Tally`), for the story of a move and the consequences of a choice;
- ``news(before, after, viewer) -> list[str]``: what was turned up or began otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np

from ..errors import ConfigError
from ..game import Game
from ..state import as_state
from .meaning import heading, meaning
from .tallies import changes, consequences, world_of
from .view import View

_NAMED = re.compile(r'<g id="([^"]+)"')


@dataclass(frozen=True)
class Board:
    """What a seat may see of a position, and how it acts on it.

    Attributes:
        svg: The drawing. What means something is a group ``<g id="…"><title>…</title>…</g>``; a group that stands for
            a legal action has ``class="place"``, and a shape of class ``hit`` in it covers the area to click on.
        places: Legal actions by flat id, to the id of their element; several may share one. Others have no place.
        tips: What the elements are and do, by id.
    """

    svg: str
    places: dict[int, str]
    tips: dict[str, str]


def board_of(game: Game, state: Any, seat: int | None, names: Sequence[str] = (), reveal: bool = False) -> Board:
    """The board as ``seat`` may see it.

    Args:
        game: The game.
        state: The position, secrets included.
        seat: Who looks; None for a spectator.
        names: What the players are called, by seat.
        reveal: Shows all secrets: for a game that is over, any position of it.

    Raises:
        ConfigError: There is no such seat.
    """
    view = View(_seat(game, state, seat), tuple(names), reveal)
    place, tip = meaning(game, "place"), meaning(game, "tip")
    s = known_to(game, state, view)
    svg = str(game.pictures().draw(s, view))
    places = {action: where for action in legal_actions(game, s, seat) if (where := place(s, action))}
    for element in set(places.values()):
        svg = svg.replace(f'<g id="{element}"', f'<g id="{element}" class="place"', 1)
    tips = {element: str(tip(s, view, element)) for element in _NAMED.findall(svg)}
    return Board(svg, places, tips)


def known_to(game: Game, state: Any, view: View) -> Any:
    """A copy of the position in which all that the seat does not know is redrawn: nothing made from it gives it away.

    A spectator has no such world, and at the end, or where secrets lie open, there is nothing to hide.
    """
    if view.seat is None or view.reveal or state["over"]:
        return as_state(state)
    return world_of(game, state, view.seat, 0)


def _seat(game: Game, state: Any, seat: int | None) -> int | None:
    return None if seat is None else game.check_seat(state, seat)


def legal_actions(game: Game, state: Any, seat: int | None) -> list[int]:
    """The legal actions if it is for ``seat`` to decide, else none: what others could do tells what they hold."""
    if seat is None or state["over"] or state["seat"] != seat:
        return []
    return [int(action) for action in np.flatnonzero(game.legal_mask(state, game.new_mask()))]


def button_group(game: Game, action: int) -> str:
    """The heading under which an action is listed."""
    return heading(game, game.actions.range_of(action).name)


def wording(game: Game, state: Any, seat: int, action: int) -> str:
    """What a legal action does, with what it surely costs and gives as far as ``seat`` can know.

    Raises:
        ConfigError: It is not for this seat to decide.
    """
    if int(state["seat"]) != game.check_seat(state, seat):
        raise ConfigError(f"seat {seat} is not to decide; ask for the wording of its actions when it is its turn")
    told = game.actions.describe(action, known_to(game, state, View(seat)))
    sure = consequences(game, state, seat, action)
    return f"{told} ({'; '.join(sure)})" if sure else told


def story(
    game: Game, before: Any, after: Any, seat: int | None, action_seat: int, action: int, names: Sequence[str] = ()
) -> list[str]:
    """What an action did, in sentences, as far as ``seat`` may know.

    Args:
        game: The game.
        before: The position in which the action was chosen.
        after: The position at the next decision.
        seat: Who is told; None for a spectator.
        action_seat: Who chose.
        action: The flat id chosen.
        names: What the players are called, by seat.
    """
    view = View(_seat(game, before, seat), tuple(names))
    told = game.actions.tell(action, before, seat)
    who = _who(view, action_seat)
    sentences = [f"{who}: {told}."] if told else []
    sentences += meaning(game, "news")(known_to(game, before, view), known_to(game, after, view), view)
    sentences += changes(game, before, after, view, action_seat, game.actions.range_of(action).name)
    if after["over"] and not before["over"]:
        sentences.append(_ending(game, after, view))
    return [f"{sentence[0].upper()}{sentence[1:]}" for sentence in sentences]


def _who(view: View, p: int) -> str:
    return "You" if p == view.seat else view.name(p)


def _ending(game: Game, state: Any, view: View) -> str:
    results = [(game.final_info(state, p)["place"], int(state["score"][p]), p) for p in range(int(state["players"]))]
    listed = ", ".join(f"{place}. {_who(view, p)} with {points}" for place, points, p in sorted(results))
    return f"The game is over: {listed}."


def changed(before: Board, after: Board) -> list[str]:
    """The elements of ``after`` that look different from before, or are new: what a page points at after a move."""
    old, new = _looks(before), _looks(after)
    return [element for element, look in new.items() if old.get(element) != look]


def _looks(board: Board) -> dict[str, bytes]:
    looks = {}
    for group in ElementTree.fromstring(board.svg).iter("{http://www.w3.org/2000/svg}g"):
        if "id" in group.attrib:
            group.attrib.pop("class", None)
            looks[group.attrib["id"]] = ElementTree.tostring(group)
    return looks
