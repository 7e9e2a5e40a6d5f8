# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples' products at random extents and pitches: a few in the emulator, and more on a GPU if there is one."""

import itertools

import numpy as np
import phobos
import pytest
from example_runs import has_gpu
from product_runs import BITS, VARIANTS, Variant, decode, encode, run


@pytest.mark.parametrize("variant", itertools.chain(*VARIANTS.values()), ids=str)
def test_emulated(variant: Variant):
    rng, kernel = np.random.default_rng(7), variant.compile(target="sm_90a")
    assert not [problem for _ in range(2) for problem in run(variant, kernel, rng, largest=40, on_gpu=False)]


@pytest.mark.parametrize("variant", itertools.chain(*VARIANTS.values()), ids=str)
def test_on_gpu(variant: Variant):
    if not has_gpu():
        pytest.skip("no GPU")
    rng, kernel = np.random.default_rng(7), variant.compile()
    assert not [problem for _ in range(10) for problem in run(variant, kernel, rng, largest=400, on_gpu=True)]


def test_what_is_wrong_is_found():
    """Another kernel than the one whose answer is known."""
    variant = VARIANTS["f8_gemm"][0]
    kernel = phobos.compile("""kernel f8_gemm(scale: f32, A: tensor<f8e4m3>[M, K] strides [LDA, 1], B: tensor<f8e4m3>[N, K] strides [LDB, 1],
               C: tensor<bf16>[M, N] strides [LDC, 1]) {
  let n = ctx.block.x * 64
  C[0 :+ 64, n :+ 64] = zeros([64, 64], f32)
}""", target="sm_90a", lint="off")
    rng = np.random.default_rng(7)
    found = [problem for _ in range(5) for problem in run(variant, kernel, rng, largest=40, on_gpu=False)]
    assert any("elements are wrong" in problem for problem in found)


@pytest.mark.parametrize("type, bits, value", [
    ("f8e4m3", 0x38, 1.0), ("f8e4m3", 0xC1, -2.25), ("f8e4m3", 0x01, 2.0**-9), ("f8e5m2", 0x3C, 1.0), ("f8e5m2", 0xC1, -2.5),
    ("bf16", 0x3F80, 1.0), ("bf16", 0xC001, -2.015625)
])
def test_bits(type: str, bits: int, value: float):
    assert decode(np.array([bits], BITS[type]), type) == value
    assert encode(np.array([value]), type) == bits


def test_host_has_no_clusters():
    """One tile of rows is no whole cluster of two."""
    kernel = phobos.compile("kernel k(A: tensor<i32>[M]) { A[ctx.block.x * 128 :+ 128] = zeros([128], i32) + 3 }".replace(
        "kernel k", "@cluster(2)\nkernel k"), lint="off")
    a = np.zeros(100, np.int32)
    kernel(a)
    assert (a == 3).all() and kernel.contract["cluster"] == [1, 1, 1]
