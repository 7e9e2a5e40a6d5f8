# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A driver that is made up: it writes down what is launched. And arrays that lie on its GPUs."""

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p, py_object

from phobos.library import GpuKernel, library

LAUNCH = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(c_uint32), POINTER(c_uint32), c_void_p, c_void_p, c_void_p)
GPU_OF_ADDRESS = ctypes.CFUNCTYPE(c_int, c_uint64, POINTER(c_int), c_void_p)


class FakeDriver:
    """Stands in for phobos_gpu_launch. `read` gives the value of a contract's argument at an address. Addresses below 2^20
    are on GPU 0, others on GPU 1."""

    def __init__(self, monkeypatch, read):
        self.launches, self.fails = [], False  # (kernel, values, grid, threads, stream)
        self._read, self._contracts = read, []
        self._callback = LAUNCH(self._launch)
        monkeypatch.setattr(library()._library, "phobos_gpu_launch", self._callback)
        self._asked = GPU_OF_ADDRESS(self._gpu_of_address)
        monkeypatch.setattr(library()._library, "phobos_gpu_of_address", self._asked)

    def kernel(self, contract):
        """A kernel that is loaded; its handle says which."""
        self._contracts.append(contract)
        kernel = GpuKernel.__new__(GpuKernel)
        kernel._owner, kernel._kernel = library(), c_void_p(len(self._contracts))
        return kernel

    @staticmethod
    def _gpu_of_address(address, gpu, error):
        gpu[0] = int(address >= 1 << 20)
        return 0

    def _launch(self, handle, grid, threads, stream, arguments, error):
        if self.fails:
            return 1
        contract = self._contracts[handle - 1]
        pointers = (c_void_p * len(contract.arguments)).from_address(arguments)
        values = [self._read(argument, pointer) for argument, pointer in zip(contract.arguments, pointers)]
        self.launches.append((contract.kernel, values, tuple(grid[:3]), tuple(threads[:3]), stream or 0))
        return 0


class FakeArray:

    def __init__(self, shape, address, typestr="<f4", strides=None, read_only=False):
        self.shape, self.address, self.strides, self.bytes = shape, address, strides, int(typestr[2:])
        self.interface = {"shape": shape, "typestr": typestr, "data": (address, read_only), "strides": strides, "version": 3}

    @property
    def __cuda_array_interface__(self):  # of the type, as those of CuPy and Numba
        return self.interface

    def move(self, address):
        self.address = address
        self.interface["data"] = (address, False)


class DLTensor(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("rank", c_int32), ("code", c_uint8),
                ("bits", c_uint8), ("lanes", c_uint16), ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)),
                ("byte_offset", c_uint64)]


DESCRIBE = ctypes.PYFUNCTYPE(c_int, py_object, POINTER(DLTensor))
CURRENT_STREAM = ctypes.PYFUNCTYPE(c_int, c_int32, c_int32, POINTER(c_void_p))
STREAM = 4711  # on which arrays with an exchange are worked on


class Exchange(ctypes.Structure):
    _fields_ = [("major", c_uint32), ("minor", c_uint32), ("previous", c_void_p), ("unused", c_void_p * 3),
                ("describe", DESCRIBE), ("current_stream", CURRENT_STREAM)]


def _describe(array, out):
    tensor, rank = out.contents, len(array.shape)
    tensor.data, tensor.byte_offset = array.address - 16, 16
    tensor.device_type, tensor.device_id, tensor.rank = 2, int(array.address >= 1 << 20), rank
    tensor.code, tensor.bits, tensor.lanes = 2, array.bytes * 8, 1
    array.lists = [(c_int64 * rank)(*array.shape)]
    tensor.shape = ctypes.cast(array.lists[0], POINTER(c_int64))
    tensor.strides = None
    if array.strides:
        array.lists.append((c_int64 * rank)(*(stride // array.bytes for stride in array.strides)))
        tensor.strides = ctypes.cast(array.lists[1], POINTER(c_int64))
    return 0


def _current_stream(device_type, device_id, out):
    out[0] = STREAM
    return 0


_NAME = b"dlpack_exchange_api"


def capsule(major, previous=None):
    """An exchange of DLPack's `major` version, beside which `previous` is offered."""
    exchange = Exchange(major, 0, ctypes.addressof(previous) if previous else None, (c_void_p * 3)(), DESCRIBE(_describe),
                        CURRENT_STREAM(_current_stream))
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = py_object, [c_void_p, c_char_p, c_void_p]
    made = new(ctypes.addressof(exchange), _NAME, None)
    return made, exchange


class FakeTensor(FakeArray):
    """A FakeArray that describes itself in C as well, as torch's tensors do."""

    __dlpack_c_exchange_api__, _exchange = capsule(1)
    negative, asked = False, 0

    def is_neg(self):
        """Whether memory holds the elements' negatives."""
        self.asked += 1
        return self.negative
