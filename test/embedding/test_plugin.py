# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The plugin: each pass and pipeline of the registry does in mlir-opt what it does in phobos-opt."""

import functools
import pathlib
import re
import shlex
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWN = ROOT / "build/bin/phobos-opt"
PLUGIN = ROOT / "build/lib/libPhobosPlugin.so"
(LLVM,) = re.findall(r"^LLVM_DIR:[A-Z]*=(.*)/lib/cmake/llvm$", (ROOT / "build/CMakeCache.txt").read_text(), re.MULTILINE)
DEBIAN = [LLVM + "/bin/mlir-opt", f"--load-dialect-plugin={PLUGIN}", f"--load-pass-plugin={PLUGIN}"]


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@functools.cache
def registered(*tool):
    """The names of Phobos's passes and pipelines in the program's registry."""
    _, text, _ = run(*tool, "--help")
    return set(re.findall(r"^ +--(phobos-[\w-]+) ", text, re.MULTILINE))


def invocations():
    """(file, arguments) of each run of phobos-opt in the lit tests, those that passes are documented by first."""
    files = sorted((ROOT / "test").rglob("*.mlir"), key=lambda path: (path.name != "documented.mlir", path))
    for path in files:
        commands = re.sub(r"\\\n", " ", "\n".join(re.findall(r"RUN: (.*)", path.read_text())))
        for command in re.findall(r"\bphobos-opt ([^|&;>\n]*)", commands):
            command = re.sub(r" -o /dev/null| --?verify-diagnostics| 2$", "", command)
            if "%" not in command.replace("%s", ""):
                yield path, command


KERNEL = ROOT / "test/Tools/plugin.mlir"
# Pipelines are tested through phobos-translate, with the files of their stages.
CASES = {name: (KERNEL, f"%s --pass-pipeline='builtin.module({name})'")
         for name in ("phobos-tile-pipeline", "phobos-thread-to-nvvm-pipeline", "phobos-to-host", "phobos-to-nvvm")}
for _path, _command in invocations():
    for _name in re.findall(r"phobos-[a-z0-9-]+", _command):
        CASES.setdefault(_name, (_path, _command))


def as_pipeline(command, path):
    """The arguments with flags of passes as one --pass-pipeline: options of a plugin's passes come too late to be flags."""
    passes, others = [], []
    for argument in shlex.split(command.replace("%s", str(path))):
        name, _, options = argument.lstrip("-").partition("=")
        is_pass = argument.startswith("-") and (name in registered(OWN) or name in ("canonicalize", "cse", "symbol-dce"))
        if is_pass:
            passes.append(f"{name}{{{options}}}" if options else name)
        else:
            others.append(argument)
    return others + ([f"--pass-pipeline=builtin.module({','.join(passes)})"] if passes else [])


def test_every_pass_and_pipeline_is_there():
    names = registered(OWN)
    assert len(names) > 30
    assert names == registered(*DEBIAN)


@pytest.mark.parametrize("name", sorted(registered(OWN)))
def test_does_what_it_does_in_phobos_opt(name):
    assert name in CASES, f"expected a lit test that runs {name} by phobos-opt"
    path, command = CASES[name]
    arguments = as_pipeline(command, path)
    expected = run(OWN, *arguments)
    assert expected[1] or expected[2]
    assert run(*DEBIAN, *arguments) == expected


def test_the_pass_plugin_loads_what_passes_make():
    """Of dialects of which no op is in the input."""
    code, out, err = run(*DEBIAN, KERNEL, "--pass-pipeline=builtin.module(phobos-to-nvvm{target=sm_80})")
    assert code == 0, err
    assert "llvm.func @double(" in out


def test_wants_its_own_mlir():
    """By the name of the library: a program on another MLIR has none of that name, so that the loader refuses the plugin."""
    _, text, _ = run("readelf", "--dynamic", PLUGIN)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    (version,) = re.findall(r"LLVM version (\d+\.\d+)", run(DEBIAN[0], "--version")[1])
    assert f"libMLIR.so.{version}" in needed


def test_loaded_twice():
    assert run(*DEBIAN, *DEBIAN[1:], KERNEL) == run(OWN, KERNEL)


@pytest.mark.parametrize("kind, what", [("dialect", "dialect and ops"), ("pass", "passes")])
def test_a_program_with_another_build_inside(kind, what):
    """It says so, and goes on with its own."""
    code, out, err = run(OWN, f"--load-{kind}-plugin={PLUGIN}", KERNEL)
    assert f"expected a program without Phobos's {what}, got one that has them from another build" in err
    assert (code, out) == run(OWN, KERNEL)[:2]
