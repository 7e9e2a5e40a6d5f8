# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of random kernels on pointers, block pointers and atomics.

Where two elements go to one place, a GPU may take either first: stores, and atomics whose old value or rounding shows
the order, have distinct places.
"""

from expressions import EXTENTS, Expressions, Name, is_float

WORDS = ("i32", "u32", "i64", "u64")


class Pointers(Expressions):
    """The part of a Generator that writes them."""

    def add_pointer(self, name: str) -> None:
        shape = [self.random.randrange(1, 7) * self.random.randrange(1, 9)]
        data = self.pick(("small", "any"))
        self.arguments[name] = {
            "type": self.any_type(),
            "pointer": True,
            "shape": shape,
            "data": data,
            "seed": self.counter
        }

    def places(self, depth: int, target: str, shape: tuple[int, ...], is_distinct: bool) -> tuple[str, str, str]:
        """A base, a name of offsets, and the mask (or nothing) that keeps them inside of `target`."""
        size, offsets = self.arguments[target]["shape"][0], self.fresh("o")
        base, shift = self.pick(((target, 0), (f"({target} + {size // 2})", size // 2)))
        is_distinct = is_distinct and bool(shape)
        if is_distinct:
            self.write(depth, f"let {offsets}: {self.type_text('index', shape)} = {self.distinct(shape)}")
        else:
            self.write(depth, f"let {offsets} = {self.typed('index', shape, 2, False).text}")
        mask = f", mask = ({offsets} >= -{shift}) && ({offsets} < {size - shift})"
        if self.chance(0.3) and not is_distinct:
            self.write(depth, f"let {offsets}_ = clamp({offsets}, -{shift}, {size - shift - 1})")
            offsets, mask = f"{offsets}_", ""
        return base, offsets, mask

    def distinct(self, shape: tuple[int, ...]) -> str:
        """Indices of which no two are equal."""
        step, terms = self.pick((1, 1, -1, 2)), []
        for dim in reversed(range(len(shape))):
            terms.append(f"iota({dim}) * {step}")
            step *= shape[dim]
        return f"{' + '.join(terms)} + {self.index_scalar()}"

    def hints(self, of_load: bool) -> str:
        """Options of a load or store that change nothing."""
        choices = {"cache": ("ca", "cg", "cs") if of_load else ("wb", "cg", "cs"), "evict": ("first", "last")}
        if of_load:
            choices["volatile"] = ("true", "false")
        return "".join(f", {name} = {self.pick(values)}" for name, values in choices.items() if self.chance(0.1))

    def gather(self, depth: int) -> None:
        """Loads or stores at any offsets that a mask keeps inside."""
        shape = self.pick((self.shape(), ()))
        target = self.pick([name for name in ("G", "H") if name in self.arguments])
        is_store = target == "H" and self.chance(0.6)
        base, offsets, mask = self.places(depth, target, shape, is_distinct=is_store)
        type = self.arguments[target]["type"]
        if is_store:
            value = self.typed(type, self.pick((shape, ())), 2, False).text
            return self.write(depth, f"store({base} + {offsets}, {value}{mask}{self.hints(of_load=False)})")
        other = f", other = {self.operand(type, shape, 1, True).text}" if mask and self.chance(0.5) else ""
        name = self.fresh("v")
        self.write(depth, f"let {name} = load({base} + {offsets}{mask}{other}{self.hints(of_load=True)})")
        return self.scopes[-1].append(Name(name, type, shape))

    def gather_block(self, depth: int) -> None:
        """A load or store through a block pointer, as a matrix of 3 columns."""
        target = self.pick([name for name in ("G", "H") if name in self.arguments])
        size, type = self.arguments[target]["shape"][0], self.arguments[target]["type"]
        rows, shape, name = size // 3, (self.pick(EXTENTS[:5]), self.pick((1, 2, 3, 4))), self.fresh("b")
        offsets = [f"index({self.index_scalar()})", f"index({self.index_scalar()})"]
        boundary = "[0, 1]"
        if shape[1] < 3 and self.chance(0.3):
            offsets[1], boundary = "0", "[0]"
        extents = f"[{rows}, 3], [3, 1], [{', '.join(offsets)}], [{shape[0]}, {shape[1]}]"
        self.write(depth, f"var {name} = block_ptr({target}, {extents})")
        if self.chance(0.4):
            steps = f"{self.index_scalar()}, {self.pick(('0', '1', '-1')) if boundary == '[0, 1]' else 0}"
            self.write(depth, f"{name} = advance({name}, [{steps}])")
        if target == "H" and self.chance(0.6):
            return self.write(depth, f"store({name}, {self.typed(type, shape, 2, False).text}, boundary = {boundary})")
        padding = self.pick(("", ", padding = zero", ", padding = nan" if is_float(type) else ""))
        value = self.fresh("v")
        self.write(depth, f"let {value} = load({name}, boundary = {boundary}{padding})")
        return self.scopes[-1].append(Name(value, type, shape))

    def atomic(self, depth: int) -> None:
        """An update of a pointer's elements, or of the block's slice of an output."""
        options = "".join(f", {name} = {self.pick(values)}" for name, values in (
            ("order", ("relaxed", "acquire", "release", "acq_rel")), ("scope", ("block", "gpu", "system")))
                          if self.chance(0.5))
        if "H" in self.arguments and self.chance(0.6):
            return self.pointer_atomic(depth, options)
        output = self.pick(self.outputs)
        kinds = self.atomic_kinds(output.type, is_distinct=True)
        if not kinds:
            return self.store(depth, output)
        where = ", ".join(f"{start} :+ {extent}" for start, extent in zip(self.starts, self.tile_names))
        self.update(depth, self.pick(kinds), f"{output.text}[{where}]", output.type, self.tile, options)

    def pointer_atomic(self, depth: int, options: str) -> None:
        type, shape, is_distinct = self.arguments["H"]["type"], self.pick((self.shape(), ())), self.chance(0.5)
        kinds = self.atomic_kinds(type, is_distinct or not shape)
        if not kinds:
            return self.gather(depth)
        base, offsets, mask = self.places(depth, "H", shape, is_distinct)
        self.update(depth, self.pick(kinds), f"{base} + {offsets}", type, shape, mask + options, is_distinct or not shape)

    def atomic_kinds(self, type: str, is_distinct: bool) -> tuple[str, ...]:
        """Those whose answer is the same everywhere. Of f32, a GPU adds subnormal numbers as zeros; what bits a NaN has
        is not settled, and `cas` compares them."""
        if type in WORDS:
            return ("add", "max", "min", "and", "or", "xor", *(("xchg", "cas") if is_distinct else ()))
        if type == "f64" and is_distinct:
            return ("add", "max", "min", "xchg")
        return ("max", "min", "xchg") if type == "f32" and is_distinct else ()

    def update(self, depth: int, kind: str, place: str, type: str, shape: tuple[int, ...], options: str,
               has_old: bool = True) -> None:
        values = [self.typed(type, shape, 2, False).text for _ in range(2 if kind == "cas" else 1)]
        call = f"atomic_{kind}({place}, {', '.join(values)}{options})"
        if not has_old or self.chance(0.5):
            return self.write(depth, call)
        name = self.fresh("v")
        self.write(depth, f"let {name} = {call}")
        return self.scopes[-1].append(Name(name, type, shape))
