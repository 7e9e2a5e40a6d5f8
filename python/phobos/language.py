# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names of the language, for kernels that are written in Python.

A kernel's source is read, not run, so it need not import them: they are here for editors and linters, and so that
annotations and decorators, which Python does run, find them.
"""

from collections.abc import Callable
from typing import Any

from .errors import Error

#: The functions of docs/Language.md.
FUNCTIONS = (
    "abs", "advance", "all", "any", "arange", "argmax", "argmin", "atomic_add", "atomic_and", "atomic_cas", "atomic_max",
    "atomic_min", "atomic_or", "atomic_xchg", "atomic_xor", "block_ptr", "broadcast", "ceil", "ceildiv", "clamp", "cos",
    "cumsum", "dot", "dot_t", "erf", "exp", "exp2", "floor", "fma", "full", "iota", "load", "log", "log2", "max", "min",
    "next_pow2", "pow", "prod", "reshape", "round", "rowmax", "rowmin", "rowsum", "rsqrt", "sin", "sqrt", "store", "sum",
    "tanh", "transpose", "where", "zeros")
SCALARS = ("bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "index", "f8e4m3", "f8e5m2", "f16", "bf16", "f32",
           "f64")
MEMORY = ("tensor", "tile", "ptr")
ATTRIBUTES = ("aligned", "assert_no_mask", "autotune", "cluster", "grid", "launch", "noalias", "pipeline", "require", "specialize",
              "strict")


class Name:
    """A name of the language: a function, a type or `ctx`."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return f"phobos.language.{self.name}"

    def __call__(self, *arguments, **named) -> Any:
        raise Error(f"{self.name}: expected a call in a phobos.kernel or a phobos.fn, which are read and not run")

    def __getitem__(self, dims) -> "Name":
        """`tensor[f32, "M", "N"]`: what Python runs of an annotation."""
        return self

    def strides(self, *strides) -> "Name":
        """`tensor[f32, "M", "N"].strides("LD", 1)`."""
        return self


class Attribute:
    """A decorator of a kernel, which is read from its source: `@phobos.autotune(TM=[64, 128])`."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return f"phobos.{self.name}"

    def __call__(self, *arguments, **named) -> Any:
        if len(arguments) == 1 and not named and callable(arguments[0]):
            return arguments[0]
        return _unchanged


def _unchanged(function: Callable) -> Callable:
    return function


NAMES = {name: Name(name) for name in (*FUNCTIONS, *SCALARS, *MEMORY, "ctx")}
DECORATORS = {name: Attribute(name) for name in ATTRIBUTES}
#: Not those that would hide what Python means by them.
__all__ = [name for name in NAMES if name not in ("abs", "all", "any", "bool", "max", "min", "pow", "round", "sum")]


def __getattr__(name: str) -> Any:
    if name in NAMES:
        return NAMES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


globals().update({name: NAMES[name] for name in __all__})
