# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cp.async: each thread copies to shared memory, waits, and behind a barrier reads what another one has copied."""

import dataclasses
import random

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output

CP_ASYNC = "llvm.nvvm.cp.async."
FORMS = [("ca", 4), ("ca", 8), ("ca", 16), ("cg", 16)]


def _copy(cache: str, size: int, is_filled: bool, wait: str) -> Case:
    """With a size of the source, every size is one thread's."""
    function = f"{CP_ASYNC}{cache}.shared.global.{size}{'.s' if is_filled else ''}"
    word = f"!llvm.array<{size} x i8>"
    pointer_types = ["!llvm.ptr<3>", "!llvm.ptr<1>"] + ["i32"] * is_filled
    lines = [
        "%base = llvm.mlir.addressof @shared : !llvm.ptr<3>", "%three = llvm.mlir.constant(3 : i32) : i32",
        kernels.element("in0", "t", word, "from"),
        f"%own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, {word}"
    ]
    if is_filled:
        lines += kernels.load("in1", "t", "i32", "bytes")
    lines.append(kernels.intrinsic(function, ["own", "from"] + ["bytes"] * is_filled, pointer_types, []))
    if wait == "wait.group":
        lines += [f'llvm.call_intrinsic "{CP_ASYNC}commit.group"() : () -> ()', "nvvm.cp.async.wait.group 0"]
    else:
        lines.append(f'llvm.call_intrinsic "{CP_ASYNC}wait.all"() : () -> ()')
    lines += [
        "nvvm.barrier0", "%other = llvm.xor %t, %three : i32",
        f"%at = llvm.getelementptr %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, {word}",
        kernels.element("out0", "t", word, "to")
    ]
    for i in range(size // 4):
        lines += [
            f"%at{i} = llvm.getelementptr %at[{4 * i}] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8",
            f"%to{i} = llvm.getelementptr %to[{4 * i}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8",
            f"%v{i} = llvm.load %at{i} : !llvm.ptr<3> -> i32",
            f"llvm.store %v{i}, %to{i} : i32, !llvm.ptr<1>",
        ]
    rng = random.Random(function)
    inputs = [kernels.bits(rng, LANES * size // 4, 32)]
    if is_filled:
        inputs.append(np.array([lane % (size + 1) for lane in range(LANES)], np.uint32))
    parameters = ["in0", *["in1"] * is_filled, "out0"]
    waits = (f"{CP_ASYNC}commit.group", f"{CP_ASYNC}wait.group") if wait == "wait.group" else (f"{CP_ASYNC}wait.all", )
    return Case(f"{function}/{wait}", (function, *waits), kernels.module(parameters, lines, LANES * size), tuple(inputs),
                (Output(LANES * size // 4), ))


def _inline(cache: str, size: int) -> Case:
    """The same as inline PTX, with addresses of shared memory in 32 bits."""
    case = _copy(cache, size, False, "wait.group")
    opcode = f"cp.async.{cache}.shared.global"
    waits = ["cp.async.commit_group", "cp.async.wait_group"] if size < 16 else ["cp.async.wait_all"]
    texts = {"cp.async.wait_group": "cp.async.wait_group 0"}
    lines = ["%own32 = llvm.ptrtoint %own : !llvm.ptr<3> to i32"]
    lines.append(
        kernels.inline(f"{opcode} [$0], [$1], {size};", "r,l,~{memory}", ["own32", "from"], ["i32", "!llvm.ptr<1>"], []))
    lines += [kernels.inline(f"{texts.get(wait, wait)};", "~{memory}", [], [], []) for wait in waits]
    kept = [line for line in case.module.split("\n") if "cp.async" not in line]
    at = next(i for i, line in enumerate(kept) if "nvvm.barrier0" in line)
    text = "\n".join(kept[:at] + [f"    {line}" for line in lines] + kept[at:])
    return dataclasses.replace(case, name=f"{opcode}/{size}", functions=(opcode, *waits), module=text)


def cases() -> list[Case]:
    return [
        _copy(cache, size, is_filled, wait) for cache, size in FORMS for is_filled in (False, True)
        for wait in ("wait.group", "wait.all")
    ] + [_inline(cache, size) for cache, size in FORMS]
