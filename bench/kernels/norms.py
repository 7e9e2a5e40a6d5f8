# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layer normalization and RMS normalization of whole rows, each read once."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import Inputs, poison
from triton_peer import by_warps

SIZES = ((16384, 4096), (16384, 4095), (8192, 16384), (8192, 16380), (8192, 16383))
EPSILON = 1e-5


@triton.jit
def triton_layernorm(x, g, b, y, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < n
    values = tl.load(x + row * n + columns, mask=inside, other=0.0)
    centred = tl.where(inside, values - tl.sum(values, 0) / n, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, 0) / n + eps)
    scaled = centred * scale * tl.load(g + columns, mask=inside) + tl.load(b + columns, mask=inside)
    tl.store(y + row * n + columns, scaled, mask=inside)


@triton.jit
def triton_rmsnorm(x, g, y, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < n
    values = tl.load(x + row * n + columns, mask=inside, other=0.0)
    scale = tl.rsqrt(tl.sum(values * values, 0) / n + eps)
    tl.store(y + row * n + columns, values * scale * tl.load(g + columns, mask=inside), mask=inside)


def layernorm(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("layernorm")
    for m, n in SIZES:
        size, m = f"{m} x {n}", inputs.rows(m)
        x, g, b, y = inputs.normal(m, n), inputs.normal(1, n), inputs.normal(1, n), inputs.unset(m, n)

        def run():
            kernel(x, g, b, y, EPSILON)
            return y

        def peer(warps):
            triton_layernorm[(m, )](x, g, b, y, n, EPSILON, BLOCK=triton.next_power_of_2(n), num_warps=warps)
            return y

        def exact(part):
            return torch.nn.functional.layer_norm(x[part].double(), (n, ), g[0].double(), b[0].double(), EPSILON)

        torchs = Peer("torch", {"": lambda: torch.nn.functional.layer_norm(x, (n, ), g[0], b[0], EPSILON)})
        yield Case("layernorm f32", size, 2 * x.nbytes, run, [torchs, by_warps(peer, triton.next_power_of_2(n))],
                   lambda answer: largest_error(answer, exact, 1e-5, 3e-5), poison(y))


def rmsnorm(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("rmsnorm")
    for m, n in SIZES:
        size, m = f"{m} x {n}", inputs.rows(m)
        x, g, y = inputs.normal(m, n), inputs.normal(1, n), inputs.unset(m, n)

        def run():
            kernel(x, g, y, EPSILON)
            return y

        def peer(warps):
            triton_rmsnorm[(m, )](x, g, y, n, EPSILON, BLOCK=triton.next_power_of_2(n), num_warps=warps)
            return y

        def exact(part):
            return torch.nn.functional.rms_norm(x[part].double(), (n, ), g[0].double(), EPSILON)

        torchs = Peer("torch", {"": lambda: torch.nn.functional.rms_norm(x, (n, ), g[0], EPSILON)})
        yield Case("rmsnorm f32", size, 2 * x.nbytes, run, [torchs, by_warps(peer, triton.next_power_of_2(n))],
                   lambda answer: largest_error(answer, exact, 1e-5, 1e-6), poison(y))


def cases(inputs: Inputs) -> Iterator[Case]:
    yield from layernorm(inputs)
    yield from rmsnorm(inputs)
