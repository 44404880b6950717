"""The start of a round, and all that follows the action phase (ND-4, ND-10 to ND-14)."""

import numpy as np

from ...engine import rule
from ...engine.payoff import finish
from ...engine.rng import randint, shuffle
from ..components import (
    AGE_EVENTS,
    AGE_TILES,
    AGES,
    BLUE,
    BOOK,
    BOOK_VP,
    CLASS_COLOUR,
    CLASS_ICON,
    CLASS_VALUE,
    CLASSES,
    COLUMNS,
    COLUMNS_USED,
    EVENT_FAMINE,
    EVENT_VP,
    EVENT_WAR,
    FACES,
    FOOD,
    GOLD,
    KINDS,
    RIVAL_DICE,
    ROWS,
    SPACES,
    STONE,
    STRENGTH,
    TILE_VP,
    TILES,
)
from ..state import BOOKS, FAMINE, IN_PLAY, ON_BOARD, OUT, OVER
from .dice import N_COLOURS, SIDES, begin_turn, famine_counts, strength_of, use_all_dice, use_chits, use_die

# --- Start of a round (ND-4) -----------------------------------------------------------------------------------------


@rule
def start_round(s):
    s.age += 1
    lay_tiles(s)
    s.event = (s.age - 1) * AGE_EVENTS + randint(s, AGE_EVENTS)  # ND-4.2
    if s.players == 1:
        for _ in range(RIVAL_DICE[s.age]):  # ND-14.2
            face = FACES[s.white_food2, BLUE, randint(s, SIDES)]
            if CLASS_ICON[face] == BOOK:
                s.opp_books += CLASS_VALUE[face]
    for p in range(np.int64(s.players)):
        gather(s, p)
    s.passed[:] = 0
    s.rolled[:] = 0
    s.turn_pos = 0
    begin_turn(s)


@rule
def lay_tiles(s):
    """Clears the progress board and fills it with tiles of the age; the others go out of the game (ND-4.1)."""
    for i in range(SPACES):
        if s.board[i] >= 0:
            s.tile_zone[s.board[i]] = OUT
            s.board[i] = -1
    for j in range(AGE_TILES):
        s.scratch_stack[j] = j
    shuffle(s, s.scratch_stack, AGE_TILES)
    first = (np.int64(s.age) - 1) * AGE_TILES
    columns = COLUMNS_USED[s.players]
    for j in range(AGE_TILES):
        tile = first + s.scratch_stack[j]
        s.scratch_stack[j] = 0
        if j < ROWS * columns:
            s.board[j // columns * COLUMNS + j % columns] = tile
            s.tile_zone[tile] = ON_BOARD
        else:
            s.tile_zone[tile] = OUT


@rule
def gather(s, p):
    """Puts all dice of a player beside the board, to be rolled, and all their chits too (ND-4.3)."""
    for colour in range(N_COLOURS):
        s.fresh[p, colour] = s.used[p, colour]
        s.used[p, colour] = 0
    for k in range(CLASSES):
        s.fresh[p, CLASS_COLOUR[k]] += s.unused[p, k]
        s.unused[p, k] = 0
    for kind in range(KINDS):
        s.chits_unused[p, kind] += s.chits_used[p, kind]
        s.chits_used[p, kind] = 0


# --- Books (ND-10) ---------------------------------------------------------------------------------------------------


@rule
def begin_books(s):
    s.turn_pos = s.players - 1
    collect_books(s)


@rule
def collect_books(s):
    """Uses books in reverse order until a player has a choice (ND-10.4); after the last one scores them."""
    while s.turn_pos >= 0:
        p = np.int64(s.order[s.turn_pos])
        chits = np.int64(s.chits_unused[p, BOOK])
        use_chits(s, p, BOOK, chits)
        s.books[p] += chits
        lack, idle, books, strong = famine_counts(s, p)
        if books > 0 and idle < 2 * lack <= idle + books + strong:
            s.node = BOOKS
            s.seat = p
            return
        s.books[p] += use_all_dice(s, p, BOOK)
        s.turn_pos -= 1
    score_books(s)
    s.turn_pos = s.players - 1
    feed(s)


@rule
def use_book_die(s, k):
    p = np.int64(s.seat)
    use_die(s, p, k)
    s.books[p] += CLASS_VALUE[k]
    collect_books(s)


@rule
def use_all_books(s):
    p = np.int64(s.seat)
    s.books[p] += use_all_dice(s, p, BOOK)
    collect_books(s)


@rule
def hold_books(s):
    s.turn_pos -= 1
    collect_books(s)


@rule
def score_books(s):
    """Points for every other player, or the solo opponent, with fewer books (ND-10.2, ND-14.4)."""
    n = np.int64(s.players)
    for p in range(n):
        behind = 0
        for q in range(n):
            behind += s.books[q] < s.books[p]
        if n == 1:
            behind += s.opp_books < s.books[p]
        s.score[p] += BOOK_VP[n] * behind


# --- Famine (ND-11) --------------------------------------------------------------------------------------------------


@rule
def feed(s):
    """Meets famines in reverse order until a player has a choice (ND-11.2); then order, war and the next round."""
    while s.turn_pos >= 0:
        p = np.int64(s.order[s.turn_pos])
        lack, idle, books, strong = famine_counts(s, p)
        idle += books  # held book dice have no other use any more
        if 2 * lack <= idle:
            meet_famine(s, p, lack)
        elif 2 * lack <= idle + strong:
            s.node = FAMINE
            s.seat = p
            s.fam_left = 2 * lack - idle
            return
        s.turn_pos -= 1
    rank_by_strength(s)
    wage_war(s)
    if s.age < AGES:
        start_round(s)
    else:
        end_game(s)


@rule
def meet_famine(s, p, lack):
    """Pays the famine: food chits, food dice in class order, then pairs of dice without other use (ND-11.2)."""
    s.score[p] += EVENT_VP[s.event]
    need = EVENT_FAMINE[s.event]
    chits = min(need, np.int64(s.chits_unused[p, FOOD]))
    use_chits(s, p, FOOD, chits)
    need -= chits
    pairs = 2 * lack
    for k in range(CLASSES):
        while CLASS_ICON[k] == FOOD and need > 0 and s.unused[p, k] > 0:
            use_die(s, p, k)
            need -= CLASS_VALUE[k]
    for k in range(CLASSES):
        icon = CLASS_ICON[k]
        while icon in (GOLD, STONE, BOOK) and pairs > 0 and s.unused[p, k] > 0:
            use_die(s, p, k)
            pairs -= 1


@rule
def give_strength(s, k):
    """A strength die goes into an exchange for food; after the last one the famine is met (ND-11.2)."""
    p = np.int64(s.seat)
    use_die(s, p, k)
    s.fam_left -= 1
    s.fam_started = True
    if s.fam_left > 0:
        return
    s.score[p] += EVENT_VP[s.event]
    use_chits(s, p, FOOD, np.int64(s.chits_unused[p, FOOD]))
    for icon in (GOLD, FOOD, BOOK, STONE):
        use_all_dice(s, p, icon)
    end_famine_choice(s)


@rule
def end_famine_choice(s):
    s.fam_left = 0
    s.fam_started = False
    s.turn_pos -= 1
    feed(s)


# --- New player order and war (ND-12) --------------------------------------------------------------------------------


@rule
def rank_by_strength(s):
    """Sorts the order cards by unused strength; equal players keep their relative order (ND-12.1)."""
    for i in range(1, np.int64(s.players)):
        p = np.int64(s.order[i])
        strong = strength_of(s, p)
        j = i
        while j > 0 and strength_of(s, np.int64(s.order[j - 1])) < strong:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = p


@rule
def wage_war(s):
    """Who has the strength takes the event's points, chits first, then dice in class order (ND-12.3)."""
    for p in range(np.int64(s.players)):  # the reverse order of ND-12.2 makes no difference
        need = EVENT_WAR[s.event]
        if strength_of(s, p) < need:
            continue
        s.score[p] += EVENT_VP[s.event]
        chits = min(need, np.int64(s.chits_unused[p, STRENGTH]))
        use_chits(s, p, STRENGTH, chits)
        need -= chits
        for k in range(CLASSES):
            while CLASS_ICON[k] == STRENGTH and need > 0 and s.unused[p, k] > 0:
                use_die(s, p, k)
                need -= CLASS_VALUE[k]


# --- The end (ND-13) -------------------------------------------------------------------------------------------------


@rule
def tile_points(s, p):
    """Points on the tiles in play with player ``p``, wonders under construction aside (ND-13.1)."""
    points = 0
    for tile in range(TILES):
        if s.tile_zone[tile] == IN_PLAY + p:
            points += TILE_VP[tile]
    if s.wonder_uc[p] >= 0:
        points -= TILE_VP[s.wonder_uc[p]]
    return points


@rule
def end_game(s):
    """Adds the points of the tiles; equal scores: the earlier in the order wins (ND-13.2)."""
    s.node = OVER
    s.turn_pos = 0
    for i in range(np.int64(s.players)):
        p = np.int64(s.order[i])
        s.score[p] += tile_points(s, p)
        s.tiebreak[p] = s.players - 1 - i
    finish(s)
