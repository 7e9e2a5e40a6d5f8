# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On a GPU: the hand-written matrix products for Hopper, through tensor maps of the launcher, give exact results, as
they do in the emulator (test/Integration/Emulator/test_hopper_matmul.py)."""

import os
import pathlib
import subprocess

import hopper_matmul
import numpy as np
import pytest
from example_runs import has_gpu
from hopper_matmul import Config

from phobos.binder import BoundTensorMap
from phobos.gpu import GpuArray
from phobos.library import library

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "bin" if (ROOT / "bin").is_dir() else "build/bin")
SM_90 = 90


def to_bf16(values):
    """The bits of small integers as bf16."""
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def tensor_map(name, array, extents, box):
    return BoundTensorMap(name, array.__cuda_array_interface__["data"][0], "bf16", extents, (1, extents[0]), box, (1, 1), 128, 0,
                          128, False)


def compile_ptx(config, folder):
    source = folder / "matmul.mlir"
    source.write_text(hopper_matmul.write(config))
    return subprocess.run([TOOLS / "phobos-translate", "--mlir-to-ptx", "--target=sm_90a", source], capture_output=True,
                          check=True).stdout


@pytest.mark.parametrize("order", ["nk", "kn"])
@pytest.mark.parametrize("cluster", [1, 2])
@pytest.mark.parametrize("size", [(256, 512, 512), (1024, 768, 192)])
def test_results_are_exact(order, cluster, size, tmp_path):
    if not has_gpu() or library().gpu_info(0)[1] != SM_90:
        pytest.skip("no GPU of compute capability 9.0")
    config, (m, n, k) = Config(order, cluster), size
    rng = np.random.default_rng(m + n)
    a, b = rng.integers(-1, 2, (m, k)), rng.integers(-1, 2, (n, k))
    arrays = {
        "a": GpuArray(to_bf16(a)),
        "b": GpuArray(to_bf16(b if order == "nk" else b.T)),
        "c": GpuArray(np.full((m, n), 0x7fff, np.uint16))
    }
    maps = [tensor_map(name, arrays[name], *shape) for name, shape in config.tensor_maps(m, n, k).items()]
    kernel = library().gpu_load(0, compile_ptx(config, tmp_path), "matmul", config.shared_bytes)
    arguments = [*(library().gpu_encode(map) for map in maps), m, n, k]
    kernel.launch(arguments, (4, 1, 1), (hopper_matmul.THREADS, 1, 1), 0)
    assert (from_bf16(arrays["c"].numpy()) == a @ b.T).all()
