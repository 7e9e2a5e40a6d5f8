# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels from many threads: what scripts/stress does under sanitizers, with fewer kernels and without one."""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRESS = ROOT / "build/bin/phobos-stress"


def stress(*arguments):
    return subprocess.run([STRESS, *arguments], capture_output=True, text=True, check=False)


def test_threads_share_contexts_or_have_their_own():
    """One kernel becomes one code, whoever compiles it, and no memory stays in use."""
    done = stress("--threads=8", "--kernels=90", ROOT / "examples/saxpy.ph", ROOT / "examples/rowsum.ph")
    assert done.returncode == 0, done.stderr
    memory = r"\d+\.\d+ MB in use, \d+\.\d+ MB resident\n"
    assert re.fullmatch(rf"90 kernels from 8 threads\n  after each was compiled: {memory}  at the end: {memory}", done.stdout)


def test_errors_are_told(tmp_path):
    (tmp_path / "bad.ph").write_text("kernel bad(X: tensor<f32>[N]) { Y[0] = 1 }\n")
    done = stress("--kernels=1", tmp_path / "bad.ph")
    assert done.returncode == 1
    assert "bad.ph:1:33: error:" in done.stderr
