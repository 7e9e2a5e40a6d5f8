# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a case in the emulator."""

import pathlib
import subprocess

import numpy as np

from .kernels import Case


def emulate(case: Case, tools: pathlib.Path, folder: pathlib.Path, *options: str) -> list[np.ndarray]:
    """The outputs; RuntimeError with what phobos-emulate says where it fails."""
    path = folder / "kernel.mlir"
    path.write_text(case.module)
    arguments = []
    for array in case.arguments:
        values = ",".join(f"0x{value:x}" for value in array.tolist())
        arguments.append(f"i{array.itemsize * 8}:{array.size}={values}")
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
