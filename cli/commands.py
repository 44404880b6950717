"""The command line ``meeplezoo``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

try:
    import typer
    from rich.console import Console
    from typer.core import TyperGroup
except ImportError as error:
    remedy = "the command line needs the extra 'train': pip install 'meeplezoo[train]'"
    print(f"meeplezoo: {remedy} ({error})", file=sys.stderr)
    raise SystemExit(2) from error

from ..arena.console import print_table, tolerate_poor_terminals
from ..envs import GAMES, ConfigError, DataError, MeepleZooError, resolve_game
from .arena import arena_app
from .data import data_app
from .options import GameName, Players, VariantList
from .options import variants as _variants

_EXTRAS = {
    "torch": "train", "stable_baselines3": "train", "sb3_contrib": "train", "tensorboard": "train",
    "fastapi": "arena", "uvicorn": "arena", "sqlalchemy": "arena", "jinja2": "arena", "openskill": "arena",
    "pyarrow": "data", "filelock": "data", "multipart": "arena", "matplotlib": "train", "resvg_py": "render",
    "PIL": "render",
}  # fmt: skip
_NO_FOLDER = (FileExistsError, NotADirectoryError)


class _Commands(TyperGroup):
    """Shows errors that are meant for users as one line, and ends with status 2."""

    def invoke(self, ctx: Any) -> Any:
        """Runs a command."""
        try:
            return super().invoke(ctx)
        except MeepleZooError as error:
            message = str(error)
        except OSError as error:
            why = "a file is where a folder is needed" if isinstance(error, _NO_FOLDER) else error.strerror
            message = f"{error.filename}: {why}" if error.filename else str(error)
        except ImportError as error:
            extra = _EXTRAS.get((error.name or "").split(".")[0])
            if extra is None and "meeplezoo[" not in str(error):
                raise
            message = str(error) if extra is None else f"{error}; install it with: pip install 'meeplezoo[{extra}]'"
        Console(stderr=True).print(f"meeplezoo: {message}", markup=False, highlight=False, soft_wrap=True)
        raise typer.Exit(2)


app = typer.Typer(
    cls=_Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None,
    help="Modern board games for reinforcement learning: train, evaluate, play, watch, replay.",
)  # fmt: skip

app.add_typer(arena_app, name="arena")
app.add_typer(data_app, name="data")

def main() -> None:
    """The console command."""
    tolerate_poor_terminals()
    app()


@app.command()
def train(
    config: Annotated[Path, typer.Argument(help="A TOML file, for example configs/train/aztlan_quick.toml.")],
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run if its folder holds one.")] = False,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change the configuration; repeatable: learner.n_steps=64"),
    ] = None,
) -> None:
    """Train an agent by self-play (MaskablePPO against a pool of opponents)."""
    from ..training.config import TrainConfig

    settings = TrainConfig.from_toml(config, changes or ())
    from ..training.train import train as run

    console = Console()
    console.print(f"{settings.game}, {settings.players} players -> {settings.output}", highlight=False)
    path = run(settings, resume, console)
    console.print(f"agent and model card in {path}; learning curve in {settings.output}", highlight=False)


@app.command()
def export(
    run: Annotated[Path, typer.Argument(help="A run or checkpoint.")],
    folder: Annotated[Path, typer.Argument(help="Where to write the agent.")],
) -> None:
    """Write a trained agent as plain arrays with its card, to be played without PyTorch."""
    from ..agents.learned import export as write

    write(run, folder)
    size = sum(file.stat().st_size for file in folder.iterdir())
    Console().print(f"agent in {folder}, {size / 1000:,.0f} kB", highlight=False)


@app.command()
def evaluate(
    game: GameName,
    agent: Annotated[str, typer.Argument(help="The agent to judge: best, greedy, a run or a checkpoint.")],
    against: Annotated[list[str] | None, typer.Argument(help="Opponents [default: random greedy].")] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games against each opponent.")] = 400,
    players: Players = None,
    variant: VariantList = None,
    seed: Annotated[int, typer.Option(help="Decides deals and choices.")] = 1_000_003,
    best: Annotated[bool, typer.Option("--best", help="Learned agents take their likeliest action.")] = False,
    output: Annotated[Path | None, typer.Option(help="Folder for evaluation.json and evaluation.png.")] = None,
) -> None:
    """Judge an agent: all seat rotations, paired deals, 95 % intervals."""
    from ..agents import load_agent
    from ..training.evaluate import evaluate as judge
    from ..training.evaluate import save
    from .standings import print_standings

    chosen = resolve_game(game)
    console = Console()
    players = chosen.check_players(players)
    judged = load_agent(agent, chosen, sample=not best)
    fields = [load_agent(name, chosen, sample=not best) for name in against or ["random", "greedy"]]
    standings = []
    with console.status("playing ...") as status:
        for rival in fields if players > 1 else [None]:
            status.update(f"{judged.name} against {rival.name} ..." if rival else f"{judged.name} alone ...")
            standings.append(judge(chosen, judged, rival, games, players, _variants(chosen, variant), seed))
    alone = "alone" if players == 1 else f"{players} players, every seat, paired deals"
    print_standings(console, standings, f"{judged.name}: {chosen.title}, {alone}")
    for name, counts in standings[0].reports.items():
        shares = ", ".join(f"{value} {n / games:.1%}" for value, n in counts.items())
        console.print(f"{name}: {shares}", highlight=False)
    if output is not None:
        files = save(standings, output)
        console.print(f"written: {', '.join(map(str, files))}", highlight=False)


@app.command()
def tournament(
    game: GameName,
    agents: Annotated[list[str], typer.Argument(help="Agents: random, greedy, flat:200, ismcts:1000, a run ...")],
    deals: Annotated[int, typer.Option("--deals", "-n", help="Deals; each is played in all rotations.")] = 10,
    players: Players = None,
    variant: VariantList = None,
    seed: Annotated[int, typer.Option(help="Decides deals and choices.")] = 1_000_003,
    workers: Annotated[int, typer.Option("--workers", "-w", help="Processes that play.")] = 1,
    output: Annotated[Path | None, typer.Option(help="Folder [default: runs/tournament_GAME_PLAYERS].")] = None,
) -> None:
    """Every agent against every other; started again it plays what is missing."""
    from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    from ..training.tournament import Tournament, play_tournament
    from .standings import print_rankings

    chosen = resolve_game(game)
    plan = Tournament.of(chosen, agents, players, deals, _variants(chosen, variant), seed)
    folder = output or Path("runs") / f"tournament_{chosen.name}_{plan.players}"
    console = Console()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            bar = progress.add_task(chosen.title)
            rankings = play_tournament(
                plan, folder, workers, lambda done, of: progress.update(bar, completed=done, total=of)
            )
    except KeyboardInterrupt:
        console.print(f"stopped; the games played so far are in {folder}, the same command goes on", highlight=False)
        raise typer.Exit(130) from None
    title = f"{chosen.title}, {plan.players} player{'s' * (plan.players > 1)}, {deals} deals"
    print_rankings(console, rankings, title, plan.players == 1)
    console.print(f"written: {folder}/tournament.json, .png; games in {folder}/games.jsonl", highlight=False)


@app.command()
def play(
    game: GameName,
    against: Annotated[
        list[str] | None, typer.Option(
            "--against", "-a", help="An agent; several sit clockwise from you, repeatable [default: best]."
        )
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat, 0 is the first [default: drawn].")] = None,
    players: Players = None,
    variant: VariantList = None,
    seed: Annotated[int | None, typer.Option(help="Decides the game's chance [default: drawn].")] = None,
    name: Annotated[str, typer.Option(help="Your name in the records.")] = "person",
    log: Annotated[Path, typer.Option(help="The study log.")] = Path("runs/study.jsonl"),
    records: Annotated[Path, typer.Option(help="Where games are recorded.")] = Path("runs/games.jsonl"),
    hint: Annotated[bool, typer.Option("--hint", help="Have an agent give hints when you type h.")] = False,
    adviser: Annotated[str, typer.Option(help="The agent that gives hints.")] = "ismcts:1000",
) -> None:
    """Play against agents in the terminal."""
    from ..agents.loading import default_opponent
    from ..arena.terminal import play as sit_down

    chosen = resolve_game(game)
    variants = _variants(chosen, variant)
    hints = adviser if hint else None
    rivals = against or [default_opponent(chosen)]
    sit_down(chosen, rivals, players, variants, seat, seed, name, log, records, Console(), hints)


@app.command()
def watch(
    game: GameName,
    agents: Annotated[
        list[str] | None, typer.Argument(help="Agents by seat; fewer take turns [default: best, where it is shipped].")
    ] = None,
    players: Players = None,
    variant: VariantList = None,
    seed: Annotated[int, typer.Option(help="Decides the game and the agents' choices.")] = 0,
    boards: Annotated[bool, typer.Option("--boards", help="Show the board after every move.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show the result only.")] = False,
    delay: Annotated[float, typer.Option(help="Seconds between moves.")] = 0.0,
    picture: Annotated[Path | None, typer.Option(help="Draw the final position: .png or .svg.")] = None,
    records: Annotated[Path | None, typer.Option(help="Add the game's record to this file.")] = None,
) -> None:
    """Watch agents play against each other."""
    from ..agents.loading import default_opponent
    from ..arena.terminal import check_picture, save_picture
    from ..arena.terminal import watch as look_on

    chosen = resolve_game(game)
    if picture is not None:
        check_picture(picture)
    show = "result" if quiet else "boards" if boards else "moves"
    names = agents or [default_opponent(chosen)]
    table = look_on(chosen, names, players, _variants(chosen, variant), seed, show, delay, Console())
    if picture is not None:
        save_picture(chosen, table, picture)
    if records is not None:
        table.record().append_to(records)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Recorded games, JSON lines.")],
    number: Annotated[int, typer.Option("--game", "-g", help="Which game of the file, from 1; 0 is the last.")] = 0,
    at: Annotated[int, typer.Option(help="Position to begin with; -1 is the end.")] = 0,
    seat: Annotated[int | None, typer.Option(help="Show what this seat may see [default: a spectator].")] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show all seats' secrets as they were chosen.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Show it though rules or components have changed.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Only check that all games replay exactly.")] = False,
) -> None:
    """Step through a recorded game, forward and back."""
    from ..arena.replaying import ReplayView, step_through
    from ..envs.engine import Replay, read_records

    games = read_records(file)
    if not games:
        raise DataError(f"{file} holds no game")
    if verify:
        for k, record in enumerate(games, 1):
            try:
                Replay(resolve_game(record.game), record).verify()
            except MeepleZooError as error:
                raise DataError(f"{file}, game {k}: {error}") from error
        print(f"{len(games)} games replay exactly")
        return
    if not 0 <= number <= len(games):
        raise ConfigError(f"{file} holds games 1 to {len(games)}, not {number}")
    record = games[number - 1]
    step_through(ReplayView(resolve_game(record.game), record, seat, reveal, anyway), at, Console())


@app.command()
def games() -> None:
    """List the games."""
    rows = [
        (g.name, g.title, f"{min(g.players)}–{max(g.players)}", str(g.n_actions), str(g.layout.size))
        for g in GAMES.values()
    ]
    console = Console()
    print_table(console, ("game", "title", "players", "actions", "observed"), rows, left=3)
    console.print("Variants (the first value is the default):")
    for name in GAMES:
        for v in GAMES[name].variants.values():
            values = ", ".join(map(str, v.values))
            console.print(f"  {name}: --variant {v.name}={values}  {v.description}", markup=False, highlight=False)


@app.command("compile")
def compile_rules(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games [default: all].")] = None,
) -> None:
    """Compile the rules ahead, so that first games start at once."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    from .compilation import compile_games

    chosen = [resolve_game(name) for name in names or GAMES]
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    console = Console()
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bars = {game.name: progress.add_task(game.title, total=1.0) for game in chosen}
        titles = {game.name: game.title for game in chosen}

        def tell(name: str, doing: str, done: float) -> None:
            shown = f"{titles[name]}: {doing.rpartition('.')[2]}"
            progress.update(bars[name], description=f"{shown:<34}"[:34], completed=done)

        compile_games(list(titles), tell)
    for title in titles.values():
        console.print(f"{title}: ready", highlight=False)


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of its package: my_game.")],
    title: Annotated[str | None, typer.Option(help="Name for people [default: made of NAME].")] = None,
    players: Annotated[str, typer.Option(help="Fewest and most seats, 2 to 5.")] = "2-4",
) -> None:
    """Add a game to a source checkout: a small complete one, to be changed (docs/add_a_game.md)."""
    from .new_game import new_game as write

    for path in write(name, title, players):
        print(path)
    print(f"Test it: make test-game GAME={name}   Play it: meeplezoo play {name}   Change it: docs/add_a_game.md")


if __name__ == "__main__":
    main()
