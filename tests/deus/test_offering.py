"""Offerings, gods and the piles (DE-7, DE-9)."""

from __future__ import annotations

import pytest

from meeplezoo.envs.deus.components import KIND
from meeplezoo.envs.deus.state import DISCARD_MORE, GOD, MAIN, TAKE_PIECE, TAKE_RESOURCE

from .position import ARMY, FARM, HOUSE, SCHOOL, SHIP, STONE, WHEAT, A, Deus, M, card

FIVE = ("Estate", "School", "Market Square", "Spearmen", "Temple of Zeus")


def some(kind: int, n: int) -> list[int]:
    """The first cards of a kind."""
    return [i for i in range(96) if KIND[i] == kind][:n]


@pytest.mark.rule("DE:G8", "DE-7.3", "DE-7.4", "DE-7.2")
def test_zeus_lends_the_power_of_another_god():
    table = Deus().hand(A, *FIVE).offer("Temple of Zeus", "Estate", "School")
    assert table.s.node == GOD
    assert table.legal_in("kind") == [0, 1, 2, 3, 4]
    table.do("kind", FARM)
    for left in (3, 2, 1):
        assert table.s.node == TAKE_RESOURCE
        assert table.s.left == left
        table.do("resource", WHEAT)
    assert table.s.resources[A].tolist() == [1, 1, 1, 4]
    assert table.s.ready[A].tolist() == [2, 3, 2, 2, 2]
    assert table.s.reserve[A].tolist() == [3, 2, 3, 3, 3]
    assert table.s.hand_len[A] == 5
    assert table.s.seat == M
    assert table.s.node == MAIN  # no second god


@pytest.mark.rule("DE-7.1")
def test_top_card_first_the_others_under_it_in_ascending_order():
    table = Deus().hand(A, *FIVE)
    assert table.legal_in("discard") == [0, 1, 2, 3, 4]
    table.do("discard", 2)  # Market Square
    assert table.s.node == DISCARD_MORE
    assert table.legal_in("discard") == [0, 1, 2, 3]
    assert table.is_legal("done")
    assert table.observe(M, "own")["discard_top"][45] == 1  # the others see it at once
    table.do("discard", 1)  # School
    assert table.legal_in("discard") == [1, 2]
    table.do("discard", 2)
    names = table.s.discard[: table.s.discard_len].tolist()
    assert names == [card("School"), card("Temple of Zeus"), card("Market Square")]
    assert table.s.seat == M  # nothing was left to ask


@pytest.mark.rule("DE-7.1")
def test_the_last_card_may_go_too():
    table = Deus().hand(A, "School").do("discard", 0)
    assert table.s.seat == M
    assert table.s.discard_len == 1
    assert table.s.ready[A, SCHOOL] == 3


@pytest.mark.rule("DE:G9", "DE-7.4", "DE-9.1")
@pytest.mark.parametrize(("held", "n", "after"), [(6, 2, 7), (10, 1, 10), (10, 4, 10), (8, 1, 8)])
def test_athena_draws_extra_cards(held, n, after):
    cards = some(SCHOOL, held)
    table = Deus().hand(A, *cards).offer(*cards[:n])
    assert table.s.hand_len[A] == after
    assert table.s.ready[A].tolist() == [2, 2, 3, 2, 2]


@pytest.mark.rule("DE-7.4")
@pytest.mark.parametrize(("held", "n", "after"), [(5, 3, 5), (8, 1, 7), (3, 1, 5), (10, 10, 5)])
def test_hands_are_refilled_to_five(held, n, after):
    cards = some(HOUSE, held)
    assert Deus().hand(A, *cards).offer(*cards[:n]).s.hand_len[A] == after


@pytest.mark.rule("DE:G10", "DE-7.3")
@pytest.mark.parametrize(("n", "vp"), [(1, 1), (2, 2), (4, 2)])
def test_hestia(n, vp):
    cards = some(HOUSE, 5)
    table = Deus().hand(A, *cards).offer(*cards[:n])
    assert table.vp(A) == 5 + vp
    assert table.s.ready[A, HOUSE] == 3
    empty = Deus().hand(A, *cards)
    empty.s.reserve[A, HOUSE] = 0
    empty.offer(*cards[:n])
    assert empty.vp(A) == 5 + vp
    assert empty.s.ready[A, HOUSE] == 2
    assert empty.s.reserve[A, HOUSE] == 0


@pytest.mark.rule("DE:G10", "DE-7.3")
def test_poseidon():
    cards = some(SHIP, 5)
    table = Deus().hand(A, *cards).offer(*cards[:4])
    assert table.gold(A) == 13
    assert table.s.ready[A].tolist() == [3, 2, 2, 2, 2]


@pytest.mark.rule("DE:G11", "DE-7.3")
def test_ares_and_the_forced_set():
    cards = some(ARMY, 5)
    table = Deus().hand(A, *cards)
    table.s.reserve[A] = [0, 0, 1, 1, 0]
    three = table.copy().offer(*cards[:3])
    assert three.s.ready[A].tolist() == [2, 2, 3, 3, 2]
    assert three.s.seat == M
    one = table.offer(cards[0])
    assert one.s.node == TAKE_PIECE
    assert one.legal_in("kind") == [SCHOOL, HOUSE]
    one.do("kind", HOUSE)
    assert one.s.ready[A].tolist() == [2, 2, 2, 3, 2]
    assert one.s.seat == M


@pytest.mark.rule("DE-7.3")
def test_ares_gives_pieces_of_choice_only():
    cards = some(ARMY, 5)
    table = Deus().hand(A, *cards).offer(*cards[:2]).do("kind", SHIP).do("kind", SHIP)
    assert table.s.ready[A].tolist() == [4, 2, 2, 2, 2]
    assert table.s.seat == M


@pytest.mark.rule("DE:G12", "DE-2.5", "DE-7.3")
def test_demeter_takes_what_is_left():
    cards = some(FARM, 5)
    table = Deus().hand(A, *cards)
    table.s.supply[:] = [0, 1, 0, 0]
    table.offer(*cards[:3])
    assert table.s.resources[A].tolist() == [1, 2, 1, 1]
    assert table.s.supply.tolist() == [0] * 4
    assert table.s.ready[A, FARM] == 3
    assert table.s.seat == M


@pytest.mark.rule("DE-7.3")
def test_demeter_offers_what_the_supply_has():
    cards = some(FARM, 5)
    table = Deus().hand(A, *cards)
    table.s.supply[:] = [2, 1, 0, 0]
    table.offer(cards[0])
    assert table.legal_in("resource") == [0, STONE]


# --- the piles --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE:G30", "DE-9.2", "DE-9.3")
def test_the_discard_pile_becomes_the_draw_pile_at_once():
    table = Deus().put(A, {3: [FARM]}).hand(A, "Library", "School").set_deck(1, 7)
    only = int(table.s.deck[0])
    old = set(table.s.discard[:7].tolist())
    table.build_at("Library", 3).do("accept")
    held = set(table.s.hand[A, :3].tolist())
    assert only in held
    assert len(held & old) == 1
    assert table.s.deck_len == 6
    assert table.s.discard_len == 0
    assert set(table.s.deck[:6].tolist()) == old - held


@pytest.mark.rule("DE-9.2", "DE-9.3")
def test_an_exhausted_pile_is_shuffled_when_its_last_card_goes():
    table = Deus().put(A, {3: [FARM]}).hand(A, "Library", "School").set_deck(2, 3).build_at("Library", 3).do("accept")
    assert table.s.deck_len == 3
    assert table.s.discard_len == 0
    none = Deus().put(A, {3: [FARM]}).hand(A, "Library", "School").set_deck(1, 0).build_at("Library", 3).do("accept")
    assert none.s.hand_len[A] == 2
    assert none.s.deck_len == 0  # both piles are empty: one card only


@pytest.mark.rule("DE-9.2")
def test_after_an_empty_reshuffle_the_next_draw_finds_the_new_discards():
    """The draw pile runs out with nothing to shuffle; cards discarded later are shuffled when one must be drawn."""
    table = Deus().put(A, {3: [FARM]}).hand(A, *FIVE).set_deck(0, 0)
    table.offer("Market Square", "School")
    assert table.s.hand_len[A] == 5
    assert table.s.deck_len == table.s.discard_len == 0


@pytest.mark.rule("DE:G25", "DE-9.4", "DE-8.6")
def test_an_empty_hand_is_refilled():
    table = Deus().put(A, {3: [FARM]}).hand(A, "Library")
    accepted = table.copy().build_at("Library", 3).do("accept")
    assert accepted.s.hand_len[A] == 2
    declined = table.build_at("Library", 3).do("done")
    assert declined.s.hand_len[A] == 5


@pytest.mark.rule("DE-9.4", "DE-4.1")
def test_a_player_without_cards_is_passed_over():
    """Both piles are empty when A plays the last card; next turn A tries again and is passed."""
    table = Deus().put(A, {3: [FARM]}).hand(A, "Market Square").hand(M, "School", "Estate").set_deck(0, 0)
    table.build_at("Market Square", 3)
    assert table.s.hand_len[A] == 0
    assert table.s.seat == M
    table.build_at("Estate", 27)
    assert table.s.round_no == 2
    assert table.s.seat == M
    assert table.s.seats_done == 1  # A's turn was passed
    # M's offering fills the pile again, but M refills from it; A gets what M leaves.
    table.s.discard[:3] = [60, 61, 62]
    table.s.discard_len = 3
    table.offer("School")
    assert table.s.seat == A or table.s.hand_len[A] == 0
    assert table.s.hand_len[:2].sum() == 4


@pytest.mark.rule("DE-4.1")
def test_a_turn_is_one_action_and_never_a_pass():
    table = Deus().put(A, {3: [FARM]}).hand(A, "School")
    assert not table.is_legal("done")
    poor = table.copy().goods(A, [0, 0, 0, 0], 0)
    assert poor.legal() == [poor.game.actions["discard"][0]]
    assert poor.settle().s.seat == A  # asked all the same
    seats = []
    for _ in range(4):
        seats.append(int(table.s.seat))
        table.offer(int(table.s.hand[table.s.seat, 0]))
        while table.s.node != MAIN:
            table.play(table.legal()[0])
    assert seats == [0, 1, 0, 1]
    assert table.s.round_no == 3


@pytest.mark.rule("DE-9.5")
def test_cards_in_columns_stay():
    table = Deus().put(A, {3: [FARM]}).column(A, HOUSE, "Baths", "Forum").hand(A, "Market Square", "School")
    table.build_at("Market Square", 3)
    assert [int(i) for i in table.s.column[A, HOUSE, :3]] == [card("Baths"), card("Forum"), card("Market Square")]
    assert table.s.discard_len == 0
