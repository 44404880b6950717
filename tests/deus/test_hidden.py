"""Hidden information: what a seat knows is kept when the rest is drawn anew (rules section 6)."""

from __future__ import annotations

from collections import Counter

import numpy as np

from meeplezoo.envs.deus import game
from meeplezoo.envs.deus.rules.hidden import WAYS
from meeplezoo.envs.deus.state import DISCARD_MORE, START, WILD_COLUMN

from .invariants import check
from .position import A, Deus, M


def redrawn(table: Deus, seat: int, seed: int) -> Deus:
    twin = table.copy()
    game.loops.redraw(twin.states, 0, seat, np.uint64(seed))
    return twin


def amid_an_offering() -> Deus:
    """A has three cards under the top card, M none; A may still discard more."""
    table = Deus(3, 5, (), {})
    table.s.first_player = table.s.seat = A
    table.hand(A, *range(30, 40)).turn_of(A)
    for slot in (9, 0, 1, 2):
        table.do("discard", slot)
    assert table.s.node == DISCARD_MORE
    assert table.s.offer_n == 4
    return table


def test_a_seat_keeps_what_it_knows():
    table = amid_an_offering()
    for seed in range(20):
        twin = redrawn(table, A, seed)
        assert (twin.s.hand[A] == table.s.hand[A]).all()
        assert (twin.s.discard == table.s.discard).all()  # all of them are A's own
        assert twin.s.min_slot == table.s.min_slot
        check(twin.states[0])


def test_another_seats_offering_stays_possible():
    """New cards lie under the top in ascending order, and a card that may follow is left."""
    table = amid_an_offering()
    tops, hands = set(), set()
    for seed in range(60):
        s = redrawn(table, M, seed).s
        assert s.discard[3] == table.s.discard[3]  # the top card is seen
        under = s.discard[:3].tolist()
        assert under == sorted(under)
        left = s.hand[A, : s.hand_len[A]].tolist()
        assert s.min_slot < s.hand_len[A]
        assert left[s.min_slot] > under[-1]
        assert s.min_slot == 0 or left[s.min_slot - 1] < under[-1]
        assert (s.hand[M] == table.s.hand[M]).all()
        tops.add(tuple(under))
        hands.add(tuple(left))
    assert len(tops) > 40
    assert len(hands) > 40


def test_a_world_does_not_depend_on_the_truth():
    """Two truths that M cannot tell apart give the same worlds, bit for bit."""
    table = amid_an_offering()
    for seed in range(5):
        other = redrawn(table, M, 1000 + seed)
        a, b = redrawn(table, M, seed), redrawn(other, M, seed)
        assert a.states.tobytes() == b.states.tobytes()


def test_unseen_cards_are_dealt_uniformly():
    """Each of the 91 cards that A does not see is in M's hand about equally often."""
    table = Deus()
    counts: Counter[int] = Counter()
    for seed in range(3000):
        counts.update(redrawn(table, A, seed).s.hand[M, :5].tolist())
    own = set(table.s.hand[A, :5].tolist())
    assert not own & set(counts)
    assert len(counts) == 91
    assert max(counts.values()) < 1.4 * 3000 * 5 / 91
    assert min(counts.values()) > 0.6 * 3000 * 5 / 91


def test_the_card_being_built_face_down_is_drawn_anew():
    table = Deus(2, 0, {"wild_building": True}, None)
    table.s.first_player = A
    table.turn_of(A)
    table.do("wild", 0)
    assert table.s.node == WILD_COLUMN
    cards = {int(redrawn(table, M, seed).s.card) for seed in range(40)}
    assert len(cards) > 20
    for seed in range(10):
        s = redrawn(table, M, seed).s
        assert s.card in s.hand[A, : s.hand_len[A]]
    assert redrawn(table, A, 1).s.card == table.s.card


def test_secret_starting_pieces_are_drawn_uniformly():
    """Of those who have chosen; another seat that is choosing starts again."""
    table = Deus(3, 2, {"start_pieces": 6})
    first = int(table.s.seat)
    for kind in (0, 0, 0, 1, 1, 1):
        table.do("kind", kind)
    second = int(table.s.seat)
    assert second == (first + 1) % 3
    assert table.s.node == START
    table.do("kind", 2)
    mixes: Counter[tuple[int, ...]] = Counter()
    for seed in range(4000):
        s = redrawn(table, second, seed).s
        mixes[tuple(s.ready[first].tolist())] += 1
        assert s.ready[second].tolist() == [0, 0, 1, 0, 0]
        assert s.left == 5
    assert WAYS[5, 6] == 205 == len(mixes)  # 210 mixes of 6, without the 5 of six equal pieces
    assert max(mixes.values()) < 3 * 4000 / 205
    seen_by_third = redrawn(table, (first + 2) % 3, 1).s
    assert seen_by_third.ready[second].tolist() == [0] * 5
    assert seen_by_third.left == 6
