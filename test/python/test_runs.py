# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows at any address, which warps move in runs: aligned vectors between a head and a tail, through shared memory.

Each kernel runs in the emulator, which reports a byte outside of an array, a race and shared memory that nobody has
written, on integers, so that no order of additions shows. What is expected is computed here.
"""

import numpy as np
import pytest

import phobos

TYPES = {"i32": np.int32, "f32": np.float32, "f64": np.float64}


def place(values: np.ndarray, misalignment: int) -> np.ndarray:
    """A copy of `values` that begins so many bytes behind a multiple of 16, between bytes that nobody may touch."""
    memory = np.full(values.nbytes + 64, 0x55, np.uint8)
    start = -memory.ctypes.data % 16 + 16 + misalignment
    copy = memory[start:start + values.nbytes].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy


def integers(shape: tuple, dtype, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(-9, 10, shape).astype(dtype)


def rows_kernel(element: str, threads: int = 32) -> str:
    return f"""@launch({threads})
@specialize(N)
kernel rows(X: tensor<{element}>[M, N], Y: tensor<{element}>[M, N]) {{
  let row = ctx.block.x
  Y[row :+ 1, :] = X[row :+ 1, :] + X[row :+ 1, :]
}}
"""


def moves(kernel: phobos.Kernel) -> list[str]:
    return [part["moves"] for access in kernel.explain_accesses()["kernels"][0]["accesses"] for part in access["parts"]]


@pytest.mark.parametrize("element", TYPES)
def test_whole_rows_at_all_misalignments(element):
    dtype = np.dtype(TYPES[element])
    kernel = phobos.compile(rows_kernel(element), settings={"N": 511}, target="sm_90a")
    assert "runs" in moves(kernel)
    for misalignment in range(0, 16, dtype.itemsize):
        # Of 17 rows of an odd length, each misalignment is that of some row as well.
        x = place(integers((17, 511), dtype, misalignment), misalignment)
        y = place(np.zeros((17, 511), dtype), 16 - dtype.itemsize - misalignment)
        expected = x + x
        kernel.emulate(x, y)
        assert (y == expected).all()


@pytest.mark.parametrize("n", [385, 400, 511, 513, 767, 1009, 2047])
def test_lengths_of_rows(n):
    kernel = phobos.compile(rows_kernel("f32"), settings={"N": n}, target="sm_90a")
    x, y = place(integers((5, n), np.float32), 4), place(np.zeros((5, n), np.float32), 12)
    kernel.emulate(x, y, seed=n)
    assert (y == 2 * x).all()


def test_one_array_for_both():
    kernel = phobos.compile(rows_kernel("f32", threads=128), settings={"N": 2047}, target="sm_90a")
    x = place(integers((5, 2047), np.float32), 8)
    expected = 2 * x
    kernel.emulate(x, x, seed=1)
    assert (x == expected).all()


CHUNKS = """@launch(32)
kernel chunks(X: tensor<f32>[M, N], Y: tensor<f32>[M, N], shift: i64) {
  let row = ctx.block.x
  for c in range(0, N, 512) {
    Y[row :+ 1, c :+ 512] = load(X[row :+ 1, c - shift :+ 512], fill = 7.0)
  }
}
"""


@pytest.mark.parametrize("n", [1, 2, 3, 5, 31, 509, 511, 512, 513, 515, 1023, 1025, 1537])
@pytest.mark.parametrize("shift", [0, 1, 3, 6, 700, -2, -600])
def test_starts_and_ends(n, shift):
    """Slices that begin before a row, end behind it, or both."""
    kernel = phobos.compile(CHUNKS, target="sm_90a")
    x, y = place(integers((3, n), np.float32), 4), place(np.zeros((3, n), np.float32), 0)
    kernel.emulate(x, y, shift)
    columns = np.arange(n) - shift
    inside = (columns >= 0) & (columns < n)
    assert (y == np.where(inside, x[:, columns.clip(0, n - 1)], 7)).all()


def test_rows_outside():
    """A row past the last one is neither read nor written."""
    kernel = phobos.compile("""@launch(32)
@grid(M)
kernel next(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let row = ctx.block.x
  for c in range(0, N, 512) {
    Y[row + 1 :+ 1, c :+ 512] = X[row - 1 :+ 1, c :+ 512]
  }
}
""", target="sm_90a")
    x, y = place(integers((4, 601), np.float32), 4), place(np.full((4, 601), 5, np.float32), 4)
    expected = y.copy()
    expected[1] = 0
    expected[2:] = x[:2]
    kernel.emulate(x, y)
    assert (y == expected).all()


def test_sums_between():
    """Sums of rows use the same shared memory before and after."""
    kernel = phobos.compile("""@launch(128)
@specialize(N)
kernel centre(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let row = ctx.block.x
  let x = X[row :+ 1, :]
  Y[row :+ 1, :] = x - rowsum(x) + rowmax(x)
}
""", settings={"N": 2047}, target="sm_90a")
    x, y = place(integers((3, 2047), np.float32), 4), place(np.zeros((3, 2047), np.float32), 4)
    for seed in (None, 1, 2):
        kernel.emulate(x, y, seed=seed)
        assert (y == x - x.sum(1, keepdims=True) + x.max(1, keepdims=True)).all()


def test_one_element():
    kernel = phobos.compile(CHUNKS, target="sm_90a")
    for misalignment in (0, 4, 8, 12):
        x, y = place(np.array([[3]], np.float32), misalignment), place(np.zeros((1, 1), np.float32), misalignment)
        kernel.emulate(x, y, 0)
        assert y == 3


POINTERS = """@launch(32)
@grid(7)
kernel pointers(x: ptr<f32>, y: ptr<f32>, n: i32, pitch: i32) {
  let i = reshape(arange(512), [1, 512])
  let o = ctx.block.x * pitch + i
  store(y + o, load(x + o, mask = i < n, other = 0.0) * 2.0, mask = i < n)
}
"""


@pytest.mark.parametrize("n, pitch", [(0, 511), (1, 3), (5, 5), (511, 511), (509, 510), (512, 513), (300, 512), (510, 512), (600, 601)])
def test_rows_behind_pointers(n, pitch):
    """Where a row begins, a number at run time says; what lies between two rows is not touched."""
    kernel = phobos.compile(POINTERS, target="sm_90a")
    assert "runs" in moves(kernel)
    x, y = place(integers((7, pitch), np.float32), 4), place(integers((7, pitch), np.float32, seed=1), 12)
    expected = y.copy()
    expected[:, :n][:, :512] = 2 * x[:, :n][:, :512]
    kernel.emulate(x, y, n, pitch)
    assert (y == expected).all()
