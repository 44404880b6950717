"""What a seat may suppose of the others: redrawn worlds agree with what it knows and with what is being asked."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from meeplezoo.envs.aztlan.components import CARD_COUNT, POWERS
from meeplezoo.envs.aztlan.rules.hidden import deal_unseen, resample_hidden
from meeplezoo.envs.aztlan.state import GAMES, SCORING_CARD

from .position import (
    CANOES,
    GAMES_CARD,
    KIND,
    MIXCOATL,
    OFFERING,
    TLATOANI,
    conflict,
    hand_of,
    position,
    scoring,
    selecting,
)


def worlds(table, seat: int, number: int = 25):
    for seed in range(number):
        twin = table.copy()
        table.game.loops.redraw(twin.states, 0, seat, np.uint64(seed))
        yield twin


@pytest.mark.rule("AZ-2.7")
def test_who_is_asked_for_a_scoring_card_holds_one():
    """A player who could play none would not have been asked."""
    table = scoring(9, "J1", hand=[MIXCOATL, OFFERING])
    for world in worlds(table, 1):
        assert world.legal_in("score_blessing") == [0]
        assert len(hand_of(world, 0)) == 2


@pytest.mark.rule("AZ-2.7")
def test_what_another_seat_is_asked_for_goes_by_its_own_regions():
    pawns = {"J1": {1: 1}, "C4": {0: 1}}
    table = position(SCORING_CARD, order=[1, 0, 2, 3], pawns=pawns, hands={1: [MIXCOATL, OFFERING]})
    assert table.legal_in("score_blessing") == [0]
    for world in worlds(table, 0):
        assert world.legal_in("score_blessing") == [0]


@pytest.mark.rule("AZ-6.8")
def test_a_question_that_no_world_explains_ends_after_a_thousand_redraws():
    unseen = [OFFERING] * 2 + [CANOES] * 2
    discard = [kind for kind, count in enumerate(CARD_COUNT) for _ in range(count - unseen.count(kind))]
    table = position(GAMES, hands={0: [OFFERING]}, discard=discard)
    once = table.copy()
    once.s.rng = 0
    deal_unseen(once.s, np.int64(1))
    resample_hidden(table.s, 1, np.uint64(0))
    # A generator's state grows by the same number at each draw.
    assert int(table.s.rng) == 1000 * int(once.s.rng) % 2**64


@pytest.mark.rule("AZ-7.7", "AZ-2.7")
def test_a_canoe_is_a_scoring_card_too():
    table = scoring(6, "J2 H3 D3 C4", hand=[CANOES, OFFERING])
    played = Counter()
    for world in worlds(table, 1, 50):
        blessings, lakes = world.legal_in("score_blessing"), world.legal_in("score_canoe")
        assert blessings or lakes
        played.update([(bool(blessings), bool(lakes))])
    assert played[False, True] and played[True, False]


@pytest.mark.rule("AZ-6.7")
def test_who_is_asked_in_a_tie_holds_great_tlatoani():
    """Player 0 and 1 are tied, so there is nothing else to decide; player 2 only knows that."""
    table = conflict([0, 1, 2], {0: 8, 1: 4, 2: 5}, {"C4": {0: 1, 1: 2}}, players=3, hands={0: [TLATOANI, OFFERING]})
    assert table.legal_in("tlatoani")
    for world in worlds(table, 2):
        assert world.s.hand[0, TLATOANI] > 0
        assert world.mask().tolist() == table.mask().tolist()


@pytest.mark.rule("AZ-6.5")
def test_who_has_a_region_to_settle_may_hold_anything():
    table = conflict([0, 1, 2], {0: 9, 1: 4, 2: 5}, {"C4": {0: 1, 1: 2}}, players=3, hands={0: [OFFERING]})
    held = {hand_of(world, 0)[0] for world in worlds(table, 2, 60)}
    assert len(held) >= 6


@pytest.mark.rule("AZ-6.8")
def test_who_is_asked_for_sacred_games_holds_it():
    pawns = {"H4": {0: 2, 1: 2, 2: 1}}
    table = conflict([0, 1, 2], {0: 9, 1: 6, 2: 5}, pawns, players=3, hands={1: [GAMES_CARD, OFFERING]})
    table.do("fight", table.legal_in("fight")[0])
    assert table.s.seat == 1 and table.is_legal("games_play")
    for seat in (0, 2):
        for world in worlds(table, seat):
            assert world.s.hand[1, GAMES_CARD] > 0
            assert world.mask().tolist() == table.mask().tolist()


@pytest.mark.rule("AZ-4.2", "AZ-4.5")
def test_unrevealed_power_cards_are_drawn_from_the_unused_ones():
    """Of those who have picked; every unused card is as likely."""
    table = selecting(season=3)
    table.s.power_now[:] = -1
    for power in (2, 3):
        table.do("choose_power", table.legal_in("choose_power")[power - 1])
    picked = Counter()
    for world in worlds(table, 3, 240):
        s = world.s
        assert s.power_now[2] == -1 == s.power_now[3]
        for p in (0, 1):
            assert not s.power_used[p, s.power_now[p]]
        picked.update([int(s.power_now[0])])
    assert len(picked) == POWERS - 2 and min(picked.values()) > 30
    for world in worlds(table, 0, 5):
        assert world.s.power_now[0] == table.s.power_now[0]


@pytest.mark.rule("AZ-6.12")
def test_unseen_cards_are_dealt_anew():
    """Hands keep their sizes; own cards and the discard pile are known, all others equally likely."""
    table = scoring(
        9, "J1", hand=[MIXCOATL, MIXCOATL], hands={1: [OFFERING] * 3, 2: [GAMES_CARD]}, discard=[CANOES] * 3
    )
    dealt = Counter()
    for world in worlds(table, 0, 300):
        s = world.s
        assert s.hand[:4].sum(axis=1).tolist() == [2, 3, 1, 0]
        assert hand_of(world, 0) == [MIXCOATL, MIXCOATL]
        deck = np.bincount(s.deck[: s.deck_len], minlength=len(KIND))
        assert (s.hand.sum(axis=0) + s.discard + deck == CARD_COUNT).all()
        assert (s.deck[s.deck_len :] == -1).all()
        dealt.update(hand_of(world, 1))
    share = {kind: dealt[kind] / sum(dealt.values()) for kind in KIND.values()}
    assert share[CANOES] == 0 and share[OFFERING] == pytest.approx(9 / 25, abs=0.08)
    assert share[MIXCOATL] == pytest.approx(1 / 25, abs=0.03)
