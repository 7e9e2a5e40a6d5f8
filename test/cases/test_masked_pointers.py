# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Masked pointers, argument by argument and rule by rule: the table in docs/Language.md names these tests."""

import pathlib

import numpy as np
import phobos
import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
FAR = "(1 << 40)"


def test_vector_add_of_1000(call):
    """8 blocks of 128, the last with 24 lanes off."""
    kernel = phobos.compile(EXAMPLES / "vector_add.ph")
    a, b, c = np.arange(1000, dtype=np.float32), np.full(1000, 0.5, np.float32), np.full(1000, np.nan, np.float32)
    call(kernel, a, b, c, 1000)
    assert (c == a + b).all()


def test_which_lanes_of_which_block_are_off(call):
    kernel = phobos.compile("""
@grid(ceildiv(n, 128))
kernel k(q: ptr<i32>, n: i32) {
  let offsets = ctx.block.x * 128 + arange(128)
  store(q + ctx.block.x + arange(1), sum(i32(offsets < n), axis = 0))
}""")
    q = np.full(8, -1, np.int32)
    call(kernel, q, 1000)
    assert q.tolist() == [128] * 7 + [104]


def test_false_lanes_touch_no_memory(call):
    """Their pointers lead to nowhere."""
    kernel = phobos.compile(f"""
kernel k(p: ptr<f32>, q: ptr<f32>, n: i32) {{
  let i = arange(64)
  let far = where(i < n, i, i * {FAR})
  store(q + far, load(p + far, mask = i < n) * 2, mask = i < n)
  store(q - far, load(p - far, mask = i < 1, other = 9), mask = i < 1)
}}""")
    q = np.full(5, -1, np.float32)
    call(kernel, np.arange(5, dtype=np.float32), q, 5)
    assert q.tolist() == [0, 2, 4, 6, 8]


def test_no_lane_is_on(call):
    kernel = phobos.compile(f"kernel k(p: ptr<f32>, q: ptr<f32>, n: i32) {{ store(q + arange(8), load(p + {FAR} + arange(8), mask = arange(8) < n)) }}")
    q = np.full(8, -1, np.float32)
    call(kernel, np.zeros(1, np.float32), q, 0)
    assert q.tolist() == [0] * 8


@pytest.mark.parametrize("reduction, other, expected", [("sum", "0", -6), ("max", "-inf", -1), ("min", "inf", -3), ("prod", "1", -6)])
def test_fills_of_reductions(call, reduction, other, expected):
    kernel = phobos.compile(f"""
kernel k(p: ptr<f32>, q: ptr<f32>, n: i32) {{
  let i = arange(64)
  store(q + arange(1), {reduction}(load(p + i, mask = i < n, other = {other}), axis = 0))
}}""")
    q = np.zeros(1, np.float32)
    call(kernel, np.array([-1, -2, -3], np.float32), q, 3)
    assert q[0] == expected


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "==", "!="])
def test_comparisons(call, operator):
    """Of a tile with a scalar, a scalar with a tile, and two tiles."""
    kernel = phobos.compile(f"""
kernel k(q: ptr<i32>, n: i32) {{
  let i = arange(8)
  store(q + i, 1, mask = i {operator} n)
  store(q + 8 + i, 1, mask = n {operator} i)
  store(q + 16 + i, 1, mask = i {operator} 7 - i)
}}""")
    q, i = np.zeros(24, np.int32), np.arange(8)
    call(kernel, q, 3)
    masks = [eval(f"a {operator} b", {"a": a, "b": b}) for a, b in ((i, 3), (3, i), (i, 7 - i))]  # noqa: S307
    assert q.tolist() == np.concatenate(masks).astype(int).tolist()


def test_masks_combine(call):
    kernel = phobos.compile("""
kernel k(q: ptr<i32>, rows: i32, columns: i32) {
  let r = broadcast(iota(0), [4, 8])
  let c = broadcast(iota(1), [4, 8])
  store(q + r * 8 + c, 1, mask = (r < rows) & (c < columns))
  store(q + 32 + r * 8 + c, 1, mask = (r < rows) | (c < columns))
  store(q + 64 + r * 8 + c, 1, mask = !(r < rows) ^ (c < columns))
}""")
    q = np.zeros((3, 4, 8), np.int32)
    call(kernel, q.reshape(-1), 3, 5)
    r, c = np.arange(4)[:, None] < 3, np.arange(8)[None] < 5
    assert (q == np.stack([r & c, r | c, ~r ^ c])).all()


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5])
def test_ranks(call, rank):
    shape = [2, 3, 1, 2, 4][:rank]
    place = " + ".join(f"iota({dim}) * {int(np.prod(shape[dim + 1:]))}" for dim in range(rank))
    kernel = phobos.compile(f"""
kernel k(p: ptr<i32>, q: ptr<i32>, n: i32) {{
  let o = broadcast({place}, {shape})
  store(q + o, load(p + o, mask = o < n, other = -1) + 1, mask = o >= 1)
}}""")
    size = int(np.prod(shape))
    p, q = np.arange(size, dtype=np.int32) * 10, np.full(size, 99, np.int32)
    call(kernel, p, q, size - 1)
    assert q.tolist() == [99, *(p[1:-1] + 1), *([0] if size > 1 else [])]


@pytest.mark.parametrize("options", ["cache = ca", "cache = cg", "cache = cs", "cache = cv", "evict = first", "evict = last",
                                     "evict = normal", "cache = cg, evict = last", "volatile = true", "volatile = false"])
def test_hints_of_loads_change_no_answer(call, options):
    kernel = phobos.compile(f"""
kernel k(p: ptr<f64>, q: ptr<f64>, b: ptr<i8>, n: i32) {{
  let i = arange(40)
  store(q + i, load(p + i, mask = i < n, other = -1, {options}) + load(p + i, {options}) + load(p + 1, {options}))
  store(b + i, load(b + i, {options}) + 1)
}}""")
    p, q, b = np.arange(40, dtype=np.float64), np.zeros(40), np.arange(40, dtype=np.int8)
    call(kernel, p, q, b, 37)
    assert (q == np.where(p < 37, p, -1) + p + 1).all() and (b == np.arange(40) + 1).all()


@pytest.mark.parametrize("options", ["cache = wb", "cache = cg", "cache = cs", "cache = wt", "evict = first", "evict = last",
                                     "evict = normal", "cache = wt, evict = first", "volatile = true"])
def test_hints_of_stores_change_no_answer(call, options):
    kernel = phobos.compile(f"""
kernel k(q: ptr<f64>, b: ptr<i8>, n: i32) {{
  let i = arange(40)
  store(q + i, f64(i), mask = i < n, {options})
  store(q + 40 + i, f64(i), {options})
  store(b + i, i8(i), mask = i < n, {options})
}}""")
    q, b = np.full(80, -1, np.float64), np.full(40, -1, np.int8)
    call(kernel, q, b, 37)
    first = np.where(np.arange(40) < 37, np.arange(40), -1)
    assert (q == np.concatenate([first, np.arange(40)])).all() and (b == first).all()


@pytest.mark.parametrize("rows, columns", [(-1, 8), (4, -(2**31)), (-3, -5), (0, 8), (2, 3)])
def test_extents_below_zero_are_empty(call, rows, columns):
    kernel = phobos.compile("""
kernel k(p: ptr<f32>, q: ptr<f32>, m: i32, n: i32) {
  store(block_ptr(q, [m, n], [8, 1], [0, 0], [4, 8]), 5, boundary = [0, 1])
  let t = load(block_ptr(p, [m, n], [8, 1], [0, 0], [4, 8]), boundary = [0, 1], padding = nan)
  store(q + 32 + iota(0) * 8 + iota(1), t)
}""")
    p, q = np.ones(32, np.float32), np.zeros(64, np.float32)
    call(kernel, p, q, rows, columns)
    inside = (np.arange(4)[:, None] < rows) & (np.arange(8) < columns)
    assert (q[:32].reshape(4, 8) == np.where(inside, 5, 0)).all()
    assert (np.isnan(q[32:].reshape(4, 8)) == ~inside).all() and np.nansum(q[32:]) == inside.sum()


@pytest.mark.parametrize("options", ["cache = cg", "evict = last", "cache = cs, evict = first", "volatile = true"])
def test_hints_of_slices_and_block_pointers(call, options):
    kernel = phobos.compile(f"""
kernel k(p: ptr<f32>, A: tensor<f32>[M, 8], O: tensor<f32>[4, 8], n: i32) {{
  let b = block_ptr(p, [n, 8], [8, 1], [1, 0], [4, 8])
  O[:, :] = load(b, boundary = [0], padding = nan, {options}) + load(A[1 :+ 4, :], fill = 1, {options})
  store(b, 5, boundary = [0], {options})
}}""")
    p, a, o = (np.arange(24, dtype=np.float32).reshape(3, 8) for _ in range(3))
    o = np.zeros((4, 8), np.float32)
    call(kernel, p, a, o, 3)
    assert (o[:2] == 2 * a[1:]).all() and np.isnan(o[2:]).all()
    assert (p[0] == a[0]).all() and (p[1:] == 5).all()


@pytest.mark.parametrize("statement, message", [
    ("let x = load(p + i, boundary = [0])", "got 'boundary'"),
    ("let x = load(p + i, padding = zero)", "got 'padding'"),
    ("let x = load(b, mask = i < n)", "got 'mask'"),
    ("let x = load(b, other = 0)", "got 'other'"),
    ("store(p + i, 0, boundary = [0])", "got 'boundary'"),
    ("store(b, zeros([8]), mask = i < n)", "got 'mask'"),
    ("let x = load(p + i, other = 0)", "expected a mask beside 'other'"),
    ("let x = load(p + i, i < n)", "given by name"),
    ("let x = load(p + i, cache = wt)", "expected ca, cg, cs or cv, got 'wt'"),
    ("store(p + i, 0, cache = ca)", "expected wb, cg, cs or wt, got 'ca'"),
])
def test_arguments_that_do_not_fit(statement, message):
    source = f"kernel k(p: ptr<f32>, n: i32) {{\n let i = arange(8)\n let b = block_ptr(p, [n], [1], [0], [8])\n {statement}\n}}"
    with pytest.raises(phobos.CompileError, match=f":4:.*error: .*{message}"):
        phobos.compile(source)


def test_a_volatile_read_of_a_scalar_is_one_value(call):
    """All threads of the block go on with it."""
    kernel = phobos.compile("""
@launch(256)
kernel k(p: ptr<i32>, q: ptr<i32>) {
  let n = load(p, volatile = true)
  for i in range(n) { store(q + i * 8 + arange(8), i32(i)) }
}""")
    q = np.full(24, -1, np.int32)
    call(kernel, np.array([3], np.int32), q)
    assert q.tolist() == np.repeat(np.arange(3), 8).tolist()
