# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What each example computes, in NumPy, on data whose answer is known exactly or to a stated error.

Sums and products are of small integers, so they are exact in f32 in any order.
"""

import itertools
import math
import pathlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy

FOLDER = pathlib.Path(__file__).resolve().parent


@dataclass(frozen=True)
class Case:
    """The arguments of a call by name, and what its outputs must hold afterwards, to an absolute error of `tolerance`.
    `types` names the element types that NumPy lacks; arrays hold their bits."""

    arguments: dict[str, object]
    expected: dict[str, numpy.ndarray]
    tolerance: float = 0.0
    types: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    """`make(rng, *extents)` is a case; `tile` is how much of each extent one block (or loop step) covers.

    `whole` names the extent of @specialize, the last one, where a block covers whole rows. Calls give it a value;
    `widths` are some that such a kernel is meant for, of which the first stands for all."""

    make: Callable[..., Case]
    tile: tuple[int, ...]
    whole: str = ""
    widths: tuple[int, ...] = ()

    @property
    def settings(self) -> dict[str, int]:
        """What has to be set where the example is compiled without a call."""
        return self.settings_at(self.widths[:1])

    def settings_at(self, extents: tuple[int, ...]) -> dict[str, int]:
        return {self.whole: extents[-1]} if self.whole else {}

    def extents(self, sizes: Callable[[int], tuple[int, ...]]) -> list[tuple[int, ...]]:
        """All combinations of `sizes(tile)`, but for rows of no elements where rows are whole: @specialize takes none."""
        found = itertools.product(*map(sizes, self.tile))
        return [extents for extents in found if extents[-1] or not self.whole]

    def ragged_extents(self) -> tuple[int, ...]:
        return tuple(3 * size + 5 for size in self.tile)


def settings_of(path: pathlib.Path) -> dict[str, int]:
    """What has to be set where the kernel at `path` is compiled without a call; nothing for one that is no example."""
    return EXAMPLES[path.stem].settings if path.parent == FOLDER and path.stem in EXAMPLES else {}


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


def bf16_bits(values: numpy.ndarray) -> numpy.ndarray:
    """`values`, none of them NaN, rounded to bf16: the bits."""
    bits = values.astype(numpy.float32).view(numpy.uint32).astype(numpy.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(numpy.uint16)


def gemm(rng, m, n, k):
    a, b = integers(rng, m, k), integers(rng, k, n)
    unset_bits = numpy.full((m, n), 0x7FC0, numpy.uint16)
    return Case({"A": bf16_bits(a), "B": bf16_bits(b), "C": unset_bits}, {"C": bf16_bits(a @ b)},
                types={"A": "bf16", "B": "bf16", "C": "bf16"})


def gemm_nt(rng, m, n, k):
    case = gemm(rng, m, n, k)
    transposed = numpy.ascontiguousarray(case.arguments["B"].T)
    return Case(case.arguments | {"B": transposed}, case.expected, types=case.types)


def gemm_bias_gelu(rng, m, n, k):
    a, b, bias = integers(rng, m, k), integers(rng, n, k), integers(rng, 1, n)
    t = (a @ b.T + bias).astype(numpy.float64)
    power = numpy.vectorize(math.erf, otypes=[numpy.float64])(t / math.sqrt(2))
    # t is exact; a gelu of t rounds a few times, by 2^-24 of |t|, which is below 2^13 here.
    return Case({"A": bf16_bits(a), "B": bf16_bits(b), "Bias": bias, "C": unset(m, n)}, {"C": t / 2 * (1 + power)},
                tolerance=2.0**-9, types={"A": "bf16", "B": "bf16"})


def batched_gemm(rng, p, m, n, k):
    a, b = integers(rng, p, m, k), integers(rng, p, k, n)
    return Case({"A": a.astype(numpy.float16), "B": b.astype(numpy.float16), "C": unset(p, m, n)}, {"C": a @ b})


def int8_gemm(rng, m, n, k):
    a, b = rng.integers(-128, 128, (m, k)).astype(numpy.int8), rng.integers(-128, 128, (n, k)).astype(numpy.int8)
    rows, columns = 2.0**rng.integers(-4, 5, (m, 1)), 2.0**rng.integers(-4, 5, (1, n))
    # The sums fit in f32 and the scales are powers of two, so nothing rounds.
    exact = (a.astype(numpy.int64) @ b.T.astype(numpy.int64)) * rows * columns
    arguments = {"A": a, "B": b, "RowScale": rows.astype(numpy.float32), "ColumnScale": columns.astype(numpy.float32)}
    return Case(arguments | {"C": unset(m, n)}, {"C": exact.astype(numpy.float32)})


def f8_gemm(rng, m, n, k):
    bits = numpy.array([0xC0, 0xB8, 0x00, 0x38, 0x40], numpy.uint8)  # of -2 to 2 in e4m3: 1.0 is 7 << 3
    a, b = rng.integers(-2, 3, (m, k)), rng.integers(-2, 3, (n, k))
    unset_bits = numpy.full((m, n), 0x7FC0, numpy.uint16)
    return Case({"scale": 0.25, "A": bits[a + 2], "B": bits[b + 2], "C": unset_bits}, {"C": bf16_bits(0.25 * (a @ b.T))},
                types={"A": "f8e4m3", "B": "f8e4m3", "C": "bf16"})


def split_k(rng, m, n, k):
    a, b, c = integers(rng, m, k), integers(rng, k, n), integers(rng, m, n)
    return Case({"A": bf16_bits(a), "B": bf16_bits(b), "C": c}, {"C": c + a @ b}, types={"A": "bf16", "B": "bf16"})


def rowsum(rng, m, n):
    x = integers(rng, m, n)
    return Case({"X": x, "Y": unset(m, 1)}, {"Y": x.sum(axis=1, keepdims=True)})


def colsum(rng, m, n):
    x = integers(rng, m, n)
    return Case({"X": x, "Y": unset(1, n)}, {"Y": x.sum(axis=0, keepdims=True)})


def rowmax(rng, m, n):
    x = integers(rng, m, n) - 20  # all negative: a fill of 0 would show
    return Case({"X": x, "Y": unset(m, 1)}, {"Y": x.max(axis=1, keepdims=True, initial=-numpy.inf)})


def argmax(rng, m, n):
    x = integers(rng, m, n) - 20  # with many equal ones: the first counts
    x[:m // 8] = -numpy.inf
    x[m // 2:m // 2 + 1, n // 2:] = numpy.nan
    first = x.argmax(axis=1, keepdims=True) if n else numpy.zeros((m, 1))
    return Case({"X": x, "Y": numpy.full((m, 1), -1, numpy.int32)}, {"Y": first.astype(numpy.int32)})


def block_argmax(rng, m, n):
    case = argmax(rng, m, n)
    return Case({"X": case.arguments["X"], "Y": numpy.full(m, -1, numpy.int32)}, {"Y": case.expected["Y"][:, 0]})


def matvec(rng, m, k):
    a, x = integers(rng, m, k), integers(rng, 1, k)
    return Case({"A": a, "x": x, "y": unset(m)}, {"y": (a * x).sum(axis=1)})


def dot(rng, n):
    x, y, before = integers(rng, n), integers(rng, n), integers(rng, 1)
    return Case({"x": x, "y": y, "O": before}, {"O": before + (x * y).sum()})


def int8_matvec(rng, m, k):
    a, x = rng.integers(-128, 128, (m, k)).astype(numpy.int8), rng.integers(-128, 128, (1, k)).astype(numpy.int8)
    rows = 2.0**rng.integers(-4, 5, m)
    # The sums fit in f32 and the scales are powers of two, so nothing rounds.
    exact = (a.astype(numpy.int64) * x).sum(axis=1) * rows * 0.5
    arguments = {"A": a, "x": x, "RowScale": rows.astype(numpy.float32), "scale": 0.5, "y": unset(m)}
    return Case(arguments, {"y": exact.astype(numpy.float32)})


def softmax(rng, m, n):
    x = rng.normal(-20, 4, (m, n)).astype(numpy.float32)
    exact = x.astype(numpy.float64)
    power = numpy.exp(exact - exact.max(axis=1, keepdims=True, initial=-numpy.inf))
    # A sum of n positive terms is off by at most n roundings of 2^-24 each, relative to the sum; a quotient is at most 1.
    return Case({"X": x, "Y": unset(m, n)}, {"Y": power / power.sum(axis=1, keepdims=True)}, tolerance=(n + 8) * 2.0**-24)


def layernorm(rng, m, n):
    x, g, b, eps = rng.normal(3, 2, (m, n)).astype(numpy.float32), integers(rng, 1, n), integers(rng, 1, n), 1e-5
    centred = x.astype(numpy.float64) - x.mean(axis=1, keepdims=True, dtype=numpy.float64)
    normal = centred / numpy.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
    # Relative to a standard deviation of 2, x and its mean round to 2^-24 of about 10; |normal * g| is below 50.
    return Case({"X": x, "G": g, "B": b, "Y": unset(m, n), "eps": eps}, {"Y": normal * g + b}, tolerance=6e-5)


def rmsnorm(rng, m, n):
    x, g, eps = rng.normal(1, 2, (m, n)).astype(numpy.float32), integers(rng, 1, n), 1e-5
    exact = x.astype(numpy.float64)
    scale = 1 / numpy.sqrt((exact**2).mean(axis=1, keepdims=True) + eps)
    # |y| is below 50, and a few operations round, the sum of positive squares among them.
    return Case({"X": x, "G": g, "Y": unset(m, n), "eps": eps}, {"Y": exact * scale * g}, tolerance=6e-5)


def gelu(rng, m, n):
    x, bias, scale = rng.normal(0, 2, (m, n)).astype(numpy.float32), integers(rng, 1, n), integers(rng, 1, n)
    t = x.astype(numpy.float64) + bias
    power = numpy.vectorize(math.erf, otypes=[numpy.float64])(t / math.sqrt(2))
    # x + bias is below 32, and rounds to 2^-20; with the function's slope of about 1 and a scale of at most 8, 2^-16.
    return Case({"X": x, "Bias": bias, "Scale": scale, "Y": unset(m, n)}, {"Y": t / 2 * (1 + power) * scale},
                tolerance=2.0**-15)


def variance(rng, m, n):
    # Far from 0, where the difference of the mean square and the squared mean would have no digit right.
    x = rng.normal(10000, 2, (m, n)).astype(numpy.float32)
    exact = x.astype(numpy.float64)
    mean = exact.sum(axis=1, keepdims=True) / max(n, 1)
    squares = ((exact - mean)**2).sum(axis=1, keepdims=True) / max(n, 1)
    # f32 numbers at 10000 lie 2^-10 apart.
    return Case({"X": x, "Mean": unset(m, 1), "Variance": unset(m, 1)}, {"Mean": mean, "Variance": squares},
                tolerance=2.0**-10)


def cross_entropy(rng, m, v):
    x = rng.normal(0, 4, (m, v)).astype(numpy.float32).view(numpy.uint32) >> 16
    exact = (x << 16).view(numpy.float32).astype(numpy.float64)
    labels = rng.integers(-1, v + 1, (m, 1)).astype(numpy.int32)
    known = (labels >= 0) & (labels < v)
    chosen = numpy.zeros((m, 1))
    chosen[known[:, 0], 0] = exact[known[:, 0], labels[known]]
    largest = exact.max(axis=1, keepdims=True, initial=-1e30)
    with numpy.errstate(divide="ignore"):  # of no logits the sum is 0
        loss = numpy.log(numpy.exp(exact - largest).sum(axis=1, keepdims=True)) + largest - chosen
    return Case({"X": x.astype(numpy.uint16), "Label": labels, "Loss": unset(m, 1)}, {"Loss": loss}, tolerance=2e-5,
                types={"X": "bf16"})


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


# Widths of whole rows: with and without wide accesses, and the vocabularies of GPT-2, padded and not.
ROWS = (8192, 4096, 4095, 16384, 16380, 16383)
VOCABULARIES = (50304, 50257)

EXAMPLES = {
    "argmax": Example(argmax, (4, 256)),
    "batched_gemm": Example(batched_gemm, (1, 64, 64, 32)),
    "block_argmax": Example(block_argmax, (1, 256)),
    "colsum": Example(colsum, (128, 64)),
    "copy2d": Example(copy2d, (64, 64)),
    "cross_entropy": Example(cross_entropy, (2, 200), "V", ROWS + VOCABULARIES),
    "cross_entropy_online": Example(cross_entropy, (2, 2048)),
    "dot": Example(dot, (16384,)),
    "embedding": Example(embedding, (2, 128)),
    "f8_gemm": Example(f8_gemm, (128, 128, 64)),
    "gelu": Example(gelu, (8, 512)),
    "gemm": Example(gemm, (128, 128, 32)),
    "gemm_bias_gelu": Example(gemm_bias_gelu, (128, 64, 32)),
    "gemm_nt": Example(gemm_nt, (128, 128, 32)),
    "histogram": Example(histogram, (1024,)),
    "int8_gemm": Example(int8_gemm, (128, 128, 64)),
    "int8_matvec": Example(int8_matvec, (4, 512)),
    "layernorm": Example(layernorm, (2, 200), "N", ROWS),
    "masked_copy2d": Example(masked_copy2d, (32, 64)),
    "masked_softmax": Example(masked_softmax, (2, 100)),
    "matmul": Example(matmul, (64, 64, 16)),
    "matvec": Example(matvec, (4, 256)),
    "rmsnorm": Example(rmsnorm, (2, 200), "N", ROWS),
    "rowmax": Example(rowmax, (4, 256)),
    "rowsum": Example(rowsum, (4, 256)),
    "saxpy": Example(saxpy, (1024,)),
    "scatter_add": Example(scatter_add, (4, 64)),
    "softmax": Example(softmax, (4, 256)),
    "softmax_online": Example(softmax, (2, 2048)),
    "softmax_rows": Example(softmax, (2, 200), "N", ROWS + VOCABULARIES),
    "split_k": Example(split_k, (64, 64, 32)),
    "transpose": Example(transpose, (128, 64)),
    "variance": Example(variance, (2, 1024)),
    "vector_add": Example(vector_add, (128,)),
}


def largest_error(got: numpy.ndarray, expected: numpy.ndarray) -> float:
    """The largest absolute difference; NaN where only one is NaN, and 0 for equal infinities."""
    got, expected = got.astype(numpy.float64), expected.astype(numpy.float64)
    with numpy.errstate(invalid="ignore"):
        return float(numpy.where(got == expected, 0.0, numpy.abs(got - expected)).max(initial=0.0))
