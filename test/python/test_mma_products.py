# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products on tensor cores, in the emulator and on a GPU: every type, tiles of any extents, loops of any length.

Data are small integers, whose sums every type of accumulator holds exactly, so answers are NumPy's in any order.
"""

import itertools

import numpy as np
import pytest

import phobos
from example_runs import Guarded, has_gpu

#: The bits of -3 to 3 by type.
BITS = {
    "f8e4m3": np.array([0xC4, 0xC0, 0xB8, 0x00, 0x38, 0x40, 0x44], np.uint8),
    "f8e5m2": np.array([0xC2, 0xC0, 0xBC, 0x00, 0x3C, 0x40, 0x42], np.uint8),
    "bf16": (np.arange(-3, 4, dtype=np.float32).view(np.uint32) >> 16).astype(np.uint16),
}
DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8, "u8": np.uint8, "i32": np.int32}
#: Of each operand type: what a product may say, and the type of its result.
TYPES = [("f16", "", "f32"), ("bf16", "", "f32"), ("f8e4m3", "", "f32"), ("f8e5m2", "", "f32"), ("i8", "", "i32"),
         ("u8", "", "i32"), ("f32", "", "f32"), ("f32", "tf32", "f32"), ("f32", "tf32x3", "f32"), ("f32", "bf16", "f32"),
         ("f64", "", "f64"), ("i32", "", "i32")]
TARGETS = ["sm_80", "sm_89", "sm_90a"]


def matrix(rng, type: str, *shape: int):
    """Integers of -3 to 3 (0 to 3 where there is no sign), and the same as elements of `type`."""
    numbers = rng.integers(0 if type == "u8" else -3, 4, shape)
    return numbers, BITS[type][numbers + 3] if type in BITS else numbers.astype(DTYPES[type])


def call(kernel, place: str, *arrays, seed: int | None = None) -> None:
    """Pairs of an array and its type; arrays lie off a multiple of 16 bytes on a GPU where their guard is odd."""
    if place == "emulator":
        kernel.emulate(*(phobos.typed(a, t) if t in BITS else a for a, t in arrays), seed=seed)
        return
    guarded = [Guarded.make(a, "gpu", 64 + (seed or 0) % 2) for a, _ in arrays]
    kernel(*(phobos.typed(g.view, t) if t in BITS else g.view for g, (_, t) in zip(guarded, arrays)))
    for (array, _), copy in zip(arrays, guarded):
        after = copy.after()
        guard = (after.size - array.size) // 2
        array[...] = after[guard:guard + array.size].reshape(array.shape)


def result_of(*shape: int, type: str) -> np.ndarray:
    return np.full(shape, 77, DTYPES[type])


@pytest.fixture(params=["emulator", "gpu"])
def place(request):
    if request.param == "gpu" and not has_gpu():
        pytest.skip("no GPU")
    return request.param


SHAPES = [(1, 1, 1), (1, 8, 16), (3, 9, 5), (16, 1, 32), (17, 65, 7), (64, 64, 16), (5, 3, 33), (33, 24, 96)]


@pytest.mark.parametrize("type, precision, result", TYPES)
@pytest.mark.parametrize("number, shape", enumerate(SHAPES))
def test_tiles(place, type, precision, result, number, shape):
    """C = A @ B + 5 of whole matrices; targets and the side of B take turns."""
    m, n, k = shape
    target = TARGETS[(number + len(type)) % 3]
    said = f", precision = {precision}" if precision else ""
    for transposed in (False, True):
        right = (n, k) if transposed else (k, n)
        kernel = phobos.compile(f"""
kernel k(A: tensor<{type}>[{m}, {k}], B: tensor<{type}>[{right[0]}, {right[1]}], C: tensor<{result}>[{m}, {n}]) {{
  var acc = full([{m}, {n}], 5, {result})
  acc += {"dot_t" if transposed else "dot"}(A[:, :], B[:, :]{said})
  C[:, :] = acc
}}""", target=target)
        rng = np.random.default_rng(number)
        (a, a_bits), (b, b_bits) = matrix(rng, type, m, k), matrix(rng, type, *right)
        c = result_of(m, n, type=result)
        call(kernel, place, (a_bits, type), (b_bits, type), (c, result), seed=number)
        np.testing.assert_array_equal(c, a @ (b.T if transposed else b) + 5)


def loop(type: str, result: str, transposed: bool, stages: str, tile=(32, 32, 16), said="") -> str:
    m, n, k = tile
    right = f"B[n :+ {n}, k :+ {k}]" if transposed else f"B[k :+ {k}, n :+ {n}]"
    return f"""
kernel k(A: tensor<{type}>[M, K], B: tensor<{type}>[{"N, K" if transposed else "K, N"}], C: tensor<{result}>[M, N]) {{
  let m = ctx.block.x * {m}
  let n = ctx.block.y * {n}
  var acc = zeros([{m}, {n}], {result})
  {stages}
  for k in range(0, K, {k}) {{
    acc += {"dot_t" if transposed else "dot"}(A[m :+ {m}, k :+ {k}], {right}{said})
  }}
  C[m :+ {m}, n :+ {n}] = acc
}}"""


@pytest.mark.parametrize("stages", ["", "@pipeline(1)", "@pipeline(2)", "@pipeline(3)", "@pipeline(6)"])
@pytest.mark.parametrize("type, result, transposed", [("bf16", "f32", False), ("i8", "i32", True)])
def test_loops_of_any_length(place, stages, type, result, transposed):
    """Copies run ahead: none, one, and fewer iterations than stages, and rows that begin anywhere."""
    kernel = phobos.compile(loop(type, result, transposed, stages), target="sm_80")
    for number, (m, n, k) in enumerate(itertools.product((1, 40), (33, 64), (0, 1, 15, 16, 32, 40, 81, 128))):
        rng = np.random.default_rng(number)
        (a, a_bits), (b, b_bits) = matrix(rng, type, m, k), matrix(rng, type, *((n, k) if transposed else (k, n)))
        c = result_of(m, n, type=result)
        call(kernel, place, (a_bits, type), (b_bits, type), (c, result), seed=number)
        np.testing.assert_array_equal(c, a @ (b.T if transposed else b), err_msg=f"{m} x {n} x {k}")


@pytest.mark.parametrize("type, precision, result", TYPES)
@pytest.mark.parametrize("transposed", [False, True])
def test_loops_of_every_type(place, type, precision, result, transposed):
    said = f", precision = {precision}" if precision else ""
    kernel = phobos.compile(loop(type, result, transposed, "", (64, 32, 32), said), target="sm_89")
    for number, (m, n, k) in enumerate([(64, 32, 96), (65, 31, 33), (3, 48, 70)]):
        rng = np.random.default_rng(number)
        (a, a_bits), (b, b_bits) = matrix(rng, type, m, k), matrix(rng, type, *((n, k) if transposed else (k, n)))
        c = result_of(m, n, type=result)
        call(kernel, place, (a_bits, type), (b_bits, type), (c, result), seed=number)
        np.testing.assert_array_equal(c, a @ (b.T if transposed else b), err_msg=f"{m} x {n} x {k}")


def test_starts_before_the_tensor(place):
    """A loop that begins before the columns, and rows that begin before the tensor."""
    kernel = phobos.compile("""
kernel k(A: tensor<f16>[M, K], B: tensor<f16>[K, 32], C: tensor<f32>[32, 32], m: i32, first: i32) {
  var acc = zeros([32, 32])
  for k in range(first, K, 16) {
    acc += dot(A[m :+ 32, k :+ 16], B[k :+ 16, :])
  }
  C[:, :] = acc
}""", target="sm_80")
    rng = np.random.default_rng(0)
    (a, a_bits), (b, b_bits) = matrix(rng, "f16", 40, 48), matrix(rng, "f16", 48, 32)
    for m, first in itertools.product((-40, -3, 0, 20, 50), (-16, -5, 0, 8, 48, 60)):
        c = result_of(32, 32, type="f32")
        if place == "emulator":
            kernel.emulate(a_bits, b_bits, c, m, first, seed=1)
        else:
            parts = [Guarded.make(x, "gpu", 64) for x in (a_bits, b_bits, c)]
            kernel(*(part.view for part in parts), m, first)
            c = parts[2].after()[64:-64].reshape(c.shape)
        rows, columns = np.arange(m, m + 32), np.arange(max(first, 0), 48)
        inside = (rows >= 0) & (rows < 40)
        expected = np.where(inside[:, None], a[np.clip(rows, 0, 39)][:, columns] @ b[columns], 0)
        np.testing.assert_array_equal(c, expected, err_msg=f"{m}, {first}")


def test_chain(place):
    """One product's result, scaled, is the left side of the next, whose accumulator a loop rescales."""
    kernel = phobos.compile("""
kernel k(Q: tensor<bf16>[64, 32], K: tensor<bf16>[N, 32], V: tensor<bf16>[N, 32], O: tensor<f32>[64, 32]) {
  var acc = zeros([64, 32])
  for n in range(0, N, 32) {
    let p = dot_t(Q[:, :], K[n :+ 32, :])
    let top = max(rowmax(p), 0.0) * 0.0 + 1.0
    acc = acc * top + dot(bf16(min(max(p, -4.0), 4.0)), V[n :+ 32, :])
  }
  O[:, :] = acc
}""", target="sm_80")
    rng = np.random.default_rng(0)
    for size in (32, 100):
        (q, qs), (k, ks), (v, vs) = (matrix(rng, "bf16", *shape) for shape in ((64, 32), (size, 32), (size, 32)))
        o = result_of(64, 32, type="f32")
        call(kernel, place, (qs, "bf16"), (ks, "bf16"), (vs, "bf16"), (o, "f32"), seed=3)
        np.testing.assert_array_equal(o, np.clip(q @ k.T, -4, 4) @ v)


def test_results_elsewhere(place):
    """A bias for each column, a sum along rows, and a product of a product's transpose."""
    kernel = phobos.compile("""
kernel k(A: tensor<f16>[32, 16], B: tensor<f16>[16, 32], Bias: tensor<f32>[1, 32], C: tensor<f32>[32, 32],
         S: tensor<f32>[32, 1]) {
  let p = dot(A[:, :], B[:, :])
  C[:, :] = dot(f16(transpose(p)), f16(p)) + Bias[:, :]
  S[:, :] = rowsum(p + Bias[:, :])
}""", target="sm_80")
    rng = np.random.default_rng(0)
    (a, a_bits), (b, b_bits), (bias, _) = (matrix(rng, "f16", *shape) for shape in ((32, 16), (16, 32), (1, 32)))
    c, s = result_of(32, 32, type="f32"), result_of(32, 1, type="f32")
    call(kernel, place, (a_bits, "f16"), (b_bits, "f16"), (bias.astype(np.float32), "f32"), (c, "f32"), (s, "f32"))
    np.testing.assert_array_equal(c, (a @ b).T @ (a @ b) + bias)
    np.testing.assert_array_equal(s, (a @ b + bias).sum(axis=1, keepdims=True))


def dot_of_one(place, x: float, y: float, precision: str) -> float:
    kernel = phobos.compile(f"""
kernel k(A: tensor<f32>[1, 1], B: tensor<f32>[1, 1], C: tensor<f32>[1, 1]) {{
  C[:, :] = dot(A[:, :], B[:, :], precision = {precision})
}}""", target="sm_80")
    a, b = np.full((1, 1), x, np.float32), np.full((1, 1), y, np.float32)
    c = result_of(1, 1, type="f32")
    call(kernel, place, (a, "f32"), (b, "f32"), (c, "f32"))
    return float(c[0, 0])


@pytest.mark.parametrize("precision, x, expected", [
    ("tf32", 1 + 2.0**-11, 1 + 2.0**-10),  # a tie goes away from zero
    ("tf32", -1 - 2.0**-11, -1 - 2.0**-10),
    ("tf32", 1 + 2.0**-11 - 2.0**-23, 1.0),
    ("tf32", float("nan"), float("nan")),
    ("tf32", float("inf"), float("inf")),
    ("bf16", 1 + 2.0**-8, 1.0),  # a tie goes to the even one
    ("bf16", 1 + 3 * 2.0**-8, 1 + 2.0**-6),
    ("tf32x3", 1 + 2.0**-20, 1 + 2.0**-20),
    ("tf32x3", float("inf"), float("inf")),
    ("tf32x3", float("nan"), float("nan")),
    ("tf32x3", (2 - 2.0**-11) * 2.0**127, (2 - 2.0**-11) * 2.0**127),  # as tf32 it would be infinite
    ("tf32x3", (2 - 2.0**-23) * 2.0**127, (2 - 2.0**-21) * 2.0**127),  # so would it be with a lower part that is rounded up
])
def test_precision(place, precision, x, expected):
    got = dot_of_one(place, x, 1.0, precision)
    assert got == expected or (np.isnan(got) and np.isnan(expected)), (got, expected)
