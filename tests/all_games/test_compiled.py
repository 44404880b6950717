"""Compiled rules equal plain Python, and never write out of bounds."""

import json
import os
import subprocess
import sys

import pytest

from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import Game
from tests.toy import game as toy

from . import replica
from .configs import CONFIGS, Config, position, random_game


class ToyConfig(Config):
    """The toy game, which is not among the registered ones."""

    @property
    def game(self) -> Game:
        return toy


TOY = [ToyConfig("toy", players) for players in toy.players]


def scripts_of(name: str, seeds: range, begun: int = 10**6, others: int = 10**6) -> list[tuple[Config, int, list[int]]]:
    """Games of every configuration; with variants the first ``begun`` decisions, at larger tables ``others``."""
    configs = TOY if name == "toy" else [c for c in CONFIGS if c.name == name]
    scripts = []
    for c in configs:
        length = begun if c.variant else others if c.players > configs[0].players else None
        scripts += [(c, seed, random_game(c, seed)[:length]) for seed in seeds]
    return scripts


def run_replica(name, scripts, **environment):
    """The digests that another process computes."""
    order = {"game": name, "scripts": [[c.players, c.variants, seed, actions] for c, seed, actions in scripts]}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.all_games.replica"], input=json.dumps(order), text=True,
        capture_output=True, env={**os.environ, **environment}, timeout=1200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def compare(name, scripts, **environment):
    there = run_replica(name, scripts, **environment)
    for (config, seed, actions), found in zip(scripts, there, strict=True):
        here = replica.digests(config.game, config.players, config.variants, seed, actions)
        first = next((k for k, (a, b) in enumerate(zip(here, found, strict=True)) if a != b), None)
        assert first is None, f"{config}, seed {seed}: positions differ first after {first} actions"


@pytest.mark.parametrize("name", GAMES)
def test_plain_python_plays_the_same_games(name):
    """Plain Python raises where an index is out of bounds or a number does not fit."""
    compare(name, scripts_of(name, range(61, 62), begun=30, others=80), NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_plain_python_plays_many_of_the_same_games(name):
    compare(name, scripts_of(name, range(62, 68)), NUMBA_DISABLE_JIT="1")


# Each game costs another compilation: the quick tests try the toy game.
@pytest.mark.parametrize("name", ["toy", *(pytest.param(n, marks=pytest.mark.slow) for n in GAMES)])
def test_checked_kernels_play_the_same_games(name, tmp_path_factory):
    """Machine code with checked array bounds, which Numba leaves out otherwise."""
    cache = tmp_path_factory.getbasetemp().parent / "boundscheck"
    scripts = scripts_of(name, range(71, 74))
    assert all(position(c, seed, actions)["over"][0] for c, seed, actions in scripts)
    compare(name, scripts, NUMBA_BOUNDSCHECK="1", MEEPLEZOO_CACHE_DIR=str(cache))
