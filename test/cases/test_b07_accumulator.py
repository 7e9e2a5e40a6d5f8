# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B07: an accumulator starts once, with what it is bound to, and keeps what every part of K adds."""

import numpy as np
import phobos
import pytest

DTYPES = {"f32": np.float32, "f16": np.float16, "f64": np.float64, "i8": np.int8}
RESULTS = {"f32": "f32", "f16": "f32", "f64": "f64", "i8": "i32"}
HEAD = "kernel k(A: tensor<{0}>[16, 48], B: tensor<{0}>[48, N], C: tensor<{1}>[16, N]) {{\n"
LOOP = """  for k in range(0, 48, 16) {{
    acc += dot({lhs}, {rhs})
  }}
"""
LHS, RHS = "A[:, k :+ 16]", "B[k :+ 16, 0 :+ 16]"


def product(call, type: str, body: str, columns: int = 16, start: int = 100) -> np.ndarray:
    """C after two launches from the same C; A is 1, 2 and 4 in its three parts, B is 1."""
    kernel = phobos.compile(HEAD.format(type, RESULTS[type]) + body + "}\n")
    a = np.repeat(np.array([1, 2, 4], DTYPES[type]), 16)[None].repeat(16, axis=0)
    b = np.ones((48, columns), DTYPES[type])
    results = []
    for _ in range(2):
        c = np.full((16, columns), start, {"f32": np.float32, "f64": np.float64, "i32": np.int32}[RESULTS[type]])
        call(kernel, a, b, c)
        results.append(c)
    assert (results[0] == results[1]).all()
    return c


@pytest.mark.parametrize("type", DTYPES)
def test_start_from_memory(call, type):
    body = "  var acc = C[:, 0 :+ 16]\n" + LOOP.format(lhs=LHS, rhs=RHS) + "  C[:, 0 :+ 16] = acc\n"
    assert (product(call, type, body) == 212).all()


@pytest.mark.parametrize("type", DTYPES)
def test_start_from_zero(call, type):
    body = f"  var acc = zeros([16, 16], {RESULTS[type]})\n" + LOOP.format(lhs=LHS, rhs=RHS) + "  C[:, 0 :+ 16] = acc\n"
    assert (product(call, type, body) == 112).all()


@pytest.mark.parametrize("type", DTYPES)
def test_single_product(call, type):
    assert (product(call, type, "  C[:, 0 :+ 16] = dot(A[:, :], B[:, 0 :+ 16])\n") == 112).all()
    assert (product(call, type, "  C[:, 0 :+ 16] += dot(A[:, :], B[:, 0 :+ 16])\n") == 212).all()


@pytest.mark.parametrize("type", ["f32", "f16", "f64"])
@pytest.mark.parametrize("lhs, rhs", [(f"{LHS} * 1.0", RHS), (LHS, f"{RHS} * 1.0")])
def test_computed_operands(call, type, lhs, rhs):
    body = "  var acc = C[:, 0 :+ 16]\n" + LOOP.format(lhs=lhs, rhs=rhs) + "  C[:, 0 :+ 16] = acc\n"
    assert (product(call, type, body) == 212).all()


@pytest.mark.parametrize("type", DTYPES)
def test_each_tile_starts_again(call, type):
    body = f"""  for j in range(0, 32, 16) {{
    var acc = zeros([16, 16], {RESULTS[type]})
    for k in range(0, 48, 16) {{
      acc += dot({LHS}, B[k :+ 16, j :+ 16])
    }}
    C[:, j :+ 16] = acc
  }}
"""
    assert (product(call, type, body, columns=32) == 112).all()
