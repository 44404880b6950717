"""PettingZoo's own checkers and the conformance kit, in every configuration."""

import warnings
from contextlib import contextmanager

import pytest
from pettingzoo.test import api_test, render_test, seed_test

from meeplezoo.envs.conformance import CHECKS, check_aec

from .configs import CONFIGS, PLAYERS, one_of_each, quickly, some

UNAVOIDABLE = (
    # api_test knows the environments with dictionaries of arrays by a fixed list of names.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    # It also looks at the masks of agents whose game is over.
    r"Action mask numpy array is all zeros \(no legal actions\).",
)


@contextmanager
def only_unavoidable_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in UNAVOIDABLE:
            warnings.filterwarnings("ignore", message=message)
        yield


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_api(config, capsys):
    for make in (config.env, config.raw_env):
        with only_unavoidable_warnings():
            api_test(make(), num_cycles=150)


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_seed(config):
    seed_test(config.env, num_cycles=150)


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_render(config, capsys):
    # Pictures take long: one of the two environments for each game's smallest table, the other for its largest.
    make = config.raw_env if config.players == config.game.players[0] else config.env
    render_test(make, custom_tests={"svg": lambda picture: picture.startswith("<svg")})
    assert len(capsys.readouterr().out) > 100  # mode human prints


@pytest.mark.parametrize("config", quickly(one_of_each(CONFIGS), CONFIGS), ids=str)
def test_conformance(config):
    skip = {"zero_sum"} if config.players == 1 else set()
    skip |= {"render"} if config.variant else set()  # pictures take long and do not depend on variants
    report = check_aec(config.env, games=1, skip=skip)
    assert report.passed == set(CHECKS) - skip - {"observation_expected"}


@pytest.mark.slow
@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_conformance_over_many_games(config):
    solo = {"zero_sum"} if config.players == 1 else set()
    check_aec(config.env, games=5, seed=100, skip=solo)
    check_aec(config.raw_env, games=2, seed=200, skip=solo)
