# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor maps of a call: what the binder asks for, and what the library makes of it."""

import ctypes

import numpy as np
import pytest

import phobos
from contracts import contract, scalar, tensor, tensor_map
from phobos.binder import Binder, BoundTensorMap
from phobos.errors import EmulationError
from phobos.kernel import encode_tensor_maps
from phobos.library import PackedArguments, library

MAPS = [
    tensor_map("A", [16, 64], swizzle=128, l2_promotion=256),
    tensor_map("B", [32, 8], dims=[1, 0], element_strides=[1, 2], fill="nan")
]
PRODUCT = Binder(contract(tensor("A", "bf16", ["M", "K"], ["LDA", 1]), tensor("B", "f32", ["K", "N"], [1, "LDB"]),
                          scalar("n", "i32"), tensor_maps=MAPS))


def aligned(shape, dtype, offset=0):
    """An array of zeros whose address is `offset` bytes behind a multiple of 128."""
    bytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(bytes + 256, np.uint8)
    start = -memory.ctypes.data % 128 + offset
    return memory[start:start + bytes].view(dtype).reshape(shape)


def launch(a, b):
    """Of `a`, the bits of bf16, and `b`."""
    return PRODUCT.bind([phobos.typed(a, "bf16"), b, 3])


def test_maps_have_the_innermost_dim_first():
    memory_a, memory_b = aligned((100, 80), np.uint16), aligned((40, 72), np.float32)
    bound = launch(memory_a[:, :72], memory_b.T)
    a, b, *rest = bound.arguments
    assert a == BoundTensorMap("A", memory_a.ctypes.data, "bf16", (72, 100), (1, 80), (64, 16), (1, 1), 128, 0, 256, False)
    assert b == BoundTensorMap("B", memory_b.ctypes.data, "f32", (72, 40), (1, 72), (8, 32), (2, 1), 0, 0, 0, True)
    assert rest[:3] == [memory_a.ctypes.data, memory_b.ctypes.data, 3]


def test_a_map_reaches_its_tensor():
    memory_a, memory_b = aligned((100, 80), np.uint16), aligned((40, 72), np.float32)
    memory = launch(memory_a[:, :72], memory_b.T).memory
    assert memory[0] == memory[2] == ("A", memory_a.ctypes.data, (99 * 80 + 72) * 2)
    assert memory[1] == memory[3] == ("B", memory_b.ctypes.data, memory_b.nbytes)
    assert memory[4] == ("n", 0, 0)


def test_encoding_and_packing():
    bound = launch(aligned((100, 80), np.uint16)[:, :72], aligned((40, 72), np.float32).T)
    arguments = encode_tensor_maps(bound, library().emulator_encode)
    assert [len(argument) for argument in arguments[:2]] == [128, 128]
    assert arguments[2:] == bound.arguments[2:]
    packed = PackedArguments(arguments)
    pointers = (ctypes.c_void_p * packed.count).from_address(packed.address)
    for pointer, argument in zip(pointers, arguments):
        if isinstance(argument, bytes):
            assert ctypes.string_at(pointer, 128) == argument
        else:
            assert ctypes.c_uint64.from_address(pointer).value == argument


@pytest.mark.parametrize("shape", [(0, 72), (100, 0)])
def test_a_map_of_an_empty_tensor_is_zeros(shape):
    """And needs no alignment: nothing is copied of it."""
    bound = launch(np.zeros(shape, np.uint16), np.zeros((shape[1], 4), np.float32, order="F"))
    assert encode_tensor_maps(bound, library().emulator_encode)[0] == bytes(128)


def test_the_pitch_of_a_single_row_does_not_matter():
    bound = launch(aligned((1, 8), np.uint16)[:, :7], aligned((1, 8), np.float32)[:, :7].T)
    assert encode_tensor_maps(bound, library().emulator_encode)[0] != bytes(128)


@pytest.mark.parametrize("a, b, message", [
    (aligned((100, 72), np.uint16, 8), aligned((4, 72), np.float32).T,
     "A: expected an address that is a multiple of 16 for a tensor map, got 0x"),
    (aligned((100, 73), np.uint16)[:, :72], aligned((4, 72), np.float32).T,
     "A: expected strides that are a multiple of 16 bytes for a tensor map, got 146"),
    (aligned((100, 72), np.uint16), aligned((5, 73), np.float32)[:, :72].T,
     "B: expected strides that are a multiple of 16 bytes for a tensor map, got 292"),
])
def test_negative_alignment(a, b, message):
    with pytest.raises(ValueError, match=message):
        encode_tensor_maps(launch(a, b), library().emulator_encode)


def test_negative_alignment_on_a_gpu():
    """Is found without one."""
    with pytest.raises(ValueError, match="A: expected an address that is a multiple of 16 for a tensor map, got 0x"):
        encode_tensor_maps(launch(aligned((100, 72), np.uint16, 8), aligned((4, 72), np.float32).T), library().gpu_encode)


def test_negative_maps_that_only_the_emulator_lacks():
    """They are no fault of the call."""
    binder = Binder(contract(tensor("A", "u8", ["M", "N", "K"]), tensor_maps=[tensor_map("A", [1, 1, 16], interleave=16)]))
    with pytest.raises(EmulationError, match="tensor maps with an interleave are not emulated"):
        encode_tensor_maps(binder.bind([aligned((2, 2, 16), np.uint8)]), library().emulator_encode)
