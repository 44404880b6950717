"""The loops that every game shares, written once and compiled per game by `bound.bind_loops`: ``game.loops.play(…)``.

Seats are widened by ``np.int64``: Numba's ``int`` keeps an int8, and each type of argument is compiled separately. The
names below in TYPE_CHECKING are free: `bind_loops` gives them the rules and the layout of one game. Arrays of states
are called ``S``, one state ``s``. ``mask`` is a bool[N] row and ``out`` a float32[D] row; both are overwritten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .rng import any_legal, count_legal, episode_seed, mix, nth_legal, randint

if TYPE_CHECKING:
    reset: Any
    legal_mask: Any
    apply: Any
    is_forced: Any
    observe_known: Any
    observe_hidden: Any
    resample_hidden: Any
    appraise: Any
    OWN_END: int
    SIZE: int

TEMPLATES: dict[str, tuple[Callable[..., Any], bool]] = {}
"""All loops by name, in the order of their definition, and whether they are copied into their callers."""


FORCED = 10_000
"""So many forced actions in a row, without a decision between them, are the game's fault."""


def loop(function: Callable[..., Any] | None = None, *, inline: bool = False) -> Any:
    """Registers a loop that `bind_loops` compiles for every game; it may call those above it.

    Args:
        function: The loop; without it a decorator is returned.
        inline: Whether it is copied into its callers, where a call would take as long as the work, for the many arrays
            that it hands over.
    """
    if function is None:
        return lambda f: loop(f, inline=inline)
    TEMPLATES[function.__name__] = function, inline
    return function


@loop
def lone_action(mask):
    """The only legal action, -1 if there are several, or -2 if there is none.

    The mask is gone through in the narrowest integers and without a branch, many entries at once. A count of 257 looks
    like 1 at first; of a lone action the sum of numbers is its number.
    """
    low = np.uint8(0)
    for action in range(mask.size):
        low = np.uint8(low + mask[action])
    if low == 0 and not mask.any():
        return np.int64(-2)
    if low != 1:
        return np.int64(-1)
    count = np.uint16(0)
    number = np.uint16(0)
    for action in range(mask.size):
        legal = np.uint16(mask[action])
        count = np.uint16(count + legal)
        number = np.uint16(number + legal * np.uint16(action))
    return np.int64(number) if count == 1 else np.int64(-1)


@loop
def advance(s, mask):
    """Plays lone legal actions where the rules say so; ``mask`` then holds the choices of the next real decision.

    Returns:
        Whether the rules lead on: False, with an empty mask and a game that is not over, where there is no legal action
        or forced ones follow each other without end (`Game.stuck` tells).
    """
    mask[:] = False
    for _ in range(FORCED):
        if s.over:
            return True
        legal_mask(s, mask)
        lone = lone_action(mask)
        if lone < 0 or not is_forced(s):
            return lone != -2
        apply(s, lone)
        mask[:] = False
    return bool(s.over)


@loop
def begin(s, seed, mask):
    """Sets up a game on a blank state (players and variants filled in), goes to the first decision; see `advance`."""
    s.rng = mix(np.uint64(seed))
    reset(s)
    return advance(s, mask)


@loop
def begin_at(S, i, blank, seed, mask):
    """Starts game ``i`` anew with the players and variants of the state ``blank[0]``; see `advance`."""
    S[i] = blank[0]
    return begin(S[i], seed, mask)


@loop
def play(s, action, mask):
    """Carries out a legal action and goes to the next decision; see `advance`."""
    s.decisions += 1
    apply(s, action)
    return advance(s, mask)


@loop
def play_if_legal(S, i, action, mask):
    """Carries ``action`` out if it is legal in game ``i``. ``mask`` is overwritten.

    Returns:
        1, or 0 if the action is illegal and nothing has changed, or -1 if the rules do not lead on from it.
    """
    s = S[i]
    mask[:] = False
    if s.over:
        return 0
    legal_mask(s, mask)
    if action < 0 or action >= mask.size or not mask[action]:
        return 0
    return 1 if play(s, action, mask) else -1


@loop(inline=True)
def view_known(s, seat, level, out):
    """Writes what ``seat`` may see, for levels that hide all hidden elements: those are not touched."""
    out[:OWN_END] = 0
    observe_known(s, seat, out)
    if level < OWN_END:
        out[level:OWN_END] = 0


@loop
def view(s, seat, level, out):
    """Writes what ``seat`` may see; elements from ``level`` on (see `ObservationLayout.level`) become 0."""
    view_known(s, seat, level, out)
    out[OWN_END:] = 0
    if level > OWN_END:
        observe_hidden(s, seat, out)
        if level < SIZE:
            out[level:] = 0


@loop
def observe(s, seat, out):
    """Writes the full observation of ``seat``, hidden elements included: float32[D]."""
    view(s, seat, SIZE, out)


@loop
def look(S, i, seat, level, out, mask):
    """Observation and mask of ``seat`` in game ``i``; the mask is empty unless the seat is to decide."""
    s = S[i]
    view(s, seat, level, out)
    mask[:] = False
    if s.seat == seat and not s.over:
        legal_mask(s, mask)


@loop
def mask_at(S, i, mask):
    """Legal actions of game ``i``, whoever is to decide."""
    mask[:] = False
    if not S[i].over:
        legal_mask(S[i], mask)


@loop
def view_at(S, i, seat, level, out):
    """Observation of ``seat`` in game ``i``."""
    view(S[i], seat, level, out)


@loop
def step(S, i, action, mask, out):
    """One fused step: play ``action`` (legal by ``mask``), then mask and own view of the next seat to decide.

    Returns:
        The seat to decide next, -1 when the game is over, or -2 if the mask forbids the action (nothing changed).
    """
    if not mask[action]:
        return -2
    s = S[i]
    play(s, action, mask)
    view(s, max(np.int64(s.seat), np.int64(0)), OWN_END, out)
    return np.int64(s.seat)


@loop
def first_illegal(which, actions, masks):
    """The first position k whose action the mask of game ``which[k]`` forbids, or -1."""
    n = masks.shape[1]
    for k in range(which.size):
        if actions[k] < 0 or actions[k] >= n or not masks[which[k], actions[k]]:
            return k
    return -1


@loop(inline=True)
def carry_out(S, i, action, blank, seed, first, episodes, masks, seats, over, payoffs, finals):
    """Plays a legal action in game ``i`` of a batch; a game that ends is kept in ``finals`` and started anew.

    Returns:
        Whether the rules lead on, see `advance`.
    """
    s = S[i]
    alive = play(s, action, masks[i])
    over[i] = s.over
    if s.over:
        for p in range(payoffs.shape[1]):
            payoffs[i, p] = s.payoff[p]
        finals[i] = S[i]
        episodes[i] += 1
        alive = begin_at(S, i, blank, episode_seed(seed, first + i, episodes[i]), masks[i])
    seats[i] = s.seat
    return alive


@loop
def step_many(S, which, actions, blank, seed, first, episodes, level, masks, views, seats, over, payoffs, finals):
    """`carry_out` for the games ``which`` and what the next seats see.

    Hidden elements of ``views`` must be 0 before if the level hides them; a negative level writes no views.

    Returns:
        A game that is stuck (see `advance`), or -1.
    """
    stuck = -1
    for k in range(which.size):
        i = which[k]
        if not carry_out(S, i, actions[k], blank, seed, first, episodes, masks, seats, over, payoffs, finals):
            stuck = i
        if level > OWN_END:
            view(S[i], np.int64(seats[i]), level, views[i])
        elif level >= 0:
            view_known(S[i], np.int64(seats[i]), level, views[i])
    return stuck


@loop
def roam_many(S, which, players, player, key, blank, seed, first, episodes, masks, seats, over, payoffs, finals):
    """Plays uniformly random choices in the games ``which`` while it is ``player``'s turn and the game lasts.

    ``players`` (int[n, P]) tells who plays each seat; ``key`` decides the choices, with the numbers of game, episode
    and decision.

    Returns:
        A game that is stuck (see `advance`), or -1.
    """
    for k in range(which.size):
        i = which[k]
        over[i] = False
        while not over[i] and players[i, seats[i]] == player:
            bits = mix(episode_seed(key, i, episodes[i]) ^ np.uint64(S[i].decisions))
            action = any_legal(masks[i], bits)
            if not carry_out(S, i, action, blank, seed, first, episodes, masks, seats, over, payoffs, finals):
                return i
    return -1


@loop
def view_many(S, which, seats, level, out):
    """Observation of seat ``seats[k]`` in game ``which[k]``, into row k of ``out``."""
    for k in range(which.size):
        view(S[which[k]], np.int64(seats[k]), level, out[k])


@loop
def mask_many(S, masks):
    """Legal actions of every game, into the rows of ``masks``."""
    for i in range(S.size):
        mask_at(S, i, masks[i])


@loop
def redraw(S, i, seat, seed):
    """Replaces all that is hidden from ``seat`` by a world drawn from what the seat knows."""
    s = S[i]
    resample_hidden(s, seat, np.uint64(seed))
    s.rng = mix(np.uint64(seed) + np.uint64(1))


@loop
def pick(s, mask):
    """A uniformly random legal action, drawn from the state's own generator."""
    return nth_legal(mask, randint(s, count_legal(mask)))


@loop
def playout(S, i, limit, mask):
    """Plays game ``i`` at random to its end or for ``limit`` decisions; returns the number of decisions made.

    A game whose rules do not lead on (see `advance`) is left there.
    The choices are drawn from the game's own generator.
    """
    s = S[i]
    mask_at(S, i, mask)
    count = 0
    while not s.over and count < limit:
        count += 1
        if not play(s, pick(s, mask), mask):
            break
    return count


@loop
def greedy(S, i, seed, worlds, W, mask, values):
    """The legal action with the best appraisal one ply ahead, averaged over redrawn worlds.

    Args:
        S: States; game ``i`` is at a decision. What its seat may not know is redrawn before looking ahead.
        i: Index of the game.
        seed: Decides the worlds and breaks ties.
        worlds: Number of worlds to average over.
        W: Working space of two states.
        mask: Working space bool[N].
        values: Working space float64[N].
    """
    seat = np.int64(S[i].seat)
    values[:] = 0
    for w in range(worlds):
        W[1] = S[i]
        redraw(W, 1, seat, mix(np.uint64(seed) + np.uint64(w)))
        for action in range(mask.size):
            mask_at(S, i, mask)
            if mask[action]:
                W[0] = W[1]
                play(W[0], action, mask)
                values[action] += appraise(W[0], seat)
    mask_at(S, i, mask)
    W[1].rng = mix(np.uint64(seed))
    best = -1
    ties = 0
    for action in range(mask.size):
        if not mask[action]:
            continue
        if best < 0 or values[action] > values[best]:
            best = action
            ties = 1
        elif values[action] == values[best]:
            ties += 1
            if randint(W[1], ties) == 0:
                best = action
    return best


@loop
def greedy_many(S, which, seed, worlds, W, mask, values, actions):
    """`greedy` for the games ``which``, into ``actions``."""
    for k in range(which.size):
        key = mix(np.uint64(seed) ^ mix(np.uint64(which[k])))
        actions[k] = greedy(S, which[k], key, worlds, W, mask, values)
