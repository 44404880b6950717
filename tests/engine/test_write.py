"""Writing observations, and how the forced move and random choices are found in a mask."""

import numpy as np
import pytest

from meeplezoo.envs.engine import copy, index, put, rule
from meeplezoo.envs.engine.rng import any_legal, count_legal, nth_legal
from tests.toy import game

lone_action = game.loops.lone_action


@rule
def write_both(out, at, values, factor):
    """Inlined rules need a caller."""
    put(out, at, values, factor)
    copy(out, at + values.size, values)


@pytest.mark.parametrize("size", [0, 1, 3, 8, 31, 72])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int64, np.float32])
def test_put_and_copy_write_their_run_and_nothing_else(size, dtype):
    values = np.arange(-2, size - 2).astype(dtype) if size else np.zeros(0, dtype)
    out = np.full(2 * size + 7, 9, np.float32)
    factor = np.float32(1 / 3)
    write_both(out, 4, values, factor)
    expected = values.astype(np.float32)
    assert np.array_equal(out[4 : 4 + size], expected * factor)
    assert np.array_equal(out[4 + size : 4 + 2 * size], expected)
    assert (out[:4] == 9).all() and (out[4 + 2 * size :] == 9).all()


def test_index_widens():
    for number in (0, 1, 127, 200, 255):
        assert int(index(np.int16(number))) == number
    assert int(index(np.int8(5))) + 300 == 305


def masks(n):
    """All kinds of masks: none, one (everywhere), two, many, and so many that a narrow count wraps around."""
    yield np.zeros(n, np.bool_)
    for i in {0, 1, n // 2, n - 1}:
        lone = np.zeros(n, np.bool_)
        lone[i] = True
        yield lone
        for j in {0, n - 1} - {i}:
            pair = lone.copy()
            pair[j] = True
            yield pair
    for many in (255, 256, 257, 258, 513, n):
        if many <= n:
            mask = np.zeros(n, np.bool_)
            mask[np.random.default_rng(many).permutation(n)[:many]] = True
            yield mask


@pytest.mark.parametrize("n", [2, 8, 33, 265, 600])
def test_lone_action(n):
    for mask in masks(n):
        legal = np.flatnonzero(mask)
        assert lone_action(mask) == (legal[0] if legal.size == 1 else -1 if legal.size else -2), legal


@pytest.mark.parametrize("n", [2, 33, 600])
def test_legal_actions_by_number(n):
    for mask in masks(n):
        legal = np.flatnonzero(mask)
        assert count_legal(mask) == legal.size
        assert [int(nth_legal(mask, k)) for k in range(legal.size + 1)] == [*legal, -1]


def test_any_legal_is_uniform():
    mask = np.zeros(40, np.bool_)
    legal = [0, 7, 8, 21, 39]
    mask[legal] = True
    bits = np.random.default_rng(1).integers(0, 2**64, 20_000, np.uint64)
    drawn = np.bincount([any_legal(mask, b) for b in bits], minlength=40)
    assert drawn.sum() == drawn[legal].sum()
    assert (abs(drawn[legal] / 20_000 - 1 / 5) < 0.015).all()
    assert any_legal(mask, np.uint64(0)) == 0
    assert any_legal(mask, np.uint64(2**64 - 1)) == 39
