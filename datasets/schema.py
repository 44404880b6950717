"""What a data set's Parquet files hold: one row for each decision, whole games one after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyarrow as pa

from ..envs import Game

FORMAT = 1
"""Goes up when files of another form are written."""


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes:
        name: Its name.
        form: Its type for people, with D, N and P as in the documentation.
        type: Its Arrow type in a data set of a game for so many players.
        meaning: What it holds.
        searched: Whether only data sets with searches have it; null in rows whose decision was not searched.
    """

    name: str
    form: str
    type: Callable[[Game, int], pa.DataType]
    meaning: str
    searched: bool = False


def _plain(type: pa.DataType) -> Callable[[Game, int], pa.DataType]:
    return lambda game, players: type


def _by_seat(type: pa.DataType) -> Callable[[Game, int], pa.DataType]:
    return lambda game, players: pa.list_(type, players)


COLUMNS = (
    Column("game", "string", _plain(pa.string()), "id of the environment with its version, as `aztlan_v0`"),
    Column("players", "int8", _plain(pa.int8()), "number of seats, P"),
    Column("episode", "int64", _plain(pa.int64()), "number of the game in the data set, from 0"),
    Column("seed", "uint64", _plain(pa.uint64()), "the seed of the game's own generator: with the actions, all of it"),
    Column("step", "int32", _plain(pa.int32()), "number of the decision in its game, from 0, all seats counted"),
    Column("seat", "int8", _plain(pa.int8()), "who decides, 0 to P - 1"),
    Column("agent", "string", _plain(pa.string()), "the name of the agent that sits there"),
    Column("node", "int8", _plain(pa.int8()), "the kind of decision, as the game's rules number them"),
    Column(
        "observation", "float32[D]", lambda game, players: pa.list_(pa.float32(), game.layout.size),
        "what the seat sees; hidden elements are 0, as in `env()`",
    ),
    Column(
        "action_mask", "bool[N]", lambda game, players: pa.list_(pa.bool_(), game.n_actions), "the legal actions",
    ),
    Column("action", "int32", _plain(pa.int32()), "the action that was played"),
    Column(
        "reward", "float32", _plain(pa.float32()),
        "what the seat is paid between this decision and its next one, or the end",
    ),
    Column("done", "bool", _plain(pa.bool_()), "whether this is the seat's last decision in the game"),
    Column("payoff", "float32", _plain(pa.float32()), "the seat's payoff at the end"),
    Column("score", "int32", _plain(pa.int32()), "the seat's victory points at the end"),
    Column("place", "int8", _plain(pa.int8()), "the seat's place, 1 first; ties share the better"),
    Column("payoffs", "float32[P]", _by_seat(pa.float32()), "payoffs of all seats, from seat 0 on"),
    Column("scores", "int32[P]", _by_seat(pa.int32()), "victory points of all seats at the end"),
    Column("final", "string", _plain(pa.string()), "SHA-256 of the game's last position, to check a replay"),
    Column(
        "search_policy", "float32[N]", _plain(pa.list_(pa.float32())),
        "shares of the search's simulations that began with each action", searched=True,
    ),
    Column(
        "search_value", "float32[P]", _plain(pa.list_(pa.float32())),
        "the payoffs that the search expects, from seat 0 on", searched=True,
    ),
)  # fmt: skip
"""All columns in order."""


def schema(game: Game, players: int, searched: bool) -> pa.Schema:
    """The Arrow schema of a data set.

    Args:
        game: The game.
        players: Number of seats.
        searched: Whether some decisions come with what a search found out about them.
    """
    return pa.schema(
        [pa.field(c.name, c.type(game, players), nullable=c.searched) for c in COLUMNS if searched or not c.searched]
    )


def markdown() -> str:
    """The table of columns for the documentation."""
    rows = ["| column | type | what it holds |", "|---|---|---|"]
    rows += [f"| `{c.name}` | {c.form} | {c.meaning}{' *' if c.searched else ''} |" for c in COLUMNS]
    return "\n".join(rows)
