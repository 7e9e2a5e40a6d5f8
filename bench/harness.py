# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times a kernel beside its peers in one run, and says how they compare.

All get the same inputs, and every answer is first held against a reference in float64, the peers' too. Each peer is
timed in the fastest of its configurations. Then all are timed in turn, A B C A B C, in spans of equal length, so that
clock and heat act on all alike; the ratio of neighbours counts, not the quotient of two averages.

A span is a CUDA graph of many calls, so that neither Python nor the driver's launches show. Where a call cannot be
captured, the calls are queued behind work that keeps the GPU busy meanwhile; each figure says which.
"""

import dataclasses
import statistics
import time
from collections.abc import Callable

import torch

import phobos

#: Queues work on the current stream, and returns the tensor that will hold the answer.
Call = Callable[[], torch.Tensor]

#: Calls of one span at most: a graph's nodes, or what a stream takes before the host must wait.
MOST_CALLS = {"graph": 2000, "queue": 500}
#: A little above the clock of any GPU, for work that is to last at least so long.
CYCLES_PER_SECOND = 2.2e9


class WrongAnswer(Exception):
    """An answer is further from the reference than it may be."""


@dataclasses.dataclass
class Peer:
    """The same work by another program, in each of the ways that may be the fastest."""

    name: str
    configurations: dict[str, Call]


@dataclasses.dataclass
class Case:
    """One kernel at one size. `bytes` is the least that must move, `operations` the least that must be computed, 0
    where that is no limit. `check` takes an answer and returns its error, as a share of the error allowed. `prepare`
    sets inputs and outputs as they were, before each answer that is checked. `table` is where it is shown."""

    kernel: str
    size: str
    bytes: int
    run: Call
    peers: list[Peer]
    check: Callable[[torch.Tensor], float]
    prepare: Callable[[], None] = lambda: None
    operations: int = 0
    table: str = "memory-bound"


@dataclasses.dataclass
class Timing:
    """One program's times: median seconds per call. `error` is its largest error, as a share of what is allowed.
    `ratio` is how long it takes as a multiple of our time, the median of all rounds, with 10th and 90th percentile."""

    name: str
    configuration: str
    seconds: float
    error: float
    timed: str
    calls: int
    ratio: float
    ratio_p10: float
    ratio_p90: float


@dataclasses.dataclass
class Result:
    """What came of a case: `timings[0]` is ours. Where `problem` is not empty, it says why there are none. `left_out`
    are peers' configurations that failed or answered wrong."""

    kernel: str
    size: str
    table: str
    bytes: int
    operations: int
    rounds: int
    timings: list[Timing] = dataclasses.field(default_factory=list)
    left_out: list[str] = dataclasses.field(default_factory=list)
    problem: str = ""


class Span:
    """Many calls of one program, to be timed together."""

    def __init__(self, call: Call, calls: int):
        self.call = call
        self.calls = min(calls, MOST_CALLS["graph"])
        call()  # compiles and loads what is needed
        torch.cuda.synchronize()
        try:
            self.graph = _capture(call, self.calls)
            self.graph.replay()
        except (RuntimeError, phobos.Error):
            self.graph = None
            self.calls = min(calls, MOST_CALLS["queue"])
            self._queue()
        torch.cuda.synchronize()

    @property
    def timed(self) -> str:
        return "graph" if self.graph else "queue"

    def seconds(self) -> float:
        """Seconds per call, in one span."""
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        # Keeps the GPU busy while the host queues what follows, so that no wait for the host falls into the span.
        torch.cuda._sleep(int(CYCLES_PER_SECOND * (1e-4 if self.graph else self.host_seconds * 1.5)))
        start.record()
        if self.graph:
            self.graph.replay()
        else:
            self._queue()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) / 1e3 / self.calls

    def _queue(self) -> None:
        """Queues all calls, and remembers how long that took."""
        start = time.perf_counter()
        for _ in range(self.calls):
            self.call()
        self.host_seconds = time.perf_counter() - start


def _capture(call: Call, calls: int) -> torch.cuda.CUDAGraph:
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="relaxed"):
        for _ in range(calls):
            call()
    return graph


def largest_error(answer: torch.Tensor, exact: Callable[[slice], torch.Tensor], relative: float,
                  absolute: float) -> float:
    """The largest error of the rows of `answer`, as a share of what is allowed: `absolute`, and `relative` times what
    is exact. `exact` gives rows of the reference, in float64. NaN is infinitely wrong."""
    rows, largest = answer.shape[0], 0.0
    step = max(1, 2**24 * rows // max(1, answer.numel()))
    for part in (slice(start, start + step) for start in range(0, rows, step)):
        reference = exact(part)
        error = (answer[part].double() - reference).abs() / (absolute + relative * reference.abs())
        largest = max(largest, torch.nan_to_num(error, nan=torch.inf).max().item())
    return largest


def checked(case: Case, call: Call) -> float:
    """The error of an answer of `call`; raises WrongAnswer where it is too large."""
    case.prepare()
    answer = call()
    if answer.is_cuda:
        torch.cuda.synchronize()
    error = case.check(answer)
    if not error <= 1:
        raise WrongAnswer(f"expected an error of at most 1 of what is allowed, got {error:.3g}")
    return error


def usable(case: Case, peer: Peer, left_out: list[str]) -> dict[str, float]:
    """The errors of the configurations that work and answer right; the others go to `left_out`."""
    errors = {}
    for name, call in peer.configurations.items():
        try:
            errors[name] = checked(case, call)
        except Exception as error:  # a peer may fail in ways of its own, which must not end our run
            left_out.append(f"{peer.name} {name}: {type(error).__name__}: {error}")
    return errors


def fastest(peer: Peer, names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    spans = {name: Span(peer.configurations[name], 5) for name in names}
    return min(names, key=lambda name: min(spans[name].seconds() for _ in range(3)))


@dataclasses.dataclass
class Program:
    """What is timed: our kernel, or a peer in one configuration."""

    name: str
    configuration: str
    call: Call
    error: float


def programs_of(case: Case, left_out: list[str], quick: bool) -> list[Program]:
    """Our kernel and the peers, each in its fastest configuration; or, to be quick, in the first that works."""
    programs = [Program("phobos", "", case.run, checked(case, case.run))]
    for peer in case.peers:
        if errors := usable(case, peer, left_out):
            name = next(iter(errors)) if quick else fastest(peer, list(errors))
            programs.append(Program(peer.name, name, peer.configurations[name], errors[name]))
    return programs


def measure(case: Case, rounds: int, span_seconds: float, quick: bool) -> Result:
    """Checks all answers, then times `rounds` rounds of spans of about `span_seconds` each."""
    result = Result(case.kernel, case.size, case.table, case.bytes, case.operations, rounds)
    programs = programs_of(case, result.left_out, quick)
    spans = [Span(each.call, max(1, round(span_seconds / Span(each.call, 5).seconds()))) for each in programs]
    times = [[] for _ in spans]
    for _ in range(rounds):
        for span, own in zip(spans, times):
            own.append(span.seconds())
    for program, span, own in zip(programs, spans, times):
        ratios = [other / ours for ours, other in zip(times[0], own)]
        deciles = statistics.quantiles(ratios, n=10, method="inclusive")
        result.timings.append(
            Timing(program.name, program.configuration, statistics.median(own), program.error, span.timed, span.calls,
                   statistics.median(ratios), deciles[0], deciles[-1]))
    return result


def check_only(case: Case) -> Result:
    """Checks all answers, a peer's in every configuration, and times nothing."""
    result = Result(case.kernel, case.size, case.table, case.bytes, case.operations, 0)
    found = [("phobos", "", checked(case, case.run))]
    for peer in case.peers:
        found += [(peer.name, name, error) for name, error in usable(case, peer, result.left_out).items()]
    result.timings = [Timing(name, label, 0, error, "", 0, 0, 0, 0) for name, label, error in found]
    return result


def attempt(case: Case, measure_one: Callable[[Case], Result]) -> Result:
    """The result of a case; where our kernel fails or its answer is wrong, that is the result."""
    try:
        return measure_one(case)
    except (WrongAnswer, phobos.Error, RuntimeError, ValueError, TypeError) as error:
        problem = f"{type(error).__name__}: {error}"
        return Result(case.kernel, case.size, case.table, case.bytes, case.operations, 0, problem=problem)
