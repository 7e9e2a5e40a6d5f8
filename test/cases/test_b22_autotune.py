# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B22: one call runs a kernel once on the caller's arrays, also one that works in place and has sizes to choose."""

import numpy as np
import phobos
import pytest

SETTINGS = [None, {"T": 2}, {"T": 4}, {"T": 64}]


@pytest.mark.parametrize("settings", SETTINGS)
def test_in_place(call, settings):
    kernel = phobos.compile(
        """
@autotune(T in [2, 4, 64])
kernel k(X: tensor<f32>[N]) {
  let i = ctx.block.x * T
  X[i :+ T] = 2.0 * X[i :+ T] + 1.0
}""", settings=settings)
    x = np.array([0, 1, 2, 3], np.float32)
    call(kernel, x)
    assert x.tolist() == [1, 3, 5, 7]
    call(kernel, x)
    assert x.tolist() == [3, 7, 11, 15]


@pytest.mark.parametrize("settings", SETTINGS)
def test_accumulating(call, settings):
    kernel = phobos.compile(
        """
@autotune(T in [2, 4, 64])
kernel k(X: tensor<f32>[N], Y: tensor<f32>[N]) {
  let i = ctx.block.x * T
  Y[i :+ T] += X[i :+ T]
}""", settings=settings)
    x, y = np.array([0, 1, 2, 3], np.float32), np.zeros(4, np.float32)
    call(kernel, x, y)
    assert y.tolist() == [0, 1, 2, 3]
    call(kernel, x, y)
    assert y.tolist() == [0, 2, 4, 6]


@pytest.mark.parametrize("settings", SETTINGS)
def test_one_array_twice(settings):
    """On the host alone, where `call` would pass two copies."""
    kernel = phobos.compile(
        """
@autotune(T in [2, 4, 64])
kernel k(X: tensor<f32>[N], Y: tensor<f32>[N]) {
  let i = ctx.block.x * T
  Y[i :+ T] = 2.0 * X[i :+ T] + 1.0
}""", settings=settings)
    x = np.array([0, 1, 2, 3], np.float32)
    kernel(x, x)
    assert x.tolist() == [1, 3, 5, 7]
