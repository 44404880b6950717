"""A game small enough to know by heart: three decisions, hidden cards, payoffs worked out by hand.

Every seat gets a secret card 0, 1 or 2. One seat, drawn at random, is the guesser; the seat to its left answers.

1. The guesser secretly guesses the answerer's card.
2. The guesser stakes 1, 2 or 3 points, which it pays at once.
3. The answerer calls or folds. Called, a right guess takes the stake from the answerer (+t / -t), a wrong one gives it
   (-t / +t). Folded, the stake goes back and all tie at 0.

A third seat never decides anything and always ends on 0 points. Alone, the guesser guesses the card of an empty seat
and is always called; the score is the stake for a right guess, else 0.
"""

from pathlib import Path

from meeplezoo.envs.engine import (
    ActionRange,
    ActionTable,
    Field,
    Game,
    ObservationLayout,
    Rules,
    Variant,
    rule,
    state_dtype,
)
from meeplezoo.envs.engine.payoff import finish
from meeplezoo.envs.engine.rng import randint

SEATS, CARDS, STAKES = 3, 3, 3
GUESS, STAKE, ANSWER, OVER = range(4)
GUESS_OF, STAKE_OF, CALL, FOLD, N = 0, 3, 6, 7, 8

VARIANTS = (Variant("no_fold", "the answerer must call, which is then carried out by itself"),)
STATE = state_dtype(
    [("card", "i1", (SEATS,)), ("guesser", "i1"), ("guess", "i1"), ("stake", "i1")], [v.name for v in VARIANTS]
)
ACTIONS = ActionTable(
    [
        ActionRange("guess", GUESS_OF, CARDS, "TOY-1", "guess card {i}", lambda i, s: f"guess {i}", secret="index"),
        ActionRange("stake", STAKE_OF, STAKES, "TOY-2", "stake i + 1", lambda i, s: f"stake {i + 1}"),
        ActionRange("call", CALL, 1, "TOY-3", "call", lambda i, s: "call"),
        ActionRange("fold", FOLD, 1, "TOY-3", "fold", lambda i, s: "fold"),
    ]
)
LAYOUT = ObservationLayout(
    [
        Field("node", (3,), 1, "pending decision, one-hot"),
        Field("guesser", (SEATS,), 1, "who guesses, one-hot"),
        Field("stake", (), STAKES, "points staked"),
        Field("score", (SEATS,), STAKES, "points", low=-STAKES),
        Field("card", (CARDS,), 1, "the observer's card, one-hot", visibility="own"),
        Field("own_guess", (), CARDS, "1 + the observer's guess", visibility="own"),
        Field("cards", (SEATS,), CARDS, "1 + card of each seat", visibility="hidden"),
        Field("guess", (), CARDS, "1 + the guess", visibility="hidden"),
    ]
)


@rule
def reset(s):
    n = int(s.players)
    for p in range(SEATS):
        s.card[p] = randint(s, CARDS)
    s.guesser = randint(s, n)
    s.seat = s.guesser
    s.guess = -1
    s.node = GUESS


@rule
def answerer(s):
    """The seat to the left of the guesser; alone, an empty one."""
    n = max(int(s.players), 2)
    return (int(s.guesser) + 1) % n


@rule
def legal_mask(s, mask):
    if s.node == GUESS:
        mask[GUESS_OF : GUESS_OF + CARDS] = True
    elif s.node == STAKE:
        mask[STAKE_OF : STAKE_OF + STAKES] = True
    else:
        mask[CALL] = True
        mask[FOLD] = s.no_fold == 0


@rule
def apply(s, action):
    if s.node == GUESS:
        s.guess = action - GUESS_OF
        s.node = STAKE
    elif s.node == STAKE:
        s.stake = action - STAKE_OF + 1
        s.score[s.guesser] = -int(s.stake)
        s.node = ANSWER
        if s.players == 1:
            settle(s, True)
        else:
            s.seat = answerer(s)
    else:
        settle(s, action == CALL)


@rule
def settle(s, called):
    g, a = int(s.guesser), answerer(s)
    t = int(s.stake)
    if not called:
        s.score[g] = 0
    elif s.guess == s.card[a]:
        s.score[g] = t
        if s.players > 1:
            s.score[a] = -t
    elif s.players > 1:
        s.score[a] = t
    else:
        s.score[g] = 0
    s.node = OVER
    finish(s)


@rule
def observe_known(s, seat, out):
    n = int(s.players)
    if s.node < OVER:
        out[s.node] = 1
    out[3 + (s.guesser - seat) % n] = 1
    out[6] = s.stake / STAKES
    for p in range(n):
        out[7 + (p - seat) % n] = s.score[p] / STAKES
    out[10 + s.card[seat]] = 1
    if seat == s.guesser:
        out[13] = (s.guess + 1) / CARDS


@rule
def observe_hidden(s, seat, out):
    n = int(s.players)
    for p in range(n):
        out[14 + (p - seat) % n] = (s.card[p] + 1) / CARDS
    out[17] = (s.guess + 1) / CARDS


@rule
def resample_hidden(s, seat, seed):
    s.rng = seed
    for p in range(SEATS):
        if p != seat:
            s.card[p] = randint(s, CARDS)
    if seat != s.guesser and s.node != GUESS:
        s.guess = randint(s, CARDS)


@rule
def appraise(s, seat):
    return float(s.score[seat])


game = Game(
    name="toy",
    title="Toy",
    version=0,
    players=range(1, 4),
    default_players=2,
    max_decisions=3,
    state=STATE,
    actions=ACTIONS,
    layout=LAYOUT,
    rules=Rules(reset, legal_mask, apply, observe_known, observe_hidden, resample_hidden, appraise),
    home=Path(__file__).resolve(),
    module=__name__,
    picture=f"{__name__}.picture",
    variants=VARIANTS,
)
