"""Round scoring (TE-13) and final scoring (TE-14)."""

from ...engine import rule
from ...engine.payoff import finish
from ..components import (
    COCOA,
    GOD_NUMBER,
    GODS,
    LEAST_TO_LEAD,
    LEVELS,
    MAX_SLOTS,
    POSITION_POINTS,
    PYRAMIDS,
    SOLE_LEADER,
    TEMPLES,
    TIED_LEADER,
)
from ..state import GOD_NUMBERS, MAJORITIES, OVER, POSITIONS, ROUND_LEADS
from .common import gain_points, steps_of, tiles_of, total_power

CATEGORIES = PYRAMIDS + TEMPLES + 2


@rule
def standing(s, p, category):
    """A player's value in one of the categories: tiles in each pyramid, steps on each track, statues, total power."""
    if category < PYRAMIDS:
        return tiles_of(s, p, category)
    if category < PYRAMIDS + TEMPLES:
        return steps_of(s, p, category - PYRAMIDS)
    return int(s.statues[p]) if category == PYRAMIDS + TEMPLES else total_power(s, p)


@rule
def score_round(s):
    """Points for leading in each category, less for a shared lead (TE-13.1)."""
    for category in range(CATEGORIES):
        most = 0
        leaders = 0
        for p in range(s.players):
            value = standing(s, p, category)
            if value > most:
                most = value
                leaders = 0
            leaders += value == most
        if most >= LEAST_TO_LEAD:
            for p in range(s.players):
                if standing(s, p, category) == most:
                    gain_points(s, p, SOLE_LEADER if leaders == 1 else TIED_LEADER, ROUND_LEADS)


@rule
def pyramid_sum(s, pyramid):
    """Sum of the numbers of all tiles in a pyramid."""
    total = 0
    for level in range(LEVELS):
        for slot in range(MAX_SLOTS):
            total += s.slot_number[pyramid, level, slot]
    return total


@rule
def score_majority(s, pyramid):
    """The sum of a pyramid goes to who has most tiles there; ties share it, rounded down (TE-14.1)."""
    most = 0
    leaders = 0
    for p in range(s.players):
        tiles = tiles_of(s, p, pyramid)
        if tiles > most:
            most = tiles
            leaders = 0
        leaders += tiles == most
    if most > 0:
        for p in range(s.players):
            if tiles_of(s, p, pyramid) == most:
                gain_points(s, p, pyramid_sum(s, pyramid) // leaders, MAJORITIES)


@rule
def end_game(s):
    """Final scoring; equal points are decided by cocoa, then by god cards (TE-14, TE-15.3)."""
    for pyramid in range(PYRAMIDS):
        score_majority(s, pyramid)
    for p in range(s.players):
        for t in range(TEMPLES):
            gain_points(s, p, POSITION_POINTS[s.track_pos[p, t]], POSITIONS)  # TE-14.2
        gods = 0
        for card in range(GODS):
            if s.god_owner[card] == p:
                gods += 1
                gain_points(s, p, GOD_NUMBER[card], GOD_NUMBERS)  # TE-14.3
        s.tiebreak[p] = int(s.resources[p, COCOA]) * (GODS + 1) + gods
    s.node = OVER
    finish(s)
