"""Prices, payments and the exchange of dice (ND-6)."""

from functools import cache

import numpy as np
import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice.actions import A
from meeplezoo.envs.nations_dice.state import EXCHANGE2, MAIN, PAY

from .invariants import check
from .position import (
    B_STONE3,
    O_FOOD2,
    O_GOLD2,
    O_GOLD3,
    R_STRENGTH3,
    W_BOOK1,
    W_FOOD1,
    W_GOLD1,
    W_STONE1,
    W_STRENGTH1,
    hold,
    lay,
    own,
    set_age,
    space,
    start,
    tile,
)

FIVE = (W_GOLD1, W_FOOD1, W_STONE1, W_BOOK1, W_STRENGTH1)


def buyer(dice, tiles, **chits):
    """A two-player game; seat 0 has these dice and chits before these tiles, seat 1 has nothing to do but pass."""
    table = start(2)
    hold(table.s, 0, dice, **chits)
    hold(table.s, 1, (W_FOOD1,), reroll=1)
    lay(table.s, tiles)
    return table


@pytest.mark.rule("ND-6.1", "ND:G1")
@pytest.mark.parametrize("row", [1, 2, 3])
def test_price_is_the_row_in_gold_or_strength(row):
    for icon, name in (("gold", "Irrigation"), ("strength", "Nubia"), ("gold", "Hammurabi"), ("gold", "Stonehenge")):
        for have in (1, 2, 3):
            kind = c.CHITS.index(icon)
            table = buyer((W_FOOD1,), {(row, 2): name}, reroll=1)
            table.s.chits_unused[0, kind] = have
            assert table.is_legal("buy", space(row, 2)) == (have >= row), (name, row, have)
            other = c.STRENGTH if icon == "gold" else c.GOLD
            table.s.chits_unused[0, kind], table.s.chits_unused[0, other] = 0, 3
            assert not table.is_legal("buy", space(row, 2)), "the other icon does not help"


@pytest.mark.rule("ND-6.1", "ND:G1")
def test_buying_sets_the_price():
    table = buyer((R_STRENGTH3, W_STRENGTH1, W_GOLD1, W_GOLD1), {(3, 1): "Nubia", (2, 1): "Hammurabi"}, gold=1)
    s = table.s
    twin = table.copy()
    table.do("buy", space(3, 1))
    assert (s.node, s.need, s.pay_icon, s.target, s.bought_tile) == (PAY, 3, c.STRENGTH, 8, tile("Nubia"))
    assert s.board[8] == tile("Nubia")
    assert s.tile_zone[tile("Nubia")] == 1, "it stays on the board while it is paid"
    twin.do("buy", space(2, 1))
    assert (twin.s.node, twin.s.need, twin.s.pay_icon) == (PAY, 2, c.GOLD)


@pytest.mark.rule("ND-6.2")
def test_dice_and_chits_with_the_icon_together():
    table = buyer((W_GOLD1, W_GOLD1, O_GOLD2), {(3, 3): "Hammurabi"}, gold=1, strength=1, food=1)
    s = table.s
    table.do("buy", space(3, 3)).do("spend_chit")
    assert s.need == 2
    assert s.chits_used[0, c.GOLD] >= 1
    table.do("spend_die", W_GOLD1)
    assert s.need == 1
    assert s.used[0, c.WHITE] >= 1
    table.do("spend_die", W_GOLD1)
    assert s.advisor[0] == tile("Hammurabi")
    assert s.unused[0].tolist() == np.bincount([O_GOLD2], minlength=17).tolist()
    assert s.chits_unused[0, c.STRENGTH] == s.chits_unused[0, c.FOOD] == 1


@pytest.mark.rule("ND-6.3", "ND-6.7", "ND:G3")
def test_no_change():
    table = buyer((O_GOLD3, W_GOLD1, W_GOLD1), {(2, 1): "Hammurabi"})
    s = table.s
    table.do("buy", space(2, 1)).do("spend_die", O_GOLD3)
    assert s.advisor[0] == tile("Hammurabi"), "paid: the payment stops by itself"
    assert s.unused[0, W_GOLD1] == 2
    assert s.used[0, c.ORANGE] == 1
    assert (s.need, s.pay_icon, s.target, s.bought_tile) == (0, 0, -1, -1)


@pytest.mark.rule("ND-6.4", "ND-6.8", "ND:G8")
def test_exchange_mask():
    table = buyer(FIVE, {(3, 1): "Hammurabi", (2, 1): "Sun Tzu"})
    twin = table.copy()
    table.do("buy", space(3, 1))
    assert table.legal() == [A.spend_die + W_GOLD1, *(A.exchange_die + k for k in (W_FOOD1, W_STONE1, W_BOOK1))]
    twin.do("buy", space(2, 1))
    assert twin.legal() == [A.spend_die + W_GOLD1, *(A.exchange_die + k for k in (W_GOLD1, W_FOOD1, W_STONE1, W_BOOK1))]


@pytest.mark.rule("ND-6.4", "ND-6.6", "ND:G9")
def test_several_exchanges_in_one_payment():
    table = buyer(FIVE, {(3, 1): "Hammurabi"}, reroll=1)
    s = table.s
    table.do("buy", space(3, 1)).do("spend_die", W_GOLD1)
    assert s.need == 2
    table.do("exchange_die", 1)
    assert s.node == EXCHANGE2
    assert s.exch_first == 1
    assert s.unused[0, 1] == 1, "the first half is only noted"
    assert table.legal() == [A.exchange_die + W_STONE1, A.exchange_die + W_BOOK1, A.exchange_die + W_STRENGTH1]
    table.do("exchange_die", 3)
    assert s.seat == 1, "the last exchange, 2 and 4, was the only way"
    assert s.advisor[0] == tile("Hammurabi")
    assert s.unused[0].sum() == 0
    assert s.used[0, c.WHITE] == 5
    check(s)


@pytest.mark.rule("ND-6.4")
def test_exchange_is_no_action_and_takes_any_colours():
    table = buyer((O_FOOD2, R_STRENGTH3, W_GOLD1), {(2, 1): "Stonehenge"})
    s = table.s
    table.do("buy", space(2, 1)).do("spend_die", W_GOLD1)
    assert s.wonder_uc[0] == tile("Stonehenge")
    assert s.unused[0].sum() == 0
    assert s.seat == 1


@pytest.mark.rule("ND-6.5", "ND:G10")
def test_no_exchange_for_strength():
    dice = (W_STRENGTH1, W_GOLD1, W_GOLD1, W_GOLD1, W_GOLD1)
    table = buyer(dice, {(2, 1): "Nubia"})
    assert not table.is_legal("buy", space(2, 1))
    table = buyer(dice, {(2, 1): "Nubia"}, strength=1)
    s = table.s
    table.do("buy", space(2, 1))
    assert table.legal() == [A.spend_die + W_STRENGTH1, A.spend_chit]
    table.do("spend_chit")
    assert s.tile_zone[tile("Nubia")] == 2
    assert s.unused[0, W_STRENGTH1] == 0
    assert s.unused[0, W_GOLD1] == 4


@pytest.mark.rule("ND-6.5", "ND:G11")
def test_chits_cannot_be_exchanged():
    table = buyer((W_FOOD1,), {(2, 1): "Hammurabi"}, gold=1, food=1, reroll=1)
    assert not table.is_legal("buy", space(2, 1))
    table = buyer((W_FOOD1, W_FOOD1), {(2, 1): "Hammurabi"}, gold=1, food=1, reroll=1)
    assert table.is_legal("buy", space(2, 1))


@pytest.mark.rule("ND-6.4", "ND-6.8", "ND-8.1", "ND:G12")
def test_stone():
    table = buyer((B_STONE3, W_FOOD1, W_GOLD1), {})
    s = table.s
    set_age(s, 2)
    own(s, 0, "Angkor Wat", "wonder_uc")
    assert table.legal_in("build") == [0]
    twin = table.copy()
    table.do("build")
    assert table.legal() == [A.spend_die + B_STONE3, A.exchange_die + W_GOLD1]
    table.do("spend_die", B_STONE3)
    twin.do("build").do("exchange_die", 0)
    for s in (table.s, twin.s):
        assert s.unused[0].sum() == 0
        assert s.wonder_uc[0] == -1
        assert s.tile_zone[tile("Angkor Wat")] == 2
    waste = buyer((B_STONE3, B_STONE3), {})
    own(waste.s, 0, "Angkor Wat", "wonder_uc")
    waste.do("build")
    assert waste.s.unused[0].sum() == 0
    assert waste.s.wonder_uc[0] == -1, "6 are paid for 4"
    short = buyer((B_STONE3, W_FOOD1), {}, gold=1)
    own(short.s, 0, "Angkor Wat", "wonder_uc")
    assert not short.is_legal("build")


@cache
def can_pay(ones, others, chits, value, price, exchange):
    """Whether a price can be paid, by trying everything: icon dice worth 1, icon dice worth ``value``, other dice."""
    if price <= 0:
        return True
    ones_, big, price_ = ones[0], ones[1], price
    tries = []
    if ones_:
        tries.append(((ones_ - 1, big), others, chits, price_ - 1))
    if big:
        tries.append(((ones_, big - 1), others, chits, price_ - value))
    if chits:
        tries.append(((ones_, big), others, chits - 1, price_ - 1))
    if exchange:
        for a in range(3):
            for b in range(3 - a):
                if a <= ones_ and b <= big and 2 - a - b <= others:
                    tries.append(((ones_ - a, big - b), others - (2 - a - b), chits, price_ - 1))
    return any(can_pay(o, x, h, value, p, exchange) for o, x, h, p in tries)


@pytest.mark.rule("ND-6.8")
def test_what_can_be_paid_agrees_with_trying_everything():
    table = buyer((), {(1, 1): "Hammurabi", (2, 1): "Sun Tzu", (3, 1): "Stonehenge", (1, 2): "Nubia", (2, 2): "Gaul",
                       (3, 2): "Phoenicia"})  # fmt: skip
    s = table.s
    rng = np.random.default_rng(4)
    for _ in range(300):
        dice = tuple(rng.choice(17, size=rng.integers(0, 6)))
        hold(s, 0, dice, gold=int(rng.integers(3)), strength=int(rng.integers(3)), food=1, reroll=1)
        for column, icon in ((1, c.GOLD), (2, c.STRENGTH)):
            showing = [k for k in dice if c.CLASS_ICON[k] == icon]
            for value in (2, 3):
                if all(c.CLASS_VALUE[k] in (1, value) for k in showing):
                    ones = sum(c.CLASS_VALUE[k] == 1 for k in showing)
                    holdings = ((ones, len(showing) - ones), len(dice) - len(showing), int(s.chits_unused[0, icon]))
                    for row in (1, 2, 3):
                        legal = table.is_legal("buy", space(row, column))
                        assert legal == can_pay(*holdings, value, row, icon == c.GOLD), (dice, row, icon)
                    break


@pytest.mark.rule("ND-6.8")
def test_no_payment_leads_into_a_dead_end():
    """Whatever order dice are paid in, the price is met in the end and every offered half finds its partner."""
    rng = np.random.default_rng(5)
    paid = 0
    for seed in range(150):
        dice = tuple(rng.choice(17, size=6))
        table = buyer(dice, {(3, 1): "Hammurabi"}, gold=int(rng.integers(2)), reroll=1)
        s = table.s
        if not table.is_legal("buy", space(3, 1)):
            continue
        table.do("buy", space(3, 1))
        while s.seat == 0 and s.node in (PAY, EXCHANGE2):
            legal = table.legal()
            assert len(legal) >= 2
            table.play(int(rng.choice(legal)))
        assert s.advisor[0] == tile("Hammurabi")
        assert s.node == MAIN, seed
        paid += 1
    assert paid > 80


@pytest.mark.rule("ND-6.4")
def test_a_die_showing_the_icon_may_go_into_an_exchange():
    """Pointless but legal while the rest can be paid (rules section 5)."""
    table = buyer((W_GOLD1, W_GOLD1, O_GOLD2, W_FOOD1), {(2, 1): "Hammurabi"})
    s = table.s
    table.do("buy", space(2, 1)).do("exchange_die", W_GOLD1)
    assert table.legal() == [A.exchange_die + W_GOLD1, A.exchange_die + W_FOOD1, A.exchange_die + O_GOLD2]
    table.do("exchange_die", W_GOLD1)
    assert s.need == 1
    assert s.unused[0, W_GOLD1] == 0
