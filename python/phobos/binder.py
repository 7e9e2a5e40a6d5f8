# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From the values of a call to the arguments and the grid of a launch, by the kernel's contract.

Pure: nothing here loads a library or touches a device. Every refusal is a
TypeError (the wrong kind of thing) or a ValueError (the wrong value of the
right kind) that starts with the parameter's name and says what was expected
and what came.
"""

import dataclasses
import difflib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .arrays import Array, dense_strides, describe, overlap
from .contract import Contract, Parameter, Promise, Repack, TensorMap
from .elements import ELEMENTS
from .errors import ContractError

#: The largest grid that a GPU takes, per axis; and the host.
GRID_LIMITS = (2**31 - 1, 65535, 65535)
HOST_GRID_LIMIT = 2**63 - 1


@dataclass(frozen=True)
class BoundTensorMap:
    """A tensor map of the tensor `name`, as PhobosTensorMap of phobos-c/TensorMap.h has it: the innermost dim first."""

    name: str
    address: int
    type: str
    extents: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    element_strides: tuple[int, ...]
    swizzle: int
    interleave: int
    l2_promotion: int
    fills_with_nan: bool


@dataclass(frozen=True)
class BoundRepack:
    """A copy of the tensor `name` that must run before a launch: `source`, with dims in a map's order, goes to memory of
    `bytes`, in rows of `strides`. `arguments` are the numbers of the launch's arguments that are maps of the copy."""

    name: str
    repack: Repack
    source: Array
    strides: tuple[int, ...]
    bytes: int
    arguments: tuple[int, ...]

    def bind(self, address: int) -> "Launch":
        """The launch of the copy to `address`."""
        types = [parameter.type for parameter in self.repack.contract.parameters]
        source = dataclasses.replace(self.source, type=types[0], read_only=False)
        target = dataclasses.replace(source, type=types[1], pointer=address, strides=self.strides)
        try:
            return Binder(self.repack.contract).bind([source, target])
        except ValueError as error:
            raise ValueError(f"{self.name}: cannot copy it into aligned rows: {error}") from None


@dataclass(frozen=True)
class Launch:
    """`arguments` are the bits of the compiled kernel's arguments in order, each zero-extended to 64 bits, or tensor
    maps, which are to be encoded. `grid` are pieces of work; see Contract.blocks. `device` is None for the host. `streams`
    are those whose work must end first. `memory` is, for each argument, a name, and the address and size of what it may
    reach, empty where it is no pointer. `repacks` come first: see `repacked`. `spans` are, for each array, its name, and
    where its memory begins, in bytes from its address, and how long it is."""

    arguments: tuple[int | BoundTensorMap, ...]
    grid: tuple[int, int, int]
    device: int | None
    streams: tuple[int, ...]
    memory: tuple[tuple[str, int, int], ...]
    repacks: tuple[BoundRepack, ...] = ()
    spans: tuple[tuple[str, int, int], ...] = ()
    owners: tuple[Any, ...] = ()  # of memory, to live as long as the launch

    def repacked(self, addresses: Sequence[int]) -> "Launch":
        """The launch on the copies that `repacks` make at `addresses`."""
        arguments, memory = list(self.arguments), list(self.memory)
        for repack, address in zip(self.repacks, addresses):
            for at in repack.arguments:
                map = arguments[at]
                assert isinstance(map, BoundTensorMap)
                arguments[at] = dataclasses.replace(map, address=address, strides=repack.strides[::-1])
                memory[at] = (repack.name, address, repack.bytes)
        return dataclasses.replace(self, arguments=tuple(arguments), memory=tuple(memory), repacks=())

    @property
    def numbers(self) -> tuple[int, ...]:
        """The arguments of a launch that has no tensor maps."""
        return tuple(argument for argument in self.arguments if isinstance(argument, int))

    @property
    def is_empty(self) -> bool:
        """No block would run."""
        return 0 in self.grid


class Binder:
    """Binds calls of one kernel. Holds no state between calls, so threads may share it."""

    def __init__(self, contract: Contract, device_of: Callable[[int], int] = lambda pointer: 0):
        """`device_of` maps a GPU address to the ordinal of its GPU, for arrays that do not say."""
        self.contract = contract
        self.device_of = device_of

    def bind(self, values: Sequence, named: Mapping[str, object] = {}) -> Launch:
        """The launch of the kernel with `values` in the order of its parameters and `named` by their names."""
        call = _Call(self)
        for parameter, value in zip(self.contract.parameters, self._order(values, named)):
            call.add(parameter, value)
        return call.finish()

    def _order(self, values: Sequence, named: Mapping[str, object]) -> list:
        kernel, names = self.contract.kernel, [parameter.name for parameter in self.contract.parameters]
        takes = f"{kernel}: expected {len(names)} arguments ({', '.join(names)})"
        if len(values) > len(names):
            raise TypeError(f"{takes}, got {len(values)}")
        slots = dict(zip(names, values))
        for name, value in named.items():
            if name not in names:
                near = difflib.get_close_matches(name, names, 1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise TypeError(f"{takes}, got one named {name}{hint}")
            if name in slots:
                raise TypeError(f"{name}: given by position and by name")
            slots[name] = value
        missing = [name for name in names if name not in slots]
        if missing:
            raise TypeError(f"{takes}, got none for {', '.join(missing)}")
        return [slots[name] for name in names]


class _Call:
    """What one call has bound so far."""

    def __init__(self, binder: Binder):
        self.contract = binder.contract
        self.device_of = binder.device_of
        self.pointers: dict[str, int] = {}
        self.scalars: dict[str, int] = {}  # as bits
        self.integers: dict[str, int] = {}  # integer scalars' values
        self.extents: dict[str, tuple[int, str]] = {}  # value, and where it came from
        self.strides: dict[str, tuple[int, str]] = {}
        self.loose: dict[str, int] = {}  # strides that no access uses (of dims with at most one element)
        self.device: tuple[int | None, str] | None = None
        self.streams: list[int] = []
        self.arrays: dict[str, Array] = {}

    def add(self, parameter: Parameter, value) -> None:
        try:
            if parameter.kind == "scalar":
                self._add_scalar(parameter, value)
                return
            array = describe(value)
            if array.type != parameter.type and (array.type, parameter.type) != ("i64", "index"):
                raise TypeError(f"expected elements of type {parameter.type}, got {array.type}")
            if not array.pointer and 0 not in array.shape:  # a tensor of torch that is fake, or whose storage was freed
                raise ValueError("expected an array with memory, got one at address 0")
            if parameter.kind == "tensor":
                self._add_extents(parameter, array)
                self._add_strides(parameter, array)
            if array.read_only and not parameter.read_only:
                raise ValueError("expected a writable array, got a read-only one")
            self._add_device(parameter, array)
            self._add_memory(parameter, array)
            self.pointers[parameter.name] = array.pointer
            if array.stream is not None:
                self.streams.append(array.stream)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{parameter.name}: {error}") from None

    def _add_scalar(self, parameter: Parameter, value) -> None:
        if getattr(value, "ndim", 0):
            raise TypeError(f"expected a scalar of type {parameter.type}, got an array of rank {value.ndim}")
        element = ELEMENTS[parameter.type]
        self.scalars[parameter.name] = element.encode(value)
        if element.is_integer:
            self.integers[parameter.name] = int(value)

    def _add_extents(self, parameter: Parameter, array: Array) -> None:
        rank = len(parameter.extents)
        if len(array.shape) != rank:
            raise ValueError(f"expected rank {rank}, got rank {len(array.shape)} with shape {array.shape}")
        for dim, (declared, extent) in enumerate(zip(parameter.extents, array.shape)):
            _agree(self.extents, declared, extent, f"extent {{}} in dim {dim}", f"dim {dim} of {parameter.name}")

    def _add_strides(self, parameter: Parameter, array: Array) -> None:
        dense = dense_strides(array.shape)
        empty = 0 in array.shape
        used = [extent > 1 and not empty for extent in array.shape]
        if parameter.strides is None:
            if any(stride != wanted for stride, wanted, used in zip(array.strides, dense, used) if used):
                raise ValueError(f"expected strides {dense} (row-major and dense), got {array.strides}; for rows with a "
                                 f"pitch declare the parameter with {_suggest_strides(parameter, array)}")
            return
        for dim, (declared, stride) in enumerate(zip(parameter.strides, array.strides)):
            if not used[dim]:
                if isinstance(declared, str):
                    self.loose.setdefault(declared, dense[dim])
                continue
            if stride < 0 or stride == 0 and not parameter.read_only:  # stores to elements that share memory would race
                least = "0 or more" if parameter.read_only else "1 or more, as the kernel stores to it"
                raise ValueError(f"expected strides of {least}, got {array.strides}; pass a dense copy")
            _agree(self.strides, declared, stride, f"stride {{}} in dim {dim}", f"dim {dim} of {parameter.name}")

    def _add_memory(self, parameter: Parameter, array: Array) -> None:
        for name, other in self.arrays.items():
            if self.contract.noalias and overlap(array, other):
                raise ValueError(f"expected memory apart from that of {name}, as the kernel's @noalias promises, got arrays "
                                 "that overlap")
        self.arrays[parameter.name] = array

    def _add_device(self, parameter: Parameter, array: Array) -> None:
        device = array.device
        if device == -1:
            if not array.pointer:  # an empty array may lie anywhere
                return
            device = self.device_of(array.pointer)
        if self.device is None:
            self.device = (device, parameter.name)
        elif self.device[0] != device:
            first, name = self.device
            raise ValueError(f"expected an array on {_device_name(first)} as {name} is, got one on {_device_name(device)}")

    def finish(self) -> Launch:
        extents = {name: value for name, (value, _) in self.extents.items()}
        strides = self.loose | {name: value for name, (value, _) in self.strides.items()}
        for promise in self.contract.promises:
            self._check_promise(promise, self.integers | extents | strides)
        maps = {map.name: self._bind_map(map) for map in self.contract.tensor_maps}
        values: dict[str, Mapping[str, Any]] = {"pointer": self.pointers, "scalar": self.scalars, "extent": extents,
                                                "stride": strides, "tensor_map": maps}
        arguments = tuple(values[argument.kind][argument.name] for argument in self.contract.arguments)
        reached = {("pointer", name): name for name in self.arrays}
        reached |= {("tensor_map", map.name): map.parameter for map in self.contract.tensor_maps}
        memory = tuple(self._memory(reached.get((argument.kind, argument.name)), argument.name)
                       for argument in self.contract.arguments)
        device = self.device[0] if self.device else None
        grid = self._grid(self.integers | extents | strides, device)
        repacks = self._bind_repacks(maps, self.integers | extents | strides)
        spans = [(name, array.pointer, *array.span) for name, array in self.arrays.items()]
        return Launch(arguments, grid, device, tuple(self.streams), memory, repacks,
                      tuple((name, low - pointer, bytes) for name, pointer, low, bytes in spans),
                      tuple(array.owner for array in self.arrays.values() if array.owner is not None))

    def _memory(self, array: str | None, name: str) -> tuple[str, int, int]:
        return (name, 0, 0) if array is None else (array, *self.arrays[array].span)

    def _bind_map(self, map: TensorMap) -> BoundTensorMap:
        array, inner_first = self.arrays[map.parameter], map.dims[::-1]
        return BoundTensorMap(map.parameter, array.pointer, array.type, tuple(array.shape[dim] for dim in inner_first),
                              tuple(array.strides[dim] for dim in inner_first), map.box[::-1], map.element_strides[::-1],
                              map.swizzle, map.interleave, map.l2_promotion, map.fill == "nan")

    def _bind_repacks(self, maps: Mapping[str, BoundTensorMap], values: Mapping[str, int]) -> tuple[BoundRepack, ...]:
        """The copies of arrays that no tensor map can describe; maps that would be of equal copies share one."""
        repacks: dict[tuple, BoundRepack] = {}
        for at, argument in enumerate(self.contract.arguments):
            if argument.kind != "tensor_map":
                continue
            map = next(map for map in self.contract.tensor_maps if map.name == argument.name)
            if map.repack is None or _is_mappable(maps[map.name], map.alignment):
                continue
            key = (map.parameter, map.dims, map.repack.pitch_bytes, map.repack.contract.kernel)
            known = repacks.get(key)
            repacks[key] = (dataclasses.replace(known, arguments=(*known.arguments, at)) if known else
                            self._bind_repack(map, map.repack, at, values))
        return tuple(repacks.values())

    def _bind_repack(self, map: TensorMap, repack: Repack, at: int, values: Mapping[str, int]) -> BoundRepack:
        array, element = self.arrays[map.parameter], ELEMENTS[self.arrays[map.parameter].type].bytes
        shape, pitch = tuple(array.shape[dim] for dim in map.dims), repack.pitch_bytes
        row = -(-shape[-1] * element // pitch) * pitch
        strides = tuple(stride * row // element for stride in dense_strides(shape[:-1])) + (1,)
        needed, bytes = row * math.prod(shape[:-1]), repack.bytes(values)
        if bytes < needed:
            raise ContractError(f"launch contract: expected at least {needed} 'bytes' in 'repack' of {map.name}, got {bytes}")
        source = dataclasses.replace(array, shape=shape, strides=tuple(array.strides[dim] for dim in map.dims),
                                     device=self.device[0] if self.device else None, stream=None)
        return BoundRepack(map.parameter, repack, source, strides, bytes, (at,))

    def _check_promise(self, promise: Promise, values: Mapping[str, int]) -> None:
        value, source = self.extents[promise.extent]
        if promise.blocks is None:
            if value % promise.multiple:
                raise ValueError(f"{promise.extent}: expected a multiple of {promise.multiple}, as the kernel promises, got "
                                 f"{value} ({source})")
            return
        try:
            blocks = promise.blocks(values)
        except ValueError:  # the grid is as bad, and says so
            return
        if blocks * promise.multiple > value:
            raise ValueError(f"{promise.extent}: expected room for {promise.blocks.text} = {blocks} blocks of "
                             f"{promise.multiple}, as the kernel promises, got {value} ({source})")

    def _grid(self, values: Mapping[str, int], device: int | None) -> tuple[int, int, int]:
        grid = []
        for axis, expression, limit, cluster in zip("xyz", self.contract.grid, GRID_LIMITS, self.contract.cluster):
            try:
                blocks = expression(values)
            except ValueError as error:
                raise ValueError(f"grid {axis}: {error}") from None
            if blocks < 0:
                raise ValueError(f"grid {axis}: expected 0 or more blocks, got {expression.text} = {blocks}")
            # A persistent kernel counts its pieces of work as a GPU counts blocks, wherever it runs.
            limit = HOST_GRID_LIMIT if device is None and self.contract.persistent is None else limit
            if blocks > limit:
                raise ValueError(f"grid {axis}: expected at most {limit} blocks, got {expression.text} = {blocks}")
            if blocks % cluster:
                raise ValueError(f"grid {axis}: expected a multiple of the {cluster} blocks of a cluster, got "
                                 f"{expression.text} = {blocks}")
            grid.append(blocks)
        x, y, z = grid
        return x, y, z


def _is_mappable(map: BoundTensorMap, alignment: int) -> bool:
    """Whether a map can be encoded, as far as the alignment goes: what else is wrong with it, a copy does not mend."""
    if 0 in map.extents or map.extents[0] > 1 and map.strides[0] != 1:
        return True
    element = ELEMENTS[map.type].bytes
    steps = [stride * element for extent, stride in zip(map.extents[1:], map.strides[1:]) if extent > 1]
    return all(step % alignment == 0 for step in (map.address, *steps)) and 0 not in steps


def _agree(known: dict[str, tuple[int, str]], declared: int | str, value: int, what: str, where: str) -> None:
    """Bind `declared` to `value`, or check that it already is; `what` has a gap for the declared name and value."""
    if isinstance(declared, int):
        if value != declared:
            raise ValueError(f"expected {what.format(declared)}, got {value}")
        return
    expected, source = known.setdefault(declared, (value, where))
    if value != expected:
        raise ValueError(f"expected {what.format(f'{declared} = {expected}')}, as in {source}, got {value}")


def _suggest_strides(parameter: Parameter, array: Array) -> str:
    """How to declare the parameter so that it takes `array`: [LDA, 1] for rows that are whole in themselves."""
    rank = len(array.shape)
    names = [f"LD{parameter.name}" if rank < 3 else f"LD{parameter.name}{dim}" for dim in range(rank)]
    if rank == 2 and array.strides[1] != 1:
        names = [f"LD{parameter.name}0", f"LD{parameter.name}1"]
    elif array.strides[-1] == 1:
        names[-1] = "1"
    return f"strides [{', '.join(names)}]"


def _device_name(device: int | None) -> str:
    return "the host" if device is None else f"GPU {device}"
