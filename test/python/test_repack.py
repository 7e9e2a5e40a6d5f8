# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Persistent kernels whose tensor maps are of copies, where arrays are not aligned: from the compiler to the results of
the emulator."""

import numpy as np
import pytest

import hopper_launch
import phobos
from hopper_launch import EMPTY, from_bf16, place, round_up
from hopper_matmul import Config
from phobos import workspace

M, N = 256, 512  # four tiles


@pytest.fixture(scope="module")
def matmul():
    return hopper_launch.compile()


def emulate(kernel, k, pitch_a, offset_a, pitch_b, offset_b, **options):
    """Whether the product has the right bits."""
    rng = np.random.default_rng(k)
    a, b = rng.integers(-1, 2, (M, k)), rng.integers(-1, 2, (N, k))
    c = place(np.zeros((M, N)), N, 0)
    c[:] = EMPTY
    arrays = [place(a, pitch_a, offset_a), place(b, pitch_b, offset_b), c]
    kernel.emulate(*(phobos.typed(array, "bf16") for array in arrays), M, N, round_up(k, 64), **options)
    return (from_bf16(c) == a @ b.T).all()


@pytest.mark.parametrize("k, pitch_a, offset_a, pitch_b, offset_b", [
    (128, 128, 0, 128, 0),  # nothing is copied
    (100, 100, 0, 100, 0),  # both, by their pitch
    (100, 104, 1, 104, 0),  # A, by its address
    (99, 104, 0, 99, 3),  # B, by its pitch and its address
    (1, 1, 1, 1, 1),
])
def test_products_of_any_rows_are_exact(matmul, k, pitch_a, offset_a, pitch_b, offset_b):
    assert emulate(matmul, k, pitch_a, offset_a, pitch_b, offset_b)


@pytest.mark.parametrize("blocks", [1, 2, 3, 4, 100])
def test_any_number_of_blocks_does_all_pieces_of_work(matmul, blocks):
    assert emulate(matmul, 65, 65, 0, 65, 0, blocks=blocks, seed=blocks)


def test_blocks_come_in_clusters():
    assert emulate(hopper_launch.compile(Config(cluster=2)), 65, 65, 0, 65, 0, blocks=3)


def test_workspaces_are_aligned_and_hold_no_data():
    with workspace.on_host([100, 7]) as addresses:
        assert all(address % 128 == 0 for address in addresses)
        for address, bytes in zip(addresses, (100, 7)):
            memory = np.ctypeslib.as_array((np.ctypeslib.ctypes.c_uint8 * bytes).from_address(address))
            assert (memory == 0xff).all()


def test_the_contract_names_the_kernel_and_its_copy(matmul):
    assert matmul.name == "matmul"
    assert matmul.contract["requires"] == ["persistent", "repack"]
    assert matmul.contract["persistent"] == {"blocks_per_multiprocessor": 1}
    a, b, c = matmul.contract["tensor_maps"]
    assert "repack" not in c
    assert a["repack"] == b["repack"] | {"bytes": "M * ceildiv(K * 2, 128) * 128"}
    assert [param["name"] for param in a["repack"]["contract"]["params"]] == ["source", "target"]
    for name in ("matmul", a["repack"]["contract"]["kernel"]):
        assert f".entry {name}(" in matmul.ptx


def test_negative_what_a_copy_does_not_mend(matmul):
    """Is refused by the parameter's name before anything runs."""
    a, b, c = place(np.zeros((M, 64)), 64, 0), place(np.zeros((64, M)), M, 1).T, place(np.zeros((M, M)), M, 1)
    with pytest.raises(ValueError, match="B: expected stride 1 in dim 1, got 256"):
        matmul.emulate(*(phobos.typed(array, "bf16") for array in (a, b, c)), M, M, 64)
    with pytest.raises(ValueError, match="C: expected an address that is a multiple of 16 for a tensor map, got 0x"):
        matmul.emulate(*(phobos.typed(array, "bf16") for array in (a, a, c)), M, M, 64)


def test_negative_no_blocks(matmul):
    with pytest.raises(ValueError, match="blocks: expected 1 or more, got 0"):
        emulate(matmul, 64, 64, 0, 64, 0, blocks=0)


def test_negative_code_of_threads_runs_on_a_gpu_only():
    with pytest.raises(phobos.CompileError, match="x.mlir: error: expected a GPU as 'target' for code of threads, got 'host'"):
        phobos.compile(hopper_launch.write(), target="host", file_name="x.mlir")


def test_negative_no_kernel_for_the_copies():
    with pytest.raises(phobos.CompileError, match="x.mlir:1:1: error: expected a kernel 'copy' with 'phobos.helper_of' = @kernels, "
                       "which a tensor map's 'repack' names"):
        phobos.compile(hopper_launch.write(copy=""), target="sm_90a", file_name="x.mlir")
