# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Softmax of rows: whole rows on chip, which are read once, and rows of any length, which are read twice."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import Inputs, poison
from triton_peer import by_warps

import phobos

WHOLE = ((16384, 4096), (16384, 4000), (16384, 3999), (8192, 16384), (8192, 16380), (8192, 16383), (4096, 50304),
         (4096, 50257))
ONLINE = ((16384, 4096), (16384, 4095), (2048, 131072), (2048, 131071))


@triton.jit
def triton_softmax(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < n
    values = tl.load(x + row * n + columns, mask=inside, other=-float("inf"))
    numerator = tl.exp(values - tl.max(values, 0))
    tl.store(y + row * n + columns, numerator / tl.sum(numerator, 0), mask=inside)


@triton.jit
def triton_online(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    greatest = tl.full([BLOCK], -1e30, tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        values = tl.load(x + row * n + start + columns, mask=start + columns < n, other=-float("inf"))
        following = tl.maximum(greatest, values)
        total = total * tl.exp(greatest - following) + tl.exp(values - following)
        greatest = following
    largest = tl.max(greatest, 0)
    scale = 1.0 / tl.sum(total * tl.exp(greatest - largest), 0)
    for start in range(0, n, BLOCK):
        inside = start + columns < n
        values = tl.load(x + row * n + start + columns, mask=inside)
        tl.store(y + row * n + start + columns, tl.exp(values - largest) * scale, mask=inside)


def case(name: str, kernel: phobos.Kernel, inputs: Inputs, m: int, n: int, peer, block: int) -> Case:
    """`peer(x, y, n, block, warps)` launches Triton's kernel."""
    size, m = f"{m} x {n}", inputs.rows(m)
    x, y = inputs.normal(m, n), inputs.unset(m, n)

    def run():
        kernel(x, y)
        return y

    def run_peer(warps):
        peer(x, y, n, block, warps)
        return y

    return Case(name, size, 2 * x.nbytes, run,
                [Peer("torch", {"": lambda: torch.softmax(x, 1, out=y)}), by_warps(run_peer, block)],
                lambda answer: largest_error(answer, lambda part: torch.softmax(x[part].double(), 1), 1e-5, 1e-9), poison(y))


def cases(inputs: Inputs) -> Iterator[Case]:
    def whole(x, y, n, block, warps):
        triton_softmax[(x.shape[0], )](x, y, n, BLOCK=block, num_warps=warps)

    def online(x, y, n, block, warps):
        triton_online[(x.shape[0], )](x, y, n, BLOCK=block, num_warps=warps)

    rows = inputs.compile("softmax_rows")
    for m, n in WHOLE:
        yield case("softmax f32", rows, inputs, m, n, whole, triton.next_power_of_2(n))
    for m, n in ONLINE:
        # Of few tiles, the ragged one is a large part.
        any_length = inputs.compile("softmax_online", {"BC": 1024 if n <= 4096 else 2048})
        yield case("softmax f32, online", any_length, inputs, m, n, online, 4096)
