# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the kernels of examples/ at every kind of extent, and checks results and the memory around them.

What a kernel computes is said by examples/reference.py.
"""

import dataclasses
import pathlib
import sys

import numpy as np

import phobos
from phobos.gpu import GpuArray, count

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples"
sys.path.append(str(FOLDER))

from reference import EXAMPLES, Case, Example  # noqa: E402, F401

# Bits that no kernel computes, by the size of an element: a NaN with a payload where that is a float.
POISON = {1: 0x7F, 2: 0x7FE5, 4: 0x7FC0A5A5, 8: 0x7FF8A5A5A5A5A5A5}


def has_gpu() -> bool:
    try:
        return count() > 0
    except phobos.DriverError:
        return False


def extents_of(example: Example) -> list[tuple[int, ...]]:
    """Nothing, one element, and around one and three tiles, in all combinations."""
    return example.extents(lambda tile: (0, 1, tile - 1, tile, tile + 1, 3 * tile + 5))


@dataclasses.dataclass
class Guarded:
    """A copy of an array between guards, on the host or on GPU 0."""

    flat: np.ndarray  # what was there before the run, guards included
    memory: object
    view: object

    @staticmethod
    def make(array: np.ndarray, place: str, guard: int) -> "Guarded":
        padding = np.full(guard, POISON[array.itemsize], f"u{array.itemsize}").view(array.dtype)
        flat = np.concatenate([padding, array.ravel(), padding])
        if place == "host":
            memory = flat.copy()
            return Guarded(flat, memory, memory[guard:guard + array.size].reshape(array.shape))
        memory = GpuArray(flat)
        return Guarded(flat, memory, memory.part(guard, array.shape))

    def after(self) -> np.ndarray:
        return self.memory if isinstance(self.memory, np.ndarray) else self.memory.numpy()


def run(kernel: phobos.Kernel, case: Case, place: str, guard: int) -> list[str]:
    """Runs the kernel once, and says what is wrong with its results or with what it must not write."""
    guarded = {
        name: Guarded.make(value, place, guard)
        for name, value in case.arguments.items() if isinstance(value, np.ndarray)
    }
    views = {name: array.view for name, array in guarded.items()}
    views |= {name: phobos.typed(views[name], type) for name, type in case.types.items()}
    kernel(**(case.arguments | views))
    problems = []
    for name, array in guarded.items():
        after, size = array.after(), array.flat.size
        inside = slice(guard, size - guard)
        for part in (slice(0, guard), slice(size - guard, size)):
            if after[part].tobytes() != array.flat[part].tobytes():
                problems.append(f"{name}: an element outside the array changed")
        if name in case.expected:
            problems += compare(name, after[inside].reshape(case.expected[name].shape), case)
        elif after[inside].tobytes() != array.flat[inside].tobytes():
            problems.append(f"{name}: an input changed")
    return problems


def compare(name: str, got: np.ndarray, case: Case) -> list[str]:
    expected = case.expected[name]
    with np.errstate(invalid="ignore"):
        wrong = ~((got == expected) | (np.abs(got - expected) <= case.tolerance))
    if not wrong.any():
        return []
    first = tuple(int(index[0]) for index in np.nonzero(wrong))
    return [f"{name}: {int(wrong.sum())} of {wrong.size} elements are wrong, first {list(first)}: expected "
            f"{expected[first]}, got {got[first]}"]
