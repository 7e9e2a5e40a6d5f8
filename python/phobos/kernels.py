# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling a kernel, and calling it."""

import json
import operator
import os
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping

from . import tuned
from .binder import Launch
from .calls import USUAL, Request, check_grid
from .compiled import Compiled, target_of, torch_of
from .contract import Contract
from .errors import Error
from .explain import AccessExplanation, ConfigExplanation, LayoutExplanation, MaskExplanation
from .library import library
from .native import Caller
from .plan import KeptLaunches, Recipe, can_be_kept, make_plans
from .signature import Signature, read_signature
from .source import Source, check_settings, read_source
from .tune import Subject, tune
from .tune_report import Tuning

class CompileWarning(UserWarning):
    """A kernel compiled, but the compiler warned about it."""


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
    options = {"kernel": kernel, "settings": settings, "passes": passes or None, "lint": lint or None,
               "debug_bounds": debug_bounds}
    return make_kernel(read_source(source, file_name, options), target)


def make_kernel(source: Source, target: str | None) -> "Kernel":
    """The kernel of `source`, for `target` or for any."""
    signature = read_signature(source.text, source.name, source.options.get("kernel"), source.settings)
    return SpecializedKernel(source, target, signature) if signature else Kernel(source, target)


class Kernel(Caller):
    """A compiled kernel; call it with its parameters by position or by name.

    An array is a NumPy array or a torch tensor, which run on the host or on a GPU, or an object with
    `__cuda_array_interface__` or `__dlpack__`; `phobos.typed` passes bits as bf16 or f8. Dense parameters take dense row-major arrays.
    A call on the host returns when the kernel has run. A call on a GPU queues it on torch's current stream where an
    argument is a torch tensor, else on the stream that the arrays name, else on the default stream; see `on`.
    Nothing runs where an extent makes the grid empty.

    A call raises TypeError or ValueError, which start with a parameter's name, before anything runs. Threads may share
    a kernel.
    """

    def __init__(self, source: Source, target: str | None, is_tunable: bool = True):
        self._source = source
        self.target = target
        self._is_tunable = is_tunable and b"@autotune" in source.text
        self._by_target: dict[str, Compiled] = {}
        self._by_settings: dict[tuple, Kernel] = {}  # those that tuning chose
        self._by_grid: dict[tuple[int, int, int], Kernel] = {}
        self._lock = threading.Lock()
        self._main = self._for_target(target or "none")
        self.name = self._main.contract.kernel
        self._places = tuple(parameter.name for parameter in self._main.contract.parameters)
        self._plans = self._make_plans()
        if text := self._main.warnings:
            warnings.warn(text, CompileWarning, stacklevel=4)

    def __repr__(self) -> str:
        parameters = ", ".join(map(str, self._main.contract.parameters))
        return f"<phobos.Kernel {self.name}({parameters}) for {self.target or 'any target'}>"

    @property
    def contract(self) -> dict:
        """The launch contract, as a fresh dict."""
        return json.loads(self._main.contract_text)

    @property
    def parsed_contract(self) -> Contract:
        """The launch contract as objects."""
        return self._main.contract

    @property
    def text_source(self) -> Source:
        """What was compiled, and with which options."""
        return self._source

    @property
    def tile_ir(self) -> str:
        """The kernel as tile IR, before any lowering; as `passes` left it."""
        return self._main.module.text("tile_ir")

    def explain_masks(self) -> MaskExplanation:
        """Why every mask of the kernel is there, or is not, on its GPU, or on sm_90a where it was compiled for none; as
        the function `explain_masks` says."""
        return MaskExplanation(self._explained_source(), self.target or "sm_90a")

    def explain_accesses(self) -> AccessExplanation:
        """How each access of the kernel moves its elements on that GPU; as the function `explain_accesses` says."""
        return AccessExplanation(self._explained_source(), self.target or "sm_90a")

    def explain_layouts(self) -> LayoutExplanation:
        """Which thread holds what of each tile on that GPU; as the function `explain_layouts` says."""
        return LayoutExplanation(self._explained_source(), self.target or "sm_90a")

    def explain_configs(self) -> ConfigExplanation:
        """Which choices of the names that the kernel's settings leave open that GPU can run; as the function
        `explain_configs` says."""
        return ConfigExplanation(self._explained_source(), self.target or "sm_90a")

    def _explained_source(self) -> Source:
        return self._source

    @property
    def stages(self) -> dict[str, str]:
        """The IR after each stage of the lowering, by the stage's name, in order."""
        return {stage["stage"]: stage["ir"] for stage in json.loads(self._main.module.text("stages"))}

    @property
    def ptx(self) -> str:
        """The PTX; the kernel must have been compiled for a GPU."""
        self._check_gpu("ptx")
        return self._main.ptx

    def cubin(self) -> bytes:
        """Machine code, made by ptxas; the kernel must have been compiled for a GPU, and ptxas be installed."""
        self._check_gpu("cubin")
        return self._main.module.cubin()

    def _check_gpu(self, what: str) -> None:
        if self.target in (None, "host"):
            raise Error(f'{what}: expected a kernel for a GPU, got one for {self.target or "any target"}; '
                        'compile it with target="sm_90a", say')

    def call(self, *values, **named) -> None:
        """What a call of the kernel does."""
        self._run(values, named, USUAL)

    def __getitem__(self, grid: int | tuple[int, ...]) -> "Kernel":
        """The kernel on a grid of so many blocks along x, y and z, whatever it derives: `kernel[64, 2](…)`. Code is made for
        each grid, and kept; a kernel whose grids are many takes them as parameters, by `@grid`."""
        blocks = check_grid(self.name, grid)
        with self._lock:
            if blocks not in self._by_grid:
                source = Source(self._source.text, self._source.name, self._source.options | {"grid": list(blocks)})
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", CompileWarning)  # of this kernel, it has been told
                    self._by_grid[blocks] = make_kernel(source, self.target)
            return self._by_grid[blocks]

    def on(self, stream) -> Callable[..., None]:
        """A callable that takes the same arguments and queues its launches on `stream`: a CUstream's address, or an
        object with that as `cuda_stream` (a torch.cuda.Stream)."""
        request = Request(operator.index(getattr(stream, "cuda_stream", stream)))
        return lambda *values, **named: self._run(values, named, request)

    def warmup(self, *values, **named) -> None:
        """All that a call with these arguments does but the launch: it is checked, and code is compiled and loaded where
        the arrays are. What follows is launched at once, also while a CUDA graph is captured."""
        self._run(values, named, Request(only_prepare=True))

    def tune(self, *values, reference: Callable | None = None, tolerance: float | None = None,
             progress: bool | None = None, plot: str | os.PathLike | None = None, **named) -> Tuning:
        """Tries the combinations of `@autotune`'s choices that the settings leave open on the arrays of a call, and keeps
        the fastest for calls like it: of the same kinds of shapes (`tuned.shape_class`) on the same kind of GPU, also in
        later processes, through the cache on disk.

        Each combination must compute what `reference(*values)` does, in place or as arrays that it returns for those that
        the kernel changes, in their order; without a reference, what the default does. `tolerance` says how far floats
        may lie apart, of their own size and that of all. Combinations that a GPU cannot run, or that are wrong, are not
        timed, and the result says why. The arrays hold afterwards what they held before. `progress` shows a bar, by
        default on a terminal; `plot` writes an SVG file. Print the result for a table.
        """
        result = self._tune(values, named, reference, tolerance, progress)
        self._plans = self._make_plans()  # those that are known launch what was chosen before
        if plot is not None:
            with open(plot, "w", encoding="utf-8") as file:
                file.write(result.svg())
        return result

    def _tune(self, values: tuple, named: dict, reference: Callable | None, tolerance: float | None,
              progress: bool | None) -> Tuning:
        launch = self._main.binder.bind(values, named)  # refuses what no call takes
        gpu, ordered = launch.device, self._arrange(values, named) or values
        target = self.target or ("host" if gpu is None else target_of(gpu))
        subject = Subject(self.name, self._source, self._places, self._tuned, gpu, target)
        return tune(subject, ordered, reference, tolerance, progress)

    def _tuned(self, settings: Mapping[str, int]) -> "Kernel":
        """The kernel with these values of @autotune's names."""
        key = tuple(sorted(settings.items()))
        with self._lock:
            if key not in self._by_settings:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", CompileWarning)  # of this kernel, it has been told
                    self._by_settings[key] = Kernel(self._source.with_settings(settings), self.target, is_tunable=False)
            return self._by_settings[key]

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

    def _make_plans(self) -> KeptLaunches | None:
        """None where a call's values alone do not say how it is launched, or nothing is launched on a GPU."""
        return None if self.target == "host" else make_plans(self._main.contract)

    def _run(self, values: tuple, named: dict, request: Request) -> None:
        ordered = self._arrange(values, named)
        if ordered and self._plans and not request.only_prepare and self._plans.launch(ordered, request.stream):
            return
        recipe = self._run_bound(values, named, request)
        if ordered and self._plans and recipe:
            self._plans.keep(ordered, recipe.pack())

    def _arrange(self, values: tuple, named: dict) -> tuple | None:
        """All values by place; None where some are missing, or binding must tell what is wrong."""
        if not named:
            return values
        rest = self._places[len(values):]
        if len(named) != len(rest):
            return None
        try:
            return *values, *map(named.__getitem__, rest)
        except KeyError:
            return None

    def _run_bound(self, values: tuple, named: dict, request: Request) -> Recipe | None:
        """A call that nothing is known of yet. How to launch it again, if that may be."""
        launch = self._main.binder.bind(values, named)
        if self._is_tunable and (settings := tuned.find(self._source, launch.device, self._arrange(values, named) or values)):
            return self._tuned(settings)._run_bound(values, named, request)
        for_gpu = self.target not in (None, "host")
        if launch.is_empty:
            return None
        if launch.device is not None and self.target == "host":
            raise ValueError(f"{self.name}: expected arrays on the host, as it was compiled for the host, got arrays on "
                             f"GPU {launch.device}")
        if launch.device is None and for_gpu and self._main.contract.has_arrays:
            raise ValueError(f"{self.name}: expected arrays on a GPU, as it was compiled for {self.target}, got arrays on "
                             "the host")
        if launch.device is not None or for_gpu:
            return self._run_on_gpu(launch, values, named, request)
        module = self._for_target("host").module
        if not request.only_prepare:
            module.host_run(launch.numbers, launch.grid)
        return None

    def _run_on_gpu(self, launch: Launch, values: tuple, named: dict, request: Request) -> Recipe | None:
        gpu = launch.device or 0
        compiled = self._main
        if self.target is None:
            compiled = self._for_target(target_of(gpu))
            if compiled.contract.call != self._main.contract.call:
                launch = compiled.binder.bind(values, named)
        torch = torch_of((*values, *named.values()))
        if not request.only_prepare:
            stream = request.stream
            if stream is None and torch:
                stream = torch.cuda.current_stream(gpu).cuda_stream
            if stream is None:
                stream = launch.streams[0] if launch.streams else 0
            for other in set(launch.streams) - {stream}:
                library().gpu_synchronize(gpu, other)
            compiled.launch(launch, gpu, stream, torch)
        recipe = compiled.recipe(launch, gpu, torch)  # loads the code
        return recipe if can_be_kept(launch) else None

    def _for_target(self, target: str) -> Compiled:
        with self._lock:
            if target not in self._by_target:
                self._by_target[target] = Compiled(self._source, target)
            return self._by_target[target]


class SpecializedKernel(Kernel):
    """A kernel with @specialize, whose names take their values from each call: from the shapes of its arrays, or by
    name. Each combination of values is compiled once, at its first call; `variant` gives that Kernel."""

    def __init__(self, source: Source, target: str | None, signature: Signature):
        self._source = source
        self._signature = signature
        self._variants: dict[tuple[int, ...], Kernel] = {}
        self._by_grid = {}
        self._lock = threading.Lock()
        self.target = target
        self.name = signature.kernel
        self._plans = None  # from the first variant on, which knows the parameters' types

    @property
    def open_names(self) -> tuple[str, ...]:
        """The names that take their values from each call."""
        return self._signature.open

    def __repr__(self) -> str:
        return f"<phobos.Kernel {self.name} for {self.target or 'any target'}, for each {', '.join(self._signature.open)}>"

    @property
    def _main(self) -> Compiled:  # type: ignore[override]
        raise self._expect_variant()

    def _expect_variant(self) -> Error:
        names = ", ".join(f"{name}=…" for name in self._signature.open)
        return Error(f"{self.name}: expected one of its variants, call .variant({names})")

    def _explained_source(self) -> Source:
        raise self._expect_variant()

    def variant(self, **values: int) -> Kernel:
        """The kernel for these values of all its open names."""
        values = check_settings(values)
        if set(values) != set(self._signature.open):
            raise TypeError(f"{self.name}: expected values of {', '.join(self._signature.open)}, got "
                            f"{', '.join(values) or 'none'}")
        key = tuple(values[name] for name in self._signature.open)
        with self._lock:
            if key not in self._variants:
                self._variants[key] = Kernel(self._source.with_settings(values), self.target)
            return self._variants[key]

    def _make_plans(self) -> KeptLaunches | None:
        with self._lock:
            variant = next(iter(self._variants.values()), None)
        if variant is None or self.target == "host":
            return None
        return make_plans(variant._main.contract, self._signature.open)

    def _arrange(self, values: tuple, named: dict) -> tuple | None:
        parameters, open = self._signature.parameters, self._signature.open
        rest = parameters[len(values):]
        if any(name not in named for name in rest) or len(named) != len(rest) + sum(name in named for name in open):
            return None
        return *values, *(named[name] for name in rest), *(named.get(name) for name in open)

    def _run_bound(self, values: tuple, named: dict, request: Request) -> Recipe | None:
        variant, rest = self._choose(values, named)
        if self._plans is None:
            self._plans = self._make_plans()
        return variant._run_bound(values, rest, request)

    def _tune(self, values: tuple, named: dict, reference: Callable | None, tolerance: float | None,
              progress: bool | None) -> Tuning:
        variant, rest = self._choose(values, named)
        return variant._tune(values, rest, reference, tolerance, progress)

    def _emulate(self, options: dict, blocks: int, values: tuple, named: dict) -> None:
        variant, rest = self._choose(values, named)
        variant._emulate(options, blocks, values, rest)

    def _choose(self, values: tuple, named: dict) -> tuple[Kernel, dict]:
        """The variant for a call, and the arguments that are left for it."""
        found = self._signature.find(values, named)
        return self.variant(**found), {name: value for name, value in named.items() if name not in found}
