"""The two-player variant, Gods of the Aztecs (AZ-9)."""

import numpy as np
import pytest

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.components import DATA, EDGES
from meeplezoo.envs.aztlan.rules.board import side_of
from meeplezoo.envs.aztlan.state import SCORING_CARD, SELECT
from tests.support import Table

from .position import OFFERING, R, choose_all, conflict, pawns_in, placing, position, selecting


@pytest.mark.rule("AZ-9.1")
def test_factions():
    tribes = {t["id"]: t["colour"] for t in DATA["tribe"]}
    colours = [{tribes[t] for t in faction["tribes"]} for faction in DATA["faction"]]
    assert colours == [{"green", "blue"}, {"yellow", "red"}]
    # One row of the state for each faction: its pawns are one people.
    table = Table(game, 2, seed=1)
    assert table.s.reserve.tolist() == [60, 60, 0, 0]


@pytest.mark.rule("AZ-9.2")
def test_each_player_has_own_cards_and_marker():
    table = Table(game, 2, seed=1)
    assert [int(side_of(table.s, p)) for p in (0, 1)] == [0, 1]
    assert sorted(table.s.marker_order[:2].tolist()) == [0, 1]
    choose_all(table, {0: 9, 1: 9})
    assert table.s.power_now[:2].tolist() == [5, 5]


@pytest.mark.rule("AZ-9.3")
def test_factions_receive_their_pawns_whoever_controls_them():
    for season, count in enumerate([10, 9, 8, 7, 6], 1):
        table = choose_all(selecting(players=2, season=season))
        assert table.s.to_place[:2].tolist() == [count, count]
        assert table.s.reserve[:2].tolist() == [60 - count, 60 - count]


@pytest.mark.rule("AZ-9.4", "AZ-9.5", "AZ:O14")
def test_factions_change_hands_after_each_season():
    table = conflict([0, 1], {0: 5, 1: 8}, {"C3": {1: 3, 0: 2}}, players=2, season=2, top=[OFFERING])
    # 15 of seat 0 with faction 1 against 16 of seat 1 with faction 0.
    assert (table.s.seat, table.legal_in("fight")) == (1, [R["C3"]])
    table.do("fight", R["C3"])
    assert pawns_in(table, "C3") == [2, 0]


@pytest.mark.rule("AZ-9.4")
def test_a_player_places_moves_and_scores_with_the_faction_of_the_season():
    table = placing([0, 1], players=2, season=2, pawns={"J1": {0: 1, 1: 1}})
    table.do("place", R["J6"])
    assert pawns_in(table, "J6") == [0, 1]
    table.do("move_edge", EDGES.index((R["J1"], R["D1"])))
    assert pawns_in(table, "D1") == [0, 1]
    assert table.s.to_place[:2].tolist() == [3, 2]
    scored = position(
        SCORING_CARD, players=2, season=4, cards={0: 5, 1: 6}, pawns={"J1": {0: 2}, "D3": {1: 1}, "J3": {1: 1}}
    ).settle()
    # Seat 0 (jungle) has D3 and J3, seat 1 (desert) has J1 only.
    assert scored.s.score[:2].tolist() == [3, 0]


@pytest.mark.rule("AZ-9.5")
def test_only_pawns_change_hands():
    for season in range(1, 6):
        table = selecting(players=2, season=season, hands={0: [OFFERING]}, score=[8, 3])
        assert [int(side_of(table.s, p)) for p in (0, 1)] == ([0, 1] if season % 2 else [1, 0])
    before = position(
        SCORING_CARD,
        players=2,
        season=1,
        cards={0: 9, 1: 8},
        pawns={"C1": {0: 2}},
        hands={0: [OFFERING]},
        removed={1: 3},
    )
    after = before.copy().settle()
    assert after.s.node == SELECT
    assert (after.s.pawns == before.s.pawns).all()
    assert (after.s.reserve == before.s.reserve).all()
    assert (after.s.removed == before.s.removed).all()
    assert (after.s.hand == before.s.hand).all()
    assert after.s.score[:2].tolist() == [2, 0]
    assert after.s.power_used[0].tolist() == [0, 0, 0, 0, 0, 1]
    # The row of a side in the observation follows its controller.
    assert before.observe(0)["pawns"][0, R["C1"]] == 2
    assert after.observe(0)["pawns"][1, R["C1"]] == 2
    assert after.observe(1)["pawns"][0, R["C1"]] == 2


@pytest.mark.rule("AZ-9.6")
@pytest.mark.parametrize("seed", range(4))
def test_final_points_and_winner_as_in_other_games(seed):
    rng = np.random.default_rng(seed)
    table = Table(game, 2, seed=seed)
    before = table.copy()
    while not table.s.over:
        before = table.copy()
        table.play(int(rng.choice(table.legal())))
    assert (table.s.score[:2] >= before.s.score[:2] + 2).all()  # at least the unused card
    best = int(np.argmax(table.s.score[:2]))
    if table.s.score[0] != table.s.score[1]:
        assert table.s.payoff[best] == 1
    assert table.s.payoff[:2].sum() == 0
