"""SeatEnv: the learner's own transitions, paid in full."""

import copy
import pickle
from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv

import meeplezoo.wrappers
from meeplezoo.agents import Agent, RandomAgent
from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import Batch, ConfigError, IllegalActionError, ResetNeededError, Reward
from meeplezoo.wrappers import SeatEnv
from tests import toy
from tests.wrappers.support import Changing, First, Hash, Last, toy_payoff

aztlan = GAMES["aztlan"]


class Log(RandomAgent):
    """Random play that remembers its latest choice."""

    latest = -1

    def act(self, observation, mask, world=None):
        self.latest = super().act(observation, mask, world)
        return self.latest


def episodes(env, n, agent, seed=0):
    """Plays n episodes; yields the list of rewards, the last info, and the learner's last action."""
    view, info = env.reset(seed=seed)
    for _ in range(n):
        rewards, over = [], False
        while not over:
            action = agent.act(view, info["action_mask"].astype(bool))
            view, reward, over, truncated, info = env.step(action)
            assert not truncated
            rewards.append(reward)
        yield rewards, info, action
        view, info = env.reset()


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_learner_is_paid_what_the_rules_pay_its_seat(players):
    """Losses included, whoever moved last: over 500 games the rewards are the payoffs worked out by hand."""
    other = Log()
    env = SeatEnv(toy.game, players, opponents=other)
    paid, due = Counter(), Counter()
    for rewards, info, action in episodes(env, 500, RandomAgent(7)):
        record = env.game_state
        answerer = (record.guesser + 1) % max(players, 2)
        last = action if info["seat"] == answerer else other.latest
        assert not any(rewards[:-1])
        paid[info["seat"], rewards[-1]] += 1
        due[info["seat"], pytest.approx(toy_payoff(record, last, info["seat"])).expected] += 1
        assert info["payoff"] == pytest.approx(rewards[-1])
    assert {(s, round(r, 4)): n for (s, r), n in paid.items()} == {(s, round(r, 4)): n for (s, r), n in due.items()}
    assert {seat for seat, _ in paid} == set(range(players))
    if players > 1:
        assert {reward for _, reward in paid} == {-1, 0, 1}


def test_several_decisions_in_a_row_and_only_ones_own():
    env = SeatEnv(toy.game, 2, opponents=First())
    for rewards, info, _ in episodes(env, 60, Hash()):
        assert len(rewards) == (2 if env.game_state.guesser == info["seat"] else 1)
    with_views = SeatEnv(toy.game, 3, seat=1, opponents=First())
    for seed in range(20):
        view, info = with_views.reset(seed=seed)
        over = False
        while not over:
            assert with_views.game_state.seat == 1
            assert toy.LAYOUT.decode(view)["card"][with_views.game_state.card[1]] == 1
            assert np.array_equal(info["action_mask"], with_views.action_masks())
            view, _, over, _, info = with_views.step(with_views.action_masks().argmax())


def test_a_game_without_a_decision_of_the_learner_is_passed_over():
    """With three players a seat decides in two games of three; the third never reaches the learner."""
    env = SeatEnv(toy.game, 3, seat=2, opponents=First())
    guessers = Counter(int(env.game_state.guesser) for _ in episodes(env, 200, First()))
    assert set(guessers) == {1, 2}


def test_final_info():
    env = SeatEnv(toy.game, 3, opponents=RandomAgent())
    for _, info, _ in episodes(env, 30, RandomAgent(1)):
        record, seat = env.game_state, info["seat"]
        assert info["score"] == record.score[seat]
        assert info["place"] == 1 + sum(record.score[:3] > record.score[seat])
        assert info["payoff"] == record.payoff[seat]
        assert not info["action_mask"].any()


@pytest.mark.parametrize(
    ("reward", "pay"),
    [
        (Reward("win_share"), lambda record, p: float(record.payoff[p] == 1) if any(record.payoff) else 0.5),
        (Reward("margin", scale=2), lambda record, p: (record.score[p] - record.score[1 - p]) / 2),
    ],
)
def test_other_rewards(reward, pay):
    env = SeatEnv(toy.game, 2, reward=reward)
    for rewards, info, _ in episodes(env, 60, RandomAgent(2)):
        assert rewards[-1] == pytest.approx(pay(env.game_state, info["seat"]))


def test_shaping_once_per_decision_of_the_learner():
    reward = Reward(shaping=2.0, gamma=0.9, scale=5)
    env, plain = SeatEnv(aztlan, 3, reward=reward, opponents=Hash()), SeatEnv(aztlan, 3, opponents=Hash())
    for e in (env, plain):
        e.reset(seed=3)
    before, over, some = 0.0, False, 0
    while not over:
        action = env.action_masks().argmax()
        _, shaped, over, _, _ = env.step(action)
        final = plain.step(action)[1]
        score = env.game_state.score[:3].astype(float)
        lead = score[env.seat] - (score.sum() - score[env.seat]) / 2
        now = 0.0 if over else 2.0 * lead / 5
        assert shaped == pytest.approx(final + 0.9 * now - before)
        some += now != before
        before = now
    assert some > 3


def test_undiscounted_shaping_adds_up_to_the_payoff():
    env = SeatEnv(aztlan, 4, reward=Reward(shaping=1.0, scale=10))
    for rewards, info, _ in episodes(env, 4, RandomAgent(3)):
        assert sum(rewards) == pytest.approx(info["payoff"])
        assert any(rewards[:-1])


def test_seats_are_drawn_and_opponents_sit_clockwise():
    class Note(Agent):
        def __init__(self, name):
            self.name, self.seats = name, set()

        def act(self, observation, mask, world=None):
            self.seats.add((int(env.game_state.seat) - env.seat) % 3)
            return int(mask.argmax())

    seats, places = set(), [set(), set()]
    for seed in range(40):
        left, right = Note("left"), Note("right")
        env = SeatEnv(toy.game, 3, opponents=[left, right])
        for _, info, _ in episodes(env, 1, First(), seed):
            seats.add(info["seat"])
        places[0] |= left.seats
        places[1] |= right.seats
    assert places == [{1}, {2}]
    assert seats == {0, 1, 2}
    fixed = SeatEnv(toy.game, 3, seat=1)
    assert {info["seat"] for _, info, _ in episodes(fixed, 20, First())} == {1}


def test_a_pool_is_asked_for_every_episode():
    env = SeatEnv(toy.game, 2, opponents=Changing(First(), Last()), seat=0)
    answers = Counter()
    for _ in episodes(env, 80, First()):
        if env.game_state.guesser == 0:
            answers[bool(env.game_state.score.any())] += 1  # First calls, Last folds
    assert min(answers[True], answers[False]) > 5


def test_same_seed_same_episodes_with_random_opponents():
    runs = [list(episodes(SeatEnv(aztlan, 3), 2, RandomAgent(4), seed)) for seed in (5, 5, 6)]
    assert [r[0] for r in runs[0]] == [r[0] for r in runs[1]]
    assert runs[0][0][2] == runs[1][0][2]
    env = SeatEnv(aztlan, 3)  # the opponents' random choices start anew as well
    ends = [[env.game_state.tobytes() for _ in episodes(env, 2, First(), 5)] for _ in range(2)]
    assert ends[0] == ends[1]
    views = [SeatEnv(aztlan, 3, index=i).reset(seed=5)[0] for i in (0, 0, 1)]
    assert np.array_equal(views[0], views[1])
    assert not np.array_equal(views[0], views[2])
    fresh = [SeatEnv(aztlan, 3) for _ in range(2)]
    for env in fresh:
        env.reset()
    assert fresh[0].game_state.rng != fresh[1].game_state.rng


def test_global_random_numbers_are_left_alone():
    state = np.random.get_state()[1].copy()
    list(episodes(SeatEnv(toy.game, 2), 5, RandomAgent(4)))
    assert np.array_equal(np.random.get_state()[1], state)


@pytest.mark.parametrize("copied", [SeatEnv.clone, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_go_on_alike_and_leave_the_original_alone(copied):
    def on(env, steps=40):
        agent, told = RandomAgent(8), []
        for _ in range(steps):
            view, reward, over, _, info = env.step(agent.act(env._observation(), env.action_masks()))
            told.append((view.tobytes(), reward, over, info["action_mask"].tobytes()))
            if over:
                env.reset()
        return told

    env = SeatEnv(aztlan, 3, opponents=RandomAgent())
    env.reset(seed=1)
    on(env, 10)
    twin = copied(env)
    position = env.game_state.tobytes()
    first = on(twin)
    assert env.game_state.tobytes() == position
    assert on(env) == first
    for _ in range(5):
        twin.step(twin.action_space.sample())


def test_information_modes():
    shown = {}
    for hide in ("public", "own", "all"):
        env = SeatEnv(toy.game, 2, hide=hide, seat=0, opponents=First())
        shown[hide] = toy.LAYOUT.decode(env.reset(seed=1)[0])
    assert not shown["public"]["card"].any()
    assert shown["own"]["card"].any()
    assert not shown["own"]["cards"].any()
    assert shown["all"]["cards"].all(where=[True, True, False])
    seen = []

    class Watch(First):
        needs_observation = True

        def act(self, observation, mask, world=None):
            seen.append(toy.LAYOUT.decode(observation)["cards"].any())
            return int(mask.argmax())

    list(episodes(SeatEnv(toy.game, 2, hide="all", opponents=Watch()), 5, First()))
    assert all(seen)


def test_an_illegal_action_raises_and_changes_nothing():
    env = SeatEnv(toy.game, 2, opponents=First())
    env.reset(seed=0)
    position = env.game_state.tobytes()
    for action in (int(env.action_masks().argmin()), -1, 99):
        with pytest.raises(IllegalActionError, match="Legal now") as caught:
            env.step(action)
        assert "illegal_reward=" in caught.value.__notes__[0]
    assert env.game_state.tobytes() == position
    env.step(env.action_masks().argmax())


def test_what_was_drawn_before_is_not_replaced_by_another_action():
    env = SeatEnv(toy.game, 2, opponents=First())
    refused = 0
    for seed in range(60):
        env.reset(seed=seed)
        drawn = int(env.action_space.sample())
        env.reset(seed=seed + 1000)
        if not env.action_masks()[drawn]:
            refused += 1
            with pytest.raises(IllegalActionError):
                env.step(drawn)
    assert refused > 5


@pytest.mark.parametrize("action", [1.0, 0.5, "0", True, np.bool_(False), None, np.float32(0)])
def test_only_integers_are_actions(action):
    env = SeatEnv(toy.game, 2, opponents=First())
    env.reset(seed=0)
    batch = Batch(toy.game, 1, 2)
    states = toy.game.start(0, 2)
    for step in (env.step, lambda a: batch.step([a]), lambda a: toy.game.apply(states[0], a)):
        with pytest.raises(ConfigError):
            step(action)
    legal = np.int8(env.action_masks().argmax())
    env.step(legal)
    batch.step(np.array([batch.masks[0].argmax()], np.uint8))


def test_an_illegal_action_ends_the_episode_where_asked():
    env = SeatEnv(toy.game, 2, opponents=First(), illegal_reward=-3.0, reward=Reward(shaping=1))
    env.reset(seed=0)
    _, reward, over, _, info = env.step(99)
    assert (reward, over, info["illegal"], info["payoff"], info["place"]) == (-3, True, True, -3, 2)
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeededError):
        env.step(0)
    env.reset()
    env.step(env.action_masks().argmax())


def test_the_opponent_that_cheats_is_named():
    class Cheat(Agent):
        name = "cheat"

        def act(self, observation, mask, world=None):
            return -1

    with pytest.raises(IllegalActionError) as caught:
        list(episodes(SeatEnv(toy.game, 2, opponents=Cheat()), 5, First()))
    assert "cheat" in caught.value.__notes__[0]


def test_samples_of_the_action_space_are_legal():
    env = SeatEnv(toy.game, 2)
    env.reset(seed=0)
    drawn = Counter(int(env.action_space.sample()) for _ in range(200))
    assert set(drawn) == set(np.flatnonzero(env.action_masks()))
    only = np.zeros(8, np.int8)
    only[5] = 1
    assert env.action_space.sample(only) == 5


def test_bad_configuration_is_refused():
    for arguments, message in [
        ({"game": "chess"}, "aztlan"),
        ({"players": 9}, "allowed: 2, 3, 4"),
        ({"seat": 4}, "random, 0, 1, 2, 3"),
        ({"seat": "first"}, "random, 0, 1"),
        ({"hide": "nothing"}, "public, own, all"),
        ({"opponents": "greedy"}, "an agent"),
        ({"opponents": []}, "an agent"),
        ({"variants": {"unused_vp": "x"}}, "unused_vp"),
        ({"render_mode": "3d"}, "ansi, human"),
    ]:
        with pytest.raises(ConfigError, match=message):
            SeatEnv(**{"game": "aztlan", **arguments})
    with pytest.raises(ConfigError, match="2 opponents for 3 seats"):
        SeatEnv("aztlan", opponents=[First(), First()]).reset()
    with pytest.raises(ConfigError, match="reset option"):
        SeatEnv("aztlan").reset(options={"board": 1})
    with pytest.raises(ResetNeededError):
        SeatEnv("aztlan").step(0)


def test_rendering():
    def shown(mode, **options):
        env = SeatEnv(toy.game, 2, render_mode=mode, seat=1, **options)
        env.reset(seed=1)
        return env.render(), env.game_state.card[1]

    text, card = shown("ansi")
    assert text.endswith(f"your card {card}")
    assert "your card" not in shown("ansi", hide="public")[0]
    assert shown("svg")[0].startswith("<svg")
    picture = shown("rgb_array")[0]
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert shown("human")[0] is None
    env = SeatEnv(toy.game)
    with pytest.raises(ResetNeededError):
        env.render()
    env.reset()
    with pytest.raises(ConfigError, match="render_mode"):
        env.render()


@pytest.mark.parametrize("players", [1, 2, 3])
def test_gymnasiums_checker_on_the_toy_game(players):
    # The checker plays what it drew before reset(), legal or not.
    check_env(SeatEnv(toy.game, players, render_mode="rgb_array", illegal_reward=-1.0), skip_render_check=True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_gymnasiums_checker_through_make(players):
    env = gymnasium.make("meeplezoo/Aztlan-v0", players=players, illegal_reward=-1.0)
    check_env(env.unwrapped, skip_render_check=True)


def test_every_game_is_registered():
    for name in GAMES:
        spec = gymnasium.spec(f"meeplezoo/{name.title().replace('_', '')}-v0")
        assert spec.kwargs == {"game": name}
    env = gymnasium.make("meeplezoo/Aztlan-v0", players=2, seat=0, opponents=First())
    view, info = env.reset(seed=1)
    assert view in env.observation_space
    assert env.get_wrapper_attr("action_masks")().sum() == info["action_mask"].sum()


def make_toy():
    return SeatEnv(toy.game, 2, opponents=RandomAgent())


def test_gymnasiums_workers_get_their_own_seeds():
    envs = AsyncVectorEnv([make_toy] * 3, context="spawn")
    try:
        views, infos = envs.reset(seed=5)
        wanted = [make_toy().reset(seed=5 + i)[0] for i in range(3)]
        assert np.array_equal(views, wanted)
        for _ in range(30):
            views, rewards, over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
            if over.any():  # vector environments start the next episode in the step after
                assert set(rewards[over]) <= {-1, 0, 1}
                break
    finally:
        envs.close()
    assert over.any()


def test_optional_training_libraries_are_imported_only_when_used():
    import subprocess
    import sys

    code = "import sys, meeplezoo.wrappers as w; assert not {'torch', 'stable_baselines3'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", f"{code}; w.SeatVecEnv"], check=True)
    with pytest.raises(AttributeError, match="SeatMapEnv"):
        _ = meeplezoo.wrappers.SeatMapEnv
