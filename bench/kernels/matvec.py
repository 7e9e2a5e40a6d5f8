# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of a matrix and a vector, of f32 and of quantised int8: per-thread code, and bound by memory."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import Inputs, poison
from triton_peer import by_tile

ROWS = 16384
WIDTHS = (16384, 16383)
TILES = ((1, 4096, 8), (1, 2048, 4), (4, 1024, 4), (1, 1024, 4), (8, 512, 4))


@triton.jit
def triton_matvec(a, x, y, m, k, BM: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BK)
    total = tl.zeros([BM, BK], tl.float32)
    for start in range(0, k, BK):
        inside = start + columns < k
        part = tl.load(x + start + columns, mask=inside, other=0.0)
        at = a + rows.to(tl.int64)[:, None] * k + start + columns[None, :]
        total += tl.load(at, mask=inside[None, :] & (rows < m)[:, None], other=0.0) * part[None, :]
    tl.store(y + rows, tl.sum(total, 1), mask=rows < m)


@triton.jit
def triton_int8_matvec(a, x, scales, scale, y, m, k, BM: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BK)
    total = tl.zeros([BM, BK], tl.int32)
    for start in range(0, k, BK):
        inside = start + columns < k
        part = tl.load(x + start + columns, mask=inside, other=0).to(tl.int32)
        at = a + rows.to(tl.int64)[:, None] * k + start + columns[None, :]
        total += tl.load(at, mask=inside[None, :] & (rows < m)[:, None], other=0).to(tl.int32) * part[None, :]
    exact = tl.sum(total, 1).to(tl.float32)
    tl.store(y + rows, exact * tl.load(scales + rows, mask=rows < m) * scale, mask=rows < m)


def float_products(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("matvec")
    for k in WIDTHS:
        m = inputs.rows(ROWS)
        a, x, y = inputs.normal(m, k), inputs.normal(1, k), inputs.unset(m)

        def run():
            kernel(a, x, y)
            return y

        def peer(bm, bk, warps):
            triton_matvec[(triton.cdiv(m, bm), )](a, x, y, m, k, BM=bm, BK=bk, num_warps=warps)
            return y

        yield Case("A @ x f32", f"{ROWS} x {k}", a.nbytes + x.nbytes + y.nbytes, run,
                   [Peer("torch mv", {"": lambda: torch.mv(a, x[0], out=y)}), by_tile(peer, TILES)],
                   lambda answer: largest_error(answer, lambda part: a[part].double() @ x[0].double(), 0, 1e-2),
                   poison(y))


def quantised_products(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("int8_matvec")
    for k in WIDTHS:
        m = inputs.rows(ROWS)
        a, x = (inputs.integers(256, rows, k).sub_(128).to(torch.int8) for rows in (m, 1))
        scales, y = inputs.normal(m), inputs.unset(m)

        def run():
            kernel(a, x, scales, 0.5, y)
            return y

        def peer(bm, bk, warps):
            triton_int8_matvec[(triton.cdiv(m, bm), )](a, x, scales, 0.5, y, m, k, BM=bm, BK=bk, num_warps=warps)
            return y

        def exact(part):
            return (a[part].double() @ x[0].double()) * scales[part].double() * 0.5

        yield Case("A @ x int8", f"{ROWS} x {k}", a.nbytes + x.nbytes + 2 * y.nbytes, run, [by_tile(peer, TILES)],
                   lambda answer: largest_error(answer, exact, 1e-6, 1e-3), poison(y))


def cases(inputs: Inputs) -> Iterator[Case]:
    yield from float_products(inputs)
    yield from quantised_products(inputs)
