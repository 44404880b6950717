"""Training by self-play, evaluation and play. Needs the extra ``train``.

The entry points are ``training.train.train`` and ``training.evaluate.evaluate``; on the command line: ``meeplezoo``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .agents import LearnedAgent, load_agent
    from .checkpoint import ModelCard
    from .config import TrainConfig
    from .evaluate import Standing
    from .policy import MaskedPolicy
    from .selfplay import SelfPlayPool

# Imported when first used: `meeplezoo games` must not wait for PyTorch.
_HOMES = {
    "LearnedAgent": "agents",
    "load_agent": "agents",
    "ModelCard": "checkpoint",
    "TrainConfig": "config",
    "MaskedPolicy": "policy",
    "Standing": "evaluate",
    "SelfPlayPool": "selfplay",
}

__all__ = ["LearnedAgent", "MaskedPolicy", "ModelCard", "SelfPlayPool", "Standing", "TrainConfig", "load_agent"]


def __getattr__(name: str) -> Any:
    """Imports a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
