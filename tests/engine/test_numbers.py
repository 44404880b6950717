"""Any kind of integer is taken wherever users hand over numbers; nothing else is."""

import numpy as np
import pytest

from meeplezoo.agents import ISMCTS, GreedyAgent, RandomAgent, play_game
from meeplezoo.envs import GAMES, ConfigError, aztlan_v0
from meeplezoo.envs.engine import Batch, Replay
from meeplezoo.envs.engine.numbers import check_width, integer, state_seed, word
from meeplezoo.training import TrainConfig
from meeplezoo.wrappers import Players, PublicHistory, SeatEnv, SeatVecEnv

GAME = GAMES["aztlan"]
KINDS = [np.int8, np.uint8, np.int32, np.int64, np.uint64]


def uses(n):
    """What takes numbers, with the integer kind ``n``; each returns something to compare."""
    env = aztlan_v0.env(players=n(3))
    env.reset(seed=n(5))
    yield env.unwrapped.save_state()
    env.unwrapped.resample_hidden(n(1), n(2))
    yield env.unwrapped.save_state()
    yield Batch(GAME, n(3), n(3), seed=n(7), threads=n(1), first=n(2)).states.tobytes()
    yield GAME.start(n(4), n(2)).tobytes()
    single = SeatEnv(GAME, n(3), seat=n(1), index=n(2), width=n(64))
    yield single.reset(seed=n(9))[0].tobytes()
    yield SeatVecEnv(GAME, n(3), n(3), seat=n(1), seed=n(9), threads=n(1)).reset().tobytes()
    record = play_game(GAME, [RandomAgent(n(3)), GreedyAgent(n(2), worlds=n(1))], seed=n(9))
    yield record.to_json()
    replay = Replay(GAME, record)
    replay.seek(n(5))
    yield replay.states.tobytes()
    yield Players(aztlan_v0.env(), n(2)).possible_agents
    yield PublicHistory(aztlan_v0.env(), n(3)).shape
    yield GAME.actions.describe(n(7)), GAME.actions["place"][n(3)], GAME.actions.encode("place", n(2))
    yield ISMCTS(n(5), seed=n(3)).name
    yield TrainConfig.from_dict({"game": "aztlan", "output": "x", "players": n(3), "seed": n(4), "steps": n(64)})
    env.step(n(0)) if env.last()[0]["action_mask"][0] else env.step(n(env.last()[0]["action_mask"].argmax()))
    yield env.unwrapped.save_state()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_integer_gives_the_same(kind):
    for k, (one, other) in enumerate(zip(uses(int), uses(kind), strict=True)):
        assert one == other, k


def test_large_and_negative_seeds():
    for seed in (-1, 2**64 - 1, 2**70 + 3):
        assert state_seed(seed) == state_seed(seed % 2**64)
    assert word(np.int64(-1)) == np.uint64(2**64 - 1)


@pytest.mark.parametrize("value", [1.0, np.float32(2), "3", True, np.bool_(True), None, [1]])
def test_what_is_no_integer_is_refused(value):
    with pytest.raises(ConfigError, match="must be an integer from 2 to 4"):
        integer("players", value, range(2, 5))


def test_widths():
    assert check_width(None) is None
    assert check_width(np.int64(40)) == 40
    with pytest.raises(ConfigError, match="at least 16"):
        check_width(3)
