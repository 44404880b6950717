"""Every field of the observation, from every seat, against a plain reading of the position."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.aztlan import components as c
from meeplezoo.envs.aztlan import game
from meeplezoo.envs.aztlan.state import MOVE, NODES

from ..support import random_positions


def one_hot(size: int, i: int) -> np.ndarray:
    """All 0 for a negative ``i``."""
    return (np.arange(size) == i).astype(float)


def side(s, p: int) -> int:
    """With two players the factions change hands every season (AZ-9.5)."""
    return (p + int(s.season) - 1) % 2 if s.players == 2 else p


def rows(s, seat: int, shape, of, first: int = 0, size: int = c.TRIBES) -> np.ndarray:
    """``of(p)`` for each seat from the ``first``-th on from the observer; zero for empty chairs."""
    out = np.zeros((size, *shape))
    for k in range(first, int(s.players)):
        out[k - first] = of((seat + k) % int(s.players))
    return out


def place_in(order, p: int) -> int:
    return order.tolist().index(p) + 1


def decoded(s, seat: int) -> dict[str, np.ndarray]:
    n, kinds, powers = int(s.players), c.KINDS, c.POWERS
    order, markers = s.turn_order[:n], s.marker_order[:n]
    # The owner of a turn decides, but for Sacred Games, where a rival is asked.
    owner = order[s.turn_pos]
    shown = s.node > MOVE
    own = int(s.power_now[seat])
    return {
        "players": one_hot(3, n - 2),
        "season": one_hot(c.SEASONS, int(s.season) - 1),
        "node": one_hot(len(NODES), int(s.node)),
        "to_decide": one_hot(c.TRIBES, -1 if s.over else (int(s.seat) - seat) % n),
        "turn_owner": one_hot(c.TRIBES, -1 if s.over else (int(owner) - seat) % n),
        "turn_place": rows(s, seat, (), lambda p: place_in(order, p)),
        "pawns": rows(s, seat, (c.REGIONS,), lambda p: s.pawns[side(s, p)]),
        "reserve": rows(s, seat, (), lambda p: s.reserve[side(s, p)]),
        "to_place": rows(s, seat, (), lambda p: s.to_place[side(s, p)]),
        "removed": rows(s, seat, (), lambda p: s.removed[side(s, p)]),
        "power_used": rows(s, seat, (powers,), lambda p: s.power_used[p]),
        "power_shown": rows(s, seat, (powers,), lambda p: one_hot(powers, int(s.power_now[p]) if shown else -1)),
        "hand_size": rows(s, seat, (), lambda p: s.hand[p].sum()),
        "discard": s.discard,
        "deck_size": s.deck_len,
        "score": rows(s, seat, (), lambda p: s.score[p]),
        "marker_place": rows(s, seat, (), lambda p: place_in(markers, p)),
        "settled": s.settled,
        "fight_region": one_hot(c.REGIONS, int(s.fight_region)),
        "games_played": rows(s, seat, (), lambda p: s.games_played[p]),
        "warriors_left": s.warriors_left,
        "card_played": s.card_played,
        "canoe_lake": one_hot(c.LAKES, int(s.canoe_lake)),
        "canoe_pair": one_hot(3, int(s.canoe_pair)),
        "blessing": one_hot(3, int(s.blessing)),
        "unused_vp": one_hot(len(c.UNUSED_VP_SETS), int(s.unused_vp)),
        "offerings": one_hot(len(c.OFFERING_TABLES), int(s.offerings)),
        "own_power": one_hot(powers, own),
        "own_hand": s.hand[seat],
        "other_power": rows(
            s, seat, (powers,), lambda p: one_hot(powers, -1 if shown else int(s.power_now[p])), 1, c.TRIBES - 1
        ),
        "other_hand": rows(s, seat, (kinds,), lambda p: s.hand[p], 1, c.TRIBES - 1),
        "deck": np.array([*(s.deck[: s.deck_len] + 1), *[0] * (c.DECK_SIZE - s.deck_len)]),
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
    n = int(s.players)
    s.season = rng.integers(1, c.SEASONS + 1)
    s.node = rng.integers(1, len(NODES) - 1)
    s.seat, s.turn_pos, s.warriors_left = rng.integers(0, n), rng.integers(0, n), rng.integers(0, 3)
    s.turn_order[:n], s.marker_order[:n] = rng.permutation(n), rng.permutation(n)
    for field, high in (("reserve", 60), ("removed", 30), ("to_place", 12), ("score", 300), ("games_played", 2)):
        s[field][:n] = rng.integers(0, high, n)
    s.power_now[:n], s.power_used[:n] = rng.integers(-1, 6, n), rng.integers(0, 2, (n, c.POWERS))
    s.hand[:n] = rng.integers(0, 4, (n, c.KINDS))
    s.discard[:] = rng.integers(0, 4, c.KINDS)
    s.settled[:] = rng.integers(0, 2, c.REGIONS)
    for field, high in (("fight_region", c.REGIONS), ("canoe_lake", c.LAKES), ("canoe_pair", 3), ("blessing", 3)):
        s[field] = rng.integers(-1, high)
    s.card_played = rng.integers(0, 2)


@pytest.mark.rule("AZ-2.2", "AZ-2.4", "AZ-5.8", "AZ-9.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_field_says_what_the_position_is(players):
    rng = np.random.default_rng(players)
    variants = {2: {}, 3: {"unused_vp": "inverse"}, 4: {"offerings": "sets"}}[players]
    for step, (table, _) in enumerate(random_positions(game, players, 5, variants)):
        if step % 15 == 2 or table.s.over:
            check(table)
            if not table.s.over:
                twin = table.copy()
                shake(twin.s, rng)
                check(twin)


def test_declared_bounds():
    """Highest values of the fields whose scale is another number."""
    assert {field.name: field.high for field in game.layout if field.high != field.scale} == {
        "pawns": 60, "hand_size": 30, "score": 513, "own_hand": 9, "other_hand": 9,
    }  # fmt: skip
