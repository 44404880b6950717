"""How time is taken: CPU-seconds of this process on one core, medians over repeats."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median


def pin_to_one_core() -> None:
    """Keeps this process on one core, where the system can (Linux), so that its caches stay warm."""
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


@contextlib.contextmanager
def all_cores() -> Iterator[None]:
    """Lets the process use every core for a while."""
    count = os.cpu_count() or 1
    try:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, set(range(count)))
    except (AttributeError, OSError):
        yield
        return
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def rate(work: Callable[[], int], repeats: int, clock: Callable[[], float] = time.process_time) -> float:
    """Units of work per second of ``clock``: the median over ``repeats`` calls, after one call to warm up.

    Args:
        work: Does the work and returns how many units it did.
        repeats: Number of measured calls.
        clock: CPU time of this process by default.
    """
    return rates([work], repeats, clock)[0]


def rates(
    works: Sequence[Callable[[], int]], repeats: int, clock: Callable[[], float] = time.process_time
) -> list[float]:
    """As `rate`, for several works that are to be compared: they take turns, so that all meet the same conditions."""
    taken: list[list[float]] = [[] for _ in works]
    for work in works:
        work()
    for _ in range(repeats):
        for work, found in zip(works, taken, strict=True):
            start = clock()
            units = work()
            found.append(units / max(clock() - start, 1e-9))
    return [median(found) for found in taken]
