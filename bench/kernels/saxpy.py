# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""saxpy, Y = alpha X + Y, of 2 GiB."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer
from inputs import Inputs
from triton_peer import by_tile

ALPHA = 0.75
BLOCKS = ((1024, 4), (512, 4), (2048, 8), (4096, 8))


@triton.jit
def triton_saxpy(alpha, x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    tl.store(y + i, alpha * tl.load(x + i, mask=inside) + tl.load(y + i, mask=inside), mask=inside)


def largest_rounding(answer: torch.Tensor, x: torch.Tensor, before: torch.Tensor) -> float:
    """Fused, the product and the sum round once, else each does: by at most half a unit in the last place of a number
    that is no larger than |a x| + |y|."""
    largest = 0.0
    for part in (slice(start, start + 2**24) for start in range(0, answer.numel(), 2**24)):
        product, y = ALPHA * x[part].double(), before[part].double()
        error = (answer[part].double() - (product + y)).abs() / (2.0**-23 * (product.abs() + y.abs()))
        largest = max(largest, torch.nan_to_num(error, nan=torch.inf).max().item())
    return largest


def cases(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile("saxpy")
    for n in (2**28, 2**28 - 5):
        n = inputs.length(n)
        x, before = inputs.normal(n), inputs.normal(n)
        y = before.clone()

        def run():
            kernel(ALPHA, x, y)
            return y

        def peer(block, warps):
            triton_saxpy[(triton.cdiv(n, block), )](ALPHA, x, y, n, BLOCK=block, num_warps=warps)
            return y

        yield Case("saxpy f32", str(n), 3 * x.nbytes, run,
                   [Peer("torch add_", {"": lambda: y.add_(x, alpha=ALPHA)}), by_tile(peer, BLOCKS)],
                   lambda answer: largest_rounding(answer, x, before), lambda: y.copy_(before), 2 * n)
