"""Territories: where tiles, cubes and clansmen are, and where a new tile fits (GM-4)."""

import numpy as np

from ...engine import index, rule
from ..components import (
    COLS,
    N_GOODS,
    PLAIN,
    RIVER,
    ROWS,
    START_CELL,
    START_COL,
    START_ROW,
    TILE_SIDES,
    TILES,
)

# A row of a territory is a bit mask in which column c is bit c + 1; rows have a border too, row r is entry r + 1.
ROW_BITS = ((1 << COLS) - 1) << 1
CELL = np.arange(ROWS * COLS)
ROW_OF, COLUMN_OF = CELL // COLS, CELL % COLS
BIT_OF = 2 << COLUMN_OF
# The same rows as cell * ROW_FACTOR >> ROW_SHIFT, which fits into vector registers.
ROW_FACTOR, ROW_SHIFT = 373, 12
MIDDLE = 1 << (START_COL + 1)
NO_TILE = np.int64(0)
NORTH_END, SOUTH_END, WEST_END, EAST_END = np.arange(4)
END_STEP = np.array([-COLS, COLS, -1, 1], np.int64)
LAST_CELL = START_CELL + START_ROW * END_STEP  # at the border (GM-4.9)
LONGEST = START_ROW  # tiles between the start village and the border, the same on all sides (GM-4.9)


@rule
def tile_at(s, p, cell):
    """The tile that player ``p`` has in a cell, or 0. All tiles are compared at once, in the narrowest integers."""
    owner, place = np.int8(p), np.int8(cell)
    found = np.uint8(0)
    for t in range(1, TILES):
        here = (s.tile_owner[t] == owner) & (s.tile_cell[t] == place)
        found = np.uint8(found | here * np.uint8(t))
    return np.int64(found)


@rule
def near(cell, other):
    """Whether two cells are the same or neighbours, diagonals included."""
    return abs(ROW_OF[cell] - ROW_OF[other]) <= 1 and abs(COLUMN_OF[cell] - COLUMN_OF[other]) <= 1


@rule
def mark_near(s, p, cell, marks):
    """Sets ``marks[t]`` for the tiles of ``p`` that lie in a cell or around it (GM-7.2)."""
    owner = np.int8(p)
    row, column = np.int32(ROW_OF[cell]), np.int32(COLUMN_OF[cell])
    for t in range(1, TILES):
        at = np.int32(s.tile_cell[t])
        down = np.int32((at * ROW_FACTOR) >> ROW_SHIFT)  # a table would have to be read cell by cell
        right = np.int32(at - COLS * down)
        close = (abs(np.int32(down - row)) <= 1) & (abs(np.int32(right - column)) <= 1)
        marks[t] |= close & (s.tile_owner[t] == owner)


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
def clansmen_near(s, p, cell):
    """Clansmen of ``p`` on the tiles around a cell (GM-4.3)."""
    count = 0
    for t in range(1, TILES):
        if s.tile_clansmen[t] > 0 and s.tile_owner[t] == p and near(s.tile_cell[t], cell):
            count += s.tile_clansmen[t]
    return count


@rule
def survey(s, p):
    """Lists the tiles of ``p`` and fills the scratch rows with its occupied cells and those with clansmen.

    All functions below but `mask_cells` read these; `forget_survey` clears them. The list is made without a branch:
    which tiles somebody has cannot be predicted, and the processor's wrong guesses would take longer than all else.
    """
    n = 0
    for t in range(1, TILES):
        s.scratch_laid[n] = t
        n += s.tile_owner[t] == p
    s.scratch_laid[n] = 0
    s.scratch_laid_n = n
    i = 0
    t = index(s.scratch_laid[0])
    while t > 0:
        cell = index(s.tile_cell[t])
        row, bit = ROW_OF[cell] + 1, BIT_OF[cell]
        s.scratch_ground[row] |= bit
        s.scratch_clans[row] |= bit * (s.tile_clansmen[t] > 0)
        i += 1
        t = index(s.scratch_laid[i])


@rule
def forget_survey(s):
    for i in range(s.scratch_laid_n):
        s.scratch_laid[i] = 0
    s.scratch_laid_n = 0
    for r in range(ROWS + 2):
        s.scratch_ground[r] = 0
        s.scratch_clans[r] = 0


@rule
def clansmen_of_surveyed(s):
    """Clansmen in the surveyed territory."""
    count = 0
    for i in range(s.scratch_laid_n):
        count += s.tile_clansmen[s.scratch_laid[i]]
    return count


@rule
def is_occupied(s, cell):
    """Whether a cell of the surveyed territory holds a tile."""
    return s.scratch_ground[ROW_OF[cell] + 1] & BIT_OF[cell] > 0


@rule
def has_clansman_near(s, cell):
    """Whether one of the up to 8 tiles around an empty cell holds a clansman (GM-4.3)."""
    r = ROW_OF[cell]
    clans = s.scratch_clans[r] | s.scratch_clans[r + 1] | s.scratch_clans[r + 2]
    return clans & 7 << COLUMN_OF[cell] > 0


@rule
def end_cell(s, end):
    """The cell that would continue the river (north, south) or the road (west, east), or -1 beyond the border (GM-4.5).

    River tiles lie in the start village's column without gaps, road tiles in its row (GM-4.6). No plain tile can touch
    their ends (GM-4.4), so the first gap is the end.
    """
    cell = START_CELL
    for _ in range(LONGEST):
        cell += END_STEP[end]
        if not is_occupied(s, cell):
            return cell
    return -1


@rule
def end_fits(s, end):
    """The cell at an end if a river or road tile fits there by its sides (GM-4.4), else -1; clansmen not looked at.

    Only a tile beyond can forbid it: its plain side would close the river or road off (GM-4.7). The tiles beside the
    cell lie off the start village's row and column, so they face it with plain sides.
    """
    cell = end_cell(s, end)
    if cell < 0 or (cell != LAST_CELL[end] and is_occupied(s, cell + END_STEP[end])):
        return -1
    return cell


@rule
def open_end(s, end):
    """The cell where a river or road tile may be placed at an end, or -1."""
    cell = end_fits(s, end)
    return cell if cell >= 0 and has_clansman_near(s, cell) else -1


@rule
def first_end(sides):
    """The first of the two ends where a tile with river or road may be placed."""
    return NORTH_END if sides == RIVER else WEST_END


@rule
def plain_row(s, r):
    """Cells of row ``r`` where a plain tile fits (GM-4.2–4.4), as bits."""
    ground = s.scratch_ground[r + 1]
    beside = ground << 1 | ground >> 1 | s.scratch_ground[r] | s.scratch_ground[r + 2]
    clans = s.scratch_clans[r] | s.scratch_clans[r + 1] | s.scratch_clans[r + 2]
    cells = beside & ~ground & (clans | clans << 1 | clans >> 1) & ROW_BITS
    # The ends of river and road must not be closed off (GM-4.4).
    if r == START_ROW:
        for end in range(WEST_END, EAST_END + 1):
            cell = end_cell(s, end)
            if cell >= 0:
                cells &= ~BIT_OF[cell]
    elif cells & MIDDLE:
        if end_cell(s, NORTH_END if r < START_ROW else SOUTH_END) == COLS * r + START_COL:
            cells &= ~MIDDLE
    return cells


@rule
def has_cell(s, sides):
    """Whether a tile with such sides has a legal cell (GM-4)."""
    if sides != PLAIN:
        end = first_end(sides)
        return open_end(s, end) >= 0 or open_end(s, end + 1) >= 0
    for r in range(ROWS):
        if plain_row(s, r):
            return True
    return False


@rule
def mask_cells(s, p, t, mask):
    """Marks the legal cells for tile ``t`` (GM-4); cell ids are action ids."""
    survey(s, p)
    sides = TILE_SIDES[t]
    if sides == PLAIN:
        for r in range(ROWS):
            cells = plain_row(s, r)
            for c in range(COLS):
                if cells >> (c + 1) & 1:
                    mask[COLS * r + c] = True
    else:
        end = first_end(sides)
        for e in range(end, end + 2):
            cell = open_end(s, e)
            if cell >= 0:
                mask[cell] = True
    forget_survey(s)


@rule
def can_spare(s, p, payer):
    """Whether Loch Ness has a legal cell after its price was paid from tile ``payer`` (GM-12.3).

    With `NO_TILE` it was paid by a chieftain.
    """
    for end in range(NORTH_END, SOUTH_END + 1):
        cell = end_fits(s, end)
        if cell >= 0:
            left = clansmen_near(s, p, cell)
            if payer > 0 and near(s.tile_cell[payer], cell):
                left -= 1
            if left > 0:
                return True
    return False
