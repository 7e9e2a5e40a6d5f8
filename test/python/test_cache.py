# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cache on disk."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import phobos
from phobos import cache
from phobos.library import Library, build_id, library

SOURCE = """fn f(x) { return x + 1 }
kernel k(X: tensor<f32>[4], Y: tensor<f32>[4]) {
  Y[0 :+ 4] = f(X[0 :+ 4]) * 3
}
"""
ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An empty cache of its own."""
    monkeypatch.setenv("PHOBOS_CACHE", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


@pytest.fixture
def compilations(monkeypatch):
    """The targets that the library compiled for."""
    targets, compile = [], Library.compile

    def counted(self, source, name, options):
        targets.append(options["target"])
        return compile(self, source, name, options)

    monkeypatch.setattr(Library, "compile", counted)
    return targets


def ptx(source=SOURCE, **options):
    return phobos.compile(source, **{"target": "sm_90a"} | options).ptx


def test_what_is_on_disk_is_not_compiled_again(place, compilations):
    first = ptx()
    assert compilations == ["sm_90a"]
    kernel = phobos.compile(SOURCE, target="sm_90a")
    assert kernel.ptx == first and kernel.name == "k" and kernel.contract["target"] == "sm_90a"
    assert compilations == ["sm_90a"]
    assert "phobos.kernel" in kernel.tile_ir and "nvvm" in kernel.stages["nvvm"]  # asked for, so it is compiled after all
    assert compilations == ["sm_90a"] * 2


def test_a_kernel_for_any_target(place, compilations):
    for _ in range(2):
        y = np.zeros(4, np.float32)
        phobos.compile(SOURCE)(np.arange(4, dtype=np.float32), y)
        assert y.tolist() == [3, 6, 9, 12]
    assert compilations == ["none", "host", "host"]  # what runs on the host is in memory alone


PROGRAM = """import sys, numpy, phobos
x, y = (numpy.arange(4, dtype="float32") for _ in range(2))
kernel = phobos.compile(sys.argv[1], file_name="k.ph")
kernel(x, y)
print(y.tolist(), len(phobos.compile(sys.argv[1], file_name="k.ph", target="sm_90a").ptx))
"""


def in_a_process(source, **environment):
    done = subprocess.run([sys.executable, "-c", PROGRAM, source], capture_output=True, text=True, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT / "python")} | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_this_process(source):
    y = np.zeros(4, np.float32)
    phobos.compile(source)(np.arange(4, dtype=np.float32), y)
    return str(y.tolist())


@pytest.mark.parametrize("run", [in_this_process, in_a_process])
def test_b23_a_helper_and_a_constant_change(place, run):
    for old, new, expected in (("x + 1", "x + 1", [3, 6, 9, 12]), ("x + 1", "x + 2", [6, 9, 12, 15]),
                               ("x + 1 }", "x + 2 }", [6, 9, 12, 15]), ("* 3", "* 5", [5, 10, 15, 20])):
        assert run(SOURCE.replace(old, new)).startswith(str([float(y) for y in expected]))


def test_the_key(place, monkeypatch):
    """All that the code depends on is in it: two entries of different hashes for each change."""
    source = SOURCE.replace("kernel k", "@autotune(T in [1, 2])\nkernel k").replace("* 3", "* T")
    changes = [{}, {"target": "sm_80"}, {"settings": {"T": 2}}, {"file_name": "other.ph"}, {"passes": "cse"},
               {"debug_bounds": True}, {"lint": "off"}, {"source": source + "\n"}, {"kernel": "k"}]
    for number, change in enumerate(changes, 1):
        ptx(**{"source": source} | change)
        assert len(list(cache.entries(place))) == number, change
    monkeypatch.setattr(library(), "build_id", "another compiler")
    ptx(source)
    assert len(list(cache.entries(place))) == len(changes) + 1


def test_the_identity_of_a_library(tmp_path):
    own = build_id(library().path)
    read = subprocess.run(["readelf", "-n", library().path], capture_output=True, text=True, check=False).stdout
    if "Build ID" in read:
        assert own in read
    assert len(own) == 40 and library().build_id.endswith(own)
    copy = tmp_path / "copy.so"
    copy.write_bytes(library().path.read_bytes())
    assert build_id(copy) == own


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[:40], lambda data: b"{}" * 99,
                                    lambda data: data.replace(b".visible", b".visiblf"), lambda data: data + b" "])
def test_damaged_entries_are_rebuilt(place, compilations, damage):
    expected = ptx()
    (path, _, _), = cache.entries(place)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert ptx() == expected and compilations == ["sm_90a"] * 2
    assert path.read_bytes() == whole


def test_entries_that_other_versions_wrote_are_not_read(place, compilations):
    """Whole, but with other fields."""
    ptx()
    (path, _, entry), = cache.entries(place)
    text = entry.encode().partition(b"\n")[2].partition(b"\n")[2]
    fields = json.loads(text) | {"cubin": ""}
    text = json.dumps(fields).encode()
    path.write_bytes(b"phobos cache 1\n" + hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
    ptx()
    assert len(compilations) == 2


def test_the_folder_is_private(place):
    place.mkdir(mode=0o777)
    place.chmod(0o777)
    ptx()
    assert place.stat().st_mode & 0o777 == 0o700
    assert all(status.st_mode & 0o077 == 0 for _, status, _ in cache.entries(place))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_negative_the_folder_of_another_user_is_refused(place, compilations):
    place.mkdir()
    os.chown(place, 12345, -1)
    with pytest.warns(phobos.CacheWarning, match=r"expected .*kernels to belong to user 0, got user 12345; set PHOBOS_CACHE"):
        assert ".entry k(" in ptx()
    ptx()
    assert compilations == ["sm_90a"] * 2 and not list(place.iterdir())


def test_negative_a_folder_that_cannot_be_made(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PHOBOS_CACHE", str(tmp_path / "file" / "kernels"))
    with pytest.warns(phobos.CacheWarning, match="kernels are not kept on disk: .*Not a directory"):
        assert ".entry k(" in ptx()


def test_where_it_is(monkeypatch, tmp_path):
    monkeypatch.setenv("PHOBOS_CACHE", "off")
    assert cache.folder() is None
    monkeypatch.delenv("PHOBOS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "phobos"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache/phobos"


def test_processes_at_once(place):
    """Each finds nothing or a whole entry, and none leaves a part behind."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        outputs = set(pool.map(in_a_process, [SOURCE] * 8))
    assert len(outputs) == 1
    assert all(entry for _, _, entry in cache.entries(place))
    assert not [path for path in place.iterdir() if path.name.startswith(".tmp")]


def test_the_oldest_go_where_there_are_too_many(place, monkeypatch):
    for number in range(4):
        ptx(SOURCE.replace("* 3", f"* {number}"))
        for path, *_ in cache.entries(place):
            os.utime(path, ns=(path.stat().st_mtime_ns - 10**9,) * 2)
    sizes = [status.st_size for _, status in cache.files(place)]
    monkeypatch.setattr(cache, "_MOST_BYTES", sum(sizes))
    kept = {path.name for path, _ in sorted(cache.files(place), key=lambda file: file[1].st_mtime)[1:]}
    ptx(SOURCE.replace("* 3", "* 9"))
    left = {path.name for path, _ in cache.files(place)}
    assert kept < left and len(left) == 4


def test_warnings_are_kept(place):
    source = "kernel k(A: tensor<f32>[M, N], B: tensor<f32>[M, 1]) {\n" \
             "  B[ctx.block.x * 4 :+ 4, :] = rowmax(A[ctx.block.x * 4 :+ 4, 0 :+ 64])\n}\n"
    for _ in range(2):
        with pytest.warns(phobos.CompileWarning, match="<source>:2:"):
            phobos.compile(source)
