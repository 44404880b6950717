"""Reading data sets into PyTorch."""

import numpy as np
import pytest
import torch

from meeplezoo.datasets import DataSet, Plan, generate
from meeplezoo.datasets.loader import load
from meeplezoo.envs import ConfigError
from tests.toy import game as toy


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toys")
    generate(Plan.of(toy, ["greedy", "random"], 2, games=40, per_shard=10), folder)
    return folder


def keys(batches):
    return [tuple(key) for b in batches for key in zip(b["episode"].tolist(), b["step"].tolist(), strict=True)]


def test_batches_have_the_forms_that_learners_want(folder):
    batches = list(load(folder, batch_size=32))
    assert [len(b["action"]) for b in batches] == [32, 32, 32, 24]
    first = batches[0]
    assert (first["observation"].shape, first["observation"].dtype) == ((32, toy.layout.size), torch.float32)
    assert (first["action_mask"].shape, first["action_mask"].dtype) == ((32, toy.n_actions), torch.bool)
    assert first["action_mask"][torch.arange(32), first["action"].long()].all()
    assert (first["done"].dtype, first["reward"].dtype) == (torch.bool, torch.float32)


def test_every_row_comes_once_in_another_order_each_pass(folder):
    columns = ("episode", "step")
    ordered = keys(load(folder, 7, columns, shuffle=False))
    assert ordered == [(episode, step) for episode in range(40) for step in range(3)]
    loader = load(folder, 7, columns, seed=3)
    first, second = keys(loader), keys(loader)
    assert sorted(first) == sorted(second) == ordered
    assert len({tuple(ordered), tuple(first), tuple(second)}) == 3
    assert keys(load(folder, 7, columns, seed=3)) == first


def test_rows_belong_together(folder):
    """Shuffling and cutting into batches keeps each row in one piece."""
    table = {}
    for rows in DataSet(folder).groups(("episode", "step", "observation", "action")):
        for k in range(len(rows["step"])):
            table[rows["episode"][k], rows["step"][k]] = rows["observation"][k], rows["action"][k]
    for batch in load(folder, 7, ("episode", "step", "observation", "action")):
        for k in range(len(batch["step"])):
            view, action = table[int(batch["episode"][k]), int(batch["step"][k])]
            assert np.array_equal(batch["observation"][k], view)
            assert batch["action"][k] == action


@pytest.mark.slow
def test_workers_share_the_rows_out(folder):
    loader = load(folder, 7, ("episode", "step"), workers=2)
    first, second = keys(loader), keys(loader)
    assert sorted(first) == sorted(second) == [(episode, step) for episode in range(40) for step in range(3)]
    assert first != second


def test_only_the_agents_named(folder):
    wanted = sum((rows["agent"] == "greedy").sum() for rows in DataSet(folder).groups(("agent",)))
    assert sum(len(b["action"]) for b in load(folder, agents=["greedy"])) == wanted
    with pytest.raises(ConfigError, match="batch size"):
        load(folder, 0)
    with pytest.raises(ConfigError, match="leave agent out"):
        load(folder, columns=("agent", "action"))
