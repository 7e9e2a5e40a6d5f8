# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules P1 to P9 of docs/Language.md: pointers and block pointers."""

import numpy as np
from language import refused, run

P = np.arange(1, 11, dtype=np.int32)


def pointers(body: str, count: int, p=P, type: str = "i32") -> list:
    out = np.full(count, 99, p.dtype)
    run(f"kernel k(p: ptr<{type}>, q: ptr<{type}>, n: i32) {{\n{body}\n}}", p.copy(), out, 3)
    return out.tolist()


def refused_pointer(body: str, *messages: str) -> None:
    refused(f"kernel k(p: ptr<i32>, q: ptr<i32>, n: i32) {{\n{body}\n}}", *messages)


def test_p1_offsets_count_elements():
    assert pointers("store(q + arange(4), load(p + 2 + arange(4) * 2))", 4) == [3, 5, 7, 9]
    assert pointers("var o = p + arange(4)\nfor i in range(2) { o += 3 }\nstore(q + arange(4), load(o))", 4) == [7, 8, 9, 10]
    # i8 offsets: 100 + 100 would wrap.
    big = np.arange(300, dtype=np.int32)
    assert pointers("let a: tile<i8>[2] = 100\nstore(q + arange(2), load(p + a + a))", 2, big) == [200, 200]
    refused_pointer("let a = p + 1.5", "integer")


def test_p2_masked_loads():
    body = "store(q + arange(8), load(p + arange(8), mask = arange(8) < n, other = -99))"
    assert pointers(body, 8) == [1, 2, 3] + [-99] * 5
    assert pointers(body.replace(", other = -99", ""), 8) == [1, 2, 3] + [0] * 5
    far = "store(q + arange(4), load(p + where(arange(4) < n, arange(4), 1 << 60), mask = arange(4) < n, other = -i32(arange(4))))"
    assert pointers(far, 4) == [1, 2, 3, -3]
    assert pointers("let x: i32 = load(p + n)\nstore(q, x + load(p))\nstore(q + 1, load(p + 9, mask = n > 5))", 2) == [5, 0]


def test_p3_masked_stores():
    assert pointers("store(q + arange(8), 7, mask = arange(8) % 4 == 1)", 8) == [99, 7, 99, 99, 99, 7, 99, 99]
    assert pointers("store(q + where(arange(2) < 1, 0, 1 << 60), 5, mask = arange(2) < 1)", 2) == [5, 99]
    assert pointers("store(q + 1, load(p + 1) * 2)", 3) == [99, 4, 99]


def test_p4_hints():
    body = "let t = load(p + arange(4), cache = cg, evict = last, volatile = true)\nstore(q + arange(4), t, cache = wt, evict = first)"
    assert pointers(body, 4) == [1, 2, 3, 4]
    refused_pointer("let t = load(p, cache = xx)", "cg")
    block = BLOCK + "store(q + arange(4), reshape(load(b, boundary = [0], cache = cs, evict = first, volatile = true), [4]))"
    assert pointers(block, 4) == [1, 2, 4, 5]
    kernel = "kernel k(A: tensor<f32>[4], B: tensor<f32>[4]) { B[:] = load(A[:], cache = cg, evict = last) }"
    a, b = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    run(kernel, a, b)
    assert (a == b).all()


BLOCK = "var b = block_ptr(p, shape = [3, n], strides = [n, 1], offset = [0, 0], tile = [2, 2])\n"


def test_p5_block_pointers():
    body = BLOCK + "b = advance(b, [1, 1])\nstore(q + arange(4), reshape(load(b), [4]))"
    assert pointers(body, 4) == [5, 6, 8, 9]
    loop = BLOCK + "var s = zeros([2, 2], i32)\nfor i in range(2) { s += load(b)\n b = advance(b, [1, 0]) }\nstore(q + arange(4), reshape(s, [4]))"
    assert pointers(loop, 4) == [1 + 4, 2 + 5, 4 + 7, 5 + 8]
    # An extent below 0 counts as 0: -n is -3.
    empty = "let b = block_ptr({}, [-n], [1], [0], [4])\n"
    assert pointers(empty.format("p") + "store(q + arange(4), load(b, boundary = [0]))", 4) == [0, 0, 0, 0]
    assert pointers(empty.format("q") + "store(b, full([4], 7), boundary = [0])", 4) == [99, 99, 99, 99]


def test_p6_boundaries():
    edge = BLOCK + "b = advance(b, [2, 2])\n"
    assert pointers(edge + "store(q + arange(4), reshape(load(b, boundary = [0, 1]), [4]))", 4) == [9, 0, 0, 0]
    real = np.arange(1, 11, dtype=np.float32)
    result = pointers(edge + "store(q + arange(4), reshape(load(b, boundary = [0, 1], padding = nan), [4]))", 4, real, "f32")
    assert result[0] == 9 and np.isnan(result[1:]).all()
    write = "var b = block_ptr(q, [2, 2], [2, 1], [1, 1], [2, 2])\nstore(b, full([2, 2], 7), boundary = [0, 1])"
    assert pointers(write, 6) == [99, 99, 99, 7, 99, 99]


def test_p7_what_belongs_to_which():
    refused_pointer("let t = load(p + arange(4), boundary = [0])", "boundary")
    refused_pointer("let t = load(p + arange(4), padding = zero)", "padding")
    refused_pointer("let t = load(p + arange(4), other = 1)", "mask")
    refused_pointer(BLOCK + "let t = load(b, mask = true)", "mask")
    refused_pointer(BLOCK + "let t = load(b, boundary = [0, 1], padding = nan)", "nan")


def test_p8_atomics():
    body = "store(q + arange(4), atomic_add(p + arange(4) * 0, 1, mask = arange(4) < n))\nstore(q + 4, load(p))"
    assert pointers(body, 5) == [1, 2, 3, 0, 4]
    both = "store(q, atomic_xchg(p, 7))\nstore(q + 1, atomic_cas(p, 7, 8))\nstore(q + 2, atomic_cas(p, 7, 9))\nstore(q + 3, load(p))"
    assert pointers(both, 4) == [1, 7, 8, 8]
    bits = "atomic_and(p + 2, 2)\natomic_or(p + 3, 3)\natomic_xor(p + 4, 4)\natomic_max(p + 5, 9)\natomic_min(p + 6, -1)\nstore(q + arange(5), load(p + 2 + arange(5)))"
    assert pointers(bits, 5) == [2, 7, 1, 9, -1]
    a, old = np.arange(6, dtype=np.float32).reshape(2, 3), np.full((2, 4), 99, np.float32)
    run("kernel k(A: tensor<f32>[2, 3], O: tensor<f32>[2, 4]) { O[:, :] = atomic_add(A[:, 1 :+ 4], 0.5)\n atomic_max(A[0, 0], nan) }", a, old)
    assert old.tolist() == [[1, 2, 0, 0], [4, 5, 0, 0]]
    assert np.isnan(a[0, 0]) and a.ravel()[1:].tolist() == [1.5, 2.5, 3, 4.5, 5.5]
    refused("kernel k(p: ptr<i8>) { atomic_add(p, 1) }", "numbers of 32 or 64 bits, f16 or bf16 for atomic_add, got i8")
    refused("kernel k(p: ptr<f32>) { atomic_or(p, 1) }", "integers of 32 or 64 bits for atomic_or, got f32")
    refused("kernel k(A: tensor<f32>[4]) { atomic_add(A[:], 1, mask = true) }", "masked by the tensor's extents")


def test_p9_orders():
    body = "atomic_add(p, 1, order = relaxed)\natomic_add(p, 1, order = release, scope = system)\nstore(q, atomic_add(p, 1, order = acquire, scope = block))"
    assert pointers(body, 1) == [3]
    refused_pointer("atomic_add(p, 1, order = seq_cst)", "relaxed, acquire, release or acq_rel")
    refused_pointer("atomic_add(p, 1, scope = cta)", "block, gpu or system")
