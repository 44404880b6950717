"""SeatVecEnv: the same transitions as SeatEnv, for hundreds of games at once."""

from collections import Counter

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor

from meeplezoo.agents import Agent, GreedyAgent, RandomAgent
from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import ConfigError, IllegalActionError, Reward
from meeplezoo.wrappers import FixedOpponents, SeatEnv, SeatVecEnv
from tests import toy
from tests.wrappers.support import Changing, First, Hash, Last

aztlan = GAMES["aztlan"]
SAME = [
    (toy.game, {"players": 1}, 30),
    (toy.game, {"players": 2, "opponents": Hash()}, 60),
    (toy.game, {"players": 3, "opponents": Changing(First(), Last(), Hash())}, 60),
    (toy.game, {"players": 3, "seat": 1, "hide": "all", "reward": Reward("margin")}, 40),
    (aztlan, {"players": 2, "opponents": Hash(), "reward": Reward("win_share", shaping=0.7, gamma=0.99)}, 150),
    (aztlan, {"players": 4, "opponents": Changing(First(), Last(), Hash()), "reward": Reward(shaping=1)}, 150),
]


class Scalar:
    """`SeatEnv`s stepped one after another as a VecEnv does it."""

    def __init__(self, game, n, seed, **options):
        self.envs = [SeatEnv(game, index=i, **options) for i in range(n)]
        self.seed = seed

    def reset(self):
        return np.array([env.reset(seed=self.seed)[0] for env in self.envs])

    def step(self, actions):
        told = [env.step(action) for env, action in zip(self.envs, actions, strict=True)]
        views = np.array([env.reset()[0] if t[2] else t[0] for env, t in zip(self.envs, told, strict=True)])
        return views, np.array([t[1] for t in told]), np.array([t[2] for t in told]), told

    def action_masks(self):
        return np.array([env.action_masks() for env in self.envs])


@pytest.mark.parametrize(("game", "options", "steps"), SAME)
def test_the_same_transitions_as_single_environments(game, options, steps):
    n = 9
    many, single = SeatVecEnv(game, n, seed=21, **options), Scalar(game, n, 21, **options)
    if options.get("opponents") is None:  # random opponents would differ: each game has its own in SeatEnv
        many.opponents = First()
        for env in single.envs:
            env._pool = FixedOpponents([First()])
    views, wanted = many.reset(), single.reset()
    learner, ended = Hash(), 0
    for _ in range(steps):
        assert np.array_equal(views, wanted)
        masks = many.action_masks()
        assert np.array_equal(masks, single.action_masks())
        assert many.seats.tolist() == [env.seat for env in single.envs]
        actions = learner.act_many(views, masks)
        views, rewards, dones, infos = many.step(actions)
        wanted, due, over, told = single.step(actions)
        assert np.array_equal(dones, over)
        assert rewards == pytest.approx(due, abs=1e-6)
        for i in np.flatnonzero(dones):
            ended += 1
            assert np.array_equal(infos[i]["terminal_observation"], told[i][0])
            last = told[i][4]
            assert {k: infos[i][k] for k in last if k != "action_mask"} == {
                k: v for k, v in last.items() if k != "action_mask"
            }
    assert ended >= n


def toy_due(view):
    """What the toy game's rules pay the observer, from a full view of the end."""
    seen = toy.LAYOUT.decode(view)
    if not seen["score"].any():  # folded
        return 0.0
    players = int((seen["cards"] > 0).sum())
    guesser = int(seen["guesser"].argmax())
    answerer = (guesser + 1) % players
    right = seen["guess"] == seen["cards"][answerer]
    return 0.0 if 0 not in {guesser, answerer} else 1.0 if (guesser == 0) == right else -1.0


@pytest.mark.parametrize("players", [2, 3])
def test_the_learner_is_paid_what_the_rules_pay_its_seat(players):
    """Losses included: over 500 games the rewards are the payoffs worked out by hand."""
    env = SeatVecEnv(toy.game, 16, players, seed=3, hide="all")
    learner = RandomAgent(5)
    views = env.reset()
    paid, due = Counter(), Counter()
    while sum(paid.values()) < 500:
        views, rewards, dones, infos = env.step(learner.act_many(views, env.action_masks()))
        assert not rewards[~dones].any()
        for i in np.flatnonzero(dones):
            paid[infos[i]["seat"], float(rewards[i])] += 1
            due[infos[i]["seat"], toy_due(infos[i]["terminal_observation"])] += 1
    assert paid == due
    assert {seat for seat, _ in paid} == set(range(players))
    assert {reward for _, reward in paid} == {-1, 0, 1}


def test_infos_of_finished_episodes():
    env = SeatVecEnv(aztlan, 6, 3, seed=2, reward=Reward(shaping=1, scale=10), opponents=First())
    env.reset()
    returns, lengths, ended = np.zeros(6), np.zeros(6), 0
    while ended < 12:
        _, rewards, dones, infos = env.step(env.action_masks().argmax(axis=1))
        returns += rewards
        lengths += 1
        for i, info in enumerate(infos):
            assert ("episode" in info) == dones[i]
            if dones[i]:
                ended += 1
                assert info["episode"]["r"] == pytest.approx(returns[i], abs=1e-5)
                assert info["episode"]["r"] == pytest.approx(info["payoff"], abs=1e-5)
                assert info["episode"]["l"] == lengths[i]
                assert info["terminal_observation"].shape == (aztlan.layout.size,)
                assert info["opponents"] == ["" if p == info["seat"] else "first" for p in range(3)]
                assert 1 <= info["place"] <= 3
        returns[dones] = lengths[dones] = 0


def test_what_is_returned_is_not_written_to_later():
    env = SeatVecEnv(aztlan, 4, seed=1, opponents=First())
    kept = [env.reset(), env.action_masks()]
    before = [array.copy() for array in kept]
    for _ in range(5):
        result = env.step(env.action_masks().argmax(axis=1))
        kept += result[:3]
        before += [array.copy() for array in result[:3]]
    assert all(np.array_equal(a, b) for a, b in zip(kept, before, strict=True))


def test_each_agent_is_asked_for_its_own_games_in_batches():
    class Count(Agent):
        calls = games = 0

        def __init__(self, name):
            self.name = name

        def act_many(self, observations, masks, worlds=None):
            self.calls += 1
            self.games += len(masks)
            assert observations.shape == (len(masks), toy.LAYOUT.size)
            assert observations.any(axis=1).all()
            return masks.argmax(axis=1)

    agents = [Count("a"), Count("b")]
    env = SeatVecEnv(toy.game, 64, 2, seed=0, opponents=Changing(*agents))
    env.reset()
    for _ in range(20):
        env.step(env.action_masks().argmax(axis=1))
    assert all(agent.games > 4 * agent.calls for agent in agents)


def test_a_subclass_of_random_agent_is_asked_itself():
    class Loaded(RandomAgent):
        asked = 0

        def act_many(self, observations, masks, worlds=None):
            self.asked += len(masks)
            return masks.argmax(axis=1)

    loaded = Loaded(1)
    played = [SeatVecEnv("aztlan", 3, 2, seat=0, opponents=agent, seed=5) for agent in (loaded, First())]
    for env in played:
        env.reset()
        for _ in range(30):
            env.step(env.action_masks().argmax(axis=1))
    assert loaded.asked > 30
    assert played[0].batch.states.tobytes() == played[1].batch.states.tobytes()


def test_search_agents_get_worlds_of_their_games():
    env = SeatVecEnv(aztlan, 5, 2, seed=0, opponents=GreedyAgent())
    env.reset()
    for _ in range(5):
        env.step(env.action_masks().argmax(axis=1))


def test_same_seed_same_episodes_with_random_opponents():
    def run(seed, again=False):
        env = SeatVecEnv(toy.game, 5, 2, seed=seed)
        if again:
            env.seed(again)
        told = [env.reset()]
        for _ in range(20):
            told += env.step(env.action_masks().argmax(axis=1))[:2]
        told.append(env.reset())
        return np.concatenate([array.ravel() for array in told])

    assert np.array_equal(run(4), run(4))
    assert not np.array_equal(run(4), run(5))
    assert np.array_equal(run(4, again=5), run(5))


def test_reset_starts_the_next_episodes():
    env = SeatVecEnv(aztlan, 3, 4, seed=4, opponents=First())
    first = env.reset()
    assert env.batch.episodes.tolist() == [0, 0, 0]
    env.step(env.action_masks().argmax(axis=1))
    env.reset()
    assert env.batch.episodes.tolist() == [1, 1, 1]
    env.seed(4)
    assert np.array_equal(env.reset(), first)


def test_new_opponents_count_from_the_next_episode():
    env = SeatVecEnv(toy.game, 8, 2, seed=4, opponents=First())
    env.reset()
    env.set_attr("opponents", Last())
    for _ in range(30):
        infos = env.step(env.action_masks().argmax(axis=1))[3]
    names = {name for info in infos if info for name in info["opponents"]}
    assert names == {"", "last"}
    with pytest.raises(ConfigError, match="for all games together"):
        env.set_attr("opponents", Last(), indices=[1])


def test_opponents_that_come_and_go_are_not_piled_up():
    class Fresh:
        def assign(self, rng, n_seats):
            return [First() for _ in range(n_seats)]

    env = SeatVecEnv(toy.game, 6, 2, seed=4, opponents=Fresh())
    env.reset()
    for _ in range(60):
        env.step(env.action_masks().argmax(axis=1))
    assert env.batch.episodes.sum() > 100
    assert len(env._agents) <= 7


def test_illegal_actions():
    env = SeatVecEnv(toy.game, 4, 2, seed=4, opponents=First())
    env.reset()
    before = env.batch.states.tobytes()
    actions = env.action_masks().argmax(axis=1)
    actions[2] = env.action_masks()[2].argmin()
    with pytest.raises(IllegalActionError, match="Legal now"):
        env.step(actions)
    assert env.batch.states.tobytes() == before

    class Cheat(Agent):
        name = "cheat"

        def act(self, observation, mask, world=None):
            return int(mask.argmin())

    env = SeatVecEnv(toy.game, 4, 2, seed=4, opponents=Cheat())
    with pytest.raises(IllegalActionError) as caught:
        env.reset()
    assert "cheat" in caught.value.__notes__[0]

    class Mute(Agent):
        name = "mute"

        def act_many(self, observations, masks, worlds=None):
            return np.zeros(0, np.int64)

    with pytest.raises(ConfigError, match="mute"):
        SeatVecEnv(toy.game, 4, 2, seed=4, opponents=Mute()).reset()


def test_a_seat_that_never_decides_is_reported(monkeypatch):
    monkeypatch.setattr("meeplezoo.wrappers.seat_vec_env.MAX_SKIPPED", 3)
    monkeypatch.setattr("meeplezoo.wrappers.seat_env.MAX_SKIPPED", 3)
    with pytest.raises(ConfigError, match="before the learner could decide"):
        SeatVecEnv(toy.game, 60, 3, seat=2, seed=0, opponents=First()).reset()
    env = SeatEnv(toy.game, 3, seat=2, opponents=First())
    with pytest.raises(ConfigError, match="before the learner could decide"):
        for seed in range(200):
            env.reset(seed=seed)


def test_bad_configuration_is_refused():
    for arguments, message in [
        ({"game": "chess"}, "aztlan"),
        ({"n": 0}, "1 or more"),
        ({"players": 9}, "allowed: 2, 3, 4"),
        ({"seat": 4}, "random, 0, 1, 2, 3"),
        ({"hide": "nothing"}, "public, own, all"),
        ({"opponents": 3}, "an agent"),
        ({"render_mode": "human"}, "rgb_array"),
        ({"seed": 1.5}, "integer"),
    ]:
        with pytest.raises(ConfigError, match=message):
            SeatVecEnv(**{"game": "aztlan", "n": 2, **arguments})
    with pytest.raises(ConfigError, match="SeatEnv for special setups"):
        SeatVecEnv(toy.game, 2).set_options({"board": 1})


def test_what_stable_baselines_asks_of_a_vecenv():
    env = SeatVecEnv(toy.game, 5, 2, seed=1, render_mode="rgb_array")
    env.reset()
    assert is_masking_supported(env)
    assert np.array_equal(get_action_masks(env), env.batch.masks)
    assert np.array_equal(env.env_method("action_masks", indices=[3, 1]), env.batch.masks[[3, 1]])
    assert env.get_attr("players", indices=2) == [2]
    assert env.has_attr("players")
    assert not env.has_attr("nothing")
    assert env.env_is_wrapped(Monitor) == [True] * 5
    assert env.env_is_wrapped(VecMonitor, indices=[0]) == [False]
    assert env.render().dtype == np.uint8
    with pytest.raises(AttributeError, match="only action_masks"):
        env.env_method("clone")
    env.close()
    env.close()


def test_threads_change_nothing():
    runs = []
    for threads in (1, 3):
        env = SeatVecEnv(aztlan, 20, seed=6, threads=threads, opponents=Hash())
        env.reset()
        runs.append([env.step(env.action_masks().argmax(axis=1))[:3] for _ in range(40)])
        env.close()
    assert all(np.array_equal(a, b) for one, two in zip(*runs, strict=True) for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize(("game", "players"), [(toy.game, 1), (toy.game, 2), (aztlan, 2), (aztlan, 3), (aztlan, 4)])
def test_stable_baselines_checker_accepts_seat_env(game, players):
    check_env(SeatEnv(game, players))


def make_toy():
    return SeatEnv(toy.game, 2, opponents=RandomAgent())


@pytest.mark.parametrize("kind", [DummyVecEnv, lambda makers: SubprocVecEnv(makers, start_method="spawn")])
def test_workers_of_stable_baselines(kind):
    env = kind([make_toy] * 2)
    try:
        env.seed(5)
        views = env.reset()
        assert np.array_equal(views, [make_toy().reset(seed=5 + i)[0] for i in range(2)])
        assert len({view.tobytes() for view in views}) > 1
        ended = 0
        for _ in range(45):
            masks = get_action_masks(env)
            assert masks.shape == (2, 8)
            _, rewards, dones, _ = env.step(masks.argmax(axis=1))
            ended += dones.sum()
            assert not rewards[~dones].any()
    finally:
        env.close()
    assert ended > 10


@pytest.fixture
def one_thread():
    """Torch's threads only get in each other's way with networks this small."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("one_thread")
def test_maskable_ppo_learns_the_toy_game_against_an_opponent_that_always_calls():
    """With everything shown, a guesser that is always called wins always, and an answerer wins or folds."""
    env = SeatVecEnv(toy.game, 64, 2, seat="random", hide="all", seed=1, opponents=First())
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=256, learning_rate=3e-3, seed=1, device="cpu")
    model.learn(8_000)
    assert len(model.ep_info_buffer) == 100
    views, paid = env.reset(), []
    while len(paid) < 400:
        actions, _ = model.predict(views, action_masks=env.action_masks(), deterministic=True)
        views, _, _, infos = env.step(actions)
        paid += [info["payoff"] for info in infos if info]
    assert np.mean(paid) > 0.5  # random play: about -0.15
