"""Selection of power cards and placing of pawns (AZ-4, AZ-5)."""

from ...engine import rule
from ..components import EDGE_FROM, EDGE_TO, SEASON_PAWNS, WARRIORS
from ..state import MOVE, PLACE, PLACE_SECOND
from .board import decider, own_side, side_of, turn_owner
from .cards import play_card
from .conflict import start_conflict_turn
from .season import clear_turn


@rule
def choose_power(s, c):
    s.power_now[s.seat] = c
    s.turn_pos += 1
    if s.turn_pos < s.players:
        s.seat = turn_owner(s)
        return
    receive_pawns(s)
    s.turn_pos = s.players - 1
    next_placement(s)


@rule
def receive_pawns(s):
    """Each side takes its pawns from the reserve, the rest from removed ones as far as they go (AZ-4.3, AZ-4.4)."""
    for side in range(s.players):
        due = SEASON_PAWNS[s.players, s.season - 1]
        fresh = min(due, int(s.reserve[side]))
        back = min(due - fresh, int(s.removed[side]))
        s.reserve[side] -= fresh
        s.removed[side] -= back
        s.to_place[side] = fresh + back


@rule
def next_placement(s):
    """Gives the turn to the next player with pawns to place; without any the conflict phase begins (AZ-5.1)."""
    for _ in range(s.players):
        s.turn_pos = (s.turn_pos + 1) % s.players
        p = turn_owner(s)
        if s.to_place[side_of(s, p)] > 0:
            s.seat = p
            s.node = PLACE
            return
    s.turn_pos = 0
    start_conflict_turn(s)


@rule
def can_play_warriors(s, p):
    """Whether Eagle and Jaguar Warriors may be played: a pawn must be there to take (AZ-5.6)."""
    side = side_of(s, p)
    return s.hand[p, WARRIORS] > 0 and not s.card_played and s.reserve[side] + s.removed[side] > 0


@rule
def play_warriors(s):
    side = own_side(s)
    play_card(s, decider(s), WARRIORS)
    s.card_played = True
    s.warriors_left = 2
    if s.reserve[side] > 0:
        s.reserve[side] -= 1
    else:
        s.removed[side] -= 1
    s.to_place[side] += 1


@rule
def place(s, r):
    side = own_side(s)
    s.pawns[side, r] += 1
    s.to_place[side] -= 1
    if s.warriors_left > 0:
        s.warriors_left -= 1
    s.node = PLACE_SECOND if s.warriors_left > 0 else MOVE


@rule
def move(s, edge):
    """Moves one pawn over a land border (AZ-5.4); ``edge`` -1 moves none."""
    if edge >= 0:
        side = own_side(s)
        s.pawns[side, EDGE_FROM[edge]] -= 1
        s.pawns[side, EDGE_TO[edge]] += 1
    clear_turn(s)
    next_placement(s)
