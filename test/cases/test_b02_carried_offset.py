# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B02: a slice whose start the loop moves is masked in every iteration, and not as in the first one."""

import numpy as np
import phobos

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
