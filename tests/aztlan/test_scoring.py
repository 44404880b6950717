"""The scoring phase and the end of the game (AZ-7, AZ-8)."""

import numpy as np
import pytest

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.actions import A
from meeplezoo.envs.aztlan.components import DATA, POWER_TERRAIN, REGION_KEYS, TERRAINS, UNUSED_VP
from meeplezoo.envs.aztlan.state import OVER, PAIR, SCORING_CARD, SELECT, WILD_TERRAIN
from tests.support import random_positions

from .position import CANOES, GAMES_CARD, MIXCOATL, OFFERING, TEPEYOLLOTL, WARRIORS, XIPE, R, hand_of, position, scoring

JUNGLE, DESERT, MOUNTAIN, HIGHLAND, CITY = range(5)


def points(table):
    """What player 0 has got once nothing more is asked."""
    return int(table.settle().s.score[0])


def wild(regions, terrain):
    table = scoring(4, regions).settle()
    assert table.s.node == WILD_TERRAIN
    return points(table.do("wild_terrain", terrain))


# --- Sectors ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZ-7.1", "AZ-7.2", "AZ:S7")
def test_sectors_score_their_size_and_the_square_of_the_matching_regions():
    assert points(scoring(9, "J1 J2 H1 C1 M4 C4 C5 C6 J6")) == 5 + 7 + 2 + 0


@pytest.mark.rule("AZ-7.1")
def test_players_score_in_turn_order_each_once():
    pawns = {"C1": {p: 1 for p in range(4)}, "J1": {p: 1 for p in range(4)}}
    table = position(SCORING_CARD, order=[3, 1, 0, 2], cards=dict.fromkeys(range(4), 4), pawns=pawns).settle()
    for seat in (3, 1, 0, 2):
        assert table.s.seat == seat
        table.do("wild_terrain", CITY)
        assert table.s.score[seat] == 3
    assert table.s.node == SELECT


@pytest.mark.rule("AZ-7.2", "AZ:O17")
def test_a_sector_without_the_terrain_scores_nothing():
    assert points(scoring(9, "J1 D1 M1 H1 J2")) == 0


@pytest.mark.rule("AZ-7.2", "AZ:O20")
@pytest.mark.parametrize("card", range(4, 10))
def test_all_thirty_regions_score_66_with_any_card(card):
    if card == 4:
        assert wild(" ".join(REGION_KEYS), HIGHLAND) == 66
    else:
        assert points(scoring(card, " ".join(REGION_KEYS))) == 66


@pytest.mark.rule("AZ-7.3")
@pytest.mark.parametrize(("card", "terrain"), [(5, "J"), (6, "D"), (7, "M"), (8, "H"), (9, "C")])
def test_terrain_of_each_card(card, terrain):
    assert POWER_TERRAIN.tolist() == [-1, 0, 1, 2, 3, 4]
    for letter in "JDMHC":
        assert points(scoring(card, f"{letter}2")) == (2 if letter == terrain else 0)


@pytest.mark.rule("AZ-7.4", "AZ:S8")
def test_wild_card():
    regions = "J1 J3 D1 D2 D3 M2 D5 H4 H5 J6 D6"
    assert [wild(regions, t) for t in range(5)] == [13, 22, 7, 7, 0]
    assert 22 == (6 + 9) + (3 + 1) + (2 + 1)


@pytest.mark.rule("AZ-7.4", "AZ:O18")
def test_wild_card_may_name_any_terrain_even_without_points():
    table = scoring(4, "J3 D3 M2 C4").settle()
    assert table.legal_in("wild_terrain") == [0, 1, 2, 3, 4]
    assert [wild("J3 D3 M2 C4", t) for t in range(5)] == [5, 5, 5, 0, 5]


@pytest.mark.rule("AZ-7.4")
def test_wild_card_comes_after_the_scoring_card_and_is_not_asked_without_regions():
    table = scoring(4, "J1", [MIXCOATL])
    assert table.s.node == SCORING_CARD
    table.do("score_blessing", 0)
    assert table.s.node == WILD_TERRAIN
    assert points(table.do("wild_terrain", JUNGLE)) == 2 + 2
    assert scoring(4, "").settle().s.node == SELECT


# --- Scoring cards ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZ-7.5")
def test_only_blessings_and_canoes_are_scoring_cards():
    table = scoring(9, " ".join(REGION_KEYS[:29]), [GAMES_CARD, OFFERING, WARRIORS, 6])
    assert table.legal() == [A.score_no_card]
    table = scoring(9, "J1 M3 H5 M6 C5 D5 C3", [MIXCOATL, TEPEYOLLOTL, XIPE, CANOES])
    assert table.legal_in("score_blessing") == [0, 1, 2]
    assert table.is_legal("score_no_card")


@pytest.mark.rule("AZ-7.6", "AZ:O3")
def test_blessing_counts_regions_outside_scoring_sectors_too():
    regions = "J3 J4 C4 J1"
    assert points(scoring(9, regions)) == 4 + 0
    table = scoring(9, regions, [MIXCOATL])
    assert points(table.do("score_blessing", 0)) == 10
    assert table.s.discard[MIXCOATL] == 1
    assert hand_of(table, 0) == []


@pytest.mark.rule("AZ-7.6")
@pytest.mark.parametrize(("blessing", "letter"), [(0, "J"), (1, "M"), (2, "H")])
def test_each_blessing_has_its_terrain(blessing, letter):
    regions = "J1 M1 H1 D1 C1 J6"
    table = scoring(9, regions, [MIXCOATL, TEPEYOLLOTL, XIPE])
    plain = points(table.copy().do("score_no_card"))
    assert points(table.do("score_blessing", blessing)) - plain == 2 * sum(r[0] == letter for r in regions.split())


@pytest.mark.rule("AZ-7.7", "AZ:O1")
def test_canoes_join_two_sectors_across_a_lake():
    table = scoring(6, "J2 H3 D3 C4", [CANOES])
    assert table.legal_in("score_canoe") == [0]
    assert points(table.copy().do("score_no_card")) == 3
    assert points(table.do("score_canoe", 0)) == 5  # with two sectors on the shore no pair is asked
    assert table.s.discard[CANOES] == 1


@pytest.mark.rule("AZ-7.7", "AZ:O2")
def test_canoes_with_three_sectors_on_the_shore():
    table = scoring(7, "J2 M2 M4", [CANOES])
    assert points(table.copy().do("score_no_card")) == 4
    table.do("score_canoe", 0)
    assert table.s.node == PAIR
    assert table.legal_in("canoe_pair") == [0, 1, 2]
    assert [points(table.copy().do("canoe_pair", k)) for k in range(3)] == [5, 5, 6]


@pytest.mark.rule("AZ-7.7")
def test_sectors_of_a_shore_are_numbered_by_their_lowest_region():
    # North lake: H1 with D1, C1, D2 (lowest id 6), D3 (8), C3 with D5 (10). By shore regions D3 would come first.
    table = scoring(6, "H1 D1 C1 D2 D3 C3 D5", [CANOES]).do("score_canoe", 0)
    assert [points(table.copy().do("canoe_pair", k)) for k in range(3)] == [14 + 3, 15 + 2, 7 + 8]


@pytest.mark.rule("AZ-7.7")
def test_three_sectors_are_the_most_that_a_lake_can_touch():
    for lake in DATA["lake"]:
        ring = lake["ring"]
        lonely = [ring[k] for k in range(0, len(ring) - 1, 2)]
        assert len(lonely) <= 3
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            assert b in DATA["region"][a]["neighbours"]


@pytest.mark.rule("AZ-7.7")
def test_canoes_leave_other_sectors_alone():
    # C4-D3 and J2 on the north lake are joined; M3 and J6 stay alone.
    table = scoring(9, "C4 D3 J2 M3 C6 H5", [CANOES]).do("score_canoe", 0)
    assert points(table) == (3 + 1) + (3 + 1)


@pytest.mark.rule("AZ-7.8")
def test_scores_go_on_past_one_hundred():
    table = scoring(9, " ".join(REGION_KEYS), score=[399, 0, 0, 0], marker_order=[1, 2, 3, 0])
    assert points(table) == 465


# --- The end ---------------------------------------------------------------------------------------------------------


def last_scoring(unused, hands=None, score=(0, 0), order=(0, 1), variants=(), **given):
    """The end of a two-player game without points in season 5; the final points alone count."""
    cards = {p: next(c for c in range(9, 3, -1) if c != unused[p]) for p in (0, 1)}
    return position(
        SCORING_CARD, players=2, season=5, cards=cards, unused=unused, hands=hands, score=score, order=order,
        variants=variants, **given,
    ).settle()  # fmt: skip


@pytest.mark.rule("AZ-8.1")
def test_the_game_ends_after_season_five():
    table = last_scoring({0: 4, 1: 5})
    assert table.s.over
    assert (table.s.node, table.s.seat, table.s.season) == (OVER, -1, 5)
    assert not table.legal()
    assert not scoring(9, "C1", season=4).settle().s.over


@pytest.mark.rule("AZ-8.2", "AZ-8.5")
@pytest.mark.parametrize("power", range(4, 10))
def test_the_unused_power_card_counts(power):
    other = 5 if power == 4 else 4
    table = last_scoring({0: power, 1: other})
    assert table.s.score[:2].tolist() == [2 * power - 6, 2 * other - 6]


@pytest.mark.rule("AZ-8.2", "AZ-8.4", "AZ:S9")
@pytest.mark.parametrize(("held", "worth"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25), (6, 25), (9, 25)])
def test_offerings(held, worth):
    table = last_scoring({0: 4, 1: 4}, {0: [OFFERING] * held})
    assert table.s.score[0] == 2 + held + worth


@pytest.mark.rule("AZ-8.2", "AZ:O13")
def test_final_points():
    table = last_scoring({0: 6, 1: 9}, {0: [OFFERING] * 3 + [GAMES_CARD], 1: [OFFERING] * 6})
    assert table.s.score[:2].tolist() == [19, 12 + 6 + 25]
    table = last_scoring({0: 9, 1: 6}, {0: [OFFERING] * 7})
    assert table.s.score[0] == 44


@pytest.mark.rule("AZ-8.4")
def test_offerings_are_never_played():
    for table, _ in random_positions(game, 4, seed=3):
        assert table.s.discard[OFFERING] == 0
        spent = table.s.hand[:, OFFERING].sum() + (table.s.deck == OFFERING).sum()
        assert spent == 9


@pytest.mark.rule("AZ-8.4", "AZ-8.5", "AZ:O22")
@pytest.mark.parametrize(
    ("variants", "total"),
    [({}, 44), ({"offerings": "square"}, 68), ({"offerings": "sets"}, 48), ({"unused_vp": "falling"}, 34)],
)
def test_options_of_the_final_points(variants, total):
    table = last_scoring({0: 9, 1: 4}, {0: [OFFERING] * 7}, variants=variants)
    assert table.s.score[0] == total


@pytest.mark.rule("AZ-8.4", "AZ:O22")
@pytest.mark.parametrize(
    ("option", "worth"), [("last", [25] * 4), ("square", [36, 49, 64, 81]), ("sets", [26, 29, 34, 41])]
)
def test_tables_of_offerings(option, worth):
    for held in range(1, 10):
        table = last_scoring({0: 4, 1: 4}, {0: [OFFERING] * held}, variants={"offerings": option})
        assert table.s.score[0] - 2 - held == ([0, 1, 4, 9, 16, 25, *worth][held])


@pytest.mark.rule("AZ-8.5")
def test_tables_of_the_unused_card():
    assert UNUSED_VP.tolist() == [[2, 4, 6, 8, 10, 12], [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], [12, 10, 8, 6, 4, 2]]
    names = game.variants["unused_vp"].values
    assert names == ("default", "flat_step", "inverse", "falling")
    for name, worth in zip(names, [10, 5, 2, 4], strict=True):
        assert last_scoring({0: 8, 1: 4}, variants={"unused_vp": name}).s.score[0] == worth


@pytest.mark.rule("AZ-8.3", "AZ-8.6", "AZ:O12")
def test_final_tie_goes_to_the_marker_that_lies_lower():
    # Order of season 5 is 0, 1; the final points are added in the order of the scores: 1, then 0.
    table = last_scoring({0: 8, 1: 7}, score=(50, 52), order=(0, 1))
    assert table.s.score[:2].tolist() == [60, 60]
    assert table.s.marker_order[:2].tolist() == [0, 1]
    assert table.s.payoff[:2].tolist() == [-1, 1]


@pytest.mark.rule("AZ-8.3")
def test_equal_scores_before_the_final_points_go_by_the_stack():
    # Player 1's marker lies higher, so it moves first and ends up below.
    table = last_scoring({0: 8, 1: 8}, score=(50, 50), marker_order=[1, 0])
    assert table.s.score[:2].tolist() == [60, 60]
    assert table.s.payoff[:2].tolist() == [-1, 1]
    table = last_scoring({0: 8, 1: 8}, score=(50, 50), marker_order=[0, 1])
    assert table.s.payoff[:2].tolist() == [1, -1]


@pytest.mark.rule("AZ-8.6")
def test_most_points_win_and_places_are_never_shared():
    table = last_scoring({0: 8, 1: 7}, score=(60, 52), order=(1, 0))
    assert table.s.payoff[:2].tolist() == [1, -1]
    four = position(
        SCORING_CARD, season=5, cards=dict.fromkeys(range(4), 9), unused=dict.fromkeys(range(4), 4),
        score=[7, 7, 9, 7], marker_order=[3, 0, 2, 1],
    ).settle()  # fmt: skip
    assert four.s.score[:4].tolist() == [9, 9, 11, 9]
    # 2 moves first, then 3, 0, 1: among the three equal ones 3 lies lowest.
    assert np.allclose(four.s.payoff[:4], [-1 / 3, -1, 1, 1 / 3])


def test_terrains_have_six_regions_each():
    assert [sum(r["terrain"] == t for r in DATA["region"]) for t in TERRAINS] == [6] * 5
    assert R["C6"] == 29
