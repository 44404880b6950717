"""The engine that all games share: rules compiled by Numba on records, and the environments around them."""

from .actions import ActionRange, ActionTable
from .aec import GameEnv
from .batch import Batch
from .components import load_components
from .errors import ConfigError, DataError, IllegalActionError, MeepleZooError, ResetNeededError
from .game import Game, Rules, Variant
from .layout import Field, ObservationLayout
from .record import GameRecord, Replay, read_records
from .rewards import Reward
from .rule import rule
from .state import MAX_PLAYERS, state_dtype
from .write import copy, index, place_of, put

__all__ = [
    "MAX_PLAYERS",
    "ActionRange",
    "ActionTable",
    "Batch",
    "ConfigError",
    "DataError",
    "Field",
    "Game",
    "GameEnv",
    "GameRecord",
    "IllegalActionError",
    "MeepleZooError",
    "ObservationLayout",
    "Replay",
    "ResetNeededError",
    "Reward",
    "Rules",
    "Variant",
    "copy",
    "index",
    "load_components",
    "place_of",
    "put",
    "read_records",
    "rule",
    "state_dtype",
]
