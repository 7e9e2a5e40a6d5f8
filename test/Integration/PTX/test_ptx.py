# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every example and every kernel of this folder, for every target: its PTX, and what ptxas says of it."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

from ptxas import Assembly, assemble, find_ptxas  # noqa: E402

TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
EXAMPLES = sorted([*(ROOT / "examples").glob("*.ph"), *(ROOT / "test/Integration/PTX").glob("*.ph")])
TARGETS = ("sm_80", "sm_89", "sm_90a", "sm_100a")
EVERY = pytest.mark.parametrize("target", TARGETS)
EACH = pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)


def ptx_of(example, target):
    command = [TOOLS / "phobos-translate", "--phobos-to-ptx", f"--target={target}", example]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_examples():
    assert EXAMPLES


@EVERY
@EACH
def test_ptx_is_for_the_target(example, target):
    ptx = ptx_of(example, target)
    assert f".target {target}" in ptx
    assert ".visible .entry " in ptx


@EVERY
@EACH
def test_ptxas_accepts_without_spills(example, target):
    ptxas = find_ptxas()
    if ptxas is None:
        pytest.skip("no ptxas below CUDA_HOME, in PATH or in /usr/local/cuda")
    assembly = assemble(ptxas, ptx_of(example, target), target)
    assert assembly.ok, assembly.log
    assert assembly.complaints == []
    assert assembly.spill_bytes == 0


def test_spills_and_warnings_are_seen():
    log = ("ptxas info    : Function properties for k\n"
           "    8 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads\n"
           "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized\n"
           "ptxas info    : Used 255 registers, used 1 barriers\n")
    assembly = Assembly(True, log)
    assert (assembly.spill_bytes, assembly.registers) == (12, 255)
    assert len(assembly.complaints) == 1
