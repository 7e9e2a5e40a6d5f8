# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import math
import struct

import numpy as np
import pytest

from phobos.elements import ELEMENTS


@pytest.mark.parametrize("type, value, bits", [
    ("i8", -128, 0x80),
    ("i8", 127, 0x7F),
    ("u8", 255, 0xFF),
    ("i32", -1, 0xFFFFFFFF),
    ("u32", 4000000000, 4000000000),
    ("i64", -2**63, 2**63),
    ("u64", 2**64 - 1, 2**64 - 1),
    ("index", -1, 2**64 - 1),
    ("i16", np.int64(-2), 0xFFFE),
    ("i16", np.array(5), 5),
    ("bool", True, 1),
    ("bool", np.False_, 0),
])
def test_integer(type, value, bits):
    assert ELEMENTS[type].encode(value) == bits


# Bits from the types' definitions: IEEE 754 for f16, f32 and f64; bf16 is f32's upper half; the 8-bit types are those
# of "FP8 Formats for Deep Learning" (E4M3 without infinities, NaN at S.1111.111).
@pytest.mark.parametrize("type, value, bits", [
    ("f32", 0.0, 0),
    ("f32", -0.0, 0x80000000),
    ("f32", 1, 0x3F800000),
    ("f32", math.inf, 0x7F800000),
    ("f32", -math.inf, 0xFF800000),
    ("f32", math.nan, 0x7FFFFFFF),
    ("f32", 1e-45, 1),
    ("f32", 1e-300, 0),
    ("f32", 3.4028234663852886e38, 0x7F7FFFFF),
    ("f32", 2**24 + 1, 0x4B800000),
    ("f64", 5e-324, 1),
    ("f64", math.pi, 0x400921FB54442D18),
    ("f16", 65519.0, 0x7BFF),
    ("f16", 2.0**-24, 1),
    ("f16", 1 + 2.0**-11, 0x3C00),
    ("f16", 1 + 3 * 2.0**-11, 0x3C02),
    ("bf16", 1.00390625, 0x3F80),
    ("bf16", 1.01171875, 0x3F82),
    ("bf16", 3.14, 0x4049),
    ("bf16", -3.14, 0xC049),
    ("bf16", 3.3895314e38, 0x7F7F),
    ("bf16", 1e-40, 1),
    ("f8e4m3", 448, 0x7E),
    ("f8e4m3", math.nan, 0x7F),
    ("f8e4m3", 2.0**-9, 1),
    ("f8e5m2", 57344, 0x7B),
    ("f8e5m2", -math.inf, 0xFC),
    ("f8e5m2", 2.0**-16, 1),
])
def test_float(type, value, bits):
    assert ELEMENTS[type].encode(value) == bits


def test_float_agrees_with_struct():
    """struct rounds a double to f16 and f32 by IEEE 754, in code of its own."""
    values = np.random.default_rng(0).standard_normal(2000) * 10.0**np.random.default_rng(1).integers(-9, 4, 2000)
    for value in values.tolist():
        assert ELEMENTS["f32"].encode(value) == struct.unpack("<I", struct.pack("<f", value))[0]
        assert ELEMENTS["f16"].encode(value) == struct.unpack("<H", struct.pack("<e", value))[0]
        assert ELEMENTS["f64"].encode(value) == struct.unpack("<Q", struct.pack("<d", value))[0]


@pytest.mark.parametrize("type, value, message", [
    ("i32", 2**31, "expected i32 between -2147483648 and 2147483647, got 2147483648"),
    ("u8", -1, "expected u8 between 0 and 255, got -1"),
    ("u8", 256, "expected u8 between 0 and 255, got 256"),
    ("i64", 2**63, "expected i64 between"),
    ("f16", 65520.0, "expected f16 between -65504 and 65504, got 65520.0"),
    ("f32", 1e39, "expected f32 between"),
    ("f32", 10**400, "expected f32 between"),
    ("bf16", 3.3961776e38, "expected bf16 between"),
    ("f8e4m3", 1000, "expected f8e4m3 between -448 and 448, got 1000"),
    ("f8e4m3", math.inf, "has no infinity"),
])
def test_negative_range(type, value, message):
    with pytest.raises(ValueError, match=message):
        ELEMENTS[type].encode(value)


@pytest.mark.parametrize("type, value, message", [
    ("i32", 1.0, "expected an integer for i32, got float"),
    ("i32", True, "expected an integer for i32, got bool"),
    ("i32", "1", "expected an integer for i32, got str"),
    ("f32", "1", "expected a number for f32, got str"),
    ("f32", True, "expected a number for f32, got bool"),
    ("f32", None, "expected a number for f32, got NoneType"),
    ("f32", 1j, "expected a number for f32, got complex"),
    ("bool", 1, "expected a bool, got int"),
])
def test_negative_kind(type, value, message):
    with pytest.raises(TypeError, match=message):
        ELEMENTS[type].encode(value)
