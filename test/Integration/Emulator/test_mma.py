# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mma.sync in the emulator against products of whole matrices, which NumPy computes. Which lane has which element is
written down here from the figures of the PTX ISA, "Matrix Fragments for mma.m…"; numbers are integers, so that every
sum is exact."""

import os
import pathlib
import random
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
sys.path.append(str(ROOT / "test/Emulator"))

from golden import matrices  # noqa: E402
from golden.emulate import emulate  # noqa: E402
from golden.kernels import LANES  # noqa: E402


def rows_and_columns_of_a(form: matrices.Product, lane: int) -> list[tuple[int, int]]:
    """Of the elements a0, a1, … that a lane holds."""
    group, thread = divmod(lane, 4)
    count = form.m * form.k // LANES
    if form.a == "f64":  # .m8n8k4: a0; else a pair of rows, columns 4 apart
        return [(group + i % 2 * 8, thread + i // 2 * 4) for i in range(count)]
    if form.a == "tf32":
        return [(group + i % 2 * 8, thread + i // 2 * 4) for i in range(count)]
    wide = {"f16": 2, "bf16": 2}.get(form.a, 4)  # elements of a register
    return [(group + i // wide % 2 * 8, thread * wide + i % wide + i // (2 * wide) * 4 * wide) for i in range(count)]


def rows_and_columns_of_b(form: matrices.Product, lane: int) -> list[tuple[int, int]]:
    group, thread = divmod(lane, 4)
    count = form.k * 8 // LANES
    if form.b in ("f64", "tf32"):
        return [(thread + i * 4, group) for i in range(count)]
    wide = {"f16": 2, "bf16": 2}.get(form.b, 4)
    return [(thread * wide + i % wide + i // wide * 4 * wide, group) for i in range(count)]


def rows_and_columns_of_c(form: matrices.Product, lane: int) -> list[tuple[int, int]]:
    group, thread = divmod(lane, 4)
    return [(group + i // 2 * 8, thread * 2 + i % 2) for i in range(form.m * 8 // LANES)]


def spread(matrix: np.ndarray, places) -> np.ndarray:
    """The elements of all lanes, lane by lane."""
    return np.array([matrix[place] for lane in range(LANES) for place in places(lane)])


def integers(rng: random.Random, shape: tuple[int, int], type: str) -> np.ndarray:
    low, high = {"s8": (-128, 127), "u8": (0, 255), "s32": (-2**31, 2**31 - 1)}.get(type, (-4, 4))
    return np.array([rng.randint(low, high) for _ in range(shape[0] * shape[1])]).reshape(shape)


@pytest.mark.parametrize("form", matrices.products(), ids=lambda form: form.name)
def test_product_is_that_of_whole_matrices(form, tmp_path):
    rng = random.Random(form.name)
    a, b, c = (integers(rng, shape, type)
               for shape, type in (((form.m, form.k), form.a), ((form.k, 8), form.b), ((form.m, 8), form.c)))
    want = a @ b + c
    if form.saturates:
        want = want.clip(-2**31, 2**31 - 1)
    fragments = [
        matrices.encode(spread(matrix, lambda lane: places(form, lane)), type) for matrix, type, places in (
            (a, form.a, rows_and_columns_of_a), (b, form.b, rows_and_columns_of_b), (c, form.c, rows_and_columns_of_c))
    ]
    case = matrices.product_case(form, "test", *fragments)
    registers = emulate(case, TOOLS, tmp_path)
    expected = matrices.operand(matrices.encode(spread(want, lambda lane: rows_and_columns_of_c(form, lane)), form.c),
                                len(registers))
    np.testing.assert_array_equal(registers, expected)
