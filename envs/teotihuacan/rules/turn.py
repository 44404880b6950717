"""A turn (TE-4): move, action of the space, meeting, god card."""

import numpy as np

from ...engine import rule
from ..actions import (
    ACTIVATE_GOD,
    BE_REBORN,
    BUILD_STATUE,
    ENTER_START,
    EXCHANGE,
    MOVE_WORKER,
    PASS,
    PLACE_TILE,
    TAKE_FREE_STEP,
    TAKE_STEP,
    TRAIN_WORKER,
)
from ..components import (
    AT_MARKET,
    AT_SITE,
    AT_SOURCE,
    AT_START,
    AT_STATUES,
    AT_TEMPLE,
    AT_TRAINING,
    COCOA,
    DISPLAY,
    EFFECT_MIN,
    EXCHANGES,
    GIVES,
    GIVES_N,
    MARKET_BUY_RATE,
    MAX_MOVE,
    MAX_POWER,
    NONE,
    PERM_MARKET_OPS,
    PERM_START_COCOA,
    PERM_YIELD,
    REBIRTH_COCOA,
    REBIRTH_POINTS,
    REBIRTH_POWER,
    ROUNDS,
    SACRIFICE_COCOA,
    SPACE_COCOA,
    SPACE_KIND,
    SPACE_SUBJECT,
    STEP,
    TAKES,
    TAKES_N,
    TILE,
    TRAIN,
    TURNS,
    UPWARD,
    WORKERS,
    YIELD_MOD,
)
from ..state import BUILD, ENTER, EVENT_POINTS, GOD, GOD_DONE, MARKET, MOVE, REBIRTH, STATUE, TEMPLE, TRACKS
from .building import affordable_pyramids, build_statue, can_build_statue, mask_tiles, pay_statue, place_tile
from .common import (
    enter_worker,
    gain_points,
    in_force,
    moved_neutral,
    moved_power,
    moved_space,
    mover,
    permanent,
    workers_on_board,
)
from .gods import activate, mask_gods, payable_gods
from .scoring import end_game, score_round
from .setup import start_round
from .temples import ability_waits, drop_ability, mask_ability, step_cost, take_step
from .workers import mask_moves, meet, move_worker, train_moved


@rule
def is_forced(s):
    """A move is always asked, also when there is only one (TE-D1)."""
    return s.node != MOVE


@rule
def legal_mask(s, mask):
    p = mover(s)
    if s.node == MOVE:
        mask_moves(s, mask)
        return
    mask[PASS] = True
    if s.ability != NONE:
        mask_ability(s, mask)
    elif s.node == MARKET:
        for e in range(EXCHANGES):
            mask[EXCHANGE + e] = s.resources[p, GIVES[e]] >= exchange_rate(s, e)
    elif s.node == BUILD:
        mask_tiles(s, affordable_pyramids(s, p), mask)
    elif s.node == TEMPLE:
        mask[TAKE_STEP] = True
    elif s.node == STATUE:
        mask[BUILD_STATUE] = True
    elif s.node == REBIRTH:
        mask[BE_REBORN] = True
    elif s.node == ENTER:
        mask[ENTER_START] = True
    else:
        mask_gods(s, payable_gods(s, p), mask)


@rule
def apply(s, action):
    if s.ability != NONE:
        use_ability(s, action)
        go_on(s)
    elif s.node == MOVE:
        k = action - MOVE_WORKER
        move_worker(s, k // MAX_MOVE, k % MAX_MOVE + 1)
        if not act_on_arrival(s):
            go_on(s)
    elif s.node == ENTER:
        end_action(s, enter_worker(s, mover(s)) if action == ENTER_START else -1)
    elif s.node == REBIRTH:
        if action == BE_REBORN:
            be_reborn(s, mover(s))
        end_action(s, -1)
    elif s.node == GOD:
        s.node = GOD_DONE
        if action != PASS:
            activate(s, mover(s), action - ACTIVATE_GOD)
        go_on(s)
    else:
        operate(s, action)
        go_on(s)


@rule
def go_on(s):
    """Goes to the next decision that has an option (TE-D13, TE-D14)."""
    if ability_waits(s):
        return
    if s.node == GOD_DONE:
        end_turn(s)
    elif not may_operate(s):
        end_action(s, -1)


@rule
def end_action(s, entered):
    """The meeting, then the god card, if one can be activated."""
    s.ops_left = 0
    meet(s, entered)
    s.node = GOD
    if payable_gods(s, mover(s)) == 0:
        end_turn(s)


@rule
def end_turn(s):
    s.moved_worker = 0
    s.node = MOVE
    s.turn_in_round += 1
    if s.turn_in_round < TURNS * s.players:
        s.seat = (s.seat + 1) % s.players  # TE-3.3
        return
    score_round(s)
    s.round_no += 1
    s.turn_in_round = 0
    if s.round_no == ROUNDS:
        end_game(s)
    else:
        start_round(s)


# --- Actions of the spaces (TE-5) ------------------------------------------------------------------------------------


@rule
def act_on_arrival(s):
    """Carries out what is automatic on the reached space; returns whether Start or the Training Ground asks."""
    p = mover(s)
    space = moved_space(s)
    kind = SPACE_KIND[space]
    power = moved_power(s)
    own = not moved_neutral(s)
    if kind == AT_START:
        if own:
            s.resources[p, COCOA] += SPACE_COCOA + permanent(s, p, PERM_START_COCOA, 0)
        if workers_on_board(s, p) < WORKERS:
            s.node = ENTER
            return True
    elif kind == AT_SOURCE:
        if own:
            s.resources[p, SPACE_SUBJECT[space]] += harvest(s, p, space, power)
    elif kind == AT_TRAINING:
        if power < MAX_POWER:
            train_moved(s)
        elif own:
            s.node = REBIRTH
            return True
    elif kind == AT_MARKET:
        if own:
            allow(s, MARKET, power + permanent(s, p, PERM_MARKET_OPS, 0))
    elif kind == AT_SITE:
        allow(s, BUILD, power)
    elif kind == AT_TEMPLE:
        allow(s, TEMPLE, power)
    elif kind == AT_STATUES:
        allow(s, STATUE, power)
    return False


@rule
def allow(s, node, operations):
    s.node = node
    s.ops_left = operations


@rule
def harvest(s, p, space, power):
    """The yield of a resource space: permanent cards first, then the event (TE-5.1)."""
    amount = power + permanent(s, p, PERM_YIELD, space)
    change = in_force(s, YIELD_MOD, space)
    return amount if change == 0 else max(EFFECT_MIN[s.event_current], amount + change)


@rule
def exchange_rate(s, e):
    """How much an exchange takes; Great Caravans changes the upward ones (TE-5.5, E03)."""
    bargain = in_force(s, MARKET_BUY_RATE, 0)
    return bargain if UPWARD[e] and bargain > 0 else GIVES_N[e]


@rule
def may_operate(s):
    """Whether the space's action can go on: operations are left and one of them is possible."""
    if s.ops_left == 0:
        return False
    p = mover(s)
    if s.node == MARKET:
        for e in range(EXCHANGES):
            if s.resources[p, GIVES[e]] >= exchange_rate(s, e):
                return True
        return False
    if s.node == BUILD:
        return affordable_pyramids(s, p) != 0
    if s.node == TEMPLE:
        return s.resources[p, COCOA] >= step_cost(s, p, SPACE_SUBJECT[moved_space(s)])
    return can_build_statue(s, p)


@rule
def operate(s, action):
    """One operation on the market, the pyramid site, a temple or the statue site; PASS gives up the rest."""
    if action == PASS:
        s.ops_left = 0
        return
    s.ops_left -= 1
    p = mover(s)
    if s.node == MARKET:
        e = action - EXCHANGE
        s.resources[p, GIVES[e]] -= exchange_rate(s, e)
        s.resources[p, TAKES[e]] += TAKES_N[e]
    elif s.node == BUILD:
        k = action - PLACE_TILE
        place_tile(s, p, k // DISPLAY, k % DISPLAY, True)
    elif s.node == TEMPLE:
        temple = SPACE_SUBJECT[moved_space(s)]
        s.resources[p, COCOA] -= step_cost(s, p, temple)
        take_step(s, p, temple)
    else:
        pay_statue(s, p)
        build_statue(s, p)


@rule
def be_reborn(s, p):  # TE-5.8
    s.resources[p, COCOA] += REBIRTH_COCOA
    s.worker_power[p, s.moved_worker] = REBIRTH_POWER
    s.rebirths[p] += 1
    gain_points(s, p, in_force(s, REBIRTH_POINTS, 0), EVENT_POINTS)


@rule
def use_ability(s, action):
    """Carries the waiting ability out. It is removed before its effect, which may bring another one (TE-9.5)."""
    p = mover(s)
    ability = int(s.ability)
    left = np.int64(s.ability_arg)
    drop_ability(s)
    if action == PASS:
        return
    if ability == TRAIN:
        s.worker_power[p, action - TRAIN_WORKER] += 1
        if left > 1:
            s.ability = TRAIN
            s.ability_arg = left - 1
    elif ability == TILE:
        k = action - PLACE_TILE
        place_tile(s, p, k // DISPLAY, k % DISPLAY, False)
    elif ability == STEP:
        take_step(s, p, action - TAKE_FREE_STEP)
    else:
        s.resources[p, COCOA] -= SACRIFICE_COCOA
        gain_points(s, p, left, TRACKS)
