# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B08: the offset of a row is computed in 64 bits: 40000 * 70000 does not fit in 32."""

import re

import phobos


def test_products_of_offsets_are_wide():
    kernel = phobos.compile("""
kernel k(X: tensor<f32>[M, N] strides [LDX, 1], Y: tensor<f32>[M, 1], r: i32) {
  Y[r :+ 1, 0 :+ 1] = X[r :+ 1, 0 :+ 1]
}""", target="sm_90a")
    assert re.search(r"mul\.lo\.s64|mad\.lo\.s64|mul\.wide", kernel.ptx)
    assert not re.search(r"(mul|mad)\.lo\.[su]32", kernel.ptx)
