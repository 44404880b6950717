"""Every field of the observation, from every seat, against a plain reading of the position."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.nations_dice import components as c
from meeplezoo.envs.nations_dice import game
from meeplezoo.envs.nations_dice.state import IN_PLAY, MARK, NODES

from ..support import random_positions


def one_hot(size: int, i: int) -> np.ndarray:
    """All 0 for a negative ``i``."""
    return (np.arange(size) == i).astype(float)


def rows(s, seat: int, shape, of) -> np.ndarray:
    """``of(p)`` for each seat from the observer on; zero for empty chairs."""
    out = np.zeros((c.SEATS, *shape))
    for k in range(int(s.players)):
        out[k] = of((seat + k) % int(s.players))
    return out


def vp(tile: int) -> int:
    return int(c.TILE_VP[tile]) if tile >= 0 else 0


def stone(tile: int) -> int:
    return int(c.TILE_STONE[tile]) if tile >= 0 else 0


def dice(tile: int) -> np.ndarray:
    """Orange, red and blue dice that a tile gives."""
    colour = int(c.TILE_COLOUR[tile]) if tile >= 0 else -1
    return one_hot(4, colour)[1:] * c.TILE_GAIN[tile]


def chits(tile: int) -> np.ndarray:
    kind = int(c.TILE_CHIT[tile]) if tile >= 0 else -1
    return one_hot(c.KINDS, kind) * c.TILE_GAIN[tile]


def points(s, p: int) -> int:
    """Top buildings, the advisor, colonies and built wonders (ND-13.1)."""
    total = sum(vp(tile) for tile in s.slot_tile[p]) + vp(s.advisor[p])
    for tile in np.flatnonzero(s.tile_zone == IN_PLAY + p):
        if c.TILE_TYPE[tile] in (c.COLONY, c.WONDER) and tile != s.wonder_uc[p]:
            total += vp(tile)
    return total


def decoded(s, seat: int) -> dict[str, np.ndarray]:
    n = int(s.players)
    paying, covering, marking = s.need > 0, s.slot_sel >= 0, s.node == MARK
    bought = int(s.bought_tile)
    rolled = s.rolled.astype(bool)
    return {
        "players": one_hot(c.SEATS, n - 1),
        "age": one_hot(c.AGES, int(s.age) - 1),
        "node": one_hot(len(NODES), int(s.node)),
        "to_decide": one_hot(c.SEATS, -1 if s.over else (int(s.seat) - seat) % n),
        "position": rows(s, seat, (), lambda p: s.order[:n].tolist().index(p) + 1),
        "passed": rows(s, seat, (), lambda p: s.passed[p]),
        "score": rows(s, seat, (), lambda p: s.score[p]),
        "tile_vp": rows(s, seat, (), lambda p: points(s, p)),
        "books": rows(s, seat, (), lambda p: s.books[p]),
        "opp_books": s.opp_books,
        "famine": c.EVENT_FAMINE[s.event],
        "war": c.EVENT_WAR[s.event],
        "board_vp": np.array([vp(t) for t in s.board]),
        "board_dice": np.array([dice(t) for t in s.board]),
        "board_chits": np.array([chits(t) for t in s.board]),
        "board_stone": np.array([stone(t) for t in s.board]),
        "slot_dice": rows(s, seat, (c.SLOTS, 3), lambda p: [dice(t) for t in s.slot_tile[p]]),
        "slot_vp": rows(s, seat, (c.SLOTS,), lambda p: [vp(t) for t in s.slot_tile[p]]),
        "advisor_rerolls": rows(s, seat, (), lambda p: c.TILE_GAIN[s.advisor[p]] if s.advisor[p] >= 0 else 0),
        "advisor_vp": rows(s, seat, (), lambda p: vp(s.advisor[p])),
        "wonder_stone": rows(s, seat, (), lambda p: stone(s.wonder_uc[p])),
        "wonder_vp": rows(s, seat, (), lambda p: vp(s.wonder_uc[p])),
        "wonder_chits": rows(s, seat, (c.KINDS,), lambda p: chits(s.wonder_uc[p])),
        "fresh": rows(s, seat, (4,), lambda p: 0 if rolled[p] else s.fresh[p]),
        "unused": rows(s, seat, (c.CLASSES,), lambda p: s.unused[p] if rolled[p] else 0),
        "used": rows(s, seat, (4,), lambda p: s.used[p] if rolled[p] else 0),
        "chits_unused": rows(s, seat, (c.KINDS,), lambda p: s.chits_unused[p]),
        "chits_used": rows(s, seat, (c.KINDS,), lambda p: s.chits_used[p] if rolled[p] else 0),
        "supply_dice": s.supply_dice,
        "supply_chits": s.supply_chits,
        "target": one_hot(c.SPACES, int(s.target)),
        "pay_icon": one_hot(c.KINDS, int(s.pay_icon) if paying else -1),
        "need": s.need,
        "exch_first": one_hot(c.CLASSES, int(s.exch_first)),
        "bought_vp": vp(bought),
        "bought_dice": dice(bought),
        "bought_chits": chits(bought),
        "bought_stone": stone(bought),
        "slot_sel": one_hot(c.SLOTS, int(s.slot_sel)),
        "ret_color": one_hot(4, int(s.ret_color) if covering else -1),
        "ret_left": s.ret_left,
        "marked": s.marked if marking else np.zeros(c.CLASSES),
        "mark_last": s.mark_last if marking else 0,
        "fam_left": s.fam_left,
        "fam_started": s.fam_started,
        "solo_hard": s.solo_hard,
        "white_food2": s.white_food2,
    }


def check(table) -> None:
    for seat in range(table.s.players):
        seen, wanted = table.observe(seat), decoded(table.s, seat)
        assert set(seen) == set(wanted)
        for name, value in wanted.items():
            expected = np.asarray(value, float).reshape(seen[name].shape)
            assert np.allclose(seen[name], expected, atol=2e-3), (seat, name, seen[name], expected)


def shake(s, rng) -> None:
    """Sets to anything all that the vector shows and that does not hang together with other fields."""
    n, tiles = int(s.players), c.TILES
    s.node = rng.integers(0, len(NODES) - 1)
    s.seat = rng.integers(0, n)
    s.age = rng.integers(1, c.AGES + 1)
    s.event = rng.integers(0, len(c.EVENT_NAMES))
    s.opp_books = rng.integers(0, 31)
    s.order[:n] = rng.permutation(n)
    for name, high in (("passed", 2), ("rolled", 2), ("books", 100), ("score", 120)):
        s[name][:n] = rng.integers(0, high, n)
    for name, high in (("fresh", 8), ("unused", 8), ("used", 8), ("chits_unused", 9), ("chits_used", 9)):
        s[name][:n] = rng.integers(0, high, s[name][:n].shape)
    for name, high in (("supply_dice", 20), ("supply_chits", 12), ("marked", 8)):
        s[name][:] = rng.integers(0, high, s[name].shape)
    s.board[:] = rng.integers(-1, tiles, c.SPACES)
    buildings, advisors, wonders = (np.flatnonzero(k == c.TILE_TYPE) for k in (c.BUILDING, c.ADVISOR, c.WONDER))
    beside = np.flatnonzero((c.TILE_TYPE == c.COLONY) | (c.TILE_TYPE == c.WONDER))
    s.tile_zone[:] = 0
    near = beside[c.TILE_AGE[beside] <= s.age]
    s.tile_zone[near] = rng.integers(0, IN_PLAY + n + 1, near.size)
    s.tile_zone[s.tile_zone == IN_PLAY + n] = 6
    for p in range(n):
        s.slot_tile[p] = np.where(rng.random(c.SLOTS) < 0.3, -1, rng.choice(buildings, c.SLOTS))
        s.advisor[p] = rng.choice([-1, *advisors])
        own = [t for t in wonders if s.tile_zone[t] == IN_PLAY + p]
        s.wonder_uc[p] = rng.choice([-1, *own])
    for name, high in (("target", c.SPACES), ("exch_first", c.CLASSES), ("bought_tile", tiles), ("slot_sel", c.SLOTS)):
        s[name] = rng.integers(-1, high)
    for name, high in (
        ("need", 5), ("pay_icon", c.KINDS), ("ret_color", 4), ("ret_left", 3), ("mark_last", c.CLASSES),
        ("fam_left", 9), ("fam_started", 2),
    ):  # fmt: skip
        s[name] = rng.integers(0, high)


@pytest.mark.rule("ND-5.2", "ND-13.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_field_says_what_the_position_is(players):
    rng = np.random.default_rng(players)
    variants = {1: {"solo_hard": True}, 2: {"white_food2": True}}.get(players, {})
    for step, (table, _) in enumerate(random_positions(game, players, 5, variants)):
        if step % 7 == 2 or table.s.over:
            check(table)
            if not table.s.over:
                twin = table.copy()
                shake(twin.s, rng)
                check(twin)


def test_declared_bounds():
    """Highest values of the fields whose scale is another number."""
    assert {field.name: field.high for field in game.layout if field.high != field.scale} == {
        "score": 150, "tile_vp": 118, "books": 127, "opp_books": 31, "famine": 6, "war": 6, "board_stone": 6,
        "slot_vp": 3, "advisor_vp": 3, "wonder_stone": 6, "fresh": 10, "unused": 10, "used": 10, "chits_unused": 12,
        "chits_used": 12, "supply_dice": 20, "supply_chits": 12, "need": 6, "bought_stone": 6, "marked": 10,
        "fam_left": 10,
    }  # fmt: skip
