# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B14: a sum accumulates and results in a type that is wide enough."""

import numpy as np
import phobos
import pytest


@pytest.mark.parametrize("type, result, values, expected", [
    ("f16", "f32", np.full(40, 2000, np.float16), 80000), ("f16", "f32", np.ones(4096, np.float16), 4096),
    ("bool", "i32", np.ones(37, np.bool_), 37), ("bool", "i32", np.ones(256, np.bool_), 256),
    ("i8", "i32", np.full(100, 3, np.int8), 300), ("u8", "u32", np.full(100, 200, np.uint8), 20000),
    ("i16", "i32", np.full(100, -30000, np.int16), -3000000)
])
def test_row_sum(call, type, result, values, expected):
    n = values.size
    kernel = phobos.compile(
        f"kernel k(X: tensor<{type}>[1, {n}], Y: tensor<{result}>[1, 1]) {{ Y[:, :] = rowsum(X[:, :]) }}")
    y = np.zeros((1, 1), {"f32": np.float32, "i32": np.int32, "u32": np.uint32}[result])
    call(kernel, values.reshape(1, n), y)
    assert y == expected


def test_a_sum_overflows_where_it_is_stored_as_f16(call):
    kernel = phobos.compile("kernel k(X: tensor<f16>[1, 40], Y: tensor<f16>[1, 1]) { Y[:, :] = rowsum(X[:, :]) }")
    y = np.zeros((1, 1), np.float16)
    call(kernel, np.full((1, 40), 2000, np.float16), y)
    assert y == np.inf


def test_narrowing_a_sum_needs_a_cast():
    with pytest.raises(phobos.CompileError, match="expected tile<i8>.* got tile<i32>.*; cast it"):
        phobos.compile("kernel k(X: tensor<i8>[1, 9], Y: tensor<i8>[1, 1]) { Y[:, :] = rowsum(X[:, :]) }")
