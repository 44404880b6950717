"""Search: it finds what can be worked out by hand, reads nothing that its seat does not know, and repeats itself."""

import numpy as np
import pytest

from meeplezoo.agents import ISMCTS, FlatMonteCarlo, GreedyAgent, RandomAgent, Worlds, load_agent, play_games
from meeplezoo.envs import GAMES, ConfigError
from meeplezoo.envs.engine import Batch
from tests import toy
from tests.all_games.configs import PLAYERS, some

# Every game and manner of searching is compiled for itself: the quick tests try two games.
CONFIGS = [
    config if config.name in {"aztlan", "nations_dice"} else pytest.param(config, marks=pytest.mark.slow)
    for config in some(PLAYERS)
]
SEARCHES = {
    "ismcts": lambda **options: ISMCTS(60, **options),
    "ucb": lambda **options: ISMCTS(60, select="ucb", playout=-1, **options),
    "multiple": lambda **options: ISMCTS(60, observers="multiple", **options),
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


@pytest.mark.parametrize("options", [{}, {"select": "ucb", "playout": -1}, {"observers": "multiple", "playout": -1}])
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
        lambda: ISMCTS(threads=0), lambda: FlatMonteCarlo(0), lambda: FlatMonteCarlo(seconds=-1.0),
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


def test_names():
    game = GAMES["aztlan"]
    assert load_agent("ismcts:50", game).name == "ismcts:50"
    assert load_agent("ismcts:0.5s", game).seconds == 0.5
    assert load_agent("flat", game).simulations == 200
    for name in ("ismcts:many", "flat:0", "ismcts:-1s", "ismcts:1.5"):
        with pytest.raises(ConfigError):
            load_agent(name, game)


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
