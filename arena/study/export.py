"""What an arena has collected, as tables of plain values: CSV, Parquet and records."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import select

from ...envs import ConfigError
from ...envs.engine import GameRecord
from ...envs.engine.records.files import write_file
from ..store import Store
from ..store.records import TAKE_BACK
from ..store.schema import answers, participants, people, results, tables, trials
from ..web.hall import Hall, Snapshot
from ..web.live import ChangedRulesError

Row = Mapping[str, Any]
GAME_COLUMNS = (
    "table", "game", "players", "variants", "study", "participant", "trial", "seat", "policy", "score", "place",
    "payoff", "win_share", "decisions", "seconds", "timed_out", "ended",
)  # fmt: skip
DECISION_COLUMNS = ("table", "number", "seat", "who", "action", "move", "seconds", "taken_back")
ANSWER_COLUMNS = ("study", "participant", "question", "answer")
_RESULT = (
    results.c.table_id, tables.c.game, tables.c.players, tables.c.variants, tables.c.ended, tables.c.time_limit,
    results.c.seat, results.c.who, results.c.score, results.c.place, results.c.payoff, trials.c.number,
    participants.c.code, participants.c.study,
)  # fmt: skip


class Collection:
    """The finished games of an arena in which people took part."""

    def __init__(self, store: Store, hall: Hall):
        """Reads nothing yet."""
        self._store, self._hall = store, hall

    def games(self, study: str | None = None) -> list[dict[str, Any]]:
        """One row for each person and finished game; those who gave a seat away are left out.

        Args:
            study: Only the games of this study.
        """
        query = (
            select(*_RESULT).join(tables, tables.c.id == results.c.table_id)
            .outerjoin(trials, trials.c.id == tables.c.trial)
            .outerjoin(participants, participants.c.id == trials.c.participant).order_by(results.c.id)
        )  # fmt: skip
        with self._store.engine.connect() as c:
            found = [row._asdict() for row in c.execute(query)]
            names = {row[0]: row[1] for row in c.execute(select(people.c.id, people.c.name))}
        rows, counts = [], dict[tuple[str, str], int]()
        at_table: dict[str, list[dict[str, Any]]] = {}
        for entry in found:
            at_table.setdefault(entry["table_id"], []).append(entry)
        for entry in found:
            if not entry["who"].startswith("person:") or (study is not None and entry["study"] != study):
                continue
            others = [e for e in at_table[entry["table_id"]] if e["seat"] != entry["seat"]]
            if any(not e["who"].startswith("agent:") for e in others):
                continue  # against people, or hands changed: no result against a policy
            who = entry["code"] or names[int(entry["who"].removeprefix("person:"))]
            key = who, entry["game"]
            counts[key] = counts.get(key, 0) + 1
            rows.append(self._game_row(entry, others, who, entry["number"] or counts[key]))
        return rows

    def _game_row(self, entry: Row, others: Sequence[Row], who: str, number: int) -> dict[str, Any]:
        policies = sorted({e["who"].removeprefix("agent:") for e in others})
        best = sum(e["place"] == entry["place"] for e in (*others, entry))
        first = entry["place"] == (best + 1) / 2
        mine = [m for m in self._store.moves(entry["table_id"]) if m.seat == entry["seat"] and m.took is not None]
        limit = entry["time_limit"]
        values = (
            entry["table_id"], entry["game"], entry["players"], str(entry["variants"]), entry["study"] or "", who,
            number, entry["seat"], ", ".join(policies) or "alone", entry["score"], entry["place"], entry["payoff"],
            1 / best if first else 0.0, len(mine), round(sum(m.took or 0.0 for m in mine), 3),
            sum(limit is not None and (m.took or 0.0) >= limit for m in mine), entry["ended"],
        )  # fmt: skip
        return dict(zip(GAME_COLUMNS, values, strict=True))

    def decisions(self, study: str | None = None) -> list[dict[str, Any]]:
        """Every decision of those games, in words."""
        rows = []
        for table, now in self._tables(study):
            moves = self._store.moves(table)
            standing = _standing([move.action for move in moves])
            texts = iter(now.steps)
            holders = {seat: holder.name for seat, holder in now.sittings.items()}
            for move in moves:
                if move.action == TAKE_BACK:
                    continue
                stands = move.number in standing
                step = next(texts) if stands else None
                text = now.game.actions.describe(move.action, step.before[0] if step else None)
                values = (table, move.number, move.seat, holders[move.seat], move.action, text, move.took, not stands)
                rows.append(dict(zip(DECISION_COLUMNS, values, strict=True)))
        return rows

    def answers(self, study: str | None = None) -> list[dict[str, Any]]:
        """Every answer of every participant."""
        query = select(participants.c.study, participants.c.code, answers.c.question, answers.c.value)
        query = query.join(answers, answers.c.participant == participants.c.id)
        with self._store.engine.connect() as c:
            found = [dict(zip(ANSWER_COLUMNS, row, strict=True)) for row in c.execute(query)]
        return [row for row in found if study is None or row["study"] == study]

    def records(self, study: str | None = None) -> list[GameRecord]:
        """Those games as records, for `meeplezoo replay`."""
        return [now.record() for _, now in self._tables(study)]

    def _tables(self, study: str | None) -> list[tuple[str, Snapshot]]:
        found = []
        for table in dict.fromkeys(row["table"] for row in self.games(study)):
            try:
                found.append((table, self._hall.snapshot(table)))
            except ChangedRulesError as error:
                raise ConfigError(f"table {table}: {error}") from error
        return found


def _standing(actions: Sequence[int]) -> set[int]:
    """Numbers of the moves that were not taken back."""
    kept: list[int] = []
    for number, action in enumerate(actions):
        if action == TAKE_BACK:
            kept.pop()
        else:
            kept.append(number)
    return set(kept)


def write_all(collection: Collection, folder: Path, form: str = "csv", study: str | None = None) -> list[Path]:
    """Writes ``games``, ``decisions`` and ``answers`` as CSV or Parquet, and ``records.jsonl``.

    Args:
        collection: What there is.
        folder: Where to write; made if it is missing.
        form: ``csv`` or ``parquet``.
        study: Only what belongs to this study.

    Raises:
        ConfigError: There is no such form.
        FileError: A file cannot be written.
    """
    if form not in {"csv", "parquet"}:
        raise ConfigError(f"{form!r} is no form of export; choose csv or parquet")
    parts = {
        "games": (GAME_COLUMNS, collection.games(study)),
        "decisions": (DECISION_COLUMNS, collection.decisions(study)),
        "answers": (ANSWER_COLUMNS, collection.answers(study)),
    }
    written = []
    for name, (columns, rows) in parts.items():
        path = folder / f"{name}.{form}"
        write_file(path, to_csv(columns, rows) if form == "csv" else to_parquet(columns, rows))
        written.append(path)
    path = folder / "records.jsonl"
    write_file(path, "".join(record.to_json() + "\n" for record in collection.records(study)).encode())
    return [*written, path]


def to_csv(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    """Rows as CSV. A text that a spreadsheet would take for a formula gets an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_harmless(row[column]) for column in columns])
    return text.getvalue().encode()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") else value


def to_parquet(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    """Rows as Parquet."""
    import pyarrow
    from pyarrow import parquet

    file = io.BytesIO()
    table = pyarrow.table({column: [row[column] for row in rows] for column in columns})
    parquet.write_table(table, file)
    return file.getvalue()
