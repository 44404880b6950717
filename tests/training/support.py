"""A training run that takes seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meeplezoo.training import TrainConfig


def tiny(output: Path | str, **changes: Any) -> TrainConfig:
    """64 steps an update, checkpoints after each."""
    values: dict[str, Any] = {
        "game": "aztlan", "players": 3, "seed": 5, "steps": 256, "n_games": 8, "threads": 1, "output": str(output),
        "checkpoint_steps": 64, "keep_checkpoints": 2,
        "learner": {"net": [16], "n_steps": 8, "batch_size": 32, "n_epochs": 2},
        "pool": {"latest": 1, "past": 1, "random": 1, "greedy": 0, "snapshot_steps": 64, "snapshots": 3},
        "evaluation": {"every": 128, "games": 6, "against": ["random"]},
    }  # fmt: skip
    return TrainConfig.from_dict({**values, **changes})
