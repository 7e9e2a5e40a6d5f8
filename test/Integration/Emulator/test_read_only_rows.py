# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows at any address beside rows that all blocks load: where no store reaches these, and where one does."""

import ml_dtypes
import numpy as np
import pytest

import phobos

SOURCE = """@launch({threads})
kernel scale(X: tensor<f32>[M, {n}], G: tensor<{type}>[1, {n}], B: tensor<f32>[{n}], Y: tensor<f32>[M, {n}]) {{
  let r = ctx.block.x
  Y[r :+ 1, :] = X[r :+ 1, :] * f32(G[0 :+ 1, :]) + reshape(B[:], [1, {n}])
}}"""


def numbers(shape, dtype=np.float32, seed=0):
    """Small integers, whose products and sums are exact."""
    return np.random.default_rng(seed).integers(-8, 9, shape).astype(dtype)


def begin_at(array, offset):
    """A copy that begins `offset` elements behind a multiple of 64 bytes, before and behind which is 99."""
    memory = np.full(array.size + offset + 64, 99, array.dtype)
    memory = memory[(-memory.ctypes.data // array.itemsize) % (64 // array.itemsize):]
    copy = memory[offset:offset + array.size].reshape(array.shape)
    copy[...] = array
    return copy


@pytest.mark.parametrize("type, dtype", [("f32", np.float32), ("bf16", ml_dtypes.bfloat16), ("i8", np.int8), ("f64", np.float64)])
@pytest.mark.parametrize("n, threads", [(1023, 32), (1021, 32), (2046, 64), (4093, 128)])
def test_rows_beside(type, dtype, n, threads):
    kernel = phobos.compile(SOURCE.format(type=type, n=n, threads=threads), target="sm_90a")
    assert "ld.global.nc" in kernel.ptx
    for offsets in [(0, 0, 0, 0), (1, 2, 3, 1), (3, 1, 2, 2)]:
        arrays = [numbers((3, n), seed=1), numbers((1, n), dtype, seed=2), numbers(n, seed=3), np.zeros((3, n), np.float32)]
        x, g, b, y = (begin_at(array, offset) for array, offset in zip(arrays, offsets))
        kernel.emulate(x, g, b, y)
        np.testing.assert_array_equal(y, x * g.astype(np.float32) + b)


@pytest.mark.parametrize("shift", [0, 1, 300, -77])
def test_a_store_reaches_what_is_loaded(shift):
    """All of a row is loaded before any of it is stored, also where both lie in one memory: what ld.global.nc reads may
    be read at any time, so that the emulator would call a store there a race."""
    n = 1023
    kernel = phobos.compile(SOURCE.format(type="f32", n=n, threads=32), target="sm_90a")
    memory = numbers(3 * n, seed=4)
    x, b = numbers((1, n), seed=5), numbers(n, seed=6)
    g, y = memory[n:2 * n].reshape(1, n), memory[n + shift:2 * n + shift].reshape(1, n)
    expected = x * g + b
    kernel.emulate(x, g, b, y)
    np.testing.assert_array_equal(y, expected)


def test_it_does_not_begin_before_the_last_kernel_ends():
    """What it loads by ld.global.nc must not change from its beginning on."""
    kernel = phobos.compile(SOURCE.format(type="f32", n=1023, threads=32), target="sm_90a")
    assert "griddepcontrol" not in kernel.ptx
    assert "griddepcontrol" in phobos.compile(SOURCE.format(type="f32", n=1024, threads=32), target="sm_90a").ptx
