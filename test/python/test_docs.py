# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the pages about Python show runs, as it stands there."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: What a block takes for granted, and what is seen of it.
AROUND = {
    "saxpy = phobos.compile": ("", "assert (y == 6).all() or (y == 5).all()"),
    "def scaled": ("import numpy\n", "x, y = numpy.ones((2, 70, 90), numpy.float32)\n"
                   "scaled(x, numpy.full((1, 90), -9, numpy.float32), y, 10.0)\nassert (y == 1).all()"),
    "kernel.tune": ("import numpy, ml_dtypes, phobos\na, b, c = numpy.ones((3, 64, 64)).astype(ml_dtypes.bfloat16)\n",
                    "assert (c == 64).all() and result.best"),
}


def blocks():
    for page in ("Python", "Tuning"):
        for number, block in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / f"docs/{page}.md").read_text(), re.S)):
            yield pytest.param(block, id=f"{page} {number}")


def run(folder, program):
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "block.py").write_text(program)
    done = subprocess.run([sys.executable, "block.py"], cwd=folder, capture_output=True, text=True, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT / "python")})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tutorial_runs(tmp_path):
    """Its blocks are one program, and what it shows of an output is there."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/Tutorial.md").read_text(), re.S)
    printed = run(tmp_path, "\n".join(blocks))
    shown = [line.removeprefix("# ") for block in blocks for line in block.splitlines() if line.startswith("# ")]
    assert shown and all(line.strip() == "…" or line in printed for line in shown), printed


@pytest.mark.parametrize("block", blocks())
def test_a_block_runs(tmp_path, block):
    (mark,) = (mark for mark in AROUND if mark in block)
    before, after = AROUND[mark]
    run(tmp_path, f"{before}{block}\n{after}\n")
