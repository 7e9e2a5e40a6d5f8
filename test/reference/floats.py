# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The float types of the language in NumPy: bits to values, rounding, units in the last place.

Values of types up to 32 bits are exact in float64. An exact result is a float64 for these and a longdouble for f64:
more precise than the type by 29 and 11 bits.
"""

import functools

import numpy as np

from phobos.elements import ELEMENTS

FLOATS = ("f8e4m3", "f8e5m2", "f16", "bf16", "f32", "f64")
NATIVE = {"f16": np.float16, "f32": np.float32, "f64": np.float64}  # the others travel as bits
SATURATES = ("f8e4m3", "f8e5m2")


def bits_dtype(name: str) -> np.dtype:
    return np.dtype(f"u{ELEMENTS[name].bytes}")


def exact_dtype(name: str) -> type:
    return np.longdouble if name == "f64" else np.float64


@functools.cache
def _table(name: str) -> np.ndarray:
    """The value of each bit pattern of a type of 8 or 16 bits."""
    element = ELEMENTS[name]
    bits = np.arange(1 << element.bits, dtype=np.int64)
    fraction, rest = bits & ((1 << element.mantissa) - 1), bits >> element.mantissa
    top = (1 << element.bits - 1 - element.mantissa) - 1
    exponent = rest & top
    value = np.ldexp(fraction + np.where(exponent > 0, 1 << element.mantissa, 0).astype(np.float64),
                     np.maximum(exponent, 1) - element.bias - element.mantissa)
    if name == "f8e4m3":
        value[(bits & 0x7F) == 0x7F] = np.nan
    else:
        value[exponent == top] = np.where(fraction[exponent == top] > 0, np.nan, np.inf)
    return np.where(rest > top, -value, value)


def values(bits: np.ndarray, name: str) -> np.ndarray:
    """What `bits`, an array of unsigned integers, mean."""
    if name in NATIVE:
        with np.errstate(invalid="ignore"):  # signalling NaNs
            return bits.view(NATIVE[name]).astype(exact_dtype(name))
    return _table(name)[bits]


def _unit_exponent(magnitude: np.ndarray, name: str) -> np.ndarray:
    """The exponent of the last place that the type has at `magnitude`, which is finite."""
    element = ELEMENTS[name]
    return np.maximum(np.frexp(magnitude)[1] - 1, 1 - element.bias) - element.mantissa


def round_to(exact: np.ndarray, name: str) -> np.ndarray:
    """To nearest, ties to even, as values; f8 saturates."""
    if name in NATIVE:
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            return exact.astype(NATIVE[name]).astype(exact.dtype)
    largest = ELEMENTS[name].largest
    finite = np.where(np.isfinite(exact), exact, 0.0)
    unit = _unit_exponent(finite, name)
    with np.errstate(over="ignore"):
        rounded = np.ldexp(np.rint(np.ldexp(finite, -unit)), unit)
    rounded = np.copysign(np.where(np.isfinite(exact), rounded, exact), exact)
    if name in SATURATES:
        return np.clip(rounded, -largest, largest)
    return np.where(np.abs(rounded) > largest, np.copysign(np.inf, rounded), rounded)


def to_bits(numbers: np.ndarray, name: str) -> np.ndarray:
    """The bits of numbers that the type holds."""
    if name in NATIVE:
        return numbers.astype(NATIVE[name]).view(bits_dtype(name))
    table = _table(name)
    positive = table[:1 << ELEMENTS[name].bits - 1]
    ordered = np.where(np.isnan(positive), np.inf, positive)
    index = np.searchsorted(ordered, np.abs(numbers)).astype(bits_dtype(name))
    index[np.isnan(numbers)] = ELEMENTS[name].encode(float("nan"))
    return index | (np.signbit(numbers).astype(bits_dtype(name)) << (ELEMENTS[name].bits - 1))


def ulp_error(got: np.ndarray, exact: np.ndarray, name: str) -> np.ndarray:
    """The distance of `got` from `exact` in units of the last place that the type has at `exact`.

    An infinity counts as the power of two beyond the largest number (f8: as that number), also in `exact`. Infinite
    where just one of the two is NaN, or where `exact` is a zero and `got` is not the same zero.
    """
    element = ELEMENTS[name]
    limit = element.largest if name in SATURATES else 2 * exact_dtype(name)(2)**element.bias
    is_nan = np.isnan(exact)
    clipped = np.clip(np.where(is_nan, 0, exact), -limit, limit)
    at = np.clip(clipped, -exact_dtype(name)(element.largest), element.largest)
    distance = np.abs(np.clip(got.astype(exact.dtype), -limit, limit) - clipped)
    error = np.ldexp(distance, -_unit_exponent(at, name)).astype(np.float64)
    wrong = (is_nan != np.isnan(got)) | ((exact == 0) & (np.signbit(exact) != np.signbit(got)) & ~is_nan)
    if name in SATURATES:
        wrong |= np.isinf(got)
    return np.where(wrong, np.inf, np.where(is_nan, 0.0, error))
