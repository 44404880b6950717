"""Agents by name."""

from __future__ import annotations

from pathlib import Path

from ..envs import ConfigError, DataError, Game
from ..envs.engine.errors import not_among
from .card import ModelCard
from .learned import LearnedAgent, checkpoint_in
from .protocol import Agent
from .scripted import GreedyAgent, RandomAgent
from .search import ISMCTS, FlatMonteCarlo, SearchAgent

RUNS = Path("runs")
SHIPPED = Path(__file__).resolve().parent / "shipped"
"""Trained agents that come with the package, one folder each."""
SCRIPTED = ("random", "greedy", "greedy:first")
SEARCH: dict[str, type[SearchAgent]] = {"ismcts": ISMCTS, "flat": FlatMonteCarlo}
"""Agents that search, named with their budget: ``ismcts:1000`` simulations, ``flat:2s`` seconds for each decision."""


def known_agents(game: Game) -> list[str]:
    """Names that `load_agent` knows for ``game``: the scripted ones, shipped ones and runs in ``runs/``."""
    names = [*SCRIPTED, *(f"{name}:BUDGET" for name in SEARCH)]
    for home in (SHIPPED, RUNS):
        for folder in sorted(home.iterdir()) if home.is_dir() else []:
            try:
                fits = ModelCard.read(checkpoint_in(folder)).game == game.id
            except DataError:
                continue
            if fits:
                names.append(folder.name)
    return names


def load_agent(name: str | Path, game: Game, seed: int = 0, sample: bool = True) -> Agent:
    """Finds an agent; works offline.

    Args:
        name: ``random``; ``greedy`` or ``greedy:4`` (averaged over 4 worlds); ``greedy:first`` (the heuristic that
            the game began with); ``ismcts:1000``, ``ismcts:2s`` or
            ``flat:200`` (search with so many simulations or seconds for each decision); the name of a run in ``runs/``
            or of a shipped agent; or the path of a checkpoint, run or model file.
        game: The game it is to play.
        seed: Decides its random choices.
        sample: Whether a learned agent draws from its policy or takes the likeliest action.

    Raises:
        ConfigError: There is no such agent; the message lists those that are.
        DataError: The checkpoint is damaged or of another game or version.
    """
    kind, _, number = str(name).partition(":")
    if kind == "random" and not number:
        return RandomAgent(seed)
    if kind == "greedy" and (not number or number.isdigit()):
        return GreedyAgent(seed, int(number or 1))
    if kind == "greedy" and number == "first":
        return GreedyAgent(seed, first=True)
    if kind in SEARCH:
        return _search_agent(kind, number, seed)
    for folder in (Path(name), RUNS / name, SHIPPED / name):
        if folder.exists():
            return LearnedAgent.load(folder, game, seed, sample)
    raise not_among("agent", str(name), [*known_agents(game), "or the path of a checkpoint"])


def _search_agent(kind: str, budget: str, seed: int) -> SearchAgent:
    """The search agent with that budget; without one its own default.

    Raises:
        ConfigError: The budget is neither a number of simulations nor one of seconds.
    """
    if not budget:
        return SEARCH[kind](seed=seed)
    try:
        if budget.endswith("s"):
            return SEARCH[kind](None, seconds=float(budget[:-1]), seed=seed)
        return SEARCH[kind](int(budget), seed=seed)
    except ValueError as error:
        if isinstance(error, ConfigError):
            raise
        raise not_among(f"budget of {kind}", budget, ["simulations, as 1000", "seconds, as 2s"]) from None
