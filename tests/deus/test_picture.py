"""The picture and the text view: what they show, and that they show no secrets."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from meeplezoo.envs.deus import game
from meeplezoo.envs.deus.components import CARD_NAMES
from meeplezoo.envs.deus.picture.cards import short_text
from meeplezoo.envs.deus.state import PLACE

from ..support import Table
from .position import ARMY, FARM, HOUSE, SCHOOL, SHIP, TEMPLE, A, Deus, M


def svg_text(svg: str) -> list[str]:
    """All text in an SVG, which must be well-formed."""
    root = ElementTree.fromstring(svg)
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def shown(table: Deus, viewer: int | None) -> list[str]:
    return svg_text(game.draw(table.states[0], viewer))


def middle() -> Deus:
    """Cards, pieces, temple, a village attacked, goods."""
    table = Deus().put(A, {3: [FARM, HOUSE, TEMPLE], 2: [SHIP]}).put(M, {25: [ARMY, SCHOOL]})
    table.column(A, HOUSE, "Palace").column(M, SCHOOL, "Library", "School of Rhetoric").hand(A, "Estate", "Archive")
    table.s.village_attacked[0] = 1
    table.s.discard[0], table.s.discarder[0], table.s.discard_len = 93, M, 1
    return table.goods(A, [2, 0, 1, 3], 17, 23).goods(M, vp=31)


def test_the_picture_shows_what_is_public():
    words = shown(middle(), A)
    for content in (
        "Palace",
        "Library",
        "School of Rhetoric",
        "17 gold",
        "3 wheat",
        "23 VP",
        "? VP",
        "3 temples",
        "6 VP",
        "5 VP",
    ):
        assert content in words, content
    assert "Estate" in words
    assert "Archive" in words  # own hand
    assert any("Temple of Apollo" in word for word in words)  # top of the discard pile
    assert any("round 1" in word and "seat 0" in word for word in words)
    assert "31 VP" not in words
    assert [str(r) for r in range(28) if str(r) not in words] == []  # region numbers


def test_spectators_and_others_see_no_hand():
    table = middle()
    for viewer in (None, M):
        words = shown(table, viewer)
        assert "Archive" not in words
        assert "23 VP" not in words
        assert "Archive" not in game.text(table.states[0], viewer)
        assert "23 VP" not in game.text(table.states[0], viewer)
    assert "31 VP" in shown(table, M)


def test_legal_regions_are_marked_for_the_seat_to_decide_only():
    """Whether edge regions are legal tells if there are 3 VP."""
    table = Deus().put(A, {3: [FARM]}).hand(A, "School", "Estate").build("School")
    assert table.s.node == PLACE
    assert "stroke-dasharray" in game.draw(table.states[0], A)
    for viewer in (M, None):
        svg = game.draw(table.states[0], viewer)
        assert "stroke-dasharray" not in svg
        poor = table.copy().goods(A, vp=0)
        assert game.draw(poor.states[0], viewer) == svg


def test_playable_cards_and_the_card_in_use():
    table = Deus().put(A, {3: [FARM]}).hand(A, "School", "Palace").goods(A, [0, 0, 0, 0], 2)
    assert game.text(table.states[0], A).count("* ") == 1
    assert any("green dot" in word for word in shown(table, A))
    table.goods(A, [1, 0, 0, 0], 0).use("Ferry")
    assert "[Ferry]" in game.text(table.states[0], M)
    assert any("resource to give (Ferry)" in word for word in shown(table, M))


def test_a_face_down_card_shows_its_back():
    table = middle()
    table.s.facedown_kind[A], table.s.facedown_pos[A], table.s.wild_used[A] = HOUSE, 0, 1
    assert "Palace" not in shown(table, M)
    assert "face down" in shown(table, M)
    assert "Palace (face down)" in shown(table, A)


def test_secret_starting_pieces():
    table = Deus(2, 0, {"start_pieces": 8})
    first = int(table.s.seat)
    before = [game.draw(table.states[0], viewer) for viewer in (1 - first, None)]
    table.do("kind", 0)
    assert [game.draw(table.states[0], viewer) for viewer in (1 - first, None)] == before
    assert "1 ready · 4 left" in shown(table, first)
    assert "secret" in shown(table, first)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pictures_of_whole_games_are_well_formed_and_hide_secrets(players):
    """At many positions, for all viewers: redrawing what the viewer does not know changes nothing."""
    rng = np.random.default_rng(players)
    table = Table(game, players, players, {"start_pieces": 6, "wild_building": True, "layout": "alternative"})
    steps = 0
    while not table.s.over and steps < 400:
        if steps % 40 == 0:
            for viewer in range(players):
                svg, plain = game.draw(table.states[0], viewer), game.text(table.states[0], viewer)
                svg_text(svg)
                twin = table.copy()
                game.loops.redraw(twin.states, 0, viewer, np.uint64(steps))
                assert game.draw(twin.states[0], viewer) == svg and game.text(twin.states[0], viewer) == plain
        table.play(int(rng.choice(np.flatnonzero(table.mask()))))
        steps += 1


def test_short_texts_fit_a_column():
    for card, name in enumerate(CARD_NAMES):
        assert 0 < len(short_text(card)) <= 34, name
