# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random arrays for a kernel's parameters, for the command line."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from .arrays import describe, typed
from .contract import Contract, Parameter
from .elements import ELEMENTS
from .errors import DriverError
from .gpu import GpuArray, count
from .kernels import Kernel
from .numbers import read


def usual_place() -> str:
    """A GPU, if there is one."""
    try:
        return "gpu" if count() > 0 else "host"
    except DriverError:
        return "host"


@dataclass
class ExampleCall:
    """The values of a call in order, and the names of all parameters."""

    names: Sequence[str]
    values: Sequence[Any]

    def report(self) -> str:
        """What the arrays hold now: shape, least, most and mean."""
        rows = []
        for name, value in zip(self.names, self.values):
            if isinstance(value, (int, float)):
                rows.append(f"  {name} = {value}")
                continue
            array = describe(value)
            numbers = read(array, None if array.device is None else max(array.device, 0)).astype(numpy.float64)
            shape = " x ".join(map(str, array.shape))
            summary = (f"min {numbers.min():.6g}, max {numbers.max():.6g}, mean {numbers.mean():.6g}" if numbers.size else
                       "empty")
            rows.append(f"  {name}: {array.type}[{shape}], {summary}")
        return "\n".join(rows)


def make(kernel: Kernel, values: Mapping[str, int | float], place: str, seed: int) -> ExampleCall:
    """For a call with extents, lengths of pointers and scalars of `values`; ValueError where an extent is missing."""
    contract = kernel.parsed_contract
    parameters = contract.parameters
    known = {dim for parameter in parameters for dim in (parameter.name, *parameter.extents) if isinstance(dim, str)}
    if unknown := sorted(set(values) - known - set(kernel.text_source.settings)):
        raise ValueError(f"{kernel.name}: expected values of {', '.join(sorted(known))}, got {', '.join(unknown)}")
    random = numpy.random.default_rng(seed)
    return ExampleCall([parameter.name for parameter in parameters],
                       [_value(contract, parameter, values, place, random) for parameter in parameters])


def _value(contract: Contract, parameter: Parameter, values: Mapping[str, int | float], place: str, random) -> Any:
    if parameter.kind == "scalar":
        value = values.get(parameter.name, 1)
        return float(value) if ELEMENTS[parameter.type].is_float else value
    dims = [parameter.name] if parameter.kind == "pointer" else parameter.extents
    missing = [dim for dim in dims if isinstance(dim, str) and dim not in values]
    if missing:
        raise ValueError(f"{contract.kernel}: expected a value of {missing[0]}, as {missing[0]}=1024")
    array = _array([int(values[dim]) if isinstance(dim, str) else dim for dim in dims], parameter.type, random)
    data = GpuArray(array) if place == "gpu" else array
    return typed(data, parameter.type) if parameter.type in ("bf16", "f8e4m3", "f8e5m2") else data


def _array(shape: Sequence[int], type: str, random) -> numpy.ndarray:
    """Floats from -1 to 1, integers from 0 to 7; as bits of types that NumPy lacks."""
    element = ELEMENTS[type]
    if element.is_float and element.name in ("bf16", "f8e4m3", "f8e5m2"):
        bits = numpy.array([element.encode(value) for value in random.uniform(-1, 1, 4096)], f"u{element.bytes}")
        return numpy.resize(bits, math.prod(shape)).reshape(shape)
    if element.is_float:
        return random.uniform(-1, 1, shape).astype(f"f{element.bytes}")
    if type == "bool":
        return random.integers(0, 2, shape).astype(bool)
    return random.integers(0, 8, shape).astype("i8" if type == "index" else f"{type[0]}{element.bytes}")
