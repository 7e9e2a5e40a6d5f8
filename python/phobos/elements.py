# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The element types of the language, and how a Python number becomes one."""

import math
import operator
from dataclasses import dataclass


@dataclass(frozen=True)
class Element:
    """An element type: `bits` wide in memory, and either an integer (signed or not) or a float.

    A float has `mantissa` stored bits, exponent bias `bias` and `largest` as its largest finite value.
    """

    name: str
    bits: int
    signed: bool = False
    mantissa: int = 0
    bias: int = 0
    largest: float = 0.0

    @property
    def bytes(self) -> int:
        return max(self.bits // 8, 1)

    @property
    def is_float(self) -> bool:
        return self.mantissa > 0

    @property
    def is_integer(self) -> bool:
        return not self.is_float and self.name != "bool"

    def encode(self, value) -> int:
        """The bits of `value` as this type, zero-extended. TypeError where it is a number of another kind (a float
        for an integer, say), ValueError where this type cannot hold it. A float rounds to nearest, ties to even."""
        if self.is_float:
            return self._encode_float(value)
        if self.name == "bool":
            if str(getattr(value, "dtype", type(value).__name__)) != "bool":
                raise TypeError(f"expected a bool, got {type(value).__name__}")
            return int(bool(value))
        if isinstance(value, bool):
            raise TypeError(f"expected an integer for {self.name}, got bool")
        try:
            number = operator.index(value)
        except TypeError:
            raise TypeError(f"expected an integer for {self.name}, got {type(value).__name__}") from None
        low = -(1 << self.bits - 1) if self.signed else 0
        high = (1 << self.bits - self.signed) - 1
        if not low <= number <= high:
            raise ValueError(f"expected {self.name} between {low} and {high}, got {number}")
        return number & (1 << self.bits) - 1

    def _encode_float(self, value) -> int:
        if isinstance(value, (bool, str, bytes)) or not hasattr(value, "__float__") and not hasattr(value, "__index__"):
            raise TypeError(f"expected a number for {self.name}, got {type(value).__name__}")
        try:
            number = float(value)
        except OverflowError:
            raise ValueError(f"expected {self.name} between -{self.largest:g} and {self.largest:g}, got {value}") from None
        except (TypeError, ValueError):
            raise TypeError(f"expected a number for {self.name}, got {type(value).__name__}") from None
        sign = int(math.copysign(1.0, number) < 0) << self.bits - 1
        magnitude = abs(number)
        if math.isnan(number):
            return sign | (1 << self.bits - 1) - 1
        if math.isinf(number):
            if self.name == "f8e4m3":
                raise ValueError("expected a finite number for f8e4m3, which has no infinity")
            return sign | (1 << self.bits - 1) - (1 << self.mantissa)
        fraction, exponent = math.frexp(magnitude)  # magnitude = fraction * 2^exponent, 0.5 <= fraction < 1
        # The unit of the last place: of a subnormal where the exponent is too small for a normal number.
        unit = max(exponent - 1, 1 - self.bias) - self.mantissa
        steps = round(math.ldexp(magnitude, -unit))  # exact scaling, then ties to even
        if math.ldexp(steps, unit) > self.largest:
            raise ValueError(f"expected {self.name} between -{self.largest:g} and {self.largest:g}, got {value}")
        if not steps:
            return sign
        # A normal number's steps hold the leading 1, which the addition carries into the exponent field.
        field = unit + self.mantissa + self.bias - 1
        return sign | (field << self.mantissa) + steps


def _float(name: str, bits: int, mantissa: int, largest: float) -> Element:
    return Element(name, bits, True, mantissa, (1 << bits - mantissa - 2) - 1, largest)


ELEMENTS = {
    element.name: element
    for element in (
        Element("bool", 1),
        *(Element(f"{sign}{bits}", bits, sign == "i") for sign in "iu" for bits in (8, 16, 32, 64)),
        Element("index", 64, True),
        _float("f8e4m3", 8, 3, 448.0),
        _float("f8e5m2", 8, 2, 57344.0),
        _float("f16", 16, 10, 65504.0),
        _float("bf16", 16, 7, math.ldexp(255.0, 120)),
        _float("f32", 32, 23, math.ldexp(float(2**24 - 1), 104)),
        _float("f64", 64, 52, math.ldexp(float(2**53 - 1), 971)),
    )
}

# What NumPy, ml_dtypes and torch call the types.
BY_DTYPE_NAME = {
    "bool": "bool",
    **{f"{word}{bits}": f"{word[0]}{bits}" for word in ("int", "uint") for bits in (8, 16, 32, 64)},
    "float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16",
    "float8_e4m3fn": "f8e4m3", "float8_e5m2": "f8e5m2",
}
