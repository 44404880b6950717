"""``meeplezoo arena``: people against agents, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

arena_app = typer.Typer(no_args_is_help=False, rich_markup_mode=None)

Database = Annotated[
    str, typer.Option(help="An SQLAlchemy URL; PostgreSQL: postgresql+psycopg://NAME@HOST/DATABASE.")
]
DEFAULT = "sqlite:///runs/arena.db"


@arena_app.callback(invoke_without_command=True)
def arena(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on; others than this machine's need a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8000,
    database: Database = DEFAULT,
    agents: Annotated[
        list[Path] | None, typer.Option(help="A folder with trained agents; repeatable [default: runs].")
    ] = None,
    thinkers: Annotated[int, typer.Option(help="Processes for agents that search.")] = 2,
    tempo: Annotated[float, typer.Option(help="Agents' moves are shown every so many seconds.")] = 0.25,
    study: Annotated[Path | None, typer.Option(help="Protocol of a study, a TOML file.")] = None,
    workers: Annotated[int, typer.Option(help="Server processes; more than one needs PostgreSQL.")] = 1,
) -> None:
    """Serve the arena: play against people and agents in the browser."""
    if context.invoked_subcommand is not None:
        return
    from ..arena.web.serving import serve
    from ..arena.web.settings import Settings

    settings = Settings(database=database, thinkers=thinkers, tempo=tempo, study=study, alone=workers == 1)
    if agents:
        settings = settings.with_folders(agents)
    serve(settings, host, port, workers)
