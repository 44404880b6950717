"""The conflict phase (AZ-6)."""

import pytest

from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.actions import A
from meeplezoo.envs.aztlan.components import CARD_COUNT
from meeplezoo.envs.aztlan.rules.conflict import strength
from meeplezoo.envs.aztlan.state import CONFLICT, SELECT, TIE_WINNER, WILD_TERRAIN
from meeplezoo.envs.aztlan.state import GAMES as ASKED_FOR_GAMES

from .position import (
    BLUE,
    GAMES_CARD,
    GREEN,
    MIXCOATL,
    OFFERING,
    RED,
    TLATOANI,
    WARRIORS,
    YELLOW,
    R,
    conflict,
    hand_of,
    pawns_in,
)

SIX = dict.fromkeys(range(4), 6)


def choices(table, region):
    """What the seat to decide may do in a region."""
    return [name for name in ("fight", "coexist", "tlatoani") if table.is_legal(name, R[region])]


@pytest.mark.rule("AZ-6.1", "AZ-6.4", "AZ:S2")
def test_strength_is_power_times_pawns():
    table = conflict([RED, YELLOW, BLUE, GREEN], {BLUE: 4, GREEN: 4, RED: 9, YELLOW: 5}, {"J1": {YELLOW: 2, RED: 1}})
    assert strength(table.s, YELLOW, R["J1"]) == 10
    assert strength(table.s, RED, R["J1"]) == 9
    assert strength(table.s, BLUE, R["J1"]) == 0
    assert table.s.seat == YELLOW  # red was passed over
    assert table.legal() == [game.actions["fight"][R["J1"]], game.actions["coexist"][R["J1"]]]


@pytest.mark.rule("AZ-6.1")
def test_a_region_of_one_side_is_no_conflict():
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 3}, "J2": {0: 2, 1: 1}})
    assert choices(table, "J1") == []
    assert choices(table, "J2") == ["fight", "coexist"]


@pytest.mark.rule("AZ-6.5", "AZ:S4")
def test_one_winner_over_two_rivals():
    given = ([YELLOW, BLUE, GREEN, RED], {YELLOW: 5, BLUE: 8, GREEN: 4, RED: 9}, {"J1": {YELLOW: 2, BLUE: 1, GREEN: 1}})
    table = conflict(*given).do("fight", R["J1"])
    assert pawns_in(table, "J1") == [0, 0, 0, 2]
    assert table.s.removed.tolist() == [1, 1, 0, 0]
    assert hand_of(table, YELLOW) == []
    table = conflict(*given, top=[WARRIORS, MIXCOATL]).do("coexist", R["J1"])
    assert pawns_in(table, "J1") == [1, 1, 0, 2]
    assert hand_of(table, YELLOW) == [WARRIORS]
    assert table.s.deck[0] == MIXCOATL
    assert table.s.deck_len == 29


@pytest.mark.rule("AZ-6.6", "AZ:S3")
def test_tie_with_a_weaker_third():
    cards = {GREEN: 8, BLUE: 4, YELLOW: 5, RED: 9}
    table = conflict([GREEN, BLUE, YELLOW, RED], cards, {"J1": {GREEN: 1, BLUE: 2, YELLOW: 1}})
    assert pawns_in(table, "J1") == [2, 1, 0, 0]
    assert table.s.removed.tolist() == [0, 0, 0, 1]
    assert not table.s.hand.any()
    assert table.s.settled[R["J1"]]
    assert (table.s.node, table.s.seat) == (WILD_TERRAIN, BLUE)


@pytest.mark.rule("AZ-6.6", "AZ:S5")
def test_plain_tie():
    table = conflict([0, 1, 2, 3], {GREEN: 8, BLUE: 4, RED: 9, YELLOW: 9}, {"J1": {GREEN: 1, BLUE: 2}})
    assert pawns_in(table, "J1") == [2, 1, 0, 0]
    assert not table.s.hand.any()
    assert not table.s.removed.any()


@pytest.mark.rule("AZ-6.2", "AZ-6.3", "AZ-6.4", "AZ-6.13", "AZ:S6")
def test_order_of_conflicts():
    pawns = {
        "J1": {RED: 1, GREEN: 1}, "D5": {YELLOW: 2, BLUE: 2}, "H4": {RED: 1, YELLOW: 1},
        "C4": {BLUE: 2, GREEN: 1}, "M6": {BLUE: 1, GREEN: 1},
    }  # fmt: skip
    cards = {RED: 6, YELLOW: 7, BLUE: 5, GREEN: 5}
    for first, second in (("D5", "H4"), ("H4", "D5")):
        table = conflict([RED, YELLOW, BLUE, GREEN], cards, pawns)
        assert (table.s.seat, table.legal_in("fight"), table.legal_in("coexist")) == (RED, [R["J1"]], [R["J1"]])
        table.do("fight", R["J1"])
        assert (table.s.seat, table.legal_in("fight")) == (YELLOW, [R["D5"], R["H4"]])
        table.do("coexist", R[first])
        assert (table.s.seat, table.legal_in("fight")) == (YELLOW, [R[second]])
        table.do("fight", R[second])
        assert (table.s.seat, table.legal_in("fight")) == (BLUE, [R["C4"]])
        table.do("coexist", R["C4"])  # green has nothing to decide: the season ends
        assert table.s.node == SELECT
        assert pawns_in(table, "M6") == [1, 1, 0, 0]
        assert table.s.hand.sum(axis=1).tolist() == [1, 0, 0, 1]


@pytest.mark.rule("AZ-6.2")
def test_a_region_is_settled_once_per_season():
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 2, 1: 1}, "J2": {0: 2, 1: 1}})
    table.do("coexist", R["J1"])
    assert choices(table, "J1") == []
    assert choices(table, "J2") == ["fight", "coexist"]


@pytest.mark.rule("AZ-6.4", "AZ:O21")
def test_regions_won_alone_must_be_settled_before_the_turn_ends():
    pawns = {"J1": {0: 2, 1: 1}, "J2": {0: 2, 2: 1}, "C4": {0: 1, 3: 1}}
    table = conflict([0, 1, 2, 3], SIX, pawns, hands={0: [TLATOANI]})
    for region in ("J1", "J2"):
        assert not table.is_legal("conflict_done")
        assert choices(table, "C4") == ["tlatoani"]
        table.do("fight", R[region])
    assert table.legal() == [game.actions["tlatoani"][R["C4"]], A.conflict_done]


@pytest.mark.rule("AZ-6.5")
def test_a_winner_cannot_kill_one_rival_and_spare_another():
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 3, 1: 1, 2: 2, 3: 1}})
    assert len(table.legal()) == 2
    assert pawns_in(table.copy().do("fight", R["J1"]), "J1") == [3, 0, 0, 0]
    assert pawns_in(table.copy().do("coexist", R["J1"]), "J1") == [3, 1, 2, 1]


@pytest.mark.rule("AZ-6.6")
def test_ties_are_settled_only_after_the_last_conflict_turn():
    # Yellow is tied with blue in J1 over green; blue's turn passes, then yellow draws Tlatoani elsewhere and plays it.
    table = conflict(
        [BLUE, GREEN, YELLOW, RED],
        SIX,
        {"J1": {BLUE: 2, YELLOW: 2, GREEN: 1}, "J2": {YELLOW: 2, RED: 1}},
        top=[TLATOANI],
    )
    assert table.s.seat == YELLOW
    assert pawns_in(table, "J1") == [2, 1, 0, 2]
    table.do("coexist", R["J2"])
    assert choices(table, "J1") == ["tlatoani"]
    table.do("tlatoani", R["J1"]).do("coexist", R["J1"])
    assert pawns_in(table, "J1") == [2, 1, 0, 2]


@pytest.mark.rule("AZ-6.7", "AZ-6.9", "AZ:O8")
def test_tlatoani_breaks_a_tie_and_may_be_answered_by_sacred_games():
    cards = {GREEN: 8, BLUE: 4, YELLOW: 5, RED: 9}
    table = conflict(
        [GREEN, BLUE, YELLOW, RED], cards, {"J1": {GREEN: 1, BLUE: 2, YELLOW: 1}},
        hands={BLUE: [TLATOANI], YELLOW: [GAMES_CARD]}, top=[OFFERING],
    )  # fmt: skip
    assert table.s.seat == BLUE  # green had nothing to decide
    assert table.legal() == [game.actions["tlatoani"][R["J1"]], A.conflict_done]
    table.do("tlatoani", R["J1"])
    assert (table.s.node, table.s.discard[TLATOANI]) == (TIE_WINNER, 1)
    assert table.legal() == [game.actions["fight"][R["J1"]], game.actions["coexist"][R["J1"]]]
    fought = table.copy().do("fight", R["J1"])
    assert (fought.s.node, fought.s.seat) == (ASKED_FOR_GAMES, YELLOW)
    fought.do("games_play")
    assert pawns_in(fought, "J1") == [2, 0, 0, 1]
    assert hand_of(fought, BLUE) == [OFFERING]
    spared = table.copy().do("coexist", R["J1"])
    assert pawns_in(spared, "J1") == [2, 1, 0, 1]
    assert hand_of(spared, BLUE) == [OFFERING]


@pytest.mark.rule("AZ-6.7")
def test_tlatoani_is_optional_and_only_for_the_tied():
    hands = {p: [TLATOANI] for p in range(3)}
    table = conflict([2, 0, 1, 3], SIX, {"J1": {0: 2, 1: 2, 2: 1}}, hands=hands)
    assert table.s.seat == 0  # player 2 is weaker
    table.do("conflict_done")
    assert (table.s.seat, choices(table, "J1")) == (1, ["tlatoani"])
    table.do("conflict_done")
    assert pawns_in(table, "J1") == [2, 2, 0, 0]
    assert table.s.hand[:, TLATOANI].sum() == 3


@pytest.mark.rule("AZ-6.7")
def test_tlatoani_cannot_be_answered_by_another():
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 1, 1: 1}}, hands={0: [TLATOANI], 1: [TLATOANI]})
    table.do("tlatoani", R["J1"]).do("fight", R["J1"])
    assert pawns_in(table, "J1") == [1, 0, 0, 0]
    assert hand_of(table, 1) == [TLATOANI]


@pytest.mark.rule("AZ-6.7", "AZ-2.5", "AZ:O9")
def test_one_tlatoani_per_conflict_turn():
    table = conflict(
        [BLUE, GREEN, RED, YELLOW], SIX, {"J1": {BLUE: 1, GREEN: 1}, "J2": {BLUE: 1, GREEN: 1, RED: 0}},
        hands={BLUE: [TLATOANI, TLATOANI]},
    )  # fmt: skip
    table.do("tlatoani", R["J1"]).do("fight", R["J1"])
    assert pawns_in(table, "J1") == [1, 0, 0, 0]
    assert pawns_in(table, "J2") == [1, 1, 0, 0]  # ended as a tie; the phase is over
    assert table.s.node == SELECT
    assert hand_of(table, BLUE) == [TLATOANI]


def three_in_h4(**given):
    return conflict([0, 1, 2, 3], {0: 9, 1: 6, 2: 5, 3: 6}, {"H4": {0: 2, 1: 2, 2: 1}}, **given).do("fight", R["H4"])


@pytest.mark.rule("AZ-6.8", "AZ:O5")
def test_sacred_games_save_one_of_two_rivals():
    table = three_in_h4(hands={1: [GAMES_CARD]}, top=[MIXCOATL, WARRIORS])
    assert (table.s.node, table.s.seat) == (ASKED_FOR_GAMES, 1)
    assert table.legal() == [A.games_decline, A.games_play]
    table.do("games_play")
    assert pawns_in(table, "H4") == [2, 2, 0, 0]
    assert hand_of(table, 0) == [MIXCOATL]
    assert table.s.discard[GAMES_CARD] == 1
    assert table.s.removed.tolist() == [0, 0, 1, 0]


@pytest.mark.rule("AZ-6.8", "AZ:O6")
def test_two_sacred_games_give_the_winner_one_card():
    table = three_in_h4(hands={1: [GAMES_CARD], 2: [GAMES_CARD]}, top=[MIXCOATL, WARRIORS])
    table.do("games_play")
    assert table.s.seat == 2
    assert table.observe(2, "public")["games_played"].tolist() == [0, 0, 0, 1]  # the first answer is known
    table.do("games_play")
    assert pawns_in(table, "H4") == [2, 2, 1, 0]
    assert hand_of(table, 0) == [MIXCOATL]
    assert table.s.discard[GAMES_CARD] == 2


@pytest.mark.rule("AZ-6.8")
def test_declining_loses_the_pawns_and_keeps_the_card():
    table = three_in_h4(hands={1: [GAMES_CARD], 2: [GAMES_CARD]})
    table.do("games_decline").do("games_decline")
    assert pawns_in(table, "H4") == [2, 0, 0, 0]
    assert hand_of(table, 0) == []
    assert hand_of(table, 1) == hand_of(table, 2) == [GAMES_CARD]


@pytest.mark.rule("AZ-6.8")
def test_rivals_are_asked_in_turn_order_after_the_fighter():
    # Order 3, 0, 2, 1; player 2 fights: 1 is asked first, then round to 3, then 0.
    table = conflict(
        [3, 0, 2, 1], {0: 4, 1: 4, 2: 9, 3: 4}, {"J1": {0: 1, 1: 1, 2: 1, 3: 1}},
        hands={0: [GAMES_CARD], 1: [GAMES_CARD], 3: [GAMES_CARD]},
    )  # fmt: skip
    table.do("fight", R["J1"])
    asked = []
    while table.s.node == ASKED_FOR_GAMES:
        asked.append((int(table.s.seat), int(table.s.fight_step)))
        table.do("games_decline")
    assert asked == [(1, 0), (3, 1), (0, 2)]


@pytest.mark.rule("AZ-6.8")
def test_only_rivals_in_that_region_are_asked():
    table = three_in_h4(hands={3: [GAMES_CARD]})
    assert table.s.node != ASKED_FOR_GAMES
    assert pawns_in(table, "H4") == [2, 0, 0, 0]


@pytest.mark.rule("AZ-6.9", "AZ:O7")
def test_sacred_games_do_not_help_a_third_against_two_tied():
    cards = {GREEN: 8, BLUE: 4, YELLOW: 5, RED: 9}
    table = conflict(
        [GREEN, BLUE, YELLOW, RED], cards, {"J1": {GREEN: 1, BLUE: 2, YELLOW: 1}}, hands={YELLOW: [GAMES_CARD]}
    )
    assert table.s.node == WILD_TERRAIN
    assert pawns_in(table, "J1") == [2, 1, 0, 0]
    assert hand_of(table, YELLOW) == [GAMES_CARD]


@pytest.mark.rule("AZ-6.10")
def test_removed_pawns_do_not_return_to_the_reserve():
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 3, 1: 2}}, removed={1: 4})
    reserve = table.s.reserve.tolist()
    table.do("fight", R["J1"])
    assert table.s.removed.tolist() == [0, 6, 0, 0]
    assert table.s.reserve.tolist() == reserve


@pytest.mark.rule("AZ-6.11")
def test_losers_who_are_spared_do_not_fight_each_other_until_next_season():
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 3, 1: 2, 2: 1}}, top=[OFFERING])
    table.do("coexist", R["J1"])
    assert table.s.node == SELECT  # player 1 would win against player 2, but is not asked
    assert pawns_in(table, "J1") == [3, 2, 1, 0]
    assert not table.s.settled.any()
    s = table.s
    s.node, s.seat, s.turn_pos = CONFLICT, 0, 0
    s.turn_order[:] = [0, 1, 2, 3]
    s.power_now[:] = [0, 5, 0, 0]  # 12, 18 and 4
    table.settle()
    assert (table.s.seat, choices(table, "J1")) == (1, ["fight", "coexist"])


@pytest.mark.rule("AZ-6.12")
def test_the_discard_pile_is_shuffled_when_a_card_is_to_be_drawn_from_an_empty_deck():
    rest = [k for k, n in enumerate(CARD_COUNT - [0, 0, 3, 0, 1, 0, 0, 0]) for _ in range(n)]
    given = {"hands": {3: rest}, "discard": [2, 2, GAMES_CARD], "deck": [2]}
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 2, 1: 1}, "J2": {0: 2, 1: 1}, "J3": {0: 2, 1: 1}}, **given)
    table.do("coexist", R["J1"])
    assert (table.s.deck_len, table.s.discard.sum()) == (0, 3)  # not shuffled before it is needed
    table.do("coexist", R["J2"])
    assert (table.s.deck_len, table.s.discard.sum()) == (2, 0)
    table.do("coexist", R["J3"])
    assert table.s.deck_len == 1


@pytest.mark.rule("AZ-6.12")
def test_reshuffle_is_random():
    seen = set()
    for seed in range(40):
        table = conflict(
            [0, 1, 2, 3],
            SIX,
            {"J1": {0: 2, 1: 1}, "J2": {0: 2, 1: 1}},
            deck=[],
            discard=[MIXCOATL, GAMES_CARD, WARRIORS],
        )
        table.s.rng = seed
        table.do("coexist", R["J1"])
        seen.add((hand_of(table, 0)[0], int(table.s.deck[0])))
    assert len(seen) == 6


@pytest.mark.rule("AZ-6.12")
def test_without_any_card_left_nothing_is_drawn():
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 2, 1: 1}}, deck=[], hands={3: [OFFERING]})
    table.do("coexist", R["J1"])
    assert hand_of(table, 0) == []
    assert (table.s.deck == -1).all()


@pytest.mark.rule("AZ-6.12")
def test_a_drawn_card_is_seen_by_the_drawer_only():
    table = conflict([0, 1, 2, 3], SIX, {"J1": {0: 2, 1: 1}, "J2": {0: 2, 1: 1}}, top=[WARRIORS])
    table.do("coexist", R["J1"])
    assert table.observe(0, "own")["own_hand"].tolist() == [0] * 7 + [1]
    seen = table.observe(1, "own")
    assert seen["hand_size"].tolist() == [0, 0, 0, 1]
    assert not seen["own_hand"].any()
    assert not seen["other_hand"].any()
    assert seen["deck_size"] == 29
