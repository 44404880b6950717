"""What is to be played for a data set."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents import load_agent
from ..agents.card import interface_of
from ..agents.learned import LearnedAgent
from ..agents.protocol import Agent
from ..agents.search import SearchAgent
from ..envs import ConfigError, Game
from ..envs.engine.game import VariantChoice
from ..envs.engine.numbers import bits_64, integer
from .schema import FORMAT

GAMES_PER_SHARD = 64


@dataclass(frozen=True)
class Plan:
    """What is to be played: so many *shards*, files of so many games each.

    A shard depends on the plan and its own number only, so they can be made in any order, anywhere, and again.

    Attributes:
        game: The game.
        agents: Names as `load_agent` knows them. Every seat of every game draws one of them; one that is named twice
            is drawn twice as often.
        players: Seats of a table.
        variants: Optional rules with their values.
        label: Name of an agent that searches at every decision, whoever plays; None for none. Without it there are
            searches where an agent that searches decides.
        seed: Decides deals, seats and choices.
        per_shard: Games of a shard.
        shards: Number of shards.
    """

    game: Game
    agents: tuple[str, ...]
    players: int
    variants: dict[str, Any]
    label: str | None
    seed: int
    per_shard: int
    shards: int

    @classmethod
    def of(
        cls, game: Game, agents: Sequence[str], players: int | None = None, games: int = 1000,
        variants: VariantChoice = (), label: str | None = None, seed: int = 0, per_shard: int = GAMES_PER_SHARD,
    ) -> Plan:  # fmt: skip
        """Checks what is to be played.

        Args:
            game: The game.
            agents: Names of agents, at least one.
            players: Number of seats; None for the game's default.
            games: Number of games, rounded up to whole shards.
            variants: Optional rules.
            label: Name of an agent that searches at every decision.
            seed: Any integer.
            per_shard: Games of a shard: what is lost if the work is cut off.

        Raises:
            ConfigError: An agent is unknown or cannot be repeated, or a value is out of range.
            DataError: A checkpoint is damaged or of another game or version.
        """
        if not agents:
            raise ConfigError("a data set needs one agent or more; name them, for example: greedy random")
        for what, number in (("games", games), ("games per shard", per_shard)):
            if integer(f"number of {what}", number) < 1:
                raise ConfigError(f"number of {what} {number} must be at least 1")
        for name in dict.fromkeys([*agents, *([label] if label else [])]):
            _check_agent(name, load_agent(name, game), labels=name == label)
        return cls(
            game, tuple(agents), game.check_players(players), game.check_variants(variants), label,
            bits_64(integer("seed", seed)), per_shard, -(-games // per_shard),
        )  # fmt: skip

    @property
    def games(self) -> int:
        """Number of games in all shards."""
        return self.shards * self.per_shard

    @cached_property
    def searched(self) -> bool:
        """Whether some decisions come with searches."""
        return bool(self.label) or any(isinstance(load_agent(name, self.game), SearchAgent) for name in self.agents)

    def numbers(self, shard: int) -> range:
        """The numbers of a shard's games."""
        return range(shard * self.per_shard, (shard + 1) * self.per_shard)

    def seats(self, number: int) -> NDArray[np.int64]:
        """Who sits where in a game: indices of ``agents``, int64[P]."""
        return draw_seats(self.seed, number, len(self.agents), self.players)

    def header(self) -> dict[str, Any]:
        """All that decides what a shard holds; data of another header must not be mixed with it."""
        return {
            "format": FORMAT, "game": self.game.id, "interface": interface_of(self.game),
            "components": self.game.components_digest(), "players": self.players, "variants": self.variants,
            "agents": list(self.agents), "weights": _weights(self.game, [*self.agents, self.label or ""]),
            "label": self.label, "searched": self.searched, "seed": self.seed, "per_shard": self.per_shard,
        }  # fmt: skip


def draw_seats(seed: int, number: int, agents: int, players: int) -> NDArray[np.int64]:
    """Who sits where in game ``number`` of a plan with that seed and so many agents: their indices, int64[P]."""
    return np.random.default_rng([seed, number, 1]).integers(agents, size=players)


def _check_agent(name: str, agent: Agent, labels: bool) -> None:
    if isinstance(agent, SearchAgent):
        if agent.seconds is not None:
            raise ConfigError(
                f"{name} plays differently each time, as its budget is one of time; give it simulations, as ismcts:1000"
            )
    elif labels:
        raise ConfigError(f"{name} does not search, so it gives no labels; name one that does, as ismcts:1000")


def _weights(game: Game, names: Sequence[str]) -> dict[str, str]:
    """Digests of the policies among the agents, by name: a run that was trained on is another agent."""
    found = {}
    for name in sorted({name.partition("+")[2] or name for name in names if name}):
        agent = load_agent(name, game)
        if isinstance(agent, LearnedAgent):
            digest = hashlib.sha256()
            for key, values in sorted(agent.network.weights().items()):
                digest.update(key.encode() + values.tobytes())
            found[name] = digest.hexdigest()[:16]
    return found
