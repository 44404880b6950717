"""A quick guess at how good a position of Teotihuacan is for a seat; the Greedy agent maximises it one ply ahead."""

import numpy as np

from ..engine import rule
from .components import (
    GOD_NUMBER,
    GODS,
    POSITION_POINTS,
    PYRAMIDS,
    RESOURCES,
    ROUNDS,
    SACRIFICE,
    SOLE_LEADER,
    STATUE_VALUE,
    STEP,
    TEMPLES,
    TIED_LEADER,
    TILE,
    TRAIN,
    TURNS,
)
from .rules.building import can_build_statue, open_level
from .rules.common import tiles_of, total_power, workers_on_board
from .rules.scoring import CATEGORIES, pyramid_sum, standing
from .state import BUILD, MARKET, STATUE, TEMPLE

N_RESOURCES = len(RESOURCES)
WORTH = np.array([0.7, 0.9, 1.2, 2.0])  # points that a cocoa, stone, wood, gold becomes in time
ENOUGH = np.array([10, 8, 6, 4])  # what goes beyond is worth half
POWER_WORTH = 5.0  # of one level over the whole game
WORKER_WORTH = 3.0
STEP_WORTH = 0.5
USING_UP = 6  # own turns that it takes to use resources up
OPERATION_WORTH = np.array([0.0, 0.4, 3.0, 1.5, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0])  # of one more operation, by node


@rule
def appraise(s, seat):
    """Points now and those to be expected from what the seat owns, against the mean of the others."""
    n = int(s.players)
    value = prospects(s, seat)
    for p in range(n):
        if p != seat:
            value -= (s.score[p] if s.over else prospects(s, p)) / (n - 1)
    return value if not s.over else value + 0.01 * s.tiebreak[seat]


@rule
def prospects(s, p):
    """Points of a seat and an estimate of those to come."""
    value = float(s.score[p])
    if s.over:
        return value
    left = turns_left(s)
    value += left / (ROUNDS * TURNS) * (POWER_WORTH * total_power(s, p) + WORKER_WORTH * workers_on_board(s, p))
    value += holdings(s, p) * min(1.0, left / USING_UP)
    for t in range(TEMPLES):
        value += POSITION_POINTS[s.track_pos[p, t]] + STEP_WORTH * s.track_pos[p, t]
    for card in range(GODS):
        if s.god_owner[card] == p:
            value += GOD_NUMBER[card]
    value += shares(s, p)
    if p == s.seat:
        value += waiting(s, p)
    return value


@rule
def turns_left(s):
    """Turns each player still has, about."""
    return (ROUNDS - s.round_no) * TURNS - s.turn_in_round / s.players


@rule
def holdings(s, p):
    """Worth of resources; less for what exceeds the need."""
    value = 0.0
    for r in range(N_RESOURCES):
        value += WORTH[r] * (min(s.resources[p, r], ENOUGH[r]) + max(0, s.resources[p, r] - ENOUGH[r]) / 2)
    return value


@rule
def shares(s, p):
    """Expected majorities and leads of the rounds to come."""
    value = 0.0
    for y in range(PYRAMIDS):
        own = tiles_of(s, p, y)
        if own > 0:
            total = 0
            best = 0
            for q in range(s.players):
                tiles = tiles_of(s, q, y)
                total += tiles
                best = max(best, tiles)
            value += pyramid_sum(s, y) * (0.5 * own / total + 0.5 * (own == best))
    for category in range(CATEGORIES):
        value += 0.5 * (ROUNDS - s.round_no) * lead(s, p, category)
    return value


@rule
def lead(s, p, category):
    """What the seat would score in a category if the round ended now."""
    own = standing(s, p, category)
    if own == 0:
        return 0
    points = SOLE_LEADER
    for q in range(s.players):
        if q != p:
            other = standing(s, q, category)
            if other > own:
                return 0
            if other == own:
                points = TIED_LEADER
    return points


@rule
def waiting(s, p):
    """What the pending decision is worth: an ability, the next operation, a god card."""
    value = OPERATION_WORTH[s.node]
    if s.ops_left == 0 and s.node in (MARKET, BUILD, TEMPLE, STATUE):
        value = 0.0
    elif s.node == BUILD:
        value += best_open_level(s)
    elif s.node == STATUE and can_build_statue(s, p):
        value += STATUE_VALUE[s.statues[p]] - 4
    if s.ability == TRAIN:
        value += POWER_WORTH * turns_left(s) / (ROUNDS * TURNS)
    elif s.ability == TILE:
        value += 3 + 2 * best_open_level(s)
    elif s.ability == STEP:
        value += 3
    elif s.ability == SACRIFICE:
        value += s.ability_arg - 1
    return value


@rule
def best_open_level(s):
    """The highest level that is open on any pyramid."""
    best = 0
    for y in range(PYRAMIDS):
        best = max(best, open_level(s, y))
    return best
