#!/usr/bin/env python3
# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the benchmarks: python3 bench/run.py

Kernels beside their peers need torch, Triton and a GPU; each file of bench/kernels holds the cases of a few kernels.
Compile times need neither. Works from a source tree and from an unpacked archive. Prints Markdown and which goals of
bench/goals.csv are met; --json and --svg also write files, of which bench/write_docs.py makes docs/Performance.md's
tables. Exits with 1 where an answer is wrong or a kernel fails; goals that are missed are no failure.
"""

import argparse
import dataclasses
import importlib
import json
import os
import pathlib
import platform
import secrets
import sys
from collections.abc import Callable, Iterator

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "python")]

import compile_time  # noqa: E402
import plot  # noqa: E402
import report  # noqa: E402


def parse_arguments() -> argparse.Namespace:
    names = sorted(path.stem for path in (ROOT / "bench/kernels").glob("*.py"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL", help=f"of {', '.join(names)}; all if absent")
    parser.add_argument("--quick", action="store_true", help="few rounds, and each peer in one configuration only")
    parser.add_argument("--rounds", type=int, help="timed rounds per case (default 25, 5 with --quick)")
    parser.add_argument("--span", type=float, help="seconds per timed span (default 0.02, 0.005 with --quick)")
    parser.add_argument("--seed", type=int, default=secrets.randbits(32), help="of the inputs; fresh if absent")
    parser.add_argument("--check", action="store_true",
                        help="only check answers, of few rows: without a GPU on the host, Triton's in its interpreter")
    parser.add_argument("--launch", default="", metavar="THREADS[,BLOCKS]", help="try this @launch of all kernels")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="try this value of a setting")
    parser.add_argument("--no-peers", action="store_true", help="time our kernels alone")
    parser.add_argument("--compile-time", action="store_true", help="time source to PTX instead; needs no GPU")
    parser.add_argument("--runs", type=int, default=20, help="runs per compile time (default %(default)s)")
    parser.add_argument("--target", default="sm_90a", help="of compile times (default %(default)s)")
    parser.add_argument("--json", type=pathlib.Path, help="also write the results here")
    parser.add_argument("--svg", type=pathlib.Path, help="also plot the results here")
    arguments = parser.parse_args()
    unknown = set(arguments.kernels) - set(names)
    if unknown:
        parser.error(f"expected kernels of {', '.join(names)}, got {', '.join(sorted(unknown))}")
    arguments.kernels = arguments.kernels or names
    try:
        arguments.settings = {name: int(value) for name, _, value in (each.partition("=") for each in arguments.set)}
    except ValueError:
        parser.error(f"expected --set NAME=NUMBER, got {' '.join(arguments.set)}")
    arguments.rounds = arguments.rounds or (5 if arguments.quick else 25)
    arguments.span = arguments.span or (0.005 if arguments.quick else 0.02)
    return arguments


def import_torch(check: bool):
    try:
        import torch
    except ImportError as error:
        sys.exit(f"bench: kernels are timed beside torch's: {error}")
    if not torch.cuda.is_available():
        if not check:
            sys.exit("bench: expected a GPU that torch can use, got none; --check checks answers on the host")
        os.environ["TRITON_INTERPRET"] = "1"
    return torch


def results_of(name: str, inputs, measure_one: Callable) -> Iterator[dict]:
    """A result for each case of a file of bench/kernels."""
    import harness
    import phobos
    try:
        for case in importlib.import_module(f"kernels.{name}").cases(inputs):
            print(f"bench: {case.kernel}, {case.size}", file=sys.stderr, flush=True)
            yield dataclasses.asdict(harness.attempt(case, measure_one))
    except phobos.Error as error:  # of a kernel that does not compile: the other files go on
        yield dataclasses.asdict(harness.Result(name, "", "", 0, 0, 0, problem=f"{type(error).__name__}: {error}"))


def run_kernels(arguments: argparse.Namespace) -> dict:
    torch = import_torch(arguments.check)
    import harness
    import triton
    from inputs import Inputs
    device = "cuda" if torch.cuda.is_available() else "cpu"

    def measure_one(case):
        if arguments.no_peers:
            case.peers = []
        if arguments.check:
            return harness.check_only(case)
        return harness.measure(case, arguments.rounds, arguments.span, arguments.quick)

    results = []
    for name in arguments.kernels:
        inputs = Inputs(torch.Generator(device).manual_seed(arguments.seed), device, arguments.check, arguments.launch,
                        arguments.settings)
        results += results_of(name, inputs, measure_one)
        torch.cuda.empty_cache()
    machine = {"gpu": torch.cuda.get_device_name() if device == "cuda" else "none", "torch": torch.__version__,
               "triton": triton.__version__, "seed": arguments.seed, "rounds": arguments.rounds,
               "span": arguments.span, "launch": arguments.launch, "settings": arguments.settings}
    return {"kernels_machine": machine, "kernels": results}


def run_compile_times(arguments: argparse.Namespace) -> dict:
    tool = compile_time.find_tool(ROOT)
    sources = sorted((ROOT / "examples").glob("*.ph"))
    times = [compile_time.measure(tool, source, arguments.target, arguments.runs) for source in sources]
    machine = {"processor": processor(), "tool": str(tool.relative_to(ROOT)), "target": arguments.target,
               "runs": arguments.runs}
    return {"compile_machine": machine, "compile_times": [dataclasses.asdict(time) for time in times]}


def processor() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def show(document: dict, goals: list[report.Goal]) -> None:
    for key in ("kernels_machine", "compile_machine"):
        if key in document:
            print(", ".join(f"{name}: {value}" for name, value in document[key].items()) + "\n")
    if "compile_times" in document:
        print(report.compile_table(document["compile_times"]))
        print("\n" + report.compile_goal(goals, document["compile_times"]))
        return
    results = document["kernels"]
    if any(result["rounds"] for result in results):
        for table in report.TABLES:
            print(f"{table}\n\n{report.kernels_table(results, table)}\n")
        print(report.goals_table(goals, results))
    else:
        for result in results:
            errors = ", ".join(f"{report.peer_name(timing)}: {timing['error']:.2g}" for timing in result["timings"])
            print(f"{result['kernel']}, {result['size']}: {errors}")
    print("\n".join(["", *report.problems(results)]))


def main() -> int:
    arguments = parse_arguments()
    document = (run_compile_times if arguments.compile_time else run_kernels)(arguments)
    if arguments.json:
        arguments.json.write_text(json.dumps(document, indent=2) + "\n")
    show(document, report.read_goals())
    if arguments.svg:
        arguments.svg.write_text(plot.as_svg(document.get("kernels", []), "Memory-bound kernels"))
    return int(any(result["problem"] for result in document.get("kernels", [])))


if __name__ == "__main__":
    sys.exit(main())
