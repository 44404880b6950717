"""Every field of the observation, from every seat, against a plain reading of the position."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.glen_more import components as c
from meeplezoo.envs.glen_more import game
from meeplezoo.envs.glen_more import state as S

from ..support import random_positions

SEATS, TYPES, LAID = 5, len(c.TYPES), slice(1, c.TILES)
CALLERS = [S.PAY, S.SHIEL_SALE, S.ACT]


def one_hot(size: int, i: int) -> np.ndarray:
    """All 0 for a negative ``i``."""
    return (np.arange(size) == i).astype(float)


def padded(values, size: int) -> np.ndarray:
    values = list(values)
    return np.array([*values, *[0] * (size - len(values))], float)


def rows(s, seat: int, shape, of) -> np.ndarray:
    """``of(p)`` for each seat from the observer on; zero for empty chairs."""
    out = np.zeros((SEATS, *shape))
    for k in range(int(s.players)):
        out[k] = of((seat + k) % int(s.players))
    return out


def offer(tile: int) -> np.ndarray:
    """Type, river and road of a tile; 0 for none."""
    if tile <= 0:
        return np.zeros(TYPES + 2)
    sides = int(c.TILE_SIDES[tile])
    return np.array([*one_hot(TYPES, int(c.TILE_TYPE[tile])), sides == c.RIVER, sides == c.ROAD], float)


def figures(s, seat: int) -> np.ndarray:
    out = np.zeros((c.CHAIN, SEATS + 1))
    for i, what in enumerate(s.chain):
        if what == S.DIE_FIGURE:
            out[i, SEATS] = 1
        elif what >= S.FIGURE:
            out[i, (int(what) - S.FIGURE - seat) % int(s.players)] = 1
    return out


def whereabouts(s) -> np.ndarray:
    out = np.zeros(c.DRAW_TILES)
    for k in range(c.STACKS):
        out[s.stack[k, : s.stack_n[k]] - 1] = 1 - c.CHAIN
    for i, what in enumerate(s.chain):
        if 0 < what < S.FIGURE:
            out[what - 1] = i
    return out


def rank(s, p: int) -> int:
    """Chieftains, twice with Castle of Mey, and the hats of cards (GM-9.9, GM-14.1)."""
    own = s.card_owner == p
    return int(s.chieftains[p]) * (2 if own[c.MEY] else 1) + int(c.HATS[own].sum())


def decoded(s, seat: int) -> dict[str, np.ndarray]:
    n, turn = int(s.players), not s.over
    owner = s.tile_owner
    seats = np.where(owner >= 0, (owner - seat) % n + 1, 0)
    laid = s.tile_cell >= 0
    order = [t for k in range(c.STACKS) for t in s.stack[k, : s.stack_n[k]][::-1]]
    paying, using, gaining, moving = (turn and bool(x) for x in (s.req_kind, s.from_mode, s.gain_left, s.move_src >= 0))
    mixed = [s.tile_cubes[t] if owner[t] >= 0 else np.zeros(c.N_GOODS) for t in (c.IONA_TILE, c.LOCHY_TILE)]
    return {
        "players": one_hot(SEATS - 1, n - 2),
        "node": one_hot(len(S.NODES), int(s.node)),
        "to_decide": one_hot(SEATS, (int(s.seat) - seat) % n if turn else -1),
        "scorings": s.scorings,
        "stack_left": s.stack_n,
        "market": s.market,
        "figures": figures(s, seat),
        "offers": np.array([offer(int(t) if t < S.FIGURE else 0) for t in s.chain[1:]]),
        "whereabouts": whereabouts(s),
        "tile_seat": seats[LAID],
        "tile_row": np.where(laid, s.tile_cell // c.COLS - c.START_ROW, 0)[LAID],
        "tile_column": np.where(laid, s.tile_cell % c.COLS - c.START_COL, 0)[LAID],
        "tile_cubes": s.tile_cubes.sum(axis=1)[LAID],
        "tile_clansmen": s.tile_clansmen[LAID],
        "activation": np.where(s.activated > 0, -1, s.in_A.astype(int))[LAID],
        "mixed_cubes": np.array(mixed),
        "coins": rows(s, seat, (), lambda p: s.coins[p]),
        "whisky": rows(s, seat, (), lambda p: s.whisky[p]),
        "rank": rows(s, seat, (), lambda p: rank(s, p)),
        "chieftains": rows(s, seat, (), lambda p: s.chieftains[p]),
        "clansmen": rows(s, seat, (), lambda p: s.tile_clansmen[LAID][owner[LAID] == p].sum()),
        "tiles": rows(s, seat, (), lambda p: (owner[LAID] == p).sum()),
        "goods": rows(s, seat, (c.N_GOODS,), lambda p: s.tile_cubes[LAID][owner[LAID] == p].sum(axis=0)),
        "cards": rows(s, seat, (c.CARDS,), lambda p: s.card_owner == p),
        "dist": s.dist if turn else 0,
        "in_hand": offer(int(s.tile) if turn else 0),
        "points_left": s.mp if turn else 0,
        "ness_used": turn and s.ness_used,
        "oich_turn": turn and s.oich_turn,
        "req_kind": one_hot(4, int(s.req_kind) - 1 if paying else -1),
        "req_type": one_hot(TYPES, int(c.TILE_TYPE[s.req_tile]) if paying else -1),
        "req_is_cost": paying and s.req_is_cost,
        "req_need": s.req_need * paying,
        "req_paid": s.req_paid * paying,
        "req_units": np.array([s.req_sum, s.req_min, s.req_max]) * paying,
        "req_last": one_hot(c.N_GOODS, int(s.req_last) if paying else -1),
        "from_good": one_hot(c.N_GOODS, int(s.from_good) if using else -1),
        "from_mode": one_hot(2, int(s.from_mode) - 1 if using else -1),
        "from_step": one_hot(3, CALLERS.index(s.from_return) if using else -1),
        "gain_tile": one_hot(2, int(s.gain_tile == c.LOCHY_TILE) if gaining else -1),
        "gain_left": s.gain_left if gaining else 0,
        "mover": np.array([s.move_src // c.COLS - c.START_ROW, s.move_src % c.COLS - c.START_COL]) * moving,
        "tile_own": (owner == seat)[LAID],
        "own_score": s.score[seat],
        "other_score": rows(s, seat, (), lambda p: s.score[p])[1:],
        "stack_order": padded(order, c.DRAW_TILES),
    }


def check(table) -> None:
    for seat in range(table.s.players):
        seen, wanted = table.observe(seat), decoded(table.s, seat)
        assert set(seen) == set(wanted)
        for name, value in wanted.items():
            expected = np.asarray(value, float).reshape(seen[name].shape)
            assert np.allclose(seen[name], expected, atol=5e-3), (seat, name, seen[name], expected)


def shake(s, rng) -> None:
    """Sets to anything all that the vector shows and that does not hang together with other fields."""
    n = int(s.players)
    s.node, s.seat = rng.integers(0, len(S.NODES)), rng.integers(0, n)
    for name, high in (("coins", 20), ("whisky", 20), ("chieftains", 7), ("score", 90)):
        s[name][:n] = rng.integers(0, high, n)
    s.card_owner[:] = rng.integers(-1, n, c.CARDS)
    own = (s.tile_owner >= 0) & (np.arange(c.TILES) > 0)
    s.tile_clansmen[:] = own * rng.integers(0, 4, c.TILES)
    s.in_A[LAID], s.activated[LAID] = rng.integers(0, 2, c.TILES - 1), rng.integers(0, 2, c.TILES - 1)
    for tile in (c.IONA_TILE, c.LOCHY_TILE):
        s.tile_owner[tile] = rng.integers(-1, n)
        s.tile_cubes[tile] = rng.integers(0, 2, c.N_GOODS) * (s.tile_owner[tile] >= 0)
    for name, low, high in (
        ("scorings", 0, 4), ("dist", 0, c.CHAIN), ("tile", 0, c.TILES - 5), ("mp", 0, 9), ("ness_used", 0, 2),
        ("oich_turn", 0, 2), ("req_kind", 0, 5), ("req_tile", 1, c.TILES - 5), ("req_is_cost", 0, 2),
        ("req_sum", 0, 6), ("req_min", 0, 6), ("req_max", 0, 6), ("req_last", -1, 5), ("from_good", 0, 5),
        ("from_mode", 0, 3), ("gain_left", 0, 3), ("move_src", -1, c.CELLS),
    ):  # fmt: skip
        s[name] = rng.integers(low, high)
    s.from_return = rng.choice(CALLERS)
    s.gain_tile = rng.choice([c.IONA_TILE, c.LOCHY_TILE])
    s.req_need[:], s.req_paid[:] = rng.integers(0, 3, c.N_GOODS), rng.integers(0, 4, c.N_GOODS)
    s.market[:] = rng.integers(0, 4, c.N_GOODS)


@pytest.mark.rule("GM-9.9", "GM-13.1", "GM-13.2")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_field_says_what_the_position_is(players):
    rng = np.random.default_rng(players)
    for step, (table, _) in enumerate(random_positions(game, players, 5)):
        if step % 30 == 2 or table.s.over:
            check(table)
            if not table.s.over:
                twin = table.copy()
                shake(twin.s, rng)
                check(twin)


def test_declared_bounds():
    """Highest values of the fields whose scale is another number, and lowest ones."""
    assert {field.name: int(field.high) for field in game.layout if field.high != field.scale} == {
        "tile_clansmen": 25, "coins": 33, "whisky": 300, "rank": 60, "chieftains": 25, "clansmen": 25, "tiles": 60,
        "goods": 180, "points_left": 20, "own_score": 5000, "other_score": 5000,
    }  # fmt: skip
    assert {field.name: int(field.low) for field in game.layout if field.low} == {
        "whereabouts": -12, "tile_row": -5, "tile_column": -5, "activation": -1, "mover": -5, "own_score": -200,
        "other_score": -200,
    }  # fmt: skip
