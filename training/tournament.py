"""Every agent against every other: tables in all rotations of the seats, paired deals, ratings.

A *deal* is one seed. In each deal every set of agents that fills a table plays it once per rotation of its seats, so no
seat and no deal favours anybody. Each game is recorded as soon as it is over; a tournament that is started again plays
only what is missing, with the same results as an uninterrupted one.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents import load_agent, play_game
from ..agents.protocol import Agent
from ..envs import ConfigError, Game, resolve_game
from ..envs.engine import GameRecord, read_records
from ..envs.engine.game import VariantChoice
from ..envs.engine.numbers import integer, state_seed, word
from ..envs.engine.records.files import as_json, write_file, writing
from .locks import alone
from .standing import Ranking, mean_interval, share_interval

GAMES, RESULTS, CHART = "games.jsonl", "tournament.json", "tournament.png"
Progress = Callable[[int, int], None]
"""Told how many games have been played, and how many there are."""


@dataclass(frozen=True)
class Tournament:
    """What is played.

    Attributes:
        game: Name of the game.
        agents: Names as `load_agent` knows them, all different.
        players: Seats of a table.
        deals: Number of deals.
        variants: Optional rules with their values.
        seed: Decides deals and choices.
    """

    game: str
    agents: tuple[str, ...]
    players: int
    deals: int
    variants: dict[str, Any] = field(default_factory=dict)
    seed: int = 0

    @classmethod
    def of(
        cls, game: Game, agents: Sequence[str], players: int | None = None, deals: int = 10,
        variants: VariantChoice = (), seed: int = 0,
    ) -> Tournament:  # fmt: skip
        """Checks what is to be played.

        Raises:
            ConfigError: Fewer than two agents, one named twice or unknown, or a value out of range.
            DataError: A checkpoint is damaged or of another game or version.
        """
        if len(agents) < 2:
            raise ConfigError(f"a tournament needs two agents or more, not {len(agents)}")
        if len(set(agents)) < len(agents):
            raise ConfigError(f"agents are named twice: {', '.join(agents)}")
        if integer("deals", deals) < 1:
            raise ConfigError(f"number of deals {deals} must be at least 1")
        for name in agents:
            load_agent(name, game)
        players = game.check_players(players)
        return cls(game.name, tuple(agents), players, deals, game.check_variants(variants), integer("seed", seed))

    def tables(self) -> list[tuple[str, ...]]:
        """The sets of agents that meet in each deal; where there are fewer agents than seats some sit twice."""
        if len(self.agents) >= self.players:
            return list(combinations(self.agents, self.players))
        filled = combinations_with_replacement(self.agents, self.players)
        return [table for table in filled if len(set(table)) > 1]

    def fixtures(self, deal: int) -> Iterator[Fixture]:
        """The games of one deal."""
        for number, table in enumerate(self.tables()):
            order = np.random.default_rng([self.seed & 0xFFFFFFFF, deal, number]).permutation(self.players)
            for turn in range(self.players):
                yield Fixture(deal, tuple(table[order[(p + turn) % self.players]] for p in range(self.players)))


@dataclass(frozen=True)
class Fixture:
    """One game to be played.

    Attributes:
        deal: Which deal.
        seats: Names of the agents by seat.
    """

    deal: int
    seats: tuple[str, ...]


def play_tournament(
    tournament: Tournament, folder: Path, workers: int = 1, tell: Progress = lambda done, of: None
) -> list[Ranking]:
    """Plays what is missing and writes the results.

    Args:
        tournament: What is played.
        folder: Where games and results are kept.
        workers: Processes that play; the results are the same for any number.
        tell: Told of the progress.

    Returns:
        The agents, the best first.

    Raises:
        ConfigError: The folder holds another tournament, or one is being played there.
        FileError: The folder cannot be written.
    """
    if integer("workers", workers) < 1:
        raise ConfigError(f"number of workers {workers} must be at least 1")
    with writing(folder), alone(folder):
        played = _played(tournament, folder / GAMES)
        wanted = {fixture: _key(tournament, fixture)
                  for deal in range(tournament.deals) for fixture in tournament.fixtures(deal)}  # fmt: skip
        missing = [fixture for fixture, key in wanted.items() if key not in played]
        tell(len(wanted) - len(missing), len(wanted))
        for done, (fixture, record) in enumerate(_play_all(tournament, missing, workers), 1):
            record.append_to(folder / GAMES)
            played[wanted[fixture]] = record
            tell(len(wanted) - len(missing) + done, len(wanted))
        rankings = rank(tournament, [played[key] for key in wanted.values()])
        save(tournament, rankings, folder)
    return rankings


def _key(tournament: Tournament, fixture: Fixture) -> tuple[int, tuple[str, ...]]:
    """What is found of a fixture in its record: the seed of its chance, and who sat where."""
    return int(word(state_seed(_deal_seed(tournament, fixture.deal)))), fixture.seats


def _deal_seed(tournament: Tournament, deal: int) -> int:
    return state_seed(tournament.seed, deal)


def _played(tournament: Tournament, file: Path) -> dict[tuple[int, tuple[str, ...]], GameRecord]:
    """Games on record.

    Raises:
        ConfigError: They are of another game or other rules.
    """
    records = read_records(file, skip_damaged=True) if file.exists() else []
    game = resolve_game(tournament.game)
    now = (game.id, tournament.players, tournament.variants, game.components_digest())
    for record in records:
        then = (record.game, record.players, record.variants, record.components)
        if then != now:
            raise ConfigError(f"{file} holds games of {then}, not of {now}; choose another folder with --output")
    return {(record.seed, tuple(record.names)): record for record in records}


def _play_all(
    tournament: Tournament, fixtures: Sequence[Fixture], workers: int
) -> Iterator[tuple[Fixture, GameRecord]]:
    if workers == 1 or len(fixtures) < 2:
        for fixture in fixtures:
            yield fixture, play_fixture(tournament, fixture)
        return
    # Threads of the parent (a progress bar) must not be forked.
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        futures = {pool.submit(play_fixture, tournament, fixture): fixture for fixture in fixtures}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def play_fixture(tournament: Tournament, fixture: Fixture) -> GameRecord:
    """Plays one game; which process does it, and after which others, changes nothing."""
    game = resolve_game(tournament.game)
    agents = [_agent(name, game.name, fixture.seats[:p].count(name)) for p, name in enumerate(fixture.seats)]
    record = play_game(
        game, agents, tournament.players, tournament.variants, _deal_seed(tournament, fixture.deal), reseed=True
    )
    return replace(record, names=list(fixture.seats))


@cache
def _agent(name: str, game: str, copy: int) -> Agent:
    """An agent of its own for each seat that bears the name."""
    return load_agent(name, resolve_game(game))


def rank(tournament: Tournament, records: Sequence[GameRecord]) -> list[Ranking]:
    """Results of all games of a tournament, in the order of its fixtures: the agents, the best first."""
    names = np.array([record.names for record in records])
    payoffs = np.array([record.payoffs for record in records])
    scores = np.array([record.scores for record in records], np.float64)
    deals = tournament.deals
    solo = tournament.players == 1
    value = scores if solo else payoffs
    ahead = (value[:, :, None] > value[:, None, :]) + 0.5 * (value[:, :, None] == value[:, None, :])
    first = value == value.max(1, keepdims=True)
    wins = first / first.sum(1, keepdims=True)
    places = 0.5 + ahead.transpose(0, 2, 1).sum(2)  # one's own half makes up for counting from 1
    ratings = _ratings(tournament, names, value)
    rankings = []
    for name in tournament.agents:
        mine = names == name
        won = _by_deal(wins, mine, deals)
        low, high = share_interval(won)
        score_low, score_high = mean_interval(_by_deal(scores, mine, deals))
        met = {
            other: None if solo or other == name
            else _shares(ahead, mine[:, :, None] & (names == other)[:, None, :], deals) for other in tournament.agents
        }  # fmt: skip
        rankings.append(Ranking(
            name, int(mine.sum()), float(won.mean()), low, high, float(places[mine].mean()),
            float(scores[mine].mean()), score_low, score_high, *ratings[name], met,
        ))  # fmt: skip
    return sorted(rankings, key=lambda r: (-r.score if solo else -r.win_share, r.agent))


def _by_deal(values: NDArray[np.float64], where: NDArray[np.bool_], deals: int) -> NDArray[np.float64]:
    """The chosen values, a row for each deal: each has the same number of them."""
    return values[where].reshape(deals, -1)


def _shares(
    ahead: NDArray[np.float64], where: NDArray[np.bool_], deals: int
) -> tuple[float, float, float]:
    shares = _by_deal(ahead, where, deals)
    return (float(shares.mean()), *share_interval(shares))


def _ratings(
    tournament: Tournament, names: NDArray[np.str_], value: NDArray[np.float64]
) -> dict[str, tuple[float, float]]:
    """Openskill's mean and deviation of each agent, rated game by game."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in tournament.agents}
    for seats, values in zip(names, value, strict=True):
        best = {name: max(v for n, v in zip(seats, values, strict=True) if n == name) for name in seats}
        if len(best) > 1:
            teams = [[ratings[name]] for name in best]
            for (new,) in model.rate(teams, scores=list(map(float, best.values()))):
                ratings[str(new.name)] = new
    return {name: (float(r.mu), float(r.sigma)) for name, r in ratings.items()}


def save(tournament: Tournament, rankings: Sequence[Ranking], folder: Path) -> None:
    """Writes the results as JSON and as a picture.

    Raises:
        FileError: They cannot be written.
    """
    from .charts import tournament_chart

    values = {"tournament": asdict(tournament), "rankings": [asdict(r) for r in rankings]}
    write_file(folder / RESULTS, (as_json(values, 1) + "\n").encode())
    tournament_chart(tournament.game, tournament.players, rankings, folder / CHART)
