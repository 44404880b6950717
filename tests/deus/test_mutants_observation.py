"""Every field of the observation, from every seat, against a plain reading of the position."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs.deus import components as c
from meeplezoo.envs.deus import game
from meeplezoo.envs.deus.state import NODES

from ..support import random_positions
from .position import FARM, GOLDEN, Deus

N_DESIGNS, START, WILD = len(c.DESIGNS), NODES.index("start pieces"), NODES.index("column of the face-down card")
NATURAL = {"start_pieces": (0, 10, 9, 8, 7, 6)}


def one_hot(size: int, i: int) -> np.ndarray:
    """All 0 for a negative ``i``."""
    return (np.arange(size) == i).astype(float)


def region_flags(bits: int) -> np.ndarray:
    return np.array([int(bits) >> r & 1 for r in range(c.REGIONS)], float)


def design(card: int) -> int:
    return int(c.DESIGN[card]) + 1


def by_design(cards) -> np.ndarray:
    return np.bincount([c.DESIGN[int(card)] for card in cards], minlength=N_DESIGNS).astype(float)


def padded(values, size: int) -> np.ndarray:
    return np.array([*values, *[0] * (size - len(values))], float)


def seats_from(s, seat: int) -> list[int]:
    return [(seat + k) % int(s.players) for k in range(int(s.players))]


def rows(s, seat: int, shape, of) -> np.ndarray:
    """``of(p)`` for each seat from the observer on; zero for empty chairs."""
    out = np.zeros((c.SEATS, *shape))
    for k, p in enumerate(seats_from(s, seat)):
        out[k] = of(p)
    return out


def column(s, p: int) -> np.ndarray:
    out = np.zeros((len(c.KINDS), c.TEMPLE_COLUMN_MAX))
    for kind in range(len(c.KINDS)):
        for i in range(s.height[p, kind]):
            hidden = s.facedown_kind[p] == kind and s.facedown_pos[p] == i
            out[kind, i] = N_DESIGNS + 1 if hidden else design(s.column[p, kind, i])
    return out


def face_up(s, p: int) -> np.ndarray:
    shown = column(s, p)
    return by_design([list(c.DESIGN).index(d - 1) for d in shown[(shown > 0) & (shown <= N_DESIGNS)].astype(int)])


def facedown(s, p: int) -> int:
    kind = int(s.facedown_kind[p])
    return design(s.column[p, kind, s.facedown_pos[p]]) if kind >= 0 else 0


def hand(s, p: int) -> list[int]:
    return s.hand[p, : s.hand_len[p]].tolist()


def rounds_left(s) -> int:
    """1 + rounds still to come after this one; the last possible round is the last whatever was triggered (DE-10.3)."""
    if s.end_round < 0:
        return 0
    return 1 + min(int(s.end_round), int(s.max_rounds)) - int(s.round_no)


def decoded(s, seat: int) -> dict[str, np.ndarray]:
    """What the fields say, in natural units, but `hand_playable`."""
    start, held = s.node == START, hand(s, seat)
    others = seats_from(s, seat)[1:]
    villages = np.zeros(c.REGIONS)
    for t in range(c.TILES):
        if s.village_region[t] >= 0:
            villages[s.village_region[t]] = s.village_vp[t]
    discard = s.discard[: s.discard_len]
    inner = int(s.inner_kind) if s.inner_kind >= 0 else int(s.asked_column)
    rest = c.SEATS - 1 - len(others)
    return {
        "players": one_hot(3, int(s.players) - 2),
        "node": one_hot(len(NODES), int(s.node)),
        "to_decide": one_hot(c.SEATS, -1 if s.over else (int(s.seat) - seat) % int(s.players)),
        "first_player": one_hot(c.SEATS, (int(s.first_player) - seat) % int(s.players)),
        "round": s.round_no,
        "seats_done": s.seats_done,
        "rounds_left": rounds_left(s),
        "slots": s.slots,
        "terrain": np.array([s.terrain == k for k in range(len(c.TERRAINS))]),
        "edge": region_flags(s.edge),
        "village_vp": villages,
        "owner": rows(s, seat, (c.REGIONS,), lambda p: region_flags(np.bitwise_or.reduce(s.where[p]))),
        "pieces": np.array([region_flags(np.bitwise_or.reduce(s.where[:, k])) for k in range(len(c.KINDS))]),
        "first_region": rows(s, seat, (), lambda p: s.first_region[p] + 1),
        "ready": rows(s, seat, (c.BASIC,), lambda p: 0 if start else s.ready[p]),
        "reserve": rows(s, seat, (c.BASIC,), lambda p: c.PIECES if start else s.reserve[p]),
        "columns": rows(s, seat, (len(c.KINDS), c.TEMPLE_COLUMN_MAX), lambda p: column(s, p)),
        "built": rows(s, seat, (N_DESIGNS,), lambda p: face_up(s, p)),
        "height": rows(s, seat, (len(c.KINDS),), lambda p: s.height[p]),
        "wild_used": rows(s, seat, (), lambda p: s.wild_used[p]),
        "hand_size": rows(s, seat, (), lambda p: s.hand_len[p]),
        "resources": rows(s, seat, (c.N_RESOURCES,), lambda p: s.resources[p]),
        "gold": rows(s, seat, (), lambda p: min(int(s.gold[p]), 99)),
        "supply": s.supply,
        "temple_supply": s.temple_supply,
        "deck_size": s.deck_len,
        "discard_size": s.discard_len,
        "discard_top": one_hot(N_DESIGNS, c.DESIGN[discard[-1]] if len(discard) else -1),
        "placing": one_hot(len(c.KINDS), int(s.kind)),
        "card": design(s.card) if s.card >= 0 and s.node != WILD else 0,
        "pay_resource": one_hot(c.N_RESOURCES, int(s.pay_resource)),
        "offered": s.offer_n,
        "using_column": one_hot(len(c.KINDS), int(s.frame_kind)),
        "using_place": s.frame_pos + 1 if s.frame_kind >= 0 else 0,
        "inner_column": one_hot(len(c.KINDS), inner),
        "inner_place": s.inner_pos + 1 if s.inner_kind >= 0 else 0,
        "choices_left": 0 if start else s.left,
        "used": [int(s.used) >> j & 1 for j in range(c.N_RESOURCES)],
        "producers": s.counts,
        "given": one_hot(c.N_RESOURCES, int(s.trade_give)),
        "army_origin": one_hot(c.REGIONS, int(s.army_origin)),
        "moved": region_flags(s.moved),
        "start_pieces": one_hot(6, int(s.start_pieces)),
        "alternative": s.layout,
        "wild_building": s.wild_building,
        "own_vp": min(int(s.score[seat]), 199),
        "own_start": s.ready[seat] if start else np.zeros(c.BASIC),
        "own_hand": by_design(held),
        "hand_design": padded([design(i) for i in held], c.HAND_LIMIT),
        "hand_kind": np.array([one_hot(len(c.KINDS), int(c.KIND[i]) if i >= 0 else -1) for i in s.hand[seat]]),
        "hand_cost": np.array([[*c.COST[i], c.COST_GOLD[i]] if i >= 0 else [0] * 5 for i in s.hand[seat]]),
        "own_facedown": facedown(s, seat),
        "own_wild": design(s.card) if s.node == WILD and s.seat == seat else 0,
        "own_discards": by_design(discard[s.discarder[: s.discard_len] == seat]),
        "others_vp": padded([min(int(s.score[p]), 199) for p in others], c.SEATS - 1),
        "others_hand": np.array(
            [padded([design(i) for i in hand(s, p)], c.HAND_LIMIT) for p in others] + [np.zeros(c.HAND_LIMIT)] * rest
        ),
        "others_facedown": padded([facedown(s, p) for p in others], c.SEATS - 1),
        "others_start": np.array([s.ready[p] if start else [0] * c.BASIC for p in others] + [[0] * c.BASIC] * rest),
        "deck": padded([design(i) for i in s.deck[: s.deck_len]], c.CARDS),
        "discard": padded([design(i) for i in discard], c.CARDS),
    }


def check(table) -> None:
    s = table.s
    for seat in range(s.players):
        seen = table.observe(seat)
        wanted = decoded(s, seat)
        assert set(seen) - set(wanted) == {"hand_playable"}
        for name, value in wanted.items():
            expected = np.asarray(value, float).reshape(seen[name].shape)
            assert np.allclose(seen[name], expected, atol=2e-3), (seat, name, seen[name], expected)


def shake(s, rng) -> None:
    """Sets to anything all that the vector shows and that does not hang together with other fields."""
    n = int(s.players)
    s.node = rng.integers(0, len(NODES) - 1)
    s.seat, s.first_player, s.seats_done = rng.integers(0, n, 3)
    s.round_no = rng.integers(1, s.max_rounds + 1)
    s.end_round = rng.choice([-1, s.round_no, s.round_no + 1])
    s.wild_used[:n], s.first_region[:n] = rng.integers(0, 2, n), rng.integers(-1, c.REGIONS, n)
    s.gold[:n], s.score[:n] = rng.choice([0, 7, 99, 100, 150], n), rng.choice([3, 40, 199, 200, 230], n)
    for name, high in [
        ("kind", 6), ("card", c.CARDS), ("pay_resource", 4), ("frame_kind", 6), ("frame_pos", 5), ("inner_kind", 6),
        ("inner_pos", 5), ("asked_column", 6), ("trade_give", 4), ("army_origin", c.REGIONS),
    ]:  # fmt: skip
        s[name] = rng.integers(-1, high)
    s.offer_n, s.left, s.used, s.moved = rng.integers(0, 8), rng.integers(0, 9), rng.integers(16), rng.integers(2**49)
    s.counts[:] = rng.integers(0, 6, c.N_RESOURCES)
    s.discarder[: s.discard_len] = rng.integers(0, n, s.discard_len)
    for p in range(n):
        built = [(k, i) for k in range(len(c.KINDS)) for i in range(s.height[p, k])]
        if built and rng.random() < 0.7:
            s.facedown_kind[p], s.facedown_pos[p] = built[rng.integers(len(built))]


@pytest.mark.rule("DE-2.1", "DE-10.3", "DE-11.1", "DE-11.3")
@pytest.mark.parametrize(("players", "variants"), [(2, {}), (3, {"wild_building": True, "start_pieces": 6}), (4, {})])
def test_every_field_says_what_the_position_is(players, variants):
    rng = np.random.default_rng(players)
    for step, (table, _) in enumerate(random_positions(game, players, 5, variants)):
        if step % 29 == 2 or table.s.over:
            check(table)
            if not table.s.over:
                twin = table.copy()
                shake(twin.s, rng)
                check(twin)


@pytest.mark.rule("DE-10.3")
def test_no_rounds_are_left_beyond_the_last():
    """An end that is triggered in the last possible round adds none."""
    table = Deus()
    s = table.s
    s.round_no = s.max_rounds
    s.end_round = s.max_rounds + 1
    assert table.observe(0)["rounds_left"] == 1
    s.round_no -= 1
    assert table.observe(0)["rounds_left"] == 2
    s.end_round = s.round_no
    assert table.observe(0)["rounds_left"] == 1


@pytest.mark.rule("DE-11.3")
def test_everyone_sees_who_has_used_the_face_down_building():
    table = Deus(players=3, variants={"wild_building": True})
    table.s.wild_used[1] = 1
    assert [table.observe(seat)["wild_used"].tolist() for seat in range(3)] == [
        [0, 1, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 1, 0],
    ]


@pytest.mark.rule("DE-4.3", "DE-4.4")
@pytest.mark.parametrize("seed", range(3))
def test_playable_cards_are_those_that_the_seat_could_build_in_its_turn(seed):
    for step, (table, _) in enumerate(random_positions(game, 3, 40 + seed)):
        s = table.s
        if step % 40 != 20 or s.over:
            continue
        for seat in range(3):
            twin = Deus.__new__(Deus)
            twin.game, twin.states = game, table.states.copy()
            buildable = twin.turn_of(seat).legal_in("build")
            shown = np.flatnonzero(table.observe(seat)["hand_playable"]).tolist()
            slots = range(int(s.hand_len[seat]))
            # Equal cards are offered once.
            assert {hand(s, seat)[i] for i in buildable} <= {hand(s, seat)[i] for i in shown}
            assert {design(hand(s, seat)[i]) for i in buildable} == {design(hand(s, seat)[i]) for i in shown}
            assert all(i in slots for i in shown)


@pytest.mark.rule("DE-4.3")
def test_a_playable_card_is_marked_by_one():
    table = Deus().put(0, {3: [FARM]}).hand(0, "School", "Palace").goods(0, [0, 0, 0, 0], 2)
    assert sorted(table.observe(0)["hand_playable"].tolist()) == [0] * 9 + [1]


def test_declared_bounds():
    """Highest values of the fields whose scale is another number."""
    high = {field.name: field.high for field in game.layout if field.high != field.scale}
    assert high == {
        "round": c.MAX_ROUNDS, "rounds_left": c.MAX_ROUNDS, "resources": 20, "gold": 99, "choices_left": 99,
        "own_vp": 199, "hand_cost": 99, "others_vp": 199,
    }  # fmt: skip
    assert GOLDEN["layout"]
