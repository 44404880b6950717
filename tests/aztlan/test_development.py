"""Selection and development (AZ-4, AZ-5)."""

import numpy as np
import pytest

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.components import EDGES, SEASON_PAWNS
from meeplezoo.envs.aztlan.state import CONFLICT, MOVE, PLACE, PLACE_SECOND, SELECT
from tests.support import Table

from .position import GREEN, OFFERING, WARRIORS, R, choose_all, conflict, pawns_in, placing, scoring, selecting


def play_at_random(table, until, seed=1):
    """Random moves until ``until(s)``."""
    rng = np.random.default_rng(seed)
    while not until(table.s):
        table.play(int(rng.choice(table.legal())))
    return table


# --- Selection -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZ-4.1")
def test_the_season_marker_moves_on_from_season_two():
    table = scoring(9, "C1").settle()
    assert table.s.season == 2
    assert table.s.node == SELECT
    choose_all(table)
    assert table.s.season == 2


@pytest.mark.rule("AZ-4.2")
def test_players_pick_in_turn_order_and_see_only_their_own_pick():
    table = selecting(order=[2, 0, 3, 1])
    for k, seat in enumerate([2, 0, 3, 1]):
        assert table.s.seat == seat
        table.do("choose_power", k + 1)
    assert table.s.power_now.tolist() == [2, 4, 1, 3]
    for seat in range(4):
        seen = table.observe(seat, "own")
        assert seen["own_power"].tolist() == [float(c == table.s.power_now[seat]) for c in range(6)]
        assert not seen["power_shown"].any()
        assert not seen["other_power"].any()
    assert table.observe(0, "all")["other_power"].argmax(axis=1).tolist() == [4, 1, 3]


@pytest.mark.rule("AZ-4.2", "AZ-4.5")
def test_a_power_card_can_be_used_once():
    table = selecting(season=4)
    s = table.s
    s.power_used[:] = 0
    s.power_used[0, [0, 2, 5]] = 1
    s.power_used[1, [1, 2, 3]] = 1
    assert table.legal_in("choose_power") == [1, 3, 4]
    table.do("choose_power", 4)
    assert table.legal_in("choose_power") == [0, 4, 5]
    assert table.observe(1, "public")["power_used"][-1].tolist() == [1, 0, 1, 0, 0, 1]


@pytest.mark.rule("AZ-4.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_power_card_is_left_after_five_seasons(players):
    table = play_at_random(Table(game, players, seed=2), lambda s: s.over)
    assert table.s.power_used[:players].sum(axis=1).tolist() == [5] * players


@pytest.mark.rule("AZ-4.3", "AZ:S10")
@pytest.mark.parametrize(("players", "counts"), [(2, [10, 9, 8, 7, 6]), (3, [8, 7, 6, 5, 4]), (4, [7, 6, 5, 4, 3])])
def test_pawns_per_season(players, counts):
    assert SEASON_PAWNS[players].tolist() == counts
    table = Table(game, players, seed=4)
    for season in range(1, 6):
        choose_all(table)
        assert table.s.to_place[:players].tolist() == [counts[season - 1]] * players
        while table.s.season == season and not table.s.over:  # nobody ever meets: no prosperity card
            seat = int(table.s.seat)
            name = "place" if table.s.node == PLACE else "move_none" if table.s.node == MOVE else "wild_terrain"
            table.do(name, int(table.s.players == 2 and (seat + season) % 2) + 2 * seat if name == "place" else 0)
    side = 60 if players == 2 else 30
    assert table.s.reserve[:players].tolist() == [side - sum(counts)] * players
    if players == 2:
        assert table.s.pawns.sum() == 80  # 40 of each faction, 20 left


@pytest.mark.rule("AZ-4.3")
def test_nobody_receives_pawns_before_the_last_pick():
    table = selecting()
    for _ in range(3):
        table.do("choose_power", 0)
        assert not table.s.to_place.any()
    table.do("choose_power", 0)
    assert table.s.to_place.tolist() == [7, 7, 7, 7]
    assert table.s.reserve.tolist() == [23, 23, 23, 23]
    assert (table.s.seat, table.s.node) == (0, PLACE)


@pytest.mark.rule("AZ-4.4", "AZ:O16")
def test_short_reserve_is_filled_from_removed_pawns_as_far_as_they_go():
    table = selecting(players=3, season=5, reserve={0: 2, 1: 4, 2: 2}, removed={0: 1, 1: 5, 2: 9})
    choose_all(table)
    assert table.s.to_place[:3].tolist() == [3, 4, 4]
    assert table.s.reserve[:3].tolist() == [0, 0, 0]
    assert table.s.removed[:3].tolist() == [0, 5, 7]
    turns = []
    while PLACE <= table.s.node <= MOVE:
        turns.append(int(table.s.seat))
        table.do("place", int(table.s.seat)).do("move_none")
    assert turns == [0, 1, 2] * 3 + [1, 2]


@pytest.mark.rule("AZ-4.4")
def test_a_side_may_get_no_pawns_at_all():
    table = choose_all(selecting(players=3, season=5, reserve={0: 0, 1: 4, 2: 4}))
    assert table.s.to_place[:3].tolist() == [0, 4, 4]
    assert table.s.seat == 1


# --- Development -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZ-5.1")
def test_placement_turns_go_round_and_pass_over_those_without_pawns():
    table = placing([2, 0, 3, 1], to_place={0: 2, 1: 4, 2: 1, 3: 2})
    turns = []
    while PLACE <= table.s.node <= MOVE:
        turns.append(int(table.s.seat))
        table.do("place", int(table.s.seat)).do("move_none")
    assert turns == [2, 0, 3, 1, 0, 3, 1, 1, 1]
    assert not table.s.to_place.any()


@pytest.mark.rule("AZ-5.2", "AZ-5.4", "AZ:S1")
def test_place_a_pawn_then_move_one():
    table = placing([GREEN, 0, 2, 3], pawns={"D3": {GREEN: 1}, "H2": {GREEN: 2}})
    table.do("place", R["C4"])
    assert table.s.node == MOVE
    assert EDGES[33] == (R["D3"], R["H2"])
    table.do("move_edge", 33)
    assert [pawns_in(table, r)[GREEN] for r in ("C4", "D3", "H2")] == [1, 0, 3]
    assert table.s.to_place[GREEN] == 2
    assert (table.s.seat, table.s.node) == (0, PLACE)  # one move only


@pytest.mark.rule("AZ-5.4", "AZ:O19")
def test_the_pawn_just_placed_may_move():
    table = placing([0, 1, 2, 3])
    table.do("place", R["J4"])
    moves = [EDGES[e] for e in table.legal_in("move_edge")]
    assert moves == [(R["J4"], R["D4"]), (R["J4"], R["D6"]), (R["J4"], R["C4"])]
    assert table.is_legal("move_none")
    table.do("move_edge", EDGES.index((R["J4"], R["C4"])))
    assert pawns_in(table, "C4")[0] == 1
    assert pawns_in(table, "J4")[0] == 0


@pytest.mark.rule("AZ-5.4")
def test_only_own_pawns_move():
    table = placing([0, 1, 2, 3], pawns={"J1": {1: 3}, "D3": {0: 1}})
    table.do("place", R["J4"])
    assert {EDGES[e][0] for e in table.legal_in("move_edge")} == {R["D3"], R["J4"]}


@pytest.mark.rule("AZ-5.5")
def test_pawns_of_earlier_seasons_have_the_strength_of_this_season():
    table = selecting(
        season=2, pawns={"J1": {0: 1}, "J2": {1: 1}}, reserve={0: 23, 1: 23, 2: 23, 3: 23}, order=[0, 1, 2, 3]
    )  # the rest of last season's pawns stands in M6
    table.s.pawns[:, R["M6"]] = 0
    choose_all(table, {0: 9, 1: 5, 2: 6, 3: 6})
    table.s.to_place[:] = [0, 1, 0, 0]
    table.s.seat, table.s.turn_pos = 1, 1
    table.do("place", R["J1"]).do("move_none")  # 9 of the old pawn against 5 of the new one
    assert table.s.node == CONFLICT
    assert (table.s.seat, table.legal_in("fight")) == (0, [R["J1"]])


@pytest.mark.rule("AZ-5.6")
def test_warriors_place_two_pawns_and_cost_one():
    table = placing([0, 1, 2, 3], hands={0: [WARRIORS]}, reserve={0: 20})
    table.do("play_eagle_jaguar")
    assert (table.s.node, table.s.warriors_left, table.s.to_place[0], table.s.reserve[0]) == (PLACE, 2, 4, 19)
    assert table.s.discard[WARRIORS] == 1
    table.do("place", R["J1"])
    assert (table.s.node, table.s.warriors_left) == (PLACE_SECOND, 1)
    assert table.legal() == [game.actions["place"][r] for r in range(30)]
    table.do("place", R["J1"])  # the same region is allowed
    assert (table.s.node, table.s.warriors_left, table.s.to_place[0]) == (MOVE, 0, 2)
    table.do("move_edge", EDGES.index((R["J1"], R["C1"])))
    assert (table.s.seat, table.s.card_played) == (1, False)
    assert pawns_in(table, "J1")[0] == pawns_in(table, "C1")[0] == 1


@pytest.mark.rule("AZ-5.6")
def test_warriors_only_at_the_start_of_the_turn_and_only_when_held():
    table = placing([0, 1, 2, 3], hands={0: [WARRIORS], 2: [OFFERING]})
    table.do("place", 0)
    assert not table.is_legal("play_eagle_jaguar")
    table.do("move_none")
    assert not table.is_legal("play_eagle_jaguar")  # player 1 holds none


@pytest.mark.rule("AZ-5.6", "AZ:O15")
def test_warriors_take_a_removed_pawn_only_if_the_reserve_is_empty():
    table = choose_all(selecting(players=3, season=5, reserve={0: 4}, removed={0: 2}, hands={0: [WARRIORS]}))
    assert (table.s.to_place[0], table.s.reserve[0]) == (4, 0)
    table.do("play_eagle_jaguar")
    assert (table.s.removed[0], table.s.to_place[0]) == (1, 5)
    table.do("place", 0).do("place", 1)
    assert table.s.to_place[0] == 3

    table = choose_all(selecting(players=3, season=5, reserve={0: 4}, removed={0: 0}, hands={0: [WARRIORS]}))
    assert not table.is_legal("play_eagle_jaguar")

    table = placing(
        [0, 1, 2], players=3, season=4, reserve={0: 4, 1: 1}, removed={0: 2, 1: 2}, hands={0: [WARRIORS], 1: [WARRIORS]}
    )
    table.do("play_eagle_jaguar")
    assert (table.s.reserve[0], table.s.removed[0]) == (3, 2)
    table.do("place", 0).do("place", 0).do("move_none").do("play_eagle_jaguar")
    assert (table.s.reserve[1], table.s.removed[1]) == (0, 2)


@pytest.mark.rule("AZ-5.8")
def test_power_cards_are_turned_up_when_the_placements_end():
    table = placing([0, 1, 2, 3], to_place={0: 1}, cards={0: 4, 1: 5, 2: 6, 3: 7}, pawns={"J1": {2: 1, 3: 1}})
    table.do("place", 0)
    assert not table.observe(3, "public")["power_shown"].any()
    table.do("move_none")
    assert table.s.node == CONFLICT
    assert table.observe(3, "public")["power_shown"].argmax(axis=1).tolist() == [3, 0, 1, 2]
    assert not table.observe(3, "all")["other_power"].any()  # no longer hidden


def test_conflict_phase_needs_no_question_without_conflicts():
    table = conflict([0, 1, 2, 3], dict.fromkeys(range(4), 9), {"J1": {0: 1}, "J2": {1: 1}})
    assert (table.s.season, table.s.node) == (2, SELECT)
