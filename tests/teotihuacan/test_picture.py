"""The picture and the text view."""

from xml.etree import ElementTree

import numpy as np
import pytest

from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.components import DATA, GOD_NAMES, PYRAMID_NAMES, SPACE_NAMES, TEMPLE_NAMES
from meeplezoo.envs.teotihuacan.picture.cards import condition_text, event_text, reward_text
from meeplezoo.envs.teotihuacan.picture.position import targets
from meeplezoo.envs.teotihuacan.state import SOURCES
from tests.support import Table, random_positions

from .position import full, move, position

SVG = "{http://www.w3.org/2000/svg}"


def words(svg):
    """All texts of a picture and the titles of its parts; fails if it is no well-formed XML."""
    return [e.text for e in ElementTree.fromstring(svg).iter() if e.tag in (f"{SVG}text", f"{SVG}title")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_picture_is_well_formed_and_within_its_frame(players):
    for k, (table, _) in enumerate(random_positions(game, players, 81)):
        if k % 20 == 0 or table.s.over:
            svg = game.draw(table.s, None if k % 40 else players - 1)
            root = ElementTree.fromstring(svg)
            width, height = float(root.get("width")), float(root.get("height"))
            for element in root.iter(f"{SVG}rect"):
                assert float(element.get("x")) + float(element.get("width")) <= width
                assert float(element.get("y")) + float(element.get("height")) <= height
            assert game.text(table.s, 0)


def test_the_picture_shows_what_the_issue_asks_for():
    table = position(
        {0: [(3, 2), (4, 1)], 1: [(3, 4)]},
        cocoa=7,
        stone=5,
        wood=5,
        gods=["G02", "G09"],
        markers={0: [2, 0, 0]},
        event_name="E07",
        levels=[full(3, 1)],
        owned={"G05": 1},
    )
    move(table, 0, 3)
    svg = game.draw(table.s, 1)
    shown = words(svg)
    for name in (
        *SPACE_NAMES,
        "Chalchiuhtlicue",
        "Xiuhtecuhtli",
        "Drought",
        "Cocoa Farm yields -1",
        "Tiles on display",
    ):
        assert name in shown, name
    for name in ("Sun", "Moon", "Death", "Feathered Serpent", "sum 4", "Seat 1 (you)", "Mictlantecuhtli 4"):
        assert name in shown, name
    assert "Round 1 of 3 · 36 turns left" in shown
    assert {"Seat 0 to decide", "build, 2 operations left"} <= set(shown)
    text = game.text(table.s, 1)
    for name in (*SPACE_NAMES, *TEMPLE_NAMES, *PYRAMID_NAMES, "Drought", "Chalchiuhtlicue", "Seat 1 (you)"):
        assert name in text, name


def test_the_picture_marks_reachable_spaces_and_the_moved_worker():
    table = position([(10, 1), (3, 2)], players=2, neutral=(5, 1))
    assert targets(table.s) == {11, 0, 4, 5, 6, 7, 8}
    assert game.draw(table.s).count('stroke="#e8a317" stroke-width="4"') == 7
    move(table, 0, 2)
    assert targets(table.s) == set()
    assert game.draw(table.s).count('stroke-width="2.6"') == 1
    assert "0:1*" in game.text(table.s)


def test_cards_whose_condition_holds_are_lit():
    table = position([(0, 2), (3, 2)], gods=["G02", "G12"])
    assert game.draw(table.s).count('stroke="#e8a317" stroke-width="3"') == 1
    assert " *0 Chalchiuhtlicue" in game.text(table.s)
    assert "  1 Huitzilopochtli" in game.text(table.s)


def test_points_by_source_stand_at_the_end():
    *_, (table, _) = random_positions(game, 3, 91)
    shown = words(game.draw(table.s))
    assert set(SOURCES) <= set(shown)
    assert "Game over" in shown
    assert "points by source" in game.text(table.s)


def test_the_picture_does_not_depend_on_what_is_hidden():
    rng = np.random.default_rng(5)
    table = Table(game, 4, 15)
    for k in range(120):
        if k % 15 == 0:
            twin = table.copy()
            game.loops.redraw(twin.states, 0, 2, np.uint64(k))
            assert twin.states.tobytes() != table.states.tobytes()
            assert game.draw(twin.s, 2) == game.draw(table.s, 2)
            assert game.text(twin.s, 2) == game.text(table.s, 2)
        table.play(int(rng.choice(table.legal())))


def test_a_crowded_board_fits():
    table = position({seat: [(0, 1), (0, 2), (0, 3), (0, 4)] for seat in range(4)}, players=4)
    table.s.god_owner[:15] = 2
    table.s.resources[:4] = 99
    table.s.score[:4] = 199
    table.s.statues[:4] = 8
    shown = words(game.draw(table.s))
    assert shown.count("statues 8 of 8") == 4
    assert "15 god cards, numbers 56" in shown


def test_every_card_has_words():
    for card in range(len(GOD_NAMES)):
        assert condition_text(card) and reward_text(card)
    assert all(event_text(card) for card in range(len(DATA["event_card"])))
    assert (condition_text(9), reward_text(9)) == ("1 step on every track", "a free step")


def test_actions_are_described_with_and_without_a_position():
    for action in range(game.n_actions):
        assert game.actions.describe(action)
    for table, mask in random_positions(game, 2, 101):
        for action in np.flatnonzero(mask):
            assert game.actions.describe(int(action), table.s)
    table = position([(2, 3)], players=2)
    assert game.actions.describe(A.move + 2, table.s) == "move worker 1 (power 3) from Forest 3 spaces to Market"
    assert game.actions.describe(A.exchange) == "exchange 3 cocoa for 1 stone"
