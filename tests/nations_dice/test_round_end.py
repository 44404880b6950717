"""Books, famine, new player order and war (ND-10 to ND-12)."""

import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice.actions import A
from meeplezoo.envs.nations_dice.state import BOOKS, FAMINE

from .position import (
    B_BOOK2,
    B_BOOK3,
    O_FOOD2,
    O_FOOD3,
    O_GOLD3,
    R_FOOD2,
    R_STRENGTH2,
    R_STRENGTH3,
    W_BOOK1,
    W_FOOD1,
    W_GOLD1,
    W_STONE1,
    W_STRENGTH1,
    everybody_passes,
    hold,
    lay,
    own_building,
    set_age,
    set_event,
    start,
)


def round_end(*dice, event="Age of Strife", age=1, chits=None):
    """Everybody has passed; seat k holds ``dice[k]`` (and chits), nothing else is unused; no tile is for sale."""
    table = start(len(dice))
    s = table.s
    set_age(s, age)
    set_event(s, event)
    for p, own in enumerate(dice):
        hold(s, p, own, **(chits or {}).get(p, {}))
    table.settle()
    return everybody_passes(table, age)


def reverse_end(subject, event, chits=None):
    """Seat 1 holds ``subject`` and is done with the famine; seat 0 is asked about its own famine."""
    need = int(c.EVENT_FAMINE[c.EVENT_NAMES.index(event)])
    table = round_end((R_STRENGTH2,) * (2 * need), subject, event=event, chits={1: chits or {}})
    assert table.s.node == FAMINE
    assert table.s.seat == 0
    return table


@pytest.mark.rule("ND-10.2", "ND:G4")
@pytest.mark.parametrize(("books", "points"), [((9, 7, 5, 5), [3, 2, 0, 0]), ((9, 7, 6, 5), [3, 2, 1, 0])])
def test_points_for_books(books, points):
    table = start(4)
    s = table.s
    lay(s, {})
    s.books[:4] = books
    for p in range(4):
        hold(s, p)
    table.settle()
    assert s.age == 2
    assert s.score[:4].tolist() == points


@pytest.mark.rule("ND-10.2")
def test_two_points_for_books_with_two_players():
    table = round_end((), ())
    assert table.s.score[:2].tolist() == [0, 2], "1 book against 3"
    three = round_end((), (), ())
    assert three.s.score[:3].tolist() == [0, 1, 2]


@pytest.mark.rule("ND-10.1", "ND-10.3", "ND-10.4", "ND:G16")
def test_books_are_used_automatically_when_nothing_is_lost():
    table = round_end((W_FOOD1, B_BOOK2, B_BOOK3, W_BOOK1), (), event="Invasion", chits={0: {"book": 1}})
    s = table.s
    assert s.age == 2
    assert s.books[:2].tolist() == [1 + 6 + 1, 3]
    table = round_end((), (), chits={1: {"book": 2}})
    assert table.s.books[:2].tolist() == [1, 5], "book chits are always used"
    everybody_passes(table, 2)
    assert table.s.books[1] >= 5, "the marker is never reset"


@pytest.mark.rule("ND-10.1", "ND-1.1")
def test_books_used_in_reverse_order_become_used():
    held = (B_BOOK3, W_BOOK1, W_GOLD1, W_STONE1)
    table = round_end(held, (W_BOOK1,))
    s = table.s
    assert s.node == BOOKS
    assert s.seat == 0
    assert s.books[1] == 4
    assert s.used[1, c.WHITE] == 5, "seat 1 comes before seat 0"
    table = round_end((W_BOOK1,), held)
    assert table.s.node == BOOKS
    assert table.s.seat == 1
    assert table.s.books[0] == 1


@pytest.mark.rule("ND-10.4", "ND-11.1", "ND:G15")
def test_book_dice_may_be_held_for_the_famine():
    def asked():
        return round_end((), (B_BOOK3, W_BOOK1, W_GOLD1, W_STONE1))

    table = asked()
    s = table.s
    assert s.node == BOOKS
    assert s.seat == 1
    assert table.legal() == [A.spend_die + W_BOOK1, A.spend_die + B_BOOK3, A.stop, A.spend_all_books]
    table.do("stop")
    assert s.age == 2
    assert s.books[1] == 3
    assert s.score[1] == 2 + 1, "famine met by two exchanges"
    table = asked()
    table.do("spend_all_books")
    assert table.s.books[1] == 3 + 4
    assert table.s.score[1] == 2, "famine not met"
    table = asked()
    table.do("spend_die", W_BOOK1)
    assert table.s.age == 2
    assert table.s.books[1] == 3 + 4
    assert table.s.score[1] == 2, "the rest goes without a question"


@pytest.mark.rule("ND-10.4")
def test_the_choice_of_books_goes_on_die_by_die():
    table = round_end((), (W_BOOK1, W_BOOK1, W_BOOK1, W_GOLD1, W_STONE1))
    s = table.s
    assert s.node == BOOKS
    assert table.legal() == [A.spend_die + W_BOOK1, A.stop, A.spend_all_books]
    table.do("spend_die", W_BOOK1)
    assert s.node == BOOKS
    assert s.books[1] == 4, "two book dice are still enough"
    table.do("stop")
    assert s.age == 2
    assert s.books[1] == 4
    assert s.score[1] == 2 + 1


@pytest.mark.rule("ND-10.4")
def test_books_count_strength_dice_as_possible_exchanges():
    """With 2d above gold and stone, but within gold, stone, books and strength, the player is asked."""
    assert round_end((), (W_BOOK1, W_STRENGTH1, W_GOLD1, W_STONE1)).s.node == BOOKS
    met = round_end((), (W_BOOK1, W_FOOD1, W_FOOD1))
    assert met.s.age == 2
    assert met.s.books[1] == 4
    hopeless = round_end((), (W_BOOK1, W_GOLD1))
    assert hopeless.s.age == 2
    assert hopeless.s.books[1] == 4


@pytest.mark.rule("ND-11.1", "ND-11.2", "ND:G13")
def test_famine_is_met_automatically():
    table = reverse_end((W_FOOD1, O_FOOD2), "Drought")
    s = table.s
    assert s.score[1] == 2 + 1
    assert s.unused[1].sum() == 0
    assert s.used[1].tolist() == [5, 1, 0, 0]
    table = reverse_end((R_FOOD2, W_GOLD1, W_STONE1, W_STRENGTH1, R_STRENGTH3), "Drought")
    s = table.s
    assert s.score[1] == 2 + 1
    assert s.unused[1].nonzero()[0].tolist() == [W_STRENGTH1, R_STRENGTH3], "strength is untouched"


@pytest.mark.rule("ND-11.2")
def test_famine_takes_chits_first_then_dice_in_class_order_until_it_is_met():
    table = reverse_end((W_FOOD1, O_FOOD2, O_FOOD3, W_GOLD1), "Age of Strife", {"food": 1})
    s = table.s
    assert s.chits_used[1, c.FOOD] == 1
    assert s.unused[1].nonzero()[0].tolist() == [W_GOLD1, O_FOOD2, O_FOOD3]
    assert s.score[1] == 2 + 1
    table = reverse_end((W_FOOD1, W_STONE1, O_GOLD3, W_GOLD1), "Age of Strife")
    s = table.s
    assert s.unused[1].nonzero()[0].tolist() == [O_GOLD3], "one exchange: two of the three idle dice in class order"


@pytest.mark.rule("ND-11.1", "ND-11.2")
def test_a_famine_that_cannot_be_met_costs_nothing():
    table = reverse_end((W_FOOD1, W_GOLD1), "Drought", {"food": 1})
    s = table.s
    assert s.score[1] == 2
    assert s.unused[1].sum() == 2
    assert s.chits_unused[1, c.FOOD] == 1


@pytest.mark.rule("ND-11.2", "ND:G14")
def test_strength_may_be_given_up_for_the_famine():
    dice = (W_FOOD1, W_GOLD1, W_STONE1, W_STRENGTH1, R_STRENGTH3)

    def asked():
        return round_end((R_STRENGTH2,) * 6, dice, event="Drought")

    table = asked()
    s = table.s
    assert s.node == FAMINE
    assert s.seat == 1
    assert table.legal() == [A.spend_die + W_STRENGTH1, A.spend_die + R_STRENGTH3, A.stop]
    assert (s.fam_left, bool(s.fam_started)) == (2, False)
    table.do("spend_die", R_STRENGTH3)
    assert s.seat == 0, "the second die was the only one left"
    assert s.score[1] == 2 + 1
    assert s.unused[1].sum() == 0
    table.do("stop")
    assert s.order[:2].tolist() == [0, 1]
    table = asked()
    s = table.s
    table.do("stop")
    assert s.seat == 0
    assert s.score[1] == 2
    assert s.unused[1].sum() == 5
    assert (s.fam_left, bool(s.fam_started)) == (6, False), "the next player is asked afresh"


@pytest.mark.rule("ND-11.2")
def test_strength_once_given_cannot_be_stopped():
    dice = (W_FOOD1, W_GOLD1, W_STONE1, W_STRENGTH1, R_STRENGTH3, R_STRENGTH2)
    table = round_end((), dice, event="Drought")
    s = table.s
    assert table.legal() == [A.spend_die + W_STRENGTH1, A.spend_die + R_STRENGTH2, A.spend_die + R_STRENGTH3, A.stop]
    table.do("spend_die", R_STRENGTH3)
    assert table.legal() == [A.spend_die + W_STRENGTH1, A.spend_die + R_STRENGTH2]
    assert s.fam_left == 1
    assert s.fam_started
    table.do("spend_die", W_STRENGTH1)
    assert s.age == 2
    assert s.score[1] == 2 + 1 + 1, "2 strength is left for the war of 1"


@pytest.mark.rule("ND-11.1", "ND-12.2", "ND:G7")
@pytest.mark.parametrize("age", [1, 2, 3, 4])
def test_famine_and_war_pay_the_number_of_the_age(age):
    event = ("Age of Strife", "Black Death", "Thirty Years", "Great War")[age - 1]
    food, war = (W_FOOD1,) * int(c.EVENT_FAMINE[c.EVENT_NAMES.index(event)]), (R_STRENGTH3, R_STRENGTH3)
    for dice, points in (((), 0), (food, age), (war, age), (food + war, 2 * age)):
        table = round_end(dice, (), event=event, age=age)
        assert table.s.score[0] == points


@pytest.mark.rule("ND-12.1", "ND:G17")
def test_new_order_by_strength_ties_keep_their_order():
    table = round_end((R_STRENGTH2,), (R_STRENGTH2, R_STRENGTH2), (R_STRENGTH2,), ())
    assert table.s.order.tolist() == [1, 0, 2, 3]
    table = round_end((), (), (), ())
    assert table.s.order.tolist() == [0, 1, 2, 3]
    table = round_end((), (), (), (W_STRENGTH1,), chits={2: {"strength": 2}})
    assert table.s.order.tolist() == [2, 3, 0, 1], "chits count like dice"


@pytest.mark.rule("ND-12.1")
def test_the_sort_is_stable_whatever_the_present_order():
    table = start(4)
    s = table.s
    lay(s, {})
    s.order[:] = [3, 1, 0, 2]
    s.seat = 3
    for p, dice in enumerate(((W_STRENGTH1,), (), (W_STRENGTH1,), ())):
        hold(s, p, dice)
    table.settle()
    assert s.age == 2
    assert s.order.tolist() == [0, 2, 3, 1]


@pytest.mark.rule("ND-12.1", "ND-12.2", "ND:G18")
def test_strength_counts_for_the_order_and_again_for_the_war():
    table = round_end((), (R_STRENGTH3,), event="Black Death", age=2)
    s = table.s
    assert s.order[:2].tolist() == [1, 0]
    assert s.score[:2].tolist() == [0, 2 + 2]


@pytest.mark.rule("ND-12.2", "ND-12.3")
def test_war_takes_chits_first_then_dice_in_class_order():
    dice = (W_STRENGTH1, R_STRENGTH2, R_STRENGTH3)
    table = round_end(dice, (), event="Revolution", age=4, chits={0: {"strength": 1}})
    s = table.s
    assert s.over
    assert s.score[0] == 4
    assert s.chits_used[0, c.STRENGTH] == 1
    assert s.unused[0].sum() == 0, "1 + 1 + 2 is not enough for 5"
    table = round_end(dice, (), event="Potato Blight", age=4, chits={0: {"strength": 1}})
    s = table.s
    assert s.unused[0].nonzero()[0].tolist() == [R_STRENGTH3]
    assert s.used[0, c.RED] == 1
    short = round_end((W_STRENGTH1, R_STRENGTH2), (W_GOLD1,) * 6, event="Potato Blight", age=4)
    assert short.s.score[0] == 0
    assert short.s.unused[0].sum() == 2, "no exchange and no part payment in war"


@pytest.mark.rule("ND-11.2", "ND-10.4")
def test_held_books_pay_for_food_before_strength():
    table = round_end((), (B_BOOK3, W_BOOK1, W_STRENGTH1, W_STRENGTH1))
    s = table.s
    assert s.node == BOOKS
    table.do("stop")
    assert s.node == FAMINE
    assert s.fam_left == 2
    assert table.legal() == [A.spend_die + W_STRENGTH1, A.stop]
    table.do("spend_die", W_STRENGTH1)
    assert s.age == 2
    assert s.score[1] == 2 + 1
    assert s.books[1] == 3


@pytest.mark.rule("ND-1.5")
def test_dice_come_back_after_the_round():
    table = start(1)
    s = table.s
    own_building(s, 0, 2, "Phalanx")
    hold(s, 0, (W_FOOD1, R_STRENGTH3))
    everybody_passes(table)
    assert s.age == 2
    assert s.unused[0].sum() == 5
    assert s.unused[0, 9:13].sum() == 1
