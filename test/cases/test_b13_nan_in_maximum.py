# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B13: a NaN anywhere makes the maximum and the minimum NaN."""

import numpy as np
import phobos
import pytest

NAN, INF = np.nan, np.inf


@pytest.mark.parametrize("type, dtype", [("f32", np.float32), ("f16", np.float16), ("f64", np.float64)])
@pytest.mark.parametrize("function", ["rowmax", "rowmin"])
def test_rows(call, type, dtype, function):
    for row in ([1, NAN, 3], [NAN, INF], [-INF, NAN], [NAN, NAN, NAN]):
        kernel = phobos.compile(f"kernel k(X: tensor<{type}>[1, N], Y: tensor<{type}>[1, 1]) "
                                f"{{ Y[:, :] = {function}(X[:, 0 :+ {len(row)}]) }}")
        y = np.zeros((1, 1), dtype)
        call(kernel, np.array([row], dtype), y)
        assert np.isnan(y), row


@pytest.mark.parametrize("width", [64, 1024])
def test_every_position(call, width):
    kernel = phobos.compile(f"kernel k(X: tensor<f32>[1, {width}], Y: tensor<f32>[1, 1]) {{ Y[:, :] = rowmax(X[:, :]) }}")
    for position in (0, 31, 32, width - 2, width - 1):
        x, y = np.arange(width, dtype=np.float32).reshape(1, width), np.zeros((1, 1), np.float32)
        x[0, position] = NAN
        call(kernel, x, y)
        assert np.isnan(y), position


def test_elementwise(call):
    kernel = phobos.compile("""
kernel k(X: tensor<f32>[3], Y: tensor<f32>[3], A: tensor<f32>[3], B: tensor<f32>[3]) {
  A[:] = max(X[:], Y[:])
  B[:] = min(X[:], Y[:])
}""")
    a, b = np.zeros(3, np.float32), np.zeros(3, np.float32)
    call(kernel, np.array([NAN, 1, 2], np.float32), np.array([1, NAN, 3], np.float32), a, b)
    assert np.isnan(a[:2]).all() and np.isnan(b[:2]).all() and (a[2], b[2]) == (3, 2)
