"""What may be done at each decision, and who carries it out (section 5 of RULES.md)."""

import numpy as np

from ...engine import rule
from ..actions import A
from ..components import COCOA, DISPLAY, MAX_MOVE, NONE, SACRIFICE_COCOA, STEP, TILE, TRAIN
from ..state import BUILD, ENTER, GOD, GOD_DONE, MARKET, MOVE, REBIRTH, STATUE, TEMPLE, TRACKS
from .building import affordable_pyramids, mask_tiles, place_tile
from .common import enter_worker, gain_points, mover
from .gods import activate, mask_gods, payable_gods
from .spaces import act_on_arrival, be_reborn, mask_exchanges, operate
from .temples import drop_ability, mask_ability, take_step
from .turn import end_action, go_on
from .workers import mask_moves, move_worker


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
    mask[A.pass_] = True
    if s.ability != NONE:
        mask_ability(s, mask)
    elif s.node == MARKET:
        mask_exchanges(s, p, mask)
    elif s.node == BUILD:
        mask_tiles(s, affordable_pyramids(s, p), mask)
    elif s.node == TEMPLE:
        mask[A.step] = True
    elif s.node == STATUE:
        mask[A.statue] = True
    elif s.node == REBIRTH:
        mask[A.rebirth] = True
    elif s.node == ENTER:
        mask[A.enter] = True
    else:
        mask_gods(s, payable_gods(s, p), mask)


@rule
def apply(s, action):
    if s.ability != NONE:
        use_ability(s, action)
        go_on(s)
    elif s.node == MOVE:
        k = action - A.move
        move_worker(s, k // MAX_MOVE, k % MAX_MOVE + 1)
        if not act_on_arrival(s):
            go_on(s)
    elif s.node == ENTER:
        end_action(s, enter_worker(s, mover(s)) if action == A.enter else -1)
    elif s.node == REBIRTH:
        if action == A.rebirth:
            be_reborn(s, mover(s))
        end_action(s, -1)
    elif s.node == GOD:
        s.node = GOD_DONE
        if action != A.pass_:
            activate(s, mover(s), action - A.god)
        go_on(s)
    else:
        operate(s, action)
        go_on(s)


@rule
def use_ability(s, action):
    """Carries the waiting ability out. It is removed before its effect, which may bring another one (TE-9.5)."""
    p = mover(s)
    ability = int(s.ability)
    left = np.int64(s.ability_arg)
    drop_ability(s)
    if action == A.pass_:
        return
    if ability == TRAIN:
        s.worker_power[p, action - A.train] += 1
        if left > 1:
            s.ability = TRAIN
            s.ability_arg = left - 1
    elif ability == TILE:
        k = action - A.tile
        place_tile(s, p, k // DISPLAY, k % DISPLAY, False)
    elif ability == STEP:
        take_step(s, p, action - A.free_step)
    else:
        s.resources[p, COCOA] -= SACRIFICE_COCOA
        gain_points(s, p, left, TRACKS)
