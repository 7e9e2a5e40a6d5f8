# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B01: a loop that runs no time runs its body no time; the tensor's extent masks, and not the loop's end."""

import numpy as np
import phobos
import pytest

SOURCE = """
kernel k(X: tensor<f32>[1, 64], Y: tensor<f32>[1, 1], lo: i32, hi: i32) {
  var acc = full([1, 1], 7.0)
  for k in range(lo, hi, 16) {
    acc += 1.0 + rowsum(X[0 :+ 1, k :+ 16])
  }
  Y[0 :+ 1, 0 :+ 1] = acc
}
"""


@pytest.mark.parametrize("lo, hi, expected", [(0, 0, 7), (5, 5, 7), (48, 16, 7), (0, 16, 144), (56, 200, 500),
                                              (0, 17, 537), (3, 40, 1330)])
def test_loop(call, lo, hi, expected):
    x, y = np.arange(1, 65, dtype=np.float32).reshape(1, 64), np.full((1, 1), np.nan, np.float32)
    call(phobos.compile(SOURCE), x, y, lo, hi)
    assert y == expected
