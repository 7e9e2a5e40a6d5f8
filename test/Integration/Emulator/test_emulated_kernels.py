# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of the host's lit tests, as far as they have code for a GPU: what each `RUN: phobos-host-run` line checks
of the host holds of the emulator, for two targets and in four orders of threads, without faults."""

import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
LLVM = pathlib.Path(os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22")) / "bin"
FILES = [path for path in sorted([*ROOT.glob("test/Integration/Host/*.mlir"), *ROOT.glob("test/Frontend/run-*.ph")])
         if "phobos-host-run" in path.read_text()]
WAYS = ["--seeds=3 --target=sm_80", "--seeds=3 --target=sm_90a"]
# What says that a kernel has no code for a GPU; tile IR that is written by hand may claim of masks what is not proved.
UNSUPPORTED = ("not supported yet on a GPU", "expected all elements of a constant tile to be equal",
               "expected a slice that stays inside")


def run_line(path, line, folder, way):
    """Runs a RUN line with the emulator in the host's place: None if the GPU has no code for it, else what failed."""
    for name, value in (("%s", path), ("%t", folder / "t"), ("phobos-host-run", f"phobos-emulate {way}")):
        line = line.replace(name, str(value))
    if "precision tf32x3" in line:
        return None  # three products of tf32: nearly the bits of f32
    if "--check-prefix=ROUNDED" in line:
        return None  # how a sum of floats rounds is the host's order of additions
    fails = line.startswith("not ")
    if fails:  # The host's words are not the emulator's: only that both fail is checked.
        line = line.split("|")[0]
    environment = dict(os.environ, PATH=f"{TOOLS}:{LLVM}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, env=environment,
                          timeout=60, check=False)
    said = done.stdout + done.stderr
    if any(text in said for text in UNSUPPORTED):
        return None
    if done.returncode != 0 or fails and "error: " not in said:
        return f"{line}\n{said}"
    return ""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_kernels(path, tmp_path):
    lines = re.findall(r"^// RUN: (.*)$", path.read_text(), re.M)
    results = [run_line(path, line, tmp_path, way) for line in lines for way in WAYS]
    problems = [result for result in results if result]
    assert not problems, "\n".join(problems)
    if None in results and "" not in results:
        pytest.skip("no code for a GPU")


def test_most_kernels_are_found():
    assert len(FILES) > 20
