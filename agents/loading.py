"""Agents by name."""

from __future__ import annotations

from pathlib import Path

from ..envs import DataError, Game
from ..envs.engine.errors import not_among
from .card import ModelCard
from .learned import LearnedAgent, checkpoint_in
from .protocol import Agent
from .scripted import GreedyAgent, RandomAgent

RUNS = Path("runs")
SHIPPED = Path(__file__).resolve().parent / "shipped"
"""Trained agents that come with the package, one folder each."""
SCRIPTED = ("random", "greedy")


def known_agents(game: Game) -> list[str]:
    """Names that `load_agent` knows for ``game``: the scripted ones, shipped ones and runs in ``runs/``."""
    names = list(SCRIPTED)
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
        name: ``random``; ``greedy`` or ``greedy:4`` (averaged over 4 worlds); the name of a run in ``runs/`` or of a
            shipped agent; or the path of a checkpoint, run or model file.
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
    for folder in (Path(name), RUNS / name, SHIPPED / name):
        if folder.exists():
            return LearnedAgent.load(folder, game, seed, sample)
    raise not_among("agent", str(name), [*known_agents(game), "or the path of a checkpoint"])
