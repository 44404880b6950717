"""The base of MeepleZoo's wrappers, and the one that `env()` applies."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils import BaseWrapper

from ..errors import ConfigError
from ..layout import Mode
from .aec import GameEnv, Observation


class ConfigWrapper(BaseWrapper[str, Observation, int]):
    """A wrapper that sets options of the `GameEnv` below it once, instead of intercepting every call."""

    def __init__(self, env: Any, **options: Any):
        """Applies ``options`` (see `GameEnv.configure`) to ``env``.

        Raises:
            ConfigError: The environment is no MeepleZoo game, or a value is not allowed.
        """
        super().__init__(env)
        if not isinstance(env.unwrapped, GameEnv):
            raise ConfigError(f"{type(self).__name__} needs a MeepleZoo environment, not {env}")
        env.unwrapped.configure(**options)

    def last(self, observe: bool = True) -> Any:
        """See `GameEnv.last`."""
        return self.env.last(observe)

    def clone(self) -> ConfigWrapper:
        """An independent copy in the same position, with the same wrappers."""
        twin = self.__copy__()
        twin.env = self.env.clone()  # type: ignore[attr-defined]
        return twin

    def __copy__(self) -> ConfigWrapper:
        """A shallow copy that does not go through `__getattr__`."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> ConfigWrapper:
        """Same as `clone`."""
        twin = self.clone()
        memo[id(self)] = twin
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """What pickle keeps."""
        return self.__dict__

    def __setstate__(self, values: dict[str, Any]) -> None:
        """Restores a pickled wrapper."""
        self.__dict__.update(values)

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows."""
        picture: str | None = self.env.unwrapped._repr_svg_()  # type: ignore[attr-defined]
        return picture

    def __str__(self) -> str:
        """The environment's id: these wrappers change options, not the game."""
        return str(self.env)


class HideInformation(ConfigWrapper):
    """Blanks (sets to 0) what the observer may not see.

    Modes: ``own`` shows what the seat itself may see; ``public`` what a spectator sees; ``all`` everything, for
    privileged critics and debugging.
    """

    def __init__(self, env: Any, mode: Mode = "own", open_scores: bool = False):
        """Chooses the information mode.

        Args:
            env: A MeepleZoo environment, wrapped or not.
            mode: ``own``, ``public`` or ``all``.
            open_scores: With ``own``, also show points that the rulebook keeps secret though every gain is public.
        """
        super().__init__(env, hide=mode, open_scores=open_scores)
