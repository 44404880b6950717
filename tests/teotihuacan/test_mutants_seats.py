"""Seats other than the first: what seat 0 has or gets is not what the seat to move has or gets."""

import pytest

from meeplezoo.envs.teotihuacan.actions import A

from .position import cocoa_of, fill, full, move, next_turn, position, powers


@pytest.mark.rule("TE-7.5")
def test_the_cocoa_of_a_completed_level_goes_to_who_completed_it():
    table = position({1: [(5, 1)]}, seat=1, stone=3, wood=2, levels=[full(3, 1), full(3, 3), full(3, 3)])
    fill(table, 0, [0, 2, 0], 2)
    move(table, 0, 1).play(A.tile)
    assert [cocoa_of(table, p) for p in range(3)] == [0, 3, 0]


@pytest.mark.rule("TE-5.9")
@pytest.mark.parametrize(("first", "mover", "builds"), [(0, 8, False), (8, 7, True)])
def test_the_limit_of_statues_is_each_ones_own(first, mover, builds):
    table = position({1: [(10, 1)]}, seat=1, wood=1, gold=2)
    table.s.statues[:2] = first, mover
    move(table, 0, 1)
    assert table.legal() == ([A.statue, A.pass_] if builds else [*range(3)])
    assert next_turn(table, 2) == (not builds)


@pytest.mark.rule("TE-10.4", "TE-2.3")
def test_the_worker_of_a_god_card_is_of_who_activated_it():
    table = position({0: [(3, 1)], 1: [(0, 1), (4, 2), (5, 2)]}, seat=1, cocoa=5, gods=["G13"])
    move(table, 0, 1).play(A.god)
    assert (powers(table, 0), powers(table, 1)) == ([1, 1], [1, 2, 2, 1])
