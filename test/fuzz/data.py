# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of a case, made from their descriptions."""

import numpy as np

from evaluator_types import TYPES, encode, round_float

BITS = ("bf16", "f8e4m3", "f8e5m2")
SPECIAL = (np.nan, np.inf, -np.inf, -0.0, 0.0, 1e-45, -1e-40, 3.4e38, 0.1, -1.5)


def make(argument: dict):
    """The value that `argument` describes: a scalar, or an array of `shape` with rows that are `pitch` elements further
    apart than they are long."""
    if "value" in argument:
        return argument["value"]
    rng, shape, pitch = np.random.default_rng(argument["seed"]), argument["shape"], argument.get("pitch", 0)
    if pitch:
        whole = _elements(rng, argument, (shape[0], shape[1] + pitch))
        return whole[:, :shape[1]]
    return _elements(rng, argument, tuple(shape))


def _elements(rng, argument: dict, shape: tuple[int, ...]) -> np.ndarray:
    type = TYPES[argument["type"]]
    if type.name == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    if argument["data"] == "small":
        low = -8 if type.signed else 0
        values = rng.integers(low, 9, shape)
        if type.is_float:
            values = values.astype(np.float64)
            special = rng.random(shape) < argument.get("special", 0.02)
            values = np.where(special, rng.choice([np.nan, np.inf, -np.inf], shape), values)
            return encode(_held(values, type), type)
        return values.astype(type.memory)
    if type.is_float:
        some = rng.integers(-1000, 1000, shape) / rng.choice([1, 7, 64, 1e5], shape)
        return encode(_held(np.where(rng.random(shape) < 0.3, rng.choice(SPECIAL, shape), some), type), type)
    bits = rng.integers(0, 2**64, shape, np.uint64).astype(type.memory)
    special = rng.choice(np.array([type.low, type.high, 0, 1, 2, 3], object), shape).astype(type.memory)
    return np.where(rng.random(shape) < 0.4, special, bits)


def _held(values: np.ndarray, type) -> np.ndarray:
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return round_float(values, type)
