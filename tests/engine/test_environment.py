"""The AEC environment: what it refuses, and how it says so."""

import numpy as np
import pytest

from meeplezoo.envs import ConfigError, IllegalActionError, ResetNeededError, aztlan_v0
from meeplezoo.envs.engine import Reward


@pytest.fixture(params=["env", "raw_env"])
def env(request):
    env = getattr(aztlan_v0, request.param)(3)
    env.reset(seed=1)
    return env


def legal_of(env):
    return np.flatnonzero(env.last()[0]["action_mask"]).tolist()


def play_out(env, seed=0):
    rng = np.random.default_rng(seed)
    while not env.last(observe=False)[2]:
        env.step(int(rng.choice(legal_of(env))))
    return env


def test_use_before_reset():
    new = aztlan_v0.raw_env(render_mode="ansi")
    uses = (
        lambda: new.step(0), new.last, lambda: new.observe("player_0"), new.state, new.render, new.save_state,
        lambda: new.game_state,
    )  # fmt: skip
    for use in uses:
        with pytest.raises(ResetNeededError, match=r"reset\(\)"):
            use()
    assert new._repr_svg_() is None


def test_use_after_the_end(env):
    play_out(env)
    with pytest.raises(ConfigError, match=r"step\(None\)"):
        env.step(0)
    for _ in range(3):
        env.step(None)
    assert env.agents == []
    for use in (lambda: env.step(None), lambda: env.step(0), env.last):
        with pytest.raises(ResetNeededError, match=r"reset\(\)"):
            use()
    env.reset()
    assert len(env.agents) == 3


def test_illegal_actions_name_the_remedy(env):
    legal = legal_of(env)
    with pytest.raises(IllegalActionError) as refusal:
        env.step(6)
    message = str(refusal.value)
    assert "action 6 is illegal" in message and "place a pawn in J1" in message
    assert f"{legal[0]} ({aztlan_v0.game.actions.describe(legal[0])})" in message
    assert refusal.value.legal == legal
    for action in (-1, 265, 2**40, 2**70, -(2**70)):
        with pytest.raises(IllegalActionError, match=r"0 to 264"):
            env.step(action)


def test_at_most_ten_legal_actions_are_named(env):
    while len(legal_of(env)) <= 12:
        env.step(legal_of(env)[0])
    with pytest.raises(IllegalActionError, match=r"and \d+ more"):
        env.step(264)


@pytest.mark.parametrize("action", [1.0, 2.7, "3", None, [1], np.float32(1)])
def test_actions_of_other_types(env, action):
    before = env.unwrapped.game_state.tobytes()
    with pytest.raises(ConfigError, match="must be an integer from 0 to 264"):
        env.step(action)
    assert env.unwrapped.game_state.tobytes() == before


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint8, np.array])
def test_integers_of_all_kinds(env, kind):
    env.step(kind(legal_of(env)[0]))
    assert env.unwrapped._actions == [legal_of(aztlan_v0_start())[0]]


def aztlan_v0_start():
    env = aztlan_v0.env(3)
    env.reset(seed=1)
    return env


def test_names_are_checked(env):
    with pytest.raises(ConfigError, match="player_0, player_1, player_2"):
        env.unwrapped.observe("player_3")
    with pytest.raises(ConfigError, match="allowed: 0, 1, 2"):
        env.unwrapped.resample_hidden(3, 0)
    with pytest.raises(ConfigError, match="ansi, human, rgb_array, svg"):
        aztlan_v0.env(render_mode="hologram")
    with pytest.raises(ConfigError, match="no render_mode"):
        env.unwrapped.render()
    with pytest.raises(ConfigError, match="allowed: 2, 3, 4"):
        aztlan_v0.env(players=7)


def test_reset_refuses_without_losing_the_game(env):
    before = env.unwrapped.save_state()
    with pytest.raises(ConfigError, match="integer"):
        env.reset(seed="1")
    with pytest.raises(ConfigError, match="reset option 'map' is unknown"):
        env.reset(seed=1, options={"map": "large"})
    assert env.unwrapped.save_state() == before
    env.reset(seed=1, options={"options": 1})  # what PettingZoo's api_test passes


def test_other_players_need_a_reset(env):
    env.unwrapped.configure(players=2)
    with pytest.raises(ResetNeededError):
        env.step(0)
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"]


def test_infos_at_the_end(env):
    assert env.infos == {agent: {} for agent in env.agents}
    play_out(env)
    record = env.unwrapped.game_state
    for p, agent in enumerate(env.possible_agents):
        info = env.infos[agent]
        assert info["score"] == record.score[p]
        assert info["payoff"] == pytest.approx(record.payoff[p])
    assert sorted(info["place"] for info in env.infos.values()) == [1, 2, 3]


def test_shaping_adds_up_to_the_final_reward(env):
    """Potential-based shaping with gamma 1 telescopes to nothing."""
    env.unwrapped.configure(reward=Reward(shaping=0.5))
    env.reset(seed=3)
    told = dict.fromkeys(env.agents, 0.0)
    several = 0
    rng = np.random.default_rng(0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        told[agent] += reward
        several += bool(reward) and not over
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    payoff = env.unwrapped.game_state.payoff[:3]
    assert several > 3
    assert list(told.values()) == pytest.approx(payoff.tolist(), abs=1e-6)


def test_without_a_seed_games_differ():
    starts = set()
    for _ in range(3):
        env = aztlan_v0.env()
        env.reset()
        starts.add(env.unwrapped.game_state.tobytes())
    assert len(starts) == 3


def test_unpickled_and_cloned_records_stay_aligned(env):
    """Numba would compile all functions anew for records that are not aligned."""
    twin = env.clone()
    assert twin.unwrapped.states.flags.aligned and twin.unwrapped.states.flags.writeable
    twin.unwrapped.load_state(env.unwrapped.save_state())
    assert twin.unwrapped.states.flags.aligned and twin.unwrapped.states.flags.writeable
