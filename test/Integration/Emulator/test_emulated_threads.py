# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Per-thread code on a GPU: what NumPy computes, without races, in several orders of threads."""

import ml_dtypes
import numpy as np
import pytest

import phobos

TARGETS = ("sm_80", "sm_90a")
SEEDS = (None, 1, 2)
TYPES = {
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8, "u16": np.uint16, "u32": np.uint32,
    "u64": np.uint64, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
    "f8e4m3": ml_dtypes.float8_e4m3fn, "f8e5m2": ml_dtypes.float8_e5m2
}


def sum_type(name):
    return {"i8": "i32", "i16": "i32", "u8": "u32", "u16": "u32", "f16": "f32", "bf16": "f32", "f8e4m3": "f32",
            "f8e5m2": "f32"}.get(name, name)


def numbers(shape, dtype=np.float32, low=-4, high=5, seed=0):
    """Small integers, of which sums are exact in any order."""
    if np.dtype(dtype).kind == "u":
        low = 0
    return np.random.default_rng(seed).integers(low, high, shape).astype(dtype)


def run(source, *arrays, grid=None, targets=TARGETS):
    """Runs the kernel on copies of the arrays, which must come out the same for each target and seed; gives them."""
    results = []
    for target in targets:
        kernel = phobos.compile(source, target=target)
        for seed in SEEDS:
            copies = [array.copy() if isinstance(array, np.ndarray) else array for array in arrays]
            kernel.emulate(*copies, **({} if seed is None else {"seed": seed}))
            results.append(copies)
    for result in results[1:]:
        for first, other in zip(results[0], result):
            np.testing.assert_array_equal(first, other)
    return results[0]


@pytest.mark.parametrize("threads", [32, 64, 128, 1024])
def test_positions(threads):
    source = f"""@launch({threads})
    @grid(1)
    kernel k(A: tensor<i64>[4, {threads}]) {{
      let i = ctx.thread
      A[0, i] = i64(i)
      A[1, i] = i64(ctx.warp)
      A[2, i] = i64(ctx.lane)
      A[3, i] = i64(ctx.threads * 100 + ctx.lanes)
    }}"""
    (a,) = run(source, np.zeros((4, threads), np.int64))
    i = np.arange(threads)
    np.testing.assert_array_equal(a, [i, i // 32, i % 32, np.full(threads, threads * 100 + 32)])


def test_threads_that_no_launch_gives():
    source = "kernel k(A: tensor<i64>[N]) { if ctx.thread == 0 { A[0] = i64(ctx.threads) } }"
    (a,) = run("@grid(1)\n" + source, np.zeros(3, np.int64))
    assert a[0] == 128


@pytest.mark.parametrize("n", [0, 1, 31, 32, 100, 1000])
def test_lane_strided_dot(n):
    source = """@launch(32)
    @grid(1)
    kernel dot1(A: tensor<f32>[N], B: tensor<f32>[N], O: tensor<f32>[1]) {
      var acc = 0.0
      for k in range(ctx.lane, N, ctx.lanes) { acc += A[k] * B[k] }
      let all = ctx.warp_sum(acc)
      if ctx.lane == 0 { O[0] = all }
    }"""
    a, b = numbers(n), numbers(n, seed=1)
    *_, o = run(source, a, b, np.zeros(1, np.float32))
    assert o[0] == a @ b


MATVEC = """@launch({threads})
@grid(ceildiv(M, {warps}))
kernel matvec(A: tensor<{type}>[M, K], x: tensor<{type}>[1, K], y: tensor<{result}>[M]) {{
  let r = ctx.block.x * {warps} + ctx.warp
  if r < M {{
    var acc = {zero}
    for k in range(ctx.lane * {run}, K, ctx.lanes * {run}) {{
      acc += ctx.sum({result}(A[r, k :+ {run}]) * {result}(x[0, k :+ {run}]))
    }}
    let all = ctx.warp_sum(acc)
    if ctx.lane == 0 {{ y[r] = all }}
  }}
}}"""


@pytest.mark.parametrize("type, length", [("f32", 4), ("f32", 1), ("f32", 3), ("f32", 16), ("f32", 32), ("f16", 8),
                                          ("bf16", 2), ("i8", 16), ("i8", 4), ("i8", 6), ("u8", 16)])
@pytest.mark.parametrize("threads", [32, 128])
def test_matvec(type, length, threads):
    result = sum_type(type)
    source = MATVEC.format(threads=threads, warps=threads // 32, type=type, result=result, run=length,
                           zero={"i32": "i32(0)", "u32": "u32(0)", "f32": "0.0"}[result])
    for m, k in [(5, 4 * length), (9, 100 * length)]:
        a, x = numbers((m, k), TYPES[type]), numbers((1, k), TYPES[type], seed=1)
        *_, y = run(source, a, x, np.zeros(m, TYPES[result]))
        np.testing.assert_array_equal(y, (a.astype(np.float64) @ x[0].astype(np.float64)).astype(TYPES[result]))


def test_runs_at_any_address():
    """Rows that begin nowhere in particular, in arrays that do not either."""
    source = MATVEC.format(threads=64, warps=2, type="f32", result="f32", run=4, zero="0.0").replace("K, ctx", "K - 3, ctx")
    for k in (40, 41, 203):
        a, x = numbers((4, k)), numbers((1, k), seed=1)
        *_, y = run(source, a, x, np.zeros(4, np.float32))
        covered = [j for start in range(0, k - 3, 4) for j in range(start, start + 4)]
        np.testing.assert_array_equal(y, a[:, covered] @ x[0, covered])


def test_runs_of_two_dims_and_of_positions():
    source = """@launch(32)
    @grid(1)
    kernel k(A: tensor<i32>[M, N], O: tensor<i32>[32]) {
      let i = ctx.lane
      O[i] = ctx.sum(A[i :+ 3, i :+ 40] * i32(iota(1) + iota(0) * 2)) + ctx.sum(where(A[i, 0 :+ 8] > 0, A[i, 0 :+ 8], 7))
    }"""
    a = numbers((34, 71), np.int32)
    _, o = run(source, a, np.zeros(32, np.int32))
    weights = np.arange(40)[None, :] + 2 * np.arange(3)[:, None]
    expected = [(a[i:i + 3, i:i + 40] * weights).sum() + np.where(a[i, :8] > 0, a[i, :8], 7).sum() for i in range(32)]
    np.testing.assert_array_equal(o, expected)


@pytest.mark.parametrize("threads", [32, 64, 1024])
@pytest.mark.parametrize("type", TYPES)
def test_collectives(type, threads):
    total = sum_type(type)
    source = f"""@launch({threads})
    @grid(1)
    kernel k(A: tensor<{type}>[{threads}], S: tensor<{total}>[2, {threads}], X: tensor<{type}>[2, {threads}]) {{
      let i = ctx.thread
      let x = A[i]
      S[0, i] = ctx.warp_sum(x)
      S[1, i] = ctx.block_sum(x)
      X[0, i] = ctx.warp_max(x)
      X[1, i] = ctx.block_max(x)
    }}"""
    a = numbers(threads, TYPES[type])
    _, s, x = run(source, a, np.zeros((2, threads), TYPES[total]), np.zeros((2, threads), TYPES[type]), targets=("sm_90a",))
    wide = a.astype(np.float64)
    warps = wide.reshape(-1, 32)
    np.testing.assert_array_equal(s.astype(np.float64), [np.repeat(warps.sum(1), 32), np.full(threads, wide.sum())])
    np.testing.assert_array_equal(x.astype(np.float64), [np.repeat(warps.max(1), 32), np.full(threads, wide.max())])


@pytest.mark.parametrize("type", ["bool", *TYPES])
def test_shuffles(type):
    dtype = np.bool_ if type == "bool" else TYPES[type]
    source = f"""@launch(64)
    @grid(1)
    kernel k(A: tensor<{type}>[64], B: tensor<{type}>[3, 64]) {{
      let i = ctx.thread
      B[0, i] = ctx.shuffle(A[i], ctx.lane ^ 1)
      B[1, i] = ctx.shuffle(A[i], ctx.lane + 30)
      B[2, i] = ctx.shuffle(A[i], -1 - ctx.lane)
    }}"""
    a = numbers(64, dtype, low=0 if type == "bool" else -4, high=2 if type == "bool" else 5)
    _, b = run(source, a, np.zeros((3, 64), dtype), targets=("sm_90a",))
    warps, lane = a.reshape(2, 32), np.arange(32)
    for row, lanes in zip(b, (lane ^ 1, (lane + 30) % 32, 31 - lane)):
        np.testing.assert_array_equal(row, warps[:, lanes].ravel())


@pytest.mark.parametrize("threads", [32, 256])
def test_argmax_of_a_block_by_shuffles(threads):
    source = f"""@launch({threads})
    @grid(1)
    kernel k(A: tensor<f32>[N], O: tensor<i64>[1]) {{
      var best = -inf
      var place = N
      for i in range(ctx.thread, N, ctx.threads) {{
        if A[i] > best {{
          best = A[i]
          place = i
        }}
      }}
      var step = index(16)
      while step > 0 {{
        let other = ctx.shuffle(best, ctx.lane ^ step)
        let where_ = ctx.shuffle(place, ctx.lane ^ step)
        if other > best || (other == best && where_ < place) {{
          best = other
          place = where_
        }}
        step = step / 2
      }}
      var bests = full([32], -inf)
      var places = zeros([32], index)
      if ctx.lane == 0 {{
        ctx.store(bests, ctx.warp, best)
        ctx.store(places, ctx.warp, place)
      }}
      if ctx.thread == 0 {{
        for w in range(1, ctx.threads / 32) {{
          let other = ctx.elem(bests, w)
          let where_ = ctx.elem(places, w)
          if other > best || (other == best && where_ < place) {{
            best = other
            place = where_
          }}
        }}
        O[0] = i64(place)
      }}
    }}"""
    for n in (1, 77, 1000):
        a = numbers(n, low=-9, high=9, seed=n)
        _, o = run(source, a, np.zeros(1, np.int64))
        assert o[0] == a.argmax()


def test_gather_from_a_tile():
    source = """@launch(128)
    kernel k(A: tensor<f32>[M, 64], P: tensor<i32>[M, 128], O: tensor<f32>[M, 128]) {
      let r = ctx.block.x
      let t = A[r :+ 1, :] * 2.0
      O[r, ctx.thread] = ctx.elem(t, 0, P[r, ctx.thread])
    }"""
    a, p = numbers((3, 64)), numbers((3, 128), np.int32, low=-20, high=90)
    *_, o = run(source, a, p, np.zeros((3, 128), np.float32))
    inside = (p >= 0) & (p < 64)
    np.testing.assert_array_equal(o, np.where(inside, 2 * np.take_along_axis(a, np.clip(p, 0, 63), 1), 0))


def test_elements_in_loops_that_differ():
    """A histogram that threads keep for residues of their own."""
    source = """@launch(64)
    @grid(1)
    kernel k(A: tensor<i32>[N], H: tensor<i32>[64]) {
      var h = zeros([64], i32)
      for i in range(N) {
        let bin = index(A[i])
        if bin == ctx.thread { ctx.store(h, bin, ctx.elem(h, bin) + 1) }
      }
      H[0 :+ 64] = h
    }"""
    a = numbers(50, np.int32, low=0, high=64)
    _, h = run(source, a, np.zeros(64, np.int32))
    np.testing.assert_array_equal(h, np.bincount(a, minlength=64))
    source = source.replace("for i in range(N) {", "for i in range(ctx.thread, N, 64) {").replace(
        "let bin = index(A[i])", "let bin = index(A[i]) * 64 + ctx.thread").replace("if bin == ctx.thread { ", "").replace(
            "+ 1) }", "+ 1)").replace("zeros([64]", "zeros([256]").replace("[64]) {", "[256]) {").replace("0 :+ 64", "0 :+ 256")
    a = numbers(500, np.int32, low=0, high=4)
    _, h = run(source, a, np.zeros(256, np.int32))
    np.testing.assert_array_equal(h.reshape(4, 64).sum(1), np.bincount(a, minlength=4))


def test_stores_in_branches_are_seen_by_all():
    source = """@launch(128)
    @grid(1)
    kernel k(A: tensor<f32>[8, 64], O: tensor<f32>[8, 64], n: index) {
      var t = A[:, :]
      let w = A[:, :]
      var u = w
      let i = ctx.thread
      if i < n {
        ctx.store(t, i / 64, i % 64, 100.0)
        ctx.store(u, 7, i, ctx.elem(t, i / 64, i % 64) + ctx.elem(w, 7, i))
      }
      ctx.store(t, 2, i, ctx.elem(t, 0, i))
      ctx.store(t, 100, i, 5.0)
      O[:, :] = t + u
    }"""
    a = numbers((8, 64))
    for n in (0, 40, 128):
        _, o, _ = run(source, a, np.zeros((8, 64), np.float32), n)
        t, u = a.copy(), a.copy()
        t.ravel()[:n] = 100
        u[7, :min(n, 64)] += 100
        t[2] = t[0]
        np.testing.assert_array_equal(o, t + u)


def test_tree_in_shared_memory():
    source = """@launch(256)
    @grid(1)
    kernel k(A: tensor<f32>[256], O: tensor<f32>[1]) {
      var t = A[:]
      var step = index(128)
      while step > 0 {
        if ctx.thread < step { ctx.store(t, ctx.thread, ctx.elem(t, ctx.thread) + ctx.elem(t, ctx.thread + step)) }
        step = step / 2
      }
      O[:] = t[0 :+ 1]
    }"""
    a = numbers(256)
    _, o = run(source, a, np.zeros(1, np.float32))
    assert o[0] == a.sum()


def test_order_of_tiles_and_points():
    """Of accesses of the block and of threads, in the order of the text; between threads, by ctx.barrier()."""
    source = """@launch(128)
    @grid(1)
    kernel k(A: tensor<f32>[128], B: tensor<f32>[128], C: tensor<f32>[128]) {
      let i = ctx.thread
      A[0 :+ 128] = A[0 :+ 128] + 1.0
      B[i] = A[127 - i]
      C[0 :+ 128] = B[0 :+ 128] * 2.0
      if i < 100 {
        B[i] = C[127 - i]
      }
      ctx.barrier()
      A[i] = B[(i + 1) % 128]
    }"""
    a = numbers(128)
    got = run(source, a, np.zeros(128, np.float32), np.zeros(128, np.float32))
    a = a + 1
    b = a[::-1].copy()
    c = 2 * b
    b[:100] = c[::-1][:100]
    for array, expected in zip(got, (np.roll(b, -1), b, c)):
        np.testing.assert_array_equal(array, expected)


def test_accesses_of_a_warp():
    """Values and places that a warp shares are read and written once for all of its threads."""
    source = """@launch(128)
    @grid(1)
    kernel k(A: tensor<i32>[4], B: tensor<i32>[4], C: tensor<i32>[128], p: ptr<i32>) {
      let w = ctx.warp
      A[w] = A[w] + 5
      let old = atomic_add(p + w, 1)
      B[w] = A[w] + old
      C[ctx.thread] = B[w] + atomic_add(p + 4, 1) * 0
    }"""
    a, p = np.arange(4, dtype=np.int32), np.array([1, 2, 3, 4, 0, 0], np.int32)
    got_a, b, c, got_p = run(source, a, np.zeros(4, np.int32), np.zeros(128, np.int32), p)
    np.testing.assert_array_equal(got_a, a + 5)
    np.testing.assert_array_equal(b, a + 5 + p[:4])
    np.testing.assert_array_equal(c, np.repeat(b, 32))
    np.testing.assert_array_equal(got_p, [2, 3, 4, 5, 1, 0])


def test_atomics_of_threads():
    source = """@launch(64)
    kernel k(A: tensor<i32>[N], H: tensor<i32>[8]) {
      let i = ctx.block.x * 64 + ctx.thread
      if i < N { let old = atomic_add(H[A[i]], 1) }
    }"""
    a = numbers(300, np.int32, low=0, high=8)
    _, h = run("@grid(ceildiv(N, 64))\n" + source, a, np.zeros(8, np.int32))
    np.testing.assert_array_equal(h, np.bincount(a, minlength=8))


def test_tiles_beside_threads():
    """A tile of the block, products too, and what threads make of it."""
    source = """@launch(128)
    kernel k(A: tensor<f16>[M, K], B: tensor<f16>[K, 64], O: tensor<f32>[M, 64], S: tensor<f32>[M]) {
      let r = ctx.block.x * 64
      var acc = zeros([64, 64])
      for k in range(0, K, 32) { acc += dot(A[r :+ 64, k :+ 32], B[k :+ 32, :]) }
      O[r :+ 64, :] = acc
      if ctx.thread < 64 && r + ctx.thread < M {
        var sum = 0.0
        for c in range(64) { sum += ctx.elem(acc, ctx.thread, c) }
        S[r + ctx.thread] = sum
      }
    }"""
    source = "@grid(ceildiv(M, 64))\n" + source
    a, b = numbers((100, 72), np.float16), numbers((72, 64), np.float16, seed=1)
    _, _, o, s = run(source, a, b, np.zeros((100, 64), np.float32), np.zeros(100, np.float32))
    expected = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(o, expected)
    np.testing.assert_array_equal(s, expected.sum(1))


def test_checks_of_points_and_runs():
    source = """@launch(32)
    @grid(1)
    kernel k(A: tensor<f32>[N], O: tensor<f32>[32]) { O[ctx.lane] = ctx.sum(A[ctx.lane :+ 4]) + A[ctx.lane] }"""
    kernel = phobos.compile(source, target="sm_80", debug_bounds=True)
    kernel.emulate(np.ones(35, np.float32), np.zeros(32, np.float32))
    with pytest.raises(phobos.Error, match="(?i)trap"):
        kernel.emulate(np.ones(34, np.float32), np.zeros(32, np.float32))
