# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B21: an atomic happens once for each element, however many threads hold it."""

import numpy as np
import phobos
import pytest

FAR = "1 << 40"


@pytest.mark.parametrize("threads", [32, 128, 1024])
@pytest.mark.parametrize("order", ["relaxed", "acq_rel"])
def test_tile_smaller_than_the_block(call, threads, order):
    kernel = phobos.compile(f"""
@launch({threads})
kernel k(H: ptr<i32>) {{ atomic_add(H + arange(16) % 3, 1, mask = arange(16) < 11, order = {order}) }}""")
    h = np.zeros(3, np.int32)
    call(kernel, h)
    assert h.tolist() == [4, 4, 3]


@pytest.mark.parametrize("type, dtype", [("f32", np.float32), ("f64", np.float64), ("f16", np.float16)])
def test_halves(call, type, dtype):
    kernel = phobos.compile(f"kernel k(H: ptr<{type}>) {{ atomic_add(H + arange(16) % 3, 0.5, mask = arange(16) < 11) }}")
    h = np.zeros(3, dtype)
    call(kernel, h)
    assert h.tolist() == [2, 2, 1.5]


def test_bf16(call):
    kernel = phobos.compile("kernel k(H: ptr<bf16>) { atomic_add(H + arange(16) % 3, 0.5, mask = arange(16) < 11) }")
    h = np.zeros(3, np.uint16)
    call(kernel, phobos.typed(h, "bf16"))
    assert h.tolist() == [0x4000, 0x4000, 0x3FC0]


def test_sums_of_rows(call):
    kernel = phobos.compile("""
kernel k(X: tensor<f32>[32, 32], Y: tensor<f32>[32, 1], Z: ptr<f32>) {
  let sums = rowsum(X[:, :])
  atomic_add(Y[:, :], sums)
  atomic_add(Z + iota(0) + iota(1), sums)
}""")
    y, z = np.zeros((32, 1), np.float32), np.ones(32, np.float32)
    call(kernel, np.ones((32, 32), np.float32), y, z)
    assert (y == 32).all() and (z == 33).all()


def test_a_scalar_by_1000_blocks(call):
    kernel = phobos.compile("@grid(1000) kernel k(C: ptr<i32>, D: tensor<u64>[2]) { atomic_add(C, 1)\n atomic_add(D[1], 3) }")
    c, d = np.zeros(1, np.int32), np.zeros(2, np.uint64)
    call(kernel, c, d)
    assert c.tolist() == [1000] and d.tolist() == [0, 3000]


def test_every_block_draws_a_number(call):
    """The old value is that of one update, in every thread of the block."""
    kernel = phobos.compile("""
@grid(50)
kernel k(C: ptr<i32>, O: ptr<i32>) {
  let ticket = atomic_add(C, 1)
  store(O + ticket * 40 + arange(40), ticket)
}""")
    c, o = np.zeros(1, np.int32), np.full(2000, -1, np.int32)
    call(kernel, c, o)
    assert c.tolist() == [50] and o.tolist() == np.repeat(np.arange(50), 40).tolist()


def test_masked_lanes_touch_no_memory(call):
    kernel = phobos.compile(f"""
kernel k(H: ptr<i32>, O: ptr<i32>) {{
  let i = arange(16)
  let place = where(i < 3, i, i * ({FAR}))
  let old = atomic_max(H + place, 5, mask = i < 3)
  let was = atomic_cas(H + place, 5, 7, mask = i < 2)
  atomic_xchg(H + place, 9, mask = i < 1)
  store(O + i, old + was * 100)
}}""")
    h, o = np.array([1, 6, 3], np.int32), np.full(16, -1, np.int32)
    call(kernel, h, o)
    assert h.tolist() == [9, 6, 5] and o.tolist() == [501, 606, 3] + [0] * 13


@pytest.mark.parametrize("rows, columns", [(5, 40), (8, 64), (3, 7)])
def test_slices_are_masked(call, rows, columns):
    kernel = phobos.compile("""
kernel k(A: tensor<i32>[M, N], O: tensor<i32>[M, N]) {
  let r = ctx.block.x * 4
  let c = ctx.block.y * 32
  O[r :+ 4, c :+ 32] = atomic_add(A[r :+ 4, c :+ 32], 1)
  atomic_or(A[r :+ 4, c :+ 32], 64, order = relaxed, scope = block)
}""")
    a = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    o, expected = np.full_like(a, -1), (a + 1) | 64
    before = a.copy()
    call(kernel, a, o)
    assert (o == before).all() and (a == expected).all()


def test_kinds_and_types(call):
    for type, dtype in [("i32", np.int32), ("u32", np.uint32), ("i64", np.int64), ("u64", np.uint64), ("f32", np.float32),
                        ("f64", np.float64)]:
        kernel = phobos.compile(f"""
kernel k(A: tensor<{type}>[8], O: tensor<{type}>[8]) {{
  let v: {type} = 3
  O[0] = atomic_add(A[0], v)
  O[1] = atomic_max(A[1], v)
  O[2] = atomic_min(A[2], v)
  O[3] = atomic_xchg(A[3], v)
  O[4] = atomic_cas(A[4], 5, v)
  O[5] = atomic_cas(A[5], 6, v)
  O[6 :+ 2] = atomic_min(A[6 :+ 2], {"-1" if type[0] != "u" else "1"}, order = release, scope = system)
}}""")
        a, o = np.full(8, 5, dtype), np.zeros(8, dtype)
        call(kernel, a, o)
        assert (o == 5).all() and a.tolist() == [8, 5, 3, 3, 3, 5, *([-1, -1] if type[0] != "u" else [1, 1])], type
        if type[0] != "f":
            a[:] = 10
            call(phobos.compile(f"kernel k(A: tensor<{type}>[8]) {{ atomic_and(A[0], 6)\n atomic_or(A[1], 6)\n atomic_xor(A[2], 6) }}"), a)
            assert a[:3].tolist() == [2, 14, 12], type


def test_floats_that_are_no_numbers(call):
    kernel = phobos.compile("""
kernel k(A: tensor<f32>[5], O: tensor<f32>[5]) {
  O[0] = atomic_max(A[0], nan)
  O[1] = atomic_min(A[1], 5.0)
  O[2] = atomic_max(A[2], 0.0)
  O[3] = atomic_min(A[3], -0.0)
  O[4] = atomic_cas(A[4], 0.0, 9.0)
}""")
    a, o = np.array([1, np.nan, -0.0, 0.0, -0.0], np.float32), np.zeros(5, np.float32)
    call(kernel, a, o)
    assert o.tobytes() == np.array([1, np.nan, -0.0, 0.0, -0.0], np.float32).tobytes()
    assert np.isnan(a[:2]).all() and np.signbit(a[2:]).tolist() == [False, True, True] and a[2:].tolist() == [0, 0, 0]
