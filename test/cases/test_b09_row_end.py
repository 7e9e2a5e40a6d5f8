# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B09: the last tile of a row writes nothing behind the row's end, whatever 16 bytes say."""

import numpy as np
import phobos
import pytest


@pytest.mark.parametrize("type, dtype, n, untouched", [("i32", np.int32, 461, 408), ("f16", np.float16, 475, 296),
                                                       ("i8", np.int8, 450, 496)])
def test_partial_tile(type, dtype, n, untouched):
    kernel = phobos.compile(f"""
kernel k(O: tensor<{type}>[8, N] strides [512, 1]) {{
  for c in range(0, N, 128) {{
    O[0 :+ 8, c :+ 128] = 1
  }}
}}""")
    memory = np.full((8, 512), 7, dtype)
    kernel(memory[:, :n])
    assert (memory[:, :n] == 1).all()
    assert (memory == 7).sum() == untouched
