"""What is true in every position of Nations: The Dice Game (rules section 9)."""

from typing import Any

import numpy as np

from meeplezoo.envs.nations_dice.components import (
    ADVISOR,
    BUILDING,
    CHIT_COUNT,
    CLASS_COLOUR,
    CLASS_ICON,
    CLASS_VALUE,
    COLONY,
    COLOURS,
    DICE_COUNT,
    REROLL,
    SEATS,
    START_CHITS,
    STRENGTH,
    TILE_AGE,
    TILE_CHIT,
    TILE_COLOUR,
    TILE_GAIN,
    TILE_TYPE,
    WHITE,
    WONDER,
)
from meeplezoo.envs.nations_dice.state import (
    BOOKS,
    EXCHANGE2,
    FAMINE,
    IN_PLAY,
    MARK,
    ON_BOARD,
    OUT,
    OVER,
    PAY,
    RETURN_DIE,
    RETURN_REROLL,
    SLOT,
)

BOUGHT = (PAY, EXCHANGE2, SLOT, RETURN_DIE, RETURN_REROLL)


def by_colour(classes: np.ndarray) -> np.ndarray:
    """Dice by class → dice by colour."""
    return np.bincount(CLASS_COLOUR, weights=classes, minlength=len(COLOURS)).astype(int)


def dice_of(s: Any, p: int) -> np.ndarray:
    """All dice of a player by colour, marked ones included."""
    marked = by_colour(s["marked"]) if p == s["seat"] else 0
    return s["fresh"][p] + by_colour(s["unused"][p]) + s["used"][p] + marked


def payable(s: Any, p: int, icon: int) -> int:
    """P of ND-6.8, counted here independently of the rules."""
    dice = s["unused"][p].astype(int)
    shows = icon == CLASS_ICON
    worth = int((dice * CLASS_VALUE)[shows].sum()) + int(s["chits_unused"][p, icon])
    return worth + (0 if icon == STRENGTH else int(dice[~shows].sum()) // 2)


def check(s: Any) -> None:
    """Checks one state.

    Raises:
        AssertionError: An invariant does not hold; says which and where.
    """
    check_pieces(s)
    check_tiles(s)
    check_order(s)
    for p in range(s["players"]):
        check_player(s, p)
    for p in range(s["players"], SEATS):
        check_empty_seat(s, p)
    check_steps(s)


def check_pieces(s: Any) -> None:
    dice = s["supply_dice"].astype(int) + sum(dice_of(s, p) for p in range(s["players"]))
    assert (dice == DICE_COUNT).all(), f"invariant 1: dice by colour {dice}, there are {DICE_COUNT}"
    chits = s["supply_chits"] + s["chits_unused"].sum(0) + s["chits_used"].sum(0)
    assert (chits == CHIT_COUNT).all(), f"invariant 3: chits by kind {chits}, there are {CHIT_COUNT}"
    for name in ("supply_dice", "supply_chits", "unused", "used", "fresh", "chits_unused", "chits_used", "marked"):
        assert (s[name] >= 0).all(), f"{name} is negative: {s[name]}"


def check_tiles(s: Any) -> None:
    zone, age = s["tile_zone"], s["age"]
    board = s["board"][s["board"] >= 0]
    assert len(set(board)) == board.size, f"invariant 5: a tile lies twice on the board {board}"
    assert set(board) == set(np.flatnonzero(zone == ON_BOARD)), "invariant 5: board and zones differ"
    assert (TILE_AGE[board] == age).all(), f"invariant 5: tiles of another age than {age} on the board"
    assert ((zone == 0) == (age < TILE_AGE)).all(), "invariant 5: exactly later ages are not drawn yet"
    if s["players"] < SEATS:
        assert (s["board"].reshape(3, 4)[:, 3] == -1).all(), "invariant 5: column 4 is not empty"
    in_play = zone[(zone >= IN_PLAY) & (zone < OUT)]
    assert (in_play < IN_PLAY + s["players"]).all(), "invariant 5: a tile belongs to a seat that does not exist"


def check_order(s: Any) -> None:
    n = s["players"]
    assert sorted(s["order"][:n]) == list(range(n)), f"invariant 10: order {s['order']}"
    assert (s["order"][n:] == -1).all(), "invariant 10: positions that do not exist are -1"
    if s["over"]:
        assert s["seat"] == -1, "a seat is to decide after the end"
        assert s["node"] == OVER, f"node {s['node']} after the end"
        assert s["turn_pos"] == 0, "turn_pos is not at rest"
    else:
        assert s["seat"] == s["order"][s["turn_pos"]], "the seat to decide is not the one at turn_pos"


def check_player(s: Any, p: int) -> None:
    slots = s["slot_tile"][p]
    bought = slots[slots >= 0]
    owned = set(np.flatnonzero(s["tile_zone"] == IN_PLAY + p).tolist())
    placed = [*bought, *(t for t in (s["advisor"][p], s["wonder_uc"][p]) if t >= 0)]
    pending = {int(s["bought_tile"])} if p == s["seat"] and s["node"] in BOUGHT[2:] else set()
    beside = owned - set(placed) - pending
    assert len(set(placed)) == len(placed), f"invariant 5: seat {p} has a tile in two places: {placed}"
    assert set(placed) | pending <= owned, f"invariant 5: seat {p} has tiles of others: {placed}"
    assert (TILE_TYPE[bought] == BUILDING).all(), "invariant 5: a slot holds no building"
    assert s["advisor"][p] < 0 or TILE_TYPE[s["advisor"][p]] == ADVISOR, "invariant 5: no advisor"
    assert s["wonder_uc"][p] < 0 or TILE_TYPE[s["wonder_uc"][p]] == WONDER, "invariant 5: no wonder"
    assert all(TILE_TYPE[t] in (COLONY, WONDER) for t in beside), f"invariant 5: tiles beside the board: {beside}"
    check_dice(s, p, bought)
    check_chits(s, p, beside)


def check_dice(s: Any, p: int, bought: np.ndarray) -> None:
    shown = np.bincount(TILE_COLOUR[bought], weights=TILE_GAIN[bought], minlength=len(COLOURS)).astype(int)
    shown[WHITE] += 5 - bought.size
    if p == s["seat"] and s["node"] == RETURN_DIE:
        old = s["slot_tile"][p, s["slot_sel"]]
        shown[s["ret_color"]] -= (TILE_GAIN[old] if old >= 0 else 1) - s["ret_left"]
    assert (dice_of(s, p) == shown).all(), f"invariant 2: seat {p} has {dice_of(s, p)} dice, buildings show {shown}"
    waiting = s["fresh"][p].sum() > 0
    assert waiting == (not s["rolled"][p]), f"invariant 6: fresh dice of seat {p}"
    if waiting:
        assert s["unused"][p].sum() + s["used"][p].sum() == 0, f"invariant 6: seat {p} has rolled some dice only"


def check_chits(s: Any, p: int, beside: set[int]) -> None:
    due = START_CHITS.copy()
    for tile in beside:
        if TILE_CHIT[tile] >= 0:
            due[TILE_CHIT[tile]] += TILE_GAIN[tile]
    if s["advisor"][p] >= 0:
        due[REROLL] += TILE_GAIN[s["advisor"][p]]
        if p == s["seat"] and s["node"] == RETURN_REROLL:
            due[REROLL] -= TILE_GAIN[s["advisor"][p]] - s["ret_left"]
    held = s["chits_unused"][p] + s["chits_used"][p]
    assert (held == due).all(), f"invariant 4: seat {p} has chits {held}, tiles give {due}"


def check_empty_seat(s: Any, p: int) -> None:
    for name in ("passed", "rolled", "books", "score", "fresh", "unused", "used", "chits_unused", "chits_used"):
        assert not np.any(s[name][p]), f"seat {p} does not exist but has {name} {s[name][p]}"
    for name in ("slot_tile", "advisor", "wonder_uc"):
        assert np.all(s[name][p] == -1), f"seat {p} does not exist but has {name} {s[name][p]}"


def check_steps(s: Any) -> None:
    """Fields of sub-steps are at rest outside theirs (rules section 7); a payment never leads nowhere."""
    node, p = s["node"], s["seat"]
    paying = node in (PAY, EXCHANGE2)
    assert (s["need"] > 0) == paying, f"need {s['need']} at node {node}"
    assert s["pay_icon"] == 0 or paying, "pay_icon is not at rest"
    assert (s["target"] >= 0) == (paying and s["bought_tile"] >= 0), "target is not at rest"
    assert s["bought_tile"] < 0 or node in BOUGHT, "bought_tile is not at rest"
    assert (s["exch_first"] >= 0) == (node == EXCHANGE2), "exch_first is not at rest"
    assert (s["slot_sel"] >= 0) == (node == RETURN_DIE), "slot_sel is not at rest"
    assert (s["ret_left"] > 0) == (node in (RETURN_DIE, RETURN_REROLL)), "ret_left is not at rest"
    assert s["ret_color"] == 0 or node == RETURN_DIE, "ret_color is not at rest"
    assert node == MARK or (not s["marked"].any() and s["mark_last"] == 0), "marked dice are not at rest"
    assert (s["fam_left"] > 0) == (node == FAMINE), "fam_left is not at rest"
    assert node == FAMINE or not s["fam_started"], "fam_started is not at rest"
    assert not s["scratch_stack"].any(), "scratch space is not zero"
    if paying:
        able = payable(s, p, s["pay_icon"])
        assert s["need"] <= able, f"invariant 7: need {s['need']}, can pay {able}"
    if node <= MARK:
        assert not s["passed"][p], "a player who has passed acts"
        assert s["rolled"][p], "a player who has not rolled acts"
    if node in (BOOKS, FAMINE):
        assert s["passed"][: s["players"]].all(), "books or famine before everybody has passed"


def check_step(before: Any, after: Any) -> None:
    """Checks what may not change from one decision to the next of the same game.

    Raises:
        AssertionError: An invariant does not hold.
    """
    assert (after["score"] >= before["score"]).all(), "invariant 8: points went down"
    assert (after["books"] >= before["books"]).all(), "invariant 8: books went down"
    if before["age"] == after["age"] and after["node"] <= MARK:
        assert (after["score"] == before["score"]).all(), "invariant 8: points during the action phase"
        assert (after["books"] == before["books"]).all(), "invariant 8: books during the action phase"
        assert (after["order"] == before["order"]).all(), "invariant 10: the order changed during the action phase"
    if before["node"] == BOOKS and after["node"] in (BOOKS, FAMINE):
        strong = CLASS_ICON == STRENGTH
        same = (after["unused"][:, strong] == before["unused"][:, strong]).all()
        assert same, "invariant 9: strength was used before the famine"
