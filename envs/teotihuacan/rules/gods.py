"""God cards (TE-10): conditions and rewards of the closed vocabulary."""

import numpy as np

from ...engine import rule
from ..actions import A
from ..components import (
    ALL_TEMPLES_STEPS,
    COCOA,
    CONDITION,
    CONDITION_N,
    CONDITION_SUBJECT,
    ENTER_WORKER,
    EVENT_GOD_COST,
    FREE_STATUE,
    FREE_STEP,
    FREE_TILE,
    GAIN,
    GOD_COST,
    GOLD,
    HOLD_EACH,
    HOLD_RESOURCE,
    LEVELS_COMPLETED,
    MAX_GOD_SLOTS,
    N_RESOURCES,
    POINTS,
    PYRAMIDS,
    PYRAMIDS_PRESENT,
    REBIRTHS,
    REWARD,
    REWARD_GAIN,
    REWARD_N,
    STATUES_BUILT,
    STEP,
    STONE,
    TEMPLE_STEPS,
    TEMPLES,
    TILE,
    TILES_TOTAL,
    TOTAL_POWER,
    TRACK_LENGTH,
    TRAIN,
    TRAININGS,
    WOOD,
    WORKERS,
    WORKERS_ON_BOARD,
    WORKERS_WITH_POWER,
)
from ..state import GOD_REWARDS
from .building import build_statue
from .common import enter_worker, gain_points, in_force, steps_of, tiles_of, total_power, workers_on_board


@rule
def god_price(s):
    """Cocoa for a god card (TE-10.1, E12)."""
    return max(0, GOD_COST + in_force(s, EVENT_GOD_COST, 0))


@rule
def measure(s, p, card):
    """How much ``p`` has of what a card's condition counts."""
    kind = CONDITION[card]
    subject = CONDITION_SUBJECT[card]
    if kind == HOLD_RESOURCE:
        return int(s.resources[p, subject])
    if kind == HOLD_EACH:
        return int(min(s.resources[p, STONE], s.resources[p, WOOD], s.resources[p, GOLD]))
    if kind == WORKERS_WITH_POWER:
        count = 0
        for w in range(WORKERS):
            count += s.worker_space[p, w] >= 0 and s.worker_power[p, w] >= subject
        return count
    if kind == TOTAL_POWER:
        return total_power(s, p)
    if kind == WORKERS_ON_BOARD:
        return workers_on_board(s, p)
    if kind == TEMPLE_STEPS:
        return steps_of(s, p, subject)
    if kind == REBIRTHS:
        return int(s.rebirths[p])
    if kind == STATUES_BUILT:
        return int(s.statues[p])
    if kind == LEVELS_COMPLETED:
        return int(s.levels_completed[p])
    return measure_spread(s, p, kind)


@rule
def measure_spread(s, p, kind):
    """Conditions over all temples or pyramids."""
    if kind in (TILES_TOTAL, PYRAMIDS_PRESENT):
        tiles = 0
        present = 0
        for y in range(PYRAMIDS):
            here = tiles_of(s, p, y)
            tiles += here
            present += here > 0
        return tiles if kind == TILES_TOTAL else present
    least = steps_of(s, p, 0)
    laps = 0
    for t in range(TEMPLES):
        least = min(least, steps_of(s, p, t))
        laps += steps_of(s, p, t) // TRACK_LENGTH
    return least if kind == ALL_TEMPLES_STEPS else laps


@rule
def payable_gods(s, p):
    """The display slots whose card ``p`` may activate now, as a bit mask (TE-10.1, TE-10.2)."""
    slots = 0
    if s.resources[p, COCOA] >= god_price(s):
        for k in range(MAX_GOD_SLOTS):
            card = np.int64(s.god_display[k])
            if card >= 0 and measure(s, p, card) >= CONDITION_N[card]:
                slots |= 1 << k
    return slots


@rule
def mask_gods(s, slots, mask):
    for k in range(MAX_GOD_SLOTS):
        mask[A.god + k] = slots >> k & 1


@rule
def activate(s, p, k):
    """Pays and takes the card in display slot ``k``; its reward may leave an ability waiting (TE-10.3, TE-10.4)."""
    card = np.int64(s.god_display[k])
    s.resources[p, COCOA] -= god_price(s)
    s.god_display[k] = -1
    s.god_owner[card] = p
    reward = REWARD[card]
    if reward == GAIN:
        for r in range(N_RESOURCES):
            s.resources[p, r] += REWARD_GAIN[card, r]
    elif reward == POINTS:
        gain_points(s, p, REWARD_N[card], GOD_REWARDS)
    elif reward == TRAININGS:
        s.ability = TRAIN
        s.ability_arg = REWARD_N[card]
    elif reward == FREE_TILE:
        s.ability = TILE
    elif reward == FREE_STEP:
        s.ability = STEP
    elif reward == FREE_STATUE:
        build_statue(s, p)
    elif reward == ENTER_WORKER:
        enter_worker(s, p)
