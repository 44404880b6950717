"""The random generator inside a game record: SplitMix64 (Steele, Lea, Flood 2014) on the field ``rng``.

Every chance event of a game draws from here and from nowhere else, so a copied record continues identically.
"""

import numpy as np

from .rule import COMPILED, rule

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_U27, _U30, _U31, _U32, _ONE = (np.uint64(n) for n in (27, 30, 31, 32, 1))
_LOW = np.uint64(0xFFFFFFFF)


def _wrapping(function):
    """In plain Python numpy warns when unsigned integers wrap, which is what a generator is made of."""
    return function if COMPILED else np.errstate(over="ignore")(function)


@rule
@_wrapping
def mix(x):
    """Scrambles 64 bits; a bijection. The output function of SplitMix64."""
    x = (x ^ (x >> _U30)) * _MIX_1
    x = (x ^ (x >> _U27)) * _MIX_2
    return x ^ (x >> _U31)


@rule
@_wrapping
def episode_seed(seed, index, episode):
    """The 64-bit seed of episode ``episode`` of game ``index`` in a batch seeded with ``seed``."""
    x = mix(np.uint64(seed) + _GOLDEN)
    x = mix(x ^ (np.uint64(index) + _GOLDEN))
    return mix(x ^ (np.uint64(episode) * _GOLDEN + _ONE))


@rule
@_wrapping
def next_u64(s):
    """Draws 64 uniform bits from the record's generator."""
    s.rng = s.rng + _GOLDEN
    return mix(s.rng)


@rule
@_wrapping
def randint(s, n):
    """Draws an integer uniformly from 0..n-1 (1 <= n < 2**32), without modulo bias (Lemire 2019)."""
    bound = np.uint64(n)
    product = (next_u64(s) >> _U32) * bound
    low = product & _LOW
    if low < bound:
        least = ((_LOW + _ONE) - bound) % bound
        while low < least:
            product = (next_u64(s) >> _U32) * bound
            low = product & _LOW
    return np.int64(product >> _U32)


@rule
def shuffle(s, items, n):
    """Puts the first ``n`` entries of ``items`` into uniformly random order, in place."""
    for i in range(n - 1, 0, -1):
        j = randint(s, i + 1)
        swap = items[i]
        items[i] = items[j]
        items[j] = swap


@rule
def count_legal(mask):
    """How many actions are legal (fewer than 65536: narrow integers are counted fastest)."""
    count = np.uint16(0)
    for action in range(mask.size):
        count = np.uint16(count + mask[action])
    return np.int64(count)


@rule
def nth_legal(mask, n):
    """The legal action that ``n`` others precede, or -1 if there is none."""
    for action in range(mask.size):
        if mask[action]:
            if n == 0:
                return action
            n -= 1
    return -1


@rule
@_wrapping
def any_legal(mask, bits):
    """The legal action that 64 random bits choose, all equally likely up to 2**-32."""
    return nth_legal(mask, np.int64(((bits >> _U32) * np.uint64(count_legal(mask))) >> _U32))
