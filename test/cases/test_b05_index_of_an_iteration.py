# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B05: a store goes to the index that its own iteration loaded, also where it stands under a run-time condition."""

import numpy as np
import phobos
import pytest

TILES = """
kernel k(P: ptr<i32>, OUT: ptr<i32>, flag: bool) {
  for i in range(19) {
    let j = load(P + i + arange(1))
    if flag { store(OUT + j, i32(100 + i)) }
  }
}"""

SCALARS = """
kernel k(P: ptr<i32>, OUT: ptr<i32>, flag: bool) {
  for i in range(19) {
    let j = load(P + i)
    if flag { store(OUT + j, i32(100 + i)) }
  }
}"""

POINTS = """
kernel k(P: tensor<i32>[19], OUT: tensor<i32>[19], flag: bool) {
  for i in range(19) {
    let j = P[i]
    if flag { OUT[j] = i32(100 + i) }
  }
}"""


def check(call, source: str) -> None:
    kernel = phobos.compile(source)
    p = np.arange(19, dtype=np.int32) * 7 % 19
    out = np.full(19, -1, np.int32)
    call(kernel, p, out, False)
    assert (out == -1).all()
    call(kernel, p, out, True)
    assert out.tolist() == [100, 111, 103, 114, 106, 117, 109, 101, 112, 104, 115, 107, 118, 110, 102, 113, 105, 116, 108]


@pytest.mark.parametrize("source", [TILES, SCALARS])
def test_pointers(call, source):
    check(call, source)


def test_points(call):
    check(call, POINTS)
