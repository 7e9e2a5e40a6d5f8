# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What docs/Layout.md shows of kernels is what phobos-translate prints."""

import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/Layout.md").read_text()
SHOWN = re.findall(r"```ph\n(.*?)```\n.*?```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("option, shown", zip(("--print-layouts", "--print-access-plans"), SHOWN, strict=True))
def test_printed(option, shown, tmp_path):
    kernel, table = shown
    (tmp_path / "x.ph").write_text(kernel)
    done = subprocess.run([ROOT / "build/bin/phobos-translate", option, tmp_path / "x.ph"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == table
