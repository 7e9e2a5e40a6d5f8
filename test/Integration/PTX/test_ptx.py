# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every example and every kernel of this folder, for every target: its PTX, and what ptxas says of it."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "examples")]

from ptxas import Assembly, assemble, find_ptxas  # noqa: E402
from reference import EXAMPLES as REFERENCES, settings_of  # noqa: E402

TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
EXAMPLES = sorted([*(ROOT / "examples").glob("*.ph"), *(ROOT / "test/Integration/PTX").glob("*.ph")])
TARGETS = ("sm_80", "sm_89", "sm_90a", "sm_100a")
EVERY = pytest.mark.parametrize("target", TARGETS)
EACH = pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)


def ptx_of(example, target, **settings):
    settings = [f"--set={name}={value}" for name, value in (settings_of(example) | settings).items()]
    command = [TOOLS / "phobos-translate", "--phobos-to-ptx", f"--target={target}", *settings, example]
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
    check_assembly(assemble(ptxas, ptx_of(example, target), target))


def check_assembly(assembly):
    assert assembly.ok, assembly.log
    assert assembly.complaints == []
    assert assembly.spill_bytes == 0


WHOLE_ROWS = [(name, width) for name, each in REFERENCES.items() for width in each.widths]


@pytest.mark.parametrize("name, width", WHOLE_ROWS)
def test_whole_rows_stay_in_registers(name, width):
    ptxas = find_ptxas()
    if ptxas is None:
        pytest.skip("no ptxas below CUDA_HOME, in PATH or in /usr/local/cuda")
    ptx = ptx_of(ROOT / f"examples/{name}.ph", "sm_90a", **{REFERENCES[name].whole: width})
    assembly = assemble(ptxas, ptx, "sm_90a")
    if (name, width) == ("cross_entropy", 50304):
        # Two blocks of 64 registers a thread, which hold 52 words of a row, are worth four words: measured, 4.16 TB/s to 2.67.
        assert assembly.ok and assembly.registers == 64 and assembly.spill_bytes <= 64  # stores and loads, each said twice
    else:
        check_assembly(assembly)


def with_one_version(ptx):
    """The kernel with its version for arrays at multiples of 16 bytes alone."""
    choice = re.search(r"@%p\d+ bra \t(\$L\w+);\n\tbra\.uni \t(\$L\w+);\n", ptx)
    wide = next(label for label in choice.groups()
                if "ld.global.v4" in re.search(rf"{re.escape(label)}:(.*?)bar\.sync", ptx, re.DOTALL)[1])
    return ptx.replace(choice[0], f"\tbra.uni \t{wide};\n")


def blocks_at_a_time(assembly, threads):
    """How many blocks the registers of a multiprocessor, 65536 in units of 8 a thread, are enough for."""
    return 65536 // (threads * (assembly.registers + 7 & -8))


VERSIONED = [(name, width) for name, width in [*WHOLE_ROWS, ("softmax_rows", 4000)]
             if width % (8 if name == "cross_entropy" else 4) == 0]


@pytest.mark.parametrize("name, width", VERSIONED)
def test_a_rare_version_costs_the_usual_one_no_block(name, width):
    """A kernel has as many registers as the version that takes most; arrays that begin off 16 bytes are rare. Where
    eight small blocks fit, one of them may be lost."""
    ptxas = find_ptxas()
    if ptxas is None:
        pytest.skip("no ptxas below CUDA_HOME, in PATH or in /usr/local/cuda")
    ptx = ptx_of(ROOT / f"examples/{name}.ph", "sm_90a", **{REFERENCES[name].whole: width})
    threads = int(re.search(r"\.reqntid (\d+)", ptx)[1])
    both, alone = assemble(ptxas, ptx, "sm_90a"), assemble(ptxas, with_one_version(ptx), "sm_90a")
    fit, would_fit = blocks_at_a_time(both, threads), blocks_at_a_time(alone, threads)
    assert fit >= would_fit - would_fit // 8, (both.registers, alone.registers)


@pytest.mark.parametrize("name", ["softmax_rows", "layernorm", "rmsnorm"])
@pytest.mark.parametrize("width, blocks", [(4096, 6), (4000, 6), (4095, 6), (3999, 6), (16384, 2), (16380, 2), (16383, 2)])
def test_rows_leave_room_for_other_blocks(name, width, blocks):
    """While one block computes, others read and write: of 512 threads, two are needed to keep memory busy."""
    ptxas = find_ptxas()
    if ptxas is None:
        pytest.skip("no ptxas below CUDA_HOME, in PATH or in /usr/local/cuda")
    ptx = ptx_of(ROOT / f"examples/{name}.ph", "sm_90a", N=width)
    assembly, threads = assemble(ptxas, ptx, "sm_90a"), int(re.search(r"\.reqntid (\d+)", ptx)[1])
    check_assembly(assembly)
    # Where scale and shift are read while rows are stored, registers do more than a sixth block.
    blocks -= name == "layernorm" and width == 3999
    assert blocks_at_a_time(assembly, threads) >= blocks, assembly.registers


def loops_over_memory(ptx):
    """The text of each loop that loads from global memory: from a label to the branch back to it."""
    lines, found = ptx.splitlines(), []
    for first, line in enumerate(lines):
        label = re.match(r"(\$L\w+):", line)
        back = [last for last in range(first, len(lines)) if label and lines[last].endswith(f"bra \t{label[1]};")]
        body = "\n".join(lines[first:back[-1]]) if back else ""
        found += [body] * ("ld.global" in body)
    return found


PREDICATED = re.compile(r"@%p\d+ ld\.global")


@EVERY
def test_the_steady_loop_of_matmul_has_no_predicate(target):
    """The loop over whole tiles of rows, columns and K; the one for blocks at an edge has a predicate an access. Both are
    there for rows that begin at multiples of 16 bytes, and for others."""
    wide = re.compile(r"ld\.global\.v(4\.b32|2\.b64)")
    loops = loops_over_memory(ptx_of(ROOT / "examples/matmul.ph", target))
    found = sorted((len(wide.findall(body)), body.count("ld.global"), len(PREDICATED.findall(body))) for body in loops)
    # 128 threads load 64 x 16 floats of A and 16 x 64 of B, 8 each of both.
    assert found == [(0, 16, 0), (0, 16, 16), (4, 4, 0), (4, 4, 4)]


def test_spills_and_warnings_are_seen():
    log = ("ptxas info    : Function properties for k\n"
           "    8 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads\n"
           "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized\n"
           "ptxas info    : Used 255 registers, used 1 barriers\n")
    assembly = Assembly(True, log)
    assert (assembly.spill_bytes, assembly.registers) == (12, 255)
    assert len(assembly.complaints) == 1
