"""RLlib: masked PPO with one policy for all seats."""

import numpy as np
import pytest

from tests.clients.page import run_example

pytestmark = [pytest.mark.client, pytest.mark.filterwarnings("ignore")]


def test_example():
    names = run_example("RLlib")
    last = names["results"][-1]
    assert len(names["results"]) == 3
    assert last["env_runners"]["num_episodes_lifetime"] >= 2
    learned = last["learners"]["shared"]
    assert learned["num_module_steps_trained_lifetime"] >= 1200
    assert np.isfinite(learned["total_loss"])
    assert learned["entropy"] < np.log(265) - 1  # of legal actions only
    returns = last["env_runners"]["agent_episode_returns_mean"]
    assert returns["player_0"] == pytest.approx(-returns["player_1"])
