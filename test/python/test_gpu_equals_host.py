# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One meaning everywhere: each kernel gives the same bits on the GPU as on the host; and, of a sample of them, the GPU's
code on the CPU, in the emulator.

The inputs make every result exact, so that no order of additions shows: small integers, or values that only casts,
comparisons and selections touch.
"""

import itertools
import random
import zlib

import numpy as np
import pytest

import phobos
from example_runs import has_gpu
from type_runs import BITS_ONLY
from phobos.elements import ELEMENTS
from phobos.gpu import GpuArray


@pytest.fixture(params=["gpu", "emulator"])
def place(request) -> str:
    if request.param == "gpu" and not has_gpu():
        pytest.skip("no GPU")
    return request.param


def some(items, place: str, count: int, *key) -> list:
    """All of `items` on a GPU, and so many of them, which depend on `key`, in the emulator."""
    items = list(items)
    if place == "gpu":
        return items
    return random.Random(repr(key)).sample(items, min(count, len(items)))


NUMBERS = [name for name in ELEMENTS if name not in ("index", "bool")]
# The bits of the largest number or infinity, without its sign: what is beyond is NaN.
LARGEST = {"bf16": 0x7F80, "f8e4m3": 0x7E, "f8e5m2": 0x7C}


def dtype_of(name: str) -> np.dtype:
    element = ELEMENTS[name]
    return np.dtype("bool" if name == "bool" else BITS_ONLY.get(name, f"{name[0]}{element.bytes}"))


def encode(values: np.ndarray, name: str) -> np.ndarray:
    """Numbers as an array of a type, as bits where NumPy lacks it."""
    dtype = dtype_of(name)
    if name not in BITS_ONLY:
        return values.astype(dtype)
    bits = [ELEMENTS[name].encode(float(value)) for value in values.ravel()]
    return np.array(bits, dtype).reshape(values.shape)


def any_bits(rng: np.random.Generator, name: str, shape: tuple[int, ...]) -> np.ndarray:
    high = 2 if name == "bool" else 256
    size = int(np.prod(shape)) * ELEMENTS[name].bytes
    return rng.integers(0, high, size, np.uint8).view(dtype_of(name)).reshape(shape)


def check(place: str, source: str, *arguments: tuple[str, object]) -> None:
    """Runs a kernel on the host and at `place`; an argument is a type's name and a value. Equal bits, where any NaN
    equals any other."""
    results = []
    for run_on in ("host", place):
        memory = [value if not isinstance(value, np.ndarray) else GpuArray(value) if run_on == "gpu" else value.copy()
                  for _, value in arguments]
        values = [phobos.typed(value, name) if name in BITS_ONLY else value
                  for (name, _), value in zip(arguments, memory)]
        if run_on == "emulator":
            seed = zlib.crc32(source.encode())
            target = "sm_80" if seed % 2 else "sm_90a"
            phobos.compile(source, target=target, lint="off").emulate(*values, seed=None if seed % 4 < 2 else seed)
        else:
            phobos.compile(source, lint="off")(*values)
        results.append([value.numpy() if isinstance(value, GpuArray) else value for value in memory])
    for (name, _), host, other in zip(arguments, *results):
        if isinstance(host, np.ndarray):
            same = is_nan(host, name) & is_nan(other, name) | (bits_of(host) == bits_of(other))
            first = np.argwhere(~same)[:1]
            assert same.all(), f"{source}{name} {first}: host {host[~same][:3]}, {place} {other[~same][:3]}"


def bits_of(array: np.ndarray) -> np.ndarray:
    return array.view(f"u{array.itemsize}")


def is_nan(array: np.ndarray, name: str) -> np.ndarray:
    if name not in BITS_ONLY:
        return array != array
    return (array & ((1 << (8 * array.itemsize - 1)) - 1)) > LARGEST[name]


@pytest.mark.parametrize("source_type", [*NUMBERS, "bool"])
def test_casts_of_any_bits(source_type, place):
    rng = np.random.default_rng(1)
    x = any_bits(rng, source_type, (65, 67))
    for target in some(NUMBERS, place, 4, source_type):
        source = f"""kernel convert(X: tensor<{source_type}>[M, N], Y: tensor<{target}>[M, N]) {{
  let r = ctx.block.x * 8
  let c = ctx.block.y * 32
  Y[r :+ 8, c :+ 32] = {target}(X[r :+ 8, c :+ 32])
}}
"""
        check(place, source, (source_type, x), (target, any_bits(rng, target, x.shape)))


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("width", [1, 5, 24, 40, 96, 257, 1024])
def test_reductions(name, width, place):
    rng = np.random.default_rng(2)
    x = encode(rng.integers(0 if name[0] == "u" else -4, 4, (33, width)), name)
    for function, axis in some(itertools.product(("sum", "max", "min"), (0, 1)), place, 1, name, width):
        shape = (1, width) if axis == 0 else (33, 1)
        result = "f32" if function == "sum" and name in ("f16", "bf16", "f8e4m3", "f8e5m2") else name
        if function == "sum":
            result = {"i8": "i32", "i16": "i32", "u8": "u32", "u16": "u32"}.get(name, result)
        source = f"""kernel reduce(X: tensor<{name}>[M, N], Y: tensor<{result}>[{shape[0]}, {shape[1]}]) {{
  Y[0 :+ {shape[0]}, 0 :+ {shape[1]}] = {function}(X[0 :+ 33, 0 :+ {width}], axis = {axis})
}}
"""
        check(place, source, (name, x), (result, np.zeros(shape, dtype_of(result))))


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("width", [1, 5, 24, 40, 96, 257, 1024])
def test_places_of_extremes(name, width, place):
    """Of any bits, NaNs among them, and of few values, so that many are equal."""
    rng = np.random.default_rng(6)
    for x in (any_bits(rng, name, (9, width)), encode(rng.integers(0, 2, (9, width)), name)):
        for function, axis in some(itertools.product(("argmax", "argmin"), (0, 1)), place, 1, name, width):
            shape = (1, width) if axis == 0 else (9, 1)
            source = f"""kernel places(X: tensor<{name}>[9, {width}], Y: tensor<i32>[{shape[0]}, {shape[1]}]) {{
  Y[:, :] = i32({function}(X[:, :], axis = {axis}))
}}
"""
            check(place, source, (name, x), ("i32", np.full(shape, -1, np.int32)))


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("width", [1, 5, 24, 40, 96, 257, 1024])
def test_running_sums(name, width, place):
    rng = np.random.default_rng(7)
    x = encode(rng.integers(0 if name[0] == "u" else -1, 2, (9, width)), name)
    result = "f32" if name in ("f16", "bf16", "f8e4m3", "f8e5m2") else name
    result = {"i8": "i32", "i16": "i32", "u8": "u32", "u16": "u32"}.get(result, result)
    for axis in some((0, 1), place, 1, name, width):
        source = f"""kernel sums(X: tensor<{name}>[9, {width}], Y: tensor<{result}>[9, {width}]) {{
  Y[:, :] = cumsum(X[:, :], axis = {axis})
}}
"""
        check(place, source, (name, x), (result, np.zeros(x.shape, dtype_of(result))))


@pytest.mark.parametrize("name", [*NUMBERS, "bool"])
def test_slices_of_tiles(name, place):
    rng = np.random.default_rng(8)
    x, v = any_bits(rng, name, (12, 72)), any_bits(rng, name, (5, 33))
    for r, c in some(itertools.product((-3, 0, 4, 9), (-40, 0, 7, 64)), place, 3, name):
        for first in ("r", max(r, 0)):
            source = f"""kernel slices(X: tensor<{name}>[12, 72], V: tensor<{name}>[5, 33], r: i64, c: i64, Y: tensor<{name}>[5, 33],
              Z: tensor<{name}>[12, 72]) {{
  var x = X[:, :]
  let s = {first}
  Y[:, :] = x[s :+ 5, c :+ 33]
  x[s :+ 5, c :+ 33] = V[:, :]
  Z[:, :] = x
}}
"""
            check(place, source, (name, x), (name, v), ("i64", r), ("i64", c), (name, v.copy()), (name, x.copy()))


@pytest.mark.parametrize("name", ["f16", "bf16", "f8e4m3", "f8e5m2", "i8", "u8", "f32", "f64", "i32", "i64"])
@pytest.mark.parametrize("transposed", [False, True])
def test_products(name, transposed, place):
    rng = np.random.default_rng(3)
    accumulator = {"f32": "f32", "f64": "f64", "i32": "i32", "i64": "i64", "i8": "i32", "u8": "i32"}.get(name, "f32")
    low = 0 if name[0] == "u" else -3
    for tm, tn, tk in some(((16, 16, 16), (64, 32, 8), (5, 7, 3), (128, 64, 16)), place, 1, name, transposed):
        b, extents, load, call = (("B[c :+ TN, k :+ TK]", "[N, K]", "b", "dot_t") if transposed else
                                  ("B[k :+ TK, c :+ TN]", "[K, N]", "b", "dot"))
        source = f"""@autotune(TM in [{tm}], TN in [{tn}], TK in [{tk}])
kernel product(A: tensor<{name}>[M, K], B: tensor<{name}>{extents}, C: tensor<{accumulator}>[M, N]) {{
  let r = ctx.block.x * TM
  let c = ctx.block.y * TN
  var acc = zeros([TM, TN], {accumulator})
  for k in range(0, K, TK) {{
    let a = A[r :+ TM, k :+ TK]
    let {load} = {b}
    acc += {call}(a, {load})
  }}
  C[r :+ TM, c :+ TN] = acc
}}
"""
        m, n, k = tm + 3, 2 * tn + 1, 2 * tk + 1
        lhs = encode(rng.integers(low, 4, (m, k)), name)
        rhs = encode(rng.integers(low, 4, (n, k) if transposed else (k, n)), name)
        out = np.full((m, n), 7, dtype_of(accumulator))
        check(place, source, (name, lhs), (name, rhs), (accumulator, out))


@pytest.mark.parametrize("name", NUMBERS)
def test_transposes_and_conditions(name, place):
    rng = np.random.default_rng(4)
    x = any_bits(rng, name, (70, 45))
    for tm, tn in some(((32, 32), (8, 64), (5, 3), (2, 128)), place, 1, name):
        source = f"""kernel turn(X: tensor<{name}>[M, N], Y: tensor<{name}>[N, M]) {{
  let r = ctx.block.x * {tm}
  let c = ctx.block.y * {tn}
  let t = X[r :+ {tm}, c :+ {tn}]
  let low = where(iota(0) >= iota(1), t, t)
  Y[c :+ {tn}, r :+ {tm}] = transpose(where(iota(1) < N - c - 2, low, X[r :+ {tm}, 0 :+ {tn}]))
}}
"""
        check(place, source, (name, x), (name, any_bits(rng, name, (45, 70))))


@pytest.mark.parametrize("name", NUMBERS)
def test_accesses_of_every_width(name, place):
    rng = np.random.default_rng(5)
    for columns, start in some(itertools.product((16, 17, 64, 100, 129), (-5, 0, 3, 8, 1000)), place, 3, name):
        source = f"""kernel move(X: tensor<{name}>[M, N], s: i64, Y: tensor<{name}>[M, N]) {{
  let r = ctx.block.x * 4
  Y[r :+ 4, s :+ 96] = X[r :+ 4, s :+ 96]
}}
"""
        x = any_bits(rng, name, (9, columns))
        check(place, source, (name, x), ("i64", start), (name, any_bits(rng, name, x.shape)))


def test_program_order_in_memory(place):
    """What a block stores it reads again, whichever thread did either; arguments may overlap."""
    source = """kernel shift(A: tensor<f32>[N], B: tensor<f32>[N]) {
  for k in range(0, N, 512) {
    B[k :+ 512] = A[k :+ 512] * 2.0
    A[k :+ 1000] = A[k + 1 :+ 1000] + 1.0
  }
}
"""
    kernel = phobos.compile(source)
    for distance in (0, 1, 33, 512, 700):
        memory = np.arange(6000, dtype=np.float32) % 13
        other = GpuArray(memory) if place == "gpu" else memory.copy()
        kernel(memory[:4096], memory[distance:distance + 4096])
        if place == "gpu":
            kernel(other.part(0, (4096, )), other.part(distance, (4096, )))
            other = other.numpy()
        else:
            kernel.emulate(other[:4096], other[distance:distance + 4096], seed=distance)
        assert (memory == other).all()
