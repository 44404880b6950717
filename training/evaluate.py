"""How good is an agent? All seat rotations, paired seeds, intervals.

An agent is compared with a field: one kind of opponent on all other seats. A *deal* is one seed; each deal is played
once per seat of the agent, so no seat and no deal favours it. For the intervals see `standing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from ..agents import Agent, Outcomes, play_games, seed_agents
from ..envs import ConfigError, Game
from ..envs.engine.game import VariantChoice
from ..envs.engine.numbers import state_seed
from ..envs.engine.records.files import as_json, write_file
from ..envs.engine.state import as_states
from .locks import in_turn
from .standing import Standing, mean_interval, share_interval


def evaluate(
    game: Game,
    agent: Agent,
    opponent: Agent | None,
    games: int = 400,
    players: int | None = None,
    variants: VariantChoice = (),
    seed: int = 0,
) -> Standing:
    """Plays ``agent`` against a field of ``opponent`` on every seat.

    Args:
        game: The game.
        agent: The agent to judge.
        opponent: Sits on all other seats; None in a solo game only.
        games: Number of games, rounded up to whole rotations of the seats.
        players: Number of seats; None for the game's default.
        variants: Optional rules.
        seed: Decides deals and choices: the same seed gives every agent the same deals.

    Raises:
        ConfigError: A value is not allowed, or the opponent is missing.
    """
    players = game.check_players(players)
    if games < 1:
        raise ConfigError(f"number of games {games} must be at least 1")
    if opponent is None and players > 1:
        raise ConfigError(f"a game of {players} needs an opponent for the other seats")
    deals = -(-games // players)
    rounds = []
    for seat in range(players):
        seats = [agent if p == seat or opponent is None else opponent for p in range(players)]
        seed_agents([agent, *([opponent] if opponent else [])], state_seed(seed, seat))
        rounds.append(play_games(game, seats, deals, players, variants, seed))
    return _standing(game, agent, opponent, rounds, players, game.check_variants(variants), seed)


def _standing(
    game: Game, agent: Agent, opponent: Agent | None, rounds: Sequence[Outcomes], players: int,
    variants: Mapping[str, Any], seed: int,
) -> Standing:  # fmt: skip
    wins = np.stack([r.win_shares()[:, seat] for seat, r in enumerate(rounds)], 1)
    places = np.stack([r.places()[:, seat] for seat, r in enumerate(rounds)], 1)
    scores = np.stack([r.scores[:, seat] for seat, r in enumerate(rounds)], 1)
    win_low, win_high = share_interval(wins)
    place_low, place_high = mean_interval(places)
    score_low, score_high = mean_interval(scores)
    solo = players == 1
    return Standing(
        agent=agent.name, against="" if opponent is None else opponent.name, game=game.id, players=players,
        variants=dict(variants), seed=seed, games=wins.size, par=1 / players,
        win_share=float(wins.mean()) * (not solo), win_low=win_low * (not solo), win_high=win_high * (not solo),
        place=float(places.mean()), place_low=place_low, place_high=place_high,
        score=float(scores.mean()), score_low=score_low, score_high=score_high,
        by_seat=[] if solo else wins.mean(0).tolist(), reports=_reports(game, rounds[0]) if solo else {},
    )  # fmt: skip


def _reports(game: Game, outcomes: Outcomes) -> dict[str, dict[str, int]]:
    """How often each value of the game's own report came out in solo games."""
    if game.report is None:
        return {}
    counts: dict[str, Counter[str]] = {}
    for state in as_states(outcomes.finals):
        for name, value in game.report(state, 0).items():
            counts.setdefault(name, Counter())[str(value)] += 1
    return {name: dict(found.most_common()) for name, found in counts.items()}


def to_json(standings: Sequence[Standing]) -> str:
    """The results as JSON text."""
    return as_json([asdict(s) for s in standings], 1) + "\n"


def save(standings: Sequence[Standing], folder: Path, name: str = "evaluation") -> list[Path]:
    """Writes ``NAME.json`` and the chart ``NAME.png``, which fit each other also if others write there too.

    Returns:
        The paths of both.

    Raises:
        FileError: They cannot be written.
    """
    from .charts import standings_chart

    files = [folder / f"{name}.json", folder / f"{name}.png"]
    with in_turn(folder, name):
        write_file(files[0], to_json(standings).encode())
        standings_chart(standings, files[1])
    return files
