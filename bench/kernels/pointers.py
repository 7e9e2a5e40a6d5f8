# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Vector add and masked softmax on pointers, beside the same kernels in Triton."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import Inputs, poison
from triton_peer import by_tile, by_warps

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
BLOCKS = ((1024, 4), (512, 4), (2048, 8), (4096, 8))


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


def additions(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile(ADD)
    for n in (2**28, 2**28 - 5):
        n = inputs.length(n)
        x, y, out = inputs.normal(n), inputs.normal(n), inputs.unset(n)

        def run():
            kernel(x, y, out, n)
            return out

        def peer(block, warps):
            triton_add[(triton.cdiv(n, block), )](x, y, out, n, BLOCK=block, num_warps=warps)
            return out

        yield Case("add f32, pointers", str(n), 3 * x.nbytes, run,
                   [Peer("torch add", {"": lambda: torch.add(x, y, out=out)}), by_tile(peer, BLOCKS)],
                   lambda answer: largest_error(answer, lambda part: x[part].double() + y[part].double(), 2.0**-23, 1e-45),
                   poison(out), n)


def softmaxes(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile(SOFTMAX)
    for rows, columns in ((16384, 4096), (16384, 4000), (16384, 3999)):
        size, rows = f"{rows} x {columns}", inputs.rows(rows)
        x, out = inputs.normal(rows, columns), inputs.unset(rows, columns)

        def run():
            kernel(x, out, rows, columns, columns)
            return out

        def peer(warps):
            triton_softmax[(rows, )](x, out, columns, columns, BLOCK=4096, num_warps=warps)
            return out

        yield Case("softmax f32, pointers", size, 2 * x.nbytes, run,
                   [Peer("torch", {"": lambda: torch.softmax(x, 1, out=out)}), by_warps(peer, 4096)],
                   lambda answer: largest_error(answer, lambda part: torch.softmax(x[part].double(), 1), 1e-5, 1e-9),
                   poison(out))


def cases(inputs: Inputs) -> Iterator[Case]:
    yield from additions(inputs)
    yield from softmaxes(inputs)
