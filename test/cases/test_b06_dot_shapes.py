# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B06: products with inner extents of 1, ragged extents and a transposed side."""

import numpy as np
import phobos
import pytest

EXPECTED = {  # (M, N, K): the first element, the last, and a weighted sum
    (8, 8, 1): (6, 3, 28), (1, 3, 5): (6, 14, 4), (17, 9, 8): (4, 4, -46), (16, 8, 24): (-4, 1, -48),
    (33, 65, 7): (4, -4, -1), (64, 64, 40): (6, -7, -3)
}


def source(type, result, tile, transposed):
    rows = f"pn * {tile} :+ {tile}"
    right = f"B[{rows}, k :+ 16]" if transposed else f"B[k :+ 16, {rows}]"
    return f"""
kernel k(A: tensor<{type}>[M, K], B: tensor<{type}>[{"N, K" if transposed else "K, N"}], C: tensor<{result}>[M, N]) {{
  let pm = ctx.block.x
  let pn = ctx.block.y
  var acc = zeros([{tile}, {tile}], {result})
  for k in range(0, K, 16) {{
    acc += {"dot_t" if transposed else "dot"}(A[pm * {tile} :+ {tile}, k :+ 16], {right})
  }}
  C[pm * {tile} :+ {tile}, pn * {tile} :+ {tile}] = acc
}}"""


@pytest.mark.parametrize("type, dtype, result", [("f16", np.float16, "f32"), ("f32", np.float32, "f32"),
                                                 ("i8", np.int8, "i32")])
@pytest.mark.parametrize("tile", [16, 64])
@pytest.mark.parametrize("transposed", [False, True])
def test_dot(call, type, dtype, result, tile, transposed):
    kernel = phobos.compile(source(type, result, tile, transposed))
    for (m, n, k), expected in EXPECTED.items():
        i, j, inner = np.arange(m)[:, None], np.arange(n)[:, None], np.arange(k)[None]
        a, b = ((i + 2 * inner) % 7 - 3).astype(dtype), ((3 * j + inner) % 5 - 2).astype(dtype)
        c = np.full((m, n), np.nan if result == "f32" else -999, np.float32 if result == "f32" else np.int32)
        call(kernel, a, b if transposed else np.ascontiguousarray(b.T), c)
        weights = 1 + (np.arange(m)[:, None] + 2 * np.arange(n)[None]) % 3
        assert (c[0, 0], c[-1, -1], (c * weights).sum()) == expected, (m, n, k)
