# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each example to PTX, runs it on ragged random data, and prints how far the answer is from NumPy's.

Runs on the first GPU, or on the host where there is none. Called by scripts/demo; exits with 1 when an answer is off.
"""

import pathlib
import sys

import numpy
import phobos
from phobos import gpu
from ptxas import assemble, find_ptxas
from reference import EXAMPLES, Case, largest_error

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "examples"
TARGET = "sm_90a"
COLUMNS = "{:<20} {:<8} {:>8} {:>9} {:>7}  {:<14} {:<6} {:>9}  {}"


def has_gpu() -> bool:
    try:
        return gpu.count() > 0
    except phobos.DriverError:
        return False


def run(kernel: phobos.Kernel, case: Case, on_gpu: bool) -> float:
    """Calls `kernel` and returns the largest error over its outputs."""
    arguments = {name: gpu.GpuArray(value) if on_gpu and isinstance(value, numpy.ndarray) else value
                 for name, value in case.arguments.items()}
    kernel(**(arguments | {name: phobos.typed(arguments[name], type) for name, type in case.types.items()}))
    results = {name: arguments[name].numpy() if on_gpu else arguments[name] for name in case.expected}
    return max(largest_error(results[name], expected) for name, expected in case.expected.items())


def main() -> int:
    on_gpu, ptxas = has_gpu(), find_ptxas()
    where = "GPU" if on_gpu else "host"
    failures = 0
    print(COLUMNS.format("kernel", "target", "PTX", "registers", "spills", "extents", "ran on", "max error", ""))
    for name, example in EXAMPLES.items():
        path, extents = FOLDER / f"{name}.ph", example.ragged_extents()
        ptx = phobos.compile(path, target=TARGET, settings=example.settings).ptx
        assembly = assemble(ptxas, ptx, TARGET) if ptxas else None
        case = example.make(numpy.random.default_rng(0), *extents)
        error = run(phobos.compile(path), case, on_gpu)
        ok = error <= case.tolerance and (assembly is None or assembly.ok and not assembly.spill_bytes)
        failures += not ok
        print(COLUMNS.format(name, TARGET, len(ptx), assembly.registers if assembly else "-",
                             assembly.spill_bytes if assembly else "-", " x ".join(map(str, extents)), where,
                             f"{error:.1e}", "ok" if ok else "WRONG"))
    if ptxas is None:
        print("ptxas was not found (CUDA_HOME, PATH, /usr/local/cuda): registers and spills are unknown")
    return 1 if failures else 0


sys.exit(main())
