# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels at extents that are no multiples of their tiles, beside themselves at whole tiles under @aligned.

The ragged extents are the larger ones less one, so nearly the same bytes move and the same sums are made. Rows of
4095 elements begin at odd addresses; rows with a pitch of 4096 do not: the one is the cost of masks and of accesses
that are no longer wide, the other of masks alone.
"""

import re
from collections.abc import Iterator

import torch
from harness import Case, Peer, largest_error
from inputs import EXAMPLES, Inputs

import phobos

#: Examples, and the sizes of their tiles.
MATMUL = ("matmul", {"TILE_M": 64, "TILE_N": 64, "TILE_K": 16})
COPY = ("copy2d", {"TM": 4, "TN": 1024})


def compile_three(inputs: Inputs, name: str, settings: dict[str, int], promise: str) -> tuple[phobos.Kernel, ...]:
    """The example for dense arrays, for arrays whose rows have a pitch, and for dense ones under a promise."""
    text = (EXAMPLES / f"{name}.ph").read_text()
    pitched = re.sub(r"(\w+): tensor<f32>(\[\w+, \w+\])", r"\1: tensor<f32>\2 strides [LD\1, 1]", text)
    promised = text.replace("kernel ", f"{promise}\nkernel ", 1)
    return tuple(inputs.compile(each, settings) for each in (text, pitched, promised))


def copies(inputs: Inputs) -> Iterator[Case]:
    dense, pitched, aligned = compile_three(inputs, *COPY, "@aligned(M = TM, N = TN)")
    n, m = 16384, inputs.rows(16383)
    a, b = inputs.normal(m + 1, n), inputs.unset(m + 1, n)
    for ragged, pitch in ((pitched, n), (dense, n - 1)):
        x, y = inputs.normal(m, pitch)[:, :n - 1], inputs.unset(m, pitch)[:, :n - 1]

        def run():
            ragged(x, y)
            return y

        def whole():
            aligned(a, b)
            return b

        def error(answer):
            return 0.0 if torch.equal(answer, a if answer is b else x) else torch.inf

        yield Case("copy2d f32", f"{n - 1} x {n - 1}, pitch {pitch}", 8 * m * (n - 1), run,
                   [Peer("@aligned", {f"{n} x {n}": whole})], error, lambda: (y.fill_(torch.nan), b.fill_(torch.nan)),
                   table="ragged")


def products(inputs: Inputs) -> Iterator[Case]:
    dense, pitched, aligned = compile_three(inputs, *MATMUL, "@aligned(M = TILE_M, N = TILE_N)")
    n = 128 if inputs.small else 2048
    u, v, w = inputs.normal(n, n), inputs.normal(n, n), inputs.unset(n, n)
    for ragged, pitch in ((pitched, n), (dense, n - 1)):
        a, b, c = (inputs.normal(n - 1, pitch)[:, :n - 1] for _ in range(3))

        def run():
            ragged(a, b, c)
            return c

        def whole():
            aligned(u, v, w)
            return w

        def error(answer):
            left, right = (u, v) if answer is w else (a, b)
            return largest_error(answer, lambda part: left[part].double() @ right.double(), 1e-4, 1e-3)

        yield Case("matmul f32", f"{n - 1} cubed, pitch {pitch}", 12 * (n - 1)**2, run,
                   [Peer("@aligned", {f"{n} cubed": whole})], error, lambda: (c.fill_(torch.nan), w.fill_(torch.nan)),
                   2 * (n - 1)**3, "ragged")


def cases(inputs: Inputs) -> Iterator[Case]:
    yield from copies(inputs)
    yield from products(inputs)
