# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B18: casts round to nearest even, saturate to integers, keep denormals and NaN; constants like values."""

import numpy as np
import phobos

F32 = [np.nan, np.inf, -np.inf, 3e9, -1.5, 2.5, 1e-3]
I32 = [0, 2147483647, -2147483648, 2147483647, -1, 2, 0]


TO_BF16 = {"1.00390625": 0x3F80, "1.01171875": 0x3F82, "3.14": 0x4049, "-3.14": 0xC049, "3.3961776e38": 0x7F80,
           "3.3895314e38": 0x7F7F, "1e-40": 0x0001}


def test_f32_to_bf16(call):
    kernel = phobos.compile("kernel k(X: tensor<f32>[7], Y: tensor<bf16>[7]) { Y[:] = bf16(X[:]) }")
    bits = np.zeros(7, np.uint16)
    call(kernel, np.array(list(map(float, TO_BF16)), np.float32), phobos.typed(bits, "bf16"))
    assert bits.tolist() == list(TO_BF16.values())


def test_constants_to_bf16(call):
    lines = [f"  let x{n}: f32 = {text}\n  Y[{n}] = bf16(x{n})" for n, text in enumerate(TO_BF16)]
    kernel = phobos.compile("kernel k(Y: tensor<bf16>[7]) {\n" + "\n".join(lines) + "\n}")
    bits = np.zeros(7, np.uint16)
    call(kernel, phobos.typed(bits, "bf16"))
    assert bits.tolist() == list(TO_BF16.values())


def test_a_nan_stays_one(call):
    kernel = phobos.compile("kernel k(X: tensor<f32>[1], Y: tensor<bf16>[1]) { Y[:] = bf16(X[:]) }")
    bits = np.zeros(1, np.uint16)
    call(kernel, np.array([0x7F800001], np.uint32).view(np.float32), phobos.typed(bits, "bf16"))
    assert bits[0] & 0x7F80 == 0x7F80 and bits[0] & 0x7F != 0


def test_bf16_product(call):
    kernel = phobos.compile("kernel k(X: tensor<bf16>[1], Y: tensor<bf16>[1], Z: tensor<bf16>[1]) { Z[:] = X[:] * Y[:] }")
    bits = np.zeros(1, np.uint16)
    call(kernel, phobos.typed(np.array([0x3FC0], np.uint16), "bf16"),  # 1.5
         phobos.typed(np.array([0x3F81], np.uint16), "bf16"), phobos.typed(bits, "bf16"))  # 1.0078125
    assert bits[0] == 0x3FC2  # 1.515625


def test_f32_to_integers(call):
    kernel = phobos.compile("""
kernel k(X: tensor<f32>[7], I: tensor<i32>[7], B: tensor<i8>[7], U: tensor<u8>[7]) {
  I[:] = i32(X[:])
  B[:] = i8(X[:])
  U[:] = u8(X[:])
}""")
    i, b, u = np.ones(7, np.int32), np.ones(7, np.int8), np.ones(7, np.uint8)
    call(kernel, np.array(F32, np.float32), i, b, u)
    assert i.tolist() == I32
    assert b.tolist() == [0, 127, -128, 127, -1, 2, 0]
    assert u.tolist() == [0, 255, 0, 255, 0, 2, 0]


def test_constants(call):
    literals = "nan inf -inf 3e9 -1.5 2.5 1e-3".split()
    for line in ("  I[{0}] = i32({1})", "  let x{0}: f32 = {1}\n  I[{0}] = i32(x{0})"):
        stores = "\n".join(line.format(n, text) for n, text in enumerate(literals))
        i = np.ones(7, np.int32)
        call(phobos.compile(f"kernel k(I: tensor<i32>[7]) {{\n{stores}\n}}"), i)
        assert i.tolist() == I32, line


def test_f32_to_f8_saturates(call):
    kernel = phobos.compile("kernel k(X: tensor<f32>[4], Y: tensor<f8e4m3>[4]) { Y[:] = f8e4m3(X[:]) }")
    bits = np.zeros(4, np.uint8)
    call(kernel, np.array([1000, -np.inf, 449, 1], np.float32), phobos.typed(bits, "f8e4m3"))
    assert bits.tolist() == [0x7E, 0xFE, 0x7E, 0x38]


def test_widening_eight_f16(call):
    kernel = phobos.compile("kernel k(X: tensor<f16>[8], Y: tensor<f32>[8]) { Y[:] = f32(X[:]) }")
    x, y = np.arange(1, 9, dtype=np.float16) / 2, np.zeros(8, np.float32)
    call(kernel, x.astype(np.float16), y)
    assert y.tolist() == [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]
