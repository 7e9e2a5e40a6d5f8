# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling a kernel, and calling it."""

import functools
import json
import operator
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping

from . import workspace
from .arrays import Typed
from .binder import Binder, BoundTensorMap, Launch
from .contract import Contract, parse_contract
from .errors import CompileError, Error
from .library import GpuKernel, library
from .plan import Plan, Plans, can_be_kept
from .signature import Signature, read_signature


class CompileWarning(UserWarning):
    """A kernel compiled, but the compiler warned about it."""


def _settings(settings: Mapping[str, int]) -> dict[str, int]:
    """The values of autotune names, checked: TypeError where one is no integer."""
    if not isinstance(settings, Mapping):
        raise TypeError(f'settings: expected a mapping of names to integers, as {{"TM": 64}}, got {settings!r}')
    for name, value in settings.items():
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise TypeError(f"settings: expected an integer for {name}, got {value!r}")
    return {str(name): operator.index(value) for name, value in settings.items()}


def compile(source: str | os.PathLike, target: str | None = None, kernel: str | None = None,
            settings: Mapping[str, int] | None = None, file_name: str | None = None, passes: str | None = None,
            lint: str | None = None, debug_bounds: bool = False) -> "Kernel":
    """Compiles one kernel.

    `source` is the path of a `.ph` file, or of a `.mlir` file of tile IR, or source text: a str that holds a newline or
    a brace is text. `file_name` names text in diagnostics; a name that ends in .mlir makes it tile IR.
    `target` is "host", a GPU such as "sm_90a", or None: the kernel then runs where the arrays of a call are.
    `kernel` picks one where the source holds several. `settings` fixes autotune names and those of @specialize, as
    {"TM": 64}; those of @specialize that it leaves open take their values from each call: see SpecializedKernel.

    `passes` is a pass pipeline in the form of phobos-opt, such as "canonicalize,cse", that runs on the tile IR before
    the target's own. `lint` says what becomes of likely mistakes at bounds: "warn", which makes CompileWarnings and is
    the default, "error" or "off".

    With `debug_bounds` the kernel checks what the language never masks, points and slices `A[s:]`: on the host a call
    raises Error where one is outside of its array, before it is touched, on a GPU the kernel traps.

    Raises CompileError with every diagnostic as file:line:col, OSError where the file cannot be read.
    """
    text, name = _read(source, file_name)
    options = {}
    if kernel is not None:
        options["kernel"] = kernel
    if settings:
        options["settings"] = _settings(settings)
    if passes:
        options["passes"] = passes
    if debug_bounds:
        options["debug_bounds"] = True
    if lint:
        options["lint"] = lint
    if signature := read_signature(text, name, kernel, options.get("settings", {})):
        return SpecializedKernel(text, name, options, target, signature)
    return Kernel(text, name, options, target)


class _Explanation(dict):
    """A report as JSON, whose str() is the table."""

    def __init__(self, text: bytes, name: str, options: dict):
        super().__init__(json.loads(library().explain(self._what, text, name, options, "json")))
        self._source = (text, name, options)

    def __str__(self) -> str:
        return library().explain(self._what, *self._source, "text")


class MaskExplanation(_Explanation):
    """Why every mask is there, or is not: the JSON that docs/Masks.md describes; str() gives the table."""

    _what = "masks"


class AccessExplanation(_Explanation):
    """How each access moves its elements, and why not better: the JSON that docs/Layout.md describes; str() gives the
    table."""

    _what = "accesses"


class LayoutExplanation(_Explanation):
    """Which thread holds what of each tile, and why tiles move: the JSON that docs/Layout.md describes; str() gives the
    tables."""

    _what = "layouts"


class ConfigExplanation(_Explanation):
    """Which combinations of `@autotune`'s choices a GPU can run, and why not the others: the JSON that docs/Tuning.md
    describes; str() gives the table."""

    _what = "configs"

    @property
    def legal(self) -> list[dict[str, int]]:
        """The settings of those that it can run."""
        return [config["settings"] for kernel in self["kernels"] for config in kernel["configs"] if config["legal"]]


def explain_masks(source: str | os.PathLike, target: str = "sm_90a", kernel: str | None = None,
                  settings: Mapping[str, int] | None = None, file_name: str | None = None) -> MaskExplanation:
    """Says of each access of a source why its masks are there or are not, after the tile stage of the GPU `target`.

    Arguments are as for `compile`; without `kernel`, all kernels of the source are explained. Print the result for a
    table.
    """
    return MaskExplanation(*_explained(source, target, kernel, settings, file_name))


def explain_accesses(source: str | os.PathLike, target: str = "sm_90a", kernel: str | None = None,
                     settings: Mapping[str, int] | None = None, file_name: str | None = None) -> AccessExplanation:
    """Says of each access of a source how its elements move between memory and the threads of the GPU `target`, and why
    not in a better way. Arguments are those of `explain_masks`."""
    return AccessExplanation(*_explained(source, target, kernel, settings, file_name))


def explain_layouts(source: str | os.PathLike, target: str = "sm_90a", kernel: str | None = None,
                    settings: Mapping[str, int] | None = None, file_name: str | None = None) -> LayoutExplanation:
    """Says of each tile of a source which thread of the GPU `target` holds what of it, and why tiles move to other
    threads. Arguments are those of `explain_masks`."""
    return LayoutExplanation(*_explained(source, target, kernel, settings, file_name))


def explain_configs(source: str | os.PathLike, target: str = "sm_90a", kernel: str | None = None,
                    settings: Mapping[str, int] | None = None, file_name: str | None = None) -> ConfigExplanation:
    """Lowers a source for the GPU `target` once for each combination of `@autotune`'s choices, and says which of them it
    can run, and why not the others. Names in `settings` have that value alone. Arguments are those of `explain_masks`;
    the source is .ph text."""
    return ConfigExplanation(*_explained(source, target, kernel, settings, file_name))


def _explained(source: str | os.PathLike, target: str, kernel: str | None, settings: Mapping[str, int] | None,
               file_name: str | None) -> tuple[bytes, str, dict]:
    """What explanations take: text, name and options."""
    text, name = _read(source, file_name)
    options = {"target": target, "lint": "off"}
    if kernel is not None:
        options["kernel"] = kernel
    if settings:
        options["settings"] = _settings(settings)
    return text, name, options


def _read(source: str | os.PathLike, file_name: str | None) -> tuple[bytes, str]:
    if isinstance(source, str) and ("\n" in source or "{" in source):
        text, name = source.encode(), file_name or "<source>"
    elif isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            text, name = file.read(), file_name or os.fspath(source)
    else:
        raise TypeError(f"source: expected a path or source text, got {type(source).__name__}")
    if b"\0" in text:
        line = text[:text.index(b"\0")].count(b"\n") + 1
        raise CompileError(f"{name}:{line}:1: error: expected text, got a zero byte")
    return text, name


class _Compiled:
    """A kernel for one target, and what a launch of it needs."""

    def __init__(self, text: bytes, name: str, options: dict, target: str):
        self.module = library().compile(text, name, options | {"target": target})
        self.contract_text = self.module.text("contract")
        self.contract = parse_contract(self.contract_text)
        self.binder = Binder(self.contract, lambda address: library().gpu_of_address(address))
        self._loaded: dict[int, dict[str, GpuKernel]] = {}
        self._lock = threading.Lock()

    def on_gpu(self, gpu: int) -> dict[str, GpuKernel]:
        """The kernel and its helpers on `gpu`, by name; loaded at the first use there."""
        with self._lock:
            if gpu not in self._loaded:
                self._loaded[gpu] = {contract.kernel: self._load(gpu, contract)
                                     for contract in (self.contract, *self.contract.helpers)}
            return self._loaded[gpu]

    def _load(self, gpu: int, contract: Contract) -> GpuKernel:
        return library().gpu_load(gpu, self.module.text("ptx").encode(), contract.kernel, contract.shared_bytes)

    def launch(self, launch: Launch, gpu: int, stream: int, torch) -> None:
        """Queues `launch`, and the copies that it needs before. `torch` is the module, if arrays are of it."""
        kernels, grid = self.on_gpu(gpu), self._grid(launch, gpu)
        with workspace.on_gpu([repack.bytes for repack in launch.repacks], gpu, stream, torch) as addresses:
            # All that can be refused is, before anything runs.
            copies = [repack.bind(address) for repack, address in zip(launch.repacks, addresses)]
            arguments = encode_tensor_maps(launch.repacked(addresses), library().gpu_encode)
            for repack, copy in zip(launch.repacks, copies):
                contract = repack.repack.contract
                kernels[contract.kernel].launch(copy.arguments, copy.grid, contract.threads, stream)
            kernels[self.contract.kernel].launch(arguments, grid, self.contract.threads, stream)

    def _grid(self, launch: Launch, gpu: int) -> tuple[int, int, int]:
        persistent = self.contract.persistent
        return self.contract.blocks(launch.grid, persistent * _multiprocessors(gpu)) if persistent else launch.grid

    def plan(self, launch: Launch, gpu: int, torch) -> Plan:
        """To launch the same again."""
        return Plan(self.contract, self.on_gpu(gpu), launch, self._grid(launch, gpu), gpu, torch)

    def emulate(self, launch: Launch, blocks: int, options: dict) -> None:
        """Likewise in the emulator, with at most `blocks` of a persistent kernel."""
        grid = self.contract.blocks(launch.grid, blocks)
        with workspace.on_host([repack.bytes for repack in launch.repacks]) as addresses:
            copies = [repack.bind(address) for repack, address in zip(launch.repacks, addresses)]
            launch_on_copies = launch.repacked(addresses)
            arguments = encode_tensor_maps(launch_on_copies, library().emulator_encode)
            for repack, copy in zip(launch.repacks, copies):
                self.module.emulate(copy.arguments, copy.memory, copy.grid,
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


class Kernel:
    """A compiled kernel; call it with its parameters by position or by name.

    An array is a NumPy array or a torch tensor, which run on the host or on a GPU, or an object with
    `__cuda_array_interface__`; `phobos.typed` passes bits as bf16 or f8. Dense parameters take dense row-major arrays.
    A call on the host returns when the kernel has run. A call on a GPU queues it on torch's current stream where an
    argument is a torch tensor, else on the stream that the arrays name, else on the default stream; see `on`.
    Nothing runs where an extent makes the grid empty.

    A call raises TypeError or ValueError, which start with a parameter's name, before anything runs. Threads may share
    a kernel.
    """

    def __init__(self, text: bytes, name: str, options: dict, target: str | None):
        self._source = (text, name, options)
        self.target = target
        self._by_target: dict[str, _Compiled] = {}
        self._lock = threading.Lock()
        self._main = self._for_target(target or "none")
        self.name = self._main.contract.kernel
        self._plans = Plans(self._main.contract, lambda address: library().gpu_of_address(address))
        if text := self._main.module.text("warnings"):
            warnings.warn(text, CompileWarning, stacklevel=3)

    def __repr__(self) -> str:
        parameters = ", ".join(map(str, self._main.contract.parameters))
        return f"<phobos.Kernel {self.name}({parameters}) for {self.target or 'any target'}>"

    @property
    def contract(self) -> dict:
        """The launch contract, as a fresh dict."""
        return json.loads(self._main.contract_text)

    @property
    def tile_ir(self) -> str:
        """The kernel as tile IR, before any lowering; as `passes` left it."""
        return self._main.module.text("tile_ir")

    def explain_masks(self) -> MaskExplanation:
        """Why every mask of the kernel is there, or is not, on its GPU, or on sm_90a where it was compiled for none; as
        the function `explain_masks` says."""
        return MaskExplanation(*self._explained)

    def explain_accesses(self) -> AccessExplanation:
        """How each access of the kernel moves its elements on that GPU; as the function `explain_accesses` says."""
        return AccessExplanation(*self._explained)

    def explain_layouts(self) -> LayoutExplanation:
        """Which thread holds what of each tile on that GPU; as the function `explain_layouts` says."""
        return LayoutExplanation(*self._explained)

    def explain_configs(self) -> ConfigExplanation:
        """Which choices of the names that the kernel's settings leave open that GPU can run; as the function
        `explain_configs` says."""
        return ConfigExplanation(*self._explained)

    @property
    def _explained(self) -> tuple[bytes, str, dict]:
        text, name, options = self._source
        return text, name, options | {"target": self.target or "sm_90a", "lint": "off"}

    @property
    def stages(self) -> dict[str, str]:
        """The IR after each stage of the lowering, by the stage's name, in order."""
        return {stage["stage"]: stage["ir"] for stage in json.loads(self._main.module.text("stages"))}

    @property
    def ptx(self) -> str:
        """The PTX; the kernel must have been compiled for a GPU."""
        self._check_gpu("ptx")
        return self._main.module.text("ptx")

    def cubin(self) -> bytes:
        """Machine code, made by ptxas; the kernel must have been compiled for a GPU, and ptxas be installed."""
        self._check_gpu("cubin")
        return self._main.module.cubin()

    def _check_gpu(self, what: str) -> None:
        if self.target in (None, "host"):
            raise Error(f'{what}: expected a kernel for a GPU, got one for {self.target or "any target"}; '
                        'compile it with target="sm_90a", say')

    def __call__(self, *values, **named) -> None:
        self._run(None, values, named)

    def on(self, stream) -> Callable[..., None]:
        """A callable that takes the same arguments and queues its launches on `stream`: a CUstream's address, or an
        object with that as `cuda_stream` (a torch.cuda.Stream)."""
        handle = operator.index(getattr(stream, "cuda_stream", stream))
        return lambda *values, **named: self._run(handle, values, named)

    def emulate(self, *values, seed: int | None = None, checks: Iterable[str] = ("races", "block-races"),
                seconds: float = 60, blocks: int = 4, **named) -> None:
        """Runs the GPU's code on the CPU, on arrays of the host, and checks it: docs/Emulator.md.

        The code is that of the kernel's target, or of sm_90a where that is no GPU. `seed` draws the order in which
        blocks and threads go on; without it they go one after the other. `checks` are those that can be left out:
        "races" (and reads of shared memory that nothing was written to), and of those "block-races", between blocks, which
        a kernel may mean where the value is the same. `seconds` ends what does not end itself. `blocks` are those of a
        persistent kernel, which loop over its grid.

        Raises EmulationError with every fault as file:line:col, and what a call raises.
        """
        checks = set(checks)
        if unknown := checks - {"races", "block-races"}:
            raise ValueError(f"checks: expected 'races' and 'block-races', got {', '.join(map(repr, sorted(unknown)))}")
        options = {"races": "races" in checks, "block_races": "block-races" in checks, "seconds": seconds}
        if seed is not None:
            options["seed"] = operator.index(seed) % 2**64
        if (blocks := operator.index(blocks)) < 1:
            raise ValueError(f"blocks: expected 1 or more, got {blocks}")
        self._emulate(options, blocks, values, named)

    def _emulate(self, options: dict, blocks: int, values: tuple, named: dict) -> None:
        compiled = self._main if self.target not in (None, "host") else self._for_target("sm_90a")
        launch = compiled.binder.bind(values, named)
        if launch.device is not None:
            raise ValueError(f"{self.name}: expected arrays on the host to emulate, got arrays on GPU {launch.device}")
        if not launch.is_empty:
            compiled.emulate(launch, blocks, options)

    def _run(self, stream: int | None, values: tuple, named: dict) -> None:
        key, pointers, plan = (None, [], None) if named or self.target == "host" else self._plans.find(values)
        if plan and (arguments := plan.bind(values, pointers)):
            if stream is None:
                stream = plan.torch.cuda.current_stream(plan.gpu).cuda_stream if plan.torch else 0
            plan.launch(arguments, pointers, stream)
            return
        contract, launch = self._main.contract, self._main.binder.bind(values, named)
        for_gpu = self.target not in (None, "host")
        if launch.is_empty:
            return
        if launch.device is not None and self.target == "host":
            raise ValueError(f"{self.name}: expected arrays on the host, as it was compiled for the host, got arrays on "
                             f"GPU {launch.device}")
        if launch.device is None and for_gpu and contract.has_arrays:
            raise ValueError(f"{self.name}: expected arrays on a GPU, as it was compiled for {self.target}, got arrays on "
                             "the host")
        if launch.device is None and not for_gpu:
            self._for_target("host").module.host_run(launch.arguments, launch.grid)
        else:
            self._run_on_gpu(launch, stream, values, named, key)

    def _run_on_gpu(self, launch: Launch, stream: int | None, values: tuple, named: dict, key: tuple | None) -> None:
        gpu = launch.device or 0
        compiled = self._main
        if self.target is None:
            compiled = self._for_target(_target_of(gpu))
            if compiled.contract.call != self._main.contract.call:
                launch = compiled.binder.bind(values, named)
        torch = _torch_of((*values, *named.values()))
        if stream is None and torch:
            stream = torch.cuda.current_stream(gpu).cuda_stream
        if stream is None:
            stream = launch.streams[0] if launch.streams else 0
        for other in set(launch.streams) - {stream}:
            library().gpu_synchronize(gpu, other)
        compiled.launch(launch, gpu, stream, torch)
        if key is not None and can_be_kept(launch):
            self._plans.keep(key, compiled.plan(launch, gpu, torch))

    def _for_target(self, target: str) -> _Compiled:
        with self._lock:
            if target not in self._by_target:
                self._by_target[target] = _Compiled(*self._source, target)
            return self._by_target[target]


class SpecializedKernel(Kernel):
    """A kernel with @specialize, whose names take their values from each call: from the shapes of its arrays, or by
    name. Each combination of values is compiled once, at its first call; `variant` gives that Kernel."""

    def __init__(self, text: bytes, name: str, options: dict, target: str | None, signature: Signature):
        self._source = (text, name, options)
        self._signature = signature
        self._variants: dict[tuple[int, ...], Kernel] = {}
        self._lock = threading.Lock()
        self.target = target
        self.name = signature.kernel

    def __repr__(self) -> str:
        return f"<phobos.Kernel {self.name} for {self.target or 'any target'}, for each {', '.join(self._signature.open)}>"

    @property
    def _main(self) -> _Compiled:
        names = ", ".join(f"{name}=…" for name in self._signature.open)
        raise Error(f"{self.name}: expected one of its variants, call .variant({names})")

    def explain_masks(self) -> MaskExplanation:
        return self._main.explain_masks()

    def explain_accesses(self) -> AccessExplanation:
        return self._main.explain_accesses()

    def explain_layouts(self) -> LayoutExplanation:
        return self._main.explain_layouts()

    def explain_configs(self) -> ConfigExplanation:
        return self._main.explain_configs()

    def variant(self, **values: int) -> Kernel:
        """The kernel for these values of all its open names."""
        values = _settings(values)
        if set(values) != set(self._signature.open):
            raise TypeError(f"{self.name}: expected values of {', '.join(self._signature.open)}, got "
                            f"{', '.join(values) or 'none'}")
        key = tuple(values[name] for name in self._signature.open)
        with self._lock:
            if key not in self._variants:
                text, name, options = self._source
                settings = options.get("settings", {}) | values
                self._variants[key] = Kernel(text, name, options | {"settings": settings}, self.target)
            return self._variants[key]

    def _run(self, stream: int | None, values: tuple, named: dict) -> None:
        variant, rest = self._choose(values, named)
        variant._run(stream, values, rest)

    def _emulate(self, options: dict, blocks: int, values: tuple, named: dict) -> None:
        variant, rest = self._choose(values, named)
        variant._emulate(options, blocks, values, rest)

    def _choose(self, values: tuple, named: dict) -> tuple[Kernel, dict]:
        """The variant for a call, and the arguments that are left for it."""
        found = self._signature.find(values, named)
        return self.variant(**found), {name: value for name, value in named.items() if name not in found}


@functools.cache
def _target_of(gpu: int) -> str:
    """The target whose code `gpu` runs best: its own, or else the newest whose PTX it accepts."""
    name, capability = library().gpu_info(gpu)
    if capability < 80:
        raise Error(f"GPU {gpu}, {name}: expected compute capability 8.0 or more, got {capability / 10}")
    own = {90: "sm_90a", 100: "sm_100a"}
    return own.get(capability, "sm_89" if capability >= 89 else "sm_80")


@functools.cache
def _multiprocessors(gpu: int) -> int:
    return library().gpu_multiprocessors(gpu)


def _torch_of(values: Iterable):
    """The module torch where one of `values` is a tensor of it, else None."""
    torch = sys.modules.get("torch")
    tensor = getattr(torch, "Tensor", None)
    arrays = (value.array if isinstance(value, Typed) else value for value in values)
    return torch if tensor and any(isinstance(array, tensor) for array in arrays) else None
