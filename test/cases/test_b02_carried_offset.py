# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B02: an access whose place the loop moves is masked in every iteration, and not as in the first one."""

import numpy as np
import phobos
import pytest

SOURCE = """
kernel k(X: tensor<f32>[40], Y: tensor<f32>[32]) {
  var s: index = 0
  var acc = zeros([32])
  for i in range(3) {
    acc += X[s :+ 32]
    s += 32
  }
  Y[0 :+ 32] = acc
}
"""


def test_offset(call):
    y = np.full(32, np.nan, np.float32)
    call(phobos.compile(SOURCE), np.arange(1, 41, dtype=np.float32), y)
    assert [y[0], y[8], y[31], y.sum()] == [34, 9, 32, 820]


POINTERS = """
kernel k(P: ptr<f32>, Y: tensor<f32>[32]) {
  var o = arange(32)
  var acc = zeros([32])
  for i in range(3) {
    acc += load(P + o, mask = o < 40, other = -1)
    o += 32
  }
  Y[:] = acc
}
"""

MOVED = """
kernel k(P: ptr<f32>, Y: tensor<f32>[32]) {
  var p = P
  var acc = zeros([32])
  for i in range(3) {
    acc += load(p + arange(32), mask = i * 32 + arange(32) < 40, other = -1)
    p += 32
  }
  Y[:] = acc
}
"""

BLOCKS = """
kernel k(P: ptr<f32>, Y: tensor<f32>[32]) {
  var p = block_ptr(P, shape = [40], strides = [1], offset = [0], tile = [32])
  var acc = zeros([32])
  for i in range(3) {
    acc += load(p, boundary = [0])
    p = advance(p, [32])
  }
  Y[:] = acc
}
"""


def sums(call, source: str) -> list[float]:
    p, y = np.full(96, 1000, np.float32), np.full(32, np.nan, np.float32)
    p[:40] = np.arange(1, 41)
    call(phobos.compile(source), p, y)
    return [y[0], y[7], y[8], y[31], y.sum()]


@pytest.mark.parametrize("source", [POINTERS, MOVED])
def test_pointers(call, source):
    assert sums(call, source) == [33, 47, 7, 30, 764]


def test_block_pointers(call):
    assert sums(call, BLOCKS) == [34, 48, 9, 32, 820]
