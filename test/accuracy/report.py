# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table that scripts/accuracy prints: errors of functions on the host and on a GPU, beside their bounds."""

import argparse
import concurrent.futures
import dataclasses
import multiprocessing
from collections.abc import Iterator

import numpy as np

import phobos
from accuracy import TABLES, bound
from example_runs import has_gpu
from exact import arity
from floats import bits_dtype
from measure import Measured, measure, special_problems
from samples import arguments
from special_values import SPECIAL_VALUES

LOG2_COUNT = {"f8e4m3": 16, "f8e5m2": 16, "f16": 20, "bf16": 20, "f32": 24, "f64": 20}
SLICE = 1 << 20
PARTS_OF_ALL = 64


@dataclasses.dataclass(frozen=True)
class Task:
    """A function to measure; part `part` of all values of f32, where that is not negative."""

    function: str
    name: str
    places: tuple[str, ...]
    part: int = -1

    def slices(self) -> Iterator[list[np.ndarray]]:
        if self.part >= 0:
            size = (1 << 32) // PARTS_OF_ALL
            for start in range(self.part * size, (self.part + 1) * size, SLICE):
                yield [np.arange(start, start + SLICE, dtype=bits_dtype(self.name))]
            return
        operands = arguments(self.function, self.name, LOG2_COUNT[self.name])
        for start in range(0, len(operands[0]), SLICE):
            yield [bits[start:start + SLICE] for bits in operands]


@dataclasses.dataclass
class Outcome:
    """What a task found at a place; `refused` says why it could not run."""

    task: Task
    place: str
    worst: Measured | None = None
    count: int = 0
    special: list[str] = dataclasses.field(default_factory=list)
    refused: str = ""

    def merge(self, other: "Outcome") -> None:
        self.count += other.count
        self.refused = self.refused or other.refused
        self.special = self.special or other.special
        if other.worst and (not self.worst or other.worst.error > self.worst.error):
            self.worst = other.worst

    def is_broken(self) -> bool:
        task = self.task
        limit = bound(task.function, task.name, TABLES[self.place])
        return bool(self.special) or bool(self.worst) and not self.worst.error <= limit


def execute(task: Task) -> list[Outcome]:
    outcomes = [Outcome(task, place) for place in task.places]
    for outcome in outcomes:
        try:
            outcome.special = special_problems(task.function, task.name, outcome.place)
        except phobos.Error as error:
            outcome.refused = str(error).splitlines()[0]
    for bits in task.slices():
        for outcome in outcomes:
            if not outcome.refused:
                worst = measure(task.function, task.name, bits, outcome.place)
                outcome.merge(Outcome(task, outcome.place, worst, worst.count))
    return outcomes


def tasks_of(options: argparse.Namespace, places: tuple[str, ...]) -> list[Task]:
    """The longest first."""
    tasks = []
    for function in options.functions:
        for name in options.types:
            everything = options.all and name == "f32" and arity(function) == 1
            parts = range(PARTS_OF_ALL) if everything else [-1]
            tasks += [Task(function, name, places, part) for part in parts]
    return sorted(tasks, key=lambda task: -LOG2_COUNT[task.name] - (task.part >= 0))


def described(outcome: Outcome | None) -> str:
    """The largest error and its bound: `0.818 <= 0.83`."""
    if outcome is None or outcome.refused:
        return "-"
    limit = bound(outcome.task.function, outcome.task.name, TABLES[outcome.place])
    error = outcome.worst.error
    # Below 0.5 the measure is the distance from the rounded exact result.
    found = "exact" if error == 0 and limit == 0 else "rounded once" if error == 0 and limit == 0.5 else f"{error:.4g}"
    return f"{found} {'BROKEN' if outcome.is_broken() else '<='} {limit:g}"


def run(options: argparse.Namespace) -> int:
    places = tuple(options.places or (["host", "gpu"] if has_gpu() else ["host"]))
    found: dict[tuple[str, str, str], Outcome] = {}
    with concurrent.futures.ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as pool:
        for outcomes in pool.map(execute, tasks_of(options, places)):
            for outcome in outcomes:
                key = outcome.task.function, outcome.task.name, outcome.place
                found.setdefault(key, Outcome(outcome.task, outcome.place)).merge(outcome)
    print(f"{'function':8} {'type':7} {'values':>10}  " + "  ".join(f"{place:22}" for place in places))
    for function in options.functions:
        for name in options.types:
            row = [found[function, name, place] for place in places]
            print(f"{function:8} {name:7} {max(outcome.count for outcome in row):10}  " +
                  "  ".join(f"{described(outcome):22}" for outcome in row))
            print_details(row, options.verbose)
    broken = sum(outcome.is_broken() for outcome in found.values())
    special = sum(len(SPECIAL_VALUES[function]) for function in options.functions)
    print(f"accuracy: {len(found)} measured, {broken} broken; {special} special values in {len(options.types)} types")
    return int(broken > 0)


def print_details(row: list[Outcome], verbose: bool) -> None:
    for outcome in row:
        if outcome.refused:
            print(f"    {outcome.place}: {outcome.refused}")
        elif outcome.worst and (verbose or outcome.is_broken()):
            print(f"    {outcome.place}: {outcome.worst}")
        for problem in outcome.special:
            print(f"    {outcome.place}: {problem}")
