# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of exact arguments to as many digits as asked, by decimal arithmetic: slow, and independent of libm."""

import functools
from collections.abc import Callable
from decimal import Decimal, getcontext, localcontext


def decimal(value) -> Decimal:
    """A finite float64 or longdouble, exactly."""
    numerator, denominator = value.as_integer_ratio()
    with localcontext(prec=1200):
        return Decimal(numerator) / denominator


def _sum(term: Decimal, next_term: Callable[[Decimal, int], Decimal]) -> Decimal:
    """term + next_term(term, 1) + …, until it no longer changes."""
    total, n = Decimal(0), 0
    while total + term != total:
        total, n = total + term, n + 1
        term = next_term(term, n)
    return total


@functools.cache
def _pi(digits: int) -> Decimal:
    """By Machin: 16 atan(1/5) - 4 atan(1/239)."""
    def arc_tangent(inverse: int) -> Decimal:
        power, total, n = Decimal(1) / inverse, Decimal(0), 1
        while total + power / n != total:
            total += power / n if n % 4 == 1 else -power / n
            power, n = power / inverse**2, n + 2
        return total

    with localcontext(prec=digits):
        return 16 * arc_tangent(5) - 4 * arc_tangent(239)


def _sine(x: Decimal, quarters: int) -> Decimal:
    """sin(x + quarters * pi/2)."""
    digits = getcontext().prec + max(x.adjusted(), 0) + 5
    with localcontext(prec=digits):
        half = _pi(digits) / 2
        turns = (x / half).to_integral_value()
        rest = x - turns * half
        quadrant = (int(turns) + quarters) % 4
    if quadrant % 2:
        value = _sum(Decimal(1), lambda term, n: -term * rest * rest / (2 * n * (2 * n - 1)))
    else:
        value = _sum(rest, lambda term, n: -term * rest * rest / (2 * n * (2 * n + 1)))
    return -value if quadrant >= 2 else value


def _tanh(x: Decimal) -> Decimal:
    with localcontext(prec=getcontext().prec - min(x.adjusted(), 0)):  # as 1 - power cancels
        power = (-2 * abs(x)).exp()
        return ((1 - power) / (1 + power)).copy_sign(x)


def _erf(x: Decimal) -> Decimal:
    if abs(x) > 16:  # where 1 - |erf(x)| < 10^-100
        return Decimal(1).copy_sign(x)
    total = _sum(x, lambda term, n: term * 2 * x * x / (2 * n + 1))
    return 2 / _pi(getcontext().prec).sqrt() * (-x * x).exp() * total


def _pow(x: Decimal, y: Decimal) -> Decimal:
    is_odd = y == y.to_integral_value() and int(y) % 2 == 1
    return (abs(x).ln() * y).exp() * (-1 if x < 0 and is_odd else 1)


TRANSCENDENTAL = {
    "exp": Decimal.exp, "exp2": lambda x: (x * Decimal(2).ln()).exp(), "log": Decimal.ln,
    "log2": lambda x: x.ln() / Decimal(2).ln(), "sqrt": Decimal.sqrt, "rsqrt": lambda x: 1 / x.sqrt(),
    "sin": lambda x: _sine(x, 0), "cos": lambda x: _sine(x, 1), "tanh": _tanh, "erf": _erf, "pow": _pow,
}  # yapf: disable
FUNCTIONS = TRANSCENDENTAL | {
    "+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "/": lambda x, y: x / y,
    "%": lambda x, y: x % y,
    "fma": lambda x, y, z: x * y + z,
}  # yapf: disable


def evaluate(function: str, arguments: list) -> Decimal:
    """To about 50 digits; sums and products of float64 values exactly."""
    with localcontext(prec=100 if function in TRANSCENDENTAL else 2500):
        return FUNCTIONS[function](*map(decimal, arguments))
