# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles of rows at any address that overlap by a sector of the memory, of which one block stores all.

Each kernel runs in the emulator, which reports a byte outside of an array. What is expected is computed here; each
array lies between bytes that nobody may touch, and begins so many bytes behind a multiple of 32.
"""

import numpy as np
import pytest

import phobos

TRANSPOSE = """@launch({threads})
kernel turn(A: tensor<{element}>[M, N], B: tensor<{element}>[N, M]) {{
  let r = ctx.block.x * {rows}
  let c = ctx.block.y * 32
  B[c :+ 32, r :+ {rows}] = transpose(A[r :+ {rows}, c :+ 32])
}}
"""


def place(values: np.ndarray, misalignment: int) -> tuple[np.ndarray, np.ndarray]:
    """A copy of `values`, and the bytes before and behind it."""
    memory = np.full(values.nbytes + 128, 0x55, np.uint8)
    start = -memory.ctypes.data % 32 + 32 + misalignment
    copy = memory[start:start + values.nbytes].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy, memory


def count_marks(memory: np.ndarray) -> int:
    return int((memory == 0x55).sum())


def parts(kernel: phobos.Kernel) -> set[str]:
    return {part["part"] for access in kernel.explain_accesses()["kernels"][0]["accesses"] for part in access["parts"]}


@pytest.mark.parametrize("m, n", [(1, 1), (3, 2), (31, 5), (32, 33), (33, 32), (63, 7), (65, 34), (129, 3)])
@pytest.mark.parametrize("element, rows, threads", [("f32", 32, 32), ("f32", 64, 128), ("i32", 40, 64), ("i16", 32, 64)])
def test_transposes(m, n, element, rows, threads):
    """Rows of all lengths around a tile's, stored by shuffles or (i16, tiles of 40) an element at a time."""
    dtype = {"f32": np.float32, "i32": np.int32, "i16": np.int16}[element]
    kernel = phobos.compile(TRANSPOSE.format(element=element, rows=rows, threads=threads), target="sm_90a")
    assert "unaligned, overlapping" in parts(kernel)
    values = np.arange(1, m * n + 1).astype(dtype).reshape(m, n)
    for misalignment in range(dtype().itemsize, 32, 4):
        a, _ = place(values, dtype().itemsize)
        b, memory = place(np.full((n, m), -1, dtype), misalignment)
        kernel.emulate(a, b, seed=misalignment)
        assert (b == values.T).all()
        assert count_marks(memory) >= 128


IN_PLACE = """@launch(64)
kernel add_one(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let c = ctx.block.x * 64
  let r = ctx.block.y * 4
  Y[r :+ 4, c :+ 64] = X[r :+ 4, c :+ 64] + 1.0
}
"""


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_one_array_for_both(seed):
    """A block must not read what its neighbour has written: where arrays are one, tiles do not overlap."""
    kernel = phobos.compile(IN_PLACE, target="sm_90a")
    assert "unaligned, overlapping" in parts(kernel)
    x, _ = place(np.arange(9 * 333, dtype=np.float32).reshape(9, 333), 4)
    expected = x + 1
    kernel.emulate(x, x, seed=seed)
    assert (x == expected).all()


def test_fewer_blocks():
    """Blocks that do not cover a row store no less than their tiles."""
    kernel = phobos.compile("@grid(2, ceildiv(M, 4))\n" + IN_PLACE, target="sm_90a")
    x, _ = place(np.arange(5 * 333, dtype=np.float32).reshape(5, 333), 4)
    y, _ = place(np.zeros((5, 333), np.float32), 8)
    kernel.emulate(x, y)
    assert (y[:, :128] == x[:, :128] + 1).all() and (y[:, 128:] == 0).all()
