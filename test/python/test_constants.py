# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the compiler computes itself is what a kernel computes from memory: operators, functions and casts of constants.

Each expression runs on tiles that were loaded and as scalars of constants with the same type; integers are also
compared with their definition. test/accuracy does the same for the functions of floats.
"""

import itertools
import math
import operator

import numpy as np
import pytest

import phobos
from phobos.elements import ELEMENTS
from type_runs import BITS_ONLY

INTEGERS = [name for name, element in ELEMENTS.items() if element.is_integer and name != "index"]
FLOATS = [name for name, element in ELEMENTS.items() if element.is_float]
STATEMENTS = 40  # of one kernel: where compiling takes the least time


def dtype_of(name: str) -> np.dtype:
    return np.dtype("bool" if name == "bool" else BITS_ONLY.get(name, f"{name[0]}{ELEMENTS[name].bytes}"))


def encoded(values: list, name: str) -> np.ndarray:
    bits = [ELEMENTS[name].encode(value) for value in values]
    return np.array(bits, f"u{ELEMENTS[name].bytes}").view(dtype_of(name))


def passed(array: np.ndarray, name: str):
    return phobos.typed(array, name) if name in BITS_ONLY else array


def loaded(expressions: list[str], name: str, results: list[str], rows: list[tuple]) -> list[np.ndarray]:
    """Of arrays A, B, …: what each expression of a, b, … gives for each row, in its result's type."""
    letters = "abc"[:len(rows[0])]
    parameters = ", ".join([f"{letter.upper()}: tensor<{name}>[N]" for letter in letters] +
                           [f"R{i}: tensor<{result}>[N]" for i, result in enumerate(results)])
    lines = [f"let {letter} = {letter.upper()}[i :+ 16]" for letter in letters]
    lines += [f"R{i}[i :+ 16] = {expression}" for i, expression in enumerate(expressions)]
    source = "\n  ".join([f"kernel k({parameters}) {{", "let i = ctx.block.x * 16", *lines])
    arrays = [np.zeros(len(rows), dtype_of(result)) for result in results]
    phobos.compile(source + "\n}\n")(*(passed(encoded(list(column), name), name) for column in zip(*rows)),
                                     *map(passed, arrays, results))
    return arrays


def folded(cases: list[tuple[str, str, tuple]], name: str) -> list[int]:
    """The bits that each expression of a, b, … gives for its row, in its result's type, of constants of type `name`."""
    results, blocks = sorted({result for _, result, _ in cases}), []
    for i, (expression, result, row) in enumerate(cases):
        lets = "".join(f"    let {letter}: {name} = {str(value).lower()}\n" for letter, value in zip("abc", row))
        blocks.append(f"  if true {{\n{lets}    R_{result}[{i}] = {expression}\n  }}\n")
    parameters = ", ".join(f"R_{result}: tensor<{result}>[N]" for result in results)
    arrays = {result: np.zeros(len(cases), dtype_of(result)) for result in results}
    kernel = phobos.compile(f"kernel k({parameters}) {{\n{''.join(blocks)}}}\n")
    kernel(*(passed(array, result) for result, array in arrays.items()))
    return [bits(arrays[result], result)[i] for i, (_, result, _) in enumerate(cases)]


def bits(array: np.ndarray, name: str) -> np.ndarray:
    """The bits, where all NaNs are one."""
    unsigned = array.view(f"u{array.itemsize}").copy()
    if ELEMENTS[name].is_float:
        largest = ELEMENTS[name].encode(ELEMENTS[name].largest) + (name != "f8e4m3")  # or infinity
        positive = (1 << 8 * array.itemsize - 1) - 1
        unsigned[unsigned & positive > largest] = positive
    return unsigned


def check(expressions: dict[str, str], name: str, rows: list[tuple], definition=None) -> None:
    """The expressions, by name with the type of their result, agree at each row."""
    texts, results = list(expressions), list(expressions.values())
    cases = [(text, result, row) for text, result in expressions.items() for row in rows]
    values = [value for array, result in zip(loaded(texts, name, results, rows), results) for value in bits(array, result)]
    constants = [value for i in range(0, len(cases), STATEMENTS) for value in folded(cases[i:i + STATEMENTS], name)]
    wrong = [f"{text} of {row} ({name}): {constant:#x} of constants, {value:#x} of loaded values"
             for (text, _, row), constant, value in zip(cases, constants, values) if constant != value]
    if definition:
        expected = [ELEMENTS[result].encode(definition(text, row)) for text, result, row in cases]
        wrong += [f"{text} of {row} ({name}): expected {want:#x}, got {value:#x}"
                  for (text, _, row), want, value in zip(cases, expected, values) if want != value]
    assert not wrong, "\n".join(wrong[:20])


#===-----------------------------------------------------------------------===#
# Integers
#===-----------------------------------------------------------------------===#


def ends(name: str) -> tuple[int, int]:
    element = ELEMENTS[name]
    return (-(1 << element.bits - 1) if element.signed else 0), (1 << element.bits - element.signed) - 1


def edges(name: str) -> list[int]:
    low, high = ends(name)
    return sorted({low, -1 if low else 3, 0, 1, 7, ELEMENTS[name].bits, high})


def wrapped(value: int, name: str) -> int:
    low, high = ends(name)
    return (value - low) % (high - low + 1) + low


def quotient(a: int, b: int) -> int:
    """Truncated; by 0 it is 0."""
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def shifted(a: int, b: int, name: str, left: bool) -> int:
    """A count from the width on, or below 0, moves every bit out."""
    width = ELEMENTS[name].bits
    if not 0 <= b < width:
        return 0 if left or a >= 0 else -1
    return a << b if left else a >> b


def integer_definition(name: str):
    operators = {"+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_,
                 "^": operator.xor, "/": quotient, "%": lambda a, b: a - b * quotient(a, b),
                 "<<": lambda a, b: shifted(a, b, name, True), ">>": lambda a, b: shifted(a, b, name, False)}
    functions = {f"a {sign} b": function for sign, function in operators.items()}
    functions |= {"max(a, b)": max, "min(a, b)": min, "-a": lambda a: -a, "~a": lambda a: ~a, "abs(a)": abs}
    return functions, lambda text, row: wrapped(functions[text](*row), name)


COMPARISONS = {"a == b": operator.eq, "a != b": operator.ne, "a < b": operator.lt, "a <= b": operator.le,
               "a > b": operator.gt, "a >= b": operator.ge}


@pytest.mark.parametrize("name", INTEGERS)
def test_integers(name):
    functions, definition = integer_definition(name)
    unary = [text for text in functions if "b" not in text.replace("abs", "")]
    check(dict.fromkeys(unary, name), name, [(value,) for value in edges(name)], definition)
    pairs = list(itertools.product(edges(name), repeat=2))
    check({text: name for text in functions if text not in unary}, name, pairs, definition)


@pytest.mark.parametrize("name", INTEGERS)
def test_orders(name):
    pairs = list(itertools.product(edges(name), repeat=2))[::2]
    check(dict.fromkeys(COMPARISONS, "bool"), name, pairs, lambda text, row: COMPARISONS[text](*row))


@pytest.mark.parametrize("name", INTEGERS)
def test_ceildiv(name):
    values = edges(name)
    pairs = [(a, b) for a, b in itertools.product(values, values) if b > 0]
    check({"ceildiv(a, b)": name}, name, pairs, lambda text, row: wrapped(-(-row[0] // row[1]), name))


def test_bools():
    logic = {"a && b": operator.and_, "a || b": operator.or_, "a & b": operator.and_, "a | b": operator.or_,
             "a ^ b": operator.xor, "a == b": operator.eq, "a != b": operator.ne}
    rows = list(itertools.product([False, True], repeat=2))
    check(dict.fromkeys(logic, "bool"), "bool", rows, lambda text, row: bool(logic[text](*row)))
    check({"!a": "bool"}, "bool", [(False,), (True,)], lambda text, row: not row[0])


#===-----------------------------------------------------------------------===#
# Floats and casts
#===-----------------------------------------------------------------------===#


def float_edges(name: str) -> list[float]:
    element = ELEMENTS[name]
    tiny = 2.0**(1 - element.bias - element.mantissa)
    numbers = [0.0, 1.0, 1.5, 2.5, 3.0, tiny, element.largest, *([] if name == "f8e4m3" else [float("inf")])]
    return [*numbers, *(-number for number in numbers), float("nan")]


@pytest.mark.parametrize("name", FLOATS)
def test_floats(name):
    edges = float_edges(name)
    operators = ["a + b", "a - b", "a * b", "a / b", "a % b", "max(a, b)", "min(a, b)", "where(a < b, a, b)"]
    zeros = [(0.0, -0.0), (-0.0, 0.0), (0.0, 0.0), (-0.0, -0.0)]
    check(dict.fromkeys(operators, name), name, zeros + list(itertools.product(edges, repeat=2))[::7])
    check(dict.fromkeys(COMPARISONS, "bool"), name, zeros + list(itertools.product(edges, repeat=2))[::11])
    check({"-a": name, "abs(a)": name}, name, [(value,) for value in edges])


def test_the_sign_of_a_zero():
    signs = {"max(a, b)": max, "min(a, b)": min}
    rows = [(0.0, -0.0), (-0.0, 0.0), (0.0, 0.0), (-0.0, -0.0)]
    for name in FLOATS:
        check(dict.fromkeys(signs, name), name, rows,
              lambda text, row: math.copysign(0.0, signs[text](math.copysign(1, row[0]), math.copysign(1, row[1]))))


@pytest.mark.parametrize("name", ["f32", "f16"])
def test_clamp_and_fma(name):
    rows = list(itertools.product(float_edges(name)[::2], repeat=3))[::9]
    check({"clamp(a, b, c)": name, "fma(a, b, c)": name}, name, rows)


@pytest.mark.parametrize("name", [*INTEGERS, *FLOATS, "bool"])
def test_casts(name):
    if name == "bool":
        values = [False, True]
    elif name in INTEGERS:
        values = edges(name)
    else:
        far = [127.5, -129.0, 255.5, 65520.0, 2.0**31, -2.0**63]
        values = float_edges(name)[::2] + [value for value in far if abs(value) <= ELEMENTS[name].largest]
    check({f"{result}(a)": result for result in [*INTEGERS, *FLOATS]}, name, [(value,) for value in values])
