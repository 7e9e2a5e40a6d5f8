# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a launch needs to know of an array, read from NumPy arrays, torch tensors, `__cuda_array_interface__`
and DLPack."""

import functools
import sys
from dataclasses import dataclass, field
from typing import Any

from . import dlpack
from .elements import BY_DTYPE_NAME, ELEMENTS


@dataclass(frozen=True)
class Array:
    """An array in memory; `strides` are in elements.

    `device` is None for the host and otherwise the ordinal of a GPU, -1 for whichever holds `pointer`.
    `stream` is the CUDA stream whose work must end before the array is used, None where there is none. `owner`, if there
    is one, must live as long as the memory is used.
    """

    pointer: int
    type: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    read_only: bool = False
    device: int | None = None
    stream: int | None = None
    owner: Any = field(default=None, compare=False)

    @property
    def span(self) -> tuple[int, int]:
        """The address of the lowest element, and the bytes from there to the end of the highest."""
        if 0 in self.shape:
            return self.pointer, 0
        bytes = ELEMENTS[self.type].bytes
        steps = [(extent - 1) * stride for extent, stride in zip(self.shape, self.strides)]
        low, high = sum(min(step, 0) for step in steps), sum(max(step, 0) for step in steps)
        return self.pointer + low * bytes, (high - low + 1) * bytes


class Typed:
    """An array of unsigned integers whose bits are elements of another type; made by `typed`."""

    def __init__(self, array, type: str):
        self.array = array
        self.type = type


def typed(array, type: str) -> Typed:
    """`array`, of u8 or u16 elements, as an array of f8e4m3, f8e5m2, f16 or bf16: for arrays whose library has no such
    type. `k(phobos.typed(bits, "bf16"))` passes the memory of `bits` itself."""
    element = ELEMENTS.get(type)
    if element is None or not element.is_float or element.bits > 16:
        raise ValueError(f"typed: expected f8e4m3, f8e5m2, f16 or bf16, got {type!r}")
    return Typed(array, type)


def describe(value) -> Array:
    """What `value` is; TypeError where it is no array that a kernel can take, ValueError where its memory is not."""
    if isinstance(value, Array):
        return value
    if isinstance(value, Typed):
        inner = describe(value.array)
        expected = f"u{ELEMENTS[value.type].bits}"
        if inner.type != expected:
            raise TypeError(f"expected an array of {expected} inside typed(…, {value.type!r}), got {inner.type}")
        return Array(inner.pointer, value.type, inner.shape, inner.strides, inner.read_only, inner.device, inner.stream)
    if _is_torch(value):
        return _describe_torch(value)
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        return _describe_numpy(value)
    interface = getattr(value, "__cuda_array_interface__", None)
    if isinstance(interface, dict):
        return _describe_cuda(interface)
    if dlpack.can_share(value):
        return _describe_shared(dlpack.share(value))
    raise TypeError(f"expected an array, got {type(value).__name__}")


def _is_torch(value: object) -> bool:
    """Whether it is a tensor of torch, which nothing here imports."""
    return isinstance(value, getattr(sys.modules.get("torch"), "Tensor", ()))


def fingerprint(value: Any) -> tuple[tuple, int, bool] | None:
    """All that `describe` says of an array on a GPU but its address, to compare; its address; and whether that says on
    which GPU it is. None where it has to be described: it is on the host, empty, or may be refused."""
    if isinstance(value, Typed):
        inner = fingerprint(value.array)
        return inner and ((value.type, inner[0]), *inner[1:])
    if _is_torch(value):
        device = value.device
        if device.type != "cuda" or _torch_obstacle(value) or not value.data_ptr():
            return None
        return (value.dtype, value.shape, value.stride(), device), value.data_ptr(), False
    interface = getattr(value, "__cuda_array_interface__", None)
    if not isinstance(interface, dict) or interface.get("mask") is not None or interface.get("stream") is not None:
        return None
    try:
        typestr, (pointer, read_only) = interface["typestr"], interface["data"]
        key = (typestr, tuple(interface["shape"]), interface.get("strides"), read_only)
        hash(key)
        if not pointer or pointer % int(typestr[2:]):
            return None
    except (KeyError, TypeError, ValueError):
        return None
    return key, pointer, True


def dense_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides, in elements, of a dense row-major array of `shape`."""
    strides = []
    step = 1
    for extent in reversed(shape):
        strides.append(step)
        step *= extent
    return tuple(reversed(strides))


class _Memory:
    """The elements of an array as NumPy sees them; nothing reads them."""

    def __init__(self, array: Array):
        bytes = ELEMENTS[array.type].bytes
        self.__array_interface__ = {
            "version": 3,
            "typestr": f"|V{bytes}",
            "shape": array.shape,
            "strides": tuple(stride * bytes for stride in array.strides),
            "data": (array.pointer, True),
        }


def overlap(first: Array, second: Array) -> bool:
    """Whether the arrays have an element's memory in common; true where that is too hard to tell."""
    if 0 in first.shape or 0 in second.shape:
        return False
    (low, bytes), (other, others) = first.span, second.span
    if low + bytes <= other or other + others <= low:
        return False
    import numpy
    one, two = (numpy.asarray(_Memory(array)) for array in (first, second))
    try:
        return numpy.shares_memory(one, two, max_work=1_000_000)
    except numpy.exceptions.TooHardError:
        return True


def _element(dtype_name: str) -> str:
    if dtype_name not in BY_DTYPE_NAME:
        raise TypeError(f"expected an array of a type that kernels know, got {dtype_name}")
    return BY_DTYPE_NAME[dtype_name]


def _element_strides(strides: tuple[int, ...], bytes: int) -> tuple[int, ...]:
    if any(stride % bytes for stride in strides):
        raise ValueError(f"expected strides in multiples of the element's {bytes} bytes, got {strides}")
    return tuple(stride // bytes for stride in strides)


@functools.cache
def _numpy_element(dtype) -> str:
    if not dtype.isnative:
        raise TypeError(f"expected native byte order, got {dtype.str}")
    return _element(dtype.name)


def _describe_numpy(array) -> Array:
    element = _numpy_element(array.dtype)
    if array.ctypes.data % array.dtype.alignment:
        raise ValueError(f"expected an address that is a multiple of {array.dtype.alignment}, got {array.ctypes.data:#x}")
    strides = dense_strides(array.shape) if array.flags.c_contiguous else _element_strides(array.strides, array.itemsize)
    return Array(array.ctypes.data, element, array.shape, strides, not array.flags.writeable)


def _torch_obstacle(tensor) -> str | None:
    """Why memory does not hold the tensor's elements one by one, if so."""
    if tensor.layout is not sys.modules["torch"].strided:
        return f"expected a strided tensor, got {tensor.layout}"
    if tensor.is_nested:
        return "expected a strided tensor, got a nested one"
    if tensor.is_neg():
        return "expected a tensor whose memory holds its elements, got one with the negative bit; call resolve_neg()"
    return None


def _describe_torch(tensor) -> Array:
    if obstacle := _torch_obstacle(tensor):
        raise TypeError(obstacle)
    if tensor.device.type not in ("cpu", "cuda"):
        raise TypeError(f"expected a tensor on the host or a GPU, got one on {tensor.device.type}")
    device = None if tensor.device.type == "cpu" else tensor.device.index
    element = _element(str(tensor.dtype).removeprefix("torch."))
    try:
        pointer = tensor.data_ptr()
    except RuntimeError:  # within vmap, say
        raise TypeError(f"expected a tensor with memory of its own, got a {type(tensor).__name__} without") from None
    return Array(pointer, element, tuple(tensor.shape), tensor.stride(), device=device)


def _describe_shared(shared: dlpack.Shared) -> Array:
    bytes = ELEMENTS[shared.type].bytes
    if shared.pointer % bytes:
        raise ValueError(f"expected an address that is a multiple of {bytes}, got {shared.pointer:#x}")
    strides = dense_strides(shared.shape) if shared.strides is None else shared.strides
    return Array(shared.pointer, shared.type, shared.shape, strides, False, shared.device, shared.stream, shared.owner)


_KIND_WORDS = {"f": "float", "i": "int", "u": "uint"}


def _describe_cuda(interface: dict) -> Array:
    """Of version 3 of the interface, or an older one: https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html"""
    try:
        typestr, shape = interface["typestr"], tuple(map(int, interface["shape"]))
        pointer, read_only = interface["data"]
    except (KeyError, TypeError, ValueError) as error:
        raise TypeError(f"expected a whole __cuda_array_interface__, got one that lacks or misstates {error}") from None
    if interface.get("mask") is not None:
        raise TypeError("expected an array without a mask, got a masked one")
    order, kind, size = typestr[:1], typestr[1:2], typestr[2:]
    if order == ">" and size != "1" or not size.isdigit():
        raise TypeError(f"expected native byte order, got {typestr}")
    element = _element("bool" if kind == "b" else f"{_KIND_WORDS.get(kind, kind)}{int(size) * 8}")
    bytes = ELEMENTS[element].bytes
    strides = interface.get("strides")
    strides = dense_strides(shape) if strides is None else _element_strides(tuple(strides), bytes)
    if len(strides) != len(shape):
        raise TypeError(f"expected {len(shape)} strides in __cuda_array_interface__, got {len(strides)}")
    pointer = pointer or 0
    if pointer % bytes:
        raise ValueError(f"expected an address that is a multiple of {bytes}, got {pointer:#x}")
    return Array(pointer, element, shape, strides, bool(read_only), -1, interface.get("stream"))
