"""What may be built, payment, placement, temples, face-down cards (DE-3, DE-4, DE-5, DE-11.3)."""

from __future__ import annotations

import pytest

from meeplezoo.envs.deus.components import KIND
from meeplezoo.envs.deus.rules.building import regions_for
from meeplezoo.envs.deus.state import DESTINATION, MAIN, PAY, PLACE, WILD_COLUMN

from .position import (
    ARMY,
    CLAY,
    FARM,
    HOUSE,
    SCHOOL,
    SHIP,
    STONE,
    TEMPLE,
    WOOD,
    A,
    Deus,
    M,
    card,
    regions,
)

LAND = {0, 3, 5, 6, 7, 9, 11, 12, 14, 15, 16, 18, 22, 23, 25, 27}  # of the golden board


def with_market(resources, gold: int) -> Deus:
    """Magda to move with Market Square (1 wood) and one more card; Magda controls 25, so it can be placed."""
    table = Deus().put(M, {25: [FARM]}).hand(M, "Market Square", "School").goods(M, resources, gold)
    return table.turn_of(M)


# --- payment ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE:G2", "DE-4.4")
def test_each_resource_may_be_replaced_by_four_gold():
    table = with_market([1, 0, 0, 0], 5)
    table.s.supply[WOOD] = 8
    assert table.build("Market Square").legal_in("gold_units") == [0, 1]
    resource, gold = table.copy().do("gold_units", 0), table.copy().do("gold_units", 1)
    assert (resource.s.resources[M, WOOD], resource.gold(M), resource.s.supply[WOOD]) == (0, 5, 9)
    assert (gold.s.resources[M, WOOD], gold.gold(M), gold.s.supply[WOOD]) == (1, 1, 8)


@pytest.mark.rule("DE:G2", "DE-4.4")
@pytest.mark.parametrize(("wood", "gold", "left"), [(1, 3, (0, 3)), (0, 5, (0, 1))])
def test_payment_without_choice_is_automatic(wood, gold, left):
    table = with_market([wood, 0, 0, 0], gold).build("Market Square")
    assert table.s.node == PLACE
    assert (table.s.resources[M, WOOD], table.gold(M)) == left


@pytest.mark.rule("DE:G2", "DE-4.4")
def test_a_card_that_cannot_be_paid_is_not_offered():
    assert not with_market([0, 0, 0, 0], 3).can_build("Market Square")
    assert with_market([0, 0, 0, 0], 4).can_build("Market Square")


@pytest.mark.rule("DE:G27", "DE-4.4")
def test_payment_leaves_enough_for_the_later_resources():
    """1 wood and 1 clay to pay; the clay must take 4 gold."""
    table = Deus().put(A, {3: [FARM]}).hand(A, "Library").goods(A, [1, 0, 0, 0], 7)
    table.build("Library")
    assert table.s.node == PLACE
    assert table.gold(A) == 3
    assert table.s.resources[A, WOOD] == 0
    table = Deus().put(A, {3: [FARM]}).hand(A, "Library").goods(A, [1, 0, 0, 0], 8)
    table.build("Library")
    assert table.s.node == PAY
    assert table.legal_in("gold_units") == [0, 1]
    assert table.do("gold_units", 1).gold(A) == 0
    assert table.s.resources[A, WOOD] == 1


@pytest.mark.rule("DE-4.4", "DE-4.12")
def test_gold_of_a_cost_is_paid_first_and_in_gold():
    """University: 1 wood, 1 wheat, 1 gold. The card lies in its column at once, then its gold is gone."""
    table = Deus().put(A, {3: [FARM]}).hand(A, "University").goods(A, [2, 0, 0, 1], 5)
    table.build("University")
    assert table.s.column[A, SCHOOL, 0] == card("University")
    assert table.gold(A) == 4
    assert table.s.hand_len[A] == 0
    assert table.s.node == PAY
    assert table.s.pay_resource == WOOD
    table.do("gold_units", 1)
    assert table.s.node == PLACE
    assert table.gold(A) == 0
    assert table.s.resources[A].tolist() == [2, 0, 0, 0]
    poor = Deus().put(A, {3: [FARM]}).hand(A, "University").goods(A, [2, 0, 0, 1], 0)
    assert not poor.can_build("University")


@pytest.mark.rule("DE-4.2", "DE-4.3")
def test_a_ready_piece_of_the_kind_is_needed_and_used():
    table = Deus().put(A, {3: [FARM]}).hand(A, "School", "Market Square").column(A, SCHOOL, "Library")
    table.s.reserve[A, SCHOOL] += table.s.ready[A, SCHOOL]
    table.s.ready[A, SCHOOL] = 0
    assert not table.can_build("School")
    assert table.can_build("Market Square")
    table.s.ready[A, SCHOOL] = 1
    table.build_at("School", 3)
    assert table.s.ready[A, SCHOOL] == 0
    assert 3 in table.has(A, SCHOOL)
    assert table.s.column[A, SCHOOL, :3].tolist() == [card("Library"), card("School"), -1]


@pytest.mark.rule("DE-4.5", "DE-8.4")
def test_a_card_without_a_region_for_its_piece_cannot_be_played():
    """A ship needs a sea region: all seas near are taken and there is no VP for the edge."""
    table = Deus().put(A, {3: [FARM]}).put(M, {2: [SHIP]}).hand(A, "Trading Post", "School").goods(A, vp=2)
    assert not table.can_build("Trading Post")
    assert table.goods(A, vp=3).can_build("Trading Post")
    assert 2 not in table.build("Trading Post").legal_in("region")


# --- placement --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE:G3", "DE-4.6", "DE-3.5", "DE-3.6")
def test_first_buildings_keep_away_from_each_other():
    table = Deus().put(A, {3: [FARM]}).hand(M, "Estate", "Trading Post").turn_of(M)
    farm = table.copy().build("Estate")
    assert set(farm.legal_in("region")) == {9, 12, 16, 22, 23, 25, 27}
    ship = table.copy().build("Trading Post")
    assert set(ship.legal_in("region")) == {8, 13, 17}
    vp = farm.vp(M)
    farm.do("region", 12)
    assert farm.s.first_region[M] == 12
    assert farm.vp(M) == vp  # free of the 3 VP


@pytest.mark.rule("DE-4.6")
def test_the_very_first_building_goes_anywhere_on_the_edge():
    table = Deus().hand(A, "Estate").build("Estate")
    assert set(table.legal_in("region")) == {r for r in LAND if table.s.edge >> r & 1}


@pytest.mark.rule("DE-4.6")
def test_distance_counts_from_the_first_region_whatever_happened_there():
    """A's first building, an army, has left region 3; distance is still measured from there."""
    table = Deus().put(A, {3: [ARMY]}).hand(M, "Estate").turn_of(M)
    table.s.where[A, ARMY] = 1 << 14
    assert 5 not in table.build("Estate").legal_in("region")
    assert {9, 12, 16} <= set(table.legal_in("region"))


@pytest.mark.rule("DE:G28", "DE-4.6")
def test_the_distance_shrinks_only_if_no_suitable_region_has_it():
    """All edge seas at distance 3 of region 3 are taken by A's ships, so M's ship may come to distance 2."""
    table = Deus().put(A, {3: [FARM], 8: [SHIP], 13: [SHIP], 17: [SHIP]}).hand(M, "Estate", "Trading Post").turn_of(M)
    assert table.copy().build("Trading Post").has(M, SHIP) == {1}  # the only one, so it is not asked
    assert 5 not in table.build("Estate").legal_in("region")
    assert {9, 12, 16, 22} <= set(table.legal_in("region"))
    near = Deus().put(A, {3: [FARM], 8: [SHIP], 13: [SHIP], 17: [SHIP], 1: [SHIP]}).hand(M, "Trading Post").turn_of(M)
    assert not near.can_build("Trading Post")


@pytest.mark.rule("DE:G4", "DE-4.7", "DE-4.8", "DE-3.7", "DE-3.8", "DE-4.9")
@pytest.mark.parametrize("vp", [5, 2])
def test_later_buildings(vp):
    """Free: own regions and empty ones beside them; for 3 VP the empty edge."""
    table = Deus().put(A, {3: [FARM]}).put(M, {25: [FARM]}).hand(A, "Estate", "School", "Trading Post").goods(A, vp=vp)
    edge = {5, 6, 9, 12, 16, 18, 22, 23, 27} if vp == 5 else set()
    assert asked(table, "Estate") == {0} | edge
    assert asked(table, "School") == {0, 3} | edge
    assert asked(table, "Trading Post") == ({2, 1, 8, 13, 17} if vp == 5 else {2})


def asked(table: Deus, name: str) -> set[int]:
    """Where the card's piece may go, also if there is one region only."""
    s = table.s
    bits = regions_for(s, int(s.seat), int(KIND[card(name)]))
    built = table.copy().build(name)
    assert built.s.node != PLACE or set(built.legal_in("region")) == regions(bits)
    return regions(bits)


@pytest.mark.rule("DE:G17", "DE-4.8")
def test_edge_placement_costs_three_vp_each_time():
    table = Deus().put(A, {3: [FARM]}).hand(A, "Estate", "School").goods(A, vp=5, gold=9)
    table.build_at("Estate", 12)
    assert table.vp(A) == 2
    assert 12 in table.has(A, FARM)
    table.turn_of(A).build("School")
    assert 16 not in table.legal_in("region")
    assert {3, 0, 12} <= set(table.legal_in("region"))


@pytest.mark.rule("DE:G17", "DE-4.8")
def test_an_edge_region_that_is_free_anyway_costs_nothing():
    """Region 5 is on the edge and beside region 0."""
    table = Deus().put(A, {0: [FARM]}).hand(A, "School").goods(A, vp=5)
    assert table.build_at("School", 5).vp(A) == 5
    poor = Deus().put(A, {3: [FARM]}).hand(A, "School").goods(A, vp=2)
    assert set(poor.build("School").legal_in("region")) == {0, 3}


@pytest.mark.rule("DE-3.9", "DE-4.9")
def test_only_ships_go_to_sea():
    table = Deus().put(A, {3: [FARM], 2: [SHIP]}).hand(A, "Spearmen", "School", "Trading Post")
    for name in ("Spearmen", "School"):
        assert set(table.copy().build(name).legal_in("region")) <= LAND
    assert not set(table.build("Trading Post").legal_in("region")) & LAND
    assert 2 not in table.legal_in("region")  # two ships never share a region


@pytest.mark.rule("DE-4.10", "DE-4.11", "DE-8.4")
def test_a_column_is_used_from_the_bottom_up():
    """Potters' Wharf sells clay; its gold pays for what Trading Post, the card above it, buys."""
    table = Deus().put(A, {2: [SHIP], 3: [FARM]}).column(A, SHIP, "Potters' Wharf").hand(A, "Trading Post", "School")
    table.goods(A, [0, 0, 2, 0], 1)
    table.build_at("Trading Post", 1)
    assert table.legal_in("resource") == [CLAY]
    assert table.is_legal("done")
    table.do("resource", CLAY)
    assert table.gold(A) == 3
    table.do("done")
    # Trading Post: buys for 3 gold each.
    assert table.legal_in("resource") == [0, 1, 2, 3]
    table.do("resource", STONE)
    assert table.gold(A) == 0
    assert table.s.node == MAIN
    assert table.s.seat == M


@pytest.mark.rule("DE:G5", "DE-4.11", "DE-8.6b")
def test_example_of_a_civil_column():
    table = Deus().put(M, {25: [FARM], 15: [HOUSE]}).column(M, HOUSE, "Foresters' Village")
    table.hand(M, "Market Square", "School").goods(M, [1, 1, 1, 1], 3).turn_of(M)
    table.build_at("Market Square", 25)
    assert (table.vp(M), table.gold(M)) == (6, 6)
    assert table.s.height[M, HOUSE] == 2
    assert table.s.seat == A


# --- temples ----------------------------------------------------------------------------------------------------------


def temple_table(heights, hand=("Temple of Zeus", "School"), resources=(1, 1, 1, 1), gold=0) -> Deus:
    table = Deus().put(A, {3: [FARM], 0: [FARM], 5: [HOUSE]}).hand(A, *hand)
    return table.columns(A, heights).goods(A, resources, gold)


@pytest.mark.rule("DE:G6", "DE-5.1")
@pytest.mark.parametrize(
    ("heights", "temples", "allowed"),
    [
        ((0, 0, 0, 0, 0), 0, True),
        ((1, 1, 1, 1, 1), 1, True),
        ((3, 2, 2, 1, 0), 1, False),
        ((2, 2, 2, 2, 2), 2, True),
        ((5, 5, 5, 5, 1), 2, False),
    ],
)
def test_temples_need_cards_in_every_column(heights, temples, allowed):
    table = temple_table((*heights, temples))
    assert table.can_build("Temple of Zeus") == allowed


@pytest.mark.rule("DE:G6", "DE-5.2")
def test_cost_of_a_temple():
    table = temple_table((0,) * 6, resources=(1, 1, 0, 0), gold=8)
    table.build("Temple of Zeus")
    assert table.s.node == PLACE
    assert table.gold(A) == 0
    assert table.s.resources[A].tolist() == [0, 0, 0, 0]
    assert not temple_table((0,) * 6, resources=(1, 1, 0, 0), gold=7).can_build("Temple of Zeus")


@pytest.mark.rule("DE-5.3", "DE-5.7", "DE-5.2", "DE-5.5")
def test_placing_a_temple():
    """In own land regions without a temple; no ready piece is used and no column is activated."""
    table = temple_table((0, 0, 0, 1, 0), resources=(2, 2, 2, 2))
    table.put(A, {2: [SHIP], 14: [FARM, TEMPLE]})
    vp, ready = table.vp(A), table.s.ready[A].tolist()
    table.build("Temple of Zeus")
    assert set(table.legal_in("region")) == {0, 3, 5}
    temples = int(table.s.temple_supply)
    table.do("region", 5)
    assert table.s.temple_supply == temples - 1
    assert table.has(A, TEMPLE) == {5, 14}
    assert table.vp(A) == vp
    assert table.s.ready[A].tolist() == ready
    assert table.s.seat == M
    assert table.s.column[A, TEMPLE, 0] == card("Temple of Zeus")


@pytest.mark.rule("DE:G18", "DE-5.4")
def test_temple_cards_without_wooden_temples():
    table = temple_table((1, 1, 1, 1, 1, 1))
    table.s.temple_supply = 0
    table.build("Temple of Zeus")
    assert table.s.height[A, TEMPLE] == 2
    assert table.has(A, TEMPLE) == set()
    assert table.s.seat == M
    full = temple_table((1, 1, 1, 1, 1, 1))
    full.s.where[A, TEMPLE] = 1 << 0 | 1 << 3 | 1 << 5
    full.s.temple_supply = 1
    assert not full.can_build("Temple of Zeus")


@pytest.mark.rule("DE:G16", "DE-5.6")
def test_an_army_does_not_abandon_a_temple():
    table = Deus().put(A, {3: [ARMY, TEMPLE], 15: [ARMY, TEMPLE, HOUSE], 27: [ARMY]}).hand(A, "School")
    table.use("Horsemen")
    assert set(table.legal_in("region")) == {15, 27}
    table.do("region", 27)
    assert table.s.node == DESTINATION
    table.do("region", table.legal_in("region")[0])
    assert not sum(int(bits) for bits in table.s.where[A]) >> 27 & 1  # its region is empty now


# --- face-down cards --------------------------------------------------------------------------------------------------


def wild_table(gold: int) -> Deus:
    table = Deus(2, 0, {"wild_building": True}, None).put(M, {25: [FARM], 15: [HOUSE], 16: [HOUSE, FARM, SCHOOL]})
    table.s.first_player = A
    table.column(M, HOUSE, "Residence", "Baths").hand(M, "Temple of Zeus", "School").goods(M, [0, 0, 0, 0], gold)
    return table.turn_of(M)


@pytest.mark.rule("DE:G22", "DE-11.3", "DE-4.12")
def test_a_face_down_card():
    """Cost by height, a ready piece placed, the other cards of the column used, the card itself without effect."""
    table = wild_table(3)
    table.do("wild", table.slot("Temple of Zeus"))
    assert table.s.node == WILD_COLUMN
    assert table.s.hand_len[M] == 2  # it is still in hand
    assert HOUSE in table.legal_in("kind")
    table.do("kind", HOUSE)
    assert table.gold(M) == 0
    assert table.s.hand_len[M] == 1
    assert table.s.node == PLACE
    vp = table.vp(M)
    table.do("region", 25)
    # Residence: regions of two buildings are 16 and 25, so 1 VP; Baths: 4 gold for 16.
    assert (table.vp(M), table.gold(M)) == (vp + 1, 4)
    assert table.s.height[M, HOUSE] == 3
    assert table.s.wild_used[M]
    assert (table.s.facedown_kind[M], table.s.facedown_pos[M]) == (HOUSE, 2)
    assert not table.turn_of(M).legal_in("wild")  # once per game


@pytest.mark.rule("DE:G22", "DE-11.3")
def test_a_face_down_card_needs_gold_for_its_column():
    table = wild_table(2)
    table.do("wild", 0)
    assert table.legal_in("kind") == [SHIP, FARM, SCHOOL, ARMY]
    assert not wild_table(0).legal_in("wild")


@pytest.mark.rule("DE-11.3", "DE-5.1")
def test_a_face_down_card_counts_in_its_column_but_is_never_used():
    table = wild_table(9).goods(M, [1, 1, 1, 1])
    table.column(M, TEMPLE, "Temple of Hera").columns(M, (1, 1, 0, 2, 1, 1))
    assert not table.copy().can_build("Temple of Zeus")
    table.do("wild", table.slot("School")).do("kind", SCHOOL)
    table.do("region", 25)
    assert table.s.height[M, SCHOOL] == 1
    table.turn_of(M).hand(M, "Temple of Zeus")
    assert table.can_build("Temple of Zeus")
    assert table.observe(A, "own")["columns"][1, SCHOOL, 0] == 73  # its back
    assert table.observe(M, "own")["own_facedown"] > 0


@pytest.mark.rule("DE-11.3")
def test_without_the_variant_no_card_is_played_face_down():
    assert not Deus().put(A, {3: [FARM]}).hand(A, "School").legal_in("wild")


# --- copies -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE:G31")
def test_copies_are_separate_cards_with_one_effect():
    table = Deus().put(A, {3: [FARM]}).hand(A, 44, 45, "School")
    assert table.s.hand[A, :4].tolist() == [32, 44, 45, -1]
    assert {1, 2} <= set(table.legal_in("build"))
    first, second = table.copy().do("build", 1), table.copy().do("build", 2)
    assert first.s.column[A, SCHOOL, 0] == 44
    assert second.s.column[A, SCHOOL, 0] == 45
    table = Deus().put(A, {3: [FARM], 0: [SCHOOL]}).hand(A, 45, "School").goods(A, [1, 1, 1, 1], 0)
    table.stack(A, SCHOOL, 44)
    table.build_at(45, 3)
    table.do("accept").do("accept")
    assert table.s.hand_len[A] == 5
