"""Territories: where tiles, cubes and clansmen are, and where a new tile fits (GM-4)."""

import numpy as np

from ...engine import rule
from ..components import (
    COLS,
    N_GOODS,
    NESS_TILE,
    PLAIN,
    RIVER,
    ROAD,
    ROWS,
    START_CELL,
    START_COL,
    START_ROW,
    TILE_SIDES,
    TILES,
)

# A row of a territory is a bit mask in which column c is bit c + 1; rows have a border too, row r is entry r + 1.
ROW_BITS = ((1 << COLS) - 1) << 1
MIDDLE = 1 << (START_COL + 1)
NORTH_END, SOUTH_END, WEST_END, EAST_END = range(4)
END_STEP = np.array([-COLS, COLS, -1, 1], np.int64)
LONGEST = START_ROW  # tiles between the start village and the border, the same on all sides (GM-4.9)


@rule
def tile_at(s, p, cell):
    """The tile that player ``p`` has in a cell, or 0."""
    for t in range(1, TILES):
        if s.tile_cell[t] == cell and s.tile_owner[t] == p:
            return t
    return 0


@rule
def near(cell, other):
    """Whether two cells are the same or neighbours, diagonals included."""
    cell = int(cell)
    other = int(other)
    return abs(cell // COLS - other // COLS) <= 1 and abs(cell % COLS - other % COLS) <= 1


@rule
def owned_cubes(s, p, good):
    """Cubes of one good in the territory of ``p``."""
    count = 0
    for t in range(1, TILES):
        if s.tile_owner[t] == p:
            count += s.tile_cubes[t, good]
    return count


@rule
def holders(s, p, good):
    """Number of tiles of ``p`` that hold the good."""
    count = 0
    for t in range(1, TILES):
        if s.tile_cubes[t, good] > 0 and s.tile_owner[t] == p:
            count += 1
    return count


@rule
def cubes_on(s, t):
    """Cubes on a tile."""
    count = 0
    for g in range(N_GOODS):
        count += s.tile_cubes[t, g]
    return count


@rule
def clansmen_of(s, p):
    """Clansmen in the territory of ``p``."""
    count = 0
    for t in range(1, TILES):
        if s.tile_clansmen[t] > 0 and s.tile_owner[t] == p:
            count += s.tile_clansmen[t]
    return count


@rule
def mark_territory(s, p):
    """Fills the scratch rows with the occupied cells and the cells with clansmen of ``p``."""
    for t in range(1, TILES):
        if s.tile_owner[t] == p:
            row = int(s.tile_cell[t]) // COLS
            bit = 2 << (int(s.tile_cell[t]) % COLS)
            s.scratch_ground[row + 1] |= bit
            if s.tile_clansmen[t] > 0:
                s.scratch_clans[row + 1] |= bit


@rule
def clear_territory(s):
    for r in range(ROWS + 2):
        s.scratch_ground[r] = 0
        s.scratch_clans[r] = 0


@rule
def reach(s, p, end):
    """Number of river (north, south) or road tiles (west, east) from the start village to an end.

    River tiles lie in the start village's column without gaps, road tiles in its row (GM-4.6).
    """
    sides = RIVER if end <= SOUTH_END else ROAD
    furthest = 0
    for t in range(1, TILES):
        if TILE_SIDES[t] == sides and s.tile_owner[t] == p:
            furthest = max(furthest, (int(s.tile_cell[t]) - START_CELL) // END_STEP[end])
    return furthest


@rule
def end_cell(s, p, end):
    """The cell that would continue the river or the road at an end, or -1 beyond the border (GM-4.5, GM-4.9)."""
    n = reach(s, p, end)
    return START_CELL + (n + 1) * END_STEP[end] if n < LONGEST else -1


@rule
def end_fits(s, p, end):
    """The cell at an end if a river or road tile fits there by its sides (GM-4.4), else -1; clansmen not looked at.

    Only a tile beyond can forbid it: its plain side would close the river or road off (GM-4.7). The tiles beside the
    cell lie off the start village's row and column, so they face it with plain sides.
    """
    n = reach(s, p, end)
    if n >= LONGEST:
        return -1
    cell = START_CELL + (n + 1) * END_STEP[end]
    if n + 1 < LONGEST and tile_at(s, p, cell + END_STEP[end]) > 0:
        return -1
    return cell


@rule
def clansmen_near(s, p, cell):
    """Clansmen of ``p`` on the tiles around a cell (GM-4.3)."""
    count = 0
    for t in range(1, TILES):
        if s.tile_clansmen[t] > 0 and s.tile_owner[t] == p and near(s.tile_cell[t], cell):
            count += s.tile_clansmen[t]
    return count


@rule
def open_end(s, p, end):
    """The cell where a river or road tile may be placed at an end, or -1."""
    cell = end_fits(s, p, end)
    return cell if cell >= 0 and clansmen_near(s, p, cell) > 0 else -1


@rule
def first_end(sides):
    """The first of the two ends where a tile with river or road may be placed."""
    return NORTH_END if sides == RIVER else WEST_END


@rule
def plain_row(s, p, r):
    """Cells of row ``r`` where a plain tile touches a side and has a clansman near; scratch rows must be marked."""
    ground = s.scratch_ground[r + 1]
    beside = ground << 1 | ground >> 1 | s.scratch_ground[r] | s.scratch_ground[r + 2]
    clans = s.scratch_clans[r] | s.scratch_clans[r + 1] | s.scratch_clans[r + 2]
    return beside & ~ground & (clans | clans << 1 | clans >> 1) & ROW_BITS


@rule
def without_ends(s, p, r, cells):
    """Takes the ends of river and road out of the cells of a row: plain tiles must not close them off (GM-4.4)."""
    if r == START_ROW:
        for end in range(WEST_END, EAST_END + 1):
            cell = end_cell(s, p, end)
            if cell >= 0:
                cells &= ~(2 << cell % COLS)
    elif cells & MIDDLE:
        for end in range(NORTH_END, SOUTH_END + 1):
            if end_cell(s, p, end) == COLS * r + START_COL:
                cells &= ~MIDDLE
    return cells


@rule
def has_cell(s, p, sides):
    """Whether a tile with such sides has a legal cell (GM-4); scratch rows must be marked for plain tiles."""
    if sides != PLAIN:
        end = first_end(sides)
        return open_end(s, p, end) >= 0 or open_end(s, p, end + 1) >= 0
    for r in range(ROWS):
        cells = plain_row(s, p, r)
        if cells and without_ends(s, p, r, cells):
            return True
    return False


@rule
def mark_cells(s, p, t, mask):
    """Marks the legal cells for tile ``t`` (GM-4); cell ids are action ids."""
    sides = TILE_SIDES[t]
    if sides != PLAIN:
        end = first_end(sides)
        for e in range(end, end + 2):
            cell = open_end(s, p, e)
            if cell >= 0:
                mask[cell] = True
        return
    mark_territory(s, p)
    for r in range(ROWS):
        cells = plain_row(s, p, r)
        if cells:
            cells = without_ends(s, p, r, cells)
            for c in range(COLS):
                if cells >> (c + 1) & 1:
                    mask[COLS * r + c] = True
    clear_territory(s)


@rule
def can_spare(s, p, payer):
    """Whether Loch Ness has a legal cell after its price was paid from tile ``payer`` (0: a chieftain), GM-12.3."""
    end = first_end(TILE_SIDES[NESS_TILE])
    for e in range(end, end + 2):
        cell = end_fits(s, p, e)
        if cell >= 0:
            left = clansmen_near(s, p, cell)
            if payer > 0 and near(s.tile_cell[payer], cell):
                left -= 1
            if left > 0:
                return True
    return False
