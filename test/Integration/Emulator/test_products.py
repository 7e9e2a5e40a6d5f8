# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products that the compiler gives to wgmma on operands that TMA brings: exact on integers for any extents, without
faults in any order of threads and of asynchronous work."""

import ml_dtypes
import numpy as np
import pytest

import phobos

GEMM = """
kernel gemm(A: tensor<{type}>[M, K], B: tensor<{type}>[{order}], C: tensor<{result}>[M, N]) {{
  let r = ctx.block.x * {rows}
  let c = ctx.block.y * {columns}
  var acc = zeros([{rows}, {columns}]{zero})
  for k in range(0, K, {depth}) {{
    acc += {dot}
  }}
  C[r :+ {rows}, c :+ {columns}] = acc
}}
"""
TYPES = {
    "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f8e4m3": ml_dtypes.float8_e4m3fn, "f8e5m2": ml_dtypes.float8_e5m2,
    "i8": np.int8, "u8": np.uint8
}


def gemm(type, rows, columns, depth, transposed):
    right = f"dot_t(A[r :+ {rows}, k :+ {depth}], B[c :+ {columns}, k :+ {depth}])"
    if not transposed:
        right = f"dot(A[r :+ {rows}, k :+ {depth}], B[k :+ {depth}, c :+ {columns}])"
    is_integer = type in ("i8", "u8")
    return GEMM.format(type=type, rows=rows, columns=columns, depth=depth, dot=right, result="i32" if is_integer else "f32",
                       zero=", i32" if is_integer else "", order="N, K" if transposed else "K, N")


def check(source, type, extents, transposed, **how):
    """Whether the emulated result is that of NumPy, on integers of which f32 holds every sum."""
    m, n, k = extents
    rng = np.random.default_rng(sum(extents))
    low = 0 if type == "u8" else -4
    a = rng.integers(low, 5, (m, k)).astype(TYPES[type])
    b = rng.integers(low, 5, (n, k) if transposed else (k, n)).astype(TYPES[type])
    c = np.full((m, n), -77, np.int32 if type in ("i8", "u8") else np.float32)
    kernel = phobos.compile(source, target="sm_90a")
    assert "wgmma.mma_async" in kernel.ptx
    kernel.emulate(a, b, c, **how)
    right = b.astype(np.float64)
    np.testing.assert_array_equal(c, a.astype(np.float64) @ (right.T if transposed else right))


# Multiples of 16 bytes, as bulk copies need them; of no tile's extents.
@pytest.mark.parametrize("extents", [(128, 128, 64), (1, 8, 8), (64, 16, 200), (130, 264, 72), (300, 128, 8), (129, 136, 328)],
                         ids=str)
@pytest.mark.parametrize("transposed", [False, True], ids=["kn", "nk"])
def test_extents(extents, transposed):
    check(gemm("bf16", 64, 128, 64, transposed), "bf16", extents, transposed)


@pytest.mark.parametrize("blocks", [1, 2, 3, 100])
def test_any_number_of_blocks(blocks):
    check(gemm("bf16", 64, 64, 32, True), "bf16", (130, 130, 99), True, blocks=blocks, seed=blocks)


@pytest.mark.parametrize("type", TYPES)
def test_types(type):
    check(gemm(type, 64, 64, 64, True), type, (96, 80, 208), True)


# One and two warp groups; one and two blocks of rows in each; rows of 32, 64 and 128 bytes, and several boxes.
@pytest.mark.parametrize("tile", [(64, 256, 64), (128, 256, 64), (256, 128, 32), (256, 32, 16), (64, 48, 128),
                                  (128, 96, 64)], ids=str)
@pytest.mark.parametrize("transposed", [False, True], ids=["kn", "nk"])
def test_tiles(tile, transposed):
    check(gemm("bf16", *tile, transposed), "bf16", (tile[0] + 8, tile[1] + 8, 2 * tile[2] + 8), transposed)


@pytest.mark.parametrize("stages", [2, 3, 5, 8])
@pytest.mark.parametrize("trips", [0, 1, 2, 7])
def test_stages(stages, trips):
    source = gemm("bf16", 64, 64, 32, True).replace("  for k", f"  @pipeline({stages})\n  for k")
    check(source, "bf16", (70, 72, trips * 32), True)


# Rows that no bulk copy can see: the launcher copies A, B or both first.
@pytest.mark.parametrize("extents", [(65, 64, 63), (64, 65, 64), (130, 131, 133), (1, 3, 5), (64, 64, 1)], ids=str)
@pytest.mark.parametrize("transposed", [False, True], ids=["kn", "nk"])
@pytest.mark.parametrize("type", ["bf16", "f8e4m3"])
def test_unaligned_rows(extents, transposed, type):
    if type == "bf16" or transposed:
        check(gemm(type, 64, 64, 64, transposed), type, extents, transposed)


@pytest.mark.parametrize("seed", range(4))
def test_orders(seed):
    check(gemm("bf16", 128, 128, 32, False), "bf16", (260, 136, 168), False, seed=seed)


# Clusters: of whole ones, of columns that are none, of a number of blocks that is none, of one block alone, of fewer blocks
# than pieces; in any order, with rows that bulk copies see and others.
@pytest.mark.parametrize("extents", [(128, 128, 64), (64, 64, 200), (192, 264, 72), (300, 72, 8), (65, 130, 99), (1, 1, 1), (128, 128, 0)],
                         ids=str)
@pytest.mark.parametrize("transposed", [False, True], ids=["kn", "nk"])
@pytest.mark.parametrize("cluster, blocks", [(2, 2), (2, 4), (2, 100), (4, 8), (4, 100), (8, 8), (8, 100)])
def test_clusters(extents, transposed, cluster, blocks):
    source = f"@cluster({cluster})" + gemm("bf16", 64, 64, 64, transposed)
    assert phobos.compile(source, target="sm_90a").contract["cluster"] == [cluster, 1, 1]
    check(source, "bf16", extents, transposed, blocks=blocks, seed=blocks)


@pytest.mark.parametrize("tile", [(64, 256, 64), (128, 256, 64), (256, 128, 32), (64, 96, 128)], ids=str)
@pytest.mark.parametrize("type", ["bf16", "f8e5m2", "i8"])
@pytest.mark.parametrize("cluster", [2, 4])
def test_tiles_of_clusters(tile, type, cluster):
    if type == "f8e5m2":  # whose sums need twice as many registers
        tile = (min(tile[0], 128), min(tile[1], 128), tile[2])
    check(f"@cluster({cluster})" + gemm(type, *tile, True), type, (3 * tile[0] + 8, tile[1] + 8, 2 * tile[2] + 8), True)


# Rows of B that are no whole boxes of 128 bytes, with columns behind the tile in the last one, or in narrower boxes.
@pytest.mark.parametrize("columns", [48, 80, 96, 144, 160])
@pytest.mark.parametrize("extents", [(64, 320, 136), (70, 88, 72), (64, 161, 64)], ids=str)
def test_columns_of_tiles(columns, extents):
    check(gemm("f16", 64, columns, 64, False), "f16", extents, False)


def test_clusters_of_batches():
    """Neighbours may be of two batches, and of two groups of rows."""
    source = """
@cluster(2)
kernel batched(A: tensor<f16>[B, M, K], W: tensor<f16>[B, N, K], C: tensor<f32>[B, M, N]) {
  let n = ctx.block.y * 32
  let r = ctx.block.x * 64
  var acc = zeros([64, 32])
  for k in range(0, K, 32) {
    let a = reshape(A[ctx.block.z, r :+ 64, k :+ 32], [64, 32])
    let w = reshape(W[ctx.block.z, n :+ 32, k :+ 32], [32, 32])
    acc += dot_t(a, w)
  }
  C[ctx.block.z, r :+ 64, n :+ 32] = reshape(acc, [1, 64, 32])
}
"""
    rng = np.random.default_rng(8)
    for b, m, n, k in ((3, 200, 40, 72), (2, 1100, 32, 8), (1, 1, 100, 40)):
        a, w = (rng.integers(-2, 3, shape).astype(np.float16) for shape in ((b, m, k), (b, n, k)))
        c = np.full((b, m, n), np.nan, np.float32)
        phobos.compile(source, target="sm_90a").emulate(a, w, c)
        np.testing.assert_array_equal(c, np.einsum("bmk,bnk->bmn", a.astype(np.float64), w.astype(np.float64)))


def test_promises_and_batches():
    source = """
@aligned(M = 64)
kernel batched(A: tensor<f16>[B, M, K], W: tensor<f16>[B, N, K], bias: tensor<f32>[N], C: tensor<f16>[B, M, N]) {
  let n = ctx.block.y * 64
  let r = ctx.block.x * 64
  var acc = zeros([64, 64])
  for k in range(0, K, 64) {
    let a = reshape(A[ctx.block.z, r :+ 64, k :+ 64], [64, 64])
    let w = reshape(W[ctx.block.z, n :+ 64, k :+ 64], [64, 64])
    acc += dot_t(a, w)
  }
  let t = max(acc + reshape(bias[n :+ 64], [1, 64]), 0.0)
  C[ctx.block.z, r :+ 64, n :+ 64] = reshape(f16(t), [1, 64, 64])
}
"""
    rng = np.random.default_rng(7)
    b, m, n, k = 3, 128, 72, 136
    a, w = (rng.integers(-2, 3, shape).astype(np.float16) for shape in ((b, m, k), (b, n, k)))
    bias, c = rng.integers(-9, 10, n).astype(np.float32), np.full((b, m, n), np.nan, np.float16)
    kernel = phobos.compile(source, target="sm_90a")
    assert "wgmma.mma_async" in kernel.ptx
    kernel.emulate(a, w, bias, c)
    expected = np.maximum(np.einsum("bmk,bnk->bmn", a.astype(np.float64), w.astype(np.float64)) + bias, 0)
    np.testing.assert_array_equal(c, expected)


def test_two_loops_share_a_ring():
    source = """
kernel two(A: tensor<bf16>[M, K], B: tensor<bf16>[N, K], D: tensor<bf16>[N, L], E: tensor<bf16>[M, L], C: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  let n = ctx.block.y * 64
  var acc = zeros([64, 64])
  for k in range(0, K, 64) {
    acc += dot_t(A[r :+ 64, k :+ 64], B[n :+ 64, k :+ 64])
  }
  var other = zeros([64, 64])
  for l in range(0, L, 32) {
    other += dot_t(E[r :+ 64, l :+ 32], D[n :+ 64, l :+ 32])
  }
  C[r :+ 64, n :+ 64] = acc * 2.0 + other
}
"""
    rng = np.random.default_rng(8)
    m, n, k, l = 100, 80, 328, 136
    a, b, d, e = (rng.integers(-2, 3, shape).astype(ml_dtypes.bfloat16) for shape in ((m, k), (n, k), (n, l), (m, l)))
    c = np.full((m, n), np.nan, np.float32)
    kernel = phobos.compile(source, target="sm_90a")
    assert "wgmma.mma_async" in kernel.ptx
    kernel.emulate(a, b, d, e, c)
    wide = [array.astype(np.float64) for array in (a, b, d, e)]
    np.testing.assert_array_equal(c, 2 * wide[0] @ wide[1].T + wide[3] @ wide[2].T)
