"""Which games are tested in which configurations, and random play of many of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import Batch, Game, GameEnv
from meeplezoo.envs.engine.environment.module import EnvModule


@dataclass(frozen=True)
class Config:
    """One game with a number of players and, mostly, one variant."""

    name: str
    players: int
    variant: tuple[str, Any] | None = None

    @property
    def game(self) -> Game:
        return GAMES[self.name]

    @property
    def variants(self) -> dict[str, Any]:
        return dict([self.variant] if self.variant else [])

    def __str__(self) -> str:
        return f"{self.name}-{self.players}" + (f"-{self.variant[0]}={self.variant[1]}" if self.variant else "")

    def env(self, render_mode: str | None = None) -> Any:
        return EnvModule(self.game).env(self.players, self.variants, render_mode)

    def raw_env(self, render_mode: str | None = None) -> GameEnv:
        return EnvModule(self.game).raw_env(self.players, self.variants, render_mode)

    def batch(self, n: int, **options: Any) -> Batch:
        return EnvModule(self.game).batch(n, self.players, self.variants, **options)

    def start(self, seed: int) -> np.ndarray:
        return self.game.start(seed, self.players, self.variants)


def _variant_configs(name: str) -> Iterator[Config]:
    """Every value that is not the default, once; the player counts take turns."""
    game = GAMES[name]
    count = 0
    for variant in game.variants.values():
        for value in variant.values[1:]:
            yield Config(name, game.players[count % len(game.players)], (variant.name, value))
            count += 1


PLAYERS = [Config(name, players) for name in GAMES for players in GAMES[name].players]
"""Every game with every number of players."""
CONFIGS = [*PLAYERS, *(config for name in GAMES for config in _variant_configs(name))]
"""The same, and every value of every variant."""


def some(configs: list[Config]) -> list[Config]:
    """The smallest and the largest number of players of each game: enough where players hardly matter."""
    return [c for c in configs if c.variant is None and c.players in (c.game.players[0], c.game.players[-1])]


def one_of_each(configs: list[Config]) -> list[Config]:
    """The same (see `some`), and one value of each variant."""
    first = {(c.name, c.variant[0]): c for c in reversed(configs) if c.variant}
    return [*some(configs), *(c for c in configs if c in first.values())]


def quickly(quick: list[Config], configs: list[Config]) -> list[Any]:
    """``configs`` for a test that takes long: those that are not among the ``quick`` run with the slow tests."""
    return [c if c in quick else pytest.param(c, marks=pytest.mark.slow) for c in configs]


def choose(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A uniformly random legal action of each row."""
    return np.argmax(masks * rng.random(masks.shape, np.float32), axis=1)


def play_batch(batch: Batch, seed: int) -> Iterator[Batch]:
    """Yields the batch at the start and after every random step until each game has ended once."""
    rng = np.random.default_rng(seed)
    yield batch
    while (batch.episodes == 0).any():
        batch.step(choose(batch.masks, rng))
        yield batch


def random_game(config: Config, seed: int) -> list[int]:
    """The actions of a random game that starts with ``config.start(seed)``."""
    game, rng = config.game, np.random.default_rng(seed)
    states, mask = config.start(seed), config.game.new_mask()
    game.loops.mask_at(states, 0, mask)
    actions = []
    while not states["over"][0]:
        actions.append(int(rng.choice(np.flatnonzero(mask))))
        assert game.loops.play_if_legal(states, 0, actions[-1], mask)
    return actions


def position(config: Config, seed: int, actions: list[int]) -> np.ndarray:
    """The position after ``actions``."""
    states, mask = config.start(seed), config.game.new_mask()
    for action in actions:
        assert config.game.loops.play_if_legal(states, 0, action, mask)
    return states


def invariants_of(name: str) -> Callable[[Any], None] | None:
    """The game's own invariants, where its tests have some."""
    found = find_spec(f"tests.{name}") and find_spec(f"tests.{name}.invariants")
    return import_module(f"tests.{name}.invariants").check if found else None
