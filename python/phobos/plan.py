# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches on a GPU that are like one before: what was bound then holds, but for addresses and floats.

A call's key holds all that binding rests on: types, shapes, strides, places and alignment of arrays, and the values of
integers. `make_plans` gives the C code of python/native where it is there, else `Plans`, which does the same by ctypes.
"""

import dataclasses
import functools
import itertools
import operator
import os
import struct
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from . import native
from .arrays import fingerprint
from .binder import BoundRepack, BoundTensorMap, Launch
from .contract import Argument, Contract, Parameter
from .elements import ELEMENTS
from .library import GpuKernel, PackedArguments, library
from .workspace import on_gpu

_MOST_PLANS = 256  # of a kernel; then all are forgotten
_MOST_KNOWN = 256  # likewise of a plan's encoded tensor maps, and of arrays' descriptions
_ALIGNMENT = 32  # bytes; the most that a tensor map asks for
_NOWHERE = 1 << 62  # an address apart from all arrays
_MOST_NATIVE_MAPS, _MOST_NATIVE_ARGUMENTS, _MOST_NATIVE_VALUES = 8, 128, 64  # as python/native has them

Locator = Callable[[object], tuple[int, int] | None]


class KeptLaunches(Protocol):
    """What `make_plans` gives."""

    def launch(self, values: tuple, stream: int | None) -> bool:
        """Launches `values` as once before, on `stream`, or the arrays' current one; whether that could be done."""

    def keep(self, values: tuple, recipe: tuple) -> None:
        """Launches like that of `values` go by `recipe`, as Recipe.pack makes it, from now on."""


@dataclass(frozen=True)
class Recipe:
    """How to launch with other addresses and floats. Slots are pairs of an argument's number and the place of its value."""

    kernel: GpuKernel
    grid: tuple[int, int, int]
    threads: tuple[int, int, int]
    arguments: tuple[int, ...]  # 0 for tensor maps
    pointers: Sequence[tuple[int, int]]
    floats: Sequence[tuple[int, int, str]]  # with the type
    maps: Sequence[tuple[int, int]]
    encode_map: Callable[[int, int], bytes]  # from an argument's number and an address
    spans: Sequence[tuple[int, int, int]] = ()  # place, first byte and bytes of arrays that must not overlap
    stream: Callable[[], int] | None = None  # the current one, where arrays do not tell the C code
    run: Callable[[Sequence, Sequence[int], int], bool] | None = None  # launches instead: copies come first

    def pack(self) -> tuple:
        """As `keep` takes it, and python/native/Plan.h has it."""
        types = {"f32": 0, "f64": 1}
        floats = [number for argument, place, type in self.floats for number in (argument, place, types.get(type, 2), 0)]
        return (array("Q", self.arguments).tobytes(), _words(self.pointers), array("I", floats).tobytes(), _words(self.maps),
                b"".join(struct.pack("qqq", *span) for span in self.spans),
                array("I", (*self.grid, *self.threads)).tobytes(), self.kernel.handle, self.encode_float, self.encode_map,
                self.stream, self.run, self)

    @functools.cached_property
    def _encoders(self) -> dict[int, Callable[[Any], int]]:
        return {place: ELEMENTS[type].encode for _, place, type in self.floats}

    def encode_float(self, place: int, value) -> int:
        """The bits of a float; TypeError or ValueError where it is none."""
        if getattr(value, "ndim", 0):
            raise TypeError("expected a scalar")
        return self._encoders[place](value)


def _words(slots: Sequence[tuple[int, int]]) -> bytes:
    return array("I", [number for slot in slots for number in slot]).tobytes()


class _Copy:
    """A copy of an array, the call's at `place`, which must run before."""

    def __init__(self, repack: BoundRepack, kernel: GpuKernel, place: int):
        contract, launch = repack.repack.contract, repack.bind(_NOWHERE)
        self.place, self.bytes, self.strides, self.maps = place, repack.bytes, repack.strides[::-1], repack.arguments
        self._arguments = [number for number in launch.arguments if isinstance(number, int)]
        self._pointers = [contract.arguments.index(Argument("pointer", name)) for name in ("source", "target")]
        self._kernel, self._grid, self._threads = kernel, launch.grid, contract.threads

    def launch(self, source: int, target: int, stream: int) -> None:
        arguments = self._arguments.copy()
        for at, address in zip(self._pointers, (source, target)):
            arguments[at] = address
        self._kernel.launch(arguments, self._grid, self._threads, stream)


class _MapEncoder:
    """Encodes tensor maps of a launch for other addresses."""

    def __init__(self, maps: dict[int, BoundTensorMap]):
        self._maps = maps

    def __call__(self, argument: int, address: int) -> bytes:
        return library().gpu_encode(dataclasses.replace(self._maps[argument], address=address))


def make_recipe(contract: Contract, kernels: dict[str, GpuKernel], launch: Launch, grid: tuple[int, int, int], gpu: int,
                torch) -> Recipe:
    """Of `launch`, which has run on `grid` blocks."""
    places = {parameter.name: place for place, parameter in enumerate(contract.parameters)}
    types = {parameter.name: parameter.type for parameter in contract.parameters if is_float(parameter)}
    numbered = list(enumerate(contract.arguments))
    copies = [_Copy(repack, kernels[repack.repack.contract.kernel], places[repack.name]) for repack in launch.repacks]
    copied = {at: copy for copy in copies for at in copy.maps}
    maps = {at: dataclasses.replace(map, strides=copied[at].strides) if at in copied else map
            for at, map in enumerate(launch.arguments) if isinstance(map, BoundTensorMap)}
    recipe = Recipe(
        kernels[contract.kernel], grid, contract.threads,
        tuple(value if isinstance(value, int) else 0 for value in launch.arguments),
        [(at, places[argument.name]) for at, argument in numbered if argument.kind == "pointer"],
        [(at, places[argument.name], types[argument.name]) for at, argument in numbered
         if argument.kind == "scalar" and argument.name in types],
        [(at, places[map.name]) for at, map in maps.items() if at not in copied],
        _MapEncoder(maps),
        [(places[name], low, bytes) for name, low, bytes in launch.spans] if contract.noalias else (),
        (lambda: torch.cuda.current_stream(gpu).cuda_stream) if torch else None)
    if not copies:
        return recipe
    return dataclasses.replace(recipe, run=_CopiesFirst(recipe, copies, gpu, torch))


class _CopiesFirst:
    """Launches by a recipe, behind copies of arrays into memory whose rows are aligned."""

    def __init__(self, recipe: Recipe, copies: Sequence[_Copy], gpu: int, torch):
        self._launcher = _Launcher(recipe)
        self._copies, self._gpu, self._torch = copies, gpu, torch
        self._bytes = [copy.bytes for copy in copies]

    def __call__(self, values: Sequence, pointers: Sequence[int], stream: int) -> bool:
        arguments = self._launcher.bind(values, pointers)
        if arguments is None:
            return False
        with on_gpu(self._bytes, self._gpu, stream, self._torch) as addresses:
            for copy, address in zip(self._copies, addresses):
                for at in copy.maps:
                    arguments[at] = self._launcher.encode(at, address)
            for copy, address in zip(self._copies, addresses):
                copy.launch(pointers[copy.place], address, stream)
            self._launcher.launch(arguments, stream)
        return True


class _Launcher:
    """Launches by a recipe through ctypes. For several threads at once."""

    def __init__(self, recipe: Recipe):
        self._recipe = recipe
        self._grid, self._threads = recipe.kernel.dim3(recipe.grid), recipe.kernel.dim3(recipe.threads)
        self._free: list[PackedArguments] = []  # lists append and pop in one step
        self._encoded: dict[tuple[int, int], bytes] = {}  # maps by the argument and the address

    def encode(self, at: int, address: int) -> bytes:
        encoded = self._encoded.get((at, address))
        if encoded is None:
            if len(self._encoded) >= _MOST_KNOWN:
                self._encoded.clear()
            encoded = self._encoded[at, address] = self._recipe.encode_map(at, address)
        return encoded

    def bind(self, values: Sequence, pointers: Sequence[int]) -> list[int | bytes] | None:
        """The arguments of a launch, but for maps of copies; None where a float is refused."""
        arguments: list[int | bytes] = list(self._recipe.arguments)
        for at, place in self._recipe.pointers:
            arguments[at] = pointers[place]
        for at, place, _ in self._recipe.floats:
            try:
                arguments[at] = self._recipe.encode_float(place, values[place])
            except (TypeError, ValueError):
                return None
        for at, place in self._recipe.maps:
            arguments[at] = self.encode(at, pointers[place])
        return arguments

    def launch(self, arguments: Sequence[int | bytes], stream: int) -> None:
        try:
            packed = self._free.pop()
            packed.set(arguments)
        except IndexError:
            packed = PackedArguments(arguments)
        self._recipe.kernel.launch_packed(packed, self._grid, self._threads, stream)
        self._free.append(packed)

    def run(self, values: Sequence, pointers: Sequence[int], stream: int | None) -> bool:
        if not _are_apart(self._recipe.spans, pointers):
            return False
        if stream is None:
            stream = self._recipe.stream() if self._recipe.stream else 0
        if self._recipe.run:
            return self._recipe.run(values, pointers, stream)
        arguments = self.bind(values, pointers)
        if arguments is not None:
            self.launch(arguments, stream)
        return arguments is not None


def _are_apart(spans: Sequence[tuple[int, int, int]], pointers: Sequence[int]) -> bool:
    """Whether arrays are apart for sure: their ranges of addresses are."""
    ranges = sorted((pointers[place] + low, bytes) for place, low, bytes in spans)
    return all(start + bytes <= following for (start, bytes), (following, _) in itertools.pairwise(ranges))


def is_float(parameter: Parameter) -> bool:
    return parameter.kind == "scalar" and ELEMENTS[parameter.type].is_float


def _kind(parameter: Parameter) -> str:
    """The letter of python/native/Call.h."""
    if parameter.kind != "scalar":
        return "a"
    return "f" if ELEMENTS[parameter.type].is_float else "i"


class _Locator:
    """What a key says of an array, as a number, and the array's address; None where it must be bound in full."""

    def __init__(self, device_of: Callable[[int], int]):
        self._device_of, self._numbers, self._next = device_of, dict[tuple, int](), itertools.count()

    def __call__(self, value) -> tuple[int, int] | None:
        known = fingerprint(value)
        if known is None:
            return None
        key, pointer, is_somewhere = known
        described = (key, self._device_of(pointer) if is_somewhere else None)
        number = self._numbers.get(described)
        if number is None:
            if len(self._numbers) >= _MOST_KNOWN:
                self._numbers.clear()
            number = self._numbers[described] = next(self._next)  # never given again
        return number, pointer


class Plans:
    """The recipes of a kernel's calls, by their keys. Kinds are the letters of python/native/Call.h."""

    def __init__(self, kinds: str, locate: Locator):
        self._kinds, self._locate = kinds, locate
        self._launchers: dict[tuple, _Launcher] = {}

    def launch(self, values: tuple, stream: int | None) -> bool:
        found = self._find(values)
        launcher = self._launchers.get(found[0]) if found else None
        return bool(found and launcher and launcher.run(values, found[1], stream))

    def keep(self, values: tuple, recipe: tuple) -> None:
        if found := self._find(values):
            if len(self._launchers) >= _MOST_PLANS:
                self._launchers.clear()
            self._launchers[found[0]] = _Launcher(recipe[-1])

    def _find(self, values: tuple) -> tuple[tuple, list[int]] | None:
        """The call's key, and the arrays' addresses by place. None where it has to be bound."""
        pointers = [0] * len(values)
        if not len(self._kinds.rstrip("n")) <= len(values) <= len(self._kinds):
            return None
        parts: list = []
        for place, (kind, value) in enumerate(zip(self._kinds, values)):
            if kind == "a":
                if (known := self._locate(value)) is None:
                    return None
                pointers[place] = known[1]
                parts.append((known[0], min(known[1] & -known[1], _ALIGNMENT)))
            elif kind == "i" or kind == "n" and value is not None:
                if not isinstance(value, (int, bool)):
                    return None
                parts.append((type(value), operator.index(value)))
            elif kind == "n":
                parts.append(None)
        parts += [None] * (len(self._kinds) - len(values))
        return tuple(parts), pointers


def make_plans(contract: Contract, names: Sequence[str] = ()) -> KeptLaunches:
    """For calls of a kernel with the names of @specialize `names` behind its parameters."""
    kinds = "".join(map(_kind, contract.parameters)) + "n" * len(names)
    locate = _Locator(lambda address: library().gpu_of_address(address))
    module = native.module()
    fits = (len(kinds) <= _MOST_NATIVE_VALUES and len(contract.arguments) <= _MOST_NATIVE_ARGUMENTS and
            len(contract.tensor_maps) <= _MOST_NATIVE_MAPS)
    if module and fits and os.environ.get("PHOBOS_LAUNCH") != "ctypes":
        places = (*(parameter.name for parameter in contract.parameters), *names)
        return module.Plans(kinds, places, locate, library().launch_functions)
    return Plans(kinds, locate)


def can_be_kept(launch: Launch) -> bool:
    """Whether nothing but addresses and floats changes between launches with one key, and nothing must be waited for."""
    return launch.device is not None and not launch.streams
