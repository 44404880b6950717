"""PettingZoo's own list of environments, which it has since 1.27."""

import pettingzoo
import pytest

from meeplezoo.envs import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_registered(name):
    spec = pettingzoo.spec("aec", f"meeplezoo/{name.replace('_', '-')}-v0")
    assert spec.entry_point == f"meeplezoo.envs.{name}_v0:env"


def test_a_registered_game_is_made_with_its_options():
    env = pettingzoo.make("aec", "meeplezoo/aztlan-v0", players=3)
    assert len(env.possible_agents) == 3
    env.reset(seed=1)
    assert env.last()[0]["action_mask"].any()
