"""What ``render()`` of every environment gives."""

from __future__ import annotations

from typing import Any

from ..errors import ConfigError
from ..game import Game

RENDER_MODES = ("ansi", "human", "rgb_array", "svg")


def render(game: Game, state: Any, viewer: int | None, mode: str | None, width: int | None) -> Any:
    """Shows a position as seat ``viewer`` sees it (None: a spectator).

    Args:
        game: The game.
        state: The position.
        viewer: Whose view is shown.
        mode: One of `RENDER_MODES`.
        width: Width of ``rgb_array`` in pixels; None for the picture's own.

    Returns:
        ``ansi``: a string; ``svg``: an SVG document; ``rgb_array``: uint8[H, W, 3]; ``human``: None, printed.

    Raises:
        ConfigError: No mode was chosen.
    """
    if mode is None:
        raise ConfigError(f"no render_mode was chosen; make the environment with one of {', '.join(RENDER_MODES)}")
    if mode == "svg":
        return game.draw(state, viewer)
    if mode == "rgb_array":
        from ..pictures.raster import rgb_array

        return rgb_array(game.draw(state, viewer), width)
    text = game.text(state, viewer)
    if mode == "ansi":
        return text
    print(text)
    return None
