#!/usr/bin/env python3
# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times launches as Python makes them, beside Triton's: python3 bench/launch_time.py

Needs torch and a GPU; Triton's rows are left out where it is missing. A figure is the time of a call on the processor:
the least of many spans of 100 launches, each begun on an idle stream, so that no launch waits for the GPU.
"""

import argparse
import dataclasses
import json
import pathlib
import sys
import time
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "python")]

SPAN = 100  # launches; the GPU's queue holds 1,024
NAMES = "abcdefghijkl"


@dataclasses.dataclass
class LaunchTime:
    """Microseconds a call."""

    arguments: str
    launcher: str
    least: float
    median: float


def phobos_source(tensors: int) -> str:
    """A kernel of 12 arguments, the first `tensors` of which are tensors, the others numbers in turn float and integer."""
    kinds = ["tensor<f32>[N]"] * tensors + ["f32", "i32"] * 6
    parameters = ", ".join(f"{name}: {kind}" for name, kind in zip(NAMES, kinds))
    used = " + ".join(f"{name}[at :+ 128]" for name in NAMES[1:tensors])
    return f"kernel add({parameters}) {{\n  let at = ctx.block.x * 128\n  a[at :+ 128] = {used}\n}}\n"


def values(torch, tensors: int) -> tuple:
    return (*(torch.ones(128, device="cuda") for _ in range(tensors)), *[1.5, 7] * ((12 - tensors) // 2))


def measure(torch, launch: Callable, arguments: tuple, named: dict, spans: int) -> tuple[float, float]:
    """The least and the median of `spans` spans, in microseconds a launch."""
    for _ in range(3):
        launch(*arguments, **named)
    times = []
    for _ in range(spans):
        torch.cuda.synchronize()
        start = time.perf_counter_ns()
        for _ in range(SPAN):
            launch(*arguments, **named)
        times.append((time.perf_counter_ns() - start) / SPAN / 1000)
    torch.cuda.synchronize()
    return min(times), sorted(times)[spans // 2]


def launchers(torch, tensors: int) -> dict[str, tuple[Callable, tuple, dict]]:
    """What is called, and with what."""
    import phobos
    arguments = values(torch, tensors)
    kernel = phobos.compile(phobos_source(tensors), lint="off")
    found = {"Phobos": (kernel, arguments, {}), "Phobos, by name": (kernel, (), dict(zip(NAMES, arguments)))}
    try:
        import launch_peer
    except ImportError as error:
        print(f"bench: no Triton beside it: {error}", file=sys.stderr)
        return found
    return found | {"Triton": (launch_peer.KERNELS[tensors][(1, )], arguments, {"BLOCK": 128})}


def as_table(times: list[LaunchTime]) -> str:
    rows = [f"| {time.arguments} | {time.launcher} | {time.least:.2f} | {time.median:.2f} |" for time in times]
    return "\n".join(["| arguments | launcher | least, us | median, us |", "|---|---|---|---|", *rows])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spans", type=int, default=200, help="of 100 launches (default %(default)s)")
    parser.add_argument("--json", type=pathlib.Path, help="also write the results here")
    options = parser.parse_args()
    import torch
    times = []
    for tensors in (6, 12):
        kinds = f"{tensors} tensors, {12 - tensors} numbers"
        for name, call in launchers(torch, tensors).items():
            times.append(LaunchTime(kinds, name, *measure(torch, *call, options.spans)))
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}\n\n{as_table(times)}")
    if options.json:
        options.json.write_text(json.dumps([dataclasses.asdict(time) for time in times], indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
