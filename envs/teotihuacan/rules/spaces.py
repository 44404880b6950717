"""The actions of the spaces (TE-5): what happens on arrival and each operation after it."""

from ...engine import rule
from ..actions import A
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
    MAX_POWER,
    PERM_MARKET_OPS,
    PERM_START_COCOA,
    PERM_YIELD,
    REBIRTH_COCOA,
    REBIRTH_POINTS,
    REBIRTH_POWER,
    SPACE_COCOA,
    SPACE_KIND,
    SPACE_SUBJECT,
    TAKES,
    TAKES_N,
    UPWARD,
    WORKERS,
    YIELD_MOD,
)
from ..state import BUILD, ENTER, EVENT_POINTS, MARKET, REBIRTH, STATUE, TEMPLE
from .building import affordable_pyramids, build_statue, can_build_statue, pay_statue, place_tile
from .common import gain_points, in_force, moved_neutral, moved_power, moved_space, mover, permanent, workers_on_board
from .temples import step_cost, take_step
from .workers import train_moved


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
def mask_exchanges(s, p, mask):
    for e in range(EXCHANGES):
        mask[A.exchange + e] = s.resources[p, GIVES[e]] >= exchange_rate(s, e)


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
    """One operation on the market, the pyramid site, a temple or the statue site; A.pass_ gives up the rest."""
    if action == A.pass_:
        s.ops_left = 0
        return
    s.ops_left -= 1
    p = mover(s)
    if s.node == MARKET:
        e = action - A.exchange
        s.resources[p, GIVES[e]] -= exchange_rate(s, e)
        s.resources[p, TAKES[e]] += TAKES_N[e]
    elif s.node == BUILD:
        k = action - A.tile
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
