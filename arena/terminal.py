"""What the commands play, watch and replay show in a terminal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ..agents import Agent, load_agent, seed_agents
from ..envs import ConfigError, Game
from ..envs.engine import GameRecord, Replay
from ..envs.engine.game import VariantChoice
from ..envs.engine.records.files import write_file
from .person import Person, QuitError, StudyEntry
from .table import GameTable, Move

Say = Callable[[str], None]


def fill_seats(game: Game, names: Sequence[str], seats: int, seed: int) -> list[Agent]:
    """Loads the agents for ``seats`` seats; if fewer are named they take turns.

    Raises:
        ConfigError: More agents than seats, or an unknown one.
    """
    if len(names) > seats:
        raise ConfigError(f"{len(names)} agents are named for {seats} seats; name at most {seats}, or set --players")
    loaded = {name: load_agent(name, game) for name in dict.fromkeys(names)}
    agents = [loaded[names[k % len(names)]] for k in range(seats)] if names else []
    seed_agents(agents, seed)
    return agents


def speaker(console: Console) -> Say:
    """Prints text as it is: brackets and numbers in boards are no markup."""
    return lambda text: console.print(text, markup=False, highlight=False, soft_wrap=True)


def play(
    game: Game, against: Sequence[str], players: int | None, variants: VariantChoice, seat: int | None,
    seed: int | None, person: str, log: Path, records: Path, console: Console,
) -> StudyEntry:  # fmt: skip
    """A person plays one game; the result goes to the study log, the game to the records.

    Args:
        game: The game.
        against: Names of the agents on the other seats, clockwise from the person.
        players: Number of seats; None for the game's default.
        variants: Optional rules.
        seat: The person's seat; None draws it.
        seed: Decides the game's chance and the seat; None draws it.
        person: The person's name.
        log: The study log, JSON lines.
        records: Where the game's record is added, JSON lines.
        console: The terminal.

    Raises:
        ConfigError: A value is not allowed.
    """
    players = game.check_players(players)
    seed = secrets.randbits(31) if seed is None else seed
    place = seed % players if seat is None else seat
    if not 0 <= place < players:
        raise ConfigError(f"there is no seat {place}; choose one from 0 to {players - 1}")
    say = speaker(console)
    human = Person(person, lambda prompt: console.input(prompt, markup=False), say)
    others = fill_seats(game, against, players - 1, seed)
    agents: list[Agent] = [human, *others]
    agents = agents[players - place :] + agents[: players - place]
    table = GameTable(game, agents, variants, seed)
    say(f"{game.title}, {players} players, seed {seed}. You are seat {place}.")
    say("\n".join(f"  seat {k}: {'you' if k == place else agent.name}" for k, agent in enumerate(agents)))
    started, finished = time.monotonic(), False
    try:
        for move in table.moves():
            if move.seat == place:
                say(f"you: {move.text}")
            elif move.told:
                human.news.append(f"seat {move.seat} ({agents[move.seat].name}): {move.told}")
        finished = True
    except (QuitError, KeyboardInterrupt):
        say("\nstopped; the game so far is kept")
    for line in human.news:
        say(line)
    record = table.record()
    record.append_to(records)
    end = table.result(place) if finished else {}
    entry = StudyEntry(
        time=datetime.now(UTC).isoformat(timespec="seconds"), game=game.id, players=players, variants=record.variants,
        seed=seed, person=person, seat=place, against=[a.name if k != place else "" for k, a in enumerate(agents)],
        finished=finished, decisions=len(record.actions), seconds=round(time.monotonic() - started, 1),
        score=record.scores[place], place=end.get("place", 0), payoff=end.get("payoff", 0.0), scores=record.scores,
        digest=record.digest,
    )  # fmt: skip
    entry.append_to(log)
    if finished:
        say("\n" + game.text(table.position, None) + "\n")
        console.print(result_table(table, place))
    say(f"result added to {log}, game added to {records}")
    return entry


def result_table(table: GameTable, person: int | None = None) -> Table:
    """Places and scores of a finished game, best first."""
    shown = Table("place", "seat", "player", "score")
    rows = [(table.result(k)["place"], k) for k in range(len(table.agents))]
    for place, k in sorted(rows):
        name = "you" if k == person else table.agents[k].name
        shown.add_row(str(place), str(k), name, str(table.result(k)["score"]))
    return shown


def watch(
    game: Game, names: Sequence[str], players: int | None, variants: VariantChoice, seed: int, show: str, delay: float,
    console: Console,
) -> GameTable:  # fmt: skip
    """Agents play one game.

    Args:
        game: The game.
        names: Agents by seat; fewer take turns.
        players: Number of seats; None for the game's default.
        variants: Optional rules.
        seed: Decides the game and the agents' choices.
        show: ``moves``, ``boards`` (moves and the board after each) or ``result``.
        delay: Seconds between moves.
        console: The terminal.
    """
    players = game.check_players(players)
    table = GameTable(game, fill_seats(game, names, players, seed), variants, seed)
    say = speaker(console)
    for move in table.moves():
        if show != "result":
            say(told(move, table.agents[move.seat].name))
        if show == "boards":
            say(game.text(table.position, None) + "\n")
        if delay:
            time.sleep(delay)
    if show != "result":
        say("")
    console.print(result_table(table))
    return table


def told(move: Move, name: str) -> str:
    """A line about a move."""
    return f"{move.number:>4}  seat {move.seat} ({name}): {move.text}"


def save_picture(game: Game, table: GameTable, path: Path) -> None:
    """Writes the final position as PNG or, by the ending of the name, SVG."""
    svg = game.draw(table.position, None)
    if path.suffix == ".svg":
        write_file(path, svg.encode())
        return
    from ..envs.engine.pictures.raster import png

    write_file(path, png(svg))


STEPS = "Enter or n: next · b: back · a number: go to that position · s: start · e: end · q: quit"


def step_through(game: Game, record: GameRecord, viewer: int | None, at: int, console: Console) -> None:
    """Shows a recorded game position by position, at the user's pace.

    Args:
        game: The game.
        record: The game to show.
        viewer: Whose view of the board is shown; None for a spectator's.
        at: Position to begin with (negative: from the end).
        console: The terminal.

    Raises:
        DataError: The record is damaged.
    """
    replay, say = Replay(game, record), speaker(console)
    last = len(record.actions)
    _seek(replay, at, last, say)
    say(STEPS)
    while True:
        say(position_text(game, replay, viewer))
        try:
            answer = console.input(f"{replay.position}/{last} > ", markup=False).strip().lower()
        except EOFError:
            return
        if answer in {"q", "quit"}:
            return
        targets = {"": replay.position + 1, "n": replay.position + 1, "b": replay.position - 1, "s": 0, "e": last}
        if answer in targets:
            _seek(replay, targets[answer], last, say)
        elif answer.isdecimal():
            _seek(replay, int(answer), last, say)
        else:
            say(STEPS)


def _seek(replay: Replay, target: int, last: int, say: Say) -> None:
    try:
        replay.seek(target if target >= 0 or replay.position == 0 else 0)
    except IndexError:
        say(f"the game has positions 0 to {last}")


def position_text(game: Game, replay: Replay, viewer: int | None) -> str:
    """The board, and the move that follows."""
    text = "\n" + game.text(replay.state, viewer) + "\n"
    if replay.position == len(replay.source.actions):
        end = "the game is over" if replay.state.over else "here the game was stopped"
        return f"{text}\n{end}; scores {', '.join(map(str, replay.source.scores))}"
    seat = int(replay.state.seat)
    action = replay.source.actions[replay.position]
    move = game.actions.describe(action, replay.state)
    return f"{text}\nnext: seat {seat} ({replay.source.names[seat]}): {move}"
