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


def test_too_many_blocks(call):
    kernel = phobos.compile(SOURCE.replace("kernel k", "@grid(ceildiv(M, 64) + 1)\nkernel k"))
    x, y = np.zeros((128, 37), np.float32), np.full((128, 37), -7, np.float32)
    with pytest.raises(ValueError, match=r"M: expected room for ceildiv\(M, 64\) \+ 1 = 3 blocks of 64, .*got 128\b"):
        call(kernel, x, y)
    assert (y == -7).all()


def test_blocks_that_end_early(call):
    kernel = phobos.compile(SOURCE.replace("kernel k", "@grid(1)\nkernel k"))
    x, y = np.zeros((128, 37), np.float32), np.full((128, 37), -7, np.float32)
    call(kernel, x, y)
    assert (y[:64] == 1).all() and (y[64:] == -7).all()


def test_a_grid_of_another_extent(call):
    kernel = phobos.compile("""
@aligned(M = 8)
kernel k(X: tensor<f32>[M], Y: tensor<f32>[N]) {
  let r = ctx.block.x * 8
  Y[r :+ 8] = X[r :+ 8] + 1.0
}""")
    for m, n in ((24, 24), (24, 17), (24, 3), (0, 0)):
        y = np.full(n, -7, np.float32)
        call(kernel, np.arange(m, dtype=np.float32), y)
        assert (y == np.arange(n) + 1).all()
    y = np.full(25, -7, np.float32)
    with pytest.raises(ValueError, match=r"M: expected room for ceildiv\(N, 8\) = 4 blocks of 8, .*got 24\b"):
        call(kernel, np.zeros(24, np.float32), y)
    assert (y == -7).all()


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
