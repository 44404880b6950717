"""The start of a season, turn order and the stack of score markers (AZ-2)."""

import numpy as np

from ...engine import rule
from ..state import SELECT
from .board import turn_owner


@rule
def clear_turn(s):
    """Puts the fields of a turn or fight to rest."""
    s.warriors_left = 0
    s.card_played = False
    s.canoe_lake = -1
    s.canoe_pair = -1
    s.blessing = -1
    clear_fight(s)


@rule
def clear_fight(s):
    s.fight_region = -1
    s.fight_step = 0
    s.games_played[:] = False


@rule
def start_season(s):
    s.season += 1
    s.settled[:] = False
    s.power_now[:] = -1
    rank_markers(s, s.turn_order)
    s.node = SELECT
    s.turn_pos = 0
    s.seat = turn_owner(s)


@rule
def rank_markers(s, order):
    """Writes the turn order: by score, among equals the higher marker first (AZ-2.2, AZ-2.4)."""
    for i in range(s.players):
        p = np.int64(s.marker_order[i])
        j = i
        while j > 0 and s.score[order[j - 1]] < s.score[p]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = p


@rule
def gain(s, p, points):
    """Moves a score marker; it lands on top of those already there (AZ-2.3)."""
    if points == 0:
        return
    s.score[p] += points
    j = 0
    while s.marker_order[j] != p:
        j += 1
    while j > 0:
        s.marker_order[j] = s.marker_order[j - 1]
        j -= 1
    s.marker_order[0] = p
