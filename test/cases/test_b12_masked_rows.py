# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B12: softmax over rows that are masked in part or whole; -inf minus -inf is NaN and is not folded away."""

import numpy as np
import phobos
import pytest

SOURCE = """
kernel k(V: tensor<f32>[1, S], Y: tensor<f32>[1, 1], lo: i32, hi: i32) {{
  var m = full([1, 1], -inf)
  var l = zeros([1, 1])
  var acc = zeros([1, 1])
  for c in range(0, S, 4) {{
    let col = iota(1) + c
    let s = where(col >= lo && col < hi, full([1, 4], 1.0), -inf)
    let mn = max(m, rowmax(s))
    let p = {p}
    let a = {a}
    l = l * a + rowsum(p)
    acc = acc * a + rowsum(p * V[0 :+ 1, c :+ 4])
    m = mn
  }}
  Y[0 :+ 1, 0 :+ 1] = {out}
}}
"""
GUARDED = SOURCE.format(p="where(mn == -inf, 0.0, exp(s - mn))", a="where(mn == -inf, 0.0, exp(m - mn))",
                        out="where(l == 0.0, 0.0, acc / l)")
PLAIN = SOURCE.format(p="exp(s - mn)", a="exp(m - mn)", out="acc / l")


@pytest.mark.parametrize("lo, hi, expected", [(0, 0, 0), (0, 3, 1), (0, 6, 2.5), (5, 8, 6)])
def test_guarded(call, lo, hi, expected):
    y = np.full((1, 1), np.nan, np.float32)
    call(phobos.compile(GUARDED), np.arange(8, dtype=np.float32).reshape(1, 8), y, lo, hi)
    assert y == expected


def test_plain(call):
    y = np.zeros((1, 1), np.float32)
    call(phobos.compile(PLAIN), np.arange(8, dtype=np.float32).reshape(1, 8), y, 0, 0)
    assert np.isnan(y)


def test_no_shortcuts(call):
    kernel = phobos.compile("""
kernel k(X: tensor<f32>[4], A: tensor<f32>[4], B: tensor<f32>[4], C: tensor<f32>[4]) {
  let x = X[0 :+ 4]
  A[0 :+ 4] = x - x
  B[0 :+ 4] = 0.0 * x
  C[0 :+ 4] = exp(x)
}""")
    x = np.array([-np.inf, np.inf, np.nan, 0], np.float32)
    a, b, c = (np.ones(4, np.float32) for _ in range(3))
    call(kernel, x, a, b, c)
    assert np.isnan(a).tolist() == np.isnan(b).tolist() == [True, True, True, False]
    assert c[0] == 0 and c[1] == np.inf and np.isnan(c[2]) and c[3] == 1
