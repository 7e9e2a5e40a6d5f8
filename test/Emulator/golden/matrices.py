# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ldmatrix, stmatrix, movmatrix and mma.sync."""

import dataclasses
import random

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output

# --- ldmatrix, stmatrix, movmatrix

# Each lane addresses another row than its own, so that addresses matter.
ROWS = np.array([lane * 5 % LANES * 16 for lane in range(LANES)], np.uint32)


def _row_address(space: str) -> list[str]:
    """%row is where the lane's row is, of which %in0 has the offset."""
    lines = [
        "%base = llvm.mlir.addressof @shared : !llvm.ptr<3>", *kernels.load("in0", "t", "i32", "offset"),
        "%row3 = llvm.getelementptr %base[%offset] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8"
    ]
    if space == "p3":
        return [line.replace("%row3", "%row") for line in lines]
    if space == "register":
        return [*lines, "%row = llvm.ptrtoint %row3 : !llvm.ptr<3> to i32"]
    return [*lines, "%row = llvm.addrspacecast %row3 : !llvm.ptr<3> to !llvm.ptr"]


POINTERS = {"p0": "!llvm.ptr", "p3": "!llvm.ptr<3>", "register": "i32"}


def _between(to_shared: bool) -> list[str]:
    """Copies 16 bytes of each lane between shared memory and %in1 or %out0."""
    wide = "vector<4xi32>"
    array = "in1" if to_shared else "out0"
    places = [
        kernels.element(array, "t", wide, "far"),
        f"%near = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, {wide}",
    ]
    source, source_space, target, target_space = ("far", 1, "near", 3) if to_shared else ("near", 3, "far", 1)
    copy = [
        f"%wide = llvm.load %{source} {{alignment = 16 : i64}} : !llvm.ptr<{source_space}> -> {wide}",
        f"llvm.store %wide, %{target} {{alignment = 16 : i64}} : {wide}, !llvm.ptr<{target_space}>"
    ]
    return [*places, *copy, "nvvm.barrier0"] if to_shared else ["nvvm.barrier0", *places, *copy]


def _load(name: str, count: int, space: str) -> Case:
    types = ["i32"] * count
    parts, names = kernels.unpack(types, "r")
    call = kernels.intrinsic(name, ["row"], [POINTERS[space]], types)
    if space == "register":
        text = f"{name} {{{', '.join(f'${i}' for i in range(count))}}}, [${count}];"
        call = kernels.inline(text, "=r," * count + "r,~{memory}", ["row"], ["i32"], types)
    lines = _row_address(space) + _between(True) + [call, *parts]
    for i, value in enumerate(names):
        lines += kernels.store(f"out{i}", "t", "i32", value)
    parameters = ["in0", "in1", *(f"out{i}" for i in range(count))]
    inputs = ROWS, kernels.bits(random.Random(name), LANES * 4, 32)
    return Case(name, (name, ), kernels.module(parameters, lines, 512), inputs, (Output(LANES), ) * count)


def _store(name: str, count: int, space: str) -> Case:
    # Where nothing is stored there are zeros.
    lines = _row_address(space) + _between(True)
    for i in range(count):
        lines += kernels.load(f"in{2 + i}", "t", "i32", f"v{i}")
    values = [f"v{i}" for i in range(count)]
    types = [POINTERS[space], *["i32"] * count]
    if space == "register":
        text = f"{name} [$0], {{{', '.join(f'${i + 1}' for i in range(count))}}};"
        lines.append(kernels.inline(text, "r" + ",r" * count + ",~{memory}", ["row", *values], types, []))
    else:
        lines.append(kernels.intrinsic(name, ["row", *values], types, []))
    lines += [line.replace("%far", "%far2").replace("%near", "%near2").replace("%wide", "%wide2") for line in _between(False)]
    parameters = [f"in{i}" for i in range(2 + count)] + ["out0"]
    rng = random.Random(name)
    inputs = ROWS, np.zeros(LANES * 4, np.uint32), *(kernels.bits(rng, LANES, 32) for _ in range(count))
    return Case(name, (name, ), kernels.module(parameters, lines, 512), inputs, (Output(LANES * 4), ))


def _moves() -> list[Case]:
    cases = []
    for count in (1, 2, 4):
        for transposed in ("", ".trans"):
            for space in ("p0", "p3"):
                form = f"matrix.sync.aligned.m8n8.x{count}{transposed}"
                cases += [
                    _load(f"llvm.nvvm.ld{form}.b16.{space}", count, space),
                    _store(f"llvm.nvvm.st{form}.b16.{space}", count, space),
                ]
            cases += [
                _load(f"ld{form}.shared.b16", count, "register"),
                _store(f"st{form}.shared.b16", count, "register"),
            ]
    move = "movmatrix.sync.aligned.m8n8.trans.b16"
    data = kernels.bits(random.Random(move), LANES, 32)
    call = lambda names: kernels.inline(f"{move} $0, $1;", "=r,r", names, ["i32"], ["i32"])
    return [*cases, kernels.lanewise(move, call, [("i32", data)], [Output(LANES)])]


# --- mma.sync


@dataclasses.dataclass(frozen=True)
class Product:
    """A form: D = A * B + C, of m x k, k x 8 and m x 8 elements."""

    m: int
    k: int
    types: str  # in LLVM's name
    a: str
    b: str
    c: str
    saturates: bool = False

    @property
    def name(self) -> str:
        saturation = "satfinite." if self.saturates else ""
        return f"llvm.nvvm.mma.m{self.m}n8k{self.k}.row.col.{saturation}{self.types}"

    @property
    def opcode(self) -> str:
        saturation = ".satfinite" if self.saturates else ""
        types = ".".join((self.c, self.a, self.b, self.c))
        return f"mma.sync.aligned.m{self.m}n8k{self.k}.row.col{saturation}.{types}"

    def registers(self, elements: int, type: str) -> tuple[str, int]:
        """The type of a lane's registers, and how many it has, for a matrix of `elements`."""
        width = WIDTH[type]
        held = {"f64": "f64", "f32": "f32", "f16": "vector<2xf16>"}.get(type, "i32")
        return held, elements * width // LANES // max(width, 32)


WIDTH = {"f64": 64, "f32": 32, "tf32": 32, "s32": 32, "f16": 16, "bf16": 16, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8}


def products() -> list[Product]:
    forms = [Product(16, k, "f16.f16", "f16", "f16", "f16") for k in (8, 16)]
    forms += [Product(16, k, "f32.f32", "f16", "f16", "f32") for k in (8, 16)]
    forms += [Product(16, k, "bf16", "bf16", "bf16", "f32") for k in (8, 16)]
    forms += [Product(16, k, "tf32", "tf32", "tf32", "f32") for k in (4, 8)]
    forms += [Product(m, k, "f64", "f64", "f64", "f64") for m, k in ((8, 4), (16, 4), (16, 8), (16, 16))]
    for a in ("e4m3", "e5m2"):
        for b in ("e4m3", "e5m2"):
            forms += [Product(16, k, f"{c}.{a}.{b}.{c}", a, b, c) for k in (16, 32) for c in ("f16", "f32")]
    for a in ("s8", "u8"):
        for b in ("s8", "u8"):
            types = a if a == b else f"{a}.{b}"
            forms += [
                Product(m, k, types, a, b, "s32", saturates) for m, k in ((8, 16), (16, 16), (16, 32))
                for saturates in (False, True)
            ]
    return forms


def encode(values: np.ndarray, type: str) -> np.ndarray:
    """The bits of numbers that `type` holds exactly."""
    if type in ("s8", "u8", "s32"):
        return values.astype(np.int64).astype(f"u{WIDTH[type] // 8}")
    if type == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if type == "e5m2":
        return (values.astype(np.float16).view(np.uint16) >> 8).astype(np.uint8)
    if type == "e4m3":
        # An f16 whose exponent is smaller by 8 has the same bits, one further up.
        halves = (values.astype(np.float64) / 256).astype(np.float16).view(np.uint16)
        return ((halves >> 8 & 0x80) | (halves >> 7 & 0x7f)).astype(np.uint8)
    float_type = {"f64": np.float64, "f32": np.float32, "tf32": np.float32, "f16": np.float16}[type]
    return values.astype(float_type).view(f"u{WIDTH[type] // 8}")


def operand(elements: np.ndarray, registers: int) -> list[np.ndarray]:
    """The elements of all lanes (lane by lane, bits) as the arrays of each of their registers."""
    packed = elements.reshape(LANES, registers, -1)
    return [np.ascontiguousarray(packed[:, i]).view(f"u{max(packed[:, i].nbytes // LANES, 4)}").reshape(-1) for i in
            range(registers)]


def product_case(form: Product, variant: str, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Case:
    """`a`, `b` and `c` are bits of elements, lane by lane in the order of the lanes' registers."""
    held_a, count_a = form.registers(form.m * form.k, form.a)
    held_b, count_b = form.registers(form.k * 8, form.b)
    held_c, count_c = form.registers(form.m * 8, form.c)
    operands = [(held_a, array) for array in operand(a, count_a)]
    operands += [(held_b, array) for array in operand(b, count_b)]
    operands += [(held_c, array) for array in operand(c, count_c)]
    outputs = [Output(LANES, held_c)] * count_c
    types, results = [type for type, _ in operands], [held_c] * count_c
    if WIDTH[form.a] > 8 or form.c == "s32":
        call = lambda names: kernels.intrinsic(form.name, names, types, results)
        return kernels.lanewise(f"{form.name}/{variant}", call, operands, outputs, (form.name, form.opcode))
    # LLVM has the 8-bit floats for PTX that is newer than the compiler's: inline PTX knows no versions.
    constraint = "f" if form.c == "f32" else "r"
    constraints = [f"={constraint}"] * count_c + ["r"] * (count_a + count_b) + [constraint] * count_c
    numbers = iter(range(len(constraints)))
    lists = ["{" + ", ".join(f"${next(numbers)}" for _ in range(count)) + "}" for count in
             (count_c, count_a, count_b, count_c)]
    call = lambda names: kernels.inline(f"{form.opcode} {', '.join(lists)};", ",".join(constraints), names, types, results)
    return kernels.lanewise(f"{form.opcode}/{variant}", call, operands, outputs, (form.name, form.opcode), "8.7")


def integers(rng: random.Random, count: int, type: str) -> np.ndarray:
    """Numbers so small that no order of adding their products rounds."""
    low, high = {"s8": (-128, 127), "u8": (0, 255), "s32": (-2**31, 2**31 - 1)}.get(type, (-8, 8))
    if type in ("e5m2", "e4m3"):
        low, high = -4, 4
    return encode(np.array([rng.randint(low, high) for _ in range(count)]), type)


def exact_case(form: Product) -> Case:
    rng = random.Random(form.name)
    counts = form.m * form.k, form.k * 8, form.m * 8
    arrays = [integers(rng, count, type) for count, type in zip(counts, (form.a, form.b, form.c))]
    if form.saturates:  # some sums at the ends
        arrays[2][:8] = [2**31 - 1, 2**31, 2**31 - 5, 2**31 + 5, 0, 1, 2**32 - 1, 2]
    return product_case(form, "integers", *arrays)


def real_case(form: Product) -> Case:
    """Floats with all their digits, none of which cancel."""
    rng = random.Random(f"{form.name} reals")
    arrays = []
    for count, type in ((form.m * form.k, form.a), (form.k * 8, form.b), (form.m * 8, form.c)):
        values = np.array([rng.uniform(0.25, 1.75) for _ in range(count)])
        if WIDTH[type] == 8:  # three significant bits, which all types of 8 bits have
            values = np.round(values * 4) / 4
        arrays.append(encode(values, type))
    return product_case(form, "reals", *arrays)


# Row r of A begins with number r of these, column c of B with number c; behind that A is 0, and B 1.
SPECIAL_A = (0.0, -0.0, 1.0, -1.0, "least", "-least", "most", "-most", float("inf"), float("-inf"), float("nan"), 0.5, -2.0,
             "least", "most", 3.0)
SPECIAL_B = (0.0, -0.0, 1.0, -1.0, "least", "most", float("inf"), float("nan"))
SPECIAL_C = (0.0, -0.0, 1.0, "least", float("inf"), float("-inf"), float("nan"), "most", "-least", -1.0)
LEAST_AND_MOST = {
    "f16": (0x0001, 0x7bff),
    "bf16": (0x0001, 0x7f7f),
    "tf32": (0x00002000, 0x7f7fe000),
    "f32": (0x00000001, 0x7f7fffff),
    "f64": (1, 0x7fefffffffffffff),
    "e5m2": (0x01, 0x7b),
    "e4m3": (0x01, 0x7e),
}


def _special(value: float | str, type: str) -> int:
    sign = 1 << WIDTH[type] - 1
    if isinstance(value, str):
        least, most = LEAST_AND_MOST[type]
        return (sign if value.startswith("-") else 0) | (least if value.endswith("least") else most)
    if type == "e4m3" and not np.isfinite(value):  # it has no infinities
        return 0x7f
    return int(encode(np.array([value]), type)[0])


def special_case(form: Product) -> Case:
    """Zeros of both signs, denormals, the largest numbers, infinities and NaNs: products of two of them, and a third
    added. Which lane has which element does not matter but for the first of a row and of a column."""
    dtype = {type: f"u{WIDTH[type] // 8}" for type in WIDTH}
    a = np.zeros((LANES, form.m * form.k // LANES), dtype[form.a])
    b = np.full((LANES, form.k * 8 // LANES), _special(1.0, form.b), dtype[form.b])
    in_register = max(32 // WIDTH[form.a], 1)
    for row in range(form.m):
        # Column 0 of row 8 + g is in the second register of lane 4 * g.
        a[row % 8 * 4, row // 8 * in_register] = _special(SPECIAL_A[row], form.a)
    for column in range(8):
        b[column * 4, 0] = _special(SPECIAL_B[column], form.b)
    c = [_special(SPECIAL_C[i % len(SPECIAL_C)], form.c) for i in range(form.m * 8)]
    return product_case(form, "special", a.reshape(-1), b.reshape(-1), np.array(c, dtype[form.c]))


# Powers of two of the numbers of `wide_case`, and how many bits they have behind the first.
WIDE = {"f16": (8, 10), "bf16": (20, 7), "tf32": (20, 10), "f32": (20, 23), "f64": (60, 52), "e5m2": (8, 2), "e4m3": (5, 3)}


def wide_case(form: Product) -> Case:
    """Numbers of both signs, some of which are far smaller than others."""
    rng = random.Random(f"{form.name} wide")
    arrays = []
    for count, type in ((form.m * form.k, form.a), (form.k * 8, form.b), (form.m * 8, form.c)):
        power, digits = WIDE[type]
        values = [
            rng.choice((-1, 1)) * (1 + rng.getrandbits(digits) / 2**digits) * 2.0**rng.randint(-power, power)
            for _ in range(count)
        ]
        arrays.append(encode(np.array(values), type))
    return product_case(form, "wide", *arrays)


def zeros_case(form: Product) -> Case:
    """Nothing but products of -1 and 0, and -0."""
    counts = form.m * form.k, form.k * 8, form.m * 8
    arrays = [
        encode(np.full(count, value), type) for count, value, type in zip(counts, (0.0, -1.0, -0.0), (form.a, form.b, form.c))
    ]
    return product_case(form, "zeros", *arrays)


def cases() -> list[Case]:
    forms = products()
    floats = [form for form in forms if form.c != "s32"]
    variants = real_case, special_case, wide_case, zeros_case
    return [*_moves(), *map(exact_case, forms), *(make(form) for make in variants for form in floats)]
