# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On a GPU a broken promise traps before anything is stored, where a launch goes around the launcher's own check.

A trap ends the process's use of the GPU, so each launch is in a process of its own; its arrays are pinned host
memory, which can be read afterwards.
"""

import pathlib
import subprocess
import sys

import pytest

import phobos

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")

PROGRAM = """
import sys
sys.path.insert(0, {path!r})
import phobos, torch
from phobos.compiled import target_of
from phobos.library import library

kernel = phobos.compile('''{source}''', target=target_of(0))
x, y = torch.ones({whole}).pin_memory(), torch.full(({whole},), -7.0).pin_memory()
compiled = kernel._for_target(kernel.target)
values = dict(A=x.data_ptr(), B=y.data_ptr(), M={rows}, N={columns})
arguments = tuple(values[argument.name] for argument in compiled.contract.arguments)
x_blocks, *others = (blocks({{"M": {rows}, "N": {columns}}}) for blocks in compiled.contract.grid)
grid = (x_blocks + {more}, *(max(blocks, 1) for blocks in others))
compiled.on_gpu(0)[compiled.contract.kernel].launch(arguments, grid, compiled.contract.threads, 0)
try:
    library().gpu_synchronize(0, 0)
    print("synchronized")
except phobos.Error as error:
    print("failed:", error)
print("changed", int((y != -7).sum()))
"""

COPY = """
@aligned(M = 64, N = 64)
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  let c = ctx.block.y * 64
  B[r :+ 64, c :+ 64] = A[r :+ 64, c :+ 64]
}
"""


def launch(rows: int, columns: int, more: int = 0) -> str:
    """What the program prints; the grid is the contract's with `more` blocks along x, where blocks of a row of tiles
    follow one another."""
    path = str(pathlib.Path(phobos.__file__).resolve().parents[1])
    program = PROGRAM.format(path=path, source=COPY, whole=256 * 256, rows=rows, columns=columns, more=more)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_kept():
    assert launch(128, 192) == f"synchronized\nchanged {128 * 192}\n"


def test_more_blocks_than_the_contract_says():
    """Positions are those modulo the grid, so nothing outside is stored."""
    assert launch(128, 128, 2) == f"synchronized\nchanged {128 * 128}\n"


@pytest.mark.parametrize("rows, columns, more", [(100, 128, 0), (128, 100, 0), (63, 64, 0), (0, 128, 2)],
                         ids=["rows", "columns", "less than a tile", "blocks of nothing"])
def test_negative_broken(rows, columns, more):
    first, second = launch(rows, columns, more).splitlines()
    assert first.startswith("failed:"), first
    assert second == "changed 0"


def test_the_launcher_finds_out_first():
    """And the process goes on."""
    kernel = phobos.compile(COPY)
    x, y = torch.ones(100, 128, device="cuda"), torch.full((100, 128), -7.0, device="cuda")
    with pytest.raises(ValueError, match=r"M: expected a multiple of 64, as the kernel promises, got 100 .dim 0 of A"):
        kernel(x, y)
    assert (y == -7).all()
    x, y = torch.ones(64, 128, device="cuda"), torch.zeros(64, 128, device="cuda")
    kernel(x, y)
    assert (y == 1).all()
