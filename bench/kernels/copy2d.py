# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""copy2d, on rows that are a multiple of 16 bytes and on rows that are not. torch's copy is flat: it sees no rows."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer
from inputs import Inputs, poison
from triton_peer import by_tile

TILES = ((4, 1024, 8), (16, 128, 4), (32, 128, 8), (8, 512, 8), (64, 64, 8), (1, 4096, 8))


@triton.jit
def triton_copy(a, b, m, n, TM: tl.constexpr, TN: tl.constexpr):
    rows = tl.program_id(0) * TM + tl.arange(0, TM)[:, None]
    columns = tl.program_id(1) * TN + tl.arange(0, TN)[None, :]
    inside = (rows < m) & (columns < n)
    offsets = rows * n + columns
    tl.store(b + offsets, tl.load(a + offsets, mask=inside), mask=inside)


def cases(inputs: Inputs) -> Iterator[Case]:
    # Wide tiles: a row of one is 4 KiB.
    kernel = inputs.compile("copy2d", settings={"TM": 4, "TN": 1024})
    for n in (16384, 16380, 16383):
        m = inputs.rows(n)
        a, b = inputs.normal(m, n), inputs.unset(m, n)

        def run():
            kernel(a, b)
            return b

        def peer(tm, tn, warps):
            triton_copy[(triton.cdiv(m, tm), triton.cdiv(n, tn))](a, b, m, n, TM=tm, TN=tn, num_warps=warps)
            return b

        yield Case("copy2d f32", f"{n} x {n}", 2 * a.nbytes, run,
                   [Peer("torch copy_", {"": lambda: b.copy_(a)}), by_tile(peer, TILES)],
                   lambda answer: 0.0 if torch.equal(answer, a) else torch.inf, poison(b))
