# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cross-entropy of each row of bf16 logits, at the vocabulary of GPT-2 with and without its padding: of rows that
stay on chip, and of rows of any length."""

from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import Inputs, poison
from triton_peer import by_tile, by_warps

import phobos

SIZES = ((8192, 50304), (8192, 50257), (16384, 4096))


@triton.jit
def triton_cross_entropy(x, labels, losses, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=-float("inf")).to(tl.float32)
    greatest = tl.max(values, 0)
    chosen = tl.load(x + row * n + tl.load(labels + row)).to(tl.float32)
    tl.store(losses + row, tl.log(tl.sum(tl.exp(values - greatest), 0)) + greatest - chosen)


@triton.jit
def triton_online(x, labels, losses, n, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    greatest = tl.full([BLOCK], -1e30, tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        values = tl.load(x + row * n + start + columns, mask=start + columns < n, other=-float("inf")).to(tl.float32)
        smaller = tl.exp(-tl.abs(values - greatest))
        total = tl.where(values > greatest, total * smaller + 1.0, total + smaller)
        greatest = tl.maximum(greatest, values)
    largest = tl.max(greatest, 0)
    chosen = tl.load(x + row * n + tl.load(labels + row)).to(tl.float32)
    tl.store(losses + row, tl.log(tl.sum(total * tl.exp(greatest - largest), 0)) + largest - chosen)


def case(name: str, kernel: phobos.Kernel, inputs: Inputs, m: int, n: int) -> Case:
    size, m = f"{m} x {n}", inputs.rows(m)
    x, losses = inputs.normal(m, n, dtype=torch.bfloat16), inputs.unset(m, 1)
    labels = inputs.integers(n, m, 1)
    long_labels = labels[:, 0].long()

    def run():
        kernel(x, labels, losses)
        return losses

    def whole(warps):
        triton_cross_entropy[(m, )](x, labels, losses, n, BLOCK=triton.next_power_of_2(n), num_warps=warps)
        return losses

    def online(block, warps):
        triton_online[(m, )](x, labels, losses, n, BLOCK=block, num_warps=warps)
        return losses

    def in_torch(logits):
        return torch.nn.functional.cross_entropy(logits, long_labels, reduction="none")[:, None]

    def exact(part):
        return torch.nn.functional.cross_entropy(x[part].double(), long_labels[part], reduction="none")[:, None]

    # torch's loss has the type of its logits: one in f32 takes logits in f32.
    torchs = Peer("torch", {"float()": lambda: in_torch(x.float())})
    triton_peer = by_warps(whole, triton.next_power_of_2(n))
    triton_peer.configurations |= by_tile(online, ((2048, 4), (4096, 8), (8192, 8))).configurations
    return Case(name, size, x.nbytes + labels.nbytes + losses.nbytes, run, [torchs, triton_peer],
                lambda answer: largest_error(answer, exact, 1e-5, 1e-5), poison(losses))


def cases(inputs: Inputs) -> Iterator[Case]:
    for name, example in (("cross-entropy bf16", "cross_entropy"), ("cross-entropy bf16, online", "cross_entropy_online")):
        kernel = inputs.compile(example)
        for m, n in SIZES:
            yield case(name, kernel, inputs, m, n)
