# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""saxpy, Y = alpha X + Y, beside Tensor.add_(…, alpha=a)."""

import pathlib
from collections.abc import Iterator

import torch
from harness import Case

import phobos

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "examples/saxpy.ph"


def cases(rng: torch.Generator) -> Iterator[Case]:
    kernel = phobos.compile(SOURCE)
    a = 0.75
    for n in (2**28, 2**28 - 5):
        x, y = (torch.randn(n, generator=rng, device="cuda") for _ in range(2))
        before = y.clone()

        def check():
            for part in (slice(start, start + 2**24) for start in range(0, n, 2**24)):
                exact = before[part].double() + a * x[part].double()
                # Fused, the product and the sum round once, else each does: by at most half a unit in the last place
                # of a number that is no larger than |a x| + |y|.
                bound = 2.0**-23 * (a * x[part].double().abs() + before[part].double().abs())
                assert ((y[part].double() - exact).abs() <= bound).all(), f"saxpy {n}: wrong"

        yield Case("saxpy f32", str(n), "torch add_", 3 * x.nbytes, lambda: kernel(a, x, y),
                   lambda: y.add_(x, alpha=a), check)
