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
