"""Wrappers that configure the AEC environment: players, variants, rewards, illegal actions."""

import copy
import pickle
import warnings

import numpy as np
import pytest

from meeplezoo.envs import aztlan_v0
from meeplezoo.envs.engine import ConfigError, IllegalActionError
from meeplezoo.wrappers import (
    HideInformation,
    Players,
    PublicHistory,
    ShapeByScore,
    TerminateIllegal,
    Variants,
    VPMargin,
    WinShare,
)
from tests.toy import CALL, GUESS_OF, STAKE_OF
from tests.wrappers.support import toy_v0

with warnings.catch_warnings():  # the checkers import an environment by PettingZoo's old name
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

WRAPPERS = {
    "hide": lambda env: HideInformation(env, "public"),
    "players": lambda env: Players(env, 3),
    "variants": Variants,
    "win_share": WinShare,
    "margin": lambda env: VPMargin(env, scale=2),
    "shape": lambda env: ShapeByScore(env, weight=0.5, gamma=0.9, scale=3),
    "history": lambda env: PublicHistory(env, 4),
    "illegal": TerminateIllegal,
    "all": lambda env: TerminateIllegal(PublicHistory(ShapeByScore(WinShare(Players(env, 3))), 3)),
    "all_other_order": lambda env: PublicHistory(TerminateIllegal(VPMargin(ShapeByScore(env))), 3),
}
wrapped = pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)


def play(env, rng=None, seed=None):
    """Plays to the end and returns the sum of what `last` gave each agent."""
    if seed is not None:
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return total


def script(env, *actions, **fields):
    """Starts a toy game in which seat 0 guesses, and plays the actions."""
    env.reset(seed=0)
    record = env.unwrapped.game_state
    record.guesser = record.seat = 0
    record.card[:] = 1
    for name, value in fields.items():
        record[name] = value
    env.unwrapped.agent_selection = "player_0"
    for action in actions:
        env.step(action)
    return env


@wrapped
@pytest.mark.parametrize("module", [aztlan_v0, toy_v0], ids=["aztlan", "toy"])
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")  # a Dict, for the mask
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_pettingzoo_accepts_every_wrapper(wrap, module):
    api_test(wrap(module.env()), num_cycles=60)
    seed_test(lambda: wrap(module.env()), num_cycles=20)


@wrapped
@pytest.mark.parametrize("copied", [lambda e: e.clone(), copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_go_on_alike_and_leave_the_original_alone(wrap, copied):
    env = wrap(aztlan_v0.env(players=3))
    env.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(40):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    twin = copied(env)
    assert type(twin) is type(env)
    before = env.last()
    first = play(twin, np.random.default_rng(9))
    after = env.last()
    assert all(np.array_equal(before[0][k], after[0][k]) for k in before[0])
    assert before[1:] == after[1:]
    assert play(env, np.random.default_rng(9)) == first


def test_players_and_variants_by_wrapper_are_those_by_argument():
    by_wrapper = Players(Variants(aztlan_v0.env(), unused_vp="inverse"), 2)
    by_argument = aztlan_v0.env(players=2, variants={"unused_vp": "inverse"})
    assert play(by_wrapper, seed=3) == play(by_argument, seed=3)
    assert by_wrapper.unwrapped.game_state.tobytes() == by_argument.unwrapped.game_state.tobytes()
    assert Variants(toy_v0.env(), "no_fold").unwrapped.variants == {"no_fold": True}


def test_bad_configuration_is_refused():
    with pytest.raises(ConfigError, match="allowed: 2, 3, 4"):
        Players(aztlan_v0.env(), 7)
    with pytest.raises(ConfigError, match="unused_vp"):
        Variants(aztlan_v0.env(), "unused")
    with pytest.raises(ConfigError, match="PublicHistory needs a MeepleZoo environment"):
        PublicHistory(Stranger())
    with pytest.raises(ConfigError, match="1 or more"):
        PublicHistory(toy_v0.env(), 0)


class Stranger:
    @property
    def unwrapped(self):
        return self


@pytest.mark.parametrize(
    ("wrap", "rewards"),
    [
        (lambda e: e, [1, -1, 0]),
        (WinShare, [1, 0, 0]),
        (VPMargin, [3 * 1.5 / 50, -3 * 1.5 / 50, 0]),
        (lambda e: VPMargin(e, scale=3), [1.5, -1.5, 0]),
    ],
)
def test_final_rewards_by_hand(wrap, rewards):
    env = script(wrap(toy_v0.env(players=3)), GUESS_OF + 1, STAKE_OF + 2, CALL)  # right guess, stake 3
    assert env.unwrapped.game_state.score.tolist()[:3] == [3, -3, 0]
    assert [env.rewards[a] for a in env.possible_agents] == pytest.approx(rewards)


def test_win_share_is_split_among_those_who_tie():
    env = script(WinShare(toy_v0.env(players=3)), GUESS_OF, STAKE_OF, CALL + 1)  # folded: all on 0 points
    assert list(env.rewards.values()) == pytest.approx([1 / 3] * 3)


def test_shaping_by_hand():
    env = ShapeByScore(toy_v0.env(players=2), weight=0.5, gamma=0.9, scale=10)
    script(env, GUESS_OF + 1, STAKE_OF + 2)  # the stake of 3 is paid: 0.9 * 0.5 * (-3 / 10) - 0
    assert [env.rewards[a] for a in env.possible_agents] == pytest.approx([-0.135, 0.135])
    env.step(CALL)  # the end: 0 - 0.5 * (-3 / 10), and the payoff
    assert [env.rewards[a] for a in env.possible_agents] == pytest.approx([1.15, -1.15])


def test_reward_wrappers_change_their_own_part():
    reward = ShapeByScore(WinShare(toy_v0.env()), weight=2, gamma=0.5, scale=7).unwrapped.reward
    assert (reward.final, reward.shaping, reward.gamma, reward.scale) == ("win_share", 2, 0.5, 7)
    assert VPMargin(ShapeByScore(toy_v0.env(), weight=2)).unwrapped.reward.shaping == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_undiscounted_shaping_adds_up_to_nothing(players):
    plain = play(aztlan_v0.env(players=players), seed=6)
    shaped = play(ShapeByScore(aztlan_v0.env(players=players), weight=3), seed=6)
    assert shaped == pytest.approx(plain)
    assert sum(map(abs, plain.values())) > 0


def test_an_illegal_action_loses_only_where_asked():
    with pytest.raises(IllegalActionError):
        script(toy_v0.env(players=3), GUESS_OF, CALL)
    env = script(TerminateIllegal(toy_v0.env(players=3), penalty=-2), GUESS_OF, STAKE_OF)
    position = env.unwrapped.game_state.tobytes()
    env.step(GUESS_OF)
    assert env.rewards == {"player_0": 0, "player_1": -2, "player_2": 0}
    assert all(env.terminations.values())
    assert all(info == {"illegal_by": "player_1"} for info in env.infos.values())
    assert not any(env.observe(a)["action_mask"].any() for a in env.possible_agents)
    assert not env.last()[0]["action_mask"].any()
    assert env.unwrapped.game_state.tobytes() == position
    assert play(env) == {"player_0": 0, "player_1": -2, "player_2": 0}
    assert env.agents == []
    env.reset()
    assert env.last()[0]["action_mask"].any()


def test_shaping_is_settled_after_an_illegal_action():
    env = script(TerminateIllegal(ShapeByScore(toy_v0.env(), scale=1)), GUESS_OF, STAKE_OF + 2)
    assert env.rewards == pytest.approx({"player_0": -3, "player_1": 3})  # the lead after the stake
    env.step(GUESS_OF)
    assert env.rewards == pytest.approx({"player_0": 3, "player_1": -4})


def test_hide_information_modes():
    env = script(HideInformation(toy_v0.raw_env(), "public"), GUESS_OF + 1)
    seen = toy_v0.game.layout.decode(env.observe("player_0")["observation"])
    assert not seen["card"].any()
    own = toy_v0.game.layout.decode(HideInformation(env, "own").observe("player_0")["observation"])
    assert own["card"].tolist() == [0, 1, 0]
    assert not own["cards"].any()
    everything = toy_v0.game.layout.decode(HideInformation(env, "all").observe("player_0")["observation"])
    assert everything["cards"].tolist() == [2, 2, 0]
