# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels, and arguments for them: a case is a function of its seed.

A kernel's answer must not depend on the order of a sum, nor on how near a function comes to the exact value. So
expressions of floats come in two kinds. A *bounded* one has small integers as values, whatever their type, and those may
be summed. Any other may hold every value, and is computed element by element, which rounds the same way everywhere.
Functions such as exp are stored as they come, into outputs that nothing reads and that are compared to some units in the
last place.
"""

import contextlib
import random
from dataclasses import dataclass, field

from evaluator_values import TYPES, EvaluationError, promote

FLOATS = ("f8e4m3", "f8e5m2", "f16", "bf16", "f32", "f64")
INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 16)
#: How far a stored function may be from the evaluator's: its documented bound, and what the evaluator itself may be off.
FUNCTION_ULPS = {"exp": 2, "exp2": 2, "log": 2, "log2": 2, "sin": 2, "cos": 2, "rsqrt": 3, "tanh": 4, "erf": 3}
#: Constructs that the compiler does not have yet.
ABSENT = {"slices", "scan", "reshape", "arg"}


@dataclass(frozen=True)
class Case:
    """`arguments` describes each argument, for `data.make`; `ulps` says which outputs are not compared bit for bit."""

    source: str
    arguments: dict[str, dict]
    settings: dict[str, int] = field(default_factory=dict)
    ulps: dict[str, int] = field(default_factory=dict)


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


class Generator:
    """Writes one kernel. Each method of an expression returns text of exactly the type and shape it is asked for."""

    def __init__(self, seed: str):
        self.random = random.Random(seed)
        self.scopes: list[list[Name]] = [[]]
        self.tensors: list[Tensor] = []
        self.arguments: dict[str, dict] = {}
        self.ulps: dict[str, int] = {}
        self.lines: list[str] = []
        self.functions: list[tuple[str, list[Name], str, tuple[int, ...]]] = []
        self.function_lines: list[str] = []
        self.counter = 0
        self.loops = 0
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

    # A whole kernel.

    def case(self) -> Case:
        rank = self.pick((1, 2, 2, 2, 3))
        self.is_single = rank == 3 or self.chance(0.3)
        self.tile = tuple(self.pick(EXTENTS if rank < 3 else EXTENTS[:4]) for _ in range(rank))
        self.extent_names = ("M", "N", "L")[:rank]
        self.extents = {name: self.extent(size) for name, size in zip(self.extent_names, self.tile)}
        self.starts = [f"s{dim}" for dim in range(rank)]
        self.add_tensors()
        for _ in range(self.random.randrange(3)):
            self.add_function()
        for dim, start in enumerate(self.starts):
            value = "0" if self.is_single else f"ctx.block.{'xyz'[dim]} * {self.tile[dim]}"
            self.lines.append(f"  let {start} = {value}")
        self.block(self.random.randrange(3, 9), 1)
        for output in self.outputs:
            self.store(1, output)
        params = [f"{name}: {self.declared(name)}" for name in self.arguments]
        head = f"kernel k({', '.join(params)}) {{"
        return Case("\n".join([*self.function_lines, head, *self.lines, "}"]) + "\n", self.arguments, {}, self.ulps)

    def extent(self, size: int) -> int:
        return self.pick((0, 1, size - 1, size, size, size + 1, size + 1, 3 * size + 5))

    def declared(self, name: str) -> str:
        argument = self.arguments[name]
        if "value" in argument:
            return argument["type"]
        if "pointer" in argument:
            return f"ptr<{argument['type']}>"
        strides = ""
        if argument.get("pitch"):
            strides = f" strides [{', '.join([f'LD{name}', *map(str, [1] * (len(argument['dims']) > 1))][-len(argument['dims']):])}]"
        return f"tensor<{argument['type']}>[{', '.join(map(str, argument['dims']))}]{strides}"

    def add_tensors(self) -> None:
        rank = len(self.tile)
        for number in range(self.random.randrange(2, 5)):
            dims = tuple(self.pick((name, name, name, 1, self.pick(EXTENTS))) for name in self.extent_names)
            self.add_tensor(f"A{number}", self.any_type(), dims, self.pick(("small", "small", "any")))
        if rank == 2:
            self.extents["K"] = self.extent(4)
            type = self.pick(("f32", "f16", "bf16", "i8", "f8e4m3", "u8", "i32", "f64"))
            self.add_tensor("P", type, ("M", "K"), "small")
            self.add_tensor("Q", type, ("K", "N"), "small")
        self.add_tensor("B", "bool", self.extent_names, "any")
        self.outputs = []
        for number in range(self.random.randrange(1, 4)):
            self.outputs.append(self.add_tensor(f"O{number}", self.any_type(), self.extent_names, "any"))
        self.inexact = None
        if self.chance(0.3):
            self.inexact = self.add_tensor("E", self.pick(FLOATS), self.extent_names, "any")
        for number in range(self.random.randrange(1, 4)):
            self.add_scalar(f"n{number}")

    def add_tensor(self, name: str, type: str, dims: tuple, data: str) -> Tensor:
        tensor = Tensor(name, type, dims, data == "small")
        self.tensors.append(tensor)
        shape = [self.extents.get(dim, dim) for dim in dims]
        argument = {"type": type, "dims": list(dims), "shape": shape, "data": data, "seed": self.random.randrange(10**6)}
        if len(dims) == 2 and self.chance(0.2):
            argument["pitch"] = self.random.randrange(1, 6)
        self.arguments[name] = argument
        return tensor

    def add_scalar(self, name: str) -> None:
        type = self.pick(("i32", "i32", "f32", "i64", "u8"))
        value = self.pick((0, 1, 2, 3, 5, 7, 200) if type[0] == "u" else (-7, -1, 0, 1, 2, 3, 5, 1000))
        if is_float(type):
            value = float(value)
        self.arguments[name] = {"type": type, "value": value}
        self.scopes[0].append(Name(name, type, (), abs(int(value))))

    # Statements.

    def block(self, count: int, depth: int) -> None:
        self.scopes.append([])
        for _ in range(count):
            self.statement(depth)
        self.scopes.pop()

    def write(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def statement(self, depth: int) -> None:
        kinds = [self.bind] * 5 + [self.assign] * 3 + [self.store] + ([self.assign_slice] * 2 if "slices" not in ABSENT else [])
        if depth < 4:
            kinds += [self.branch, self.for_loop, self.while_loop]
        if len(self.tile) == 2 and depth < 3:
            kinds += [self.product]
        if self.loops and self.chance(0.2):
            self.write(depth, f"if {self.boolean((), 1)} {{ {self.pick(('break', 'continue'))} }}")
            return
        if self.chance(0.01):
            self.write(depth, f"if {self.boolean((), 1)} {{ return }}")
            return
        self.pick(kinds)(depth)

    def shape(self) -> tuple[int, ...]:
        """A tile's shape: that of a block's tile, mostly, or one that broadcasts to it."""
        shape = self.tile
        if self.chance(0.3):
            shape = tuple(1 if self.chance(0.5) else extent for extent in shape)
        return shape

    def bind(self, depth: int) -> None:
        type = self.any_type()
        shape = () if self.chance(0.15) else self.shape()
        bounded = is_float(type) and self.chance(0.5)
        is_var = self.chance(0.5)
        value = self.typed(type, shape, 3, bounded)
        name = self.fresh("v")
        declared = f": {type}" if not shape and self.chance(0.3) else ""
        if shape and self.chance(0.2):
            declared = f": tile<{type}>[{', '.join(map(str, shape))}]"
        self.write(depth, f"{'var' if is_var else 'let'} {name}{declared} = {value.text}")
        self.scopes[-1].append(Name(name, type, shape, None if is_var else value.bound, is_var))

    def variables(self) -> list[Name]:
        return [name for name in self.names() if name.is_var]

    def assign(self, depth: int) -> None:
        if not self.variables():
            return self.bind(depth)
        var = self.pick(self.variables())
        shape = var.shape if self.chance(0.8) else tuple(1 for _ in var.shape)
        op = self.pick(("", "", *self.operators(var.type)))
        type = var.type if is_float(var.type) or not op else self.pick(PARTNERS[var.type])
        if op and not is_float(type) and is_float(var.type):
            op = "+"
        value = self.typed(type, shape if op else var.shape, 3, False)
        return self.write(depth, f"{var.text} {op}= {value.text}")

    def operators(self, type: str) -> tuple[str, ...]:
        return ("+", "-", "*", "/") if is_float(type) else ("+", "-", "*", "/", "&", "|", "^", "<<", ">>")

    def assign_slice(self, depth: int) -> None:
        tiles = [var for var in self.variables() if var.shape]
        if not tiles:
            return self.bind(depth)
        var = self.pick(tiles)
        lengths = tuple(self.random.randrange(1, extent + 1) for extent in var.shape)
        if self.chance(0.15):
            where = ", ".join(self.index_scalar() for _ in var.shape)
            return self.write(depth, f"{var.text}[{where}] = {self.typed(var.type, (), 2, False).text}")
        where = ", ".join(self.slice_of_tile(length, extent) for length, extent in zip(lengths, var.shape))
        op = self.pick(("", "", "+", "*"))
        return self.write(depth, f"{var.text}[{where}] {op}= {self.typed(var.type, lengths, 2, False).text}")

    def slice_of_tile(self, length: int, extent: int) -> str:
        if length == extent and self.chance(0.3):
            return ":"
        if length == 1 and self.chance(0.3):
            return self.index_scalar()
        if self.chance(0.5):
            start = self.random.randrange(0, extent - length + 1)
            return self.pick((f"{start} :+ {length}", f"{start} : {start + length}"))
        return f"{self.index_scalar()} :+ {length}"

    def store(self, depth: int, output: Tensor | None = None) -> None:
        output = output or self.pick([*self.outputs, *([self.inexact] * 2 if self.inexact else [])])
        where = ", ".join(f"{start} :+ {extent}" for start, extent in zip(self.starts, self.tile))
        if output is self.inexact:
            function = self.pick(FUNCTION_ULPS)
            limit = FUNCTION_ULPS[function] + 4 * (output.type == "f64") if TYPES[output.type].bits >= 32 else 1
            self.ulps[output.text] = max(limit, self.ulps.get(output.text, 0))
            return self.write(depth, f"{output.text}[{where}] = {function}({self.typed(output.type, self.tile, 2, False).text})")
        if self.is_single and self.chance(0.4):
            where = ", ".join(f"{self.index_scalar()} :+ {extent}" for extent in self.tile)
        type = output.type
        if is_float(type) and self.chance(0.3):
            others = [each for each in FLOATS if TYPES[each].bits != TYPES[type].bits]
            type = self.pick((*others, *INTEGERS))
        shape = self.pick((self.tile, self.tile, self.shape(), ()))
        op = self.pick(("", "", "", "+", "*"))
        if op and type != output.type:
            op = ""
        return self.write(depth, f"{output.text}[{where}] {op}= {self.typed(type, shape, 3, False).text}")

    def branch(self, depth: int) -> None:
        self.write(depth, f"if {self.boolean((), 2)} {{")
        self.block(self.random.randrange(1, 4), depth + 1)
        if self.chance(0.5):
            self.write(depth, "} else {")
            self.block(self.random.randrange(1, 3), depth + 1)
        self.write(depth, "}")

    def loop(self, depth: int, head: str, inner: list[Name], first: str = "") -> None:
        self.write(depth, head)
        if first:
            self.write(depth + 1, first)
        self.scopes.append(inner)
        self.loops += 1
        self.block(self.random.randrange(1, 4), depth + 1)
        self.loops -= 1
        self.scopes.pop()
        self.write(depth, "}")

    def for_loop(self, depth: int) -> None:
        name = self.fresh("i")
        low, high = f"max(index({self.index_scalar()}), -3)", self.random.randrange(4)
        step = self.pick(("2", "3", f"index({self.integer_scalar()}) - 1"))
        bounds = self.pick((f"{high}", f"{low}, {high}", "0, 9, 4", f"1, {high + 3}, {step}"))
        self.loop(depth, f"for {name} in range({bounds}) {{", [Name(name, "index")])

    def while_loop(self, depth: int) -> None:
        name = self.fresh("w")
        self.write(depth, f"var {name} = 0")
        self.loop(depth, f"while {name} < {self.random.randrange(1, 5)} {{", [Name(name, "i32")], f"{name} += 1")

    def product(self, depth: int) -> None:
        """The loop of a matrix product over K."""
        acc, k, step = self.fresh("acc"), self.fresh("k"), self.pick((1, 2, 4, 8))
        type = self.arguments["P"]["type"]
        result = type if type in ("f64", "i32") else "i32" if type in ("i8", "u8") else "f32"
        rows, columns = self.tile
        left = f"P[{self.starts[0]} :+ {rows}, {k} :+ {step}]"
        self.write(depth, f"var {acc} = zeros([{rows}, {columns}], {result})")
        self.write(depth, f"for {k} in range(0, K, {step}) {{")
        if self.chance(0.5):
            value = f"dot({left}, Q[{k} :+ {step}, {self.starts[1]} :+ {columns}])"
        else:
            value = f"dot_t({left}, transpose(Q[{k} :+ {step}, {self.starts[1]} :+ {columns}]))"
        self.write(depth + 1, f"{acc} += {value}")
        self.write(depth, "}")
        self.scopes[-1].append(Name(acc, result, self.tile, None, True))

    def add_function(self) -> None:
        """An fn of one or two values, called with their types."""
        outer, self.scopes, self.in_function = self.scopes, [[]], True
        name = self.fresh("f")
        for _ in range(self.random.randrange(1, 3)):
            type = self.any_type()
            shape = self.tile if self.chance(0.7) else ()
            self.scopes[0].append(Name(self.fresh("p"), type, shape))
        params, lines, self.lines = list(self.scopes[0]), self.lines, []
        type, shape = self.any_type(), self.tile if self.chance(0.7) else ()
        self.write(0, f"fn {name}({', '.join(param.text for param in params)}) {{")
        if self.chance(0.5):
            self.bind(1)
        if self.chance(0.4):
            self.write(1, f"if {self.boolean((), 1)} {{ return {self.typed(type, shape, 2, False).text} }}")
        self.write(1, f"return {self.typed(type, shape, 2, False).text}")
        self.write(0, "}")
        self.function_lines += self.lines
        self.lines, self.scopes, self.in_function = lines, outer, False
        self.functions.append((name, params, type, shape))

    # Expressions.

    def typed(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        """An expression of `type` and exactly `shape`."""
        if type == "bool":
            return Expr(self.boolean(shape, depth))
        makers = [self.leaf]
        if depth > 0:
            makers += [self.arithmetic] * 4 + [self.negate, self.absolute, self.extreme, self.select, self.convert]
            if shape:
                makers += [self.reduction] * 2 + [self.rearranged]
                makers += [] if "slices" in ABSENT else [self.part]
                makers += [] if "scan" in ABSENT else [self.scan]
            if not bounded:
                makers += [self.call] * 2 + [self.exact_function, self.remainder]
        return self.pick(makers)(type, shape, depth - 1, bounded)

    def operand(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        """Of `type` or one that meets it there, and of a shape that broadcasts to `shape`."""
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
        if shape and not self.in_function:
            loads = [t for t in self.tensors if len(t.dims) == len(shape) and t.type != "bool" and (t.is_small or not bounded)]
            loads = [t for t in loads if t.text[0] in "APQ"]
            if loads and self.chance(0.8):
                return self.loaded(self.pick(loads), type, shape)
        if not bounded and shape and type == "index" or shape and self.chance(0.15):
            axis = self.random.randrange(len(shape))
            bound = shape[axis]
            text = f"broadcast(iota({axis}), [{', '.join(map(str, shape))}])"
            return Expr(text if type == "index" else f"{type}({text})", bound)
        return self.filled(type, shape, bounded)

    def filled(self, type: str, shape: tuple[int, ...], bounded: bool) -> Expr:
        value = self.literal(type, bounded)
        if not shape:
            return Expr(f"{type}({value.text})", value.bound)
        extents = ", ".join(map(str, shape))
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
            return Expr(f"clamp({value}, {self.literal(type, True).text}, {self.operand(type, shape, depth, False).text})")
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
        name = self.pick(("sum", "sum", "max", "min", "prod", "any", *(() if "arg" in ABSENT else ("argmax", "argmin"))))
        text, bound = self.reduced(name, type, inner, axis, depth, bounded)
        if shape[axis] == 1:
            return Expr(text, bound)
        return Expr(f"broadcast({text}, [{', '.join(map(str, shape))}])", bound)

    def reduced(self, name: str, type: str, inner: tuple[int, ...], axis: int, depth: int, bounded: bool):
        if name in ("max", "min"):
            value = self.typed(type, inner, depth, bounded)
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
        if "reshape" in ABSENT:
            return self.leaf(type, shape, depth, bounded)
        order = list(shape)
        self.random.shuffle(order)
        value = self.typed(type, tuple(order), depth, bounded)
        return Expr(f"reshape({value.text}, [{', '.join(map(str, shape))}])", value.bound)

    def part(self, type: str, shape: tuple[int, ...], depth: int, bounded: bool) -> Expr:
        """A slice of a larger tile."""
        whole = tuple(extent + self.pick((0, 1, 3)) for extent in shape)
        value = self.typed(type, whole, min(depth, 1), bounded)
        name = self.fresh("t")
        where = ", ".join(self.slice_of_tile(length, extent) for length, extent in zip(shape, whole))
        if not value.text.isidentifier():
            return Expr(f"{value.text}[{where}]" if value.text.endswith((")", "]")) else f"({value.text})[{where}]", value.bound)
        return Expr(f"{value.text}[{where}]", value.bound)

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
        choices += [f"{name} - {self.random.randrange(1, 4)}" for name in extents]
        choices += [] if self.in_function else [*self.starts, f"{self.pick(self.starts)} + {self.random.randrange(1, 4)}"]
        return self.pick(choices)


def generate(seed: str) -> Case:
    return Generator(seed).case()
