"""A batch is many single games, however it is stepped."""

import numpy as np
import pytest

from meeplezoo.envs.engine import Batch
from meeplezoo.envs.engine.numbers import state_seed

from .configs import CONFIGS, PLAYERS, choose, some

STEPS = 60


def played(batch, steps=STEPS):
    """What a batch shows after each of some random steps."""
    rng = np.random.default_rng(1)
    seen = []
    for _ in range(steps):
        batch.step(choose(batch.masks, rng))
        seen.append(contents(batch))
    return seen


def contents(batch):
    names = ("states", "masks", "observations", "seat", "over", "episodes", "finals")
    return [getattr(batch, name).tobytes() for name in names]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_batch_equals_single_games(config):
    """Runs long enough that short games end and start anew."""
    game, n = config.game, 3
    batch = config.batch(n, seed=7)
    singles = [Batch(game, 1, config.players, config.variants, seed=7, first=i) for i in range(n)]
    rng = np.random.default_rng(2)
    while batch.episodes.min() < 1:
        actions = choose(batch.masks, rng)
        batch.step(actions)
        for i, single in enumerate(singles):
            single.step(actions[i : i + 1])
        for name in ("states", "masks", "observations", "seat", "over", "episodes", "finals"):
            rows = np.concatenate([getattr(single, name) for single in singles])
            assert rows.tobytes() == getattr(batch, name).tobytes(), name
        ended = batch.over
        assert np.array_equal(batch.payoff[ended], np.concatenate([s.payoff for s in singles])[ended])
        assert np.array_equal(batch.scores(), batch.finals["score"][:, : config.players])


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_threads_change_nothing(config):
    one, three = config.batch(16, seed=8), config.batch(16, seed=8, threads=3)
    assert played(one) == played(three)
    three.close()


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_stepping_a_part(config):
    """Stepping games 1 and 3 leaves the others alone, and gives what stepping all would."""
    for threads in (1, 2):
        whole, part = config.batch(5, seed=9), config.batch(5, seed=9, threads=threads)
        actions = choose(whole.masks, np.random.default_rng(3))
        untouched = part.states.copy(), part.masks.copy(), part.observations.copy()
        whole.step(actions)
        which = np.array([3, 1])
        part.step(actions[which], which)
        for before, now, stepped in zip(
            untouched, (part.states, part.masks, part.observations), (whole.states, whole.masks, whole.observations),
            strict=True,
        ):  # fmt: skip
            assert now[[0, 2, 4]].tobytes() == before[[0, 2, 4]].tobytes()
            assert now[which].tobytes() == stepped[which].tobytes()
        part.close()


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_environment_plays_the_games_of_batch_game_0(config):
    """reset(seed) and further reset() calls give the episodes of game 0."""
    batch, env = config.batch(2, seed=10), config.env()
    rng = np.random.default_rng(4)
    env.reset(seed=10)
    while batch.episodes[0] < 2:
        assert env.unwrapped.game_state.tobytes() == batch.states[0].tobytes()
        observation = env.observe(env.agent_selection)
        assert env.agent_selection == f"player_{batch.seat[0]}"
        assert np.array_equal(observation["observation"], batch.observations[0])
        assert np.array_equal(observation["action_mask"], batch.masks[0])
        actions = choose(batch.masks, rng)
        batch.step(actions)
        env.step(int(actions[0]))
        if batch.over[0]:
            paid = [env.unwrapped.rewards[agent] for agent in env.possible_agents]
            assert np.allclose(paid, batch.payoff[0])
            env.reset()


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_seeds_of_episodes(config):
    batch = config.batch(2, seed=12, observe=False)
    for i in range(2):
        assert batch.states[i].tobytes() == config.start(state_seed(12, i))[0].tobytes()
    assert config.batch(1, seed=13, observe=False).states.tobytes() != batch.states[:1].tobytes()


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_observation_modes(config):
    """Each mode shows a prefix of the full vector; views can be had of any seat and of finished games."""
    layout = config.game.layout
    full = config.batch(4, seed=14, hide="all")
    for mode in ("public", "own"):
        hidden = config.batch(4, seed=14, hide=mode)
        assert np.array_equal(hidden.observations, np.where(layout.visible(mode), full.observations, 0))
    which = np.array([2, 0])
    seats = full.seat[which]
    assert np.array_equal(full.view_of(seats, which), full.observations[which])
    assert config.batch(1, observe=False).observations is None
