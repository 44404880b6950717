"""Pyramids (TE-7) and statues (TE-5.9)."""

from ...engine import rule
from ..actions import A
from ..components import (
    COCOA,
    DISPLAY,
    LEVEL_ABILITY,
    LEVEL_ARGUMENT,
    LEVEL_COCOA,
    LEVEL_POINTS,
    LEVELS,
    MAX_STATUES,
    N_RESOURCES,
    NEUTRAL_LEVEL_COCOA,
    PERM_TILE_DISCOUNT,
    PYRAMIDS,
    SLOTS,
    STATUE_COST,
    STATUE_POINTS,
    STATUE_VALUE,
    TILE_COST,
    TILE_COST_EXTRA,
    TILE_POINTS,
)
from ..state import EVENT_POINTS, FROM_LEVELS, GOD_DONE, STATUES, TILES
from .common import gain_points, in_force, moved_neutral, permanent


@rule
def open_level(s, pyramid):
    """The lowest level with an empty slot, -1 when the pyramid is complete (TE-7.1)."""
    for level in range(LEVELS):
        if s.slot_owner[pyramid, level, SLOTS[s.players, level] - 1] < 0:
            return level
    return -1


@rule
def tile_cost(s, p, level, resource):
    """What a tile costs of one resource, with Scarce Labour and god cards (TE-7.2)."""
    cost = TILE_COST[level, resource] + in_force(s, TILE_COST_EXTRA, resource)
    return max(0, cost - permanent(s, p, PERM_TILE_DISCOUNT, resource))


@rule
def can_pay_tile(s, p, level):
    for r in range(N_RESOURCES):
        if s.resources[p, r] < tile_cost(s, p, level, r):
            return False
    return True


@rule
def affordable_pyramids(s, p):
    """The pyramids whose open level ``p`` can pay, as a bit mask."""
    pyramids = 0
    payable = 0
    for level in range(LEVELS):
        payable |= can_pay_tile(s, p, level) << level
    for y in range(PYRAMIDS):
        level = open_level(s, y)
        if level >= 0 and payable >> level & 1:
            pyramids |= 1 << y
    return pyramids


@rule
def open_pyramids(s):
    """The pyramids that are not complete, as a bit mask."""
    pyramids = 0
    for y in range(PYRAMIDS):
        if open_level(s, y) >= 0:
            pyramids |= 1 << y
    return pyramids


@rule
def mask_tiles(s, pyramids, mask):
    """Tiles for the given pyramids; of equal numbers on display only the first (TE-D3)."""
    for y in range(PYRAMIDS):
        if pyramids >> y & 1:
            level = open_level(s, y)
            for k in range(DISPLAY):
                fresh = True
                for j in range(k):
                    fresh &= s.tile_display[level, j] != s.tile_display[level, k]
                mask[A.tile + y * DISPLAY + k] = fresh


@rule
def place_tile(s, p, y, k, paid):
    """Places display tile ``k`` on pyramid ``y``; completing a level may leave an ability waiting (TE-7)."""
    level = open_level(s, y)
    if paid:
        for r in range(N_RESOURCES):
            s.resources[p, r] -= tile_cost(s, p, level, r)
    slot = 0
    while s.slot_owner[y, level, slot] >= 0:
        slot += 1
    s.slot_owner[y, level, slot] = p
    s.slot_number[y, level, slot] = s.tile_display[level, k]
    s.tile_display[level, k] = draw_tile(s, level)
    gain_points(s, p, TILE_POINTS[level], TILES)
    if slot + 1 == SLOTS[s.players, level]:
        complete_level(s, p, level)


@rule
def draw_tile(s, level):
    """The top tile of a stack, which never runs out (TE-7.6)."""
    left = s.stack_left[level] - 1
    number = s.tile_stack[level, left]
    s.tile_stack[level, left] = 0
    s.stack_left[level] = left
    return number


@rule
def complete_level(s, p, level):  # TE-7.5
    s.levels_completed[p] += 1
    gain_points(s, p, LEVEL_POINTS[level], FROM_LEVELS)
    # The neutral worker's action pays no cocoa; a free tile of the god card after it does (TE-11.3).
    if not moved_neutral(s) or s.node == GOD_DONE or NEUTRAL_LEVEL_COCOA:
        s.resources[p, COCOA] += LEVEL_COCOA[level]
    s.ability = LEVEL_ABILITY[level]
    s.ability_arg = LEVEL_ARGUMENT[level]


@rule
def can_build_statue(s, p):
    if s.statues[p] >= MAX_STATUES:
        return False
    for r in range(N_RESOURCES):
        if s.resources[p, r] < STATUE_COST[r]:
            return False
    return True


@rule
def pay_statue(s, p):
    for r in range(N_RESOURCES):
        s.resources[p, r] -= STATUE_COST[r]


@rule
def build_statue(s, p):
    """Adds a statue, paid or free, if the player has room for one (TE-5.9, TE-10.4)."""
    if s.statues[p] < MAX_STATUES:
        gain_points(s, p, STATUE_VALUE[s.statues[p]], STATUES)
        gain_points(s, p, in_force(s, STATUE_POINTS, 0), EVENT_POINTS)
        s.statues[p] += 1
