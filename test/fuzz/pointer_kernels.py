# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels about masks whose tensors are pointers: offsets are sums of rows and columns in many spellings, moved
by loops or not, and masks bound them, from above and below, by the tensor's extents or by less. What makes slices of
pointer accesses meets its edge cases here.
"""

from generator import Case
from mask_kernels import MaskKernel


class PointerKernel(MaskKernel):
    """Tensors are pointers to rows of as many elements as they have columns; extents are parameters."""

    def case(self) -> Case:
        self.extent_type = self.pick(("i32", "i32", "i64"))
        return super().case()

    def add_grid(self) -> None:
        super().add_grid()
        if not self.is_free:  # a store through a pointer does not give the grid
            self.attributes.append(f"@grid({', '.join(self.blocks)})")

    def add_promises(self, sizes: dict[str, int]) -> None:
        for name, size in sizes.items():
            value = self.extents[name]
            promises = [f"{name} >= 0", f"{name} <= {value + 1}", f"{name} >= {value}"]
            if value % size == 0:
                promises.append(f"{name} % {size} == 0")
            if self.chance(0.25):
                self.attributes.append(f"@require({self.pick(promises)})")

    def add_arguments(self) -> None:
        super().add_arguments()
        for name, argument in self.arguments.items():
            if "dims" in argument:
                rows, columns = argument["shape"]
                argument.update(pointer=True, shape=[max(1, rows * columns)])
        for name, value in self.extents.items():
            self.arguments[name] = {"type": self.extent_type, "value": value}

    def declared(self, name: str) -> str:
        argument = self.arguments[name]
        return f"ptr<{argument['type']}>" if "pointer" in argument else argument["type"]

    # Accesses.

    def starts(self, tensor: str, shape: tuple[int, int]) -> list[str]:
        """Of a slice, as `slice` chooses them."""
        text = super().slice(tensor, shape)
        parts = text[text.index("[") + 1:-1].split(" :+ ")
        first, rest = parts[0], parts[1]
        return [first, rest.split(", ", 1)[1]]

    def access(self, tensor: str, starts: list[str], shape: tuple[int, int]) -> str:
        """The pointer and the mask of a tile, as arguments of a load or store."""
        dims = self.arguments[tensor]["dims"]
        positions = [f"reshape(arange({size}), {form})" for size, form in zip(shape, (f"[{shape[0]}, 1]", f"[1, {shape[1]}]"))]
        offsets, mask = [], []
        for start, position, size, dim in zip(starts, positions, shape, dims):
            index = f"(({start}) + {position})"
            offsets.append(index)
            upper, lower = self.upper(start, position, index, dim), self.lower(index)
            mask += self.pick(([lower, upper], [upper, lower]))
            if self.chance(0.2):
                mask.append(self.pick((f"{position} < {self.random.randrange(size + 2)}", f"{position} >= {self.random.randrange(size)}",
                                       f"{index} < {dim} - 1", f"{position} != 1", f"({start}) < {dim}", "u > 1")))
        if self.chance(0.1):
            mask.append(f"({positions[0]} <= {positions[1]} || {positions[1]} < u)")
        row, column = offsets
        pitch = f"{row} * {self.pick((dims[1], f'index({dims[1]})'))}"
        self.random.shuffle(mask)
        place = self.pick((f"{tensor} + {pitch} + {column}", f"{tensor} + ({column} + {pitch})", f"{tensor} + {column} + {pitch}"))
        return f"{place}", " && ".join(f"({each})" for each in mask)

    def upper(self, start: str, position: str, index: str, dim: str) -> str:
        """That an index is below its extent; sums wrap, and so keep to what is in the tensor only beside `lower`."""
        return self.pick((f"{index} < {dim}", f"{dim} > {index}", f"{index} <= {dim} - 1", f"!({index} >= {dim})"))

    def lower(self, index: str) -> str:
        return self.pick((f"{index} >= 0", f"0 <= {index}", f"{index} > -1", f"!({index} < 0)"))

    def load(self, tensor: str, shape: tuple[int, int]) -> str:
        place, mask = self.access(tensor, self.starts(tensor, shape), shape)
        other = self.pick(("", "", f", other = {self.random.randrange(5)}", f", other = {self.type}(reshape(arange({shape[1]}), [1, {shape[1]}]))"))
        return f"load({place}, mask = {mask}{other})"

    def add_product(self, depth: int) -> None:
        k = self.position(self.step, "K")
        left = self.access("A", ["r", k], (self.rows, self.step))
        right = self.access("B", [k, "c"], (self.step, self.columns))
        loads = [f"load({place}, mask = {mask})" for place, mask in (left, right)]
        self.write(depth, f"acc += dot({', '.join(loads)})")

    def store_at(self, depth: int, tensor: str, starts: list[str], shape: tuple[int, int], value: str) -> None:
        place, mask = self.access(tensor, starts, shape)
        self.write(depth, f"store({place}, {value}, mask = {mask})")

    def store(self, depth: int) -> None:
        tensor, columns = self.pick((("P", self.step), ("O", self.columns), ("P", self.columns)))
        starts = self.starts(tensor, (self.rows, columns))
        if not self.is_free:
            starts[0] = "r"
        value = f"broadcast({self.load('X', (self.rows, 1))}, [{self.rows}, {columns}])"
        self.store_at(depth, tensor, starts, (self.rows, columns), value)

    def write(self, depth: int, text: str) -> None:
        if text.startswith("O[r :+"):  # the kernel's last statement
            return self.store_at(depth, "O", ["r", "c"], (self.rows, self.columns), "acc")
        return super().write(depth, text)


def generate_pointers(seed: str) -> Case:
    return PointerKernel(seed).case()
