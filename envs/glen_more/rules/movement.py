"""The movement step: clansmen move or become chieftains (GM-10)."""

import numpy as np

from ...engine import rule
from ..actions import A
from ..components import COLS, DIR_COL, DIR_ROW, ROWS
from ..state import DEST, MOVE
from .ring import end_turn, tiles_left
from .territory import COLUMN_OF, ROW_OF, clansmen_of_surveyed, forget_survey, is_occupied, survey, tile_at


@rule
def start_movement(s):
    """Goes to the movement step; without movement points the turn ends."""
    s.node = MOVE
    if s.mp == 0:
        end_turn(s)


@rule
def target(cell, i):
    """The cell next to ``cell`` in direction ``i``, or -1 beyond the border."""
    row = ROW_OF[cell] + DIR_ROW[i]
    col = COLUMN_OF[cell] + DIR_COL[i]
    if row < 0 or row >= ROWS or col < 0 or col >= COLS:
        return -1
    return COLS * row + col


@rule
def can_step(s, cell, i):
    """Whether there is a tile in direction ``i`` (GM-10.2); the territory must be surveyed."""
    goal = target(cell, i)
    return goal >= 0 and is_occupied(s, goal)


@rule
def can_leave(s, cell):
    """Whether a clansman can move away from a cell; the territory must be surveyed."""
    for i in range(8):
        if can_step(s, cell, i):
            return True
    return False


@rule
def may_promote(s):
    """The last clansman stays unless the player certainly has no further turn (GM-10.4, GM-2.7).

    The territory must be surveyed.
    """
    return s.dist >= tiles_left(s) or clansmen_of_surveyed(s) > 1


@rule
def mask_movers(s, p, mask):
    """Marks the clansmen that can move or be promoted."""
    survey(s, p)
    free = may_promote(s)
    for i in range(s.scratch_laid_n):
        t = np.int64(s.scratch_laid[i])
        if s.tile_clansmen[t] > 0:
            mask[A.cell + s.tile_cell[t]] = free or can_leave(s, np.int64(s.tile_cell[t]))
    forget_survey(s)


@rule
def choose_clansman(s, cell):
    s.move_src = cell
    s.node = DEST


@rule
def mask_destinations(s, p, mask):
    survey(s, p)
    for i in range(8):
        mask[A.dir + i] = can_step(s, np.int64(s.move_src), i)
    mask[A.promote] = may_promote(s)
    forget_survey(s)


@rule
def move_clansman(s, p, i):
    """One step to a neighbouring tile (GM-10.2)."""
    s.tile_clansmen[tile_at(s, p, target(np.int64(s.move_src), i))] += 1
    leave(s, p)


@rule
def promote(s, p):
    """The chosen clansman becomes a chieftain (GM-10.3)."""
    s.chieftains[p] += 1
    leave(s, p)


@rule
def leave(s, p):
    s.tile_clansmen[tile_at(s, p, np.int64(s.move_src))] -= 1
    s.move_src = -1
    s.mp -= 1
    start_movement(s)
