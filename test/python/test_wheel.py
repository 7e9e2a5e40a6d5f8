# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/wheel.py, on the libraries of this build."""

import pathlib
import subprocess
import sys

import pytest

from phobos.library import library

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """import numpy, phobos
from phobos import native
from phobos.library import library
assert native.module() is not None
x = numpy.zeros(3, numpy.float32)
phobos.compile("kernel k(X: tensor<f32>[N]) {\\n  X[ctx.block.x * 4 :+ 4] = 7\\n}")(x)
print(library().path, x.tolist())
"""


def test_an_installed_wheel_runs(tmp_path):
    folder = library().path.parent
    if not (folder / "_launch.abi3.so").exists():
        pytest.skip("no _launch.abi3.so beside the library")
    made = [subprocess.run([sys.executable, ROOT / "scripts/wheel.py", folder, tmp_path], capture_output=True, text=True,
                           check=True).stdout for _ in range(2)]
    (wheel,) = tmp_path.glob("*.whl")
    assert made[0] == made[1] and str(wheel) in made[0] and wheel.name.endswith("-cp311-abi3-manylinux_2_36_x86_64.whl")
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", tmp_path / "site", wheel],
                   check=True)
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, cwd=tmp_path,
                          env={"PYTHONPATH": str(tmp_path / "site"), "PHOBOS_CACHE": "off"})
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tmp_path}/site/phobos/lib/libphobos.so [7.0, 7.0, 7.0]\n"
