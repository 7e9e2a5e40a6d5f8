# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the statements and expressions of a tree, for evaluator.py."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from evaluator_atomics import Atomics
from evaluator_types import BOOL, cast, decode, encode, EvaluationError, F32, F64, INDEX, Type, TYPES
from evaluator_values import (
    adapt, binary, BlockPointer, Constant, convert, dot, ELEMENTWISE, elementwise, fail, index, join, Lazy, lift,
    Pointer, read_slice, realise, reduce, scalar, settle, Slice, Tensor, unary, Value, where, write_slice,
)


class Jump(Exception):
    """`break`, `continue` or `return` on its way to where it goes."""

    def __init__(self, kind: str, value=None):
        self.kind, self.value = kind, value


class Scopes:
    """The names of a body, innermost block last; `let`s and `var`s in one."""

    def __init__(self, outer: Callable):
        self.blocks: list[dict] = [{}]
        self.outer = outer  # looks up what no block has

    def bind(self, name: str, value) -> None:
        self.blocks[-1][name] = value

    def find(self, node, name: str):
        for block in reversed(self.blocks):
            if name in block:
                return block[name]
        return self.outer(node, name)

    def assign(self, node, name: str, value) -> None:
        for block in reversed(self.blocks):
            if name in block:
                block[name] = value
                return
        fail(node, f"no variable {name}")


class Program:
    """A file, with what a launch of one kernel makes constant: autotune names and specialised extents."""

    def __init__(self, tree: dict, constants: Mapping[str, object]):
        self.functions = {node["name"]: node for node in tree["functions"]}
        self.declared = {node["name"]["text"]: node for node in tree["constants"]}
        self.constants = dict(constants)
        self.block = self.blocks = (0, 0, 0)

    def constant(self, node, name: str):
        """A name that no body binds: an autotune name, a constant of the file, or one of the few that are built in."""
        if name not in self.constants and name in self.declared:
            bind = self.declared[name]
            self.constants[name] = Body(self, Scopes(self.constant)).bound(bind)
        if name in self.constants:
            return self.constants[name]
        if name in ("inf", "nan"):
            return math.inf if name == "inf" else math.nan
        return fail(node, f"unknown name {name}")


class Body(Atomics):
    """Runs the statements of a kernel or of an fn that is called."""

    def __init__(self, program: Program, scopes: Scopes):
        self.program, self.scopes = program, scopes

    # Statements.

    def run(self, statements: list, own_block: bool = True) -> None:
        if own_block:
            self.scopes.blocks.append({})
        try:
            for node in statements:
                try:
                    getattr(self, "run_" + node["kind"])(node)
                except EvaluationError as error:
                    if not str(error)[:1].isdigit():
                        fail(node, str(error))
                    raise
        finally:
            if own_block:
                self.scopes.blocks.pop()

    def bound(self, node):
        value = self.evaluate(node["value"])
        if node["type"]:
            return self.typed(value, node["type"])
        return settle(realise(value)) if node["kind"] == "var" else value

    def run_let(self, node) -> None:
        self.scopes.bind(node["name"]["text"], self.bound(node))

    run_var = run_const = run_let

    def run_assign(self, node) -> None:
        target, op = node["target"], node["op"]
        value = self.evaluate(node["value"])
        if target["kind"] == "name":
            old = self.scopes.find(target, target["name"])
            if op:
                value = self.binary(op, old, value)
            self.scopes.assign(target, target["name"], self.like(value, old))
            return
        base = self.evaluate(target["base"])
        slices = self.slices(target, base)
        if op:
            value = self.binary(op, self.read(base, slices), value)
        self.write(target, base, slices, value)

    def like(self, value, old):
        """`value` as the variable that holds `old` takes it: in its type, and broadcast to its shape."""
        if not isinstance(old, Value):
            return value
        value = convert(realise(value, old.shape), old.type)
        if join(value.shape, old.shape) != old.shape:
            raise EvaluationError(f"expected a value of shape {old.shape}, got {value.shape}")
        return Value(old.type, np.broadcast_to(value.data, old.shape).copy())

    def write(self, target, base, slices: list[Slice], value) -> None:
        shape = tuple(part.length for part in slices)
        value = convert(realise(value, shape), base.type)
        if isinstance(base, Tensor):
            write_slice(base.memory, slices, encode(value.data, base.type))
            return
        tile = base.data.copy()
        write_slice(tile, slices, value.data)
        if target["base"]["kind"] != "name":
            fail(target, "expected a variable or a tensor")
        self.scopes.assign(target, target["base"]["name"], Value(base.type, tile))

    def run_eval(self, node) -> None:
        self.evaluate(node["value"])

    def truth(self, node) -> bool:
        value = self.evaluate(node)
        if isinstance(value, Value) and value.type == BOOL and not value.shape:
            return bool(value.data)
        return value if isinstance(value, bool) else fail(node, "expected a bool")

    def run_if(self, node) -> None:
        self.run(node["then"] if self.truth(node["condition"]) else node["else"])

    def loop_body(self, statements: list, variable: dict) -> bool:
        """One iteration; False after a `break`."""
        self.scopes.blocks.append(variable)
        try:
            self.run(statements)
        except Jump as jump:
            if jump.kind == "return":
                raise
            return jump.kind == "continue"
        finally:
            self.scopes.blocks.pop()
        return True

    def run_while(self, node) -> None:
        while self.truth(node["condition"]) and self.loop_body(node["body"], {}):
            pass

    def run_for(self, node) -> None:
        bounds = [self.integer(bound) for bound in node["bounds"]]
        low, high, step = [0, *bounds, 1] if len(bounds) == 1 else [*bounds, 1][:3]
        if step < 1:
            return
        for position in range(low, high, step):
            if not self.loop_body(node["body"], {node["variable"]["text"]: index(position)}):
                return

    def run_break(self, node) -> None:
        raise Jump("break")

    def run_continue(self, node) -> None:
        raise Jump("continue")

    def run_return(self, node) -> None:
        raise Jump("return", node["value"] and self.evaluate(node["value"]))

    # Expressions.

    def evaluate(self, node):
        try:
            return getattr(self, "evaluate_" + node["kind"])(node)
        except EvaluationError as error:
            if not str(error)[:1].isdigit():
                fail(node, str(error))
            raise

    def evaluate_integer(self, node):
        return node["value"]

    evaluate_bool = evaluate_integer

    def evaluate_float(self, node):
        return float(node["value"])

    def evaluate_name(self, node):
        return self.scopes.find(node, node["name"])

    def evaluate_list(self, node):
        return [self.evaluate(element) for element in node["elements"]]

    def evaluate_unary(self, node):
        return unary(node["op"], self.evaluate(node["operand"]))

    def evaluate_binary(self, node):
        return self.binary(node["op"], self.evaluate(node["lhs"]), self.evaluate(node["rhs"]))

    def binary(self, op: str, a, b):
        if isinstance(b, Pointer) and op == "+":
            a, b = b, a
        if isinstance(a, Pointer):
            return Pointer(a.type, a.memory, binary(op, a.offsets, self.as_index(b)))
        return binary(op, a, b)

    def as_index(self, value):
        """An integer, widened to 64 bits."""
        def widen(value):
            if isinstance(value, Constant):
                return adapt(value, INDEX)
            if value.type.kind != "int":
                raise EvaluationError(f"expected an integer, got {value.type.name}")
            return Value(INDEX, value.data.astype(np.int64))

        return lift(widen, value)

    def evaluate_member(self, node):
        names = []
        while node["kind"] == "member":
            names.insert(0, node["member"]["text"])
            node = node["base"]
        axes = {"x": 0, "y": 1, "z": 2}
        if node["kind"] == "name" and node["name"] == "ctx" and len(names) == 2 and names[1] in axes:
            positions = {"block": self.program.block, "blocks": self.program.blocks}
            if names[0] in positions:
                return index(positions[names[0]][axes[names[1]]])
        return fail(node, f"unknown member {'.'.join(names)}")

    def integer(self, node) -> int:
        value = self.evaluate(node)
        if isinstance(value, Value) and value.type.kind == "int" and not value.shape:
            return int(value.data)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        return fail(node, "expected an integer")

    def integers(self, node) -> tuple[int, ...]:
        if node["kind"] != "list":
            fail(node, "expected a list [a, b]")
        return tuple(self.integer(element) for element in node["elements"])

    # Subscripts.

    def slices(self, node, base) -> list[Slice]:
        if not isinstance(base, (Tensor, Value)):
            fail(node, "expected a tensor or a tile before '['")
        shape = base.memory.shape if isinstance(base, Tensor) else base.shape
        if len(shape) != len(node["ranges"]):
            fail(node, f"expected {len(shape)} subscripts, got {len(node['ranges'])}")
        return [self.slice(part, extent, isinstance(base, Value)) for part, extent in zip(node["ranges"], shape)]

    def slice(self, node, extent: int, of_tile: bool) -> Slice:
        start = self.integer(node["start"]) if node["start"] else 0
        end = self.integer(node["end"]) if node["end"] else extent
        match node["kind"]:
            case "point":
                return Slice(start, 1, of_tile, is_point=True)
            case "start-length":
                return Slice(start, self.length(node, end), True)
            case "from":
                return Slice(start, self.length(node, extent - start), of_tile)
        return Slice(start, self.length(node, end - start), True)

    def length(self, node, length: int) -> int:
        return length if length >= 1 else fail(node, f"expected a length of 1 or more, got {length}")

    def read(self, base, slices: list[Slice], fill=None) -> Value:
        value = scalar(base.type, 0) if fill is None else convert(fill, base.type)
        if isinstance(base, Value):
            return Value(base.type, read_slice(base.data, slices, value.data))
        return Value(base.type, decode(read_slice(base.memory, slices, encode(value.data, base.type)), base.type))

    def evaluate_subscript(self, node):
        base = realise(self.evaluate(node["base"]))
        return self.read(base, self.slices(node, base))

    # Calls.

    def evaluate_call(self, node):
        callee = node["callee"]
        if callee["kind"] != "name":
            fail(node, "expected the name of a function")
        name = callee["name"]
        if name in self.program.functions:
            return self.call(node, self.program.functions[name])
        if name in TYPES:
            return self.cast(self.operands(node, 1)[0], TYPES[name])
        method = getattr(self, "call_" + name, None)
        if method:
            return method(node)
        if name in REDUCTIONS and (len(node["arguments"]) == 1 or name not in ELEMENTWISE or self.named(node)):
            return self.reduction(node, name)
        if name in ELEMENTWISE:
            return elementwise(name, self.operands(node, ELEMENTWISE[name]))
        return fail(node, f"unknown function {name}")

    def named(self, node) -> dict:
        return {argument["name"]["text"]: argument["value"] for argument in node["arguments"] if argument["name"]}

    def positional(self, node) -> list:
        return [argument["value"] for argument in node["arguments"] if not argument["name"]]

    def operands(self, node, count: int) -> list:
        if self.named(node) or len(node["arguments"]) != count:
            fail(node, f"expected {count} values")
        return [self.evaluate(value) for value in self.positional(node)]

    def call(self, node, function):
        """Inlines an fn (T1): it sees its parameters and the names of the file, not those of its caller."""
        if len(node["arguments"]) != len(function["params"]):
            fail(node, f"expected {len(function['params'])} values")
        named, values = self.named(node), {}
        for param, value in zip(function["params"], self.positional(node)):
            values[param["name"]] = self.evaluate(value)
        values |= {name: self.evaluate(value) for name, value in named.items()}
        body = Body(self.program, Scopes(self.program.constant))
        for param in function["params"]:
            value = values[param["name"]]
            body.scopes.bind(param["name"], body.typed(value, param["type"]) if param["type"] else value)
        try:
            body.run(function["body"])
        except Jump as jump:
            result = function["result"]
            return body.typed(jump.value, result) if result and jump.value is not None else jump.value
        return None

    def typed(self, value, type):
        """`value` as a declared type has it."""
        if type["kind"] in ("tensor", "pointer"):
            return value
        element = TYPES[type["element"]["text"]]
        if type["kind"] == "scalar":
            return convert(value, element)
        shape = tuple(self.integer(dim) for dim in type["dims"])
        value = convert(realise(value, shape), element)
        return Value(element, np.broadcast_to(value.data, join(shape, value.shape)).copy())

    def cast(self, value, type: Type):
        def apply(value):
            if isinstance(value, Constant):
                if type.kind == "int" and isinstance(value, int):
                    return scalar(type, (int(value) - type.low) % 2**type.bits + type.low)
                value = scalar(BOOL if isinstance(value, bool) else F64, value)
            return Value(type, cast(value.data, value.type, type))

        return lift(apply, value)

    def tile_of(self, node) -> Value:
        value = realise(self.evaluate(node))
        return value if isinstance(value, Value) and value.shape else fail(node, "expected a tile")

    def reduction(self, node, name: str):
        tile = self.tile_of(self.positional(node)[0])
        axis = self.named(node).get("axis") or self.positional(node)[1]
        return reduce(name, tile, self.integer(axis))

    def call_rowsum(self, node):
        tile = self.tile_of(self.positional(node)[0])
        return reduce(node["callee"]["name"][3:], tile, len(tile.shape) - 1)

    call_rowmax = call_rowmin = call_rowsum

    def call_where(self, node):
        return where(*self.operands(node, 3))

    def call_next_pow2(self, node):
        return 1 << max(self.integer(self.positional(node)[0]) - 1, 0).bit_length()

    def dtype(self, node, position: int) -> Type | None:
        positional = self.positional(node)
        name = self.named(node).get("dtype") or (positional[position] if len(positional) > position else None)
        return TYPES[name["name"]] if name else None

    def call_zeros(self, node):
        type = self.dtype(node, 1) or F32
        return Value(type, np.zeros(self.integers(self.positional(node)[0]), type.held))

    def call_full(self, node):
        shape, value = self.positional(node)[:2]
        type, value = self.dtype(node, 2), self.evaluate(value)
        value = convert(value, type) if type else settle(value)
        return Value(value.type, np.full(self.integers(shape), value.data))

    def call_broadcast(self, node):
        value, shape = self.evaluate(self.positional(node)[0]), self.integers(self.positional(node)[1])
        value = settle(realise(value, shape))
        return Value(value.type, np.broadcast_to(value.data, join(value.shape, shape)).copy())

    def call_iota(self, node):
        axis = self.integer((self.positional(node) or [self.named(node).get("axis")])[0])

        def make(shape):
            if axis >= len(shape):
                raise EvaluationError(f"iota({axis}) meets a tile of rank {len(shape)}")
            extents = [extent if dim == axis else 1 for dim, extent in enumerate(shape)]
            return Value(INDEX, np.arange(shape[axis], dtype=np.int64).reshape(extents))

        return Lazy(None, frozenset([axis]), make)

    def call_arange(self, node):
        return Value(INDEX, np.arange(self.integer(self.positional(node)[0]), dtype=np.int64))

    def call_transpose(self, node):
        tile = self.tile_of(self.positional(node)[0])
        return Value(tile.type, np.swapaxes(tile.data, -1, -2).copy())

    def call_reshape(self, node):
        tile, shape = self.tile_of(self.positional(node)[0]), self.integers(self.positional(node)[1])
        if math.prod(shape) != tile.data.size:
            fail(node, f"expected {tile.data.size} elements, got {shape}")
        return Value(tile.type, tile.data.reshape(shape))

    def call_dot(self, node):
        a, b = (self.tile_of(value) for value in self.positional(node))
        if node["callee"]["name"] == "dot_t":
            b = Value(b.type, b.data.T)
        precision = self.named(node).get("precision")
        return dot(a, b, precision["name"] if precision else "none")

    call_dot_t = call_dot

    # Memory by calls.

    def call_load(self, node):
        place, named = self.positional(node)[0], self.named(node)
        if place["kind"] == "subscript":
            base = realise(self.evaluate(place["base"]))
            fill = named.get("fill")
            return self.read(base, self.slices(place, base), fill and self.evaluate(fill))
        pointer = self.evaluate(place)
        if isinstance(pointer, BlockPointer):
            return self.load_block(pointer, named)
        offsets, mask = self.lanes(pointer, named)
        other = self.evaluate(named["other"]) if "other" in named else scalar(pointer.type, 0)
        result = np.broadcast_to(convert(realise(other, mask.shape), pointer.type).data, mask.shape).copy()
        self.check_offsets(pointer, offsets[mask])
        result[mask] = decode(pointer.memory[offsets[mask]], pointer.type)
        return Value(pointer.type, result)

    def lanes(self, pointer, named: dict, value=None) -> tuple[np.ndarray, np.ndarray]:
        """The offsets of `pointer` and its mask, in their common shape."""
        mask = self.evaluate(named["mask"]) if "mask" in named else True
        mask = settle(mask) if isinstance(mask, bool) else mask
        shape = join(*(part.shape for part in (pointer.offsets, mask, value) if part is not None and part.shape))
        offsets, mask = realise(pointer.offsets, shape), realise(mask, shape)
        shape = join(offsets.shape, mask.shape)
        return np.broadcast_to(offsets.data, shape), np.broadcast_to(mask.data, shape)

    def check_offsets(self, pointer: Pointer, offsets: np.ndarray) -> None:
        if ((offsets < 0) | (offsets >= pointer.memory.size)).any():
            raise EvaluationError(f"an offset is outside of the {pointer.memory.size} elements of the pointer")

    def call_store(self, node):
        place, value = self.positional(node)
        pointer, named = self.evaluate(place), self.named(node)
        value = self.evaluate(value)
        if isinstance(pointer, BlockPointer):
            return self.store_block(pointer, convert(realise(value, pointer.tile), pointer.pointer.type), named)
        value = settle(value) if not isinstance(value, Lazy) and not isinstance(value, Constant) else value
        offsets, mask = self.lanes(pointer, named, value if isinstance(value, (Value, Lazy)) else None)
        data = encode(convert(realise(value, mask.shape), pointer.type).data, pointer.type)
        self.check_offsets(pointer, offsets[mask])
        pointer.memory[offsets[mask]] = np.broadcast_to(data, mask.shape)[mask]

    def call_block_ptr(self, node):
        names = ("p", "shape", "strides", "offset", "tile")
        values = dict(zip(names, self.positional(node))) | self.named(node)
        lists = [self.integers(values[name]) for name in names[1:]]
        return BlockPointer(self.evaluate(values["p"]), *lists)

    def call_advance(self, node):
        block, steps = self.positional(node)
        block, steps = self.evaluate(block), self.integers(steps)
        offsets = tuple(offset + step for offset, step in zip(block.offsets, steps))
        return BlockPointer(block.pointer, block.shape, block.strides, offsets, block.tile)

    def block_lanes(self, block: BlockPointer, named: dict) -> tuple[np.ndarray, np.ndarray]:
        boundary = self.integers(named["boundary"]) if "boundary" in named else ()
        offsets, mask, rank = np.array(int(block.pointer.offsets.data)), np.array(True), len(block.tile)
        for dim, extent in enumerate(block.tile):
            positions = np.arange(extent).reshape([-1 if d == dim else 1 for d in range(rank)]) + block.offsets[dim]
            offsets = offsets + positions * block.strides[dim]
            if dim in boundary:
                mask = mask & (positions >= 0) & (positions < block.shape[dim])
        mask = np.broadcast_to(mask, offsets.shape)
        self.check_offsets(block.pointer, offsets[mask])
        return offsets, mask

    def load_block(self, block: BlockPointer, named: dict) -> Value:
        offsets, mask = self.block_lanes(block, named)
        padding = named.get("padding")
        fill = math.nan if padding and padding["name"] == "nan" else 0
        type = block.pointer.type
        result = np.full(block.tile, fill, type.held)
        result[mask] = decode(block.pointer.memory[offsets[mask]], type)
        return Value(type, result)

    def store_block(self, block: BlockPointer, value: Value, named: dict) -> None:
        offsets, mask = self.block_lanes(block, named)
        data = np.broadcast_to(encode(value.data, value.type), block.tile)
        block.pointer.memory[offsets[mask]] = data[mask]


REDUCTIONS = ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin", "cumsum")
