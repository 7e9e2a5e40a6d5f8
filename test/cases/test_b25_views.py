# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B25: an array whose strides the kernel does not know is refused, not read as dense."""

import numpy as np
import phobos
import pytest

ROW_SUM = """
kernel k(X: tensor<f32>[M, N]{strides}, Y: tensor<f32>[M, 1]) {{
  let r = ctx.block.x
  var acc = zeros([1, 1])
  for c in range(0, N, 4) {{
    acc += rowsum(X[r :+ 1, c :+ 4])
  }}
  Y[r :+ 1, 0 :+ 1] = acc
}}"""
BASE = np.arange(48, dtype=np.float32).reshape(6, 8)


@pytest.mark.parametrize("view, expected", [(BASE[1:5, 2:7:2], [36, 60, 84, 108]),
                                            (BASE.T, [120, 126, 132, 138, 144, 150, 156, 162])])
def test_strides(view, expected):
    y = np.zeros((len(expected), 1), np.float32)
    with pytest.raises(ValueError, match="X: expected strides"):
        phobos.compile(ROW_SUM.format(strides=""))(view, y)
    phobos.compile(ROW_SUM.format(strides=" strides [LDM, LDN]"))(view, y)
    assert y.ravel().tolist() == expected


def test_a_repeated_row():
    """It is read as often; as an output it is refused."""
    kernel, y = phobos.compile(ROW_SUM.format(strides=" strides [LDM, LDN]")), np.zeros((4, 1), np.float32)
    repeated = np.broadcast_to(BASE[0:1], (4, 8))
    kernel(repeated, y)
    assert y.ravel().tolist() == [28, 28, 28, 28]
    kernel.emulate(repeated, y)
    assert y.ravel().tolist() == [28, 28, 28, 28]
    with pytest.raises(ValueError, match="X: expected strides of 0 or more, got .-8, 1.; pass a dense copy"):
        kernel(BASE[::-1], np.zeros((6, 1), np.float32))
    copy = phobos.compile("kernel k(X: tensor<f32>[M] strides [L]) {\n  X[ctx.block.x * 4 :+ 4] = 1\n}")
    with pytest.raises(ValueError, match="X: expected strides of 1 or more, as the kernel stores to it, got .0,."):
        copy(np.lib.stride_tricks.as_strided(y, (4,), (0,)))


def test_offset_of_one_element(call):
    y = np.zeros((1, 1), np.float32)
    call(phobos.compile(ROW_SUM.format(strides="")), BASE.flatten()[1:].reshape(1, 47), y)
    assert y == 1128


def test_a_view_as_output_leaves_what_lies_between(call):
    kernel = phobos.compile("""
kernel k(X: tensor<f32>[M, N], Y: tensor<f32>[M, N] strides [LDM, LDN]) {
  let r = ctx.block.x * 2
  let c = ctx.block.y * 4
  Y[r :+ 2, c :+ 4] = X[r :+ 2, c :+ 4]
}""")
    for view in (np.s_[1:4, 2:7:2], np.s_[::2, ::3], np.s_[:, :3]):
        memory, expected = np.full((6, 8), -7, np.float32), np.full((6, 8), -7, np.float32)
        values = np.ascontiguousarray(BASE[view])
        expected[view] = values
        call(kernel, values, memory[view])
        assert (memory == expected).all()
    memory = np.full((8, 6), -7, np.float32)
    call(kernel, BASE, memory.T)
    assert (memory == BASE.T).all()


def test_no_dims_are_one_element(call):
    kernel = phobos.compile("kernel k(p: ptr<f32>, q: ptr<f32>) {\n  store(q, load(p) + 1.0)\n}")
    q = np.zeros((), np.float32)
    call(kernel, np.array(41, np.float32), q)
    assert q == 42


@pytest.mark.parametrize("x, y, error", [
    (BASE.astype(np.float64), np.zeros((6, 1), np.float32), "X: expected elements of type f32, got f64"),
    (BASE.ravel(), np.zeros((6, 1), np.float32), "X: expected rank 2, got rank 1"),
    (BASE, np.zeros((5, 1), np.float32), "Y: expected extent M = 6 in dim 0, as in dim 0 of X, got 5"),
    (BASE, np.broadcast_to(np.zeros((1, 1), np.float32), (6, 1)), "Y: expected"),
])
def test_refused(x, y, error):
    with pytest.raises((TypeError, ValueError), match=error):
        phobos.compile(ROW_SUM.format(strides=""))(x, y)
