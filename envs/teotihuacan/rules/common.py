"""What several phases ask of a position: points, counts, permanent god cards and the event in force."""

import numpy as np

from ...engine import rule
from ..components import (
    EFFECT,
    EFFECT_N,
    EFFECT_SUBJECT,
    LEVELS,
    MAX_SLOTS,
    PERMANENT,
    REWARD,
    REWARD_N,
    REWARD_SUBJECT,
    START_POWER,
    TRACK_LENGTH,
    WORKERS,
)
from ..state import NEUTRAL_SLOT


@rule
def mover(s):
    """The seat whose turn it is; unlike the field ``seat`` a wide integer, so that callees are compiled once."""
    return np.int64(s.seat)


@rule
def gain_points(s, p, n, source):
    """Scores ``n`` points for ``p`` and books where they came from (TE-15.2)."""
    s.score[p] += n
    s.points_from[p, source] += n


@rule
def moved_neutral(s):
    """Whether this turn's worker is the neutral one, which yields no resources (TE-11.2)."""
    return s.moved_worker == NEUTRAL_SLOT


@rule
def moved_space(s):
    """The space that the moved worker has reached."""
    return np.int64(s.neutral_space if moved_neutral(s) else s.worker_space[s.seat, s.moved_worker])


@rule
def moved_power(s):
    """The power of the moved worker now."""
    return np.int64(s.neutral_power if moved_neutral(s) else s.worker_power[s.seat, s.moved_worker])


@rule
def workers_on_board(s, p):
    """Number of own workers on the board. Slots enter in order (TE-2.3), so they are slots 0, 1, ..."""
    count = 0
    for w in range(WORKERS):
        count += s.worker_space[p, w] >= 0
    return count


@rule
def total_power(s, p):
    """Sum of the powers of own workers on the board."""
    power = 0
    for w in range(WORKERS):
        power += s.worker_power[p, w]  # 0 in reserve
    return power


@rule
def steps_of(s, p, temple):
    """Total steps on a track, laps included; never falls."""
    return TRACK_LENGTH * int(s.track_laps[p, temple]) + int(s.track_pos[p, temple])


@rule
def tiles_of(s, p, pyramid):
    """Number of own tiles in a pyramid."""
    count = 0
    for level in range(LEVELS):
        for slot in range(MAX_SLOTS):
            count += s.slot_owner[pyramid, level, slot] == p
    return count


@rule
def permanent(s, p, kind, subject):
    """What the permanent god cards of one kind add for ``p`` (TE-10.6); ``subject``: a space or resource, else 0."""
    added = 0
    for card in PERMANENT:
        if s.god_owner[card] == p and REWARD[card] == kind and REWARD_SUBJECT[card] == subject:
            added += REWARD_N[card]
    return added


@rule
def in_force(s, kind, subject):
    """The number of the event in force if it is of this kind and about this subject, else 0 (TE-12.1)."""
    event = s.event_current
    return EFFECT_N[event] if EFFECT[event] == kind and EFFECT_SUBJECT[event] == subject else 0


@rule
def enter_worker(s, p):
    """Puts a reserve worker of ``p`` on Start; returns its slot, -1 if there is none (TE-2.3)."""
    slot = workers_on_board(s, p)
    if slot == WORKERS:
        return -1
    s.worker_space[p, slot] = 0
    s.worker_power[p, slot] = START_POWER
    return slot
