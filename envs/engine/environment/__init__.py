"""Environments around the rules, which leave no trace in machine code: PettingZoo's AEC, batches, rewards."""

from .aec import GameEnv, Observation
from .batch import Batch
from .module import EnvModule
from .render import RENDER_MODES, render
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
    "render",
    "win_shares",
]
