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


@pytest.mark.parametrize("type, nan, infinity", [("bf16", 0x7FC0, 0x7F80), ("f8e5m2", 0x7F, 0x7C), ("f8e4m3", 0x7F, 0x7E)])
@pytest.mark.parametrize("function", ["rowmax", "rowmin"])
def test_rows_of_bits(call, type, nan, infinity, function):
    kernel = phobos.compile(f"kernel k(X: tensor<{type}>[2, 3], Y: tensor<{type}>[2, 1]) {{ Y[:, :] = {function}(X[:, :]) }}")
    x = np.array([[0, nan, infinity], [infinity, 0, nan]], np.uint16 if type == "bf16" else np.uint8)
    y = np.zeros((2, 1), x.dtype)
    call(kernel, phobos.typed(x, type), phobos.typed(y, type))
    magnitude = y & ((1 << 8 * y.itemsize - 1) - 1)
    assert (magnitude > infinity).all()


@pytest.mark.parametrize("width", [64, 1024])
@pytest.mark.parametrize("function", ["rowmax", "rowmin"])
def test_every_position(call, width, function):
    kernel = phobos.compile(
        f"kernel k(X: tensor<f32>[1, {width}], Y: tensor<f32>[1, 1]) {{ Y[:, :] = {function}(X[:, :]) }}")
    for position in (0, 31, 32, width - 2, width - 1):
        x, y = np.arange(width, dtype=np.float32).reshape(1, width), np.zeros((1, 1), np.float32)
        x[0, position] = NAN
        call(kernel, x, y)
        assert np.isnan(y), position


@pytest.mark.parametrize("type, dtype", [("f32", np.float32), ("f16", np.float16), ("f64", np.float64)])
def test_elementwise(call, type, dtype):
    kernel = phobos.compile(f"""
kernel k(X: tensor<{type}>[3], Y: tensor<{type}>[3], A: tensor<{type}>[3], B: tensor<{type}>[3]) {{
  A[:] = max(X[:], Y[:])
  B[:] = min(X[:], Y[:])
}}""")
    a, b = np.zeros(3, dtype), np.zeros(3, dtype)
    call(kernel, np.array([NAN, 1, 2], dtype), np.array([1, NAN, 3], dtype), a, b)
    assert np.isnan(a[:2]).all() and np.isnan(b[:2]).all() and (a[2], b[2]) == (3, 2)


@pytest.mark.parametrize("width", [3, 64, 257, 1024])
@pytest.mark.parametrize("function", ["argmax", "argmin"])
def test_the_first_one_is_found(call, width, function):
    """Where it is too: NaN is the extreme, the first one of several, among infinities as well."""
    kernel = phobos.compile(f"kernel k(X: tensor<f32>[1, {width}], Y: tensor<i32>[1, 1]) "
                            f"{{ Y[:, :] = i32({function}(X[:, :], axis = 1)) }}")
    for position in sorted({0, 31 % width, 32 % width, width - 2, width - 1}):
        x, y = np.arange(width, dtype=np.float32).reshape(1, width), np.full((1, 1), -1, np.int32)
        x[0, 0], x[0, 1] = INF, -INF
        x[0, position::2] = NAN
        call(kernel, x, y)
        assert y == position
