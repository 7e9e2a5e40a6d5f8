# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scalars, tiles and what is computed with them, for evaluator.py; slices of tiles and memory."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from evaluator_types import BOOL, cast, EvaluationError, F16, F32, F64, I32, I64, INDEX, round_float, Type, TYPES, U32

# ----- Values --------------------------------------------------------------------------------------------------------
#
# An untyped constant (V2) is a Python bool, int or float. A typed scalar or tile is a Value, a scalar of rank 0.

Constant = (bool, int, float)


@dataclass(frozen=True)
class Value:
    type: Type
    data: np.ndarray

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape


@dataclass(frozen=True)
class Lazy:
    """An expression of `iota` that waits for the extents along `axes`; `shape` is what it has met so far (V13)."""

    shape: tuple[int, ...] | None
    axes: frozenset[int]
    make: Callable[[tuple[int, ...]], Value]


@dataclass(frozen=True)
class Tensor:
    type: Type
    memory: np.ndarray


@dataclass(frozen=True)
class Pointer:
    """`memory` is flat; `offsets` is a Value of index, or Lazy."""

    type: Type
    memory: np.ndarray
    offsets: object


@dataclass(frozen=True)
class BlockPointer:
    pointer: Pointer
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offsets: tuple[int, ...]
    tile: tuple[int, ...]


def fail(node, text: str):
    raise EvaluationError(f"{node['line']}:{node['col']}: {text}" if node else text)


def scalar(type: Type, value) -> Value:
    return Value(type, np.array(value, type.held))


def index(value: int) -> Value:
    return Value(INDEX, np.array((value + 2**63) % 2**64 - 2**63, np.int64))


def adapt(constant, type: Type) -> Value:
    """An untyped constant as a scalar of `type`, which must hold it (V2)."""
    if (type == BOOL) != isinstance(constant, bool):
        raise EvaluationError(f"expected a {type.name}, got the constant {constant}")
    if type == BOOL:
        return scalar(BOOL, constant)
    if not type.is_float:
        if isinstance(constant, float) or not type.low <= constant <= type.high:
            raise EvaluationError(f"{type.name} does not hold {constant}")
        return scalar(type, constant)
    wide = np.array(float(constant))
    rounded = round_float(wide, type)
    if type.name == "f8e5m2" and math.isinf(constant):
        return Value(type, wide.astype(np.float32))
    if math.isfinite(constant) and np.isinf(rounded) or type.bits == 8 and abs(constant) > type.largest:
        raise EvaluationError(f"{type.name} does not hold {constant}")
    return Value(type, rounded)


def settle(value) -> Value:
    """Gives a constant the type that a `var` of it has (V2)."""
    if not isinstance(value, Constant):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return adapt(value, next((type for type in (I32, I64) if type.low <= value <= type.high), I64))
    return adapt(value, BOOL if isinstance(value, bool) else F32)


def promote(a: Type, b: Type) -> Type:
    """Where two types meet (V3)."""
    if a == b:
        return a
    if BOOL in (a, b):
        return b if a == BOOL else a
    if a.is_float != b.is_float:
        return a if a.is_float else b
    if a.bits == b.bits:
        if a.is_float:
            return F16 if a.bits == 8 else F32
        if a.signed != b.signed:
            raise EvaluationError(f"{a.name} and {b.name} do not meet")
        return INDEX
    return a if a.bits > b.bits else b


def meet(*operands) -> list[Value]:
    """Operands in their common type; constants adapt to those that have one, but a float constant makes f32 of
    integers (V2)."""
    typed = [operand.type for operand in operands if isinstance(operand, Value)]
    if not typed:
        constants = [float(c) for c in operands] if any(isinstance(c, float) for c in operands) else operands
        return [settle(constant) for constant in constants]
    common = typed[0]
    for type in typed[1:]:
        common = promote(common, type)
    if any(isinstance(operand, float) for operand in operands) and not common.is_float:
        common = F32
    for operand in operands:
        if common == BOOL and isinstance(operand, int) and not isinstance(operand, bool):
            common = settle(operand).type
    return [Value(common, cast(o.data, o.type, common)) if isinstance(o, Value) else adapt(o, common) for o in operands]


def convert(value, type: Type) -> Value:
    """An assignment's conversion (V4): widens, makes floats of integers, rounds to a narrower float."""
    if isinstance(value, Constant):
        if isinstance(value, int) and not isinstance(value, bool) and type.is_float:
            value = float(value)
        return adapt(value, type)
    source = value.type
    widens = source.kind == type.kind == "int" and (source.bits < type.bits and source.signed <= type.signed
                                                    or source.bits == type.bits and source.signed == type.signed)
    rounds = type.is_float and not (source.is_float and source.bits == type.bits)
    if not (source in (type, BOOL) or widens or rounds):
        raise EvaluationError(f"{source.name} does not become {type.name} without a cast")
    return Value(type, cast(value.data, source, type))


def join(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of operands that broadcast: scalars, and extents of 1 at equal rank (V6)."""
    ranks = {len(shape) for shape in shapes if shape}
    if len(ranks) > 1:
        raise EvaluationError(f"expected tiles of one rank, got {shapes}")
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise EvaluationError(f"expected extents that are equal or 1, got {shapes}") from None


def lift(function: Callable, *operands):
    """`function` of operands, where one may be Lazy: then the result waits too, until an extent along each of its axes
    is known."""
    lazy = [operand for operand in operands if isinstance(operand, Lazy)]
    shapes = [operand.shape for operand in operands if isinstance(operand, (Value, Lazy)) and operand.shape]
    shape = join(*shapes)
    if not lazy:
        return function(*operands)
    axes = frozenset().union(*(operand.axes for operand in lazy))
    if shape and max(axes) >= len(shape):
        raise EvaluationError(f"iota({max(axes)}) meets a tile of rank {len(shape)}")

    def make(extents):
        return function(*(o.make(extents) if isinstance(o, Lazy) else o for o in operands))

    if shape and all(shape[axis] > 1 for axis in axes):
        return make(shape)
    return Lazy(shape or None, axes, make)


def realise(value, shape: tuple[int, ...] | None = None):
    """A value with its extents; of a Lazy one those of `shape`, or of what it met."""
    if not isinstance(value, Lazy):
        return value
    shape = shape or value.shape
    if not shape:
        raise EvaluationError("iota met no tile; write broadcast(x, [m, n]) or arange(n)")
    made = value.make(shape)
    return Value(made.type, np.broadcast_to(made.data, shape).copy())


# ----- Operators and functions ---------------------------------------------------------------------------------------


def _divide(a: np.ndarray, b: np.ndarray, type: Type) -> tuple[np.ndarray, np.ndarray]:
    """Quotient and remainder, truncated; by 0 they are 0 and the dividend (V7)."""
    if not type.signed:
        safe = np.where(b == 0, type.held(1), b)
        return np.where(b == 0, type.held(0), a // safe), np.where(b == 0, a, a % safe)
    safe = np.where((b == 0) | (b == -1), type.held(1), b)
    floor, rest = a // safe, a % safe
    quotient = floor + ((rest != 0) & ((a < 0) != (safe < 0)))
    quotient = np.where(b == 0, type.held(0), np.where(b == -1, np.negative(a), quotient)).astype(type.held)
    return quotient, np.where(b == -1, type.held(0), a - quotient * b).astype(type.held)


def _shift(op: str, a: np.ndarray, b: np.ndarray, type: Type) -> np.ndarray:
    wide = (b < 0) | (b >= type.bits)
    count = np.where(wide, type.held(0), b)
    if op == "<<":
        return np.where(wide, type.held(0), np.left_shift(a, count))
    sign = np.where(a < 0, np.invert(type.held(0)), type.held(0))
    return np.where(wide, sign, np.right_shift(a, count))


def extreme(op: str, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """max or min: NaN where an operand is NaN (V8); -0.0 lies below 0.0."""
    result = np.maximum(a, b) if op == "max" else np.minimum(a, b)
    if a.dtype.kind != "f":
        return result
    negative = np.signbit(a) & np.signbit(b) if op == "max" else np.signbit(a) | np.signbit(b)
    zero = np.where(negative, -0.0, 0.0)
    return np.where((a == 0) & (b == 0), zero, result).astype(a.dtype)


_ARITHMETIC = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "%": np.fmod}
_COMPARISONS = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal
}
_BITS = {"&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor}


def rounded(type: Type, data: np.ndarray) -> Value:
    """What an operation gives: in f8 an infinity saturates, also where nothing else would change it (V9)."""
    return Value(type, round_float(data, type) if type.is_float else data.astype(type.held))


def _typed_binary(op: str, a: Value, b: Value) -> Value:
    type = a.type
    if op in _COMPARISONS:
        return Value(BOOL, _COMPARISONS[op](a.data, b.data))
    if op in ("&&", "||"):
        if type != BOOL:
            raise EvaluationError(f"expected a bool for {op}, got {type.name}")
        return Value(BOOL, (a.data & b.data) if op == "&&" else (a.data | b.data))
    if op in _BITS and not type.is_float:
        return Value(type, _BITS[op](a.data, b.data))
    if op in ("<<", ">>") and type.kind == "int":
        return Value(type, _shift(op, a.data, b.data, type).astype(type.held))
    if type == BOOL or op not in _ARITHMETIC:
        raise EvaluationError(f"{op} does not take {type.name}")
    if type.kind == "int" and op in "/%":
        return Value(type, _divide(a.data, b.data, type)[op == "%"])
    # Of floats of 8 and 16 bits in f32, which rounding a second time leaves as if rounded once.
    result = _ARITHMETIC[op](a.data, b.data).astype(type.held)
    return rounded(type, result)


def _constant_divide(a: int, b: int) -> tuple[int, int]:
    if b == 0:
        return 0, a
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - quotient * b


def _constant_binary(op: str, a, b):
    if op in ("&&", "||"):
        return (a and b) if op == "&&" else (a or b)
    if op in _COMPARISONS:
        return bool(_COMPARISONS[op](a, b))
    if isinstance(a, float) or isinstance(b, float):
        return float(_ARITHMETIC[op](np.float64(a), np.float64(b)))
    if op in "/%":
        return _constant_divide(a, b)[op == "%"]
    if op in ("<<", ">>"):
        return (a << b) if op == "<<" else (a >> b)
    return {"+": a.__add__, "-": a.__sub__, "*": a.__mul__, "&": a.__and__, "|": a.__or__, "^": a.__xor__}[op](b)


def binary(op: str, a, b):
    if isinstance(a, Constant) and isinstance(b, Constant):
        return _constant_binary(op, a, b)
    return lift(lambda x, y: _typed_binary(op, *meet(x, y)), a, b)


def unary(op: str, a):
    if isinstance(a, Constant):
        return -a if op == "-" else not a if op == "!" else ~a

    def apply(a: Value) -> Value:
        if op == "!" and a.type == BOOL:
            return Value(BOOL, ~a.data)
        if op == "~" and a.type.kind == "int" or op == "-" and a.type != BOOL:
            return rounded(a.type, np.invert(a.data) if op == "~" else np.negative(a.data))
        raise EvaluationError(f"{op} does not take {a.type.name}")

    return lift(apply, a)


# Of floats, in f64; the result is rounded to f32 and then to the element type (V9).
_FUNCTIONS = {
    "exp": np.exp,
    "exp2": np.exp2,
    "log": np.log,
    "log2": np.log2,
    "sqrt": np.sqrt,
    "rsqrt": lambda a: 1 / np.sqrt(a),
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "erf": np.vectorize(math.erf, otypes=[np.float64]),
    "floor": np.floor,
    "ceil": np.ceil,
    "round": np.rint,
    "pow": np.power,
}


def _fma(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """a * b + c to be rounded once: of f32 and narrower the product is exact in f64, and the last bit of an inexact sum
    is set."""
    if a.dtype == np.float64:
        return _fma64(a, b, c)
    product, c = a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64)
    total = np.asarray(product + c)
    rest = total - product
    error = (product - (total - rest)) + (c - rest)
    even = total.view(np.int64) % 2 == 0
    inexact = np.isfinite(total) & np.isfinite(error) & (error != 0) & even
    return np.where(inexact, np.nextafter(total, np.where(error > 0, np.inf, -np.inf)), total)


@np.vectorize
def _fma64(a: float, b: float, c: float) -> float:
    if not all(map(math.isfinite, (a, b, c))):
        return a * b + c
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    try:
        return float(exact) if exact else a * b + c
    except OverflowError:
        return math.copysign(math.inf, exact)


def _elementwise(name: str, operands: list[Value]) -> Value:
    type, data = operands[0].type, [operand.data for operand in operands]
    if name in _FUNCTIONS or name == "fma":
        if not type.is_float:
            raise EvaluationError(f"{name} takes floats, got {type.name}")
        if name == "fma":
            return Value(type, round_float(_fma(*data), type))
        exact = _FUNCTIONS[name](*(part.astype(np.float64) for part in data))
        return Value(type, round_float(exact if type == F64 else exact.astype(np.float32), type))
    if type == BOOL and name not in ("min", "max") or name == "ceildiv" and type.is_float:
        raise EvaluationError(f"{name} does not take {type.name}")
    match name:
        case "abs":
            return rounded(type, np.abs(data[0]))
        case "clamp":
            return rounded(type, extreme("min", extreme("max", data[0], data[1]), data[2]))
        case "ceildiv":
            quotient, rest = _divide(data[0], data[1], type)
            up = (rest != 0) & (data[1] != 0) & ((data[0] < 0) == (data[1] < 0))
            return Value(type, (quotient + up).astype(type.held))
        case "floordiv" | "mod":
            return _floored(name, type, data)
        case "truediv":
            result = type if type.is_float else F32
            a, b = (part.astype(np.float64 if result == F64 else np.float32) for part in data)
            with np.errstate(all="ignore"):
                return Value(result, round_float(a / b, result))
    return rounded(type, extreme(name, *data))


def _floored(name: str, type, data: list):
    if type.is_float:
        wide = np.float64 if type == F64 else np.float32
        a, b = (part.astype(wide) for part in data)
        with np.errstate(all="ignore"):
            rest = np.fmod(a, b)
            off = (rest < 0) & (b > 0) | (rest > 0) & (b < 0)
            exact = np.where(off, rest + b, rest) if name == "mod" else np.floor(round_float(a / b, type).astype(wide))
        return Value(type, round_float(exact, type))
    quotient, rest = _divide(data[0], data[1], type)
    off = (rest != 0) & (data[1] != 0) & ((rest < 0) != (data[1] < 0))
    exact = rest + np.where(off, data[1], 0) if name == "mod" else quotient - off
    return Value(type, exact.astype(type.held))


def _constant_function(name: str, operands: list):
    a = operands[0]
    match name:
        case "min" | "max":
            if any(isinstance(operand, float) for operand in operands):
                return extreme(name, *map(np.float64, operands)).item()
            return max(operands) if name == "max" else min(operands)
        case "abs":
            return abs(a)
        case "clamp":
            return min(max(a, operands[1]), operands[2])
        case "ceildiv":
            return -(-a // operands[1])
        case "floordiv":
            return operands[0] // operands[1] if operands[1] else 0
        case "mod":
            return operands[0] % operands[1] if operands[1] else operands[0]
        case "truediv":
            return float(operands[0]) / float(operands[1])
        case "fma":
            return float(_fma64(*map(float, operands)))
    return float(_FUNCTIONS[name](*(np.float64(o) for o in operands)))


ELEMENTWISE = {name: 1 for name in _FUNCTIONS}
ELEMENTWISE |= {"pow": 2, "abs": 1, "min": 2, "max": 2, "clamp": 3, "fma": 3, "ceildiv": 2, "floordiv": 2, "mod": 2, "truediv": 2}


def elementwise(name: str, operands: list):
    if len(operands) != ELEMENTWISE[name]:
        raise EvaluationError(f"{name} takes {ELEMENTWISE[name]} values, got {len(operands)}")
    if all(isinstance(operand, Constant) for operand in operands):
        return _constant_function(name, operands)
    return lift(lambda *values: _elementwise(name, meet(*values)), *operands)


def where(condition, a, b):
    if isinstance(condition, Constant):
        return a if condition else b

    def choose(condition: Value, a, b) -> Value:
        a, b = meet(a, b)
        return Value(a.type, np.where(condition.data, a.data, b.data))

    return lift(choose, condition, a, b)


def sum_type(type: Type) -> Type:
    """What sums and products accumulate and result in (V15)."""
    if type.is_float:
        return type if type.bits >= 32 else F32
    if type.bits >= 32:
        return type
    return I32 if type.signed or type == BOOL else U32


def _accumulate(function: Callable, value: Value) -> Value:
    """`function` of the data in the sum's type; f32 in f64, rounded once."""
    type = sum_type(value.type)
    data = cast(value.data, value.type, type)
    return Value(type, np.asarray(function(data.astype(np.float64) if type == F32 else data)).astype(type.held))


def reduce(name: str, value: Value, axis: int) -> Value:
    """Along `axis`, which stays with extent 1 (V14)."""
    data, type = value.data, value.type
    if not 0 <= axis < data.ndim:
        raise EvaluationError(f"axis {axis} of a tile of rank {data.ndim}")
    match name:
        case "sum" | "prod":
            function = np.sum if name == "sum" else np.prod
            held = sum_type(type).held
            dtype = None if held == np.float32 else held
            # Zeros of one sign sum to that zero, whatever NumPy starts from.
            start = -0.0 if name == "sum" and type.is_float else {"sum": 0, "prod": 1}[name]
            return _accumulate(lambda d: function(d, axis=axis, keepdims=True, dtype=dtype, initial=start), value)
        case "cumsum":
            held = sum_type(type).held
            return _accumulate(lambda d: np.cumsum(d, axis=axis, dtype=None if held == np.float32 else held), value)
        case "any" | "all":
            if type != BOOL:
                raise EvaluationError(f"{name} takes bools, got {type.name}")
            return Value(BOOL, getattr(np, name)(data, axis=axis, keepdims=True))
        case "max" | "min":
            parts = [np.take(data, [i], axis=axis) for i in range(data.shape[axis])]
            result = parts[0]
            for part in parts[1:]:
                result = extreme(name, result, part)
            return rounded(type, result)
    # argmax and argmin: NumPy gives the first of equals, and the first NaN.
    return Value(INDEX, getattr(np, name)(data, axis=axis, keepdims=True).astype(np.int64))


def _narrow_operand(data: np.ndarray, precision: str) -> np.ndarray:
    """An f32 operand as `precision` has it: tf32 rounds to 10 bits, ties away from 0; bf16 to nearest even."""
    if precision == "tf32":
        bits = data.view(np.uint32)
        rounded = ((bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000)).view(np.float32)
        return np.where(np.isfinite(data), rounded, data)
    return round_float(data, TYPES["bf16"]) if precision == "bf16" else data


def dot(a: Value, b: Value, precision: str = "none") -> Value:
    """a @ b (V17, V18)."""
    if a.data.ndim != 2 or b.data.ndim != 2 or a.shape[1] != b.shape[0]:
        raise EvaluationError(f"expected tiles of [m, k] and [k, n], got {a.shape} and {b.shape}")
    a, b = meet(a, b)
    if a.type.is_float:
        type = a.type if a.type == F64 else F32
        left, right = (_narrow_operand(part.data, precision).astype(np.float64) for part in (a, b))
        return Value(type, (left @ right).astype(type.held))
    type = I32 if a.type.bits == 8 else a.type
    return Value(type, (a.data.astype(np.int64) @ b.data.astype(np.int64)).astype(type.held))


# ----- Slices --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Slice:
    """One dim of a subscript: `length` positions from `start`; `masked` where those outside the extent read as the fill
    and are not stored (S3, S5)."""

    start: int
    length: int
    masked: bool
    is_point: bool = False

    def clip(self, extent: int) -> tuple[slice, slice]:
        """The positions inside, in the tile and in the memory."""
        low = min(max(0, -self.start), self.length)
        high = max(low, min(self.length, extent - self.start))
        if not self.masked and (low, high) != (0, self.length):
            raise EvaluationError(f"[{self.start} :+ {self.length}] is not inside 0 : {extent}, and not masked")
        return slice(low, high), slice(self.start + low, self.start + high)


def _clip(slices: list[Slice], shape: tuple[int, ...]) -> tuple[tuple, tuple]:
    if len(slices) != len(shape):
        raise EvaluationError(f"expected {len(shape)} subscripts, got {len(slices)}")
    pairs = [part.clip(extent) for part, extent in zip(slices, shape)]
    return tuple(inside for inside, _ in pairs), tuple(there for _, there in pairs)


def read_slice(array: np.ndarray, slices: list[Slice], fill) -> np.ndarray:
    """The tile at `slices`; of points alone a scalar (S8)."""
    tile = np.full([part.length for part in slices], fill, array.dtype)
    inside, there = _clip(slices, array.shape)
    tile[inside] = array[there]
    return tile.reshape(()) if all(part.is_point for part in slices) else tile


def write_slice(array: np.ndarray, slices: list[Slice], data: np.ndarray) -> None:
    """Stores `data`, broadcast to the slice (S7)."""
    shape = tuple(part.length for part in slices)
    if data.ndim not in (0, len(shape)):
        raise EvaluationError(f"expected a tile of rank {len(shape)}, got {data.shape}")
    try:
        tile = np.broadcast_to(data, shape)
    except ValueError:
        raise EvaluationError(f"expected a tile of {shape}, got {data.shape}") from None
    inside, there = _clip(slices, array.shape)
    array[there] = tile[inside]
