"""The golden examples of rules section 10."""

import numpy as np
import pytest

from meeplezoo.envs.glen_more import components as C
from meeplezoo.envs.glen_more import state as S
from meeplezoo.envs.glen_more.rules import payment, ring, scoring

from .table import BLUE, DIE, GREEN, RED, YELLOW, Glen, activating, cell, finish_turn, moving, only_start


@pytest.mark.rule("GM:E1", "GM-5.4", "GM-5.5", "GM-5.6", "GM-7.3", "GM-8.3", "GM-8.5")
def test_taking_iona_abbey_and_serving_the_fair():
    t = only_start().money(3).market(0, 1, 2, 2, 0)
    t.lay(0, 2, 4, 5, wood=2).lay(0, 6, 6, 5, cattle=1).lay(0, 49, 5, 6).lay(0, 23, 4, 6).lay(0, 12, 6, 6)
    t.clansmen((5, 6)).offer(48)
    t.take(48)
    assert t.node == S.PAY
    t.sell("cattle")
    assert (t.s.coins[0], t.s.market[C.CATTLE]) == (5, 1)
    t.use("wood")  # stone and sheep are bought, the only cell is taken
    assert t.s.coins[0] == 0
    assert t.s.market.tolist() == [0, 2, 3, 1, 0]
    assert t.s.tile_cell[48] == cell(5, 7)
    assert (t.cubes(23), t.cubes(12)) == ({"stone": 1}, {"sheep": 1})
    t.at(5, 7)
    assert t.node == S.GAIN
    t.gain("sheep").sell("sheep").at(5, 7)
    assert (t.s.coins[0], t.s.market[C.SHEEP]) == (3, 2)
    t.at(5, 6).use("wood", "stone", "sheep").buy("grain")
    assert t.s.score[0] == 8
    assert t.s.coins[0] == 2
    assert t.goods() == {}
    assert t.s.market.tolist() == [0, 2, 2, 1, 1]


@pytest.mark.rule("GM:E2", "GM-2.1", "GM-2.2", "GM-2.3", "GM-2.4", "GM-2.5")
@pytest.mark.parametrize(("d", "removed", "next_seat"), [(1, [], 0), (2, [12], 0), (4, [12, 16], 1), (12, [12, 16], 1)])
def test_order_on_the_ring(d, removed, next_seat):
    t = only_start().money(6).lay(0, 2, 4, 5)
    t.ring(RED, 12, 16, YELLOW, 24, GREEN, BLUE, 1, 23, 25, 32, 67, 9).stacks(0, 10, 19, 17)
    before = t.s.chain.tolist()
    t.do("take", d - 1)
    finish_turn(t)
    drawn = len(removed) + 1
    after = t.s.chain.tolist()
    moved = [before[d] if c == RED else RED if i == d else c for i, c in enumerate(before)]
    kept = [c for i, c in enumerate(moved) if i > 0 and c not in removed]
    assert after[: len(kept)] == kept
    assert t.s.stack_n.tolist() == [0, 10 - drawn, 19, 17]
    assert all(0 < c < S.FIGURE for c in after[len(kept) :])
    assert t.s.tail_space == drawn
    assert t.s.seat == next_seat
    assert after[0] == S.FIGURE + next_seat


@pytest.mark.rule("GM:E3", "GM-8.5")
def test_a_fair_takes_different_goods_only():
    t = only_start().lay(0, 49, 5, 6).lay(0, 6, 6, 5, cattle=2).lay(0, 3, 7, 5, sheep=2)
    activating(t, 49)
    t.at(5, 6).use("sheep")
    assert t.options() == {"use": ["cattle"], "stop": True}
    t.use("cattle")  # then only STOP is left
    assert t.s.score[0] == 3
    assert t.goods() == {"sheep": 1, "cattle": 1}


def end_with_tiles(*tiles):
    """A game over in which the seats have so many tiles, no coins and nothing else."""
    t = only_start()
    spare = iter(i for i in range(1, C.START_VILLAGE) if C.CARD_OF[i] < 0)
    for p, n in enumerate(tiles):
        for k in range(n - 1):
            tile = next(spare)
            t.s.tile_owner[tile], t.s.tile_cell[tile] = p, k
    scoring.end_game(t.s)
    return t


@pytest.mark.rule("GM:E4", "GM-11.3")
def test_tiles_more_than_the_fewest_cost_three_points_each():
    assert end_with_tiles(15, 13, 16, 13).s.score.tolist() == [-6, 0, -9, 0, 0]


@pytest.mark.rule("GM:E5", "GM-10.1", "GM-10.2")
@pytest.mark.parametrize("movers", [[(5, 5), (4, 5), (3, 5)], [(5, 5), (4, 4), (4, 6)]])
def test_three_movement_points(movers):
    t = only_start().lay(0, 2, 4, 5).lay(0, 7, 3, 5).lay(0, 3, 2, 5).lay(0, 23, 4, 4).lay(0, 24, 4, 6)
    t.clansmen((5, 5), (4, 4), (4, 6))
    moving(t, 3)
    for k, (row, col) in enumerate(movers):
        assert t.s.mp == 3 - k
        t.at(row, col)
        t.do("dir", {5: 0, 4: 0, 3: 0}[row] if col == 5 else {4: 1, 6: 7}[col])
    assert t.s.turns == 1
    where = {divmod(int(t.s.tile_cell[i]), 11): int(t.s.tile_clansmen[i]) for i in t.laid() if t.s.tile_owner[i] == 0}
    walked = {(2, 5): 1, (4, 4): 1, (4, 6): 1} if movers[1] == (4, 5) else {(4, 5): 1, (3, 5): 2}
    assert {c: n for c, n in where.items() if n} == walked


@pytest.mark.rule("GM:E6", "GM-1.2", "GM-1.3", "GM-1.4", "GM-1.5")
@pytest.mark.parametrize(
    ("players", "tiles", "left", "fill"),
    [(2, 10, [0, 21, 19, 17], 1), (3, 9, [0, 22, 19, 17], 1), (4, 9, [0, 22, 19, 17], 0), (5, 8, [0, 23, 19, 17], 0)],
)
def test_setup(players, tiles, left, fill):
    s = Glen(players, seed=5).s
    figures = [S.FIGURE + p for p in range(players)] + [DIE] * (players <= 3)
    assert s.chain[: len(figures)].tolist() == figures
    on_ring = s.chain[len(figures) :].tolist()
    assert len(on_ring) == tiles
    assert sorted(on_ring[:8]) == list(range(1, 9))
    assert all(C.TILE_STACK[i] == 1 for i in on_ring[8:])
    assert s.stack_n.tolist() == left
    assert s.market.tolist() == [fill] * 5
    assert s.coins.tolist() == [6] * players + [0] * (5 - players)
    assert (s.seat, s.tail_space, s.scorings) == (0, 0, 0)
    for p in range(5):
        village = C.START_VILLAGE + p
        owner = (p, 60, 1) if p < players else (-1, -1, 0)
        assert (s.tile_owner[village], s.tile_cell[village], s.tile_clansmen[village]) == owner


@pytest.mark.rule("GM:E7", "GM-4.2", "GM-4.5", "GM-4.6")
def test_first_placements():
    t = only_start()
    assert t.cells_for(3) == [(4, 5), (6, 5)]
    assert t.cells_for(8) == [(5, 4), (5, 6)]
    assert t.cells_for(24) == []


def corner() -> Glen:
    """Start village, a forest with the river north of it and a quarry with the road east of it."""
    return only_start().lay(0, 2, 4, 5).lay(0, 1, 5, 6)


@pytest.mark.rule("GM:E8", "GM-4.3", "GM-4.4", "GM-4.8")
def test_plain_tiles_need_sides_and_clansmen():
    t = corner()
    assert t.cells_for(24) == [(4, 4), (4, 6), (6, 6)]
    assert t.cells_for(3) == [(6, 5)]
    assert t.cells_for(8) == [(5, 4)]
    t.clansmen((4, 5))
    assert t.cells_for(24) == [(4, 4), (4, 6)]
    assert t.cells_for(3) == [(3, 5)]
    assert t.cells_for(8) == [(5, 4)]


@pytest.mark.rule("GM:E9", "GM-4.4", "GM-4.7")
def test_blocked_river():
    t = only_start().lay(0, 2, 4, 5).lay(0, 24, 4, 6).lay(0, 23, 3, 6).lay(0, 25, 2, 6).lay(0, 12, 2, 5)
    t.clansmen((3, 6))
    assert t.cells_for(3) == []
    assert t.cells_for(21) == [(2, 7), (3, 7), (4, 7)]


@pytest.mark.rule("GM:E10", "GM-5.6", "GM-12.3", "GM-4.3")
def test_price_of_loch_ness():
    t = corner().offer(37)
    assert 37 not in t.options()["take"]
    t.s.chieftains[0] = 1
    with_chieftain = t.copy().take(37)
    assert with_chieftain.s.chieftains[0] == 0  # the payment is automatic, so is the cell
    assert with_chieftain.s.tile_cell[37] == cell(6, 5)
    t.s.chieftains[0] = 0
    t.clansmen((5, 5), (5, 6)).take(37)
    assert t.options() == {"cell": [(5, 5), (5, 6)]}
    for row, col in ((5, 5), (5, 6)):
        paid = t.copy().at(row, col)
        assert paid.s.tile_cell[37] == cell(6, 5)
        assert paid.s.tile_clansmen[[68, 1]].tolist() == [int((row, col) != (5, 5)), int((row, col) != (5, 6))]


@pytest.mark.rule("GM:E11", "GM-6.1", "GM-6.2", "GM-7.1", "GM-8.2", "GM-8.9")
def test_distillery():
    t = only_start().money(6).lay(0, 2, 4, 5).lay(0, 18, 5, 6, grain=1).offer(11)
    t.take(11)
    assert (t.s.coins[0], t.s.market[C.STONE]) == (5, 1)
    assert t.options() == {"cell": [(4, 4), (4, 6), (6, 6)]}
    t.at(4, 6)
    assert t.s.whisky[0] == 1
    assert (t.cubes(2), t.cubes(18), t.s.mp) == ({"wood": 1}, {"grain": 2}, 1)
    t.at(4, 6)
    assert t.options() == {"use": ["grain"], "buy": ["grain"]}
    bought = t.copy().buy("grain")
    assert (bought.s.whisky[0], bought.s.coins[0]) == (2, 4)
    t.use("grain")
    assert t.s.whisky[0] == 2
    # Nothing is left to activate or to sell, so the clansman moves.
    assert t.node == S.MOVE


@pytest.mark.rule("GM:E12", "GM-5.2", "GM-7.4", "GM-5.5")
def test_full_tile_produces_once_a_sale_makes_room():
    t = only_start().lay(0, 2, 4, 5, wood=3).market(2, 0, 0, 0, 0).offer(8)
    t.take(8).at(5, 4)
    assert (t.cubes(8), t.cubes(2)) == ({"wood": 1}, {"wood": 3})
    assert t.options() == {"sell": ["wood"], "stop": True}
    t.sell("wood")
    assert t.options() == {"cell": [(4, 5), (5, 4)]}
    t.at(4, 5)
    assert (t.s.coins[0], t.s.market[C.WOOD]) == (2, 1)
    assert t.cubes(2) == {"wood": 3}
    t.sell("wood").at(5, 4)
    assert (t.s.coins[0], t.s.market[C.WOOD]) == (3, 0)
    assert t.cubes(8) == {}
    assert t.node == S.MOVE


@pytest.mark.rule("GM:E13", "GM-9.5")
def test_loch_shiel():
    t = only_start().money(1).market(2, 0, 0, 0, 0)
    t.lay(0, 2, 4, 5, wood=2).lay(0, 7, 3, 5).lay(0, 18, 5, 6).clansmen((3, 5)).offer(52)
    t.take(52)
    assert t.s.tile_cell[52] == cell(2, 5)
    assert t.node == S.SHIEL_SALE
    assert t.options() == {"sell": ["wood"], "stop": True}
    t.sell("wood")
    assert t.options() == {"sell": ["wood"], "stop": True}
    t.sell("wood")
    assert t.s.coins[0] == 4
    assert (t.cubes(2), t.cubes(7), t.cubes(18)) == ({"wood": 1}, {"stone": 2}, {"grain": 1})
    assert t.s.turns == 1


@pytest.mark.rule("GM:E14", "GM-9.6", "GM-7.2", "GM-9.4")
@pytest.mark.parametrize("ness", [False, True])
def test_loch_oich(ness):
    t = only_start().lay(0, 2, 4, 5, wood=1).lay(0, 7, 3, 5, stone=1).lay(0, 18, 5, 6).lay(0, 8, 5, 4)
    t.clansmen((3, 5)).offer(60)
    if ness:
        t.s.card_owner[C.NESS] = 0
    t.take(60)
    assert t.s.tile_cell[60] == cell(2, 5)
    assert t.s.market.tolist() == [0] * 5
    assert [t.cubes(i) for i in (2, 8, 7, 18)] == [{"wood": 1}, {"wood": 1}, {"stone": 1}, {"grain": 1}]
    assert (t.node, t.s.mp) == (S.MOVE, 1)
    assert not t.s.ness_used


@pytest.mark.rule("GM-9.4", "GM-9.6")
def test_loch_ness_rests_in_a_loch_oich_turn():
    t = only_start().lay(0, 2, 4, 5).lay(0, 33, 4, 6)
    t.s.card_owner[C.NESS] = 0
    activating(t)
    assert t.options()["cell"] == [(4, 5), (4, 6), (5, 5)]
    t.s.oich_turn = True
    assert "cell" not in t.options()


@pytest.mark.rule("GM:E15", "GM-9.4", "GM-8.6")
def test_loch_ness_activates_one_more_tile():
    t = only_start().lay(0, 37, 2, 5).lay(0, 2, 4, 5).lay(0, 7, 3, 5).lay(0, 18, 5, 6).lay(0, 19, 5, 7)
    t.lay(0, 33, 4, 7).clansmen((2, 5)).offer(23)
    t.take(23).at(3, 4)
    assert [t.cubes(i) for i in (23, 7, 2)] == [{"stone": 1}, {"stone": 1}, {"wood": 1}]
    assert t.options() == {"cell": [(4, 7), (5, 5), (5, 6), (5, 7)], "stop": True}
    t.at(4, 7)
    assert t.s.score[0] == 3
    assert t.s.turns == 1


def two_scorings(*left: int) -> Glen:
    """Red may move to index 9; the next figure is at index 4."""
    t = only_start().lay(0, 2, 4, 5)
    t.ring(RED, 23, 25, 32, YELLOW, 24, 28, GREEN, BLUE, 53, 12, 57, 21).stacks(*left)
    t.s.whisky[:4] = 2, 0, 1, 0
    return t


@pytest.mark.rule("GM:E16", "GM-2.6", "GM-14.1", "GM-14.2")
def test_two_scorings_in_one_refill():
    t = two_scorings(0, 2, 2, 1)
    t.do("take", 8)
    finish_turn(t)
    assert t.s.scorings == 2
    assert t.s.score.tolist() == [4, 0, 2, 0, 0]
    assert t.s.stack_n.tolist() == [0, 0, 0, 1]
    assert t.s.seat == 1
    assert not t.s.over


@pytest.mark.rule("GM:E17", "GM-2.6", "GM-11.1", "GM-11.2", "GM-11.3", "GM-9.10", "GM-9.9")
def test_end_in_the_middle_of_a_refill():
    t = two_scorings(0, 0, 0, 2)
    for p, spare in ((1, 4), (2, 8), (3, 19)):  # as many tiles as red will have
        t.lay(p, spare, 5, 6).lay(p, (5, 18, 39)[p - 1], 5, 4)
    t.s.scorings = 2
    t.s.chieftains[:4] = 1, 0, 0, 4
    t.s.card_owner[C.CARD_NAMES.index("Castle of Mey")] = 0
    t.s.card_owner[C.CARD_NAMES.index("Cawdor Castle")] = 2
    t.s.coins[:4] = 3, 1, 0, 7
    t.s.score[:4] = 10, 20, 30, 5
    t.do("take", 8)
    finish_turn(t)
    assert t.s.over
    assert t.s.scorings == 3
    assert t.s.score.tolist() == [19, 21, 35, 17, 0]
    assert t.s.chain[-2:].tolist() == [0, 0]
    assert t.s.chain[0] == YELLOW
    assert (t.s.chain[:-2] > 0).all()
    assert t.s.payoff.tolist() == pytest.approx([-1 / 3, 1 / 3, 1, -1, 0])
    assert t.s.coins.tolist() == [3, 1, 0, 7, 0]


@pytest.mark.rule("GM:E18", "GM-14.2")
def test_difference_table():
    t = only_start(5)
    t.s.whisky[:] = 7, 2, 3, 6, 2
    scoring.score_round(t.s)
    assert t.s.score.tolist() == [8, 0, 1, 5, 0]
    assert [scoring.difference_points(d) for d in range(8)] == [0, 1, 2, 3, 5, 8, 8, 8]


@pytest.mark.rule("GM:E19", "GM-14.1")
def test_lowest_number_above_nothing():
    t = only_start(3)
    owned = (["Loch Ness", "Loch Oich", "Loch Shiel"], ["Loch Lochy", "Loch Morar"], ["Iona Abbey", "Duart Castle"])
    for p, names in enumerate(owned):
        for name in names:
            t.s.card_owner[C.CARD_NAMES.index(name)] = p
    scoring.score_round(t.s)
    assert t.s.score.tolist() == [1, 0, 0, 0, 0]


@pytest.mark.rule("GM:E20", "GM-10.3", "GM-10.4", "GM-2.7")
@pytest.mark.parametrize(("left", "allowed"), [(6, False), (5, True)])
def test_the_last_clansman_stays_while_another_turn_may_come(left, allowed):
    t = moving(only_start().lay(0, 2, 4, 5), 1)
    t.s.chain[5], t.s.chain[1] = t.s.chain[1], t.s.chain[5]
    t.s.dist = 5
    t.stacks(0, 0, 0, left)
    t.at(5, 5)  # with one way to go and no promotion the step is automatic
    if allowed:
        assert t.options() == {"dir": ["north"], "promote": True}
        t.do("promote")
        assert t.s.chieftains[0] == 1
        assert t.s.tile_clansmen[68] == 0
    else:
        assert t.s.chieftains[0] == 0
        assert t.s.tile_clansmen[[68, 2]].tolist() == [0, 1]


def roll(t: Glen, x: int) -> Glen:
    """Lets the die roll ``x`` by trying seeds."""
    for seed in range(1000):
        t.s.rng = np.uint64(seed)
        twin = t.copy()
        ring.move_die(twin.s)
        if twin.s.last_roll == x:
            return twin
    raise AssertionError(f"no seed rolls {x}")


@pytest.mark.rule("GM:E21", "GM-3.1", "GM-2.4")
def test_the_die_counts_tiles_only():
    t = only_start(2).ring(RED, 12, YELLOW, 16, 24).stacks(0, 5, 19, 17)
    t.s.chain[0], t.s.chain[2], t.s.chain[8] = DIE, RED, YELLOW
    for x, gone in ((1, 12), (2, 16), (3, 24)):
        rolled = roll(t, x)
        assert gone not in rolled.s.chain
        assert rolled.s.chain.tolist().index(DIE) == {1: 1, 2: 3, 3: 4}[x]
    rolled = roll(t, 2)
    ring.refill(rolled.s)
    assert rolled.s.chain[:3].tolist() == [RED, DIE, 24]
    assert 12 not in rolled.s.chain
    assert rolled.s.stack_n.tolist() == [0, 3, 19, 17]


@pytest.mark.rule("GM:E22", "GM-5.3", "GM-5.4", "GM-5.5")
def test_full_market_row():
    t = corner().money(30).market(0, 0, 3, 0, 0).offer(43)
    assert 43 not in t.options()["take"]
    t.lay(0, 3, 6, 5, sheep=3)
    assert 43 in t.options()["take"]
    activating(t)
    coins = []
    for _ in range(3):
        t.sell("sheep")
        coins.append(int(t.s.coins[0]))
    assert coins == [33, 35, 36]


@pytest.mark.rule("GM:E23", "GM-5.6", "GM-5.8")
def test_a_cost_met_by_sales():
    t = corner().market(0, 0, 0, 3, 0).lay(0, 6, 6, 5, cattle=3).offer(38)
    t.take(38)  # the first sale is the only action
    assert (t.s.coins[0], t.s.market[C.CATTLE]) == (3, 2)
    assert t.options() == {"buy": ["wood"], "sell": ["cattle"]}
    t.sell("cattle")
    assert t.s.coins[0] == 5
    assert t.options() == {"buy": ["wood"], "sell": ["cattle"]}
    t.sell("cattle")
    assert t.s.coins[0] == 3
    assert t.s.market.tolist() == [1, 1, 0, 1, 0]
    assert t.node == S.PLACE


@pytest.mark.rule("GM:E24", "GM-5.8", "GM-8.6")
def test_the_grocer_needs_three_units():
    t = only_start().lay(0, 2, 4, 5, wood=2).lay(0, 56, 4, 6).market(1, 0, 0, 0, 0)
    activating(t, 56)
    assert "cell" not in t.options()
    t.money(1)
    t.at(4, 6).use("wood", "wood").buy("stone")
    assert t.s.score[0] == 8
    assert t.s.coins[0] == 0


@pytest.mark.rule("GM:E25", "GM-9.9", "GM-14.1")
def test_hats():
    t = only_start()
    t.s.chieftains[0] = 1
    for name, count in (("Castle Moil", 2), ("Donan Castle", 3), ("Castle of Mey", 5)):
        t.s.card_owner[C.CARD_NAMES.index(name)] = 0
        assert scoring.category_count(t.s, 0, scoring.CHIEFTAINS) == count


@pytest.mark.rule("GM:E26", "GM-11.4")
@pytest.mark.parametrize(("cubes", "payoffs"), [((2, 3, 9), (0, 1, -1)), ((3, 3, 9), (0.5, 0.5, -1))])
def test_ties_are_broken_by_cubes(cubes, payoffs):
    t = only_start(3)
    t.s.score[:3] = 41, 41, 30
    for p, n in enumerate(cubes):
        for k, tile in enumerate((2, 8, 24, 28, 40, 53, 1, 7, 23)[3 * p : 3 * p + 3]):
            t.lay(p, tile, 4, 3 + k, wood=(n + 2 - k) // 3)
    scoring.end_game(t.s)
    assert t.s.tiebreak.tolist() == [*cubes, 0, 0]
    assert t.s.payoff[:3].tolist() == pytest.approx(payoffs)


@pytest.mark.rule("GM:E27", "GM-9.1", "GM-9.3", "GM-9.8", "GM-11.1", "GM-11.2")
def test_end_cards():
    t = only_start().money(5).lay(0, 2, 4, 5).lay(0, 3, 6, 5).lay(0, 35, 7, 5).lay(0, 4, 5, 6).lay(0, 48, 5, 7)
    t.lay(0, 18, 5, 4).lay(0, 11, 4, 6).lay(0, 43, 6, 6)
    assert scoring.card_points(t.s, 0) == 6 + 4 + 6
    third = t.copy()
    scoring.end_game(t.s)
    assert t.s.score[0] == -3
    scoring.score_round(third.s)
    scoring.end_game(third.s)
    assert third.s.score[0] == 0


def stuck() -> Glen:
    """No cell is open to red; a tile lies right behind yellow's figure."""
    t = only_start().market(1, 0, 0, 0, 0)
    t.lay(0, 2, 4, 5, wood=1).lay(0, 3, 6, 5).lay(0, 8, 5, 4).lay(0, 4, 5, 6).lay(0, 23, 4, 4).lay(0, 33, 4, 6)
    t.lay(0, 24, 6, 4).lay(0, 12, 6, 6)
    return t.ring(RED, YELLOW, 21, GREEN, BLUE).stacks(0, 9, 19, 17)


@pytest.mark.rule("GM:E28", "GM-12.1", "GM-12.2")
def test_stuck():
    t = stuck()
    ring.next_turn(t.s)
    assert 21 not in t.s.chain
    assert t.s.tile_owner[21] == -1
    assert (t.s.chain[2], t.s.dist, t.node) == (RED, 2, S.ACT)
    assert not t.s.in_A.any()
    assert t.options() == {"sell": ["wood"], "stop": True}
    t.stop()
    assert t.s.stack_n.tolist() == [0, 8, 19, 17]
    assert (t.s.seat, t.node) == (1, S.TAKE)


@pytest.mark.rule("GM:E28", "GM-12.2", "GM-9.4", "GM-8.7")
def test_loch_ness_when_stuck():
    t = stuck().lay(0, 37, 3, 5)
    ring.next_turn(t.s)
    others = [(4, 4), (4, 5), (4, 6), (5, 4), (5, 5), (5, 6), (6, 4), (6, 5), (6, 6)]
    assert t.options() == {"cell": others, "sell": ["wood"], "stop": True}
    t.at(5, 6)
    assert t.s.mp == 1
    assert t.options() == {"sell": ["wood"], "stop": True}


@pytest.mark.rule("GM:E29", "GM-9.5", "GM-8.3")
def test_loch_shiel_with_iona_abbey():
    t = only_start().lay(0, 2, 4, 5, wood=1).lay(0, 48, 5, 6).offer(52)
    t.take(52)  # the only cell is automatic, there is nothing to sell
    assert t.s.tile_cell[52] == cell(6, 5)
    assert (t.node, t.s.gain_tile) == (S.GAIN, 48)
    assert t.cubes(2) == {"wood": 1}
    t.gain("stone")
    assert (5, 6) in t.options()["cell"]
    t.at(5, 6).gain("sheep")
    assert t.cubes(48) == {"stone": 1, "sheep": 1}


@pytest.mark.rule("GM:E29", "GM-9.2")
def test_loch_lochy():
    t = only_start().lay(0, 2, 4, 5).lay(0, 48, 5, 6).offer(9)
    t.take(9)
    assert t.s.tile_cell[9] == cell(6, 5)
    assert t.node == S.GAIN
    t.gain("cattle", "cattle")
    assert t.cubes(9) == {"cattle": 2}
    assert t.node == S.ACT


@pytest.mark.rule("GM:E30", "GM-8.4")
def test_butcher():
    t = only_start().money(1).lay(0, 3, 4, 5, sheep=1).lay(0, 1, 5, 6).offer(10)
    t.take(10).at(4, 4)
    assert t.cubes(3) == {"sheep": 2}
    t.at(4, 4).use("sheep")
    assert t.options() == {"use": ["sheep"], "buy": ["sheep"], "stop": True}
    assert t.copy().stop().s.score[0] == 2
    t.buy("sheep")
    assert (t.s.score[0], t.s.coins[0]) == (4, 0)
    assert t.goods() == {"sheep": 1}


def oich(coins: int) -> Glen:
    t = only_start().money(coins).lay(0, 2, 4, 5, wood=1).lay(0, 7, 3, 5, stone=1).clansmen((3, 5)).offer(60)
    t.s.tile, t.s.chain[1], t.s.chain[0], t.s.dist = 60, RED, 0, 1
    payment.require_cost(t.s, 60)
    return t


@pytest.mark.rule("GM:E31", "GM-5.7", "GM-5.8")
def test_order_of_payment_for_loch_oich():
    t = oich(0)
    assert t.options() == {"use": ["wood"]}
    t.use("wood")
    assert t.s.tile_cell[60] == cell(2, 5)
    t = oich(1)
    assert t.options() == {"use": ["wood", "stone"], "buy": ["wood", "stone"]}
    t.use("stone")
    assert t.options() == {"buy": ["sheep", "cattle", "grain"]}
    assert t.goods() == {"wood": 1}


def grocer(coins: int) -> Glen:
    t = only_start().money(coins).lay(0, 2, 4, 5, wood=1).lay(0, 1, 5, 6, stone=2).lay(0, 56, 4, 6)
    return activating(t, 56)


@pytest.mark.rule("GM:E32", "GM-5.7", "GM-5.8")
def test_order_of_payment_for_the_grocer():
    t = grocer(0).at(4, 6)  # wood, stone, stone are the only way
    assert (t.s.score[0], t.goods()) == (8, {})
    t = grocer(1).at(4, 6)
    assert t.options() == {"use": ["wood", "stone"], "buy": ["wood", "stone"]}
    t.buy("stone")
    assert t.options() == {"use": ["stone"], "sell": ["stone"]}
    t.use("stone")
    assert t.s.market[C.STONE] == 1
    assert t.options() == {"use": ["stone"], "sell": ["stone"]}
    t.use("stone")
    assert (t.s.score[0], t.goods()) == (8, {"wood": 1})
