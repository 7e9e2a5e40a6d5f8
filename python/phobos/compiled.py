# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel for one target, and what a launch of it needs."""

import functools
import math
import os
import sys
import threading
from collections.abc import Callable, Iterable

from . import cache, workspace
from .arrays import Typed
from .binder import Binder, BoundTensorMap, Launch
from .contract import Contract, parse_contract
from .errors import Error
from .library import GpuKernel, Module, library
from .plan import Recipe, make_recipe
from .source import Source


class Compiled:
    """`source` compiled for `target`: "host", a GPU, or "none", which only checks it. Threads may share it."""

    def __init__(self, source: Source, target: str):
        self._source, self._target = source, target
        # What runs on the host is in memory alone, so that it is compiled in every process.
        entry = cache.find(source, target) if target != "host" else None
        if entry is None:
            entry = self._compile()
        self.contract_text, self.warnings, self.ptx = entry.contract, entry.warnings, entry.ptx
        self.contract = parse_contract(self.contract_text)
        self.binder = Binder(self.contract, lambda address: library().gpu_of_address(address))
        self._loaded: dict[int, dict[str, GpuKernel]] = {}
        self._lock = threading.Lock()

    @functools.cached_property
    def module(self) -> Module:
        """The library's, with all that it can tell; compiled now, if the rest came from the cache."""
        options = self._source.options | {"target": self._target}
        return library().compile(self._source.text, self._source.name, options)

    def _compile(self) -> cache.Entry:
        is_gpu = self._target not in ("host", "none")
        contract = self.module.text("contract")
        entry = cache.Entry(parse_contract(contract).kernel, self._target, os.fspath(self._source.name), contract,
                            self.module.text("warnings"), self.module.text("ptx") if is_gpu else "")
        if self._target != "host":
            cache.keep(self._source, self._target, entry)
        return entry

    def on_gpu(self, gpu: int) -> dict[str, GpuKernel]:
        """The kernel and its helpers on `gpu`, by name; loaded at the first use there."""
        with self._lock:
            if gpu not in self._loaded:
                self._loaded[gpu] = {contract.kernel: self._load(gpu, contract)
                                     for contract in (self.contract, *self.contract.helpers)}
            return self._loaded[gpu]

    def _load(self, gpu: int, contract: Contract) -> GpuKernel:
        kernel = library().gpu_load(gpu, self.ptx.encode(), contract.kernel, contract.shared_bytes)
        if self.contract.overlap:
            kernel.allow_overlap(contract.threads, contract.persistent is not None)
        return kernel

    def launch(self, launch: Launch, gpu: int, stream: int, torch) -> None:
        """Queues `launch`, and the copies that it needs before. `torch` is the module, if arrays are of it."""
        kernels, grid = self.on_gpu(gpu), self._grid(launch, gpu)
        with workspace.on_gpu([repack.bytes for repack in launch.repacks], gpu, stream, torch) as addresses:
            # All that can be refused is, before anything runs.
            copies = [repack.bind(address) for repack, address in zip(launch.repacks, addresses)]
            arguments = encode_tensor_maps(launch.repacked(addresses), library().gpu_encode)
            for repack, copy in zip(launch.repacks, copies):
                contract = repack.repack.contract
                kernels[contract.kernel].launch(copy.numbers, copy.grid, contract.threads, stream)
            kernels[self.contract.kernel].launch(arguments, grid, self.contract.threads, stream)

    def _grid(self, launch: Launch, gpu: int) -> tuple[int, int, int]:
        if self.contract.persistent is None:
            return launch.grid
        return self.contract.blocks(launch.grid, self._most_blocks(gpu, self.contract.persistent))

    def _most_blocks(self, gpu: int, of_multiprocessor: int) -> int:
        """How many blocks of the kernel, a persistent one, run at the same time."""
        cluster, kernel = self.contract.cluster, self.on_gpu(gpu)[self.contract.kernel]
        if cluster == (1, 1, 1):
            return of_multiprocessor * _multiprocessors(gpu)
        return kernel.count_clusters(cluster, self.contract.threads) * math.prod(cluster)

    def recipe(self, launch: Launch, gpu: int, torch) -> Recipe:
        """To launch the same again."""
        return make_recipe(self.contract, self.on_gpu(gpu), launch, self._grid(launch, gpu), gpu, torch)

    def emulate(self, launch: Launch, blocks: int, options: dict) -> None:
        """Likewise in the emulator, with at most `blocks` of a persistent kernel."""
        grid = self.contract.blocks(launch.grid, blocks)
        with workspace.on_host([repack.bytes for repack in launch.repacks]) as addresses:
            copies = [repack.bind(address) for repack, address in zip(launch.repacks, addresses)]
            launch_on_copies = launch.repacked(addresses)
            arguments = encode_tensor_maps(launch_on_copies, library().emulator_encode)
            for repack, copy in zip(launch.repacks, copies):
                self.module.emulate(copy.numbers, copy.memory, copy.grid,
                                    options | {"kernel": repack.repack.contract.kernel})
            self.module.emulate(arguments, launch_on_copies.memory, grid, options)


def encode_tensor_maps(launch: Launch, encode: Callable[[BoundTensorMap], bytes]) -> tuple[int | bytes, ...]:
    """The arguments of a launch, with tensor maps encoded; ValueError where no GPU has such a map."""

    def encoded(argument: int | BoundTensorMap) -> int | bytes:
        if isinstance(argument, int):
            return argument
        try:
            return encode(argument)
        except Error:
            library().check_tensor_map(argument)  # names the tensor, if it is at fault
            raise

    return tuple(map(encoded, launch.arguments))


@functools.cache
def target_of(gpu: int) -> str:
    """The target whose code `gpu` runs best: its own, or else the newest whose PTX it accepts."""
    name, capability = library().gpu_info(gpu)
    if capability < 80:
        raise Error(f"GPU {gpu}, {name}: expected compute capability 8.0 or more, got {capability / 10}")
    own = {90: "sm_90a", 100: "sm_100a"}
    return own.get(capability, "sm_89" if capability >= 89 else "sm_80")


@functools.cache
def _multiprocessors(gpu: int) -> int:
    return library().gpu_multiprocessors(gpu)


def torch_of(values: Iterable):
    """The module torch where one of `values` is a tensor of it, else None."""
    torch = sys.modules.get("torch")
    tensor = getattr(torch, "Tensor", None)
    arrays = (value.array if isinstance(value, Typed) else value for value in values)
    return torch if tensor and any(isinstance(array, tensor) for array in arrays) else None
