# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches that are like one before take the same arguments as if they were bound anew: on a driver that is made up."""

import ctypes
import itertools
import threading

import numpy as np
import pytest

import phobos
from fake_driver import STREAM, FakeArray, FakeDriver, FakeTensor, capsule
from phobos import compiled, native, tuned
from phobos import kernels as kernels_module
from phobos.library import GpuKernel, library

SOURCE = """
{attributes}kernel scale(x: f32, A: tensor<f32>[M, N] strides [LDA, 1], n: i32, B: tensor<f32>[M, N], p: ptr<u8>) {{
  let r = ctx.block.x * 8
  let c = ctx.block.y * 16
  B[r :+ 8, c :+ 16] = A[r :+ 8, c :+ 16] * x
}}
"""


def read_number(argument, pointer):
    return ctypes.c_uint64.from_address(pointer).value


class Kernel:
    """A kernel, how often it binds a call, and what it launches."""

    def __init__(self, monkeypatch, attributes=""):
        self.driver = FakeDriver(monkeypatch, read_number)
        self.kernel = phobos.compile(SOURCE.format(attributes=attributes), target="sm_90a", lint="off")
        compiled, self.bound = self.kernel._main, 0
        kernels = {"scale": self.driver.kernel(compiled.contract)}
        monkeypatch.setattr(compiled, "on_gpu", lambda gpu: kernels)
        bind = compiled.binder.bind
        self.expected = bind

        def counted(*arguments):
            self.bound += 1
            return bind(*arguments)

        monkeypatch.setattr(compiled.binder, "bind", counted)

    def check(self, values, binds, named={}, usual=0, **on):
        """A call launches what a fresh binding says; `binds`: whether it was bound anew. `usual` is the stream where none
        is named."""
        before = self.bound
        (self.kernel.on(on["stream"]) if on else self.kernel)(*values, **named)
        assert self.bound - before == binds
        launch = self.expected(values, named)
        name, values, grid, _, stream = self.driver.launches[-1]
        assert (name, tuple(values), grid, stream) == ("scale", launch.arguments, launch.grid, on.get("stream", usual))


@pytest.fixture(params=["native", "ctypes"], autouse=True)
def way(request, monkeypatch):
    """Each test runs with the launches in C and with those through ctypes."""
    if request.param == "native" and native.module() is None:
        pytest.skip("no _launch.abi3.so beside the library")
    monkeypatch.setenv("PHOBOS_LAUNCH", request.param)
    return request.param


@pytest.fixture
def kernel(monkeypatch):
    return Kernel(monkeypatch)


def call(x=1.5, a=4096, b=8192, p=64, n=3, m=20, columns=30, pitch=32, kind=FakeArray):
    return (x, kind((m, columns), a, strides=(pitch * 4, 4)), n, kind((m, columns), b), FakeArray((5,), p, "|u1"))


def test_addresses_and_floats_change_nothing_else(kernel):
    kernel.check(call(), 1)
    for x, a in ((1.5, 4096), (-0.0, 4096), (0.0, 12288), (np.float32(7), 4096), (3, 12288)):
        kernel.check(call(x, a), 0)


@pytest.mark.parametrize("changes", [{"n": 4}, {"m": 21}, {"columns": 29}, {"pitch": 33}, {"a": 4100}], ids=str)
def test_what_a_binding_rests_on_is_bound_anew(kernel, changes):
    kernel.check(call(), 1)
    kernel.check(call(**changes), 1)
    kernel.check(call(**changes), 0)
    kernel.check(call(), 0)


def test_streams(kernel):
    kernel.check(call(), 1)
    kernel.check(call(), 0, stream=77)
    kernel.check(call(), 0)


@pytest.mark.parametrize("changes, message", [
    ({"x": "a"}, "x: expected a number for f32, got str"),
    ({"x": np.ones(1)}, "x: expected a scalar of type f32, got an array of rank 1"),
    ({"x": 1e300}, "x: expected f32 between"),
    ({"n": True}, "n: expected an integer for i32, got bool"),
    ({"n": 1.0}, "n: expected an integer for i32, got float"),
    ({"a": 4097}, "A: expected an address that is a multiple of 4, got 0x1001"),
    ({"b": 1 << 20}, "B: expected an array on GPU 0 as A is, got one on GPU 1"),
], ids=str)
def test_negative_calls_are_refused_as_at_first(kernel, changes, message):
    kernel.check(call(n=1), 1)
    kernel.check(call(n=1), 0)
    with pytest.raises((TypeError, ValueError), match=message):
        kernel.kernel(*call(**{"n": 1} | changes))


def test_negative_read_only_arrays(kernel):
    kernel.check(call(), 1)
    values = list(call())
    values[3] = FakeArray((20, 30), 8192, read_only=True)
    with pytest.raises(ValueError, match="B: expected a writable array, got a read-only one"):
        kernel.kernel(*values)


def test_negative_arrays_that_must_not_overlap(monkeypatch):
    """Where their ranges of addresses are apart they are; others are looked at closely, each time."""
    kernel = Kernel(monkeypatch, "@noalias\n")
    kernel.check(call(b=65536), 1)
    kernel.check(call(b=131072), 0)
    with pytest.raises(ValueError, match="B: expected memory apart from that of A"):
        kernel.kernel(*call(b=4096))
    # The last row of A ends at 4096 + (19 * 32 + 30) * 4 = 6648; the memory between its rows belongs to nobody.
    kernel.check(call(b=6648, p=131072), 1)
    kernel.check(call(b=6648 + 8, p=131072), 0)
    with pytest.raises(ValueError, match="B: expected memory apart from that of A"):
        kernel.kernel(*call(b=6648 - 4, p=131072))
    kernel.check(call(m=1, b=4096 + 30 * 4, p=131072), 1)


def test_arguments_by_name(kernel):
    x, a, n, b, p = call()
    kernel.check((x, a), 1, {"p": p, "n": n, "B": b})
    kernel.check((), 0, {"p": p, "n": n, "B": b, "A": a, "x": 2.5})
    kernel.check((x, a, n, b, p), 0)
    for named, message in (({"n": n, "B": b}, "got none for p"), ({"n": n, "B": b, "p": p, "A": a}, "A: given by position"),
                           ({"n": n, "B": b, "q": p}, "got one named q")):
        with pytest.raises(TypeError, match=message):
            kernel.kernel(x, a, **named)


def test_arrays_that_describe_themselves_in_c(kernel, way):
    """They launch on the stream of their library, and their kind stands in the key."""
    usual = STREAM if way == "native" else 0
    kernel.check(call(), 1)
    kernel.check(call(kind=FakeTensor), way == "native")
    kernel.check(call(kind=FakeTensor, x=2.5, a=8192, b=16384), 0, usual=usual)
    kernel.check(call(kind=FakeTensor, m=21), 1)
    kernel.check(call(kind=FakeTensor, m=20, a=4100), 1)
    kernel.check(call(kind=FakeTensor, m=20, a=4100), 0, usual=usual)
    kernel.check(call(kind=FakeTensor), 0, stream=77)
    with pytest.raises(ValueError, match="A: expected an array on GPU|B: expected an array on GPU 0 as A is"):
        kernel.kernel(*call(kind=FakeTensor, b=1 << 20))


def test_tensors_that_may_hold_negatives(kernel, way):
    """An array is asked once, as long as it lives at its address; one that holds negatives has no plan."""
    kernel.check(call(kind=FakeTensor), 1)
    values, usual = call(kind=FakeTensor), STREAM if way == "native" else 0
    for _ in range(3):
        kernel.check(values, 0, usual=usual)
    if way == "native":
        assert (values[1].asked, values[3].asked) == (1, 1)
    for _ in range(2):
        negative = call(kind=FakeTensor)
        negative[1].negative = True
        kernel.check(negative, way == "native")
    values[1].negative = True
    values[1].move(12288)
    kernel.check(values, way == "native")


def test_interfaces_that_say_something_unusual(kernel, way):
    """What is no tuple, C leaves to Python; what work must wait for is bound each time."""
    lists, waits = call(), call()
    lists[1].interface["shape"] = list(lists[1].shape)
    kernel.check(lists, 1)
    kernel.check(lists, 0)
    waits[1].interface["stream"] = 7
    for _ in range(2):
        kernel.check(waits, 1, usual=7)
    kernel.check(call(), way == "native")


def test_negative_interfaces_that_lack_something(kernel):
    kernel.check(call(), 1)
    for field, value, message in (("data", (0, False), "A: expected an array with memory, got one at address 0"),
                                  ("strides", (128, ), "A: expected 2 strides"), ("typestr", "<f4 and more", "A: expected native byte order"),
                                  ("mask", object(), "A: expected an array without a mask"), ("data", 4096, "A: expected a whole")):
        values = call()
        values[1].interface[field] = value
        with pytest.raises((TypeError, ValueError), match=message):
            kernel.kernel(*values)
    kernel.check(call(), 0)


@pytest.mark.parametrize("major, previous, is_used", [(2, None, False), (2, FakeTensor._exchange, True)])
def test_versions_of_the_exchange(kernel, way, major, previous, is_used):
    class Newer(FakeArray):
        __dlpack_c_exchange_api__, _exchange = capsule(major, previous)

    kernel.check(call(kind=Newer), 1)
    kernel.check(call(kind=Newer), 0, usual=STREAM if is_used and way == "native" else 0)


def test_negative_what_the_driver_refuses_is_told(kernel):
    kernel.check(call(), 1)
    kernel.driver.fails = True
    with pytest.raises(phobos.DriverError):
        kernel.kernel(*call())
    kernel.driver.fails = False
    kernel.check(call(), 0)


@pytest.mark.parametrize("x", [float("nan"), -float("nan"), float("inf"), 1e-45, 3.4028235e38, np.float64(0.1), True + 0.5])
def test_floats_are_encoded_alike(kernel, x):
    kernel.check(call(), 1)
    kernel.check(call(x), 0)


def test_a_kernel_is_loaded_and_kept_by_warmup(kernel):
    kernel.kernel.warmup(*call())
    assert kernel.bound == 1 and not kernel.driver.launches
    kernel.check(call(a=8192), 0)


def test_threads_launch_at_once(kernel):
    """Also while plans are forgotten."""
    wrong = []

    def work(first):
        for n in range(first, first + 400):
            try:
                kernel.kernel(*call(n=n))
            except Exception as error:  # noqa: BLE001
                wrong.append(error)

    threads = [threading.Thread(target=work, args=[first]) for first in (0, 0, 200, 200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(kernel.driver.launches) == 1600
    assert {values[2] for _, values, *_ in kernel.driver.launches} == set(range(600))


def test_many_plans(kernel):
    for n in range(600):
        kernel.check(call(n=n), 1)
    kernel.check(call(n=599), 0)


GEMM = """kernel gemm(A: tensor<f16>[M, K], B: tensor<f16>[N, K], C: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  let c = ctx.block.y * 64
  var acc = zeros([64, 64])
  for k in range(0, K, 64) {
    acc += dot_t(A[r :+ 64, k :+ 64], B[c :+ 64, k :+ 64])
  }
  C[r :+ 64, c :+ 64] = acc
}
"""


class Gemm:
    """A product by tensor maps, whose maps are encoded as their address and the pitch of their rows."""

    def __init__(self, monkeypatch, source=GEMM):
        self.driver = FakeDriver(monkeypatch, self.read)
        self.kernel = phobos.compile(source, target="sm_90a")
        self.encoded, self.freed, self.next = [], [], 1 << 24
        compiled = self.kernel._main
        kernels = {contract.kernel: self.driver.kernel(contract) for contract in (compiled.contract, *compiled.contract.helpers)}
        self.launched = self.driver.launches
        monkeypatch.setattr(compiled, "on_gpu", lambda gpu: kernels)
        # Not in the library: what it said of a real GPU is remembered.
        monkeypatch.setattr("phobos.compiled._multiprocessors", lambda gpu: 3)
        for name, stub in (("gpu_encode", self.encode), ("gpu_allocate_async", self.allocate),
                           ("gpu_free_async", lambda gpu, address, stream: self.freed.append(address))):
            monkeypatch.setattr(library(), name, stub)

    def encode(self, map):
        self.encoded.append(map.address)
        return map.address.to_bytes(64, "little") + map.strides[1].to_bytes(64, "little")

    def allocate(self, gpu, bytes, stream):
        self.next += 1 << 20
        return self.next

    @staticmethod
    def read(argument, pointer):
        if argument.kind != "tensor_map":
            return ctypes.c_uint64.from_address(pointer).value
        text = ctypes.string_at(pointer, 128)
        return int.from_bytes(text[:64], "little"), int.from_bytes(text[64:], "little")

    def run(self, k, a, b):
        """What a call launches, and the workspaces that it has given back."""
        self.launched.clear()
        self.freed.clear()
        self.kernel(FakeArray((130, k), a, "<f2"), FakeArray((128, k), b, "<f2"), FakeArray((130, 128), 1 << 16))
        return [launch[:3] for launch in self.launched]


def test_tensor_maps_are_encoded_once_an_address(monkeypatch):
    gemm = Gemm(monkeypatch)
    for a, b in ((4096, 8192), (4096, 8192), (12288, 8192), (4096, 12288)):
        (name, values, grid), = gemm.run(64, a, b)
        assert (name, values[-2:], grid) == ("gemm", [(a, 64), (b, 64)], (3, 1, 1))
    # Once when bound, once for the plan; then what is new.
    assert gemm.encoded == [4096, 8192, 4096, 8192, 12288, 12288]


def test_no_more_clusters_than_run_at_a_time(monkeypatch):
    """Of 3 x 2 tiles, in clusters of 2: the driver says how many of those there is room for, not the multiprocessors."""
    monkeypatch.setattr(GpuKernel, "count_clusters", lambda kernel, cluster, threads: 2 if cluster == (2, 1, 1) else 0)
    gemm = Gemm(monkeypatch, "@cluster(2) " + GEMM)
    for _ in range(2):
        (_, _, grid), = gemm.run(64, 4096, 8192)
        assert grid == (4, 1, 1)


def test_copies_run_before_and_their_memory_is_freed(monkeypatch):
    """Rows of 100 bytes become rows of 128. A call for the first time, and then by its plan."""
    gemm = Gemm(monkeypatch)
    for a, b in ((4096, 8192), (4096, 8192), (12288, 8192)):
        first, second, (name, values, _) = gemm.run(50, a, b)
        to = gemm.next - (1 << 20), gemm.next
        assert name == "gemm" and values[-2:] == [(to[0], 64), (to[1], 64)]
        # Addresses, extents, and the pitches in elements.
        assert first == ("gemm_repack16_2d", [a, to[0], 130, 50, 50, 64], (33, 1, 1))
        assert second == ("gemm_repack16_2d", [b, to[1], 128, 50, 50, 64], (32, 1, 1))
        assert gemm.freed == list(to)


def test_an_address_that_is_not_aligned_is_another_key(monkeypatch):
    gemm = Gemm(monkeypatch)
    for _ in range(2):
        assert len(gemm.run(64, 4096, 8192)) == 1
        assert len(gemm.run(64, 4098, 8192)) == 2


def test_what_is_tuned_launches_at_once(monkeypatch):
    """The winner, also in place of a launch that is known."""
    source = "@autotune(T in [4, 8])\nkernel k(X: tensor<f32>[N]) {\n  X[ctx.block.x * T :+ T] = 1\n}"
    driver, kernels, winner = FakeDriver(monkeypatch, read_number), {}, []
    monkeypatch.setattr(compiled.Compiled, "on_gpu", lambda self, gpu: kernels.setdefault(
        self.contract.hash, {"k": driver.kernel(self.contract)}))
    monkeypatch.setattr(kernels_module, "target_of", lambda gpu: "sm_90a")
    monkeypatch.setattr(tuned, "find", lambda source, gpu, values: winner and winner[0])
    monkeypatch.setattr(kernels_module, "tune", lambda *rest: winner.append({"T": 8}))
    array = FakeArray((32,), 4096)

    @phobos.kernel
    @phobos.autotune(T=[4, 8])
    def k(X: "tensor<f32>[N]"):
        X[ctx.block.x * T :+ T] = 1.0

    for kernel in (phobos.compile(source), k):
        winner.clear()
        for blocks in (8, 8, 4, 4):
            if blocks == 4 and not winner:
                kernel.tune(array)
            kernel(array)
            assert driver.launches[-1][2] == (blocks, 1, 1)


FACTOR = 3


def scaled(A: "tensor<f32>[N]", B: "tensor<f32>[N]"):
    B[ctx.block.x * 8 :+ 8] = A[ctx.block.x * 8 :+ 8] * FACTOR


def test_kernels_in_python_look_at_their_surroundings(monkeypatch):
    """Where a number around one changes, the next call launches another kernel; else all are bound once."""
    driver, kernels, bound, kernel = FakeDriver(monkeypatch, read_number), {}, [], phobos.kernel(scaled)
    monkeypatch.setattr(compiled.Compiled, "on_gpu", lambda self, gpu: kernels.setdefault(
        self.contract.hash, {"scaled": driver.kernel(self.contract)}))
    monkeypatch.setattr(kernels_module, "target_of", lambda gpu: "sm_90a")
    run_bound = phobos.Kernel._run_bound
    monkeypatch.setattr(phobos.Kernel, "_run_bound", lambda self, *rest: (bound.append(self), run_bound(self, *rest))[1])
    for value, address in ((3, 4096), (3, 8192), (4, 4096), (4, 4096), (3, 4096), (3, 8192)):
        monkeypatch.setitem(globals(), "FACTOR", value)
        kernel(FakeArray((16,), address), B=FakeArray((16,), 1 << 16))
        assert driver.launches[-1][1][0] == address
    assert len(driver.launches) == 6 and len(bound) == 3


def test_the_c_code_refuses_what_it_was_not_made_for(way):
    """By exceptions: whatever its constructor, methods and members get."""
    if way != "native":
        pytest.skip("there is no C code")
    module = native.module()
    junk = (None, -1, 1 << 70, 1.5, "f", "x" * 65, b"\0", (), ("x",), (1, 2, 3, ValueError), [], {})
    for count in range(6):
        for arguments in itertools.product(junk, repeat=min(count, 3)):
            with pytest.raises((TypeError, ValueError, OverflowError)):
                module.Plans(*arguments, *(None for _ in range(count - 3)))
    plans = module.Plans("f", ("x",), lambda array: None, (1, 1, 1, ValueError))
    with pytest.raises(TypeError):
        plans.__init__("f", ("x",), None, (1, 1, 1, ValueError))
    for method in (plans.launch, plans.keep):
        for count in range(4):
            for arguments in itertools.product(junk, repeat=count):
                if count == 2 and isinstance(arguments[0], tuple):  # read as values: there is no plan for them
                    continue
                with pytest.raises((TypeError, SystemError)):
                    method(*arguments)
    sizes, slot, far = bytes(24), bytes(8), bytes([9, 0, 0, 0, 9, 0, 0, 0])
    good = [slot, slot, b"", b"", b"", sizes, 1, None, None, None, None, None]
    plans.keep((1.5,), tuple(good))
    for at, bad in ((0, bytes(8 * 129)), (1, far), (2, far + slot), (3, far), (3, slot * 9), (4, far + bytes(16)), (4, b"\xff" * 24), (5, b"")):
        with pytest.raises(ValueError, match="a recipe of other sizes than expected"):
            plans.keep((1.5,), tuple(good[:at] + [bad] + good[at + 1:]))
    for bad in [recipe for size in range(12) for recipe in (tuple(good[:size]), ("",) * size)] + [None, [], "recipe"]:
        with pytest.raises((TypeError, SystemError)):
            plans.keep((1.5,), bad)


def test_whatever_is_watched_python_looks_again(way, kernel):
    """Names that a kernel of Python rests on are kept in a member, which is a tuple of (names, name, value)."""
    kernel.check(call(), 1)
    for watched in (1, "names", (1,), ((),), ((1, 2, 3),), (({}, [], 3),), (({}, "name", 3),)):
        kernel.kernel._watched = watched
        kernel.check(call(), 0)
