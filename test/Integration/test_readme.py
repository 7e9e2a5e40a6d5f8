# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What README.md shows is true: its kernel is an example, its commands print that, its Python runs."""

import os
import pathlib
import re
import shlex
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"^    (build/bin/[^#\n]*)", README, re.MULTILINE)
KERNEL = re.search(r"```\n(@autotune.*?)```", README, re.DOTALL)[1]


def run(command, folder, **environment):
    done = subprocess.run(command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path):
    """A folder that looks like the source tree, to write into."""
    for name in ("build", "examples", "python"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def test_there_are_commands():
    assert len(COMMANDS) == 2


def test_kernel_is_the_example():
    assert (ROOT / "examples/saxpy.ph").read_text().endswith(KERNEL)


def without_numbers(text):
    """`text` with %4 and %arg0 as %, one statement a line."""
    return [re.sub(r"%\w+", "%", line).strip() for line in text.splitlines()]


@pytest.mark.parametrize("language, command", zip(("mlir", "ptx"), COMMANDS))
def test_excerpt(language, command, folder):
    (excerpt,) = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    printed = without_numbers(run(shlex.split(command, comments=True), folder))
    for line in without_numbers(excerpt):
        assert line in printed


def test_python(folder):
    """All that the page shows, one piece after the other; from a file, as kernels that are written in Python are read."""
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 2
    (folder / "program.py").write_text("\n".join(blocks))
    run([sys.executable, "program.py"], folder, PYTHONPATH="python")
