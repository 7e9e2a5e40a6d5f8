# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B03: both sides of a slice count, also where its start plus its length wraps."""

import numpy as np
import phobos
import pytest

INT64 = np.iinfo(np.int64)


@pytest.mark.parametrize("start, expected", [(-3, [0, 0, 0, 1, 2, 3, 4, 5]), (-8, [0] * 8), (-20, [0] * 8),
                                             (7, [8, 9, 10, 0, 0, 0, 0, 0]), (10, [0] * 8), (2147483644, [0] * 8),
                                             (INT64.max - 3, [0] * 8), (INT64.min, [0] * 8), (2**32 + 2, [0] * 8)])
def test_load(call, start, expected):
    for type, least in (("i32", -2**31), ("i64", -2**63)):
        if not least <= start < -least:
            continue
        kernel = phobos.compile(
            f"kernel k(X: tensor<f32>[10], Y: tensor<f32>[8], s: {type}) {{ Y[0 :+ 8] = X[s :+ 8] }}")
        y = np.full(8, np.nan, np.float32)
        call(kernel, np.arange(1, 11, dtype=np.float32), y, start)
        assert y.tolist() == expected, type


def test_store(call):
    kernel = phobos.compile("kernel k(X: tensor<f32>[8], Z: tensor<f32>[10], s: i32) { Z[s :+ 8] = X[0 :+ 8] }")
    z = np.zeros(10, np.float32)
    call(kernel, np.arange(10, 18, dtype=np.float32), z, -3)
    assert z.tolist() == [13, 14, 15, 16, 17, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("body, column", [("Y[0 :+ 8] = X[-3 :+ 8]", 65), ("X[-3 :+ 8] = Y[0 :+ 8]", 53)])
def test_a_constant_start_below_zero_is_an_error(body, column):
    with pytest.raises(phobos.CompileError, match=rf"1:{column}: error: expected an index of at least 0, got -3"):
        phobos.compile(f"kernel k(X: tensor<f32>[10], Y: tensor<f32>[8]) {{ {body} }}")
