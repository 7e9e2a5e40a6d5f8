# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quotients by a constant, which blocks of many threads find in f64, are those of IEEE 754 bit for bit."""

import re

import numpy as np
import phobos
import pytest

#: One quotient a thread: for four and more there is another way (test_shared_division.py).
KERNEL = """
@launch(512)
kernel k(X: tensor<f32>[M, 1], Y: tensor<f32>[M, 1]) {{
  let r = ctx.block.x * 512
  Y[r :+ 512, :] = X[r :+ 512, :] / f32({divisor})
}}"""
#: Zeros, what is neither a number nor finite, the least and the largest numbers.
ENDS = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 2**-149, -(2**-149), 2**-126, 3.4028235e38, -3.4028235e38], np.float32)


def compile_for(divisor: float):
    return phobos.compile(KERNEL.format(divisor=repr(float(divisor))), target="sm_90a")


def check(x: np.ndarray, divisor: float) -> None:
    x = x.reshape(-1, 1)
    y = np.zeros_like(x)
    compile_for(divisor).emulate(x, y)
    with np.errstate(all="ignore"):
        expected = x / np.float32(divisor)
    same = (y.view(np.uint32) == expected.view(np.uint32)) | (np.isnan(y) & np.isnan(expected))
    assert same.all(), [(a, b, c) for a, b, c in zip(x[~same][:5], y[~same][:5], expected[~same][:5])]


@pytest.mark.parametrize("divisor", [3, -16380, 0.1, 1.9999999, 1.0000001, 3e38, 1.1754944e-38])
def test_any_dividends(divisor):
    rng = np.random.default_rng(9)
    x = rng.integers(0, 2**32, 8192, dtype=np.uint32).view(np.float32)
    x[:len(ENDS)] = ENDS
    check(x, divisor)


@pytest.mark.parametrize("divisor", [6, -10, 4094])
def test_subnormal_midpoints(divisor):
    """Odd multiples of half the least number times the divisor: each quotient lies between two numbers."""
    product = np.arange(1, 8192, 2) * abs(float(divisor)) * 2.0**-150
    x = product.astype(np.float32)
    assert (x == product).all()
    check(x, divisor)


def test_no_branch_and_no_call():
    ptx = compile_for(16380).ptx
    assert "div.rn.f32" not in ptx and re.search(r"fma\.rn\.f64", ptx)


@pytest.mark.parametrize("divisor", [16384, 0.5])
def test_negative_powers_of_two(divisor):
    """They are products in f32."""
    ptx = compile_for(divisor).ptx
    assert ".f64" not in ptx and "div" not in ptx
