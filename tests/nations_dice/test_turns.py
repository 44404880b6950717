"""Turns, first rolls, passing and re-rolls (ND-1, ND-5, ND-9)."""

import numpy as np
import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice.actions import A
from meeplezoo.envs.nations_dice.state import MAIN, MARK

from .invariants import check
from .position import (
    O_FOOD2,
    O_GOLD2,
    R_STRENGTH3,
    W_FOOD1,
    W_GOLD1,
    W_STRENGTH1,
    everybody_passes,
    hold,
    lay,
    own,
    own_building,
    space,
    start,
)


@pytest.mark.rule("ND-5.1", "ND-1.6", "ND-5.3")
def test_one_action_each_in_player_order_skipping_those_who_passed():
    table = start(3)
    s = table.s
    s.order[:3] = [0, 2, 1]
    for p in range(3):
        hold(s, p, (W_GOLD1, W_GOLD1, W_GOLD1), gold=1)
    lay(s, {(1, 1): "Hammurabi", (1, 2): "Sun Tzu", (1, 3): "Stonehenge"})
    table.do("buy", space(1, 1)).do("spend_chit")
    assert s.seat == 2
    assert s.node == MAIN
    table.do("pass")
    assert s.seat == 1
    table.do("buy", space(1, 2)).do("spend_die", W_GOLD1)
    assert s.seat == 0, "after the last player the first one is up again"
    table.do("buy", space(1, 3)).do("spend_die", W_GOLD1)
    assert s.seat == 1, "seat 2 has passed"
    assert s.passed.tolist() == [0, 0, 1, 0]


@pytest.mark.rule("ND-5.2", "ND:G22")
def test_players_roll_at_their_own_first_turn():
    table = start(2)
    s = table.s
    assert s.seat == 0
    assert s.fresh[0].sum() == 0
    assert s.unused[0].sum() == 5
    assert s.fresh[1].tolist() == [5, 0, 0, 0]
    assert s.unused[1].sum() == 0
    table.do("pass")
    assert s.seat == 1
    assert s.fresh[1].sum() == 0
    assert s.unused[1].sum() == 5


@pytest.mark.rule("ND-5.2", "ND-1.5", "ND-1.1")
def test_all_own_dice_are_rolled_each_round_also_those_left_unused():
    table = start(1)
    s = table.s
    own_building(s, 0, 1, "Irrigation")
    hold(s, 0, (W_FOOD1, W_FOOD1, O_FOOD2))
    assert s.used[0].tolist() == [2, 0, 0, 0]
    everybody_passes(table)
    assert s.age == 2
    colours = np.bincount(c.CLASS_COLOUR, weights=s.unused[0], minlength=4)
    assert colours.tolist() == [4, 1, 0, 0]
    check(s)


@pytest.mark.rule("ND-5.4")
def test_passing_ends_the_round_for_a_player_and_keeps_his_dice():
    table = start(2)
    s = table.s
    hold(s, 0, (W_GOLD1, W_STRENGTH1), gold=1)
    hold(s, 1, (W_GOLD1, W_GOLD1, W_GOLD1), gold=1, reroll=1)
    table.do("pass")
    assert s.passed.tolist() == [1, 0, 0, 0]
    assert s.unused[0].sum() == 2
    assert s.chits_unused[0].sum() == 1
    table.do("reroll").do("roll_all")
    assert s.seat == 1
    assert s.age == 1, "the player who passed is not asked again"


@pytest.mark.rule("ND-5.4")
def test_a_player_who_can_do_nothing_passes_by_himself():
    table = start(2)
    s = table.s
    hold(s, 0, ())
    hold(s, 1, (W_GOLD1,), gold=1)
    table.settle()
    assert s.passed[0] == 1
    assert s.seat == 1


@pytest.mark.rule("ND-5.5")
def test_points_on_tiles_are_not_scored_when_bought():
    table = start(2)
    s = table.s
    hold(s, 0, (R_STRENGTH3, W_GOLD1))
    lay(s, {(3, 1): "Nubia"})
    table.do("buy", space(3, 1))
    assert s.score.sum() == 0
    assert s.chits_unused[0, c.GOLD] == 1


@pytest.mark.rule("ND-9.1", "ND:G21")
def test_reroll_of_some_dice():
    table = start(2)
    s = table.s
    hold(s, 0, (W_FOOD1, W_FOOD1, W_GOLD1), reroll=1)
    table.do("reroll")
    assert s.node == MARK
    assert s.chits_unused[0, 0] == 0
    assert s.chits_used[0, 0] == 1
    assert table.legal() == [A.mark_die + W_GOLD1, A.mark_die + W_FOOD1, A.roll_all]
    table.do("mark_die", 1)
    assert table.legal() == [A.mark_die + W_FOOD1, A.roll_marked], "gold after food is out of class order"
    table.do("mark_die", 1)
    assert s.seat == 1, "only ROLL_MARKED was left"
    assert s.unused[0].sum() == 3
    assert s.unused[0, W_GOLD1] >= 1
    check(s)


@pytest.mark.rule("ND-9.1")
def test_reroll_rolls_exactly_the_marked_dice():
    changed = 0
    for seed in range(40):
        table = start(2, seed)
        s = table.s
        hold(s, 0, (W_GOLD1, W_FOOD1, W_FOOD1, O_GOLD2, O_GOLD2), reroll=1)
        s.rng = seed
        table.do("reroll").do("mark_die", 1).do("mark_die", 5).do("roll_marked")
        by_colour = np.bincount(c.CLASS_COLOUR, weights=s.unused[0], minlength=4)
        assert by_colour.tolist() == [3, 2, 0, 0]
        assert s.unused[0, 0] >= 1
        assert s.unused[0, 1] >= 1
        assert s.unused[0, 5] >= 1
        changed += s.unused[0, 5] != 2
    assert changed > 10


@pytest.mark.rule("ND-9.1")
def test_roll_all():
    seen = set()
    for seed in range(30):
        table = start(2, seed)
        s = table.s
        hold(s, 0, (W_GOLD1, W_GOLD1), reroll=1, gold=1)
        s.rng = seed
        table.do("reroll").do("roll_all")
        assert s.unused[0].sum() == 2
        seen.add(tuple(s.unused[0][:5]))
    assert len(seen) > 5


@pytest.mark.rule("ND-9.2", "ND:G21")
def test_reroll_needs_an_unused_die():
    table = start(2)
    s = table.s
    hold(s, 0, (), reroll=1, gold=1)
    assert not table.is_legal("reroll"), "used dice cannot be re-rolled"
    hold(s, 0, (W_FOOD1,), reroll=0, gold=1)
    assert not table.is_legal("reroll"), "no unused chit"
    hold(s, 0, (W_FOOD1,), reroll=1, gold=1)
    table.do("reroll")
    assert s.seat == 1, "a single die is rolled without a question"
    assert s.unused[0].sum() == 1


@pytest.mark.rule("ND-1.4")
def test_chits_of_a_kind_are_one_number():
    """Start, colony and wonder chits are interchangeable: any unused one serves."""
    table = start(2)
    s = table.s
    own(s, 0, "Nubia")
    hold(s, 0, (), gold=2)
    lay(s, {(2, 1): "Hammurabi"})
    table.do("buy", space(2, 1))
    assert s.chits_unused[0, c.GOLD] == 0
    assert s.chits_used[0, c.GOLD] == 2
    check(s)


@pytest.mark.rule("ND-1.3")
def test_chits_are_never_rolled():
    table = start(2)
    s = table.s
    hold(s, 0, (W_FOOD1, W_GOLD1), reroll=1, gold=1)
    table.do("reroll").do("roll_all")
    assert s.chits_unused[0, c.GOLD] == 1
    assert s.unused[0].sum() == 2
