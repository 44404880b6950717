"""Views of MeepleZoo's environments for learners.

`SeatVecEnv` and `AdvisedVecEnv` need the extra ``train`` (Stable-Baselines3), which is imported only when it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..envs.engine.environment import ConfigWrapper, HideInformation
from .advice import Advice
from .configuration import Players, Variants
from .form import MaskInInfo, ObservationKey
from .history import PublicHistory
from .illegal import TerminateIllegal
from .opponents import FixedOpponents, OpponentPool
from .rewards import ShapeByScore, VPMargin, WinShare
from .seat_env import SeatEnv

if TYPE_CHECKING:
    from .advised_vec_env import AdvisedVecEnv
    from .seat_vec_env import SeatVecEnv

_OF_TRAIN = {"AdvisedVecEnv": "advised_vec_env", "SeatVecEnv": "seat_vec_env"}


def __getattr__(name: str) -> Any:
    if name in _OF_TRAIN:
        try:
            return getattr(import_module(f".{_OF_TRAIN[name]}", __name__), name)
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(f"{error}; install it with: pip install 'meeplezoo[train]'") from error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Advice",
    "AdvisedVecEnv",
    "ConfigWrapper",
    "FixedOpponents",
    "HideInformation",
    "MaskInInfo",
    "ObservationKey",
    "OpponentPool",
    "Players",
    "PublicHistory",
    "SeatEnv",
    "SeatVecEnv",
    "ShapeByScore",
    "TerminateIllegal",
    "VPMargin",
    "Variants",
    "WinShare",
]
