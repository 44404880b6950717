"""The generator in the record: known values, uniformity, compiled equals plain Python."""

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from meeplezoo.envs.engine import rng, state_dtype

# SplitMix64 seeded with 1234567, as published with the algorithm's reference implementations.
KNOWN = [
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
]  # fmt: skip


def record(seed):
    states = np.zeros(1, state_dtype([]))
    states["rng"] = np.uint64(seed)
    return states.view(np.recarray)[0]


def test_known_values():
    s = record(1234567)
    assert [int(rng.next_u64(s)) for _ in KNOWN] == KNOWN


def test_mix_is_the_output_function():
    golden = 0x9E3779B97F4A7C15
    assert int(rng.mix(np.uint64((1234567 + golden) % 2**64))) == KNOWN[0]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 100])
def test_randint_is_uniform(n):
    s = record(n)
    draws = 2000 * n if n < 10 else 40_000
    counts = np.bincount([rng.randint(s, n) for _ in range(draws)], minlength=n)
    assert counts.size == n
    expected = draws / n
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    # Mean n - 1, deviation sqrt(2(n - 1)): five deviations never happen by chance.
    assert chi_square < n - 1 + 5 * np.sqrt(2 * max(n - 1, 1))


def test_randint_has_no_bias_where_modulo_would():
    """With 3 * 2**30 possible values the lower third would come up half of the time."""
    s = record(5)
    low = sum(int(rng.randint(s, 3 * 2**30)) < 2**30 for _ in range(20_000))
    assert abs(low / 20_000 - 1 / 3) < 0.02


def test_shuffle_is_uniform():
    s = record(6)
    draws = 12_000
    counts = Counter()
    for _ in range(draws):
        items = np.array([0, 1, 2, 3, 9], np.int8)
        rng.shuffle(s, items, 4)
        assert items[4] == 9  # beyond n nothing moves
        counts[tuple(items[:4].tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    chi_square = sum((c - draws / 24) ** 2 / (draws / 24) for c in counts.values())
    assert chi_square < 23 + 5 * np.sqrt(46)


def test_episode_seeds_are_all_different():
    seeds = {
        int(rng.episode_seed(np.uint64(seed), np.uint64(i), np.uint64(k)))
        for seed in range(10) for i in range(20) for k in range(20)
    }  # fmt: skip
    assert len(seeds) == 4000


SEQUENCE = """
import numpy as np
from meeplezoo.envs.engine import rng, state_dtype
states = np.zeros(1, state_dtype([]))
states["rng"] = 99
s = states.view(np.recarray)[0]
items = np.arange(20, dtype=np.int8)
rng.shuffle(s, items, 20)
print(rng.COMPILED)
print([int(rng.randint(s, n)) for n in (1, 2, 5, 1000, 2**31, 3 * 2**30)], items.tolist(), int(s.rng))
print(int(rng.mix(np.uint64(7))), int(rng.episode_seed(np.uint64(1), np.uint64(2), np.uint64(3))))
"""


def test_compiled_equals_plain_python():
    def run(disable):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disable}
        command = [sys.executable, "-W", "error", "-c", SEQUENCE]
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split("\n")

    compiled, plain = run("0"), run("1")
    assert (compiled[0], plain[0]) == ("True", "False")
    assert compiled[1:] == plain[1:]
