"""Is a data set what it says it is? Digests, schema, and games played again bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from ..envs import DataError, Game
from ..envs.engine.numbers import integer
from .episodes import Episode, rows_of
from .generate import as_arrow
from .manifest import Manifest
from .plan import draw_seats
from .reading import DataSet

SAMPLE = 16
"""Games that are played again if nothing else is said."""
REMEDY = "`meeplezoo data generate` with the same options mends it"


def check(folder: str | Path, sample: int = SAMPLE, seed: int = 0, game: Game | None = None) -> list[str]:
    """Looks for anything wrong with a data set.

    Args:
        folder: Where it is.
        sample: Number of games that are played again, drawn at random; each of their rows must come out the same.
        seed: Decides which.
        game: The game, where it is none of the package.

    Returns:
        What is wrong, a sentence each; an empty list if nothing is.

    Raises:
        DataError: There is no data set, its manifest is damaged, or its game is another one than is in use.
        ConfigError: A value is not allowed.
    """
    integer("sample", sample)
    data = DataSet(folder)
    found = data.check_game(game)
    wrong = list(_missing(data.manifest))
    whole = {}
    for number, shard in sorted(data.manifest.shards.items()):
        if shard.is_whole(data.folder):
            whole[number] = data.folder / shard.file
        else:
            wrong.append(f"{shard.file} is missing or has other bytes than were written; {REMEDY}")
    for number, file in whole.items():
        wrong += _misshapen(data, found, number, file)
    if not wrong:
        wrong += _unlike_replays(data, found, sample, seed)
    return wrong


def _missing(manifest: Manifest) -> Iterator[str]:
    if len(manifest.shards) < manifest.planned:
        yield f"{len(manifest.shards)} of {manifest.planned} shards are there; {REMEDY}"


def _misshapen(data: DataSet, game: Game, number: int, file: Path) -> Iterator[str]:
    """What of a shard is not as the schema and the manifest say."""
    shard, per_shard = data.manifest.shards[number], data.manifest.header["per_shard"]
    with parquet.ParquetFile(file) as opened:
        if not opened.schema_arrow.equals(data.manifest.schema(game)):
            yield f"{file.name} has other columns than the schema says; write the data anew"
            return
        rows = opened.metadata.num_rows
        episodes = np.unique(opened.read(["episode"])["episode"].to_numpy())
    if rows != shard.rows:
        yield f"{file.name} has {rows} rows, and {shard.rows} in the manifest; write the data anew"
    if episodes.tolist() != list(range(number * per_shard, (number + 1) * per_shard)) or shard.games != per_shard:
        yield f"{file.name} does not hold its games; write the data anew"


def _unlike_replays(data: DataSet, game: Game, sample: int, seed: int) -> Iterator[str]:
    """Plays some games again and compares all rows."""
    per_shard, shards = data.manifest.header["per_shard"], sorted(data.manifest.shards)
    rng = np.random.default_rng(abs(seed))
    drawn = rng.permutation(len(shards) * per_shard)[: max(sample, 0)]
    for index in sorted(drawn.tolist()):
        shard, number = shards[index // per_shard], index % per_shard
        number += shard * per_shard
        file = data.folder / data.manifest.shards[shard].file
        try:
            other = differing(data, game, file, number)
        except DataError as error:
            yield f"{file.name}, game {number}: {error}"
            continue
        if other:
            yield f"{file.name}, game {number}: played again, {', '.join(other)} come out differently"


def differing(data: DataSet, game: Game, file: Path, number: int) -> list[str]:
    """The columns in which a game's rows on disk are not those that playing it again gives.

    What a search found out cannot be had again without the search; of that it is checked that it is possible.

    Raises:
        DataError: The game cannot be played again to its recorded end.
    """
    stored = parquet.read_table(file, filters=[("episode", "==", number)]).combine_chunks()
    header = data.manifest.header
    seats = draw_seats(header["seed"], number, len(header["agents"]), header["players"])
    record = replace(next(data.records([file], number)), names=[header["agents"][k] for k in seats])
    again = rows_of(game, Episode(number, record, {}))
    other = []
    for field in stored.schema:
        name = field.name
        if name == "search_policy":
            same = _possible(stored[name], again["action_mask"])
        elif name == "search_value":
            same = all(v is None or len(v) == record.players for v in stored[name].to_pylist())
        else:
            same = stored[name].combine_chunks().equals(as_arrow(field.type, [again[name]]))
        if not same:
            other.append(name)
    return other


def _possible(policies: pa.ChunkedArray, masks: np.ndarray) -> bool:
    """Whether each policy is a distribution over legal actions."""
    for policy, mask in zip(policies.to_pylist(), masks, strict=True):
        if policy is None:
            continue
        shares = np.array(policy)
        if shares.shape != mask.shape or abs(shares.sum() - 1) > 1e-3 or (shares < 0).any() or shares[~mask].any():
            return False
    return True
