"""The file that tells what a data set holds: what was played, and the digest of every shard."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from ..envs import DataError, Game, resolve_game
from ..envs.engine.records.files import as_json, write_file
from .schema import FORMAT, schema

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Shard:
    """A file of whole games.

    Attributes:
        file: Its name.
        sha256: Digest of its bytes.
        bytes: Its size.
        games: Number of games.
        rows: Number of decisions.
    """

    file: str
    sha256: str
    bytes: int
    games: int
    rows: int

    def is_whole(self, folder: Path) -> bool:
        """Whether the file is there and has the bytes that were written."""
        file = folder / self.file
        return file.is_file() and file.stat().st_size == self.bytes and digest_of(file) == self.sha256


@dataclass(frozen=True)
class Manifest:
    """What a data set holds.

    Attributes:
        header: What was played (see `Plan.header`).
        planned: Number of shards that there are to be.
        shards: Those that are done, by number.
    """

    header: Mapping[str, Any]
    planned: int
    shards: Mapping[int, Shard]

    @property
    def games(self) -> int:
        """Number of games that are done."""
        return sum(shard.games for shard in self.shards.values())

    @property
    def rows(self) -> int:
        """Number of decisions in them."""
        return sum(shard.rows for shard in self.shards.values())

    @property
    def bytes(self) -> int:
        """Size of the files together."""
        return sum(shard.bytes for shard in self.shards.values())

    def files(self, folder: Path) -> list[Path]:
        """The shards in order."""
        return [folder / shard.file for _, shard in sorted(self.shards.items())]

    def game(self) -> Game:
        """The game, if it is one of the package.

        Raises:
            ConfigError: It is not.
        """
        return resolve_game(self.header["game"])

    def schema(self, game: Game) -> pa.Schema:
        """The schema that the files must have."""
        return schema(game, self.header["players"], self.header["searched"])

    def write(self, folder: Path) -> None:
        """Writes the file whole or not at all.

        Raises:
            FileError: It cannot be written.
        """
        values = {**self.header, "planned": self.planned,
                  "shards": {str(k): asdict(shard) for k, shard in sorted(self.shards.items())}}  # fmt: skip
        write_file(folder / MANIFEST, (as_json(values, 1) + "\n").encode())

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Reads the file in ``folder``.

        Raises:
            DataError: There is none, or it is damaged or of a later format.
        """
        file = folder / MANIFEST
        try:
            values = json.loads(file.read_text(encoding="utf-8"))
            if values["format"] != FORMAT:
                raise DataError(f"{file} has format {values['format']}; this version reads {FORMAT}: update")
            shards = {int(k): Shard(**shard) for k, shard in values.pop("shards").items()}
            if any(Path(shard.file).name != shard.file for shard in shards.values()):
                raise DataError(f"{file} names files of other folders; write the data anew")
            return cls(shards=shards, planned=values.pop("planned"), header=values)
        except FileNotFoundError as error:
            raise DataError(f"{folder} holds no data: `meeplezoo data generate` writes it") from error
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, DataError):
                raise
            raise DataError(f"{file} is damaged ({error}); write the data anew into another folder") from error


def digest_of(file: Path) -> str:
    """SHA-256 of a file, read in parts."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
