# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Softmax and layer normalization of whole rows, each read once, beside torch's and the same kernels in Triton."""

import pathlib
from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case

import phobos

FOLDER = pathlib.Path(__file__).resolve().parent
SOFTMAX = ((16384, 4096), (16384, 4000), (8192, 16384), (8192, 16380), (4096, 50304))
LAYERNORM = ((16384, 4096), (8192, 16380))
EPSILON = 1e-5


@triton.jit
def triton_softmax(x, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < n
    values = tl.load(x + row * n + columns, mask=inside, other=-float("inf"))
    numerator = tl.exp(values - tl.max(values, 0))
    tl.store(y + row * n + columns, numerator / tl.sum(numerator, 0), mask=inside)


@triton.jit
def triton_layernorm(x, g, b, y, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    inside = columns < n
    values = tl.load(x + row * n + columns, mask=inside, other=0.0)
    centred = tl.where(inside, values - tl.sum(values, 0) / n, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, 0) / n + eps)
    scaled = centred * scale * tl.load(g + columns, mask=inside) + tl.load(b + columns, mask=inside)
    tl.store(y + row * n + columns, scaled, mask=inside)


def best_warps(launch):
    """The number of warps with which `launch(warps)` is fastest."""

    def seconds(warps):
        launch(warps)
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(10):
            launch(warps)
        end.record()
        end.synchronize()
        return start.elapsed_time(end)

    return min((4, 8, 16, 32), key=seconds)


def parts(rows):
    return (slice(start, start + 1024) for start in range(0, rows, 1024))


def softmax(rng: torch.Generator) -> Iterator[Case]:
    kernel = phobos.compile(FOLDER / "softmax_rows.ph")
    for m, n in SOFTMAX:
        x = torch.randn((m, n), generator=rng, device="cuda")
        y, z = torch.full_like(x, torch.nan), torch.empty_like(x)

        def check():
            for part in parts(m):
                torch.testing.assert_close(y[part].double(), torch.softmax(x[part].double(), 1), rtol=1e-5, atol=1e-9)

        block = triton.next_power_of_2(n)
        launch = lambda warps: triton_softmax[(m, )](x, z, n, BLOCK=block, num_warps=warps)  # noqa: E731
        warps = best_warps(launch)
        size = f"{m} x {n}"
        yield Case("softmax f32", size, f"Triton, {warps} warps", 2 * x.nbytes, lambda: kernel(x, y), lambda: launch(warps), check)
        yield Case("softmax f32", size, "torch", 2 * x.nbytes, lambda: kernel(x, y), lambda: torch.softmax(x, 1, out=z), check)


def layernorm(rng: torch.Generator) -> Iterator[Case]:
    kernel = phobos.compile(FOLDER / "layernorm.ph")
    for m, n in LAYERNORM:
        x, g, b = (torch.randn(shape, generator=rng, device="cuda") for shape in ((m, n), (1, n), (1, n)))
        y, z = torch.full_like(x, torch.nan), torch.empty_like(x)

        def check():
            for part in parts(m):
                exact = torch.nn.functional.layer_norm(x[part].double(), (n, ), g[0].double(), b[0].double(), EPSILON)
                torch.testing.assert_close(y[part].double(), exact, rtol=1e-5, atol=1e-5)

        block = triton.next_power_of_2(n)
        launch = lambda warps: triton_layernorm[(m, )](x, g, b, z, n, EPSILON, BLOCK=block, num_warps=warps)  # noqa: E731
        warps = best_warps(launch)
        size = f"{m} x {n}"
        run = lambda: kernel(x, g, b, y, EPSILON)  # noqa: E731
        yield Case("layernorm f32", size, f"Triton, {warps} warps", 2 * x.nbytes, run, lambda: launch(warps), check)
        yield Case("layernorm f32", size, "torch", 2 * x.nbytes, run,
                   lambda: torch.nn.functional.layer_norm(x, (n, ), g[0], b[0], EPSILON), check)


def cases(rng: torch.Generator) -> Iterator[Case]:
    yield from softmax(rng)
    yield from layernorm(rng)
