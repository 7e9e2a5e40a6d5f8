# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensor maps of a call: what the binder asks for, and what the library makes of it."""

import ctypes

import numpy as np
import pytest

import phobos
from contracts import contract, repack, scalar, tensor, tensor_map
from phobos.binder import Binder, BoundTensorMap
from phobos.errors import ContractError, EmulationError
from phobos.compiled import encode_tensor_maps
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


def repacking(bytes="M * 512", **changes):
    """A kernel of two maps of A, as it lies and transposed, whose copies have rows of 128 bytes or a multiple."""
    maps = [
        tensor_map("A", [16, 64], repack=repack(2, "i16", bytes)),
        tensor_map("A", [16, 32], repack=repack(2, "i16", bytes), name="again") | changes
    ]
    return Binder(contract(tensor("A", "bf16", ["M", "K"], ["LDA", 1]), tensor_maps=maps))


def test_repack_of_a_pitch():
    memory = aligned((100, 75), np.uint16)
    bound = repacking().bind([phobos.typed(memory[:, :70], "bf16")])
    copy, = bound.repacks  # for both maps
    assert (copy.name, copy.arguments, copy.strides, copy.bytes) == ("A", (0, 1), (128, 1), 51200)
    launch = copy.bind(4096)
    # Addresses, extents, and the pitches of source and target, in elements.
    assert launch.arguments == (memory.ctypes.data, 4096, 100, 70, 75, 128)
    assert launch.memory[:2] == (("source", memory.ctypes.data, (99 * 75 + 70) * 2), ("target", 4096, (99 * 128 + 70) * 2))
    a, again = bound.repacked([4096]).arguments[:2]
    assert (a.address, a.type, a.extents, a.strides, a.box) == (4096, "bf16", (70, 100), (1, 128), (64, 16))
    assert (again.address, again.strides, again.box) == (4096, (1, 128), (32, 16))
    assert bound.repacked([4096]).memory[0] == ("A", 4096, 51200)


def test_repack_of_an_address():
    bound = repacking().bind([phobos.typed(aligned((100, 64), np.uint16, 2), "bf16")])
    assert [(copy.arguments, copy.strides) for copy in bound.repacks] == [((0, 1), (64, 1))]


def test_repack_in_the_map_s_order():
    """A map of columns copies columns; one of rows keeps its own copy."""
    maps = [tensor_map("A", [32, 8, 16], dims=[2, 0, 1], repack=repack(3, "i32", "M * N * 512"))]
    binder = Binder(contract(tensor("A", "f32", ["M", "K", "N"], ["S0", 1, "S2"]), tensor_maps=maps))
    memory = aligned((5, 3, 70), np.float32)  # dims N, M and K
    copy, = binder.bind([memory.transpose(1, 2, 0)]).repacks
    assert (copy.source.shape, copy.source.strides) == ((5, 3, 70), (210, 70, 1))
    assert (copy.strides, copy.bytes) == ((288, 96, 1), 7680)


def test_no_repack():
    """Of what a map can describe: also of one row with any pitch, and of nothing at any address."""
    for array in (aligned((100, 72), np.uint16), aligned((1, 75), np.uint16)[:, :70], np.zeros((0, 75), np.uint16),
                  aligned((3, 0), np.uint16, 2)):
        assert repacking().bind([phobos.typed(array, "bf16")]).repacks == ()


def test_negative_repack_with_too_few_bytes():
    with pytest.raises(ContractError, match="expected at least 25600 'bytes' in 'repack' of A_map, got 100"):
        repacking("M").bind([phobos.typed(aligned((100, 75), np.uint16), "bf16")])


def test_negative_a_copy_that_cannot_be_launched():
    maps = [tensor_map("A", [16, 64], repack=repack(2, "i16", "M * 128"))]
    maps[0]["repack"]["contract"]["grid"] = ["0 - 1", "1", "1"]
    binder = Binder(contract(tensor("A", "bf16", ["M", "K"], ["LDA", 1]), tensor_maps=maps))
    bound = binder.bind([phobos.typed(aligned((4, 7), np.uint16), "bf16")])
    with pytest.raises(ValueError, match="A: cannot copy it into aligned rows: grid x: expected 0 or more blocks"):
        bound.repacks[0].bind(4096)
