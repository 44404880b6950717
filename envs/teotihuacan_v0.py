"""Teotihuacan as an environment, version 0."""

from .engine.environment.module import EnvModule
from .teotihuacan import game

_module = EnvModule(game)
env, raw_env, batch = _module.env, _module.raw_env, _module.batch

__all__ = ["batch", "env", "game", "raw_env"]
