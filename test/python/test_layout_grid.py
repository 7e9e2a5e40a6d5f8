# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts and access plans over a grid of shapes and types: what must hold of every one of them."""

import itertools
import math
import random

import phobos
import pytest

BYTES = {"u8": 1, "bf16": 2, "f32": 4, "f64": 8}
EXTENTS = [1, 3, 7, 40, 96, 257, 1000]
MOST_ELEMENTS = 16 * 1024  # larger ones are computed in chunks


def shapes() -> list[list[int]]:
    """All of rank 1, and some of each higher rank, that are not too large."""
    pick = random.Random(7)
    found = []
    for rank in range(1, 6):
        fitting = [list(shape) for shape in itertools.product(EXTENTS, repeat=rank) if math.prod(shape) <= MOST_ELEMENTS]
        found += fitting if rank == 1 else pick.sample(fitting, 12)
    return found


GRID = [(shape, dtype) for shape in shapes() for dtype in BYTES]


def tensor(name: str, dtype: str, shape: list[int]) -> str:
    return f"{name}: tensor<{dtype}>{shape}"


def whole(name: str, shape: list[int]) -> str:
    return f"{name}[{', '.join(f'0 :+ {extent}' for extent in shape)}]"


def kernels(make) -> tuple[str, list]:
    """A source with a kernel for each case for which `make` gives its parameters and body, and the cases."""
    texts, cases = [], []
    for shape, dtype in GRID:
        for case in make(shape, dtype):
            parameters, body = case[:2]
            texts.append(f"kernel k{len(cases)}({', '.join(parameters)}) {{\n  {body}\n}}\n")
            cases.append((shape, dtype, *case[2:]))
    return "".join(texts), cases


def explained(make) -> list:
    """Of each case: shape, type, what `make` says beside, layouts and accesses."""
    source, cases = kernels(make)
    layouts = phobos.explain_layouts(source)["kernels"]
    accesses = phobos.explain_accesses(source)["kernels"]
    assert len(layouts) == len(accesses) == len(cases)
    return [(*case, layout, access["accesses"]) for case, layout, access in zip(cases, layouts, accesses)]


def elementwise(shape, dtype):
    parameters = [tensor(name, dtype, shape) for name in "XYZ"]
    yield parameters, f"{whole('Z', shape)} = {whole('X', shape)} + {whole('Y', shape)}"


def reductions(shape, dtype):
    for axis in range(len(shape)):
        result = [1 if dim == axis else extent for dim, extent in enumerate(shape)]
        yield ([tensor("X", dtype, shape), tensor("Y", dtype, result)],
               f"{whole('Y', result)} = max({whole('X', shape)}, axis = {axis})", axis)


def transposes(shape, dtype):
    if len(shape) > 1:
        result = shape[:-2] + [shape[-1], shape[-2]]
        yield [tensor("X", dtype, shape), tensor("Y", dtype, result)], f"{whole('Y', result)} = transpose({whole('X', shape)})"


def reshapes(shape, dtype):
    result = [math.prod(shape)]
    yield [tensor("X", dtype, shape), tensor("Y", dtype, result)], f"{whole('Y', result)} = reshape({whole('X', shape)}, {result})"


def power_of_two_part(number: int) -> int:
    return number & -number


def check_reach(layout: dict) -> None:
    """No tile has many more places in threads than elements."""
    for entry in layout["layouts"]:
        for tile in entry["tiles"]:
            elements = math.prod(int(extent) for extent in tile["tile"].split("x")[:-1])
            places = layout["threads"] * entry["elements_per_thread"] // entry["replicas"]
            assert elements <= places < 4 * elements, (tile, entry)


def check_widths(accesses: list) -> None:
    """Each access is as wide as its tile's rows and 16 bytes allow, or says what is in the way."""
    for access in accesses:
        for part in access["parts"]:
            bytes_moved = part["elements"] * part["element_bytes"]
            refused = [other for other in part["not"] if other["plan"] == "vectors of 16 bytes"]
            assert bool(refused) == (bytes_moved < 16), access


def test_elementwise():
    for shape, dtype, layout, accesses in explained(elementwise):
        assert layout["conversions"] == []
        assert len(layout["layouts"]) <= 2  # one of each version by rows
        check_reach(layout)
        check_widths(accesses)
        widest = min(16 // BYTES[dtype], power_of_two_part(shape[-1]))
        for access in accesses:
            assert max(part["elements"] for part in access["parts"]) == widest, (shape, dtype, access)


def test_reductions():
    for shape, dtype, axis, layout, accesses in explained(reductions):
        assert layout["conversions"] == [], (shape, dtype, axis)
        check_reach(layout)
        check_widths(accesses)


def test_transposes():
    for shape, dtype, layout, accesses in explained(transposes):
        # Where both sides have rows, one of them has to move.
        assert len(layout["conversions"]) <= 2, (shape, dtype)  # one of each version
        for conversion in layout["conversions"]:
            assert conversion["way"] in ("registers", "shuffles", "shared memory") and conversion["why"]
        check_reach(layout)
        check_widths(accesses)


def test_reshapes():
    for shape, dtype, layout, accesses in explained(reshapes):
        assert {conversion["op"] for conversion in layout["conversions"]} <= {"reshape"}, (shape, dtype)
        check_reach(layout)
        check_widths(accesses)


@pytest.mark.parametrize("rows", ["for r in range(0, 64, 8) { acc = acc + X[r :+ 8, 0 :+ 96] }",
                                  "if n > 3 { acc = acc + X[0 :+ 8, 0 :+ 96] } else { acc = acc * X[8 :+ 8, 0 :+ 96] }",
                                  "var i = 0\n  while i < n { acc = acc + X[i :+ 8, 0 :+ 96]\n i = i + 8 }"],
                         ids=["for", "if", "while"])
def test_layouts_go_through_loops_and_branches(rows):
    source = f"""kernel k(X: tensor<f32>[M, 96], Y: tensor<f32>[M, 96], n: i32) {{
  var acc = zeros([8, 96])
  {rows}
  Y[0 :+ 8, 0 :+ 96] = acc
}}
"""
    (kernel,) = phobos.explain_layouts(source)["kernels"]
    assert kernel["conversions"] == []
