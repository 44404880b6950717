"""A data set as batches for PyTorch; the only module here that needs it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from ..envs import ConfigError
from ..envs.engine.numbers import bits_64, integer
from .reading import LEARNED_FROM, DataSet, Rows
from .schema import COLUMNS

Tensors = dict[str, torch.Tensor]


class Batches(IterableDataset[Tensors]):
    """Batches of decisions, read as they are needed; each pass over it has another order.

    What is in memory is one row group for each worker (and the batches asked for ahead), not the data set. Rows are
    shuffled within row groups, which are taken in random order; so a batch mixes a few dozen games.
    """

    def __init__(
        self, folder: str | Path, batch_size: int = 1024, columns: Sequence[str] = LEARNED_FROM,
        agents: Collection[str] | None = None, shuffle: bool = True, seed: int = 0,
    ):  # fmt: skip
        """Opens a data set.

        Args:
            folder: Where it is.
            batch_size: Rows of a batch; the last one of a pass (and worker) has fewer.
            columns: Names of columns, as in `schema.COLUMNS`, but for those of text. With a search column, only
                decisions with a search.
            agents: Only decisions of these agents, for example those to be imitated; None for all.
            shuffle: Whether to mix shards, row groups and rows.
            seed: Decides the order.

        Raises:
            ConfigError: A value is not allowed.
            DataError: There is no data set.
        """
        if integer("batch size", batch_size) < 1:
            raise ConfigError(f"batch size {batch_size} must be at least 1")
        text = {column.name for column in COLUMNS if column.form == "string"}
        if text & {*columns}:
            raise ConfigError(
                f"tensors hold no text: leave {', '.join(sorted(text & {*columns}))} out, or read with DataSet.groups"
            )
        self.data = DataSet(folder)
        self.batch_size, self.columns, self.agents = batch_size, tuple(columns), agents
        self.shuffle, self.seed, self.passes = shuffle, bits_64(seed), 0

    def __iter__(self) -> Iterator[Tensors]:
        """One pass; the workers of a `DataLoader` share out the shards."""
        worker = get_worker_info()
        share, of = (worker.id, worker.num_workers) if worker else (0, 1)
        order = np.random.default_rng([self.seed, self.passes, share]) if self.shuffle else None
        self.passes += 1
        groups = self.data.groups(self.columns, self.agents, self.data.files()[share::of], order)
        for rows in _in_batches(groups, self.batch_size):
            yield {name: torch.from_numpy(values) for name, values in rows.items()}


def load(
    folder: str | Path, batch_size: int = 1024, columns: Sequence[str] = LEARNED_FROM,
    agents: Collection[str] | None = None, shuffle: bool = True, seed: int = 0, workers: int = 0,
) -> DataLoader[Tensors]:  # fmt: skip
    """Batches of a data set, as dictionaries of tensors by column.

    Args:
        folder: Where it is.
        batch_size: See `Batches`, as for the next four.
        columns: Names of columns.
        agents: Only decisions of these agents.
        shuffle: Whether to mix.
        seed: Decides the order.
        workers: Processes that read ahead, each its share of the shards; 0 reads in this one.

    Raises:
        ConfigError: A value is not allowed.
        DataError: There is no data set.
    """
    batches = Batches(folder, batch_size, columns, agents, shuffle, seed)
    return DataLoader(batches, batch_size=None, num_workers=workers, persistent_workers=workers > 0)


def _in_batches(groups: Iterator[Rows], size: int) -> Iterator[Rows]:
    """Cuts and joins groups of rows into batches of one size."""
    left: Rows = {}
    for group in groups:
        rows = {name: np.concatenate([left[name], values]) for name, values in group.items()} if left else group
        n = len(next(iter(rows.values())))
        whole = n - n % size
        for start in range(0, whole, size):
            yield {name: np.array(values[start : start + size]) for name, values in rows.items()}
        left = {name: values[whole:] for name, values in rows.items()} if n % size else {}
    if left:
        yield {name: np.array(values) for name, values in left.items()}
