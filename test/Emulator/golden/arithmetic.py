# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of one thread: approximations of elementary functions, conversions of 8-bit floats."""

import random

import numpy as np

from . import kernels
from .kernels import Case, Output

SAMPLES = 256
SPECIAL = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 0.5, 2.0, 3.4e38, 1.2e-38]

# Units in the last place by which the emulator, which rounds correctly, may differ from a GPU. The ISA's bounds are
# 2^-22 relative for most; what docs/Accuracy.md says of Phobos's functions stands on these.
APPROXIMATE = {"rsqrt.approx.f": 2, "ex2.approx.f32": 2, "lg2.approx.f": 2, "rcp.approx.ftz.f": 1, "sqrt.approx.f": 2}


def _floats(rng: random.Random, low: float, high: float) -> np.ndarray:
    values = SPECIAL + [rng.uniform(low, high) for _ in range(SAMPLES - len(SPECIAL))]
    return np.array(values, np.float32).view(np.uint32)


def _approximations() -> list[Case]:
    cases = []
    for name, ulps in APPROXIMATE.items():
        rng = random.Random(name)
        data = _floats(rng, -100, 100) if name.startswith("ex2") else _floats(rng, 0, 100)
        if name.startswith("lg2"):  # near 1 the bound is absolute
            data[len(SPECIAL):] = _floats(rng, 4, 1e6)[len(SPECIAL):]
        cases.append(kernels.lanewise_intrinsic(f"llvm.nvvm.{name}", [("f32", data)], [Output(SAMPLES, "f32", ulps)]))
    name = "ex2.approx.ftz.f32"
    data = _floats(random.Random(name), -150, 130)
    call = lambda names: kernels.inline(f"{name} $0, $1;", "=f,f", names, ["f32"], ["f32"])
    cases.append(kernels.lanewise(name, call, [("f32", data)], [Output(SAMPLES, "f32", 2)]))
    return cases


def _conversions() -> list[Case]:
    cases = []
    for type in ("e4m3x2", "e5m2x2"):
        name = f"llvm.nvvm.ff.to.{type}.rn"
        rng = random.Random(name)
        operands = [("f32", _floats(rng, -500, 500)), ("f32", _floats(rng, -1, 1))]
        cases.append(kernels.lanewise_intrinsic(name, operands, [Output(SAMPLES, "i16")]))
        # Every byte, in both halves.
        pairs = np.array([(255 - byte) << 8 | byte for byte in range(SAMPLES)], np.uint16)
        cases.append(
            kernels.lanewise_intrinsic(f"llvm.nvvm.{type}.to.f16x2.rn", [("i16", pairs)], [Output(SAMPLES, "vector<2xf16>")]))
    return cases


def cases() -> list[Case]:
    return _approximations() + _conversions()
