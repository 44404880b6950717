"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path


def write_file(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all: under another name first, flushed to disk, then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    with partial.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)


def write_folder(path: Path, fill: Callable[[Path], None]) -> None:
    """Makes a folder whole or not at all; one that is there already is replaced.

    Args:
        path: The folder.
        fill: Writes the contents into the folder it is given.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    fill(partial)
    for file in partial.rglob("*"):
        if file.is_file():
            _flush(file)
    _flush(partial)
    old = path.with_name(f".{path.name}.{os.getpid()}.old")
    shutil.rmtree(old, ignore_errors=True)
    if path.exists():
        os.replace(path, old)
    os.replace(partial, path)
    _flush(path.parent)
    shutil.rmtree(old, ignore_errors=True)


def _flush(path: Path) -> None:
    """Forces a file or folder to disk, where the system can."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def append_line(path: Path, line: str) -> None:
    """Adds a line to a file; the file is whole again even if a former writer was cut off."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
        file.seek(max(file.tell() - 1, 0))
        torn = file.read(1) not in {b"", b"\n"}
        file.write((("\n" if torn else "") + line + "\n").encode())
