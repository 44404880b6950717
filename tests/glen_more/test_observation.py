"""What the observation says, field by field."""

import numpy as np
import pytest

from meeplezoo.envs.engine.rule import COMPILED
from meeplezoo.envs.glen_more import components as C
from meeplezoo.envs.glen_more import game
from meeplezoo.envs.glen_more import state as S
from meeplezoo.envs.glen_more.observation import PLANES, territories
from meeplezoo.envs.glen_more.rules import scoring

from ..support import random_positions
from .table import BLUE, GREEN, RED, YELLOW, activating, only_start

GAMES = 3 if COMPILED else 1


@pytest.mark.rule("GM-13.1")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_public_numbers_agree_with_the_record(players):
    for k, (table, _) in enumerate(random_positions(game, players, seed=players, games=GAMES)):
        if k % 5:
            continue
        s, seat = table.s, k % players
        seen = table.observe(seat)
        order = [(seat + i) % players for i in range(players)]
        for name, values in (("coins", s.coins), ("whisky", s.whisky), ("chieftains", s.chieftains)):
            assert seen[name].tolist() == [*values[order].tolist(), *[0] * (5 - players)]
        for i, p in enumerate(order):
            mine = s.tile_owner == p
            assert seen["tiles"][i] == mine.sum() == scoring.tiles_of(s, p)
            assert seen["clansmen"][i] == s.tile_clansmen[mine].sum()
            assert seen["goods"][i].tolist() == s.tile_cubes[mine].sum(axis=0).tolist()
            assert seen["rank"][i] == scoring.category_count(s, p, scoring.CHIEFTAINS)
            assert (seen["cards"][i] == (s.card_owner == p)).all()
            assert ((seen["tile_seat"] == i + 1) == mine[1:]).all()
        laid = s.tile_owner[1:] >= 0
        assert (seen["tile_row"][laid] == s.tile_cell[1:][laid] // 11 - 5).all()
        assert (seen["tile_column"][laid] == s.tile_cell[1:][laid] % 11 - 5).all()
        assert seen["tile_cubes"] == pytest.approx(s.tile_cubes[1:].sum(axis=1), abs=1e-3)
        assert seen["tile_clansmen"] == pytest.approx(s.tile_clansmen[1:], abs=1e-3)
        expected = np.where(s.activated[1:] > 0, -1, s.in_A[1:].astype(int))
        assert seen["activation"].tolist() == expected.tolist()
        assert seen["to_decide"].sum() == (not s.over)


@pytest.mark.rule("GM-13.1")
def test_the_ring_is_seen_from_the_observer():
    t = only_start().lay(0, 2, 4, 5).ring(RED, 30, YELLOW, 14, GREEN, BLUE, 9)
    seen = t.observe(2)
    figures = {int(i): int(k) for i, k in zip(*np.nonzero(seen["figures"]), strict=True)}
    assert figures == {0: 2, 2: 3, 4: 0, 5: 1}
    assert (seen["whereabouts"][29], seen["whereabouts"][13], seen["whereabouts"][8]) == (1, 3, 6)
    kinds = [(C.TYPES[i] if i < 15 else ("river", "road")[i - 15]) for i in np.flatnonzero(seen["offers"][2])]
    assert kinds == ["village", "river"]
    assert [C.TYPES[i] for i in np.flatnonzero(seen["offers"][0])] == ["castle"]
    assert seen["offers"][1].sum() == 0  # a figure


@pytest.mark.rule("GM-5.7")
def test_the_pending_step_is_shown():
    t = only_start().lay(0, 49, 5, 6).lay(0, 6, 6, 5, cattle=2).lay(0, 3, 7, 5, sheep=2).money(3)
    activating(t, 49)
    t.at(5, 6).use("sheep")
    seen = t.observe(3)
    assert seen["node"].tolist() == [float(i == S.PAY) for i in range(10)]
    assert seen["req_kind"].tolist() == [0, 0, 1, 0]
    assert C.TYPES[int(seen["req_type"].argmax())] == "fair"
    assert seen["req_paid"].tolist() == [0, 0, 1, 0, 0]
    assert seen["req_units"].tolist() == [1, 1, 4]
    assert seen["req_last"].tolist() == [0, 0, 1, 0, 0]
    assert seen["to_decide"].tolist() == [0, 1, 0, 0, 0]


def test_territories_unfold_to_planes():
    *_, (table, _) = random_positions(game, 3, seed=5)
    vector = np.zeros(game.layout.size, np.float32)
    game.loops.view_at(table.states, 0, 1, game.layout.own_end, vector)
    planes = territories(vector)
    assert planes.shape == (5, len(PLANES), 11, 11)
    s = table.s
    for k, p in enumerate((1, 2, 0)):
        for t in np.flatnonzero(s.tile_owner == p):
            row, col = divmod(int(s.tile_cell[t]), 11)
            found = dict(zip(PLANES, planes[k, :, row, col], strict=True))
            assert found[C.TYPES[C.TILE_TYPE[t]]] == 1
            assert found["river"] == bool(C.TILE_SIDES[t] & C.RIVER)
            assert found["road"] == bool(C.TILE_SIDES[t] & C.ROAD)
            assert found["cubes"] == pytest.approx(s.tile_cubes[t].sum(), abs=1e-3)
            assert found["clansmen"] == pytest.approx(s.tile_clansmen[t], abs=1e-3)
        assert planes[k, : len(C.TYPES)].sum() == (s.tile_owner == p).sum()
    assert planes[3:].sum() == 0
