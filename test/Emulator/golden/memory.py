# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads and stores of inline PTX, in the form that the compiler emits: guarded, the registers tied to other values."""

import random

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output

# By bits of a word: the constraint and the type of its register.
REGISTERS = {8: ("h", "i16"), 16: ("h", "i16"), 32: ("r", "i32"), 64: ("l", "i64")}
WIDTHS = [(8, 1), (16, 1), (32, 1), (64, 1), (8, 2), (16, 2), (32, 2), (64, 2), (32, 4)]


def _suffix(bits: int, count: int) -> str:
    return f"{f'v{count}.' if count > 1 else ''}b{bits}"


def _list(count: int) -> str:
    names = ", ".join(f"${i}" for i in range(count))
    return f"{{{names}}}" if count > 1 else names


def _guard(rng: random.Random) -> np.ndarray:
    return np.array([rng.randrange(2) for _ in range(LANES)], np.uint32)


def _load(bits: int, count: int) -> Case:
    opcode = f"ld.global.{_suffix(bits, count)}"
    constraint, type = REGISTERS[bits]
    rng = random.Random(opcode)
    others = [kernels.bits(rng, LANES, kernels.BYTES[type] * 8) for _ in range(count)]
    data = kernels.bits(rng, LANES * count, bits)
    lines = [kernels.element("in0", "t", f"!llvm.array<{count} x i{bits}>", "at"), *kernels.load("in1", "t", "i1", "guard")]
    for i in range(count):
        lines += kernels.load(f"in{2 + i}", "t", type, f"other{i}")
    constraints = [f"={constraint}"] * count + ["l", "b", *map(str, range(count)), "~{memory}"]
    types = [type] * count
    lines.append(
        kernels.inline(f"@${count + 1} {opcode} {_list(count)}, [${count}];", ",".join(constraints),
                       ["at", "guard", *(f"other{i}" for i in range(count))], ["!llvm.ptr<1>", "i1", *types], types))
    parts, names = kernels.unpack(types, "r")
    lines += parts
    for i, name in enumerate(names):
        lines += kernels.store(f"out{i}", "t", type, name)
    parameters = [f"in{i}" for i in range(2 + count)] + [f"out{i}" for i in range(count)]
    return Case(opcode, (opcode, ), kernels.module(parameters, lines), (data, _guard(rng), *others),
                (Output(LANES, type), ) * count)


def _store(bits: int, count: int) -> Case:
    opcode = f"st.global.{_suffix(bits, count)}"
    constraint, type = REGISTERS[bits]
    rng = random.Random(opcode)
    values = [kernels.bits(rng, LANES, kernels.BYTES[type] * 8) for _ in range(count)]
    lines = kernels.load("in0", "t", "i1", "guard")
    for i in range(count):
        lines += kernels.load(f"in{1 + i}", "t", type, f"v{i}")
    lines.append(kernels.element("out0", "t", f"!llvm.array<{count} x i{bits}>", "at"))
    constraints = [constraint] * count + ["l", "b", "~{memory}"]
    lines.append(
        kernels.inline(f"@${count + 1} {opcode} [${count}], {_list(count)};", ",".join(constraints),
                       [*(f"v{i}" for i in range(count)), "at", "guard"], [type] * count + ["!llvm.ptr<1>", "i1"], []))
    parameters = [f"in{i}" for i in range(1 + count)] + ["out0"]
    return Case(opcode, (opcode, ), kernels.module(parameters, lines), (_guard(rng), *values),
                (Output(LANES * count, f"i{bits}"), ))


def cases() -> list[Case]:
    return [make(bits, count) for bits, count in WIDTHS for make in (_load, _store)]
