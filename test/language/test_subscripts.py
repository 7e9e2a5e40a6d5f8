# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules S1 to S9 of docs/Language.md: subscripts and bounds."""

import numpy as np
from language import refused_body, run, values


def slices(body: str, head: str = "") -> list:
    """What `body` writes to O[5] (full of 99) with A = [[1, 2, 3], [4, 5, 6]] and s = 1."""
    out = np.full(5, 99, np.int32)
    run(f"{head}kernel k(A: tensor<i32>[M, N], O: tensor<i32>[5], s: i32) {{\n{body}\n}}", np.arange(1, 7, dtype=np.int32).reshape(2, 3), out, 1)
    return out.tolist()


def test_s1_forms():
    flat = "O[{0} :+ {1}] = reshape({2}, [{1}])\n"
    assert slices(flat.format(0, 2, "A[1, 1 : 3]")) == [5, 6, 99, 99, 99]
    assert slices("let i: index = s\n" + flat.format(0, 2, "A[s, i : i + 2]")) == [5, 6, 99, 99, 99]
    assert slices(flat.format(0, 2, "A[0, s :+ 2]")) == [2, 3, 99, 99, 99]
    assert slices("O[0 : +2] = 7") == [7, 7, 99, 99, 99]
    assert slices("O[:] = 7") == [7] * 5
    assert slices("O[3:] = 7") == [99, 99, 99, 7, 7]
    assert slices("O[:2] = 7") == [7, 7, 99, 99, 99]
    refused_body("let a = A[0 :+ 4]", "expected 2 subscripts")


def test_s2_lengths_are_constant():
    assert slices("let i: index = s\nO[i * 2 + 1 : (i + 1) * 2 + 1] = 7") == [99, 99, 99, 7, 7]
    refused_body("let a = A[0, n : n * 2]", "expected a slice of constant length")
    refused_body("let a = A[0, 0 :+ n]", "expected a constant length")
    refused_body("let a = A[0, 5 : 5]", "at least 1 element")
    refused_body("let a = A[0, 7 : 3]", "at least 1 element")


def test_s3_outside():
    source = "kernel k(A: tensor<i32>[N], O: tensor<i32>[8], s: i64) { O[:] = A[s :+ 8] }"
    a = np.arange(1, 11, dtype=np.int32)
    padded = {-3: [0, 0, 0, 1, 2, 3, 4, 5], 7: [8, 9, 10, 0, 0, 0, 0, 0]}
    for start in (-3, 7, -8, -20, 10, 2**63 - 4, -2**63):
        out = np.full(8, 99, np.int32)
        run(source, a, out, start)
        assert out.tolist() == padded.get(start, [0] * 8), start
    loop = "kernel k(A: tensor<i32>[N], O: tensor<i32>[1], hi: i32) { for i in range(0, hi, 4) { O[:] = O[:] + sum(A[i :+ 4], axis = 0) } }"
    out = np.zeros(1, np.int32)
    run(loop, a, out, 5)
    assert out.tolist() == [1 + 2 + 3 + 4 + 5 + 6 + 7 + 8]


def test_s4_fill():
    out = np.zeros(4, np.float32)
    run("kernel k(A: tensor<f32>[N], O: tensor<f32>[4]) { O[:] = load(A[1 :+ 4], fill = -inf) }", np.array([1, 2], np.float32), out)
    assert out.tolist() == [2] + [-np.inf] * 3
    refused_body("let a = load(A[0 :+ 2, 0 :+ 2], fill = x)", "")


def test_s5_points_keep_their_axis():
    assert slices("let t: tile<i32>[1, 3] = A[1, 0 :+ 3]\nO[:3] = reshape(t, [3])") == [4, 5, 6, 99, 99]
    assert slices("O[s :+ 2] = 7") == [99, 7, 7, 99, 99]


def test_s6_negative_starts():
    refused_body("let a = A[-1, 0 :+ 2]", "expected an index of at least 0, got -1")
    refused_body("A[0 :+ 2, -4 :+ 8] = 0.0", "expected an index of at least 0, got -4")
    assert slices("O[s - 3 :+ 4] = 7") == [7, 7, 99, 99, 99]
    out = np.zeros(8, np.float32)
    run("kernel k(O: tensor<f32>[N], s: u64) { O[s :+ 4] = full([4], 5.0) }", out, 2**64 - 1)
    assert not out.any()


def test_s7_stores():
    out = np.full((2, 3), 9, np.float32)
    run("kernel k(O: tensor<f32>[M, N], C: tensor<f32>[M, 1]) { O[:2, 0 :+ 4] = C[:2, :]\n O[0, 1 :+ 2] += 10\n O[1, 2] *= 3 }", out,
        np.array([[1], [2]], np.float32))
    assert out.tolist() == [[1, 11, 11], [2, 2, 6]]


def test_s8_points_are_scalars():
    assert slices("if A[1, s] == 5 { O[0] = A[0, 2] * 10 }\nlet x: i32 = A[s, s]\nO[x - 3 :+ 1] = A[i32(A[0, 0]), 0]") == [30, 99, 4, 99, 99]


def test_s9_tiles():
    body = """
  var t = A[0 :+ 2, 0 :+ 4]            // 1 2 3 0 / 4 5 6 0
  t[s, 0 :+ 2] = t[0, 1 :+ 2]          // second row: 2 3 6 0
  t[0, 3] = 8
  t[:, 2:] += 100                      // 103 108 / 106 100
  t[s + 5, 0] = 1                      // outside
  O[:4] = reshape(t[s, :], [4])
  O[4] = t[0, 3] + t[s - 7, 0] + sum(load(t[0, 3 :+ 3], fill = 5), axis = 1)[0, 0]"""
    assert slices(body) == [2, 3, 106, 100, 108 + 108 + 10]
    refused_body("let t = A[0 :+ 2, 0 :+ 2]\nt[0, 0] = 1.0", "as the target of an assignment")
    refused_body("let t = A[0 :+ 2, 0 :+ 2]\nlet u = t[0]", "expected 2 subscripts")
    assert values("var t = zeros([4, 4])\nlet u = t\nt[:, :] = 1.0\nO[0] = i32(u[0, 0])\nO[1] = i32(t[3, 3])", 2) == [0, 1]
