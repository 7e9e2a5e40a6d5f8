# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions and scans along lines of every width, over blocks of 1 to 8 warps: the GPU's code gives what NumPy gives."""

import numpy as np
import phobos
import pytest
from example_runs import has_gpu
from phobos.gpu import GpuArray

WIDTHS = [1, 5, 24, 40, 56, 96, 257, 1000]
THREADS = [32, 64, 128, 256]
DTYPES = {"f32": np.float32, "i32": np.int32, "u8": np.uint8, "f64": np.float64, "i16": np.int16, "f16": np.float16}
SUMS = {"u8": "u32", "i16": "i32", "f16": "f32"}  # of what is narrower than a sum is
DTYPES_OF_SUMS = {name: DTYPES.get(SUMS.get(name, name), np.uint32) for name in DTYPES}


@pytest.fixture(params=["emulator", "gpu"])
def call(request):
    """Calls a kernel on arrays, the last of which are its results, and scalars."""
    if request.param == "emulator":
        return lambda kernel, *arrays: kernel.emulate(*arrays, seed=len(kernel.name))
    if not has_gpu():
        pytest.skip("no GPU")

    def on_gpu(kernel, *arguments):
        memory = [GpuArray(each) if isinstance(each, np.ndarray) else each for each in arguments]
        kernel(*memory)
        for argument, each in zip(arguments, memory):
            if each is not argument:
                argument[...] = each.numpy()

    return on_gpu


def compile_for_gpu(source: str) -> phobos.Kernel:
    return phobos.compile(source, target="sm_90a", lint="off")


def shape_of(width: int, axis: int, threads: int) -> tuple[int, int]:
    lines = 5 if width * 5 <= 64 * threads else 1
    return (width, lines) if axis == 0 else (lines, width)


def pick_type(width: int, threads: int, axis: int) -> str:
    """A type for each combination, so that all of them are met at all sizes but not each with each."""
    names = list(DTYPES)
    return names[(WIDTHS.index(width) + THREADS.index(threads) + 3 * axis) % len(names)]


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("width", WIDTHS)
def test_places(call, width, threads, axis):
    """The first of equals: values repeat in every line, and one line has one value alone."""
    name = pick_type(width, threads, axis)
    m, n = shape_of(width, axis, threads)
    reduced = (1, n) if axis == 0 else (m, 1)
    kernel = compile_for_gpu(f"""@launch({threads})
kernel places(X: tensor<{name}>[{m}, {n}], A: tensor<i32>[{reduced[0]}, {reduced[1]}], B: tensor<i32>[{reduced[0]}, {reduced[1]}]) {{
  A[:, :] = i32(argmax(X[:, :], axis = {axis}))
  B[:, :] = i32(argmin(X[:, :], axis = {axis}))
}}""")
    x = np.random.default_rng(width).integers(0, max(2, width // 3), (m, n)).astype(DTYPES[name])
    x[:, 0] = 1
    largest, smallest = np.full(reduced, -1, np.int32), np.full(reduced, -1, np.int32)
    call(kernel, x, largest, smallest)
    assert (largest == x.argmax(axis, keepdims=True)).all()
    assert (smallest == x.argmin(axis, keepdims=True)).all()


@pytest.mark.parametrize("value", [-np.inf, np.inf, np.nan])
@pytest.mark.parametrize("width", WIDTHS)
def test_places_among_extremes(call, width, value):
    """An element past the tile's edge never wins, and the first NaN does."""
    kernel = compile_for_gpu(f"""@launch(64)
kernel places(X: tensor<f32>[3, {width}], A: tensor<i32>[3, 1], B: tensor<i32>[3, 1]) {{
  A[:, :] = i32(argmax(X[:, :], axis = 1))
  B[:, :] = i32(argmin(X[:, :], axis = 1))
}}""")
    x = np.full((3, width), value, np.float32)
    x[1, :width // 2] = 0
    x[2, width // 3:] = 7
    largest, smallest = np.full((3, 1), -1, np.int32), np.full((3, 1), -1, np.int32)
    call(kernel, x, largest, smallest)
    assert (largest == x.argmax(1, keepdims=True)).all()
    assert (smallest == x.argmin(1, keepdims=True)).all()


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("width", WIDTHS)
def test_running_sums(call, width, threads, axis):
    name = pick_type(width, threads, axis)
    m, n = shape_of(width, axis, threads)
    kernel = compile_for_gpu(f"""@launch({threads})
kernel sums(X: tensor<{name}>[{m}, {n}], Y: tensor<{SUMS.get(name, name)}>[{m}, {n}]) {{
  Y[:, :] = cumsum(X[:, :], axis = {axis})
}}""")
    x = np.random.default_rng(width).integers(0, 9, (m, n)).astype(DTYPES[name])
    y = np.full((m, n), 77, DTYPES_OF_SUMS[name])
    call(kernel, x, y)
    assert (y == x.astype(np.int64).cumsum(axis)).all()


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("width", WIDTHS)
def test_reductions_in_a_row(call, width, threads):
    """Several across warps, also in a loop, whose parts share shared memory with few barriers between them."""
    kernel = compile_for_gpu(f"""@launch({threads})
kernel several(X: tensor<i32>[3, {width}], Y: tensor<i32>[3, {width}], count: i32) {{
  var x = X[:, :]
  for i in range(0, count) {{
    let low = min(x, axis = 1)
    let centred = x - low
    let most = max(centred, axis = 1)
    x = where(centred == most, i32(argmax(centred, axis = 1)), centred + sum(centred, axis = 1) % 7)
    if i % 2 == 1 {{
      x = cumsum(x, axis = 1) % 101
    }}
  }}
  Y[:, :] = x
}}""")
    x = np.random.default_rng(threads).integers(-50, 50, (3, width)).astype(np.int32)
    y = np.zeros_like(x)
    call(kernel, x, y, 5)
    for i in range(5):
        centred = x - x.min(1, keepdims=True)
        x = np.where(centred == centred.max(1, keepdims=True), centred.argmax(1, keepdims=True),
                     centred + centred.sum(1, keepdims=True) % 7)
        x = x.cumsum(1) % 101 if i % 2 else x
    assert (y == x).all()
