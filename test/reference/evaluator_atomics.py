# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Atomics, for evaluator_program.py: elements are updated one after the other, in row-major order."""

import numpy as np

from evaluator_types import decode, encode, EvaluationError
from evaluator_values import adapt, Constant, convert, elementwise, fail, Lazy, Pointer, read_slice, realise, Tensor, Value

OPERATORS = {"add": "+", "and": "&", "or": "|", "xor": "^"}


class Atomics:
    """The part of a Body that calls atomics."""

    def atomic(self, node):
        name = node["callee"]["name"].removeprefix("atomic_")
        names = ("to", "expected", "value") if name == "cas" else ("to", "value")
        given = dict(zip(names, self.positional(node))) | self.named(node)
        place = given["to"]
        values = {key: self.evaluate(given[key]) for key in names[1:]}
        if place["kind"] == "subscript":
            base = self.evaluate(place["base"])
            if not isinstance(base, Tensor):
                fail(place, "expected a tensor")
            memory, flat = base.memory, base.memory.flat
            slices = self.slices(place, base)
            positions = read_slice(np.arange(memory.size).reshape(memory.shape), slices, -1)
            mask, shape = positions >= 0, tuple(part.length for part in slices)
            type = base.type
        else:
            pointer = self.evaluate(place)
            if not isinstance(pointer, Pointer):
                fail(place, "expected a slice of a tensor or a pointer")
            shaped = [value for value in values.values() if isinstance(value, Lazy)]
            positions, mask = self.lanes(pointer, given, shaped[0] if shaped else None)
            flat, shape, type = pointer.memory, mask.shape, pointer.type
            self.check_offsets(pointer, positions[mask])
        operands = {key: np.broadcast_to(self.operand(value, shape, type), shape).reshape(positions.shape)
                    for key, value in values.items()}
        old = np.zeros(positions.shape, type.held)
        for lane in np.ndindex(positions.shape):
            if mask[lane]:
                old[lane] = self.update(name, flat, int(positions[lane]), type, {key: v[lane] for key, v in operands.items()})
        return Value(type, old)

    def operand(self, value, shape, type) -> np.ndarray:
        value = adapt(value, type) if isinstance(value, Constant) else convert(realise(value, shape), type)
        return value.data

    def update(self, name: str, flat: np.ndarray, position: int, type, operands: dict):
        bits = flat[position:position + 1]
        old = Value(type, np.array(decode(bits, type)[0], type.held))
        value = Value(type, np.array(operands["value"], type.held))
        if name in OPERATORS:
            new = self.binary(OPERATORS[name], old, value)
        elif name in ("max", "min"):
            new = elementwise(name, [old, value])
        elif name == "xchg":
            new = value
        elif name == "cas":
            expected = encode(np.array([operands["expected"]], type.held), type)
            new = value if expected.tobytes() == bits.tobytes() else None
        else:
            raise EvaluationError(f"unknown atomic {name}")
        if new is not None:
            flat[position:position + 1] = encode(new.data.reshape(1), type)
        return old.data

    call_atomic_add = call_atomic_and = call_atomic_or = call_atomic_xor = atomic
    call_atomic_max = call_atomic_min = call_atomic_xchg = call_atomic_cas = atomic
