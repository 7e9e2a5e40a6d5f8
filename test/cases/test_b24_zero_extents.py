# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B24: extents of 0 launch nothing or add nothing; a slice of no element is an error."""

import numpy as np
import phobos
import pytest
from test_b10_tensor_smaller_than_tile import MATMUL


def test_matmul(call):
    kernel = phobos.compile(MATMUL)
    zeros = lambda *shape: np.zeros(shape, np.float32)  # noqa: E731
    for m, n, k in [(3, 4, 5), (0, 4, 5), (3, 0, 5), (3, 4, 0), (0, 0, 0)]:
        c = np.full((m, n), 9, np.float32)
        call(kernel, zeros(m, k), zeros(k, n), c)
        assert (c == 0).all(), (m, n, k)


def test_reductions_of_no_column(call):
    kernel = phobos.compile("""
kernel k(X: tensor<f32>[3, N], S: tensor<f32>[3, 1], M: tensor<f32>[3, 1]) {
  S[:, :] = rowsum(X[:, 0 :+ 8])
  M[:, :] = rowmax(where(iota(1) < N, X[:, 0 :+ 8], -inf))
}""")
    s, m = np.ones((3, 1), np.float32), np.ones((3, 1), np.float32)
    call(kernel, np.zeros((3, 0), np.float32), s, m)
    assert (s == 0).all() and (m == -np.inf).all()


@pytest.mark.parametrize("subscript, message", [("5 : 5", "expected a slice of at least 1 element, got 0"),
                                                ("7 : 3", "expected a slice of at least 1 element, got -4"),
                                                ("4 :", "expected a slice of constant length")])
def test_slices_of_no_element(subscript, message):
    with pytest.raises(phobos.CompileError, match=f"error: {message}"):
        phobos.compile(f"kernel k(X: tensor<f32>[N]) {{ X[0 :+ 1] = X[{subscript}] }}")
