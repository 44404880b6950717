"""Plays games and writes them shard by shard; what was cut off is taken up where it was.

A shard is written under another name and renamed when it is whole, then the manifest is written likewise. So a process
may be killed at any moment: the shards in the manifest are whole, and of the others nothing remains. No more than one
row group and one compressed shard are in memory, however much is written.
"""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from filelock import FileLock, Timeout
from pyarrow import parquet

from ..envs import ConfigError
from ..envs.engine.numbers import integer
from ..envs.engine.records.files import sweep, write_file, writing
from .episodes import play_shard, rows_of
from .manifest import MANIFEST, Manifest, Shard
from .plan import Plan
from .schema import schema

ROWS = 2048
"""A row group is closed at the end of the game with which it has so many rows."""
Progress = Callable[[int, int], None]
"""Told how many shards there are, and how many there are to be."""


def generate(plan: Plan, folder: Path, workers: int = 1, tell: Progress = lambda done, of: None) -> Manifest:
    """Plays the games that are missing in ``folder`` and writes them.

    A plan of more games goes on with a data set of fewer.

    Args:
        plan: What is to be played.
        folder: Where the data set is, or is to be.
        workers: Processes that play; the files are the same for any number.
        tell: Told of the progress.

    Raises:
        ConfigError: The folder holds other data, or another process is at work there.
        FileError: It cannot be written.
        IllegalActionError: An agent chose an illegal action.
    """
    if integer("workers", workers) < 1:
        raise ConfigError(f"number of workers {workers} must be at least 1")
    with writing(folder), _alone(folder):
        manifest = _begun(plan, folder)
        missing = [shard for shard in range(manifest.planned) if shard not in manifest.shards]
        tell(len(manifest.shards), manifest.planned)
        for shard, made in _make_all(plan, folder, missing, workers):
            manifest = replace(manifest, shards={**manifest.shards, shard: made})
            manifest.write(folder)
            tell(len(manifest.shards), manifest.planned)
    return manifest


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keeps others from writing into the folder; the lock ends with the process, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".data.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ConfigError(
            f"another process is writing into {folder}; wait for it, stop it (Ctrl-C there), or choose another folder"
        ) from None
    try:
        yield
    finally:
        lock.release()


def _begun(plan: Plan, folder: Path) -> Manifest:
    """The manifest of what is there and whole.

    Raises:
        ConfigError: The folder holds data of another plan.
        DataError: The manifest is damaged.
    """
    sweep(folder)
    manifest = Manifest(plan.header(), plan.shards, {})
    if (folder / MANIFEST).exists():
        then = Manifest.read(folder)
        other = [key for key, value in manifest.header.items() if then.header.get(key) != value]
        if other:
            told = "; ".join(f"{key} {then.header.get(key)!r}, not {manifest.header[key]!r}" for key in other)
            raise ConfigError(f"{folder} holds other data ({told}); choose another folder with --output")
        whole = {number: shard for number, shard in then.shards.items() if shard.is_whole(folder)}
        manifest = replace(manifest, planned=max(plan.shards, then.planned), shards=whole)
    manifest.write(folder)
    return manifest


def _make_all(plan: Plan, folder: Path, shards: Sequence[int], workers: int) -> Iterator[tuple[int, Shard]]:
    if workers == 1 or len(shards) < 2:
        for shard in shards:
            yield shard, write_shard(plan, folder, shard)
        return
    # Threads of the parent (a progress bar) must not be forked.
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        futures = {pool.submit(write_shard, plan, folder, shard): shard for shard in shards}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def write_shard(plan: Plan, folder: Path, shard: int) -> Shard:
    """Plays one shard and writes its file; any process may do it, in any order.

    Raises:
        FileError: It cannot be written.
        IllegalActionError: An agent chose an illegal action.
    """
    form, sink, rows = schema(plan.game, plan.players, plan.searched), pa.BufferOutputStream(), 0
    with parquet.ParquetWriter(sink, form, compression="zstd") as writer:
        games = (rows_of(plan.game, episode) for episode in play_shard(plan, shard))
        for group in groups(games):
            table = pa.table({name: as_arrow(form.field(name).type, [rows[name] for rows in group])
                              for name in form.names}, form)  # fmt: skip
            writer.write_table(table)
            rows += table.num_rows
    data = sink.getvalue().to_pybytes()
    file = f"shard-{shard:05}.parquet"
    write_file(folder / file, data)
    return Shard(file, hashlib.sha256(data).hexdigest(), len(data), plan.per_shard, rows)


def groups(games: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The rows of games, taken together until a row group is full."""
    group: list[dict[str, Any]] = []
    for rows in games:
        group.append(rows)
        if sum(len(rows["step"]) for rows in group) >= ROWS:
            yield group
            group = []
    if group:
        yield group


def as_arrow(form: pa.DataType, parts: Sequence[Any]) -> pa.Array:
    """A column from its parts, one a game: arrays [n], arrays [n, k], or lists of arrays and None."""
    if pa.types.is_fixed_size_list(form):
        values = pa.array(np.concatenate(parts).reshape(-1), form.value_type)
        return pa.FixedSizeListArray.from_arrays(values, type=form)
    if pa.types.is_list(form):
        return pa.array([row for part in parts for row in part], form)
    return pa.array(np.concatenate(parts), form)
