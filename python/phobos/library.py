# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libphobos.so through ctypes: one Python method for each function of phobos-c/Phobos.h, phobos-c/Emulator.h,
phobos-c/Runtime.h and phobos-c/TensorMap.h.

ctypes releases the interpreter's lock during a call, and the library's calls
share no state, so threads compile and launch at once.
"""

import ctypes
import functools
import json
import os
import pathlib
import threading
import weakref
from collections.abc import Sequence
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import cast

from .binder import BoundTensorMap
from .build_id import build_id
from .errors import CompileError, DriverError, EmulationError, Error, LibraryError
from .version import __version__

_ENCODED_TENSOR_MAP_BYTES = 128
_TEXT, _ERROR = POINTER(c_void_p), POINTER(c_void_p)
_COMPILED, _BUFFER = c_void_p, c_void_p

# Parameter types; those that return no status name their result type first.
_STATUS_FUNCTIONS = {
    "phobos_compile": (c_char_p, c_char_p, c_char_p, POINTER(c_void_p), _ERROR),
    "phobos_module_warnings": (_COMPILED, _TEXT, _ERROR),
    "phobos_module_contract": (_COMPILED, _TEXT, _ERROR),
    "phobos_module_tile_ir": (_COMPILED, _TEXT, _ERROR),
    "phobos_module_ptx": (_COMPILED, _TEXT, _ERROR),
    "phobos_module_cubin": (_COMPILED, _TEXT, POINTER(c_size_t), _ERROR),
    "phobos_module_stages": (_COMPILED, _TEXT, _ERROR),
    "phobos_host_run": (_COMPILED, c_void_p, c_size_t, POINTER(c_int64), _ERROR),
    "phobos_emulate": (_COMPILED, c_void_p, c_void_p, c_size_t, POINTER(c_int64), c_char_p, _ERROR),
    "phobos_run_pipeline": (c_char_p, c_char_p, c_char_p, c_char_p, _TEXT, _ERROR),
    "phobos_explain_masks": (c_char_p, c_char_p, c_char_p, c_char_p, _TEXT, _ERROR),
    "phobos_explain_accesses": (c_char_p, c_char_p, c_char_p, c_char_p, _TEXT, _ERROR),
    "phobos_explain_layouts": (c_char_p, c_char_p, c_char_p, c_char_p, _TEXT, _ERROR),
    "phobos_explain_configs": (c_char_p, c_char_p, c_char_p, c_char_p, _TEXT, _ERROR),
    "phobos_dump_ast": (c_char_p, c_char_p, _TEXT, _ERROR),
    "phobos_tensor_map_check": (c_void_p, _ERROR),
    "phobos_emulator_encode_tensor_map": (c_void_p, c_void_p, _ERROR),
    "phobos_gpu_encode_tensor_map": (c_void_p, c_void_p, _ERROR),
    "phobos_gpu_count": (POINTER(c_int), _ERROR),
    "phobos_gpu_info": (c_int, _TEXT, POINTER(c_int), _ERROR),
    "phobos_gpu_multiprocessors": (c_int, POINTER(c_int), _ERROR),
    "phobos_gpu_of_address": (c_uint64, POINTER(c_int), _ERROR),
    "phobos_gpu_load": (c_int, c_char_p, c_size_t, c_char_p, c_uint32, POINTER(c_void_p), _ERROR),
    "phobos_gpu_launch": (c_void_p, POINTER(c_uint32), POINTER(c_uint32), c_void_p, c_void_p, _ERROR),
    "phobos_gpu_allow_overlap": (c_void_p, POINTER(c_uint32), c_int, _ERROR),
    "phobos_gpu_count_clusters": (c_void_p, POINTER(c_uint32), POINTER(c_uint32), POINTER(c_int), _ERROR),
    "phobos_gpu_synchronize": (c_int, c_void_p, _ERROR),
    "phobos_gpu_allocate": (c_int, c_size_t, POINTER(c_uint64), _ERROR),
    "phobos_gpu_free": (c_int, c_uint64, _ERROR),
    "phobos_gpu_allocate_async": (c_int, c_size_t, c_void_p, POINTER(c_uint64), _ERROR),
    "phobos_gpu_free_async": (c_int, c_uint64, c_void_p, _ERROR),
    "phobos_gpu_copy_in": (c_int, c_uint64, _BUFFER, c_size_t, _ERROR),
    "phobos_gpu_copy_out": (c_int, _BUFFER, c_uint64, c_size_t, _ERROR),
    "phobos_gpu_copy_within": (c_int, c_uint64, c_uint64, c_size_t, _ERROR),
    "phobos_gpu_wait": (c_int, _ERROR),
    "phobos_gpu_stream_create": (c_int, POINTER(c_void_p), _ERROR),
    "phobos_gpu_stream_free": (c_int, c_void_p, _ERROR),
    "phobos_gpu_capture_begin": (c_int, c_void_p, _ERROR),
    "phobos_gpu_capture_end": (c_int, c_void_p, POINTER(c_void_p), _ERROR),
    "phobos_gpu_graph_launch": (c_int, c_void_p, c_void_p, _ERROR),
    "phobos_gpu_graph_free": (c_int, c_void_p, _ERROR),
    "phobos_gpu_event_create": (c_int, POINTER(c_void_p), _ERROR),
    "phobos_gpu_event_free": (c_int, c_void_p, _ERROR),
    "phobos_gpu_event_record": (c_int, c_void_p, c_void_p, _ERROR),
    "phobos_gpu_event_seconds": (c_int, c_void_p, c_void_p, POINTER(c_double), _ERROR),
}
_OTHER_FUNCTIONS = {
    "phobos_version": (c_char_p,),
    "phobos_string_free": (None, c_void_p),
    "phobos_module_free": (None, c_void_p),
    "phobos_gpu_kernel_free": (None, c_void_p),
}


def candidates() -> list[pathlib.Path]:
    """Where the library is looked for: PHOBOS_LIBRARY alone if set; else in the package, as a wheel has it, and beside it,
    as an archive and a source tree do."""
    if named := os.environ.get("PHOBOS_LIBRARY"):
        return [pathlib.Path(named)]
    package = pathlib.Path(__file__).resolve().parent
    root = package.parents[1]
    return [package / "lib/libphobos.so"] + [root / folder / "libphobos.so" for folder in ("lib", "build/lib", "build-ship/lib")]


_lock = threading.Lock()


def library() -> "Library":
    """The library, loaded at the first call; LibraryError where that fails."""
    with _lock:
        return _load()


@functools.cache
def _load() -> "Library":
    paths = candidates()
    for path in paths:
        if path.exists():
            return Library(path)
    raise LibraryError("libphobos.so not found: looked for " + ", ".join(map(str, paths)) +
                       "; build it, or set PHOBOS_LIBRARY to its path")


class PackedArguments:
    """The values of a kernel's arguments in memory, and pointers to each, as a launch takes them. A number takes 64 bits,
    an encoded tensor map is bytes."""

    def __init__(self, values: Sequence[int | bytes]):
        count = len(values)
        self._numbers = (c_uint64 * count)(*(0 if isinstance(value, bytes) else value for value in values))
        self._maps = {at: ctypes.create_string_buffer(value, len(value))
                      for at, value in enumerate(values) if isinstance(value, bytes)}
        start = ctypes.addressof(self._numbers)
        self._pointers = (c_void_p * count)(*range(start, start + 8 * count, 8))
        for at, buffer in self._maps.items():
            self._pointers[at] = ctypes.addressof(buffer)
        self.count = count
        self.address = ctypes.addressof(self._pointers)

    def set(self, values: Sequence[int | bytes]) -> None:
        """Other values, with tensor maps where those before had them."""
        for at, buffer in self._maps.items():
            buffer.raw = cast(bytes, values[at])
        numbers = [0 if isinstance(value, bytes) else value for value in values] if self._maps else values
        self._numbers[:] = cast("list[c_uint64 | int]", numbers)


class _Buffer(ctypes.Structure):
    """PhobosBuffer."""

    _fields_ = [("name", c_char_p), ("start", c_void_p), ("bytes", c_size_t)]


class _TensorMap(ctypes.Structure):
    """PhobosTensorMap."""

    _fields_ = [("address", c_uint64), ("type", c_char_p), ("rank", c_uint32), ("extents", c_uint64 * 5),
                ("strides", c_uint64 * 5), ("box", c_uint32 * 5), ("element_strides", c_uint32 * 5),
                ("swizzle", c_uint32), ("interleave", c_uint32), ("l2_promotion", c_uint32), ("fills_with_nan", c_uint32)]


def _tensor_map(map: BoundTensorMap) -> _TensorMap:
    lists = [tuple(values[:5]) for values in (map.extents, map.strides, map.box, map.element_strides)]
    return _TensorMap(map.address, map.type.encode(), len(map.extents), *lists, map.swizzle, map.interleave,
                      map.l2_promotion, map.fills_with_nan)


class Library:
    """The loaded library. Failures of the compiler raise CompileError, those of the CUDA driver DriverError."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        try:
            self._library = ctypes.CDLL(str(path))
            for name, (result, *argtypes) in _OTHER_FUNCTIONS.items():
                function = getattr(self._library, name)
                function.restype, function.argtypes = result, argtypes
            self._check_version()
            for name, parameters in _STATUS_FUNCTIONS.items():
                getattr(self._library, name).argtypes = parameters
        except (OSError, AttributeError) as error:
            # The loader's texts begin with the path themselves.
            raise LibraryError(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None

    @functools.cached_property
    def build_id(self) -> str:
        """What tells this library from every other one."""
        return f"{__version__} {build_id(self.path)}"

    def _check_version(self) -> None:
        version = self._library.phobos_version().decode()
        if version.split(".")[:2] != __version__.split(".")[:2]:
            raise LibraryError(f"{self.path}: expected version {__version__}, as this Python package is, got {version}")

    def _call(self, error_type: type, function: str, *arguments) -> None:
        error = c_void_p()
        if getattr(self._library, function)(*arguments, byref(error)) != 0:
            raise error_type(self._take(error).rstrip())

    def _take(self, text: c_void_p) -> str:
        return self._take_bytes(text, None).decode(errors="replace")

    def _take_bytes(self, text: c_void_p, size: int | None) -> bytes:
        try:
            return ctypes.string_at(text.value, -1 if size is None else size) if text.value else b""
        finally:
            self._library.phobos_string_free(text)

    def _text(self, error_type: type, function: str, *arguments) -> str:
        text = c_void_p()
        self._call(error_type, function, *arguments, byref(text))
        return self._take(text)

    def compile(self, source: bytes, file_name: str, options: dict) -> "Module":
        module = c_void_p()
        self._call(CompileError, "phobos_compile", source, os.fsencode(file_name), json.dumps(options).encode(),
                   byref(module))
        return Module(self, module)

    def run_pipeline(self, source: bytes, file_name: str, options: dict, pipeline: str) -> str:
        return self._text(CompileError, "phobos_run_pipeline", source, os.fsencode(file_name),
                          json.dumps(options).encode(), pipeline.encode())

    def explain(self, what: str, source: bytes, file_name: str, options: dict, format: str) -> str:
        """The report about "masks", "accesses", "layouts" or "configs"."""
        return self._text(CompileError, f"phobos_explain_{what}", source, os.fsencode(file_name),
                          json.dumps(options).encode(), format.encode())

    def dump_ast(self, source: bytes, file_name: str) -> dict:
        """The tree of `.ph` text, in the form that docs/AST.md describes."""
        return json.loads(self._text(CompileError, "phobos_dump_ast", source, os.fsencode(file_name)))

    def check_tensor_map(self, map: BoundTensorMap) -> None:
        """ValueError where no GPU has such a map."""
        try:
            self._call(ValueError, "phobos_tensor_map_check", byref(_tensor_map(map)))
        except ValueError as error:
            raise ValueError(f"{map.name}: {error}") from None

    def emulator_encode(self, map: BoundTensorMap) -> bytes:
        return self._encode(EmulationError, "phobos_emulator_encode_tensor_map", map)

    def gpu_encode(self, map: BoundTensorMap) -> bytes:
        return self._encode(DriverError, "phobos_gpu_encode_tensor_map", map)

    def _encode(self, error_type: type, function: str, map: BoundTensorMap) -> bytes:
        encoded = ctypes.create_string_buffer(_ENCODED_TENSOR_MAP_BYTES)
        self._call(error_type, function, byref(_tensor_map(map)), encoded)
        return encoded.raw

    def gpu_count(self) -> int:
        count = c_int()
        self._call(DriverError, "phobos_gpu_count", byref(count))
        return count.value

    def gpu_info(self, gpu: int) -> tuple[str, int]:
        """The GPU's name, and 10 * major + minor of its compute capability."""
        name, capability = c_void_p(), c_int()
        self._call(DriverError, "phobos_gpu_info", gpu, byref(name), byref(capability))
        return self._take(name), capability.value

    def gpu_multiprocessors(self, gpu: int) -> int:
        count = c_int()
        self._call(DriverError, "phobos_gpu_multiprocessors", gpu, byref(count))
        return count.value

    def gpu_of_address(self, address: int) -> int:
        gpu = c_int()
        self._call(DriverError, "phobos_gpu_of_address", address, byref(gpu))
        return gpu.value

    def gpu_load(self, gpu: int, image: bytes, name: str, shared_bytes: int) -> "GpuKernel":
        kernel = c_void_p()
        self._call(DriverError, "phobos_gpu_load", gpu, image, len(image), name.encode(), shared_bytes, byref(kernel))
        return GpuKernel(self, kernel)

    @property
    def launch_functions(self) -> tuple[int, int, int, type]:
        """The addresses of phobos_gpu_launch, phobos_gpu_of_address and phobos_string_free, and the exception for what
        the first refuses."""
        launch, gpu_of_address, free = (ctypes.cast(getattr(self._library, name), c_void_p).value or 0 for name in
                                        ("phobos_gpu_launch", "phobos_gpu_of_address", "phobos_string_free"))
        return launch, gpu_of_address, free, DriverError

    def gpu_synchronize(self, gpu: int, stream: int) -> None:
        self._call(DriverError, "phobos_gpu_synchronize", gpu, stream)

    def gpu_allocate(self, gpu: int, bytes: int) -> int:
        address = c_uint64()
        self._call(DriverError, "phobos_gpu_allocate", gpu, bytes, byref(address))
        return address.value

    def gpu_free(self, gpu: int, address: int) -> None:
        self._call(DriverError, "phobos_gpu_free", gpu, address)

    def gpu_allocate_async(self, gpu: int, bytes: int, stream: int) -> int:
        address = c_uint64()
        self._call(DriverError, "phobos_gpu_allocate_async", gpu, bytes, stream, byref(address))
        return address.value

    def gpu_free_async(self, gpu: int, address: int, stream: int) -> None:
        self._call(DriverError, "phobos_gpu_free_async", gpu, address, stream)

    def gpu_copy_in(self, gpu: int, to: int, source: int, bytes: int) -> None:
        self._call(DriverError, "phobos_gpu_copy_in", gpu, to, source, bytes)

    def gpu_copy_out(self, gpu: int, to: int, source: int, bytes: int) -> None:
        self._call(DriverError, "phobos_gpu_copy_out", gpu, to, source, bytes)

    def gpu_copy_within(self, gpu: int, to: int, source: int, bytes: int) -> None:
        self._call(DriverError, "phobos_gpu_copy_within", gpu, to, source, bytes)

    def gpu_wait(self, gpu: int) -> None:
        """For all that is queued there."""
        self._call(DriverError, "phobos_gpu_wait", gpu)

    def gpu_stream_create(self, gpu: int) -> int:
        stream = c_void_p()
        self._call(DriverError, "phobos_gpu_stream_create", gpu, byref(stream))
        return stream.value or 0

    def gpu_stream_free(self, gpu: int, stream: int) -> None:
        self._call(DriverError, "phobos_gpu_stream_free", gpu, stream)

    def gpu_capture_begin(self, gpu: int, stream: int) -> None:
        self._call(DriverError, "phobos_gpu_capture_begin", gpu, stream)

    def gpu_capture_end(self, gpu: int, stream: int) -> int:
        """A graph of what was recorded."""
        graph = c_void_p()
        self._call(DriverError, "phobos_gpu_capture_end", gpu, stream, byref(graph))
        return graph.value or 0

    def gpu_graph_launch(self, gpu: int, graph: int, stream: int) -> None:
        self._call(DriverError, "phobos_gpu_graph_launch", gpu, graph, stream)

    def gpu_graph_free(self, gpu: int, graph: int) -> None:
        self._call(DriverError, "phobos_gpu_graph_free", gpu, graph)

    def gpu_event_create(self, gpu: int) -> int:
        event = c_void_p()
        self._call(DriverError, "phobos_gpu_event_create", gpu, byref(event))
        return event.value or 0

    def gpu_event_free(self, gpu: int, event: int) -> None:
        self._call(DriverError, "phobos_gpu_event_free", gpu, event)

    def gpu_event_record(self, gpu: int, event: int, stream: int) -> None:
        self._call(DriverError, "phobos_gpu_event_record", gpu, event, stream)

    def gpu_event_seconds(self, gpu: int, start: int, end: int) -> float:
        """Waits for `end`; the seconds since `start`."""
        seconds = c_double()
        self._call(DriverError, "phobos_gpu_event_seconds", gpu, start, end, byref(seconds))
        return seconds.value


class Module:
    """A compiled kernel of the library."""

    def __init__(self, library: Library, module: c_void_p):
        self._owner = library
        self._module = module
        weakref.finalize(self, library._library.phobos_module_free, module)

    def text(self, what: str) -> str:
        """`what` is "warnings", "contract", "tile_ir", "ptx" or "stages"."""
        return self._owner._text(CompileError, f"phobos_module_{what}", self._module)

    def cubin(self) -> bytes:
        data, size = c_void_p(), c_size_t()
        self._owner._call(CompileError, "phobos_module_cubin", self._module, byref(data), byref(size))
        return self._owner._take_bytes(data, size.value)

    def host_run(self, arguments: Sequence[int], grid: tuple[int, int, int]) -> None:
        packed = PackedArguments(arguments)
        self._owner._call(Error, "phobos_host_run", self._module, packed.address, packed.count,
                          (c_int64 * 3)(*grid))

    def emulate(self, arguments: Sequence[int | bytes], memory: Sequence[tuple[str, int, int]],
                grid: tuple[int, int, int], options: dict) -> None:
        """Runs GPU code on the CPU. `memory` is, for each argument, a name, and the address and size of what it may
        reach; EmulationError where there are faults."""
        packed = PackedArguments(arguments)
        buffers = (_Buffer * len(memory))(*(_Buffer(name.encode(), start, bytes) for name, start, bytes in memory))
        self._owner._call(EmulationError, "phobos_emulate", self._module, packed.address, ctypes.addressof(buffers),
                          packed.count, (c_int64 * 3)(*grid), json.dumps(options).encode())


class GpuKernel:
    """A kernel that is loaded on a GPU."""

    def __init__(self, library: Library, kernel: c_void_p):
        self._owner = library
        self._kernel = kernel
        weakref.finalize(self, library._library.phobos_gpu_kernel_free, kernel)

    @property
    def handle(self) -> int:
        return self._kernel.value or 0

    def launch(self, arguments: Sequence[int | bytes], grid: tuple[int, int, int], threads: tuple[int, int, int],
               stream: int) -> None:
        self.launch_packed(PackedArguments(arguments), self.dim3(grid), self.dim3(threads), stream)

    @staticmethod
    def dim3(sizes: tuple[int, int, int]) -> ctypes.Array:
        return (c_uint32 * 3)(*sizes)

    def allow_overlap(self, threads: tuple[int, int, int], persistent: bool) -> None:
        """Launches may begin before what was queued ahead of them has ended, where they fill the GPU."""
        self._owner._call(DriverError, "phobos_gpu_allow_overlap", self._kernel, self.dim3(threads), persistent)

    def count_clusters(self, cluster: tuple[int, int, int], threads: tuple[int, int, int]) -> int:
        """How many clusters run at the same time."""
        count = c_int()
        self._owner._call(DriverError, "phobos_gpu_count_clusters", self._kernel, self.dim3(cluster), self.dim3(threads),
                          byref(count))
        return count.value

    def launch_packed(self, arguments: PackedArguments, grid: ctypes.Array, threads: ctypes.Array, stream: int) -> None:
        self._owner._call(DriverError, "phobos_gpu_launch", self._kernel, grid, threads, stream, arguments.address)
