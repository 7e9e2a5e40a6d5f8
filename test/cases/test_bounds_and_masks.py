# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each form of a subscript, and each way in which a slice meets the end of its tensor, as kernels with their answers.

Values are small integers, so that every sum is exact in f32 and has one right answer.
"""

import numpy as np
import phobos
import pytest

#: Around a tile of 16, and tiles of 64.
EXTENTS = (1, 4, 15, 16, 17, 48, 63, 64, 65, 100)


def numbers(*shape: int) -> np.ndarray:
    return (np.arange(np.prod(shape)) * 7 % 11 - 5).astype(np.float32).reshape(shape)


def padded(array: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """The corner of `array`, where elements outside read as 0."""
    result = np.zeros((rows, columns), array.dtype)
    corner = array[:rows, :columns]
    result[:corner.shape[0], :corner.shape[1]] = corner
    return result


# ----- Forms of subscripts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slices, expected", [
    ("2, 3", lambda a: a[2:3, 3:4]),
    ("1 : 5, 0 : 64", lambda a: padded(a[1:], 4, 64)),
    ("1 :+ 4, 32 :+ 64", lambda a: padded(a[1:, 32:], 4, 64)),
    ("2, 0 :+ 64", lambda a: padded(a[2:3], 1, 64)),
    ("0 :+ 8, :4", lambda a: padded(a, 8, 4)),
    (":4, :8", lambda a: padded(a, 4, 8)),
    ("n :+ 4, 0 :+ 4", lambda a: padded(a[3:], 4, 4)),
    ("n * 8 :+ 4, 0 :+ 4", lambda a: padded(a[24:], 4, 4)),
])
@pytest.mark.parametrize("shape", [(5, 40), (8, 64), (3, 7)], ids=str)
def test_forms(call, slices, expected, shape):
    """Of a tensor whose extents are known at run time; 0 outside. The point is inside."""
    a, n = numbers(*shape), 3
    tile = expected(a)
    out = np.full(tile.shape, -99, np.float32)
    rows, columns = tile.shape
    call(phobos.compile(f"""
kernel k(A: tensor<f32>[M, N], O: tensor<f32>[{rows}, {columns}], n: i32) {{
  O[0 :+ {rows}, 0 :+ {columns}] = A[{slices}]
}}"""), a, out, n)
    assert (out == tile).all()


def test_whole_dims(call):
    """`A[:]` and `A[s:]` of static extents."""
    a, out, rest = numbers(8, 16), np.zeros((8, 16), np.float32), np.zeros((3, 16), np.float32)
    call(phobos.compile("""
kernel k(A: tensor<f32>[8, 16], O: tensor<f32>[8, 16], R: tensor<f32>[3, 16]) {
  O[:, :] = A[:, :]
  R[:, :] = A[5:, :]
}"""), a, out, rest)
    assert (out == a).all() and (rest == a[5:]).all()


# ----- Masking -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("extent", EXTENTS)
def test_static_extent(call, extent):
    a, out = numbers(extent, 8), np.full((extent, 8), -99, np.float32)
    call(phobos.compile(f"""
kernel k(A: tensor<f32>[{extent}, 8], O: tensor<f32>[{extent}, 8]) {{
  let r = ctx.block.x * 16
  O[r :+ 16, 0 :+ 8] = A[r :+ 16, 0 :+ 8] + 1.0
}}"""), a, out)
    assert (out == a + 1).all()


@pytest.mark.parametrize("rows", EXTENTS)
@pytest.mark.parametrize("columns", (1, 63, 64, 65))
def test_dynamic_extent_of_blocks(call, rows, columns):
    a, out = numbers(rows, columns), np.full((rows, columns), -99, np.float32)
    call(phobos.compile("""
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var a = A[pm * 64 :+ 64, pn * 64 :+ 64]
  B[pm * 64 :+ 64, pn * 64 :+ 64] = a
}"""), a, out)
    assert (out == a).all()


@pytest.mark.parametrize("rows, columns", [(64, 64), (128, 192), (0, 64), (64, 0)])
def test_aligned_extent_of_blocks(call, rows, columns):
    a, out = numbers(rows, columns), np.full((rows, columns), -99, np.float32)
    call(phobos.compile("""
@autotune(TM in [64], TN in [64])
@aligned(M = TM, N = TN)
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var a = A[pm * TM :+ TM, pn * TN :+ TN]
  B[pm * TM :+ TM, pn * TN :+ TN] = a
}"""), a, out)
    assert (out == a).all()


MATMUL = """
{attribute}
kernel matmul(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {{
  let pm = ctx.block.x
  let pn = ctx.block.y
  var acc = zeros([32, 32])
  for kt in range(0, K, 16) {{
    var a = A[pm * 32 :+ 32, kt :+ 16]
    var b = B[kt :+ 16, pn * 32 :+ 32]
    acc += dot(a, b)
  }}
  C[pm * 32 :+ 32, pn * 32 :+ 32] = acc
}}"""


@pytest.mark.parametrize("k", (0, 1, 8, 15, 16, 17, 40, 1000))
@pytest.mark.parametrize("m, n", [(32, 32), (33, 31), (1, 70)])
def test_loop_over_a_dynamic_extent(call, m, n, k):
    """K = 1000: 62 whole tiles, and one over the last 8 columns."""
    a, b, c = numbers(m, k), numbers(k, n), np.full((m, n), -99, np.float32)
    call(phobos.compile(MATMUL.format(attribute="")), a, b, c)
    assert (c == a.astype(np.float64) @ b).all()


@pytest.mark.parametrize("m, n, k", [(32, 64, 1000), (64, 32, 16), (32, 32, 7)])
def test_loop_under_a_promise(call, m, n, k):
    a, b, c = numbers(m, k), numbers(k, n), np.full((m, n), -99, np.float32)
    call(phobos.compile(MATMUL.format(attribute="@aligned(M = 32, N = 32)")), a, b, c)
    assert (c == a.astype(np.float64) @ b).all()


@pytest.mark.parametrize("n", EXTENTS)
def test_rest_of_a_dim_and_points_are_not_masked(call, n):
    """The kernel keeps its points inside by its own conditions."""
    a, out = numbers(n + 16), np.full(n, -99, np.float32)
    call(phobos.compile("""
kernel k(A: tensor<f32>[L], O: tensor<f32>[N]) {
  for i in range(0, N, 1) {
    if i < L - 16 { O[i] = A[i] + A[L - 1] }
  }
}"""), a, out)
    assert (out == a[:n] + a[-1]).all()


# ----- Reductions over a ragged tile ---------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", EXTENTS)
@pytest.mark.parametrize("rows", (1, 4, 5))
def test_where_and_iota(call, rows, columns):
    """The maximum of rows of negative scores, whose padding reads as 0."""
    a, out = -1 - abs(numbers(rows, columns)), np.full((rows, 1), -99, np.float32)
    call(phobos.compile("""
kernel k(A: tensor<f32>[M, N], O: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  var m = full([4, 1], -1.0e30)
  for c in range(0, N, 16) {
    var s = A[r :+ 4, c :+ 16]
    s = where(iota(1) < N - c, s, -1.0e30)
    m = max(m, rowmax(s))
  }
  O[r :+ 4, 0 :+ 1] = m
}"""), a, out)
    assert (out == a.max(1, keepdims=True)).all()


@pytest.mark.parametrize("n", EXTENTS)
def test_causal_sum(call, n):
    """Row i adds the columns up to i: tiles below the diagonal are whole, those above are not looked at."""
    a, out = numbers(n, n), np.full((n, 1), -99, np.float32)
    call(phobos.compile("""
@grid(ceildiv(N, 16))
kernel k(A: tensor<f32>[N, N], O: tensor<f32>[N, 1]) {
  let row = ctx.block.x * 16
  var s = zeros([16, 1])
  for kt in range(0, row + 16, 16) {
    var t = A[row :+ 16, kt :+ 16]
    t = where(row + iota(0) >= kt + iota(1), t, 0.0)
    s += rowsum(t)
  }
  O[row :+ 16, 0 :+ 1] = s
}"""), a, out)
    assert (out == np.tril(a).sum(1, keepdims=True)).all()
