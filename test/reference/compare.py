# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one kernel on the host and through the evaluator, on copies of the same arrays, and says where they differ."""

import functools
import pathlib
import sys
import warnings
import zlib
from collections.abc import Callable, Mapping

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [folder for folder in (str(ROOT / "python"), str(ROOT / "test/reference")) if folder not in sys.path]

import phobos  # noqa: E402
from evaluator import evaluate  # noqa: E402
from evaluator_types import TYPES, decode  # noqa: E402
from phobos.library import library  # noqa: E402
from variants import variants  # noqa: E402

# Bits that no kernel computes, by the size of an element: a NaN with a payload where that is a float.
POISON = {1: 0x7F, 2: 0x7FE5, 4: 0x7FC0A5A5, 8: 0x7FF8A5A5A5A5A5A5}
GUARD = 64  # elements on either side


def parse(source: str) -> dict:
    return library().dump_ast(source.encode(), "k.ph")


class Guarded:
    """A copy of an array, of its strides, in memory of its own with guards around and between its elements."""

    def __init__(self, array: np.ndarray):
        span = 1 + sum((extent - 1) * stride for extent, stride in zip(array.shape, _element_strides(array)))
        size = 2 * GUARD + (span if array.size else 0)
        self.flat = np.full(size, POISON[array.itemsize], f"u{array.itemsize}").view(array.dtype)
        self.view = np.lib.stride_tricks.as_strided(self.flat[GUARD:], array.shape, array.strides)
        self.view[...] = array
        self.before = self.flat.copy()

    def is_whole(self) -> bool:
        """Nothing but the elements changed."""
        inside = np.zeros(self.flat.shape, bool)
        steps = tuple(stride // self.flat.itemsize for stride in self.view.strides)
        np.lib.stride_tricks.as_strided(inside[GUARD:], self.view.shape, steps)[...] = True
        return self.flat[~inside].tobytes() == self.before[~inside].tobytes()


def _element_strides(array: np.ndarray) -> tuple[int, ...]:
    return tuple(stride // array.itemsize for stride in array.strides)


def run_on_host(kernel: Callable, arguments: Mapping, types: Mapping[str, str]) -> tuple[dict, list[str]]:
    """The arrays after a run of a kernel on arrays of the host, and what it did that it must not."""
    guarded = {name: Guarded(value) for name, value in arguments.items() if isinstance(value, np.ndarray)}
    call = dict(arguments)
    for name, copy in guarded.items():
        call[name] = phobos.typed(copy.view, types[name]) if name in types else copy.view
    kernel(**call)
    problems = [f"{name}: memory outside of the array changed" for name, copy in guarded.items() if not copy.is_whole()]
    return {name: copy.view for name, copy in guarded.items()}, problems


def run_evaluator(tree: dict, arguments: Mapping, settings: Mapping[str, int]) -> dict:
    """The arrays after a run of the evaluator."""
    call = {name: value.copy("K") if isinstance(value, np.ndarray) else value for name, value in arguments.items()}
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            call[name] = Guarded(value).view
    evaluate(tree, None, call, settings)
    return {name: value for name, value in call.items() if isinstance(value, np.ndarray)}


def ordinals(values: np.ndarray) -> np.ndarray:
    """Integers whose differences count the floats between `values`; both zeros are 0."""
    bits = np.ascontiguousarray(values).view(f"i{values.itemsize}").astype(object).reshape(values.shape)
    low = -(1 << 8 * values.itemsize - 1)
    return np.where(bits < 0, low - bits, bits)


def differences(name: str, got: np.ndarray, expected: np.ndarray, type: str | None = None, ulps: int = 0) -> list[str]:
    """Where two arrays of bits differ, NaN being one value; by more than `ulps` of their type where that is not 0."""
    element = TYPES[type] if type else None
    same = got == expected
    if element or got.dtype.kind == "f":
        a, b = (decode(part, element) if element else part for part in (got, expected))
        same = (np.isnan(a) & np.isnan(b)) | (a == b) & (np.signbit(a) == np.signbit(b))
        if ulps:
            held = [
                ordinals(part) for part in ((got.view(f"u{got.itemsize}"), expected) if element else (got, expected))
            ]
            same |= (np.abs(held[0] - held[1]) <= ulps) & ~np.isnan(a) & ~np.isnan(b)
    if same.all():
        return []
    place = tuple(int(part[0]) for part in np.nonzero(~same))
    return [
        f"{name}: {int((~same).sum())} of {same.size} elements differ, first {list(place)}: the host has "
        f"{got[place]!r}, expected {expected[place]!r}"
    ]


def _compile(source: str, file_name: str, settings: Mapping[str, int] = {}) -> phobos.Kernel:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", phobos.CompileWarning)
        return phobos.compile(source, target="host", settings=settings, file_name=file_name)


def emulated(source: str, settings: Mapping[str, int]) -> Callable | None:
    """The kernel's code for a GPU, to be called in the emulator; None where a GPU has none. The GPU and the order of
    threads follow from the source."""
    number = zlib.crc32(source.encode())
    try:
        kernel = phobos.compile(source, target="sm_80" if number % 2 else "sm_90a", settings=settings, file_name="k.ph",
                                lint="off")
    except phobos.CompileError as error:
        if "not supported yet on a GPU" in str(error):
            return None
        raise
    # Blocks may write what others read, as long as it is the same value: that shows in the results.
    return functools.partial(kernel.emulate, seed=number if number % 3 else None, checks=["races"])


def compare(source: str, arguments: Mapping, settings: Mapping[str, int] = {}, types: Mapping[str, str] = {},
            ulps: Mapping[str, int] = {}, with_passes: bool = False, emulate: bool = False) -> list[str]:
    """Compiles `source` for the host, runs it both ways, and says what is wrong; also as passes on tiles leave it where
    that is asked for, or else VariantError; and its code for a GPU in the emulator, or else EmulationError."""
    tree = parse(source)
    kernel = _compile(source, "k.ph", settings)
    # Before the host: it stops where a point is outside of its array, the host would write there.
    expected = run_evaluator(tree, arguments, settings)

    def problems_of(kernel: Callable, exact_only: bool = False) -> list[str]:
        after, problems = run_on_host(kernel, arguments, types)
        for name, got in after.items():
            if not (exact_only and ulps.get(name)):
                problems += differences(name, got, expected[name], types.get(name), ulps.get(name, 0))
        return problems

    problems = problems_of(kernel)
    for variant in variants(source, settings) if with_passes and not problems else ():
        found = problems_of(_compile(variant.tile_ir, "k.mlir"))
        problems += [f"with {variant.passes}: {problem}" for problem in found]
    if emulate and not problems and (gpu := emulated(source, settings)):
        # Functions such as exp have other errors on a GPU than on the host.
        problems = [f"in the emulator: {problem}" for problem in problems_of(gpu, exact_only=True)]
    return problems
