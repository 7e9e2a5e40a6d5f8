# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches on a GPU that are like one before: what was bound then holds, but for addresses and floats.

A call's key holds all that binding rests on: types, shapes, strides, places and alignment of arrays, and the values of
integers.
"""

import dataclasses
import operator
from collections.abc import Callable, Mapping, Sequence

from . import workspace
from .arrays import fingerprint
from .binder import BoundRepack, BoundTensorMap, Launch
from .contract import Argument, Contract
from .elements import ELEMENTS
from .library import GpuKernel, PackedArguments, library

_MOST_PLANS = 256  # of a kernel; then all are forgotten
_MOST_MAPS = 256  # likewise of a plan's encoded tensor maps
_ALIGNMENT = 32  # bytes; the most that a tensor map asks for


class _Launcher:
    """Launches `kernel` with other arguments each time, on `grid` of what `contract` says. For several threads at once."""

    def __init__(self, contract: Contract, kernel: GpuKernel, grid: tuple[int, int, int]):
        self._kernel, self._grid, self._threads = kernel, kernel.dim3(grid), kernel.dim3(contract.threads)
        self._free: list[PackedArguments] = []  # lists append and pop in one step

    def launch(self, arguments: Sequence[int | bytes], stream: int) -> None:
        try:
            packed = self._free.pop()
            packed.set(arguments)
        except IndexError:
            packed = PackedArguments(arguments)
        self._kernel.launch_packed(packed, self._grid, self._threads, stream)
        self._free.append(packed)


class _Copy:
    """A copy of an array, the call's at `place`, which must run before."""

    def __init__(self, repack: BoundRepack, kernel: GpuKernel, place: int):
        contract, launch = repack.repack.contract, repack.bind(0)
        self.place, self.bytes, self.strides, self.maps = place, repack.bytes, repack.strides[::-1], repack.arguments
        self._arguments = list(launch.arguments)
        self._pointers = [contract.arguments.index(Argument("pointer", name)) for name in ("source", "target")]
        self._launcher = _Launcher(contract, kernel, launch.grid)

    def launch(self, source: int, target: int, stream: int) -> None:
        arguments = self._arguments.copy()
        for at, address in zip(self._pointers, (source, target)):
            arguments[at] = address
        self._launcher.launch(arguments, stream)


class Plan:
    """A launch of a kernel of `kernels` that may be repeated with other addresses and floats. For several threads at once."""

    def __init__(self, contract: Contract, kernels: Mapping[str, GpuKernel], launch: Launch, grid: tuple[int, int, int],
                 gpu: int, torch):
        self.gpu, self.torch = gpu, torch
        self._arguments = list(launch.arguments)
        self._launcher = _Launcher(contract, kernels[contract.kernel], grid)
        places = {parameter.name: place for place, parameter in enumerate(contract.parameters)}
        self._pointers = [(at, places[argument.name]) for at, argument in enumerate(contract.arguments)
                          if argument.kind == "pointer"]
        floats = {p.name: ELEMENTS[p.type].encode for p in contract.parameters if _is_float(p)}
        self._floats = [(at, places[argument.name], floats[argument.name]) for at, argument in enumerate(contract.arguments)
                        if argument.kind == "scalar" and argument.name in floats]
        self._copies = [_Copy(repack, kernels[repack.repack.contract.kernel], places[repack.name]) for repack in launch.repacks]
        self._bytes = [copy.bytes for copy in self._copies]
        copied = {at: copy for copy in self._copies for at in copy.maps}
        self._maps = {at: dataclasses.replace(map, strides=copied[at].strides) if at in copied else map
                      for at, map in enumerate(launch.arguments) if isinstance(map, BoundTensorMap)}
        self._direct = [(at, places[map.name]) for at, map in self._maps.items() if at not in copied]
        self._encoded: dict[tuple[int, int], bytes] = {}  # maps by the argument and the address

    def bind(self, values: Sequence, pointers: Sequence[int]) -> list[int | bytes] | None:
        """The arguments of a launch, but for maps of copies; None where a float is refused."""
        arguments = self._arguments.copy()
        for at, place in self._pointers:
            arguments[at] = pointers[place]
        for at, place, encode in self._floats:
            if getattr(values[place], "ndim", 0):
                return None
            try:
                arguments[at] = encode(values[place])
            except (TypeError, ValueError):
                return None
        for at, place in self._direct:
            arguments[at] = self._encode(at, pointers[place])
        return arguments

    def _encode(self, at: int, address: int) -> bytes:
        encoded = self._encoded.get((at, address))
        if encoded is None:
            if len(self._encoded) >= _MOST_MAPS:
                self._encoded.clear()
            encoded = library().gpu_encode(dataclasses.replace(self._maps[at], address=address))
            self._encoded[at, address] = encoded
        return encoded

    def launch(self, arguments: list[int | bytes], pointers: Sequence[int], stream: int) -> None:
        if not self._copies:
            self._launcher.launch(arguments, stream)
            return
        with workspace.on_gpu(self._bytes, self.gpu, stream, self.torch) as addresses:
            for copy, address in zip(self._copies, addresses):
                for at in copy.maps:
                    arguments[at] = self._encode(at, address)
            for copy, address in zip(self._copies, addresses):
                copy.launch(pointers[copy.place], address, stream)
            self._launcher.launch(arguments, stream)


def _is_float(parameter) -> bool:
    return parameter.kind == "scalar" and ELEMENTS[parameter.type].is_float


class Plans:
    """The plans of a kernel's calls, by their keys."""

    def __init__(self, contract: Contract, device_of: Callable[[int], int]):
        self._device_of = device_of
        # Overlapping arrays are found by their addresses alone.
        self._is_keyed = not contract.noalias
        self._kinds = ["float" if _is_float(p) else p.kind for p in contract.parameters]
        self._plans: dict[tuple, Plan] = {}

    def find(self, values: Sequence) -> tuple[tuple | None, list[int], Plan | None]:
        """The call's key, the arrays' addresses by the place of their parameter, and its plan if there is one. No key
        where a call has to be bound each time."""
        pointers = [0] * len(values)
        if not self._is_keyed or len(values) != len(self._kinds):
            return None, pointers, None
        parts: list = []
        for place, (kind, value) in enumerate(zip(self._kinds, values)):
            if kind == "float":
                continue
            if kind == "scalar":
                if not isinstance(value, (int, bool)):
                    return None, pointers, None
                parts.append((type(value), operator.index(value)))
                continue
            known = fingerprint(value)
            if known is None:
                return None, pointers, None
            key, pointer, is_somewhere = known
            pointers[place] = pointer
            parts += (key, min(pointer & -pointer, _ALIGNMENT), self._device_of(pointer) if is_somewhere else None)
        key = tuple(parts)
        return key, pointers, self._plans.get(key)

    def keep(self, key: tuple, plan: Plan) -> None:
        if len(self._plans) >= _MOST_PLANS:
            self._plans.clear()
        self._plans[key] = plan


def can_be_kept(launch: Launch) -> bool:
    """Whether nothing but addresses and floats changes between launches with one key, and nothing must be waited for."""
    return launch.device is not None and not launch.streams
