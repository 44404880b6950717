"""Buildings, advisors, colonies and wonders (ND-7, ND-8)."""

import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice.actions import A
from meeplezoo.envs.nations_dice.state import IN_PLAY, MAIN, OUT, RETURN_DIE, RETURN_REROLL, SLOT

from .invariants import check
from .position import (
    B_STONE2,
    O_GOLD2,
    R_STRENGTH2,
    W_BOOK1,
    W_FOOD1,
    W_GOLD1,
    W_STONE1,
    W_STRENGTH1,
    hold,
    lay,
    own,
    own_building,
    set_age,
    space,
    start,
    tile,
)


def buyer(age=1, tiles=None, players=2):
    """Seat 0 has used everything; seat 1 can still act."""
    table = start(players)
    set_age(table.s, age)
    lay(table.s, tiles or {})
    for p in range(players):
        hold(table.s, p, (W_FOOD1,) if p else (), reroll=min(p, 1))
    return table


@pytest.mark.rule("ND-7.2", "ND:G2")
def test_a_building_replaces_another():
    table = buyer(2, {(2, 1): "Guild Hall"})
    s = table.s
    own_building(s, 0, 0, "Irrigation")
    hold(s, 0, (O_GOLD2,))
    assert s.supply_dice[c.ORANGE] == 7
    table.do("buy", space(2, 1))
    assert s.node == SLOT
    assert table.legal() == [A.slot, A.slot + 1], "the one die that pays is spent without a question"
    assert s.board[space(2, 1)] == -1
    assert s.tile_zone[tile("Guild Hall")] == IN_PLAY
    table.do("slot", 0)
    assert s.seat == 1, "the only orange die goes back by itself"
    assert s.supply_dice[c.ORANGE] == 6
    assert s.unused[0, 5:9].sum() == 2
    assert s.used[0, c.ORANGE] == 0
    assert s.slot_tile[0].tolist() == [tile("Guild Hall"), -1, -1, -1, -1]
    assert s.tile_zone[tile("Irrigation")] == OUT
    check(s)


@pytest.mark.rule("ND-7.2")
def test_new_dice_serve_in_the_same_round():
    table = buyer(2, {(1, 1): "Guild Hall", (1, 2): "Longbowmen"})
    s = table.s
    hold(s, 0, (), gold=1)
    table.do("buy", space(1, 1)).do("pass")
    assert s.seat == 0
    assert s.node == MAIN
    assert s.unused[0].sum() == 2
    assert table.is_legal("buy", space(1, 2)), "two dice pay 1 gold whatever they show"


@pytest.mark.rule("ND-7.2")
def test_any_building_may_be_covered_and_pre_printed_ones_are_alike():
    table = buyer(3, {(1, 1): "Musketeers"})
    s = table.s
    own_building(s, 0, 1, "Phalanx")
    own_building(s, 0, 3, "Academy")
    hold(s, 0, (), gold=1)
    table.do("buy", space(1, 1))
    assert table.legal_in("slot") == [0, 1, 3]
    for slot in range(5):
        if s.slot_tile[0, slot] < 0:
            own_building(s, 0, slot, "Market" if slot == 0 else "Aqueduct" if slot == 2 else "Chariot")
    assert table.legal_in("slot") == [0, 1, 2, 3, 4]


@pytest.mark.rule("ND-7.2", "ND:G26")
def test_the_player_chooses_which_dice_to_return():
    table = buyer(1, {(1, 1): "Irrigation"})
    s = table.s
    hold(s, 0, (W_GOLD1, W_BOOK1, W_FOOD1), gold=1)
    table.do("buy", space(1, 1)).do("spend_chit")
    assert s.node == RETURN_DIE, "with five pre-printed buildings only one slot is offered"
    assert table.legal() == [A.return_used_die, *(A.return_unused_die + k for k in (W_GOLD1, W_FOOD1, W_BOOK1))]
    table.do("return_unused_die", W_BOOK1)
    assert s.unused[0, W_BOOK1] == 0
    assert s.used[0, c.WHITE] == 2
    assert s.unused[0, :5].sum() == 2
    assert s.supply_dice[c.WHITE] == 20 - 10 + 1
    assert s.unused[0, 5:9].sum() == 1
    check(s)


@pytest.mark.rule("ND-7.2")
def test_two_dice_go_back_one_by_one_used_or_not():
    table = buyer(4, {(1, 1): "Laboratory"})
    s = table.s
    own_building(s, 0, 4, "University")
    hold(s, 0, (B_STONE2,), gold=1)
    assert s.used[0, c.BLUE] == 1
    table.do("buy", space(1, 1)).do("slot", 4)
    assert table.legal() == [A.return_used_die, A.return_unused_die + B_STONE2]
    assert s.ret_left == 2
    assert s.ret_color == c.BLUE
    table.do("return_used_die")
    assert s.seat == 1, "the last blue die goes back by itself"
    assert s.supply_dice[c.BLUE] == 8 - 1
    assert s.unused[0, 13:].sum() == 1
    assert s.used[0, c.BLUE] == 0
    check(s)


@pytest.mark.rule("ND-7.3", "ND:G19")
def test_a_new_advisor_replaces_the_old_one():
    table = buyer(1, {(1, 1): "Hammurabi"})
    s = table.s
    own(s, 0, "Sun Tzu", "advisor")
    hold(s, 0, (), gold=1, reroll=1)
    assert s.chits_used[0, c.REROLL] == 2
    table.do("buy", space(1, 1))
    assert s.node == RETURN_REROLL
    assert table.legal() == [A.return_used_reroll, A.return_unused_reroll]
    assert s.ret_left == 2
    assert s.advisor[0] == tile("Sun Tzu"), "the old one stays until the new one is placed"
    table.do("return_used_reroll")
    assert table.legal() == [A.return_used_reroll, A.return_unused_reroll]
    table.do("return_used_reroll")
    assert (s.chits_unused[0, c.REROLL], s.chits_used[0, c.REROLL]) == (2, 0)
    assert s.advisor[0] == tile("Hammurabi")
    assert s.tile_zone[tile("Sun Tzu")] == OUT
    assert s.supply_chits[c.REROLL] == 12 - 2 - 1
    check(s)


@pytest.mark.rule("ND-7.3")
def test_unused_rerolls_may_go_back():
    table = buyer(1, {(1, 1): "Sun Tzu"})
    s = table.s
    own(s, 0, "Hammurabi", "advisor")
    hold(s, 0, (W_FOOD1, W_FOOD1), gold=1, reroll=1)
    table.do("buy", space(1, 1)).do("spend_chit").do("return_unused_reroll")
    assert (s.chits_unused[0, c.REROLL], s.chits_used[0, c.REROLL]) == (2, 1)
    check(s)


@pytest.mark.rule("ND-7.3")
def test_the_first_advisor_brings_his_rerolls_at_once():
    table = buyer(1, {(1, 1): "Sun Tzu"})
    s = table.s
    hold(s, 0, (W_FOOD1,), gold=1)
    table.do("buy", space(1, 1))
    assert s.advisor[0] == tile("Sun Tzu")
    assert s.chits_unused[0, c.REROLL] == 2
    table.do("pass")
    assert s.seat == 0
    assert table.is_legal("reroll")
    check(s)


@pytest.mark.rule("ND-7.4")
def test_colonies_bring_their_chit_and_any_number_of_them_is_allowed():
    table = buyer(1, {(1, 1): "Nubia", (2, 1): "Gaul", (1, 2): "Market"})
    s = table.s
    own_building(s, 0, 0, "Phalanx")
    hold(s, 0, (R_STRENGTH2, W_STRENGTH1, W_BOOK1))
    table.do("buy", space(1, 1)).do("spend_die", W_STRENGTH1)
    assert s.tile_zone[tile("Nubia")] == IN_PLAY
    assert s.chits_unused[0, c.GOLD] == 1
    table.do("pass")
    table.do("buy", space(2, 1))
    assert s.tile_zone[tile("Gaul")] == IN_PLAY
    assert s.chits_unused[0, c.FOOD] == 1
    assert table.is_legal("buy", space(1, 2)), "the gold chit is usable in this round"
    check(s)


@pytest.mark.rule("ND-7.1")
def test_the_space_of_a_bought_tile_stays_empty():
    table = buyer(1, {(1, 1): "Nubia", (2, 1): "Gaul"})
    s = table.s
    hold(s, 0, (W_STRENGTH1, W_STRENGTH1, W_BOOK1), reroll=1)
    table.do("buy", space(1, 1))
    assert s.board[space(1, 1)] == -1
    assert s.board[space(2, 1)] == tile("Gaul")
    table.do("pass")
    assert not table.is_legal("buy", space(1, 1))
    assert not table.is_legal("buy", space(2, 1))


@pytest.mark.rule("ND-7.5", "ND:G20")
def test_a_second_wonder_replaces_the_one_under_construction():
    table = buyer(3, {(1, 1): "Versailles"})
    s = table.s
    own(s, 0, "Taj Mahal", "wonder_uc")
    own_building(s, 0, 0, "University")
    hold(s, 0, (B_STONE2, B_STONE2), gold=1)
    table.do("buy", space(1, 1)).do("spend_chit")
    assert s.wonder_uc[0] == tile("Versailles")
    assert s.tile_zone[tile("Taj Mahal")] == OUT
    assert s.seat == 1
    assert not table.is_legal("build"), "building is an action of its own"
    table.do("pass")
    assert s.seat == 0
    assert table.is_legal("build")
    check(s)


@pytest.mark.rule("ND-7.5", "ND-8.2")
def test_a_wonder_takes_effect_when_it_is_built():
    table = buyer(2, {(1, 1): "Great Wall"})
    s = table.s
    hold(s, 0, (B_STONE2, W_STONE1), gold=1)
    table.do("buy", space(1, 1)).do("spend_chit")
    assert s.chits_unused[0, c.STRENGTH] == 0, "no effect under construction"
    table.do("pass").do("build").do("spend_die", W_STONE1)
    assert s.wonder_uc[0] == -1
    assert s.tile_zone[tile("Great Wall")] == IN_PLAY
    assert s.chits_unused[0, c.STRENGTH] == 1
    assert s.supply_chits[c.STRENGTH] == 2


@pytest.mark.rule("ND-8.1")
def test_building_needs_the_whole_cost_at_once():
    table = buyer(2)
    s = table.s
    own(s, 0, "Hagia Sophia", "wonder_uc")
    hold(s, 0, (B_STONE2, W_FOOD1), gold=1, reroll=1)
    assert not table.is_legal("build")
    hold(s, 0, (B_STONE2, W_FOOD1), gold=1, reroll=1, stone=1)
    assert table.is_legal("build")
    table.do("build").do("spend_chit")
    assert s.unused[0, B_STONE2] == 0
    assert s.unused[0, W_FOOD1] == 1
    assert s.chits_unused[0, c.STONE] == 0
    assert s.need == 0
    assert s.bought_tile == -1
    assert s.target == -1


@pytest.mark.rule("ND-8.2")
def test_any_number_of_wonders():
    table = buyer(2)
    s = table.s
    for name in ("Stonehenge", "Hanging Gardens"):
        own(s, 0, name)
    own(s, 0, "Angkor Wat", "wonder_uc")
    hold(s, 0, (B_STONE2, B_STONE2), gold=1)
    table.do("build")
    zones = [s.tile_zone[tile(name)] for name in ("Stonehenge", "Hanging Gardens", "Angkor Wat")]
    assert zones == [IN_PLAY] * 3
    assert s.wonder_uc[0] == -1


@pytest.mark.rule("ND-7.5")
def test_no_wonder_no_building():
    table = buyer(2)
    hold(table.s, 0, (B_STONE2, B_STONE2), gold=1)
    assert not table.is_legal("build")


def test_white_dice_of_a_covered_start_building_never_come_back():
    table = buyer(1, {(1, 1): "Irrigation"})
    s = table.s
    hold(s, 0, (W_GOLD1,))
    table.do("buy", space(1, 1))
    assert s.seat == 1, "all white dice are used: no choice"
    assert s.used[0, c.WHITE] == 4
    assert s.supply_dice[c.WHITE] == 11
    check(s)
