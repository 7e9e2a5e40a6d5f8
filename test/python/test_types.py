# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import numpy as np
import pytest

import phobos
from example_runs import has_gpu
from type_runs import TYPES, run


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("place", ["host", "gpu"])
def test_arrays_and_scalars(name, place):
    if place == "gpu" and not has_gpu():
        pytest.skip("no GPU")
    assert run(name, place) == []


def test_scalar_arithmetic_has_the_types_sign():
    source = """kernel halve(s: {0}, C: tensor<{0}>[N]) {{
  C[ctx.block.x * 4 :+ 4] = full([4], s / 2)
}}
"""
    for name, dtype, value, expected in (("i8", "i1", -7, -3), ("u8", "u1", 211, 105), ("i32", "i4", -7, -3),
                                         ("u32", "u4", 4000000000, 2000000000), ("i64", "i8", -(2**40) - 1, -(2**39)),
                                         ("u64", "u8", 2**64 - 1, 2**63 - 1)):
        c = np.zeros(5, dtype)
        phobos.compile(source.format(name))(value, c)
        assert (c == expected).all(), name


def test_bf16_denormals_survive_on_the_host():
    """Processors with AVX512_BF16 would flush them where a vector of bf16 is selected by way of f32."""
    source = """kernel turn(X: tensor<bf16>[M, N], Y: tensor<bf16>[N, M]) {
  let r = ctx.block.x * 5
  let c = ctx.block.y * 3
  let t = X[r :+ 5, c :+ 3]
  let low = where(iota(0) >= iota(1), t, t)
  Y[c :+ 3, r :+ 5] = transpose(where(iota(1) < N - c - 2, low, X[r :+ 5, 0 :+ 3]))
}
"""
    x = np.arange(1, 128, dtype=np.uint16)[:70].reshape(10, 7)  # all of them denormal
    y = np.zeros((7, 10), np.uint16)
    phobos.compile(source)(phobos.typed(x, "bf16"), phobos.typed(y, "bf16"))
    expected = x.copy()
    for c, j in ((3, 2), (6, 0)):  # where N - c - 2 <= j, the value comes from column j
        expected[:, c + j] = x[:, j]
    assert (y == expected.T).all()
