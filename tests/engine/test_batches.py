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


def roamed(n, first=0, threads=1, key=5, steps=40):
    """A batch whose seat 0 is player 1, playing at random; the others take their first legal action."""
    batch = aztlan_v0.batch(n, 3, seed=3, threads=threads, observe=False)
    players = np.full((n, 3), -1)
    players[:, 0] = 1
    batch.ended = np.zeros(n, np.int64)
    for _ in range(steps):
        which = np.arange(first, n)
        batch.roam(which, players, 1, key)
        assert (batch.seat[first:] != 0)[~batch.over[first:]].all()
        batch.ended += batch.over
        batch.over[:] = False
        others = np.flatnonzero(batch.seat != 0)
        batch.step(batch.masks[others].argmax(axis=1), others)
        batch.ended += batch.over
    return batch


def test_random_play_of_one_player():
    """It plays until another player is to decide, independently of the number of games and threads."""
    batch = roamed(6)
    assert (batch.states["decisions"] > 20).all()
    assert len({s.tobytes() for s in batch.states}) == 6
    assert roamed(6, threads=2).states.tobytes() == batch.states.tobytes()
    assert roamed(3).states.tobytes() == batch.states[:3].tobytes()
    assert roamed(6, key=6).states.tobytes() != batch.states.tobytes()


def test_random_play_leaves_other_games_alone_and_stops_where_a_game_ends():
    n = 4
    batch = aztlan_v0.batch(n, 2, seed=4, observe=False)
    before = batch.states[0].tobytes()
    batch.roam(np.arange(1, n), np.ones((n, 2), np.int64), 1, 7)  # one player on all seats: to the end of the game
    assert batch.states[0].tobytes() == before
    assert batch.over.tolist() == [False, True, True, True]
    assert batch.episodes.tolist() == [0, 1, 1, 1]
    assert batch.finals["over"][1:].all() and (batch.states["decisions"][1:] == 0).all()
    assert np.array_equal(batch.payoff[1:], batch.finals["payoff"][1:, :2])
    batch.roam(np.arange(1, n), np.ones((n, 2), np.int64), 1, 7)  # a game that has just ended goes on in its next one
    assert batch.episodes.tolist() == [0, 2, 2, 2]


def test_random_play_differs_from_episode_to_episode():
    """The same key must not repeat its choices in the next episode of a game."""
    batch = aztlan_v0.batch(1, 2, seed=0, observe=False)
    players = np.array([[1, -1]])
    first = set()
    for _ in range(40):
        while batch.seat[0] != 0:
            batch.step([batch.masks[0].argmax()])
        batch.roam(np.arange(1), players, 1, 9)
        first.add(int(batch.states["power_now"][0, 0]))
        batch.restart()
    assert len(first) > 2  # at most two would come up: it is the first or the second to choose
