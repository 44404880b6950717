"""Playing and watching a game in the terminal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from ..agents import Agent, load_agent, seed_agents
from ..agents.search import adviser
from ..envs import ConfigError, Game
from ..envs.engine import IllegalActionError
from ..envs.engine.game import VariantChoice
from ..envs.engine.numbers import integer
from ..envs.engine.records.files import write_file
from .console import Say, print_table, speaker
from .person import Person, QuitError, StudyEntry
from .table import GameTable, Move


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


def play(
    game: Game, against: Sequence[str], players: int | None, variants: VariantChoice, seat: int | None,
    seed: int | None, person: str, log: Path, records: Path, console: Console, hints: str | None = None,
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
        hints: Name of the agent that gives hints when asked; None for nobody.

    Raises:
        ConfigError: A value is not allowed, or that agent does not search.
    """
    players = game.check_players(players)
    helper = adviser(load_agent(hints, game)) if hints is not None else None
    seed = secrets.randbits(31) if seed is None else integer("seed", seed)
    place = seed % players if seat is None else integer("seat", seat, range(players))
    if not 0 <= place < players:
        raise ConfigError(f"there is no seat {place}; choose one from 0 to {players - 1}")
    say = speaker(console)
    human = Person(person, lambda prompt: console.input(prompt, markup=False), say, console.width, helper)
    others = fill_seats(game, against if players > 1 else (), players - 1, seed)
    agents: list[Agent] = [human, *others]
    agents = agents[players - place :] + agents[: players - place]
    table = GameTable(game, agents, variants, seed)
    say(f"{game.title}, {players} {'players' if players > 1 else 'player'}, seed {seed}. You are seat {place}.")
    say("\n".join(f"  seat {k}: {'you' if k == place else agent.name}" for k, agent in enumerate(agents)))
    started = time.monotonic()
    finished = _play_to_the_end(table, human, place, say)
    for line in human.news:
        say(line)
    if finished:
        say("\n" + game.text(table.position, None) + "\n")
        result_table(console, table, place)
    entry = _entry(table, human, place, seed, finished, time.monotonic() - started)
    _keep("result", log, lambda: entry.append_to(log), say)
    _keep("game", records, lambda: table.record().append_to(records), say)
    return entry


def _play_to_the_end(table: GameTable, human: Person, place: int, say: Say) -> bool:
    """Plays until the game ends (then True), the person stops, or an agent fails."""
    try:
        for move in table.moves():
            if move.seat == place:
                say(f"you: {move.text}")
            elif move.told:
                human.news.append(f"seat {move.seat} ({table.agents[move.seat].name}): {move.told}")
    except (QuitError, KeyboardInterrupt):
        say("\nstopped; the game so far is kept")
        return False
    except IllegalActionError:  # its text tells what that seat could do: a secret
        say("\nstopped: an agent chose a move that the rules forbid; the game so far is kept")
        return False
    return True


def _entry(table: GameTable, human: Person, place: int, seed: int, finished: bool, seconds: float) -> StudyEntry:
    record = table.record()
    end = table.result(place) if finished else {}
    return StudyEntry(
        time=datetime.now(UTC).isoformat(timespec="seconds"), game=table.game.id, players=record.players,
        variants=record.variants, seed=seed, person=human.name, seat=place,
        against=[a.name if k != place else "" for k, a in enumerate(table.agents)], finished=finished,
        decisions=len(record.actions), seconds=round(seconds, 1), score=record.scores[place],
        place=end.get("place", 0), payoff=end.get("payoff", 0.0), scores=record.scores if finished else [],
        digest=record.digest,
    )  # fmt: skip


def _keep(what: str, path: Path, write: Callable[[], None], say: Say) -> None:
    """Writes a file after a game; if that fails the person is told, and still has seen the result."""
    try:
        write()
    except OSError as error:
        say(f"the {what} could not be added to {path}: {error.strerror or error}")
    else:
        say(f"{what} added to {path}")


def result_table(console: Console, table: GameTable, person: int | None = None) -> None:
    """Prints places and scores of a finished game, best first."""
    order = sorted((table.result(k)["place"], k) for k in range(len(table.agents)))
    names = ["you" if k == person else agent.name for k, agent in enumerate(table.agents)]
    rows = [(str(place), str(k), escape(names[k]), str(table.result(k)["score"])) for place, k in order]
    print_table(console, ("place", "seat", "player", "score"), rows, left=4)


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
    result_table(console, table)
    return table


def told(move: Move, name: str) -> str:
    """A line about a move."""
    return f"{move.number:>4}  seat {move.seat} ({name}): {move.text}"


PICTURES = (".png", ".svg")


def check_picture(path: Path) -> None:
    """Makes sure, before a game is played, that its picture can be written.

    Raises:
        ConfigError: The ending of the name is neither ``.png`` nor ``.svg``.
    """
    if path.suffix.lower() not in PICTURES:
        raise ConfigError(f"{path} must end in {' or '.join(PICTURES)}: pictures are written in these forms")


def save_picture(game: Game, table: GameTable, path: Path) -> None:
    """Writes the final position as PNG or SVG, by the ending of the name."""
    svg = game.draw(table.position, None)
    if path.suffix.lower() == ".svg":
        write_file(path, svg.encode())
        return
    from ..envs.engine.pictures.raster import png

    write_file(path, png(svg))
