"""Board games as reinforcement-learning environments.

Each game is a module in PettingZoo's manner: ``from meeplezoo.envs import aztlan_v0; env = aztlan_v0.env()``. Games
that live elsewhere join them by name (see `outside`).
"""

import re as _re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules as _iter_modules

import gymnasium as _gymnasium
import pettingzoo as _pettingzoo

from .engine import ConfigError, DataError, Game, IllegalActionError, MeepleZooError, ResetNeededError, RuleError
from .engine.errors import not_among as _not_among
from .outside import import_game as _import_game
from .outside import outside_games as _outside_games

# A game is here if its public module is: aztlan_v0 offers Aztlán.
_MODULES = [module.name for module in _iter_modules(__path__) if _re.fullmatch(r"[a-z]\w*_v\d+", module.name)]
_VERSIONS = {name: int(version) for name, version in (module.rsplit("_v", 1) for module in _MODULES)}
# A game from outside does not replace one of these.
_OUTSIDE = {name: module for name, module in _outside_games().items() if name not in _VERSIONS}
_NAMES = tuple(sorted([*_VERSIONS, *_OUTSIDE]))


class _Games(Mapping[str, Game]):
    """All games by name; a game is imported when it is first asked for."""

    def __getitem__(self, name: str) -> Game:
        if name not in _NAMES:
            raise KeyError(str(_not_among("game", name, _NAMES)))
        if name in _OUTSIDE:
            return _import_game(name, _OUTSIDE[name])
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


for _name, _version in _VERSIONS.items():
    if hasattr(_pettingzoo, "register"):  # PettingZoo knows names of environments since 1.27
        _id, _entry = f"meeplezoo/{_name.replace('_', '-')}-v{_version}", f"{__name__}.{_name}_v{_version}:env"
        _pettingzoo.register("aec", _id, entry_point=_entry)
    _gymnasium.register(
        f"meeplezoo/{_name.title().replace('_', '')}-v{_version}",
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
    "RuleError",
    "resolve_game",
]
