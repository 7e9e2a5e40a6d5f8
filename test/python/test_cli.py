# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m phobos`."""

import json
import os
import pathlib
import shlex
import subprocess
import sys

import pytest

from phobos import cache
from phobos.cli import main

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAXPY = f"{ROOT}/examples/saxpy.ph"


@pytest.fixture
def run(capsys):
    """What a command prints, and its exit status."""

    def call(command):
        status = main(shlex.split(command))
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return call


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("PHOBOS_CACHE", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def test_compile(capfdbinary, tmp_path):
    for target in ("sm_80", "sm_90a"):
        assert main(["compile", SAXPY, f"--target={target}"]) == 0
        assert f".target {target}".encode() in capfdbinary.readouterr().out
    assert main(["compile", SAXPY, "--set", "BLOCK=512", "--emit=contract", "-o", str(tmp_path / "out")]) == 0
    assert json.loads((tmp_path / "out").read_text())["grid"][0] == "ceildiv(N, 512)"
    assert main(["compile", f"{ROOT}/test/python/python_kernels.py:saxpy", "--emit=tile-ir"]) == 0
    assert b"phobos.kernel @saxpy" in capfdbinary.readouterr().out


@pytest.mark.parametrize("where", ["host", "emulator"])
def test_run(run, where):
    status, out, _ = run(f"run {SAXPY} N=100 alpha=2 --on {where}")
    assert status == 0 and out.startswith(f"saxpy on {'the ' + where}\n  alpha = 2.0\n  X: f32[100], min -0.9")
    assert run(f"run {SAXPY} N=100 alpha=2 --on host")[1].splitlines()[1:] == out.splitlines()[1:]


def test_run_kernels_of_all_kinds(run):
    for command, line in ((f"{ROOT}/examples/gemm.ph M=20 N=24 K=32", "C: bf16[20 x 24]"),
                          (f"{ROOT}/examples/layernorm.ph M=3 N=8", "Y: f32[3 x 8]"),
                          (f"{ROOT}/examples/masked_softmax.ph x=64 y=64 rows=4 cols=16", "y: f32[64]"),
                          (f"{ROOT}/examples/saxpy.ph N=0", "Y: f32[0], empty"),
                          (f"{ROOT}/test/python/python_kernels.py:layernorm M=3 N=8", "Y: f32[3 x 8]")):
        status, out, err = run(f"run {command} --on host")
        assert status == 0 and line in out, err


def test_explain(run):
    assert "masks: 0 gone" in run(f"explain {SAXPY}")[1]
    assert json.loads(run(f"explain {SAXPY} --json --set BLOCK=512")[1])["kernels"][0]["kernel"] == "saxpy"
    assert "3 of 3 configurations" in run(f"explain {SAXPY} --what configs")[1]
    assert "saxpy" in run(f"explain {SAXPY} --what accesses")[1] and "saxpy" in run(f"explain {SAXPY} --what layouts")[1]


def test_stages(run):
    status, out, _ = run(f"stages {SAXPY}")
    assert status == 0 and "// -----// tile //----- //" in out and "// -----// nvvm //----- //" in out
    assert run(f"stages {SAXPY} --stage tile")[1].count("phobos.kernel") == 1


def test_tune(run, place, tmp_path):
    status, out, _ = run(f"tune {SAXPY} N=1000 --on host --plot {tmp_path}/tune.svg")
    assert status == 0 and out.startswith("saxpy on host\n") and {"BLOCK=1024", "BLOCK=512"} <= set(out.split())
    assert (tmp_path / "tune.svg").read_text().startswith("<svg")


def test_cache(run, place):
    assert run("cache ls")[1] == f"0 entries, 0 bytes in {place}\n"
    run(f"compile {SAXPY} --emit contract")
    (path, _, _), = cache.entries(place)
    out = run("cache ls")[1]
    assert path.stem[:12] in out and "saxpy" in out and "sm_90a" in out and out.splitlines()[1].startswith("1 entries")
    path.write_bytes(b"x")
    assert "damaged" in run("cache ls")[1]
    assert run("cache path")[1] == f"{place}\n"
    assert run("cache clear")[1] == f"removed 1 files of {place}\n" and not list(place.iterdir())


def test_no_cache(run):
    assert run("cache path") == (0, "off, as PHOBOS_CACHE says\n", "")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_negative_the_cache_of_another_user(run, place):
    place.mkdir()
    os.chown(place, 12345, -1)
    status, _, err = run("cache clear")
    assert status == 1 and "to belong to user 0, got user 12345" in err


@pytest.mark.parametrize("command, message", [
    ("compile nowhere.ph", "phobos: [Errno 2] No such file or directory: 'nowhere.ph'"),
    (f"compile {SAXPY} --target sm_12", "sm_12"),
    (f"compile {SAXPY} --set BLOCK", "phobos: expected NAME=NUMBER, got 'BLOCK'"),
    (f"compile {SAXPY} --set BLOCK=x", "phobos: expected NAME=NUMBER, got 'BLOCK=x'"),
    (f"compile {ROOT}/examples/layernorm.ph", "phobos: layernorm: expected values of N, as N=1024"),
    (f"run {SAXPY}", "phobos: saxpy: expected a value of N, as N=1024"),
    (f"run {SAXPY} N=3 K=4", "phobos: saxpy: expected values of N, X, Y, alpha, got K"),
    (f"run {ROOT}/test/python/python_kernels.py:nothing", "expected a @phobos.kernel called nothing, got NoneType"),
    ("run nowhere.py:k", "phobos: no file nowhere.py"),
    (f"stages {SAXPY} --stage nowhere", "phobos: expected a stage of source, tile"),
    (f"tune {SAXPY} N=3 --on emulator", "phobos: expected --on gpu or --on host"),
])
def test_negative_errors_are_told_and_the_status_is_1(run, command, message):
    status, out, err = run(command)
    assert (status, out) == (1, "") and message in err and "Traceback" not in err


def test_negative_errors_of_a_source(run, tmp_path):
    (tmp_path / "k.ph").write_text("kernel k() {\n  let x = y\n}\n")
    status, _, err = run(f"compile {tmp_path}/k.ph")
    assert status == 1 and err.startswith(f"{tmp_path}/k.ph:2:11: error: ")


def test_help_shows_an_example():
    for command in ("compile", "run", "explain", "stages", "tune", "cache"):
        done = subprocess.run([sys.executable, "-m", "phobos", command, "--help"], capture_output=True, text=True, check=True,
                              env=os.environ | {"PYTHONPATH": str(ROOT / "python")})
        assert f"example: python -m phobos {command}" in done.stdout
