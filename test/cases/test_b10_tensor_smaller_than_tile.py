# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B10: a tensor smaller than the tile is not read behind its end, and is written whole."""

import numpy as np
import phobos
import pytest

MATMUL = """
kernel matmul(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var acc = zeros([64, 64])
  for k in range(0, K, 16) {
    acc += dot(A[pm * 64 :+ 64, k :+ 16], B[k :+ 16, pn * 64 :+ 64])
  }
  C[pm * 64 :+ 64, pn * 64 :+ 64] = acc
}
"""


def test_one_row(call):
    b = (3 * np.arange(5)[:, None] + np.arange(3)).astype(np.float32)
    c = np.full((1, 3), np.nan, np.float32)
    call(phobos.compile(MATMUL), np.array([[1, 2, 3, 4, 5]], np.float32), b, c)
    assert c.tolist() == [[120, 135, 150]]


def test_small(call):
    a = ((6 * np.arange(10)[:, None] + np.arange(6)) % 7 - 3).astype(np.float32)
    b = ((4 * np.arange(6)[:, None] + np.arange(4)) % 5 - 2).astype(np.float32)
    c = np.full((10, 4), np.nan, np.float32)
    call(phobos.compile(MATMUL), a, b, c)
    assert (c[0].tolist(), c[9].tolist(), c.sum()) == ([-4, 3, 5, 2], [0, -16, -2, 7], -11)


@pytest.mark.parametrize("n", [0, 1, 127, 128, 129, 256, 389])
def test_copy(call, n):
    kernel = phobos.compile("""
kernel copy(X: tensor<f32>[N], Y: tensor<f32>[N]) {
  let i = ctx.block.x * 128
  Y[i :+ 128] = X[i :+ 128]
}""")
    x, y = np.arange(n, dtype=np.float32), np.full(n, np.nan, np.float32)
    call(kernel, x, y)
    assert y.tolist() == x.tolist()
