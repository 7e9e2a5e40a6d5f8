# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules H1 to H11 of docs/Language.md: what single threads do, on the host, with values from the definition."""

import numpy as np
import pytest
from language import refused, run

HEAD = "@launch(128)\n@grid(M)\nkernel k(A: tensor<f32>[M, K], O: tensor<f32>[M], n: i32) {\n  let r = ctx.block.x\n"
THREAD, LANE, WARP = np.arange(128), np.arange(128) % 32, np.arange(128) // 32


def checked(body: str) -> None:
    """`body` has no mistake."""
    a, out = np.zeros((2, 256), np.float32), np.zeros(2, np.float32)
    run(f"{HEAD}{body}\n}}", a, out, 1)


def wrong(body: str, *messages: str) -> None:
    refused(f"{HEAD}{body}\n}}", *messages)


def of_threads(body: str, type: str = "i32", threads: int = 128, inputs: tuple = (), parameters: str = "") -> np.ndarray:
    """What the threads of one block store to `O`, which has an element for each and is full of 99 before."""
    dtype = {"i32": np.int32, "f32": np.float32, "i64": np.int64, "u32": np.uint32}[type]
    out = np.full(threads, 99, dtype)
    run(f"@launch({threads})\n@grid(1)\nkernel k(O: tensor<{type}>[{threads}]{parameters}) {{\nlet t = ctx.thread\n{body}\n}}", out, *inputs)
    return out


def test_h1_numbers_of_threads():
    assert of_threads("O[t] = i32(ctx.thread)").tolist() == THREAD.tolist()
    assert of_threads("O[t] = i32(ctx.lane)").tolist() == LANE.tolist()
    assert of_threads("O[t] = i32(ctx.warp)").tolist() == WARP.tolist()
    assert of_threads("O[t] = i32(ctx.threads + ctx.lanes)", threads=64).tolist() == [96] * 64
    assert of_threads("O[t] = i32(ctx.warp * 100 + ctx.thread)", threads=32).tolist() == list(range(32))
    refused("kernel k(O: tensor<i32>[1]) { O[0] = i32(ctx.thred) }", "did you mean 'thread'?")


def test_h1_a_block_without_launch_has_128_threads():
    out = np.zeros(1, np.int32)
    run("@grid(1)\nkernel k(O: tensor<i32>[1]) { let n = ctx.block_sum(i32(1))\n if ctx.thread == 0 { O[0] = n * 1000 + i32(ctx.threads) } }", out)
    assert out[0] == 128128


def test_h2_who_varies():
    wrong("var x = 0\nif ctx.thread < 3 { x = 1 }\nlet t = A[r, x :+ 4]", "the same for all threads")
    checked("var x = 0\nif n < 3 { x = 1 }\nlet y = A[r, x :+ 4][0, 0]\nif ctx.thread == 0 { O[r] = y }")
    body = "var x = 0\nif ctx.thread % 3 == 0 { x = 5 } else { if ctx.warp == 2 { x = 7 } }\nvar i = 0\nwhile i < x { i += 2 }\nO[t] = i"
    assert of_threads(body).tolist() == [6 if i % 3 == 0 else 8 if i // 32 == 2 else 0 for i in range(128)]


def test_h2_own_values_in_branches_and_loops_of_the_block():
    """Values of threads are carried by a loop, and given by a branch, that all threads take with collectives in it."""
    body = """
      var x = i32(ctx.thread)
      var y = 1
      for i in range(0, n) {
        let total = ctx.block_sum(x)
        let before = x
        x = y + total
        y = before
        if i == 2 { y += ctx.block_max(y) } else { x = x - 1 }
      }
      O[t] = x * 3 + y"""
    x, y = np.arange(128, dtype=np.int32), np.ones(128, np.int32)
    with np.errstate(over="ignore"):
        for i in range(5):
            x, y = y + x.sum(dtype=np.int32), x
            if i == 2:
                y = y + y.max()
            else:
                x = x - 1
        expected = x * 3 + y
    assert (of_threads(body, inputs=(5, ), parameters=", n: i32") == expected).all()
    assert (of_threads(body, inputs=(0, ), parameters=", n: i32") == np.arange(128) * 3 + 1).all()


def test_h2_values_of_a_warp_are_carried_too():
    body = """
      var a = i32(ctx.warp)
      var b = 10 + i32(ctx.warp)
      for i in range(0, 3) {
        let old = a
        a = b
        b = old + ctx.block_sum(1)
      }
      var c = i32(ctx.lane)
      while ctx.warp_max(c) < 40 { c += ctx.warp_sum(1) / 16 + a }
      O[t] = c * 1000 + b"""
    a, b, c = WARP.copy(), WARP + 10, LANE.copy()
    for _ in range(3):
        a, b = b, a + 128
    for w in range(4):
        warp = WARP == w
        while c[warp].max() < 40:
            c[warp] += 2 + a[warp]
    assert of_threads(body).tolist() == (c * 1000 + b).tolist()


def test_h3_points_and_runs():
    a = np.random.default_rng(1).integers(-8, 9, (3, 256)).astype(np.float32)
    out = np.zeros(3, np.float32)
    run(f"{HEAD}var s = 0.0\nfor k in range(ctx.thread * 4, K, ctx.threads * 4) {{ s += ctx.sum(A[r, k :+ 4] * 2.0) }}\n"
        "let all = ctx.block_sum(s)\nif ctx.thread == 0 { O[r] = all }\n}", a, out, 0)
    assert (out == 2 * a.sum(1)).all()
    b = np.zeros((2, 100), np.float32)
    run(f"{HEAD}if ctx.thread < K {{ A[r, ctx.thread] = f32(ctx.thread) + f32(r) }}\n}}", b, np.zeros(2, np.float32), 0)
    assert (b == np.arange(100) + np.array([[0], [1]])).all()
    wrong("let t = A[r, ctx.lane :+ 4]", "ctx.sum")


def test_h3_the_product_of_a_matrix_and_a_vector():
    """The seed's loop: a row for each warp, a run of 4 elements for each lane, with the rest of a row as points."""
    source = """
      @launch(128)
      @grid(ceildiv(M, 4))
      kernel matvec(A: tensor<f32>[M, K], x: tensor<f32>[1, K], y: tensor<f32>[M]) {
        let r = ctx.block.x * 4 + ctx.warp
        if r < M {
          var acc = 0.0
          let whole = K / 4 * 4
          for k in range(ctx.lane * 4, whole, ctx.lanes * 4) { acc += ctx.sum(A[r, k :+ 4] * x[0, k :+ 4]) }
          if whole + ctx.lane < K { acc += A[r, whole + ctx.lane] * x[0, whole + ctx.lane] }
          let all = ctx.warp_sum(acc)
          if ctx.lane == 0 { y[r] = all }
        }
      }"""
    rng = np.random.default_rng(2)
    for m, k in [(1, 1), (5, 3), (4, 128), (7, 1030), (9, 513)]:
        a, x = rng.integers(-8, 9, (m, k)).astype(np.float32), rng.integers(-8, 9, (1, k)).astype(np.float32)
        y = np.full(m, np.nan, np.float32)
        run(source, a, x, y)
        assert (y == (a * x).sum(1)).all(), (m, k)


def test_h4_elements_of_a_tile():
    a = np.arange(256, dtype=np.float32).reshape(2, 128)
    run(f"{HEAD}let t = A[r, 0 :+ 64]\nlet x = ctx.elem(t, 0, 70 - ctx.thread) + ctx.elem(t, 1, 0)\nA[r, ctx.thread] = x\n}}", a, np.zeros(2, np.float32), 0)
    index = 70 - np.arange(128)
    inside = (index >= 0) & (index < 64)
    assert (a == np.where(inside, index + np.array([[0], [128]]), 0)).all()


def test_h4_one_of_several_threads_wins():
    assert of_threads("var x = zeros([4], i32)\nctx.store(x, ctx.lane % 4, i32(ctx.thread))\nO[0 :+ 4] = x")[:4].astype(int).tolist() == [124, 125, 126, 127]


def test_h5_stores_to_a_tile():
    """All threads see what all stored behind a store that all run, and behind a branch that some take."""
    assert of_threads("var x = zeros([128], i32)\nctx.store(x, 127 - t, i32(t))\nO[t] = ctx.elem(x, t)").tolist() == (127 - THREAD).tolist()
    body = "var x = full([128], 7, i32)\nif ctx.thread < 3 { ctx.store(x, ctx.thread + 5, 1) }\nctx.store(x, 200 - t, 5)\nO[:] = x"
    expected = np.full(128, 7)
    expected[5:8] = 1
    expected[200 - 127:] = 5
    assert of_threads(body).tolist() == expected.tolist()
    wrong("let t = zeros([1, 128])\nctx.store(t, 0, ctx.thread, 1.0)", "var")


def test_h5_elements_from_before_a_store():
    body = "var x = arange(128)\nlet old = ctx.elem(x, (t + 1) % 128)\nctx.store(x, t, old * 2)\nO[t] = i32(ctx.elem(x, t) + old)"
    assert of_threads(body).tolist() == ((THREAD + 1) % 128 * 3).tolist()


def test_h5_a_copy_of_the_tile_stays_as_it_was():
    body = "var x = zeros([128], i32)\nlet y = x\nif ctx.lane < 9 { ctx.store(x, t, 3) }\nO[:] = x * 10 + y"
    assert of_threads(body).tolist() == np.where(LANE < 9, 30, 0).tolist()


def test_h5_a_thread_sees_its_own_elements():
    body = """
      var x = zeros([128], i32)
      var seen = 0
      for i in range(ctx.thread, 128, 40) {
        ctx.store(x, i, ctx.elem(x, i) + i32(i) + 1)
        if i % 2 == 0 { ctx.store(x, i, ctx.elem(x, i) * 2) }
        seen += ctx.elem(x, i)
      }
      O[t] = seen * 1000 + ctx.elem(x, 127 - t)"""
    # Each element is written by some threads, one after the other on the host.
    x, seen = np.zeros(128, int), np.zeros(128, int)
    for t in range(128):
        for i in range(t, 128, 40):
            x[i] += i + 1
            x[i] *= 2 if i % 2 == 0 else 1
            seen[t] += x[i]
    assert of_threads(body).tolist() == (seen * 1000 + x[::-1]).tolist()


def test_h5_a_loop_of_the_block_with_stores():
    """A scan in steps: each step reads what the one before has written."""
    body = """
      var x = arange(128)
      for i in range(0, 7) {
        let step = 1 << i
        let left = ctx.elem(x, t - step)
        ctx.store(x, t, ctx.elem(x, t) + left)
      }
      O[t] = i32(ctx.elem(x, t))"""
    assert of_threads(body).tolist() == np.cumsum(THREAD).tolist()


@pytest.mark.parametrize("call, group", [("warp_sum", 32), ("warp_max", 32), ("block_sum", 128), ("block_max", 128)])
def test_h6_collectives(call, group):
    reduce = np.sum if call.endswith("sum") else np.max
    values = ((np.arange(128) * 37) % 101 - 50).astype(np.int64)
    expected = np.repeat(reduce(values.reshape(-1, group), axis=1), group)
    value = "(t * 37) % 101 - 50"
    assert of_threads(f"O[t] = i32(ctx.{call}({value}))").tolist() == expected.tolist()
    assert of_threads(f"O[t] = f32(ctx.{call}(f32({value})))", "f32").tolist() == expected.tolist()
    of_warps = np.repeat(reduce(np.repeat(values[:4], 32).reshape(-1, group), axis=1), group)
    assert of_threads(f"O[t] = i32(ctx.{call}((ctx.warp * 37) % 101 - 50))").tolist() == of_warps.tolist()
    assert of_threads(f"O[t] = ctx.{call}(5)").tolist() == [5 * group if reduce is np.sum else 5] * 128
    assert of_threads(f"O[t] = i32(ctx.{call}(t))", threads=32).tolist() == [reduce(np.arange(32))] * 32


def test_h6_types_and_nan_as_sum_and_max():
    body = "var x = f32(t)\nif t == 77 { x = nan }\nO[t] = ctx.warp_max(x)"
    assert np.isnan(of_threads(body, "f32")).tolist() == (WARP == 2).tolist()
    assert of_threads("O[t] = ctx.warp_sum(t % 3 == 0)").tolist() == np.repeat([11, 11, 10, 11], 32).tolist()
    assert of_threads("O[t] = i32(ctx.block_sum(i8(t)))").tolist() == [127 * 64] * 128
    assert of_threads("O[t] = ctx.block_max(u32(t) - 5)", "u32").tolist() == [2**32 - 1] * 128
    zeros = of_threads("O[t] = ctx.block_sum(-0.0 * f32(t + 1))", "f32")
    assert np.signbit(zeros).all()


def test_h7_shuffles():
    assert of_threads("O[t] = i32(ctx.shuffle(ctx.lane, ctx.lane ^ 1))").tolist() == (LANE ^ 1).tolist()
    assert of_threads("O[t] = i32(ctx.shuffle(t * 3, ctx.lane - 5))").tolist() == (((LANE - 5) % 32 + WARP * 32) * 3).tolist()
    assert of_threads("O[t] = i32(ctx.shuffle(t, 33 + i32(ctx.warp)))").tolist() == (1 + WARP + WARP * 32).tolist()
    assert of_threads("O[t] = i32(ctx.shuffle(ctx.warp, ctx.lane ^ 1))").tolist() == WARP.tolist()


def test_h7_shuffles_in_a_loop():
    """A scan of a warp: each lane reads what its neighbours had before this step."""
    body = "var x = i32(t)\nfor i in range(0, 5) {\n let y = ctx.shuffle(x, ctx.lane - (1 << i))\n if ctx.lane >= 1 << i { x += y }\n}\nO[t] = x"
    assert of_threads(body).tolist() == np.cumsum(np.arange(128).reshape(4, 32), axis=1).ravel().tolist()
    exchanged = "var x = i32(t)\nfor i in range(0, 3) { x = ctx.shuffle(x, ctx.lane + 1) }\nO[t] = x"
    assert of_threads(exchanged).tolist() == ((LANE + 3) % 32 + WARP * 32).tolist()


def test_h8_barriers():
    checked("if n < 3 { ctx.barrier() }\nif ctx.thread == 0 { O[r] = 1.0 }")
    body = "O[t] = i32(t)\nfor i in range(0, 3) {\n ctx.barrier()\n let y = O[(t + 1) % 128]\n ctx.barrier()\n O[t] = y\n}"
    assert of_threads(body).tolist() == ((THREAD + 3) % 128).tolist()


def test_h8_what_the_block_reads_is_in_order_with_what_threads_write():
    body = "O[t] = i32(t) + 5\nfor i in range(0, 3) {\n let v = O[0]\n O[t] = v + i32(t) + 1\n}"
    assert of_threads(body).tolist() == (THREAD + 8).tolist()


def test_h9_all_threads_take_part():
    wrong("if ctx.thread < 3 { ctx.barrier() }", "barrier")
    wrong("if ctx.lane < 3 { A[r, ctx.lane] = ctx.warp_sum(1.0) }", "warp_sum")
    checked("if ctx.warp < 3 { let x = ctx.warp_sum(f32(ctx.lane))\n if ctx.lane == 0 { O[r] = x } }")
    wrong("if ctx.warp < 3 { A[r, ctx.thread] = ctx.block_sum(1.0) }", "block_sum")
    wrong("O[r] = f32(ctx.thread)", "")
    body = "if ctx.warp < 3 {\n let x = ctx.warp_sum(t) + ctx.warp\n if ctx.lane == 5 { O[t] = i32(x) }\n}"
    sums = THREAD.reshape(4, 32).sum(1)[WARP] + WARP
    assert of_threads(body).tolist() == np.where((LANE == 5) & (WARP < 3), sums, 99).tolist()


def test_h10_whose_an_access_is():
    """Once for the block, once for each warp, or by each thread."""
    head = ", p: ptr<i32>"
    for body, count in [("atomic_add(p, 1)", 1), ("atomic_add(p + ctx.warp, 1)", 4), ("atomic_add(p + t, 1)", 128),
                        ("if ctx.thread < 3 { atomic_add(p, 1) }", 3), ("if ctx.warp < 3 { atomic_add(p, 1) }", 3),
                        ("for i in range(0, 5) { atomic_add(p, 1)\n O[t] += i32(ctx.lane) }", 5)]:
        total = np.zeros(128, np.int32)
        of_threads(body, inputs=(total, ), parameters=head)
        assert total.sum() == count, body
    total = np.zeros(4, np.int32)
    total[:] = 5
    old = of_threads("O[t] = atomic_add(p + 3 - ctx.warp, i32(ctx.warp))", inputs=(total, ), parameters=head)
    assert old.tolist() == [5] * 128 and total.tolist() == [8, 7, 6, 5]


def test_h11_what_threads_see_of_memory():
    """A thread its own stores at once, others' behind a barrier, the block's accesses in the order of the text."""
    body = """
      O[0 :+ 128] = i32(arange(128))
      O[t] = O[t] + 1
      let before = O[t]
      ctx.barrier()
      let other = O[127 - t]
      ctx.barrier()
      O[t] = before * 1000 + other
      O[0 :+ 128] = O[0 :+ 128] + 5"""
    assert of_threads(body).tolist() == ((THREAD + 1) * 1000 + 128 - THREAD + 5).tolist()
