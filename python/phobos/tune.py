# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Searching the best of @autotune's choices for some arrays: `Kernel.tune`."""

import contextlib
import ctypes
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from . import tuned
from .arrays import Array, describe
from .errors import DriverError, Error
from .explain import ConfigExplanation
from .library import library
from .numbers import difference, read, read_bytes
from .source import Source
from .tune_report import Progress, Trial, Tuning

_WARM = 3  # calls that are not timed
_ROUNDS = 5  # of which the shortest counts
_SPAN = 0.02  # seconds of a round
_GRAPH_SPAN = 0.005  # seconds of a graph at most, about
_LEAST_CALLS, _MOST_CALLS = 10, 1000  # of a graph, and in a round

Variant = Callable[[Mapping[str, int]], Any]


class Arrays:
    """The arrays of a call, whose contents come back."""

    def __init__(self, names: Sequence[str], arrays: Sequence[Array], gpu: int | None):
        self.names, self.arrays, self._gpu = names, arrays, gpu
        self._spans = [array.span for array in arrays]

    @contextlib.contextmanager
    def saved(self) -> Iterator[Callable[[], None]]:
        """Gives what restores the contents, which is also done in the end."""
        copies = [self._save(*span) for span in self._spans]

        def restore() -> None:
            for (start, bytes), copy in zip(self._spans, copies):
                self._restore(start, bytes, copy)

        try:
            yield restore
        finally:
            restore()
            for copy in copies:
                if isinstance(copy, int):
                    library().gpu_free(self._gpu or 0, copy)

    def _save(self, start: int, bytes: int) -> int | numpy.ndarray:
        if self._gpu is None:
            return read_bytes(start, bytes, None)
        copy = library().gpu_allocate(self._gpu, bytes)
        library().gpu_copy_within(self._gpu, copy, start, bytes)
        return copy

    def _restore(self, start: int, bytes: int, copy: int | numpy.ndarray) -> None:
        if isinstance(copy, int):
            library().gpu_copy_within(self._gpu or 0, start, copy, bytes)
        else:
            ctypes.memmove(start, copy.ctypes.data, bytes)

    def read(self) -> list[numpy.ndarray]:
        """The contents, once what is queued has run."""
        if self._gpu is not None:
            library().gpu_wait(self._gpu)
        return [read(array, self._gpu) for array in self.arrays]

    def compare(self, actual: Sequence[numpy.ndarray], expected: Sequence[numpy.ndarray], tolerance: float | None) -> str:
        """What the first array is and has that is wrong; "" where none is."""
        for name, array, got, wanted in zip(self.names, self.arrays, actual, expected):
            if text := difference(got, wanted, array.type, tolerance):
                return f"{name}: {text}"
        return ""


class Clock:
    """Times calls of kernels on the same values."""

    def __init__(self, gpu: int | None):
        self._gpu = gpu

    def seconds(self, kernel: Any, values: Sequence[Any]) -> float:
        """Of one call: the least of some rounds. On a GPU a round launches a graph of calls, so that it has no gaps."""
        for _ in range(_WARM):
            kernel(*values)
        if self._gpu is None:
            return _least(lambda count: _host_seconds(lambda: kernel(*values), count))
        with GpuTimer(self._gpu) as timer:
            return timer.seconds(kernel, values)


def _host_seconds(call: Callable[[], None], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        call()
    return time.perf_counter() - start


def _least(span: Callable[[int], float]) -> float:
    """What one of many takes, where `span(count)` are the seconds of so many."""
    count = max(1, min(_MOST_CALLS, int(_SPAN / max(span(1), 1e-9))))
    return min(span(count) for _ in range(_ROUNDS)) / count


class GpuTimer:
    """A stream of its own on a GPU, and two events."""

    def __init__(self, gpu: int):
        self._gpu = gpu

    def __enter__(self) -> "GpuTimer":
        library().gpu_wait(self._gpu)  # what the kernel reads is there
        self._stream = library().gpu_stream_create(self._gpu)
        self._events = [library().gpu_event_create(self._gpu) for _ in range(2)]
        return self

    def __exit__(self, *_: object) -> None:
        for event in self._events:
            library().gpu_event_free(self._gpu, event)
        library().gpu_stream_free(self._gpu, self._stream)

    def seconds(self, kernel: Any, values: Sequence[Any]) -> float:
        launch = kernel.on(self._stream)
        launch(*values)  # loads what this stream needs
        once = self._span(lambda: launch(*values), 1)
        calls = max(_LEAST_CALLS, min(_MOST_CALLS, int(_GRAPH_SPAN / max(once, 1e-9))))
        try:
            graph = self._record(lambda: launch(*values), calls)
        except DriverError:  # what cannot be captured is queued
            return _least(lambda count: self._span(lambda: launch(*values), count))
        try:
            return _least(lambda count: self._span(lambda: library().gpu_graph_launch(self._gpu, graph, self._stream), count)) / calls
        finally:
            library().gpu_synchronize(self._gpu, self._stream)
            library().gpu_graph_free(self._gpu, graph)

    def _record(self, call: Callable[[], None], count: int) -> int:
        library().gpu_capture_begin(self._gpu, self._stream)
        try:
            for _ in range(count):
                call()
        except BaseException:
            with contextlib.suppress(DriverError):
                library().gpu_graph_free(self._gpu, library().gpu_capture_end(self._gpu, self._stream))
            raise
        return library().gpu_capture_end(self._gpu, self._stream)

    def _span(self, call: Callable[[], None], count: int) -> float:
        start, end = self._events
        library().gpu_event_record(self._gpu, start, self._stream)
        for _ in range(count):
            call()
        library().gpu_event_record(self._gpu, end, self._stream)
        return library().gpu_event_seconds(self._gpu, start, end)


@dataclass(frozen=True)
class Subject:
    """What is tuned: the kernel of `source`, whose `variant` compiles it for settings, on a GPU or on the host (None)."""

    name: str
    source: Source
    parameters: Sequence[str]
    variant: Variant
    gpu: int | None
    target: str


def tune(subject: Subject, values: Sequence[Any], reference: Callable | None, tolerance: float | None,
         progress: bool | None) -> Tuning:
    """`values` are those of a call, in the order of the parameters. `reference` computes on the same values, in place, or
    returns what the kernel's outputs are to be."""
    configurations = _configurations(subject)
    described = [(parameter, _array(value)) for parameter, value in zip(subject.parameters, values)]
    named = [(parameter, array) for parameter, array in described if array]
    arrays = Arrays([parameter for parameter, _ in named], [array for _, array in named], subject.gpu)
    with arrays.saved() as restore, Progress(subject.name, len(configurations), progress) as bar:
        search = _Search(subject, values, arrays, restore, tolerance)
        if reference:
            search.expectation.ask(reference, values, restore)
        trials = []
        for settings, reason in configurations:
            trials.append(Trial(settings, None, reason) if reason else search.attempt(settings))
            bar.show(trials[-1])
    tuning = Tuning(subject.name, tuned.place_of(subject.gpu), trials)
    if tuning.best is not None:
        tuned.keep(subject.source, subject.gpu, values, tuning.best)
    return tuning


def _array(value: Any) -> Array | None:
    try:
        return describe(value)
    except TypeError:  # a number
        return None


def _configurations(subject: Subject) -> list[tuple[dict[str, int], str]]:
    """The settings that @autotune leaves open, and why a GPU cannot run them; the default ones first."""
    kernels = ConfigExplanation(subject.source, subject.target)["kernels"]
    configurations = next(kernel["configs"] for kernel in kernels if kernel["kernel"] == subject.name)
    if len(configurations) < 2:
        raise TypeError(f"{subject.name}: expected a kernel with @autotune and more than one choice, which its settings leave open")
    return [(config["settings"], "" if subject.gpu is None or config["legal"] else _first_line(config["error"]))
            for config in configurations]


def _first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0]


class _Expectation:
    """What the arrays are to hold after a call: what a reference left in them, or, where it returned its results, what
    they held with those in place of what the kernel changes; of the first configuration where there is no reference."""

    def __init__(self, arrays: Arrays, tolerance: float | None):
        self._arrays, self._tolerance = arrays, tolerance
        self._before = arrays.read()
        self._after: list[numpy.ndarray] | None = None
        self._returned: list[numpy.ndarray] = []

    def ask(self, reference: Callable, values: Sequence[Any], restore: Callable[[], None]) -> None:
        returned = reference(*values)
        after = self._arrays.read()
        restore()
        if returned is None:
            self._after = after
            return
        if self._changed(after):
            raise ValueError("reference: expected one that computes in place or returns arrays, got one that does both")
        results = [describe(value) for value in (returned if isinstance(returned, (tuple, list)) else (returned,))]
        self._returned = [read(result, None if result.device is None else max(result.device, 0)) for result in results]

    def check(self, actual: list[numpy.ndarray]) -> str:
        """What is wrong with the contents `actual`; "" where nothing is."""
        if self._returned and self._after is None:
            self._after = self._merge(self._changed(actual))
        if self._after is None:
            self._after = actual
        return self._arrays.compare(actual, self._after, self._tolerance)

    def _changed(self, after: Sequence[numpy.ndarray]) -> list[int]:
        return [at for at, (one, other) in enumerate(zip(self._before, after))
                if not numpy.array_equal(one, other, equal_nan=one.dtype.kind == "f")]

    def _merge(self, changed: list[int]) -> list[numpy.ndarray]:
        if len(changed) != len(self._returned):
            raise ValueError(f"reference: expected it to return {len(changed)} arrays, as many as the kernel changes, got "
                             f"{len(self._returned)}")
        merged = list(self._before)
        for at, result in zip(changed, self._returned):
            merged[at] = result
        return merged


class _Search:
    """Tries configurations on the arrays of one call."""

    def __init__(self, subject: Subject, values: Sequence[Any], arrays: Arrays, restore: Callable[[], None],
                 tolerance: float | None):
        self._variant, self._values, self._arrays, self._restore = subject.variant, values, arrays, restore
        self._clock = Clock(subject.gpu)
        self.expectation = _Expectation(arrays, tolerance)

    def attempt(self, settings: dict[str, int]) -> Trial:
        """One configuration: checked, then timed."""
        try:
            kernel = self._variant(settings)
            kernel(*self._values)
            actual = self._arrays.read()
        except (Error, TypeError, ValueError) as error:
            return Trial(settings, None, _first_line(error))
        finally:
            self._restore()
        if wrong := self.expectation.check(actual):
            return Trial(settings, None, f"wrong: {wrong}")
        seconds = self._clock.seconds(kernel, self._values)
        self._restore()
        return Trial(settings, seconds)
