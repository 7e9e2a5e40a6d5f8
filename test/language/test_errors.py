# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rule E1 of docs/Language.md: errors."""

import phobos
import pytest
from language import refused


def test_e1_each_mistake_is_reported():
    refused(
        """
kernel k(A: tensor<f32>[M, N], n: i32) {
  let a = A[0 :+ 4]
  let b: i8 = n
  let c = foo(n)
  d = 3
  let e = A[0 :+ n, 0 :+ 4]
}""", "expected 2 subscripts", "expected i8", "unknown function 'foo'", "'d'", "expected a constant length")
    with pytest.raises(phobos.CompileError) as caught:
        phobos.compile("kernel k(O: tensor<i32>[1]) {\n  O[0] = nop\n}", "host", file_name="a.ph")
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("a.ph:2:10: error: ") and lines[1] == "  O[0] = nop" and lines[2] == "         ^"
    with pytest.raises(phobos.CompileError) as caught:
        phobos.compile("kernel k(O: tensor<i32>[1]) {\n" + "O[0] = nop\n" * 50 + "}", "host")
    assert str(caught.value).count(": error: ") <= 21
