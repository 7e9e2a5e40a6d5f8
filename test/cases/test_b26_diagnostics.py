# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B26: what cannot be compiled is refused in one clear error at its place."""

import pathlib
import re
import subprocess
import time

import phobos
import pytest

MATMUL = """@autotune(TM in [256], TK in [128])
kernel matmul(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
  var acc = zeros([TM, TM])
  for k in range(0, K, TK) {
    acc += dot(A[ctx.block.x * TM :+ TM, k :+ TK], B[k :+ TK, ctx.block.y * TM :+ TM])
  }
  C[ctx.block.x * TM :+ TM, ctx.block.y * TM :+ TM] = acc
}"""

TRANSLATE = pathlib.Path(__file__).resolve().parents[2] / "build/bin/phobos-translate"


def test_shared_memory():
    with pytest.raises(phobos.CompileError, match=r":2:8: error: kernel 'matmul' needs \d+ bytes of shared memory a "
                       r"block, sm_90a has 232448; lower") as caught:
        phobos.compile(MATMUL, target="sm_90a")
    assert str(caught.value).count("error: ") == 1


# (a) to (f); (g) is below.
REFUSED = [
    MATMUL,
    "kernel k(A: tensor<bf16>[16, 16]) {\n var acc = zeros([16, 16], f16)\n acc += dot(A[:, :], A[:, :])\n A[:, :] = bf16(acc) }",
    "kernel k(A: tensor<f32>[16, 16], B: tensor<f32>[32, 16]) { A[:, :] = dot(A[:, :], B[:, :]) }",
    "kernel k(X: tensor<f32>[N], n: i32) { X[0 :+ 8] = X[0 :+ n] }",
    "@launch(3000)\nkernel k(X: tensor<f32>[N]) { X[0 :+ 8] = 0 }",
    "kernel k(P: tensor<i8>[N]) { P[0 :+ 8] = load(P[0 :+ 8], fill = -inf) }",
]


@pytest.mark.skipif(not TRANSLATE.exists(), reason="needs build/bin/phobos-translate")
@pytest.mark.parametrize("text", REFUSED, ids=list("abcdef"))
def test_the_tool_prints_one_error_at_its_place_and_exits(text, tmp_path):
    file = tmp_path / "refused.ph"
    file.write_text(text)
    result = subprocess.run([TRANSLATE, "--phobos-to-ptx", file], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert re.findall(r"^\S+refused\.ph:\d+:\d+: error: .+\n.+\n +\^", result.stderr, re.MULTILINE)
    assert result.stderr.count("error: ") == 1


@pytest.mark.parametrize("params, body, message", [
    ("A: tensor<bf16>[16, 16]", "var acc = zeros([16, 16], f16)\n acc += dot(A[:, :], A[:, :])",
     r":2:2: error: expected an accumulator of f32 or wider, as the product is, got tile<f16>\[16, 16\]"),
    ("A: tensor<f32>[16, 16], B: tensor<f32>[32, 16]", "A[:, :] = dot(A[:, :], B[:, :])",
     r"error: expected dot of \[m, k\] and \[k, n\], got tile<f32>\[16, 16\] and tile<f32>\[32, 16\]"),
    ("X: tensor<f32>[N], n: i32", "X[0 :+ 8] = X[0 :+ n]",
     r"error: expected a constant length after ':\+', got a value that is known only at run time"),
    ("P: tensor<i8>[N]", "P[0 :+ 8] = load(P[0 :+ 8], fill = -inf)", "error: expected a constant that i8 holds, got -inf"),
])
def test_types_and_shapes(params, body, message):
    with pytest.raises(phobos.CompileError, match=message) as caught:
        phobos.compile(f"kernel k({params}) {{ {body} }}")
    assert str(caught.value).count("error: ") == 1


def test_threads():
    with pytest.raises(phobos.CompileError, match=":1:9: error: expected a power of two from 32 to 1024 as threads, got 3000"):
        phobos.compile("@launch(3000)\nkernel k(X: tensor<f32>[N]) { X[0 :+ 8] = 0 }")


@pytest.mark.parametrize("target", ["host", "sm_90a"])
def test_a_large_tile_compiles_quickly(target):
    start = time.monotonic()
    phobos.compile("kernel k(X: tensor<f32>[4, 65536]) { X[:, :] = exp(X[:, :]) * 2.0 + 1.0 }", target=target)
    assert time.monotonic() - start < 30


def test_sizes_beyond_every_limit():
    for body in ("zeros([65536, 1]) + zeros([1, 65536])", "dot(zeros([65536, 1]), zeros([1, 65536]))",
                 "zeros([4294967296, 4294967296])", "broadcast(zeros([1, 1]), [65536, 65536])"):
        with pytest.raises(phobos.CompileError, match=r"error: expected a tile of at most 2\^31 elements"):
            phobos.compile(f"kernel k(X: tensor<f32>[N]) {{ let t = {body} }}")
    with pytest.raises(phobos.CompileError, match="error: number of 100002 characters is too long"):
        phobos.compile(f"kernel k(X: tensor<f32>[N]) {{ X[0 :+ 8] = 0.{'9' * 100000} }}")


def test_a_missing_file():
    with pytest.raises((phobos.CompileError, OSError), match="absent.ph"):
        phobos.compile(pathlib.Path("absent.ph"))
