# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B15: reductions over widths that are no powers of two lose no element."""

import numpy as np
import phobos
import pytest


@pytest.mark.parametrize("width, total", [(5, 15), (24, 300), (40, 820), (56, 1596), (96, 4656), (257, 33153)])
@pytest.mark.parametrize("threads", [32, 64, 128, 256])
def test_width(call, width, total, threads):
    for rows in (1, 3, 4, 33):
        kernel = phobos.compile(f"""
@launch({threads})
kernel k(X: tensor<f32>[{rows}, {width}], S: tensor<f32>[{rows}, 1], M: tensor<f32>[{rows}, 1],
         Y: tensor<f32>[{rows}, {width}]) {{
  let x = X[:, :]
  S[:, :] = rowsum(x)
  M[:, :] = rowmax(x)
  Y[:, :] = x - rowmax(x)
}}""")
        x = np.tile(np.arange(1, width + 1, dtype=np.float32), (rows, 1))
        s, m, y = np.zeros((rows, 1), np.float32), np.zeros((rows, 1), np.float32), np.zeros_like(x)
        call(kernel, x, s, m, y)
        assert (s == total).all() and (m == width).all() and (y == x - width).all(), rows
        x[:, width - 3] = 1e6
        call(kernel, x, s, m, y)
        assert (m == 1e6).all(), rows
