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
from phobos.gpu import GpuArray  # noqa: E402
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


class OnGpu:
    """A copy of a guarded array on GPU 0, guards included."""

    def __init__(self, guarded: Guarded):
        self.guarded = guarded
        self.memory = GpuArray(guarded.flat)

    @property
    def __cuda_array_interface__(self) -> dict:
        """The elements between the guards."""
        view, whole = self.guarded.view, self.memory.__cuda_array_interface__
        address = whole["data"][0] + GUARD * view.itemsize
        return whole | {"shape": view.shape, "strides": view.strides, "data": (address, False)}

    def copy_back(self) -> None:
        self.guarded.flat[...] = self.memory.numpy()


def run_kernel(kernel: Callable, arguments: Mapping, types: Mapping[str, str],
               on_gpu: bool = False) -> tuple[dict, list[str]]:
    """The arrays after a run of a kernel on arrays of the host, or on copies of them on a GPU, and what it did that it
    must not."""
    guarded = {name: Guarded(value) for name, value in arguments.items() if isinstance(value, np.ndarray)}
    passed = {name: OnGpu(copy) if on_gpu else copy.view for name, copy in guarded.items()}
    typed = {name: phobos.typed(array, types[name]) for name, array in passed.items() if name in types}
    kernel(**(dict(arguments) | passed | typed))
    for copy in passed.values() if on_gpu else ():
        copy.copy_back()
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


class Unsupported(Exception):
    """A GPU has no code yet for what the kernel does."""


#: Tiles of more than a few elements become loops over chunks, so that small ones show what large ones would.
ROLL_TILES = "canonicalize,cse,phobos-roll-tiles{limit=0 limit-once=0 chunk=64}"


def _for_gpu(source: str, settings: Mapping[str, int], target: str, passes: str | None = None) -> phobos.Kernel:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", phobos.CompileWarning)
            return phobos.compile(source, target=target, settings=settings, file_name="k.ph", lint="off", passes=passes)
    except phobos.CompileError as error:
        if "not supported yet on a GPU" in str(error):
            raise Unsupported(str(error)) from None
        raise


def emulated(source: str, settings: Mapping[str, int]) -> Callable:
    """The kernel's code for a GPU, to be called in the emulator. The GPU, whether its tiles count as large and the order
    of threads follow from the source."""
    number = zlib.crc32(source.encode())
    target = ("sm_80", "sm_89", "sm_90a", "sm_90a")[number % 4]
    kernel = _for_gpu(source, settings, target, ROLL_TILES if number % 5 == 0 else None)
    # Blocks may write what others read, as long as it is the same value: that shows in the results.
    return functools.partial(kernel.emulate, seed=number if number % 3 else None, checks=["races"])


@functools.cache
def target_of_gpu() -> str:
    capability = library().gpu_info(0)[1]
    return f"sm_{capability}" + ("a" if capability >= 90 else "")


def compare(source: str, arguments: Mapping, settings: Mapping[str, int] = {}, types: Mapping[str, str] = {},
            ulps: Mapping[str, int] = {}, also: str = "") -> list[str]:
    """Compiles `source` for the host, runs it both ways, and says what is wrong. `also` names what runs besides:
    "passes", the kernel as passes on tiles leave it, or else VariantError; "emulator", its code for a GPU in the emulator,
    or else EmulationError; "gpu", that code on GPU 0. The last two raise Unsupported where there is no such code."""
    tree = parse(source)
    kernel = _compile(source, "k.ph", settings)
    # Before the host: it stops where a point is outside of its array, the host would write there.
    expected = run_evaluator(tree, arguments, settings)

    def problems_of(kernel: Callable, exact_only: bool = False, on_gpu: bool = False) -> list[str]:
        after, problems = run_kernel(kernel, arguments, types, on_gpu)
        for name, got in after.items():
            if not (exact_only and ulps.get(name)):
                problems += differences(name, got, expected[name], types.get(name), ulps.get(name, 0))
        return problems

    problems = problems_of(kernel)
    if problems:
        return problems
    if also == "passes":
        for variant in variants(source, settings):
            found = problems_of(_compile(variant.tile_ir, "k.mlir"))
            problems += [f"with {variant.passes}: {problem}" for problem in found]
    # Functions such as exp have other errors on a GPU than on the host.
    if also == "emulator":
        found = problems_of(emulated(source, settings), exact_only=True)
        problems = [f"in the emulator: {problem}" for problem in found]
    if also == "gpu":
        found = problems_of(_for_gpu(source, settings, target_of_gpu()), exact_only=True, on_gpu=True)
        problems = [f"on the GPU: {problem}" for problem in found]
    return problems
