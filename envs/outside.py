"""Games that live outside of this package, found by the name of their module.

Installed packages announce them as entry points of the group ``meeplezoo.games`` (name = module); modules that are not
installed are listed in the environment variable ``MEEPLEZOO_GAMES``, with commas between them.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.metadata import entry_points

from .engine import ConfigError, Game

GROUP, VARIABLE = "meeplezoo.games", "MEEPLEZOO_GAMES"


def outside_games() -> dict[str, str]:
    """Names of such games with the modules that hold each as ``game``; nothing is imported."""
    installed = {entry.name: entry.module for entry in entry_points(group=GROUP)}
    listed = [module.strip() for module in os.environ.get(VARIABLE, "").split(",")]
    return installed | {module.rpartition(".")[2]: module for module in listed if module}


def import_game(name: str, module: str) -> Game:
    """The game called ``name`` from its module.

    Raises:
        ConfigError: The module is not found, or holds no such game.
    """
    where = f"{VARIABLE} or an entry point names the module {module!r}"
    try:
        game = getattr(import_module(module), "game", None)
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):
            raise  # the module is there, but not what it needs
        raise ConfigError(f"{where}, which is not found; put the folder that it lies in on PYTHONPATH") from error
    if not isinstance(game, Game) or game.name != name:
        raise ConfigError(f"{where}, which must hold a Game called {name!r} as `game`")
    return game
