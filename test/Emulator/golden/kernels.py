# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small kernels that run one instruction each, to compare the emulator with a GPU.

A kernel is a `Case`: MLIR of llvm and nvvm ops, which phobos-translate turns into PTX and phobos-emulate runs, and the
arrays of a launch. Arrays hold bits, as unsigned integers.
"""

import dataclasses
import hashlib
import random
from collections.abc import Callable, Sequence

import numpy as np

LANES = 32


@dataclasses.dataclass(frozen=True)
class Output:
    """An array that the kernel writes."""

    count: int
    type: str = "i32"  # of the kernel's values
    # How many units in the last place the emulator may differ by: not 0 only where the ISA leaves results open.
    ulps: int = 0


@dataclasses.dataclass(frozen=True)
class TensorMap:
    """Of an array of the case; dims are in its order, the innermost last. Strides are in elements."""

    array: int  # its number among the inputs and then the outputs
    type: str  # "bf16"
    extents: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    element_strides: tuple[int, ...]
    swizzle: int = 0
    interleave: int = 0
    fills_with_nan: bool = False


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    functions: tuple[str, ...]  # entries of the emulator's table that this is a golden of
    module: str  # MLIR with a kernel @kernel: its parameters are pointers to the inputs and to the outputs, then maps
    inputs: tuple[np.ndarray, ...]
    outputs: tuple[Output, ...]
    threads: tuple[int, int, int] = (LANES, 1, 1)
    grid: tuple[int, int, int] = (1, 1, 1)
    ptx_version: str = ""  # the least that has the instruction, where that is above the compiler's
    maps: tuple[TensorMap, ...] = ()

    @property
    def arguments(self) -> list[np.ndarray]:
        """All arrays, as they are before a launch."""
        return [array.copy() for array in self.inputs
               ] + [np.zeros(output.count, bits_dtype(output.type)) for output in self.outputs]

    @property
    def digest(self) -> str:
        """Changes with everything that its results depend on."""
        shapes = [(output.count, output.type) for output in self.outputs]
        text = hashlib.sha256(f"{self.module}{self.threads}{self.grid}{shapes}{self.ptx_version}{self.maps or str()}".encode())
        for array in self.inputs:
            text.update(array.dtype.str.encode() + array.tobytes())
        return text.hexdigest()[:12]


# Bytes of the types that cross between memory and registers.
BYTES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "f32": 4, "f64": 8, "vector<2xf16>": 4, "i1": 4}


def bits_dtype(type: str) -> np.dtype:
    return np.dtype(f"u{BYTES[type]}")


def bits(rng: random.Random, count: int, width: int) -> np.ndarray:
    """Any bits. A generator of Python's gives the same numbers everywhere."""
    return np.array([rng.getrandbits(width) for _ in range(count)], f"u{width // 8}")


def pointers(names: Sequence[str]) -> str:
    """Parameters of a kernel; those whose names begin with "map" are tensor maps."""
    map_type = "!llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}"
    return ", ".join(f"%{name}: {map_type if name.startswith('map') else '!llvm.ptr<1>'}" for name in names)


def element(array: str, index: str, type: str, name: str) -> str:
    """%name is the address of element %index of an array."""
    return f"%{name} = llvm.getelementptr %{array}[%{index}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, {type}"


def load(array: str, index: str, type: str, name: str) -> list[str]:
    """%name is element %index of an array; a bit is loaded from 32 of them."""
    stored = "i32" if type == "i1" else type
    lines = [element(array, index, stored, f"{name}_at")]
    if type != "i1":
        return [*lines, f"%{name} = llvm.load %{name}_at : !llvm.ptr<1> -> {type}"]
    return [
        *lines, f"%{name}_word = llvm.load %{name}_at : !llvm.ptr<1> -> i32",
        f"%{name} = llvm.trunc %{name}_word : i32 to i1"
    ]


def store(array: str, index: str, type: str, name: str) -> list[str]:
    """Stores %name as element %index of an array; a bit as 32 of them."""
    stored = "i32" if type == "i1" else type
    lines = [element(array, index, stored, f"{name}_to")]
    if type == "i1":
        lines.append(f"%{name}_word = llvm.zext %{name} : i1 to i32")
        name = f"{name}_word"
    return [*lines, f"llvm.store %{name}, %{lines[0].split()[0][1:]} : {stored}, !llvm.ptr<1>"]


def module(parameters: Sequence[str], lines: Sequence[str], shared: int = 0, more: str = "") -> str:
    """A module whose kernel consists of `lines`, behind one that names the thread's number %t. It has `shared` bytes of
    shared memory, @shared."""
    variable = (f"  llvm.mlir.global internal @shared() {{addr_space = 3 : i32, alignment = 128 : i64}} : "
                f"!llvm.array<{shared} x i8>\n" if shared else "")
    body = "".join(f"    {line}\n" if not line.startswith("^") else f"  {line}\n" for line in lines)
    return (f"gpu.module @golden {{\n{variable}{more}"
            f"  llvm.func @kernel({pointers(parameters)}) attributes {{gpu.kernel, nvvm.kernel}} {{\n"
            f"    %t = nvvm.read.ptx.sreg.tid.x : i32\n{body}    llvm.return\n  }}\n}}\n")


def result_type(types: Sequence[str]) -> str:
    if len(types) == 1:
        return types[0]
    return f"!llvm.struct<({', '.join(types)})>" if types else "()"


def unpack(types: Sequence[str], result: str) -> tuple[list[str], list[str]]:
    """Lines that take a call's result apart, and the names of its parts."""
    if len(types) == 1:
        return [], [result]
    names = [f"{result}_{i}" for i in range(len(types))]
    return [
        f"%{name} = llvm.extractvalue %{result}[{i}] : {result_type(types)}" for i, name in enumerate(names)
    ], names


def intrinsic(name: str, operands: Sequence[str], types: Sequence[str], results: Sequence[str], result: str = "r") -> str:
    values = ", ".join(f"%{operand}" for operand in operands)
    call = f'llvm.call_intrinsic "{name}"({values}) : ({", ".join(types)}) -> {result_type(results)}'
    return f"%{result} = {call}" if results else call


def inline(text: str, constraints: str, operands: Sequence[str], types: Sequence[str], results: Sequence[str],
           result: str = "r") -> str:
    values = ", ".join(f"%{operand}" for operand in operands)
    call = (f'llvm.inline_asm has_side_effects "{text}", "{constraints}" {values} : ({", ".join(types)}) -> '
            f'{result_type(results)}')
    return f"%{result} = {call}" if results else call


def lanewise(name: str,
             call: Callable[[Sequence[str]], str],
             operands: Sequence[tuple[str, np.ndarray]],
             outputs: Sequence[Output],
             functions: Sequence[str] | None = None,
             ptx_version: str = "") -> Case:
    """Each thread calls with operands of its own, from arrays, and stores the results. `call` makes the line that
    computes %r of the operands' names."""
    lines = []
    for i, (type, _) in enumerate(operands):
        lines += load(f"in{i}", "t", type, f"v{i}")
    lines.append(call([f"v{i}" for i in range(len(operands))]))
    types = [output.type for output in outputs]
    parts, names = unpack(types, "r")
    lines += parts
    for i, (type, value) in enumerate(zip(types, names)):
        lines += store(f"out{i}", "t", type, value)
    parameters = [f"in{i}" for i in range(len(operands))] + [f"out{i}" for i in range(len(outputs))]
    threads = outputs[0].count
    return Case(name, tuple(functions or (name, )), module(parameters, lines), tuple(array for _, array in operands),
                tuple(outputs), (threads, 1, 1), ptx_version=ptx_version)


def lanewise_intrinsic(name: str, operands: Sequence[tuple[str, np.ndarray]], outputs: Sequence[Output],
                       variant: str = "") -> Case:
    types = [type for type, _ in operands]
    results = [output.type for output in outputs]
    return lanewise(name + (f"/{variant}" if variant else ""), lambda names: intrinsic(name, names, types, results),
                    operands, outputs, (name, ))
