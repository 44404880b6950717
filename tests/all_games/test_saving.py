"""A game can be copied, pickled and stored at any moment, and continues alike."""

import copy
import json
import pickle

import numpy as np
import pytest

from meeplezoo.envs import GAMES, DataError
from meeplezoo.envs.engine.environment.module import EnvModule
from meeplezoo.envs.engine.numbers import state_seed

from .configs import CONFIGS, PLAYERS, position, random_game, some

CONTINUED = 50


def save_and_load(env, config):
    twin = config.env() if env is not env.unwrapped else config.raw_env()
    twin.reset(seed=99)
    twin.unwrapped.load_state(env.unwrapped.save_state())
    return twin


WAYS = {
    "clone": lambda env, config: env.clone(),
    "deepcopy": lambda env, config: copy.deepcopy(env),
    "pickle": lambda env, config: pickle.loads(pickle.dumps(env)),
    "save_state": save_and_load,
}


def told(env):
    """All that the environment says now."""
    raw = env.unwrapped
    return (
        raw.game_state.tobytes(), env.agent_selection, env.agents, raw.rewards, raw._cumulative_rewards,
        raw.terminations, raw.truncations, raw.infos, env.last()[1:],
        {a: [v.tobytes() for v in env.observe(a).values()] for a in env.agents},
    )  # fmt: skip


def continued(env, seed):
    """What is told along a random continuation; legal actions are chosen alike in equal games."""
    rng, story = np.random.default_rng(seed), []
    for _ in range(CONTINUED):
        if not env.agents:
            break
        observation, reward, over, _, info = env.last()
        story.append((env.agent_selection, reward, over, info, env.unwrapped.game_state.tobytes()))
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return story


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_copies_continue_alike(config, way):
    actions = random_game(config, state_seed(1))
    for make in (config.env, config.raw_env):
        for moment in (0, len(actions) // 2, len(actions)):
            env = make()
            env.reset(seed=1)
            for action in actions[:moment]:
                env.step(action)
            before = copy.deepcopy(told(env))
            twin = WAYS[way](env, config)
            assert type(twin) is type(env)
            assert told(twin) == before
            story = continued(twin, moment)
            assert told(env) == before, "playing the copy changed the original"
            assert continued(env, moment) == story


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_save_while_agents_are_leaving(config):
    env, twin = config.env(), config.env()
    env.reset(seed=1)
    for action in random_game(config, state_seed(1)):
        env.step(action)
    env.step(None)
    twin.reset(seed=2)
    twin.unwrapped.load_state(env.unwrapped.save_state())
    assert twin.agents == env.agents == env.possible_agents[1:]
    assert continued(twin, 0) == continued(env, 0)


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_save_keeps_seeds_and_configuration(config):
    """A loaded game brings its players and variants; the next reset() gives the next episode."""
    env, twin = config.env(), EnvModule(config.game).env()
    env.reset(seed=5)
    twin.unwrapped.load_state(env.unwrapped.save_state())
    assert twin.possible_agents == env.possible_agents
    env.reset()
    twin.reset()
    assert twin.unwrapped.game_state.tobytes() == env.unwrapped.game_state.tobytes()


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_damaged_saves_are_refused(config):
    env = config.env()
    env.reset(seed=1)
    data = env.unwrapped.save_state()
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    before = told(env)
    flipped = bytearray(data)
    flipped[-3] ^= 1
    for damaged in (b"", data[:-1], data[: len(data) // 2], bytes(flipped), b"x" + data, data + b"x"):
        with pytest.raises(DataError, match="damaged"):
            env.unwrapped.load_state(damaged)
        assert told(env) == before
    others = [name for name in GAMES if name != config.name]
    if others:
        with pytest.raises(DataError, match=config.game.id):
            EnvModule(GAMES[others[0]]).raw_env().load_state(data)


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_plain_dictionaries(config):
    game = config.game
    actions = random_game(config, 6)
    for moment in (0, len(actions) // 2, len(actions)):
        states = position(config, 6, actions[:moment])
        values = json.loads(json.dumps(game.to_dict(states[0])))
        again = game.from_dict(values)
        assert again.tobytes() == states.tobytes()
        for damaged in (
            {k: v for k, v in values.items() if k != "seat"}, {**values, "surplus": 1}, {**values, "seat": 4000},
            {**values, "score": [1, 2]}, {**values, "payoff": "none"},
        ):  # fmt: skip
            with pytest.raises(DataError, match="not a"):
                game.from_dict(damaged)
