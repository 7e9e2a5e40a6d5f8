# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches on a GPU that are like one before: what was bound then holds, but for addresses and floats.

A call's key holds all that binding rests on: types, shapes, strides, places and alignment of arrays, and the values of
integers.
"""

import dataclasses
import operator
from collections.abc import Callable, Sequence

from .arrays import fingerprint
from .binder import BoundTensorMap, Launch
from .contract import Contract
from .elements import ELEMENTS
from .library import GpuKernel, PackedArguments, library

_MOST_PLANS = 256  # of a kernel; then all are forgotten
_MOST_MAPS = 256  # likewise of a plan's encoded tensor maps
_ALIGNMENT = 32  # bytes; the most that a tensor map asks for


class Plan:
    """A launch of `kernel` that may be repeated with other addresses and floats. For several threads at once."""

    def __init__(self, contract: Contract, kernel: GpuKernel, launch: Launch, grid: tuple[int, int, int], gpu: int, torch):
        self.gpu, self.torch = gpu, torch
        self._kernel, self._arguments = kernel, list(launch.arguments)
        self._grid, self._threads = kernel.dim3(grid), kernel.dim3(contract.threads)
        places = {parameter.name: place for place, parameter in enumerate(contract.parameters)}
        self._pointers = [(at, places[argument.name]) for at, argument in enumerate(contract.arguments)
                          if argument.kind == "pointer"]
        floats = {p.name: ELEMENTS[p.type].encode for p in contract.parameters if _is_float(p)}
        self._floats = [(at, places[argument.name], floats[argument.name]) for at, argument in enumerate(contract.arguments)
                        if argument.kind == "scalar" and argument.name in floats]
        self._maps = [(at, places[argument.name], argument) for at, argument in enumerate(launch.arguments)
                      if isinstance(argument, BoundTensorMap)]
        self._encoded: dict[tuple[int, int], bytes] = {}  # by the argument and its address
        self._free: list[PackedArguments] = []  # lists append and pop in one step

    def bind(self, values: Sequence, pointers: Sequence[int]) -> list[int | bytes] | None:
        """The arguments of a launch; None where a float is refused."""
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
        for at, place, map in self._maps:
            arguments[at] = self._encode(at, pointers[place], map)
        return arguments

    def _encode(self, at: int, address: int, map: BoundTensorMap) -> bytes:
        encoded = self._encoded.get((at, address))
        if encoded is None:
            if len(self._encoded) >= _MOST_MAPS:
                self._encoded.clear()
            encoded = library().gpu_encode(dataclasses.replace(map, address=address))
            self._encoded[at, address] = encoded
        return encoded

    def launch(self, arguments: Sequence[int | bytes], stream: int) -> None:
        try:
            packed = self._free.pop()
            packed.set(arguments)
        except IndexError:
            packed = PackedArguments(arguments)
        self._kernel.launch_packed(packed, self._grid, self._threads, stream)
        self._free.append(packed)


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
    return launch.device is not None and not launch.streams and not launch.repacks
