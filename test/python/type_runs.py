# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every element type as array and as scalar: what Python passes is what the kernel sees, bit for bit."""

import numpy as np

import phobos
from phobos.elements import ELEMENTS
from phobos.gpu import GpuArray

SOURCE = """kernel move(A: tensor<{0}>[M, N] strides [LDA, 1], s: {0}, B: tensor<{0}>[M, N], C: tensor<{0}>[M]) {{
  let r = ctx.block.x * 4
  let c = ctx.block.y * 8
  B[r :+ 4, c :+ 8] = A[r :+ 4, c :+ 8]
  C[r :+ 4] = full([4], s)
}}
"""
TYPES = [name for name in ELEMENTS if name != "index"]  # a kernel's tensors hold no positions
BITS_ONLY = {"bf16": "u2", "f8e4m3": "u1", "f8e5m2": "u1"}  # types that NumPy lacks


class PartOfRows:
    """Columns of a GpuArray of rank 2, in its memory."""

    def __init__(self, array, start: int, stop: int):
        interface = array.__cuda_array_interface__
        rows, columns, bytes = *array.shape, array.dtype.itemsize
        self.array = array
        self.__cuda_array_interface__ = interface | {
            "shape": (rows, stop - start), "strides": (columns * bytes, bytes),
            "data": (interface["data"][0] + start * bytes, False)
        }


def run(name: str, place: str) -> list[str]:
    """Copies rows with a pitch, and fills a vector with a scalar, on "host" or "gpu"; says what differs."""
    element = ELEMENTS[name]
    dtype = np.dtype("bool" if name == "bool" else BITS_ONLY.get(name, f"{name[0]}{element.bytes}"))
    high = 2 if name == "bool" else 256
    base = np.random.default_rng(0).integers(0, high, (9, 30 * element.bytes), np.uint8).view(dtype)
    a, b, c = base, np.zeros((9, 21), dtype), np.zeros(9, dtype)
    if place == "gpu":
        a, b, c = GpuArray(a), GpuArray(b), GpuArray(c)
    part = PartOfRows(a, 3, 24) if place == "gpu" else a[:, 3:24]
    arrays = [phobos.typed(array, name) if name in BITS_ONLY else array for array in (part, b, c)]
    scalar = True if name == "bool" else 3.0 if element.is_float else 100
    phobos.compile(SOURCE.format(name))(arrays[0], scalar, arrays[1], arrays[2])
    copied, filled = (array.numpy() if place == "gpu" else array for array in (b, c))
    problems = []
    if copied.tobytes() != base[:, 3:24].tobytes():
        problems.append(f"{name}: the copy differs")
    if filled.tobytes() != element.encode(scalar).to_bytes(element.bytes, "little") * 9:
        problems.append(f"{name}: the scalar differs")
    return problems
