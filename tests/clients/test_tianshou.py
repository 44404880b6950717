"""Tianshou: masked DQN against a random player."""

import numpy as np
import pytest

from tests.clients.page import run_example

pytestmark = [pytest.mark.client, pytest.mark.filterwarnings("ignore")]


def test_example():
    names = run_example("Tianshou")
    games = names["games"]
    assert games.n_collected_episodes >= 4
    assert np.allclose(games.returns.sum(axis=1), 0)
    assert (np.abs(games.returns) <= 1).all()
    kept = names["buffer"].sample_indices(0)
    masks, actions = names["buffer"].obs.mask[kept], names["buffer"].act[kept]
    assert masks[np.arange(len(kept)), actions].all()
