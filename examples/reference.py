# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each example computes, in NumPy, on data whose answer is known exactly or to a stated error.

Sums and products are of small integers, so they are exact in f32 in any order.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy


@dataclass(frozen=True)
class Case:
    """The arguments of a call by name, and what its outputs must hold afterwards, to an absolute error of `tolerance`."""

    arguments: dict[str, object]
    expected: dict[str, numpy.ndarray]
    tolerance: float = 0.0


@dataclass(frozen=True)
class Example:
    """`make(rng, *extents)` is a case; `tile` is how much of each extent one block (or loop step) covers."""

    make: Callable[..., Case]
    tile: tuple[int, ...]

    def ragged_extents(self) -> tuple[int, ...]:
        return tuple(3 * size + 5 for size in self.tile)


def integers(rng: numpy.random.Generator, *shape: int) -> numpy.ndarray:
    return rng.integers(-8, 9, shape).astype(numpy.float32)


def unset(*shape: int) -> numpy.ndarray:
    """An output before the call; no answer is NaN."""
    return numpy.full(shape, numpy.nan, numpy.float32)


def saxpy(rng, n):
    x, y = integers(rng, n), integers(rng, n)
    return Case({"alpha": 3.0, "X": x, "Y": y}, {"Y": 3 * x + y})


def copy2d(rng, m, n):
    a = integers(rng, m, n)
    return Case({"A": a, "B": unset(m, n)}, {"B": a})


def transpose(rng, m, n):
    a = integers(rng, m, n)
    return Case({"A": a, "B": unset(n, m)}, {"B": a.T})


def matmul(rng, m, n, k):
    a, b = integers(rng, m, k), integers(rng, k, n)
    return Case({"A": a, "B": b, "C": unset(m, n)}, {"C": a @ b})


def rowsum(rng, m, n):
    x = integers(rng, m, n)
    return Case({"X": x, "Y": unset(m, 1)}, {"Y": x.sum(axis=1, keepdims=True)})


def colsum(rng, m, n):
    x = integers(rng, m, n)
    return Case({"X": x, "Y": unset(1, n)}, {"Y": x.sum(axis=0, keepdims=True)})


def rowmax(rng, m, n):
    x = integers(rng, m, n) - 20  # all negative: a fill of 0 would show
    return Case({"X": x, "Y": unset(m, 1)}, {"Y": x.max(axis=1, keepdims=True, initial=-numpy.inf)})


def softmax(rng, m, n):
    x = rng.normal(-20, 4, (m, n)).astype(numpy.float32)
    exact = x.astype(numpy.float64)
    power = numpy.exp(exact - exact.max(axis=1, keepdims=True, initial=-numpy.inf))
    # A sum of n positive terms is off by at most n roundings of 2^-24 each, relative to the sum; a quotient is at most 1.
    return Case({"X": x, "Y": unset(m, n)}, {"Y": power / power.sum(axis=1, keepdims=True)}, tolerance=(n + 8) * 2.0**-24)


def vector_add(rng, n):
    a, b = integers(rng, n), integers(rng, n)
    return Case({"a": a, "b": b, "c": unset(n), "n": n}, {"c": a + b})


def masked_copy2d(rng, m, n):
    a = integers(rng, m, n)
    return Case({"a": a, "b": unset(m, n), "rows": m, "cols": n}, {"b": a})


def masked_softmax(rng, m, n):
    case = softmax(rng, m, n)
    x, y = case.arguments["X"], case.arguments["Y"]
    return Case({"x": x, "y": y, "rows": m, "cols": n}, {"y": case.expected["Y"]}, case.tolerance)


def histogram(rng, n):
    k = 10
    x = rng.integers(-3, k + 3, n).astype(numpy.int32)
    before = rng.integers(0, 5, k).astype(numpy.int32)
    counts = numpy.bincount(x[(x >= 0) & (x < k)], minlength=k)
    return Case({"x": x, "counts": before, "n": n, "k": k}, {"counts": (before + counts).astype(numpy.int32)})


def embedding(rng, n, width):
    k = 7
    ids, table = rng.integers(-2, k + 2, n).astype(numpy.int32), integers(rng, k, width)
    is_known = (ids >= 0) & (ids < k)
    rows = numpy.where(is_known[:, None], table[numpy.where(is_known, ids, 0)], numpy.float32(0))
    arguments = {"ids": ids, "table": table, "result": unset(n, width), "n": n, "k": k, "width": width}
    return Case(arguments, {"result": rows})


def scatter_add(rng, n, width):
    k = 5
    rows, ids = integers(rng, n, width), rng.integers(0, k, n).astype(numpy.int32)
    before = integers(rng, k, width)
    after = before.copy()
    numpy.add.at(after, ids, rows)
    return Case({"rows": rows, "ids": ids, "result": before, "n": n, "width": width}, {"result": after})


EXAMPLES = {
    "colsum": Example(colsum, (64, 64)),
    "copy2d": Example(copy2d, (64, 64)),
    "embedding": Example(embedding, (2, 128)),
    "histogram": Example(histogram, (1024,)),
    "masked_copy2d": Example(masked_copy2d, (32, 64)),
    "masked_softmax": Example(masked_softmax, (2, 100)),
    "matmul": Example(matmul, (64, 64, 16)),
    "rowmax": Example(rowmax, (4, 256)),
    "rowsum": Example(rowsum, (4, 256)),
    "saxpy": Example(saxpy, (1024,)),
    "scatter_add": Example(scatter_add, (4, 64)),
    "softmax": Example(softmax, (4, 256)),
    "transpose": Example(transpose, (64, 64)),
    "vector_add": Example(vector_add, (128,)),
}


def largest_error(got: numpy.ndarray, expected: numpy.ndarray) -> float:
    """The largest absolute difference; NaN where only one is NaN, and 0 for equal infinities."""
    got, expected = got.astype(numpy.float64), expected.astype(numpy.float64)
    with numpy.errstate(invalid="ignore"):
        return float(numpy.where(got == expected, 0.0, numpy.abs(got - expected)).max(initial=0.0))
