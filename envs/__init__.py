"""Board games as reinforcement-learning environments.

Each game is a module in PettingZoo's manner: ``from meeplezoo.envs import aztlan_v0; env = aztlan_v0.env()``.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module

import gymnasium as _gymnasium
from pettingzoo import register as _register

from .engine import ConfigError, DataError, Game, IllegalActionError, MeepleZooError, ResetNeededError
from .engine.errors import choose as _choose

_MODULES = {
    "aztlan": "aztlan",
    "deus": "deus",
    "teotihuacan": "teotihuacan",
    "glen_more": "glen_more",
    "nations_dice": "nations_dice",
}


class _Games(Mapping[str, Game]):
    """All games by name; a game is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        if name not in _MODULES:
            raise KeyError(str(_choose("game", name, list(_MODULES))))
        game = import_module(f".{_MODULES[name]}", __name__).game
        assert isinstance(game, Game)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


GAMES: Mapping[str, Game] = _Games()
"""Maps names to games: ``GAMES["aztlan"]``."""

for _name in _MODULES:
    _register("aec", f"meeplezoo/{_name.replace('_', '-')}-v0", entry_point=f"{__name__}.{_name}_v0:env")
    _gymnasium.register(
        f"meeplezoo/{_name.title().replace('_', '')}-v0",
        entry_point="meeplezoo.wrappers.seat_env:SeatEnv",
        kwargs={"game": _name},
    )

__all__ = [
    "GAMES",
    "ConfigError",
    "DataError",
    "Game",
    "IllegalActionError",
    "MeepleZooError",
    "ResetNeededError",
]
