"""The rules of Thirty-One on a state ``s``. Numbers such as TO-2.1 refer to RULES.md."""

from meeplezoo.envs.engine import rule
from meeplezoo.envs.engine.payoff import finish
from meeplezoo.envs.engine.rng import randint

from .state import CARDS, DISCARD, GOOD, HAND, OVER, PILE, STOCK, SUIT, SUITS, TURN, TURNS, WORTH, A


@rule
def reset(s):
    """Deals on a zeroed state; ``players`` and ``rng`` are filled in."""
    s.place[:] = STOCK
    for p in range(s.players):
        for _ in range(HAND):
            draw(s, p)  # TO-1.1
    s.top = draw(s, PILE)
    s.seat = randint(s, s.players)  # TO-1.2
    s.taken = s.knocker = -1
    s.turns_left = TURNS * int(s.players)


@rule
def draw(s, place):
    """Moves a random card of the stock: its order is drawn when it is needed, so nobody has to hide it."""
    k = randint(s, stock(s))
    for card in range(CARDS):
        if s.place[card] == STOCK:
            if k == 0:
                s.place[card] = place
                return card
            k -= 1
    return -1


@rule
def stock(s):
    """How many cards are left to draw."""
    number = 0
    for card in range(CARDS):
        number += s.place[card] == STOCK
    return number


@rule
def legal_mask(s, mask):
    """Marks the legal actions of the pending decision."""
    if s.node == TURN:
        mask[A.draw] = stock(s) > 0  # TO-2.1
        mask[A.take] = True  # TO-2.2
        mask[A.knock] = s.knocker < 0  # TO-2.3
    else:
        for card in range(CARDS):
            mask[A.discard + card] = s.place[card] == s.seat and card != s.taken  # TO-2.4


@rule
def apply(s, action):
    """Carries out one legal action."""
    if action == A.draw:
        draw(s, s.seat)
        s.node = DISCARD
    elif action == A.take:
        s.taken, s.top = s.top, -1
        s.place[s.taken] = s.seat
        s.known[s.taken] = True  # everybody has seen it
        s.node = DISCARD
    elif action == A.knock:
        s.knocker = s.seat
        end_turn(s)
    else:
        s.taken, s.top = -1, action - A.discard
        s.place[s.top] = PILE
        s.known[s.top] = False
        end_turn(s)


@rule
def end_turn(s):
    """The next seat's turn, or the end (TO-3.1)."""
    s.turns_left -= 1
    s.node = TURN
    s.seat = (int(s.seat) + 1) % int(s.players)
    if s.turns_left == 0 or s.seat == s.knocker:
        for card in range(CARDS):
            s.known[card] = s.place[card] < s.players  # TO-3.2
        for p in range(s.players):
            s.score[p] = worth(s, p)
        if s.knocker >= 0:
            s.tiebreak[s.knocker] = -1  # TO-3.3
        s.node = OVER
        finish(s)


@rule
def worth(s, p):
    """The best suit of a hand, of at most three cards (TO-3.2)."""
    best = 0
    for suit in range(len(SUITS)):
        cards, total, least = 0, 0, 99
        for card in range(CARDS):
            if s.place[card] == p and SUIT[card] == suit:
                cards += 1
                total += WORTH[card]
                least = min(least, WORTH[card])
        best = max(best, total - least if cards > HAND else total)
    return best


@rule
def resample_hidden(s, seat, seed):
    """The others put back what ``seat`` has not seen and draw as many cards anew."""
    s.rng = seed
    for card in range(CARDS):
        p = s.place[card]
        if p < STOCK and p != seat and not s.known[card]:
            s.place[card] = STOCK
            s.scratch_unknown[p] += 1
    for p in range(s.players):
        while s.scratch_unknown[p] > 0:
            s.scratch_unknown[p] -= 1
            draw(s, p)


@rule
def appraise(s, seat):
    """Points in the own hand, and for a knock how good a hand it was made with; at the end the result."""
    if s.over:
        return 100.0 * s.payoff[seat]
    value = float(worth(s, seat))
    return 2 * value - GOOD if s.knocker == seat else value
