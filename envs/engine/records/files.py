"""Files that are there whole or not at all, and lines that several processes may add at once."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..errors import MeepleZooError

_REMEDIES = {
    errno.ENOSPC: "free some space, or choose another place",
    errno.EDQUOT: "free some space, or choose another place",
    errno.EACCES: "choose a place that you may write to, or change its permissions",
    errno.EPERM: "choose a place that you may write to, or change its permissions",
    errno.EROFS: "choose a place that can be written to",
    errno.ENOTDIR: "a file stands where a folder should be: move it away, or choose another place",
    errno.EEXIST: "a file stands where a folder should be: move it away, or choose another place",
    errno.EISDIR: "a folder stands where the file should be: move it away, or choose another name",
}


class FileError(MeepleZooError, OSError):
    """The system refuses to write a file or folder: no permission, no space, something else in its place."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turns the system's errors into one sentence.

    Args:
        path: Named if the error itself names no file.

    Raises:
        FileError: Something could not be written; the message names it, the reason and the remedy.
    """
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        remedy = _REMEDIES.get(error.errno or 0, "choose another place")
        named = str(error.filename or path)
        if named.endswith(".partial"):
            named = str(path)
        reason = error.strerror or str(error)
        raise FileError(f"cannot write {named}: {reason}; {remedy}") from error


def as_json(values: Any, indent: int | None = None, default: Callable[[Any], Any] | None = None) -> str:
    """JSON text as the standard has it.

    Args:
        values: What to write.
        indent: As in `json.dumps`.
        default: As in `json.dumps`.

    Raises:
        ValueError: A number is infinite or not a number, which JSON has no word for.
    """
    return json.dumps(values, indent=indent, default=default, ensure_ascii=False, allow_nan=False)


def write_file(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all: under another name first, flushed to disk, then renamed.

    Once this returns, the file outlives a power cut too: its contents are on disk before it has its name, and the
    folder that holds the name is after.

    Args:
        path: The file; folders above it are made.
        data: Its contents.

    Raises:
        FileError: It cannot be written; what was there before is as it was.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.partial")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with partial.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(partial, path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        _flush(path.parent)


def write_folder(path: Path, fill: Callable[[Path], None]) -> None:
    """Makes a folder whole or not at all; one that is there already is replaced.

    Args:
        path: The folder.
        fill: Writes the contents into the folder it is given.

    Raises:
        FileError: It cannot be written; what was there before is as it was.
    """
    mark = f".{path.name}.{os.getpid()}-{threading.get_ident()}"
    partial, old = path.with_name(f"{mark}.partial"), path.with_name(f"{mark}.old.partial")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        try:
            partial.mkdir()
            fill(partial)
            for file in partial.rglob("*"):
                if file.is_file():
                    _flush(file)
            _flush(partial)
            if path.exists():
                os.replace(path, old)
            os.replace(partial, path)
        except BaseException:
            if old.exists() and not path.exists():
                os.replace(old, path)
            shutil.rmtree(partial, ignore_errors=True)
            raise
        _flush(path.parent)
        shutil.rmtree(old, ignore_errors=True)


def remove_folder(path: Path) -> None:
    """Removes a folder so that it is never seen half-empty under its name."""
    gone = path.with_name(f".{path.name}.{os.getpid()}.gone.partial")
    try:
        os.replace(path, gone)
    except OSError:
        return
    shutil.rmtree(gone, ignore_errors=True)


def sweep(folder: Path, name: str = "*") -> None:
    """Removes what writers of ``name`` that were cut off left in ``folder``; none of them may be at work."""
    for partial in folder.glob(f".{name}.*.partial"):
        if partial.is_dir():
            shutil.rmtree(partial, ignore_errors=True)
        else:
            partial.unlink(missing_ok=True)


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
    """Adds a line to a file, to which other processes may be adding lines at the same time.

    The file is whole again even if a former writer was cut off: its torn line is ended first.

    Raises:
        FileError: It cannot be written; no part of the line stays behind.
    """
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        try:
            with _alone(handle):
                _append(handle, line.encode() + b"\n")
        finally:
            os.close(handle)


def _append(handle: int, data: bytes) -> None:
    length = os.lseek(handle, 0, os.SEEK_END)
    if length:
        os.lseek(handle, length - 1, os.SEEK_SET)
        if os.read(handle, 1) != b"\n":
            data = b"\n" + data
    try:
        while data:
            data = data[os.write(handle, data) :]
    except OSError:
        os.ftruncate(handle, length)
        raise


if sys.platform == "win32":
    import msvcrt

    # Locks of Windows keep others from reading too: this one lies beyond all that is ever read.
    _FAR = 2**30

    @contextmanager
    def _alone(handle: int) -> Iterator[None]:
        """Keeps other processes out while a line is added."""
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        try:
            yield
        finally:
            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    @contextmanager
    def _alone(handle: int) -> Iterator[None]:
        """Keeps other processes out while a line is added; closing the file ends it."""
        with suppress(OSError):  # some network drives know no locks; one write at the end is the best there is
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
