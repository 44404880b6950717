"""Rules that lead nowhere end in an error that names the place, not in a call that never returns."""

from dataclasses import replace

import numpy as np
import pytest

from meeplezoo.envs.engine import RuleError
from meeplezoo.envs.engine.environment.module import EnvModule
from tests.toy import CALL, GUESS_OF, STAKE_OF, faults, game

ENDLESS = r"Toy: node 2, seat \d to decide: 10000 forced actions in a row, the last one 6 \(call\)"
NOTHING = r"Toy: node {}, seat \d to decide: legal_mask allows nothing and the game is not over"


@pytest.mark.parametrize(
    ("faulty", "message"), [(faults.endless_at_once, ENDLESS), (faults.dead_at_once, NOTHING.format(0))]
)
def test_at_the_start(faulty, message):
    module = EnvModule(faulty)
    for start in (
        lambda: faulty.start(0, 2, "no_fold"),
        lambda: faulty.reset(game.start(0, 2, "no_fold")[0], 1),
        lambda: module.raw_env(2, "no_fold").reset(seed=0),
        lambda: module.batch(2, 2, "no_fold"),
    ):
        with pytest.raises(RuleError, match=message):
            start()


PLAYS = [(faults.endless, [GUESS_OF, STAKE_OF], ENDLESS), (faults.dead_end, [GUESS_OF], NOTHING.format(1))]


@pytest.mark.parametrize(("faulty", "actions", "message"), PLAYS)
def test_after_an_action(faulty, actions, message):
    *sound, last = actions
    state = faulty.start(0, 2, "no_fold")[0]
    env = EnvModule(faulty).raw_env(2, "no_fold")
    env.reset(seed=0)
    for action in sound:
        faulty.apply(state, action)
        env.step(action)
    with pytest.raises(RuleError, match=message):
        faulty.apply(state, last)
    with pytest.raises(RuleError, match=message):
        env.step(last)
    # Who asks again is told again, not that an action is illegal.
    if faulty is faults.dead_end:
        with pytest.raises(RuleError, match=message):
            env.step(STAKE_OF)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("faulty", "actions", "message"), PLAYS)
def test_in_a_batch(faulty, actions, message, threads):
    *sound, last = actions
    batch = EnvModule(faulty).batch(4, 2, "no_fold", threads=threads)
    for action in sound:
        batch.step([action] * 4)
    with pytest.raises(RuleError, match=message):
        batch.step([last] * 4)
    roaming = EnvModule(faulty).batch(4, 2, "no_fold", threads=threads, observe=False)
    with pytest.raises(RuleError, match=message):
        roaming.roam(roaming.all, np.zeros((4, 2), np.int64), 0, 5)
    for each in (batch, roaming):
        each.close()


def test_random_play_stops_there():
    states = faults.dead_end.start(0, 2)
    assert faults.dead_end.loops.playout(states, 0, 99, game.new_mask()) == 1


def test_sound_rules_lead_on():
    """Forced actions that lead on are no fault: the toy's variant ends in one."""
    state = game.start(0, 2, "no_fold")[0]
    game.apply(state, GUESS_OF)
    game.apply(state, STAKE_OF)
    assert state["over"]
    assert not game.legal_mask(state, game.new_mask())[CALL]


def test_name_of_a_game_is_that_of_its_folder_or_module():
    for name in ("toys", "__init__", "tests"):
        with pytest.raises(ValueError, match=rf"name='{name}'.*\['toy'\]"):
            replace(game, name=name)
    assert replace(game, name="other", module="somewhere.other").name == "other"
