"""How far a participant has come, and what follows. Kept in the arena's database."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, insert, select, update

from ..store import Person, StaleError, Store
from ..store.schema import answers, participants, people, sittings, tables, trials
from ..store.store import digest, new_token
from .protocol import Protocol, Question, Trial


@dataclass(frozen=True)
class Participant:
    """Somebody who takes part.

    Attributes:
        id: Number in the database.
        number: Number in the study, from 0 on.
        code: Their code.
        person: Number of the person they are at tables.
        consented: Whether they have agreed.
    """

    id: int
    number: int
    code: str
    person: int
    consented: bool


@dataclass(frozen=True)
class Progress:
    """What a participant is to do next.

    Attributes:
        step: ``consent``, ``questions``, ``game`` or ``thanks``.
        questions: What to ask now.
        trial: The game to play now.
        table: The table where it has begun, if it has.
    """

    step: str
    questions: tuple[Question, ...] = ()
    trial: Trial | None = None
    table: str | None = None


class Study:
    """One study in an arena."""

    def __init__(self, protocol: Protocol, store: Store):
        """Changes nothing yet."""
        self.protocol, self._store = protocol, store

    def enter(self, code: str) -> str | None:
        """Lets a participant in; returns the token for their browser, or None if there is no such code.

        Whoever enters again, from another browser, goes on where they were; the former browser is shown out.
        """
        number = self.protocol.number_of(code)
        if number is None:
            return None
        known, token = self._find(participants.c.number == number), new_token()
        with self._store.write() as c:
            if known is not None:
                c.execute(update(people).where(people.c.id == known.person).values(token=digest(token)))
                return token
            code = self.protocol.code(number)
            person = c.execute(insert(people).values(name=code, token=digest(token), created=time.time()))
            key = person.inserted_primary_key
            assert key is not None
            values = {"study": self.protocol.name, "number": number, "code": code, "person": key[0]}
            c.execute(insert(participants).values(**values))
        return token

    def participant(self, person: Person | None) -> Participant | None:
        """Who takes part in this browser."""
        return None if person is None else self._find(participants.c.person == person.id)

    def _find(self, condition: ColumnElement[bool]) -> Participant | None:
        p = participants.c
        query = select(p.id, p.number, p.code, p.person, p.consented).where(p.study == self.protocol.name, condition)
        with self._store.engine.connect() as c:
            row = c.execute(query).first()
        return None if row is None else Participant(*row[:4], row[4] is not None)

    def progress(self, who: Participant) -> Progress:
        """What follows for a participant."""
        if not who.consented:
            return Progress("consent")
        answered = self._answered(who)
        if not {q.id for q in self.protocol.before} <= answered:
            return Progress("questions", self.protocol.before)
        done = self._played(who)
        for trial in self.protocol.trials(who.number):
            table, ended = done.get(trial.number, (None, False))
            if not ended:
                return Progress("game", trial=trial, table=table)
        if not {q.id for q in self.protocol.after} <= answered:
            return Progress("questions", self.protocol.after)
        return Progress("thanks")

    def consent(self, who: Participant) -> None:
        """Notes that they agree."""
        with self._store.write() as c:
            c.execute(update(participants).where(participants.c.id == who.id).values(consented=time.time()))

    def answer(self, who: Participant, given: Mapping[str, str]) -> list[str]:
        """Stores answers to the questions that are due; returns the ids of those that lack one.

        All are stored, or none.
        """
        asked = self.progress(who).questions
        missing = [q.id for q in asked if given.get(q.id) not in q.answers()]
        if not asked or missing:
            return missing
        rows = [{"participant": who.id, "question": q.id, "value": given[q.id], "at": time.time()} for q in asked]
        try:
            with self._store.write() as c:
                c.execute(insert(answers), rows)
        except StaleError:  # sent twice: the first answers stand
            return []
        return []

    def begin(self, who: Participant, trial: Trial, table: str) -> bool:
        """Notes the table of a game; False if another one has begun, from another tab."""
        plan = {"game": trial.condition.game, "policy": trial.condition.policy, "seat": trial.seat, "seed": trial.seed}
        try:
            with self._store.write() as c:
                row = {"participant": who.id, "number": trial.number, "plan": plan, "table_id": table}
                done = c.execute(insert(trials).values(**row))
                key = done.inserted_primary_key
                assert key is not None
                limit = self.protocol.time_limit or None
                change = {"trial": key[0], "time_limit": limit, "stand_in": self.protocol.stand_in}
                c.execute(update(tables).where(tables.c.id == table).values(**change))
        except StaleError:
            return False
        return True

    def new_seat_token(self, who: Participant, table: str, seat: int) -> str:
        """A token for the participant's seat in this browser; the former one loses its power."""
        token = new_token()
        mine = (sittings.c.table_id == table) & (sittings.c.seat == seat) & (sittings.c.person == who.person)
        with self._store.write() as c:
            c.execute(update(sittings).where(mine).values(token=digest(token)))
        return token

    def _answered(self, who: Participant) -> set[str]:
        with self._store.engine.connect() as c:
            return set(c.execute(select(answers.c.question).where(answers.c.participant == who.id)).scalars())

    def _played(self, who: Participant) -> dict[int, tuple[str, bool]]:
        query = (
            select(trials.c.number, trials.c.table_id, tables.c.ended)
            .join(tables, tables.c.id == trials.c.table_id)
            .where(trials.c.participant == who.id)
        )
        with self._store.engine.connect() as c:
            return {row[0]: (row[1], row[2] is not None) for row in c.execute(query)}
