# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels of matrix products in the types and tiles of tensor cores: operands as they lie, computed or
transposed, one or two products in a loop, under conditions, beside other work, with what is done to sums before they
are stored. All that plans products meets its edge cases here.

Values are small integers, of which every product and sum is exact in any order and in every format.
"""

from generator import Case
from expressions import Expressions

#: Types of operands, and what products of them are summed in.
SUMS = {"bf16": "f32", "f16": "f32", "f8e4m3": "f32", "f8e5m2": "f32", "i8": "i32", "u8": "i32", "f32": "f32", "f64": "f64"}
PRECISIONS = ("", "", ", precision = tf32", ", precision = tf32x3", ", precision = bf16")
#: Tiles that wgmma takes are as likely as all others.
ROWS, OTHER_ROWS = (64, 64, 64, 128), (1, 8, 16, 24, 32, 96)
COLUMNS, OTHER_COLUMNS = (8, 16, 32, 64), (1, 3, 12, 40, 72)
STEPS, OTHER_STEPS = (32, 64), (4, 8, 16, 24, 48)


class ProductKernel(Expressions):
    """Writes one kernel: D of M by N from A, M by K, and B, N by K or K by N."""

    def __init__(self, seed: str):
        super().__init__(seed)
        self.lines: list[str] = []
        self.attributes: list[str] = []
        self.type = self.pick((*SUMS, "bf16", "f16", "i8"))
        self.sum = SUMS[self.type]
        self.is_transposed = self.chance(0.6)
        fits = self.chance(0.6)
        self.rows = self.pick(ROWS if fits else OTHER_ROWS)
        self.columns = self.pick(COLUMNS if fits else OTHER_COLUMNS)
        self.step = self.pick(STEPS if fits else OTHER_STEPS)

    def case(self) -> Case:
        self.extents = {"M": self.extent(self.rows), "N": self.extent(self.columns), "K": self.extent(self.step)}
        self.add_arguments()
        self.write(1, f"let r = ctx.block.x * {self.rows}")
        self.write(1, f"let c = ctx.block.y * {self.columns}")
        for number in range(self.pick((1, 1, 1, 2))):
            self.add_sums(f"s{number}")
        value = self.epilogue("s0" if number == 0 else f"s0 {self.pick('+-')} s1")
        self.write(1, f"D[r :+ {self.rows}, c :+ {self.columns}] = {value}")
        if self.chance(0.3):
            self.attributes.append(self.pick(("@pipeline(1)", "@pipeline(2)", "@pipeline(3)", "@noalias", "@launch(128)", "@launch(256)")))
        params = [f"{name}: {self.declared(name)}" for name in self.arguments]
        return Case("\n".join([*self.attributes, f"kernel k({', '.join(params)}) {{", *self.lines, "}"]) + "\n",
                    self.arguments)

    def extent(self, size: int) -> int:
        return self.pick((0, 1, size - 1, size, size, size + 1, size + 8))

    def add_arguments(self) -> None:
        self.add("A", self.type, "MK")
        self.add("B", self.type, "NK" if self.is_transposed else "KN")
        self.add("X", self.pick((self.type, self.sum)), "MN")
        self.add("Bias", self.sum, "1N")
        self.add("Scale", self.sum, "M1")
        results = [self.sum] if self.sum == "i32" else [self.sum, "f32", "f64"] if self.sum == "f64" else ["f32", "bf16", "f16"]
        self.add("D", self.pick(results), "MN")
        self.arguments["n"] = {"type": "i32", "value": self.pick((0, 1, 2, 5))}

    def add(self, name: str, type: str, dims: str) -> None:
        shape = [int(dim) if dim.isdigit() else self.extents[dim] for dim in dims]
        self.arguments[name] = {"type": type, "dims": list(dims), "shape": shape, "data": "small",
                                "seed": self.random.randrange(10**6), "special": 0.0}
        if self.chance(0.2) and "1" not in dims:
            self.arguments[name]["pitch"] = self.pick((1, 3, 8, 16))

    def declared(self, name: str) -> str:
        argument = self.arguments[name]
        if "dims" not in argument:
            return argument["type"]
        strides = f" strides [LD{name}, 1]" if argument.get("pitch") else ""
        return f"tensor<{argument['type']}>[{', '.join(argument['dims'])}]{strides}"

    def write(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    # Sums.

    def add_sums(self, name: str) -> None:
        """A loop of products, or one product alone, where a condition may leave it out."""
        self.write(1, f"var {name} = {self.pick((self.zeros(), self.zeros(), self.tile('X', self.sum)))}")
        depth = 1
        if self.chance(0.2):
            self.write(1, f"if {self.pick(('n > 1', 'M > 7', 'r < M', 'ctx.block.y != 1', 'K > 8 && n != 2'))} {{")
            depth = 2
        if self.chance(0.1):
            self.write(depth, f"{name} += {self.product('0')}")
        else:
            self.add_loop(depth, name)
        if depth == 2:
            self.write(1, "}")

    def add_loop(self, depth: int, name: str) -> None:
        low = self.pick(("0", "0", "0", str(self.step), "index(n)"))
        self.write(depth, f"for k in range({low}, K, {self.step}) {{")
        kind = self.pick(("sum", "sum", "sum", "two", "scaled", "beside"))
        if kind == "scaled":  # what a block-scaled product does
            self.write(depth + 1, f"{name} += {self.product('k')} * Scale[r :+ {self.rows}, 0 :+ 1]")
        else:
            self.write(depth + 1, f"{name} += {self.product('k')}")
        if kind == "two":
            self.write(depth + 1, f"{name} += {self.product('k')}")
        if kind == "beside":
            self.write(depth + 1, f"{name} = {name} + Bias[0 :+ 1, c :+ {self.columns}]")
        self.write(depth, "}")

    def product(self, k: str) -> str:
        left = self.operand("A", f"A[r :+ {self.rows}, {k} :+ {self.step}]")
        right = f"B[c :+ {self.columns}, {k} :+ {self.step}]" if self.is_transposed else f"B[{k} :+ {self.step}, c :+ {self.columns}]"
        right = self.operand("B", right)
        precision = self.pick(PRECISIONS) if self.type == "f32" else ""
        if self.chance(0.1):  # the other way around, in registers
            right, name = f"transpose({right})", "dot" if self.is_transposed else "dot_t"
        else:
            name = "dot_t" if self.is_transposed else "dot"
        return f"{name}({left}, {right}{precision})"

    def operand(self, tensor: str, text: str) -> str:
        """As it lies, or computed; a value stays an integer of at most 16."""
        if self.chance(0.7):
            return text
        return self.pick((f"abs({text})", f"max(1, {text})", f"where({text} > 2, {text}, 0)", f"({text} + {text})",
                          f"min({text}, {text})"))

    def zeros(self) -> str:
        return f"zeros([{self.rows}, {self.columns}], {self.sum})"

    def tile(self, tensor: str, type: str) -> str:
        return f"{type}({tensor}[r :+ {self.rows}, c :+ {self.columns}])"

    # Epilogues.

    def epilogue(self, sums: str) -> str:
        """What becomes of the sums: alpha * S + beta * X, bias, activation, in any order."""
        value = f"({sums})"
        for _ in range(self.random.randrange(3)):
            value = self.pick((f"({value} * 2 + {self.tile('X', self.sum)} * 3)", f"({value} + Bias[0 :+ 1, c :+ {self.columns}])",
                               f"max(0, {value})", f"({value} - {self.tile('X', self.sum)})",
                               f"where({value} > 0, {value}, {self.tile('X', self.sum)})"))
        type = self.arguments["D"]["type"]
        return value if type == self.sum else f"{type}(clamp({value}, -100, 100))"


def generate_products(seed: str) -> Case:
    return ProductKernel(seed).case()
