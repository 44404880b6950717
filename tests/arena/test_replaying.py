"""Replays tell a viewer what that viewer learned during the game, and no more."""

import dataclasses
import re

import numpy as np
import pytest

from meeplezoo.agents import GreedyAgent, RandomAgent, play_game
from meeplezoo.arena.replaying import ReplayView
from meeplezoo.envs import GAMES, ConfigError, DataError
from meeplezoo.envs.engine import Replay

GAME = GAMES["aztlan"]


@pytest.fixture(scope="module")
def record():
    return play_game(GAME, [RandomAgent(), GreedyAgent(), RandomAgent()], 3, seed=5)


def shown(view):
    texts = []
    for step in range(len(view.stops)):
        view.go(step)
        texts.append(view.text())
    return texts


def test_a_seat_is_told_its_own_secret_choices_only(record):
    for seat in range(3):
        told = "\n".join(shown(ReplayView(GAME, record, seat)))
        assert {int(s) for s in re.findall(r"next: seat (\d) \([^)]*\): choose power", told)} == {seat}
    assert not re.search(r"next: .*choose power", "\n".join(shown(ReplayView(GAME, record))))


def test_silent_choices_of_others_leave_no_step(record):
    silent = 0
    replay = Replay(GAME, record)
    while replay.position < len(record.actions):
        kind = GAME.actions.range_of(record.actions[replay.position])
        silent += kind.known(int(replay.state.node)) == "nothing"
        replay.forward()
    assert len(ReplayView(GAME, record).stops) == len(record.actions) + 1 - silent
    assert len(ReplayView(GAME, record, reveal=True).stops) == len(record.actions) + 1
    assert "choose power" in "\n".join(shown(ReplayView(GAME, record, reveal=True)))


@pytest.mark.parametrize("name", ["aztlan", "deus"])
def test_what_a_seat_is_told_does_not_depend_on_what_it_does_not_know(name):
    """Choices that differ only in what is secret are told alike; their kind never gives the index away."""
    game = GAMES[name]
    record = play_game(game, [RandomAgent()] * 2, 2, seed=3)
    replay = Replay(game, record)
    for action in record.actions:
        state, seat = replay.state, int(replay.state.seat)
        kind = game.actions.range_of(action)
        told = game.actions.tell(action, state, 1 - seat)
        assert game.actions.tell(action, state, None) == told
        assert game.actions.tell(action, state, seat) == game.actions.describe(action, state)
        if kind.known(int(state.node)) != "all":
            others = {game.actions.tell(other, state, 1 - seat) for other in range(kind.offset, kind.end)}
            assert others == {told}
        replay.forward()


def test_records_of_other_components_are_refused_before_the_first_picture(record):
    other = dataclasses.replace(record, components="0" * 16)
    with pytest.raises(DataError, match=r"other components of Aztlán.*--anyway"):
        ReplayView(GAME, other)
    assert "next: " in ReplayView(GAME, other, anyway=True).text()
    assert ReplayView(GAME, dataclasses.replace(record, components="")).stops


def test_records_of_other_rules_are_refused_before_the_first_picture(record):
    other = dataclasses.replace(record, digest="0" * 64)
    with pytest.raises(DataError, match=r"other rules or components.*--anyway"):
        ReplayView(GAME, other)
    assert "next: " in ReplayView(GAME, other, anyway=True).text()


def test_seats_and_steps_are_checked(record):
    for seat in (3, -1, np.int64(7)):
        with pytest.raises(ConfigError, match="allowed: 0, 1, 2"):
            ReplayView(GAME, record, seat)
    view = ReplayView(GAME, record, np.int64(1))
    with pytest.raises(IndexError, match=f"positions 0 to {len(view.stops) - 1}"):
        view.go(len(view.stops))
    view.go(-1)
    assert "the game is over" in view.text()


def test_a_stopped_game_tells_no_scores():
    record = play_game(GAMES["deus"], [RandomAgent()] * 2, 2, seed=3)
    half = record.actions[: len(record.actions) // 2]
    replay = Replay(GAMES["deus"], dataclasses.replace(record, actions=half))
    replay.seek(-1)
    stopped = dataclasses.replace(record, actions=half, payoffs=[], scores=[901, 902])
    view = ReplayView(GAMES["deus"], stopped, 0, anyway=True)
    view.go(-1)
    assert "stopped" in view.text()
    assert "901" not in view.text()
    assert "902" not in view.text()
