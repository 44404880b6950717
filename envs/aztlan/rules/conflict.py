"""The conflict phase (AZ-6)."""

import numpy as np

from ...engine import rule
from ..components import POWER, REGIONS, SACRED_GAMES, TLATOANI
from ..state import CONFLICT, GAMES, TIE_WINNER
from .board import decider, side_of, turn_owner
from .cards import draw_card, play_card
from .scoring import start_scoring_turn
from .season import clear_fight, clear_turn


@rule
def strength(s, p, r):
    """Power of the season's card times own pawns in the region (AZ-6.1)."""
    return POWER[s.power_now[p]] * int(s.pawns[side_of(s, p), r])


@rule
def army(s, p, k):
    """Side and power of the ``k``-th player clockwise from ``p``; power 0 if there is none."""
    if k >= s.players:
        return np.int64(0), np.int32(0)
    q = p + k
    if q >= s.players:
        q -= s.players
    return side_of(s, q), np.int32(POWER[s.power_now[q]])


@rule
def standing(s, p, r):
    """How ``p`` stands in region ``r``: 2 alone strongest of several, 1 tied for the top, 0 no say."""
    own = strength(s, p, r)
    if own == 0:
        return 0
    rivals = 0
    tied = False
    for q in range(s.players):
        if q != p:
            other = strength(s, q, r)
            if other > own:
                return 0
            tied |= other == own
            rivals += other > 0
    if rivals == 0:
        return 0
    return 1 if tied else 2


@rule
def start_conflict_turn(s):
    s.node = CONFLICT
    s.seat = turn_owner(s)


@rule
def play_tlatoani(s, r):
    play_card(s, decider(s), TLATOANI)
    s.card_played = True
    s.fight_region = r
    s.node = TIE_WINNER


@rule
def fight(s, r):
    s.fight_region = r
    ask_rival(s, 0)


@rule
def ask_rival(s, step):
    """Asks the next rival who holds Sacred Games, in turn order after the fighter; then fights (AZ-6.8)."""
    for k in range(step, s.players - 1):
        q = np.int64(s.turn_order[(s.turn_pos + 1 + k) % s.players])
        if s.hand[q, SACRED_GAMES] > 0 and s.pawns[side_of(s, q), s.fight_region] > 0:
            s.node = GAMES
            s.seat = q
            s.fight_step = k
            return
    settle_fight(s)


@rule
def answer_games(s, plays):
    if plays:
        play_card(s, decider(s), SACRED_GAMES)
        s.games_played[s.seat] = True
    ask_rival(s, s.fight_step + 1)


@rule
def settle_fight(s):
    """Removes the rivals' pawns but for those saved; the winner draws one card if any were (AZ-6.5, AZ-6.8)."""
    p = turn_owner(s)
    r = np.int64(s.fight_region)
    saved = False
    for q in range(s.players):
        if q == p:
            continue
        if s.games_played[q]:
            saved = True
        else:
            remove_pawns(s, side_of(s, q), r)
    if saved:
        draw_card(s, p)
    end_conflict(s, r)


@rule
def coexist(s, r):
    draw_card(s, decider(s))
    end_conflict(s, r)


@rule
def remove_pawns(s, side, r):
    s.removed[side] += s.pawns[side, r]
    s.pawns[side, r] = 0


@rule
def end_conflict(s, r):
    """The region is finished for this season; the active player goes on."""
    s.settled[r] = True
    clear_fight(s)
    start_conflict_turn(s)


@rule
def end_conflict_turn(s):
    clear_turn(s)
    s.turn_pos += 1
    if s.turn_pos < s.players:
        start_conflict_turn(s)
        return
    settle_ties(s)
    s.turn_pos = 0
    start_scoring_turn(s)


@rule
def settle_ties(s):
    """In tied regions that no Tlatoani broke, the weaker sides lose their pawns (AZ-6.6)."""
    for r in range(REGIONS):
        top = 0
        present = 0
        for p in range(s.players):
            own = strength(s, p, r)
            present += own > 0
            top = max(top, own)
        if present < 2 or s.settled[r]:
            continue
        s.settled[r] = True
        for p in range(s.players):
            if strength(s, p, r) < top:
                remove_pawns(s, side_of(s, p), r)
