"""The store: every change is one transaction, and has happened when the call returns."""

from __future__ import annotations

import hashlib
import secrets
import time
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Row, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError

from ...envs import MeepleZooError
from .records import Move, Person, Result, Sitting, StaleError, TableRow
from .schema import META, moves, people, results, sittings, tables

_BUSY = 20  # seconds that a writer waits for another one
_TRIES = 5


class StoreError(MeepleZooError):
    """The database cannot be used; the message names the remedy."""


def digest(token: str) -> str:
    """What is stored of a token: who reads the database cannot act for anybody."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A secret nobody can guess."""
    return secrets.token_urlsafe(24)


class Store:
    """An arena's database.

    Attributes:
        engine: SQLAlchemy's engine.
    """

    def __init__(self, url: str, make: bool = True):
        """Opens the database, and makes its tables where there are none.

        Args:
            url: An SQLAlchemy URL: ``sqlite:///runs/arena.db``, ``postgresql+psycopg://…``.
            make: Whether a file that is missing is made.

        Raises:
            StoreError: It cannot be opened, or is damaged.
        """
        self.engine = _open(url, make)
        weakref.finalize(self, self.engine.dispose)  # a request may outlast the server and open another connection
        try:
            _make_tables(self.engine)
            with self.engine.connect() as c:
                for table in META.sorted_tables:  # a database of another version lacks columns
                    c.execute(select(table).limit(0))
            if self.engine.dialect.name == "sqlite":
                _check_sqlite(self.engine)
        except BaseException as error:
            self.engine.dispose()
            if not isinstance(error, DBAPIError):
                raise
            raise StoreError(
                f"the database {_shown(url)} cannot be used ({error.orig}); restore a copy, or name another one with "
                "--database"
            ) from error

    def close(self) -> None:
        """Closes all connections; those that another thread is just using get a moment to come back first."""
        until = time.monotonic() + _BUSY
        in_use = getattr(self.engine.pool, "checkedout", lambda: 0)
        while in_use() and time.monotonic() < until:
            time.sleep(0.01)
        self.engine.dispose()

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction.

        Raises:
            StaleError: Something that may be there once only is there already.
        """
        try:
            with self.engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise StaleError from error

    # --- people --------------------------------------------------------------------------------------------------

    def add_person(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the token that their browser is to keep."""
        token = new_token()
        with self.write() as c:
            done = c.execute(insert(people).values(name=name, token=digest(token), created=time.time()))
            return Person(_key(done), name), token

    def person_by_token(self, token: str) -> Person | None:
        """Whose token it is."""
        with self.engine.connect() as c:
            row = c.execute(select(people.c.id, people.c.name).where(people.c.token == digest(token))).first()
        return Person(*row) if row else None

    def names(self, ids: Iterable[int]) -> dict[int, str]:
        """Nicknames by number."""
        with self.engine.connect() as c:
            found = c.execute(select(people.c.id, people.c.name).where(people.c.id.in_(list(ids))))
            return {row[0]: row[1] for row in found}

    # --- tables ----------------------------------------------------------------------------------------------------

    def add_table(self, row: TableRow, agents: dict[int, str], connection: Connection | None = None) -> None:
        """A new table with agents on some of its seats."""
        if connection is None:
            with self.write() as c:
                self.add_table(row, agents, c)
            return
        connection.execute(insert(tables).values(**asdict(row), awaits_agent=False, driven_until=0.0))
        for seat, agent in agents.items():
            connection.execute(insert(sittings).values(table_id=row.id, seat=seat, since=0, agent=agent))

    def table(self, table_id: str) -> TableRow | None:
        """The table with that id."""
        with self.engine.connect() as c:
            row = c.execute(select(*_ROW).where(tables.c.id == table_id)).first()
        return TableRow(*row) if row else None

    def sit(
        self, table_id: str, seat: int, since: int, *, person: int | None = None, agent: str | None = None,
        connection: Connection | None = None,
    ) -> str:  # fmt: skip
        """Gives a seat to a person or an agent from decision ``since`` on; returns the person's token for this seat.

        Raises:
            StaleError: Somebody else has just taken it.
        """
        if connection is None:
            with self.write() as c:
                return self.sit(table_id, seat, since, person=person, agent=agent, connection=c)
        token = new_token()
        kept = digest(token) if person is not None else None
        connection.execute(
            insert(sittings).values(
                table_id=table_id, seat=seat, since=since, agent=agent, person=person, token=kept
            )
        )  # fmt: skip
        connection.execute(update(tables).where(tables.c.id == table_id).values(trouble=None))
        return token

    def hand_over(self, table_id: str, seat: int, since: int, agent: str) -> None:
        """Gives a seat that is held to an agent; a holder who has not seen a decision yet leaves no trace."""
        at = (sittings.c.table_id == table_id) & (sittings.c.seat == seat) & (sittings.c.since == since)
        with self.write() as c:
            c.execute(delete(sittings).where(at))
            self.sit(table_id, seat, since, agent=agent, connection=c)

    def sittings(self, table_id: str) -> list[Sitting]:
        """Everybody who held or holds a seat, the present ones last."""
        query = (
            select(
                sittings.c.seat, sittings.c.since, sittings.c.agent, sittings.c.person, people.c.name, sittings.c.token
            )
            .outerjoin(people, people.c.id == sittings.c.person)
            .where(sittings.c.table_id == table_id)
            .order_by(sittings.c.since, sittings.c.seat)
        )
        with self.engine.connect() as c:
            return [Sitting(s, n, a, p, a if a is not None else name, t) for s, n, a, p, name, t in c.execute(query)]

    def set_trouble(self, table_id: str, trouble: str | None) -> None:
        """Pauses a table with a sentence, or lets it go on."""
        with self.write() as c:
            c.execute(update(tables).where(tables.c.id == table_id).values(trouble=trouble))

    def tables_of(self, person: int, limit: int = 30) -> list[TableRow]:
        """Tables at which somebody sits or that they set up, the newest first."""
        seated = select(sittings.c.table_id).where(sittings.c.person == person)
        with self.engine.connect() as c:
            query = select(*_ROW).where(tables.c.id.in_(seated) | (tables.c.host == person))
            return [TableRow(*row) for row in c.execute(query.order_by(tables.c.created.desc()).limit(limit))]

    def open_tables(self, limit: int = 30) -> list[tuple[TableRow, int]]:
        """Listed tables with free seats, and how many are taken; the newest first."""
        taken = func.count(func.distinct(sittings.c.seat)).label("taken")
        query = (
            select(*_ROW, taken).outerjoin(sittings, sittings.c.table_id == tables.c.id)
            .where(tables.c.listed, tables.c.ended.is_(None)).group_by(tables.c.id)
            .having(taken < tables.c.players).order_by(tables.c.created.desc()).limit(limit)
        )  # fmt: skip
        with self.engine.connect() as c:
            return [(TableRow(*row[:-1]), row[-1]) for row in c.execute(query)]

    # --- decisions -------------------------------------------------------------------------------------------------

    def moves(self, table_id: str, since: int = 0) -> list[Move]:
        """The decisions from number ``since`` on."""
        query = select(moves.c.number, moves.c.seat, moves.c.action, moves.c.at, moves.c.took)
        with self.engine.connect() as c:
            found = c.execute(
                query.where(moves.c.table_id == table_id, moves.c.number >= since).order_by(moves.c.number)
            )
            return [Move(*row) for row in found]

    def append(self, table_id: str, new: Sequence[Move], awaits_agent: bool, outcome: Sequence[Result] = ()) -> None:
        """Stores decisions, and the result with the last one: all or nothing.

        Raises:
            StaleError: One of these numbers is stored already.
        """
        with self.write() as c:
            c.execute(insert(moves), [{"table_id": table_id, **asdict(move)} for move in new])
            ended = new[-1].at if outcome else None
            c.execute(update(tables).where(tables.c.id == table_id).values(awaits_agent=awaits_agent, ended=ended))
            for result in outcome:
                c.execute(insert(results).values(**asdict(result)))

    def set_awaits_agent(self, table_id: str, awaits: bool) -> None:
        """Notes whether an agent is to move, so that whoever starts next lets it."""
        with self.write() as c:
            c.execute(update(tables).where(tables.c.id == table_id).values(awaits_agent=awaits))

    def results(self, since: int = 0) -> list[tuple[int, Result]]:
        """Results after number ``since``, in the order in which games ended."""
        columns = (results.c.table_id, results.c.seat, results.c.game, results.c.who, results.c.score, results.c.place)
        query = select(results.c.id, *columns, results.c.payoff).where(results.c.id > since).order_by(results.c.id)
        with self.engine.connect() as c:
            return [(row[0], Result(*row[1:])) for row in c.execute(query)]

    def last_change(self, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
        """For each table something that differs after every change of it, whoever made it."""
        count = select(func.count()).where(moves.c.table_id == tables.c.id).scalar_subquery()
        seated = select(func.count()).where(sittings.c.table_id == tables.c.id).scalar_subquery()
        with self.engine.connect() as c:
            rows = c.execute(select(tables.c.id, tables.c.trouble, count, seated).where(tables.c.id.in_(ids)))
            return {row[0]: tuple(row[1:]) for row in rows}

    # --- who lets the agents move ----------------------------------------------------------------------------------

    def claim(self, table_id: str, driver: str, seconds: float) -> bool:
        """Makes ``driver`` the one that lets the agents of a table move for a while; False if another one does."""
        now = time.time()
        free = tables.c.driver.is_(None) | (tables.c.driver == driver) | (tables.c.driven_until < now)
        with self.write() as c:
            done = c.execute(
                update(tables).where(tables.c.id == table_id, free).values(driver=driver, driven_until=now + seconds)
            )
            return bool(done.rowcount)

    def claim_again(self, driver: str, seconds: float) -> None:
        """Prolongs all claims of ``driver``."""
        with self.write() as c:
            c.execute(update(tables).where(tables.c.driver == driver).values(driven_until=time.time() + seconds))

    def release_all(self) -> None:
        """Ends all claims: for a process that knows that there is no other."""
        with self.write() as c:
            c.execute(update(tables).where(tables.c.driver.is_not(None)).values(driver=None))

    def release(self, table_id: str, driver: str) -> None:
        """Lets others drive the table."""
        with self.write() as c:
            mine = (tables.c.id == table_id) & (tables.c.driver == driver)
            c.execute(update(tables).where(mine).values(driver=None))

    def waiting_for_agents(self) -> list[str]:
        """Tables where an agent is to move, or may have to for somebody too slow, and that nobody drives."""
        left = tables.c.driver.is_(None) | (tables.c.driven_until < time.time())
        due = tables.c.awaits_agent | tables.c.time_limit.is_not(None)
        with self.engine.connect() as c:
            query = select(tables.c.id).where(due, left, tables.c.trouble.is_(None))
            return list(c.execute(query.where(tables.c.ended.is_(None))).scalars())


_ROW = (
    tables.c.id, tables.c.game, tables.c.components, tables.c.players, tables.c.variants, tables.c.seed,
    tables.c.agent_seed, tables.c.host, tables.c.listed, tables.c.guided, tables.c.created, tables.c.ended,
    tables.c.trouble, tables.c.trial, tables.c.time_limit, tables.c.stand_in,
)  # fmt: skip


def _key(done: Any) -> int:
    row: Row[Any] = done.inserted_primary_key
    return int(row[0])


def _shown(url: str) -> str:
    """The URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url


def _open(url: str, make: bool) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite":
            return create_engine(parsed, pool_pre_ping=True, pool_size=20)
        if parsed.database and not make and not Path(parsed.database).is_file():
            raise StoreError(f"there is no database {parsed.database}; name the arena's with --database")
        if parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(parsed, connect_args={"timeout": _BUSY, "check_same_thread": False}, pool_size=20)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise StoreError(
            f"{_shown(url)} is no database URL that can be used here ({error}); try sqlite:///runs/arena.db"
        ) from error
    event.listen(engine, "connect", _set_up_sqlite)
    # Python's driver begins no transaction before the first change; here a transaction is one from its start. Writers
    # change first and read afterwards, so that two of them wait for each other instead of failing.
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _make_tables(engine: Engine) -> None:
    """Makes the tables that are missing; another process may be doing the same."""
    for attempt in range(_TRIES):
        try:
            META.create_all(engine)
            return
        except DBAPIError:
            if attempt == _TRIES - 1:
                raise
            time.sleep(0.1 * 2**attempt)


def _set_up_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a stored decision outlives a power cut too
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _check_sqlite(engine: Engine) -> None:
    with engine.connect() as c:
        found = c.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise StoreError(
            f"the database {engine.url.database} is damaged ({found}); restore a copy, or save what is left with "
            f"`sqlite3 {engine.url.database} .recover`"
        )
