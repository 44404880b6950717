"""Rules that the golden examples do not check, or not fully."""

import numpy as np
import pytest

from meeplezoo.envs.engine import ConfigError
from meeplezoo.envs.glen_more import components as C
from meeplezoo.envs.glen_more import game
from meeplezoo.envs.glen_more import state as S
from meeplezoo.envs.glen_more.rules import activation, ring, scoring

from .table import DIE, RED, YELLOW, Glen, activating, cell, finish_turn, moving, only_start


@pytest.mark.rule("GM-1.1", "GM-2.5")
def test_stacks_are_shuffled_separately():
    first = set()
    for seed in range(30):
        s = Glen(5, seed).s
        for k in range(1, 4):
            n = int(C.STACK_SIZES[k])
            assert sorted(s.stack[k, :n]) == [t for t in range(1, C.START_VILLAGE) if C.TILE_STACK[t] == k]
            assert s.stack_n[k] == n
        first.add(int(s.chain[5]))
    assert len(first) > 4  # the first tile of stack 0 differs


@pytest.mark.rule("GM-1.6")
def test_there_are_no_variants_and_two_to_five_players():
    assert not game.variants
    for players in (1, 6):
        with pytest.raises(ConfigError):
            game.start(0, players)


@pytest.mark.rule("GM-3.1")
def test_the_die_shows_one_three_times_two_twice_three_once():
    t = only_start(2).ring(RED, 12, YELLOW, 16, 24)
    t.s.chain[0], t.s.chain[2], t.s.chain[8] = DIE, RED, YELLOW
    rolls = np.zeros(4, int)
    for seed in range(1200):
        twin = t.copy()
        twin.s.rng = np.uint64(seed)
        ring.move_die(twin.s)
        rolls[twin.s.last_roll] += 1
    assert rolls[0] == 0
    assert rolls[1:] == pytest.approx([600, 400, 200], abs=60)


@pytest.mark.rule("GM-3.2", "GM-14.1")
def test_the_die_does_not_count_in_scorings_and_tiles():
    t = only_start(2)
    t.s.whisky[:2] = 3, 5
    scoring.score_round(t.s)
    assert t.s.score[:2].tolist() == [0, 2]
    assert scoring.fewest_tiles(t.s) == 1
    for p, tiles in ((0, (2, 3)), (1, (7, 6))):
        t.lay(p, tiles[0], 4, 5).lay(p, tiles[1], 6, 5)
    assert scoring.fewest_tiles(t.s) == 3


@pytest.mark.rule("GM-2.6", "GM-2.4")
def test_nothing_is_scored_when_stack_0_runs_out():
    t = only_start().lay(0, 2, 4, 5).offer(23).stacks(1, 23, 19, 17)
    t.s.whisky[0] = 5
    t.take(23)
    finish_turn(t)
    assert t.s.stack_n[0] == 0
    assert (t.s.scorings, t.s.score[0]) == (0, 0)


@pytest.mark.rule("GM-7.5", "GM-7.1", "GM-7.4")
def test_what_is_not_activated_is_forfeited():
    t = only_start().lay(0, 2, 4, 5, wood=3).lay(0, 49, 5, 6).lay(0, 11, 4, 6).money(6)
    t.lay(0, 22, 4, 4, grain=1)
    activating(t, 11, 49, 2, C.START_VILLAGE)
    activation.enter_activation(t.s, 0)
    assert t.options() == {"cell": [(4, 6), (5, 6)], "stop": True}  # the start village and the full forest do not ask
    assert t.s.mp == 1
    finish_turn(t)
    assert (t.s.whisky[0], t.s.score[0]) == (0, 0)
    assert t.s.turns == 1


@pytest.mark.rule("GM-8.1", "GM-7.4", "GM-5.2")
@pytest.mark.parametrize(("tile", "good"), [(23, "stone"), (24, "wood"), (12, "sheep"), (21, "cattle"), (22, "grain")])
@pytest.mark.parametrize("before", [0, 2, 3])
def test_production(tile, good, before):
    t = only_start().lay(0, 2, 4, 5, wood=3).lay(0, tile, 4, 4, **{good: before}).lay(0, 3, 6, 5).clansmen((4, 4))
    t.offer(31).take(31).at(3, 4)
    assert t.cubes(tile) == {good: min(before + 1, 3)}
    assert t.cubes(3) == {}  # no neighbour of the new tile


@pytest.mark.rule("GM-8.1", "GM-8.3")
def test_colours_of_tiles():
    colours = {C.TYPES[C.TILE_TYPE[t]]: C.COLOURS[C.TILE_COLOUR[t]] for t in range(1, C.TILES)}
    assert {k for k, v in colours.items() if v == "yellow"} == {"quarry", "forest", "distillery", "abbey"}
    assert {k for k, v in colours.items() if v == "green"} == {"meadow", "pasture", "field"}
    assert {k for k, v in colours.items() if v == "grey"} == {"village", "castle"}
    assert {k for k, v in colours.items() if v == "blue"} == {"loch"}


@pytest.mark.rule("GM-8.4", "GM-8.5", "GM-8.6")
@pytest.mark.parametrize(
    ("tile", "units", "points"),
    [
        (10, ["sheep"], 2), (10, ["sheep", "sheep"], 4), (31, ["cattle"], 2), (31, ["cattle", "cattle"], 4),
        (34, ["sheep", "cattle"], 5), (66, ["wood", "stone"], 7), (56, ["wood", "wood", "sheep"], 8),
        (13, ["wood"], 1), (13, ["wood", "grain"], 3), (17, ["wood", "stone", "grain"], 5),
        (49, ["wood", "stone", "sheep", "cattle"], 8), (49, ["stone", "sheep", "grain"], 5),
        (55, ["wood", "stone", "sheep", "cattle"], 8), (55, ["wood", "stone", "sheep", "cattle", "grain"], 12),
    ],
)  # fmt: skip
def test_payouts(tile, units, points):
    t = only_start().lay(0, tile, 4, 4)
    for good, store in zip(C.GOODS, (24, 23, 12, 21, 22), strict=True):
        t.lay(0, store, 6, 3 + C.GOODS.index(good), **{good: 3})
    activating(t, tile)
    t.at(4, 4)
    for k, good in enumerate(units):
        if t.node == S.PAY and t.s.req_sum == k:  # a unit without alternative is paid automatically
            t.use(good)
    if t.node == S.PAY:
        t.stop()
    assert t.s.score[0] == points


@pytest.mark.rule("GM-8.6")
def test_taverns():
    assert sorted(int(C.ACT_VP[t, 0]) for t in range(1, C.TILES) if C.ACT_KIND[t] == C.GIVE_VP) == [3, 3, 4]


@pytest.mark.rule("GM-8.7", "GM-10.1")
def test_every_grey_tile_gives_a_movement_point_and_unused_ones_are_lost():
    t = only_start().lay(0, 2, 4, 5).lay(0, 19, 5, 6).lay(0, 26, 4, 6).offer(23)
    t.take(23).at(4, 4)  # next to the start village only
    assert t.s.mp == 1
    t = only_start().lay(0, 2, 4, 5).lay(0, 19, 5, 6).lay(0, 26, 4, 6).offer(24)
    t.take(24).at(3, 6) if (3, 6) in t.cells_for(24) else t.take(24).at(6, 6)
    assert t.s.mp == 2
    t.stop()
    assert t.s.mp == 0
    assert t.s.turns == 1


@pytest.mark.rule("GM-8.8")
def test_lochs_do_nothing_when_activated():
    t = only_start().lay(0, 2, 4, 5, wood=3).lay(0, 35, 3, 5).lay(0, 9, 6, 5, sheep=1).clansmen((3, 5)).offer(24)
    t.take(24).at(3, 6)
    assert t.cubes(9) == {"sheep": 1}
    t = only_start().lay(0, 2, 4, 5, wood=3).lay(0, 9, 6, 5, sheep=1).lay(0, 37, 3, 5)
    activating(t)
    assert (6, 5) not in t.options().get("cell", [])  # not even by Loch Ness


@pytest.mark.rule("GM-8.10")
def test_points_are_counted_at_once():
    t = only_start().lay(0, 2, 4, 5).money(9).offer(33)
    t.s.whisky[0] = 1
    t.take(33).at(4, 4)
    assert t.s.score[0] == 3
    assert t.s.turns == 0  # still in the turn


@pytest.mark.rule("GM-9.7", "GM-6.1")
@pytest.mark.parametrize(
    ("name", "clansmen", "whisky", "coins"),
    [("Castle Stalker", 2, 0, 0), ("Castle Moil", 1, 1, 0), ("Donan Castle", 1, 2, 0), ("Armadale Castle", 1, 0, 3),
     ("Duart Castle", 1, 0, 0), ("Cawdor Castle", 1, 0, 0), ("Castle of Mey", 1, 0, 0)],
)  # fmt: skip
def test_castles_give_at_once(name, clansmen, whisky, coins):
    card = C.CARD_NAMES.index(name)
    tile = int(C.CARD_TILE[card])
    t = only_start().lay(0, 2, 4, 5).lay(0, 1, 5, 6)
    t.s.tile, t.s.node, t.s.chain[1], t.s.chain[0], t.s.dist = tile, S.PLACE, RED, 0, 1
    row, col = t.cells_for(tile)[0]
    t.game.rules.apply(t.s, cell(row, col))
    assert t.s.tile_clansmen[tile] == clansmen
    assert (t.s.whisky[0], t.s.coins[0], t.s.card_owner[card]) == (whisky, coins, 0)


@pytest.mark.rule("GM-6.1", "GM-8.2")
def test_villages_and_distilleries_give_at_once():
    assert sorted(C.TYPES[C.TILE_TYPE[t]] for t in range(1, C.START_VILLAGE) if C.GIVES_CLANSMEN[t]) == (
        ["castle"] * 7 + ["village"] * 12
    )
    barrels = {C.TYPES[C.TILE_TYPE[t]] for t in range(1, C.TILES) if C.GIVES_WHISKY[t]}
    assert barrels == {"distillery", "castle"}


@pytest.mark.rule("GM-10.2")
def test_any_number_of_clansmen_stands_on_a_tile():
    t = only_start().lay(0, 2, 4, 5).clansmen((5, 5), (5, 5), (4, 5))
    moving(t, 2).at(5, 5).do("dir", 0).at(5, 5).do("dir", 0)
    assert t.s.tile_clansmen[2] == 3


@pytest.mark.rule("GM-13.1", "GM-13.2")
def test_who_sees_what():
    t = Glen(3, seed=8)
    t.s.score[:3] = 5, 11, 7
    own = t.observe(1, "own")
    assert own["own_score"] == 11
    assert own["other_score"].tolist() == [0] * 4
    assert t.observe(1, "own", open_scores=True)["other_score"].tolist() == [7, 5, 0, 0]
    assert own["stack_order"].sum() == 0
    order = [*t.s.stack[1, :22][::-1], *t.s.stack[2, :19][::-1], *t.s.stack[3, :17][::-1]]
    assert t.observe(1, "all")["stack_order"].tolist() == [*order, *[0] * 9]
    assert own["stack_left"].tolist() == [0, 22, 19, 17]
    assert np.flatnonzero(own["whereabouts"] == -12).tolist() == sorted(int(i) - 1 for i in order)
    public = t.observe(1, "public")
    assert public["own_score"] == 0
    assert (public["coins"] == own["coins"]).all()


@pytest.mark.rule("GM-13.1", "GM-13.2")
def test_resampling_shuffles_the_stacks_and_nothing_else():
    t = Glen(4, seed=8)
    t.s.score[:4] = 5, 11, 7, 2
    twin = t.copy()
    for k in range(1, 4):  # another truth
        n = int(twin.s.stack_n[k])
        twin.s.stack[k, :n] = twin.s.stack[k, :n][::-1].copy()
    before = t.states[0].copy()
    for table in (t, twin):
        game.loops.redraw(table.states, 0, 1, np.uint64(77))
    assert t.states.tobytes() == twin.states.tobytes()
    for name in game.state.names:
        if name not in ("rng", "stack"):
            assert (before[name] == t.states[0][name]).all(), name
    assert (before["stack"] != t.states[0]["stack"]).any()
    for k in range(4):
        assert sorted(before["stack"][k]) == sorted(t.states[0]["stack"][k])
