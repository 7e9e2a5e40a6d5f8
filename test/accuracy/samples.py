# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments at which functions are measured: deterministic, as arrays of bits.

All values of types of 8 and 16 bits where there is one argument. Else values spread over all bit patterns, the ends
of every exponent, an interval in which the function varies, and special values.
"""

import itertools

import numpy as np

from exact import arity
from floats import bits_dtype, exact_dtype, round_to, to_bits, values
from phobos.elements import ELEMENTS

# Where functions vary, by how far their result's type reaches: (f32 and narrower, f64).
INTERVALS = {
    "exp": ((-104.0, 89.0), (-746.0, 710.0)), "exp2": ((-150.0, 129.0), (-1076.0, 1025.0)),
    "log": ((0.5, 2.0), (0.5, 2.0)), "log2": ((0.5, 2.0), (0.5, 2.0)),
    "sin": ((-100.0, 100.0), (-100.0, 100.0)), "cos": ((-100.0, 100.0), (-100.0, 100.0)),
    "tanh": ((-10.0, 10.0), (-20.0, 20.0)), "erf": ((-4.5, 4.5), (-6.5, 6.5)),
    "round": ((-100.0, 100.0), (-100.0, 100.0)),
}  # yapf: disable


def special(name: str) -> np.ndarray:
    """Zeros, ends of the range, NaN, small integers and halves, and their neighbours."""
    element = ELEMENTS[name]
    normal = 1 << element.mantissa
    patterns = [0, 1, normal - 1, normal, normal + 1]
    numbers = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0, 88.0, 128.0, 256.0]
    if name in ("f32", "f64"):
        numbers += [1e5, 2.0**24 + 2, 1e10, 2.0**53, 1e30]
    held = to_bits(round_to(np.array(numbers, exact_dtype(name)), name), name).astype(np.uint64)
    patterns += [int(bits) + step for bits in held for step in (-1, 0, 1)]
    largest = element.encode(element.largest)
    nan = element.encode(float("nan"))
    patterns += [largest - 1, largest, nan] + [largest + 1] * (name != "f8e4m3")
    sign = 1 << element.bits - 1
    both = sorted({pattern | extra for pattern in patterns for extra in (0, sign)})
    return np.array(both, np.uint64).astype(bits_dtype(name))


def spread(name: str, log2_count: int, shift: int = 0) -> np.ndarray:
    """2^log2_count bit patterns, one out of each run of neighbours."""
    bits = ELEMENTS[name].bits
    if log2_count >= bits:
        return np.arange(1 << bits, dtype=bits_dtype(name))
    step = np.uint64(bits - log2_count)
    index = np.arange(1 << log2_count, dtype=np.uint64)
    noise = (index + np.uint64(shift)) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(64 - int(step))
    return ((index << step) | noise).astype(bits_dtype(name))


def exponent_ends(name: str) -> np.ndarray:
    """The first, middle and last few values of every exponent, and of the denormals."""
    element = ELEMENTS[name]
    one = 1 << element.mantissa
    fractions = np.array([0, 1, 2, 3, one // 2 - 1, one // 2, one // 2 + 1, one - 2, one - 1], np.uint64) % one
    starts = np.arange(1 << element.bits - element.mantissa, dtype=np.uint64) << np.uint64(element.mantissa)
    return (starts[:, None] | fractions).ravel().astype(bits_dtype(name))


def one_argument(function: str, name: str, log2_count: int) -> np.ndarray:
    parts = [spread(name, log2_count)]
    if ELEMENTS[name].bits > log2_count:
        parts += [exponent_ends(name), special(name)]
        count = 1 << log2_count - 2
        if function in INTERVALS:
            ends = INTERVALS[function][name == "f64"]
            parts.append(to_bits(np.linspace(*ends, count, dtype=exact_dtype(name)), name))
        if function in ("sin", "cos"):  # the numbers next to multiples of pi/2
            quarter = np.arange(1, count // 2, dtype=np.longdouble) * (np.longdouble("3.14159265358979323846") / 2)
            parts.append(to_bits(quarter, name))
    return np.concatenate(parts)


def _near(base: np.ndarray, rng: np.random.Generator, name: str) -> np.ndarray:
    """Values up to a few exponents from those of `base`, of any sign."""
    element = ELEMENTS[name]
    reach = 3 << element.mantissa
    offset = rng.integers(-reach, reach, len(base)).astype(np.int64)
    sign = rng.integers(0, 2, len(base)).astype(np.uint64) << np.uint64(element.bits - 1)
    mask = np.uint64((1 << element.bits - 1) - 1)
    return (((base.astype(np.uint64) + offset.astype(np.uint64)) & mask) | sign).astype(bits_dtype(name))


def _powers(rng: np.random.Generator, name: str, count: int) -> list[np.ndarray]:
    """x and y with x^y inside the type's range, or a little outside: half of them with x near 1."""
    element = ELEMENTS[name]
    x = np.abs(values(_random_bits(rng, name, count), name))
    near_one = np.ldexp(rng.uniform(-1, 1, count // 2), -rng.integers(1, element.mantissa, count // 2))
    x[:count // 2] = 1 + near_one
    x = round_to(np.where((x > 0) & np.isfinite(x), x, 2).astype(exact_dtype(name)), name)
    reach = element.bias + element.mantissa + 2
    with np.errstate(all="ignore"):
        y = rng.uniform(-reach, reach, count) / np.log2(x)
        y = round_to(np.where(np.isfinite(y), y, 1).astype(exact_dtype(name)), name)
    whole = rng.integers(0, 2, count) == 1
    y = np.where(whole & (np.abs(y) < 2**20), np.rint(y), y)
    x = np.where(whole & (rng.integers(0, 2, count) == 1), -x, x)
    return [to_bits(x, name), to_bits(y, name)]


def _random_bits(rng: np.random.Generator, name: str, count: int) -> np.ndarray:
    return np.frombuffer(rng.bytes(count * ELEMENTS[name].bytes), bits_dtype(name)).copy()


def _halfway(rng: np.random.Generator, name: str, count: int) -> list[np.ndarray]:
    """x, y and z with x * y halfway between two numbers, and z that decides, or 0."""
    one = 1 << ELEMENTS[name].mantissa + 1
    odd = one + 1 + 2 * rng.integers(0, one // 2, count)
    factor = rng.choice([3, 5, 7, 9, 11, 13], count)
    odd, factor = odd[odd % factor == 0], factor[odd % factor == 0]
    high = ELEMENTS[name].bias - ELEMENTS[name].mantissa - 4
    x = np.ldexp(factor.astype(np.longdouble), -rng.integers(0, 3, len(odd)))
    y = np.ldexp((odd // factor).astype(np.longdouble), rng.integers(-3, max(high, 0) + 1, len(odd)))
    z = rng.choice(values(np.array([0, 1, (1 << ELEMENTS[name].bits - 1) + 1], bits_dtype(name)), name), len(odd))
    z = np.where(rng.integers(0, 2, len(odd)) == 1, z, z * 5)
    return [to_bits(round_to(array.astype(exact_dtype(name)), name), name) for array in (x, y, z)]


def several_arguments(function: str, name: str, log2_count: int) -> list[np.ndarray]:
    count, operands = 1 << log2_count, arity(function)
    if operands == 2 and 2 * ELEMENTS[name].bits <= max(log2_count, 16):
        pairs = np.arange(1 << 2 * ELEMENTS[name].bits)
        return [(pairs >> shift).astype(bits_dtype(name)) for shift in (0, ELEMENTS[name].bits)]
    rng = np.random.default_rng(len(function) + ELEMENTS[name].bits)
    few = special(name)[::2 if operands == 3 else 1]
    parts = [np.array(list(itertools.product(few, repeat=operands)), bits_dtype(name)).T]
    if function == "pow":
        parts.append(np.array(_powers(rng, name, count)))
        return [np.concatenate(operand) for operand in zip(*parts)]
    any_bits = [_random_bits(rng, name, count // 2) for _ in range(operands)]
    close = [_random_bits(rng, name, count // 2) for _ in range(operands)]
    if function in ("+", "-"):
        close[1] = _near(close[0], rng, name)
    elif function == "fma":
        with np.errstate(all="ignore"):
            product = round_to(values(close[0], name) * values(close[1], name), name)
        close[2] = _near(to_bits(product, name), rng, name)
        parts.append(np.array(_halfway(rng, name, count // 4)))
    parts += [np.array(any_bits), np.array(close)]
    return [np.concatenate(operand) for operand in zip(*parts)]


def arguments(function: str, name: str, log2_count: int) -> list[np.ndarray]:
    """The arguments of `function` in the type `name`, at about 2^log2_count places."""
    if arity(function) == 1:
        return [one_argument(function, name, log2_count)]
    return several_arguments(function, name, log2_count)
