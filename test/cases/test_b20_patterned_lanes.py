# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B20: lanes that descend, or whose masks differ, are read and written one by one as they stand."""

import numpy as np
import phobos
import pytest

TYPES = [("f32", np.float32), ("f16", np.float16), ("i8", np.int8)]


@pytest.mark.parametrize("type, dtype", TYPES)
@pytest.mark.parametrize("shift", [0, 1])
def test_reversed(call, type, dtype, shift):
    kernel = phobos.compile(f"""
kernel k(P: ptr<{type}>, Y: tensor<{type}>[16]) {{
  Y[:] = load(P + {shift} + (9 - arange(16)), mask = arange(16) < 10, other = 0)
}}""")
    y = np.ones(16, dtype)
    call(kernel, np.arange(1 - shift, 11, dtype=dtype), y)
    assert y.tolist() == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("type, dtype", TYPES)
@pytest.mark.parametrize("mask, ones", [("arange(16) % 4 == 1", [1, 5, 9, 13]), ("arange(16) < 13", range(13))])
def test_mask_of_a_store(call, type, dtype, mask, ones):
    kernel = phobos.compile(f"kernel k(Q: ptr<{type}>) {{ store(Q + arange(16), 1, mask = {mask}) }}")
    q = np.zeros(16, dtype)
    call(kernel, q)
    assert np.flatnonzero(q).tolist() == list(ones) and q.max() == 1


def test_rows_of_an_odd_pitch(call):
    kernel = phobos.compile("""
kernel k(P: ptr<f32>, Y: tensor<f32>[4, 16]) { Y[:, :] = load(P + 1 + iota(0) * 1185 + iota(1), mask = Y[:, :] > 0.0) }""")
    p, y = np.arange(4 * 1185, dtype=np.float32), np.ones((4, 16), np.float32)
    call(kernel, p, y)
    assert (y == p.reshape(4, 1185)[:, 1:17]).all()
