# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exact results that errors are measured against, and the measure itself, against decimal arithmetic."""

from decimal import Decimal, localcontext

import numpy as np
import pytest

import high_precision
from exact import exact
from floats import exact_dtype, round_to, ulp_error, values
from phobos.elements import ELEMENTS
from samples import arguments


@pytest.mark.parametrize("name", ["f32", "f64"])
@pytest.mark.parametrize("function", high_precision.FUNCTIONS)
def test_exact_results(function, name):
    """Off by at most 2^-8 units in the last place of the type; f64's once-rounded ones by half a unit."""
    numbers, element = [values(bits, name) for bits in arguments(function, name, 12)], ELEMENTS[name]
    results = exact(function, name, numbers)
    usable = (np.abs(results) <= element.largest) & (np.abs(results) >= np.ldexp(1.0, -element.bias - element.mantissa))
    usable = np.flatnonzero(usable & (np.isfinite(numbers) & (np.abs(numbers) > 0)).all(axis=0))
    limit = 0.5 if name == "f64" and function in ("+", "-", "*", "/", "sqrt", "fma") else 2.0**-8
    for i in usable[np.linspace(0, len(usable) - 1, 60).astype(int)]:
        operands = [array[i] for array in numbers]
        expected = high_precision.evaluate(function, operands)
        exponent = max(int(np.frexp(float(results[i]))[1]) - 1, 1 - element.bias) - element.mantissa
        with localcontext(prec=100):
            error = abs(high_precision.decimal(results[i]) - expected) / Decimal(2)**exponent
        assert error <= limit, (operands, results[i], expected)


@pytest.mark.parametrize("name, got, exactly, error", [
    ("f32", 1.0, 1.0, 0), ("f32", 1.0, 1 + 2.0**-23, 1), ("f32", 1.0, 1 + 2.0**-24, 0.5),
    ("f32", 2.0, 2 - 2.0**-23, 1), ("f32", 2.0, 2 + 2.0**-22, 1),
    ("f32", 0.0, 2.0**-150, 0.5), ("f32", 2.0**-149, -2.0**-149, 2),
    ("f32", np.inf, 2.0**128, 0), ("f32", np.inf, 2.0**200, 0), ("f32", np.inf, np.inf, 0),
    ("f32", float(2**128 - 2**104), 2.0**200, 1), ("f32", np.inf, 2.0**127, 2**23), ("f32", np.inf, -np.inf, 2**25),
    ("f32", np.nan, np.nan, 0), ("f32", np.nan, 1.0, np.inf), ("f32", 1.0, np.nan, np.inf),
    ("f32", 0.0, -0.0, np.inf), ("f32", -0.0, -0.0, 0), ("f32", 0.0, 0.0, 0),
    ("f64", 1.0, np.longdouble(1) + np.longdouble(2)**-54, 0.25), ("f64", np.inf, np.longdouble(2)**1024, 0),
    ("f16", 65504.0, 65520.0, 0.5), ("f16", np.inf, 65504.0, 1), ("bf16", 1.0, 1 + 2.0**-8, 0.5),
    ("f8e4m3", 448.0, 1e9, 0), ("f8e4m3", 448.0, np.inf, 0), ("f8e4m3", 416.0, 448.0, 1), ("f8e4m3", 0.0, 2.0**-9, 1),
    ("f8e5m2", 57344.0, np.inf, 0), ("f8e5m2", np.inf, np.inf, np.inf),
])  # yapf: disable
def test_ulp_error(name, got, exactly, error):
    as_array = [np.array([value], exact_dtype(name)) for value in (got, exactly)]
    assert ulp_error(*as_array, name)[0] == error


@pytest.mark.parametrize("name", ["f8e4m3", "f8e5m2", "f16", "bf16"])
def test_rounding(name):
    """Between neighbours of each magnitude: below, at and above the middle."""
    numbers = np.unique(values(np.arange(1 << ELEMENTS[name].bits, dtype=f"u{ELEMENTS[name].bytes}"), name))
    numbers = numbers[np.isfinite(numbers)]
    bits = [ELEMENTS[name].encode(float(value)) for value in numbers]
    low, high = numbers[:-1], numbers[1:]
    middle = low + (high - low) / 2
    even = np.where(np.array(bits[:-1]) % 2 == 0, low, high)
    assert (round_to(middle, name) == even).all()
    assert (round_to(np.nextafter(middle, low), name) == low).all()
    assert (round_to(np.nextafter(middle, high), name) == high).all()
