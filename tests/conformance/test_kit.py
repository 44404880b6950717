"""The conformance kit finds every seeded defect and none in sound environments."""

import numpy as np
import pytest
from pettingzoo.classic.connect_four import connect_four

from meeplezoo.envs import aztlan_v0
from meeplezoo.envs.conformance import CHECKS, ConformanceError, check_aec

from .mutants import MUTANTS, Aztlan


def board(env):
    return np.array(env.unwrapped.board).reshape(6, 7)


def four_planes(env, agent):
    """What connect four shows: own pieces, then the other's."""
    own = env.possible_agents.index(agent) + 1
    return np.stack([board(env) == own, board(env) == 3 - own], axis=2).astype(np.int8)


def four_mover(env):
    return env.possible_agents[np.count_nonzero(board(env)) % 2]


def four_payoffs(env):
    """+1 for the owner of a line of four, -1 for the other."""
    cells = board(env)
    for p in (1, 2):
        for r, c in np.argwhere(cells == p):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(r + k * dr, c + k * dc) for k in range(4)]
                if all(0 <= i < 6 and 0 <= j < 7 and cells[i, j] == p for i, j in line):
                    return {f"player_{p - 1}": 1, f"player_{2 - p}": -1}
    return {"player_0": 0, "player_1": 0}


FOUR = {"expect_agent": four_mover, "expect_observation": four_planes, "expect_payoffs": four_payoffs}


def test_sound_environments_pass():
    for make in (Aztlan, lambda render_mode=None: aztlan_v0.env(2, {"offerings": "square"}, render_mode=render_mode)):
        report = check_aec(make)
        assert report.passed == set(CHECKS) - {"observation_expected"}


@pytest.mark.parametrize("name", MUTANTS)
def test_seeded_defect_is_found(name):
    mutant, checks = MUTANTS[name]
    oracles = FOUR if issubclass(mutant, connect_four.raw_env) else {}
    report = check_aec(mutant, games=2, skip=set(CHECKS) - set(checks), raise_error=False, **oracles)
    # Some masks are so wrong that no game can be played by them, which is reported besides.
    assert set(checks) <= report.failed <= {*checks, "play"}, str(report)


@pytest.mark.parametrize(
    ("name", "check", "told"),
    [
        ("Leak", "visibility", "['deck']: elements [0] differ"),
        ("Leak", "resample_invisible", "['observation']['deck']: elements [0] differ"),
        ("LeakInPublicField", "resample_invisible", "['observation']['removed']: elements [0] differ"),
        ("ResamplePeeks", "resample_blind", "state['"),
    ],
)
def test_leaks_are_told_by_the_name_of_the_field(name, check, told):
    report = check_aec(MUTANTS[name][0], games=1, skip=set(CHECKS) - {check}, raise_error=False)
    assert report.failed == {check}
    assert all(told in failure.message for failure in report.failures), str(report)


def test_every_check_has_a_seeded_defect():
    assert {check for _, checks in MUTANTS.values() for check in checks} == set(CHECKS)


def test_error_lists_all_failures_with_hints():
    mutant, checks = MUTANTS["LoserUnpunished"]
    with pytest.raises(ConformanceError) as caught:
        check_aec(mutant, games=1, skip=set(CHECKS) - set(checks))
    for check in checks:
        assert f"{check}: " in str(caught.value)
        assert CHECKS[check] in str(caught.value)
    assert caught.value.report.failed == set(checks)


def test_unknown_check_cannot_be_skipped():
    with pytest.raises(ValueError, match=r"no_such_check.*egocentric"):
        check_aec(Aztlan, skip=["no_such_check"])


def test_an_environment_of_another_author():
    """The kit is generic; what it finds in PettingZoo's connect four is true."""
    report = check_aec(connect_four.raw_env, skip=["seeds_differ"], raise_error=False, **FOUR)
    # Column -1 passes the check of the top row and loses the turn; the mask stays open after the end; copies are new,
    # empty environments (EzPickle).
    assert report.failed == {"action_range", "mask_waiting", "deepcopy", "pickle"}, str(report)
    assert {"mask_exact", "observation_expected", "agent_order", "egocentric", "reward_payoff"} <= report.passed
