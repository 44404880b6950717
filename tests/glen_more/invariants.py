"""What holds in every reachable position of Glen More (rules section 9)."""

from typing import Any

import numpy as np

from meeplezoo.envs.glen_more import components as C
from meeplezoo.envs.glen_more import state as S

ALL_DRAWN = 67
RIVER_SIDES, ROAD_SIDES = ((-1, 0), (1, 0)), ((0, -1), (0, 1))


def check(s: Any, before: Any = None) -> None:
    """Raises AssertionError, with a reason, if a state breaks an invariant.

    Args:
        s: One state.
        before: An earlier state of the same game, for the invariants about change.
    """
    check_coins(s)
    check_tiles(s)
    check_clansmen(s)
    check_cubes(s)
    for p in range(int(s["players"])):
        check_territory(s, p)
    check_progress(s)
    check_rest(s)
    if before is not None:
        check_change(before, s)


def check_change(before: Any, s: Any) -> None:
    if not s["over"]:
        assert (s["score"] >= before["score"]).all(), "points fall only by the penalty for tiles at the end"
    laid = before["tile_owner"] >= 0
    assert (s["tile_owner"][laid] == before["tile_owner"][laid]).all(), "a tile changed hands"
    assert (s["tile_cell"][laid] == before["tile_cell"][laid]).all(), "a tile moved"
    fewer = before["chieftains"].astype(int) - s["chieftains"]
    bought = before["card_owner"][C.NESS] < 0 <= s["card_owner"][C.NESS]
    assert (fewer <= int(bought or s["tile"] == C.NESS_TILE)).all(), "a chieftain came back"
    assert s["turns"] >= before["turns"]
    assert s["scorings"] >= before["scorings"]
    held, holds = before["tile_cubes"][C.LOCHY_TILE].sum(), s["tile_cubes"][C.LOCHY_TILE].sum()
    if before["node"] != S.GAIN and laid[C.LOCHY_TILE]:
        assert holds <= held, "Loch Lochy gains only when it is placed"
    if s["turns"] == before["turns"] and s["seat"] == before["seat"] and before["dist"] > 0:
        assert (s["activated"] >= before["activated"]).all(), "activated twice"
        assert s["ness_used"] >= before["ness_used"]


def check_coins(s: Any) -> None:
    n = int(s["players"])
    k = s["market"].astype(int)
    armadale = s["card_owner"][C.CARD_NAMES.index("Armadale Castle")] >= 0
    total = int(s["coins"].sum()) + int((k * (k + 1) // 2).sum())
    assert total == 6 * n + 5 * (n <= 3) + 3 * armadale, f"{total} coins"
    assert ((k >= 0) & (k <= 3)).all(), f"market {k}"
    assert (s["coins"] >= 0).all()
    assert s["mp"] >= 0
    assert (s["whisky"] >= 0).all()


def check_tiles(s: Any) -> None:
    n = int(s["players"])
    stacked = [int(t) for k in range(4) for t in s["stack"][k, : s["stack_n"][k]]]
    for k in range(4):
        assert (s["stack"][k, s["stack_n"][k] :] == 0).all(), f"rests of drawn tiles in stack {k}"
        assert all(C.TILE_STACK[t] == k for t in s["stack"][k, : s["stack_n"][k]]), f"wrong backs in stack {k}"
    chain = s["chain"].tolist()
    shown = [t for t in chain if 0 < t < S.FIGURE]
    figures = sorted(t for t in chain if t >= S.FIGURE)
    placed = [t for t in np.flatnonzero(s["tile_owner"] >= 0).tolist() if t < C.START_VILLAGE]
    known = stacked + shown + placed + [int(s["tile"])] * int(s["tile"] > 0)
    assert len(set(known)) == len(known), "a tile lies in two places"
    assert figures == [*range(S.FIGURE, S.FIGURE + n), *[S.DIE_FIGURE] * (n <= 3)], f"figures {figures}"
    drawn = ALL_DRAWN - len(stacked) - (C.CHAIN - len(figures))  # since the setup
    if not s["over"]:
        assert drawn % C.RING == s["tail_space"], "the tail moves by one for each tile drawn"
        if s["dist"] == 0:
            assert 0 not in chain
            assert chain[0] == S.FIGURE + s["seat"]
        else:
            assert chain.count(0) == 1
            assert chain[0] == 0
            assert chain[s["dist"]] == S.FIGURE + s["seat"]
    owned = {t: int(s["tile_owner"][t]) for t in placed if C.CARD_OF[t] >= 0}
    cards = {int(C.CARD_TILE[c]): int(p) for c, p in enumerate(s["card_owner"]) if p >= 0}
    assert owned == cards, "cards belong to those who placed the tiles"


def check_clansmen(s: Any) -> None:
    n = int(s["players"])
    placed = np.flatnonzero(s["tile_owner"] >= 0)
    stalker = s["card_owner"][C.CARD_NAMES.index("Castle Stalker")] >= 0
    villages = sum(C.TILE_TYPE[t] in (C.VILLAGE, C.CASTLE) for t in placed)  # a start village each included
    paid = bool(s["card_owner"][C.NESS] >= 0 or (s["tile"] == C.NESS_TILE and s["node"] == S.PLACE))
    total = int(s["tile_clansmen"].sum()) + int(s["chieftains"].sum()) + paid
    assert total == villages + stalker <= 25, f"{total} clansmen"
    assert (s["tile_clansmen"] >= 0).all()
    assert (s["tile_clansmen"][s["tile_owner"] < 0] == 0).all()
    left = int(s["stack_n"].sum())
    for p in range(n):
        ahead = s["chain"].tolist().index(S.FIGURE + p)
        if not s["over"] and ahead < left:
            assert s["tile_clansmen"][s["tile_owner"] == p].sum() > 0, f"seat {p} has no clansman left"


def check_cubes(s: Any) -> None:
    cubes = s["tile_cubes"]
    assert (cubes >= 0).all(), "a negative number of cubes"
    assert (cubes.sum(axis=1) <= 3).all(), "at most 3 cubes on a tile"
    for t in np.flatnonzero(cubes.sum(axis=1)):
        assert s["tile_owner"][t] >= 0, "cubes on a tile in nobody's territory"
        if t not in (C.IONA_TILE, C.LOCHY_TILE):
            assert C.ACT_KIND[t] == C.PRODUCE, f"cubes on tile {t}"
            assert cubes[t].sum() == cubes[t, C.ACT_GOOD[t]], f"foreign goods on tile {t}"
    assert cubes[C.LOCHY_TILE].sum() <= 2, "Loch Lochy gives two goods once"


def sides(tile: int) -> dict[tuple[int, int], int]:
    """What each side of a tile shows, by direction."""
    shows = dict.fromkeys((*RIVER_SIDES, *ROAD_SIDES), C.PLAIN)
    shows |= dict.fromkeys(RIVER_SIDES, C.RIVER) if C.TILE_SIDES[tile] & C.RIVER else {}
    shows |= dict.fromkeys(ROAD_SIDES, C.ROAD) if C.TILE_SIDES[tile] & C.ROAD else {}
    return shows


def check_territory(s: Any, p: int) -> None:
    ground = {divmod(int(s["tile_cell"][t]), C.COLS): int(t) for t in np.flatnonzero(s["tile_owner"] == p)}
    assert len(ground) == (s["tile_owner"] == p).sum(), "two tiles in one cell"
    assert ground.get((5, 5)) == C.START_VILLAGE + p, "no start village in the middle"
    reached, frontier = {(5, 5)}, [(5, 5)]
    while frontier:
        row, col = frontier.pop()
        for (dr, dc), side in sides(ground[row, col]).items():
            other = (row + dr, col + dc)
            if other in ground:
                assert side == sides(ground[other])[-dr, -dc], f"sides differ between {(row, col)} and {other}"
                if other not in reached:
                    reached.add(other)
                    frontier.append(other)
    assert reached == set(ground), "the territory is in pieces"
    for kind, line in ((C.RIVER, 1), (C.ROAD, 0)):
        cells = [c for c, t in ground.items() if C.TILE_SIDES[t] & kind]
        along = sorted(c[1 - line] for c in cells)
        assert all(c[line] == 5 for c in cells), "a second river or road"
        assert along == list(range(along[0], along[-1] + 1)), "a gap in river or road"


def check_progress(s: Any) -> None:
    empty = int((s["stack_n"][1:] == 0).sum())
    assert s["scorings"] == empty, f"{s['scorings']} scorings, {empty} empty stacks"
    assert bool(s["over"]) == (s["scorings"] == 3)
    assert 0 <= s["turns"] <= 59


def check_rest(s: Any) -> None:
    """Fields without meaning at this point are at rest, so that equal positions are equal bytes."""
    node = int(s["node"])
    for field in ("own", "row", "need", "ground", "clans", "laid", "laid_n"):
        name = f"scratch_{field}"
        assert not s[name].any(), f"{name} was left dirty"
    if s["over"]:
        assert node == S.TAKE
        assert s["seat"] == -1
    paying = node == S.PAY or (node == S.FROM and s["from_return"] == S.PAY)
    assert (s["req_kind"] > 0) == paying
    if not paying:
        fields = ("need", "paid", "sum", "min", "max", "tile", "is_cost")
        assert s["req_last"] == -1
        assert not any(s[f"req_{f}"].any() for f in fields)
    assert (s["from_mode"] > 0) == (node == S.FROM)
    assert (s["gain_left"] > 0) == (s["gain_tile"] > 0) == (node == S.GAIN)
    assert (s["move_src"] >= 0) == (node == S.DEST)
    unplaced = node in (S.NESS_PAY, S.PLACE) or bool(s["req_is_cost"])
    assert (s["tile"] > 0) == unplaced
    if unplaced:
        assert not s["in_A"].any()
    if s["dist"] == 0:
        fields = ("tile", "in_A", "activated", "mp", "ness_used", "oich_turn")
        assert node == S.TAKE
        assert not any(s[f].any() for f in fields), "something is left of the last turn"
    assert (s["activated"][s["tile_owner"] != s["seat"]] == 0).all()
    outside = int((s["activated"] > s["in_A"]).sum())
    assert outside == int(s["ness_used"]), "only Loch Ness activates a tile out of reach"
