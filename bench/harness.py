# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times a kernel beside a peer in one run, and says how they compare.

Both get the same inputs. The result is checked first. Then the two are timed
in turn, A B A B, with CUDA events around spans of equal length, so that clock
and heat act on both alike; the ratio of each pair of neighbours counts, not the
quotient of two averages.
"""

import dataclasses
import statistics
from collections.abc import Callable

import torch


@dataclasses.dataclass
class Case:
    """One kernel at one size. `run` and `peer` queue the same work on the current stream; `check` raises an
    AssertionError where the result of `run`, called once, is wrong. `bytes` is the least that must move."""

    kernel: str
    size: str
    peer_name: str
    bytes: int
    run: Callable[[], None]
    peer: Callable[[], None]
    check: Callable[[], None]


@dataclasses.dataclass
class Result:
    """Seconds per call (medians), and the peer's time over ours: median, 10th and 90th percentile of the pairs."""

    kernel: str
    size: str
    peer: str
    seconds: float
    peer_seconds: float
    gigabytes_per_second: float
    peer_gigabytes_per_second: float
    ratio: float
    ratio_p10: float
    ratio_p90: float
    pairs: int
    calls_per_span: int


def measure(case: Case, pairs: int, span_seconds: float) -> Result:
    """Checks `case`, then times `pairs` pairs of spans of about `span_seconds` each."""
    case.run()
    torch.cuda.synchronize()
    case.check()
    case.peer()
    calls = max(1, round(span_seconds / _seconds_per_call(case.peer, 5)))
    for warm_up in (case.run, case.peer):
        _seconds_per_call(warm_up, calls)
    ours, peers = [], []
    for _ in range(pairs):
        ours.append(_seconds_per_call(case.run, calls))
        peers.append(_seconds_per_call(case.peer, calls))
    ratios = [peer / own for own, peer in zip(ours, peers)]
    deciles = statistics.quantiles(ratios, n=10, method="inclusive")
    own, peer = statistics.median(ours), statistics.median(peers)
    return Result(case.kernel, case.size, case.peer_name, own, peer, case.bytes / own / 1e9, case.bytes / peer / 1e9,
                  statistics.median(ratios), deciles[0], deciles[-1], pairs, calls)


def _seconds_per_call(call: Callable[[], None], calls: int) -> float:
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    # Busies the GPU while the first calls are queued, so that it does not wait for the host inside the span.
    torch.cuda._sleep(1_000_000)
    start.record()
    for _ in range(calls):
        call()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / 1e3 / calls


def as_markdown(results: list[Result]) -> str:
    lines = ["| kernel | size | GB/s | peer | GB/s | peer's time / ours (p10 to p90) |", "|---|---|---|---|---|---|"]
    for r in results:
        lines.append(f"| {r.kernel} | {r.size} | {r.gigabytes_per_second:.0f} | {r.peer} | "
                     f"{r.peer_gigabytes_per_second:.0f} | {r.ratio:.3f} ({r.ratio_p10:.3f} to {r.ratio_p90:.3f}) |")
    return "\n".join(lines)
