# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels, and arguments for them: a case is a function of its seed.

A kernel's answer must not depend on the order of a sum, nor on how near a function comes to the exact value. So
expressions of floats come in two kinds. A *bounded* one has small integers as values, whatever their type, and those
may be summed. Any other may hold every value, and is computed element by element, which rounds the same way everywhere.
Functions such as exp are stored as they come, into outputs that nothing reads and that are compared to some units in
the last place.
"""

from dataclasses import dataclass, field

from evaluator_types import TYPES
from expressions import EXTENTS, FLOATS, INTEGERS, PARTNERS, Name, Tensor, is_float
from pointers import Pointers

#: How far a stored function may be from the evaluator's, in units in the last place of f32: its bound in
#: docs/Accuracy.md, rounded up, and one for the evaluator. NumPy's functions of f64 may be off by 4 more; of narrower
#: types both round a value of f32, so that 1 is enough.
FUNCTION_ULPS = {"exp": 2, "exp2": 2, "log": 2, "log2": 2, "sin": 2, "cos": 2, "rsqrt": 3, "tanh": 4, "erf": 3}




@dataclass(frozen=True)
class Case:
    """`arguments` describes each argument, for `data.make`; `ulps` says which outputs are not compared bit for bit."""

    source: str
    arguments: dict[str, dict]
    settings: dict[str, int] = field(default_factory=dict)
    ulps: dict[str, int] = field(default_factory=dict)


class Generator(Pointers):
    """Writes one kernel."""

    def __init__(self, seed: str):
        super().__init__(seed)
        self.ulps: dict[str, int] = {}
        self.settings: dict[str, int] = {}
        self.constants: list[str] = []
        self.attributes: list[str] = []
        self.lines: list[str] = []
        self.function_lines: list[str] = []
        self.loops = 0

    # A whole kernel.

    def case(self) -> Case:
        rank = self.pick((1, 2, 2, 2, 3))
        self.is_single = rank == 3 or self.chance(0.3)
        self.tile = tuple(self.pick(EXTENTS if rank < 3 else EXTENTS[:4]) for _ in range(rank))
        self.extent_names = ("M", "N", "L")[:rank]
        self.extents = {name: self.extent(size) for name, size in zip(self.extent_names, self.tile)}
        self.starts = [f"s{dim}" for dim in range(rank)]
        self.tile_names = [self.named_tile(dim, size) for dim, size in enumerate(self.tile)]
        self.add_tensors()
        for _ in range(self.random.randrange(3)):
            self.add_function()
        for dim, start in enumerate(self.starts):
            value = "0" if self.is_single else f"ctx.block.{'xyz'[dim]} * {self.tile_names[dim]}"
            self.lines.append(f"  let {start} = {value}")
        self.block(self.random.randrange(3, 9), 1)
        for output in self.outputs:
            self.store(1, output)
        self.add_attributes()
        params = [f"{name}: {self.declared(name)}" for name in self.arguments]
        lines = [
            *self.constants, *self.function_lines, *self.attributes, f"kernel k({', '.join(params)}) {{", *self.lines,
            "}"
        ]
        return Case("\n".join(lines) + "\n", self.arguments, self.settings, self.ulps)

    def named_tile(self, dim: int, size: int) -> str:
        """How the kernel writes the extent of its tile along `dim`."""
        kind, name = self.pick(("number", "number", "autotune", "const")), f"T{dim}"
        if kind == "number":
            return str(size)
        if kind == "const":
            self.constants.append(f"const {name} = {self.pick((str(size), f'{2 * size} / 2', f'max({size}, 1)'))}")
        elif self.chance(0.5):
            self.attributes.append(f"@autotune({name} in [{size}, {size + 1}])")
        else:
            self.attributes.append(f"@autotune({name} in [{size + 1}, {2 * size + 1}])")
            self.settings[name] = size
        return name

    def add_attributes(self) -> None:
        """Attributes that hold, and so change nothing."""
        if not self.is_single and self.chance(0.2):
            blocks = [f"ceildiv({name}, {size})" for name, size in zip(self.extent_names, self.tile_names)]
            self.attributes.append(f"@grid({', '.join(blocks)})")
        choices = ["@noalias", "@strict", "@pipeline(2)"]
        name = self.pick(self.extent_names)
        if name in self.declared_extents():
            value = self.extents[name]
            choices += [f"@require({name} <= {value} && {name} > {value} - 1)"]
            choices += [f"@aligned({name} = {size})" for size in (1, 2, 3, 4) if self.is_aligned(value, size)]
        scalars = [name for name, each in self.arguments.items() if "value" in each and not is_float(each["type"])]
        choices += [f"@require({name} <= {self.arguments[name]['value'] + 1})" for name in scalars]
        self.attributes += [each for each in dict.fromkeys(choices) if self.chance(0.12)]

    def is_aligned(self, value: int, size: int) -> bool:
        """Whether @aligned holds of an extent of `value`, also where the blocks of any axis walk it."""
        blocks = [-(-self.extents[name] // tile) for name, tile in zip(self.extent_names, self.tile)]
        return value % size == 0 and (self.is_single or max(blocks) * size <= value)

    def declared_extents(self) -> set:
        return {dim for each in self.arguments.values() for dim in each.get("dims", ())}

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
            strides = f" strides [LD{name}, 1]"
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
        self.add_tensor("S", self.any_type(), (self.random.randrange(1, 6), 3), "small")
        self.add_pointer("G")
        if self.is_single:
            self.add_pointer("H")
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
        argument = {
            "type": type,
            "dims": list(dims),
            "shape": shape,
            "data": data,
            "seed": self.random.randrange(10**6)
        }
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
        kinds = [self.bind] * 5 + [self.assign] * 3 + [self.assign_slice] * 2
        kinds += [self.store, self.gather, self.gather_block, self.atomic]
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
        # The value of a tile may have extents of 1 that broadcast: what is bound has the shape that later uses count on.
        declared = f": {self.type_text(type, shape)}" if shape or self.chance(0.25) else ""
        self.write(depth, f"{'var' if is_var else 'let'} {name}{declared} = {value.text}")
        self.scopes[-1].append(Name(name, type, shape, None if is_var else value.bound, is_var))

    def type_text(self, type: str, shape: tuple[int, ...]) -> str:
        return f"tile<{type}>[{', '.join(map(str, shape))}]" if shape else type

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
        where = self.slices_of_tile(lengths, var.shape)
        op = self.pick(("", "", "+", "*"))
        return self.write(depth, f"{var.text}[{where}] {op}= {self.typed(var.type, lengths, 2, False).text}")

    def store(self, depth: int, output: Tensor | None = None) -> None:
        output = output or self.pick([*self.outputs, *([self.inexact] * 2 if self.inexact else [])])
        where = ", ".join(f"{start} :+ {extent}" for start, extent in zip(self.starts, self.tile_names))
        if output is self.inexact:
            function = self.pick(FUNCTION_ULPS)
            limit = FUNCTION_ULPS[function] + 4 * (output.type == "f64") if TYPES[output.type].bits >= 32 else 1
            self.ulps[output.text] = max(limit, self.ulps.get(output.text, 0))
            return self.write(
                depth, f"{output.text}[{where}] = {function}({self.typed(output.type, self.tile, 2, False).text})")
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
        step = self.integer_scalar()
        step = self.pick(("2", "3")) if step.isdigit() else f"index({step}) - 1"
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
        if type == "f32" and self.chance(0.5):
            value = f"{value[:-1]}, precision = {self.pick(('tf32', 'tf32x3', 'bf16'))})"
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
        declared = [param.text + (f": {self.type_text(param.type, param.shape)}" if self.chance(0.3) else "")
                    for param in params]
        result = f" -> {self.type_text(type, shape)}" if self.chance(0.3) else ""
        self.write(0, f"fn {name}({', '.join(declared)}){result} {{")
        if self.chance(0.5):
            self.bind(1)
        if self.chance(0.4):
            self.write(1, f"if {self.boolean((), 1)} {{ return {self.typed(type, shape, 2, False).text} }}")
        self.write(1, f"return {self.typed(type, shape, 2, False).text}")
        self.write(0, "}")
        self.function_lines += self.lines
        self.lines, self.scopes, self.in_function = lines, outer, False
        self.functions.append((name, params, type, shape))


def generate(seed: str) -> Case:
    return Generator(seed).case()
