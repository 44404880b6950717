from collections import Counter

import numpy as np
import pytest

from meeplezoo.agents.network import PolicyNetwork
from meeplezoo.envs import DataError
from meeplezoo.training.config import PoolConfig
from meeplezoo.training.selfplay import SelfPlayPool, forget_others


def network():
    weights = {
        "mlp_extractor.policy_net.0.weight": np.zeros((2, 3), np.float32),
        "mlp_extractor.policy_net.0.bias": np.zeros(2, np.float32),
        "action_net.weight": np.zeros((4, 2), np.float32),
        "action_net.bias": np.zeros(4, np.float32),
    }
    return PolicyNetwork(weights, "relu"), weights


def test_kinds_are_drawn_by_their_weights():
    pool = SelfPlayPool(PoolConfig(latest=4, past=3, random=2, greedy=1), network()[0])
    pool.add_snapshot(10)
    pool.add_snapshot(20)
    rng = np.random.default_rng(0)
    seen = Counter(agent.name for _ in range(4000) for agent in pool.assign(rng, 3))
    share = {name: count / 12000 for name, count in seen.items()}
    expected = {"latest": 0.4, "past-10": 0.15, "past-20": 0.15, "random": 0.2, "greedy": 0.1}
    assert share == pytest.approx(expected, abs=0.02)


def test_without_snapshots_the_latest_stands_in():
    pool = SelfPlayPool(PoolConfig(latest=0, past=1, random=0, greedy=0), network()[0])
    assert pool.assign(np.random.default_rng(0), 2) == [pool.latest, pool.latest]


def test_snapshots_stay_as_they_were():
    live, weights = network()
    pool = SelfPlayPool(PoolConfig(), live)
    pool.add_snapshot(1)
    weights["action_net.bias"] += 7
    assert pool.snapshots[1].network.weights()["action_net.bias"].tolist() == [0] * 4
    assert pool.latest.network.weights()["action_net.bias"].tolist() == [7] * 4


def test_old_snapshots_are_thinned_out_first():
    pool = SelfPlayPool(PoolConfig(snapshots=4), network()[0])
    for steps in range(1, 6):
        pool.add_snapshot(steps)
    assert list(pool.snapshots) == [1, 3, 5]


def test_saving_and_loading(tmp_path):
    live, weights = network()
    pool = SelfPlayPool(PoolConfig(), live, seed=4)
    pool.add_snapshot(100)
    weights["action_net.bias"] += 1
    pool.add_snapshot(200)
    assert pool.save(tmp_path) == [100, 200]
    other = SelfPlayPool(PoolConfig(), live, seed=4)
    other.load(tmp_path, [100, 200])
    for steps, agent in pool.snapshots.items():
        loaded = other.snapshots[steps].network.weights()
        assert (agent.network.weights()["action_net.bias"] == loaded["action_net.bias"]).all()
    forget_others(tmp_path, [200])
    assert [p.name for p in tmp_path.iterdir()] == ["000000000200.npz"]
    with pytest.raises(DataError, match="000000000100"):
        other.load(tmp_path, [100])
