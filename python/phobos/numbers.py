# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The numbers that arrays hold, on the host, and whether two of them agree."""

import ctypes
import functools

import numpy

from .arrays import Array
from .elements import ELEMENTS
from .library import library

_NATIVE = {"bool": "u1", "index": "i8", "f16": "f2", "f32": "f4", "f64": "f8",
           **{f"{sign}{bits}": f"{sign}{bits // 8}" for sign in "iu" for bits in (8, 16, 32, 64)}}
#: How far results of one kernel may lie apart that sum in another order, of a number and of all of them.
TOLERANCES = {"f64": 1e-9, "f32": 2e-4, "f16": 4e-3, "bf16": 3e-2, "f8e4m3": 0.13, "f8e5m2": 0.26}


def read_bytes(start: int, bytes: int, gpu: int | None) -> numpy.ndarray:
    """A copy of memory of the host (None) or of a GPU."""
    copy = numpy.empty(bytes, numpy.uint8)
    if gpu is None:
        ctypes.memmove(copy.ctypes.data, start, bytes)
    else:
        library().gpu_copy_out(gpu, copy.ctypes.data, start, bytes)
    return copy


def read(array: Array, gpu: int | None) -> numpy.ndarray:
    """A copy of the elements, as numbers of NumPy's."""
    start, bytes = array.span
    numbers = _decode(read_bytes(start, bytes, gpu), array.type)
    first = (array.pointer - start) // ELEMENTS[array.type].bytes
    strides = tuple(stride * numbers.itemsize for stride in array.strides)
    return numpy.lib.stride_tricks.as_strided(numbers[first:], array.shape, strides).copy()


def _decode(raw: numpy.ndarray, type: str) -> numpy.ndarray:
    if type in _NATIVE:
        return raw.view(_NATIVE[type])
    if type == "bf16":
        return (raw.view(numpy.uint16).astype(numpy.uint32) << 16).view(numpy.float32)
    return _f8_values(type)[raw]


@functools.cache
def _f8_values(type: str) -> numpy.ndarray:
    """The values of all 256 numbers of an f8 type."""
    element = ELEMENTS[type]
    values = numpy.empty(256, numpy.float32)
    for bits in range(256):
        field, fraction = (bits & 127) >> element.mantissa, bits & (1 << element.mantissa) - 1
        magnitude = (fraction / 2**element.mantissa + (field > 0)) * 2.0**(max(field, 1) - element.bias)
        if magnitude > element.largest:
            magnitude = numpy.inf if type == "f8e5m2" and fraction == 0 else numpy.nan
        values[bits] = -magnitude if bits >> 7 else magnitude
    return values


def difference(actual: numpy.ndarray, expected: numpy.ndarray, type: str, tolerance: float | None) -> str:
    """What is wrong with `actual`, elements of `type`; "" where nothing is."""
    if actual.shape != expected.shape:
        return f"expected shape {expected.shape}, got {actual.shape}"
    if not ELEMENTS[type].is_float:
        wrong = actual != expected
    else:
        limit = TOLERANCES[type] if tolerance is None else tolerance
        a, e = actual.astype(numpy.float64), expected.astype(numpy.float64)
        finite = e[numpy.isfinite(e)]
        scale = numpy.sqrt(numpy.mean(finite * finite)) if finite.size else 0.0
        with numpy.errstate(invalid="ignore"):
            near = numpy.abs(a - e) <= limit * (numpy.abs(e) + scale)
        wrong = ~(near & numpy.isfinite(e) | (a == e) | numpy.isnan(a) & numpy.isnan(e))
    if not wrong.any():
        return ""
    at = tuple(int(index) for index in numpy.argwhere(wrong)[0])
    return f"{int(wrong.sum())} of {wrong.size} elements differ, first at {list(at)}: expected {expected[at]}, got {actual[at]}"
