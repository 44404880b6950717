"""The checkpoints of a run on disk: written whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from ..envs.engine.records.files import write_folder

STATE = "state.pt"


class CheckpointStore:
    """The checkpoints of one run: ``run/checkpoints/STEPS/``, newest last."""

    def __init__(self, run: Path, keep: int):
        """Looks after the checkpoints of the run in folder ``run``, of which the last ``keep`` are kept."""
        self.folder, self.keep = run / "checkpoints", keep

    def all(self) -> list[Path]:
        """Finished checkpoints, oldest first."""
        if not self.folder.is_dir():
            return []
        return sorted(p for p in self.folder.iterdir() if p.is_dir() and p.name.isdigit())

    def newest(self) -> Path | None:
        """The checkpoint to continue from."""
        return self.all()[-1] if self.all() else None

    def write(self, steps: int, fill: Callable[[Path], None]) -> Path:
        """Adds a checkpoint and removes what is too old or was left half-written."""
        path = self.folder / f"{steps:012d}"
        write_folder(path, fill)
        for old in self.all()[: -self.keep]:
            shutil.rmtree(old, ignore_errors=True)
        for partial in self.folder.glob(".*"):
            shutil.rmtree(partial, ignore_errors=True)
        return path
