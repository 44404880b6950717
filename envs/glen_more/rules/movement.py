"""The movement step: clansmen move or become chieftains (GM-10)."""

from ...engine import rule
from ..actions import CELL, DIR, PROMOTE
from ..components import COLS, DIR_COL, DIR_ROW, ROWS, TILES
from ..state import DEST, MOVE
from .ring import end_turn, tiles_left
from .territory import clansmen_of, tile_at


@rule
def start_movement(s):
    """Goes to the movement step; without movement points the turn ends."""
    s.node = MOVE
    if s.mp == 0:
        end_turn(s)


@rule
def target_tile(s, p, cell, i):
    """The tile of ``p`` next to a cell in direction ``i``, or 0."""
    cell = int(cell)
    row = cell // COLS + DIR_ROW[i]
    col = cell % COLS + DIR_COL[i]
    if row < 0 or row >= ROWS or col < 0 or col >= COLS:
        return 0
    return tile_at(s, p, COLS * row + col)


@rule
def may_promote(s, p):
    """A player keeps his last clansman unless he certainly has no further turn (GM-10.4, GM-2.7)."""
    return clansmen_of(s, p) > 1 or s.dist >= tiles_left(s)


@rule
def has_neighbour(s, p, cell):
    """Whether ``p`` has a tile next to a cell, diagonals included."""
    for i in range(8):
        if target_tile(s, p, cell, i) > 0:
            return True
    return False


@rule
def mark_movers(s, p, mask):
    """Marks the clansmen that can move or be promoted."""
    free = may_promote(s, p)
    for t in range(1, TILES):
        if s.tile_clansmen[t] > 0 and s.tile_owner[t] == p:
            mask[CELL + s.tile_cell[t]] = free or has_neighbour(s, p, s.tile_cell[t])


@rule
def choose_clansman(s, cell):
    s.move_src = cell
    s.node = DEST


@rule
def mark_destinations(s, p, mask):
    for i in range(8):
        if target_tile(s, p, s.move_src, i) > 0:
            mask[DIR + i] = True
    mask[PROMOTE] = may_promote(s, p)


@rule
def move_clansman(s, p, i):
    """One step to a neighbouring tile (GM-10.2)."""
    s.tile_clansmen[target_tile(s, p, s.move_src, i)] += 1
    leave(s, p)


@rule
def promote(s, p):
    """The chosen clansman becomes a chieftain (GM-10.3)."""
    s.chieftains[p] += 1
    leave(s, p)


@rule
def leave(s, p):
    s.tile_clansmen[tile_at(s, p, s.move_src)] -= 1
    s.move_src = -1
    s.mp -= 1
    start_movement(s)
