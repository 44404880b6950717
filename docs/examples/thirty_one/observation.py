"""What a seat sees in Thirty-One: named fields; seats are relative to the observer (row 0), then clockwise."""

import numpy as np

from meeplezoo.envs.engine import Field, ObservationLayout, place_of, rule

from .state import CARDS, LEAST_SEATS, OVER, PILE, SEATS, TURNS

LAYOUT = ObservationLayout(
    [
        Field("players", (SEATS - LEAST_SEATS + 1,), 1, "number of players, one-hot 2–5"),
        Field("node", (OVER,), 1, "decision, one-hot: turn, discard (none: the game is over)"),
        Field("to_decide", (SEATS,), 1, "seat to decide, one-hot"),
        Field("knocker", (SEATS,), 1, "who has knocked, one-hot"),
        Field("turns_left", (), TURNS * SEATS, "turns left without a knock"),
        Field("top", (CARDS,), 1, "the open card, one-hot"),
        Field("pile", (CARDS,), 1, "the open card and those that it covers"),
        Field("known", (SEATS, CARDS), 1, "cards that everybody knows to be in a hand"),
        Field("own_hand", (CARDS,), 1, "the observer's cards", visibility="own"),
        Field("hands", (SEATS, CARDS), 1, "all hands", visibility="hidden"),
    ]
)
AT = LAYOUT.at


@rule
def observe_known(s, seat, out):
    """Writes public and own fields."""
    n = int(s.players)
    out[AT.players + n - LEAST_SEATS] = 1
    if not s.over:
        out[AT.node + s.node] = 1
        out[AT.to_decide + place_of(s.seat, seat, n)] = 1
    if s.knocker >= 0:
        out[AT.knocker + place_of(s.knocker, seat, n)] = 1
    if s.top >= 0:
        out[AT.top + s.top] = 1
    out[AT.turns_left] = np.float32(s.turns_left) / np.float32(TURNS * SEATS)
    for card in range(CARDS):
        out[AT.pile + card] = s.place[card] == PILE
        out[AT.own_hand + card] = s.place[card] == seat
        if s.known[card]:
            out[AT.known + place_of(s.place[card], seat, n) * CARDS + card] = 1


@rule
def observe_hidden(s, seat, out):
    """Writes the hands."""
    n = int(s.players)
    for card in range(CARDS):
        if s.place[card] < n:
            out[AT.hands + place_of(s.place[card], seat, n) * CARDS + card] = 1
