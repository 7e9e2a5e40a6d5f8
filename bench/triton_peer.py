# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A Triton kernel as a peer, in each of its likely configurations."""

from collections.abc import Callable, Iterable

import torch
from harness import Peer


def by_warps(launch: Callable[[int], torch.Tensor], block: int) -> Peer:
    """`launch(warps)` runs the kernel, on blocks of so many elements, with so many warps."""
    # 512 elements a thread do not fit into its registers, and take a minute to compile.
    warps = (count for count in (8, 4, 16, 32) if block <= 8192 * count)
    return Peer("Triton", {f"{count} warps": lambda count=count: launch(count) for count in warps})


def by_tile(launch: Callable[..., torch.Tensor], tiles: Iterable[tuple[int, ...]]) -> Peer:
    """`launch(*tile)` runs the kernel; the last number of each is that of its warps."""
    return Peer("Triton", {
        f"{' x '.join(map(str, tile[:-1]))}, {tile[-1]} warps": lambda tile=tile: launch(*tile)
        for tile in tiles
    })
