# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose arguments are memrefs: their arrays are passed as those of any other kernel."""

import pathlib

import numpy as np
import pytest

import phobos

SOURCE = pathlib.Path(__file__).with_name("memref_scale.mlir")


@pytest.fixture(scope="module")
def kernel():
    return phobos.compile(SOURCE)


def test_what_a_launch_passes(kernel):
    x, y = kernel.contract["params"]
    assert (x["extents"], x["strides"], y["extents"], y["strides"]) == (["M", "N"], ["LDX", 1], ["M", "N"], None)
    assert [argument.get("param") or argument["name"] for argument in kernel.contract["args"]] == ["X", "Y", "M", "N", "LDX"]


@pytest.mark.parametrize("place", ["host", "emulator"])
@pytest.mark.parametrize("m, n", [(4, 32), (9, 37), (1, 1), (0, 5)])
def test_a_part_of_a_larger_array(kernel, place, m, n):
    """The offset of the part is in its address."""
    x = np.arange(20 * 50, dtype=np.float32).reshape(20, 50)[3:3 + m, 5:5 + n]
    y = np.full((m, n), -7, np.float32)
    (kernel.emulate if place == "emulator" else kernel)(x, y)
    assert (y == 2 * x).all()


def test_negative_arrays_that_do_not_fit(kernel):
    x = np.zeros((4, 6), np.float32)
    with pytest.raises(ValueError, match="Y: expected extent N = 6 in dim 1, as in dim 1 of X, got 5"):
        kernel(x, x[:, :5].copy())
    with pytest.raises(ValueError, match=r"Y: expected strides \(5, 1\) .row-major and dense., got \(6, 1\)"):
        kernel(x[:, :5], x[:, :5])
