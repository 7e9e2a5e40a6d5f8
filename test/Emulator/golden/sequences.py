# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What sequences of inline PTX compute with between other instructions: arithmetic, logic, predicates."""

import random

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output

INTEGERS = ("s32", "s64", "u32", "u64")
BITS = ("b32", "b64")
# Instructions of one or two operands, and their types.
UNARY = {"mov": ("b32", "b64", "f32", *INTEGERS), "not": BITS}
BINARY = {
    "add": ("f32", *INTEGERS),
    "sub": ("f32", *INTEGERS),
    "mul": ("f32", ),
    "mul.lo": INTEGERS,
    "and": BITS,
    "or": BITS,
    "xor": BITS,
}
SELECTED = ("b32", "b64", "f32", *INTEGERS)
COMPARED = {
    "eq": (*BITS, *INTEGERS),
    "ne": (*BITS, *INTEGERS),
    **{comparison: INTEGERS for comparison in ("lt", "le", "gt", "ge")}
}


def _register(type: str) -> tuple[str, str]:
    """The constraint, and the type of MLIR."""
    return ("f", "f32") if type == "f32" else ("l", "i64") if type.endswith("64") else ("r", "i32")


def _data(rng: random.Random, type: str) -> np.ndarray:
    if type == "f32":
        return np.array([rng.uniform(-100, 100) for _ in range(LANES)], np.float32).view(np.uint32)
    return kernels.bits(rng, LANES, 64 if type.endswith("64") else 32)


def _case(opcode: str, text: str, result: str, operands: list[tuple[str, np.ndarray]]) -> Case:
    constraints = ",".join([f"={_register(result)[0]}", *(_register(type)[0] for type, _ in operands)])
    types = [_register(type)[1] for type, _ in operands]
    call = lambda names: kernels.inline(text, constraints, names, types, [_register(result)[1]])
    arrays = [array for _, array in operands]
    return kernels.lanewise(opcode, call, list(zip(types, arrays)), [Output(LANES, _register(result)[1])])


def _plain() -> list[Case]:
    cases = []
    for count, families in ((1, UNARY), (2, BINARY)):
        for name, types in families.items():
            for type in types:
                opcode = f"{name}.{type}"
                rng = random.Random(opcode)
                names = ", ".join(f"${i}" for i in range(count + 1))
                cases.append(_case(opcode, f"{opcode} {names};", type, [(type, _data(rng, type)) for _ in range(count)]))
    return cases


def _with_predicates() -> list[Case]:
    cases = []
    for comparison, types in COMPARED.items():
        for type in types:
            opcode = f"setp.{comparison}.{type}"
            rng = random.Random(opcode)
            first, second = _data(rng, type), _data(rng, type)
            second[::3] = first[::3]
            text = f"{{ .reg .pred p; {opcode} p, $1, $2; selp.b32 $0, 1, 0, p; }}"
            cases.append(_case(opcode, text, "b32", [(type, first), (type, second)]))
    for type in SELECTED:
        opcode = f"selp.{type}"
        rng = random.Random(opcode)
        text = f"{{ .reg .pred p; setp.ne.b32 p, $3, 0; {opcode} $0, $1, $2, p; }}"
        choice = np.array([rng.randrange(2) for _ in range(LANES)], np.uint32)
        cases.append(_case(opcode, text, type, [(type, _data(rng, type)), (type, _data(rng, type)), ("b32", choice)]))
    for name, operands in (("and", "p, q"), ("or", "p, q"), ("xor", "p, q"), ("not", "p"), ("mov", "q")):
        opcode = f"{name}.pred"
        text = (f"{{ .reg .pred p; .reg .pred q; .reg .pred r; setp.ne.b32 p, $1, 0; setp.ne.b32 q, $2, 0; "
                f"{opcode} r, {operands}; selp.b32 $0, 1, 0, r; }}")
        lanes = np.arange(LANES, dtype=np.uint32)
        cases.append(_case(opcode, text, "b32", [("b32", lanes & 1), ("b32", lanes >> 1 & 1)]))
    return cases


def cases() -> list[Case]:
    return _plain() + _with_predicates()
