# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels whose slices are near the ends of their tensors: ragged and nested loops, carried starts, causal and
ragged conditions, branches on what is inside, promises. All that proves or splits masks meets its edge cases here.

Values are small integers, of which every sum is exact; what varies is where they are read and written.
"""

from generator import Case
from expressions import Expressions

SIZES = (1, 2, 3, 4, 5, 8)
SCALARS = (-17, -5, -1, 0, 1, 2, 3, 4, 8, 9, 30)
FAR = (2**31 - 1, -2**31)


class MaskKernel(Expressions):
    """Writes one kernel, over A and P of M by K, B of K by N, and X and O of M by N, in tiles of TM by TN."""

    def __init__(self, seed: str):
        super().__init__(seed)
        self.lines: list[str] = []
        self.attributes: list[str] = []
        self.positions: list[str] = []  # names of index values in scope
        self.type = self.pick(("i32", "i32", "i64", "f32"))

    def case(self) -> Case:
        self.rows, self.columns, self.step = (self.pick(SIZES) for _ in range(3))
        sizes = {"M": self.rows, "N": self.columns, "K": self.step}
        self.extents = {name: self.extent(size) for name, size in sizes.items()}
        self.add_grid()
        self.add_promises(sizes)
        self.add_arguments()
        for name, axis, size in (("r", "x", self.rows), ("c", "y", self.columns)):
            self.write(1, f"let {name} = ctx.block.{axis} * {size}")
            self.positions.append(name)
        self.write(1, f"var acc: tile<{self.type}>[{self.rows}, {self.columns}] = "
                      f"zeros([{self.rows}, {self.columns}], {self.type})")
        self.statements(1, self.random.randrange(2, 5))
        self.write(1, f"O[r :+ {self.rows}, c :+ {self.columns}] = acc")
        params = [f"{name}: {self.declared(name)}" for name in self.arguments]
        return Case("\n".join([*self.attributes, f"kernel k({', '.join(params)}) {{", *self.lines, "}"]) + "\n",
                    self.arguments)

    def extent(self, size: int) -> int:
        return self.pick((0, 1, size - 1, size, size + 1, 2 * size, 3 * size, 3 * size + 5))

    def add_grid(self) -> None:
        """With @grid, stores may begin anywhere."""
        self.is_free = self.chance(0.5)
        self.blocks = tuple(f"ceildiv({dim}, {size})" for dim, size in (("M", self.rows), ("N", self.columns)))
        if self.is_free:
            if self.chance(0.4):
                self.blocks = tuple(str(self.random.randrange(1, 4)) for _ in range(2))
            self.attributes.append(f"@grid({', '.join(self.blocks)})")

    def block_count(self) -> int:
        """The most blocks along an axis."""
        derived = -(-self.extents["M"] // self.rows), -(-self.extents["N"] // self.columns)
        return max(int(blocks) if blocks.isdigit() else count for blocks, count in zip(self.blocks, derived))

    def add_promises(self, sizes: dict[str, int]) -> None:
        """Promises that hold, also where the blocks of any axis walk the extent."""
        for name, size in sizes.items():
            if self.chance(0.3):
                self.extents[name] = size * self.random.randrange(5)
        for name, size in sizes.items():
            value = self.extents[name]
            multiple = self.pick([each for each in (size, size, *SIZES) if value % each == 0] or [1])
            if self.chance(0.5) and self.block_count() * multiple <= value:
                self.attributes.append(f"@aligned({name} = {multiple})")
            elif self.chance(0.15):
                self.attributes.append(self.pick((f"@require({name} >= {value})", f"@require({name} <= {value + 1})",
                                                  f"@require({name} == {value})")))
        if self.extents["M"] == self.extents["K"] and self.chance(0.3):
            self.attributes.append("@require(M == K)")

    def add_arguments(self) -> None:
        dims = {"A": "MK", "B": "KN", "X": "MN", "P": "MK", "O": "MN"}
        for name, each in dims.items():
            shape = [self.extents[dim] for dim in each]
            self.arguments[name] = {"type": self.type, "dims": list(each), "shape": shape, "data": "small",
                                    "seed": self.random.randrange(10**6), "special": 0.0}
        self.arguments["n"] = {"type": "i32", "value": self.pick((*SCALARS, *FAR))}
        self.arguments["m"] = {"type": "i64", "value": self.pick((*SCALARS, 2**63 - 1, -2**63))}
        self.arguments["u"] = {"type": "u8", "value": self.pick((0, 1, 3, 9, 200))}

    def declared(self, name: str) -> str:
        argument = self.arguments[name]
        dims = argument.get("dims")
        return f"tensor<{argument['type']}>[{', '.join(dims)}]" if dims else argument["type"]

    def write(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    # Positions.

    def scalar(self) -> str:
        return f"index({self.pick('nmu')})"

    def position(self, size: int, dim: str, depth: int = 2) -> str:
        """Where a slice of `size` elements along the extent `dim` begins."""
        known = self.pick((*self.positions, *self.positions[-2:]))
        if depth == 0 or self.chance(0.4):
            return self.pick((known, known, known, known, "0", self.scalar(), f"{dim} - {size}"))
        inner, c = self.position(size, dim, depth - 1), self.random.randrange(1, 2 * size + 2)
        if inner.isdigit():  # a constant start below 0 is an error
            return inner
        return self.pick((f"{inner} + {c}", f"{inner} - {c}", f"({inner}) * {c}", f"{dim} - ({inner})",
                          f"min({inner}, {dim} - {size})", f"max({inner}, 0)", f"clamp({inner}, 0, {dim} - {size})",
                          f"({inner}) / {c} * {c}", f"({inner}) % {c}", f"{inner} + {self.scalar()}"))

    def slice(self, tensor: str, shape: tuple[int, int]) -> str:
        """A slice of rows that the block mostly has to itself, and of any columns."""
        dims = self.arguments[tensor]["dims"]
        starts = [self.position(size, dim) if self.chance(0.75) else "0" for size, dim in zip(shape, dims)]
        if dims[0] == "M" and shape[0] == self.rows and self.chance(0.7):
            starts[0] = "r"
        if dims[1] == "N" and shape[1] == self.columns and self.chance(0.6):
            starts[1] = "c"
        return f"{tensor}[{', '.join(f'{start} :+ {size}' for start, size in zip(starts, shape))}]"

    # Conditions.

    def condition(self, depth: int = 1) -> str:
        if depth and self.chance(0.3):
            left, right = self.condition(0), self.condition(0)
            return self.pick((f"{left} && {right}", f"{left} || {right}", f"!({left})"))
        dim, size = self.pick((("M", self.rows), ("N", self.columns), ("K", self.step)))
        place = self.position(size, dim, 1)
        return self.pick((f"{place} + {size} <= {dim}", f"{place} >= 0", f"{place} < {dim} - {size} + 1",
                          f"{dim} % {size} == 0", f"{place} == {self.position(size, dim, 0)}", f"{dim} > {size}"))

    def ragged(self, columns: int, dim: str, depth: int = 1) -> str:
        """A condition of every element of a tile, by where it stands."""
        if depth and self.chance(0.25):
            left, right = self.ragged(columns, dim, 0), self.ragged(columns, dim, 0)
            return self.pick((f"({left}) && ({right})", f"({left}) || ({right})", f"!({left})"))
        place = self.position(columns, dim, 1)
        return self.pick((f"iota(1) < {dim} - ({place})", f"iota(1) + {place} < {dim}", f"{place} + iota(1) >= 0",
                          f"iota(1) + {place} <= iota(0) + r", f"iota(0) + r < M", f"iota(0) + r > iota(1) + {place}",
                          f"iota(1) + {place} == iota(0) + {self.position(self.rows, 'M', 0)}"))

    # Statements.

    def statements(self, depth: int, count: int) -> None:
        known = list(self.positions)
        for _ in range(count):
            kinds = [self.add_tile, self.add_rows, self.add_where, self.add_product, self.store, self.bind]
            if depth < 4:
                kinds += [self.for_loop] * 2 + [self.while_loop, self.branch]
            self.pick(kinds)(depth)
        self.positions = known

    def load(self, tensor: str, shape: tuple[int, int]) -> str:
        where = self.slice(tensor, shape)
        return f"load({where}, fill = {self.random.randrange(5)})" if self.chance(0.3) else where

    def add_tile(self, depth: int) -> None:
        self.write(depth, f"acc += {self.load(self.pick('XOAP'), (self.rows, self.columns))}")

    def add_rows(self, depth: int) -> None:
        reduce = self.pick(("rowsum", "rowmax"))
        self.write(depth, f"acc += {reduce}({self.load(self.pick('AP'), (self.rows, self.step))})")

    def add_where(self, depth: int) -> None:
        tensor = self.pick("XAP")
        dim = self.arguments[tensor]["dims"][1]
        value, shape = self.random.randrange(-9, 9), (self.rows, self.columns)
        self.write(depth, f"acc += where({self.ragged(self.columns, dim)}, {self.load(tensor, shape)}, {value})")

    def add_product(self, depth: int) -> None:
        k = self.position(self.step, "K")
        left = f"A[r :+ {self.rows}, {k} :+ {self.step}]"
        self.write(depth, f"acc += dot({left}, B[{k} :+ {self.step}, c :+ {self.columns}])")

    def store(self, depth: int) -> None:
        """To rows of the block's own, so that K5 gives the grid, or wherever."""
        tensor, columns = self.pick((("P", self.step), ("O", self.columns), ("P", self.columns)))
        first = self.position(self.rows, "M") if self.is_free else "r"
        known, self.positions = self.positions, self.positions if self.is_free else ["0"]
        second = self.position(columns, self.arguments[tensor]["dims"][1])
        self.positions = known
        op, value = self.pick(("", "+")), self.load("X", (self.rows, 1))
        self.write(depth, f"{tensor}[{first} :+ {self.rows}, {second} :+ {columns}] {op}= {value}")

    def bind(self, depth: int) -> None:
        name = self.fresh("p")
        # A `var` is no constant, which could make one below 0 of a start: that is an error.
        self.write(depth, f"var {name} = index({self.position(self.step, 'K')})")
        self.positions.append(name)

    def bounds(self) -> tuple[str, str, int]:
        low = self.pick(("0", "0", "0", str(self.random.randrange(1, 5)), f"clamp({self.scalar()}, -9, 9)"))
        dim = self.pick(("K", "K", "K", "M", "N"))
        high = self.pick((dim, dim, dim, f"{dim} - 1", f"{dim} + {self.step}", f"min({dim}, {self.scalar()})", "9"))
        step = self.pick((self.step, self.step, self.step, 1, 2 * self.step, self.columns))
        return low, high, step

    def body(self, depth: int, inner: list[str], last: str = "") -> None:
        known, self.positions = self.positions, [*self.positions, *inner]
        if self.chance(0.15):
            self.write(depth, f"if {self.condition()} {{ break }}")
        self.statements(depth, self.random.randrange(1, 4))
        if last:
            self.write(depth, last)
        self.positions = known

    def for_loop(self, depth: int) -> None:
        name, (low, high, step) = self.fresh("i"), self.bounds()
        carried = self.fresh("q") if self.chance(0.3) else ""
        if carried:
            self.write(depth, f"var {carried} = index({self.pick(('0', low, 'n', f'{low} - {step}'))})")
        self.write(depth, f"for {name} in range({low}, {high}, {step}) {{")
        advance = f"{carried} += {self.pick((step, step, self.step, 1))}" if carried else ""
        self.body(depth + 1, [name, *([carried] * 2 if carried else [])], advance)
        self.write(depth, "}")

    def while_loop(self, depth: int) -> None:
        name, (low, high, step) = self.fresh("w"), self.bounds()
        self.write(depth, f"var {name} = index({low})")
        self.write(depth, f"while {name} {self.pick(('<', '<', '<='))} {high} {{")
        self.body(depth + 1, [name] * 2, f"{name} += {step}")
        self.write(depth, "}")

    def branch(self, depth: int) -> None:
        self.write(depth, f"if {self.condition()} {{")
        self.statements(depth + 1, self.random.randrange(1, 3))
        if self.chance(0.5):
            self.write(depth, "} else {")
            self.statements(depth + 1, 1)
        self.write(depth, "}")


def generate_masked(seed: str) -> Case:
    return MaskKernel(seed).case()
