# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles whose extents fill no whole layout, from one layout to another: every element arrives, and no thread reads shared
memory to which nothing was written, past the tile's edge neither."""

import ml_dtypes
import numpy as np
import phobos
import pytest

SHAPES = [(1, 12), (12, 24), (24, 12), (40, 8), (8, 40), (7, 96), (33, 20), (20, 200)]
TYPES = {"u8": np.uint8, "f16": np.float16, "f32": np.float32, "f64": np.float64}


@pytest.mark.parametrize("threads", [32, 128, 256])
@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("m, n", SHAPES)
def test_transposes(m, n, type, threads):
    """At an address of 16 bytes and at none, as both versions hold tiles in layouts of their own."""
    kernel = phobos.compile(f"""@launch({threads})
kernel k(X: tensor<{type}>[M, {n}], Y: tensor<{type}>[{n}, M]) {{
  Y[:, ctx.block.x :+ {m}] = transpose(X[ctx.block.x :+ {m}, :])
}}""", target="sm_90a", lint="off")
    rng = np.random.default_rng(5)
    for shift in (0, 1):
        x = rng.integers(0, 100, m * n + shift).astype(TYPES[type])[shift:].reshape(m, n)
        y = np.zeros((n, m), TYPES[type])
        kernel.emulate(x, y, seed=3)
        assert (y == x.T).all(), shift


@pytest.mark.parametrize("target", ["sm_80", "sm_89", "sm_90a"])
@pytest.mark.parametrize("m, n, k", [(1, 12, 24), (1, 40, 8), (8, 24, 40), (33, 12, 20)])
def test_operands_that_are_transposed_in_registers(m, n, k, target):
    kernel = phobos.compile(f"""kernel product(A: tensor<f8e4m3>[{m}, K], B: tensor<f8e4m3>[{n}, K], C: tensor<f32>[{m}, {n}]) {{
  C[:, :] = dot(A[:, 0 :+ {k}], transpose(B[:, 0 :+ {k}]))
}}""", target=target, lint="off")
    rng = np.random.default_rng(m)
    for inner in (k, k - 3):
        a, b = (rng.integers(-4, 5, (lines, inner)).astype(ml_dtypes.float8_e4m3fn) for lines in (m, n))
        c = np.full((m, n), np.nan, np.float32)
        kernel.emulate(a, b, c, seed=3)
        assert (c == a.astype(np.float32) @ b.T.astype(np.float32)).all(), inner
