# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays that are shared by DLPack alone."""

import numpy as np
import pytest

import phobos
from phobos.arrays import describe

ADD = """kernel add(x: tensor<f32>[M, N] strides [LDX, 1], y: tensor<f32>[M, N]) {
  let r = ctx.block.x * 8
  let c = ctx.block.y * 16
  y[r :+ 8, c :+ 16] = x[r :+ 8, c :+ 16] + y[r :+ 8, c :+ 16]
}
"""


class Shared:
    """An array of NumPy's of which DLPack alone is known; of a GPU, where `device` says so."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device, self.streams = array, device, []

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, stream=None):
        self.streams.append(stream)
        return self.array.__dlpack__()


def test_arrays_on_the_host():
    base = np.arange(11 * 40, dtype=np.float32).reshape(11, 40)
    x, y = base[:, 3:37], np.ones((11, 34), np.float32)
    phobos.compile(ADD)(Shared(x), Shared(y))
    assert (y == x + 1).all()


@pytest.mark.parametrize("type", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
                                  "float64", "bool"])
def test_types(type):
    array = np.zeros((3, 4), type)[1:, ::2]
    assert describe(Shared(array)) == describe(array)


def test_arrays_on_a_gpu_are_ready_on_the_default_stream():
    shared = Shared(np.zeros(3, np.float32), (2, 1))
    array = describe(shared)
    assert (array.device, array.stream, shared.streams) == (1, 1, [1])


def test_arrays_of_rank_0_and_empty_ones():
    assert describe(Shared(np.zeros((), np.float32))).shape == ()
    assert describe(Shared(np.zeros((0, 3), np.float32))).shape == (0, 3)


def test_negative_arrays():
    read_only = np.zeros(3, np.float32)
    read_only.flags.writeable = False
    kernel = phobos.compile("kernel k(A: tensor<f32>[N]) {\n  A[0 :+ 1] = 1\n}")
    for value, error, message in (
        (Shared(np.zeros(3, np.complex64)), TypeError, "A: expected an array of a type that kernels know, got DLPack's type of code 5"),
        (Shared(np.zeros(3, np.float32), (8, 0)), TypeError, "A: expected an array on the host or a GPU, got one on DLPack's device"),
        (Shared(read_only), ValueError, "A: expected an array that its library shares, got"),
        (Shared(np.zeros(3)), TypeError, "A: expected elements of type f32, got f64"),
    ):
        with pytest.raises(error, match=message):
            kernel(value)
