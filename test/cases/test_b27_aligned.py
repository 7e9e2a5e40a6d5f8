# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B27: a promise that an extent is a multiple is checked before anything runs, and removes no mask of another extent."""

import numpy as np
import phobos
import pytest

SOURCE = """
@aligned(M = 64)
kernel k(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  Y[r :+ 64, 0 :+ 64] = X[r :+ 64, 0 :+ 64] + 1.0
}
"""


def run(call, kernel: phobos.Kernel, m: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.arange(m * n, dtype=np.float32).reshape(m, n), np.full((m, n), -7, np.float32)
    call(kernel, x, y)
    return x, y


@pytest.mark.parametrize("m, n", [(128, 37), (64, 1), (192, 64)])
def test_kept(call, m, n):
    x, y = run(call, phobos.compile(SOURCE), m, n)
    assert (y == x + 1).all()


def test_nothing_is_a_multiple(call):
    run(call, phobos.compile(SOURCE), 0, 37)
    run(call, phobos.compile(SOURCE), 0, 0)


@pytest.mark.parametrize("m", [100, 63, 1])
def test_broken(call, m):
    kernel = phobos.compile(SOURCE)
    x, y = np.zeros((m, 37), np.float32), np.full((m, 37), -7, np.float32)
    with pytest.raises(ValueError, match=rf"M: expected a multiple of 64, .*got {m}\b"):
        call(kernel, x, y)
    assert (y == -7).all()
    # The process goes on, with this kernel and others.
    x, y = run(call, kernel, 64, 5)
    assert (y == x + 1).all()


def test_an_unaligned_start_stays_masked(call):
    kernel = phobos.compile("""
@aligned(M = 64)
@grid(ceildiv(M, 64))
kernel k(X: tensor<f32>[M, N], Y: tensor<f32>[M, N], s: i32) {
  let r = ctx.block.x * 64 + s
  Y[r :+ 64, 0 :+ 8] = X[r :+ 64, 0 :+ 8] + 1.0
}""")
    for start in (-3, 5):
        x, y = np.zeros((128, 8), np.float32), np.full((128, 8), -7, np.float32)
        call(kernel, x, y, start)
        rows = np.arange(128)
        assert (y == np.where((rows >= start) & (rows < start + 128), 1, -7)[:, None]).all()
