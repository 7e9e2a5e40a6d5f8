# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B23: a changed helper or constant shows at the next compilation."""

import numpy as np
import phobos


def test_helper_and_constant(call):
    for addend, factor, expected in [(1, 3, [3, 6, 9, 12]), (2, 3, [6, 9, 12, 15]), (2, 5, [10, 15, 20, 25])]:
        kernel = phobos.compile(f"""
const S = {factor}
fn f(x) {{ return x + {addend} }}
kernel k(X: tensor<f32>[4], Y: tensor<f32>[4]) {{ Y[:] = f(X[:]) * S }}""")
        y = np.zeros(4, np.float32)
        call(kernel, np.arange(4, dtype=np.float32), y)
        assert y.tolist() == expected


def test_contracts_differ():
    source = "kernel k(Y: tensor<f32>[4]) {{ Y[:] = {} }}"
    assert phobos.compile(source.format("1.0")).contract["hash"] != phobos.compile(source.format("2.0")).contract["hash"]
