# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulator finds what it is for: the code of correct kernels, broken in one place."""

import os
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
sys.path.insert(0, str(ROOT / "python"))

import phobos  # noqa: E402

# How an example is launched: extents that no tile divides.
LAUNCHES = {
    "transpose": ("--grid=2,1", ["f32:3150=1,2,3,4,5,6,7", "f32:3150=0", "i64:70", "i64:45"]),
    "colsum": ("--grid=2", ["f32:13500=1,2,3", "f32:90=0", "i64:150", "i64:90"]),
    "matmul": ("--grid=1,1", ["f32:1050=1,2", "f32:1715=1,2,3", "f32:1470=0", "i64:30", "i64:35", "i64:49"]),
}


@dataclass
class Fault:
    """Lines that match `place` are rewritten, one at a time."""

    place: str
    old: str
    new: str
    report: str  # what is found, at least once


FAULTS = {
    "no barrier": Fault(r"nvvm\.barrier", r".*", "", "race on|nothing was written to"),
    "no mask of a load": Fault(r'"@\$\d+ ld\.', r'"@\$\d+ ', '"', "read of [0-9]+ bytes outside of"),
    "no mask of a store": Fault(r'"@\$\d+ st\.', r'"@\$\d+ ', '"', "write of [0-9]+ bytes outside of"),
}
# Places that are tried of those that are many.
SAMPLE = 8


@pytest.fixture(scope="module")
def codes():
    """The llvm and nvvm ops of each example, and its contract."""
    kernels = {name: phobos.compile(ROOT / "examples" / f"{name}.ph", target="sm_80") for name in LAUNCHES}
    return {name: (kernel.stages["nvvm"], kernel.contract) for name, kernel in kernels.items()}


def emulate(example, contract, text, folder, *options):
    file = folder / "kernel.mlir"
    file.write_text(text)
    grid, arguments = LAUNCHES[example]
    command = [
        TOOLS / "phobos-emulate", f"--block={contract['threads'][0]}", f"--shared={contract['shared_bytes']}", grid, *options,
        file, *arguments
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("example", LAUNCHES)
def test_nothing_is_found_where_nothing_is_wrong(example, codes, tmp_path):
    text, contract = codes[example]
    for options in ([], ["--seed=1"], ["--seed=2"]):
        assert emulate(example, contract, text, tmp_path, *options).stderr == "", options


@pytest.mark.parametrize("example", LAUNCHES)
@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_found(example, name, codes, tmp_path):
    (text, contract), fault = codes[example], FAULTS[name]
    lines, right = text.split("\n"), emulate(example, contract, text, tmp_path).stdout
    places = [index for index, line in enumerate(lines) if re.search(fault.place, line)]
    found, missed = 0, []
    for index in places[::max(1, len(places) // SAMPLE)]:
        broken = [*lines[:index], re.sub(fault.old, fault.new, lines[index], count=1), *lines[index + 1:]]
        done = emulate(example, contract, "\n".join(broken), tmp_path)
        found += re.search(fault.report, done.stderr) is not None
        # A barrier may be one too many; then the result is right in any order. An access without its mask may reach
        # another element of the array, which no check of accesses can know to be wrong.
        if name == "no barrier" and done.returncode == 0 and done.stdout != right:
            missed.append(f"line {index + 1}: {lines[index]}")
    assert found and not missed, missed
