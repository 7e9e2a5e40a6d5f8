# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tuning on the host, where configurations are told apart as on a GPU."""

import json
import xml.etree.ElementTree

import ml_dtypes
import numpy as np
import pytest

import phobos
from phobos import cache, tuned
from phobos.elements import ELEMENTS
from phobos.library import library
from phobos.numbers import _f8_values, difference, read
from phobos.arrays import describe
from phobos.tune import Clock

CLOCK_SECONDS = Clock.seconds
TWICE = """@autotune(T in [4, 8, 16])
kernel twice(X: tensor<f32>[N]) {
  X[ctx.block.x * T :+ T] = 2 * X[ctx.block.x * T :+ T] + 1
}
"""
ADD = """@autotune(T in [4, 8, 16])
kernel add(X: tensor<f32>[N], Y: tensor<f32>[N]) {
  Y[ctx.block.x * T :+ T] += X[ctx.block.x * T :+ T]
}
"""
ATOMIC = ADD.replace("Y[ctx.block.x * T :+ T] += X[ctx.block.x * T :+ T]",
                     "atomic_add(Y[ctx.block.x * T :+ T], X[ctx.block.x * T :+ T])").replace("@auto", "@grid(ceildiv(N, T))\n@auto")


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    """Each configuration takes what `seconds_of` says, by its tile, and nothing is known yet."""
    monkeypatch.setattr(tuned, "_known", {})
    monkeypatch.setenv("PHOBOS_CACHE", str(tmp_path / "kernels"))
    times, counts = {}, []

    def seconds(self, kernel, values):
        kernel(*values)
        kernel(*values)
        counts.append(1)
        return times.get(len(counts), 1.0 / len(counts))

    monkeypatch.setattr(Clock, "seconds", seconds)
    return times


def f32s(*values):
    return np.array(values, np.float32)


def test_b22_an_in_place_kernel_is_as_if_nobody_had_called_it():
    kernel, x = phobos.compile(TWICE, target="host"), f32s(0, 1, 2, 3)
    result = kernel.tune(x)
    assert x.tolist() == [0, 1, 2, 3]
    assert [trial.settings["T"] for trial in result.trials] == [16, 8, 4] and result.best == {"T": 16}
    kernel(x)
    assert x.tolist() == [1, 3, 5, 7]
    kernel(x)
    assert x.tolist() == [3, 7, 11, 15]


@pytest.mark.parametrize("source", [ADD, ATOMIC], ids=["slice", "atomic"])
def test_b22_one_call_is_one_addition(source):
    kernel, x, y = phobos.compile(source, lint="off"), f32s(1, 2, 3), f32s(0, 0, 0)
    kernel.tune(x, Y=y)
    assert y.tolist() == [0, 0, 0]
    kernel(x, y)
    assert y.tolist() == [1, 2, 3]
    kernel.tune(y, y)  # one array twice
    assert y.tolist() == [1, 2, 3]
    kernel(y, y)
    assert y.tolist() == [2, 4, 6]


def test_b22_memory_between_rows_stays():
    kernel = phobos.compile("""@autotune(T in [1, 2])
kernel k(X: tensor<f32>[M, N] strides [LD, 1]) {
  X[ctx.block.x * T :+ T, 0 :+ 4] = 5
}""")
    base = np.arange(24, dtype=np.float32).reshape(3, 8)
    before = base.copy()
    kernel.tune(base[:, 2:6])
    assert (base == before).all()


WRONG = """@autotune(T in [4, 8])
kernel k(X: tensor<f32>[N], Y: tensor<f32>[N]) {
  Y[ctx.block.x * 4 :+ 4] = X[ctx.block.x * 4 :+ 4] + (T - 4)
}
"""


@pytest.mark.parametrize("reference", [None, lambda x, y: x, lambda x, y: [x.copy()], lambda x, y: y.__setitem__(slice(None), x)],
                         ids=["the default", "returns", "returns a list", "in place"])
def test_negative_what_is_wrong_is_not_timed(reference):
    x, y = f32s(1, 2, 3, 4, 5), f32s(0, 0, 0, 0, 0)
    result = phobos.compile(WRONG).tune(x, y, reference=reference)
    assert result.best == {"T": 4} and not y.any()
    assert result.trials[1].reason == "wrong: Y: 5 of 5 elements differ, first at [0]: expected 1.0, got 5.0"
    assert "T=8" in str(result) and "wrong: Y" in str(result)


def test_negative_nothing_is_right():
    x, y = f32s(1, 2, 3, 4), f32s(0, 0, 0, 0)
    result = phobos.compile(WRONG).tune(x, y, reference=lambda x, y: x + 100)
    assert result.best is None and all("wrong" in trial.reason for trial in result.trials)


@pytest.mark.parametrize("reference, message", [
    (lambda x, y: (x, x), "reference: expected it to return 1 arrays, as many as the kernel changes, got 2"),
    (lambda x, y: (y.fill(3), x)[1], "reference: expected one that computes in place or returns arrays, got one that does both"),
])
def test_negative_references(reference, message):
    x, y = f32s(1, 2, 3, 4), f32s(0, 0, 0, 0)
    with pytest.raises(ValueError, match=message):
        phobos.compile(WRONG).tune(x, y, reference=reference)
    assert not y.any()


def test_negative_what_a_configuration_asks_for_is_told():
    kernel = phobos.compile("""@autotune(T in [4, 8])
@aligned(N = T)
kernel k(X: tensor<f32>[N]) {
  X[ctx.block.x * T :+ T] = 1
}""")
    result = kernel.tune(f32s(*range(12)))
    assert result.best == {"T": 4}
    assert result.trials[1].reason.startswith("N: expected a multiple of 8, as the kernel promises, got 12")


def test_negative_kernels_without_a_choice():
    with pytest.raises(TypeError, match="twice: expected a kernel with @autotune and more than one choice"):
        phobos.compile(TWICE, settings={"T": 8}).tune(f32s(1))
    with pytest.raises(TypeError, match="twice: expected 1 arguments"):
        phobos.compile(TWICE).tune()


def chosen(kernel, *values):
    """The tile of the variant that ran."""
    before = set(kernel._by_settings)
    kernel(*values)
    return [dict(key)["T"] for key in kernel._by_settings if key not in before]


def test_winners_are_kept_for_a_class_of_shapes(quick):
    kernel = phobos.compile(TWICE)
    kernel.tune(np.zeros(1024, np.float32))
    again = phobos.compile(TWICE)
    assert chosen(again, np.zeros(1040, np.float32)) == [16]
    assert chosen(phobos.compile(TWICE), np.zeros(1041, np.float32)) == []  # no multiple of 16
    assert chosen(phobos.compile(TWICE), np.zeros(4096, np.float32)) == []
    assert chosen(phobos.compile(TWICE + "\n"), np.zeros(1024, np.float32)) == []  # another text


def test_winners_are_read_from_disk(monkeypatch):
    phobos.compile(TWICE).tune(np.zeros(64, np.float32))
    (path,) = (path for path, _ in cache.files(cache.folder()) if path.suffix == ".tuned")
    assert json.loads(path.read_text()) == {"T": 16}
    for text, expected in ((path.read_text(), [16]), ("", []), ('{"T": "x"}', []), ('{"T": 4', [])):
        monkeypatch.setattr(tuned, "_known", {})
        path.write_text(text)
        assert chosen(phobos.compile(TWICE), np.zeros(64, np.float32)) == expected


def test_kernels_in_python():
    @phobos.kernel
    @phobos.autotune(T=[4, 8])
    def k(X: "tensor<f32>[N]"):
        X[ctx.block.x * T :+ T] = X[ctx.block.x * T :+ T] + 1

    x = f32s(0, 1)
    assert k.tune(x).best == {"T": 8}
    k(x)
    assert x.tolist() == [1, 2]


def test_specialized_kernels():
    source = "@autotune(T in [1, 2])\n@specialize(N)\nkernel k(X: tensor<f32>[M, N]) {\n  X[ctx.block.x * T :+ T, :] = 1\n}"
    kernel, x = phobos.compile(source), np.zeros((4, 5), np.float32)
    assert kernel.tune(x).best == {"T": 2} and not x.any()
    kernel(x)
    assert x.all() and chosen(phobos.compile(source).variant(N=5), x) == [2]


def test_the_plot(tmp_path):
    phobos.compile(TWICE).tune(f32s(1, 2), plot=tmp_path / "tune.svg")
    tree = xml.etree.ElementTree.parse(tmp_path / "tune.svg")
    texts = [element.text for element in tree.iter() if element.tag.endswith("text")]
    assert texts[0] == "twice on host, microseconds a call" and {"T=4", "T=8", "T=16"} <= set(texts)


def test_the_bar(capsys):
    phobos.compile(TWICE).tune(f32s(1, 2), progress=True)
    assert "twice [########################] 3/3, best 333333.33 us with T=16" in capsys.readouterr().err
    phobos.compile(TWICE).tune(f32s(1, 2))
    assert capsys.readouterr().err == ""


def test_a_clock_that_nobody_replaced():
    calls = []
    seconds = CLOCK_SECONDS(Clock(None), lambda *values: calls.append(values), [1, 2])
    assert 0 < seconds < 1e-3 and set(calls) == {(1, 2)}


class Gpu:
    """Stands in for the library's functions of events and graphs: a call takes 3 us, behind a gap of 20."""

    def __init__(self, monkeypatch, can_capture=True):
        self.queued, self.times, self.recorded, self.freed = 0.0, [], None, []
        stubs = {"wait": lambda gpu: None, "synchronize": lambda gpu, stream: None, "stream_create": lambda gpu: 7,
                 "stream_free": lambda gpu, stream: self.freed.append("stream"), "event_create": lambda gpu: 9,
                 "event_free": lambda gpu, event: self.freed.append("event"), "event_record": self.record,
                 "event_seconds": self.seconds, "capture_begin": self.begin, "capture_end": self.end,
                 "graph_launch": self.launch_graph, "graph_free": lambda gpu, graph: self.freed.append("graph")}
        for name, stub in stubs.items():
            monkeypatch.setattr(library(), f"gpu_{name}", stub, raising=False)
        self.can_capture = can_capture

    def record(self, gpu, event, stream):
        self.times = [*self.times[-1:], self.queued]

    def seconds(self, gpu, start, end):
        return self.times[1] - self.times[0]

    def begin(self, gpu, stream):
        self.recorded = 0

    def end(self, gpu, stream):
        count, self.recorded = self.recorded, None
        return count

    def launch_graph(self, gpu, graph, stream):
        self.queued += 20e-6 + 3e-6 * graph

    def on(self, stream):
        assert stream == 7
        return self

    def __call__(self, *values):
        if self.recorded is None:
            self.queued += 23e-6
        elif not self.can_capture:
            raise phobos.DriverError("cuMemAlloc: not while a stream is recorded")
        else:
            self.recorded += 1


def test_gpus_are_timed_without_gaps(monkeypatch):
    gpu = Gpu(monkeypatch)
    assert CLOCK_SECONDS(Clock(0), gpu, [1]) == pytest.approx(3e-6, rel=0.1)
    assert sorted(gpu.freed) == ["event", "event", "graph", "stream"]


def test_what_cannot_be_recorded_is_queued(monkeypatch):
    gpu = Gpu(monkeypatch, can_capture=False)
    assert CLOCK_SECONDS(Clock(0), gpu, [1]) == pytest.approx(23e-6)
    assert gpu.recorded is None and sorted(gpu.freed) == ["event", "event", "graph", "stream"]


@pytest.mark.parametrize("type, dtype", [("f8e4m3", ml_dtypes.float8_e4m3fn), ("f8e5m2", ml_dtypes.float8_e5m2)])
def test_values_of_narrow_floats(type, dtype):
    expected = np.arange(256, dtype=np.uint8).view(dtype).astype(np.float32)
    assert np.array_equal(_f8_values(type), expected, equal_nan=True)


@pytest.mark.parametrize("type", [type for type in ELEMENTS if type not in ("index", "bool")])
def test_reading_of_arrays(type):
    """Of every type, backwards in one dim and in steps in the other."""
    names = {"f16": "float16", "f32": "float32", "f64": "float64", "bf16": "bfloat16", "f8e4m3": "float8_e4m3fn",
             "f8e5m2": "float8_e5m2"}
    name = names.get(type) or {"i": "int", "u": "uint"}[type[0]] + type[1:]
    base = np.arange(24).astype(name if hasattr(np, name) else getattr(ml_dtypes, name)).reshape(4, 6)
    assert (read(describe(base[::-1, 1::2]), None) == base[::-1, 1::2].astype(np.float64)).all()


@pytest.mark.parametrize("actual, expected, type, is_wrong", [
    ([1, 2], [1, 3], "i32", True), ([1, 2], [1, 2], "i32", False), ([1.0001], [1], "f32", False), ([1.01], [1], "f32", True),
    ([np.nan], [np.nan], "f32", False), ([np.nan], [1], "f32", True), ([np.inf], [np.inf], "f32", False),
    ([np.inf], [-np.inf], "f32", True), ([1], [np.inf], "f32", True), ([1e-9, 100], [0, 100], "f32", False),
    ([0, 100], [1, 100], "f32", True), ([np.inf], [1], "f32", True),
])
def test_what_is_near_enough(actual, expected, type, is_wrong):
    assert bool(difference(np.array(actual), np.array(expected), type, None)) == is_wrong
