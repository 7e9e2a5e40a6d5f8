# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quotients by one number, which share its reciprocal on a GPU, are those of IEEE 754 bit for bit."""

import numpy as np
import phobos
import pytest

KERNEL = """
kernel k(X: tensor<f32>[M, 512], D: tensor<f32>[M, 1], Y: tensor<f32>[M, 512]) {
  let r = ctx.block.x
  Y[r :+ 1, :] = X[r :+ 1, :] / D[r :+ 1, :]
}"""
#: Where the fast way ends, and what it must leave to the other.
ENDS = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 2**-149, -(2**-149), 2**-126, 2**-101, 2**-100, 2**100, 2**101, 3e38, -3e38],
                np.float32)


def quotients(x, d):
    y = np.zeros_like(x)
    phobos.compile(KERNEL, target="sm_90a").emulate(x, d[:, None].copy(), y)
    return y


def check(x, d):
    with np.errstate(all="ignore"):
        expected = x / d[:, None]
    y = quotients(x, d)
    same = (y.view(np.uint32) == expected.view(np.uint32)) | (np.isnan(y) & np.isnan(expected))
    assert same.all(), [(a, b) for a, b in zip(x[~same][:5], y[~same][:5])]


@pytest.mark.parametrize("low, high", [(-3, 3), (-100, 100), (-126, 127)])
def test_any_dividends(low, high):
    rng = np.random.default_rng(7)
    x = np.ldexp(rng.uniform(1, 2, (24, 512)), rng.integers(low, high, (24, 512))).astype(np.float32)
    x *= rng.choice(np.array([-1, 1], np.float32), x.shape)
    d = np.ldexp(rng.uniform(1, 2, 24), rng.integers(-26, 26, 24)).astype(np.float32)
    d[:2] = np.nextafter(np.float32(2), np.float32(0)), np.nextafter(np.float32(1), np.float32(2))
    check(x, d)


def test_zeros_keep_their_signs():
    x = np.zeros((4, 512), np.float32)
    x[:, ::2] = -0.0
    check(x, np.array([3, -3, 1e-30, -0.0], np.float32))


def test_ends_among_ordinary_numbers():
    x = np.full((len(ENDS) * 3, 512), 1.5, np.float32)
    d = np.repeat(np.array([3, -(2.0**25), 2.0**-25], np.float32), len(ENDS))
    x[:, 77] = np.tile(ENDS, 3)
    check(x, d)


def test_divisors_of_any_kind():
    x = np.random.default_rng(8).standard_normal((len(ENDS), 512)).astype(np.float32)
    check(x, ENDS)
