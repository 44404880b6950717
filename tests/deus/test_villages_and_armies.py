"""Barbarian villages (DE-6), moves and thefts of armies (DE-8.7, DE-8.8)."""

from __future__ import annotations

import pytest

from meeplezoo.envs.deus.rules.armies import destinations
from meeplezoo.envs.deus.rules.villages import check_villages
from meeplezoo.envs.deus.state import ARMY as ARMY_NODE
from meeplezoo.envs.deus.state import MAIN

from .position import ARMY, B3, C4, FARM, HOUSE, SCHOOL, SHIP, TEMPLE, A, Deus, M, regions

VILLAGE = {4: 0, 10: 1, 19: 2, 24: 3}  # golden board: tile slot by village region


def vp_left(table: Deus, village: int) -> int:
    return int(table.s.village_vp[VILLAGE[village]])


def attacked(table: Deus, village: int) -> bool:
    return bool(table.s.village_attacked[VILLAGE[village]])


# --- attacks ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE:G7", "DE-6.1", "DE-6.2", "DE-4.10")
def test_closing_the_ring_gives_the_points_to_the_army_of_another_player():
    """M's ship closes the ring of village 24 with A's armies in it; only then M's own column is used."""
    table = Deus().put(A, {23: [ARMY], 25: [ARMY]}).put(M, {27: [FARM]}).column(M, SHIP, "Coaster")
    table.hand(M, "Trading Post", "School").goods(M, [1, 0, 0, 0], 9).turn_of(M)
    assert vp_left(table, 24) == 3
    table.build_at("Trading Post", 21)
    assert table.legal_in("resource") == [0]
    assert table.s.seat == M  # Coaster is being used already
    assert table.vp(A) == 8
    assert vp_left(table, 24) == 0
    assert attacked(table, 24)


RING_10 = {A: {7: [ARMY, HOUSE], 9: [ARMY], 26: [SHIP]}, M: {11: [ARMY], 15: [ARMY], 20: [SHIP]}}


@pytest.mark.rule("DE:G13", "DE-6.2", "DE-6.3", "DE-6.4")
@pytest.mark.parametrize(
    ("region_15", "gained"),
    [
        ([ARMY], (6, 0)),  # 2 armies each, 4 buildings to 3
        ([ARMY, SCHOOL], (3, 3)),
        ([ARMY, TEMPLE], (3, 3)),  # the temple is a building too
        ([ARMY, SCHOOL, TEMPLE], (0, 6)),
    ],
)
def test_ties_of_armies(region_15, gained):
    table = Deus().put(A, RING_10[A]).put(M, {**RING_10[M], 15: region_15}).goods(A, vp=0).goods(M, vp=0)
    check_villages(table.s)
    assert (table.vp(A), table.vp(M)) == gained
    assert vp_left(table, 10) == 0


@pytest.mark.rule("DE:G13", "DE-6.4")
def test_a_shared_village_is_rounded_down():
    table = Deus().put(A, {2: [SHIP], 3: [ARMY], 14: [HOUSE]}).put(M, {18: [ARMY, FARM], 20: [SHIP]})
    check_villages(table.s)
    assert (table.vp(A), table.vp(M)) == (7, 7)
    assert vp_left(table, 19) == 0


@pytest.mark.rule("DE:G14", "DE-6.1", "DE-6.5")
def test_a_ring_without_army_waits():
    table = Deus().put(A, {21: [SHIP], 25: [FARM, HOUSE, SCHOOL]}).put(M, {23: [FARM]}).hand(M, "Spearmen", "School")
    check_villages(table.s)
    assert vp_left(table, 24) == 3
    table.turn_of(M).build_at("Spearmen", 23)
    assert table.vp(M) == 8
    assert attacked(table, 24)
    # Attacked for good, though M's army may leave again; nothing is ever built there.
    table.turn_of(A).hand(A, "School", "Estate")
    assert 24 not in table.build("School").legal_in("region")


@pytest.mark.rule("DE-6.5", "DE-8.9")
def test_an_attacked_village_is_no_village_for_cards():
    table = Deus().put(A, {23: [ARMY], 25: [FARM]})
    from meeplezoo.envs.deus.rules.board import measure
    from meeplezoo.envs.deus.vocabulary import VILLAGES_NEAR_ARMY

    assert measure(table.s, A, VILLAGES_NEAR_ARMY) == 1
    table.s.village_attacked[VILLAGE[24]] = 1
    assert measure(table.s, A, VILLAGES_NEAR_ARMY) == 0


@pytest.mark.rule("DE-6.6", "DE-10.1")
def test_several_villages_at_once():
    """Region 25 closes the ring of 24, region 15 with 25 nothing else: two rings closed by one check."""
    table = Deus().put(A, {**RING_10[A], 21: [SHIP], 23: [ARMY], 25: [FARM]}).put(M, {**RING_10[M], 15: [ARMY]})
    check_villages(table.s)
    assert attacked(table, 10)
    assert attacked(table, 24)
    assert table.vp(A) == 5 + 6 + 3
    assert not attacked(table, 4)
    assert table.s.end_round == -1


# --- moves ------------------------------------------------------------------------------------------------------------


def reach(table: Deus, origin: int, steps: int) -> set[int]:
    return regions(int(destinations(table.s, int(table.s.seat), origin, steps)))


@pytest.mark.rule("DE:G15", "DE-8.7")
def test_where_an_army_can_go():
    table = Deus().put(A, {3: [ARMY, FARM]}).hand(A, "School")
    assert reach(table, 3, 3) == {0, 5, 6, 14, 15, 16, 18}
    assert reach(table, 3, 2) == {0, 5, 6, 14, 18}
    assert reach(table, 3, 1) == {0}
    horsemen = table.copy().use("Horsemen")
    assert horsemen.s.node == ARMY_NODE
    assert horsemen.legal_in("region") == [3]
    assert horsemen.is_legal("done")
    assert set(horsemen.do("region", 3).legal_in("region")) == {0, 5, 6, 14, 15, 16, 18}
    assert set(table.copy().use("Light Cavalry").do("region", 3).legal_in("region")) == {0, 5, 6, 14, 18}
    elephants = table.copy().use("War Elephants").do("region", 3)
    assert elephants.has(A, ARMY) == {0}  # the only destination is not asked for


@pytest.mark.rule("DE:G15", "DE-8.7")
def test_passing_opponents_villages_and_seas():
    table = Deus().put(A, {3: [ARMY, FARM]}).put(M, {0: [HOUSE]})
    assert reach(table, 3, 3) == {5, 6, 14, 15, 16, 18}
    own_ship = table.copy().put(A, {2: [SHIP]})
    assert reach(own_ship, 3, 3) == {2, 5, 6, 7, 11, 12, 14, 15, 16, 18}
    assert reach(table.copy().put(M, {2: [SHIP]}), 3, 3) == {5, 6, 14, 15, 16, 18}


@pytest.mark.rule("DE:G15", "DE-8.7", "DE-6.1")
def test_an_attack_stops_the_army():
    """Entering region 0 closes the ring 0, 3, 5 of village 4: the army may end there but not pass."""
    table = Deus().put(A, {3: [ARMY, FARM]}).put(M, {5: [HOUSE]})
    assert reach(table, 3, 2) == {0, 14, 18}
    assert reach(table, 3, 3) == {0, 6, 14, 15, 16, 18}
    alone = Deus().put(A, {3: [ARMY]}).put(M, {5: [HOUSE]})
    assert reach(alone, 3, 2) == {0, 6, 14, 18}
    table.hand(A, "School").use("Light Cavalry").do("region", 3).do("region", 0)
    assert table.vp(A) == 8
    assert attacked(table, 4)


@pytest.mark.rule("DE-8.7", "DE-6.5")
def test_an_attacked_village_stops_nobody():
    table = Deus().put(A, {3: [ARMY, FARM]}).put(M, {5: [HOUSE]})
    table.s.village_attacked[VILLAGE[4]] = 1
    assert 6 in reach(table, 3, 2)


@pytest.mark.rule("DE-8.7")
def test_never_two_own_armies_in_a_region():
    """An army passes through a region with another own army but does not end there."""
    table = Deus().put(A, {3: [ARMY], 0: [ARMY, HOUSE]})
    assert reach(table, 3, 1) == set()
    assert {5, 6} <= reach(table, 3, 2)
    assert 0 not in reach(table, 3, 2)
    table.hand(A, "School").use("War Elephants")
    assert 3 not in table.legal_in("region")  # it has no destination yet
    table.do("region", 0).do("region", 5)
    assert table.s.node == ARMY_NODE
    assert table.legal_in("region") == [3]
    table.do("region", 3)
    assert table.has(A, ARMY) == {0, 5}


@pytest.mark.rule("DE-8.7")
def test_an_army_moves_once_by_an_effect_and_may_stop():
    table = Deus().put(A, {3: [ARMY], 16: [ARMY]}).hand(A, "School").use("War Elephants")
    assert set(table.legal_in("region")) == {3, 16}
    table.do("region", 3)
    assert table.legal_in("region") == [16]
    table.do("done")
    assert table.s.seat == M
    assert table.s.node == MAIN
    assert table.has(A, ARMY) == {0, 16}
    assert table.s.moved == 0
    assert not int(table.s.where[A].sum()) >> 3 & 1  # region 3 is empty again


@pytest.mark.rule("DE-8.7", "DE-6.1")
def test_every_single_move_is_followed_by_attacks():
    table = Deus().put(A, {3: [ARMY, FARM], 16: [ARMY]}).put(M, {5: [HOUSE]}).hand(A, "School").use("War Elephants")
    table.do("region", 3)  # to region 0, the only one
    assert attacked(table, 4)
    assert table.s.node == ARMY_NODE
    assert table.vp(A) == 8


# --- theft ------------------------------------------------------------------------------------------------------------


def four(**changes) -> Deus:
    """Four players round A's army, with B and C beside it and D far away; on a board where that can be done."""
    table = Deus(4, 2, (), {})
    s = table.s
    land = [r for r in range(49) if 0 <= s.terrain[r] < 4]
    for r in land:
        near = [q for q in land if int(s.neighbours[r]) >> q & 1]
        far = [q for q in land if q != r and q not in near]
        if len(near) >= 2:
            table.put(A, {r: [ARMY]}).put(M, {near[0]: [FARM]}).put(B3, {near[1]: [FARM]}).put(C4, {far[-1]: [FARM]})
            break
    # In the rules' example the neighbours are called B and C.
    table.goods(M, gold=3, vp=0).goods(B3, gold=0, vp=4)
    return table.hand(A, "School").goods(A, gold=0, vp=5)


@pytest.mark.rule("DE:G26", "DE-8.8")
def test_stealing_vp_from_each():
    table = four().use("War Elephants")
    table.do("done")  # no move
    assert [table.vp(p) for p in range(4)] == [6, 0, 3, 5]


@pytest.mark.rule("DE:G26", "DE-8.8")
def test_stealing_from_one():
    table = four().use("Legion")
    assert table.legal_in("victim") == [0, 1]  # VP are secret, so also B who has none
    nothing = table.copy().do("victim", 0)
    assert [nothing.vp(p) for p in range(4)] == [5, 0, 4, 5]
    table.do("victim", 1)
    assert [table.vp(p) for p in range(4)] == [6, 0, 3, 5]
    assert table.gold(A) == 1
    assert table.gold(M) == 2
    assert table.s.seat == M  # of the gold only B has any


@pytest.mark.rule("DE:G26", "DE-8.8")
def test_stealing_gold():
    table = four().use("Spearmen")
    assert table.gold(A) == 2
    assert table.gold(M) == 1
    assert table.s.seat == M
    table = four().goods(M, gold=1).use("Spearmen")
    assert table.gold(A) == 1
    assert table.gold(M) == 0  # all that is there
    ships = four()
    s = ships.s
    s.where[A, SHIP] = s.where[A, ARMY]  # the army's neighbourhood serves as the ship's
    s.where[A, ARMY] = 0
    ships.use("Marines")
    assert ships.gold(A) == 2
    assert ships.gold(M) == 1
    assert ships.gold(C4) == 5


@pytest.mark.rule("DE-8.8", "DE-8.2")
def test_without_targets_nothing_is_stolen():
    table = four().goods(M, gold=0).use("Spearmen")
    assert table.s.seat == M
    assert table.gold(A) == 0
    lonely = Deus().put(A, {3: [ARMY]}).put(M, {27: [FARM]}).hand(A, "School").use("Legion")
    assert lonely.s.seat == M
    assert lonely.vp(A) == 5
