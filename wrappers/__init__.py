"""Views of MeepleZoo's environments, and the agents that fill the other seats."""

from .agents import Agent, GreedyAgent, RandomAgent, World, Worlds, play_game

__all__ = ["Agent", "GreedyAgent", "RandomAgent", "World", "Worlds", "play_game"]
