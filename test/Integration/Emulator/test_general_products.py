# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products on wgmma that are more than a loop of sums: operands that are computed, conditions, other work in the loop,
several products, epilogues that read other tiles. All exact on small integers, in two orders of threads."""

import re

import ml_dtypes
import numpy as np
import pytest

import phobos

BF16 = ml_dtypes.bfloat16
HEAD = """kernel k(A: tensor<bf16>[M, K], B: tensor<bf16>[N, K], C: tensor<{c}>[M, N], Bias: tensor<f32>[1, N], D: tensor<{d}>[M, N]) {{
  let r = ctx.block.x * {rows}
  let c = ctx.block.y * {columns}
"""


def data(m, n, k, c=np.float32, d=np.float32):
    rng = np.random.default_rng(m + n + k)
    draw = lambda *shape: rng.integers(-3, 4, shape).astype(np.float32)
    a, b = draw(m, k).astype(BF16), draw(n, k).astype(BF16)
    return a, b, draw(m, n).astype(c), draw(1, n), np.full((m, n), -77, d)


def run(body, expected, extents=(70, 136, 136), rows=64, columns=128, c="f32", d="f32", wants="wgmma.mma_async"):
    """Whether `body`, behind HEAD, computes `expected(a, b, c, bias)` of float64."""
    numpy_types = {"f32": np.float32, "bf16": BF16, "f16": np.float16}
    a, b, other, bias, result = data(*extents, numpy_types[c], numpy_types[d])
    source = HEAD.format(rows=rows, columns=columns, c=c, d=d) + body.format(rows=rows, columns=columns) + "}\n"
    kernel = phobos.compile(source, target="sm_90a")
    assert wants in kernel.ptx
    right = expected(*(each.astype(np.float64) for each in (a, b, other, bias)))
    for seed in (None, 1):
        result[:] = -77
        kernel.emulate(a, b, other, bias, result, seed=seed)
        np.testing.assert_array_equal(result.astype(np.float64), right)


LOOP = """  var acc = zeros([{rows}, {columns}])
  for k in range(0, K, 64) {{
    acc += dot_t(A[r :+ {rows}, k :+ 64], B[c :+ {columns}, k :+ 64])
  }}
"""
STORE = "  D[r :+ {rows}, c :+ {columns}] = acc\n"


# ----- Operands ------------------------------------------------------------------------------------------------------


def test_left_side_is_computed():
    run(LOOP.replace("A[r :+ {rows}, k :+ 64]", "max(0, A[r :+ {rows}, k :+ 64])") + STORE,
        lambda a, b, c, bias: np.maximum(a, 0) @ b.T)


def test_right_side_is_computed():
    run(LOOP.replace("B[c :+ {columns}, k :+ 64]", "abs(B[c :+ {columns}, k :+ 64])") + STORE,
        lambda a, b, c, bias: a @ np.abs(b).T)


def test_right_side_is_transposed_in_registers():
    run(LOOP.replace("dot_t(", "dot(").replace("B[c :+ {columns}, k :+ 64]", "transpose(abs(B[c :+ {columns}, k :+ 64]))") + STORE,
        lambda a, b, c, bias: a @ np.abs(b).T)


def test_left_side_is_held_from_before_the_loop():
    """Q @ B.T for each tile of B's columns, as attention's first product."""
    run("""  let q = A[r :+ {rows}, 0 :+ 64]
  var acc = zeros([{rows}, {columns}])
  for k in range(0, K, 64) {{
    acc += dot_t(q, B[c :+ {columns}, k :+ 64])
  }}
""" + STORE, lambda a, b, c, bias: sum(np.pad(a, ((0, 0), (0, 56)))[:, :64] @ np.pad(b, ((0, 0), (0, 56)))[:, k:k + 64].T
                                          for k in range(0, b.shape[1], 64)))


@pytest.mark.parametrize("rows", [64, 128])
def test_a_product_of_a_product(rows):
    """The sums of one are, as bf16, the left side of another: they stay in registers."""
    body = """  var acc = zeros([{rows}, 64])
  for k in range(0, N, 64) {{
    let s = dot_t(A[r :+ {rows}, 0 :+ 64], B[k :+ 64, 0 :+ 64])
    acc += dot(bf16(min(7, s)), C[k :+ 64, 0 :+ 64])
  }}
  D[r :+ {rows}, 0 :+ 64] = acc
"""
    source = HEAD.format(rows=rows, columns=64, c="f32", d="f32").replace("  let c = ctx.block.y * 64\n", "") + body.format(rows=rows) + "}\n"
    source = source.replace("D: tensor<f32>[M, N]", "D: tensor<f32>[M, L]").replace("C: tensor<f32>[M, N]", "C: tensor<bf16>[N, L]")
    a, b, _, bias, _ = data(rows + 3, 128, 64)
    c, d = data(1, 128, 64)[1], np.full((rows + 3, 64), -77, np.float32)
    kernel = phobos.compile(source, target="sm_90a")
    assert re.search(r"wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 \{[^}]*\}, \{", kernel.ptx)
    kernel.emulate(a, b, c, bias, d)
    a, b, c = (each.astype(np.float64) for each in (a, b, c))
    np.testing.assert_array_equal(d, np.minimum(a @ b.T, 7) @ c)


# ----- Loops ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("condition", ["r < M / 2", "ctx.block.y != 0", "K > 100 && N < 10"])
def test_under_a_condition(condition):
    inner = "".join("  " + line + "\n" for line in LOOP.split("\n")[1:4])
    body = "  var acc = zeros([{rows}, {columns}])\n" + f"  if {condition} {{{{\n" + inner + "  }}\n" + STORE

    def expected(a, b, c, bias):
        m, n, k = a.shape[0], b.shape[0], a.shape[1]
        rows, columns = np.arange(m)[:, None] // 64 * 64, np.arange(n)[None, :] // 128 * 128
        holds = {"r < M / 2": rows < m // 2, "ctx.block.y != 0": columns != 0, "K > 100 && N < 10": k > 100 and n < 10}
        return np.where(holds[condition], a @ b.T, 0)

    run(body, expected)


def test_other_work_in_the_loop():
    run("""  var acc = zeros([{rows}, {columns}])
  for k in range(0, K, 64) {{
    acc += dot_t(A[r :+ {rows}, k :+ 64], B[c :+ {columns}, k :+ 64]) * 2.0 + Bias[0 :+ 1, c :+ {columns}]
  }}
""" + STORE, lambda a, b, c, bias: 2 * a @ b.T + 3 * bias)


def test_two_sums_of_one_loop():
    run("""  var acc = zeros([{rows}, {columns}])
  var other = zeros([{rows}, {columns}])
  for k in range(0, K, 64) {{
    acc += dot_t(A[r :+ {rows}, k :+ 64], B[c :+ {columns}, k :+ 64])
    other += dot_t(A[r :+ {rows}, k + 64 :+ 64], B[c :+ {columns}, k + 64 :+ 64])
  }}
  D[r :+ {rows}, c :+ {columns}] = acc - other
""", lambda a, b, c, bias: a[:, :64] @ b[:, :64].T, columns=64)


# ----- Epilogues -----------------------------------------------------------------------------------------------------

EPILOGUES = {
    "alpha and beta": ("2.0 * acc + 3.0 * f32(C[r :+ {rows}, c :+ {columns}])", lambda s, c, bias: 2 * s + 3 * c),
    "bias": ("acc + Bias[0 :+ 1, c :+ {columns}]", lambda s, c, bias: s + bias),
    "activation": ("max(0.0, acc)", lambda s, c, bias: np.maximum(s, 0)),
    "residual": ("max(0.0, acc + Bias[0 :+ 1, c :+ {columns}]) + f32(C[r :+ {rows}, c :+ {columns}])",
                 lambda s, c, bias: np.maximum(s + bias, 0) + c),
    "choice": ("where(acc > 4.0, acc, f32(C[r :+ {rows}, c :+ {columns}]))", lambda s, c, bias: np.where(s > 4, s, c)),
}


@pytest.mark.parametrize("extents", [(70, 136, 72), (65, 131, 72)], ids=["aligned", "unaligned"])
@pytest.mark.parametrize("kind", EPILOGUES)
def test_epilogues(kind, extents):
    text, expected = EPILOGUES[kind]
    run(LOOP + "  D[r :+ {rows}, c :+ {columns}] = " + text + "\n",
        lambda a, b, c, bias: expected(a @ b.T, c, bias), extents)


def test_epilogue_of_another_type():
    run(LOOP + "  D[r :+ {rows}, c :+ {columns}] = clamp(acc + f32(C[r :+ {rows}, c :+ {columns}]), -100.0, 100.0)\n",
        lambda a, b, c, bias: np.clip(a @ b.T + c, -100, 100), (130, 264, 72), rows=128, columns=256, c="bf16", d="bf16")


def test_epilogue_in_place():
    """What is read is what is written."""
    source = (HEAD.format(rows=64, columns=128, c="f32", d="f32") + (LOOP + "  C[r :+ {rows}, c :+ {columns}] = acc - C[r :+ {rows}, c :+ {columns}]\n")
              .format(rows=64, columns=128) + "}\n")
    a, b, c, bias, d = data(70, 136, 72)
    expected = a.astype(np.float64) @ b.T.astype(np.float64) - c
    phobos.compile(source, target="sm_90a").emulate(a, b, c, bias, d)
    np.testing.assert_array_equal(c, expected)


# ----- Sums of f8 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [64, 128, 256])
def test_sums_of_f8_are_those_of_f32(rows):
    """wgmma would keep 14 bits of the whole sum: 2^14 + 1 is none of its numbers. A warp group has one block of 64 rows or
    two, of which each is added by itself."""
    source = HEAD.replace("bf16", "f8e4m3").format(rows=rows, columns=128, c="f32", d="f32") + (LOOP + STORE).format(
        rows=rows, columns=128) + "}\n"
    f8 = ml_dtypes.float8_e4m3fn
    a, b = np.zeros((rows, 192), f8), np.zeros((128, 192), f8)
    a[:, 0], b[:, 0] = 128, 128
    a[:, 64::32], b[:, 64::32] = 1, 1
    a[:, 65] = np.arange(rows) % 16
    b[:, 65] = 1
    d = np.full((rows, 128), -77, np.float32)
    kernel = phobos.compile(source, target="sm_90a")
    assert "wgmma.mma_async" in kernel.ptx
    kernel.emulate(a, b, np.zeros((rows, 128), np.float32), np.zeros((1, 128), np.float32), d)
    expected = np.broadcast_to(2**14 + 4 + np.arange(rows)[:, None] % 16, (rows, 128))
    np.testing.assert_array_equal(d, expected.astype(np.float32))
