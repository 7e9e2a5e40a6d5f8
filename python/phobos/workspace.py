# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory for the copies that a launch needs of arrays which no tensor map can describe."""

import contextlib
from collections.abc import Iterator, Sequence

import numpy

from .library import library

_ALIGNMENT = 128  # bytes, a line of the L2 cache; GPUs' allocators give as much
_POISON = 0xff  # NaNs, or -1: what nobody has written must not look like data


@contextlib.contextmanager
def on_gpu(sizes: Sequence[int], gpu: int, stream: int, torch) -> Iterator[list[int]]:
    """The addresses of blocks of `sizes` bytes, for work that is queued on `stream` before the end. Nothing waits: what
    is freed then is given to later work of the same stream. By torch's allocator, which knows of CUDA graphs, where a
    call's arrays are torch's; else by the driver's."""
    addresses: list[int] = []
    try:
        for bytes in sizes:
            addresses.append(torch.cuda.caching_allocator_alloc(bytes, gpu, stream) if torch else
                             library().gpu_allocate_async(gpu, bytes, stream))
        yield addresses
    finally:
        for address in addresses:
            if torch:
                torch.cuda.caching_allocator_delete(address)
            else:
                library().gpu_free_async(gpu, address, stream)


@contextlib.contextmanager
def on_host(sizes: Sequence[int]) -> Iterator[list[int]]:
    """Likewise on the host, for the emulator."""
    blocks = [numpy.full(bytes + _ALIGNMENT, _POISON, numpy.uint8) for bytes in sizes]
    yield [block.ctypes.data + -block.ctypes.data % _ALIGNMENT for block in blocks]
