"""A quick guess at how good a position of Teotihuacan is for a seat; the Greedy agent maximises it one ply ahead."""

import numpy as np

from ..engine import rule
from .components import (
    AT_SITE,
    AT_SOURCE,
    AT_STATUES,
    AT_TEMPLE,
    AT_TRAINING,
    COCOA,
    GOD_NUMBER,
    GODS,
    GOLD,
    LEVEL_POINTS,
    LEVELS,
    MAX_MOVE,
    MAX_POWER,
    MAX_STATUES,
    N_RESOURCES,
    POSITION_POINTS,
    PYRAMIDS,
    ROUNDS,
    SACRIFICE,
    SOLE_LEADER,
    SPACE_KIND,
    SPACE_SUBJECT,
    SPACES,
    STATUE_COST,
    STATUE_VALUE,
    STEP,
    STONE,
    TEMPLES,
    TIED_LEADER,
    TILE,
    TILE_COST,
    TILE_POINTS,
    TRACK_ABILITY,
    TRACK_COST,
    TRACK_LENGTH,
    TRACK_POINTS,
    TRAIN,
    TURNS,
    WOOD,
    WORKERS,
)
from .rules.building import open_level
from .rules.common import moved_space, tiles_of, total_power, workers_on_board
from .rules.scoring import CATEGORIES, pyramid_sum, standing
from .state import BUILD, GOD, MARKET, STATUE, TEMPLE

# Worth in points, tuned by random search over games between Greedy agents.
WORTH = np.array([0.7, 0.8, 1.5, 0.4])  # of a cocoa, stone, wood, gold
ENOUGH = np.array([8, 6, 5, 4])  # what goes beyond is worth half
USING_UP = 7.5  # own turns that it takes to use resources up
POWER_WORTH = 10.5  # of one level over the whole game
WORKER_WORTH = 5.5
STEP_WORTH = 0.3
TILE_WORTH = 3.0  # of a tile beyond its points at once
ABILITY_WORTH = 2.9
MARKET_WORTH = 0.4
GOD_WORTH = 1.5  # of a god card beyond its price
PROMISE = 0.8  # part of the best next move that counts
LEAD_WORTH = 0.8  # part of the round scoring to come that counts
SHARE = 0.6  # part of a majority that goes by the share of tiles rather than by the lead


@rule
def appraise(s, seat):
    """Points now and those to be expected from what the seat owns, against the mean of the others."""
    n = np.int64(s.players)  # wide, as the seat below, so that the functions are compiled once
    value = prospects(s, np.int64(seat))
    for p in range(n):
        if p != seat:
            value -= prospects(s, p) / (n - 1)
    return value + 0.001 * s.tiebreak[seat]


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
    return value + PROMISE * best_move(s, p) * min(1.0, left)


@rule
def turns_left(s):
    """Turns each player still has, about."""
    return (ROUNDS - s.round_no) * TURNS - s.turn_in_round / s.players


@rule
def holdings(s, p):
    """Worth of resources; less for what exceeds the need."""
    value = 0.0
    for r in range(N_RESOURCES):
        held = int(s.resources[p, r])
        value += WORTH[r] * (min(held, ENOUGH[r]) + max(0, held - ENOUGH[r]) / 2)
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
            value += pyramid_sum(s, y) * (SHARE * own / total + (1 - SHARE) * (own == best))
    for category in range(CATEGORIES):
        value += LEAD_WORTH * (ROUNDS - s.round_no) * lead(s, p, category)
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
    """What the pending decision is worth: an ability, the next operations, a god card."""
    value = 0.0
    if s.ops_left > 0:
        if s.node == MARKET:
            value += MARKET_WORTH * s.ops_left
        elif s.node == BUILD:
            value += tiles_gain(s, p, np.int64(s.ops_left))
        elif s.node == TEMPLE:
            value += steps_gain(s, p, SPACE_SUBJECT[moved_space(s)], np.int64(s.ops_left))
        elif s.node == STATUE:
            value += statues_gain(s, p, np.int64(s.ops_left))
    if s.node == GOD:
        value += GOD_WORTH
    if s.ability == TRAIN:
        value += POWER_WORTH * turns_left(s) / (ROUNDS * TURNS)
    elif s.ability == TILE:
        value += ABILITY_WORTH + TILE_WORTH
    elif s.ability == STEP:
        value += ABILITY_WORTH
    elif s.ability == SACRIFICE:
        value += s.ability_arg - WORTH[COCOA]
    return value


# --- What the next move would bring ----------------------------------------------------------------------------------


@rule
def best_move(s, p):
    """The gain of the best move of an own worker."""
    best = 0.0
    for w in range(WORKERS):
        space = np.int64(s.worker_space[p, w])
        if space >= 0:
            for d in range(1, min(MAX_MOVE, SPACES - space) + 1):
                best = max(best, move_gain(s, p, (space + d) % SPACES, np.int64(s.worker_power[p, w])))
    return best


@rule
def move_gain(s, p, space, power):
    """What the action of a space would bring beyond what it costs."""
    kind = SPACE_KIND[space]
    if kind == AT_SOURCE:
        return WORTH[SPACE_SUBJECT[space]] * power
    if kind == AT_SITE:
        return tiles_gain(s, p, power)
    if kind == AT_TEMPLE:
        return steps_gain(s, p, SPACE_SUBJECT[space], power)
    if kind == AT_STATUES:
        return statues_gain(s, p, power)
    if kind == AT_TRAINING and power < MAX_POWER:
        return POWER_WORTH * turns_left(s) / (ROUNDS * TURNS)
    return WORTH[COCOA]


@rule
def tiles_gain(s, p, operations):
    """Of building the dearest tiles that can be paid."""
    stone = int(s.resources[p, STONE])
    wood = int(s.resources[p, WOOD])
    gold = int(s.resources[p, GOLD])
    gain = 0.0
    for level in range(LEVELS - 1, -1, -1):
        if is_open(s, level):
            while operations > 0 and stone >= TILE_COST[level, STONE] and wood >= TILE_COST[level, WOOD]:
                if gold < TILE_COST[level, GOLD]:
                    break
                stone -= TILE_COST[level, STONE]
                wood -= TILE_COST[level, WOOD]
                gold -= TILE_COST[level, GOLD]
                operations -= 1
                cost = TILE_COST[level, STONE] * WORTH[STONE] + TILE_COST[level, WOOD] * WORTH[WOOD]
                cost += TILE_COST[level, GOLD] * WORTH[GOLD]
                gain += max(0.0, TILE_POINTS[level] + LEVEL_POINTS[level] / 3 + TILE_WORTH + level - cost)
    return gain


@rule
def is_open(s, level):
    """Whether some pyramid is open on this level."""
    for y in range(PYRAMIDS):
        if open_level(s, y) == level:
            return True
    return False


@rule
def steps_gain(s, p, temple, operations):
    """Of the steps on a track that can be paid."""
    cocoa = int(s.resources[p, COCOA])
    space = int(s.track_pos[p, temple]) + 1
    gain = 0.0
    while operations > 0 and space <= TRACK_LENGTH and cocoa >= TRACK_COST[temple, space]:
        cocoa -= TRACK_COST[temple, space]
        gain += TRACK_POINTS[temple, space] + STEP_WORTH - WORTH[COCOA] * TRACK_COST[temple, space]
        if TRACK_ABILITY[temple, space] > 0:
            gain += ABILITY_WORTH
        if space < TRACK_LENGTH:
            gain += POSITION_POINTS[space] - POSITION_POINTS[space - 1]
        space += 1
        operations -= 1
    return max(0.0, gain)


@rule
def statues_gain(s, p, operations):
    """Of the statues that can be paid."""
    cost = 0.0
    for r in range(N_RESOURCES):
        cost += WORTH[r] * STATUE_COST[r]
        if STATUE_COST[r] > 0:
            operations = min(operations, int(s.resources[p, r]) // STATUE_COST[r])
    gain = 0.0
    for k in range(min(operations, MAX_STATUES - int(s.statues[p]))):
        gain += max(0.0, STATUE_VALUE[s.statues[p] + k] - cost)
    return gain
