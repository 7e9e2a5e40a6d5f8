# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Examples' kernels as Python spells them, each beside the `.ph` file of its name."""

import phobos
from phobos.language import ctx, dot, dot_t, exp, f32, full, i32, load, log, rowmax, rowsum, rsqrt, tensor, tile, where, zeros

LOG2_E = 1.4426950408889634
WARPS = 8


@phobos.kernel
@phobos.autotune(BLOCK=[1024, 512, 2048])
def saxpy(alpha: f32, X: tensor[f32, "N"], Y: tensor[f32, "N"]):
    """Y = alpha * X + Y."""
    i = ctx.block.x * BLOCK
    Y[i :+ BLOCK] = alpha * X[i :+ BLOCK] + Y[i :+ BLOCK]


@phobos.kernel
@phobos.autotune(TM=[64, 128], TN=[64, 128])
def copy2d(A: tensor[f32, "M", "N"], B: tensor[f32, "M", "N"]):
    pm = ctx.block.x
    pn = ctx.block.y
    a = A[pm * TM :+ TM, pn * TN :+ TN]
    B[pm * TM :+ TM, pn * TN :+ TN] = a


@phobos.kernel
@phobos.specialize("N")
def layernorm(X: tensor[f32, "M", "N"], G: tensor[f32, 1, "N"], B: tensor[f32, 1, "N"], Y: tensor[f32, "M", "N"], eps: f32):
    row = ctx.block.x
    x = X[row :+ 1, :]
    centred = x - rowsum(x) / f32(N)
    variance = rowsum(centred * centred) / f32(N)
    Y[row :+ 1, :] = centred * rsqrt(variance + eps) * G[0 :+ 1, :] + B[0 :+ 1, :]


@phobos.kernel
@phobos.autotune(BC=[2048, 1024])
@phobos.launch(128, 8)
def cross_entropy_online(X: "tensor<bf16>[M, V]", Label: "tensor<i32>[M, 1]", Loss: "tensor<f32>[M, 1]"):
    row = ctx.block.x
    m = full([1, BC], -1.0e30)
    l = zeros([1, BC])
    for c in range(0, V, BC):
        x = f32(load(X[row :+ 1, c :+ BC], fill=-float("inf")))
        smaller = exp2(abs(x - m) * -LOG2_E)
        l = where(x > m, l * smaller + 1.0, l + smaller)
        m = max(m, x)
    largest = rowmax(m)
    total = rowsum(l * exp(m - largest))
    chosen = f32(X[row :+ 1, Label[row, 0] :+ 1])
    Loss[row :+ 1, 0 :+ 1] = log(total) + largest - chosen


@phobos.fn
def gelu_of(t):
    return 0.5 * t * (1.0 + erf(t * 0.7071067811865476))


@phobos.kernel
@phobos.autotune(TILE_M=[128, 64], TILE_N=[64, 128], TILE_K=[32, 64])
def gemm_bias_gelu(A: "tensor<bf16>[M, K]", B: "tensor<bf16>[N, K]", Bias: "tensor<f32>[1, N]", C: "tensor<f32>[M, N]"):
    m = ctx.block.x * TILE_M
    n = ctx.block.y * TILE_N
    acc = zeros([TILE_M, TILE_N])
    for k in range(0, K, TILE_K):
        acc += dot_t(A[m :+ TILE_M, k :+ TILE_K], B[n :+ TILE_N, k :+ TILE_K])
    C[m :+ TILE_M, n :+ TILE_N] = gelu_of(acc + Bias[0 :+ 1, n :+ TILE_N])


@phobos.fn
def beats(x, i, y, j):
    return x > y or x != x and y == y or (x == y or x != x and y != y) and i < j


@phobos.kernel
@phobos.launch(256)
@phobos.grid("M")
def block_argmax(X: tensor[f32, "M", "N"], Y: tensor[i32, "M"]):
    row = ctx.block.x
    best = -float("inf")
    place = i32(N)
    for c in range(ctx.thread, N, ctx.threads):
        x = X[row, c]
        if beats(x, i32(c), best, place):
            best = x
            place = i32(c)
    for i in range(0, 5):
        x = ctx.shuffle(best, ctx.lane ^ (16 >> i))
        c = ctx.shuffle(place, ctx.lane ^ (16 >> i))
        if beats(x, c, best, place):
            best = x
            place = c
    bests = zeros([WARPS])
    places = zeros([WARPS], i32)
    if ctx.lane == 0:
        ctx.store(bests, ctx.warp, best)
        ctx.store(places, ctx.warp, place)
    for i in range(0, WARPS):
        x = ctx.elem(bests, i)
        c = ctx.elem(places, i)
        if beats(x, c, best, place):
            best = x
            place = c
    if ctx.thread == 0:
        Y[row] = where(place == i32(N), 0, place)


@phobos.kernel
@phobos.autotune(BLOCK=[512, 1024, 4096])
@phobos.noalias
@phobos.require("cols <= BLOCK")
@phobos.grid("rows")
def masked_softmax(x: "ptr<f32>", y: "ptr<f32>", rows: "i32", cols: "i32"):
    lane = arange(BLOCK)
    in_row = lane < cols
    offsets = ctx.block.x * cols + lane
    row = load(x + offsets, mask=in_row, other=-float("inf"))
    power = exp(row - max(row, axis=0))
    store(y + offsets, power / sum(power, axis=0), mask=in_row)


KERNELS = [saxpy, copy2d, layernorm, cross_entropy_online, gemm_bias_gelu, block_argmax, masked_softmax]
