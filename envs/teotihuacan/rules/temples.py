"""Temple tracks and the abilities that wait for a decision (TE-8, TE-9)."""

from ...engine import rule
from ..actions import A
from ..components import (
    COCOA,
    MAX_POWER,
    NONE,
    PERM_STEP_DISCOUNT,
    SACRIFICE,
    SACRIFICE_COCOA,
    STEP,
    TEMPLE_STEP_POINTS,
    TEMPLES,
    TILE,
    TRACK_ABILITY,
    TRACK_ARGUMENT,
    TRACK_COST,
    TRACK_LENGTH,
    TRACK_POINTS,
    TRAIN,
    WORKERS,
)
from ..state import EVENT_POINTS, TRACKS
from .building import mask_tiles, open_pyramids
from .common import gain_points, in_force, mover, permanent


@rule
def step_cost(s, p, temple):
    """Cocoa for the next step on a track: the number of its space, less with G19 but at least 1 (TE-8.1)."""
    cost = TRACK_COST[temple, s.track_pos[p, temple] + 1]
    return max(1, cost - permanent(s, p, PERM_STEP_DISCOUNT, 0))


@rule
def take_step(s, p, temple):
    """Enters the next space: event points, its points, then its ability waits (TE-8.2)."""
    space = int(s.track_pos[p, temple]) + 1
    gain_points(s, p, in_force(s, TEMPLE_STEP_POINTS, temple), EVENT_POINTS)
    gain_points(s, p, TRACK_POINTS[temple, space], TRACKS)
    if space == TRACK_LENGTH:  # TE-8.3: back to the beginning before the ability
        s.track_pos[p, temple] = 0
        s.track_laps[p, temple] += 1
    else:
        s.track_pos[p, temple] = space
    s.ability = TRACK_ABILITY[temple, space]
    s.ability_arg = TRACK_ARGUMENT[temple, space]


@rule
def drop_ability(s):
    s.ability = NONE
    s.ability_arg = 0


@rule
def ability_waits(s):
    """Whether an ability waits to be decided; one that has no use lapses here (TE-9)."""
    p = mover(s)
    if s.ability == TRAIN:
        for w in range(WORKERS):
            if 0 < s.worker_power[p, w] < MAX_POWER:
                return True
    elif s.ability == TILE:
        if open_pyramids(s):
            return True
    elif s.ability == STEP:
        return True
    elif s.ability == SACRIFICE:
        if s.resources[p, COCOA] >= SACRIFICE_COCOA:
            return True
    drop_ability(s)
    return False


@rule
def mask_ability(s, mask):  # TE-D8 to TE-D11; every ability may be declined
    mask[A.pass_] = True
    if s.ability == TRAIN:
        mask_trainees(s, mover(s), mask)
    elif s.ability == TILE:
        mask_tiles(s, open_pyramids(s), mask)
    elif s.ability == STEP:
        mask[A.free_step : A.free_step + TEMPLES] = True
    else:
        mask[A.sacrifice] = True


@rule
def mask_trainees(s, p, mask):
    """Workers below the greatest power; of interchangeable ones the first. The moved worker stays apart (TE-D8)."""
    for w in range(WORKERS):
        if 0 < s.worker_power[p, w] < MAX_POWER:
            fresh = True
            for v in range(w):
                same = s.worker_space[p, v] == s.worker_space[p, w] and s.worker_power[p, v] == s.worker_power[p, w]
                if same and s.moved_worker not in (v, w):
                    fresh = False
            mask[A.train + w] = fresh
