"""Reading a data set, a row group at a time; without PyTorch (for that see `loader`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import compute, parquet

from ..envs import DataError, Game
from ..envs.engine import GameRecord
from ..envs.engine.errors import not_among
from .manifest import Manifest

LEARNED_FROM = ("observation", "action_mask", "action", "reward", "done", "payoff")
"""The columns that are read if none are named."""

Rows = dict[str, NDArray[Any]]
"""Columns by name: arrays [n], or [n, k] where a row holds a list."""


@dataclass(frozen=True)
class Summary:
    """How an agent fared in a data set.

    Attributes:
        agent: Its name.
        rows: Decisions it made.
        seats: Seats it had in games, those without any decision left out.
        payoff: Mean payoff of those seats.
        score: Mean score of those seats.
    """

    agent: str
    rows: int
    seats: int
    payoff: float
    score: float


class DataSet:
    """A data set on disk.

    Attributes:
        folder: Where it is.
        manifest: What it holds.
    """

    def __init__(self, folder: str | Path):
        """Reads the manifest.

        Raises:
            DataError: There is no data set, or its manifest is damaged.
        """
        self.folder = Path(folder)
        self.manifest = Manifest.read(self.folder)

    def files(self) -> list[Path]:
        """The shards in order; any reader of Parquet reads them."""
        return self.manifest.files(self.folder)

    def groups(
        self, columns: Sequence[str] = LEARNED_FROM, agents: Collection[str] | None = None,
        files: Sequence[Path] | None = None, order: np.random.Generator | None = None,
    ) -> Iterator[Rows]:  # fmt: skip
        """The rows, a row group of whole games at a time.

        Args:
            columns: Names of columns. Where a search column is asked for, rows without a search are left out.
            agents: Only decisions of these agents; None for all.
            files: Only these shards; None for all.
            order: Shuffles shards, row groups of a shard and rows of a row group; None for the order on disk.

        Raises:
            ConfigError: A column is unknown.
            DataError: A file is missing or damaged.
        """
        chosen = self.files() if files is None else list(files)
        for k in _order(len(chosen), order):
            with _opened(chosen[k]) as file:
                self._check_columns(columns, file.schema_arrow.names)
                for g in _order(file.num_row_groups, order):
                    rows = _rows(_read(file, chosen[k], g, [*columns, "agent"]), columns, agents)
                    n = len(rows[columns[0]])
                    if order is not None:
                        at = order.permutation(n)
                        rows = {name: values[at] for name, values in rows.items()}
                    if n:
                        yield rows

    def _check_columns(self, columns: Sequence[str], known: Sequence[str]) -> None:
        for name in columns or ("",):
            if name not in known:
                raise not_among("column", name, known)

    def records(self, files: Sequence[Path] | None = None, episode: int | None = None) -> Iterator[GameRecord]:
        """The games as records, to be replayed, drawn or written for ``meeplezoo replay``.

        Args:
            files: Only these shards; None for all.
            episode: Only the game of this number.

        Raises:
            DataError: A file is missing or damaged.
        """
        header = self.manifest.header
        columns = ("episode", "seed", "seat", "agent", "action", "payoffs", "scores", "final")
        for rows in self.groups(columns, files=files):
            wanted = np.unique(rows["episode"]) if episode is None else [episode]
            for number in wanted:
                mine = {name: values[rows["episode"] == number] for name, values in rows.items()}
                if not mine["seat"].size:
                    continue
                names = [""] * header["players"]  # a seat that never decided has left no name
                for seat, agent in zip(mine["seat"].tolist(), mine["agent"].tolist(), strict=True):
                    names[seat] = agent
                yield GameRecord(
                    game=header["game"], players=header["players"], variants=dict(header["variants"]),
                    seed=int(mine["seed"][0]), options={}, actions=mine["action"].tolist(), names=names,
                    scores=mine["scores"][0].tolist(), payoffs=mine["payoffs"][0].tolist(),
                    digest=str(mine["final"][0]), components=header["components"],
                )  # fmt: skip

    def summaries(self) -> list[Summary]:
        """How the agents fared, the best first; only the columns for it are read."""
        totals: dict[str, NDArray[np.float64]] = {}
        for rows in self.groups(("agent", "done", "payoff", "score")):
            for name in np.unique(rows["agent"]).tolist():
                mine = rows["agent"] == name
                last = mine & rows["done"]
                sums = [mine.sum(), last.sum(), rows["payoff"][last].sum(dtype=float), rows["score"][last].sum()]
                totals[name] = totals.get(name, np.zeros(4)) + sums
        found = [
            Summary(name, int(t[0]), int(t[1]), float(t[2] / t[1]), float(t[3] / t[1])) for name, t in totals.items()
        ]
        return sorted(found, key=lambda s: (-s.payoff, s.agent))

    def check_game(self, game: Game | None = None) -> Game:
        """The game of the data set.

        Args:
            game: The game, where it is none of the package.

        Raises:
            DataError: It is another game or version, or its actions, observations or components have changed.
            ConfigError: There is no such game.
        """
        from ..agents.card import interface_of

        game, header = game or self.manifest.game(), self.manifest.header
        now = (game.id, interface_of(game), game.components_digest())
        if now != (header["game"], header["interface"], header["components"]):
            raise DataError(
                f"{self.folder} holds games of {header['game']} with other actions, observations or components than "
                f"those of {game.id} in use; write the data anew, or use the version that wrote it"
            )
        return game


def _order(n: int, order: np.random.Generator | None) -> list[int]:
    return list(range(n)) if order is None else order.permutation(n).tolist()


def _opened(path: Path) -> parquet.ParquetFile:
    """A shard.

    Raises:
        DataError: It is missing or damaged.
    """
    try:
        return parquet.ParquetFile(path)
    except (OSError, pa.ArrowException) as error:
        raise DataError(
            f"{path} is missing or damaged; `meeplezoo data generate` with the same options mends it"
        ) from error


def _read(file: parquet.ParquetFile, path: Path, group: int, columns: Sequence[str]) -> pa.Table:
    try:
        return file.read_row_group(group, columns=list(dict.fromkeys(columns)))
    except (OSError, pa.ArrowException) as error:
        raise DataError(f"{path} is damaged; `meeplezoo data generate` with the same options mends it") from error


def _rows(table: pa.Table, columns: Sequence[str], agents: Collection[str] | None) -> Rows:
    if agents is not None:
        table = table.filter(compute.is_in(table["agent"], pa.array(sorted(agents), pa.string())))
    for name in columns:
        if name.startswith("search_"):
            table = table.filter(compute.is_valid(table[name]))
    return {name: as_numpy(table[name]) for name in columns}


def as_numpy(column: pa.ChunkedArray) -> NDArray[Any]:
    """A column as an array [n], or [n, k] where every row holds a list of k."""
    values = column.combine_chunks()
    if isinstance(values, pa.ChunkedArray):
        values = pa.concat_arrays(values.chunks)
    if pa.types.is_fixed_size_list(values.type) or pa.types.is_list(values.type):
        flat: NDArray[Any] = values.flatten().to_numpy(zero_copy_only=False)
        return flat.reshape(len(values), -1) if len(values) else flat.reshape(0, 0)
    plain: NDArray[Any] = values.to_numpy(zero_copy_only=False)
    return plain
