"""Taking part in a study, and its report."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from ...envs import GAMES
from ..study import Protocol
from ..study.charts import curve, win_shares
from ..study.export import Collection
from ..study.report import report
from ..study.session import Participant, Study
from .arena import Arena, go_to, keep_person, keep_seat, seat_path
from .hall import ME, RefusedError
from .lobby import Here
from .pages import page

router = APIRouter()


def study_of(arena: Arena) -> Study:
    """The study that takes part here.

    Raises:
        RefusedError: There is none.
    """
    if arena.study is None:
        raise RefusedError("No study takes part in this arena.", 404)
    return Study(arena.study, arena.store)


def taking_part(request: Request, arena: Arena) -> tuple[Study, Participant]:
    """The study and who takes part in this browser.

    Raises:
        RefusedError: There is no study, or nobody has entered a code.
    """
    study = study_of(arena)
    who = study.participant(arena.person(request))
    if who is None:
        raise RefusedError("Enter your code first: go to the study's first page.", 403)
    return study, who


@router.get("/study")
def study_page(request: Request, arena: Here) -> Response:
    """What follows for this participant; the form for a code for others."""
    study = study_of(arena)
    who = study.participant(arena.person(request))
    if who is None:
        return page("study.html", protocol=study.protocol, who=None, progress=None, missing=[])
    return _where(study, who)


def _where(study: Study, who: Participant, missing: list[str] | None = None) -> Response:
    progress = study.progress(who)
    status = 422 if missing else 200
    return page("study.html", status, protocol=study.protocol, who=who, progress=progress, missing=missing or [])


@router.post("/study/enter")
def enter(request: Request, arena: Here, code: Annotated[str, Form(max_length=40)]) -> Response:
    """Lets a participant in."""
    token = study_of(arena).enter(code)
    if token is None:
        raise RefusedError("There is no such code. Check it with whoever gave it to you.", 403)
    answer = go_to("/study")
    keep_person(answer, request, token)
    return answer


@router.post("/study/consent")
def consent(request: Request, arena: Here) -> Response:
    """The participant agrees."""
    study, who = taking_part(request, arena)
    study.consent(who)
    return go_to("/study")


@router.post("/study/answers")
async def answer(request: Request, arena: Here) -> Response:
    """Answers to the questions that are due, a field ``q.ID`` for each."""
    form = await request.form(max_fields=200, max_files=0)
    given = {key.removeprefix("q."): str(value) for key, value in form.multi_items()}
    return await run_in_threadpool(_answer, request, arena, given)


def _answer(request: Request, arena: Arena, given: dict[str, str]) -> Response:
    study, who = taking_part(request, arena)
    missing = study.answer(who, given)
    return _where(study, who, missing) if missing else go_to("/study")


@router.post("/study/play")
def play(request: Request, arena: Here) -> Response:
    """Begins the game that is due, or goes on with it."""
    study, who = taking_part(request, arena)
    person, progress = arena.person(request), study.progress(who)
    trial, table = progress.trial, progress.table
    if trial is None or person is None:
        return go_to("/study")
    if table is None:
        seats = [ME if name == ME else name for name in trial.seats(ME)]
        game, variants = GAMES[trial.condition.game], trial.condition.variants
        row, _ = arena.hall.set_up(person, game, seats, variants, listed=False, seed=trial.seed)
        if not study.begin(who, trial, row.id):
            return go_to("/study")
        table = row.id
    answer = go_to(seat_path(table, trial.seat))
    keep_seat(answer, request, table, trial.seat, study.new_seat_token(who, table, trial.seat))
    return answer


@router.get("/report")
def report_page(arena: Here) -> Response:
    """Win shares, places, learning curves and thinking times of people against policies."""
    protocol: Protocol | None = arena.study
    collection = Collection(arena.store, arena.hall)
    name = protocol.name if protocol else None
    found = report(collection.games(name), collection.answers(name), protocol.experience if protocol else "")
    titles = {key: game.title for key, game in GAMES.items()}
    curves = [
        (key, [curve(list(lines), of) for of in ("win_share", "place", "seconds")])
        for key, entries in groupby(found.by_number, lambda line: (titles[line.game], line.policy, line.players))
        for lines in [list(entries)]
    ]
    chart = win_shares(found.overall, titles) if found.overall else ""
    return page("report.html", report=found, titles=titles, chart=chart, curves=curves, protocol=protocol)
