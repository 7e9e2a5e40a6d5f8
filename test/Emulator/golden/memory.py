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
HINTED_WIDTHS = [(8, 1), (16, 1), (32, 1), (32, 2), (32, 4)]
VOLATILE_WIDTHS = [(8, 1), (16, 1), (32, 1), (64, 1)]
EVICT = ("evict_first", "evict_last")
# Cache operators of loads and of stores, side by side.
OPERATORS = [("ca", "wb"), ("cg", "cg"), ("cs", "cs"), ("cv", "wt")]


def _suffix(bits: int, count: int) -> str:
    return f"{f'v{count}.' if count > 1 else ''}b{bits}"


def _list(count: int) -> str:
    names = ", ".join(f"${i}" for i in range(count))
    return f"{{{names}}}" if count > 1 else names


def _guard(rng: random.Random) -> np.ndarray:
    return np.array([rng.randrange(2) for _ in range(LANES)], np.uint32)


def _policy(evict: str) -> tuple[str, list[str]]:
    """The opcode that makes a policy of the second cache, and the lines that make %policy; none for no `evict`."""
    opcode = f"createpolicy.fractional.L2::{evict}.b64"
    return opcode, [f'%policy = llvm.inline_asm "{opcode} $0;", "=l" : () -> i64'] if evict else []


def _load(bits: int, count: int, begin: str = "ld.global", evict: str = "") -> Case:
    """`begin` is the opcode up to the width; with `evict` it takes a policy."""
    opcode = f"{begin}.{_suffix(bits, count)}"
    constraint, type = REGISTERS[bits]
    rng = random.Random(opcode)
    others = [kernels.bits(rng, LANES, kernels.BYTES[type] * 8) for _ in range(count)]
    data = kernels.bits(rng, LANES * count, bits)
    lines = [kernels.element("in0", "t", f"!llvm.array<{count} x i{bits}>", "at"), *kernels.load("in1", "t", "i1", "guard")]
    for i in range(count):
        lines += kernels.load(f"in{2 + i}", "t", type, f"other{i}")
    maker, more = _policy(evict)
    lines += more
    policy = f", ${2 * count + 2}" if evict else ""
    constraints = [f"={constraint}"] * count + ["l", "b", *map(str, range(count)), *("l" for _ in more), "~{memory}"]
    types = [type] * count
    lines.append(
        kernels.inline(f"@${count + 1} {opcode} {_list(count)}, [${count}]{policy};", ",".join(constraints),
                       ["at", "guard", *(f"other{i}" for i in range(count)), *("policy" for _ in more)],
                       ["!llvm.ptr<1>", "i1", *types, *("i64" for _ in more)], types))
    parts, names = kernels.unpack(types, "r")
    lines += parts
    for i, name in enumerate(names):
        lines += kernels.store(f"out{i}", "t", type, name)
    parameters = [f"in{i}" for i in range(2 + count)] + [f"out{i}" for i in range(count)]
    functions = (opcode, maker) if evict else (opcode, )
    return Case(opcode, functions, kernels.module(parameters, lines), (data, _guard(rng), *others),
                (Output(LANES, type), ) * count)


def _store(bits: int, count: int, begin: str = "st.global", evict: str = "") -> Case:
    opcode = f"{begin}.{_suffix(bits, count)}"
    constraint, type = REGISTERS[bits]
    rng = random.Random(opcode)
    values = [kernels.bits(rng, LANES, kernels.BYTES[type] * 8) for _ in range(count)]
    lines = kernels.load("in0", "t", "i1", "guard")
    for i in range(count):
        lines += kernels.load(f"in{1 + i}", "t", type, f"v{i}")
    lines.append(kernels.element("out0", "t", f"!llvm.array<{count} x i{bits}>", "at"))
    maker, more = _policy(evict)
    lines += more
    policy = f", ${count + 2}" if evict else ""
    constraints = [constraint] * count + ["l", "b", *("l" for _ in more), "~{memory}"]
    lines.append(
        kernels.inline(f"@${count + 1} {opcode} [${count}], {_list(count)}{policy};", ",".join(constraints),
                       [*(f"v{i}" for i in range(count)), "at", "guard", *("policy" for _ in more)],
                       [type] * count + ["!llvm.ptr<1>", "i1", *("i64" for _ in more)], []))
    parameters = [f"in{i}" for i in range(1 + count)] + ["out0"]
    functions = (opcode, maker) if evict else (opcode, )
    return Case(opcode, functions, kernels.module(parameters, lines), (_guard(rng), *values),
                (Output(LANES * count, f"i{bits}"), ))


def _hinted() -> list[Case]:
    """What an access says of caches."""
    pairs = [(f"ld.global.L1::{evict}", f"st.global.L1::{evict}", "") for evict in EVICT]
    for index, (load, store) in enumerate(OPERATORS):
        pairs.append((f"ld.global.{load}", f"st.global.{store}", ""))
        pairs.append((f"ld.global.{load}.L2::cache_hint", f"st.global.{store}.L2::cache_hint", EVICT[index % 2]))
    return [
        make(*width, begin, evict) for load, store, evict in pairs for width in HINTED_WIDTHS
        for make, begin in ((_load, load), (_store, store))
    ]


def cases() -> list[Case]:
    plain = [make(*width) for width in WIDTHS for make in (_load, _store)]
    volatile = [
        make(*width, begin) for width in VOLATILE_WIDTHS
        for make, begin in ((_load, "ld.volatile.global"), (_store, "st.volatile.global"))
    ]
    return plain + volatile + _hinted()
