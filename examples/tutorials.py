# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of Triton's tutorials 01, 02, 03 and 05, spelled in Python: a sum of vectors, a softmax of rows, a product of
matrices, and layer normalization with its derivatives. For every extent, without a mask in sight.

    import torch, tutorials
    x, y = torch.randn(2, 98432, device="cuda")
    out = torch.empty_like(x)
    tutorials.vector_add(x, y, out)
"""

import phobos
from phobos.language import ctx, dot, exp, f16, f32, rowmax, rowsum, rsqrt, tensor, zeros

LEAK = 0.01


@phobos.kernel
@phobos.autotune(BLOCK=[1024, 2048, 4096])
def vector_add(x: tensor[f32, "N"], y: tensor[f32, "N"], out: tensor[f32, "N"]):
    i = ctx.block.x * BLOCK
    out[i :+ BLOCK] = x[i :+ BLOCK] + y[i :+ BLOCK]


@phobos.kernel
@phobos.specialize("N")
def softmax(x: tensor[f32, "M", "N"], out: tensor[f32, "M", "N"]):
    """Of each row, read once; code is made for each length of rows."""
    row = ctx.block.x
    values = x[row :+ 1, :]
    powers = exp(values - rowmax(values))
    out[row :+ 1, :] = powers / rowsum(powers)


@phobos.fn
def leaky_relu(t):
    return where(t >= 0.0, t, LEAK * t)


@phobos.kernel
@phobos.autotune(TILE_M=[128, 64], TILE_N=[256, 128], TILE_K=[64])
def matmul(a: tensor[f16, "M", "K"], b: tensor[f16, "K", "N"], c: tensor[f16, "M", "N"]):
    m, n = ctx.block.x * TILE_M, ctx.block.y * TILE_N
    total = zeros([TILE_M, TILE_N])
    for k in range(0, K, TILE_K):
        total += dot(a[m :+ TILE_M, k :+ TILE_K], b[k :+ TILE_K, n :+ TILE_N])
    c[m :+ TILE_M, n :+ TILE_N] = f16(total)


@phobos.kernel
@phobos.autotune(TILE_M=[128, 64], TILE_N=[256, 128], TILE_K=[64])
def matmul_leaky_relu(a: tensor[f16, "M", "K"], b: tensor[f16, "K", "N"], c: tensor[f16, "M", "N"]):
    """The same with an activation, which costs no trip through memory."""
    m, n = ctx.block.x * TILE_M, ctx.block.y * TILE_N
    total = zeros([TILE_M, TILE_N])
    for k in range(0, K, TILE_K):
        total += dot(a[m :+ TILE_M, k :+ TILE_K], b[k :+ TILE_K, n :+ TILE_N])
    c[m :+ TILE_M, n :+ TILE_N] = f16(leaky_relu(total))


@phobos.kernel
@phobos.specialize("N")
def layer_norm(x: tensor[f16, "M", "N"], weight: tensor[f16, 1, "N"], bias: tensor[f16, 1, "N"], y: tensor[f16, "M", "N"],
               mean: tensor[f32, "M", 1], scale: tensor[f32, "M", 1], eps: f32):
    """Keeps the mean of each row and what it was scaled by for the derivatives."""
    row = ctx.block.x
    values = f32(x[row :+ 1, :])
    average = rowsum(values) / N
    centred = values - average
    factor = rsqrt(rowsum(centred * centred) / N + eps)
    mean[row :+ 1, :] = average
    scale[row :+ 1, :] = factor
    y[row :+ 1, :] = f16(centred * factor * f32(weight[:, :]) + f32(bias[:, :]))


@phobos.kernel
@phobos.specialize("N")
@phobos.grid("GROUPS")
def layer_norm_dx(dy: tensor[f16, "M", "N"], x: tensor[f16, "M", "N"], weight: tensor[f16, 1, "N"], mean: tensor[f32, "M", 1],
                  scale: tensor[f32, "M", 1], dx: tensor[f16, "M", "N"], dw: tensor[f32, "GROUPS", "N"],
                  db: tensor[f32, "GROUPS", "N"]):
    """A block takes each GROUPS-th row, and leaves the sums of its rows' shares in the derivatives of weight and bias."""
    own_dw, own_db = zeros([1, N]), zeros([1, N])
    for row in range(ctx.block.x, M, GROUPS):
        outer = f32(dy[row :+ 1, :])
        factor = scale[row :+ 1, :]
        normal = (f32(x[row :+ 1, :]) - mean[row :+ 1, :]) * factor
        weighted = f32(weight[:, :]) * outer
        along, average = rowsum(normal * weighted) / N, rowsum(weighted) / N
        dx[row :+ 1, :] = f16((weighted - (normal * along + average)) * factor)
        own_dw += outer * normal
        own_db += outer
    dw[ctx.block.x :+ 1, :] = own_dw
    db[ctx.block.x :+ 1, :] = own_db


@phobos.kernel
@phobos.autotune(COLUMNS=[32, 64])
def layer_norm_dwdb(dw: tensor[f32, "GROUPS", "N"], db: tensor[f32, "GROUPS", "N"], weight: tensor[f16, 1, "N"],
                    bias: tensor[f16, 1, "N"]):
    """Sums what the blocks of layer_norm_dx left."""
    c = ctx.block.x * COLUMNS
    total_dw, total_db = zeros([1, COLUMNS]), zeros([1, COLUMNS])
    for g in range(0, GROUPS, 32):
        total_dw += sum(dw[g :+ 32, c :+ COLUMNS], axis=0)
        total_db += sum(db[g :+ 32, c :+ COLUMNS], axis=0)
    weight[:, c :+ COLUMNS] = f16(total_dw)
    bias[:, c :+ COLUMNS] = f16(total_db)
