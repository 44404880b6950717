"""The SVG table and the text view: all that a person needs to plan a turn.

``python -m tests.nations_dice.test_picture`` writes the golden text anew.
"""

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice import game
from meeplezoo.envs.nations_dice.picture.drawing import DICE, RIM

from ..support import random_positions
from .position import (
    B_BOOK2,
    O_GOLD2,
    R_STRENGTH3,
    W_FOOD1,
    W_GOLD1,
    hold,
    lay,
    own,
    own_building,
    set_age,
    space,
    start,
)

SNAPSHOT = Path(__file__).with_name("table.txt")
SVG = "{http://www.w3.org/2000/svg}"


def drawn(table, viewer=None):
    return ET.fromstring(game.draw(table.s, viewer))


def labels(table, viewer=None):
    """All words of the picture."""
    return ["".join(e.itertext()) for e in drawn(table, viewer).iter(f"{SVG}text")]


def rects(table, fill):
    return [e for e in drawn(table).iter(f"{SVG}rect") if e.get("fill") == fill]


def snapshot():
    """The text view of a few positions of fixed games."""
    parts = []
    for players, decisions, viewer in ((4, 60, 2), (2, 25, None), (1, 18, 0), (3, 2192, 1)):
        states = game.start(11, players)
        game.loops.playout(states, 0, decisions, game.new_mask())
        parts.append(game.text(states[0], viewer))
    return "\n".join(parts)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_picture_is_well_formed_and_does_not_depend_on_chance_to_come(players):
    rng = np.random.default_rng(players)
    for table, _ in random_positions(game, players, seed=20 + players):
        if rng.random() < 0.9 and not table.s.over:
            continue
        other = table.copy()
        other.s.rng = 12345
        for viewer in [*range(players), None]:
            svg, text = game.draw(table.s, viewer), game.text(table.s, viewer)
            root = ET.fromstring(svg)
            assert root.tag == f"{SVG}svg"
            width, height = float(root.get("width")), float(root.get("height"))
            for e in root.findall(f"{SVG}rect"):  # those not moved by a group
                assert float(e.get("x")) >= 0
                assert float(e.get("x")) + float(e.get("width")) <= width
                assert float(e.get("y")) >= 0
                assert float(e.get("y")) + float(e.get("height")) <= height
            assert game.draw(other.s, viewer) == svg
            assert game.text(other.s, viewer) == text


def test_progress_board_shows_every_tile_with_price_gain_and_points():
    table = start(4)
    s = table.s
    lay(s, {(3, 1): "Hammurabi", (2, 4): "Irrigation", (1, 2): "Nubia", (1, 3): "Library of Alexandria"})
    seen = labels(table)
    assert {"Hammurabi", "Irrigation", "Nubia", "Library of Alexandria", "1×", "2×", "3×", "build for"} <= set(seen)
    assert {"1", "2", "3", "4"} <= set(seen)
    text = game.text(s, None)
    assert "row 3 column 1: 3 gold      Hammurabi (advisor: 1 re-roll chit, 1 VP)" in text
    assert "row 1 column 2: 1 strength  Nubia (colony: 1 gold chit, 1 VP)" in text
    assert "Library of Alexandria (wonder: 2 stone to build, 1 book chit, 1 VP)" in text
    assert "row 2 column 4: 2 gold      Irrigation (building: 1 orange die, 0 VP)" in text
    assert "column 4" not in game.text(start(3).s, None)


def test_dice_by_colour_and_face_used_and_unused():
    table = start(2)
    s = table.s
    own_building(s, 0, 0, "Irrigation")
    own_building(s, 0, 1, "Phalanx")
    own_building(s, 1, 0, "Academy")
    hold(s, 0, (W_GOLD1, O_GOLD2), gold=1)
    hold(s, 1, (B_BOOK2,), reroll=1)
    orange, red = len(rects(table, DICE[c.ORANGE])), len(rects(table, DICE[c.RED]))
    s.unused[0, R_STRENGTH3] += 1
    assert len(rects(table, DICE[c.RED])) == red + 1
    s.used[0, c.ORANGE] += 2
    assert len(rects(table, DICE[c.ORANGE])) == orange + 2
    text = game.text(s, None)
    assert "unused: W-gold1, O-gold2, R-strength3; chits: 1 gold" in text
    assert "unused: B-book2; chits: 1 re-roll" in text
    assert "used: 2 white, 2 orange, 1 red; chits: 1 re-roll" in text


def test_dice_not_yet_rolled_are_blank():
    table = start(2)
    assert labels(table).count("dice to be rolled") == 1
    assert "to be rolled: 5 white" in game.text(table.s, None)


def test_boards_tracks_event_and_order():
    table = start(3)
    s = table.s
    set_age(s, 3)
    own_building(s, 1, 2, "Guild Hall")
    own(s, 1, "Sun Tzu", "advisor")
    own(s, 1, "Taj Mahal", "wonder_uc")
    own(s, 1, "Sicily")
    own(s, 1, "Hanging Gardens")
    s.score[:3], s.books[:3] = [3, 17, 9], [4, 22, 6]
    s.passed[2] = 1
    seen = labels(table, 1)
    assert {"Guild", "Hall", "Sun Tzu", "Taj Mahal", "Sicily", "Hanging Gardens", "Thirty Years"} <= set(seen)
    assert "seat 1 · Greece · you" in seen
    assert "seat 2 · Egypt · passed" in seen
    assert "17 + tiles 4 = 21 points · 22 books" in seen
    assert {"acts", "waits", "passed", "famine", "war"} <= set(seen)
    assert not any("you" in words for words in labels(table, None))
    assert "beside: Hanging Gardens 3, Sicily 1" in game.text(s, None)


def test_payment_exchange_and_reroll_are_shown():
    table = start(2)
    s = table.s
    lay(s, {(3, 1): "Hammurabi"})
    hold(s, 0, (W_GOLD1, W_FOOD1, W_FOOD1, B_BOOK2, B_BOOK2), reroll=1, gold=1)
    twin = table.copy()
    table.do("buy", space(3, 1))
    assert any(words.endswith("pays 3 more gold for Hammurabi") for words in labels(table))
    thick = [e for e in rects(table, "#f6e39a") if e.get("stroke-width") == "4"]
    assert len(thick) == 1, "the tile being paid for is framed"
    table.do("exchange_die", W_FOOD1)
    assert any(words.endswith("exchanging the white die with 1 food") for words in labels(table))
    before = game.draw(twin.s, None).count('stroke="#7e3f9d"')
    twin.do("reroll").do("mark_die", W_FOOD1)
    assert game.draw(twin.s, None).count('stroke="#7e3f9d"') >= before
    ring = [e for e in drawn(twin).iter(f"{SVG}rect") if e.get("stroke") == "#7e3f9d" and e.get("stroke-width") == "3"]
    assert len(ring) == 1, "the marked die is ringed"
    assert "[W-food1 ×1 marked]" in game.text(twin.s, None)


def test_solo_shows_the_opponent_and_the_hall_of_fame():
    table = start(1)
    s = table.s
    s.opp_books, s.score[0] = 13, 26
    seen = labels(table, 0)
    assert "opponent: 13 books (×)" in seen
    assert {"Trajan", "Dan Quayle", "no rank"} <= set(seen)
    assert "26 points so far" in seen
    assert "Hall of Fame with 26 points: Victoria" in game.text(s, 0)
    assert "Trajan" not in labels(start(2))


def test_tile_types_have_their_colours():
    table = start(2)
    lay(table.s, {(1, 1): "Hammurabi"})
    assert sum(e.get("stroke") == RIM[c.ADVISOR] for e in drawn(table).iter(f"{SVG}rect")) == 2  # tile and legend


def test_golden_text():
    assert snapshot() == SNAPSHOT.read_text(encoding="utf-8")


if __name__ == "__main__":
    SNAPSHOT.write_text(snapshot(), encoding="utf-8")
