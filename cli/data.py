"""``meeplezoo data``: games by any agents as offline data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..envs import resolve_game
from .options import GameName, Players, VariantList, variants

data_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Games as offline data (docs/data.md).")

Folder = Annotated[Path, typer.Argument(help="Folder of a data set.")]


@data_app.command("generate")
def generate_data(
    game: GameName,
    agents: Annotated[
        list[str] | None,
        typer.Argument(help="Every seat draws one of them; named twice, twice as often [default: greedy random]."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games, rounded up to whole shards.")] = 1000,
    players: Players = None,
    variant: VariantList = None,
    label: Annotated[
        str | None, typer.Option(help="An agent that searches at every decision, whoever plays: ismcts:200.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides deals, seats and choices.")] = 0,
    per_shard: Annotated[int, typer.Option("--per-shard", help="Games of a file, which is written as a whole.")] = 64,
    workers: Annotated[int, typer.Option(help="Processes that play; the files are the same for any number.")] = 1,
    output: Annotated[Path | None, typer.Option(help="Folder of the data set [default: runs/data/GAME].")] = None,
) -> None:
    """Play games and write them as Parquet; the same command goes on after a stop."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    from ..datasets import Plan, generate

    chosen = resolve_game(game)
    plan = Plan.of(
        chosen, agents or ["greedy", "random"], players, games, variants(chosen, variant), label, seed, per_shard
    )
    folder = output or Path("runs") / "data" / chosen.name
    console = Console()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            bar = progress.add_task(chosen.title)
            made = generate(
                plan, folder, workers, lambda done, of: progress.update(bar, completed=done, total=of)
            )  # fmt: skip
    except KeyboardInterrupt:
        console.print(f"stopped; whole shards are in {folder}, the same command goes on", highlight=False)
        raise typer.Exit(130) from None
    console.print(
        f"{folder}: {made.games:,} games, {made.rows:,} decisions, {made.bytes / 1e6:,.1f} MB in {len(made.shards)} "
        f"shards; read it with meeplezoo.datasets.loader.load", highlight=False, soft_wrap=True,
    )  # fmt: skip


@data_app.command()
def inspect(folder: Folder) -> None:
    """Show what a data set holds and how its agents fared."""
    from rich.console import Console

    from ..arena.console import print_table
    from ..datasets import DataSet

    data, console = DataSet(folder), Console()
    manifest = data.manifest
    options = ", ".join(f"{name} = {value}" for name, value in manifest.header["variants"].items())
    told = [
        f"{manifest.header['game']}, {manifest.header['players']} players" + (f", {options}" if options else ""),
        f"{manifest.games:,} games, {manifest.rows:,} decisions, {manifest.bytes / 1e6:,.1f} MB",
        f"{len(manifest.shards)} of {manifest.planned} shards, seed {manifest.header['seed']}",
    ]
    if manifest.header["searched"]:
        told.append(f"searches: {manifest.header['label'] or 'where an agent that searches decides'}")
    for line in told:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    rows = [
        [s.agent, f"{s.rows:,}", f"{s.seats:,}", f"{s.payoff:+.3f}", f"{s.score:.1f}"] for s in data.summaries()
    ]  # fmt: skip
    print_table(console, ["agent", "decisions", "seats", "mean payoff", "mean score"], rows, left=1)


@data_app.command("check")
def check_data(
    folder: Folder,
    sample: Annotated[int, typer.Option(help="Games that are played again and compared row by row.")] = 16,
    seed: Annotated[int, typer.Option(help="Decides which.")] = 0,
) -> None:
    """Check digests and schema, and play some games again bit for bit; status 1 if anything is wrong."""
    from ..datasets import DataSet, check

    wrong = check(folder, sample, seed)
    for sentence in wrong:
        print(sentence)
    if wrong:
        raise typer.Exit(1)
    manifest = DataSet(folder).manifest
    print(f"{folder}: {len(manifest.shards)} shards as written, {min(sample, manifest.games)} games played again alike")
