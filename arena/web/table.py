"""A table in play: its pages, the choices people make, and the news that browsers wait for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from .arena import Arena, go_to, seat_path
from .hall import RefusedError, Snapshot
from .lobby import AgentName, Here, Seat, TableId
from .minds import AgentError
from .pages import page, render
from .views import hints, question_of, whole_story

router = APIRouter()
_QUIET = 15.0  # seconds after which a silent connection is shown to be alive
Turn = Annotated[int, Form(ge=0, le=100_000)]
Seen = Annotated[str, Query(max_length=64)]


def position(arena: Arena, now: Snapshot, seat: int | None, message: str = "") -> str:
    """The part of a table's page that changes."""
    drawn = arena.drawings.of(now, seat)
    said = render("message.html", message=message) if message else ""
    return f'<div id="position" data-mark="{drawn.mark}">{said}{drawn.body}</div>'


@router.get("/tables/{table_id}")
def table(table_id: TableId, request: Request, arena: Here) -> Response:
    """The table as everybody may see it, with the seats that are free."""
    now, person = arena.hall.snapshot(table_id), arena.person(request)
    mine = [s.seat for s in now.sittings.values() if person is not None and s.person == person.id]
    return page(
        "table.html", now=now, seat=None, position=position(arena, now, None), person=person, mine=mine,
        host=person is not None and person.id == now.row.host, agents=arena.roster.names(now.game),
        link=_link(request, arena, f"/tables/{table_id}"),
    )  # fmt: skip


@router.get("/tables/{table_id}/view")
def table_view(table_id: TableId, arena: Here) -> Response:
    """What changes on that page."""
    return HTMLResponse(position(arena, arena.hall.snapshot(table_id), None))


@router.get("/tables/{table_id}/seats/{seat}")
def seat_page(table_id: TableId, seat: Seat, request: Request, arena: Here) -> Response:
    """The table as a seat sees it, with its choices."""
    now, person = arena.at_seat(request, table_id, seat), arena.person(request)
    return page(
        "table.html", now=now, seat=seat, position=position(arena, now, seat), person=person, mine=[seat],
        host=person is not None and person.id == now.row.host, agents=arena.roster.names(now.game),
        link=_link(request, arena, f"/tables/{table_id}"),
    )  # fmt: skip


@router.get("/tables/{table_id}/seats/{seat}/view")
def seat_view(table_id: TableId, seat: Seat, request: Request, arena: Here) -> Response:
    """What changes on that page."""
    return HTMLResponse(position(arena, arena.at_seat(request, table_id, seat), seat))


@router.post("/tables/{table_id}/seats/{seat}/act")
def act(
    table_id: TableId, seat: Seat, request: Request, arena: Here, turn: Turn,
    action: Annotated[int, Form(ge=0, le=1_000_000)],
) -> Response:  # fmt: skip
    """Makes a choice; ``turn`` is the number that the page holds."""
    arena.at_seat(request, table_id, seat)
    return _answer(request, arena, table_id, seat, lambda: arena.hall.act(table_id, seat, turn, action))


@router.post("/tables/{table_id}/seats/{seat}/take-back")
def take_back(table_id: TableId, seat: Seat, request: Request, arena: Here, turn: Turn) -> Response:
    """Takes the last choice back, where it has told nobody anything."""
    arena.at_seat(request, table_id, seat)
    return _answer(request, arena, table_id, seat, lambda: arena.hall.take_back(table_id, seat, turn))


def _answer(request: Request, arena: Arena, table_id: str, seat: int, change: Callable[[], None]) -> Response:
    """The table after a change, or with the reason why nothing was changed; the whole page where no script runs."""
    status, message = 200, ""
    try:
        change()
    except RefusedError as error:
        status, message = error.status, str(error)
    if "hx-request" not in request.headers and status == 200:
        return go_to(seat_path(table_id, seat))
    now = arena.at_seat(request, table_id, seat)
    if "hx-request" in request.headers:
        return HTMLResponse(position(arena, now, seat, message), status)
    return page("refusal.html", status, message=message, back=seat_path(table_id, seat))


@router.post("/tables/{table_id}/seats/{seat}/leave")
def leave(table_id: TableId, seat: Seat, request: Request, arena: Here, agent: AgentName) -> Response:
    """Gives the seat to an agent for the rest of the game."""
    arena.at_seat(request, table_id, seat)
    arena.hall.leave(table_id, seat, agent)
    return go_to(f"/tables/{table_id}")


@router.get("/tables/{table_id}/seats/{seat}/hints")
async def suggestions(table_id: TableId, seat: Seat, request: Request, arena: Here) -> Response:
    """An agent's candidates for the seat that is to decide."""
    now = await run_in_threadpool(arena.at_seat, request, table_id, seat)
    if now.row.trial is not None:
        raise RefusedError("This game is part of a study: there are no suggestions.", 403)
    if now.to_decide is None or now.to_decide.seat != seat:
        raise RefusedError("There are suggestions when it is your turn.")
    question = question_of(now, seat, arena.settings.hint_budget)
    try:
        found = await arena.driver.suggest(question)
    except AgentError:
        raise RefusedError("The adviser failed; choose by yourself, or ask again.", 503) from None
    return page("hints.html", hints=hints(now, seat, found), adviser=arena.settings.hint_budget)


@router.get("/tables/{table_id}/story")
def public_story(table_id: TableId, arena: Here) -> Response:
    """All that has happened, as spectators know it."""
    now = arena.hall.snapshot(table_id)
    return page("story.html", now=now, lines=whole_story(now, None), back=f"/tables/{table_id}")


@router.get("/tables/{table_id}/seats/{seat}/story")
def seat_story(table_id: TableId, seat: Seat, request: Request, arena: Here) -> Response:
    """All that has happened, as the seat knows it."""
    now = arena.at_seat(request, table_id, seat)
    return page("story.html", now=now, lines=whole_story(now, seat), back=seat_path(table_id, seat))


# --- news ------------------------------------------------------------------------------------------------------------


@router.get("/tables/{table_id}/events")
async def table_events(table_id: TableId, request: Request, arena: Here, seen: Seen = "") -> Response:
    """Tells a spectator's page that there is something new."""
    await run_in_threadpool(arena.hall.snapshot, table_id)
    return _stream(news(arena, table_id, None, seen))


@router.get("/tables/{table_id}/seats/{seat}/events")
async def seat_events(table_id: TableId, seat: Seat, request: Request, arena: Here, seen: Seen = "") -> Response:
    """Tells a seat's page that there is something new."""
    now = await run_in_threadpool(arena.at_seat, request, table_id, seat)
    return _stream(news(arena, table_id, seat, seen, now.sittings[seat].token))


def _stream(events: AsyncIterator[str]) -> Response:
    return StreamingResponse(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def news(
    arena: Arena, table_id: str, seat: int | None, seen: str, token: str | None = None
) -> AsyncIterator[str]:
    """Server-sent events: one whenever what the seat is shown is no longer what it has ``seen``, and none otherwise.

    So whoever listens learns nothing of choices that are hidden from them.
    """
    bell = arena.driver.bells.listen(table_id)
    try:
        while True:
            bell.clear()
            now = await run_in_threadpool(arena.hall.snapshot, table_id)
            if seat is not None and (seat not in now.sittings or now.sittings[seat].token != token):
                return
            mark = (await run_in_threadpool(arena.drawings.of, now, seat)).mark
            if mark != seen:
                seen = mark
                yield f"event: position\ndata: {mark}\n\n"
            try:
                await asyncio.wait_for(bell.wait(), _QUIET)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        arena.driver.bells.forget(table_id, bell)


def _link(request: Request, arena: Arena, path: str) -> str:
    """An address to send to others; with the access token where one is asked for."""
    token = arena.settings.access_token
    return str(request.base_url).rstrip("/") + path + (f"?token={token}" if token else "")
