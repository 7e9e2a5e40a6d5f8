# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wgmma in the emulator against products of whole matrices, which NumPy computes. Where shared memory has which element
is written down here as the PTX ISA has it, "Shared Memory Matrix Layout": canonical layouts in the notation of CuTe,
and a function that swizzles addresses. Numbers are small integers, so that every sum is exact."""

import os
import pathlib
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
sys.path.append(str(ROOT / "test/Emulator"))

from golden import wgmma  # noqa: E402
from golden.emulate import emulate  # noqa: E402
from golden.wgmma import M, PERIOD, SHIFT, STRIDE, THREADS  # noqa: E402


def canonical_layout(matrix: wgmma.Matrix, t: int, number: int, k: int) -> int:
    """Where the element of this m or n, and this k, is: in elements, of which 16 bytes have `t`, before swizzling."""
    leading, stride = matrix.leading * t // 16, matrix.stride * t // 16
    width = max(matrix.swizzle // 16, 1)
    if not matrix.is_transposed:
        if matrix.swizzle == 0:
            # ((8,m),(T,2k)) : ((1T,SBO),(1,LBO))
            return number % 8 * t + number // 8 * stride + k % t + k // t * leading
        # ((8,m),(T,2k)) : ((2T,SBO),(1,T)) for 32 bytes, 4T for 64, 8T for 128
        return number % 8 * width * t + number // 8 * stride + k % t + k // t * t
    if matrix.swizzle == 0:
        # ((T,1,m),(8,k)) : ((1,T,SBO),(1T,LBO))
        return number % t + number // t * stride + k % 8 * t + k // 8 * leading
    # ((T,2,m),(8,k)) : ((1,T,LBO),(2T,SBO)) for 32 bytes, 4 for 64, 8 for 128
    return (number % t + number // t % width * t + number // (t * width) * leading + k % 8 * width * t +
            k // 8 * stride)


def swizzle(matrix: wgmma.Matrix, address: int) -> int:
    """Swizzle<B,4,3> of an address in bytes: bits 4 and on are exchanged by the B bits from bit 7 on, counted from the
    base offset."""
    bits = {0: 0, 32: 1, 64: 2, 128: 3}[matrix.swizzle]
    return address ^ ((address >> 7) - matrix.base_offset & (1 << bits) - 1) << 4


def values(raw: np.ndarray, type: str) -> np.ndarray:
    """Elements of bytes as numbers."""
    if type == "bf16":
        return (raw.view(np.uint16).astype(np.uint32) << 16).view(np.float32).astype(float)
    if type == "tf32":
        return (raw.view(np.uint32) & np.uint32(0xffffe000)).view(np.float32).astype(float)
    if type == "e5m2":
        return (raw.astype(np.uint16) << 8).view(np.float16).astype(float)
    if type == "e4m3":
        exponents, fractions = raw >> 3 & 15, raw & 7
        sizes = np.where(exponents == 0, fractions * 2.0**-9, (8 + fractions) * 2.0**(exponents.astype(float) - 10))
        return np.where(raw & 0x80, -sizes, sizes)
    return raw.view({"f16": np.float16, "s8": np.int8, "u8": np.uint8}[type]).astype(float)


def shared_memory(words: np.ndarray, size: int) -> np.ndarray:
    at = np.arange(size // 4)
    return words[(at + at // PERIOD * SHIFT) % PERIOD].view(np.uint8)


def matrix_of(memory: np.ndarray, matrix: wgmma.Matrix, type: str, size: int, depth: int) -> np.ndarray:
    bits = wgmma.INPUTS[type]
    result = np.empty((size, depth))
    for number in range(size):
        for k in range(depth):
            offset = canonical_layout(matrix, 128 // bits, number, k) * bits // 8
            at = swizzle(matrix, matrix.start + offset)
            result[number, k] = values(memory[at:at + bits // 8], type)[0]
    return result


def matrix_in_registers(words: np.ndarray, type: str) -> np.ndarray:
    """A: "Register Fragments for wgmma.mma_async.m64nNk8/16/32": of a warp's 16 rows, lane / 4 and 8 rows further down;
    in a register neighbours, of which the 4 lanes of a row have one each; then the same for the second half of k."""
    rows = np.empty((M, wgmma.DEPTH_BYTES), np.uint8)
    for thread in range(THREADS):
        warp, lane = divmod(thread, 32)
        for register in range(4):
            row = 16 * warp + lane // 4 + (8 if register in (1, 3) else 0)
            column = lane % 4 * 4 + (16 if register in (2, 3) else 0)
            rows[row, column:column + 4] = words[thread + THREADS * register:][:1].view(np.uint8)
    return np.stack([values(row, type) for row in rows])


def accumulators(words: np.ndarray, product: wgmma.Product) -> np.ndarray:
    """D from words of register i of thread t, `words[i][t]`: elements 0 and 1 of a row's pair, then those 8 rows further
    down, then the next 8 columns."""
    elements = [words]
    if product.d == "f16":
        elements = [words.astype(np.uint16).view(np.float16), (words >> 16).astype(np.uint16).view(np.float16)]
    elif product.d == "f32":
        elements = [words.view(np.float32)]
    else:
        elements = [words.view(np.int32)]
    result = np.empty((M, product.n))
    for thread in range(THREADS):
        warp, lane = divmod(thread, 32)
        for i in range(product.n // 2):
            row = 16 * warp + lane // 4 + i // 2 % 2 * 8
            column = i // 4 * 8 + lane % 4 * 2 + i % 2
            result[row, column] = elements[i % len(elements)][i // len(elements)][thread]
    return result


@pytest.mark.parametrize("product", wgmma.products(), ids=lambda product: product.name)
def test_products(product, tmp_path):
    case = wgmma.case(product)
    memory = shared_memory(case.inputs[0], product.shared_bytes)
    at = np.arange(THREADS)[None, :] + STRIDE * np.arange(product.registers)[:, None]
    before = accumulators(case.inputs[1][at], product)
    if product.matrix_a is None:
        a = matrix_in_registers(case.inputs[2], product.a)
    else:
        a = matrix_of(memory, product.matrix_a, product.a, M, product.k)
    b = matrix_of(memory, product.matrix_b, product.b, product.n, product.k)
    expected = product.scale_a * product.scale_b * a @ b.T + (before if product.adds else 0)
    if product.saturates:
        expected = np.clip(expected, -2**31, 2**31 - 1)
    elif product.d == "s32":
        expected = (expected + 2**31) % 2**32 - 2**31
    output, = emulate(case, TOOLS, tmp_path)
    got = accumulators(output.reshape(product.registers, THREADS), product)
    np.testing.assert_array_equal(got, expected)
