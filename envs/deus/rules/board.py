"""The board as sets of regions (DE-3), what a player holds on it, and what cards measure (DE-8.11)."""

from numpy import int64

from ...engine import rule
from ...engine.bits import popcount
from ..actions import A
from ..components import BASIC, N_RESOURCES, SEA, VILLAGE
from ..vocabulary import (
    ARMIES_NEAR_SHIP,
    COLUMN_SETS,
    LARGEST_CITY,
    MARITIME,
    MILITARY,
    PIECES_OF_KIND,
    REGIONS_ALL,
    REGIONS_EQ1,
    REGIONS_RIM,
    RESOURCES_OWNED,
    TEMPLE_CARDS,
    TEMPLE_KIND,
    VILLAGES_NEAR_ARMY,
)


@rule
def first_of(regions):
    """The lowest region of a set that is not empty."""
    return popcount((regions & -regions) - 1)


@rule
def mask_regions(regions, mask):
    """Allows the choice of every region of a set."""
    while regions:
        mask[A.region + first_of(regions)] = True
        regions &= regions - 1


@rule
def beside(s, regions):
    """All regions adjacent to at least one of ``regions`` (DE-3.3)."""
    reached = 0
    while regions:
        reached |= s.neighbours[first_of(regions)]
        regions &= regions - 1
    return reached


@rule
def controlled(s, p):
    """The regions with a building of player ``p`` (DE-3.6); a temple never stands alone."""
    regions = 0
    for k in range(BASIC):
        regions |= s.where[p, k]
    return regions


@rule
def occupied(s):
    """The regions with a building of any player."""
    regions = 0
    for p in range(int64(s.players)):
        regions |= controlled(s, p)
    return regions


@rule
def land_regions(s):
    return s.terrain_regions[0] | s.terrain_regions[1] | s.terrain_regions[2] | s.terrain_regions[3]


@rule
def suitable(s, kind):
    """The regions where terrain allows a building of this kind (DE-3.8, DE-3.9)."""
    return s.terrain_regions[SEA] if kind == MARITIME else land_regions(s)


@rule
def empty_regions(s):
    """No building and no village (DE-3.6); regions off the board are in no terrain and fall out elsewhere."""
    return ~(occupied(s) | s.terrain_regions[VILLAGE])


@rule
def cities(s, p, size):
    """The regions where player ``p`` has at least ``size`` (1-4) basic buildings (DE-3.10)."""
    # Adds the five sets bit by bit: at_least_n holds the regions counted n times so far.
    at_least_1 = 0
    at_least_2 = 0
    at_least_3 = 0
    at_least_4 = 0
    for k in range(BASIC):
        regions = s.where[p, k]
        at_least_4 |= at_least_3 & regions
        at_least_3 |= at_least_2 & regions
        at_least_2 |= at_least_1 & regions
        at_least_1 |= regions
    if size <= 1:
        return at_least_1
    if size == 2:
        return at_least_2
    return at_least_3 if size == 3 else at_least_4


@rule
def city_size(s, p, region):
    """How many basic buildings player ``p`` has in the region (DE-3.10)."""
    count = 0
    for k in range(BASIC):
        count += s.where[p, k] >> region & 1
    return count


@rule
def measure(s, p, what):
    """What an effect counts for player ``p`` (DE-8.11)."""
    if what < PIECES_OF_KIND:
        return popcount(controlled(s, p) & s.terrain_regions[what])
    if what < REGIONS_EQ1:
        return popcount(s.where[p, what - PIECES_OF_KIND])
    if what == REGIONS_EQ1:
        return popcount(controlled(s, p) & ~cities(s, p, int64(2)))
    if what < REGIONS_ALL:
        return popcount(cities(s, p, what - REGIONS_EQ1 + 1))
    if what == REGIONS_ALL:
        return popcount(controlled(s, p))
    if what == REGIONS_RIM:
        return popcount(controlled(s, p) & s.edge)
    if what == LARGEST_CITY:
        return largest_city(s, p)
    if what == ARMIES_NEAR_SHIP:
        ships = s.where[p, MARITIME]
        return popcount(s.where[p, MILITARY] & (ships | beside(s, ships)))
    if what == VILLAGES_NEAR_ARMY:
        return villages_near(s, beside(s, s.where[p, MILITARY]))
    if what == TEMPLE_CARDS:
        return int64(s.height[p, TEMPLE_KIND])
    if what == RESOURCES_OWNED:
        return resources_owned(s, p)
    return column_sets(s, p) if what == COLUMN_SETS else 0


@rule
def largest_city(s, p):
    size = 0
    while size < 4 and cities(s, p, size + 1):
        size += 1
    return size


@rule
def villages_near(s, regions):
    """How many villages among ``regions`` have not been attacked yet (DE-8.9)."""
    count = 0
    for v in range(s.village_region.size):
        if s.village_region[v] >= 0 and not s.village_attacked[v]:
            count += regions >> int64(s.village_region[v]) & 1
    return count


@rule
def resources_owned(s, p):
    count = 0
    for j in range(N_RESOURCES):
        count += int64(s.resources[p, j])
    return count


@rule
def column_sets(s, p):
    """The height of the lowest basic column."""
    sets = int64(s.height[p, 0])
    for k in range(1, BASIC):
        sets = min(sets, int64(s.height[p, k]))
    return sets
