"""The front page, setting a table up, and sitting down."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Path, Query, Request
from fastapi.responses import Response

from ...envs import Game
from .arena import Arena, arena_of, go_to, keep_person, keep_seat, seat_path
from .hall import ME, OPEN, RefusedError
from .naming import game_called
from .pages import page

router = APIRouter()
Here = Annotated[Arena, Depends(arena_of)]
TableId = Annotated[str, Path(max_length=24, pattern="^[A-Za-z0-9_-]+$")]
Seat = Annotated[int, Path(ge=0, lt=8)]
Name = Annotated[str, Form(max_length=60)]
AgentName = Annotated[str, Form(max_length=200)]


@router.get("/")
def front(request: Request, arena: Here) -> Response:
    """What there is to play, and the tables one sits at."""
    person = arena.person(request)
    mine = arena.store.tables_of(person.id) if person else []
    return page("front.html", person=person, mine=mine, free=arena.store.open_tables(), study=arena.study)


@router.get("/games/{name}")
def setup(
    name: str, request: Request, arena: Here, players: Annotated[int | None, Query(ge=1, le=8)] = None,
    guided: bool = False,
) -> Response:  # fmt: skip
    """The form for a new table."""
    game = game_called(name)
    return page(
        "setup.html", game=game, players=game.check_players(players), agents=arena.roster.names(game), guided=guided,
        person=arena.person(request), ME=ME, OPEN=OPEN,
    )  # fmt: skip


@router.post("/tables")
async def set_up(request: Request, arena: Here) -> Response:
    """Sets a table up from that form: ``game``, ``seat`` for each seat, ``variant.NAME``, ``listed``, ``guided``."""
    from starlette.concurrency import run_in_threadpool

    form = await request.form(max_fields=40, max_files=0)
    fields = [(key, str(value)) for key, value in form.multi_items()]
    return await run_in_threadpool(_set_up, request, arena, fields)


def _set_up(request: Request, arena: Arena, fields: list[tuple[str, str]]) -> Response:
    values = dict(fields)
    game = game_called(values.get("game", ""))
    seats = [value for key, value in fields if key == "seat"]
    person, token = arena.introduced(request, values.get("name", ""))
    row, seat_tokens = arena.hall.set_up(
        person, game, seats, _variants(game, values), listed="listed" in values, guided="guided" in values
    )
    first = min(seat_tokens, default=None)
    answer = go_to(seat_path(row.id, first) if first is not None else f"/tables/{row.id}")
    keep_person(answer, request, token)
    for seat, seat_token in seat_tokens.items():
        keep_seat(answer, request, row.id, seat, seat_token)
    return answer


def _variants(game: Game, values: dict[str, str]) -> dict[str, Any]:
    """Variants from the form, where each value is its number among those allowed."""
    chosen = {}
    for name, variant in game.variants.items():
        number = values.get(f"variant.{name}", "0")
        if not number.isdecimal() or int(number) >= len(variant.values):
            raise RefusedError(f"{game.title}: the variant {name} has no such value.", 422)
        chosen[name] = variant.values[int(number)]
    return chosen


@router.post("/tables/{table_id}/seats/{seat}/join")
def join(table_id: TableId, seat: Seat, request: Request, arena: Here, name: Name = "") -> Response:
    """Takes a free seat."""
    person, token = arena.introduced(request, name)
    seat_token = arena.hall.join(table_id, seat, person)
    answer = go_to(seat_path(table_id, seat))
    keep_person(answer, request, token)
    keep_seat(answer, request, table_id, seat, seat_token)
    return answer


@router.post("/tables/{table_id}/seats/{seat}/agent")
def put_agent(table_id: TableId, seat: Seat, request: Request, arena: Here, agent: AgentName) -> Response:
    """The host puts an agent on a free seat, or in the place of one that failed."""
    arena.hall.put_agent(table_id, seat, agent, _somebody(request, arena))
    return go_to(f"/tables/{table_id}")


@router.post("/tables/{table_id}/resume")
def resume(table_id: TableId, request: Request, arena: Here) -> Response:
    """The host lets an agent that failed try again."""
    arena.hall.resume(table_id, _somebody(request, arena))
    return go_to(f"/tables/{table_id}")


def _somebody(request: Request, arena: Arena) -> Any:
    person = arena.person(request)
    if person is None:
        raise RefusedError("Only the person who set this table up may do that.", 403)
    return person
