"""AgileRL: masked PPO on Gymnasium's vectors."""

import numpy as np
import pytest

from tests.clients.page import run_example

pytestmark = [pytest.mark.client, pytest.mark.filterwarnings("ignore")]


def test_example():
    names = run_example("AgileRL")
    (agent,), fitness = names["population"], names["fitness"]
    assert agent is names["agent"]
    assert np.isfinite(fitness).all()
    assert all(value.isfinite().all() for value in agent.actor.parameters())


def test_it_acts_by_masks_in_worker_processes():
    from agilerl.algorithms import DQN
    from agilerl.utils.utils import make_vect_envs

    envs = make_vect_envs("meeplezoo.envs:meeplezoo/Aztlan-v0", num_envs=2, players=2)
    agent = DQN(envs.single_observation_space, envs.single_action_space)
    views, infos = envs.reset(seed=1)
    over = np.zeros(2, bool)
    while not over.any():  # an illegal action would raise
        actions = agent.get_action(views, epsilon=0.5, action_mask=infos["action_mask"])
        views, _, over, _, infos = envs.step(actions)
    envs.close()
