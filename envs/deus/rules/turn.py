"""The course of turns and rounds (DE-4.1, DE-9.4, DE-10) and the final score."""

from numpy import int64

from ...engine import rule
from ...engine.payoff import finish
from ..components import EFFECT_END, EFFECT_START, EFFECTS, MAJORITY_VP, N_RESOURCES, REFILL, TEMPLE_CAP
from ..state import MAIN, OVER
from ..vocabulary import AMOUNT, CAP, DIV, MEASURE, TEMPLE_KIND
from .board import measure
from .cards import draw_cards


@rule
def clear_turn(s):
    """Puts the fields of a turn to rest."""
    s.card = -1
    s.kind = -1
    s.pay_resource = -1
    s.offer_n = 0
    s.min_slot = 0
    s.god = -1
    s.frame_kind = -1
    s.frame_pos = -1
    s.frame_effect = -1
    leave_inner_frame(s)
    clear_effect(s)


@rule
def leave_inner_frame(s):
    s.inner_kind = -1
    s.inner_pos = -1
    s.inner_effect = -1


@rule
def clear_effect(s):
    """Puts the fields of one effect to rest."""
    s.left = 0
    s.used = 0
    s.counts[:] = 0
    s.trade_give = -1
    s.army_origin = -1
    s.moved = 0
    s.asked_column = -1


@rule
def note_end(s):
    """The end of the game is triggered by the last temple or the last village (DE-10.1)."""
    if s.end_round < 0 and (s.temple_supply == 0 or all_attacked(s)):
        s.end_round = s.round_no + 1


@rule
def all_attacked(s):
    for v in range(s.village_region.size):
        if s.village_region[v] >= 0 and not s.village_attacked[v]:
            return False
    return True


@rule
def end_action(s):
    """After an action: refill an empty hand (DE-9.4), then the next turn or the end (DE-10.2)."""
    if s.hand_len[s.seat] == 0:
        draw_cards(s, s.seat, REFILL)
    clear_turn(s)
    s.seats_done += 1
    begin_turn(s)


@rule
def begin_turn(s):
    """Finds the next player with a card, or ends the game; ``seats_done`` turns of this round are over."""
    while True:
        if s.seats_done == s.players:
            if (s.end_round >= 0 and s.round_no >= s.end_round) or s.round_no >= s.max_rounds:
                end_game(s)
                return
            s.round_no += 1
            s.seats_done = 0
        p = (s.first_player + s.seats_done) % s.players
        if s.hand_len[p] == 0:
            draw_cards(s, p, REFILL)
        if s.hand_len[p] > 0:
            s.seat = p
            s.node = MAIN
            return
        s.seats_done += 1  # passed: no cards anywhere (DE-9.4)


@rule
def end_game(s):
    """Adds temples and majorities to the VP tokens (DE-10.4) and ends the game."""
    for p in range(int64(s.players)):
        s.score[p] += temple_points(s, p)
    for j in range(N_RESOURCES + 1):
        score_majority(s, j)
    s.node = OVER
    finish(s)  # no tie-break (DE-10.5)


@rule
def temple_points(s, p):
    """VP of all temple cards of player ``p`` (DE-5.5, DE-8.10)."""
    total = 0
    for i in range(s.height[p, TEMPLE_KIND]):
        total += temple_card_points(s, p, s.column[p, TEMPLE_KIND, i])
    return total


@rule
def temple_card_points(s, p, card):
    points = 0
    for e in range(EFFECT_START[card], EFFECT_END[card]):
        points += counted(s, p, e)
    return min(points, TEMPLE_CAP)


@rule
def counted(s, p, e):
    """Units that a counting effect gives: n x floor(measure / div), at most cap unless cap is 0."""
    units = EFFECTS[e, AMOUNT] * (measure(s, p, EFFECTS[e, MEASURE]) // EFFECTS[e, DIV])
    return min(units, EFFECTS[e, CAP]) if EFFECTS[e, CAP] > 0 else units


@rule
def wealth(s, p, j):
    """How much of resource ``j`` player ``p`` has; 4 is gold."""
    return int64(s.gold[p]) if j == N_RESOURCES else int64(s.resources[p, j])


@rule
def score_majority(s, j):
    """Everyone with the most of resource ``j`` (4: gold), at least one, gets the VP (DE-10.4)."""
    most = 1
    for p in range(int64(s.players)):
        most = max(most, wealth(s, p, j))
    for p in range(int64(s.players)):
        if wealth(s, p, j) == most:
            s.score[p] += MAJORITY_VP
