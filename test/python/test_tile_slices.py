# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Slices of tiles in the GPU's code: reads and writes at constant starts and at those of run time, inside and outside."""

import numpy as np
import phobos
import pytest
from example_runs import has_gpu
from phobos.gpu import GpuArray

STARTS = [-100, -9, -1, 0, 1, 7, 8, 31, 64, 2**31, -2**40]


@pytest.fixture(params=["emulator", "gpu"])
def call(request):
    if request.param == "emulator":
        return lambda kernel, *values: kernel.emulate(*values, seed=3)
    if not has_gpu():
        pytest.skip("no GPU")

    def on_gpu(kernel, *values):
        memory = [GpuArray(value) if isinstance(value, np.ndarray) else value for value in values]
        kernel(*memory)
        for value, each in zip(values, memory):
            if isinstance(value, np.ndarray):
                value[...] = each.numpy()

    return on_gpu


def padded(x: np.ndarray, row: int, column: int, shape: tuple[int, int], fill: float) -> np.ndarray:
    """The slice of `shape` from there, `fill` outside of `x`."""
    result = np.full(shape, fill, x.dtype)
    for i in range(shape[0]):
        for j in range(shape[1]):
            if 0 <= row + i < x.shape[0] and 0 <= column + j < x.shape[1]:
                result[i, j] = x[row + i, column + j]
    return result


def replaced(x: np.ndarray, value: np.ndarray, row: int, column: int) -> np.ndarray:
    result = x.copy()
    for i in range(value.shape[0]):
        for j in range(value.shape[1]):
            if 0 <= row + i < x.shape[0] and 0 <= column + j < x.shape[1]:
                result[row + i, column + j] = value[i, j]
    return result


@pytest.mark.parametrize("type, dtype", [("f32", np.float32), ("i8", np.int8), ("f64", np.float64), ("f16", np.float16)])
@pytest.mark.parametrize("shape, part", [((8, 64), (8, 64)), ((8, 64), (3, 17)), ((5, 33), (7, 40)), ((40, 100), (1, 100)),
                                         ((16, 24), (16, 1))])
def test_starts_of_run_time(call, type, dtype, shape, part):
    (m, n), (k, l) = shape, part
    kernel = phobos.compile(f"""@launch(128)
kernel slices(X: tensor<{type}>[{m}, {n}], V: tensor<{type}>[{k}, {l}], r: i64, c: i64, Y: tensor<{type}>[{k}, {l}],
              Z: tensor<{type}>[{m}, {n}]) {{
  var x = X[:, :]
  Y[:, :] = x[r :+ {k}, c :+ {l}]
  x[r :+ {k}, c :+ {l}] = V[:, :]
  Z[:, :] = x
}}""", target="sm_90a", lint="off")
    rng = np.random.default_rng(m)
    x, v = rng.integers(-9, 9, (m, n)).astype(dtype), rng.integers(20, 40, (k, l)).astype(dtype)
    for row, column in zip(STARTS, STARTS[3:] + STARTS[:3]):
        y, z = np.full((k, l), 99, dtype), np.full((m, n), 99, dtype)
        call(kernel, x, v, row, column, y, z)
        assert (y == padded(x, row, column, (k, l), 0)).all(), (row, column)
        assert (z == replaced(x, v, row, column)).all(), (row, column)


@pytest.mark.parametrize("row, column", [(0, 0), (0, 64), (8, 0), (8, 128), (3, 5), (4, 32), (0, 32)])
@pytest.mark.parametrize("threads", [32, 128, 256])
def test_constant_starts(call, row, column, threads):
    """Some of them where each thread holds what it needs."""
    kernel = phobos.compile(f"""@launch({threads})
kernel slices(X: tensor<f32>[16, 192], V: tensor<f32>[8, 64], Y: tensor<f32>[8, 64], Z: tensor<f32>[16, 192]) {{
  var x = X[:, :]
  Y[:, :] = x[{row} :+ 8, {column} :+ 64]
  x[{row} :+ 8, {column} :+ 64] = V[:, :]
  Z[:, :] = x
}}""", target="sm_90a", lint="off")
    x = np.arange(16 * 192, dtype=np.float32).reshape(16, 192)
    v, y, z = -np.ones((8, 64), np.float32), np.zeros((8, 64), np.float32), np.zeros_like(x)
    call(kernel, x, v, y, z)
    assert (y == x[row:row + 8, column:column + 64]).all()
    assert (z == replaced(x, v, row, column)).all()


def test_points_and_loops(call):
    """A tile as a table that a loop reads and writes, one row and one element at a time."""
    kernel = phobos.compile("""kernel table(X: tensor<i32>[16, 40], Y: tensor<i32>[16, 40], S: tensor<i32>[16]) {
  var x = X[:, :]
  for i in range(1, 16) {
    x[i, :] = x[i, :] + x[i - 1, :]
    S[i] = x[i, i] * 2
  }
  Y[:, :] = x
}""", target="sm_90a", lint="off")
    x = np.random.default_rng(0).integers(-9, 9, (16, 40)).astype(np.int32)
    y, s = np.zeros_like(x), np.zeros(16, np.int32)
    call(kernel, x, y, s)
    sums = x.cumsum(0)
    assert (y == sums).all()
    assert (s[1:] == 2 * sums.diagonal()[1:]).all()


def test_a_tile_too_large_for_shared_memory():
    source = """@launch(1024)
kernel large(X: tensor<f32>[256, 1024], s: i64, Y: tensor<f32>[256, 8]) {
  let x = X[:, :]
  Y[:, :] = x[0 :+ 256, s :+ 8]
}"""
    with pytest.raises(phobos.CompileError) as error:
        phobos.compile(source, target="sm_90a", lint="off").ptx
    assert "large" in str(error.value) and "232448" in str(error.value)
