# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions of rows and columns, the variance among them in one pass (Welford), and the transpose."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import Inputs, poison
from triton_peer import by_tile, by_warps

WIDTHS = (16384, 16383)
ROWS = 16384


@triton.jit
def triton_rowsum(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        total += tl.load(x + row * n + start + columns, mask=start + columns < n, other=0.0)
    tl.store(y + row, tl.sum(total, 0))


@triton.jit
def triton_colsum(x, y, m, n, BR: tl.constexpr, BC: tl.constexpr):
    columns = tl.program_id(0) * BC + tl.arange(0, BC)
    rows = tl.arange(0, BR)
    total = tl.zeros([BR, BC], tl.float32)
    for start in range(0, m, BR):
        inside = (start + rows[:, None] < m) & (columns[None, :] < n)
        total += tl.load(x + (start + rows[:, None]) * n + columns[None, :], mask=inside, other=0.0)
    tl.store(y + columns, tl.sum(total, 0), mask=columns < n)


@triton.jit
def triton_variance(x, means, variances, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    count = tl.zeros([BLOCK], tl.float32)
    mean = tl.zeros([BLOCK], tl.float32)
    squares = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        inside = start + columns < n
        values = tl.load(x + row * n + start + columns, mask=inside, other=0.0)
        count += tl.where(inside, 1.0, 0.0)
        difference = tl.where(inside, values - mean, 0.0)
        mean += difference / tl.maximum(count, 1.0)
        squares += tl.where(inside, difference * (values - mean), 0.0)
    whole = tl.sum(count * mean, 0) / n
    tl.store(means + row, whole)
    tl.store(variances + row, tl.sum(squares + count * (mean - whole) * (mean - whole), 0) / n)


@triton.jit
def triton_transpose(a, b, m, n, TM: tl.constexpr, TN: tl.constexpr):
    rows = tl.program_id(0) * TM + tl.arange(0, TM)
    columns = tl.program_id(1) * TN + tl.arange(0, TN)
    inside = (rows[:, None] < m) & (columns[None, :] < n)
    tile = tl.load(a + rows[:, None] * n + columns[None, :], mask=inside)
    tl.store(b + columns[:, None] * m + rows[None, :], tl.trans(tile), mask=tl.trans(inside))


def row_sums(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("rowsum")
    for n in WIDTHS:
        m = inputs.rows(ROWS)
        x, y = inputs.normal(m, n), inputs.unset(m, 1)

        def run():
            kernel(x, y)
            return y

        def peer(warps):
            triton_rowsum[(m, )](x, y, n, BLOCK=4096, num_warps=warps)
            return y

        yield Case("row sums f32", f"{ROWS} x {n}", x.nbytes + y.nbytes, run,
                   [Peer("torch", {"": lambda: torch.sum(x, 1, keepdim=True, out=y)}), by_warps(peer, 4096)],
                   lambda answer: largest_error(answer, lambda part: x[part].double().sum(1, keepdim=True), 0, 1e-2),
                   poison(y))


def column_sums(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("colsum")
    for n in WIDTHS:
        m = inputs.rows(ROWS)
        x, y = inputs.normal(m, n), inputs.unset(1, n)

        def run():
            kernel(x, y)
            return y

        def peer(br, bc, warps):
            triton_colsum[(triton.cdiv(n, bc), )](x, y, m, n, BR=br, BC=bc, num_warps=warps)
            return y

        exact = x.sum(0, keepdim=True, dtype=torch.float64)
        yield Case("column sums f32", f"{ROWS} x {n}", x.nbytes + y.nbytes, run,
                   [Peer("torch", {"": lambda: torch.sum(x, 0, keepdim=True, out=y)}),
                    by_tile(peer, ((64, 64, 8), (128, 32, 8), (64, 128, 8), (32, 64, 4)))],
                   lambda answer: largest_error(answer, lambda part: exact[part], 0, 1e-2), poison(y))


def variances(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("variance")
    for n in WIDTHS:
        m = inputs.rows(ROWS)
        x, mean, variance = inputs.normal(m, n), inputs.unset(m, 1), inputs.unset(m, 1)

        def run():
            kernel(x, mean, variance)
            return variance

        def peer(warps):
            triton_variance[(m, )](x, mean, variance, n, BLOCK=2048, num_warps=warps)
            return variance

        def exact(part):
            return x[part].double().var(1, correction=0, keepdim=True)

        yield Case("mean and variance f32", f"{ROWS} x {n}", x.nbytes + 2 * mean.nbytes, run,
                   [Peer("torch", {"var_mean": lambda: torch.var_mean(x, 1, correction=0, keepdim=True)[0]}),
                    by_warps(peer, 2048)],
                   lambda answer: largest_error(answer, exact, 1e-4, 0), poison(mean, variance))


def transposes(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("transpose")
    for n in WIDTHS:
        m = inputs.rows(n)
        a, b = inputs.normal(m, n), inputs.unset(n, m)

        def run():
            kernel(a, b)
            return b

        def peer(tm, tn, warps):
            triton_transpose[(triton.cdiv(m, tm), triton.cdiv(n, tn))](a, b, m, n, TM=tm, TN=tn, num_warps=warps)
            return b

        yield Case("transpose f32", f"{n} x {n}", 2 * a.nbytes, run,
                   [Peer("torch copy_", {"": lambda: b.copy_(a.T)}),
                    by_tile(peer, ((64, 64, 8), (32, 32, 4), (128, 64, 8), (64, 64, 4)))],
                   lambda answer: 0.0 if torch.equal(answer, a.T) else torch.inf, poison(b))


def cases(inputs: Inputs) -> Iterator[Case]:
    yield from row_sums(inputs)
    yield from column_sums(inputs)
    yield from variances(inputs)
    yield from transposes(inputs)
