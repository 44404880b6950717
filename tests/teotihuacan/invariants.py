"""What must hold in every position of Teotihuacan (rules section 9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from meeplezoo.envs.teotihuacan.components import (
    EVENTS,
    GOD_SLOTS,
    GODS,
    MAX_STATUES,
    SLOTS,
    TILE_KIND_COUNT,
    TILE_KIND_LEVEL,
    TILE_KIND_NUMBER,
)
from meeplezoo.envs.teotihuacan.state import BUILD, GOD_DONE, MARKET, MOVE, OVER, STATUE, TEMPLE


def check(s: Any) -> None:
    """Raises AssertionError, with the reason, if the state ``s`` breaks an invariant."""
    n = int(s["players"])
    check_workers(s, n)
    check_tiles(s, n)
    check_cards(s, n)
    check_turn(s, n)
    assert (s["resources"] >= 0).all() and (s["resources"] <= 999).all(), "resources out of 0..999"  # 4
    assert (s["score"] >= 0).all() and (s["score"] <= 999).all(), "points out of 0..999"
    assert s["points_from"].sum(1).tolist() == s["score"][:4].tolist(), "points are not booked by source"
    assert ((s["track_pos"] >= 0) & (s["track_pos"] <= 5)).all(), "a marker is off its track"  # 10
    assert ((s["track_laps"] >= 0) & (s["track_laps"] <= 36)).all(), "laps out of 0..36"
    assert ((s["statues"] >= 0) & (s["statues"] <= MAX_STATUES)).all(), "statues out of 0..8"  # 11
    assert ((s["rebirths"] >= 0) & (s["rebirths"] <= 36)).all(), "rebirths out of 0..36"
    for name in ("resources", "worker_power", "track_pos", "track_laps", "statues", "rebirths", "levels_completed"):
        assert not s[name][n:].any(), f"{name} of a seat that does not play"


def check_workers(s: Any, n: int) -> None:
    space, power = s["worker_space"], s["worker_power"]
    assert (space[n:] == -1).all(), "workers of a seat that does not play"
    assert ((space >= -1) & (space <= 11)).all(), "a worker is off the ring"  # 3
    on_board = space[:n] >= 0
    assert (on_board.sum(1) >= 2).all(), "fewer than two workers on the board"  # 1
    assert (np.diff(on_board.astype(int), axis=1) <= 0).all(), "slots did not enter in order"
    assert ((power[:n][on_board] >= 1) & (power[:n][on_board] <= 4)).all(), "power out of 1..4"  # 2
    assert not power[:n][~on_board].any(), "a worker in reserve has power"
    if n == 2:
        assert 0 <= s["neutral_space"] <= 11 and 1 <= s["neutral_power"] <= 4, "neutral worker out of range"
    else:
        assert (s["neutral_space"], s["neutral_power"]) == (-1, 0), "neutral worker without a game for two"


def check_tiles(s: Any, n: int) -> None:
    owner, number = s["slot_owner"], s["slot_number"]
    filled = owner >= 0
    assert ((owner >= -1) & (owner < n)).all(), "a slot has no such owner"
    assert (filled == (number > 0)).all(), "owner and number of a slot disagree"
    assert (np.diff(filled.astype(int), axis=2) <= 0).all(), "slots are not filled in order"  # 6
    counts = filled.sum(2)
    assert (counts <= SLOTS[n]).all(), "more tiles than slots"
    full = counts == SLOTS[n]
    assert not ((counts[:, 1:] > 0) & ~full[:, :-1]).any(), "a level was begun before the one below was full"
    assert s["levels_completed"].sum() == full.sum(), "levels completed differ from full levels"  # 7
    for level in range(3):
        left = int(s["stack_left"][level])
        stack = s["tile_stack"][level]
        assert (stack[:left] > 0).all() and not stack[left:].any(), "the stack has a gap"
        numbers = np.concatenate([stack[:left], s["tile_display"][level], number[:, level][filled[:, level]]])
        for kind in np.flatnonzero(level == TILE_KIND_LEVEL):  # 5
            count = (numbers == TILE_KIND_NUMBER[kind]).sum()
            assert count == TILE_KIND_COUNT[kind], f"{count} tiles of kind {kind}"
        assert numbers.size == TILE_KIND_COUNT[level == TILE_KIND_LEVEL].sum(), "a tile of another level"


def check_cards(s: Any, n: int) -> None:
    left = int(s["god_left"])
    display = s["god_display"]
    assert (s["god_deck"][left:] == -1).all(), "drawn god cards are still in the deck"
    assert (display[GOD_SLOTS[n] :] == -1).all(), "a god card in a slot that is not used"
    seen = [*display[display >= 0], *np.flatnonzero(s["god_owner"] >= 0), *s["god_deck"][:left]]
    assert sorted(map(int, seen)) == list(range(GODS)), "god cards are missing or doubled"  # 8
    if s["turn_in_round"] == 0 and s["node"] == MOVE:
        assert (display[: GOD_SLOTS[n]] >= 0).all(), "the god display was not refilled"
    left = int(s["event_left"])
    assert left == EVENTS - min(int(s["round_no"]) + 1, 3), "one event a round"  # 9
    deck = s["event_deck"][:left].tolist()
    assert (s["event_deck"][left:] == -1).all(), "drawn events are still in the deck"
    assert len({*deck, int(s["event_current"])}) == left + 1, "events are doubled"


def check_turn(s: Any, n: int) -> None:
    assert (s["node"] == OVER) == bool(s["over"]) == (s["round_no"] == 3), "over, round and phase disagree"
    if s["over"]:
        assert s["seat"] == -1 and s["turn_in_round"] == 0, "a turn after the end"
    else:
        assert 0 <= s["turn_in_round"] < 12 * n, "turns out of range"
        assert s["seat"] == (s["round_no"] + s["turn_in_round"]) % n, "not this seat's turn"  # 13
    if s["node"] not in (MARKET, BUILD, TEMPLE, STATUE):
        assert s["ops_left"] == 0, "operations outside an action"
    assert 0 <= s["ops_left"] <= (6 if s["node"] == MARKET else 4), "too many operations"  # 12
    if s["node"] in (MOVE, OVER):
        assert s["moved_worker"] == 0 and s["ability"] == 0, "something is left from the last turn"
    assert (s["ability_arg"] > 0) == (s["ability"] in (1, 4)), "argument of the ability"
    if s["ability"] == 0:
        assert s["node"] != GOD_DONE, "the turn should have ended"


def check_step(before: Any, after: Any) -> None:
    """Raises AssertionError if a step from ``before`` to ``after`` (same game) lost what cannot be lost."""
    for name in ("score", "points_from", "levels_completed", "statues", "rebirths", "track_laps"):
        assert (after[name] >= before[name]).all(), f"{name} fell"
    steps = [6 * s["track_laps"].astype(int) + s["track_pos"] for s in (before, after)]
    assert (steps[1] >= steps[0]).all(), "steps fell"
    assert ((after["worker_space"] >= 0) >= (before["worker_space"] >= 0)).all(), "a worker left the board"  # 1
    reborn = int(after["rebirths"].sum()) - int(before["rebirths"].sum())
    power = [int(s["worker_power"].sum()) + int(s["neutral_power"]) for s in (before, after)]
    assert power[1] >= power[0] - 3 * reborn, "power fell without a rebirth"  # 15
