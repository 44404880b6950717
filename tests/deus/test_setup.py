"""Setting up: board, supply, hands, starting pieces (DE-2, DE-3, DE-11.1, DE-11.2)."""

from __future__ import annotations

import numpy as np
import pytest

from meeplezoo.envs import ConfigError, deus_v0
from meeplezoo.envs.deus import components as c
from meeplezoo.envs.deus import game
from meeplezoo.envs.deus.state import GOD, MAIN, START

from .position import GOLDEN, Deus, regions

TILE_NUMBERS = {2: 4, 3: 6, 4: 7}


def started(players: int, seed: int, variants=(), options=None):
    return Deus(players, seed, variants, options or {}).s


def adjacency(s) -> list[set[int]]:
    return [regions(int(bits)) for bits in s.neighbours]


# --- the board ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE-2.1", "DE-2.3", "DE-2.4", "DE-3.1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("layout", ["standard", "alternative"])
def test_random_boards_are_legal(players, layout):
    """Distinct tiles, all sides and rotations, villages apart, and on each tile the seven regions of the box."""
    seen = set()
    for seed in range(60):
        s = started(players, seed, {"layout": layout})
        n = TILE_NUMBERS[players]
        assert len(set(s.tile[:n].tolist())) == n
        assert (s.tile[n:] == -1).all()
        assert (s.terrain[7 * n :] == -1).all()
        villages = set(s.village_region[:n].tolist())
        neighbours = adjacency(s)
        assert all(not neighbours[v] & villages for v in villages)
        for t in range(n):
            assert sorted(s.terrain[7 * t : 7 * t + 7].tolist()) == [0, 1, 2, 3, 4, 4, 5]
            seen.add((int(s.side[t]), int(s.rotation[t])))
            assert s.village_vp[t] == len(neighbours[s.village_region[t]])
            assert 3 <= s.village_vp[t] <= 6
    assert seen == {(side, rotation) for side in range(2) for rotation in range(6)}


@pytest.mark.rule("DE-2.3")
def test_about_the_stated_share_of_boards_is_accepted():
    """The whole board is drawn anew when villages touch: first draws are accepted in 0.45 to 0.82 of cases."""
    from meeplezoo.envs.deus.rules.setup import draw_tiles, villages_touch

    for players in (2, 3, 4):
        s = started(players, 1)
        accepted = 0
        for _ in range(400):
            draw_tiles(s, TILE_NUMBERS[players])
            accepted += not villages_touch(s, TILE_NUMBERS[players])
        assert 0.37 < accepted / 400 < 0.9


@pytest.mark.rule("DE-3.3", "DE-3.5", "DE-2.2", "DE-11.2")
def test_layouts_have_the_shape_of_the_component_file():
    """Adjacencies and edge regions counted by hand in the TOML, and the standard layout of each player count."""
    standard = {}
    for layout in c.LAYOUTS:
        s = started(layout["players"], 3, options={"board": {"layout": layout["id"]}})
        assert sum(map(len, adjacency(s))) == 2 * layout["adjacencies"]
        assert len(regions(int(s.edge))) == layout["edge_regions"]
        assert len(layout["slots"]) * 7 == layout["regions"] == sum(s.terrain >= 0)
        assert c.LAYOUT_NAMES[s.board_layout] == layout["id"]
        if layout["standard"]:
            standard[layout["players"]] = layout["id"]
    assert standard == {2: "rhombus4", 3: "triangle6", 4: "flower7"}
    for players, name in standard.items():
        assert c.LAYOUT_NAMES[started(players, 5).board_layout] == name


@pytest.mark.rule("DE-11.2")
@pytest.mark.parametrize(
    ("players", "names"),
    [(2, {"chain4", "tripod4"}), (3, {"block6", "crescent6", "ring6"}), (4, {"rows7", "star7", "lagoon7"})],
)
def test_alternative_layouts_come_at_random(players, names):
    found = {c.LAYOUT_NAMES[started(players, seed, {"layout": "alternative"}).board_layout] for seed in range(40)}
    assert found == names


@pytest.mark.rule("DE-3.3")
def test_neighbouring_tiles_share_three_adjacencies():
    """A tile has 12 adjacencies inside; two tiles side by side have three more between them."""
    for slots, links in ([[0, 0], [1, 0]], 3), ([[0, 0], [0, 1]], 3), ([[0, 0], [2, 0]], 0):
        sets = c.neighbour_sets([tuple(slot) for slot in slots])
        between = sum((sets[r] >> 7).bit_count() for r in range(7))
        assert between == links
    assert sum(bits.bit_count() for bits in c.neighbour_sets([(0, 0)])) == 24


@pytest.mark.rule("DE-3.4", "DE-3.3", "DE:G1")
def test_golden_board():
    """Terrain, edge and neighbours of the golden board, rotation of the third tile included."""
    s = Deus().s
    golden = c.DATA["golden_board"]
    assert "".join(c.TERRAIN_LETTERS[t] for t in s.terrain[:28]) == golden["terrain"]
    assert sorted(regions(int(s.edge))) == golden["edge_regions"]
    assert s.village_region[:4].tolist() == golden["village_regions"]
    near = {0: {1, 2, 3, 4, 5, 6}, 3: {0, 2, 4, 19}, 5: {0, 4, 6}, 9: {7, 8, 10, 26, 27}, 15: {10, 14, 16, 20, 25, 26},
            16: {14, 15, 17, 25}, 18: {14, 17, 19}, 23: {21, 22, 24}, 25: {15, 16, 21, 24, 26}, 27: {9, 21, 22, 26},
            4: {0, 3, 5}, 10: {7, 9, 11, 15, 20, 26}, 24: {21, 23, 25}, 19: {2, 3, 14, 18, 20}}  # fmt: skip
    assert {r: adjacency(s)[r] for r in near} == near
    assert dict(zip(s.village_region[:4].tolist(), s.village_vp[:4].tolist(), strict=True)) == {
        4: 3,
        10: 6,
        19: 5,
        24: 3,
    }
    assert s.village_vp.sum() == 17


@pytest.mark.rule("DE-3.2", "DE-3.5")
def test_touching_seas_stay_two_regions_and_a_hole_is_edge():
    s = Deus().s
    assert s.terrain[1] == s.terrain[2] == c.SEA
    assert 2 in adjacency(s)[1]
    ring = started(3, 2, options={"board": {"layout": "ring6"}})
    inner = [r for r in range(42) if len(adjacency(ring)[r]) == 5]
    assert len(regions(int(ring.edge))) == 36
    assert set(inner) <= regions(int(ring.edge))


# --- explicit boards ------------------------------------------------------------------------------------------------


def board(**changes):
    return {"board": {**GOLDEN, **changes}}


@pytest.mark.rule("DE-2.3", "DE-2.1")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (board(tiles=["T1", "T1", "T5", "T4"]), "different"),
        (board(tiles=["T1", "T9", "T5", "T4"]), "T1, T2"),
        (board(sides=["b", "a", "c", "a"]), "a, b"),
        (board(rotations=[0, 0, 6, 0]), "0 to 5"),
        (board(rotations=[0, 0, 2]), "4 entries"),
        (board(layout="flower7"), "rhombus4, chain4, tripod4"),
        (board(slots=[[0, 0], [1, 0], [2, 0], [3, 0]]), "either layout or slots"),
        ({"board": {"layout": "rhombus4", "tiles": ["T1", "T3", "T5", "T4"]}}, "or none"),
        ({"board": {"shape": "round"}}, "layout, slots"),
        ({"board": [1, 2]}, "mapping"),
        ({"boards": {}}, "board"),
        ({"max_rounds": 0}, "1 to 150"),
    ],
)
def test_wrong_boards_are_refused_with_the_remedy(options, message):
    with pytest.raises(ConfigError, match=message):
        game.new_states(1, 2, options=options)


@pytest.mark.rule("DE-2.1")
def test_a_board_with_adjacent_villages_is_refused():
    """Of the 1296 ways to turn the golden tiles some bring two villages together."""
    outcomes = set()
    for rotation in range(36):
        options = board(rotations=[rotation % 6, rotation // 6, 2, 0])
        try:
            states = game.new_states(1, 2, options=options)
        except ConfigError as error:
            assert "DE-2.1" in str(error)
            outcomes.add("refused")
        else:
            outcomes.add("accepted")
            game.loops.begin_at(states, 0, states.copy(), np.uint64(1), game.new_mask())
            s = Deus(2, options=options).s
            villages = set(s.village_region[:4].tolist())
            assert not any(adjacency(s)[v] & villages for v in villages)
    assert outcomes == {"refused", "accepted"}


@pytest.mark.rule("DE:G32", "DE-2.3", "DE-11.2")
def test_free_arrangements():
    s = started(2, 4, options={"board": {"slots": [[0, 0], [1, 0], [2, 0], [3, 0]]}})
    assert sum(map(len, adjacency(s))) == 2 * 57
    assert len(regions(int(s.edge))) == 24
    assert s.board_layout == c.FREE_LAYOUT
    assert s.slots[:4].tolist() == [[0, 0], [1, 0], [2, 0], [3, 0]]
    for slots, message in (
        ([[0, 0], [1, 0], [3, 0], [4, 0]], "hang together"),
        ([[0, 0], [1, 0], [1, 0], [2, 0]], "different"),
        ([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]], "4 entries"),
        ([[7, 0], [8, 0], [9, 0], [10, 0]], "-9 to 9"),
    ):
        with pytest.raises(ConfigError, match=message):
            game.new_states(1, 2, options={"board": {"slots": slots}})


@pytest.mark.rule("DE-2.3")
def test_reset_takes_a_board():
    """The environment's reset keeps the board that it is given, and the next reset is random again."""
    env = deus_v0.raw_env(players=2)
    env.reset(seed=3, options=board())
    assert env.game_state["tile"][:4].tolist() == [0, 2, 4, 3]
    assert env.game_state["rotation"][:4].tolist() == [0, 0, 2, 0]
    tiles = set()
    for _ in range(5):
        env.reset()
        tiles.add(tuple(env.game_state["tile"].tolist()))
    assert len(tiles) == 5


# --- players and supply ---------------------------------------------------------------------------------------------


@pytest.mark.rule("DE-2.5", "DE-2.6", "DE-2.7", "DE-2.8")
@pytest.mark.parametrize(("players", "left"), [(2, 8), (3, 12), (4, 16)])
def test_supply_and_goods(players, left):
    s = started(players, 11)
    assert s.temple_supply == TILE_NUMBERS[players]
    assert s.supply.tolist() == [left] * 4
    assert s.gold[:players].tolist() == s.score[:players].tolist() == [5] * players
    assert (s.resources[:players] == 1).all()
    assert (s.resources[players:] == 0).all()
    assert (s.ready[:players] == 2).all()
    assert (s.reserve[:players] == 3).all()
    assert s.hand_len[:players].tolist() == [5] * players
    assert s.deck_len == 96 - 5 * players
    assert s.discard_len == 0
    cards = [*s.deck[: s.deck_len].tolist(), *s.hand[:players, :5].ravel().tolist()]
    assert sorted(cards) == list(range(96))
    assert (np.diff(s.hand[:players, :5].astype(int), axis=1) > 0).all()
    assert s.round_no == 1
    assert s.end_round == -1


@pytest.mark.rule("DE-2.9", "DE-4.1")
def test_any_seat_may_begin():
    assert {int(game.start(seed, 4)["first_player"][0]) for seed in range(40)} == {0, 1, 2, 3}
    assert all(s["seat"] == s["first_player"] for s in (game.start(seed, 3)[0] for seed in range(9)))


@pytest.mark.rule("DE-2.10", "DE-9.1")
def test_only_vp_and_cards_are_hidden():
    """A seat sees everything open and not the others' VP tokens, unless open_scores asks for them."""
    table = Deus(3, options={})
    table.goods(1, [1, 2, 3, 0], gold=7, vp=9)
    seen = table.observe(0, "own")
    assert seen["gold"].tolist() == [5, 7, 5, 0]
    assert seen["resources"][1].tolist() == [1, 2, 3, 0]
    assert seen["hand_size"].tolist() == [5, 5, 5, 0]
    assert seen["ready"][2].tolist() == [2] * 5
    assert seen["own_vp"] == 5
    assert (seen["others_vp"] == 0).all()
    assert (seen["others_hand"] == 0).all()
    assert table.observe(0, "own", open_scores=True)["others_vp"].tolist() == [9, 5, 0]
    assert table.observe(0)["others_hand"].any()


# --- starting pieces ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DE-11.1")
def test_starting_pieces_are_chosen_in_ascending_order():
    """D0: kinds from the last one on, at most five of a kind, and the rest must still be possible."""
    table = Deus(2, 3, {"start_pieces": 10})
    s = table.s
    first = int(s.seat)
    assert first == s.first_player
    assert s.round_no == 1
    assert (s.ready[:2] == 0).all()
    assert (s.reserve[:2] == 5).all()
    assert table.legal_in("kind") == [0, 1, 2, 3]  # of kind 4 alone there are only five
    table.do("kind", 1)
    assert table.legal_in("kind") == [1, 2, 3]
    for _ in range(4):
        table.do("kind", 1)
    assert table.legal_in("kind") == [2, 3, 4]  # kind 1 is used up; five of kind 4 would do
    table.do("kind", 3)
    assert table.legal_in("kind") == [3, 4]
    table.do("kind", 4)
    # The rest, three armies, is without choice.
    assert s.ready[first].tolist() == [0, 5, 0, 1, 4]
    assert s.reserve[first].tolist() == [5, 0, 5, 4, 1]
    assert s.seat == 1 - first
    assert s.node == START


@pytest.mark.rule("DE-11.1")
@pytest.mark.parametrize("total", [10, 9, 8, 7, 6])
def test_every_mix_of_starting_pieces_can_be_chosen_in_one_way(total):
    from meeplezoo.envs.deus.rules.hidden import WAYS

    start = Deus(2, 3, {"start_pieces": total})
    first = int(start.s.seat)
    mixes = []
    stack = [start]
    while stack:
        table = stack.pop()
        if table.s.seat != first or table.s.node != START:
            mixes.append(tuple(table.s.ready[first].tolist()))
            continue
        for kind in table.legal_in("kind"):
            twin = table.copy()
            twin.do("kind", kind)
            stack.append(twin)
        if len(mixes) > 60:  # the rest of a large tree adds nothing
            break
    assert all(sum(mix) == total and max(mix) <= 5 for mix in mixes)
    assert len(set(mixes)) == len(mixes)
    if not stack:
        assert len(mixes) == WAYS[5, total]


@pytest.mark.rule("DE-11.1")
def test_starting_pieces_are_secret_until_all_have_chosen():
    table = Deus(3, 1, {"start_pieces": 6})
    first = int(table.s.seat)
    other = (first + 1) % 3
    before = table.observe(other, "own")
    table.do("kind", 0)
    after = table.observe(other, "own")
    assert all((before[name] == after[name]).all() for name in before)
    assert table.observe(first, "own")["own_start"].tolist() == [1, 0, 0, 0, 0]
    assert not table.observe(first, "public")["own_start"].any()
    assert not table.observe(first, "own")["ready"].any()
    assert table.observe(other)["others_start"][1].tolist() == [1, 0, 0, 0, 0]  # first is two seats on
    while table.s.node == START:
        table.do("kind", table.legal_in("kind")[0])
    assert table.s.seat == first
    assert table.s.node == MAIN
    assert table.observe(other, "own")["ready"][2].tolist() == table.s.ready[first].tolist()
    assert (table.s.ready[:3].sum(axis=1) == 6).all()


@pytest.mark.rule("DE-11.1")
def test_a_silent_choice_leaves_no_trace_in_the_history():
    kind = game.actions["kind"]
    assert kind.known(START) == "nothing"
    assert kind.known(GOD) == "all"
