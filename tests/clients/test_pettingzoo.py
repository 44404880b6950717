"""The oldest PettingZoo that works."""

import numpy as np
import pytest

from tests.clients.page import run_example

pytestmark = [pytest.mark.client, pytest.mark.filterwarnings("ignore")]


def test_example():
    names = run_example("PettingZoo")
    assert names["terminated"]


def test_it_is_the_oldest_one():
    from importlib.metadata import version

    assert version("pettingzoo") == "1.24.3"


def test_every_wrapper_passes_its_checks():
    from pettingzoo.test import api_test, seed_test

    from meeplezoo.envs import aztlan_v0
    from meeplezoo.wrappers import MaskInInfo, Players, PublicHistory, ShapeByScore, TerminateIllegal

    for wrap in (
        MaskInInfo,
        PublicHistory,
        TerminateIllegal,
        lambda env: Players(env, 2),
        lambda env: ShapeByScore(env, 1.0),
    ):
        api_test(wrap(aztlan_v0.env()), num_cycles=150)
    api_test(aztlan_v0.raw_env(), num_cycles=150)
    seed_test(aztlan_v0.env, num_cycles=100)


def test_gymnasium_finds_the_games_too():
    import gymnasium

    env = gymnasium.make("meeplezoo.envs:meeplezoo/Aztlan-v0", players=2)
    _, info = env.reset(seed=1)
    assert np.any(info["action_mask"])
