# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B04: a maximum starts from nothing but the elements; a row of -inf has the maximum -inf."""

import numpy as np
import phobos
import pytest

INF = np.inf
ROWS = [[-5, -4, -3, -2, -1], [-INF, -7, -INF, -INF, -INF]]


@pytest.mark.parametrize("type, dtype", [("f32", np.float32), ("f16", np.float16), ("f64", np.float64)])
@pytest.mark.parametrize("width", [8, 32, 256])
def test_masked_maximum(call, type, dtype, width):
    kernel = phobos.compile(f"""
kernel k(A: tensor<{type}>[M, N], Y: tensor<{type}>[M, 1]) {{
  Y[0 :+ 2, 0 :+ 1] = rowmax(where(iota(1) < N, A[0 :+ 2, 0 :+ {width}], -inf))
}}""")
    y = np.zeros((2, 1), dtype)
    call(kernel, np.array(ROWS, dtype), y)
    assert y.ravel().tolist() == [-1, -7]


@pytest.mark.parametrize("width", [8, 32, 256])
def test_masked_maximum_of_bf16(call, width):
    kernel = phobos.compile(f"""
kernel k(A: tensor<bf16>[M, N], Y: tensor<bf16>[M, 1]) {{
  Y[0 :+ 2, 0 :+ 1] = rowmax(where(iota(1) < N, A[0 :+ 2, 0 :+ {width}], -inf))
}}""")
    upper_halves = (np.array(ROWS, np.float32).view(np.uint32) >> 16).astype(np.uint16)
    y = np.zeros((2, 1), np.uint16)
    call(kernel, phobos.typed(upper_halves, "bf16"), phobos.typed(y, "bf16"))
    assert y.ravel().tolist() == [0xBF80, 0xC0E0]  # -1, -7


def test_minimum_of_infinities(call):
    kernel = phobos.compile("""
kernel k(A: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) {
  Y[0 :+ 2, 0 :+ 1] = rowmin(where(iota(1) < N, A[0 :+ 2, 0 :+ 8], inf))
}""")
    y = np.zeros((2, 1), np.float32)
    call(kernel, np.full((2, 5), INF, np.float32), y)
    assert y.ravel().tolist() == [INF, INF]


def test_a_plain_maximum_sees_the_fill(call):
    kernel = phobos.compile("""
kernel k(A: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) { Y[0 :+ 2, 0 :+ 1] = rowmax(A[0 :+ 2, 0 :+ 8]) }""")
    y = np.ones((2, 1), np.float32)
    call(kernel, np.array(ROWS, np.float32), y)
    assert y.ravel().tolist() == [0, 0]
