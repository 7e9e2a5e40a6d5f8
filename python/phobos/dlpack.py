# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of libraries that share theirs by DLPack: https://dmlc.github.io/dlpack/latest/python_spec.html"""

import ctypes
from ctypes import POINTER, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any

#: Where DLPack's devices are: on the host, or on a GPU.
_HOST, _CUDA = (1, 3), (2, 13)
#: The default stream that waits for all others, which is that of launches of arrays that name none.
_LEGACY_STREAM = 1
#: The element types by DLPack's code and bits.
_TYPES = {(0, 8): "i8", (0, 16): "i16", (0, 32): "i32", (0, 64): "i64", (1, 8): "u8", (1, 16): "u16", (1, 32): "u32",
          (1, 64): "u64", (2, 16): "f16", (2, 32): "f32", (2, 64): "f64", (4, 16): "bf16", (6, 8): "bool", (10, 8): "f8e4m3",
          (12, 8): "f8e5m2"}


class _DLTensor(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("rank", c_int32), ("code", c_uint8),
                ("bits", c_uint8), ("lanes", c_uint16), ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)),
                ("byte_offset", c_uint64)]


@dataclass(frozen=True)
class Shared:
    """What a library says of an array; `owner` must live as long as the memory is used. `strides` is None where dense."""

    pointer: int
    type: str
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None
    device: int | None
    stream: int | None
    owner: Any


def can_share(value: Any) -> bool:
    return hasattr(value, "__dlpack__") and hasattr(value, "__dlpack_device__")


def share(value: Any) -> Shared:
    """TypeError where it is on no host or GPU, or of a type that kernels do not know, ValueError where the library
    refuses to share it."""
    kind, number = value.__dlpack_device__()
    if kind not in (*_HOST, *_CUDA):
        raise TypeError(f"expected an array on the host or a GPU, got one on DLPack's device of kind {int(kind)}")
    stream = _LEGACY_STREAM if kind in _CUDA else None
    try:
        capsule = value.__dlpack__(stream=stream) if stream else value.__dlpack__()
    except (BufferError, RuntimeError) as error:
        raise ValueError(f"expected an array that its library shares, got: {error}") from None
    tensor = _DLTensor.from_address(_get_pointer(capsule, b"dltensor"))
    element = _TYPES.get((tensor.code, tensor.bits)) if tensor.lanes == 1 else None
    if element is None:
        raise TypeError(f"expected an array of a type that kernels know, got DLPack's type of code {tensor.code}, "
                        f"{tensor.bits} bits and {tensor.lanes} lanes")
    shape = tuple(tensor.shape[:tensor.rank]) if tensor.rank else ()
    strides = tuple(tensor.strides[:tensor.rank]) if tensor.strides and tensor.rank else None
    return Shared((tensor.data or 0) + tensor.byte_offset, element, shape, strides, number if kind in _CUDA else None, stream,
                  capsule)


_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype, _get_pointer.argtypes = c_void_p, [ctypes.py_object, ctypes.c_char_p]
