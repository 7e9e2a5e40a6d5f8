# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""examples/tutorials.py beside torch and Triton: what Triton's tutorials 01, 02, 03 and 05 compute."""

import sys
from collections.abc import Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import EXAMPLES, Inputs, poison
from kernels.gemm import TRITON_TILES, tile_of
from triton_peer import by_tile, by_warps

sys.path.append(str(EXAMPLES))

import tutorials  # noqa: E402

EPSILON = 1e-5
GROUPS = 528  # blocks that walk the rows for the derivatives: four for each multiprocessor of a large GPU


@triton.jit
def triton_add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


@triton.jit
def triton_softmax(x, out, n, BLOCK: tl.constexpr):
    row, columns = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK)
    inside = columns < n
    values = tl.load(x + row * n + columns, mask=inside, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(out + row * n + columns, powers / tl.sum(powers, 0), mask=inside)


@triton.jit
def triton_matmul(a, b, c, m, n, k, LEAKS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row, column = tile_of(m, n, BM, BN)
    rows, columns, inner = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN), tl.arange(0, BK)
    at_a = a + (rows % m)[:, None] * k + inner[None, :]
    at_b = b + inner[:, None] * n + (columns % n)[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, tl.cdiv(k, BK)):
        left = tl.load(at_a, mask=inner[None, :] < k - start * BK, other=0.0)
        right = tl.load(at_b, mask=inner[:, None] < k - start * BK, other=0.0)
        total = tl.dot(left, right, total)
        at_a += BK
        at_b += BK * n
    if LEAKS:
        total = tl.where(total >= 0, total, 0.01 * total)
    inside = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(tl.float16), mask=inside)


@triton.jit
def triton_layer_norm(x, w, b, y, mean, scale, n, eps, BLOCK: tl.constexpr):
    row, columns = tl.program_id(0).to(tl.int64), tl.arange(0, BLOCK)
    inside = columns < n
    values = tl.load(x + row * n + columns, mask=inside, other=0.0).to(tl.float32)
    average = tl.sum(values, 0) / n
    centred = tl.where(inside, values - average, 0.0)
    factor = tl.rsqrt(tl.sum(centred * centred, 0) / n + eps)
    tl.store(mean + row, average)
    tl.store(scale + row, factor)
    scaled = centred * factor * tl.load(w + columns, mask=inside).to(tl.float32) + tl.load(b + columns, mask=inside)
    tl.store(y + row * n + columns, scaled.to(tl.float16), mask=inside)


@triton.jit
def triton_dx(dy, x, w, mean, scale, dx, dw, db, m, n, GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    group, columns = tl.program_id(0), tl.arange(0, BLOCK)
    inside = columns < n
    weight = tl.load(w + columns, mask=inside, other=0.0).to(tl.float32)
    own_dw, own_db = tl.zeros((BLOCK, ), tl.float32), tl.zeros((BLOCK, ), tl.float32)
    for row in range(group, m, GROUPS):
        at = row * n + columns
        outer = tl.load(dy + at, mask=inside, other=0.0).to(tl.float32)
        factor = tl.load(scale + row)
        normal = (tl.load(x + at, mask=inside, other=0.0).to(tl.float32) - tl.load(mean + row)) * factor
        normal = tl.where(inside, normal, 0.0)
        weighted = weight * outer
        along, average = tl.sum(normal * weighted, 0) / n, tl.sum(weighted, 0) / n
        tl.store(dx + at, ((weighted - (normal * along + average)) * factor).to(tl.float16), mask=inside)
        own_dw += outer * normal
        own_db += outer
    tl.store(dw + group * n + columns, own_dw, mask=inside)
    tl.store(db + group * n + columns, own_db, mask=inside)


def vector_add(inputs: Inputs) -> Iterator[Case]:
    for n in (98432, 1 << 27, (1 << 27) - 5):
        size, n = str(n), inputs.length(n)
        x, y, out = inputs.normal(n), inputs.normal(n), inputs.unset(n)

        def run():
            tutorials.vector_add(x, y, out)
            return out

        def peer(block, warps):
            triton_add[(triton.cdiv(n, block), )](x, y, out, n, BLOCK=block, num_warps=warps)
            return out

        yield Case("01 vector add f32", size, 3 * x.nbytes, run,
                   [Peer("torch", {"": lambda: torch.add(x, y, out=out)}), by_tile(peer, ((1024, 4), (2048, 8), (4096, 8)))],
                   lambda answer: largest_error(answer, lambda part: x[part].double() + y[part].double(), 1e-6, 1e-6), poison(out))


def softmax(inputs: Inputs) -> Iterator[Case]:
    for m, n in ((1823, 781), (16384, 4096), (16384, 3999)):
        size, m = f"{m} x {n}", inputs.rows(m)
        x, out = inputs.normal(m, n), inputs.unset(m, n)

        def run():
            tutorials.softmax(x, out)
            return out

        def peer(warps):
            triton_softmax[(m, )](x, out, n, BLOCK=triton.next_power_of_2(n), num_warps=warps)
            return out

        yield Case("02 softmax f32", size, 2 * x.nbytes, run,
                   [Peer("torch", {"": lambda: torch.softmax(x, 1)}), by_warps(peer, triton.next_power_of_2(n))],
                   lambda answer: largest_error(answer, lambda part: torch.softmax(x[part].double(), 1), 1e-5, 1e-9), poison(out))


def matmul(inputs: Inputs) -> Iterator[Case]:
    for (m, n, k), leaks in (((4096, 4096, 4096), False), ((4096, 4096, 4096), True), ((4000, 4095, 1001), False)):
        size = f"{m} x {n} x {k}"
        m, n, k = (m % 64 + 64, n % 64 + 64, k % 64 + 64) if inputs.small else (m, n, k)
        a, b, c = (inputs.normal(m, k, dtype=torch.float16), inputs.normal(k, n, dtype=torch.float16),
                   inputs.unset(m, n, dtype=torch.float16))
        kernel = tutorials.matmul_leaky_relu if leaks else tutorials.matmul

        def run():
            kernel(a, b, c)
            return c

        def peer(bm, bn, bytes, stages, warps):
            grid = triton.cdiv(m, bm) * triton.cdiv(n, bn)
            triton_matmul[(grid, )](a, b, c, m, n, k, LEAKS=leaks, BM=bm, BN=bn, BK=bytes // 2, num_stages=stages, num_warps=warps)
            return c

        def torchs():
            product = torch.mm(a, b, out=c)
            return torch.nn.functional.leaky_relu_(product, 0.01) if leaks else product

        def exact(part):
            product = a[part].double() @ b.double()
            return torch.nn.functional.leaky_relu(product, 0.01) if leaks else product

        yield Case(f"03 matmul f16{', leaky ReLU' if leaks else ''}", size, 2 * (m * k + k * n + m * n), run,
                   [Peer("torch", {"": torchs}), by_tile(peer, TRITON_TILES)],
                   lambda answer: largest_error(answer, exact, 2e-3, 2e-2), poison(c), 2 * m * n * k, "products")


def layer_norm(inputs: Inputs) -> Iterator[Case]:
    for m, n in ((4096, 4096), (4096, 8191)):
        size, m = f"{m} x {n}", inputs.rows(m)
        half, block = torch.float16, triton.next_power_of_2(n)
        x, dy = inputs.normal(m, n, dtype=half), inputs.normal(m, n, dtype=half)
        w, b = inputs.normal(1, n, dtype=half), inputs.normal(1, n, dtype=half)
        y, dx, mean, scale = inputs.unset(m, n, dtype=half), inputs.unset(m, n, dtype=half), inputs.unset(m, 1), inputs.unset(m, 1)
        dw, db = inputs.unset(GROUPS, n), inputs.unset(GROUPS, n)
        weight, bias = inputs.unset(1, n, dtype=half), inputs.unset(1, n, dtype=half)

        def forward():
            tutorials.layer_norm(x, w, b, y, mean, scale, EPSILON)
            return y

        def forward_peer(warps):
            triton_layer_norm[(m, )](x, w, b, y, mean, scale, n, EPSILON, BLOCK=block, num_warps=warps)
            return y

        def normed(part):
            return torch.nn.functional.layer_norm(x[part].double(), (n, ), w[0].double(), b[0].double(), EPSILON)

        torchs = Peer("torch", {"": lambda: torch.nn.functional.layer_norm(x, (n, ), w[0], b[0], EPSILON)})
        yield Case("05 layer norm f16", size, 2 * x.nbytes, forward, [torchs, by_warps(forward_peer, block)],
                   lambda answer: largest_error(answer, normed, 2e-3, 2e-3), poison(y))

        def backward():
            tutorials.layer_norm_dx(dy, x, w, mean, scale, dx, dw, db)
            tutorials.layer_norm_dwdb(dw, db, weight, bias)
            return dx

        def backward_peer(warps):
            triton_dx[(GROUPS, )](dy, x, w, mean, scale, dx, dw, db, m, n, GROUPS=GROUPS, BLOCK=block, num_warps=warps)
            weight.copy_(dw.sum(0, keepdim=True))
            bias.copy_(db.sum(0, keepdim=True))
            return dx

        def torchs_backward():
            return torch.ops.aten.native_layer_norm_backward(dy, x, [n], mean, scale, w[0], b[0], [True, True, True])[0]

        def derivative(part):
            point = x[part].double().requires_grad_()
            torch.nn.functional.layer_norm(point, (n, ), w[0].double(), b[0].double(), EPSILON).backward(dy[part].double())
            return point.grad

        forward()
        yield Case("05 layer norm's derivatives f16", size, 3 * x.nbytes, backward,
                   [Peer("torch", {"": torchs_backward}), by_warps(backward_peer, block)],
                   lambda answer: largest_error(answer, derivative, 4e-3, 4e-3), poison(dx, dw, db, weight, bias))


def cases(inputs: Inputs) -> Iterator[Case]:
    yield from vector_add(inputs)
    yield from softmax(inputs)
    yield from matmul(inputs)
    yield from layer_norm(inputs)
