# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows at any address of which a thread has many elements: bulk copies bring them to shared memory.

Each kernel runs in the emulator, which reports a byte outside of an array, a race, shared memory that nobody has
written and a copy that is not of whole 16 bytes, on integers, so that no order of additions shows. What is expected is
computed here.
"""

import re

import numpy as np
import pytest

import phobos
from test_runs import integers, moves, place

TYPES = {"i16": np.int16, "i32": np.int32, "f32": np.float32}


def distances_of(element: str, threads: int) -> str:
    """How far each element of a row is below the row's largest one."""
    return f"""@launch({threads})
@specialize(N)
kernel distances(X: tensor<{element}>[M, N], Y: tensor<{element}>[M, N]) {{
  let row = ctx.block.x
  let x = X[row :+ 1, :]
  Y[row :+ 1, :] = rowmax(x) - x
}}
"""


def distances(element: str, n: int, target: str = "sm_90a") -> phobos.Kernel:
    return phobos.compile(distances_of(element, 32), settings={"N": n}, target=target)


@pytest.mark.parametrize("element", TYPES)
def test_all_misalignments(element):
    dtype = np.dtype(TYPES[element])
    kernel = distances(element, 2081)
    assert moves(kernel)[0] == "bulk"
    for misalignment in range(0, 16, dtype.itemsize):
        # Of 9 rows of an odd length, each misalignment is that of some row as well.
        x = place(integers((9, 2081), dtype, misalignment), misalignment)
        y = place(np.zeros((9, 2081), dtype), 16 - dtype.itemsize - misalignment)
        expected = x.max(1, keepdims=True) - x
        kernel.emulate(x, y, seed=misalignment)
        assert (y == expected).all()


@pytest.mark.parametrize("element, n", [("i16", 2083), ("i16", 4095), ("i32", 2081), ("i32", 4095)])
def test_lengths(element, n):
    """With elements at the end that some threads lack, and almost none such."""
    dtype = np.dtype(TYPES[element])
    kernel = distances(element, n)
    assert moves(kernel)[0] == "bulk"
    x, y = place(integers((3, n), dtype, n), 4), place(np.zeros((3, n), dtype), 0)
    kernel.emulate(x, y, seed=n)
    assert (y == x.max(1, keepdims=True) - x).all()


@pytest.mark.parametrize("n", [16383, 16379, 12287])
def test_pieces(n):
    """Rows of several pieces of 16 KB, the last one up to twice as long."""
    kernel = phobos.compile(distances_of("i32", 128), settings={"N": n}, target="sm_90a")
    assert moves(kernel)[0] == "bulk"
    x, y = place(integers((2, n), np.int32, n), 12), place(np.zeros((2, n), np.int32), 0)
    kernel.emulate(x, y, seed=n)
    assert (y == x.max(1, keepdims=True) - x).all()


def test_one_array_for_both():
    kernel = distances("i32", 2081)
    x = place(integers((5, 2081), np.int32), 4)
    expected = x.max(1, keepdims=True) - x
    kernel.emulate(x, x, seed=1)
    assert (x == expected).all()


def test_two_rows_at_a_time():
    kernel = phobos.compile(distances_of("i16", 32).replace("Y: t", "Z: tensor<i16>[M, N], Y: t").replace(
        "rowmax(x) - x", "rowmax(x) - Z[row :+ 1, :]"), settings={"N": 2081}, target="sm_90a")
    assert moves(kernel) == ["bulk", "elements", "bulk"]
    x, z = place(integers((4, 2081), np.int16, 1), 4), place(integers((4, 2081), np.int16, 2), 10)
    y = place(np.zeros((4, 2081), np.int16), 8)
    kernel.emulate(x, z, y)
    assert (y == x.max(1, keepdims=True) - z).all()


def test_narrow_rows_are_read_again_and_wide_ones_held():
    def count(element):
        kernel = phobos.compile(distances_of(element, 64), settings={"N": 4161}, target="sm_90a")
        return len(re.findall(r"ld\.shared\.b(?:16|32)", kernel.ptx))

    assert count("i16") >= 2 * 65 > count("i32") >= 65


def test_gpus_without_bulk_copies():
    kernel = distances("i32", 2081, target="sm_80")
    assert moves(kernel)[0] == "elements"
    x, y = place(integers((3, 2081), np.int32), 4), np.zeros((3, 2081), np.int32)
    kernel.emulate(x, y)
    assert (y == x.max(1, keepdims=True) - x).all()
