"""Moves of armies (DE-8.7; decisions D19 and D20)."""

from numpy import int64

from ...engine import rule
from ..actions import A
from ..components import SEA, VILLAGE
from ..state import DESTINATION
from ..vocabulary import MARITIME, MILITARY, TEMPLE_KIND
from .board import beside, city_size, controlled, empty_regions, first_of, land_regions, mask_regions, occupied
from .villages import check_villages


@rule
def may_leave(s, p, origin):
    """A temple is never left alone (DE-5.6)."""
    return not s.where[p, TEMPLE_KIND] >> origin & 1 or city_size(s, p, origin) > 1


@rule
def dead_ends(s, taken, ends):
    """Those of ``ends`` whose entering makes a village attacked; ``taken``: occupied when the army has left."""
    stops = 0
    for v in range(s.village_region.size):
        if s.village_region[v] < 0 or s.village_attacked[v]:
            continue
        ring = s.neighbours[s.village_region[v]]
        gap = ring & ~taken
        if gap == 0:
            stops |= ring
        elif gap & (gap - 1) == 0:
            stops |= gap
    return stops & ends


@rule
def destinations(s, p, origin, steps):
    """Where the army of region ``origin`` can go in at most so many steps (DE-8.7)."""
    if not may_leave(s, p, origin):
        return 0
    here = 1 << origin
    left_empty = here if city_size(s, p, origin) == 1 else 0
    own = controlled(s, p) & ~left_empty
    free_land = (empty_regions(s) | left_empty) & land_regions(s)
    own_ships = s.where[p, MARITIME]
    way = land_regions(s) | s.terrain_regions[VILLAGE] | (own_ships & s.terrain_regions[SEA])
    ends = (free_land | own) & ~s.where[p, MILITARY] & ~here
    stops = dead_ends(s, occupied(s) & ~left_empty, ends)
    seen = here
    front = here
    reach = 0
    for _ in range(steps):
        front = beside(s, front) & way & ~seen
        if front == 0:
            break
        seen |= front
        reach |= front & ends
        front &= ~stops
    return reach


@rule
def any_army(s, p, steps):
    """Whether any army not yet moved by this effect can go anywhere (D19)."""
    armies = s.where[p, MILITARY] & ~s.moved
    while armies:
        if destinations(s, p, first_of(armies), steps):
            return True
        armies &= armies - 1
    return False


@rule
def mask_army(s, steps, mask):
    p = int64(s.seat)
    armies = s.where[p, MILITARY] & ~s.moved
    while armies:
        origin = first_of(armies)
        mask[A.region + origin] = destinations(s, p, origin, steps) != 0
        armies &= armies - 1
    mask[A.done] = True


@rule
def choose_army(s, region):
    s.army_origin = region
    s.node = DESTINATION


@rule
def mask_destination(s, steps, mask):
    mask_regions(destinations(s, int64(s.seat), int64(s.army_origin), steps), mask)


@rule
def move_army(s, region):
    """Moves the chosen army; attacks follow at once (DE-6.1)."""
    p = int64(s.seat)
    s.where[p, MILITARY] &= ~(1 << int64(s.army_origin))
    s.where[p, MILITARY] |= 1 << region
    s.moved |= 1 << region
    s.army_origin = -1
    s.left -= 1
    check_villages(s)
