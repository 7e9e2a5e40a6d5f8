# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Triton's kernels of 12 arguments, by how many of them are tensors."""

import triton
import triton.language as tl


@triton.jit
def add6(a, b, c, d, e, f, g, h, i, j, k, l, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(a + at, tl.load(b + at) + tl.load(c + at) + tl.load(d + at) + tl.load(e + at) + tl.load(f + at))


@triton.jit
def add12(a, b, c, d, e, f, g, h, i, j, k, l, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    first = tl.load(b + at) + tl.load(c + at) + tl.load(d + at) + tl.load(e + at) + tl.load(f + at) + tl.load(g + at)
    tl.store(a + at, first + tl.load(h + at) + tl.load(i + at) + tl.load(j + at) + tl.load(k + at) + tl.load(l + at))


KERNELS = {6: add6, 12: add12}
