"""Pages made from templates."""

from __future__ import annotations

from typing import Any

from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, PackageLoader, StrictUndefined

from ...envs import GAMES

_PAGES = Environment(
    loader=PackageLoader("meeplezoo.arena.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
    lstrip_blocks=True,
)  # fmt: skip


def render(name: str, **values: Any) -> str:
    """A page or a part of one."""
    return _PAGES.get_template(name).render(games=GAMES, **values)


def page(name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page as an answer."""
    return HTMLResponse(render(name, **values), status)


def refusal(status: int, message: str) -> Response:
    """The page that says why something was refused."""
    return page("refusal.html", status, message=message)
