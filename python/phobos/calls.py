# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How calls are made, beside their values."""

import operator
from dataclasses import dataclass


@dataclass(frozen=True)
class Request:
    """How a call is to be made."""

    stream: int | None = None  # None: the arrays' current one
    only_prepare: bool = False


USUAL = Request()


def check_grid(kernel: str, grid: int | tuple[int, ...]) -> tuple[int, int, int]:
    """`grid`, a number of blocks or up to three, as three; TypeError or ValueError where it is none."""
    sizes = grid if isinstance(grid, tuple) else (grid,)
    if not 1 <= len(sizes) <= 3 or any(isinstance(size, bool) or not hasattr(size, "__index__") for size in sizes):
        raise TypeError(f"{kernel}: expected a grid of 1 to 3 integers, as {kernel}[64, 2](…), got {grid!r}")
    x, y, z = (*map(operator.index, sizes), 1, 1)[:3]
    if min(x, y, z) < 0:
        raise ValueError(f"{kernel}: expected 0 or more blocks, got {grid!r}")
    return x, y, z
