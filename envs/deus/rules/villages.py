"""Attacks on barbarian villages (DE-6)."""

from numpy import int64

from ...engine import rule
from ...engine.bits import popcount
from ..components import KINDS
from ..vocabulary import MILITARY
from .board import occupied
from .turn import note_end

N_KINDS = len(KINDS)
_MORE_THAN_BUILDINGS = 64  # so that one army outweighs any number of buildings round a village


@rule
def check_villages(s):
    """Carries out every attack that is due (DE-6.1), in order of regions (DE-6.6)."""
    taken = occupied(s)
    for v in range(s.village_region.size):
        if s.village_region[v] < 0 or s.village_attacked[v]:
            continue
        ring = s.neighbours[s.village_region[v]]
        if ring & ~taken == 0 and has_army(s, ring):
            attack(s, v, ring)


@rule
def has_army(s, regions):
    armies = 0
    for p in range(int64(s.players)):
        armies |= s.where[p, MILITARY]
    return armies & regions != 0


@rule
def force(s, p, ring):
    """Armies of ``p`` in the ring, ties broken by buildings of all kinds (DE-6.2, DE-6.3)."""
    buildings = 0
    for k in range(N_KINDS):
        buildings += popcount(s.where[p, k] & ring)
    return popcount(s.where[p, MILITARY] & ring) * _MORE_THAN_BUILDINGS + buildings


@rule
def attack(s, v, ring):
    """Gives the VP of village ``v`` to the strongest; ties share, rounded down (DE-6.4)."""
    most = 0
    sharers = 0
    for p in range(int64(s.players)):
        own = force(s, p, ring)
        if own > most:
            most = own
            sharers = 0
        sharers += own == most
    for p in range(int64(s.players)):
        if force(s, p, ring) == most:
            s.score[p] += s.village_vp[v] // sharers
    s.village_vp[v] = 0
    s.village_attacked[v] = 1
    note_end(s)
