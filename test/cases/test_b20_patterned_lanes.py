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


#: Rows of 64 columns that a table picks, of which a mask lets some be read and written.
PICKED = """
@noalias
kernel k(P: ptr<{type}>, table: ptr<i32>, Q: ptr<{type}>, ld: i32, n: i32) {{
  let r = reshape(arange(8), [8, 1])
  let c = reshape(arange(64), [1, 64])
  let from = P + load(table + r) * {pitch} + c
  let to = Q + load(table + 7 - r) * {pitch} + c
  store(to, load(from, mask = {mask}, other = 3), mask = {mask})
}}"""
#: What is on: of row r and column c, with n columns.
MASKS = {
    "c < n": lambda r, c, n: c < n,
    "(c < n) & (r != 2)": lambda r, c, n: (c < n) & (r != 2),
    "(c < 8) | (c >= n)": lambda r, c, n: (c < 8) | (c >= n),
    "(c < n) & (c % 4 == 1)": lambda r, c, n: (c < n) & (c % 4 == 1),
    "c < n + r": lambda r, c, n: c < n + r,
    "c != n": lambda r, c, n: c != n,
    "63 - c < n": lambda r, c, n: 63 - c < n,
}


def check_picked(call, kernel, dtype, ld, n, is_on):
    table = np.array([5, 0, 7, 2, 2, 6, 1, 4], np.int32)
    p, q = (np.arange(8 * ld, dtype=np.int64) * factor % 100 for factor in (7, 11))
    p, q = p.astype(dtype), q.astype(dtype)
    r, c = np.ogrid[:8, :64]
    on = np.broadcast_to(is_on(r, c, n), (8, 64))
    source, target = table[:, None] * ld + c, table[::-1][:, None] * ld + c
    expected = q.copy()
    expected[target[on]] = p[source[on]]  # row 2 twice, from one row
    call(kernel, p, table, q, ld, n)
    assert (q == expected).all()


@pytest.mark.filterwarnings("ignore::phobos.CompileWarning")  # the products of i32 are meant to be such
@pytest.mark.parametrize("type, dtype", TYPES)
def test_picked_rows(call, type, dtype):
    kernel = phobos.compile(PICKED.format(type=type, pitch="ld", mask="c < n"))
    for call.guard in (64, 65):
        for ld, n in ((64, 64), (80, 48), (80, 41), (72, 40), (67, 48), (66, 42)):
            check_picked(call, kernel, dtype, ld, n, MASKS["c < n"])


@pytest.mark.filterwarnings("ignore::phobos.CompileWarning")
@pytest.mark.parametrize("mask", MASKS)
def test_masks_of_picked_rows(call, mask):
    call.guard = 64
    kernel = phobos.compile(PICKED.format(type="f32", pitch="80", mask=mask))
    for n in (16, 19):
        check_picked(call, kernel, np.float32, 80, n, MASKS[mask])


PATTERNS = [
    ("63 - arange(64)", 63 - np.arange(64)),
    ("(arange(64) ^ 1)", np.arange(64) ^ 1),
    ("arange(64) * 2", np.arange(64) * 2),
    ("arange(64) / 2", np.arange(64) // 2),
    ("arange(64) + 1", np.arange(64) + 1),
    ("(arange(64) + 2) % 64", (np.arange(64) + 2) % 64),
]


@pytest.mark.parametrize("offsets, indices", PATTERNS)
@pytest.mark.parametrize("type, dtype", TYPES[::2])
def test_patterns_at_16_bytes(call, type, dtype, offsets, indices):
    """Arrays at 16 bytes, and a mask that keeps these accesses from being slices."""
    call.guard = 64
    kernel = phobos.compile(f"""
kernel k(P: ptr<{type}>, Q: ptr<{type}>) {{
  let on = (arange(64) < 8) | (arange(64) >= 16)
  store(Q + arange(64), load(P + {offsets}, mask = on, other = 1), mask = on)
}}""")
    p, q = np.arange(128, dtype=dtype), np.full(64, 99, dtype)
    on = (np.arange(64) < 8) | (np.arange(64) >= 16)
    call(kernel, p, q)
    assert (q == np.where(on, p[indices], 99)).all()
