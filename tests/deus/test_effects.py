"""The effects of cards and what they measure (DE-8)."""

from __future__ import annotations

import pytest

from meeplezoo.envs.deus.actions import ACTIONS
from meeplezoo.envs.deus.rules.board import measure
from meeplezoo.envs.deus.state import (
    ACTIVATE_CARD,
    ACTIVATE_COLUMN,
    BUY,
    DRAW,
    MAIN,
    PRODUCE_CITY,
    PRODUCE_PICK,
    SELL,
    TAKE_PIECE,
    TRADE_GIVE,
    TRADE_TAKE,
)
from meeplezoo.envs.deus.state import ARMY as ARMY_NODE
from meeplezoo.envs.deus.vocabulary import MEASURES

from .position import ARMY, CLAY, FARM, HOUSE, SCHOOL, SHIP, STONE, TEMPLE, WHEAT, WOOD, A, Deus, M


def quiet() -> Deus:
    """A to move, with a card that stays in hand."""
    return Deus().hand(A, "School")


def over(table: Deus) -> bool:
    """Whether A's turn is over."""
    return table.s.seat == M and table.s.node == MAIN


# --- trade ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE:G24", "DE-8.4")
def test_selling_different_resources():
    table = quiet().goods(A, [2, 0, 1, 0], 0).use("Emporium")
    assert table.s.node == SELL
    assert table.legal_in("resource") == [WOOD, CLAY]
    assert table.is_legal("done")
    supply = table.s.supply.tolist()
    table.do("resource", WOOD)
    assert table.legal_in("resource") == [CLAY]
    assert table.is_legal("done")
    table.do("resource", CLAY)
    assert over(table)
    assert table.gold(A) == 6
    assert table.s.resources[A].tolist() == [1, 0, 0, 0]
    assert table.s.supply.tolist() == [supply[0] + 1, supply[1], supply[2] + 1, supply[3]]


@pytest.mark.rule("DE-8.4", "DE-8.2")
def test_selling_for_vp_and_stopping():
    table = quiet().goods(A, [3, 2, 0, 0], 0).use("Timber Ship")
    assert table.legal_in("resource") == [WOOD]
    table.do("resource", WOOD).do("resource", WOOD)
    assert over(table)
    assert table.vp(A) == 9
    assert table.s.resources[A, WOOD] == 1  # at most two
    assert quiet().goods(A, [3, 0, 0, 0]).use("Timber Ship").do("done").vp(A) == 5
    assert over(quiet().goods(A, [0, 2, 2, 2]).use("Timber Ship"))  # nothing to sell: not asked


@pytest.mark.rule("DE-8.4")
def test_buying():
    table = quiet().goods(A, [0, 0, 0, 0], 7)
    table.s.supply[CLAY] = 0
    table.use("Convoy")
    assert table.s.node == BUY
    assert table.legal_in("resource") == [WOOD, STONE, WHEAT]
    table.do("resource", WHEAT)
    assert table.legal_in("resource") == [WOOD, STONE]  # all of different kinds
    table.do("resource", WOOD)
    assert over(table)
    assert table.gold(A) == 1
    assert table.s.resources[A].tolist() == [1, 0, 0, 1]
    twice = quiet().goods(A, [0, 0, 0, 0], 6).use("Trading Post").do("resource", WOOD).do("resource", WOOD)
    assert over(twice)
    assert twice.s.resources[A, WOOD] == 2


@pytest.mark.rule("DE-8.4")
def test_trading():
    table = quiet().goods(A, [1, 0, 0, 0])
    table.s.supply[:] = [0, 1, 1, 0]
    table.use("Ferry")
    assert table.s.node == TRADE_GIVE
    assert table.legal_in("resource") == [WOOD]
    assert table.is_legal("done")
    table.do("resource", WOOD)
    assert table.s.node == TRADE_TAKE
    assert table.legal_in("resource") == [STONE, CLAY]
    assert not table.is_legal("done")
    table.do("resource", STONE)
    assert table.s.node == TRADE_GIVE
    assert table.legal_in("resource") == [STONE]
    table.do("resource", STONE)
    assert table.legal_in("resource") == [WOOD, CLAY]
    table.do("resource", CLAY)
    assert over(table)
    assert table.s.resources[A].tolist() == [0, 0, 1, 0]
    assert table.s.supply.tolist() == [1, 1, 0, 0]


@pytest.mark.rule("DE-8.4")
def test_giving_needs_another_kind_in_the_supply():
    table = quiet().goods(A, [1, 1, 0, 0])
    table.s.supply[:] = [3, 0, 0, 0]
    table.use("Ferry")
    assert table.legal_in("resource") == [STONE]


@pytest.mark.rule("DE-8.4", "DE-4.11")
def test_two_effects_of_one_card_follow_one_another():
    table = quiet().goods(A, [1, 0, 0, 0], 0).use("Harbour").do("resource", WOOD).do("resource", WHEAT)
    assert table.s.node == SELL
    assert table.legal_in("resource") == [WHEAT]
    assert table.do("resource", WHEAT).gold(A) == 4


# --- production -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE:G29", "DE-8.5")
def test_a_guild_produces_for_its_city():
    table = quiet().put(A, {25: [FARM, ARMY, HOUSE]}).goods(A, [0, 0, 0, 0])
    table.s.supply[WOOD] = 2
    alone = table.copy().use("Foresters' Guild")
    assert over(alone)
    assert alone.s.resources[A].tolist() == [2, 0, 0, 0]
    assert alone.s.supply[WOOD] == 0
    table.put(A, {16: [FARM], 23: [FARM]}).use("Foresters' Guild")
    assert table.s.node == PRODUCE_CITY
    assert table.legal_in("region") == [16, 25]
    assert table.do("region", 16).s.resources[A].tolist() == [1, 0, 0, 0]
    temple = quiet().put(A, {25: [FARM, TEMPLE]}).goods(A, [0, 0, 0, 0]).use("Foresters' Guild")
    assert temple.s.resources[A, WOOD] == 1  # the temple is neutral


@pytest.mark.rule("DE:G29", "DE-8.5")
def test_estate():
    table = quiet().put(A, {25: [FARM], 16: [FARM], 23: [FARM]}).goods(A, [0, 0, 0, 0])
    forced = table.copy().use("Estate")
    assert over(forced)
    assert forced.s.resources[A].tolist() == [1, 1, 0, 0]
    table.put(A, {22: [FARM]}).use("Estate")
    assert table.s.node == PRODUCE_PICK
    assert table.legal_in("resource") == [WOOD, STONE, WHEAT]
    table.do("resource", STONE)
    assert table.legal_in("resource") == [WOOD, WHEAT]
    assert over(table.do("resource", WOOD))
    assert table.s.resources[A].tolist() == [1, 1, 0, 0]


@pytest.mark.rule("DE-8.5")
def test_no_supply_no_production():
    table = quiet().put(A, {25: [FARM], 16: [FARM], 23: [FARM], 22: [FARM]}).goods(A, [0, 0, 0, 0])
    table.s.supply[STONE] = 0
    table.use("Estate")
    assert over(table)
    assert table.s.resources[A].tolist() == [1, 0, 0, 1]


@pytest.mark.rule("DE-8.5", "DE-2.5")
@pytest.mark.parametrize(("supply", "made"), [(9, 4), (3, 3), (0, 0)])
def test_all_buildings_on_a_terrain_produce(supply, made):
    table = quiet().put(A, {25: [FARM], 16: [FARM, HOUSE], 23: [FARM]}).goods(A, [0, 0, 0, 0])
    table.s.supply[WOOD] = supply
    table.use("Sawmill")
    assert table.s.resources[A].tolist() == [made, 0, 0, 0]
    assert table.s.supply[WOOD] == supply - made


# --- science ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE-8.6", "DE-8.1", "DE-9.1")
def test_drawing_cards():
    library = quiet().use("Library")
    assert library.s.node == DRAW
    assert library.legal() == [ACTIONS.at.done, ACTIONS.at.accept]
    assert library.copy().do("accept").s.hand_len[A] == 3
    assert library.do("done").s.hand_len[A] == 1
    archive = Deus().hand(A, "School", "Estate").use("Archive").do("accept")
    assert archive.s.hand_len[A] == 5
    assert over(Deus().hand(A, *range(5)).use("Archive"))  # five already: nothing to draw
    university = quiet().column(A, SCHOOL, "Library").use("University").do("accept")
    assert university.s.hand_len[A] == 3  # two science cards, itself included
    many = quiet().columns(A, (0, 0, 4)).use("University").do("accept")
    assert many.s.hand_len[A] == 4  # at most three
    full = Deus().hand(A, *range(9)).use("Library").do("accept")
    assert full.s.hand_len[A] == 10
    assert over(Deus().hand(A, *range(10)).use("Library"))


@pytest.mark.rule("DE-8.6", "DE-9.3")
def test_no_cards_anywhere():
    assert over(quiet().put(A, {3: [FARM]}).hand(A, "Library", "School").set_deck(0, 0).build_at("Library", 3))


@pytest.mark.rule("DE-8.6")
def test_taking_pieces():
    table = quiet().use("Builders' Guild")
    assert table.s.node == TAKE_PIECE
    assert table.legal_in("kind") == [0, 1, 2, 3, 4]
    table.do("kind", SHIP).do("kind", ARMY)
    assert over(table)
    assert table.s.ready[A].tolist() == [3, 2, 2, 2, 3]
    assert table.s.reserve[A].tolist() == [2, 3, 3, 3, 2]
    little = quiet()
    little.s.reserve[A] = [0, 0, 0, 1, 1]
    assert over(little.use("Builders' Guild"))
    assert little.s.ready[A].tolist() == [2, 2, 2, 3, 3]
    office = quiet().use("Survey Office").do("kind", HOUSE)
    assert office.s.node == DRAW  # then draw 1 card


@pytest.mark.rule("DE:G23", "DE-8.6", "DE-8.2")
def test_activating_cards_of_other_columns():
    """An empty civil column is skipped; Museion finds the military column with one card."""
    table = quiet().put(A, {3: [ARMY, FARM]}).column(A, ARMY, "Horsemen").column(A, SCHOOL, "School of Rhetoric")
    table.hand(A, "Museion", "Estate").goods(A, [1, 1, 1, 1]).build_at("Museion", 3)
    assert table.s.node == ACTIVATE_COLUMN
    assert table.legal_in("kind") == [ARMY]
    assert table.is_legal("done")
    assert over(table.copy().do("done"))
    table.do("kind", ARMY)
    assert table.s.node == ARMY_NODE
    assert table.legal_in("region") == [3]
    table.do("region", 3).do("region", 14)
    assert over(table)
    assert table.has(A, ARMY) == {14}
    assert table.s.inner_kind == table.s.frame_kind == -1


@pytest.mark.rule("DE-8.6")
def test_choosing_the_card_to_activate():
    table = quiet().put(A, {25: [FARM], 16: [FARM]}).column(A, HOUSE, "Foresters' Village", "Hamlet", "Market Square")
    table.use("School of Rhetoric")
    assert table.s.node == ACTIVATE_CARD
    assert table.legal_in("position") == [0, 1, 2]
    assert table.is_legal("done")
    assert over(table.copy().do("position", 0))
    assert table.copy().do("position", 0).vp(A) == 7
    assert over(table.copy().do("position", 1))
    assert table.copy().do("position", 1).vp(A) == 5  # may do nothing
    table.s.facedown_kind[A], table.s.facedown_pos[A] = HOUSE, 1
    assert table.legal_in("position") == [0, 2]
    assert "Foresters' Village" in table.game.actions.describe(91, table.s)


@pytest.mark.rule("DE-8.6")
def test_a_column_of_one_face_down_card_is_not_activated():
    table = quiet().column(A, HOUSE, "Hamlet")
    table.s.facedown_kind[A], table.s.facedown_pos[A] = HOUSE, 0
    assert over(table.copy().use("School of Rhetoric"))
    assert over(table.use("Museion"))


@pytest.mark.rule("DE-8.6")
def test_effects_after_an_activated_card_go_on():
    """War Academy activates Light Cavalry, which has two effects; the science column goes on with the card above."""
    table = quiet().put(A, {3: [ARMY]}).put(M, {0: [HOUSE]}).column(A, ARMY, "Light Cavalry")
    table.column(A, SCHOOL, "War Academy").hand(A, "Library", "Estate").build_at("Library", 3)
    assert table.s.node == ACTIVATE_CARD
    table.do("position", 0).do("done")  # no move; steals 1 gold from M
    assert table.gold(A) == 6
    assert table.s.node == DRAW


# --- gains and measures -----------------------------------------------------------------------------------------------


def city() -> Deus:
    """Regions of size 1, 1, 2, 3 and 4, with temples that do not count."""
    table = quiet().put(A, {3: [FARM, TEMPLE], 2: [SHIP], 25: [FARM, ARMY], 16: [FARM, HOUSE, ARMY, TEMPLE]})
    return table.put(A, {15: [FARM, HOUSE, SCHOOL, ARMY]})


@pytest.mark.rule("DE-8.11", "DE-3.10", "DE-8.9", "DE-3.6")
def test_every_measure():
    table = city().columns(A, (2, 3, 2, 1, 1, 1)).goods(A, [3, 0, 1, 2])
    expected = {
        "regions_forest": 2, "regions_mountain": 2, "regions_swamp": 0, "regions_field": 0,
        "pieces_maritime": 1, "pieces_production": 4, "pieces_science": 1, "pieces_civil": 2, "pieces_military": 3,
        "regions_eq1": 2, "regions_ge2": 3, "regions_ge3": 2, "regions_ge4": 1, "regions_all": 5, "regions_rim": 3,
        "largest_city": 4, "armies_near_ship": 0, "villages_near_army": 2, "temple_cards": 1, "resources_owned": 6,
        "column_sets": 1,
    }  # fmt: skip
    assert {name: measure(table.s, A, i) for i, name in enumerate(MEASURES)} == expected
    assert all(measure(table.s, M, i) == 0 for i, name in enumerate(MEASURES) if name != "resources_owned")


@pytest.mark.rule("DE-8.9")
def test_armies_near_ships():
    """In a region with an own ship and beside one."""
    near = MEASURES.index("armies_near_ship")
    table = quiet().put(A, {2: [SHIP, ARMY], 3: [ARMY], 18: [ARMY], 25: [ARMY]}).put(M, {17: [SHIP]})
    assert measure(table.s, A, near) == 2  # 18 is beside M's ship only
    assert measure(table.s, A, MEASURES.index("villages_near_army")) == 3  # 4, 19 and 24, each once


@pytest.mark.rule("DE-8.6b", "DE-3.10")
@pytest.mark.parametrize(
    ("name", "vp", "gold"),
    [
        ("Foresters' Village", 2, 0), ("Mountain Village", 2, 0), ("Marsh Village", 0, 0), ("Country Village", 0, 0),
        ("Residence", 1, 0), ("Forum", 2, 0), ("Palace", 2, 0), ("Market Square", 0, 9), ("Baths", 0, 8),
        ("Town Hall", 0, 8), ("Basilica", 2, 0), ("Hamlet", 1, 0),
    ],
)  # fmt: skip
def test_civil_cards(name, vp, gold):
    table = city().use(name)
    assert (table.vp(A) - 5, table.gold(A) - 5) == (vp, gold)
    assert over(table)


@pytest.mark.rule("DE-8.6b")
def test_an_army_alone_controls_its_region():
    assert quiet().put(A, {16: [ARMY]}).use("Foresters' Village").vp(A) == 6
