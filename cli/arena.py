"""``meeplezoo arena``: people against agents, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ..arena.study.export import Collection

arena_app = typer.Typer(no_args_is_help=False, rich_markup_mode=None)

Database = Annotated[str, typer.Option(help="An SQLAlchemy URL; PostgreSQL: postgresql+psycopg://NAME@HOST/DATABASE.")]
DEFAULT = "sqlite:///runs/arena.db"


@arena_app.callback(invoke_without_command=True)
def arena(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(help="Address to listen on; others than this machine's need a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8000,
    database: Database = DEFAULT,
    agents: Annotated[
        list[Path] | None, typer.Option(help="A folder with trained agents; repeatable [default: runs].")
    ] = None,
    thinkers: Annotated[int, typer.Option(help="Processes for agents that search.")] = 2,
    tempo: Annotated[float, typer.Option(help="Agents' moves are shown every so many seconds.")] = 0.25,
    rate: Annotated[float, typer.Option(help="Requests that one browser may make in a second.")] = 20.0,
    study: Annotated[Path | None, typer.Option(help="Protocol of a study, a TOML file.")] = None,
    workers: Annotated[int, typer.Option(help="Server processes; more than one needs PostgreSQL.")] = 1,
) -> None:
    """Serve the arena: play against people and agents in the browser."""
    if context.invoked_subcommand is not None:
        return
    from ..arena.web.serving import serve
    from ..arena.web.settings import Settings

    settings = Settings(
        database=database, thinkers=thinkers, tempo=tempo, study=study, alone=workers == 1, requests_per_second=rate,
        burst=int(6 * rate),
    )  # fmt: skip
    if agents:
        settings = settings.with_folders(agents)
    serve(settings, host, port, workers)


StudyName = Annotated[str | None, typer.Option("--name", help="Only the games of the study of this name.")]


@arena_app.command("report")
def report_games(
    database: Database = DEFAULT,
    name: StudyName = None,
    experience: Annotated[str, typer.Option(help="Id of a question by whose answers to tell games apart.")] = "",
) -> None:
    """People against policies: win shares, places and thinking times with 95 % intervals."""
    from rich.console import Console

    from ..arena.study.report import report
    from ..arena.study.telling import print_report

    collection = _collection(database)
    found = report(collection.games(name), collection.answers(name), experience)
    print_report(Console(), found)


@arena_app.command()
def export(
    folder: Annotated[Path, typer.Argument(help="Where to write.")],
    database: Database = DEFAULT,
    name: StudyName = None,
    form: Annotated[str, typer.Option("--format", help="csv or parquet.")] = "csv",
) -> None:
    """Write games, decisions and answers as tables, and the games as records."""
    from ..arena.study.export import write_all

    for path in write_all(_collection(database), folder, form, name):
        print(path)


@arena_app.command()
def codes(protocol: Annotated[Path, typer.Argument(help="Protocol of a study, a TOML file.")]) -> None:
    """Print the participants' codes and what each of them will play."""
    from ..arena.study import Protocol

    study = Protocol.read(protocol)
    for number in range(study.participants):
        plan = "; ".join(
            f"{t.condition.game} against {t.condition.policy}, seat {t.seat + 1}" for t in study.trials(number)
        )
        print(f"{study.code(number)}  {plan}")


def _collection(database: str) -> Collection:
    from ..arena.store import Store
    from ..arena.study.export import Collection
    from ..arena.web.hall import Hall
    from ..arena.web.roster import Roster
    from ..arena.web.settings import Settings

    store = Store(database, make=False)
    return Collection(store, Hall(store, Roster(Settings()), kept=20))
