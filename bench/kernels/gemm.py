# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices on tensor cores, beside torch (cuBLAS): aligned and ragged, both orders of B."""

from collections.abc import Iterator

import torch
from harness import Case, Peer, largest_error
from inputs import Inputs, poison

# Tiles of 128 x 256 for a GPU full of them; smaller ones where those would leave multiprocessors idle.
LARGE, SMALL = {"TILE_M": 128, "TILE_N": 256, "TILE_K": 64}, {"TILE_M": 64, "TILE_N": 128, "TILE_K": 64}
SIZES = (((4096, 4096, 4096), LARGE), ((8192, 8192, 8192), LARGE), ((2048, 2048, 2048), LARGE), ((1024, 1024, 1024), SMALL),
         ((1000, 1000, 1000), SMALL), ((8192, 8192, 1000), LARGE), ((4092, 4092, 4092), LARGE), ((4097, 4097, 4097), LARGE))


def product_case(inputs: Inputs, kernel, name: str, extents: tuple[int, int, int], transposed: bool) -> Case:
    m, n, k = (200, 200, 200) if inputs.small else extents
    a = inputs.normal(m, k, dtype=torch.bfloat16)
    b = inputs.normal(*((n, k) if transposed else (k, n)), dtype=torch.bfloat16)
    c = inputs.unset(m, n, dtype=torch.bfloat16)
    right = b.T if transposed else b

    def run():
        kernel(a, b, c)
        return c

    def check(answer):
        # bf16 has 8 bits, the sum of K products an error far below; near 0 that of a sum of about sqrt(K).
        return largest_error(answer, lambda part: a[part].double() @ right.double(), 2.0**-7, 2.0**-7 * k**0.5)

    torchs = Peer("torch", {"": lambda: torch.matmul(a, right)})
    moved = a.nbytes + b.nbytes + c.nbytes
    return Case(name, f"{m} x {n} x {k}", moved, run, [torchs], check, poison(c), operations=2 * m * n * k,
                table="products")


def cases(inputs: Inputs) -> Iterator[Case]:
    for example, name, transposed in (("gemm", "A @ B bf16", False), ("gemm_nt", "A @ B.T bf16", True)):
        for extents, tiles in SIZES:
            yield product_case(inputs, inputs.compile(example, tiles), name, extents, transposed)
