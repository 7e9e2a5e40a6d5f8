# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points and slices A[s:] under debug_bounds: outside ends the run before memory is touched."""

import resource

import numpy as np
import pytest

import phobos

GATHER = """kernel k(A: tensor<f32>[N], P: tensor<i64>[M], O: tensor<f32>[M]) {
  for i in range(M) {
    let t = A[0 :+ 64]
    O[i] = A[P[i]] + sum(t, axis = 0)[0]
  }
}
"""
ROWS = """kernel k(A: tensor<f32>[M, 16], O: tensor<f32>[1, 4], r: i32, c: i32) {
  O[0 :+ 1, 0 :+ 4] = A[r, c :+ 4]
  O[0, 3] = A[r, 12:][0, c]
  O[0 :+ 1, c] = A[r, 0 :+ 1]
}
"""
LAST = "kernel k(A: tensor<f32>[N], O: tensor<f32>[4]) {\n  O[:] = A[N - 4:]\n}\n"


def compile(text: str) -> phobos.Kernel:
    return phobos.compile(text, file_name="k.ph", target="host", debug_bounds=True, lint="off")


@pytest.mark.parametrize("index", [5, -1, 2**63 - 1, -2**63])
def test_a_point_outside_ends_the_run(index):
    a, o = np.ones(5, np.float32), np.full(3, -7, np.float32)
    message = rf"k\.ph:4:12: expected an index inside of dim 0 of 'A', got {index}, the extent is 5"
    with pytest.raises(phobos.Error, match=message):
        compile(GATHER)(a, np.array([0, index, 0]), o)
    assert o.tolist() == [6, -7, -7]


def test_inside_nothing_changes():
    a, p = np.arange(5, dtype=np.float32), np.array([4, 0, 3])
    plain, checked = np.zeros(3, np.float32), np.zeros(3, np.float32)
    phobos.compile(GATHER, lint="off")(a, p, plain)
    compile(GATHER)(a, p, checked)
    assert checked.tolist() == plain.tolist() == [14, 10, 13]


def test_a_store_outside_writes_nothing():
    for extent, column in ((4, 4), (4, -1)):
        a, o = np.ones((3, 16), np.float32), np.full((1, extent), -7, np.float32)
        with pytest.raises(phobos.Error, match=rf"k\.ph:4:16: expected an index inside of dim 1 of 'O', got {column}, the extent is 4"):
            compile(ROWS)(a, o, 2, column)


def test_a_row_outside():
    o = np.full((1, 4), -7, np.float32)
    with pytest.raises(phobos.Error, match=r"k\.ph:2:23: expected an index inside of dim 0 of 'A', got 3, the extent is 3"):
        compile(ROWS)(np.ones((3, 16), np.float32), o, 3, 0)
    assert (o == -7).all()


def test_a_slice_to_the_end():
    o = np.full(4, -7, np.float32)
    compile(LAST)(np.arange(6, dtype=np.float32), o)
    assert o.tolist() == [2, 3, 4, 5]
    with pytest.raises(phobos.Error, match=r"k\.ph:2:10: expected the start of 4 elements inside of dim 0 of 'A', got -1, the extent is 3"):
        compile(LAST)(np.zeros(3, np.float32), o)
    assert o.tolist() == [2, 3, 4, 5]


def test_points_and_runs_of_single_threads():
    """In order of the threads: the first that leaves the array is the one that is named, and none behind it has run."""
    kernel = compile("""@launch(64)
@grid(1)
kernel k(A: tensor<f32>[N], O: tensor<f32>[64]) {
  let s = ctx.sum(A[ctx.thread * 4 :+ 4])
  O[ctx.thread] = s + A[ctx.thread * 5]
}
""")
    o = np.full(64, -7, np.float32)
    kernel(np.ones(316, np.float32), o)
    assert (o == 5).all()
    for extent, place, column, threads in ((202, 205, 23, 41), (10, 10, 19, 2), (7, 7, 19, 1)):
        o[:] = -7
        with pytest.raises(phobos.Error, match=rf"k\.ph:\d:{column}: expected an index inside of dim 0 of 'A', got {place}, the extent is {extent}"):
            kernel(np.ones(extent, np.float32), o)
        assert (o[:threads] == 5).all() and (o[threads:] == -7).all()


def test_a_run_that_ends_frees_its_memory():
    kernel, arguments = compile(GATHER), (np.ones(5, np.float32), np.array([7]), np.zeros(1, np.float32))
    before = 0
    for count in range(30000):
        with pytest.raises(phobos.Error):
            kernel(*arguments)
        if count == 2000:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4000  # of 28000 tiles of 256 bytes: 7 MB


def test_a_gpu_traps():
    assert "trap" not in phobos.compile(GATHER, target="sm_90a", lint="off").ptx
    assert phobos.compile(GATHER, target="sm_90a", debug_bounds=True, lint="off").ptx.count("trap;") >= 1
