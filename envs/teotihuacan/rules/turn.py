"""The course of a turn (TE-4): action, meeting, god card, and who comes next."""

from ...engine import rule
from ..components import ROUNDS, TURNS
from ..state import GOD, GOD_DONE, MOVE
from .common import mover
from .gods import payable_gods
from .rounds import start_round
from .scoring import end_game, score_round
from .spaces import may_operate
from .temples import ability_waits
from .workers import meet


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
