# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emulator answers as a GPU did: the kernels of test/Emulator/golden, whose answers scripts/record-goldens has
recorded, bit for bit; what the ISA leaves open, as functions that it calls approximate, within the units in the last place that a
case names."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
sys.path.append(str(ROOT / "test/Emulator"))

from golden import goldens  # noqa: E402
from golden.cases import CASES, WITHOUT_CASE  # noqa: E402
from golden.emulate import emulate  # noqa: E402
from golden.kernels import Output  # noqa: E402

GOLDENS = goldens.read()
# Cases whose recorded answers are left out, and why.
LEFT_OUT = {"atomic.add.f64": "an H200 gave old values with other low bits than were stored; not understood"}


FLOATS = {"f32": np.float32, "f64": np.float64, "vector<2xf16>": np.float16}


def differences(got: np.ndarray, want: np.ndarray, output: Output) -> np.ndarray:
    """Which words differ, or have floats that do by more than is allowed."""
    if output.ulps == 0:
        return np.flatnonzero(got != want)
    words = got.size
    got, want = got.view(FLOATS[output.type]), want.view(FLOATS[output.type])
    with np.errstate(invalid="ignore"):
        near = np.abs(got - want) <= output.ulps * np.spacing(np.abs(want))
    equal = near | (got == want) | (np.isnan(got) & np.isnan(want))
    return np.flatnonzero(~equal.reshape(words, -1).all(axis=1))


@pytest.mark.parametrize("name", CASES)
def test_answers_as_a_gpu(name, tmp_path):
    case = CASES[name]
    outputs = emulate(case, TOOLS, tmp_path)
    if name in LEFT_OUT:
        pytest.skip(LEFT_OUT[name])
    assert name in GOLDENS, "not recorded yet: run scripts/record-goldens on a GPU"
    assert GOLDENS[name].digest == case.digest, "the case has changed: run scripts/record-goldens on a GPU"
    for i, (got, want, output) in enumerate(zip(outputs, GOLDENS[name].outputs, case.outputs)):
        if isinstance(want, str):  # a hash
            assert goldens.answer(got) == want, f"out{i} differs"
            continue
        want = np.array(want, got.dtype)
        wrong = differences(got, want, output)
        assert not wrong.size, "\n".join(f"out{i}[{at}]: 0x{got[at]:x}, a GPU has 0x{want[at]:x}" for at in wrong[:16])


def test_everything_emulated_has_a_case_or_a_reason():
    done = subprocess.run([TOOLS / "phobos-emulate", "--list"], capture_output=True, text=True, check=True)
    emulated = set(done.stdout.splitlines())
    with_case = {function for case in CASES.values() for function in case.functions}
    assert with_case <= emulated
    without = {name for name in emulated - with_case if not name.startswith(tuple(WITHOUT_CASE))}
    assert not without, "these need a case in test/Emulator/golden, or a reason in its cases.py"
    for beginning in WITHOUT_CASE:
        assert any(name.startswith(beginning) for name in emulated - with_case), f"{beginning} needs no reason"


def test_every_golden_is_of_a_case():
    assert set(GOLDENS) <= set(CASES)


def test_differences_are_seen():
    one = np.array([0x3f800000, 0x7fc00000, 0x3f800000], np.uint32)
    off = np.array([0x3f800001, 0x7fffffff, 0x3f800003], np.uint32)
    assert differences(off, one, Output(3, "f32")).tolist() == [0, 1, 2]
    assert differences(off, one, Output(3, "f32", ulps=2)).tolist() == [2]
    halves, other = np.array([0x3c003c00], np.uint32), np.array([0x3c013c00], np.uint32)
    assert differences(other, halves, Output(1, "vector<2xf16>", ulps=1)).tolist() == []
    assert differences(other + 1, halves + 2, Output(1, "vector<2xf16>", ulps=1)).tolist() == []
    assert differences(other << 1, halves, Output(1, "vector<2xf16>", ulps=1)).tolist() == [0]


def test_goldens_are_written_and_read(tmp_path):
    long = goldens.answer(np.arange(2000))
    made = {"a/b": goldens.Golden("0123456789ab", ((1, 1, 1, 255), (0, ), (2**64 - 1, 3, 3), long))}
    assert long.startswith("sha256:")
    goldens.write(made, "heading", tmp_path / "goldens.txt")
    assert goldens.read(tmp_path / "goldens.txt") == made
    assert "out0 1 x3 ff\n" in (tmp_path / "goldens.txt").read_text()
