# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bias, GELU and scale in one pass: torch takes three, unless it compiles them."""

import math
from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import Inputs, poison
from triton_peer import by_tile

SIZES = ((16384, 8192), (16384, 8191))
TILES = ((4, 1024, 8), (1, 1024, 4), (2, 1024, 4), (1, 4096, 8))


@triton.jit
def triton_gelu(x, bias, scale, y, m, n, TM: tl.constexpr, TN: tl.constexpr):
    rows = tl.program_id(0) * TM + tl.arange(0, TM)[:, None]
    columns = tl.program_id(1) * TN + tl.arange(0, TN)[None, :]
    inside = (rows < m) & (columns < n)
    offsets = rows * n + columns
    t = tl.load(x + offsets, mask=inside) + tl.load(bias + columns, mask=columns < n)
    gelu = 0.5 * t * (1.0 + tl.erf(t * 0.7071067811865476))
    tl.store(y + offsets, gelu * tl.load(scale + columns, mask=columns < n), mask=inside)


def cases(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("gelu")
    for m, n in SIZES:
        size, m = f"{m} x {n}", inputs.rows(m)
        x, bias, scale = inputs.normal(m, n), inputs.normal(1, n), inputs.normal(1, n)
        y = inputs.unset(m, n)

        def run():
            kernel(x, bias, scale, y)
            return y

        def peer(tm, tn, warps):
            triton_gelu[(triton.cdiv(m, tm), triton.cdiv(n, tn))](x, bias, scale, y, m, n, TM=tm, TN=tn, num_warps=warps)
            return y

        def exact(part):
            t = x[part].double() + bias.double()
            return 0.5 * t * torch.special.erfc(-t / math.sqrt(2)) * scale.double()

        torchs = Peer("torch", {"": lambda: torch.nn.functional.gelu(x + bias).mul_(scale)})
        yield Case("bias, GELU, scale f32", size, 2 * x.nbytes, run, [torchs, by_tile(peer, TILES)],
                   lambda answer: largest_error(answer, exact, 1e-5, 3e-6), poison(y))
