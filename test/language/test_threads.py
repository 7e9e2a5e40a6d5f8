# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules H1 to H4 of docs/Language.md: per-thread code is checked, and not run yet."""

import pytest
from language import refused

HEAD = "kernel k(A: tensor<f32>[M, K], O: tensor<f32>[M], n: i32) {\n  let r = ctx.block.x\n"


def checked(body: str) -> None:
    """`body` has no mistake: all that is missing is a way to run it."""
    refused(f"{HEAD}{body}\n}}", "not supported yet")


def wrong(body: str, message: str) -> None:
    refused(f"{HEAD}{body}\n}}", message)


def test_h1_who_varies():
    checked("var s: f32 = 0.0\nfor k in range(ctx.lane, K, ctx.lanes) { s += A[r, k] }\nO[r] = ctx.warp_sum(s)")
    wrong("let t = ctx.thred", "ctx.thread")


def test_h2_a_run_of_a_thread():
    checked("let s = ctx.sum(A[r, ctx.lane * 4 :+ 4] * 2.0)\nO[r] = ctx.block_sum(s)")


def test_h3_elements_of_a_tile():
    checked("var t = A[r :+ 1, 0 :+ 64]\nlet x = ctx.elem(t, [0, ctx.thread])\nctx.store(t, [0, ctx.thread], x * 2.0)\nO[r] = ctx.block_sum(x)")


@pytest.mark.parametrize("call", ["ctx.barrier()", "O[r] = ctx.block_sum(1.0)"])
def test_h4_all_threads_take_part(call):
    wrong(f"if ctx.thread < 3 {{ {call} }}", "per-thread")
    checked(f"if n < 3 {{ {call} }}\nO[r] = ctx.block_sum(f32(ctx.thread))")
