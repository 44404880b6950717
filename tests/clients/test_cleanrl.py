"""A training loop in one file, as in CleanRL."""

import torch

from tests.clients.page import run_example


def test_example():
    torch.manual_seed(1)
    names = run_example("CleanRL-style loops")
    assert torch.isfinite(names["loss"])
    assert sum(int(over.sum()) for over in names["overs"]) > 0
