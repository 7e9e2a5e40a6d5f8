# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B11: elements outside read as the fill that was asked for, also where that is 0, the least value or NaN."""

import numpy as np
import phobos
import pytest


@pytest.mark.parametrize("type, dtype, fill, bits", [
    ("f32", np.float32, "-99", 0xC2C60000), ("f32", np.float32, "0", 0), ("f32", np.float32, "-0.0", 0x80000000),
    ("f32", np.float32, "-inf", 0xFF800000), ("f16", np.float16, "1.5", 0x3E00), ("f64", np.float64, "0.1", 0x3FB999999999999A),
    ("i8", np.int8, "-128", 0x80), ("u8", np.uint8, "255", 0xFF), ("bool", np.bool_, "true", 1),
    ("u64", np.uint64, "18446744073709551615", 2**64 - 1), ("u32", np.uint32, "4000000000", 4000000000)
])
def test_fill(call, type, dtype, fill, bits):
    kernel = phobos.compile(
        f"kernel k(P: tensor<{type}>[N], Q: tensor<{type}>[8]) {{ Q[0 :+ 8] = load(P[0 :+ 8], fill = {fill}) }}")
    p, q = np.array([1, 0, 1], dtype), np.zeros(8, dtype)
    call(kernel, p, q)
    assert q[:3].tolist() == p.tolist()
    assert q[3:].view(f"u{q.itemsize}").tolist() == [bits] * 5


def test_narrow_floats(call):
    for type, unsigned, fill, bits in [("bf16", np.uint16, "1.5", 0x3FC0), ("f8e4m3", np.uint8, "-448.0", 0xFE),
                                       ("f8e5m2", np.uint8, "-inf", 0xFC)]:
        kernel = phobos.compile(
            f"kernel k(P: tensor<{type}>[N], Q: tensor<{type}>[8]) {{ Q[0 :+ 8] = load(P[0 :+ 8], fill = {fill}) }}")
        q = np.full(8, 1, unsigned)
        call(kernel, phobos.typed(np.zeros(3, unsigned), type), phobos.typed(q, type))
        assert q.tolist() == [0] * 3 + [bits] * 5, type


def test_nan(call):
    kernel = phobos.compile("kernel k(P: tensor<f32>[N], Q: tensor<f32>[8]) { Q[0 :+ 8] = load(P[0 :+ 8], fill = nan) }")
    q = np.zeros(8, np.float32)
    call(kernel, np.array([10, 20, 30], np.float32), q)
    assert q[:3].tolist() == [10, 20, 30] and np.isnan(q[3:]).all()


@pytest.mark.parametrize("type, fill", [("i8", "-inf"), ("i8", "300"), ("u8", "-1"), ("f8e4m3", "-inf"), ("i32", "1.5"),
                                        ("bool", "2"), ("f16", "1e6")])
def test_a_fill_that_the_type_does_not_hold_is_an_error(type, fill):
    with pytest.raises(phobos.CompileError, match=f":1:\\d+: error: expected a constant that {type} holds"):
        phobos.compile(f"kernel k(P: tensor<{type}>[N], Q: tensor<{type}>[8]) {{ Q[0 :+ 8] = load(P[0 :+ 8], fill = {fill}) }}")


POINTER = """
kernel k(P: ptr<{0}>, Q: ptr<{0}>) {{
  store(Q + arange(8), load(P + arange(8), mask = arange(8) < 3{1}))
}}"""


@pytest.mark.parametrize("type, dtype, other, bits", [
    ("f32", np.float32, "-99", 0xC2C60000), ("f32", np.float32, "0", 0), ("f32", np.float32, "nan", 0x7FC00000),
    ("f16", np.float16, "-99", 0xD630), ("f64", np.float64, "0.1", 0x3FB999999999999A), ("i8", np.int8, "-128", 0x80),
    ("u8", np.uint8, "255", 0xFF), ("i16", np.int16, "-2", 0xFFFE), ("u32", np.uint32, "4000000000", 4000000000),
    ("i64", np.int64, "-1", 2**64 - 1), ("bool", np.bool_, "true", 1)
])
def test_other(call, type, dtype, other, bits):
    for option, expected in [(f", other = {other}", bits), ("", 0)]:
        p, q = np.array([1, 0, 1], dtype), np.ones(8, dtype)
        call(phobos.compile(POINTER.format(type, option)), p, q)
        assert q[:3].tolist() == p.tolist()
        assert q[3:].view(f"u{q.itemsize}").tolist() == [expected] * 5


def test_other_of_narrow_floats(call):
    for type, unsigned, other, bits in [("bf16", np.uint16, "-99", 0xC2C6), ("f8e4m3", np.uint8, "1.5", 0x3C),
                                        ("f8e5m2", np.uint8, "-inf", 0xFC)]:
        q = np.full(8, 1, unsigned)
        call(phobos.compile(POINTER.format(type, f", other = {other}")), phobos.typed(np.zeros(3, unsigned), type),
             phobos.typed(q, type))
        assert q.tolist() == [0] * 3 + [bits] * 5, type


def test_other_of_each_lane(call):
    q = np.ones(8, np.float32)
    call(phobos.compile(POINTER.format("f32", ", other = -arange(8)")), np.array([10, 20, 30], np.float32), q)
    assert q.tolist() == [10, 20, 30, -3, -4, -5, -6, -7]


def test_padding(call):
    kernel = phobos.compile("""
kernel k(P: ptr<f32>, Q: tensor<f32>[8], Z: tensor<f32>[8]) {
  let p = block_ptr(P, shape = [3], strides = [1], offset = [-1], tile = [8])
  Q[:] = load(p, boundary = [0], padding = nan)
  Z[:] = load(p, boundary = [0], padding = zero)
}""")
    q, z = np.ones(8, np.float32), np.ones(8, np.float32)
    call(kernel, np.array([10, 20, 30], np.float32), q, z)
    assert np.isnan(q[[0, 4, 5, 6, 7]]).all() and q[1:4].tolist() == [10, 20, 30]
    assert z.tolist() == [0, 10, 20, 30, 0, 0, 0, 0]
