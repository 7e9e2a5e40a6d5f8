#!/usr/bin/env python3
# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the benchmarks: python3 bench/run.py

Kernels beside their peers need torch and a GPU; each file of bench/kernels
holds one kernel's `cases(rng)`. Compile times need neither. Works from a source
tree and from an unpacked archive. Prints Markdown; --json also writes a file.
"""

import argparse
import dataclasses
import importlib
import json
import pathlib
import platform
import secrets
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "python")]

import compile_time  # noqa: E402


def parse_arguments() -> argparse.Namespace:
    names = sorted(path.stem for path in (ROOT / "bench/kernels").glob("*.py"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL", help=f"of {', '.join(names)}; all if absent")
    parser.add_argument("--pairs", type=int, default=25, help="timed pairs per case (default %(default)s)")
    parser.add_argument("--span", type=float, default=0.02, help="seconds per timed span (default %(default)s)")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="of the inputs; fresh if absent")
    parser.add_argument("--compile-time", action="store_true", help="time source to PTX instead; needs no GPU")
    parser.add_argument("--runs", type=int, default=20, help="runs per compile time (default %(default)s)")
    parser.add_argument("--target", default="sm_90a", help="of compile times (default %(default)s)")
    parser.add_argument("--json", type=pathlib.Path, help="also write the results here")
    arguments = parser.parse_args()
    unknown = set(arguments.kernels) - set(names)
    if unknown:
        parser.error(f"expected kernels of {', '.join(names)}, got {', '.join(sorted(unknown))}")
    arguments.kernels = arguments.kernels or names
    return arguments


def run_kernels(arguments: argparse.Namespace) -> tuple[list, str, dict]:
    try:
        import torch
    except ImportError as error:
        sys.exit(f"bench: kernels are timed beside torch's: {error}")
    import harness
    if not torch.cuda.is_available():
        sys.exit("bench: expected a GPU that torch can use, got none")
    machine = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "seed": arguments.seed}
    results = []
    for name in arguments.kernels:
        rng = torch.Generator("cuda").manual_seed(arguments.seed)
        for case in importlib.import_module(f"kernels.{name}").cases(rng):
            print(f"bench: {case.kernel} {case.size}", file=sys.stderr, flush=True)
            results.append(harness.measure(case, arguments.pairs, arguments.span))
        torch.cuda.empty_cache()
    return results, harness.as_markdown(results), machine


def run_compile_times(arguments: argparse.Namespace) -> tuple[list, str, dict]:
    tool = compile_time.find_tool(ROOT)
    sources = sorted((ROOT / "examples").glob("*.ph"))
    times = [compile_time.measure(tool, source, arguments.target, arguments.runs) for source in sources]
    return times, compile_time.as_markdown(times), {"processor": processor(), "tool": str(tool.relative_to(ROOT))}


def processor() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def main() -> None:
    arguments = parse_arguments()
    results, table, machine = (run_compile_times if arguments.compile_time else run_kernels)(arguments)
    print(", ".join(f"{key}: {value}" for key, value in machine.items()) + "\n")
    print(table)
    if arguments.json:
        arguments.json.write_text(
            json.dumps(machine | {"results": [dataclasses.asdict(result) for result in results]}, indent=2) + "\n")


if __name__ == "__main__":
    main()
