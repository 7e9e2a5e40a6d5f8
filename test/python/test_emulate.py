# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernel.emulate: the GPU's code on the CPU, from Python."""

import threading

import numpy as np
import pytest

import phobos

SCALE = """kernel scale(a: f32, X: tensor<f32>[N], Y: tensor<f32>[N]) {
  let i = ctx.block.x * 64
  Y[i :+ 64] = a * X[i :+ 64]
}
"""


@pytest.mark.parametrize("target", [None, "host", "sm_80", "sm_90a"])
def test_results_are_in_the_arrays(target):
    kernel = phobos.compile(SCALE, target=target)
    x, y = np.arange(100, dtype=np.float32), np.zeros(100, np.float32)
    kernel.emulate(2.0, x, Y=y, seed=3)
    assert (y == 2 * x).all()


def test_calls_are_bound_by_the_contract():
    kernel = phobos.compile(SCALE, target="sm_80")
    with pytest.raises(ValueError, match="Y: expected extent N = 4 in dim 0, as in dim 0 of X, got 5"):
        kernel.emulate(2.0, np.zeros(4, np.float32), np.zeros(5, np.float32))
    kernel.emulate(2.0, np.zeros(0, np.float32), np.zeros(0, np.float32))


def test_variants_of_specialized_kernels():
    kernel = phobos.compile("""@specialize(W)
kernel rows(X: tensor<f32>[N, W], Y: tensor<f32>[N, 1]) {
  let r = ctx.block.x * 8
  Y[r :+ 8, 0 :+ 1] = sum(X[r :+ 8, 0 :+ W], axis = 1)
}
""", target="sm_80")
    for width in (3, 40):
        x, y = np.ones((9, width), np.float32), np.zeros((9, 1), np.float32)
        kernel.emulate(x, y)
        assert (y == width).all()


def test_an_array_ends_where_its_memory_may_go_on():
    memory = np.zeros(1000, np.float32)
    x, y = memory[0:100], memory[100:200]
    kernel = phobos.compile(SCALE.replace("Y[i :+ 64]", "Y[i]").replace("a * X[i :+ 64]", "a * X[i + 64]"),
                            target="sm_80", lint="off")
    with pytest.raises(phobos.EmulationError) as caught:
        kernel.emulate(2.0, x, y)
    assert "<source>:3:" in str(caught.value)
    assert "error: read of 4 bytes outside of 'X', at byte 512 of 400, by thread 0 of block 1" in str(caught.value)


def test_bad_options():
    kernel = phobos.compile(SCALE, target="sm_80")
    x = np.zeros(4, np.float32)
    with pytest.raises(ValueError, match="checks: expected 'races' and 'block-races', got 'bounds'"):
        kernel.emulate(2.0, x, x, checks=["races", "bounds"])
    with pytest.raises(TypeError):
        kernel.emulate(2.0, x, x, seed="one")


def test_races_are_optional():
    kernel = phobos.compile("""@grid(3)
kernel all(X: tensor<i32>[1]) {
  X[0] = X[0] + i32(ctx.block.x)
}
""", target="sm_80")
    x = np.zeros(1, np.int32)
    with pytest.raises(phobos.EmulationError, match="race on byte 0 of 'X': read by thread [0-9]+ of block 1"):
        kernel.emulate(x)
    x[0] = 0
    kernel.emulate(x, checks=["races"])
    assert x[0] == 3


def test_threads_share_a_kernel():
    kernel, wrong = phobos.compile(SCALE, target="sm_90a"), []

    def work(factor):
        x, y = np.arange(300, dtype=np.float32), np.zeros(300, np.float32)
        for _ in range(10):
            kernel.emulate(factor, x, y, seed=int(factor))
            if not (y == factor * x).all():
                wrong.append(factor)

    threads = [threading.Thread(target=work, args=(float(factor), )) for factor in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("columns", [1024, 1023, 993, 33, 1])
def test_narrow_elements_in_pairs(columns):
    """Elements of 16 bits that are loaded one by one share registers in pairs, also where some are masked."""
    kernel = phobos.compile("""@launch(32)
kernel rows(X: tensor<i16>[M, N], Y: tensor<i16>[M, N]) {
  let row = ctx.block.x
  Y[row :+ 1, 0 :+ 1024] = load(X[row :+ 1, 0 :+ 1024], fill = 7) + 1
}
""", target="sm_90a")
    assert "add.u32" in kernel.ptx
    memory = np.arange(-40, 3 * columns - 39, dtype=np.int16)
    x, y = memory[1:].reshape(3, columns), np.zeros((3, columns), np.int16)
    kernel.emulate(x, y)
    assert (y == x + 1).all()
