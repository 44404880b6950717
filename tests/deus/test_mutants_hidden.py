"""Redrawn worlds with face-down buildings: every card is somewhere once, and what is seen stays."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.deus import components as c

from .position import B3, HOUSE, SHIP, A, Deus, M


@pytest.mark.rule("DE-11.3")
def test_face_down_cards_of_others_are_drawn_anew_where_they_lie():
    """A's lies at the bottom of a column, M's in the middle; B3 has none."""
    table = Deus(3, 5, {"wild_building": True}, {})
    table.columns(A, [2, 1, 0, 0, 0]).columns(M, [0, 0, 0, 3, 0]).columns(B3, [0, 2, 0, 0, 0])
    s = table.s
    for p, kind, place in ((A, SHIP, 0), (M, HOUSE, 1)):
        s.facedown_kind[p], s.facedown_pos[p], s.wild_used[p] = kind, place, 1
    places = {A: (SHIP, 0), M: (HOUSE, 1)}
    for seat in (A, M, B3):
        drawn: dict[int, set[int]] = {p: set() for p in places}
        for seed in range(12):
            twin = table.copy()
            table.game.loops.redraw(twin.states, 0, seat, np.uint64(seed))
            t = twin.s
            cards = [*t.hand[t.hand >= 0], *t.deck[t.deck >= 0], *t.discard[t.discard >= 0]]
            for p in range(3):
                cards += [card for kind in range(6) for card in t.column[p, kind, : t.height[p, kind]]]
            assert sorted(cards) == list(range(c.CARDS))
            same = t.column == s.column
            for p, place in places.items():
                drawn[p].add(int(t.column[p][place]))
                same[p][place] = True
            assert same.all()
        assert {p: len(found) > 1 for p, found in drawn.items()} == {p: p != seat for p in places}


@pytest.mark.rule("DE-11.1")
def test_who_is_choosing_pieces_goes_on_in_its_own_world_and_starts_again_in_those_of_others():
    table = Deus(3, 2, {"start_pieces": 6})
    chooser = int(table.s.seat)
    table.do("kind", 2).do("kind", 3)
    for seat in range(3):
        twin = table.copy()
        table.game.loops.redraw(twin.states, 0, seat, np.uint64(1))
        own = seat == chooser
        assert twin.s.left == (4 if own else 6)
        assert twin.s.ready[chooser].tolist() == ([0, 0, 1, 1, 0] if own else [0] * 5)
        assert twin.s.reserve[chooser].tolist() == ([5, 5, 4, 4, 5] if own else [5] * 5)
