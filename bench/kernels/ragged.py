# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels at extents that are no multiples of their tiles, beside themselves at whole tiles under @aligned.

The ragged extents are the larger ones less one, so nearly the same bytes move and the same sums are made. Rows of
4095 elements begin at odd addresses; rows with a pitch of 4096 do not: the one is the cost of masks and of accesses
that are no longer wide, the other of masks alone.
"""

import pathlib
import re
from collections.abc import Iterator

import torch
from harness import Case

import phobos

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples"
#: Examples, and the sizes of their tiles.
MATMUL = ("matmul", {"TILE_M": 64, "TILE_N": 64, "TILE_K": 16})
COPY = ("copy2d", {"TM": 4, "TN": 1024})


def compile_three(name: str, settings: dict[str, int], promise: str) -> tuple[phobos.Kernel, ...]:
    """The example for dense arrays, for arrays whose rows have a pitch, and for dense ones under a promise."""
    text = (FOLDER / f"{name}.ph").read_text()
    pitched = re.sub(r"(\w+): tensor<f32>(\[\w+, \w+\])", r"\1: tensor<f32>\2 strides [LD\1, 1]", text)
    promised = text.replace("kernel ", f"{promise}\nkernel ", 1)
    return tuple(phobos.compile(each, settings=settings) for each in (text, pitched, promised))


def matrix(rng: torch.Generator, rows: int, columns: int, pitch: int) -> torch.Tensor:
    return torch.randn((rows, pitch), generator=rng, device="cuda")[:, :columns]


def copies(rng: torch.Generator) -> Iterator[Case]:
    dense, pitched, aligned = compile_three(*COPY, "@aligned(M = TM, N = TN)")
    n = 16384
    a, b = matrix(rng, n, n, n), torch.empty((n, n), device="cuda")
    for ragged, pitch in ((pitched, n), (dense, n - 1)):
        x, y = matrix(rng, n - 1, n - 1, pitch), torch.empty((n - 1, pitch), device="cuda")[:, :n - 1].fill_(torch.nan)

        def check():
            assert torch.equal(x, y), "copy2d: the copy differs"

        yield Case("copy2d f32", f"{n - 1} x {n - 1}, pitch {pitch}", f"@aligned, {n} x {n}", 8 * (n - 1)**2,
                   lambda: ragged(x, y), lambda: aligned(a, b), check)


def products(rng: torch.Generator) -> Iterator[Case]:
    dense, pitched, aligned = compile_three(*MATMUL, "@aligned(M = TILE_M, N = TILE_N)")
    n = 2048
    whole = [matrix(rng, n, n, n) for _ in range(3)]
    for ragged, pitch in ((pitched, n), (dense, n - 1)):
        a, b, c = (matrix(rng, n - 1, n - 1, pitch) for _ in range(3))

        def check():
            torch.testing.assert_close(c.double(), a.double() @ b.double(), rtol=1e-4, atol=1e-3)

        yield Case("matmul f32", f"{n - 1} cubed, pitch {pitch}", f"@aligned, {n} cubed", 12 * (n - 1)**2,
                   lambda: ragged(a, b, c), lambda: aligned(*whole), check)


def cases(rng: torch.Generator) -> Iterator[Case]:
    yield from copies(rng)
    yield from products(rng)
