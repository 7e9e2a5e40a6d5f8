# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times the whole process from source to PTX: start, compile, write, exit."""

import dataclasses
import pathlib
import resource
import statistics
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "examples"))

from reference import settings_of  # noqa: E402


@dataclasses.dataclass
class CompileTime:
    """Seconds of a process of its own: the median and the range of `runs` runs, and the median of the time on the
    processor, which other load on the machine does not stretch."""

    file: str
    target: str
    seconds: float
    least: float
    most: float
    processor_seconds: float
    runs: int


def find_tool(root: pathlib.Path) -> pathlib.Path:
    """The shipped phobos-translate, of an archive or of a source tree; else the development build's."""
    paths = [root / folder / "phobos-translate" for folder in ("bin", "build-ship/bin", "build/bin")]
    for path in paths:
        if path.exists():
            return path
    raise FileNotFoundError("phobos-translate not found: looked for " + ", ".join(map(str, paths)))


def measure(tool: pathlib.Path, source: pathlib.Path, target: str, runs: int) -> CompileTime:
    settings = [f"--set={name}={value}" for name, value in settings_of(source).items()]
    command = [str(tool), "--phobos-to-ptx", str(source), f"--target={target}", *settings, "-o", "-"]
    seconds, processor = [], []
    for _ in range(runs):
        start, used = time.perf_counter(), processor_seconds_of_children()
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds.append(time.perf_counter() - start)
        processor.append(processor_seconds_of_children() - used)
        assert ".entry" in done.stdout, f"{source}: expected a kernel in the PTX"
    return CompileTime(source.name, target, statistics.median(seconds), min(seconds), max(seconds),
                       statistics.median(processor), runs)


def processor_seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


