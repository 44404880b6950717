"""Views of MeepleZoo's environments for learners.

`SeatVecEnv` needs the extra ``train`` (Stable-Baselines3), which is imported only when it is used.
"""

from typing import TYPE_CHECKING, Any

from ..envs.engine.environment import ConfigWrapper, HideInformation
from .configuration import Players, Variants
from .form import MaskInInfo, ObservationKey
from .history import PublicHistory
from .illegal import TerminateIllegal
from .opponents import FixedOpponents, OpponentPool
from .rewards import ShapeByScore, VPMargin, WinShare
from .seat_env import SeatEnv

if TYPE_CHECKING:
    from .seat_vec_env import SeatVecEnv


def __getattr__(name: str) -> Any:
    if name == "SeatVecEnv":
        try:
            from .seat_vec_env import SeatVecEnv
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(f"{error}; install it with: pip install 'meeplezoo[train]'") from error

        return SeatVecEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
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
