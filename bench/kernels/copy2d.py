# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""copy2d beside Tensor.copy_, on rows that are a multiple of 16 bytes and on rows that are not."""

import pathlib
from collections.abc import Iterator

import torch
from harness import Case

import phobos

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "examples/copy2d.ph"


def cases(rng: torch.Generator) -> Iterator[Case]:
    # Wide tiles: a row of one is 4 KiB.
    kernel = phobos.compile(SOURCE, settings={"TM": 4, "TN": 1024})
    for n in (16384, 16380, 16383):
        a = torch.randn((n, n), generator=rng, device="cuda")
        b = torch.full_like(a, torch.nan)

        def check():
            assert torch.equal(a.view(torch.int32), b.view(torch.int32)), f"copy2d {n}: the copy differs"

        yield Case("copy2d f32", f"{n} x {n}", "torch copy_", 2 * a.nbytes, lambda: kernel(a, b), lambda: b.copy_(a),
                   check)
