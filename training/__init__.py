"""Training by self-play, evaluation and play. Needs the extra ``train``."""

from .agents import LearnedAgent, load_agent
from .config import TrainConfig
from .evaluate import Standing, evaluate
from .selfplay import SelfPlayPool
from .train import train

__all__ = ["LearnedAgent", "SelfPlayPool", "Standing", "TrainConfig", "evaluate", "load_agent", "train"]
