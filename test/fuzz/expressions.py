# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expressions. Each method returns text of exactly the type and shape that it is asked for."""

import contextlib
import random
from dataclasses import dataclass

from evaluator_types import TYPES, EvaluationError
from evaluator_values import promote

FLOATS = ("f8e4m3", "f8e5m2", "f16", "bf16", "f32", "f64")
INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 16)

@dataclass(frozen=True)
class Name:
    """A name in scope. `bound`: the largest magnitude of a bounded value; None of another."""

    text: str
    type: str
    shape: tuple[int, ...] = ()
    bound: int | None = None
    is_var: bool = False


@dataclass(frozen=True)
class Tensor:
    text: str
    type: str
    dims: tuple  # names or numbers
    is_small: bool = False


@dataclass(frozen=True)
class Expr:
    text: str
    bound: int | None = None


def is_float(type: str) -> bool:
    return type in FLOATS


def partners(type: str) -> list[str]:
    """The types that meet `type` in itself."""
    found = []
    for other in (*FLOATS, *INTEGERS):
        with contextlib.suppress(EvaluationError):
            if promote(TYPES[type], TYPES[other]).name == type:
                found.append(other)
    return found


PARTNERS = {type: partners(type) for type in (*FLOATS, *INTEGERS, "index")}


class Expressions:
    """What an expression may be made of: names in scope, tensors, functions; and the choices made so far."""

    def __init__(self, seed: str):
        self.random = random.Random(seed)
        self.scopes: list[list[Name]] = [[]]
        self.tensors: list[Tensor] = []
        self.outputs: list[Tensor] = []
        self.arguments: dict[str, dict] = {}
        self.functions: list[tuple[str, list[Name], str, tuple[int, ...]]] = []
        self.counter = 0
        self.in_function = False

    # Choices.

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, choices):
        return self.random.choice(list(choices))

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}_{self.counter}"

    def any_type(self) -> str:
        return self.pick(("f32", "f32", "i32", "i32", *FLOATS, *INTEGERS))

    def names(self) -> list[Name]:
        return [name for scope in self.scopes for name in scope]

    # Expressions.

    def typed(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        """An expression of `type` and exactly `shape`."""
        if type == "bool":
            return Expr(self.boolean(shape, depth))
        makers = [self.leaf]
        if depth > 0:
            makers += [self.arithmetic] * 4 + [self.negate, self.absolute, self.extreme, self.select, self.convert]
            if shape:
                makers += [self.reduction] * 2 + [self.rearranged, self.part, self.scan]
            if not bounded:
                makers += [self.call] * 2 + [self.exact_function, self.remainder]
        return self.pick(makers)(type, shape, depth - 1, bounded)

    def operand(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        """Of `type` or one that meets it there, and of a shape that broadcasts to `shape`."""
        if shape and self.chance(0.08):
            axis = self.random.randrange(len(shape))
            return Expr(f"{type}(iota({axis}))", shape[axis])
        if shape and self.chance(0.3):
            shape = () if self.chance(0.4) else tuple(1 if self.chance(0.5) else extent for extent in shape)
        other = type if bounded or self.chance(0.7) else self.pick(PARTNERS[type])
        return self.typed(other, shape, depth, bounded)

    def literal(self, type: str, bounded: bool = False) -> Expr:
        value = self.random.randrange(0, 5)
        if is_float(type) and not bounded:
            texts = ["0.5", "1.5", "2.0", "3", "0.0", "(-1.0)", "nan", *(["inf", "(-inf)"] if type != "f8e4m3" else [])]
            return Expr(self.pick(texts))
        if not is_float(type) and self.chance(0.2):
            return Expr(f"({self.pick((TYPES[type].low, TYPES[type].high))})")
        return Expr(str(value), value)

    def leaf(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        fitting = [name for name in self.names() if name.type == type and name.shape == shape]
        if bounded:
            fitting = [name for name in fitting if name.bound is not None and name.bound <= 64]
        if fitting and self.chance(0.7):
            name = self.pick(fitting)
            return Expr(name.text, name.bound)
        if not shape and not bounded and self.chance(0.3):
            point = self.point(type)
            if point:
                return Expr(point)
        if shape == self.tile and not bounded and not self.in_function and self.chance(0.1):
            own = [output for output in self.outputs if output.type == type]
            if own:
                where = ", ".join(f"{start} :+ {extent}" for start, extent in zip(self.starts, self.tile_names))
                return Expr(f"{self.pick(own).text}[{where}]")
        if shape and not self.in_function:
            loads = [
                t for t in self.tensors
                if len(t.dims) == len(shape) and t.type != "bool" and (t.is_small or not bounded)
            ]
            loads = [t for t in loads if t.text[0] in "APQ"]
            if loads and self.chance(0.8):
                return self.loaded(self.pick(loads), type, shape)
        if not bounded and shape and type == "index" or shape and self.chance(0.15):
            axis = self.random.randrange(len(shape))
            bound = shape[axis]
            text = f"broadcast(iota({axis}), [{', '.join(map(str, shape))}])"
            return Expr(text if type == "index" else f"{type}({text})", bound)
        return self.filled(type, shape, bounded)

    def point(self, type: str) -> str | None:
        """One element: of a tile, wherever it is; or of S, inside."""
        tiles = [name for name in self.names() if name.type == type and name.shape]
        if tiles and self.chance(0.6):
            tile = self.pick(tiles)
            return f"{tile.text}[{', '.join(self.index_scalar() for _ in tile.shape)}]"
        if self.in_function:
            return None
        argument = self.arguments["S"]
        inside = [
            self.pick((str(self.random.randrange(extent)), f"clamp(index({self.index_scalar()}), 0, {extent - 1})"))
            for extent in argument["shape"]
        ]
        text = f"S[{', '.join(inside)}]"
        return text if argument["type"] == type else f"{type}({text})"

    def filled(self, type: str, shape: tuple[int, ...], bounded: bool) -> Expr:
        value = self.literal(type, bounded)
        if not shape:
            return Expr(f"{type}({value.text})", value.bound)
        extents = ", ".join(map(str, shape))
        if self.chance(0.2):
            return Expr(f"zeros([{extents}]{'' if type == 'f32' else ', ' + type})", 0)
        return Expr(f"full([{extents}], {value.text}, {type})", value.bound)

    def loaded(self, tensor: Tensor, type: str, shape: tuple[int, ...]) -> Expr:
        parts = []
        for dim, extent, start in zip(tensor.dims, shape, self.starts):
            if dim == 1 and extent == 1 and len(shape) > 1 and parts and ":" in parts[0] and self.chance(0.5):
                parts.append("0")
            elif dim == extent and self.chance(0.3):
                parts.append(":")
            elif isinstance(dim, str) and self.chance(0.7):
                parts.append(f"{start} :+ {extent}")
            else:
                parts.append(f"{self.pick(('0', '1', self.index_scalar()))} :+ {extent}")
        text = f"{tensor.text}[{', '.join(parts)}]"
        if self.chance(0.2):
            text = f"load({text}, fill = {self.pick((0, 1, 7))})"
        return Expr(text if tensor.type == type else f"{type}({text})", 8 if tensor.is_small else None)

    def arithmetic(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        op = self.pick(("+", "-", "*") if bounded else self.operators(type))
        left = self.typed(type, shape, depth, bounded)
        right = self.literal(type, bounded) if self.chance(0.25) else self.operand(type, shape, depth, bounded)
        if self.chance(0.3) and op not in ("<<", ">>"):
            left, right = right, left
        bound = None
        if left.bound is not None and right.bound is not None:
            bound = left.bound * right.bound if op == "*" else left.bound + right.bound
        return Expr(f"({left.text} {op} {right.text})", bound if bounded else None)

    def remainder(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        return Expr(f"({self.typed(type, shape, depth, False).text} % {self.operand(type, shape, depth, False).text})")

    def negate(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        value = self.typed(type, shape, depth, bounded)
        op = "-" if is_float(type) or self.chance(0.5) else "~"
        return Expr(f"({op}{value.text})", value.bound if bounded else None)

    def absolute(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        value = self.typed(type, shape, depth, bounded)
        return Expr(f"abs({value.text})", value.bound if bounded else None)

    def extreme(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        a, b = self.operand(type, shape, depth, bounded), self.typed(type, shape, depth, bounded)
        bounds = [value.bound or 0 for value in (a, b)]
        return Expr(f"{self.pick(('min', 'max'))}({a.text}, {b.text})", max(bounds) if bounded else None)

    def select(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        condition = self.boolean(shape if self.chance(0.8) else (), depth)
        if shape and self.chance(0.2):
            axis, op = self.random.randrange(len(shape)), self.pick(("<", ">=", "=="))
            condition = f"(iota({axis}) {op} {self.index_scalar()})"
        a, b = self.operand(type, shape, depth, bounded), self.typed(type, shape, depth, bounded)
        bounds = [value.bound or 0 for value in (a, b)]
        return Expr(f"where({condition}, {a.text}, {b.text})", max(bounds) if bounded else None)

    def convert(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        if bounded:
            value = self.typed(self.pick(("i8", "i32", "f32")), shape, 0, True)
            holds = value.bound is not None and value.bound <= 64
            return Expr(f"{type}({value.text})", value.bound) if holds else self.leaf(type, shape, 0, True)
        source = self.pick((*FLOATS, *INTEGERS, "bool", "index"))
        if source == "index":
            return Expr(f"{type}({self.leaf('index', shape, 0, False).text})")
        return Expr(f"{type}({self.typed(source, shape, depth, False).text})")

    def exact_function(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        value = self.typed(type, shape, depth, False).text
        if not is_float(type):
            return Expr(
                f"clamp({value}, {self.literal(type, True).text}, {self.operand(type, shape, depth, False).text})")
        if self.chance(0.2) and not type.startswith("f8"):
            b, c = self.operand(type, shape, depth, False), self.operand(type, shape, depth, False)
            return Expr(f"fma({value}, {b.text}, {c.text})")
        return Expr(f"{self.pick(('floor', 'ceil', 'round', 'sqrt'))}({value})")

    def call(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        fitting = [f for f in self.functions if f[2:] == (type, shape)]
        if not fitting or self.in_function:
            return self.leaf(type, shape, depth, False)
        name, params, *_ = self.pick(fitting)
        values = [self.typed(param.type, param.shape, min(depth, 1), False).text for param in params]
        return Expr(f"{name}({', '.join(values)})")

    def reduction(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        """Of a tile that is `shape` but for one axis, spread again where `shape` is not 1 there."""
        axis = self.random.randrange(len(shape))
        inner = tuple(self.pick(EXTENTS[:6]) if dim == axis else extent for dim, extent in enumerate(shape))
        name = self.pick(("sum", "sum", "max", "min", "prod", "any", "argmax", "argmin"))
        text, bound = self.reduced(name, type, inner, axis, depth, bounded)
        if shape[axis] == 1:
            return Expr(text, bound)
        return Expr(f"broadcast({text}, [{', '.join(map(str, shape))}])", bound)

    def reduced(self, name: str, type: str, inner: tuple[int, ...], axis: int, depth: int, bounded: bool):
        if name in ("max", "min"):
            value = self.typed(type, inner, depth, bounded)
            if axis == len(inner) - 1 and self.chance(0.3):
                return f"row{name}({value.text})", value.bound
            return f"{name}({value.text}, axis = {axis})", value.bound
        if name in ("argmax", "argmin"):
            value = self.typed(self.any_type(), inner, depth, False)
            return f"{type}({name}({value.text}, axis = {axis}))", inner[axis]
        if name == "any":
            name = self.pick(("any", "all"))
            return f"{type}({name}({self.boolean(inner, depth)}, axis = {axis}))", 1
        return self.summed(name, type, inner, axis, depth)

    def summed(self, name: str, type: str, inner: tuple[int, ...], axis: int, depth: int):
        if not is_float(type):
            value = self.typed(self.pick((*INTEGERS, type)), inner, depth, False)
            return f"{type}({name}({value.text}, axis = {axis}))", None
        value = self.typed(self.pick((type, "f16", "f32")), inner, min(depth, 1), True)
        total = (value.bound or 0) * inner[axis] if name != "prod" else max(value.bound or 0, 1)**inner[axis]
        if value.bound is None or total > 2**24:
            value, total, name = self.filled(type, inner, True), 4 * inner[axis], "sum"
        fits = total <= 2**TYPES[type].mantissa
        return f"{type}({name}({value.text}, axis = {axis}))", total if fits else None

    def scan(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        axis = self.random.randrange(len(shape))
        text, bound = self.summed("cumsum", type, shape, axis, depth)
        return Expr(text, bound)

    def rearranged(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        if len(shape) > 1 and self.chance(0.5):
            value = self.typed(type, (*shape[:-2], shape[-1], shape[-2]), depth, bounded)
            return Expr(f"transpose({value.text})", value.bound)
        order = list(shape)
        self.random.shuffle(order)
        value = self.typed(type, tuple(order), depth, bounded)
        return Expr(f"reshape({value.text}, [{', '.join(map(str, shape))}])", value.bound)

    def part(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        """A slice of a larger tile."""
        whole = tuple(extent + self.pick((0, 1, 3)) for extent in shape)
        value = self.typed(type, whole, min(depth, 1), bounded)
        name = self.fresh("t")
        where = self.slices_of_tile(shape, whole)
        if not value.text.isidentifier():
            return Expr(f"{value.text}[{where}]" if value.text.endswith((")", "]")) else f"({value.text})[{where}]",
                        value.bound)
        return Expr(f"{value.text}[{where}]", value.bound)

    def slices_of_tile(self, lengths: tuple[int, ...], extents: tuple[int, ...]) -> str:
        """With one slice at least: points alone are a scalar."""
        parts = [self.slice_of_tile(length, extent) for length, extent in zip(lengths, extents)]
        if not any(":" in part for part in parts):
            parts[0] += " :+ 1"
        return ", ".join(parts)

    def slice_of_tile(self, length: int, extent: int) -> str:
        if length == extent and self.chance(0.3):
            return ":"
        if length == 1 and self.chance(0.3):
            return self.index_scalar()
        if self.chance(0.5):
            start = self.random.randrange(0, extent - length + 1)
            return self.pick((f"{start} :+ {length}", f"{start} : {start + length}"))
        return f"{self.index_scalar()} :+ {length}"

    def boolean(self, shape: tuple[int, ...], depth: int) -> str:
        """A condition of exactly `shape`."""
        if depth > 0 and self.chance(0.3):
            left, right = self.boolean(shape, depth - 1), self.boolean(shape, depth - 1)
            return f"({left} {self.pick(('&&', '||', '&', '|', '^', '==', '!='))} {right})"
        if depth > 0 and self.chance(0.15):
            return f"(!{self.boolean(shape, depth - 1)})"
        if shape and not self.in_function and len(shape) == len(self.tile) and self.chance(0.15):
            parts = ", ".join(f"{start} :+ {extent}" for start, extent in zip(self.starts, shape))
            return f"B[{parts}]"
        type = self.any_type()
        left = self.typed(type, shape, max(depth - 1, 0), False)
        right = self.literal(type) if self.chance(0.3) else self.operand(type, shape, max(depth - 1, 0), False)
        return f"({left.text} {self.pick(('==', '!=', '<', '<=', '>', '>='))} {right.text})"

    def integer_scalar(self) -> str:
        """An integer of any size, known at run time where there is one."""
        names = [n for n in self.names() if not n.shape and n.type in (*INTEGERS, "index") and (n.text[0] in "niw")]
        return self.pick(names).text if names and self.chance(0.8) else str(self.random.randrange(4))

    def index_scalar(self) -> str:
        """A start: anything, below 0 and beyond every extent as well."""
        extents = [] if self.in_function else list(self.extents)
        choices = [self.integer_scalar(), self.integer_scalar(), str(self.random.randrange(4))]
        choices += [] if self.in_function else ["ctx.blocks.x"]
        choices += [f"{name} - {self.random.randrange(1, 4)}" for name in extents]
        choices += [] if self.in_function else [
            *self.starts, f"{self.pick(self.starts)} + {self.random.randrange(1, 4)}"
        ]
        return self.pick(choices)
