# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Vector add and masked softmax on pointers, beside the same kernels in Triton."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case

import phobos

ADD = """
@grid(ceildiv(n, 1024))
kernel add(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32) {
  let o = ctx.block.x * 1024 + arange(1024)
  let m = o < n
  store(out + o, load(x + o, mask = m) + load(y + o, mask = m), mask = m)
}"""
#: A row a block, of at most BLOCK columns.
SOFTMAX = """
@autotune(BLOCK in [4096])
@grid(rows)
@require(columns <= BLOCK)
kernel softmax(x: ptr<f32>, out: ptr<f32>, rows: i32, columns: i32, pitch: i32) {
  let i = reshape(arange(BLOCK), [1, BLOCK])
  let o = ctx.block.x * pitch + i
  let m = i < columns
  let v = load(x + o, mask = m, other = -inf)
  let e = exp(v - rowmax(v))
  store(out + o, e / rowsum(e), mask = m)
}"""


@triton.jit
def triton_add(x, y, out, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = o < n
    tl.store(out + o, tl.load(x + o, mask=m) + tl.load(y + o, mask=m), mask=m)


@triton.jit
def triton_softmax(x, out, columns, pitch, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    o = tl.program_id(0) * pitch + i
    m = i < columns
    v = tl.load(x + o, mask=m, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + o, e / tl.sum(e, axis=0), mask=m)


def additions(rng: torch.Generator) -> Iterator[Case]:
    kernel = phobos.compile(ADD, target="sm_90a")
    for n in (2**28, 2**28 - 5):
        x, y = (torch.randn(n, generator=rng, device="cuda") for _ in range(2))
        out, peer = torch.full_like(x, torch.nan), torch.full_like(x, torch.nan)

        def run_peer():
            triton_add[(triton.cdiv(n, 1024), )](x, y, peer, n, BLOCK=1024)

        def check():
            run_peer()
            assert torch.equal(out, x + y) and torch.equal(out, peer), f"add {n}: the results differ"

        yield Case("add f32, pointers", str(n), "Triton", 3 * x.nbytes, lambda: kernel(x, y, out, n), run_peer, check)


def softmaxes(rng: torch.Generator) -> Iterator[Case]:
    kernel = phobos.compile(SOFTMAX, target="sm_90a")
    for rows, columns in ((16384, 4096), (16384, 4000), (16384, 3999)):
        x = torch.randn((rows, columns), generator=rng, device="cuda")
        out, peer = torch.full_like(x, torch.nan), torch.full_like(x, torch.nan)

        def run_peer():
            triton_softmax[(rows, )](x, peer, columns, columns, BLOCK=4096, num_warps=8)

        def check():
            run_peer()
            exact = torch.softmax(x.double(), dim=1)
            for result in (out, peer):
                torch.testing.assert_close(result.double(), exact, rtol=1e-5, atol=1e-9)

        yield Case("softmax f32, pointers", f"{rows} x {columns}", "Triton", 2 * x.nbytes,
                   lambda: kernel(x, out, rows, columns, columns), run_peer, check)


def cases(rng: torch.Generator) -> Iterator[Case]:
    yield from additions(rng)
    yield from softmaxes(rng)
