"""Agents by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..envs import ConfigError, DataError, Game
from ..envs.engine.errors import not_among
from .card import ModelCard
from .learned import LearnedAgent, checkpoint_in, networks_in
from .protocol import Agent
from .scripted import GreedyAgent, RandomAgent
from .search import ISMCTS, FlatMonteCarlo, SearchAgent

RUNS = Path("runs")
SHIPPED = Path(__file__).resolve().parent / "shipped"
"""Trained agents that come with the package, a folder with the name of each game."""
BEST = "best"
"""The name of the shipped agent of whatever game is played."""
SCRIPTED = ("random", "greedy", "greedy:first")
SEARCH: dict[str, type[SearchAgent]] = {"ismcts": ISMCTS, "flat": FlatMonteCarlo}
"""Agents that search, named with their budget: ``ismcts:1000`` simulations, ``flat:2s`` seconds for each decision."""


def known_agents(game: Game) -> list[str]:
    """Names that `load_agent` knows for ``game``: scripted, shipped and search agents, and the runs in ``runs/``."""
    names = [*([BEST] if is_shipped(game) else []), *SCRIPTED, *(f"{name}:BUDGET" for name in SEARCH)]
    for folder in sorted(RUNS.iterdir()) if RUNS.is_dir() else []:
        try:
            fits = ModelCard.read(checkpoint_in(folder)).game == game.id
        except DataError:
            continue
        if fits:
            names.append(folder.name)
    return names


def is_shipped(game: Game) -> bool:
    """Whether there is a ``best`` agent for the game as it is."""
    try:
        card = ModelCard.read(SHIPPED / game.name)
        card.check(game, SHIPPED / game.name)
    except DataError:
        return False
    return True


def default_opponent(game: Game) -> str:
    """Who plays where nobody is named: the shipped agent, or the heuristic where there is none."""
    return BEST if is_shipped(game) else "greedy"


def load_agent(name: str | Path, game: Game, seed: int = 0, sample: bool = True) -> Agent:
    """Finds an agent; works offline.

    Args:
        name: ``random``; ``greedy`` or ``greedy:4`` (averaged over 4 worlds); ``greedy:first`` (the heuristic that
            the game began with); ``ismcts:1000``, ``ismcts:2s`` or
            ``flat:200`` (search with so many simulations or seconds for each decision); ``best`` (the shipped agent
            of the game); ``ismcts:1000+best`` (search with the policy of a learned agent, whichever, as its prior);
            the name of a run in ``runs/``; or the path of a checkpoint, run or model file.
        game: The game it is to play.
        seed: Decides its random choices.
        sample: Whether a learned agent draws from its policy or takes the likeliest action; ``best`` always does that.

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
        return _search_agent(kind, number, game, seed)
    folder = _folder_of(str(name), game)
    if name == BEST:
        return LearnedAgent.load(folder, game, seed, sample=False, name=BEST)
    return LearnedAgent.load(folder, game, seed, sample)


def _folder_of(name: str, game: Game) -> Path:
    """Where a learned agent is kept."""
    if name == BEST and is_shipped(game):
        return SHIPPED / game.name
    for folder in (Path(name), RUNS / name):
        if folder.exists():
            return folder
    raise not_among("agent", name, [*known_agents(game), "or the path of a checkpoint"])


def _search_agent(kind: str, wanted: str, game: Game, seed: int) -> SearchAgent:
    """The search agent with that budget, without one its own default; behind a ``+`` whose policy is its prior.

    Raises:
        ConfigError: The budget is neither a number of simulations nor one of seconds, there is no such learned agent,
            or the search takes no policy.
        DataError: The learned agent is damaged or of another game or version.
    """
    budget, plus, learned = wanted.partition("+")
    options: dict[str, Any] = {"seed": seed}
    if plus:
        if kind != "ismcts":
            raise not_among("search with a policy", kind, ["ismcts"])
        folder = checkpoint_in(_folder_of(learned, game))
        card = ModelCard.read(folder)
        card.check(game, folder)
        options |= {"prior": networks_in(folder, card)[0], "name": f"{kind}:{wanted}"}
    if not budget:
        return SEARCH[kind](**options)
    try:
        if budget.endswith("s"):
            return SEARCH[kind](None, seconds=float(budget[:-1]), **options)
        return SEARCH[kind](int(budget), **options)
    except ValueError as error:
        if isinstance(error, ConfigError):
            raise
        raise not_among(f"budget of {kind}", budget, ["simulations, as 1000", "seconds, as 2s"]) from None
