"""Board games as reinforcement-learning environments.

Each game is a module in PettingZoo's manner: ``from meeplezoo.envs import aztlan_v0; env = aztlan_v0.env()``.
"""

import re as _re
from collections.abc import Iterator, Mapping
from importlib import import_module

import gymnasium as _gymnasium
import pettingzoo as _pettingzoo

from .engine import ConfigError, DataError, Game, IllegalActionError, MeepleZooError, ResetNeededError
from .engine.errors import not_among as _not_among

_NAMES = ("aztlan", "deus", "teotihuacan", "glen_more", "nations_dice")


class _Games(Mapping[str, Game]):
    """All games by name; a game is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        if name not in _NAMES:
            raise KeyError(str(_not_among("game", name, _NAMES)))
        game = import_module(f".{name}", __name__).game
        assert isinstance(game, Game)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


GAMES: Mapping[str, Game] = _Games()
"""Maps names to games: ``GAMES["aztlan"]``."""


def resolve_game(game: Game | str) -> Game:
    """The game of that name; ``aztlan``, ``aztlan_v0`` and ``aztlan-v0`` all find Aztlán.

    Raises:
        ConfigError: There is none.
    """
    if isinstance(game, Game):
        return game
    name = _re.sub(r"_v\d+$", "", str(game).replace("-", "_"))
    if name not in GAMES:
        raise _not_among("game", game, _NAMES)
    return GAMES[name]


for _name in _NAMES:
    if hasattr(_pettingzoo, "register"):  # PettingZoo knows names of environments since 1.27
        _pettingzoo.register("aec", f"meeplezoo/{_name.replace('_', '-')}-v0", entry_point=f"{__name__}.{_name}_v0:env")
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
    "resolve_game",
]
