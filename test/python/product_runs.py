# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples' products at random extents and pitches, in the types and settings that they may have, beside float64."""

import dataclasses
import functools
import math
import re

import numpy as np

import phobos
from example_runs import FOLDER
from reference import bf16_bits
from phobos.gpu import GpuArray
from type_runs import PartOfRows

DTYPES = {"f16": np.float16, "f32": np.float32, "i8": np.int8, "u8": np.uint8}
#: Types that NumPy lacks: their arrays hold bits. The upper half of an f16 is an f8e5m2, that of an f32 a bf16.
BITS = {"bf16": np.uint16, "f8e4m3": np.uint8, "f8e5m2": np.uint8}
DTYPES |= BITS


def decode(array: np.ndarray, type: str) -> np.ndarray:
    """The values of an array's elements in float64."""
    if type == "bf16":
        array = (array.astype(np.uint32) << 16).view(np.float32)
    elif type == "f8e5m2":
        array = (array.astype(np.uint16) << 8).view(np.float16)
    elif type == "f8e4m3":
        sign, exponent, mantissa = 1.0 - (array >> 7) * 2.0, (array >> 3 & 15).astype(int), (array & 7) / 8
        array = sign * np.where(exponent == 0, mantissa * 2.0**-6, (1 + mantissa) * 2.0**(exponent - 7.0))
    return array.astype(np.float64)


@functools.cache
def codes(type: str) -> tuple[np.ndarray, np.ndarray]:
    """The bits of a type's numbers that are small enough for operands, in the order of their values, and these."""
    bits = np.arange(1 << 8 * BITS[type]().itemsize).astype(BITS[type])
    values = decode(bits, type)
    chosen = np.argsort(values, kind="stable")
    chosen = chosen[np.abs(values[chosen]) <= 16]
    return bits[chosen], values[chosen]


def encode(values: np.ndarray, type: str) -> np.ndarray:
    """An array of a type with the numbers nearest to `values`."""
    if type not in BITS:
        return values.astype(DTYPES[type])
    if type == "bf16":
        return bf16_bits(values)
    bits, known = codes(type)
    place = np.clip(np.searchsorted(known, values), 1, known.size - 1)
    return bits[place - (values - known[place - 1] < known[place] - values)]


#: What rows of the operands and the result have between them.
PITCHES = {"A": "LDA", "B": "LDB", "C": "LDC"}
#: A part of its largest term that a sum may be off by for each of its terms.
ROUNDING = 2.0**-23
#: Sums of f8 have 14 bits within a tile along K.
ROUNDING_OF_F8 = 2.0**-12


@dataclasses.dataclass(frozen=True)
class Variant:
    """An example, or one of OTHERS, with another type of its operands, where `types` are the one in the text and that, in
    some settings."""

    example: str
    types: tuple[str, str]
    settings: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.example, self.types[1], *(f"{name}={value}" for name, value in self.settings)])

    def compile(self, **options) -> phobos.Kernel:
        """Rows of operands and results have pitches of their own, which need not be multiples of anything."""
        text = OTHERS.get(self.example) or (FOLDER / f"{self.example}.ph").read_text()
        text = re.sub(rf"\b{self.types[0]}\b", self.types[1], text)
        for name, pitch in PITCHES.items():
            text = re.sub(rf"(\b{name}: tensor<\w+>\[(\w+), (\w+)\])", rf"\1 strides [{pitch}, 1]", text)
        return phobos.compile(text, settings=dict(self.settings), lint="off", **options)


#: Products that no example has: of a computed operand, and beside what the result was.
OTHERS = {
    name: f"""@autotune(TILE_M in [128], TILE_N in [128], TILE_K in [64], CLUSTER in [1, 2])
@cluster(CLUSTER)
kernel {name}(A: tensor<bf16>[M, K], B: tensor<bf16>[K, N], C: tensor<f32>[M, N]) {{
  let m = ctx.block.x * TILE_M
  let n = ctx.block.y * TILE_N
  var acc = zeros([TILE_M, TILE_N])
  for k in range(0, K, TILE_K) {{
    acc += {product}
  }}
  C[m :+ TILE_M, n :+ TILE_N] = {result}
}}""" for name, product, result in (
        ("positive_part", "dot(max(0, A[m :+ TILE_M, k :+ TILE_K]), B[k :+ TILE_K, n :+ TILE_N])", "acc"),
        ("residual", "dot(A[m :+ TILE_M, k :+ TILE_K], B[k :+ TILE_K, n :+ TILE_N])",
         "0.5 * acc + 2 * C[m :+ TILE_M, n :+ TILE_N]"))
}

LARGE = (("TILE_M", 128), ("TILE_N", 256), ("TILE_K", 64))
WIDE = (("TILE_M", 64), ("TILE_N", 128), ("TILE_K", 64))
F8 = (("TILE_M", 128), ("TILE_N", 128), ("TILE_K", 128))
F8_TALL = (("TILE_M", 256), ("TILE_N", 128), ("TILE_K", 128))
IN_CLUSTERS, IN_LARGE_CLUSTERS = (("CLUSTER", 2), ), (("CLUSTER", 4), )
SETTINGS = {
    "gemm": ((), LARGE, LARGE + IN_CLUSTERS, WIDE + IN_CLUSTERS, WIDE + IN_LARGE_CLUSTERS),
    "gemm_nt": ((), LARGE, LARGE + IN_CLUSTERS, WIDE + IN_CLUSTERS, WIDE + IN_LARGE_CLUSTERS),
    "f8_gemm": ((), F8, F8 + IN_CLUSTERS, F8_TALL + IN_CLUSTERS), "positive_part": ((), IN_CLUSTERS), "residual": ((), IN_CLUSTERS),
}
TYPES = {
    "gemm": ("bf16", "f16", "f32"), "gemm_nt": ("bf16", "f16", "f32"), "gemm_bias_gelu": ("bf16", "f16"),
    "f8_gemm": ("f8e4m3", "f8e5m2"), "int8_gemm": ("i8", "u8"), "batched_gemm": ("f16", "bf16"),
    "split_k": ("bf16", "f16"), "matmul": ("f32", ), "positive_part": ("bf16", "f16"), "residual": ("bf16", "f16"),
}
#: What one of them is run as, in turn; those of f32 are not for tensor cores, and have tiles of their own.
VARIANTS = {
    example: [Variant(example, (types[0], type), settings) for type in types
              for settings in (SETTINGS.get(example, ((), )) if type != "f32" else ((), ))]
    for example, types in TYPES.items()
}


def random_extents(rng: np.random.Generator, largest: int, rank: int) -> tuple[int, ...]:
    """Each is 0 now and then, and else of any size up to `largest`, as many small ones as large ones."""
    return tuple(0 if rng.random() < 0.02 else int(math.exp(rng.uniform(0, math.log(largest + 0.99)))) for _ in range(rank))


@dataclasses.dataclass
class Problem:
    """Operands and results of one call in float64, and how far each result may be off."""

    arguments: dict[str, np.ndarray]
    expected: np.ndarray
    tolerance: np.ndarray | float


class Maker:
    """Makes a problem of a variant: of integers, whose sums are exact, or of other numbers."""

    def __init__(self, variant: Variant, rng: np.random.Generator, largest: int):
        self.variant, self.rng = variant, rng
        self.type = variant.types[1]
        self.is_f8 = self.type.startswith("f8")
        self.are_integers = self.type in ("i8", "u8") or rng.random() < 0.5
        self.m, self.n, self.k = random_extents(rng, largest, 3)

    def operand(self, *shape: int) -> np.ndarray:
        """Integers are so small that every sum of products has an exact value in f32."""
        if self.type in ("i8", "u8"):
            bounds = np.iinfo(DTYPES[self.type])
            return self.rng.integers(bounds.min, bounds.max + 1, shape).astype(bounds.dtype)
        if self.are_integers:
            bound = 2 if self.is_f8 else 8
            return encode(self.rng.integers(-bound, bound + 1, shape).astype(np.float64), self.type)
        return encode(self.rng.standard_normal(shape), self.type)

    def make(self) -> Problem:
        example = self.variant.example
        lead = (int(self.rng.integers(1, 4)), ) if example == "batched_gemm" else ()
        a = self.operand(*lead, self.m, self.k)
        is_transposed = example in ("gemm_nt", "gemm_bias_gelu", "f8_gemm", "int8_gemm")
        b = self.operand(*((self.n, self.k) if is_transposed else (*lead, self.k, self.n)))
        left, right = decode(a, self.type), decode(b, self.type)
        if example == "positive_part":
            left = np.maximum(left, 0)
        right = right.T if is_transposed else right
        exact = left @ right
        rounding = ROUNDING_OF_F8 if self.is_f8 else ROUNDING * max(self.k, 1)**0.5
        off = 0.0 if self.are_integers else np.abs(left) @ np.abs(right) * rounding
        return getattr(self, example, self.plain)({"A": a, "B": b}, exact, off)

    def plain(self, arguments: dict, exact: np.ndarray, off) -> Problem:
        return Problem(arguments, exact, off)

    def f8_gemm(self, arguments: dict, exact: np.ndarray, off) -> Problem:
        return Problem({"scale": 0.25} | arguments, 0.25 * exact, 0.25 * off)

    def int8_gemm(self, arguments: dict, exact: np.ndarray, off) -> Problem:
        rows, columns = (2.0**self.rng.integers(-4, 5, shape) for shape in ((self.m, 1), (1, self.n)))
        scales = {"RowScale": rows.astype(np.float32), "ColumnScale": columns.astype(np.float32)}
        return Problem(arguments | scales, exact * rows * columns, np.abs(exact) * rows * columns * ROUNDING)

    def split_k(self, arguments: dict, exact: np.ndarray, off) -> Problem:
        before = self.rng.integers(-8, 9, exact.shape).astype(np.float32)
        return Problem(arguments | {"C": before}, exact + before, off * 2)

    def residual(self, arguments: dict, exact: np.ndarray, off) -> Problem:
        before = self.rng.integers(-8, 9, exact.shape).astype(np.float32)
        return Problem(arguments | {"C": before}, 0.5 * exact + 2 * before, off)

    def gemm_bias_gelu(self, arguments: dict, exact: np.ndarray, off) -> Problem:
        bias = self.rng.integers(-8, 9, (1, self.n)).astype(np.float32)
        t = exact + bias
        erf = np.array([math.erf(each) for each in (t / math.sqrt(2)).ravel()]).reshape(t.shape)
        # The slope of GELU is below 1.13, and the function rounds to a few units in the last place.
        return Problem(arguments | {"Bias": bias}, t / 2 * (1 + erf), 1.2 * off + 2.0**-20 * np.abs(t) + 2.0**-22)


def result_of(kernel: phobos.Kernel) -> str:
    return next(parameter["type"] for parameter in kernel.contract["params"] if parameter["name"] == "C")


class Rows:
    """An array on a GPU or in NumPy's memory, where it may be in rows of a pitch of its own: between elements that must not
    change."""

    def __init__(self, array: np.ndarray, type: str, on_gpu: bool, may_be_padded: bool, rng: np.random.Generator):
        self.columns, self.whole = slice(None), array.copy()
        self.is_padded = may_be_padded and array.ndim == 2 and array.size > 0
        if self.is_padded:
            before, behind = (int(rng.integers(0, 4)) for _ in range(2))
            self.columns = slice(before, before + array.shape[-1])
            self.whole = np.pad(array, [(0, 0), (before, behind)])
        self.type, self.on_gpu = type, on_gpu
        self.memory = GpuArray(self.whole) if on_gpu else self.whole.copy()

    def view(self):
        view = self.memory
        if self.is_padded:
            view = PartOfRows(view, self.columns.start, self.columns.stop) if self.on_gpu else view[:, self.columns]
        return phobos.typed(view, self.type) if self.type in BITS else view

    def after(self) -> np.ndarray:
        return self.memory.numpy() if self.on_gpu else self.memory

    def changed_outside(self) -> bool:
        after, whole = self.after().copy(), self.whole.copy()
        after[..., self.columns] = whole[..., self.columns] = 0
        return after.tobytes() != whole.tobytes()

    def values(self) -> np.ndarray:
        return decode(self.after()[..., self.columns], self.type)


def unset(shape: tuple[int, ...], type: str) -> np.ndarray:
    return np.full(shape, 0x7FC0, np.uint16) if type == "bf16" else np.full(shape, np.nan, DTYPES[type])


def run(variant: Variant, kernel: phobos.Kernel, rng: np.random.Generator, largest: int, on_gpu: bool) -> list[str]:
    """Calls the kernel on a GPU, or else in the emulator, with extents up to `largest`, and says what is wrong."""
    maker = Maker(variant, rng, largest)
    problem = maker.make()
    parameters = {each["name"]: each for each in kernel.contract["params"]}
    type = result_of(kernel)
    arrays = {"C": unset(problem.expected.shape, type)} | problem.arguments
    rows = {name: Rows(value, parameters[name]["type"], on_gpu, name in PITCHES, rng) for name, value in arrays.items()
            if isinstance(value, np.ndarray)}
    call = kernel if on_gpu else lambda **named: kernel.emulate(**named, seed=int(rng.integers(1, 99)))
    call(**arrays | {name: each.view() for name, each in rows.items()})
    where = f"{variant}: M, N, K = {maker.m}, {maker.n}, {maker.k}"
    problems = [f"{where}: {name} changed outside of its rows" for name, each in rows.items() if each.changed_outside()]
    problems += [f"{where}: {name}, an input, changed" for name, each in rows.items()
                 if name != "C" and each.after().tobytes() != each.whole.tobytes()]
    got, expected = rows["C"].values(), problem.expected
    # Results are rounded once, to their own type.
    near = decode(encode(expected, type), type)
    spacing = np.abs(expected) * {"bf16": 2.0**-8, "f16": 2.0**-11, "f32": 2.0**-24}[type]
    allowed = np.where(problem.tolerance == 0, 0, problem.tolerance + spacing)
    wrong = ~((got == near) | (np.abs(got - expected) <= allowed))
    if wrong.any():
        first = tuple(int(index[0]) for index in np.nonzero(wrong))
        problems.append(f"{where}: {int(wrong.sum())} of {wrong.size} elements are wrong, first {list(first)}: expected "
                        f"{expected[first]}, got {got[first]}")
    return problems
