# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands of `python -m phobos`."""

import argparse
import datetime
import importlib.util
import json
import os
import pathlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

from . import cache, example_arrays
from .errors import Error
from .explain import AccessExplanation, ConfigExplanation, LayoutExplanation, MaskExplanation
from .functions import PythonKernel
from .kernels import Kernel, SpecializedKernel, compile
from .version import __version__

_EXPLANATIONS: dict[str, Callable] = {"masks": MaskExplanation, "accesses": AccessExplanation, "layouts": LayoutExplanation,
                                      "configs": ConfigExplanation}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; its exit status. Errors are one line, or the compiler's diagnostics, on standard error."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # of `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except (Error, OSError, TypeError, ValueError) as error:
        print(error if isinstance(error, Error) else f"phobos: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m phobos", description="Compiles, runs and explains tile kernels.")
    parser.add_argument("--version", action="version", version=f"Phobos {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add(commands, "compile", _compile, "writes a kernel's code", "compile examples/saxpy.ph --target sm_90a -o saxpy.ptx",
         _add_source, _add_target, _add_emit)
    _add(commands, "run", _run, "runs a kernel on random arrays and says what came out",
         "run examples/saxpy.ph N=100000 alpha=2 --on host", _add_source, _add_values)
    _add(commands, "explain", _explain, "says what the compiler did, and why", "explain examples/gemm.ph --what masks",
         _add_source, _add_target, _add_what)
    _add(commands, "stages", _stages, "prints the IR after each stage", "stages examples/saxpy.ph --stage tile", _add_source,
         _add_target, _add_stage)
    _add(commands, "tune", _tune, "finds the best of @autotune's choices",
         "tune examples/gemm.ph M=4096 N=4096 K=4096 --plot gemm.svg", _add_source, _add_values, _add_plot)
    _add(commands, "cache", _cache, "lists or clears what is kept on disk, or says where it is", "cache ls", _add_what_of_cache)
    return parser


def _add(commands, name: str, run: Callable, help: str, example: str, *parts: Callable) -> None:
    parser = commands.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.",
                                 epilog=f"example: python -m phobos {example}")
    for part in parts:
        part(parser)
    parser.set_defaults(run=run)


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="FILE", help="a .ph or .mlir file, or FILE.py:NAME, a @phobos.kernel")
    parser.add_argument("--kernel", metavar="NAME", help="which one, where the file holds several")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER",
                        help="the value of a name of @autotune or @specialize; may be repeated")


def _add_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--target", default="sm_90a", help="the GPU, or host (default %(default)s)")


def _add_emit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--emit", choices=("ptx", "cubin", "contract", "tile-ir"), default="ptx",
                        help="what is written (default %(default)s)")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="the file to write; standard output if absent")


def _add_values(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("values", nargs="*", metavar="NAME=NUMBER",
                        help="extents, the lengths of ptr parameters, and scalars (1 if absent)")
    parser.add_argument("--on", choices=("host", "gpu", "emulator"), help="where it runs; on a GPU, if there is one")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers (default %(default)s)")


def _add_what(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--what", choices=tuple(_EXPLANATIONS), default="masks", help="(default %(default)s)")
    parser.add_argument("--json", action="store_true", help="for programs")


def _add_stage(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stage", metavar="NAME", help="this one alone")


def _add_plot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plot", type=pathlib.Path, metavar="FILE.svg", help="also draw it")


def _add_what_of_cache(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("ls", "clear", "path"))


# Sources


def _numbers(pairs: Sequence[str]) -> dict[str, int | float]:
    """Of NAME=NUMBER; ValueError where one is none."""
    numbers: dict[str, int | float] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        try:
            numbers[name] = int(text, 0)
        except ValueError:
            try:
                numbers[name] = float(text)
            except ValueError:
                raise ValueError(f"expected NAME=NUMBER, got {pair!r}") from None
        if not equals or not name:
            raise ValueError(f"expected NAME=NUMBER, got {pair!r}")
    return numbers


def _kernel(options: argparse.Namespace, target: str | None) -> Kernel:
    """The kernel of the command line, for `target`."""
    settings: Any = _numbers(options.set)
    path, colon, name = options.source.rpartition(":")
    if colon and path.endswith(".py"):
        written = _load(pathlib.Path(path), name)
        return PythonKernel(written.function, target, written.options | {"settings": settings}).compiled
    return compile(pathlib.Path(options.source), target, options.kernel, settings)


def _load(path: pathlib.Path, name: str) -> PythonKernel:
    """The @phobos.kernel `name` of a file, which is run for it."""
    specification = importlib.util.spec_from_file_location(path.stem, path)
    if specification is None or specification.loader is None or not path.exists():
        raise FileNotFoundError(f"no file {path}")
    module = importlib.util.module_from_spec(specification)
    sys.modules[path.stem] = module
    sys.path.insert(0, str(path.resolve().parent))
    specification.loader.exec_module(module)
    found = getattr(module, name, None)
    if not isinstance(found, PythonKernel):
        raise ValueError(f"{path}: expected a @phobos.kernel called {name}, got {type(found).__name__}")
    return found


def _variant(kernel: Kernel, values: dict) -> Kernel:
    """Of a kernel with @specialize the one for the values that are given."""
    if not isinstance(kernel, SpecializedKernel):
        return kernel
    missing = [name for name in kernel.open_names if name not in values]
    if missing:
        raise ValueError(f"{kernel.name}: expected values of {', '.join(missing)}, as {missing[0]}=1024")
    return kernel.variant(**{name: values[name] for name in kernel.open_names})


# Commands


def _compile(options: argparse.Namespace) -> None:
    kernel = _kernel(options, options.target)
    if isinstance(kernel, SpecializedKernel):
        kernel = _variant(kernel, {})
    if options.emit == "cubin":
        data = kernel.cubin()
    elif options.emit == "ptx":
        data = kernel.ptx.encode()
    else:
        data = (kernel.tile_ir if options.emit == "tile-ir" else json.dumps(kernel.contract, indent=2) + "\n").encode()
    if options.output:
        options.output.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)


def _run(options: argparse.Namespace) -> None:
    place = options.on or example_arrays.usual_place()
    values = _numbers(options.values)
    kernel = _variant(_kernel(options, "sm_90a" if place == "emulator" else None), values)
    call = example_arrays.make(kernel, values, place, options.seed)
    if place == "emulator":
        kernel.emulate(*call.values)
    else:
        kernel(*call.values)
    print(f"{kernel.name} on {'the host' if place == 'host' else f'the {place}'}\n{call.report()}")


def _explain(options: argparse.Namespace) -> None:
    kernel = _kernel(options, None)
    if isinstance(kernel, SpecializedKernel):
        kernel = _variant(kernel, {})
    explanation = _EXPLANATIONS[options.what](kernel.text_source, options.target)
    print(json.dumps(explanation, indent=2) if options.json else str(explanation))


def _stages(options: argparse.Namespace) -> None:
    kernel = _kernel(options, options.target)
    stages = _variant(kernel, {}).stages
    if options.stage is not None and options.stage not in stages:
        raise ValueError(f"expected a stage of {', '.join(stages)}, got {options.stage}")
    for name, text in stages.items():
        if options.stage in (None, name):
            print(text if options.stage else f"// -----// {name} //----- //\n{text}")


def _tune(options: argparse.Namespace) -> None:
    place = options.on or example_arrays.usual_place()
    if place == "emulator":
        raise ValueError("expected --on gpu or --on host: time in the emulator says nothing")
    values = _numbers(options.values)
    kernel = _variant(_kernel(options, None), values)
    call = example_arrays.make(kernel, values, place, options.seed)
    print(kernel.tune(*call.values, plot=options.plot))


def _cache(options: argparse.Namespace) -> None:
    place = cache.folder()
    if place is None:
        print("off, as PHOBOS_CACHE says")
        return
    if place.exists():
        cache.check_private(place)
    if options.what == "path":
        print(place)
    elif options.what == "clear":
        print(f"removed {cache.clear(place)} files of {place}")
    else:
        _list(place)


def _list(place: pathlib.Path) -> None:
    total = count = 0
    for path, status, entry in cache.entries(place):
        when = datetime.datetime.fromtimestamp(status.st_mtime).isoformat(" ", "minutes")
        what = f"{entry.kernel:24} {entry.target:8} {os.path.basename(entry.source)}" if entry else "damaged"
        print(f"{path.stem[:12]}  {when}  {status.st_size:9}  {what}")
        total, count = total + status.st_size, count + 1
    print(f"{count} entries, {total} bytes in {place}")
