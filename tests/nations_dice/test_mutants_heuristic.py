"""The terms of the heuristic, compared with each other."""

import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice.heuristic import estate, purchase, wonder_hope
from meeplezoo.envs.nations_dice.state import PAY

from .position import W_FOOD1, W_STONE1, hold, own, own_building, set_age, start, tile

LEFT = 3  # rounds to come


def buying(seat: int, name: str):
    """A table of three where ``seat`` pays for a tile and everybody has a wonder under construction."""
    table = start(3)
    s = table.s
    set_age(s, 1)
    for p, wonder in enumerate(("Angkor Wat", "Stonehenge", "Hagia Sophia")):
        hold(s, p, (W_STONE1, W_FOOD1))
        own(s, p, wonder, "wonder_uc")
    s.seat, s.node, s.need, s.pay_icon, s.bought_tile = seat, PAY, 1, c.GOLD, tile(name)
    return table


def enrich(s, p: int, *buildings: str) -> None:
    """Gives a building for every slot, and stone dice."""
    for slot, building in enumerate(buildings):
        own_building(s, p, slot, building)
    hold(s, p, (W_STONE1,) * 3)


@pytest.mark.parametrize("name", ["Irrigation", "Great Wall"])
def test_a_purchase_is_judged_by_what_the_buyer_has(name):
    table = buying(1, name)
    worth = purchase(table.s, 1, LEFT)
    enrich(table.s, 1, "Printing Press", "Trading House", "Laboratory", "Musketeers", "Artillery")
    assert purchase(table.s, 1, LEFT) != worth
    worth = purchase(table.s, 1, LEFT)
    enrich(table.s, 0, "Stock Exchange", "University", "Guild Hall", "Longbowmen", "Knight")
    assert purchase(table.s, 1, LEFT) == worth


def test_a_wonder_is_being_built_only_when_no_tile_is_bought():
    for name in ("Irrigation", "Academy"):  # the first tile of the file and another
        s = buying(0, name).s
        slow = wonder_hope(s, 0, tile("Angkor Wat"), LEFT)
        s.bought_tile = -1
        assert 0 < slow < wonder_hope(s, 0, tile("Angkor Wat"), LEFT)


@pytest.mark.parametrize("kind", range(c.KINDS), ids=c.CHITS)
def test_a_chit_is_worth_something_but_less_than_a_building(kind):
    table = start(2)
    set_age(table.s, 1)
    bare, chit, building = table.s, table.copy().s, table.copy().s
    chit.chits_used[0, kind] += 1
    own_building(building, 0, 0, "Irrigation")
    assert estate(bare, 0, LEFT) < estate(chit, 0, LEFT) < estate(building, 0, LEFT)
