# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that phobos-split-loops takes apart run the same iterations, at every extent and from every start.

Each kernel runs as it is and after the pass, alone and between the passes that remove masks; all give what NumPy says. Data
are small integers, so that sums are exact in any order.
"""

import itertools
import pathlib
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import phobos  # noqa: E402

REMOVE = "phobos-fold-iota-masks,phobos-eliminate-masks"
SPLIT = "phobos-split-loops"
PASSES = {
    "none": None,
    "split": SPLIT,
    "steady only": "phobos-split-loops{max-ops=40}",
    "removed": f"canonicalize,cse,{REMOVE},{SPLIT},canonicalize,cse,{REMOVE},canonicalize,phobos-verify-masks",
}
MOST, LEAST = 2**63 - 1, -2**63


def integers(*shape: int) -> np.ndarray:
    count = int(np.prod(shape))
    return ((np.arange(count) * 7 + count) % 17 - 8).reshape(shape).astype(np.float32)


def part(array: np.ndarray, *slices: tuple[int, int], fill: float = 0.0) -> np.ndarray:
    """The slice of `count` elements from `start` in each dim, elements outside of the array as the fill."""
    result = np.full([count for _, count in slices], fill, array.dtype)
    inside = [(max(0, -start), min(count, extent - start)) for (start, count), extent in zip(slices, array.shape)]
    if all(low < high for low, high in inside):
        here = tuple(slice(low, high) for low, high in inside)
        there = tuple(slice(start + low, start + high) for (start, _), (low, high) in zip(slices, inside))
        result[here] = array[there]
    return result


def row_sum(array: np.ndarray, starts, count: int) -> np.ndarray:
    """The sum of the slices of a row, and how many they are."""
    total = np.zeros((1, count), np.float32)
    number = 0
    for start in starts:
        total += part(array, (0, 1), (start, count))
        number += 1
    return np.concatenate([total, np.full((1, 1), number, np.float32)], axis=1)


@dataclass(frozen=True)
class Case:
    """`calls` gives the arguments before the output, and what the output must hold."""

    source: str
    calls: Callable[[], Iterator[tuple[tuple, np.ndarray]]]
    tolerance: float = 0.0


def walk(bounds: str, access: str, positions: Callable, bases=(0, ), size: int = 8) -> Case:
    """A loop over a row of X that adds up slices, and counts its iterations in a column of Y."""
    source = f"""
kernel k(X: tensor<f32>[1, K], b: index, Y: tensor<f32>[1, {size + 1}]) {{
  var acc = zeros([1, {size}])
  var count = 0.0
  for kt in range({bounds}) {{
    acc += X[0 :+ 1, {access} :+ {size}]
    count += 1.0
  }}
  Y[0 :+ 1, 0 :+ {size}] = acc
  Y[0, {size}] = count
}}
"""

    def calls():
        for extent, base in itertools.product([*range(0, 2 * size + 2), 40, 41, 63, 100], bases):
            x = integers(1, extent)
            yield (x, base), row_sum(x, positions(extent, base), size)

    return Case(source, calls)


STARTS = (0, 1, 7, 8, 30, -1, -7, -8, -9, -30)

CASES = {
    "aligned": walk("0, K, 8", "kt", lambda K, b: range(0, K, 8)),
    "from a base": walk("b, K, 8", "kt", lambda K, b: range(b, K, 8), STARTS),
    "to a bound": walk("0, b, 8", "kt", lambda K, b: range(0, b, 8), STARTS),
    "at a base": walk("0, K, 8", "b + kt", lambda K, b: range(b, b + K, 8), STARTS),
    "before a base": walk("0, K, 8", "kt - b", lambda K, b: range(-b, K - b, 8), STARTS),
    "below zero": walk("-20, K, 8", "kt", lambda K, b: range(-20, K, 8)),
    "past the extent": walk("0, K + 40, 8", "kt", lambda K, b: range(0, K + 40, 8)),
    "before the extent": walk("0, K - 11, 8", "kt", lambda K, b: range(0, K - 11, 8)),
    "every second": walk("0, K, 4", "kt * 2", lambda K, b: range(0, 2 * K, 8)),
    "every third from a base": walk("0, K", "kt * 3 - b", lambda K, b: range(-b, 3 * K - b, 3), STARTS),
    "backwards": walk("0, K, 8", "K - kt - 8", lambda K, b: [K - kt - 8 for kt in range(0, K, 8)]),
    "backwards by two": walk("0, K, 8", "b - kt * 2", lambda K, b: [b - kt * 2 for kt in range(0, K, 8)], STARTS),
    "long steps": walk("0, K, 12", "kt", lambda K, b: range(0, K, 12)),
    "short steps": walk("0, K, 3", "kt", lambda K, b: range(0, K, 3)),
    "single steps": walk("b, K", "kt", lambda K, b: range(b, K), STARTS),
    "steps of the caller's": walk("0, K, b", "kt", lambda K, b: range(0, K, b), (1, 3, 8, 50)),
    "near the first number": walk("b, b + 20, 8", "kt", lambda K, b: [b, b + 8, b + 16], (LEAST, LEAST + 5)),
    "near the last number": walk("b, b + 20, 8", "kt", lambda K, b: [b, b + 8, b + 16], (MOST - 40, MOST - 24)),
    "over all numbers": walk("b, K, 4611686018427387904", "kt", lambda K, b: range(b, K, 2**62), (LEAST, LEAST + 9)),
}


def rows_and_columns(m: int, n: int) -> Iterator[tuple[int, int]]:
    return itertools.product((0, 1, m - 1, m, m + 1, 3 * m + 2), (0, 1, n - 1, n, n + 1, 3 * n + 2))


def matmul() -> Case:
    def calls():
        for m, n in rows_and_columns(4, 8):
            for k in (0, 1, 3, 4, 5, 14, 16):
                a, b = integers(m, k), integers(k, n)
                yield (a, b), a @ b

    return Case("""
kernel k(A: tensor<f32>[M, K], B: tensor<f32>[K, N], Y: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var acc = zeros([4, 8])
  for kt in range(0, K, 4) {
    acc += dot(A[pm * 4 :+ 4, kt :+ 4], B[kt :+ 4, pn * 8 :+ 8])
  }
  Y[pm * 4 :+ 4, pn * 8 :+ 8] = acc
}
""", calls)


def row_maximum() -> Case:
    def calls():
        for m, n in rows_and_columns(4, 8):
            x = integers(m, n) - 20
            yield (x, ), x.max(axis=1, keepdims=True, initial=-np.inf)

    return Case("""
kernel k(X: tensor<f32>[M, N], Y: tensor<f32>[M, 1]) {
  let row = ctx.block.x * 4
  var m = full([4, 1], -inf)
  for c in range(0, N, 8) {
    m = max(m, rowmax(load(X[row :+ 4, c :+ 8], fill = -inf)))
  }
  Y[row :+ 4, 0 :+ 1] = m
}
""", calls)


def softmax() -> Case:
    def calls():
        for m, n in rows_and_columns(4, 8):
            x = integers(m, n)
            e = np.exp(x - x.max(axis=1, keepdims=True, initial=-np.inf))
            yield (x, ), e / e.sum(axis=1, keepdims=True)

    return Case((ROOT / "examples/softmax.ph").read_text(), calls, 1e-6)


def attention(keep: Callable, condition: str, depth: str = "4") -> Case:
    """Scores over all keys, where those that are not kept are replaced; a row without any takes all."""
    def calls():
        for (m, n), d in itertools.product(rows_and_columns(8, 4), (4, ) if depth == "4" else (3, 4, 5)):
            q, k, v = integers(m, d) / 8, integers(n, d) / 8, integers(n, d)
            scores = np.where(keep(np.arange(m)[:, None], np.arange(n)[None, :]), q[:, :4] @ k[:, :4].T, -1e30)
            e = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-1e30))
            y = np.full((m, d), np.nan)
            with np.errstate(invalid="ignore"):
                y[:, :4] = (e @ v[:, :4]) / e.sum(axis=1, keepdims=True)
            yield (q, k, v), y

    return Case(f"""
kernel k(Q: tensor<f32>[M, {depth}], K: tensor<f32>[N, {depth}], V: tensor<f32>[N, {depth}], Y: tensor<f32>[M, {depth}]) {{
  let row = ctx.block.x * 8
  var m = full([8, 1], -1.0e30)
  var l = zeros([8, 1])
  var acc = zeros([8, 4])
  let q = Q[row :+ 8, 0 :+ 4]
  for kt in range(0, N, 4) {{
    var s = dot_t(q, K[kt :+ 4, 0 :+ 4])
    s = where({condition}, s, -1.0e30)
    s = where(iota(1) < N - kt, s, -inf)
    let next = max(m, rowmax(s))
    let p = exp(s - next)
    let a = exp(m - next)
    l = l * a + rowsum(p)
    acc = acc * a + dot(p, V[kt :+ 4, 0 :+ 4])
    m = next
  }}
  Y[row :+ 8, 0 :+ 4] = acc / l
}}
""", calls, 1e-5)


def carried() -> Case:
    def calls():
        for extent, start in itertools.product((0, 5, 8, 20, 41), STARTS):
            x = integers(1, extent)
            yield (x, start), row_sum(x, range(start, start + 5 * 8, 8), 8)

    return Case("""
kernel k(X: tensor<f32>[1, K], s: i32, Y: tensor<f32>[1, 9]) {
  var acc = zeros([1, 8])
  var at: index = s
  var count: i32 = 0
  for i in range(5) {
    acc += X[0 :+ 1, at :+ 8]
    at += 8
    count += 1
  }
  Y[0 :+ 1, 0 :+ 8] = acc
  Y[0, 8] = f32(count)
}
""", calls)


def two_extents() -> Case:
    def calls():
        for j, k in rows_and_columns(8, 8):
            x, z = integers(1, j), integers(1, k)
            yield (x, z), row_sum(x, range(0, k, 8), 8) + row_sum(z, range(0, k, 8), 8) * ([[1] * 8 + [0]])

    return Case("""
kernel k(X: tensor<f32>[1, J], Z: tensor<f32>[1, K], Y: tensor<f32>[1, 9]) {
  var acc = zeros([1, 8])
  var count = 0.0
  for kt in range(0, K, 8) {
    acc += X[0 :+ 1, kt :+ 8] + Z[0 :+ 1, kt :+ 8]
    count += 1.0
  }
  Y[0 :+ 1, 0 :+ 8] = acc
  Y[0, 8] = count
}
""", calls)


def zero_trip() -> Case:
    """A loop with a lower bound above its upper one, or equal to it, runs nothing; no bound of the loop masks."""
    def calls():
        x = np.arange(1, 65, dtype=np.float32).reshape(1, 64)
        for lo, hi, expected in ((0, 0, 7), (5, 5, 7), (48, 16, 7), (0, 16, 144), (56, 200, 500), (0, 17, 537),
                                 (3, 40, 1330)):
            yield (x, lo, hi), np.full((1, 1), expected)

    return Case("""
kernel k(X: tensor<f32>[1, 64], lo: i32, hi: i32, Y: tensor<f32>[1, 1]) {
  var acc = full([1, 1], 7.0)
  for k in range(lo, hi, 16) {
    acc += 1.0 + rowsum(X[0 :+ 1, k :+ 16])
  }
  Y[0 :+ 1, 0 :+ 1] = acc
}
""", calls)


def nested() -> Case:
    def calls():
        for m, n in rows_and_columns(4, 8):
            x = integers(m, n)
            yield (x, ), 2 * x

    return Case("""
@grid(1)
kernel k(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  for r in range(0, M, 4) {
    for c in range(0, N, 8) {
      Y[r :+ 4, c :+ 8] = X[r :+ 4, c :+ 8]
    }
    let first = X[r :+ 4, 0 :+ 8]
    for c in range(0, N, 8) {
      Y[r :+ 4, c :+ 8] = Y[r :+ 4, c :+ 8] + X[r :+ 4, c :+ 8]
    }
  }
}
""", calls)


def in_a_branch() -> Case:
    def calls():
        for extent, start in itertools.product((0, 5, 8, 20, 41), (-9, 0, 3, 16)):
            x = integers(1, extent)
            yield (x, start), from_start(x, start)

    def from_start(x, start):
        y = np.zeros((1, 41), np.float32)
        for kt in range(0, 41, 8):
            if kt >= start:
                tile = part(x, (0, 1), (kt, 8))
                end = min(kt + 8, 41)
                y[:, kt:end] = tile[:, :end - kt] + 1
        return y

    return Case("""
kernel k(X: tensor<f32>[1, K], s: i32, Y: tensor<f32>[1, 41]) {
  for kt in range(0, 41, 8) {
    Y[0 :+ 1, kt :+ 8] = 0.0
    if kt >= s {
      Y[0 :+ 1, kt :+ 8] = X[0 :+ 1, kt :+ 8] + 1.0
    }
  }
}
""", calls)


CASES |= {
    "matmul": matmul(),
    "row maximum": row_maximum(),
    "softmax": softmax(),
    "causal attention": attention(lambda r, c: r >= c, "row + iota(0) >= kt + iota(1)"),
    "causal attention of any depth": attention(lambda r, c: r >= c, "row + iota(0) >= kt + iota(1)", "D"),
    "attention to what comes": attention(lambda r, c: r <= c, "row + iota(0) <= kt + iota(1)"),
    "attention in a window": attention(lambda r, c: (r >= c) & (r - c < 6), "row + iota(0) >= kt + iota(1) && "
                                       "row + iota(0) < kt + iota(1) + 6"),
    "carried": carried(),
    "zero trips": zero_trip(),
    "two extents": two_extents(),
    "nested": nested(),
    "in a branch": in_a_branch(),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("passes", PASSES)
def test_same_answer(name, passes):
    case = CASES[name]
    kernel = phobos.compile(case.source, passes=PASSES[passes])
    for arguments, expected in case.calls():
        y = np.full(expected.shape, np.nan, np.float32)
        kernel(*arguments, y)
        what = [a.shape if isinstance(a, np.ndarray) else a for a in arguments]
        np.testing.assert_allclose(y, expected, rtol=0, atol=case.tolerance, err_msg=f"arguments {what}")


def steady_loops(tile_ir: str) -> list[str]:
    """The text of each loop whose part is "steady", by the indentation of its first and last line."""
    lines, found = tile_ir.splitlines(), []
    for last, line in enumerate(lines):
        if match := re.match(r'( *)} {.*phobos.loop_part = "steady"', line):
            first = max(i for i in range(last) if re.match(match[1] + r"[^ }]", lines[i]))
            found.append("\n".join(lines[first:last]))
    return found


@pytest.mark.parametrize("name", CASES)
def test_steady_loops_have_no_masks(name):
    loops = steady_loops(phobos.compile(CASES[name].source, passes=PASSES["removed"]).tile_ir)
    assert bool(loops) == (name != "before the extent")  # there every slice is whole
    for loop in loops:
        assert "scf.for" in loop.splitlines()[0]
        assert "masked" not in loop and "phobos.where" not in loop
