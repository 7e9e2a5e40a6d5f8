# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Atomic updates of global memory: a kernel for each operation, which does it in every order and scope, with and
without a result, each thread to elements of its own."""

import random

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output

SCOPES = ("cta", "gpu", "sys")
ATOM_ORDERS = ("relaxed", "acquire", "release", "acq_rel")
RED_ORDERS = ("relaxed", "release")  # it cannot acquire
OPERATIONS = [
    f"{name}{bits}" for bits in (32, 64)
    for name in ("add.u", "max.s", "min.s", "max.u", "min.u", "and.b", "or.b", "xor.b", "exch.b", "cas.b", "add.f")
] + ["add.noftz.f16", "add.noftz.bf16"]
# By bits: the constraint and the type of a register.
REGISTERS = {16: ("h", "i16"), 32: ("r", "i32"), 64: ("l", "i64")}


def forms(operation: str) -> list[str]:
    found = [f"atom.{order}.{scope}.global.{operation}" for order in ATOM_ORDERS for scope in SCOPES]
    if not operation.startswith(("exch", "cas")):
        found += [f"red.{order}.{scope}.global.{operation}" for order in RED_ORDERS for scope in SCOPES]
    return found


def _numbers(rng: random.Random, operation: str, bits: int) -> np.ndarray:
    """Bits of any value; of a float one that is an integer, and of all signs."""
    if operation.endswith("bf16"):
        return (np.array([rng.randrange(-64, 65) for _ in range(LANES)], np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if ".f" in operation:
        return np.array([rng.randrange(-64, 65) for _ in range(LANES)], f"f{bits // 8}").view(f"u{bits // 8}")
    return kernels.bits(rng, LANES, bits)


def _case(operation: str) -> Case:
    bits = int(operation[-2:])
    constraint, type = REGISTERS[bits]
    rng = random.Random(operation)
    before, values = _numbers(rng, operation, bits), _numbers(rng, operation, bits)
    inputs = [before, values]
    lines = kernels.load("in0", "t", type, "before") + kernels.load("in1", "t", type, "v")
    if operation.startswith("cas"):
        expected = np.where(np.arange(LANES) % 2 == 0, before, values)
        inputs.append(expected)
        lines += kernels.load("in2", "t", type, "e")
    for number, form in enumerate(forms(operation)):
        lines += [
            f"%c{number} = llvm.mlir.constant({number * LANES} : i32) : i32",
            f"%i{number} = llvm.add %t, %c{number} : i32",
            kernels.element("out0", f"i{number}", type, f"at{number}"),
            f"llvm.store %before, %at{number} : {type}, !llvm.ptr<1>",
        ]
        operands = ["e", "v"] if operation.startswith("cas") else ["v"]
        types = ["!llvm.ptr<1>", *(type for _ in operands)]
        is_atom = form.startswith("atom")
        first = 1 if is_atom else 0
        texts = [f"[${first}]", *(f"${first + 1 + i}" for i in range(len(operands)))]
        constraints = ["l", *(constraint for _ in operands), "~{memory}"]
        if is_atom:
            texts, constraints = ["$0", *texts], [f"={constraint}", *constraints]
        lines.append(
            kernels.inline(f"{form} {', '.join(texts)};", ",".join(constraints), [f"at{number}", *operands], types,
                           [type] if is_atom else [], f"old{number}"))
        if is_atom:
            lines += kernels.store("out1", f"i{number}", type, f"old{number}")
    count = len(forms(operation)) * LANES
    parameters = [f"in{i}" for i in range(len(inputs))] + ["out0", "out1"]
    return Case(f"atomic.{operation}", tuple(forms(operation)), kernels.module(parameters, lines), tuple(inputs),
                (Output(count, type), Output(count, type)))


def cases() -> list[Case]:
    return [_case(operation) for operation in OPERATIONS]
