"""The end of the game and the final score (DE-5.5, DE-8.10, DE-10)."""

from __future__ import annotations

import pytest

from meeplezoo.envs.deus.rules.turn import begin_turn, end_game, score_majority, temple_points
from meeplezoo.envs.deus.state import MAIN, OVER

from .position import ARMY, B3, FARM, HOUSE, SCHOOL, SHIP, TEMPLE, WOOD, A, Deus, M

# --- when -------------------------------------------------------------------------------------------------------------


def finish_turn(table: Deus) -> None:
    """The seat to move makes an offering of one card that asks for nothing more."""
    p = int(table.s.seat)
    table.hand(p)
    ship = table.free_card(SHIP)
    table.hand(p, ship, table.free_card(HOUSE)).offer(ship)
    assert table.s.node in (MAIN, OVER)


@pytest.mark.rule("DE:G19", "DE-10.1", "DE-10.2")
def test_last_temple_last_rounds():
    """Seat 2 places the last temple in round 8, begun by seat 1: seat 0 still moves, then one more round."""
    table = Deus(3, 1, (), {})
    s = table.s
    s.first_player, s.round_no = 1, 8
    land = next(r for r in range(42) if 0 <= s.terrain[r] < 4)
    table.put(B3, {land: [FARM]}).hand(B3, "Temple of Zeus", "School").turn_of(B3)
    s.temple_supply = 1
    table.build_at("Temple of Zeus", land)
    assert s.temple_supply == 0
    assert s.end_round == 9
    order = []
    while not s.over:
        order.append((int(s.round_no), int(s.seat)))
        s.village_attacked[:6] = s.round_no == 9  # changes nothing any more
        finish_turn(table)
        assert s.end_round == 9
    assert order == [(8, 0), (9, 1), (9, 2), (9, 0)]
    assert s.round_no == 9
    assert s.seats_done == 3
    assert s.node == OVER
    assert s.seat == -1


@pytest.mark.rule("DE-10.1")
def test_the_last_village_ends_the_game():
    table = Deus().put(A, {23: [ARMY], 25: [FARM], 21: [SHIP]}).put(M, {27: [FARM]}).hand(A, "Spearmen", "School")
    table.s.village_attacked[:3] = 1
    table.s.where[A, ARMY] = 0
    table.build_at("Spearmen", 23)
    assert table.s.village_attacked[:4].all()
    assert table.s.end_round == 2
    assert table.s.round_no == 1


@pytest.mark.rule("DE-10.3")
def test_the_game_ends_after_the_last_possible_round():
    table = Deus(2, 1, (), {"max_rounds": 3})
    assert table.s.max_rounds == 3
    assert Deus().s.max_rounds == 150
    turns = 0
    while not table.s.over:
        finish_turn(table)
        turns += 1
    assert turns == 6
    assert table.s.round_no == 3
    assert table.s.end_round == -1


@pytest.mark.rule("DE-10.3", "DE-10.2")
def test_a_trigger_in_the_last_possible_round_adds_none():
    table = Deus(2, 1, (), {"max_rounds": 1}).put(A, {3: [FARM]}).hand(A, "Temple of Zeus", "School")
    table.s.first_player, table.s.seat, table.s.temple_supply = A, A, 1
    land = next(r for r in range(28) if 0 <= table.s.terrain[r] < 4)
    table.s.where[A, FARM] = 1 << land
    table.build_at("Temple of Zeus", land)
    assert table.s.end_round == 2
    finish_turn(table)
    assert table.s.over
    assert table.s.round_no == 1


@pytest.mark.rule("DE-9.4", "DE-10.2")
def test_rounds_pass_when_nobody_has_a_card():
    table = Deus(2, 1, (), {"max_rounds": 5})
    table.hand(0).hand(1).set_deck(0, 0).turn_of(A)
    begin_turn(table.s)
    assert table.s.over
    assert table.s.round_no == 5


# --- how much ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE:G20", "DE-10.4")
def test_majorities():
    table = Deus(3, 1, (), {})
    s = table.s
    for p, wood, gold in ((0, 2, 7), (1, 2, 3), (2, 0, 7)):
        s.resources[p] = [wood, 0, 0, 0]
        s.gold[p], s.score[p] = gold, 0
    score_majority(s, WOOD)
    assert s.score[:3].tolist() == [2, 2, 0]
    score_majority(s, 2)  # nobody has any clay
    assert s.score[:3].tolist() == [2, 2, 0]
    score_majority(s, 4)
    assert s.score[:3].tolist() == [4, 2, 2]
    end_game(s)  # wood and gold once more
    assert s.score[:3].tolist() == [8, 4, 4]


def temples(*names: str) -> Deus:
    return Deus().column(A, TEMPLE, *names)


@pytest.mark.rule("DE:G21", "DE-5.5", "DE-8.10")
def test_temple_points():
    ships = temples("Temple of Poseidon").put(A, {r: [SHIP] for r in (1, 2, 8, 13, 17)})
    assert temple_points(ships.s, A) == 12  # 15, but never more than 12
    forests = temples("Temple of Artemis").put(A, {0: [HOUSE], 16: [FARM]})
    assert temple_points(forests.s, A) == 8
    cities = temples("Temple of Hera").put(
        A, {3: [FARM, HOUSE], 5: [FARM, SCHOOL], 15: [HOUSE, ARMY], 16: [FARM, TEMPLE]}
    )
    assert temple_points(cities.s, A) == 6
    twice = temples("Temple of Artemis", "Temple of Gaia").put(A, {0: [HOUSE], 16: [FARM]})
    assert temple_points(twice.s, A) == 8 + 2  # equal regions count on both cards
    assert temple_points(temples("Temple of Zeus", "Temple of Apollo", "Temple of Hermes").s, A) == 12 + 0 + 4


@pytest.mark.rule("DE:G18", "DE-10.4")
def test_a_card_without_wooden_temple_scores():
    table = temples("Temple of Zeus", "Temple of Gaia").put(A, {0: [HOUSE]})
    assert not table.has(A, TEMPLE)
    assert temple_points(table.s, A) == 8 + 1


@pytest.mark.rule("DE-10.4", "DE-10.5")
def test_final_score_and_shared_victory():
    """5 VP each, equal goods: all majorities are shared and so is the victory."""
    table = Deus(3, 1, (), {})
    table.column(0, TEMPLE, "Temple of Hermes").goods(0, vp=1)
    table.goods(2, vp=4)
    end_game(table.s)
    s = table.s
    assert s.score[:3].tolist() == [1 + 4 + 10, 5 + 10, 4 + 10]
    assert s.payoff[:3].tolist() == [0.5, 0.5, -1.0]
    assert s.over
    assert s.tiebreak[:3].tolist() == [0, 0, 0]
