# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What README.md shows is true: its kernel compiles, its commands and its Python run."""

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
(PYTHON,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
KERNEL = re.search(r"```\n(kernel .*?)```", README, re.DOTALL)[1]


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
    assert len(COMMANDS) >= 2


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command, folder):
    run(shlex.split(command), folder)


def test_kernel(folder):
    (folder / "readme.ph").write_text(KERNEL)
    assert ".entry" in run(["build/bin/phobos-translate", "--phobos-to-ptx", "readme.ph"], folder)


def test_python(folder):
    run([sys.executable, "-c", PYTHON], folder, PYTHONPATH="python")
