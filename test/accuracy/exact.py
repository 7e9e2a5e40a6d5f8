# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the language's functions of floats give exactly, or to many more bits than their results have.

The tests compare these with mpmath, and with fractions.
"""

import ctypes
import math

import numpy as np

from floats import exact_dtype

UNARY = ("exp", "exp2", "log", "log2", "sqrt", "rsqrt", "sin", "cos", "tanh", "erf", "floor", "ceil", "round")
BINARY = ("+", "-", "*", "/", "%", "pow")
FUNCTIONS = (*UNARY, *BINARY, "fma")
# Each result is the exact one rounded: NumPy's and libm's in float64 are as well.
IEEE_754 = ("+", "-", "*", "/", "%", "sqrt", "floor", "ceil", "round")


def arity(function: str) -> int:
    return 3 if function == "fma" else 2 if function in BINARY else 1


def _map(function, *arrays: np.ndarray) -> np.ndarray:
    return np.fromiter(map(function, *(array.astype(np.float64).tolist() for array in arrays)), np.float64,
                       len(arrays[0]))


def _erf(x: np.ndarray) -> np.ndarray:
    if x.dtype == np.float64:
        return _map(math.erf, x)
    # erf(x) = 2/sqrt(pi) exp(-x^2) (x + 2/3 x^3 + 2*2/(3*5) x^5 + …): no term is negative.
    term = np.where(np.abs(x) < 2.5, x, 0)
    square, total = term * term, term.copy()
    for n in range(1, 70):
        term = term * (2 * square) / (2 * n + 1)
        total += term
    small = np.longdouble("1.128379167095512573896158903121545172") * np.exp(-square) * total
    # 2^-11 and less, so that its 53 bits are enough.
    large = np.copysign(1 - _map(math.erfc, np.abs(x)).astype(np.longdouble), x)
    return np.where(np.abs(x) < 2.5, small, large)


def _odd_sum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a + b in float64, where it is inexact with a last bit of 1: rounding it to fewer bits rounds the exact sum."""
    total = a + b
    part = total - a
    rest = (a - (total - part)) + (b - part)
    bits = total.view(np.int64)
    to_odd = np.where((rest > 0) == (total > 0), 1, -1) * ((rest != 0) & np.isfinite(rest) & (bits & 1 == 0))
    return (bits + to_odd).view(np.float64)


def _fma(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    if x.dtype == np.float64:
        return _odd_sum(x * y, z)  # the product is exact
    library = ctypes.CDLL("libm.so.6").fma
    library.restype, library.argtypes = ctypes.c_double, [ctypes.c_double] * 3
    return _map(library, x, y, z).astype(x.dtype)


UNARY_EXACT = {
    "exp": np.exp, "exp2": np.exp2, "log": np.log, "log2": np.log2, "sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x),
    "sin": np.sin, "cos": np.cos, "tanh": np.tanh, "erf": _erf, "floor": np.floor, "ceil": np.ceil, "round": np.rint,
}  # yapf: disable
BINARY_EXACT = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "%": np.fmod, "pow": np.power}


def exact(function: str, name: str, arguments: list[np.ndarray]) -> np.ndarray:
    """The function of values of the type `name`. Where f64 results are rounded once, they are."""
    with np.errstate(all="ignore"):
        if function == "fma":
            return _fma(*arguments)
        operation = UNARY_EXACT.get(function) or BINARY_EXACT[function]
        if name == "f64" and function in IEEE_754:
            return operation(*(array.astype(np.float64) for array in arguments)).astype(exact_dtype(name))
        return operation(*arguments)
