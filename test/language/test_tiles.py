# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules X1 to X10 of docs/Language.md: making tiles, reductions, shapes and products."""

import math

import numpy as np
from language import NUMPY, refused_body, run, values


def tiles(body: str, shape: tuple, type: str = "i32", **arrays) -> list:
    """What `body` writes to a zeroed `O` of `shape`, with `arrays` as tensors of i32 or f32."""
    names = {np.dtype(dtype): name for name, dtype in NUMPY.items()}
    parameters = [f"{name}: tensor<{names[a.dtype]}>[{', '.join(map(str, a.shape))}]" for name, a in arrays.items()]
    out = np.zeros(shape, NUMPY[type])
    parameters.append(f"O: tensor<{type}>[{', '.join(map(str, shape))}]")
    run(f"kernel k({', '.join(parameters)}) {{\n{body}\n}}", *arrays.values(), out)
    return out.tolist()


A = np.array([[3, -1, 2], [0, 5, 5]], np.int32)


def test_x1_making_tiles():
    assert tiles("O[:, :] = zeros([2, 3], i32) + full([2, 3], 7)", (2, 3)) == [[7] * 3] * 2
    assert tiles("let t = full([2, 2], 1.5)\nO[:, :] = t + zeros([2, 2]) / 2", (2, 2), "f32") == [[1.5] * 2] * 2
    assert tiles("O[:, :] = broadcast(A[:, 0 :+ 1], [2, 3])", (2, 3), A=A) == [[3] * 3, [0] * 3]
    assert tiles("O[:] = full([2], 300, dtype = u16) + 1", (2,), "u16") == [301, 301]


def test_x2_iota():
    assert tiles("O[:, :] = i32(iota(0) * 10 + iota(1))", (2, 3)) == [[0, 1, 2], [10, 11, 12]]
    assert tiles("let i = iota(1)\nO[:, :] = where(i < 2, A[:, :], -9)", (2, 3), A=A) == [[3, -1, -9], [0, 5, -9]]
    # Each use meets tiles of its own.
    assert tiles("let i = i32(iota(0))\nO[0, :] = reshape(sum(i + zeros([3, 2], i32), axis = 0), [1, 2])\nO[1, 0 :+ 1] = reshape(sum(i + zeros([4, 1], i32), axis = 0), [1, 1])",
                 (2, 2)) == [[3, 3], [6, 0]]
    # Only extents of 1 are met: so is the iota's.
    assert tiles("let c = where(iota(1) < 1, A[:, 0 :+ 1], 7)\nO[:, :] = sum(c, axis = 1)", (2, 1), A=A) == [[3], [0]]
    # One-hot: the column meets the row where both are used.
    assert tiles("O[:, :] = i32(A[:, 2:] == i32(iota(1)))", (2, 3), A=A) == [[0, 0, 1], [0, 0, 0]]
    refused_body("var t = iota(0)", "broadcast")


def test_x3_arange():
    assert tiles("let a: tile<index>[5] = arange(5)\nO[:] = i32(a * a)", (5,)) == [0, 1, 4, 9, 16]
    refused_body("let a = arange(n)", "")


def test_x4_reductions():
    arrays = {"A": A}
    assert tiles("O[:, :] = rowsum(A[:, :])", (2, 1), **arrays) == [[4], [10]]
    assert tiles("O[:, :] = sum(A[:, :], axis = 0)", (1, 3), **arrays) == [[3, 4, 7]]
    assert tiles("O[:, :] = prod(A[:, :], axis = 1)", (2, 1), **arrays) == [[-6], [0]]
    assert tiles("O[:, :] = max(A[:, :], axis = 1) * 100 + min(A[:, :], axis = 1)", (2, 1), **arrays) == [[299], [500]]
    assert tiles("O[:, :] = rowmax(A[:, :]) - rowmin(A[:, :])", (2, 1), **arrays) == [[4], [5]]
    assert tiles("O[:, :] = any(A[:, :] < 0, axis = 1)", (2, 1), "bool", **arrays) == [[True], [False]]
    assert tiles("O[:, :] = all(A[:, :] != 0, axis = 0)", (1, 3), "bool", **arrays) == [[False, True, True]]
    refused_body("let t = zeros([2, 2])\nlet m = max(t, 1)", "may mean two things")
    refused_body("let t = zeros([2, 2])\nlet m = sum(t, axis = 2)", "expected an axis from 0 to 1")


def test_x5_sums_are_wide():
    assert tiles("O[:] = sum(A[:], axis = 0)", (1,), A=np.full(100, 3, np.int8)) == [300]
    assert tiles("O[:] = sum(A[:], axis = 0)", (1,), "u32", A=np.full(300, 255, np.uint8)) == [76500]
    assert tiles("O[:] = sum(A[:], axis = 0)", (1,), A=np.full(37, True)) == [37]
    assert tiles("O[:] = sum(A[:], axis = 0)", (1,), "f32", A=np.full(40, 2000, np.float16)) == [80000]
    assert tiles("O[:] = prod(A[:], axis = 0)", (1,), A=np.full(9, 10, np.int16)) == [10**9]


def test_x6_positions_of_extremes():
    assert tiles("O[:, :] = i32(argmax(A[:, :], axis = 1))", (2, 1), A=A) == [[0], [1]]
    assert tiles("O[:, :] = i32(argmin(A[:, :], axis = 0))", (1, 3), A=A) == [[1, 0, 0]]
    f = np.array([[1, math.nan, 3, math.nan], [-math.inf, -math.inf, -5, -5]], np.float32)
    assert tiles("O[:, :] = i32(argmax(F[:, :], axis = 1)) * 10 + i32(argmin(F[:, :], axis = 1))", (2, 1), F=f) == [[11], [20]]
    assert tiles("O[:] = i32(argmax(A[:], axis = 0))", (1,), A=np.array([5, 200, 7], np.uint8)) == [1]


def test_x7_sums_up_to_here():
    assert tiles("O[:, :] = cumsum(A[:, :], axis = 1)", (2, 3), A=A) == [[3, 2, 4], [0, 5, 10]]
    assert tiles("O[:, :] = cumsum(A[:, :], axis = 0)", (2, 3), A=A) == [[3, -1, 2], [3, 4, 7]]
    assert tiles("O[:] = cumsum(A[:], axis = 0)", (3,), A=np.full(3, 100, np.int8)) == [100, 200, 300]


def test_x8_shapes():
    assert tiles("O[:, :] = transpose(A[:, :])", (3, 2), A=A) == A.T.tolist()
    assert tiles("O[:, :] = reshape(A[:, :], [3, 2])", (3, 2), A=A) == [[3, -1], [2, 0], [5, 5]]
    assert tiles("O[:] = reshape(transpose(A[:, :]), [6])", (6,), A=A) == [3, 0, -1, 5, 2, 5]
    refused_body("let t = reshape(zeros([2, 3]), [4, 2])", "6")


def test_x9_products():
    b = np.array([[1, 2], [3, 4], [5, 6]], np.int32)
    assert tiles("O[:, :] = dot(A[:, :], B[:, :])", (2, 2), A=A, B=b) == (A @ b).tolist()
    assert tiles("O[:, :] = dot_t(A[:, :], A[:, :])", (2, 2), A=A) == (A @ A.T).tolist()
    assert tiles("var t = full([2, 2], 100)\nt += dot(A[:, :], B[:, :])\nO[:, :] = t", (2, 2), A=A, B=b) == (A @ b + 100).tolist()
    wide = np.full((1, 64), 100, np.int8)
    assert tiles("O[:, :] = dot_t(A[:, :], A[:, :])", (1, 1), A=wide) == [[640000]]
    assert tiles("O[:, :] = dot_t(A[:, :], A[:, :])", (1, 1), "f32", A=np.full((1, 20), 100, np.float16)) == [[200000]]
    refused_body("var t = zeros([2, 2], f16)\nt += dot(zeros([2, 2], f16), zeros([2, 2], f16))", "expected an accumulator of f32")
    refused_body("let t = dot(zeros([2, 3]), zeros([2, 3]))", "expected dot of [m, k] and [k, n]")


def test_x10_precision():
    # 1 + 2**-11 is no tf32: between 1 and 1 + 2**-10, away from zero. bf16 goes to 1.
    a = np.full((1, 1), 1 + 2**-11, np.float32)
    for precision, expected in ("", (1 + 2**-11)**2), (", precision = tf32", (1 + 2**-10)**2), (", precision = bf16", 1.0):
        assert tiles(f"O[:, :] = dot(A[:, :], A[:, :]{precision})", (1, 1), "f32", A=a) == [[float(np.float32(expected))]]
    np.testing.assert_allclose(tiles("O[:, :] = dot(A[:, :], A[:, :], precision = tf32x3)", (1, 1), "f32", A=a), (1 + 2**-11)**2, rtol=2**-20)
    refused_body("let t = dot(zeros([2, 2], f16), zeros([2, 2], f16), precision = tf32)", "f32")
    refused_body("let t = dot(zeros([2, 2]), zeros([2, 2]), precision = fp8)", "tf32")


def test_x10_constants_have_no_precision():
    assert values("O[0] = i32(dot(full([1, 1], 3.0), full([1, 1], 4.0))[0, 0])") == [12]
