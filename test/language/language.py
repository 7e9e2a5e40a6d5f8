# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs small programs on the host, and reads the rules of docs/Language.md."""

import pathlib
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python")]

import phobos  # noqa: E402


def run(source: str, *arguments, **options) -> None:
    """Compiles the one kernel of `source` and calls it on the host."""
    phobos.compile(source, "host", **options)(*arguments)


def values(body: str, count: int = 1, type: str = "i32", head: str = "") -> list:
    """What `body` stores to `O: tensor<type>[count]`, which is full of 99 before."""
    out = np.full(count, 99, NUMPY[type])
    run(f"{head}\nkernel k(O: tensor<{type}>[{count}]) {{\n{body}\n}}", out)
    return out.tolist()


NUMPY = {
    "bool": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8, "u16": np.uint16,
    "u32": np.uint32, "u64": np.uint64, "f16": np.float16, "f32": np.float32, "f64": np.float64
}


def refused(source: str, *messages: str) -> None:
    """`source` has one error for each of `messages`, which it contains, in order."""
    with pytest.raises(phobos.CompileError) as caught:
        phobos.compile(source, "host")
    errors = [line for line in str(caught.value).splitlines() if ": error: " in line]
    assert len(errors) == len(messages), str(caught.value)
    for line, message in zip(errors, messages):
        assert message in line


def refused_body(body: str, *messages: str) -> None:
    refused(f"kernel k(A: tensor<f32>[M, N], x: f32, n: i32) {{\n{body}\n}}", *messages)
