# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules K1 to K16 of docs/Language.md: parameters, constants, the grid and attributes."""

import json

import ml_dtypes
import numpy as np
import phobos
import pytest
from language import refused, run, values


def test_k1_parameters():
    out = np.zeros(3, np.float32)
    run("kernel k(O: tensor<f32>[3], p: ptr<f32>, a: f32, n: i8) { O[0] = a; O[1] = n; O[2] = load(p + 1) }", out,
        np.array([1, 7], np.float32), 2.5, -3)
    assert out.tolist() == [2.5, -3, 7]
    refused("kernel k(t: tile<f32>[4]) { }", "expected a tensor, ptr or scalar")
    refused("kernel k(a: f32, a: f32) { }", "declared twice")


def test_k2_extents():
    source = "kernel k(A: tensor<i32>[M, 3], B: tensor<i32>[N], O: tensor<i32>[3], M2: i32) { O[0] = i32(M); O[1] = i32(N); O[2] = M2 }"
    out = np.zeros(3, np.int32)
    run(source, np.zeros((5, 3), np.int32), np.zeros(7, np.int32), out, 9)
    assert out.tolist() == [5, 7, 9]
    same = "kernel k(A: tensor<i32>[M], B: tensor<i32>[M]) { B[0 :+ 4] = A[0 :+ 4] }"
    with pytest.raises((phobos.Error, ValueError), match="M"):
        run(same, np.zeros(5, np.int32), np.zeros(6, np.int32))
    with pytest.raises((phobos.Error, ValueError), match="3"):
        run(source, np.zeros((5, 4), np.int32), np.zeros(7, np.int32), out, 9)
    refused("kernel k(A: tensor<i32>[n], n: i32) { }", "has the name of a parameter")


def test_k3_strides():
    base = np.arange(40, dtype=np.int32).reshape(4, 10)
    source = "kernel k(A: tensor<i32>[M, N] strides [LDA, 1], O: tensor<i32>[M, N]) { O[0 :+ 4, 0 :+ 8] = A[0 :+ 4, 0 :+ 8] }"
    out = np.zeros((3, 5), np.int32)
    run(source, base[:3, 2:7], out)
    assert (out == base[:3, 2:7]).all()


def test_k4_blocks():
    out = np.zeros((6, 3, 4), np.int32)
    run("""
@grid(Z, Y, X)
kernel k(O: tensor<i32>[X, Y, Z]) {
  O[ctx.block.z, ctx.block.y, ctx.block.x] = i32(ctx.block.z * 100 + ctx.block.y * 10 + ctx.block.x + 1000 * ctx.blocks.z)
}""", out)
    z, y, x = np.meshgrid(range(6), range(3), range(4), indexing="ij")
    assert (out == 100 * z + 10 * y + x + 6000).all()
    total = np.zeros(11, np.int32)
    run("@grid(3)\nkernel k(O: tensor<i32>[N]) { for i in range(ctx.block.x, N, ctx.blocks.x) { O[i] += i32(ctx.block.x) + 1 } }", total)
    assert total.tolist() == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2]


def grid(source: str, *arguments) -> list:
    """How many blocks each axis has, seen from inside."""
    out = np.zeros(3, np.int32)
    run(source, out, *arguments)
    return out.tolist()


COUNT = "  W[0] = i32(ctx.blocks.x); W[1] = i32(ctx.blocks.y); W[2] = i32(ctx.blocks.z)"


def test_k5_the_grid_follows_from_stores():
    array = np.zeros((20, 6), np.float32)
    head = "kernel k(W: tensor<i32>[3], A: tensor<f32>[M, N]) {\n" + COUNT + "\n"
    assert grid(head + "A[ctx.block.x * 8 :+ 8, ctx.block.y] = 1.0 }", array) == [3, 6, 1]
    assert grid(head + "A[0 :+ 8, ctx.block.z * 4 :+ 4] = 1.0 }", array) == [1, 1, 2]
    refused("kernel k(A: tensor<f32>[M]) { A[ctx.block.x * ctx.block.y :+ 4] = 1.0 }", "@grid")
    refused("kernel k(A: tensor<f32>[M]) { A[ctx.block.x * 8 :+ 4] = 1.0\n A[ctx.block.x * 4 :+ 4] = 1.0 }", "@grid")


def test_k6_a_grid_that_is_given():
    source = "@grid(ceildiv(n, 4) + 1, M * 2 - 3, 7 % 4)\nkernel k(W: tensor<i32>[3], A: tensor<f32>[M], n: i32) {\n" + COUNT + " }"
    assert grid(source, np.zeros(5, np.float32), 9) == [4, 7, 3]


def test_k7_constants():
    head = """
const A = 6 * 7 - 2
const B = max(A, next_pow2(A), 3) / ceildiv(A, 16)
const C = abs(-3) + min(4, 5)
const BIG = (1 << 100) >> 98
const HALF: f32 = 0.5"""
    assert values("O[0] = A; O[1] = B; O[2] = C; O[3] = BIG", 4, head=head) == [40, 21, 7, 4]
    assert values("const D = C + 1\nO[0] = D; O[1] = i32(HALF * 4)", 2, head=head) == [8, 2]
    refused("const X = Y\nconst Y = 1 / true\nkernel k(O: tensor<i32>[1]) { O[0] = 1 }", "unknown name 'Y'", "beside '/'")


def test_k8_autotune():
    source = "@autotune(T in [2, 3])\nkernel k(O: tensor<i32>[1]) { O[0] = T }"
    for settings, expected in ({}, 2), ({"T": 3}, 3), ({"T": 11}, 11):
        out = np.zeros(1, np.int32)
        run(source, out, settings=settings)
        assert out.tolist() == [expected]


def test_k9_specialized_extents():
    kernel = phobos.compile("""
@specialize(N)
kernel k(A: tensor<f32>[M, N], O: tensor<f32>[M, 1]) {
  const T = next_pow2(N)
  let r = ctx.block.x * 4
  let t: tile<f32>[4, T] = A[r :+ 4, 0 :+ T]
  O[r :+ 4, :] = rowsum(t) + T * 1000
}""")
    for m, n, padded in (5, 3, 4), (2, 8, 8), (5, 3, 4):
        a, out = np.ones((m, n), np.float32), np.zeros((m, 1), np.float32)
        kernel(a, out)
        assert out.tolist() == [[n + padded * 1000]] * m


def test_k10_requirements():
    kernel = phobos.compile("@require(N <= 8 && N % 2 == 0)\n@require(n > 0)\nkernel k(A: tensor<f32>[N], n: i32) { A[:8] = 1.0 }", "host")
    for size, n, right in (8, 1, True), (2, 5, True), (0, 1, True), (10, 1, False), (3, 1, False), (4, 0, False), (4, -2, False):
        a = np.zeros(size, np.float32)
        if right:
            kernel(a, n)
            assert a.tolist() == [1] * size
        else:
            with pytest.raises((phobos.Error, ValueError), match=r"@require|N|n"):
                kernel(a, n)
            assert a.tolist() == [0] * size
    refused("@require(3 < 2)\nkernel k(O: tensor<i32>[1]) { O[0] = 1 }", "require")


def test_k11_aligned():
    kernel = phobos.compile("@aligned(M = 64)\nkernel k(A: tensor<f32>[M, N]) { A[ctx.block.x * 64 :+ 64, 0 :+ 64] = 1.0 }", "host")
    for m in (128, 64, 0):
        a = np.zeros((m, 37), np.float32)
        kernel(a)
        assert (a == 1).all()
    for m in (100, 63):
        a = np.zeros((m, 37), np.float32)
        with pytest.raises((phobos.Error, ValueError), match=f"(?s)M.*64.*{m}"):
            kernel(a)
        assert (a == 0).all()


def test_k12_launch():
    kernel = phobos.compile("@launch(128, 2, 64)\nkernel k(A: tensor<f32>[N]) { A[ctx.block.x * 128 :+ 128] = 1.0 }", "sm_90a")
    ptx = kernel.ptx if isinstance(kernel.ptx, str) else kernel.ptx()
    assert ".reqntid 128" in ptx and ".minnctapersm 2" in ptx and ".maxnreg 64" in ptx
    assert json.loads(kernel.contract if isinstance(kernel.contract, str) else json.dumps(kernel.contract))["threads"] == [128, 1, 1]
    refused("@launch(48)\nkernel k(O: tensor<i32>[1]) { O[0] = 1 }", "power of two")


def test_k13_arguments_may_overlap():
    source = "kernel k(A: tensor<i32>[N], B: tensor<i32>[N]) { B[0] = A[0] + 1\n B[1] = A[0] + 1 }"
    a = np.zeros(2, np.int32)
    run(source, a, a)
    assert a.tolist() == [1, 2]
    with pytest.raises((phobos.Error, ValueError), match="(?s)A.*B|B.*A"):
        run("@noalias\n" + source, a, a[::1])
    b = np.zeros(2, np.int32)
    run("@noalias\n" + source, a, b)
    assert b.tolist() == [2, 2]


def test_k14_hints_change_no_answer():
    x = np.float32(1 + 2**-12)
    a = np.array([x, x, -(np.float32(x * x))], np.float32)
    out = np.full(1, 9, np.float32)
    run("@strict\n@pipeline(3)\nkernel k(A: tensor<f32>[3], O: tensor<f32>[1]) { O[0] = A[0] * A[1] + A[2] }", a, out)
    assert out.tolist() == [0]
    total = np.zeros(1, np.float32)
    run("kernel k(A: tensor<f32>[N], O: tensor<f32>[1]) {\n  var s = zeros([1])\n  @pipeline(2)\n  for i in range(0, N, 4) { s += sum(A[i :+ 4], axis = 0) }\n  O[:] = s }",
        np.arange(10, dtype=np.float32), total)
    assert total.tolist() == [45]


def test_k15_no_mask_is_left():
    source = """
@aligned(M = 8) @assert_no_mask
kernel k(A: tensor<i32>[M], O: tensor<i32>[M]) {
  let r = ctx.block.x * 8
  O[r :+ 8] = A[r :+ 8] + 1
}"""
    out = np.zeros(16, np.int32)
    run(source, np.arange(16, dtype=np.int32), out)
    assert out.tolist() == list(range(1, 17))
    unaligned = source.replace("@aligned(M = 8) ", "")
    in_a_loop = """
kernel k(A: tensor<f32>[N], P: tensor<i32>[N], O: tensor<f32>[1]) {
  var s = sum(A[0 :+ 4], axis = 0)
  @assert_no_mask
  for i in range(0, N, 4) { s += sum(A[P[i] :+ 4], axis = 0) }
  O[:] = s
}"""
    for target in (None, "host", "sm_90a"):
        phobos.compile(source, target=target)
        with pytest.raises(phobos.CompileError, match=r":5:15: error: expected an access without masks, .* not proved"):
            phobos.compile(unaligned, target=target)
        with pytest.raises(phobos.CompileError, match=r"(?s):5:38: error: expected an access .*:5:3: note: @assert_no_mask"):
            phobos.compile(in_a_loop, target=target)
        phobos.compile(in_a_loop.replace("P[i]", "i").replace("kernel", "@require(N % 4 == 0) kernel"), target=target)


def test_k16_clusters_have_no_effect_on_answers():
    text = "@cluster({})\nkernel k(A: tensor<bf16>[M, K], B: tensor<bf16>[K, N], C: tensor<f32>[M, N]) {{\n  let m = ctx.block.x * 64\n" \
           "  let n = ctx.block.y * 64\n  var acc = zeros([64, 64])\n  for k in range(0, K, 64) {{\n" \
           "    acc += dot(A[m :+ 64, k :+ 64], B[k :+ 64, n :+ 64])\n  }}\n  C[m :+ 64, n :+ 64] = acc\n}}\n"
    rng = np.random.default_rng(16)
    a, b = (rng.integers(-4, 5, shape).astype(ml_dtypes.bfloat16) for shape in ((70, 80), (80, 72)))
    for blocks in (1, 2, 4, 8):
        out = np.full((70, 72), np.nan, np.float32)
        run(text.format(blocks), a, b, out)
        np.testing.assert_array_equal(out, a.astype(np.float32) @ b.astype(np.float32))
    with pytest.raises(phobos.CompileError, match=r"1:10: error: expected 1, 2, 4 or 8 blocks, got 3"):
        phobos.compile(text.format(3), "host")
    with pytest.raises(phobos.CompileError, match=r"1:2: error: expected @cluster\(n\) with the number of blocks"):
        phobos.compile(text.format(""), "host")
