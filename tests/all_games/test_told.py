"""What is told in passing (infos, errors) depends on what its reader may know; pictures and stories: `test_hidden`,
`test_boards`; logs and replays: `tests/arena`."""

import numpy as np
import pytest

from meeplezoo.envs.engine import IllegalActionError
from meeplezoo.wrappers import SeatEnv

from .configs import PLAYERS, Config, choose, some


def refusal(env, action):
    """What the seat that is to decide is told of an illegal action."""
    with pytest.raises(IllegalActionError) as refused:
        env.step(action)
    return str(refused.value)


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_errors_and_infos_do_not_depend_on_what_is_hidden(config: Config):
    """The same decision in the true world and in one that its seat cannot tell from it."""
    env = config.raw_env()
    env.reset(seed=5)
    rng, refused = np.random.default_rng(6), 0
    while env.agents and not any(env.terminations.values()):
        assert not any(env.infos.values()), "infos tell nothing before the end"
        mask = env.observe(env.agent_selection)["action_mask"]
        action = int(np.argmin(mask))
        if rng.random() < 0.1 and not mask[action]:
            world = env.clone()
            world.resample_hidden(env.possible_agents.index(env.agent_selection), 7)
            assert refusal(env, action) == refusal(world, action)
            refused += 1
        env.step(int(choose(mask[None], rng)[0]))
    assert refused > 2


@pytest.mark.parametrize("config", some([c for c in PLAYERS if c.players > 1]), ids=str)
def test_a_learner_is_told_nothing_in_infos_before_the_end(config: Config):
    env = SeatEnv(config.name, players=config.players)
    _, info = env.reset(seed=3)
    rng, over = np.random.default_rng(4), False
    while not over:
        assert set(info) <= {"action_mask", "seat"}
        _, _, over, _, info = env.step(int(choose(info["action_mask"][None], rng)[0]))
    assert "score" in info
