"""Search: it finds what can be worked out by hand, reads nothing that its seat does not know, and repeats itself."""

import numpy as np
import pytest

from meeplezoo.agents import (
    ISMCTS,
    Agent,
    FlatMonteCarlo,
    GreedyAgent,
    RandomAgent,
    World,
    Worlds,
    load_agent,
    play_games,
)
from meeplezoo.agents.conformance import AgentConformanceError, check_agent
from meeplezoo.agents.network import PolicyNetwork, ValueNetwork
from meeplezoo.agents.search import advise, adviser, targets
from meeplezoo.agents.search.bound import bind_search
from meeplezoo.agents.search.manners import manner_of
from meeplezoo.agents.search.networks import networks_of
from meeplezoo.envs import GAMES, ConfigError
from meeplezoo.envs.engine import Batch
from meeplezoo.wrappers import SeatEnv, SeatVecEnv
from tests import toy
from tests.all_games.configs import PLAYERS, some

# Every game and manner of searching is compiled for itself: the quick tests try one game.
CONFIGS = [
    config if config.name == "aztlan" else pytest.param(config, marks=pytest.mark.slow)
    for config in some(PLAYERS)
]
SEARCHES = {
    "ismcts": lambda **options: ISMCTS(60, **options),
    "ucb": lambda **options: ISMCTS(60, select="ucb", root="tree", playout=-1, looks=1, **options),
    "multiple": lambda **options: ISMCTS(60, observers="multiple", root="tree", **options),
    "trees": lambda **options: ISMCTS(60, trees=3, reuse=True, widening=1.0, **options),
    "flat": lambda **options: FlatMonteCarlo(60, **options),
}


@pytest.fixture(params=SEARCHES)
def search(request):
    return SEARCHES[request.param]


def worlds_of(game, states):
    return Worlds(game, states, np.arange(len(states)))


def random_states(game, players, n=6, steps=40, seed=1):
    """Positions from the middle of random games."""
    batch = Batch(game, n, players, seed=seed, observe=False)
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(np.argmax(batch.masks * rng.random(batch.masks.shape), axis=1))
    return batch.states.copy()


def toy_at(node, players=2):
    """A position of the toy game at that decision."""
    states, mask = toy.game.start(3, players), toy.game.new_mask()
    while states["node"][0] != node:
        toy.game.loops.mask_at(states, 0, mask)
        toy.game.loops.play_if_legal(states, 0, int(mask.argmax()), mask)
    return states


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"select": "ucb", "playout": -1, "root": "tree"},
        {"observers": "multiple", "playout": -1},
        {"root": "tree"},
        {"trees": 4},
    ],
)
def test_the_toy_game_is_played_as_worked_out_by_hand(options):
    """A guess is right one time in three: the answerer should call, and the guesser should stake little."""
    answer = ISMCTS(600, **options).think(worlds_of(toy.game, toy_at(toy.ANSWER)))[0]
    assert answer.action == toy.CALL
    assert answer.values[toy.CALL, answer.seat] == pytest.approx(1 / 3, abs=0.12)
    assert answer.values[toy.FOLD, answer.seat] == pytest.approx(0, abs=0.01)
    assert FlatMonteCarlo(600, playout=-1).think(worlds_of(toy.game, toy_at(toy.ANSWER)))[0].action == toy.CALL


def test_visits_and_values_add_up(search):
    states = random_states(GAMES["aztlan"], 3)
    for k, thoughts in enumerate(search().think(worlds_of(GAMES["aztlan"], states))):
        mask = GAMES["aztlan"].new_mask()
        GAMES["aztlan"].loops.mask_at(states, k, mask)
        assert thoughts.seat == states["seat"][k]
        assert mask[thoughts.action]
        assert (thoughts.visits[~mask] == 0).all()
        assert thoughts.visits.sum() >= 30
        assert np.abs(thoughts.values).max() <= 1
        assert np.abs(thoughts.values.sum(1)).max() < 1e-6  # zero-sum
        assert thoughts.policy.sum() == pytest.approx(1)
        assert thoughts.candidates(2)[0][1] == thoughts.visits.max()


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_move(config, search):
    game = config.game
    states = random_states(game, config.players)
    others = states.copy()
    for k, seat in enumerate(states["seat"].tolist()):
        game.loops.redraw(others, k, seat, np.uint64(77 + k))
    if config.players > 1 and config.name != "nations_dice":
        assert others.tobytes() != states.tobytes()
    for a, b in zip(*(search(seed=5).think(worlds_of(game, s)) for s in (states, others)), strict=True):
        assert a.action == b.action
        assert (a.visits == b.visits).all()
        assert (a.values == b.values).all()


def test_a_player_alone_is_advised_too(search):
    states = toy.game.start(3, 1)
    (thoughts,) = search().think(worlds_of(toy.game, states))
    assert toy.game.legal_mask(states[0], toy.game.new_mask())[thoughts.action]
    assert thoughts.visits.sum() > 0


def test_threads_change_nothing(search):
    states = random_states(GAMES["aztlan"], 4)
    one, two = (search(seed=3, threads=n).think(worlds_of(GAMES["aztlan"], states)) for n in (1, 2))
    assert [t.visits.tolist() for t in one] == [t.visits.tolist() for t in two]
    assert [t.values.tolist() for t in one] == [t.values.tolist() for t in two]


def test_seeds_decide(search):
    states = random_states(GAMES["aztlan"], 4)
    a, b, c = (search(seed=n).think(worlds_of(GAMES["aztlan"], states)) for n in (1, 1, 2))
    assert [t.values.tolist() for t in a] == [t.values.tolist() for t in b]
    assert [t.values.tolist() for t in a] != [t.values.tolist() for t in c]


def test_a_growing_tree_is_the_same_tree():
    """Room is made in between; the search goes on as if there had been enough from the start."""
    states = random_states(GAMES["aztlan"], 4, n=1)
    many = ISMCTS(400, seed=1).think(worlds_of(GAMES["aztlan"], states))[0]
    assert many.visits.sum() == 400
    assert ISMCTS(seconds=0.05, seed=1).think(worlds_of(GAMES["aztlan"], states))[0].visits.sum() >= 32


def test_bad_budgets_and_options_are_refused():
    for make in (
        lambda: ISMCTS(0), lambda: ISMCTS(2.5), lambda: ISMCTS(None), lambda: ISMCTS(seconds=0), lambda: ISMCTS("many"),
        lambda: ISMCTS(seconds=float("nan")), lambda: ISMCTS(observers="all"), lambda: ISMCTS(select="best"),
        lambda: ISMCTS(playout=-2), lambda: ISMCTS(exploration=0.0), lambda: ISMCTS(temperature=-1.0),
        lambda: ISMCTS(threads=0), lambda: ISMCTS(looks=0), lambda: ISMCTS(root="best"), lambda: ISMCTS(candidates=0),
        lambda: ISMCTS(trees=0), lambda: ISMCTS(widening=-1.0), lambda: FlatMonteCarlo(0),
        lambda: FlatMonteCarlo(seconds=-1.0),
    ):  # fmt: skip
        with pytest.raises(ConfigError):
            make()
    states = toy_at(toy.ANSWER)
    mask = toy.game.new_mask()
    while states["seat"][0] >= 0:
        toy.game.loops.mask_at(states, 0, mask)
        toy.game.loops.play_if_legal(states, 0, int(mask.argmax()), mask)
    with pytest.raises(ConfigError, match="is over"):
        ISMCTS(5).think(worlds_of(toy.game, states))
    with pytest.raises(ConfigError, match="worlds"):
        ISMCTS(5).act_many(np.zeros((1, 1), np.float32), np.ones((1, 8), bool))


def uniform_network(game, kind=PolicyNetwork):
    """A network without hidden layers that knows nothing."""
    outputs = game.n_actions if kind is PolicyNetwork else 1
    weights = {
        f"{kind.head}weight": np.zeros((outputs, game.layout.size), np.float32),
        f"{kind.head}bias": np.zeros(outputs, np.float32),
    }
    return kind(weights, "tanh")


def test_threads_grow_the_trees_of_one_game():
    states = random_states(GAMES["aztlan"], 4, n=1)
    one, two = (ISMCTS(90, trees=3, threads=n).think(worlds_of(GAMES["aztlan"], states))[0] for n in (1, 2))
    assert one.visits.tolist() == two.visits.tolist()
    assert one.values.tolist() == two.values.tolist()
    assert one.visits.sum() == 90


def test_a_prior_says_where_to_look():
    game = GAMES["aztlan"]
    states = random_states(game, 4, n=2)
    mask = game.new_mask()
    game.loops.mask_at(states, 0, mask)
    favourite = int(np.flatnonzero(mask)[-1])
    priors = np.full((2, game.n_actions), 1e-6)
    priors[0, favourite] = 1
    for root in ("tree", "halving"):
        agent = ISMCTS(40, root=root, candidates=1, exploration=50.0)
        thoughts = agent.think(worlds_of(game, states), priors)[0]
        assert thoughts.visits[favourite] > 30
    for wrong in (priors[0], priors[:1], -priors, priors * np.nan):
        with pytest.raises(ConfigError, match="priors"):
            ISMCTS(5).think(worlds_of(game, states), wrong)


def test_networks_are_asked_for_priors_and_values():
    """A policy that likes one action, a value network that says the same of every position."""
    game = GAMES["nations_dice"]
    states = random_states(game, 4, n=1, steps=20)
    mask = game.new_mask()
    game.loops.mask_at(states, 0, mask)
    favourite = int(np.flatnonzero(mask)[0])
    network = uniform_network(game)
    network.layers[0][1][favourite] = 9.0
    thoughts = ISMCTS(60, prior=network, root="tree", exploration=50.0).think(worlds_of(game, states))[0]
    assert thoughts.visits[favourite] == thoughts.visits.max()
    value = uniform_network(game, ValueNetwork)
    value.layers[0][1][0] = 0.4
    thoughts = ISMCTS(60, value=value, playout=0).think(worlds_of(game, states))[0]
    assert np.abs(thoughts.values).max() < 1e-6  # the same for all seats: zero-sum leaves nothing
    with pytest.raises(ConfigError, match="prior takes"):
        ISMCTS(5, prior=uniform_network(GAMES["aztlan"])).think(worlds_of(game, states))
    with pytest.raises(ConfigError, match="value takes"):
        ISMCTS(5, value=uniform_network(GAMES["aztlan"], ValueNetwork)).think(worlds_of(game, states))


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_the_compiled_network_answers_like_numpys(activation):
    """Priors of two layers: the root's choices are ranked by the logits of numpy's product."""
    game = GAMES["nations_dice"]
    rng = np.random.default_rng(1)
    sizes = [(16, game.layout.size), (8, 16), (game.n_actions, 8)]
    names = ["mlp_extractor.policy_net.0.", "mlp_extractor.policy_net.2.", "action_net."]
    weights = {}
    for name, (n_out, n_in) in zip(names, sizes, strict=True):
        weights[f"{name}weight"] = rng.normal(0, 1, (n_out, n_in)).astype(np.float32)
        weights[f"{name}bias"] = rng.normal(0, 1, n_out).astype(np.float32)
    network = PolicyNetwork(weights, activation)
    packed = networks_of(network, None)
    rows, views = packed.rows(), rng.normal(0, 1, (3, game.layout.size)).astype(np.float32)
    for view in views:
        rows[0, : view.size] = view
        answers = rows[bind_search(game).forward(packed.weights, packed.shapes[0], rows), : game.n_actions]
        assert answers == pytest.approx(network.logits(view[None])[0], abs=1e-3)


def test_what_was_found_out_is_used_at_the_next_decision():
    """Aztlán's pawns are placed one after another by the same seat: the second search begins where the first ended."""
    game, found = GAMES["aztlan"], 0
    states, mask = game.start(3, 4), game.new_mask()
    agent = ISMCTS(200, reuse=True, root="tree")
    for _ in range(12):
        seat = int(states["seat"][0])
        thoughts = agent.think(worlds_of(game, states))[0]
        game.loops.mask_at(states, 0, mask)
        game.loops.play_if_legal(states, 0, thoughts.action, mask)
        if int(states["seat"][0]) == seat and agent._kept:
            (trees,) = agent._kept.values()
            assert trees[0]._nodes["visits"].sum() > 0
            known = len(trees[0]._nodes)
            agent.think(worlds_of(game, states))
            assert known > 20
            found += 1
            break
    assert found
    agent.reset(1)
    assert not agent._kept


def test_targets_are_arrays_for_many_games(search):
    game = GAMES["aztlan"]
    thoughts = search().think(worlds_of(game, random_states(game, 4, n=3)))
    policies, values = targets(thoughts)
    assert policies.shape == (3, game.n_actions)
    assert values.shape == (3, 4)
    assert policies.sum(1) == pytest.approx(1)
    assert policies[1] == pytest.approx(thoughts[1].visits / thoughts[1].visits.sum())
    best = thoughts[1].visits.argmax()
    alone = thoughts[1].policy.copy()
    assert values[1] == pytest.approx(alone @ thoughts[1].values)
    assert policies[1, best] == policies[1].max()
    with pytest.raises(ConfigError, match="think"):
        targets([])


def test_search_sits_at_the_tables_of_learners():
    game = GAMES["nations_dice"]
    env = SeatEnv(game, 3, opponents=ISMCTS(8))
    _, info = env.reset(seed=1)
    done = False
    while not done:
        _, _, done, _, info = env.step(int(env.action_masks().argmax()))
    assert info["place"] in {1, 2, 3}
    many = SeatVecEnv(game, 3, 3, opponents=[ISMCTS(8), FlatMonteCarlo(8)], seed=1)
    many.reset()
    for _ in range(3):
        many.step(many.action_masks().argmax(1))
    many.close()


def test_hints_tell_what_was_considered(search):
    game = GAMES["nations_dice"]
    states = random_states(game, 4, n=1, steps=20)
    mask = game.new_mask()
    game.loops.mask_at(states, 0, mask)
    world = World(game, states, np.zeros(1, np.int64))
    candidates = advise(search(seed=3), world, n=3)
    assert candidates[0].action == search(seed=3).think(world)[0].action
    assert 1 <= len(candidates) <= 3
    for candidate in candidates:
        assert mask[candidate.action]
        assert 1 <= candidate.place <= 4
        assert candidate.visits > 0
        assert 0 < candidate.score < 80
    with pytest.raises(ConfigError, match="ismcts"):
        adviser(GreedyAgent())
    with pytest.raises(ConfigError, match="candidates"):
        advise(search(), world, n=0)


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_agents_conform(config):
    for make in (lambda: ISMCTS(30), lambda: FlatMonteCarlo(30), GreedyAgent, RandomAgent):
        check_agent(make, config.game, config.players, positions=8)


class Cheat(Agent):
    """Reads the truth."""

    needs_world = True

    def act(self, observation, mask, world=None):
        state = world._Worlds__states[0]
        return int(np.flatnonzero(mask)[sum(state.tobytes()) % mask.sum()])


class Forgetful(Agent):
    """Its seed is forgotten."""

    def __init__(self):
        self._rng = np.random.default_rng()

    def act(self, observation, mask, world=None):
        return int(self._rng.choice(np.flatnonzero(mask)))


class Outlaw(Agent):
    """Chooses what is forbidden."""

    def act(self, observation, mask, world=None):
        return int(np.argmin(mask))


class Global(Agent):
    """Draws from numpy's global generator."""

    def act(self, observation, mask, world=None):
        np.random.random()
        return int(np.argmax(mask))


@pytest.mark.parametrize(
    ("make", "why"), [(Cheat, "hidden"), (Forgetful, "same seed"), (Outlaw, "illegal"), (Global, "global")]
)
def test_the_check_finds_agents_that_do_not_conform(make, why):
    with pytest.raises(AgentConformanceError, match=why):
        check_agent(make, "aztlan", 4, positions=12)


def test_names():
    game = GAMES["aztlan"]
    assert load_agent("ismcts:50", game).name == "ismcts:50"
    assert load_agent("ismcts:0.5s", game).seconds == 0.5
    assert load_agent("flat", game).simulations == 200
    for name in ("ismcts:many", "flat:0", "ismcts:-1s", "ismcts:1.5"):
        with pytest.raises(ConfigError):
            load_agent(name, game)


def test_a_search_follows_the_manner_of_its_game_unless_it_is_told_otherwise():
    game = GAMES["aztlan"]
    worlds = worlds_of(game, random_states(game, 4))
    own = manner_of(game)
    told = {"playout": own.playout, "looks": own.looks, "patience": own.patience, "temperature": own.temperature}
    assert own != manner_of(GAMES["teotihuacan"])

    def visits(**options):
        return np.array([thoughts.visits for thoughts in ISMCTS(60, seed=3, root="tree", **options).think(worlds)])

    assert (visits() == visits(**told)).all()
    for name, other in (("playout", 3), ("looks", 2), ("patience", 1), ("temperature", 50.0)):
        assert (visits() != visits(**{name: other})).any(), name


@pytest.mark.slow
def test_strength_grows_with_simulations():
    """Even games would be won by each in half of the deals."""
    game, wins = GAMES["glen_more"], []
    for seat in range(2):
        agents = [ISMCTS(20, seed=1), ISMCTS(20, seed=1)]
        agents[seat] = ISMCTS(1000, seed=2)
        wins.append(play_games(game, agents, 30, 2, seed=4).win_shares()[:, seat])
    assert np.mean(wins) > 0.65


@pytest.mark.slow
@pytest.mark.parametrize("search", ["ismcts:100", "flat:100"])
def test_search_beats_greedy_at_glen_more(search):
    """Far above par (1/4), where a first trial won nine games in ten."""
    game = GAMES["glen_more"]
    agent = load_agent(search, game)
    wins = []
    for seat in range(4):
        agents = [GreedyAgent(k) for k in range(4)]
        agents[seat] = agent
        wins.append(play_games(game, agents, 6, 4, seed=seat).win_shares()[:, seat])
    assert np.mean(wins) > 0.5


def test_search_beats_random_players():
    agent = ISMCTS(40)
    outcomes = play_games(GAMES["aztlan"], [agent, RandomAgent(1), RandomAgent(2)], 6, 3, seed=2)
    assert outcomes.win_shares()[:, 0].mean() > 0.8
