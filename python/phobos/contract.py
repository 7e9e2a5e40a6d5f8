# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The launch contract: what a compiled kernel asks of its launcher.

The compiler writes it as JSON beside the code; `parse_contract` reads it and
checks that it is whole and consistent, so that its users need not.
"""

import dataclasses
import functools
import json
from dataclasses import dataclass

from .elements import ELEMENTS
from .errors import ContractError
from .expression import Expression

VERSION = 1
#: What `requires` may name: features beside the fields of every contract.
FEATURES = ("persistent", "repack")


@dataclass(frozen=True)
class Parameter:
    """A parameter of the source kernel. `extents` and `strides` hold an int where static and a name otherwise;
    both are () unless `kind` is "tensor", and `strides` is None where rows are dense."""

    name: str
    kind: str  # "tensor", "pointer" or "scalar"
    type: str  # an element type of the language: f32, u8, …
    extents: tuple[int | str, ...] = ()
    strides: tuple[int | str, ...] | None = None
    read_only: bool = False  # nothing is stored through it

    def __str__(self) -> str:
        """As the source declares it."""
        if self.kind == "scalar":
            return f"{self.name}: {self.type}"
        if self.kind == "pointer":
            return f"{self.name}: ptr<{self.type}>"
        lists = [f"[{', '.join(map(str, dims))}]" for dims in (self.extents, self.strides or ())]
        return f"{self.name}: tensor<{self.type}>{lists[0]}" + (f" strides {lists[1]}" if self.strides else "")


@dataclass(frozen=True)
class Argument:
    """One argument of the compiled kernel: a parameter's pointer or value, the value of an extent or a stride, or a
    tensor map."""

    kind: str  # "pointer", "scalar", "extent", "stride" or "tensor_map"
    name: str  # the parameter, extent, stride or map


@dataclass(frozen=True)
class Repack:
    """How to copy a tensor into rows whose pitch is a multiple of `pitch_bytes`, in memory of `bytes`: by the kernel of
    `contract`, which is in the same code and takes the tensors `source` and `target`, dims in the map's order."""

    pitch_bytes: int
    bytes: Expression
    contract: "Contract"


@dataclass(frozen=True)
class TensorMap:
    """How bulk copies see a tensor: `dims` are the tensor's, in the map's order, and all lists are in that order, the
    innermost dim last."""

    name: str
    parameter: str
    dims: tuple[int, ...]
    box: tuple[int, ...]
    element_strides: tuple[int, ...]
    swizzle: int  # bytes, as the next two
    interleave: int
    l2_promotion: int
    fill: str  # "zero" or "nan": what elements outside of the tensor are
    repack: Repack | None = None  # what becomes of a tensor that no map can describe; None: it is refused

    @property
    def alignment(self) -> int:
        """What addresses and strides of a mapped tensor are multiples of, in bytes."""
        return 32 if self.interleave == 32 else 16


@dataclass(frozen=True)
class Promise:
    """`extent` is a multiple of `multiple` at every launch; with `blocks`, at least so many times `multiple`."""

    extent: str
    multiple: int
    blocks: Expression | None = None


@dataclass(frozen=True)
class Contract:
    kernel: str
    target: str
    parameters: tuple[Parameter, ...]
    arguments: tuple[Argument, ...]
    threads: tuple[int, int, int]
    cluster: tuple[int, int, int]
    shared_bytes: int
    grid: tuple[Expression, Expression, Expression]
    promises: tuple[Promise, ...]
    tensor_maps: tuple[TensorMap, ...]
    noalias: bool  # no two arrays of a call share memory
    hash: str
    overlap: bool = False  # the kernel waits for what was queued before it, and may begin earlier
    persistent: int | None = None  # blocks for each multiprocessor, which loop over the grid; None: a block for each piece

    def blocks(self, grid: tuple[int, int, int], most: int) -> tuple[int, int, int]:
        """The blocks to launch for `grid`: of a persistent kernel at most `most`, and at least a cluster."""
        if self.persistent is None:
            return grid
        cluster = self.cluster[0]
        return min(grid[0], max(most // cluster, 1) * cluster), *grid[1:]

    @property
    def helpers(self) -> tuple["Contract", ...]:
        """Of the kernels that a launch may need before this one, each once."""
        contracts = [map.repack.contract for map in self.tensor_maps if map.repack]
        return tuple({contract.kernel: contract for contract in contracts}.values())

    @functools.cached_property
    def call(self) -> tuple:
        """All that the binding of a call rests on, to compare."""
        promises = tuple((promise.extent, promise.multiple, promise.blocks and promise.blocks.text)
                         for promise in self.promises)
        grid = tuple(expression.text for expression in self.grid)
        maps = tuple(dataclasses.replace(map, repack=None) for map in self.tensor_maps)
        repacks = tuple(map.repack and (map.repack.bytes.text, map.repack.contract.hash) for map in self.tensor_maps)
        return self.parameters, self.arguments, grid, promises, self.cluster, self.persistent, maps, repacks

    @functools.cached_property
    def has_arrays(self) -> bool:
        return any(parameter.kind != "scalar" for parameter in self.parameters)


def parse_contract(text: str) -> Contract:
    """The contract in `text`; ContractError where it is malformed, inconsistent, or needs a newer launcher."""
    try:
        fields = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise ContractError(f"launch contract: {error}") from None
    return _contract(fields)


def _contract(fields) -> Contract:
    fields = _check(fields, dict, "an object")
    if fields.get("version") != VERSION:
        raise ContractError(f"launch contract: expected version {VERSION}, got {fields.get('version')!r}")
    required = _get(fields, "requires", list) if "requires" in fields else []
    if unknown := [feature for feature in required if feature not in FEATURES]:
        raise ContractError(f"launch contract: it requires {', '.join(map(repr, unknown))}, and this launcher knows "
                            f"{', '.join(map(repr, FEATURES))} only; use a newer Phobos to launch it")
    contract = Contract(
        kernel=_get(fields, "kernel", str),
        target=_get(fields, "target", str),
        parameters=tuple(_parameter(entry) for entry in _get(fields, "params", list)),
        arguments=tuple(_argument(entry) for entry in _get(fields, "args", list)),
        threads=_triple(fields, "threads", _is_positive),
        cluster=_triple(fields, "cluster", _is_positive),
        shared_bytes=_get(fields, "shared_bytes", int),
        grid=_grid(fields),
        promises=tuple(_promise(entry) for entry in _get(fields, "promises", list)),
        tensor_maps=tuple(_tensor_map(entry) for entry in _get(fields, "tensor_maps", list)),
        noalias=fields.get("noalias") is True,
        hash=_get(fields, "hash", str),
        overlap=fields.get("overlap") is True,
        persistent=_persistent(fields),
    )
    _check_names(contract)
    _check_tensor_maps(contract)
    return contract


def _grid(fields) -> tuple[Expression, Expression, Expression]:
    x, y, z = map(Expression, _triple(fields, "grid", lambda value: isinstance(value, str)))
    return x, y, z


def _persistent(fields) -> int | None:
    if "persistent" not in fields:
        return None
    blocks = _get(_get(fields, "persistent", dict), "blocks_per_multiprocessor", int)
    if blocks < 1:
        raise ContractError(f"launch contract: expected 1 or more as 'blocks_per_multiprocessor', got {blocks}")
    if fields["grid"][1:] != ["1", "1"]:
        raise ContractError(f"launch contract: expected a persistent kernel's grid along x alone, got {fields['grid']!r}")
    return blocks


def _check(value, kind: type, expected: str):
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ContractError(f"launch contract: expected {expected}, got {value!r}")
    return value


def _get(fields, name: str, kind: type):
    _check(fields, dict, "an object")
    if name not in fields:
        raise ContractError(f"launch contract: expected a field {name!r}")
    return _check(fields[name], kind, f"{name!r} of type {kind.__name__}")


def _is_positive(value) -> bool:
    return type(value) is int and value > 0


def _triple(fields, name: str, accepts) -> tuple:
    values = _get(fields, name, list)
    if len(values) != 3 or not all(accepts(value) for value in values):
        raise ContractError(f"launch contract: expected three values in {name!r}, got {values!r}")
    return tuple(values)


def _dims(entry, name: str, rank: int) -> tuple[int | str, ...]:
    dims = _get(entry, name, list)
    if len(dims) != rank or not all(isinstance(dim, str) or type(dim) is int and dim >= 0 for dim in dims):
        raise ContractError(f"launch contract: expected {rank} names or numbers in {name!r}, got {dims!r}")
    return tuple(dims)


def _parameter(entry) -> Parameter:
    name, kind, element = _get(entry, "name", str), _get(entry, "kind", str), _get(entry, "type", str)
    if element not in ELEMENTS:
        raise ContractError(f"launch contract: unknown type {element!r} of parameter {name}")
    read_only = entry.get("read_only") is True
    if kind in ("pointer", "scalar"):
        return Parameter(name, kind, element, read_only=read_only)
    if kind != "tensor":
        raise ContractError(f"launch contract: unknown kind {kind!r} of parameter {name}")
    rank = _get(entry, "rank", int)
    strides = None if entry.get("strides") is None else _dims(entry, "strides", rank)
    return Parameter(name, kind, element, _dims(entry, "extents", rank), strides, read_only)


def _argument(entry) -> Argument:
    kind = _get(entry, "kind", str)
    if kind not in ("pointer", "scalar", "extent", "stride", "tensor_map"):
        raise ContractError(f"launch contract: unknown kind {kind!r} of an argument")
    return Argument(kind, _get(entry, "param" if kind in ("pointer", "scalar") else "name", str))


def _promise(entry) -> Promise:
    extent, multiple = _get(entry, "extent", str), _get(entry, "multiple", int)
    return Promise(extent, multiple, Expression(_get(entry, "blocks", str)) if "blocks" in entry else None)


def _numbers(entry, name: str, rank: int) -> tuple[int, ...]:
    numbers = _get(entry, name, list)
    if len(numbers) != rank or not all(map(_is_positive, numbers)):
        raise ContractError(f"launch contract: expected {rank} positive numbers in {name!r}, got {numbers!r}")
    return tuple(numbers)


def _tensor_map(entry) -> TensorMap:
    name, dims = _get(entry, "name", str), _get(entry, "dims", list)
    if any(type(dim) is not int for dim in dims) or sorted(dims) != list(range(len(dims))):
        raise ContractError(f"launch contract: expected each dim of a tensor once in 'dims' of {name}, got {dims!r}")
    fill = _get(entry, "fill", str)
    if fill not in ("zero", "nan"):
        raise ContractError(f"launch contract: expected 'zero' or 'nan' as 'fill' of {name}, got {fill!r}")
    swizzle, interleave, promotion = sizes = [_get(entry, field, int) for field in ("swizzle", "interleave", "l2_promotion")]
    if min(sizes) < 0:
        raise ContractError(f"launch contract: expected sizes of 0 or more in {name}, got {sizes!r}")
    rank = len(dims)
    map = TensorMap(name, _get(entry, "param", str), tuple(dims), _numbers(entry, "box", rank),
                    _numbers(entry, "element_strides", rank), swizzle, interleave, promotion, fill)
    if "repack" not in entry:
        return map
    return dataclasses.replace(map, repack=_repack(entry["repack"], map))


def _repack(entry, map: TensorMap) -> Repack:
    """Checked but for the names in `bytes`."""
    pitch = _get(entry, "pitch_bytes", int)
    if pitch < 1 or pitch % map.alignment:
        raise ContractError(f"launch contract: expected a multiple of {map.alignment} as 'pitch_bytes' of {map.name}, got "
                            f"{pitch}")
    contract = _contract(_get(entry, "contract", dict))
    tensors = [(p.name, p.kind, len(p.extents)) for p in contract.parameters]
    if tensors != [(name, "tensor", len(map.dims)) for name in ("source", "target")] or contract.tensor_maps:
        raise ContractError(f"launch contract: expected a kernel of the tensors 'source' and 'target' of rank {len(map.dims)} "
                            f"in 'repack' of {map.name}, got {contract.kernel}")
    return Repack(pitch, Expression(_get(entry, "bytes", str)), contract)


def _check_tensor_maps(contract: Contract) -> None:
    """Every map must have a name of its own, as many dims as its tensor, and a copy of elements of that size."""
    names = [map.name for map in contract.tensor_maps]
    if len(set(names)) != len(names):
        raise ContractError(f"launch contract: a tensor map's name is used twice in {names}")
    ranks = {p.name: len(p.extents) for p in contract.parameters if p.kind == "tensor"}
    for map in contract.tensor_maps:
        if ranks.get(map.parameter) != len(map.dims):
            raise ContractError(f"launch contract: tensor map {map.name} has {len(map.dims)} dims, and no tensor "
                                f"{map.parameter} has as many")
        if map.repack:
            _check_repack(map, map.repack, contract)


def _check_repack(map: TensorMap, repack: Repack, contract: Contract) -> None:
    parameter = next(p for p in contract.parameters if p.name == map.parameter)
    for copied in repack.contract.parameters:
        if ELEMENTS[copied.type].bytes != ELEMENTS[parameter.type].bytes:
            raise ContractError(f"launch contract: tensor map {map.name} is of {parameter.type}, its 'repack' copies "
                                f"{copied.type}")


def _check_names(contract: Contract) -> None:
    """Every name that an argument, a promise or the grid uses must be bound by a parameter."""
    names = [parameter.name for parameter in contract.parameters]
    if len(set(names)) != len(names):
        raise ContractError(f"launch contract: a parameter's name is used twice in {names}")
    bound = {
        "pointer": {p.name for p in contract.parameters if p.kind != "scalar"},
        "scalar": {p.name for p in contract.parameters if p.kind == "scalar"},
        "extent": {dim for p in contract.parameters for dim in p.extents if isinstance(dim, str)},
        "stride": {dim for p in contract.parameters for dim in p.strides or () if isinstance(dim, str)},
        "tensor_map": {map.name for map in contract.tensor_maps},
    }
    for argument in contract.arguments:
        if argument.name not in bound[argument.kind]:
            raise ContractError(f"launch contract: nothing binds the {argument.kind} {argument.name}")
    for promise in contract.promises:
        if promise.extent not in bound["extent"] or promise.multiple < 1:
            raise ContractError(f"launch contract: bad promise that {promise.extent} is a multiple of {promise.multiple}")
    integers = {p.name for p in contract.parameters if p.kind == "scalar" and ELEMENTS[p.type].is_integer}
    blocks = [("grid", expression) for expression in contract.grid]
    blocks += [("promise", promise.blocks) for promise in contract.promises if promise.blocks]
    blocks += [("repack", map.repack.bytes) for map in contract.tensor_maps if map.repack]
    for what, expression in blocks:
        for name in sorted(expression.names - bound["extent"] - bound["stride"] - integers):
            raise ContractError(f"launch contract: {what} {expression.text!r} uses the unknown name {name}")
