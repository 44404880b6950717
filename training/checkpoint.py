"""The checkpoints of a run on disk: written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..envs.engine.records.files import remove_folder, sweep, write_folder

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
        """The latest checkpoint."""
        return self.all()[-1] if self.all() else None

    def newest_steps(self) -> int:
        """The steps of the latest checkpoint, 0 if there is none."""
        newest = self.newest()
        return 0 if newest is None else int(newest.name)

    def write(self, steps: int, fill: Callable[[Path], None]) -> Path:
        """Adds a checkpoint and removes what is too old or was left half-written.

        Raises:
            FileError: It cannot be written; those before it are as they were.
        """
        path = self.folder / f"{steps:012d}"
        write_folder(path, fill)
        for old in self.all()[: -self.keep]:
            remove_folder(old)
        sweep(self.folder)
        return path
