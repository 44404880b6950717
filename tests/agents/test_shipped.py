"""Agents that are shipped: `export`, `best`, a learned policy as the prior of a search."""

import numpy as np
import pytest

from meeplezoo.agents import RandomAgent, load_agent, loading, play_games
from meeplezoo.agents.advice import scales
from meeplezoo.agents.card import ModelCard, card_for
from meeplezoo.agents.learned import export, networks_in
from meeplezoo.agents.network import PolicyNetwork
from meeplezoo.agents.protocol import Worlds
from meeplezoo.agents.search import ISMCTS
from meeplezoo.agents.weights import write_weights
from meeplezoo.envs import GAMES, ConfigError

from .test_search import random_states

GAME = GAMES["aztlan"]


def made(folder, layers=1.0, trust=2.0, game=GAME):
    """A small agent with advice."""
    rng = np.random.default_rng(8)
    sizes = {"mlp_extractor.policy_net.0": (8, game.layout.size), "mlp_extractor.value_net.0": (8, game.layout.size),
             "action_net": (game.n_actions, 8), "value_net": (1, 8)}  # fmt: skip
    weights = {f"{name}.weight": layers * rng.normal(size=shape) for name, shape in sizes.items()}
    weights |= {f"{name}.bias": layers * rng.normal(size=shape[0]) for name, shape in sizes.items()}
    weights |= {"action_net.trust": np.array([trust]), "action_net.units": scales(game)}
    config = {"players": 4, "variants": {}, "seed": 1, "learner": {"activation": "relu"}}
    folder.mkdir(parents=True)
    card_for(game, config, "small", steps=1, episodes=1, minutes=0.0).write(folder)
    write_weights(folder / "weights.npz", {name: values.astype(np.float32) for name, values in weights.items()})
    return folder


def test_an_exported_agent_is_the_same_agent(tmp_path):
    """In half precision, which an agent written once already has."""
    source = made(tmp_path / "small")
    export(source, tmp_path / "out")
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"card.json", "card.md", "weights.npz"}
    first, second = (networks_in(folder, ModelCard.read(folder)) for folder in (source, tmp_path / "out"))
    for a, b in zip(first, second, strict=True):
        for name, values in a.weights().items():
            np.testing.assert_allclose(b.weights()[name], values, rtol=1e-3, atol=1e-6)
    agents = [load_agent(folder, GAME, 3) for folder in (source, tmp_path / "out")]
    games = [play_games(GAME, [agent, RandomAgent(2)], 9, 2, seed=5) for agent in agents]
    assert (games[0].scores == games[1].scores).all()


def test_best_is_the_shipped_agent_of_the_game_at_hand(tmp_path, monkeypatch):
    monkeypatch.setattr(loading, "SHIPPED", tmp_path)
    assert loading.default_opponent(GAME) == "greedy"
    with pytest.raises(ConfigError, match="allowed: random, greedy"):
        load_agent("best", GAME)
    made(tmp_path / "aztlan")
    assert loading.known_agents(GAME)[0] == loading.default_opponent(GAME) == "best"
    assert load_agent("best", GAME).name == "best"
    assert loading.default_opponent(GAMES["deus"]) == "greedy"
    assert load_agent("ismcts:8+best", GAME).name == "ismcts:8+best"


def test_a_search_gives_a_policy_the_advice_that_it_wants(tmp_path):
    """Layers that say nothing and a trust of one a point are the search's own prior at a temperature of one."""
    states = random_states(GAME, 4)
    worlds = Worlds(GAME, states, np.arange(len(states)))
    units = scales(GAME)
    silent = load_agent(f"ismcts:64+{made(tmp_path / 'silent', layers=0.0, trust=float(units[4]))}", GAME, 3)
    own = ISMCTS(64, temperature=1.0, seed=3)
    loud = load_agent(f"ismcts:64+{made(tmp_path / 'loud', trust=float(units[4]))}", GAME, 3)
    visits = [np.stack([t.visits for t in agent.think(worlds)]) for agent in (silent, own, loud)]
    assert (visits[0] == visits[1]).all()
    assert (visits[0] != visits[2]).any()


def test_advice_of_a_search_is_that_of_the_agent(tmp_path):
    """The worth of the root's choices without chance in between: logits of the policy with advice, up to a constant."""
    agent = load_agent(made(tmp_path / "small"), GAME)
    assert agent.network.point(4) == pytest.approx(2.0 / scales(GAME)[4], rel=2e-3)
    assert agent.network.point(2) == pytest.approx(2.0 / scales(GAME)[2], rel=2e-3)
    names = {name: values for name, values in agent.network.weights().items() if "trust" not in name}
    assert PolicyNetwork({n: v for n, v in names.items() if "units" not in n}, "relu").point(4) == 0


@pytest.mark.parametrize("name", ["flat:8+small", "ismcts:8+nobody", "ismcts:0+best"])
def test_names_that_make_no_sense_are_refused(name):
    with pytest.raises(ConfigError, match="allowed"):
        load_agent(name, GAME)
