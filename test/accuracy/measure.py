# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs functions of the language as kernels and measures their errors."""

import dataclasses
import functools

import numpy as np

import phobos
from accuracy import TABLES, bound
from exact import BINARY, arity, exact
from floats import NATIVE, bits_dtype, exact_dtype, round_to, to_bits, ulp_error, values
from phobos.gpu import GpuArray
from special_values import SPECIAL_VALUES

BLOCK = 1024


def spelled(function: str, operands: list[str]) -> str:
    if function in BINARY and function != "pow":
        return f" {function} ".join(operands)
    return f"{function}({', '.join(operands)})"


@functools.cache
def compiled(function: str, name: str) -> phobos.Kernel:
    """Element by element, on vectors."""
    names = ["A", "B", "C"][:arity(function)]
    parameters = ", ".join(f"{each}: tensor<{name}>[N]" for each in (*names, "Result"))
    loads = [f"{each}[i :+ {BLOCK}]" for each in names]
    return phobos.compile(f"""kernel evaluate({parameters}) {{
  let i = ctx.block.x * {BLOCK}
  Result[i :+ {BLOCK}] = {spelled(function, loads)}
}}
""")


def evaluate(function: str, name: str, arguments: list[np.ndarray], place: str) -> np.ndarray:
    """The bits of the results on "host" or "gpu"."""
    arrays = [np.ascontiguousarray(bits) for bits in (*arguments, np.zeros_like(arguments[0]))]
    if name in NATIVE:
        arrays = [bits.view(NATIVE[name]) for bits in arrays]
    if place == "gpu":
        arrays = [GpuArray(array) for array in arrays]
    compiled(function, name)(*(array if name in NATIVE else phobos.typed(array, name) for array in arrays))
    result = arrays[-1].numpy() if place == "gpu" else arrays[-1]
    return result.view(bits_dtype(name))


def _literal(value: float) -> str:
    return f"{'-' * bool(np.signbit(value))}{'nan' if np.isnan(value) else abs(float(value))}"


def evaluate_constants(name: str, cases: list[tuple[str, np.ndarray]], typed: bool) -> np.ndarray:
    """The values on the host of functions of constants: of names with the type, or of literals, which have none."""
    return np.concatenate([_evaluate_constants(name, cases[i:i + 100], typed) for i in range(0, len(cases), 100)])


def _evaluate_constants(name: str, cases: list[tuple[str, np.ndarray]], typed: bool) -> np.ndarray:
    lines = []
    for i, (function, arguments) in enumerate(cases):
        operands = [_literal(value) for value in arguments]
        if typed:
            names = [f"{letter}{i}" for letter in "abc"[:len(arguments)]]
            lines += [f"  let {each}: {name} = {operand}" for each, operand in zip(names, operands)]
            operands = names
        lines.append(f"  Result[{i}] = {spelled(function, operands)}")
    result = np.full(len(cases), 0x55, bits_dtype(name)).view(NATIVE.get(name, bits_dtype(name)))
    source = f"kernel constants(Result: tensor<{name}>[N]) {{\n" + "\n".join(lines) + "\n}\n"
    phobos.compile(source)(result if name in NATIVE else phobos.typed(result, name))
    return values(result.view(bits_dtype(name)), name)


@dataclasses.dataclass(frozen=True)
class Measured:
    """The largest error of `count` results, and the arguments, the result and the exact result there."""

    error: float
    arguments: tuple
    got: float
    exact: float
    count: int

    def __str__(self) -> str:
        at = ", ".join(f"{float(value)!r}" for value in self.arguments)
        return f"{self.error:.4g} at ({at}): got {float(self.got)!r}, exactly {float(self.exact)!r}"


def measure(function: str, name: str, arguments: list[np.ndarray], place: str) -> Measured:
    """Errors are against the rounded exact result where the bound for `place` is 0.5 or 0."""
    numbers = [values(bits, name) for bits in arguments]
    expected = exact(function, name, numbers)
    if bound(function, name, TABLES[place]) <= 0.5:
        expected = round_to(expected, name)
    got = values(evaluate(function, name, arguments, place), name)
    error = ulp_error(got, expected, name)
    worst = int(np.argmax(error))
    return Measured(float(error[worst]), tuple(array[worst] for array in numbers), got[worst], expected[worst],
                    len(error))


def rows_of(function: str, name: str) -> np.ndarray:
    """The special values whose arguments the type has."""
    rows = np.array(SPECIAL_VALUES[function], exact_dtype(name))
    return rows[~np.isinf(rows[:, :-1]).any(axis=1)] if name == "f8e4m3" else rows


def problems(function: str, row: np.ndarray, got: float, name: str) -> list[str]:
    """Says so where `got` is not what the row of a table ends with, sign included; NaNs are alike."""
    expected = round_to(row[-1:], name)[0]
    same = np.isnan(got) if np.isnan(expected) else got == expected and np.signbit(got) == np.signbit(expected)
    return [] if same else [f"{spelled(function, row[:-1].astype(str).tolist())}: expected {expected}, got {got}"]


def special_problems(function: str, name: str, place: str) -> list[str]:
    """Which special values come out wrong at run time."""
    rows = rows_of(function, name)
    if place != "host":  # powers of two are exact on the host alone
        rows = rows[~np.isfinite(rows[:, -1]) | (np.abs(rows[:, -1]) <= 1)]
    arguments = [to_bits(column, name) for column in rows[:, :-1].T]
    got = values(evaluate(function, name, arguments, place), name)
    return [problem for row, value in zip(rows, got) for problem in problems(function, row, value, name)]
