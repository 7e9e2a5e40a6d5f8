# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B17: `/` and `%` truncate on every path; by zero they give 0 and the dividend, and the least integer wraps."""

import numpy as np
import phobos
import pytest

X = [-7, -6, -1, 0, 1, 7]
TABLE = {
    2: ([-3, -3, 0, 0, 0, 3], [-1, 0, -1, 0, 1, 1]), -2: ([3, 3, 0, 0, 0, -3], [-1, 0, -1, 0, 1, 1]),
    3: ([-2, -2, 0, 0, 0, 2], [-1, 0, -1, 0, 1, 1]), 512: ([0] * 6, X), 0: ([0] * 6, X), 1: (X, [0] * 6)
}
TYPES = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}


def check(call, type, kernel, divisor, *arguments):
    q, r = np.full(6, 99, TYPES[type]), np.full(6, 99, TYPES[type])
    call(kernel, *arguments, q, r)
    assert (q.tolist(), r.tolist()) == TABLE[divisor], (type, divisor)


@pytest.mark.parametrize("type", TYPES)
def test_run_time_divisor(call, type):
    kernel = phobos.compile(f"""
kernel k(X: tensor<{type}>[6], D: tensor<{type}>[6], Q: tensor<{type}>[6], R: tensor<{type}>[6]) {{
  Q[:] = X[:] / D[:]
  R[:] = X[:] % D[:]
}}""")
    for divisor in TABLE:
        if type != "i8" or divisor != 512:
            check(call, type, kernel, divisor, np.array(X, TYPES[type]), np.full(6, divisor, TYPES[type]))
    least = np.iinfo(TYPES[type]).min
    q, r = np.zeros(6, TYPES[type]), np.ones(6, TYPES[type])
    call(kernel, np.full(6, least, TYPES[type]), np.full(6, -1, TYPES[type]), q, r)
    assert (q.tolist(), r.tolist()) == ([least] * 6, [0] * 6)


@pytest.mark.parametrize("type", TYPES)
def test_constant_divisor(call, type):
    for divisor in TABLE:
        if divisor == 0 or (type, divisor) == ("i8", 512):
            continue
        kernel = phobos.compile(f"""
kernel k(X: tensor<{type}>[6], Q: tensor<{type}>[6], R: tensor<{type}>[6]) {{
  Q[:] = X[:] / {divisor}
  R[:] = X[:] % {divisor}
}}""")
        check(call, type, kernel, divisor, np.array(X, TYPES[type]))


@pytest.mark.parametrize("type", TYPES)
def test_scalars(call, type):
    kernel = phobos.compile(f"""
kernel k(x: {type}, d: {type}, Q: tensor<{type}>[1], R: tensor<{type}>[1]) {{
  Q[0] = x / d
  R[0] = x % d
}}""")
    for divisor, (quotients, rests) in TABLE.items():
        for x, quotient, rest in zip(X, quotients, rests):
            if (type, divisor) != ("i8", 512):
                q, r = np.full(1, 99, TYPES[type]), np.full(1, 99, TYPES[type])
                call(kernel, x, divisor, q, r)
                assert (q, r) == (quotient, rest), (x, divisor)


@pytest.mark.parametrize("type", TYPES)
def test_constants(call, type):
    for divisor in TABLE:
        if (type, divisor) == ("i8", 512):
            continue
        stores = "\n".join(f"  let x{i}: {type} = {x}\n  Q[{i}] = x{i} / {type}({divisor})\n  R[{i}] = x{i} % {type}({divisor})"
                           for i, x in enumerate(X))
        check(call, type, phobos.compile(f"kernel k(Q: tensor<{type}>[6], R: tensor<{type}>[6]) {{\n{stores}\n}}"), divisor)
