# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wgmma.mma_async: of each type, with A in memory and in registers; both orders of either operand; all swizzles."""

import dataclasses
import random

import numpy as np

from . import kernels
from .kernels import Case, Output

THREADS = 128
M = 64
DEPTH_BYTES = 32
# Shared memory repeats so many words, each time from another one on.
PERIOD, SHIFT = 2048, 7
# Register i of thread t begins as word t + STRIDE * i of an array.
STRIDE, STARTS = 3, 512
# Bits of an element, and the first and last number that is used of it.
INPUTS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8}
# Where B begins; A begins at 0.
START_OF_B = 16 * 1024


@dataclasses.dataclass(frozen=True)
class Matrix:
    """A or B in shared memory: fields of its descriptor, in bytes."""

    start: int = 0
    leading: int = 16
    stride: int = 1024
    swizzle: int = 128  # 0, 32, 64 or 128 bytes
    is_transposed: bool = False
    base_offset: int = 0

    @property
    def name(self) -> str:
        order = "across" if self.is_transposed else "along"
        base = f"-base-{self.base_offset}" if self.base_offset else ""
        return f"{order}-k-{self.swizzle}-at-{self.start}{base}"

    @property
    def constant_bits(self) -> int:
        """The descriptor without its address."""
        mode = {0: 0, 128: 1, 64: 2, 32: 3}[self.swizzle]
        return self.leading >> 4 << 16 | self.stride >> 4 << 32 | self.base_offset << 49 | mode << 62


@dataclasses.dataclass(frozen=True)
class Product:
    n: int
    a: str
    b: str
    d: str
    matrix_a: Matrix | None  # None: in registers
    matrix_b: Matrix
    scale_a: int = 1
    scale_b: int = 1
    adds: bool = True
    saturates: bool = False
    numbers: str = "small"  # integers; else a kind of FLOATS

    @property
    def name(self) -> str:
        a = self.matrix_a.name if self.matrix_a else "registers"
        signs = "".join("-" if scale < 0 else "+" for scale in (self.scale_a, self.scale_b))
        more = ("" if self.adds else "/without-d") + ("" if self.numbers == "small" else f"/{self.numbers}")
        return f"{self.opcode}/{a}/{self.matrix_b.name}/{signs}{more}"

    @property
    def k(self) -> int:
        return DEPTH_BYTES * 8 // INPUTS[self.a]

    @property
    def registers(self) -> int:
        return self.n // 4 if self.d == "f16" else self.n // 2

    @property
    def opcode(self) -> str:
        saturates = ".satfinite" if self.saturates else ""
        return f"wgmma.mma_async.sync.aligned.m{M}n{self.n}k{self.k}.{self.d}.{self.a}.{self.b}{saturates}"

    @property
    def function(self) -> str:
        """The entry of the emulator's table."""
        return self.opcode + (" {}" if self.matrix_a is None else "")

    @property
    def shared_bytes(self) -> int:
        return 48 * 1024 if self.n > 128 else 32 * 1024

    @property
    def has_halves(self) -> bool:
        return self.a in ("f16", "bf16")


def element(type: str, number: int, rng: random.Random) -> int:
    """The bits of a small integer."""
    if type in ("s8", "u8"):
        return number & 0xff
    single = int(np.array(number, np.float32).view(np.uint32))
    if type == "tf32":  # the last 13 bits do not count
        return single | rng.getrandbits(13)
    if type == "bf16":
        return single >> 16
    half = int(np.array(number, np.float16).view(np.uint16))
    if type == "e5m2":
        return half >> 8
    if type == "e4m3":  # 0 and ±1 to ±8
        sign, size = (0x80, -number) if number < 0 else (0, number)
        power = max(size.bit_length() - 1, 0)
        return 0 if size == 0 else sign | (power + 7) << 3 | (size << 3 >> power & 7)
    return half


def numbers_of(type: str) -> tuple[int, int]:
    return {"s8": (-128, 127), "u8": (0, 255), "e5m2": (-3, 3)}.get(type, (-4, 4))


# Bits of exponents and fractions.
WIDTHS = {"f32": (8, 23), "f16": (5, 10), "bf16": (8, 7), "tf32": (8, 23), "e4m3": (4, 3), "e5m2": (5, 2)}


def with_digits(type: str, rng: random.Random) -> int:
    """The bits of a number of any fraction, from 1/4 to 8."""
    exponents, fractions = WIDTHS[type]
    exponent = 2**(exponents - 1) - 1 + rng.randint(-2, 2)
    return (rng.getrandbits(1) << exponents | exponent) << fractions | rng.getrandbits(fractions)


def of_any_size(type: str, rng: random.Random) -> int:
    """Also zeros and denormal ones; products stay finite."""
    exponents, fractions = WIDTHS[type]
    middle = 2**(exponents - 1) - 1
    exponent = rng.choice([0, rng.randint(1, min(2 * middle, middle + 60)), rng.randint(max(middle - 20, 0), middle)])
    fraction = rng.choice([0, rng.getrandbits(fractions), rng.getrandbits(fractions)])
    return (rng.getrandbits(1) << exponents | exponent) << fractions | fraction


def special(type: str, rng: random.Random) -> int:
    """Mostly zeros with signs and ones; few infinities and NaNs, and largest numbers."""
    exponents, fractions = WIDTHS[type]
    one = (2**(exponents - 1) - 1) << fractions
    top = (2**exponents - 1) << fractions
    rare = [top | 1 << fractions - 1, top - 1, 1] if type == "e4m3" else [top, top | 1, top - 1, 1]
    number = rng.choice(rare) if rng.randrange(100) == 0 else rng.choice([0, 0, 0, one])
    return rng.getrandbits(1) << exponents + fractions | number


FLOATS = {"digits": with_digits, "sizes": of_any_size, "special": special}


def words(rng: random.Random, type: str, count: int, numbers: str) -> np.ndarray:
    """So many words of elements."""
    bits = INPUTS[type]
    made = []
    for _ in range(count):
        word = 0
        for i in range(32 // bits):
            if numbers == "small":
                word |= element(type, rng.randint(*numbers_of(type)), rng) << bits * i
            else:
                word |= FLOATS[numbers](type, rng) << bits * i
        made.append(word)
    return np.array(made, np.uint32)


def starts(rng: random.Random, product: Product) -> np.ndarray:
    """What registers of D begin with."""
    if product.d == "s32":
        return kernels.bits(rng, STARTS, 32)
    if product.numbers != "small":
        parts = [FLOATS[product.numbers](product.d, rng) for _ in range(STARTS * 32 // sum(WIDTHS[product.d], 1))]
        return np.array(parts, np.uint16 if product.d == "f16" else np.uint32).view(np.uint32)
    type = np.float16 if product.d == "f16" else np.float32
    return np.array([rng.randint(-8, 8) for _ in range(STARTS * 4 // np.dtype(type).itemsize)], type).view(np.uint32)


def fill_shared(product: Product) -> list[str]:
    """Word w of shared memory is word w + SHIFT * (w / PERIOD) of in0, and from its end on the first ones again."""
    return [
        "%period = llvm.mlir.constant(" + str(PERIOD) + " : i32) : i32",
        f"%shift = llvm.mlir.constant({SHIFT} : i32) : i32",
        f"%threads = llvm.mlir.constant({THREADS} : i32) : i32",
        f"%count = llvm.mlir.constant({product.shared_bytes // 4} : i32) : i32",
        "%memory = llvm.mlir.addressof @matrices : !llvm.ptr<3>",
        "llvm.br ^fill(%t : i32)",
        "^fill(%w: i32):",
        "%round = llvm.udiv %w, %period : i32",
        "%moved = llvm.mul %round, %shift : i32",
        "%sum = llvm.add %w, %moved : i32",
        "%from = llvm.urem %sum, %period : i32",
        *kernels.load("in0", "from", "i32", "word"),
        "%to = llvm.getelementptr %memory[%w] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32",
        "llvm.store %word, %to : i32, !llvm.ptr<3>",
        "%next = llvm.add %w, %threads : i32",
        '%more = llvm.icmp "ult" %next, %count : i32',
        "llvm.cond_br %more, ^fill(%next : i32), ^filled",
        "^filled:",
        "nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}",
        "nvvm.barrier0",
    ]


def descriptor(matrix: Matrix, name: str) -> list[str]:
    """%name is the descriptor."""
    return [
        f"%{name}_start = llvm.getelementptr %memory[{matrix.start}] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8",
        f"%{name}_address = llvm.ptrtoint %{name}_start : !llvm.ptr<3> to i64",
        f"%{name}_mask = llvm.mlir.constant({0x3ffff} : i64) : i64",
        f"%{name}_kept = llvm.and %{name}_address, %{name}_mask : i64",
        f"%{name}_four = llvm.mlir.constant(4 : i64) : i64",
        f"%{name}_field = llvm.lshr %{name}_kept, %{name}_four : i64",
        f"%{name}_bits = llvm.mlir.constant({_signed(matrix.constant_bits)} : i64) : i64",
        f"%{name} = llvm.or %{name}_field, %{name}_bits : i64",
    ]


def _signed(bits: int) -> int:
    return bits - 2**64 if bits >> 63 else bits


def braces(first: int, count: int) -> str:
    return "{" + ", ".join(f"${i}" for i in range(first, first + count)) + "}"


def in_both_ways(product: Product, instruction: str) -> list[str]:
    """An instruction without operands: as an intrinsic, or inline where A is in registers."""
    name = f"wgmma.{instruction}.sync.aligned"
    if product.matrix_a is None:
        return [kernels.inline(f"{name};", "", [], [], [])]
    return [kernels.intrinsic(f"llvm.nvvm.{name}", [], [], [])]


def multiply(product: Product) -> list[str]:
    """%r holds D, in flight."""
    count = product.registers
    letter, type = ("f", "f32") if product.d == "f32" else ("r", "i32")
    operands = [f"start{i}" for i in range(count)]
    types = [type] * count
    constraints = [f"={letter}"] * count + [str(i) for i in range(count)]
    if product.matrix_a is None:
        a = braces(2 * count, 4)
        operands += [f"a{i}" for i in range(4)]
        types += ["i32"] * 4
        constraints += ["r"] * 4
    else:
        a = f"${2 * count}"
        operands.append("desc_a")
        types.append("i64")
        constraints.append("l")
    b = f"${len(operands) + count}"
    scales = "" if product.d == "s32" else f", {product.scale_a}, {product.scale_b}"
    orders = ""
    if product.has_halves:
        order_a = "" if product.matrix_a is None else f", {int(product.matrix_a.is_transposed)}"
        orders = f"{order_a}, {int(product.matrix_b.is_transposed)}"
    text = (f"{{ .reg .pred p; setp.ne.b32 p, {int(product.adds)}, 0; {product.opcode} {braces(0, count)}, {a}, {b}, p"
            f"{scales}{orders}; }}")
    return [
        *in_both_ways(product, "fence"),
        kernels.inline(text, ",".join([*constraints, "l"]), [*operands, "desc_b"], [*types, "i64"], [type] * count)
    ]


def case(product: Product) -> Case:
    rng = random.Random(product.name)
    letter, type = ("f", "f32") if product.d == "f32" else ("r", "i32")
    types = [type] * product.registers
    lines = fill_shared(product)
    for i in range(product.registers):
        lines += [
            f"%at{i} = llvm.mlir.constant({STRIDE * i} : i32) : i32", f"%index{i} = llvm.add %t, %at{i} : i32",
            *kernels.load("in1", f"index{i}", type, f"start{i}")
        ]
    inputs = [words(rng, product.a, PERIOD, product.numbers), starts(rng, product)]
    if product.a != product.b:  # the second half of the memory is B's
        inputs[0][PERIOD // 2:] = words(rng, product.b, PERIOD // 2, product.numbers)
    lines += descriptor(product.matrix_b, "desc_b")
    if product.matrix_a is None:
        inputs.append(words(rng, product.a, 4 * THREADS, product.numbers))
        for i in range(4):
            lines += [
                f"%of{i} = llvm.mlir.constant({THREADS * i} : i32) : i32", f"%place{i} = llvm.add %t, %of{i} : i32",
                *kernels.load("in2", f"place{i}", "i32", f"a{i}")
            ]
    else:
        lines += descriptor(product.matrix_a, "desc_a")
    lines += multiply(product)
    parts, names = kernels.unpack(types, "r")
    tied = ",".join([f"={letter}"] * len(names) + [str(i) for i in range(len(names))])
    lines += [*in_both_ways(product, "commit_group"), "nvvm.wgmma.wait.group.sync.aligned 1", *parts]
    lines.append(kernels.inline("wgmma.wait_group.sync.aligned 0;", tied, names, types, types, "done"))
    parts, names = kernels.unpack(types, "done")
    lines += parts
    for i, name in enumerate(names):
        lines += [
            f"%result{i} = llvm.mlir.constant({THREADS * i} : i32) : i32", f"%target{i} = llvm.add %t, %result{i} : i32",
            *kernels.store("out0", f"target{i}", type, name)
        ]
    memory = (f"  llvm.mlir.global internal @matrices() {{addr_space = 3 : i32, alignment = 1024 : i64}} : "
              f"!llvm.array<{product.shared_bytes} x i8>\n")
    others = ["wgmma.fence.sync.aligned", "wgmma.commit_group.sync.aligned"]
    if product.matrix_a is not None:
        others = [f"llvm.nvvm.{name}" for name in others]
    functions = (product.function, *others, "llvm.nvvm.wgmma.wait_group.sync.aligned", "wgmma.wait_group.sync.aligned")
    parameters = [f"in{i}" for i in range(len(inputs))] + ["out0"]
    return Case(product.name, functions, kernels.module(parameters, lines, more=memory), tuple(inputs),
                (Output(product.registers * THREADS, type), ), (THREADS, 1, 1),
                ptx_version="8.4" if product.d == "s32" and product.a != product.b else "")


def layouts(size: int, start: int, is_transposed: bool) -> list[Matrix]:
    """One of each swizzle for `size` rows of A or columns of B, with room between its parts."""
    made = []
    for swizzle in (0, 32, 64, 128):
        if swizzle == 0 and is_transposed:
            made.append(Matrix(start, 16 * size + 128, 128, swizzle, True))
        elif swizzle == 0:
            made.append(Matrix(start, 16 * size + 128, 128, swizzle))
        elif is_transposed:  # 8 k's follow each other; beside them the next columns
            made.append(Matrix(start, 2048 if swizzle < 128 else 3072, 1024, swizzle, True))
        else:
            made.append(Matrix(start, 16, 8 * swizzle * (2 if swizzle < 64 else 1), swizzle))
    return made


def rounded_products() -> list[Product]:
    """Whose sums have more digits than D, or are no numbers."""
    types = [("f32", "bf16", "bf16"), ("f32", "f16", "f16"), ("f16", "f16", "f16"), ("f32", "tf32", "tf32")]
    types += [(d, a, b) for d in ("f32", "f16") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")]
    plain_a, plain_b = Matrix(0), Matrix(START_OF_B)
    made = [Product(24, a, b, d, plain_a, plain_b, numbers=numbers) for d, a, b in types for numbers in FLOATS]
    return made + [Product(24, a, b, d, None, plain_b, adds=False, numbers=numbers) for d, a, b in types for numbers in FLOATS]


def products() -> list[Product]:
    """Whose sums are exact."""
    made = []

    def add(n: int, a: str, d: str, matrix_a: Matrix | None, matrix_b: Matrix, b: str = "", **options) -> None:
        made.append(Product(n, a, b or a, d, matrix_a, matrix_b, **options))

    # Every swizzle and order of either operand.
    for order_a in (False, True):
        for order_b in (False, True):
            for matrix_a, matrix_b in zip(layouts(M, 0, order_a), reversed(layouts(64, START_OF_B, order_b))):
                add(64, "bf16", "f32", matrix_a, matrix_b)
                add(64, "f16", "f32", matrix_a, dataclasses.replace(matrix_b, start=START_OF_B + 2048))
    plain_a, plain_b = Matrix(0), Matrix(START_OF_B)
    in_registers = [plain_a, None]
    for n in (8, 24, 136, 256):
        add(n, "bf16", "f32", plain_a, plain_b)
    for matrix_a in in_registers:
        add(32, "f16", "f32", matrix_a, plain_b, scale_a=-1)
        add(32, "bf16", "f32", matrix_a, plain_b, scale_b=-1)
        add(32, "bf16", "f32", matrix_a, plain_b, adds=False)
        add(40, "f16", "f16", matrix_a, plain_b)
        add(16, "bf16", "f32", matrix_a, layouts(16, START_OF_B, True)[1])
        add(48, "tf32", "f32", matrix_a, layouts(48, START_OF_B, False)[2])
        for d in ("f32", "f16"):
            for a in ("e4m3", "e5m2"):
                for b in ("e4m3", "e5m2"):
                    add(24, a, d, matrix_a, layouts(24, START_OF_B, False)[1], b)
        for a in ("s8", "u8"):
            for b in ("s8", "u8"):
                add(48, a, "s32", matrix_a, plain_b, b)
                add(16, a, "s32", matrix_a, plain_b, b, saturates=True)
    # A step of k inside of the swizzle's row.
    add(64, "bf16", "f32", Matrix(96), Matrix(START_OF_B + 64))
    # Patterns that begin elsewhere than addresses say.
    for offset in (1, 2, 5):
        for swizzle in (32, 64, 128):
            matrix_a = Matrix(256, stride=1024, swizzle=swizzle, base_offset=offset)
            add(16, "bf16", "f32", matrix_a, Matrix(START_OF_B + 128 * offset, base_offset=offset))
    add(16, "f16", "f32", plain_a, Matrix(START_OF_B + 256, 2048, 1024, 128, True, 2))
    return made


def cases() -> list[Case]:
    return [case(product) for product in products() + rounded_products()]
