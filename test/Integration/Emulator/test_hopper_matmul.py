# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The hand-written matrix products for Hopper in the emulator: exact results without faults in any order of threads and
of asynchronous work, and with any one line wrong, a fault or a wrong result."""

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "test" / "python"))

import hopper_matmul  # noqa: E402
from hopper_matmul import Config  # noqa: E402

TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
M, N, K = 256, 512, 512
BLOCKS = 2  # for four tiles, so that each goes through its stages again
PATTERN = 4093  # values that an array repeats: a prime number, so that no two rows are alike


def values(seed):
    """Small integers: every product and sum of them is exact in f32, and in bf16 what is stored."""
    return np.random.default_rng(seed).integers(-1, 2, PATTERN)


def matrix(seed, rows, columns):
    return np.resize(values(seed), rows * columns).reshape(rows, columns)


def argument(shape, box, data):
    text = ",".join(str(value) for value in data)
    rows, columns = shape
    return f"map:bf16:{rows}x{columns}:box={box[1]}x{box[0]}:swizzle=128:{rows * columns}={text}"


def expected(config):
    a = matrix(1, M, K).astype(np.float64)
    b = matrix(2, N, K).T if config.b_order == "nk" else matrix(2, K, N)
    return a @ b


def emulate(text, config, folder, *options):
    """The emulator's result as a matrix, or None, and what it reports."""
    file = folder / "kernel.mlir"
    file.write_text(text)
    data = {"a": values(1), "b": values(2), "c": [7]}
    maps = [argument(extents[::-1], box, data[name]) for name, (extents, box) in config.tensor_maps(M, N, K).items()]
    command = [
        TOOLS / "phobos-emulate", f"--block={hopper_matmul.THREADS}", f"--grid={BLOCKS}", f"--shared={config.shared_bytes}",
        *options, file, *maps, *(f"i32:{extent}" for extent in (M, N, K))
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    found = re.search(r"arg2: (.*)", done.stdout)
    result = np.array(found[1].split(), dtype=np.float64).reshape(M, N) if found else None
    return result, done.stderr


def is_right(result, config):
    return result is not None and (result == expected(config)).all()


@pytest.mark.parametrize("order", ["nk", "kn"])
@pytest.mark.parametrize("cluster", [1, 2])
def test_results_are_exact(order, cluster, tmp_path):
    config = Config(order, cluster)
    for options in ([], ["--seed=1"], ["--seed=2"], ["--seed=3"]):
        result, report = emulate(hopper_matmul.write(config), config, tmp_path, *options)
        assert report == "", options
        assert is_right(result, config), options


class Broken:
    """A kernel's text, to be broken in one place."""

    def __init__(self, text):
        self.lines = text.split("\n")

    def find(self, pattern, count=0):
        return [index for index, line in enumerate(self.lines) if re.search(pattern, line)][count]

    def constant(self, number, kind="i32"):
        return re.match(r"%\w+", self.lines[self.find(rf"= arith\.constant {number} : {kind}$")])[0]

    def drop(self, *places):
        found = {self.find(*place) for place in places}
        return "\n".join(line for index, line in enumerate(self.lines) if index not in found)

    def swap(self, pattern, count, old, new):
        index = self.find(pattern, count)
        assert re.search(old, self.lines[index]), self.lines[index]
        broken = re.sub(old, new, self.lines[index], count=1)
        return "\n".join([*self.lines[:index], broken, *self.lines[index + 1:]])

    def add_constant(self, number, kind="i32"):
        """A constant that the kernel lacks."""
        name = f"%new{number}_{kind}".replace("-", "_")
        self.lines.insert(self.find(r"= arith\.constant"), f"{name} = arith.constant {number} : {kind}")
        return name


WAIT, NAMED, RELEASE = r"try_wait\.parity", r"nvvm\.barrier id", r"mbarrier\.arrive\.shared::"
# What each does to the kernel with blocks of their own.
SINGLE = {
    "the full barrier is not waited for": lambda k: k.drop((WAIT, 1)),
    "the empty barrier is not waited for": lambda k: k.drop((WAIT, 0)),
    "the full barrier is waited for with a wrong parity": lambda k: k.swap(WAIT, 1, "%parity_ck", k.constant(1)),
    "no barrier behind mbarrier.init": lambda k: k.drop((r"^nvvm\.barrier$", )),
    "no fences behind mbarrier.init": lambda k: k.drop((r"fence\.mbarrier\.init", ), (r"fence\.proxy", 0)),
    "no barrier before the first stmatrix": lambda k: k.drop((NAMED, 0)),
    "no barrier behind the first stmatrix": lambda k: k.drop((NAMED, 1)),
    "no barrier before the second stmatrix": lambda k: k.drop((NAMED, 2)),
    "no barrier behind the second stmatrix": lambda k: k.drop((NAMED, 3)),
    "no proxy fence before the first TMA store": lambda k: k.drop((r"fence\.proxy", 1)),
    "no proxy fence before the second TMA store": lambda k: k.drop((r"fence\.proxy", 2)),
    "the staging is not waited for, first half": lambda k: k.drop((r"wait_group 0 \{read\}", 0)),
    "the staging is not waited for, second half": lambda k: k.drop((r"wait_group 0 \{read\}", 1)),
    "no commit of the second TMA store": lambda k: k.drop((r"bulk\.commit", 1)),
    "no wait for the stores at the end": lambda k: k.drop((r"bulk\.wait_group 0$", )),
    "no wgmma.wait_group in the loop": lambda k: k.drop((r"wgmma\.wait\.group\.sync\.aligned 1", )),
    "one product too many may go on": lambda k: k.swap(r"wgmma\.wait\.group", 0, "1$", "2"),
    "the last products are not waited for": lambda k: k.swap(r"wgmma\.wait_group\.sync", 0, "aligned 0", "aligned 1"),
    "no wgmma.fence": lambda k: k.drop((r"wgmma\.fence", )),
    "no wgmma.commit_group": lambda k: k.drop((r"wgmma\.commit", )),
    "a warp too few counts": lambda k: k.swap(r"mbarrier\.init", 3, k.constant(8), k.add_constant(7)),
    "a warp too many counts": lambda k: k.swap(r"mbarrier\.init", 3, k.constant(8), k.add_constant(9)),
    "fewer bytes are expected": lambda k: k.swap(r"expect_tx", 0, k.constant(49152), k.add_constant(32768)),
    "more bytes are expected": lambda k: k.swap(r"expect_tx", 0, k.constant(49152), k.add_constant(49168)),
    "no release in the loop": lambda k: k.drop((RELEASE, 0)),
    "release of the stage in use": lambda k: k.swap(r"muli %last_ck", 0, "%last_ck", "%stage_ck"),
    "a TMA coordinate off by a little": lambda k: k.swap(r"muli %step_pk", 0, "muli", "addi"),
    "a step of B's descriptor too far": lambda k: k.swap(r"arith\.addi .* : i64", 3, k.constant(2, "i64"), k.constant(4, "i64")),
    "a descriptor outside": lambda k: k.swap(r"arith\.andi .* : i32", 0, "andi", "ori"),
    "no swizzle of the staging": lambda k: k.swap(r"arith\.xori", -1, "xori", "addi"),
    "a named barrier of too many threads": lambda k: k.swap(NAMED, 1, k.constant(128), k.constant(256)),
    "both warp groups at one named barrier": lambda k: k.swap(NAMED, 0, r"id = %\w+", f"id = {k.constant(1)}"),
}
# The same of two blocks that load B for each other.
CLUSTER = {
    "no barrier of the cluster": lambda k: k.drop((r"cluster\.arrive", ), (r"cluster\.wait", )),
    "a block's barrier in place of the cluster's": lambda k: Broken(k.drop((r"cluster\.arrive", ))).swap(
        r"cluster\.wait", 0, r"nvvm\.cluster.*", "nvvm.barrier"),
    "no waiting for the other block at the end": lambda k: k.drop((WAIT, 1)),
    "the empty barrier is not waited for": lambda k: k.drop((WAIT, 0)),
    "the full barrier is not waited for": lambda k: k.drop((WAIT, 2)),
    "no release of the other block's stage, in the loop": lambda k: k.drop((RELEASE, 1)),
    "no release of the other block's stage, at the end": lambda k: k.drop((RELEASE, 3)),
    "both releases of the own stage": lambda k: k.swap(r"mapa", 1, k.constant(1), k.constant(0)),
    "B goes to one block": lambda k: k.swap(r"multicast_mask", 0, k.constant(3, "i16"), k.add_constant(1, "i16")),
    "B goes to the own block": lambda k: k.swap(r"multicast_mask", 0, r"multicast_mask = %\w+ ", ""),
    "the other block's warps do not count": lambda k: k.swap(r"mbarrier\.init", 1, k.constant(16), k.constant(8)),
}
BREAKS = [*((1, name, change) for name, change in SINGLE.items()), *((2, name, change) for name, change in CLUSTER.items())]


@pytest.mark.parametrize("cluster,name,change", BREAKS, ids=lambda part: str(part) if not callable(part) else "")
def test_every_broken_line_is_found(cluster, name, change, tmp_path):
    config = Config(cluster=cluster)
    broken = change(Broken(hopper_matmul.write(config)))
    result, report = emulate(broken, config, tmp_path)
    assert "cannot emulate" not in report
    assert "error: " in report or not is_right(result, config)
