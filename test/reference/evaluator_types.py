# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The element types of the language, for evaluator.py: their values, rounding, casts, bits in memory."""

import math
from dataclasses import dataclass

import numpy as np


class EvaluationError(Exception):
    """The program, or a launch of it, has no meaning; begins with line:col."""


# An array of values is held as the NumPy type of `Type.held`. Floats of 8 and 16 bits are held in f32, which has all of
# their values; `store` and `load` go to and from the bits in memory.


@dataclass(frozen=True)
class Type:
    name: str
    kind: str  # "bool", "int" or "float"
    bits: int
    signed: bool
    held: type  # of values
    memory: type  # of elements in memory
    mantissa: int = 0  # bits, without the leading 1
    least: int = 0  # the exponent of the least normal number
    largest: float = 0.0

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @property
    def low(self) -> int:
        return -(1 << self.bits - 1) if self.signed else 0

    @property
    def high(self) -> int:
        return (1 << self.bits - self.signed) - 1


def _types() -> dict[str, Type]:
    types = [Type("bool", "bool", 1, False, np.bool_, np.bool_), Type("index", "int", 64, True, np.int64, np.int64)]
    for bits in (8, 16, 32, 64):
        types.append(Type(f"i{bits}", "int", bits, True, getattr(np, f"int{bits}"), getattr(np, f"int{bits}")))
        types.append(Type(f"u{bits}", "int", bits, False, getattr(np, f"uint{bits}"), getattr(np, f"uint{bits}")))
    for name, bits, held, memory, mantissa, least, largest in (
        ("f8e4m3", 8, np.float32, np.uint8, 3, -6, 448.0), ("f8e5m2", 8, np.float32, np.uint8, 2, -14, 57344.0),
        ("f16", 16, np.float32, np.float16, 10, -14, 65504.0),
        ("bf16", 16, np.float32, np.uint16, 7, -126, math.ldexp(255, 120)),
        ("f32", 32, np.float32, np.float32, 23, -126, math.ldexp(2**24 - 1, 104)),
        ("f64", 64, np.float64, np.float64, 52, -1022, math.ldexp(2**53 - 1, 971))):
        types.append(Type(name, "float", bits, True, held, memory, mantissa, least, largest))
    return {type.name: type for type in types}


TYPES = _types()
BOOL, INDEX, I32, I64, U32 = (TYPES[name] for name in ("bool", "index", "i32", "i64", "u32"))
F16, F32, F64 = (TYPES[name] for name in ("f16", "f32", "f64"))


def round_float(values: np.ndarray, type: Type) -> np.ndarray:
    """Floats rounded once to `type`, to nearest even; f8 saturates, the infinities too (V5)."""
    if type.name in ("f32", "f64"):
        return values.astype(type.held)
    if type.name == "f16":
        return values.astype(np.float16).astype(np.float32)
    wide = values.astype(np.float64)
    finite = np.where(np.isfinite(wide), np.abs(wide), 0.0)
    unit = np.maximum(np.frexp(finite)[1] - 1, type.least) - type.mantissa
    rounded = np.ldexp(np.rint(np.ldexp(finite, -unit)), unit)
    beyond = type.largest if type.bits == 8 else np.inf
    rounded = np.where((rounded > type.largest) | np.isinf(wide), beyond, rounded)
    return np.where(np.isnan(wide), np.nan, np.copysign(rounded, wide)).astype(np.float32)


def _integer_to_float(values: np.ndarray, type: Type) -> np.ndarray:
    if type.bits >= 32:
        return values.astype(type.held)
    # To f64 with its last bit set where bits are lost, which keeps the second rounding right.
    magnitude = np.where(values < 0, 0 - values.astype(np.uint64), values.astype(np.uint64))
    odd = (magnitude >> np.uint64(11)) | ((magnitude & np.uint64(0x7FF)) != 0)
    wide = np.where(magnitude >> np.uint64(53) != 0, odd * 2048.0, magnitude.astype(np.float64))
    return round_float(np.where(values < 0, -wide, wide), type)


def _float_to_integer(values: np.ndarray, type: Type) -> np.ndarray:
    """Truncates and saturates; NaN gives 0."""
    whole = np.trunc(values.astype(np.float64))
    inside = (whole >= float(type.low)) & (whole < float(type.high + 1))
    result = np.where(inside, whole, 0.0).astype(type.held)
    result = np.where(whole >= float(type.high + 1), type.held(type.high), result)
    return np.where(whole < float(type.low), type.held(type.low), result)


def cast(values: np.ndarray, source: Type, type: Type) -> np.ndarray:
    """What `type(value)` gives, V5."""
    if source == type:
        return values
    if type == BOOL:
        return values != 0
    if source == BOOL:
        return values.astype(type.held)
    if source.is_float:
        return round_float(values, type) if type.is_float else _float_to_integer(values, type)
    return _integer_to_float(values, type) if type.is_float else values.astype(type.held)


def _float8_values(type: Type) -> np.ndarray:
    """The values of the codes below the first that is no finite number, in order."""
    values, code = [], 0
    while True:
        exponent, fraction = code >> type.mantissa, code & (1 << type.mantissa) - 1
        steps = fraction + (1 << type.mantissa if exponent else 0)
        value = math.ldexp(steps, type.least + max(exponent - 1, 0) - type.mantissa)
        if value > type.largest:
            return np.array(values, np.float32)
        values.append(value)
        code += 1


def decode(memory: np.ndarray, type: Type) -> np.ndarray:
    """The values of elements in memory."""
    if type.bits == 8 and type.is_float:
        finite = _float8_values(type)
        table = np.full(128, np.nan, np.float32)
        table[:len(finite)] = finite
        if type.name == "f8e5m2":
            table[len(finite)] = np.inf
        return np.concatenate([table, -table])[memory]
    if type.name == "bf16":
        return (memory.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return memory.astype(type.held)


def encode(values: np.ndarray, type: Type) -> np.ndarray:
    """The elements in memory that have `values`, which `type` can hold."""
    if type.bits == 8 and type.is_float:
        finite = _float8_values(type)
        code = np.searchsorted(finite, np.where(np.isfinite(values), np.abs(values), 0.0))
        code = np.where(np.isinf(values), len(finite), np.where(np.isnan(values), 0x7F, code))
        return (code | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)
    if type.name == "bf16":
        bits = np.ascontiguousarray(values, np.float32).view(np.uint32).reshape(np.shape(values)) >> np.uint32(16)
        return np.where(np.isnan(values), np.uint32(0x7FC0), bits).astype(np.uint16)
    return values.astype(type.memory)
