# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B19: `where` selects; the side not taken neither shows nor traps."""

import numpy as np
import phobos
import pytest


@pytest.mark.parametrize("value", [-np.inf, np.nan])
def test_triangle(call, value):
    kernel = phobos.compile("""
kernel k(X: tensor<f32>[4, 4], Y: tensor<f32>[4, 4]) { Y[:, :] = where(iota(0) >= iota(1), X[:, :], 0.0) }""")
    y = np.full((4, 4), 5, np.float32)
    call(kernel, np.full((4, 4), value, np.float32), y)
    assert np.array_equal(y, np.where(np.tri(4) > 0, np.float32(value), 0), equal_nan=True)


def test_logarithm(call):
    kernel = phobos.compile("kernel k(X: tensor<f32>[4], Y: tensor<f32>[4]) { Y[:] = where(X[:] > 0.0, log(X[:]), 0.0) }")
    y = np.full(4, np.nan, np.float32)
    call(kernel, np.array([-1, 0, 1, 4], np.float32), y)
    assert y[:3].tolist() == [0, 0, 0] and abs(y[3] - np.log(4)) < 1e-6


def test_division(call):
    kernel = phobos.compile("kernel k(D: tensor<i32>[4], Y: tensor<i32>[4]) { Y[:] = where(D[:] != 0, 12 / D[:], -1) }")
    y = np.zeros(4, np.int32)
    call(kernel, np.array([3, 0, -4, 0], np.int32), y)
    assert y.tolist() == [4, -1, -3, -1]


def test_a_load_is_not_masked_by_a_where_around_it(call):
    kernel = phobos.compile("""
kernel k(P: ptr<f32>, Y: tensor<f32>[8], N: i32) { Y[:] = where(arange(8) < N, load(P + arange(8)), 0) }""")
    assert "phobos.gather" in kernel.tile_ir and " mask " not in kernel.tile_ir
    y = np.full(8, np.nan, np.float32)
    call(kernel, np.array([1, 2, 3, 4, 5, np.nan, np.inf, 8], np.float32), y, 5)
    assert y.tolist() == [1, 2, 3, 4, 5, 0, 0, 0]
