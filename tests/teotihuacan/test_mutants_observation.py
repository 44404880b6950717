"""Every field of the observation, from every seat, against a plain reading of the position."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.teotihuacan import components as c
from meeplezoo.envs.teotihuacan import game
from meeplezoo.envs.teotihuacan.state import MOVE, NODES

from ..support import random_positions

SEATS, COMING, COMING_GODS = 4, 15, 10
CHEAP_GODS = [e["id"] for e in c.DATA["event_card"]].index("E12")


def one_hot(size: int, i: int) -> np.ndarray:
    """All 0 for a negative ``i``."""
    return (np.arange(size) == i).astype(float)


def rows(s, seat: int, shape, of) -> np.ndarray:
    """``of(p)`` for each seat from the observer on; zero for empty chairs."""
    out = np.zeros((SEATS, *shape))
    for k in range(int(s.players)):
        out[k] = of((seat + k) % int(s.players))
    return out


def padded(values, size: int) -> np.ndarray:
    values = list(values)[:size]
    return np.array([*values, *[0] * (size - len(values))], float)


def workers(s, p: int) -> np.ndarray:
    out = np.zeros((c.WORKERS, c.SPACES))
    for w in range(c.WORKERS):
        if s.worker_space[p, w] >= 0:
            out[w, s.worker_space[p, w]] = s.worker_power[p, w]
    return out


def unseen(s) -> np.ndarray:
    """Tiles neither on display nor on a pyramid, by kind."""
    out = c.TILE_KIND_COUNT.astype(float)
    for kind in range(c.TILE_KINDS):
        level, number = c.TILE_KIND_LEVEL[kind], c.TILE_KIND_NUMBER[kind]
        out[kind] -= (s.tile_display[level] == number).sum()
        out[kind] -= ((s.slot_number[:, level] == number) & (s.slot_owner[:, level] >= 0)).sum()
    return out


def decoded(s, seat: int) -> dict[str, np.ndarray]:
    n, over = int(s.players), bool(s.over)
    moving = over or s.node == MOVE
    waiting = 0 if over else int(s.ability)
    stacks = [s.tile_stack[level, : s.stack_left[level]][::-1] for level in range(c.LEVELS)]
    events = [] if over else s.event_deck[: s.event_left][::-1][: c.ROUNDS - 1 - int(s.round_no)] + 1
    return {
        "players": one_hot(3, n - 2),
        "round": one_hot(c.ROUNDS, -1 if over else int(s.round_no)),
        "turn_in_round": 0 if over else s.turn_in_round,
        "node": one_hot(len(NODES), int(s.node)),
        "ability": one_hot(len(c.ABILITIES), waiting if waiting else -1)[1:],
        "ability_arg": s.ability_arg if waiting else 0,
        "ops_left": 0 if moving else s.ops_left,
        "moved_worker": one_hot(c.WORKERS + 1, -1 if moving else int(s.moved_worker)),
        "to_decide": one_hot(SEATS, -1 if over else (int(s.seat) - seat) % n),
        "variants": [s.start_meetings, s.start_bonus],
        "workers": rows(s, seat, (c.WORKERS, c.SPACES), lambda p: workers(s, p)),
        "neutral": one_hot(c.SPACES, int(s.neutral_space)) * s.neutral_power,
        "resources": rows(s, seat, (c.N_RESOURCES,), lambda p: s.resources[p]),
        "score": rows(s, seat, (), lambda p: s.score[p]),
        "track_pos": rows(
            s, seat, (c.TEMPLES, c.TRACK_LENGTH), lambda p: [one_hot(c.TRACK_LENGTH, int(i)) for i in s.track_pos[p]]
        ),
        "track_laps": rows(s, seat, (c.TEMPLES,), lambda p: s.track_laps[p]),
        "statues": rows(s, seat, (), lambda p: s.statues[p]),
        "rebirths": rows(s, seat, (), lambda p: s.rebirths[p]),
        "levels_completed": rows(s, seat, (), lambda p: s.levels_completed[p]),
        "tiles": rows(s, seat, (c.PYRAMIDS, c.LEVELS), lambda p: (s.slot_owner == p).sum(axis=2)),
        "slots_left": c.SLOTS[n] - (s.slot_owner >= 0).sum(axis=2),
        "pyramid_sum": s.slot_number.sum(axis=(1, 2)),
        "tile_display": s.tile_display,
        "tiles_unseen": unseen(s),
        "god_display": np.array([one_hot(c.GODS, int(card)) for card in s.god_display]),
        "god_owner": rows(s, seat, (c.GODS,), lambda p: s.god_owner == p),
        "gods_unseen": np.isin(np.arange(c.GODS), s.god_deck[: s.god_left]),
        "god_price": 4 if s.event_current == CHEAP_GODS else 5,
        "event": one_hot(c.EVENTS, int(s.event_current)),
        "events_unseen": np.isin(np.arange(c.EVENTS), s.event_deck[: s.event_left]),
        "coming_tiles": np.array([padded(stack, COMING) for stack in stacks]),
        "coming_gods": padded(s.god_deck[: s.god_left][::-1] + 1, COMING_GODS),
        "coming_events": padded(events, c.ROUNDS - 1),
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
    s.node, s.seat = rng.integers(0, len(NODES) - 1), rng.integers(0, n)
    for name, high in (
        ("round_no", c.ROUNDS), ("turn_in_round", 24), ("ops_left", 5), ("moved_worker", c.WORKERS + 1),
        ("ability", len(c.ABILITIES)), ("ability_arg", 9), ("neutral_power", 6), ("event_current", c.EVENTS),
    ):  # fmt: skip
        s[name] = rng.integers(0, high)
    s.neutral_space = rng.integers(-1, c.SPACES)
    s.worker_space[:n] = rng.integers(-1, c.SPACES, (n, c.WORKERS))
    for name, high in (
        ("worker_power", 6), ("resources", 30), ("score", 200), ("track_pos", c.TRACK_LENGTH), ("track_laps", 4),
        ("statues", 9), ("rebirths", 4), ("levels_completed", 9),
    ):  # fmt: skip
        s[name][:n] = rng.integers(0, high, s[name][:n].shape)
    s.god_owner[:] = rng.integers(-1, n, c.GODS)
    s.god_display[:] = rng.integers(-1, c.GODS, s.god_display.size)
    for deck, left in ((s.god_deck, "god_left"), (s.event_deck, "event_left")):
        deck[:] = rng.permutation(deck.size)
        s[left] = rng.integers(2, deck.size)


@pytest.mark.rule("TE-2.4", "TE-10.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_field_says_what_the_position_is(players):
    rng = np.random.default_rng(players)
    variants = {2: ["start_meetings"], 3: ["start_bonus"], 4: []}[players]
    for step, (table, _) in enumerate(random_positions(game, players, 5, variants)):
        if step % 16 == 2 or table.s.over:
            check(table)
            if not table.s.over:
                twin = table.copy()
                shake(twin.s, rng)
                check(twin)


def test_declared_bounds():
    """Highest values of the fields whose scale is another number."""
    assert {field.name: int(field.high) for field in game.layout if field.high != field.scale} == {
        "turn_in_round": c.TURNS * SEATS - 1, "ops_left": 6, "resources": 999, "score": 999, "track_laps": 36,
        "rebirths": 36, "levels_completed": 9, "tiles": c.MAX_SLOTS, "slots_left": c.MAX_SLOTS,
        "pyramid_sum": c.LEVELS * c.MAX_SLOTS * c.MAX_NUMBER, "tile_display": c.MAX_NUMBER,
        "tiles_unseen": int(c.TILE_KIND_COUNT.max()), "god_price": 999, "coming_tiles": c.MAX_NUMBER,
        "coming_gods": c.GODS, "coming_events": c.EVENTS,
    }  # fmt: skip
