"""Who plays: the protocol of agents, scripted and learned ones, games between them. Nothing here needs PyTorch."""

from .card import ModelCard
from .learned import LearnedAgent
from .loading import known_agents, load_agent
from .matches import Outcomes, play_game, play_games
from .protocol import Agent, World, Worlds, seed_agents
from .scripted import GreedyAgent, RandomAgent
from .search import ISMCTS, FlatMonteCarlo

__all__ = [
    "ISMCTS",
    "Agent",
    "FlatMonteCarlo",
    "GreedyAgent",
    "LearnedAgent",
    "ModelCard",
    "Outcomes",
    "RandomAgent",
    "World",
    "Worlds",
    "known_agents",
    "load_agent",
    "play_game",
    "play_games",
    "seed_agents",
]
