"""Games by the names that addresses hold."""

from __future__ import annotations

from ...envs import GAMES, Game
from .hall import RefusedError


def game_called(name: str) -> Game:
    """The game of that name.

    Raises:
        RefusedError: There is none.
    """
    if name not in GAMES:
        raise RefusedError("There is no such game. Choose one from the front page.", 404)
    return GAMES[name]
