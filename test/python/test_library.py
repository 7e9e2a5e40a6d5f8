# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a user sees who has no library, or the wrong one."""

import pathlib
import shutil
import subprocess
import sys

import pytest

from phobos.errors import LibraryError
from phobos.library import Library

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_negative_missing_library():
    """In a process of its own, as the library is loaded once: the first call says where it was looked for."""
    program = "import phobos; phobos.compile('kernel k() {}')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          env={"PYTHONPATH": str(ROOT / "python"), "PHOBOS_LIBRARY": "/nowhere/libphobos.so"})
    assert done.returncode == 1
    assert "LibraryError: libphobos.so not found: looked for /nowhere/libphobos.so; build it, or set" in done.stderr


def test_negative_not_a_library(tmp_path):
    path = tmp_path / "libphobos.so"
    path.write_text("text")
    with pytest.raises(LibraryError, match=r"^/.*/libphobos.so: .*(invalid ELF header|file too short)$"):
        Library(path)


def build(folder, code):
    compiler = shutil.which("clang-22") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    source, path = folder / "fake.c", folder / "libphobos.so"
    source.write_text(code)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", path, source], check=True)
    return path


ALL_BUT_VERSION = "void phobos_string_free(void *p) {} void phobos_module_free(void *p) {} void phobos_gpu_kernel_free(void *p) {}"


def test_negative_other_version(tmp_path):
    path = build(tmp_path, 'const char *phobos_version(void) { return "7.3.1"; }' + ALL_BUT_VERSION)
    with pytest.raises(LibraryError, match=r"expected version \d+\.\d+\.\d+, as this Python package is, got 7.3.1"):
        Library(path)


def test_negative_another_library(tmp_path):
    with pytest.raises(LibraryError, match="undefined symbol: phobos_version"):
        Library(build(tmp_path, ALL_BUT_VERSION))
