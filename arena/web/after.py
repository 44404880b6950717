"""After the game: its record, its replay, and what it did to the ratings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from ...envs import GAMES
from ...envs.engine.pictures.board import board_of, story
from .hall import Snapshot
from .lobby import Here, TableId
from .pages import page, render
from .views import annotate

router = APIRouter()
Step = Annotated[int, Query(ge=0, le=100_000)]


@router.get("/tables/{table_id}/record")
def record(table_id: TableId, arena: Here) -> Response:
    """The record of a finished game, for `meeplezoo replay` and `Replay`."""
    now = arena.hall.snapshot(table_id)
    line = now.record().to_json() + "\n"
    name = f"{now.game.name}-{table_id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(line, media_type="application/x-ndjson", headers=headers)


@router.get("/tables/{table_id}/replay")
def replay(table_id: TableId, arena: Here, step: Step = 0) -> Response:
    """A finished game, position by position, with everything open."""
    now = arena.hall.snapshot(table_id)
    now.check_over()
    step = min(step, len(now.steps))
    return page("replay.html", now=now, step=step, last=len(now.steps), shown=_shown(now, step))


@router.get("/tables/{table_id}/replay/view")
def replay_view(table_id: TableId, arena: Here, step: Step = 0) -> Response:
    """One position of it."""
    now = arena.hall.snapshot(table_id)
    now.check_over()
    return HTMLResponse(_shown(now, min(step, len(now.steps))))


def _shown(now: Snapshot, step: int) -> str:
    names = now.labels()
    state = now.steps[step].before[0] if step < len(now.steps) else now.states[0]
    lines: list[str] = []
    if step:
        made = now.steps[step - 1]
        # Told to the one who chose: in a finished game nothing is secret.
        lines = story(now.game, made.before[0], state, made.seat, made.seat, made.action, names)
        lines = [line.replace("You:", f"{names[made.seat]}:", 1) for line in lines]
    following = ""
    if step < len(now.steps):
        chosen = now.steps[step]
        following = f"{names[chosen.seat]}: {now.game.actions.describe(chosen.action, state)}"
    board = annotate(board_of(now.game, state, None, names, reveal=True), [])
    return render("replayed.html", board=board, lines=lines, following=following, step=step, last=len(now.steps))


@router.get("/ratings")
def ratings(request: Request, arena: Here) -> Response:
    """Who is how strong, game by game."""
    listed = [(game, arena.ratings.of(name)) for name, game in GAMES.items()]
    return page("ratings.html", person=arena.person(request), listed=listed)
