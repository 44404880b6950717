"""Pyramids (TE-7)."""

import pytest

from meeplezoo.envs.teotihuacan.actions import A
from meeplezoo.envs.teotihuacan.state import BUILD

from .position import cocoa_of, fill, full, move, next_turn, position, powers, score, stock


@pytest.mark.rule("TE:X4", "TE-7.2", "TE-7.3")
@pytest.mark.parametrize(
    ("levels", "stone", "wood", "gold", "points"), [(0, 2, 1, 0, 1), (1, 3, 2, 0, 3), (2, 4, 3, 1, 6)]
)
def test_tile_costs_and_points(levels, stone, wood, gold, points):
    table = move(position([(5, 1)], stone=stone, wood=wood, gold=gold, levels=[full(3, levels)] * 3), 0, 1)
    table.play(A.tile)
    assert stock(table) == [0, 0, 0, 0]
    assert score(table) == points
    assert table.s.slot_owner[0, levels, 0] == 0
    for short in ("stone", "wood", "gold")[: 3 if gold else 2]:
        have = {"stone": stone, "wood": wood, "gold": gold}
        have[short] -= 1
        poor = move(position([(5, 1)], levels=[full(3, levels)] * 3, **have), 0, 1)
        assert next_turn(poor, 1)


@pytest.mark.rule("TE-7.1", "TE-D3")
def test_only_the_open_level_of_each_pyramid():
    table = position([(5, 1)], stone=3, wood=2, levels=[full(3, 1), full(3, 3), full(3, 2)])
    table.s.tile_display[1] = 2, 3, 4
    move(table, 0, 1)
    # level 3 of pyramid 2 is too dear, pyramid 1 complete
    assert table.legal() == [A.tile, A.tile + 1, A.tile + 2, A.pass_]
    table.play(A.tile + 2)
    assert table.s.slot_number[0, 1].tolist() == [4, 0, 0, 0, 0]


@pytest.mark.rule("TE-7.2", "TE-7.4")
def test_the_display_is_refilled_from_the_stack():
    table = position([(5, 1)], stone=2, wood=1)
    s = table.s
    s.tile_display[0] = 1, 2, 1
    top, left = int(s.tile_stack[0, s.stack_left[0] - 1]), int(s.stack_left[0])
    move(table, 0, 1)
    assert table.legal_in("tile") == [0, 1, 3, 4, 6, 7]  # the second 1 is not offered
    table.play(A.tile + 4)
    assert s.slot_number[1, 0, 0] == 2
    assert s.tile_display[0].tolist() == [1, top, 1]
    assert (int(s.stack_left[0]), int(s.tile_stack[0, left - 1])) == (left - 1, 0)
    assert score(table) == 1  # the number is not scored now


@pytest.mark.rule("TE:X13", "TE-7.2", "TE-12.1")
def test_scarce_labour():
    levels = [full(3, 2)] * 3
    poor = position([(5, 1)], stone=4, wood=3, gold=1, levels=levels, event_name="E02")
    assert next_turn(move(poor, 0, 1), 1)
    table = move(position([(5, 1)], stone=5, wood=3, gold=1, levels=levels, event_name="E02"), 0, 1).play(A.tile)
    assert stock(table) == [0, 0, 0, 0]


@pytest.mark.rule("TE:X23", "TE-7.2", "TE-10.6")
def test_discount_and_scarce_labour_cancel():
    table = position([(5, 1)], stone=2, wood=1, event_name="E02", owned={"G18": 0})
    assert stock(move(table, 0, 1).play(A.tile)) == [0, 0, 0, 0]
    table = position([(5, 1)], stone=1, wood=1, owned={"G18": 0})
    assert stock(move(table, 0, 1).play(A.tile)) == [0, 0, 0, 0]
    assert next_turn(move(position([(5, 1)], stone=1, wood=1, owned={"G18": 2}), 0, 1), 1)


@pytest.mark.rule("TE:X28", "TE-7.5", "TE-9.2", "TE-6.1")
@pytest.mark.parametrize(("train", "mover", "residents"), [(True, 2, [2, 2]), (False, 2, [2, 1])])
def test_completing_level_one_trains(train, mover, residents):
    table = position({0: [(5, 1)], 1: [(6, 2), (6, 1)]}, stone=10, wood=10, levels=[[3, 0, 0]])
    move(table, 0, 1).play(A.tile)
    assert score(table) == 3
    assert (table.s.node, table.s.ops_left) == (BUILD, 0)
    assert table.legal() == [A.train, A.train + 1, A.pass_]
    table.play(A.train if train else A.pass_)
    assert powers(table, 0)[0] == mover
    assert powers(table, 1) == residents
    assert next_turn(table, 1)
    assert table.s.levels_completed.tolist()[:3] == [1, 0, 0]


@pytest.mark.rule("TE-7.5")
def test_completing_level_two_pays_cocoa_and_level_three_gives_a_step():
    table = position([(5, 2)], stone=3, wood=2, levels=[full(3, 1), full(3, 3), full(3, 3)])
    fill(table, 0, [0, 2, 0], 1)
    move(table, 0, 1).play(A.tile)
    assert (score(table), cocoa_of(table)) == (3 + 4, 3)
    assert next_turn(table, 1)
    table = position([(5, 2)], stone=4, wood=3, gold=1, levels=[full(3, 2), full(3, 3), full(3, 3)])
    fill(table, 0, [0, 0, 1], 1)
    move(table, 0, 1).play(A.tile)
    assert score(table) == 6 + 6
    assert table.legal() == [A.free_step, A.free_step + 1, A.free_step + 2, A.pass_]
    table.play(A.free_step + 1)
    assert table.s.track_pos[0].tolist() == [0, 1, 0]
    assert cocoa_of(table) == 0
    assert next_turn(table, 1)


@pytest.mark.rule("TE-7.5")
def test_who_places_the_last_tile_completes():
    table = position([(5, 1)], stone=2, wood=1, levels=[[3, 0, 0]])
    move(table, 0, 1).play(A.tile)
    assert table.s.levels_completed.tolist()[:3] == [1, 0, 0]  # though seat 2 placed the other three


@pytest.mark.rule("TE-2.2", "TE-7.2")
def test_slots_fill_from_the_first():
    table = position([(5, 4)], stone=8, wood=4)
    move(table, 0, 1).play(A.tile).play(A.tile).play(A.tile + 6)
    assert table.s.slot_owner[0, 0].tolist() == [0, 0, -1, -1, -1]
    assert table.s.slot_owner[2, 0].tolist() == [0, -1, -1, -1, -1]
