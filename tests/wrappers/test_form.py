"""Observation and mask in the forms that other libraries want."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, seed_test

from meeplezoo.envs import ConfigError, IllegalActionError
from meeplezoo.wrappers import (
    MaskInInfo,
    ObservationKey,
    Players,
    PublicHistory,
    SeatEnv,
    TerminateIllegal,
    VPMargin,
)
from tests import toy
from tests.wrappers.support import First, toy_v0

FORMS = (MaskInInfo, ObservationKey)


def side_by_side(env, plain, seed):
    """Plays a game in both; yields what ``last()`` gives, form and plain."""
    for e in (env, plain):
        e.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for agent in plain.agent_iter():
        assert env.agent_selection == agent
        shown, seen = env.last(), plain.last()
        assert shown[1:4] == seen[1:4]
        yield agent, shown, seen
        action = None if seen[2] else int(rng.choice(np.flatnonzero(seen[0]["action_mask"])))
        env.step(action)
        plain.step(action)


@pytest.mark.parametrize("wrap", [lambda env: env, lambda env: PublicHistory(env, 2), VPMargin, TerminateIllegal])
def test_the_mask_is_in_the_info_and_the_rest_in_a_box(wrap):
    env, plain = MaskInInfo(wrap(toy_v0.env(3))), wrap(toy_v0.env(3))
    ended = 0
    for seed in range(8):
        for agent, (view, _, over, _, info), (seen, *_, told) in side_by_side(env, plain, seed):
            assert env.observation_space(agent).contains(view)
            assert np.array_equal(view[: toy.LAYOUT.size], seen["observation"])
            assert np.array_equal(view[toy.LAYOUT.size :], seen.get("history", np.zeros(0)).ravel())
            mask = info["action_mask"]
            assert mask.dtype == np.int8
            assert np.array_equal(mask, seen["action_mask"])
            assert {**info, "action_mask": 0} == {**told, "action_mask": 0}
            assert env.infos[agent]["action_mask"] is mask  # as api_test wants it
            for other in set(env.infos) - {agent}:
                assert not env.infos[other]["action_mask"].any()
            assert env.last(observe=False)[0] is None
            assert env.last(observe=False)[-1]["action_mask"] is mask
            ended += over
    assert ended == 24


def test_bounds_of_the_box():
    env = toy_v0.env(3)
    assert MaskInInfo(env).observation_space("player_0") == env.observation_space("player_0")["observation"]
    box = MaskInInfo(PublicHistory(env, 2)).observation_space("player_0")
    assert box.shape == (toy.LAYOUT.size + PublicHistory(env, 2).shape[0] * PublicHistory(env, 2).shape[1],)
    assert (box.high[toy.LAYOUT.size :] == 1).all()


def test_masks_are_fresh_arrays():
    """Who writes into one does not change the game or later masks."""
    env = MaskInInfo(toy_v0.env(2))
    env.reset(seed=1)
    before = env.last()[-1]["action_mask"].copy()
    env.last()[-1]["action_mask"][:] = 0
    assert np.array_equal(env.last()[-1]["action_mask"], before)
    assert before.any()


def test_the_key_is_renamed():
    env, plain = ObservationKey(PublicHistory(toy_v0.env(3), 2), "observations"), PublicHistory(toy_v0.env(3), 2)
    for agent, (view, *_), (seen, *_) in side_by_side(env, plain, 1):
        assert set(view) == set(env.observation_space(agent)) == {"observations", "action_mask", "history"}
        assert env.observation_space(agent).contains(view)
        assert np.array_equal(view["observations"], seen["observation"])
        assert np.array_equal(view["action_mask"], seen["action_mask"])
        assert env.last(observe=False)[0] is None
        assert np.array_equal(env.observe(agent)["observations"], seen["observation"])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.filterwarnings("ignore:Observation")  # api_test knows dictionaries of arrays by a fixed list of names
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_pettingzoos_checks(form):
    api_test(form(toy_v0.env(3)), num_cycles=60)
    api_test(form(PublicHistory(toy_v0.env(3))), num_cycles=60)
    seed_test(lambda: form(toy_v0.env(3)), num_cycles=60)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("copied", [lambda e: e.clone(), copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_play_on_alone(form, copied):
    env = form(toy_v0.env(2))
    env.reset(seed=1)
    env.last()
    twin = copied(env)
    first = env.agent_selection
    legal = int(np.flatnonzero(env.env.observe(first)["action_mask"])[0])
    env.step(legal)
    assert len(env.unwrapped.record().actions) == 1
    assert len(twin.unwrapped.record().actions) == 0
    twin.step(legal)
    assert repr(twin.last()) == repr(env.last())


@pytest.mark.parametrize("form", FORMS)
def test_a_form_goes_outermost_and_only_once(form):
    with pytest.raises(ConfigError, match="as the outermost"):
        form(ObservationKey(toy_v0.env(2)))
    with pytest.raises(ConfigError, match="as the outermost"):
        form(MaskInInfo(toy_v0.env(2)))
    with pytest.raises(ConfigError, match="have an entry 'action_mask' already"):
        ObservationKey(toy_v0.env(2), "action_mask")


def test_other_players_below():
    env = MaskInInfo(toy_v0.env(2))
    Players(env, 3)
    env.reset(seed=1)
    assert len(env.infos) == 3
    assert env.observation_space("player_2").contains(env.last()[0])


def test_the_error_of_the_aec_environment_names_terminate_illegal():
    env = toy_v0.env(2)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError) as caught:
        env.step(int(env.last()[0]["action_mask"].argmin()))
    assert "TerminateIllegal(env)" in caught.value.__notes__[0]


def test_illegal_action_errors_travel_between_processes():
    env = toy_v0.env(2)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError) as caught:
        env.step(int(env.last()[0]["action_mask"].argmin()))
    error, twin = caught.value, pickle.loads(pickle.dumps(caught.value))
    assert (str(twin), twin.action, twin.legal, twin.__notes__) == (
        str(error), error.action, error.legal, error.__notes__,
    )  # fmt: skip
    assert str(IllegalActionError(error)) == str(error)  # how Gymnasium raises a worker's error again


def test_seat_env_with_the_mask_in_the_observation():
    env, plain = (SeatEnv(toy.game, 2, opponents=First(), mask=mask) for mask in ("observation", "info"))
    assert isinstance(env.observation_space, spaces.Dict)
    ended = 0
    for seed in range(6):
        seen, info = env.reset(seed=seed)
        view, _ = plain.reset(seed=seed)
        over = False
        while True:
            assert env.observation_space.contains(seen)
            assert np.array_equal(seen["observation"], view)
            assert np.array_equal(seen["action_mask"], info["action_mask"])
            assert seen["action_mask"].any() != over
            if over:
                break
            action = int(seen["action_mask"].argmax())
            seen, reward, over, _, info = env.step(action)
            view, also, *_ = plain.step(action)
            assert reward == also
        ended += 1
        seen["action_mask"][:] = 1
        assert not info["action_mask"].any()
    assert ended == 6


def test_seat_env_with_the_mask_in_the_observation_through_gymnasium():
    env = gymnasium.make("meeplezoo/Aztlan-v0", players=2, mask="observation")
    seen, info = env.reset(seed=1)
    assert np.array_equal(seen["action_mask"], info["action_mask"])
    with pytest.raises(ConfigError, match="place of the mask 'obs' is unknown; allowed: info, observation"):
        gymnasium.make("meeplezoo/Aztlan-v0", mask="obs")
