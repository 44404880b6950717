"""Environments around the rules, which leave no trace in machine code: PettingZoo's AEC, batches, rewards."""

from .aec import RENDER_MODES, GameEnv, Observation
from .batch import Batch
from .module import EnvModule
from .rewards import Reward, win_shares
from .wrapper import ConfigWrapper, HideInformation

__all__ = [
    "RENDER_MODES",
    "Batch",
    "ConfigWrapper",
    "EnvModule",
    "GameEnv",
    "HideInformation",
    "Observation",
    "Reward",
    "win_shares",
]
