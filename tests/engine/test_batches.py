"""What a batch refuses; nothing changes then."""

import numpy as np
import pytest

from meeplezoo.envs import ConfigError, IllegalActionError, aztlan_v0


@pytest.fixture
def batch():
    return aztlan_v0.batch(4, 3, seed=1)


def refused(batch, error, text, actions, which=None):
    before = batch.states.tobytes(), batch.masks.tobytes(), batch.observations.tobytes()
    with pytest.raises(error, match=text):
        batch.step(actions, which)
    assert before == (batch.states.tobytes(), batch.masks.tobytes(), batch.observations.tobytes())


def test_illegal_actions(batch):
    legal = batch.masks.argmax(axis=1)
    for wrong in (-1, 264, 265, 2**40):
        actions = legal.copy()
        actions[2] = wrong
        refused(batch, IllegalActionError, f"action {wrong} is illegal", actions)


def test_shapes_and_types(batch):
    legal = batch.masks.argmax(axis=1)
    refused(batch, ConfigError, r"shape.*\(4,\)", legal[:3])
    refused(batch, ConfigError, "shape", legal[:, None])
    refused(batch, ConfigError, "shape", legal, [0, 1])
    refused(batch, ConfigError, "integers", legal + 0.5)
    refused(batch, ConfigError, "integers", legal[:2], np.array([True, False]))


@pytest.mark.parametrize("which", [[0, 4], [-1, 0], [1, 1], [10**9, 0]])
def test_games_that_are_not_there(batch, which):
    refused(batch, ConfigError, "different games from 0 to 3", batch.masks.argmax(axis=1)[:2], which)


def test_lists_and_no_games_at_all(batch):
    other = aztlan_v0.batch(4, 3, seed=1)
    batch.step(batch.masks.argmax(axis=1).tolist())
    other.step(other.masks.argmax(axis=1))
    assert batch.states.tobytes() == other.states.tobytes()
    batch.step([], [])
    assert batch.states.tobytes() == other.states.tobytes()


def test_configuration():
    for options in ({"n": 0}, {"n": 1, "threads": 0}):
        with pytest.raises(ConfigError, match="1 or more"):
            aztlan_v0.batch(**options)
    with pytest.raises(ConfigError, match="integer"):
        aztlan_v0.batch(1, seed="x")
    with pytest.raises(ConfigError, match="public, own, all"):
        aztlan_v0.batch(1, hide="some")
    with pytest.raises(ConfigError, match="allowed: 2, 3, 4"):
        aztlan_v0.batch(1, players=6)
