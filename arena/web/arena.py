"""All that the pages work with, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from ...envs import GAMES
from ..store import Person, Store
from ..store.store import digest
from ..study import Protocol
from .drawings import Drawings
from .driver import Driver
from .hall import Hall, RefusedError, Snapshot
from .ratings import Ratings
from .roster import Roster
from .security import PERSON, SEAT, keep_cookie
from .settings import Settings
from .thinkers import Thinkers

_MOST_LETTERS = 30
_DRAWINGS = 300


@dataclass
class Arena:
    """A running arena.

    Attributes:
        settings: How it is run.
        store: What it keeps.
        roster: The agents that may sit here.
        thinkers: Who thinks for them.
        hall: The tables.
        driver: Lets agents move.
        ratings: Ratings of people and agents.
        drawings: What was drawn last.
        study: The protocol of the study that takes part here, if there is one.
    """

    settings: Settings
    store: Store = field(init=False)
    roster: Roster = field(init=False)
    thinkers: Thinkers = field(init=False)
    hall: Hall = field(init=False)
    driver: Driver = field(init=False)
    ratings: Ratings = field(init=False)
    drawings: Drawings = field(init=False)
    study: Protocol | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Opens the store.

        Raises:
            StoreError: It cannot be opened.
            ConfigError: The study's protocol is wrong.
        """
        if self.settings.study is not None:
            self.study = Protocol.read(self.settings.study)
        self.store, self.roster = Store(self.settings.database), Roster(self.settings)
        self.thinkers = Thinkers(self.settings.thinkers, self.settings.think_limit)
        self.hall = Hall(self.store, self.roster, self.settings.kept_tables)
        self.driver = Driver(self.hall, self.thinkers, self.settings)
        self.hall.changed = self.driver.changed
        self.ratings = Ratings(self.store)
        self.drawings = Drawings(_DRAWINGS)
        for condition in self.study.conditions if self.study else ():
            for name in condition.agents if condition.players > 1 else ():
                self.roster.resolve(name, GAMES[condition.game])

    # --- who asks ----------------------------------------------------------------------------------------------------

    def person(self, request: Request) -> Person | None:
        """Whose browser it is, if they have given a name."""
        token = request.cookies.get(PERSON, "")
        return self.store.person_by_token(token) if token else None

    def introduced(self, request: Request, name: str) -> tuple[Person, str]:
        """The person, and for somebody new the token to keep.

        Raises:
            RefusedError: They gave no name that can be shown.
        """
        known = self.person(request)
        if known is not None:
            return known, ""
        name = " ".join(name.split())
        if not name.isprintable() or not 1 <= len(name) <= _MOST_LETTERS:
            raise RefusedError(f"Please give a nickname of 1 to {_MOST_LETTERS} letters.", 422)
        return self.store.add_person(name)

    def at_seat(self, request: Request, table_id: str, seat: int) -> Snapshot:
        """The table, for somebody who holds the token of that seat.

        Raises:
            RefusedError: There is no such table, or the token is not that of the seat's present holder.
        """
        now = self.hall.snapshot(table_id)
        holder, token = now.sittings.get(seat), request.cookies.get(SEAT, "")
        if holder is None or holder.token is None or not token or digest(token) != holder.token:
            raise RefusedError("This seat is not yours in this browser. You may watch, or take a free seat.", 403)
        return now


def arena_of(request: Request) -> Arena:
    """The arena that the request has come to."""
    arena: Arena = request.app.state.arena
    return arena


def go_to(path: str) -> RedirectResponse:
    """Sends the browser to another page after a change."""
    return RedirectResponse(path, 303)


def keep_person(answer: Response, request: Request, token: str) -> None:
    """Lets a new person's browser keep their token."""
    if token:
        keep_cookie(answer, request, PERSON, token)


def seat_path(table_id: str, seat: int) -> str:
    """The address of a seat."""
    return f"/tables/{table_id}/seats/{seat}"


def keep_seat(answer: Response, request: Request, table_id: str, seat: int, token: str) -> None:
    """Lets a browser act for one seat."""
    keep_cookie(answer, request, SEAT, token, seat_path(table_id, seat))
