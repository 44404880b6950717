"""SuperSuit's wrappers over `MaskInInfo`: spaces, values, and a whole game by the masks in the infos."""

import numpy as np
import pytest

from meeplezoo.envs import aztlan_v0
from meeplezoo.wrappers import MaskInInfo
from tests.clients.page import run_example

pytestmark = [pytest.mark.client, pytest.mark.filterwarnings("ignore")]


def play(env):
    """A random game: what each agent saw in turn, and what all were paid."""
    env.reset(seed=1)
    rng, seen, paid = np.random.default_rng(1), [], {}
    for agent in env.agent_iter():
        observation, paid[agent], terminated, _, info = env.last()
        assert env.observation_space(agent).contains(observation)
        assert info["action_mask"].any() != terminated
        seen.append((agent, np.array(observation)))
        env.step(None if terminated else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    return seen, paid


def test_example():
    names = run_example("SuperSuit")
    assert names["terminated"]
    assert names["env"].observation_space("player_0").shape == (4 * aztlan_v0.game.layout.size,)


def same(view, space):
    return view


def unit(view, space):
    return (view - space.low) / (space.high - space.low)


CASES = {
    "dtype": (lambda s, env: s.dtype_v0(env, np.float64), same, np.float64, 1),
    "flatten": (lambda s, env: s.flatten_v0(env), same, np.float32, 1),
    "normalize_obs": (lambda s, env: s.normalize_obs_v0(env), unit, np.float32, 1),
    "frame_stack": (lambda s, env: s.frame_stack_v1(env, 4), same, np.float32, 4),
    "pad_observations": (lambda s, env: s.pad_observations_v0(env), same, np.float32, 1),
    "pad_action_space": (lambda s, env: s.pad_action_space_v0(env), same, np.float32, 1),
    "clip_reward": (lambda s, env: s.clip_reward_v0(env), same, np.float32, 1),
}


@pytest.mark.parametrize("case", CASES)
def test_wrapper(case):
    import supersuit

    wrap, expected, dtype, frames = CASES[case]
    plain = MaskInInfo(aztlan_v0.env(players=3))
    space = plain.observation_space("player_0")
    seen, paid = play(plain)
    env = wrap(supersuit, MaskInInfo(aztlan_v0.env(players=3)))
    shown, also_paid = play(env)
    assert also_paid == paid
    size = space.shape[0]
    for (agent, view), (name, got) in zip(seen, shown, strict=True):
        assert name == agent
        assert got.shape == env.observation_space(agent).shape == (frames * size,)
        assert got.dtype == env.observation_space(agent).dtype == dtype
        assert np.allclose(got[-size:], expected(view, space), atol=1e-6)
    assert env.action_space("player_0").n == aztlan_v0.game.n_actions


def test_stacked_frames_are_the_agents_own_former_views():
    import supersuit

    seen, _ = play(MaskInInfo(aztlan_v0.env(players=3)))
    shown, _ = play(supersuit.frame_stack_v1(MaskInInfo(aztlan_v0.env(players=3)), 4))
    for agent in ("player_0", "player_1", "player_2"):
        own_views = [view for name, view in seen if name == agent]
        frames = [stack for name, stack in shown if name == agent]
        assert len(own_views) > 8
        for k in range(3, len(own_views) - 1):
            assert np.array_equal(frames[k], np.concatenate(own_views[k - 3 : k + 1]))


def test_agent_indicator_over_normalized_views():
    import supersuit

    seen, _ = play(supersuit.agent_indicator_v0(supersuit.normalize_obs_v0(MaskInInfo(aztlan_v0.env(players=3)))))
    for agent, view in seen:
        assert view[-3:].tolist() == [float(agent == name) for name in ("player_0", "player_1", "player_2")]
