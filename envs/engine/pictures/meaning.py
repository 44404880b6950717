"""What a picture module says besides ``draw`` and ``text`` (see `board`); what it leaves out has a plain answer."""

from __future__ import annotations

from typing import Any

from ..game import Game

_PLAIN: dict[str, Any] = {
    "place": lambda s, action: None,  # every action is a button in a list
    "tip": lambda s, viewer, element: "",
    "news": lambda before, after, viewer: [],
    "TALLIES": (),
}


def meaning(game: Game, part: str) -> Any:
    """The part of the game's picture module called ``part``, or the plain one."""
    return getattr(game.pictures(), part, _PLAIN[part])


def heading(game: Game, name: str) -> str:
    """The heading of the actions of the range ``name``: a game that has any has all; without, the name itself."""
    headings = getattr(game.pictures(), "HEADINGS", None)
    return str(name.replace("_", " ").capitalize() if headings is None else headings[name])
