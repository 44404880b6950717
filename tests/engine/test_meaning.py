"""A picture module of ``draw`` and ``text`` alone is enough to play on."""

import pytest

from meeplezoo.envs import GAMES
from meeplezoo.envs.engine.pictures.board import board_of, button_group, story, wording
from tests.toy import STAKE_OF
from tests.toy import game as toy


@pytest.fixture
def before():
    states = toy.start(0, 2)
    toy.apply(states[0], 1)
    return states[0]


def test_a_plain_picture_is_a_board_without_places(before):
    board = board_of(toy, before, int(before["seat"]))
    assert board.svg.startswith("<svg")
    assert (board.places, board.tips) == ({}, {})


def test_a_move_is_told_without_news(before):
    after, seat = before.copy(), int(before["seat"])
    toy.apply(after, STAKE_OF + 1)
    assert story(toy, before, after, seat, seat, STAKE_OF + 1) == ["You: stake 2."]
    assert wording(toy, before, seat, STAKE_OF + 1) == "stake 2"


def test_a_heading_is_the_name_unless_the_game_says_otherwise():
    assert button_group(toy, STAKE_OF) == "Stake"
    deus = GAMES["deus"]
    action = next(r.offset for r in deus.actions)
    assert button_group(deus, action) == deus.pictures().HEADINGS[next(iter(deus.actions)).name]
