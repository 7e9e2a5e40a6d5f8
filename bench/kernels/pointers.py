# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Vector add, masked softmax and picked rows on pointers, beside the same kernels in Triton."""

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
@launch(256, 4)
@grid(rows)
@require(columns <= BLOCK)
kernel softmax(x: ptr<f32>, out: ptr<f32>, rows: i32, columns: i32, pitch: i32) {
  let i = reshape(arange(BLOCK), [1, BLOCK])
  let o = ctx.block.x * pitch + i
  let m = i < columns
  let v = load(x + o, mask = m, other = -inf)
  let e = exp(v - rowmax(v))
  store(out + o, e * (1.0 / rowsum(e)), mask = m)
}"""
#: Rows that a table picks, a tile of them a block.
PICK = """
@autotune(R in [4], C in [1024])
@grid(ceildiv(rows, R), ceildiv(columns, C))
@noalias
kernel pick(x: ptr<f32>, table: ptr<i32>, out: ptr<f32>, rows: i32, columns: i32) {
  let r = ctx.block.x * R + reshape(arange(R), [R, 1])
  let c = ctx.block.y * C + reshape(arange(C), [1, C])
  let from = index(load(table + r, mask = r < rows, other = 0))
  let on = (r < rows) & (c < columns)
  store(out + r * columns + c, load(x + from * columns + c, mask = on), mask = on)
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


@triton.jit
def triton_pick(x, table, out, rows, columns, R: tl.constexpr, C: tl.constexpr):
    r = tl.program_id(0) * R + tl.arange(0, R)
    c = tl.program_id(1) * C + tl.arange(0, C)
    source = tl.load(table + r, mask=r < rows, other=0).to(tl.int64)
    on = (r[:, None] < rows) & (c[None, :] < columns)
    v = tl.load(x + source[:, None] * columns + c[None, :], mask=on)
    tl.store(out + r[:, None] * columns + c[None, :], v, mask=on)


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


def picks(inputs: Inputs) -> Iterator[Case]:
    kernel = inputs.compile(PICK)
    for rows, columns in ((65536, 4096), (65536, 4000), (65536, 3999)):
        size, rows = f"{rows} x {columns}", inputs.rows(rows)
        x, out = inputs.normal(rows, columns), inputs.unset(rows, columns)
        table = inputs.integers(rows, rows)

        def run():
            kernel(x, table, out, rows, columns)
            return out

        def peer(r, c, warps):
            grid = (triton.cdiv(rows, r), triton.cdiv(columns, c))
            triton_pick[grid](x, table, out, rows, columns, R=r, C=c, num_warps=warps)
            return out

        yield Case("picked rows f32, pointers", size, 2 * x.nbytes, run, [
            Peer("torch", {"": lambda: torch.index_select(x, 0, table, out=out)}),
            by_tile(peer, ((4, 1024, 4), (1, 4096, 8), (1, 1024, 4)))
        ], lambda answer: largest_error(answer, lambda part: x[table[part].long()].double(), 0.0, 1e-45), poison(out))


def cases(inputs: Inputs) -> Iterator[Case]:
    yield from additions(inputs)
    yield from softmaxes(inputs)
    yield from picks(inputs)
