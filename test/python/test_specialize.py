# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with @specialize: each call gives the names their values."""

import numpy as np
import pytest

import phobos

# The tile is as wide as the tensor, which only a compile-time extent can be.
ROWS = """@specialize(N)
kernel rows(A: tensor<f32>[M, N], O: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  O[r :+ 4, 0 :+ 1] = rowsum(A[r :+ 4, :])
}
"""
# K is no extent of an array.
STEPS = """@specialize(N, K)
kernel steps(A: tensor<i32>[N], x: i32) {
  const TWICE = K * 2
  A[0 :+ N] = x + TWICE
}
"""


def call(kernel, m, n, **named):
    a, o = np.arange(m * n, dtype=np.float32).reshape(m, n), np.zeros((m, 1), np.float32)
    kernel(a, o, **named)
    assert (o == a.sum(axis=1, keepdims=True)).all()


def test_values_come_from_shapes():
    kernel = phobos.compile(ROWS)
    for m, n in ((3, 8), (5, 8), (3, 5), (0, 8)):
        call(kernel, m, n)
    assert kernel.variant(N=8) is kernel.variant(N=8)
    assert kernel.variant(N=8) is not kernel.variant(N=5)
    assert "tile<4x5xf32>" in kernel.variant(N=5).tile_ir


def test_values_by_name():
    kernel, a = phobos.compile(STEPS), np.zeros(3, np.int32)
    kernel(a, 1, K=5)
    assert a.tolist() == [11, 11, 11]
    kernel(x=2, A=a, K=0x10, N=3)
    assert a.tolist() == [34, 34, 34]
    with pytest.raises(TypeError, match=r"K: expected a value, as @specialize\(K\) asks for; give it by name, K=64"):
        kernel(a, 1)
    with pytest.raises(TypeError, match="settings: expected an integer for K, got 1.5"):
        kernel(a, 1, K=1.5)


def test_settings_fix_values():
    kernel = phobos.compile(ROWS, settings={"N": 8})
    call(kernel, 3, 8)
    with pytest.raises(ValueError, match="A: expected extent 8 in dim 1, got 5"):
        call(kernel, 3, 5)
    open = phobos.compile(STEPS, settings={"K": 5})
    a = np.zeros(2, np.int32)
    open(a, 0)
    assert a.tolist() == [10, 10]


def test_arrays_that_contradict():
    kernel = phobos.compile(ROWS)
    with pytest.raises(ValueError, match="A: expected extent 8 in dim 1, got 5"):
        call(kernel, 3, 5, N=8)
    with pytest.raises(ValueError, match="A: expected rank 2, got rank 1"):
        kernel(np.zeros(3, np.float32), np.zeros((3, 1), np.float32))
    with pytest.raises(TypeError, match="A: expected an array, got str"):
        kernel("A", np.zeros((3, 1), np.float32))
    with pytest.raises(ValueError, match=r"N: expected at least 1, as @specialize\(N\) makes it an extent, got 0"):
        call(kernel, 3, 0)
    with pytest.raises(TypeError, match="rows: expected 2 arguments"):
        kernel(np.zeros((3, 4), np.float32))


def test_what_it_shows():
    kernel = phobos.compile(ROWS)
    assert kernel.name == "rows" and "for each N" in repr(kernel)
    with pytest.raises(phobos.Error, match=r"rows: expected one of its variants, call .variant\(N=…\)"):
        kernel.contract
    with pytest.raises(TypeError, match="rows: expected values of N, got K"):
        kernel.variant(K=3)
    with pytest.raises(phobos.CompileError, match="1:17: error: expected"):
        phobos.compile("kernel k(A: i32 { }\n@specialize(N) kernel l() { }")


def test_the_command_line_needs_a_value():
    from phobos.library import library
    with pytest.raises(phobos.CompileError, match="1:13: error: expected a value of 'N'.* --set N=64"):
        library().compile(ROWS.encode(), "rows.ph", {"target": "none"})
