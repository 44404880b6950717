"""Setup and the start of a round (ND-2, ND-3, ND-4)."""

import numpy as np
import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice import game
from meeplezoo.envs.nations_dice.state import MAIN, ON_BOARD, OUT

from ..support import Table
from .invariants import check
from .position import everybody_passes, hold, start


@pytest.mark.rule("ND-2.1", "ND-2.5", "ND-4.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_board_is_filled_from_the_age(players):
    columns = 4 if players == 4 else 3
    seen = set()
    for seed in range(30):
        s = Table(game, players, seed).s
        board = s.board.reshape(3, 4)
        assert (board[:, :columns] >= 0).all()
        assert (board[:, columns:] == -1).all()
        assert set(c.TILE_AGE[board[:, :columns].ravel()]) == {1}
        seen.add(tuple(board.ravel()))
        rest = (c.TILE_AGE == 1) & (s.tile_zone != ON_BOARD)
        assert rest.sum() == 15 - 3 * columns
        assert (s.tile_zone[rest] == OUT).all()
        assert (s.tile_zone[c.TILE_AGE > 1] == 0).all()
        check(s)
    assert len(seen) == 30


@pytest.mark.rule("ND-2.2", "ND-1.6")
def test_player_order_is_uniform():
    orders = [tuple(Table(game, 3, seed).s.order) for seed in range(300)]
    counts = np.unique(orders, axis=0, return_counts=True)[1]
    assert len(counts) == 6
    assert counts.min() > 25
    assert all(order[3] == -1 for order in orders)


@pytest.mark.rule("ND-2.3", "ND-1.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_players_start_with_five_white_dice_and_two_chits(players):
    s = Table(game, players, 1).s
    for p in range(players):
        assert s.fresh[p].sum() + s.unused[p].sum() == 5
        assert s.used[p].sum() == 0
        assert s.unused[p, 5:].sum() == 0
        assert s.chits_unused[p].tolist() == [1, 1, 0, 0, 0, 0]
        assert s.chits_used[p].sum() == 0
        assert (s.slot_tile[p] == -1).all()
        assert s.advisor[p] == s.wonder_uc[p] == -1
    assert s.supply_dice.tolist() == [20 - 5 * players, 8, 8, 8]
    assert s.supply_chits.tolist() == [12 - players, 9 - players, 3, 3, 3, 3]


@pytest.mark.rule("ND-2.4", "ND-14.1", "ND:G5")
def test_start_books_follow_the_order():
    found = False
    for seed in range(100):
        s = Table(game, 4, seed).s
        assert [s.books[p] for p in s.order] == [1, 2, 3, 4]
        found |= s.order.tolist() == [2, 0, 3, 1] and s.books.tolist() == [2, 4, 1, 3]
        assert (s.score == 0).all()
    assert found
    two = Table(game, 2).s
    assert [two.books[p] for p in two.order[:2]] == [1, 3]
    three = Table(game, 3).s
    assert [three.books[p] for p in three.order[:3]] == [1, 2, 3]


@pytest.mark.rule("ND-2.4", "ND-14.1")
def test_solo_start():
    for seed in range(20):
        s = Table(game, 1, seed).s
        assert s.books[0] == 1
        assert s.order.tolist() == [0, -1, -1, -1]
        assert s.opp_books in (1, 3, 4)  # 1 and one blue die
        assert (s.board.reshape(3, 4)[:, :3] >= 0).all()
        assert (s.board.reshape(3, 4)[:, 3] == -1).all()


@pytest.mark.rule("ND-4.1", "ND-4.2", "ND-4.3", "ND-4.4", "ND-7.1")
def test_new_round():
    table = start(3)
    s = table.s
    hold(s, 0, (0, 0), gold=1)
    hold(s, 1, (), reroll=1)
    hold(s, 2)
    old = s.board[s.board >= 0].copy()
    event = int(s.event)
    everybody_passes(table)
    assert s.age == 2
    assert s.node == MAIN
    assert event < 3 <= s.event < 6
    assert (s.tile_zone[old] == OUT).all()
    assert (s.board >= 0).sum() == 9
    assert (c.TILE_AGE[s.board[s.board >= 0]] == 2).all()
    assert s.passed.sum() == 0
    assert s.turn_pos == 0
    first = int(s.order[0])
    for p in range(3):
        assert s.fresh[p].sum() == (0 if p == first else 5), "unused and used dice alike wait to be rolled"
        assert s.used[p].sum() == 0
        assert s.chits_used[p].sum() == 0
        assert s.chits_unused[p].tolist() == [1, 1, 0, 0, 0, 0]
    check(s)


@pytest.mark.rule("ND-4.2")
def test_every_event_and_tile_can_come():
    events, tiles = set(), set()
    for seed in range(40):
        s = Table(game, 4, seed).s
        events.add(int(s.event))
        tiles |= set(s.board.tolist())
    assert events == {0, 1, 2}
    assert tiles == set(range(15))


@pytest.mark.rule("ND-4.1")
def test_rows_and_columns_are_equally_likely_for_every_tile():
    boards = np.array([Table(game, 2, seed).s.board for seed in range(400)])
    per_space = [(boards[:, i] == 3).mean() for i in range(12) if i % 4 < 3]
    assert max(per_space) < 0.12
    assert min(per_space) > 0.03  # 1/15 each
