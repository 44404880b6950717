"""A training run that takes seconds."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import torch
from rich.console import Console
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

from meeplezoo.training import TrainConfig
from meeplezoo.training.checkpoint import CheckpointStore


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


def quiet() -> Console:
    """A console whose text can be read afterwards: ``console.file.getvalue()``."""
    return Console(file=io.StringIO(), width=200)


def steps_of(run: Path) -> list[int]:
    """The steps of the checkpoints of a run."""
    return [int(p.name) for p in CheckpointStore(run, 2).all()]


def saved(run: Path) -> dict[str, Any]:
    """The state from which the run in a folder continues."""
    state: dict[str, Any] = torch.load(run / "latest.pt", weights_only=True)
    return state


def logged(run: Path) -> dict[str, list[int]]:
    """The steps that TensorBoard's files hold for each value, in the order in which they were written."""
    steps: dict[str, list[int]] = {}
    # Files of one second are told apart by a number that their names end in.
    for file in sorted((run / "tensorboard").iterdir(), key=lambda f: [int(n) for n in re.findall(r"\d+", f.name)]):
        for event in EventFileLoader(str(file)).Load():
            for value in event.summary.value:
                steps.setdefault(value.tag, []).append(event.step)
    return steps
