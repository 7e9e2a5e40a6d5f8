# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles that registers do not hold: a GPU computes them in loops over chunks, by phobos-roll-tiles.

Each kernel runs on the host, whose tiles are whole, and as code for a GPU in the emulator, on small integers, so that
no order of additions shows.
"""

import re

import numpy as np
import pytest

import phobos
from example_runs import FOLDER

PLACES = ["host", "emulator"]


def call(kernel: phobos.Kernel, place: str, *arguments) -> None:
    if place == "host":
        kernel(*arguments)
    else:
        kernel.emulate(*arguments, checks=["races"])


def integers(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(-9, 10, shape).astype(np.float32)


SCALE = """kernel scale(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let r = ctx.block.x * 4
  let c = ctx.block.y * 65536
  Y[r :+ 4, c :+ 65536] = X[r :+ 4, c :+ 65536] * 2.0 + 1.0
}
"""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("shape", [(1, 1), (4, 65536), (5, 65537), (3, 70001), (2, 4096)])
def test_scale(place, shape):
    x, y = integers(*shape), np.zeros(shape, np.float32)
    call(phobos.compile(SCALE), place, x, y)
    assert (y == 2 * x + 1).all()


@pytest.mark.parametrize("place", PLACES)
def test_one_array_for_both(place):
    x = integers(4, 66000)
    expected = 2 * x + 1
    call(phobos.compile(SCALE), place, x, x)
    assert (x == expected).all()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("distance", [-70000, -8193, -1, 1, 3, 8192, 70000])
def test_arrays_that_overlap(place, distance):
    kernel = phobos.compile("""kernel copy(X: tensor<i32>[N], Y: tensor<i32>[N]) {
  Y[0 :+ 65536] = X[0 :+ 65536] + 1
}
""")
    n, start = 65000, 75000
    memory = np.arange(215000, dtype=np.int32)
    expected = memory.copy()
    expected[start + distance:][:n] = memory[start:][:n] + 1
    call(kernel, place, memory[start:][:n], memory[start + distance:][:n])
    assert (memory == expected).all()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("to, start", [(1, 0), (0, 1), (9000, 0), (0, 9000)])
def test_elements_move_within_an_array(place, to, start):
    kernel = phobos.compile(f"""kernel shift(A: tensor<i32>[N]) {{
  A[{to} :+ 65536] = A[{start} :+ 65536]
}}
""")
    a = np.arange(70000, dtype=np.int32)
    expected = a.copy()
    moved = np.concatenate([a, np.zeros(20000, np.int32)])[start:][:65536]
    room = min(65536, a.size - to)
    expected[to:][:room] = moved[:room]
    call(kernel, place, a)
    assert (a == expected).all()


@pytest.mark.parametrize("place", PLACES)
def test_read_after_it_was_written(place):
    kernel = phobos.compile("""kernel k(A: tensor<f32>[N], B: tensor<f32>[N]) {
  let a = A[0 :+ 100000]
  A[0 :+ 100000] = 0.0 - a
  B[0 :+ 100000] = a + sum(a, axis = 0) + A[0 :+ 100000]
}
""")
    a, b = integers(99999), np.zeros(99999, np.float32)
    old = a.copy()
    call(kernel, place, a, b)
    assert (a == -old).all() and (b == old.sum()).all()


SOFTMAX = """kernel softmax(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let r = ctx.block.x * 4
  let x = X[r :+ 4, 0 :+ 65536]
  let s = where(iota(1) < N, x, -1.0e30)
  let e = exp(s - rowmax(s))
  Y[r :+ 4, 0 :+ 65536] = e / rowsum(e)
}
"""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("shape", [(4, 65536), (5, 65535), (1, 1), (3, 40001)])
def test_softmax(place, shape):
    x = np.random.default_rng(1).normal(size=shape).astype(np.float32)
    y = np.zeros(shape, np.float32)
    call(phobos.compile(SOFTMAX), place, x, y)
    wide = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    assert np.allclose(y, wide / wide.sum(axis=1, keepdims=True), rtol=1e-4, atol=0)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("shape", [(4, 65536), (7, 70001)])
def test_sums_along_both_dims(place, shape):
    kernel = phobos.compile("""kernel sums(X: tensor<f32>[M, N], R: tensor<f32>[M, 1], C: tensor<f32>[1, N]) {
  let x = X[0 :+ 8, 0 :+ 65536]
  R[0 :+ 8, 0 :+ 1] = sum(x, axis = 1)
  C[0 :+ 1, 0 :+ 65536] = sum(x, axis = 0)
}
""")
    x = integers(*shape)
    rows, columns = np.zeros((shape[0], 1), np.float32), np.zeros((1, shape[1]), np.float32)
    call(kernel, place, x, rows, columns)
    part = x[:, :65536]
    assert (rows[:, 0] == part.sum(axis=1)).all()
    assert (columns[0, :65536] == part.sum(axis=0)).all() and (columns[0, 65536:] == 0).all()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", ["max", "min", "sum", "prod"])
@pytest.mark.parametrize("shape", ["3, 70001", "33, 257, 31"])
def test_kinds_of_reductions(place, kind, shape):
    extents = tuple(map(int, shape.split(", ")))
    axis = len(extents) - 2
    kept = ", ".join("1" if dim == axis else str(extent) for dim, extent in enumerate(extents))
    everything = ", ".join(f"0 :+ {extent}" for extent in extents)
    kernel = phobos.compile(f"""@launch(128)
kernel k(X: tensor<i32>[{shape}], R: tensor<i32>[{kept}]) {{
  R[{", ".join(":" for _ in extents)}] = {kind}(X[{everything}], axis = {axis})
}}
""")
    x = np.random.default_rng(2).integers(1, 4, extents).astype(np.int32)
    expected = getattr(np, kind)(x, axis=axis, keepdims=True).astype(np.int32)
    result = np.zeros_like(expected)
    call(kernel, place, x, result)
    assert (result == expected).all()


@pytest.mark.parametrize("place", PLACES)
def test_nan_stays_in_a_maximum(place):
    kernel = phobos.compile("""kernel k(X: tensor<f32>[1, N], R: tensor<f32>[1, 1]) {
  R[:, :] = rowmax(X[:, 0 :+ 100000])
}
""", lint="off")
    for position in (0, 5, 50000, 99999):
        x, result = -np.ones((1, 100000), np.float32), np.zeros((1, 1), np.float32)
        call(kernel, place, x, result)
        assert result == -1
        x[0, position] = np.nan
        call(kernel, place, x, result)
        assert np.isnan(result).all()


@pytest.mark.parametrize("place", PLACES)
def test_in_loops_and_branches(place):
    kernel = phobos.compile("""kernel k(X: tensor<f32>[M, N], Y: tensor<f32>[M, N], count: i32) {
  for i in range(0, count) {
    if i % 2 == 0 {
      Y[i :+ 1, 0 :+ 70000] = X[i :+ 1, 0 :+ 70000] + f32(i)
    } else {
      let x = X[i :+ 1, 0 :+ 70000]
      Y[i :+ 1, 0 :+ 70000] = x - rowsum(x)
    }
  }
}
""")
    x, y = integers(3, 69999), np.zeros((3, 69999), np.float32)
    call(kernel, place, x, y, 3)
    assert (y == [x[0], x[1] - x[1].sum(), x[2] + 2]).all()


@pytest.mark.parametrize("place", PLACES)
def test_pointers(place):
    kernel = phobos.compile("""kernel k(x: ptr<f32>, y: ptr<f32>, n: i32) {
  let o = arange(66000)
  let v = load(x + o * 2, mask = o < n, other = -5.0)
  store(y + o, v, mask = o < n + 1)
}
""")
    n = 65900
    x, y = integers(2 * n), np.zeros(66000, np.float32)
    call(kernel, place, x, y, n)
    assert (y[:n] == x[::2]).all() and y[n] == -5 and (y[n + 1:] == 0).all()


def test_code_is_short():
    """As straight code, each of them would have 256 elements a thread, twice."""
    for source in (SCALE, SOFTMAX):
        assert len(re.findall("\n", phobos.compile(source, target="sm_90a").ptx)) < 4000


@pytest.mark.parametrize("name, settings", [("copy2d", {"TM": 4, "TN": 65536}), ("rowsum", {"BR": 4, "BC": 65536}),
                                            ("softmax", {"BR": 4, "BC": 65536}), ("gelu", {"TM": 4, "TN": 65536})])
def test_examples(name, settings):
    source = (FOLDER / f"{name}.ph").read_text()
    assert len(re.findall("\n", phobos.compile(source, target="sm_90a", settings=settings).ptx)) < 12000


def test_a_tile_that_stays_whole_is_an_error():
    kernel = """kernel carried(A: tensor<f32>[N], n: i32) {
  var t = A[0 :+ 1048576]
  for i in range(0, n) {
    t = exp(t)
  }
  A[0 :+ 1048576] = t
}
"""
    with pytest.raises(phobos.CompileError) as error:
        phobos.compile(kernel, target="sm_90a")
    assert re.search(r"<source>:2:.*kernel 'carried': tile of 1048576xf32, 4194304 bytes", str(error.value))
    assert "<source>:3:" in str(error.value)
