"""The map: borders, lakes, control and sectors (AZ-3)."""

import pytest

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.components import DATA, EDGES, NEIGHBOURS, REGION_KEYS
from meeplezoo.envs.aztlan.rules.board import controlled, sector_at
from meeplezoo.envs.engine.bits import popcount
from tests.support import random_positions

from .position import R, placing, scoring

REGIONS = DATA["region"]


def _sides(polygon):
    corners = [tuple(c) for c in polygon]
    return {frozenset(pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True)}


@pytest.mark.rule("AZ-3.1")
def test_neighbours_are_the_regions_with_a_common_border_in_the_picture():
    borders = 0
    for a in REGIONS:
        touching = [b["id"] for b in REGIONS if b is not a and _sides(a["polygon"]) & _sides(b["polygon"])]
        assert a["neighbours"] == touching
        assert NEIGHBOURS[a["id"]] == sum(1 << b for b in touching)
        borders += len(touching)
    assert borders == 2 * 59 == len(EDGES)
    assert sorted(EDGES) == EDGES
    assert {(b, a) for a, b in EDGES} == set(EDGES)
    assert (EDGES[0], EDGES[33], EDGES[117]) == ((0, 6), (8, 19), (29, 22))


def test_shores_are_the_regions_round_a_lake_in_the_picture():
    for lake in DATA["lake"]:
        touching = [r["id"] for r in REGIONS if _sides(r["polygon"]) & _sides(lake["polygon"])]
        assert lake["shore"] == touching


@pytest.mark.rule("AZ-3.1", "AZ:O4")
def test_a_lake_is_no_border():
    table = placing([0, 1, 2, 3], pawns={"J2": {0: 1}})
    table.do("place", R["C6"])  # a lone pawn elsewhere
    targets = {REGION_KEYS[EDGES[e][1]] for e in table.legal_in("move_edge") if EDGES[e][0] == R["J2"]}
    assert targets == {"M1", "H1", "H3", "C2", "C3"}
    # Control of H1 and M2 only, both on lake 0: two sectors, of which only the mountain scores.
    table = scoring(7, "H1 M2").settle()
    assert table.s.score[0] == 2


@pytest.mark.rule("AZ-3.2")
def test_pawns_stand_in_the_thirty_regions_only():
    table = placing([0, 1, 2, 3])
    assert table.legal_in("place") == list(range(30))
    across = [(a, b) for lake in DATA["lake"] for a in lake["shore"] for b in lake["shore"] if a != b]
    over_water = [pair for pair in across if not NEIGHBOURS[pair[0]] >> pair[1] & 1]
    assert over_water
    assert not set(over_water) & set(EDGES)


@pytest.mark.rule("AZ-3.3", "AZ-5.3")
def test_any_number_of_pawns_of_all_sides_in_a_region():
    table = placing([0, 1, 2, 3], pawns={"J1": {0: 20, 1: 20, 2: 20, 3: 20}})
    for seat in range(4):
        assert table.s.seat == seat
        assert table.legal_in("place") == list(range(30))
        table.do("place", R["J1"]).do("move_none")
    assert table.s.pawns[:, R["J1"]].tolist() == [21, 21, 21, 21]


@pytest.mark.rule("AZ-3.4")
def test_the_weaker_of_two_controls_a_region_too():
    # Player 0 has one pawn beside nine of player 1 in J1: it counts in 0's sector and for 0's blessing.
    table = scoring(5, "J1", [0])
    table.s.pawns[1, R["J1"]] = 9
    table.s.reserve[1] -= 9
    table.do("score_blessing", 0)
    assert table.s.score[0] == 2 + 2


@pytest.mark.rule("AZ-3.5")
def test_sectors_are_the_connected_parts_of_the_regions_held():
    held = sum(1 << R[r] for r in ["J1", "J2", "H1", "C1", "M4", "C4", "C5", "C6", "J6"])
    found = {sector_at(held, r) for r in range(30) if held >> r & 1}
    names = {frozenset(REGION_KEYS[r] for r in range(30) if sector >> r & 1) for sector in found}
    assert names == {
        frozenset({"J1", "J2", "H1", "C1"}), frozenset({"M4", "C4", "C5"}), frozenset({"C6"}), frozenset({"J6"}),
    }  # fmt: skip


@pytest.mark.rule("AZ-3.5")
def test_sectors_partition_the_regions_held_on_random_boards():
    for table, _ in random_positions(game, 4, seed=4):
        for side in range(4):
            held = int(controlled(table.s, side))
            sectors = {int(sector_at(held, r)) for r in range(30) if held >> r & 1}
            assert sum(sectors) == held  # disjoint and complete
            assert sum(popcount(sector) for sector in sectors) == (table.s.pawns[side] > 0).sum()
