"""The engine that all games share: rules compiled by Numba on states, and the environments around them."""

from .actions import ActionRange, ActionTable
from .components import load_components
from .environment import Batch, GameEnv, Reward
from .errors import ConfigError, DataError, IllegalActionError, MeepleZooError, ResetNeededError, RuleError
from .game import Game, Rules, Variant
from .layout import Field, ObservationLayout
from .records import GameRecord, Replay, read_records
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
    "RuleError",
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
