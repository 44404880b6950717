"""Moves and meetings (TE-4.1, TE-6)."""

import numpy as np

from ...engine import rule
from ..actions import A
from ..components import (
    AT_START,
    COCOA,
    MAX_MOVE,
    MAX_POWER,
    MEET_ON_START,
    MEETING_COCOA,
    MIN_MOVE,
    SPACE_KIND,
    SPACES,
    WORKERS,
)
from ..state import NEUTRAL_SLOT
from .common import moved_neutral, moved_power, moved_space, mover


@rule
def mask_moves(s, mask):
    """Own workers, of interchangeable ones the first, and the neutral one (TE-D1)."""
    p = mover(s)
    for w in range(WORKERS):
        if s.worker_space[p, w] >= 0:
            fresh = True
            for v in range(w):
                if s.worker_space[p, v] == s.worker_space[p, w] and s.worker_power[p, v] == s.worker_power[p, w]:
                    fresh = False
            if fresh:
                mask_distances(w, np.int64(s.worker_space[p, w]), mask)
    if s.neutral_space >= 0:
        mask_distances(NEUTRAL_SLOT, np.int64(s.neutral_space), mask)


@rule
def mask_distances(slot, space, mask):
    """Start cannot be passed (TE-4.2)."""
    for d in range(MIN_MOVE, min(MAX_MOVE, SPACES - space) + 1):
        mask[A.move + slot * MAX_MOVE + d - 1] = True


@rule
def move_worker(s, slot, distance):
    s.moved_worker = slot
    if slot == NEUTRAL_SLOT:
        s.neutral_space = (s.neutral_space + distance) % SPACES
    else:
        s.worker_space[s.seat, slot] = (s.worker_space[s.seat, slot] + distance) % SPACES


@rule
def train_moved(s):
    """The moved worker gains 1 power."""
    if moved_neutral(s):
        s.neutral_power += 1
    else:
        s.worker_power[s.seat, s.moved_worker] += 1


@rule
def stands_apart(s, w, entered):
    """Whether the own worker ``w`` is the moved one or has entered in this turn."""
    moved = w == s.moved_worker
    return moved or w == entered


@rule
def meet(s, entered):
    """Training between the moved worker and all on its space, by the powers before the meeting (TE-6).

    ``entered`` is the own worker that has entered Start in this turn, -1 for none; it takes no part (TE-16.1).
    """
    space = moved_space(s)
    if SPACE_KIND[space] == AT_START and not (s.start_meetings or MEET_ON_START):  # TE-6.7
        return
    power = moved_power(s)
    learns = False
    masters = False
    for p in range(s.players):
        for w in range(WORKERS):
            if s.worker_space[p, w] == space and not (p == s.seat and stands_apart(s, w, entered)):
                resident = s.worker_power[p, w]
                learns |= power < resident < MAX_POWER  # TE-6.3
                masters |= resident == MAX_POWER  # TE-6.4
                if resident < power:  # TE-6.2
                    s.worker_power[p, w] += 1
    if s.neutral_space == space and not moved_neutral(s):  # TE-11.4
        resident = s.neutral_power
        learns |= power < resident < MAX_POWER
        masters |= resident == MAX_POWER
        if resident < power:
            s.neutral_power += 1
    if learns:
        train_moved(s)
    if masters and not moved_neutral(s):
        s.resources[s.seat, COCOA] += MEETING_COCOA
