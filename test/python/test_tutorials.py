# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""examples/tutorials.py: on the host, in the emulator, and on a GPU where there is one. Under compute-sanitizer:

    compute-sanitizer --tool memcheck --target-processes all python3 -m pytest -q test/python/test_tutorials.py -k gpu
"""

import pathlib
import sys

import numpy as np
import pytest

import phobos
from example_runs import has_gpu
from phobos.gpu import GpuArray

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "examples"))

import tutorials  # noqa: E402

RANDOM = np.random.default_rng(5)
PLACES = ["host", "emulator", pytest.param("gpu", marks=pytest.mark.skipif(not has_gpu(), reason="no GPU"))]


def normal(*shape, dtype=np.float32):
    return RANDOM.normal(size=shape).astype(dtype)


def run(place, kernel, *values):
    if place != "gpu":
        return (kernel.emulate if place == "emulator" else kernel)(*values)
    there = [GpuArray(value) if isinstance(value, np.ndarray) else value for value in values]
    kernel(*there)
    for value, array in zip(values, there):
        if isinstance(array, GpuArray):
            value[:] = array.numpy()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("n", [1, 1023, 3001])
def test_01_vector_add(place, n):
    x, y, out = normal(n), normal(n), np.full(n, np.nan, np.float32)
    run(place, tutorials.vector_add, x, y, out)
    assert (out == x + y).all()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("m, n", [(3, 781), (2, 64)])
def test_02_softmax(place, m, n):
    x, out = normal(m, n), np.full((m, n), np.nan, np.float32)
    run(place, tutorials.softmax, x, out)
    powers = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    assert np.abs(out - powers / powers.sum(1, keepdims=True)).max() < 1e-6


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("m, n, k", [(130, 72, 100), (5, 3, 0)])
def test_03_matmul(place, m, n, k):
    a, b = (RANDOM.integers(-2, 3, shape).astype(np.float16) for shape in ((m, k), (k, n)))
    exact = a.astype(np.float64) @ b.astype(np.float64)
    for kernel, expected in ((tutorials.matmul, exact), (tutorials.matmul_leaky_relu, np.where(exact >= 0, exact, exact * 0.01))):
        c = np.full((m, n), np.nan, np.float16)
        run(place, phobos.kernel(settings={"TILE_M": 64, "TILE_N": 128})(kernel.function), a, b, c)
        assert np.abs(c - expected).max(initial=0) <= 1e-3


def exact_norm(x, w, b, eps):
    x, w, b = (part.astype(np.float64) for part in (x, w, b))
    mean, scale = x.mean(1, keepdims=True), 1 / np.sqrt(x.var(1, keepdims=True) + eps)
    return mean, scale, (x - mean) * scale * w + b


def exact_derivatives(dy, x, w, mean, scale):
    dy, x, w = (part.astype(np.float64) for part in (dy, x, w))
    normal = (x - mean) * scale
    weighted = w * dy
    along, average = (normal * weighted).mean(1, keepdims=True), weighted.mean(1, keepdims=True)
    return (weighted - normal * along - average) * scale, (dy * normal).sum(0, keepdims=True), dy.sum(0, keepdims=True)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("m, n, groups", [(7, 96, 3), (5, 101, 40)])
def test_05_layer_norm(place, m, n, groups):
    f16, f32 = np.float16, np.float32
    x, w, b, dy = normal(m, n, dtype=f16), normal(1, n, dtype=f16), normal(1, n, dtype=f16), normal(m, n, dtype=f16)
    y, mean, scale = np.full((m, n), np.nan, f16), np.full((m, 1), np.nan, f32), np.full((m, 1), np.nan, f32)
    run(place, tutorials.layer_norm, x, w, b, y, mean, scale, 1e-5)
    exact_mean, exact_scale, exact_y = exact_norm(x, w, b, 1e-5)
    assert np.abs(mean - exact_mean).max() < 1e-6 and np.abs(scale - exact_scale).max() < 1e-5
    assert np.abs(y - exact_y).max() < 1e-2
    dx, dw, db = np.full((m, n), np.nan, f16), np.full((groups, n), np.nan, f32), np.full((groups, n), np.nan, f32)
    run(place, tutorials.layer_norm_dx, dy, x, w, mean, scale, dx, dw, db)
    weight, bias = np.full((1, n), np.nan, f16), np.full((1, n), np.nan, f16)
    run(place, tutorials.layer_norm_dwdb, dw, db, weight, bias)
    for got, expected in zip((dx, weight, bias), exact_derivatives(dy, x, w, exact_mean, exact_scale)):
        assert np.abs(got - expected).max() < 2e-2


@pytest.mark.parametrize("kernel", [value for value in vars(tutorials).values() if isinstance(value, phobos.PythonKernel)], ids=repr)
def test_there_is_code(kernel):
    name = kernel.function.__name__
    settings = {"TILE_M": 64, "TILE_N": 128} if name.startswith("matmul") else {}
    settings |= {"N": 1024} if b"@specialize" in kernel.source.encode() else {}
    assert f".entry {name}(" in phobos.kernel(target="sm_90a", settings=settings)(kernel.function).ptx
