# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules H1 to H9 of docs/Language.md: per-thread code is checked, and does not run yet."""

import pytest
from language import refused

HEAD = "@launch(128)\n@grid(M)\nkernel k(A: tensor<f32>[M, K], O: tensor<f32>[M], n: i32) {\n  let r = ctx.block.x\n"


def checked(body: str) -> None:
    """`body` has no mistake: all that is missing is a way to run it."""
    refused(f"{HEAD}{body}\n}}", "not supported yet on the host: per-thread code")


def wrong(body: str, *messages: str) -> None:
    refused(f"{HEAD}{body}\n}}", *messages)


def test_h1_numbers_of_threads():
    checked("if ctx.thread == ctx.warp * ctx.lanes + ctx.lane { O[r] = f32(ctx.threads) }")
    refused("kernel k(O: tensor<i32>[1]) { O[0] = i32(ctx.thred) }", "did you mean 'thread'?")


def test_h2_who_varies():
    wrong("var x = 0\nif ctx.thread < 3 { x = 1 }\nlet t = A[r, x :+ 4]", "the same for all threads")
    checked("var x = 0\nif n < 3 { x = 1 }\nlet y = A[r, x :+ 4][0, 0]\nif ctx.thread == 0 { O[r] = y }")


def test_h3_points_and_runs():
    checked("var s = 0.0\nfor k in range(ctx.lane * 4, K, ctx.lanes * 4) { s += ctx.sum(A[r, k :+ 4] * 2.0) }\nlet all = ctx.warp_sum(s)\nif ctx.thread == 0 { O[r] = all }")
    checked("if ctx.thread < K { A[r, ctx.thread] = 1.0 }")
    wrong("let t = A[r, ctx.lane :+ 4]", "ctx.sum")


def test_h4_elements_of_a_tile():
    checked("let t = A[r, 0 :+ 128]\nlet x = ctx.elem(t, 0, ctx.thread)\nif ctx.thread < K { A[r, ctx.thread] = x }")


def test_h5_stores_to_a_tile():
    checked("var t = zeros([1, 128])\nif ctx.thread < 3 { ctx.store(t, 0, ctx.thread, 1.0) }\nA[r, 0 :+ 128] = t")
    wrong("let t = zeros([1, 128])\nctx.store(t, 0, ctx.thread, 1.0)", "var")


@pytest.mark.parametrize("call", ["warp_sum", "warp_max", "block_sum", "block_max"])
def test_h6_collectives(call):
    checked(f"let x = ctx.{call}(f32(ctx.thread))\nif ctx.thread == 0 {{ O[r] = x }}")


def test_h7_shuffles():
    checked("let x = ctx.shuffle(ctx.lane, ctx.lane ^ 1)\nif ctx.thread == 0 { O[r] = f32(x) }")


def test_h8_barriers():
    checked("if n < 3 { ctx.barrier() }\nif ctx.thread == 0 { O[r] = 1.0 }")


def test_h9_all_threads_take_part():
    wrong("if ctx.thread < 3 { ctx.barrier() }", "barrier")
    wrong("if ctx.lane < 3 { A[r, ctx.lane] = ctx.warp_sum(1.0) }", "warp_sum")
    checked("if ctx.warp < 3 { let x = ctx.warp_sum(f32(ctx.lane))\n if ctx.lane == 0 { O[r] = x } }")
    wrong("if ctx.warp < 3 { A[r, ctx.thread] = ctx.block_sum(1.0) }", "block_sum")
    wrong("O[r] = f32(ctx.thread)", "")
