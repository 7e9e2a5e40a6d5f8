# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays on a GPU for programs without torch or CuPy: enough to move data there and back."""

import weakref

import numpy

from .library import library


def count() -> int:
    """The number of GPUs; DriverError where there is no CUDA driver."""
    return library().gpu_count()


class GpuArray:
    """A dense copy of a NumPy array on a GPU, which kernels take through `__cuda_array_interface__`."""

    def __init__(self, array: numpy.ndarray, gpu: int = 0):
        array = numpy.ascontiguousarray(array)
        self.shape, self.dtype, self.gpu = array.shape, array.dtype, gpu
        self._address = library().gpu_allocate(gpu, array.nbytes)
        self._memory: object = weakref.finalize(self, library().gpu_free, gpu, self._address)
        library().gpu_copy_in(gpu, self._address, array.ctypes.data, array.nbytes)

    def part(self, start: int, shape: tuple[int, ...]) -> "GpuArray":
        """The dense array of `shape` that begins at element `start` of this one, in the same memory."""
        part = object.__new__(GpuArray)
        part.shape, part.dtype, part.gpu = shape, self.dtype, self.gpu
        part._address = self._address + start * self.dtype.itemsize
        part._memory = self  # keeps the memory alive
        return part

    @property
    def __cuda_array_interface__(self) -> dict:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._address, False), "version": 3}

    def numpy(self) -> numpy.ndarray:
        """A copy on the host, once the default stream's work has ended."""
        array = numpy.empty(self.shape, self.dtype)
        library().gpu_synchronize(self.gpu, 0)
        library().gpu_copy_out(self.gpu, array.ctypes.data, self._address, array.nbytes)
        return array
