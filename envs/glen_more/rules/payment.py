"""The market and payments of goods, unit by unit (GM-5)."""

import numpy as np

from ...engine import index, rule
from ..actions import A
from ..components import (
    ACT_GOOD,
    ACT_GOODS,
    ACT_KIND,
    ACT_UNITS,
    ANY,
    COST_DIFFERENT,
    COST_KIND,
    COST_OF,
    COST_UNITS,
    DIFFERENT,
    FIRST_CONVERSION,
    FIXED,
    MIXED_TILES,
    N_GOODS,
    ROW_SPACES,
    SAME,
    STORES,
    TILES,
)
from ..state import FROM, PAY, SELLING, USING
from .territory import forget_survey, holders, survey

NO_GOOD, ONE_UNIT = np.int64(-1), np.int64(1)


@rule
def conversion_kind(t):
    """The kind of requirement (GM-5.7) of a conversion tile, 0 for all other tiles."""
    return ACT_KIND[t] - FIRST_CONVERSION + FIXED if ACT_KIND[t] >= FIRST_CONVERSION else 0


@rule
def load_purse(s, p):
    """Surveys the territory of ``p`` and fills the scratch fields for `can_meet`."""
    survey(s, p)
    count_purse(s, p)


@rule
def count_purse(s, p):
    """Fills the scratch fields with the cubes of ``p``, whose territory is surveyed, and the market."""
    for i in range(s.scratch_laid_n):
        t = index(s.scratch_laid[i])
        s.scratch_own[STORES[t]] += s.tile_cubes[t, STORES[t]]
    for t in MIXED_TILES:
        if s.tile_owner[t] == p:
            for g in range(STORES[t] + 1, N_GOODS):
                s.scratch_own[g] += s.tile_cubes[t, g]
    for g in range(N_GOODS):
        s.scratch_row[g] = s.market[g]


@rule
def clear_purse(s):
    forget_survey(s)
    for g in range(N_GOODS):
        s.scratch_own[g] = 0
        s.scratch_row[g] = 0
        s.scratch_need[g] = 0


@rule
def payable(s, coins):
    """Whether the units in ``scratch_need`` can be had from cubes, purchases and sales (GM-5.8)."""
    for g in range(N_GOODS):
        k = np.int64(s.scratch_row[g])
        buy = np.int64(s.scratch_need[g]) - np.int64(s.scratch_own[g])
        if buy > 0:
            if k + buy > ROW_SPACES:
                return False
            coins -= buy * k + buy * (buy + 1) // 2
        else:
            sales = min(-buy, k)
            coins += sales * k - sales * (sales - 1) // 2
    return coins >= 0


@rule
def can_meet(s, kind, last, missing, coins):
    """Whether ``missing`` more units can be paid (GM-5.8) from the purse in the scratch fields.

    For FIXED the missing units stand in ``scratch_need``; for SAME ``last`` is the good; DIFFERENT and ANY may still
    use goods after ``last``, ANY also that one. ``scratch_need`` is left as found.
    """
    if kind == FIXED or missing <= 0:
        return missing <= 0 or payable(s, coins)
    if kind == SAME:
        s.scratch_need[last] += missing
        found = payable(s, coins)
        s.scratch_need[last] -= missing
        return found
    step = 1 if kind == DIFFERENT else 0
    return can_choose(s, step, max(last + step, 0), missing, coins)


@rule
def can_choose(s, step, lowest, missing, coins):
    """Tries all ascending choices of 1–3 goods from ``lowest`` on, each at least ``step`` above the one before."""
    found = False
    for a in range(lowest, N_GOODS):
        s.scratch_need[a] += 1
        for b in range(a + step if missing > 1 else N_GOODS - 1, N_GOODS):
            s.scratch_need[b] += missing > 1
            for c in range(b + step if missing > 2 else N_GOODS - 1, N_GOODS):
                s.scratch_need[c] += missing > 2
                found = found or payable(s, coins)
                s.scratch_need[c] -= missing > 2
            s.scratch_need[b] -= missing > 1
        s.scratch_need[a] -= 1
        if found:
            return True
    return False


@rule
def can_pay_cost(s, p, t):
    """Whether a cost in goods can be met (GM-5.6); the purse must be loaded."""
    coins = np.int64(s.coins[p])
    if COST_KIND[t] == COST_DIFFERENT:
        return can_meet(s, DIFFERENT, NO_GOOD, COST_UNITS[t], coins)
    for g in range(N_GOODS):
        s.scratch_need[g] = COST_OF[t, g]
    met = payable(s, coins)
    for g in range(N_GOODS):
        s.scratch_need[g] = 0
    return met


@rule
def can_convert(s, p, t):
    """Whether the smallest input of a conversion tile can be met (GM-5.8); the purse must be loaded."""
    kind = np.int64(conversion_kind(t))
    coins = np.int64(s.coins[p])
    if kind == SAME:
        return can_meet(s, SAME, ACT_GOOD[t], ONE_UNIT, coins)
    if kind == FIXED:
        for g in range(N_GOODS):
            s.scratch_need[g] = ACT_GOODS[t, g]
        met = payable(s, coins)
        for g in range(N_GOODS):
            s.scratch_need[g] = 0
        return met
    return can_meet(s, kind, NO_GOOD, ACT_UNITS[t] if kind == ANY else ONE_UNIT, coins)


@rule
def require_cost(s, t):
    """Starts the payment of a tile's cost in goods (GM-5.6)."""
    s.req_is_cost = True
    require(s, t, DIFFERENT if COST_KIND[t] == COST_DIFFERENT else FIXED, COST_UNITS[t], COST_UNITS[t])
    for g in range(N_GOODS):
        s.req_need[g] = COST_OF[t, g]


@rule
def require_conversion(s, t):
    """Starts the payment of a conversion's input (GM-8.2, GM-8.4–8.6)."""
    kind = conversion_kind(t)
    require(s, t, kind, ACT_UNITS[t] if kind in (FIXED, ANY) else 1, ACT_UNITS[t])
    for g in range(N_GOODS):
        s.req_need[g] = ACT_GOODS[t, g]
    if kind == SAME:
        s.req_need[ACT_GOOD[t]] = ACT_UNITS[t]


@rule
def require(s, t, kind, least, most):
    s.req_kind = kind
    s.req_tile = t
    s.req_min = least
    s.req_max = most
    s.node = PAY


@rule
def clear_requirement(s):
    s.req_kind = 0
    s.req_tile = 0
    s.req_is_cost = False
    s.req_sum = 0
    s.req_min = 0
    s.req_max = 0
    s.req_last = -1
    for g in range(N_GOODS):
        s.req_need[g] = 0
        s.req_paid[g] = 0


@rule
def allowed_next(s, good):
    """Whether the next unit may be of this good (rules section 5, node PAY)."""
    if s.req_kind == DIFFERENT:
        return good > s.req_last
    if s.req_kind == ANY:
        return good >= s.req_last
    if s.req_paid[good] >= s.req_need[good]:
        return False
    for g in range(good):
        if s.req_paid[g] < s.req_need[g]:
            return False
    return True


@rule
def mask_payments(s, p, mask):
    """Marks A.use, A.buy, A.sell and A.stop while a requirement is being paid."""
    load_purse(s, p)
    coins = np.int64(s.coins[p])
    missing = np.int64(s.req_min) - np.int64(s.req_sum)
    last = np.int64(s.req_last)
    if s.req_kind == FIXED:
        for g in range(N_GOODS):
            s.scratch_need[g] = s.req_need[g] - s.req_paid[g]
    kind = np.int64(s.req_kind)
    fixed = 1 if kind == FIXED else 0
    for g in range(N_GOODS):
        k = np.int64(s.market[g])
        owned = s.scratch_own[g] > 0
        if allowed_next(s, g):
            s.scratch_need[g] -= fixed
            if owned:
                s.scratch_own[g] -= 1
                mask[A.use + g] = can_meet(s, kind, g, missing - 1, coins)
                s.scratch_own[g] += 1
            if k < ROW_SPACES and coins > k:
                s.scratch_row[g] += 1
                mask[A.buy + g] = can_meet(s, kind, g, missing - 1, coins - k - 1)
                s.scratch_row[g] -= 1
            s.scratch_need[g] += fixed
        if owned and k > 0:
            s.scratch_own[g] -= 1
            s.scratch_row[g] -= 1
            good = last if s.req_kind != SAME else same_good(s)
            mask[A.sell + g] = can_meet(s, kind, good, missing, coins + k)
            s.scratch_own[g] += 1
            s.scratch_row[g] += 1
    mask[A.stop] = missing <= 0
    clear_purse(s)


@rule
def same_good(s):
    """The good of a SAME requirement."""
    for g in range(N_GOODS):
        if s.req_need[g] > 0:
            return g
    return -1


@rule
def mask_sales(s, mask):
    """Marks A.sell for every good that the player owns and the market buys (GM-5.5); the purse must be loaded."""
    for g in range(N_GOODS):
        mask[A.sell + g] = s.scratch_own[g] > 0 and s.market[g] > 0


@rule
def take_cube(s, p, good, mode, back):
    """Uses or sells a cube: from the only tile that holds the good, else the player chooses (node FROM).

    ``back`` is the node to go on with.
    """
    s.from_good = good
    s.from_mode = mode
    s.from_return = back
    if holders(s, p, good) > 1:
        s.node = FROM
        return
    for t in range(1, TILES):
        if s.tile_cubes[t, good] > 0 and s.tile_owner[t] == p:
            remove_cube(s, p, t)
            return


@rule
def remove_cube(s, p, t):
    """Takes the cube asked for from tile ``t``; only now the unit is paid or the coins are received."""
    good = np.int64(s.from_good)
    s.tile_cubes[t, good] -= 1
    s.node = s.from_return
    if s.from_mode == SELLING:
        s.coins[p] += s.market[good]  # GM-5.5
        s.market[good] -= 1
    elif s.from_mode == USING:
        count_unit(s, good)
    s.from_good = 0
    s.from_mode = 0
    s.from_return = 0


@rule
def buy(s, p, good):
    """Pays one unit by a purchase (GM-5.4)."""
    s.market[good] += 1
    s.coins[p] -= s.market[good]
    count_unit(s, good)


@rule
def count_unit(s, good):
    s.req_paid[good] += 1
    s.req_sum += 1
    s.req_last = good


@rule
def is_paid_up(s):
    """Whether the payment ends by itself: complete, at the maximum, or no good allowed next."""
    return s.req_sum >= s.req_max or (s.req_kind == DIFFERENT and s.req_last == N_GOODS - 1)
