# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The archive that scripts/package made: its size, what it needs, and that it runs where there is glibc alone."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

DIST = pathlib.Path(__file__).resolve().parents[2] / "dist"
GLIBC = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
GLIBC_FLOOR = (2, 36)
TOOLS = ("bin/phobos-lsp-server", "bin/phobos-opt", "bin/phobos-translate")
BINARIES = (*TOOLS, "lib/libphobos.so", "lib/_launch.abi3.so")
SIZE_LIMIT = 40 * 1024 * 1024


@pytest.fixture(scope="session")
def archive():
    (path,) = DIST.glob("*.tar.xz")
    return path


@pytest.fixture(scope="session")
def tree(archive, tmp_path_factory):
    """The unpacked archive, in a folder that is not where it was built."""
    folder = tmp_path_factory.mktemp("unpacked")
    run("tar", "-C", folder, "-xf", archive)
    return folder / archive.name.removesuffix(".tar.xz")


def run(*command, **options):
    """What `command` prints; it must succeed."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_size(archive):
    assert archive.stat().st_size <= SIZE_LIMIT


def test_contents(tree):
    for file in (*BINARIES, "python/phobos/__init__.py", "include/phobos-c/Phobos.h", "LICENSE", "README.md"):
        assert (tree / file).is_file(), file
    assert list((tree / "examples").glob("*.ph"))
    assert len(list((tree / "licenses").iterdir())) == 4


@pytest.mark.parametrize("binary", BINARIES)
def test_needs_glibc_alone(tree, binary):
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", tree / binary)))
    own = {"libphobos.so"} if binary in TOOLS else set()
    assert own <= needed <= GLIBC | own


@pytest.mark.parametrize("binary", BINARIES)
def test_glibc_version(tree, binary):
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", run("readelf", "-V", tree / binary))
    assert versions
    assert max((int(major), int(minor)) for major, minor in versions) <= GLIBC_FLOOR


def test_exports_only_the_c_interface(tree):
    symbols = run("nm", "-D", "--defined-only", tree / "lib/libphobos.so").split()[2::3]
    assert "phobos_compile@@PHOBOS_0.1" in symbols
    assert [name for name in symbols if not re.fullmatch(r"phobos_\w+@@PHOBOS_0\.1", name)] == []


@pytest.fixture(scope="session")
def bare_root(tree, tmp_path_factory):
    """A root folder that holds glibc's libraries, the unpacked archive, and nothing else."""
    root = tmp_path_factory.mktemp("root")
    libraries = root / "lib/x86_64-linux-gnu"
    libraries.mkdir(parents=True)
    for name in GLIBC:
        shutil.copy(pathlib.Path("/lib/x86_64-linux-gnu", name).resolve(), libraries / name)
    (root / "lib64").symlink_to("lib/x86_64-linux-gnu")
    (root / "proc/self").mkdir(parents=True)
    shutil.copytree(tree, root / "phobos")
    return root


def run_in(root, tool, *arguments):
    """What `tool` prints with `root` as its root folder and nothing in its environment."""
    # glibc reads this link for $ORIGIN; to mount the real /proc takes rights that containers do not give.
    link = root / "proc/self/exe"
    link.unlink(missing_ok=True)
    link.symlink_to(tool)
    enter = ["chroot", root]
    if os.geteuid() != 0:
        enter = ["unshare", "--map-root-user", *enter]
        if subprocess.run([*enter[:2], "true"], check=False).returncode != 0:
            pytest.skip("neither root nor allowed to make user namespaces")
    return run(*enter, tool, *arguments, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})


def test_example_to_ptx_in_a_bare_root(bare_root):
    ptx = run_in(bare_root, "/phobos/bin/phobos-translate", "--phobos-to-ptx", "--target=sm_90a",
                 "/phobos/examples/saxpy.ph")
    assert ".target sm_90a" in ptx
    assert ".visible .entry saxpy(" in ptx


def test_tile_ir_in_a_bare_root(bare_root):
    ir = run_in(bare_root, "/phobos/bin/phobos-translate", "--import-phobos", "/phobos/examples/saxpy.ph")
    (bare_root / "saxpy.mlir").write_text(ir)
    again = run_in(bare_root, "/phobos/bin/phobos-opt", "--mlir-print-local-scope", "/saxpy.mlir")
    assert again.strip() == ir.strip()


def test_the_launcher_names_the_interpreter_alone(tree):
    symbols = run("nm", "-D", "--undefined-only", tree / "lib/_launch.abi3.so").split()
    assert not [name for name in symbols if name.startswith("phobos_")]
    program = "from phobos import native; print(native.module().Plans.__name__)"
    environment = {"PYTHONPATH": str(tree / "python"), "PATH": os.environ["PATH"]}
    assert run(sys.executable, "-c", program, cwd=tree, env=environment) == "Plans\n"


def test_python_package_finds_its_library(tree):
    program = "import phobos; k = phobos.compile('examples/saxpy.ph', target='sm_80'); print(k.ptx)"
    environment = {"PYTHONPATH": str(tree / "python"), "PATH": os.environ["PATH"]}
    assert ".target sm_80" in run(sys.executable, "-c", program, cwd=tree, env=environment)


def test_the_wheel(archive, tmp_path):
    """Installed alone, it compiles."""
    (wheel,) = archive.parent.glob("phobos-*.whl")
    run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", tmp_path, wheel)
    program = "import phobos; print(phobos.__file__, phobos.compile(open('saxpy.ph').read(), target='sm_90a').name)"
    (tmp_path / "saxpy.ph").write_text((archive.parents[1] / "examples/saxpy.ph").read_text())
    printed = run(sys.executable, "-c", program, cwd=tmp_path, env={"PATH": os.environ["PATH"], "PHOBOS_CACHE": "off"})
    assert printed.split() == [str(tmp_path / "phobos/__init__.py"), "saxpy"]
