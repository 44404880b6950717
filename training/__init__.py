"""Learning and judging: training by self-play, evaluation, charts. Needs the extra ``train``.

The entry points are ``training.train.train`` and ``training.evaluate.evaluate``; on the command line: ``meeplezoo``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .config import TrainConfig
    from .policy import MaskedPolicy
    from .selfplay import SelfPlayPool
    from .standing import Standing

# Imported when first used: evaluating must not wait for PyTorch.
_HOMES = {
    "TrainConfig": "config",
    "MaskedPolicy": "policy",
    "Standing": "standing",
    "SelfPlayPool": "selfplay",
}

__all__ = ["MaskedPolicy", "SelfPlayPool", "Standing", "TrainConfig"]


def __getattr__(name: str) -> Any:
    """Imports a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
