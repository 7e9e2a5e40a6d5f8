# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels on the host and through test/reference/evaluator.py, which must give the same. See scripts/fuzz."""

import argparse
import collections
import dataclasses
import functools
import pathlib
import sys
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER.parent / "reference"), str(FOLDER.parents[1] / "python")]

from generator import Case, generate  # noqa: E402
from mask_kernels import generate_masked  # noqa: E402
from pointer_kernels import generate_pointers  # noqa: E402
from product_kernels import generate_products  # noqa: E402
from runner import Failure, Worker, check, from_text, run, to_text  # noqa: E402
from shrinker import shrink  # noqa: E402


GENERATORS = {"any": generate, "masks": generate_masked, "pointers": generate_pointers, "products": generate_products}


def parse_source(source: str) -> dict:
    from phobos.library import library
    return library().dump_ast(source.encode(), "k.ph")


def report(failure: Failure, case: Case, again: str, worker: Worker, options) -> None:
    print(f"\n{failure.kind}: {again}\n{failure.text}", flush=True)
    if options.shrink_seconds:
        case, failure = shrink(case, failure, worker.check, parse_source, options.shrink_seconds)
        worker.close()
        print(f"\nshrunken to:\n{to_text(case)}\n{failure.text}")
    if folder := options.save:
        folder.mkdir(parents=True, exist_ok=True)
        name = "-".join(again.split()[1:]).replace("--", "").replace("-", "")
        path = folder / f"{name}.ph"
        path.write_text(to_text(case))
        print(f"again: scripts/fuzz{PLACES[options.also].flag} --replay {path}", flush=True)


@dataclasses.dataclass(frozen=True)
class Place:
    """What a case runs on besides the host: how that is asked for, and how the summary says it."""

    flag: str
    name: str


PLACES = {"passes": Place("", ""), "emulator": Place(" --emulate", "in the emulator"), "gpu": Place(" --gpu", "on the GPU")}


def gpu_problem(_) -> Failure | None:
    """In a worker, as a process that forks must not use CUDA itself: why there is no GPU."""
    import phobos
    from phobos.library import library
    try:
        library().gpu_info(0)
    except phobos.Error as error:
        return Failure("gpu", str(error))
    return None


def cases(options, counts: collections.Counter):
    """The cases that were asked for, until time is up."""
    end = time.monotonic() + options.seconds
    numbers = [options.case] if options.case is not None else range(options.cases)
    for number in numbers:
        if time.monotonic() > end:
            print(f"time is up after {counts['run']} of {options.cases} cases")
            return
        yield number, make_case(options.kernels, options.seed, number)


def make_case(kernels: str, seed: int, number: int) -> Case:
    """Of all kinds of kernels, the even numbers are those about masks, with pointers, and of products, in turn."""
    if kernels == "all":
        kernels = "any" if number % 2 else ("pointers", "products", "masks")[number % 6 // 2]
    return GENERATORS[kernels](f"{seed}:{number}")


def parse_options(arguments: list[str]):
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=200, help="how many cases of the seed")
    parser.add_argument("--case", type=int, help="only this one")
    parser.add_argument("--kernels", choices=("all", *GENERATORS), default="all",
                        help="of any kind, or about masks: loops, starts and conditions near the ends of tensors, or "
                        "of what pointers point to; or of products in the types of tensor cores")
    places = parser.add_mutually_exclusive_group()
    places.add_argument("--emulate", dest="also", action="store_const", const="emulator", default="passes",
                        help="also run the code for a GPU in the emulator, instead of passes on the host")
    places.add_argument("--gpu", dest="also", action="store_const", const="gpu",
                        help="also run it on GPU 0, instead of passes on the host")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start no case after this time")
    parser.add_argument("--shrink-seconds", type=float, default=60.0, help="time to shrink a failure, 0 for none")
    parser.add_argument("--failures", type=int, default=5, help="stop after so many")
    parser.add_argument("--save", type=pathlib.Path, help="a folder for failing cases")
    parser.add_argument("--replay", type=pathlib.Path, help="run a case that was saved or printed")
    parser.add_argument("--print", action="store_true", help="print the cases and run none")
    return parser.parse_args(arguments)


def replay(path: pathlib.Path, worker: Worker) -> int:
    failure = worker.check(from_text(path.read_text()))
    worker.close()
    print(f"{failure.kind}: {failure.text}" if failure else "both agree")
    return 1 if failure else 0


def run_all(options, function) -> int:
    """Runs the cases, reports failures, sums up; the exit status."""
    counts, start, place = collections.Counter(), time.monotonic(), PLACES[options.also]
    failures = collections.Counter()
    for number, case, failure in run(cases(options, counts), options.jobs, function):
        counts["run"] += 1
        if failure and failure.kind == "unsupported":
            counts["unsupported"] += 1
        elif failure:
            failures[failure.kind] += 1
            again = f"scripts/fuzz{place.flag} --kernels {options.kernels} --seed {options.seed} --case {number}"
            report(failure, case, again, Worker(function), options)
            if failures.total() >= options.failures:
                break
    there = f"{counts['run'] - counts['unsupported']} of them {place.name}, " if place.name else ""
    kinds = "".join(f", {count} {kind}" for kind, count in failures.items())
    print(f"fuzz: {counts['run']} cases of seed {options.seed} in {time.monotonic() - start:.0f} s, {there}"
          f"{failures.total()} failed{kinds}")
    return 1 if failures else 0


def main(arguments: list[str]) -> int:
    options = parse_options(arguments)
    function = functools.partial(check, also=options.also)
    if options.print:
        for _, case in cases(options, collections.Counter()):
            print(to_text(case))
        return 0
    if options.also == "gpu":
        worker = Worker(gpu_problem)
        problem = worker.check(None)
        worker.close()
        if problem:
            print(f"fuzz: expected a GPU, got none: {problem.text}", file=sys.stderr)
            return 2
    return replay(options.replay, Worker(function)) if options.replay else run_all(options, function)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
