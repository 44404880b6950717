"""TensorBoard's logs of a run, in which every step stands once, whatever became of the run in between."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat
from tensorboard.compat.proto.event_pb2 import Event

JUDGED = "evaluation/"
"""Prefix of what evaluations log: it may come after the other values of the same steps."""


def run_logger(folder: Path) -> Logger:
    """Writes what is recorded into a new file of ``folder``."""
    return Logger(None, [TensorBoardOutputFormat(str(folder))])


def cut_logs(folder: Path, steps: int, evaluated: int) -> None:
    """Removes what was logged after the state that a run continues from, so that it is not logged twice.

    Args:
        folder: The logs.
        steps: The steps of that state.
        evaluated: The steps at which it was last evaluated.
    """

    def beyond(event: Event) -> bool:
        judged = any(value.tag.startswith(JUDGED) for value in event.summary.value)
        return bool(event.step > (evaluated if judged else steps))

    for path in sorted(folder.glob("events.out.tfevents.*")):
        _cut(path, beyond)


def _cut(path: Path, beyond: Callable[[Event], bool]) -> None:
    """Ends a file before the first event that is ``beyond``, or that was cut off by a crash."""
    data = path.read_bytes()
    whole = 0
    for event, end in _events(data):
        if beyond(event):
            break
        whole = end
    if whole < len(data):
        os.truncate(path, whole)


def _events(data: bytes) -> Iterator[tuple[Event, int]]:
    """The whole events of a file, each with its end: length (8 bytes), checksum (4), event, checksum (4)."""
    start = 0
    while start + 12 <= len(data):
        (length,) = struct.unpack_from("<Q", data, start)
        end = start + 12 + length + 4
        if end > len(data):
            return
        yield Event.FromString(data[start + 12 : end - 4]), end
        start = end
