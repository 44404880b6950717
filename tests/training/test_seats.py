"""Learning from every seat: whose decisions are noted, what each is paid, what waits, who plays."""

from collections import defaultdict

import numpy as np
import pytest
import torch

from meeplezoo.agents import Agent, GreedyAgent, LearnedAgent, RandomAgent
from meeplezoo.agents.network import PolicyNetwork
from meeplezoo.envs import GAMES, ConfigError, IllegalActionError
from meeplezoo.envs.engine import Reward
from meeplezoo.training.config import PoolConfig
from meeplezoo.training.experience import Experience
from meeplezoo.training.learner import SeatPPO
from meeplezoo.training.lessons import Teacher
from meeplezoo.training.policy import AdvisedPolicy, MaskedPolicy
from meeplezoo.training.seats import LEARNER, EverySeat
from meeplezoo.training.selfplay import SelfPlayPool
from meeplezoo.wrappers.opponents import FixedOpponents
from tests import toy

REWARDS = {
    "place": Reward(), "win_share": Reward("win_share"), "margin": Reward("margin", scale=7.0),
    "shaped": Reward("place", shaping=0.7, gamma=0.9, scale=3.0),
}  # fmt: skip


class Mixed:
    """Half of the other seats are the learner's, the others random's."""

    def __init__(self):
        self.latest, self.other, self.told = RandomAgent(1), RandomAgent(2), []

    def assign(self, rng, n_seats):
        return [self.latest if rng.random() < 0.5 else self.other for _ in range(n_seats)]

    def note(self, agent, ahead, games):
        self.told.append((agent, ahead, games))


class Chooser:
    """Decides at random and says numbers by which each decision is known again."""

    def __init__(self):
        self.rng, self.count = np.random.default_rng(4), 0

    def __call__(self, observations, masks):
        n = len(masks)
        values = self.count + np.arange(n, dtype=np.float32)
        self.count += n
        return np.argmax(masks * self.rng.random(masks.shape), 1), values, -values


class Ledger:
    """What every seat of every game decided and was paid, kept in the plainest way."""

    def __init__(self, env, reward):
        self.env, self.reward = env, reward
        self.open, self.paid, self.next, self.over = defaultdict(list), {}, {}, {}
        self.seen = {}

    def step(self, decide, experience):
        """One step of the games, and the entries that it makes."""
        before = [
            (t.batch.states.copy(), t.batch.seat.copy(), t.who.copy(), t.batch.masks.copy()) for t in self.env.tables
        ]
        self.env.collect(decide, experience)
        number = decide.count - sum((who[range(len(who)), seat] == LEARNER).sum() for _, seat, who, _ in before)
        for k, (table, (states, seats, who, masks)) in enumerate(zip(self.env.tables, before, strict=True)):
            for i in range(len(seats)):
                if who[i, seats[i]] == LEARNER:
                    self.decided((k, i, int(seats[i])), number, states[i], masks[i])
                    number += 1
                if table.batch.over[i]:
                    self.end(k, i, table)

    def decided(self, key, number, state, mask):
        players = int(state["players"])
        lead = float(self.reward.shaping * self.reward.margin(state["score"][None, :players])[0, key[2]])
        if self.open[key]:
            before, potential = self.open[key][-1]
            self.paid[before] = self.reward.gamma * lead - potential if self.reward.shaping else 0.0
            self.next[before] = number
        else:
            lead = 0.0
        self.open[key].append((number, lead))
        view = np.empty((1, toy.game.layout.size), np.float32)
        toy.game.loops.view_many(state[None], np.array([0]), np.array([key[2]], np.int8), toy.game.layout.own_end, view)
        self.seen[number] = (view[0], mask, int(state["node"]))

    def end(self, k, i, table):
        scores, payoff = table.batch.finals["score"][i, : table.players], table.batch.finals["payoff"][i]
        alone = table.players == 1
        for seat in range(table.players):
            decisions = self.open.pop((k, i, seat), [])
            if decisions:
                number, potential = decisions[-1]
                final = (
                    self.reward.margin(scores[None])[0, seat] if alone
                    else self.reward.at_end(payoff[None, : table.players], scores[None])[0, seat]
                )  # fmt: skip
                self.paid[number] = float(final) - potential
                self.over[number] = True


def collected(players, reward, steps=60, n=6, parts=1):
    """An environment after some steps, its experience and the ledger; with ``parts``, every so many are begun anew."""
    env = EverySeat(toy.game, n, players, reward=reward, seed=9)
    env.opponents = Mixed()
    experience = Experience(steps * n + 100, toy.game.layout.size, toy.game.n_actions)
    chooser, ledger, rows = Chooser(), Ledger(env, reward), []
    # Nobody is seated before the first step.
    for tables in env.tables:
        env._deal(tables, tables.batch.all)
    env._seated = True
    for _ in range(parts):
        env.keep(experience.begin())
        for _ in range(steps // parts):
            ledger.step(chooser, experience)
        experience.finish(1.0, 1.0, 10**6)
        known = experience.expected[: experience.used].astype(int)
        for row in np.flatnonzero((experience.follows[: experience.used] >= 0) | experience.ended[: experience.used]):
            after = experience.follows[row]
            rows.append(
                (int(known[row]), float(experience.rewards[row]), int(known[after]) if after >= 0 else None,
                 bool(experience.ended[row]), experience.observations[row].copy(), experience.masks[row].copy(),
                 int(experience.kinds[row]), float(experience.log_probs[row]))
            )  # fmt: skip
    return env, rows, ledger


@pytest.mark.parametrize("reward", REWARDS.values(), ids=REWARDS)
@pytest.mark.parametrize("players", [1, 2, 3, [1, 2, 3]], ids=str)
@pytest.mark.parametrize("parts", [1, 5])
def test_each_seat_is_paid_for_its_own_decisions(players, reward, parts):
    env, rows, ledger = collected(players, reward, parts=parts)
    assert len(rows) > 60
    assert env.episodes > 5
    assert sorted(row[0] for row in rows) == sorted(ledger.paid), "each decision is settled once"
    for number, paid, after, ended, view, mask, kind, log_prob in rows:
        assert paid == pytest.approx(ledger.paid[number], abs=1e-6)
        assert after == ledger.next.get(number)
        assert ended == (number in ledger.over)
        seen, legal, node = ledger.seen[number]
        assert (view == seen).all()
        assert (mask == legal).all()
        assert (kind, log_prob) == (node, -number)


def test_potentials_pay_nothing_in_all():
    """Undiscounted, what a seat is paid in a game is its final reward, whatever the shaping."""
    plain, shaped = (
        collected([2, 3], Reward("place", shaping=shaping))[2] for shaping in (0.0, 2.0)
    )  # fmt: skip

    def totals(ledger):
        sums, start = defaultdict(float), {after: before for before, after in ledger.next.items()}
        for number, paid in ledger.paid.items():
            first = number
            while first in start:
                first = start[first]
            sums[first] += paid
        return {k: v for k, v in sums.items()}

    ended = set(plain.over)
    assert ended
    a, b = totals(plain), totals(shaped)
    whole = [k for k in a if _last(plain, k) in ended]
    assert len(whole) > 10
    assert [a[k] for k in whole] == pytest.approx([b[k] for k in whole])


def _last(ledger, number):
    while number in ledger.next:
        number = ledger.next[number]
    return number


def test_advantages_are_those_of_each_stream():
    """Against the sum over deltas as Schulman et al. write it."""
    env, gamma, lam = EverySeat(toy.game, 5, [2, 3], seed=2), 0.9, 0.8
    env.opponents = Mixed()
    experience = Experience(500, toy.game.layout.size, toy.game.n_actions)
    rng = np.random.default_rng(3)

    def decide(_, masks):
        return np.argmax(masks * rng.random(masks.shape), 1), rng.normal(size=len(masks)), np.zeros(len(masks))

    for _ in range(40):
        env.collect(decide, experience)
    experience.finish(gamma, lam, 10**6)
    values, used = experience.expected.astype(float), experience.used
    for row in range(used):
        total, factor, at = 0.0, 1.0, row
        while experience.follows[at] >= 0 or experience.ended[at]:
            after = experience.follows[at]
            ahead = gamma * values[after] if after >= 0 else 0.0
            total += factor * (experience.rewards[at] + ahead - values[at])
            if after < 0:
                break
            at, factor = after, factor * gamma * lam
        assert experience.advantages[row] == pytest.approx(total, abs=1e-5)
    settled = (experience.follows[:used] >= 0) | experience.ended[:used]
    np.testing.assert_allclose(experience.returns, (experience.advantages + values)[:used][settled], atol=1e-5)


def test_batches_hold_each_settled_decision_once_and_no_more_than_asked():
    env = EverySeat(toy.game, 4, 2, seed=2)
    env.opponents = Mixed()
    experience, chooser = Experience(400, toy.game.layout.size, toy.game.n_actions), Chooser()
    for _ in range(30):
        env.collect(chooser, experience)
    experience.finish(1.0, 1.0, 50)
    batches = list(experience.get(16))
    assert [len(batch.actions) for batch in batches] == [16, 16, 16, 2]
    found = np.concatenate([batch.old_values.numpy() for batch in batches])
    assert sorted(found) == sorted(experience.values)
    assert len(set(found.tolist())) == 50


def test_the_pool_is_told_how_its_agents_do():
    env, _, _ = collected(3, Reward())
    pool = env.opponents
    assert {agent for agent, _, _ in pool.told} == {pool.other}
    assert sum(games for _, _, games in pool.told) <= env.episodes
    assert all(0 <= ahead <= 1 for _, ahead, _ in pool.told)


class Cheat(Agent):
    """Chooses what is illegal."""

    name = "cheat"

    def act_many(self, observations, masks, worlds=None):
        return np.argmin(masks, 1)


def test_an_illegal_choice_names_the_agent():
    env = EverySeat(toy.game, 4, 2, seed=2)
    env.opponents = FixedOpponents([Cheat()])
    experience = Experience(400, toy.game.layout.size, toy.game.n_actions)
    with pytest.raises(IllegalActionError, match="cheat"):
        for _ in range(20):
            env.collect(Chooser(), experience)


def test_what_it_is_not_is_said():
    env = EverySeat(toy.game, 4, [1, 3], seed=2)
    with pytest.raises(ConfigError, match="SeatVecEnv"):
        env.step(np.zeros(4, int))
    with pytest.raises(ConfigError, match="opponents"):
        env.collect(Chooser(), Experience(9, toy.game.layout.size, toy.game.n_actions))
    with pytest.raises(ConfigError, match="2 games for 3 numbers of players"):
        EverySeat(toy.game, 2, [1, 2, 3])
    with pytest.raises(ConfigError, match="players"):
        EverySeat(toy.game, 2, [2, 9])
    with pytest.raises(TypeError, match="EverySeat"):
        from stable_baselines3.common.vec_env import DummyVecEnv

        from meeplezoo.wrappers import SeatEnv

        SeatPPO(MaskedPolicy, DummyVecEnv([lambda: SeatEnv("aztlan")]))


def test_others_by_name_and_the_hard_past_more_often():
    env = EverySeat("aztlan", 4, 2, seed=1)
    model = SeatPPO(MaskedPolicy, env, n_steps=4, batch_size=8, device="cpu", policy_kwargs={"net_arch": [8]})
    network = PolicyNetwork({k: v.detach().numpy() for k, v in model.policy.state_dict().items()}, "tanh")
    config = PoolConfig(latest=0, past=1, random=0, greedy=0, others={"greedy:first": 1.0, "flat:4": 1.0})
    pool = SelfPlayPool(config, network, 3, GAMES["aztlan"])
    pool.add_snapshot(10)
    pool.add_snapshot(20)
    for _ in range(50):
        pool.note(pool.snapshots[10], 0.9, 10)
        pool.note(pool.snapshots[20], 0.2, 10)
    assert pool.beaten == {10: pytest.approx(0.9, abs=0.01), 20: pytest.approx(0.2, abs=0.01)}
    names = [agent.name for agent in pool.assign(np.random.default_rng(1), 600)]
    assert {"past-10", "past-20", "greedy-first", "flat:4"} == set(names)
    assert names.count("past-20") > 5 * names.count("past-10") > 0
    assert 150 < names.count("flat:4") < 250
    with pytest.raises(ConfigError, match="nobody"):
        SelfPlayPool(PoolConfig(others={"nobody": 1.0}), network, 3, GAMES["aztlan"])
    with pytest.raises(ConfigError, match="weight of greedy:first must be a number"):
        PoolConfig(others={"greedy:first": "much"})


# --- advice ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "counts"), [("aztlan", [2, 4]), ("nations_dice", [1, 3])])
def test_an_advised_policy_plays_the_same_without_torch(game, counts):
    """From observation and world alone: the likeliest action of torch and of numpy, on the same worlds."""
    env = EverySeat(game, 8, counts, advice=1, seed=3)
    model = SeatPPO(
        AdvisedPolicy, env, n_steps=8, batch_size=32, n_epochs=1, device="cpu", learning_rate=1e-2, seed=None,
        policy_kwargs={"net_arch": [16], "activation_fn": torch.nn.ReLU, "units": env.units, "trust": 3.0},
    )  # fmt: skip
    env.opponents = SelfPlayPool(PoolConfig(latest=1, past=0, random=0, greedy=0), _network(model))
    model.learn(128)
    network = _network(model)
    assert network.trust != 3.0, "it is learned"
    views, masks = env_views(model)
    with torch.no_grad():
        distribution = model.policy.get_distribution(torch.as_tensor(views), action_masks=masks)
        wanted = distribution.distribution.logits.numpy()
    logits = network.logits(views)
    shifted = wanted - wanted.max(1, keepdims=True)
    ours = np.where(masks, logits, -np.inf)
    ours -= ours.max(1, keepdims=True)
    np.testing.assert_allclose(ours[masks], shifted[masks], atol=1e-4)
    assert np.ptp(views[:, env.game.layout.size :]) > 0, "there was advice"


def _network(model):
    return PolicyNetwork({k: v.detach().numpy() for k, v in model.policy.state_dict().items()}, "relu")


def env_views(model):
    experience = model.experience
    return experience.observations[: experience.used].copy(), experience.masks[: experience.used].copy()


def test_trust_alone_is_greedy():
    """With advice trusted without limit and layers that say nothing the policy is the heuristic."""
    game = GAMES["aztlan"]
    env = EverySeat(game, 4, 2, advice=1, seed=3)
    model = SeatPPO(
        AdvisedPolicy, env, n_steps=4, batch_size=8, device="cpu",
        policy_kwargs={"net_arch": [8], "units": env.units, "trust": 1e4},
    )  # fmt: skip
    with torch.no_grad():
        model.policy.action_net.weight.zero_()
    from meeplezoo.agents import play_games

    ours, greedy = LearnedAgent(_network(model), "ours", seed=1), GreedyAgent(1)
    shares = [play_games(game, [a, RandomAgent(2)], 40, 2, seed=5).win_shares()[:, 0].mean() for a in (ours, greedy)]
    assert shares[0] == pytest.approx(shares[1], abs=0.15)
    assert shares[0] > 0.85
    with pytest.raises(ConfigError, match="worlds"):
        ours.act_many(np.zeros((1, game.layout.size), np.float32), np.ones((1, game.n_actions), bool))


# --- teachers --------------------------------------------------------------------------------------------------------


def test_lessons_are_what_the_search_thinks_of_the_learners_decisions():
    game = GAMES["aztlan"]
    env = EverySeat(game, 6, [2, 3], seed=3)
    env.opponents, env.teacher = Mixed(), Teacher("flat:8", 0.5, game, 4)
    experience, chooser = Experience(400, game.layout.size, game.n_actions), Chooser()
    for _ in range(12):
        env.collect(chooser, experience)
    lessons = env.teacher.take()
    assert env.teacher.take() is None
    assert 0.25 * experience.used < len(lessons) < 0.75 * experience.used
    assert lessons.policies.sum(1) == pytest.approx(np.ones(len(lessons)))
    assert not lessons.policies[~lessons.masks].any()
    seen = {view.tobytes() for view in experience.observations[: experience.used]}
    assert {view.tobytes() for view in lessons.observations} <= seen


def test_a_policy_learns_its_lessons():
    """With nothing else to learn from, its choices come nearer to the search's."""
    game = GAMES["aztlan"]
    env = EverySeat(game, 8, 2, seed=3)
    model = SeatPPO(
        MaskedPolicy, env, n_steps=16, batch_size=64, n_epochs=1, device="cpu", learning_rate=3e-3, ent_coef=0.0,
        policy_kwargs={"net_arch": [64]},
    )  # fmt: skip
    env.opponents, env.teacher = Mixed(), Teacher("flat:64", 1.0, game, 4)
    losses = []
    for _ in range(12):
        model.learn(128, reset_num_timesteps=False, log_interval=None)
        losses.append(model.logger.name_to_value["train/lesson_loss"])
    assert np.mean(losses[-3:]) < np.mean(losses[:3]) - 0.2


def test_a_teacher_must_search():
    with pytest.raises(ConfigError, match="must be an agent that searches"):
        Teacher("greedy", 0.5, GAMES["aztlan"], 4)
