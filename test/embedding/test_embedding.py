# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Phobos as a part of other projects: installed into an empty folder, and the hosts of examples/embedding built on it."""

import json
import pathlib
import re
import shutil
import subprocess

import numpy
import phobos
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
HOSTS = ROOT / "examples/embedding"


def run(*command, **options):
    """What `command` prints; it must succeed."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refuse(*command, **options):
    """What `command` says as it fails, by an error and not by a signal."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    assert done.returncode > 0, done.stdout + done.stderr
    return done.stderr


def cached(name):
    """The value of a variable of the build."""
    (value,) = re.findall(rf"^{name}:[A-Z]*=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return value


def configuration():
    """With the build's compilers, and with ccache where the build has it."""
    options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
    for language in ("C", "CXX"):
        options.append(f"-DCMAKE_{language}_COMPILER={cached(f'CMAKE_{language}_COMPILER')}")
        if ccache := shutil.which("ccache"):
            options.append(f"-DCMAKE_{language}_COMPILER_LAUNCHER={ccache}")
    return options


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    """Where Phobos is installed: not where it was installed first, as the package may be moved."""
    first, prefix = (tmp_path_factory.mktemp("installed") / name for name in ("first", "prefix"))
    run("cmake", "--install", BUILD, "--prefix", first)
    first.rename(prefix)
    return prefix


@pytest.fixture(scope="session")
def hosts(prefix, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hosts")
    run("cmake", "-S", HOSTS, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}", *configuration())
    run("cmake", "--build", folder)
    return folder


@pytest.fixture
def toy(hosts):
    return lambda *arguments: run(hosts / "toy/toy", *arguments)


def test_the_package_names_nothing_of_where_it_was_built(prefix):
    for file in prefix.rglob("*.cmake"):
        assert str(ROOT) not in file.read_text(), file


def test_installed_tools_run(prefix):
    ptx = run(prefix / "bin/phobos-translate", "--phobos-to-ptx", ROOT / "examples/saxpy.ph", env={})
    assert ".visible .entry saxpy(" in ptx
    assert "phobos.kernel @saxpy" in run(prefix / "bin/phobos-translate", "--import-phobos", ROOT / "examples/saxpy.ph")


def test_symbols_have_a_version(prefix):
    names = []
    for library in ("libphobos.so", "libPhobosMLIRCAPI.so"):
        names += run("nm", "-D", "--defined-only", prefix / "lib" / library).split()[2::3]
    versions = {name.partition("@@")[2] for name in names if name.startswith(("phobos", "mlir"))}
    assert versions == {"PHOBOS_" + phobos.__version__.rpartition(".")[0]}


@pytest.mark.parametrize("n", [0, 1, 1023, 1024, 3077])
def test_saxpy_in_the_toy_language(toy, tmp_path, n):
    """What the toy compiler makes of it gives the right answer, on the host and as code for a GPU."""
    (tmp_path / "saxpy.mlir").write_text(toy(HOSTS / "toy/saxpy.toy", "--emit=tile"))
    kernel = phobos.compile(tmp_path / "saxpy.mlir")
    x, y = numpy.arange(n, dtype=numpy.float32), numpy.full(n, 2, numpy.float32)
    kernel(numpy.float32(3), x, y)
    assert (y == 3 * x + 2).all()
    y[:] = 2
    kernel.emulate(numpy.float32(3), x, y)
    assert (y == 3 * x + 2).all()


def test_an_embedders_access_loses_its_mask(toy):
    """`Y += X` is an op of the toy dialect, which Phobos knows by its interface alone."""
    program = HOSTS / "toy/whole_tiles.toy"
    assert re.search(r"toy\.accumulate .* masked \[0\]", toy(program, "--emit=ir"))
    tile = toy(program, "--emit=tile")
    assert "phobos.store" in tile and "toy." not in tile and "masked" not in tile
    assert "@%p" not in "\n".join(line for line in toy(program).splitlines() if "global" in line)


def test_masks_of_an_embedders_access_are_explained(hosts):
    """By remarks at the program's lines."""
    program = HOSTS / "toy/whole_tiles.toy"
    done = subprocess.run([hosts / "toy/toy", program, "--explain-masks"], capture_output=True, text=True, check=True)
    remarks = done.stderr.replace(f"{program}", "whole_tiles.toy")
    why = r"remark: dim 0, 1024\*ctx.block.x :\+ 1024 of 'N', gone: grid, promise: .*, N % 1024 == 0, "
    assert re.search(rf"whole_tiles.toy:3:\d+: {why}", remarks), remarks


def test_where_masks_are_needed_they_stay(toy):
    tile = toy(HOSTS / "toy/saxpy.toy", "--emit=tile")
    assert tile.count("masked [0]") == 3 and "toy." not in tile


@pytest.mark.parametrize("target", ["sm_80", "sm_100a", "sm_86"])
def test_toy_ptx_and_contract(toy, target):
    assert f".target {target}" in toy(HOSTS / "toy/saxpy.toy", f"--target={target}")
    assert f'"target": "{target}"' in toy(HOSTS / "toy/saxpy.toy", f"--target={target}", "--emit=contract")


def test_an_embedders_target(hosts):
    """sm_86 is of the toy dialect: errors name it among the others."""
    text = refuse(hosts / "toy/toy", HOSTS / "toy/saxpy.toy", "--target=sm_87")
    assert "unknown target 'sm_87', expected one of sm_80, sm_89, sm_90a, sm_100a, sm_86; did you mean 'sm_86'?" in text


@pytest.mark.parametrize("text, error", [
    ("kernel k(X[]) { X = X + $ }", "k.toy:1:25: error: expected a number or a name, got '$'"),
    ("kernel k(X[], N) {}", "k.toy:1:15: error: expected a new name, got 'N'"),
    ("kernel k(X[]) { X = Y }", "k.toy:1:21: error: expected a parameter, got 'Y'"),
    ("kernel k(a) { a = 1 }", "k.toy:1:15: error: expected a vector, got 'a'"),
    ("kernel k(X[]) where N % 0 {}", "k.toy:1:25: error: expected a number from 1, got '0'"),
    ("kernel k(X[]) {} x", "k.toy:1:18: error: expected the end, got 'x'"),
    ("", "k.toy:1:1: error: expected 'kernel', got ''"),
])
def test_errors_of_the_toy_language(hosts, tmp_path, text, error):
    (tmp_path / "k.toy").write_text(text)
    assert error in refuse(hosts / "toy/toy", tmp_path / "k.toy").replace(f"{tmp_path}/", "")


@pytest.mark.parametrize("n", [0, 1, 1023, 1024, 3077])
def test_vector_add_built_from_c(hosts, tmp_path, n):
    """The answer of the kernel that a C program builds, on the host and as code for a GPU."""
    (tmp_path / "vector_add.mlir").write_text(run(hosts / "c/vector_add", "sm_90a", "ir"))
    kernel = phobos.compile(tmp_path / "vector_add.mlir")
    x, y, z = (numpy.arange(n, dtype=numpy.float32) * factor for factor in (1, 2, 0))
    kernel(x, y, z)
    assert (z == 3 * x).all()
    z[:] = 0
    kernel.emulate(x, y, z)
    assert (z == 3 * x).all()


@pytest.mark.parametrize("target", ["sm_80", "sm_90a"])
def test_code_built_from_c_is_that_of_the_tools(hosts, prefix, tmp_path, target):
    (tmp_path / "vector_add.mlir").write_text(run(hosts / "c/vector_add", target, "ir"))
    ptx = run(hosts / "c/vector_add", target)
    tool = run(prefix / "bin/phobos-translate", "--mlir-to-ptx", f"--target={target}", tmp_path / "vector_add.mlir")
    without_lines = [[line for line in text.splitlines() if not re.search(r"\.(loc|file)|// (.*:|[0-9])", line)] for text in (ptx, tool)]
    assert f".target {target}" in ptx and without_lines[0] == without_lines[1]
    contract = json.loads(run(hosts / "c/vector_add", target, "contract"))
    assert (contract["kernel"], contract["target"], contract["grid"][0]) == ("vector_add", target, "ceildiv(N, 1024)")
    assert [parameter["name"] for parameter in contract["params"]] == ["X", "Y", "Z"]


def test_the_c_host_says_what_is_wrong(hosts):
    assert "no code was made" in refuse(hosts / "c/vector_add", "sm_1")


def test_a_project_in_c_alone(prefix, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(P C)\n"
                                             "find_package(Phobos 0.1 REQUIRED COMPONENTS MLIRCAPI phobos)\n"
                                             f"add_executable(vector_add {HOSTS}/c/vector_add.c)\n"
                                             "target_link_libraries(vector_add PRIVATE Phobos::MLIRCAPI)\n")
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}", *configuration())
    run("cmake", "--build", tmp_path / "build")
    assert "@vector_add" in run(tmp_path / "build/vector_add", "sm_80", "ir")


def configure(folder, prefix, find):
    """Configures a project with nothing but `find`."""
    (folder / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.20)\nproject(P C CXX)\n{find}\n")
    return ["cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}", *configuration()]


@pytest.mark.parametrize("find, error", [
    ("find_package(Phobos 99 REQUIRED)", 'compatible with requested version "99"'),
    ("find_package(Phobos REQUIRED COMPONENTS Deimos)", "expected rooms of Phobos as COMPONENTS, got Deimos"),
])
def test_find_package_refuses(prefix, tmp_path, find, error):
    assert error in " ".join(refuse(*configure(tmp_path, prefix, find)).split())


def test_find_package_refuses_another_mlir(prefix, tmp_path):
    (tmp_path / "MLIRConfig.cmake").write_text("set(LLVM_PACKAGE_VERSION 21.1.0)\n")
    text = refuse(*configure(tmp_path, prefix, "find_package(Phobos REQUIRED)"), f"-DMLIR_DIR={tmp_path}")
    assert "expected that one, got 21.1.0 in" in " ".join(text.split())


def test_each_room_is_a_target(prefix, tmp_path):
    rooms = [path.stem.removeprefix("libPhobos") for path in (prefix / "lib").glob("libPhobos*.a")]
    assert {"Dialect", "Frontend", "Layout", "Transforms", "ToGPU", "ToHost", "Target"} <= set(rooms)
    run(*configure(tmp_path, prefix, f"find_package(Phobos 0.1 REQUIRED COMPONENTS phobos {' '.join(rooms)})"))


LAYOUT_USER = """
#include "phobos/Layout/Layout.h"
int main() { return phobos::Layout::blocked({64}, 32, 2).threads() == 32 ? 0 : 1; }
"""


def test_add_subdirectory(tmp_path):
    """Phobos built as a part of another project, under the same names: of its rooms the smallest."""
    (tmp_path / "main.cpp").write_text(LAYOUT_USER)
    project = f"""
        find_package(MLIR REQUIRED CONFIG)
        add_subdirectory({ROOT} phobos EXCLUDE_FROM_ALL)
        add_executable(user main.cpp)
        target_link_libraries(user PRIVATE Phobos::Layout)"""
    run(*configure(tmp_path, "", project), f"-DMLIR_DIR={cached('MLIR_DIR')}")
    run("cmake", "--build", tmp_path / "build", "--target", "user")
    run(tmp_path / "build/user")
