"""Locks between processes: one training in a folder at a time, results written in turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ..envs import ConfigError
from ..envs.engine.records.files import writing

_PATIENCE = 60  # seconds; what is written in turn takes moments


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps other trainings out of the folder of a run; the lock ends with the process, however it ends.

    Raises:
        ConfigError: Another training is at work there.
        FileError: The folder cannot be written.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / ".training.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise ConfigError(
                f"another training is at work in {folder}; wait for it, stop it (Ctrl-C there), or choose another "
                f"folder with --set output=runs/NAME"
            ) from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def in_turn(folder: Path, name: str) -> Iterator[None]:
    """Lets one process at a time write the files called ``name`` in ``folder``; others wait.

    Raises:
        FileError: The folder cannot be written.
        ConfigError: Another process has kept it for a minute.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / f".{name}.lock")
        try:
            lock.acquire(timeout=_PATIENCE)
        except Timeout:
            raise ConfigError(f"another process keeps writing {folder / name}; choose another folder") from None
    try:
        yield
    finally:
        lock.release()
