"""Payments (GM-5) against a full search, and the market."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from meeplezoo.envs.engine.rule import COMPILED
from meeplezoo.envs.glen_more import components as C
from meeplezoo.envs.glen_more import state as S
from meeplezoo.envs.glen_more.actions import A
from meeplezoo.envs.glen_more.rules import payment

from .table import activating, only_start

TILES = {C.FIXED: (11, 34, 66), C.SAME: (10, 31), C.DIFFERENT: (13, 49, 55), C.ANY: (56,)}
STORES = {C.WOOD: 2, C.STONE: 1, C.SHEEP: 3, C.CATTLE: 6, C.GRAIN: 5}  # one tile for each good


@cache
def can_finish(kind, need, paid, last, missing, own, market, coins):
    """Whether play can go on from here until nothing is missing, tried out move by move."""
    if missing <= 0:
        return True
    state = (paid, last, missing, own, market, coins)
    return any(can_finish(kind, need, *after) for _, *after in moves(kind, need, *state))


def moves(kind, need, paid, last, missing, own, market, coins):
    """All moves of the payment, with what they lead to; whether the rest can be met is not looked at."""
    for g in range(5):
        if next_allowed(kind, need, paid, last, g):
            after = bump(paid, g, 1), g, missing - 1
            if own[g] > 0:
                yield ("use", g), *after, bump(own, g, -1), market, coins
            if market[g] < 3 and coins > market[g]:
                yield ("buy", g), *after, own, bump(market, g, 1), coins - market[g] - 1
        if own[g] > 0 and market[g] > 0:
            yield ("sell", g), paid, last, missing, bump(own, g, -1), bump(market, g, -1), coins + market[g]


def bump(numbers, g, by):
    return (*numbers[:g], numbers[g] + by, *numbers[g + 1 :])


def next_allowed(kind, need, paid, last, g):
    if kind == C.DIFFERENT:
        return g > last
    if kind == C.ANY:
        return g >= last
    return paid[g] < need[g] and all(paid[h] >= need[h] for h in range(g))


def purses(count):
    rng = np.random.default_rng(3)
    for _ in range(count):
        own = rng.integers(0, 4, 5) * (rng.random(5) < 0.4)
        market = rng.integers(0, 4, 5)
        yield tuple(own.tolist()), tuple(market.tolist()), int(rng.integers(0, 7)) * int(rng.random() < 0.6)


@pytest.mark.rule("GM-5.4", "GM-5.5", "GM-5.7", "GM-5.8")
@pytest.mark.parametrize("kind", list(TILES))
def test_payments_offered_are_those_that_a_full_search_can_finish(kind):
    start = only_start()
    for tile in TILES[kind]:
        start.lay(0, tile, 4, 4)
    for good, tile in STORES.items():
        start.lay(0, tile, 6 + good // 3, 5 + good % 3)
    offered = 0
    for (own, market, coins), tile in product(purses(120 if COMPILED else 25), TILES[kind]):
        t = start.copy().money(coins).market(*market)
        for good, store in STORES.items():
            t.s.tile_cubes[store, good] = own[good]
        activating(t)
        payment.require_conversion(t.s, tile)
        need = tuple(t.s.req_need.tolist())
        state = ((0,) * 5, -1, int(t.s.req_min), own, market, coins)
        if not can_finish(kind, need, *state):
            continue  # the tile would not have been offered
        for _ in range(4):
            expected = {name_good for name_good, *after in moves(kind, need, *state) if can_finish(kind, need, *after)}
            if state[2] <= 0:
                expected.add("stop")
            mask = t.mask()
            shown = {(n, g) for n in ("use", "buy", "sell") for g in range(5) if mask[t.game.actions[n][g]]}
            shown |= {"stop"} if mask[A.stop] else set()
            assert shown == expected, (kind, tile, state)
            offered += len(shown)
            choice = sorted(expected - {"stop"})
            if not choice:
                break
            after = {m: rest for m, *rest in moves(kind, need, *state)}[choice[offered % len(choice)]]
            name, good = choice[offered % len(choice)]
            if sum(after[0]) >= t.s.req_max or (kind == C.DIFFERENT and after[1] == C.GRAIN):
                break
            t.game.rules.apply(t.s, t.game.actions[name][good])
            state = tuple(after)
            assert (t.s.coins[0], tuple(t.s.market.tolist())) == (state[5], state[4])
    assert offered > 50


@pytest.mark.rule("GM-5.1", "GM-5.3")
def test_goods_and_market_rows():
    assert C.GOODS == ["wood", "stone", "sheep", "cattle", "grain"]
    t = only_start().money(30).lay(0, 55, 5, 6)
    for k in range(3):  # buying fills the spaces from the left: 1, 2, 3 coins
        activating(t, 55)
        payment.require_conversion(t.s, 55)
        t.buy("wood")
        payment.clear_requirement(t.s)
        assert t.s.market[C.WOOD] == k + 1
        assert t.s.coins[0] == 30 - (k + 1) * (k + 2) // 2
    activating(t, 55)
    payment.require_conversion(t.s, 55)
    assert "wood" not in t.options()["buy"]


@pytest.mark.rule("GM-5.1", "GM-5.4", "GM-7.3")
def test_whisky_and_people_are_no_goods_and_nothing_is_bought_for_stock():
    t = only_start().money(30).market(1, 1, 1, 1, 1).lay(0, 2, 4, 5, wood=1)
    t.s.whisky[0], t.s.chieftains[0] = 5, 3
    activating(t)
    assert t.options() == {"sell": ["wood"], "stop": True}


@pytest.mark.rule("GM-5.2")
def test_cubes_are_used_from_the_tile_of_choice():
    t = only_start().lay(0, 2, 4, 5, wood=2).lay(0, 8, 5, 4, wood=1).market(1, 0, 0, 0, 0)
    activating(t)
    t.sell("wood")
    assert t.node == S.FROM
    assert t.s.coins[0] == 0  # only the chosen cube is paid for
    assert t.options() == {"cell": [(4, 5), (5, 4)]}
    t.at(5, 4)
    assert (t.cubes(2), t.cubes(8), t.s.coins[0]) == ({"wood": 2}, {}, 1)


@pytest.mark.rule("GM-5.6")
@pytest.mark.parametrize(("whisky", "offered"), [(0, False), (1, True)])
def test_a_tavern_costs_a_barrel(whisky, offered):
    t = only_start().lay(0, 2, 4, 5).money(30).offer(33)
    t.s.whisky[0] = whisky
    assert (33 in t.options()["take"] if "take" in t.options() else False) == offered
    if offered:
        t.take(33).at(4, 6)
        assert (t.s.whisky[0], t.s.score[0], t.s.coins[0]) == (0, 3, 30)


@pytest.mark.rule("GM-5.7", "GM-8.5")
def test_a_fair_ends_with_grain_even_if_something_could_be_sold():
    t = only_start().market(1, 1, 1, 1, 1).lay(0, 55, 5, 6).lay(0, 22, 4, 4, grain=1).lay(0, 24, 4, 6, wood=2)
    activating(t, 55)
    t.at(5, 6).use("grain")
    assert (t.node, t.s.score[0]) == (S.ACT, 1)
    assert t.options() == {"sell": ["wood"], "stop": True}
