# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a case in the emulator."""

import pathlib
import subprocess

import numpy as np

from .kernels import Case, TensorMap


def _format(map: TensorMap) -> str:
    """As phobos-emulate takes it."""
    lists = {"box": map.box, "strides": map.strides, "element_strides": map.element_strides}
    fields = [f"{name}={'x'.join(str(value) for value in values)}" for name, values in lists.items()]
    fields += [f"{name}={value}" for name, value in (("swizzle", map.swizzle), ("interleave", map.interleave)) if value]
    fields += ["fill=nan"] * map.fills_with_nan
    extents = "x".join(str(extent) for extent in map.extents)
    type = map.type.replace('u', 'ui')  # MLIR's name
    return f"map:{type}:{extents}:{':'.join(fields)}:arg{map.array}"


def emulate(case: Case, tools: pathlib.Path, folder: pathlib.Path, *options: str) -> list[np.ndarray]:
    """The outputs; RuntimeError with what phobos-emulate says where it fails."""
    path = folder / "kernel.mlir"
    path.write_text(case.module)
    arguments = []
    for array in case.arguments:
        values = ",".join(f"0x{value:x}" for value in array.tolist())
        arguments.append(f"i{array.itemsize * 8}:{array.size}={values}")
    arguments += [_format(map) for map in case.maps]
    done = subprocess.run([
        tools / "phobos-emulate", "--bits", "--block=" + ",".join(map(str, case.threads)),
        "--grid=" + ",".join(map(str, case.grid)), *options, path, *arguments
    ], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    arrays = [
        np.array([int(word, 0) for word in line.split()[1:]], argument.dtype)
        for line, argument in zip(done.stdout.splitlines(), case.arguments)
    ]
    return arrays[len(case.inputs):]
