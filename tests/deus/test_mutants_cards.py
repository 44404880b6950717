"""Drawing: what the piles give, and when."""

from __future__ import annotations

import pytest

from meeplezoo.envs.deus.components import REFILL
from meeplezoo.envs.deus.state import MAIN

from .position import A, Deus, M


@pytest.mark.rule("DE-9.2", "DE-9.3")
@pytest.mark.parametrize(("deck", "discard", "drawn"), [(0, 6, 2), (1, 0, 1), (0, 1, 1), (3, 0, 2), (1, 4, 2)])
def test_cards_are_drawn_from_either_pile(deck, discard, drawn):
    """With an empty draw pile the discard pile is shuffled as soon as a card must be drawn."""
    table = Deus().hand(A, "Library", "School").set_deck(deck, discard).use("Library")
    assert table.is_legal("accept")
    table.do("accept")
    s = table.s
    assert s.hand_len[A] == 1 + drawn
    assert s.deck_len + s.discard_len == deck + discard - drawn
    assert s.deck_len > 0 or s.discard_len == 0


@pytest.mark.rule("DE-9.3")
def test_nothing_is_drawn_from_two_empty_piles():
    table = Deus().hand(A, "Library", "School").set_deck(0, 0).use("Library")
    assert not table.is_legal("accept")
    assert table.s.hand_len[A] == 1


@pytest.mark.rule("DE-9.4")
def test_an_empty_hand_is_tried_again_at_the_start_of_the_turn():
    """M could not draw at the end of the last turn; now there are cards again."""
    table = Deus().hand(A, "School", "Library").hand(M).set_deck(40, 0).turn_of(A)
    table.do("discard", 0)
    while table.s.node != MAIN:
        table.play(table.legal()[-1])
    assert table.s.seat == M and table.s.round_no == 1
    assert table.s.hand_len[M] == REFILL
