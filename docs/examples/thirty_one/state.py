"""The cards, the state of one game and the flat action ids of Thirty-One."""

import numpy as np

from meeplezoo.envs.engine import ActionRange, ActionTable, state_dtype

LEAST_SEATS, SEATS = 2, 5
HAND, TURNS = 3, 8
SUITS, RANKS = "♠♥♦♣", ("7", "8", "9", "10", "J", "Q", "K", "A")
NAMES = [rank + suit for suit in SUITS for rank in RANKS]
CARDS = len(NAMES)
SUIT = np.arange(CARDS) // len(RANKS)
WORTH = np.array([7, 8, 9, 10, 10, 10, 10, 11] * len(SUITS))  # TO-3.2

GOOD = 25  # a hand to knock with, for Greedy

# Places of a card; a smaller number is the seat whose hand it is in.
STOCK, PILE = SEATS, SEATS + 1
# Values of the header's ``node``: the pending decision.
TURN, DISCARD, OVER = range(3)

STATE = state_dtype(
    [
        ("place", "i1", (CARDS,)),  # secret where it is a hand, unless the card is known
        ("known", "u1", (CARDS,)),  # everybody has seen whose hand the card is in
        ("top", "i1"),  # the open card; -1 once it is taken
        ("taken", "i1"),  # the card taken in this turn, -1 without
        ("knocker", "i1"),  # -1 before the knock
        ("turns_left", "i1"),
        ("scratch_unknown", "i1", (SEATS,)),
    ]
)

ACTIONS = ActionTable(
    [
        ActionRange("draw", 0, 1, "TO-2.1", "draw from the stock", lambda i, s: "draw from the stock"),
        ActionRange("take", 1, 1, "TO-2.2", "take the open card", lambda i, s: "take the open card"),
        ActionRange("knock", 2, 1, "TO-2.3", "knock", lambda i, s: "knock"),
        ActionRange("discard", 3, CARDS, "TO-2.4", "discard card i", lambda i, s: f"discard {NAMES[i]}"),
    ]
)
A = ACTIONS.at
