"""The web application: pages, errors and everything around them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException

from ...envs import MeepleZooError
from ..store import StaleError
from . import after, lobby, rules, study, table
from .arena import Arena
from .hall import RefusedError
from .pages import refusal
from .security import Guard
from .settings import Settings

_LOG = logging.getLogger("meeplezoo.arena")
_SENTENCES = {404: "There is no such page.", 405: "This page cannot be used like that.", 413: "That is too much."}
ROUTERS = (lobby.router, table.router, after.router, rules.router, study.router)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; its state holds the `Arena`.

    Args:
        settings: How it is run.

    Raises:
        StoreError: The database cannot be opened.
    """
    settings = settings or Settings()
    arena = Arena(settings)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        arena.driver.start()
        yield
        await arena.driver.stop()
        arena.thinkers.close()
        arena.store.close()

    app = FastAPI(title="MeepleZoo arena", lifespan=running, docs_url=None, redoc_url=None)
    app.state.arena = arena
    for router in ROUTERS:
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    _tell_errors(app)
    app.add_middleware(Guard, settings=settings, refuse=refusal)
    return app


def _tell_errors(app: FastAPI) -> None:
    """Whatever goes wrong, a page with a sentence is shown."""

    @app.exception_handler(RefusedError)
    def refused(request: Request, error: RefusedError) -> Response:
        return refusal(error.status, str(error))

    @app.exception_handler(MeepleZooError)
    def wrong(request: Request, error: MeepleZooError) -> Response:
        return refusal(422, str(error))

    @app.exception_handler(StaleError)
    def stale(request: Request, error: StaleError) -> Response:
        return refusal(409, "Somebody else was first. Nothing was changed; go back and look again.")

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Response:
        fields = sorted({str(part["loc"][-1]) for part in error.errors()})
        return refusal(422, f"This request cannot be understood ({', '.join(fields)}). Go back and choose again.")

    @app.exception_handler(HTTPException)
    def http(request: Request, error: HTTPException) -> Response:
        answer = refusal(error.status_code, _SENTENCES.get(error.status_code, str(error.detail)))
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(DBAPIError)
    def database(request: Request, error: DBAPIError) -> Response:
        _LOG.error("the database failed: %s", error.orig)
        return refusal(
            503, "The arena's database does not answer properly. Nothing was changed; try again, or tell the host."
        )

    @app.exception_handler(Exception)
    def broken(request: Request, error: Exception) -> Response:
        return refusal(500, "Something went wrong in the arena. Nothing was changed; the host's log says more.")
