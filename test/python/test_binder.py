# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The binder alone, against contracts written by hand: no library, no device."""

import sys
import threading
import types

import numpy as np
import pytest

import phobos
from contracts import contract, pointer, scalar, tensor
from phobos.binder import Binder

COPY = Binder(
    contract(tensor("A", "f32", ["M", "N"]), tensor("B", "f32", ["M", "N"]),
             grid=("ceildiv(M, 64)", "ceildiv(N, 32)", "1")))


class OnGpu:
    """An array on a GPU, as `__cuda_array_interface__` shows one; `memory` stands in for its address and shape."""

    def __init__(self, memory, **changes):
        self.memory = memory
        self.__cuda_array_interface__ = {
            "shape": memory.shape, "typestr": memory.dtype.str, "data": (memory.ctypes.data, False), "version": 3
        } | changes


def f32(*shape):
    return np.zeros(shape, np.float32)


def test_arguments_in_the_contracts_order():
    a, b = f32(65, 3), f32(65, 3)
    launch = COPY.bind([a, b])
    assert launch.arguments == (a.ctypes.data, b.ctypes.data, 65, 3)
    assert launch.grid == (2, 1, 1)
    assert launch.device is None and not launch.is_empty


def test_grids_of_clusters():
    binder = Binder(contract(tensor("A", "f32", ["M"]), grid=("M", "1", "1"), cluster=[2, 1, 1]))
    assert binder.bind([f32(6)]).grid == (6, 1, 1)
    with pytest.raises(ValueError, match="grid x: expected a multiple of the 2 blocks of a cluster, got M = 5"):
        binder.bind([f32(5)])


def test_the_grid_of_a_persistent_kernel_is_its_work():
    """And has a GPU's limit on the host, where it is emulated."""
    binder = Binder(contract(scalar("n", "i64"), grid=("n", "1", "1"), persistent={"blocks_per_multiprocessor": 1}))
    assert binder.bind([2**31 - 1]).grid == (2**31 - 1, 1, 1)
    with pytest.raises(ValueError, match="grid x: expected at most 2147483647 blocks, got n = 2147483648"):
        binder.bind([2**31])


def test_names_and_positions_mix():
    a, b = f32(1, 2), f32(1, 2)
    assert COPY.bind([], {"B": b, "A": a}) == COPY.bind([a], {"B": b}) == COPY.bind([a, b])


@pytest.mark.parametrize("values, named, message", [
    ([1], {}, r"k: expected 2 arguments \(A, B\), got none for B"),
    ([1, 2, 3], {}, r"k: expected 2 arguments \(A, B\), got 3"),
    ([1], {"A": 1}, "A: given by position and by name"),
    ([1], {"b": 1}, r"k: expected 2 arguments \(A, B\), got one named b"),
])
def test_negative_names(values, named, message):
    with pytest.raises(TypeError, match=message):
        COPY.bind(values, named)


def test_negative_name_hint():
    binder = Binder(contract(pointer("input", "f32")))
    with pytest.raises(TypeError, match="got one named inptu; did you mean input\\?"):
        binder.bind([], {"inptu": f32(1)})


@pytest.mark.parametrize("value, message", [
    ([1.0, 2.0], "A: expected an array, got list"),
    (3.0, "A: expected an array, got float"),
    (None, "A: expected an array, got NoneType"),
    (np.zeros((2, 2)), "A: expected elements of type f32, got f64"),
    (np.zeros((2, 2), np.uint32), "A: expected elements of type f32, got u32"),
    (np.zeros((2, 2), ">f4"), "A: expected native byte order, got >f4"),
    (np.zeros((2, 2), "c8"), "A: expected an array of a type that kernels know, got complex64"),
    (np.zeros((2, 2), [("x", "f4")]), "A: expected an array of a type that kernels know"),
])
def test_negative_type(value, message):
    with pytest.raises(TypeError, match=message):
        COPY.bind([value, f32(2, 2)])


@pytest.mark.parametrize("type, dtype", [
    ("bool", "bool"), ("i8", "int8"), ("u8", "uint8"), ("i16", "int16"), ("u16", "uint16"), ("i32", "int32"),
    ("u32", "uint32"), ("i64", "int64"), ("u64", "uint64"), ("f16", "float16"), ("f32", "float32"), ("f64", "float64")
])
def test_dtypes_with_their_sign(type, dtype):
    binder = Binder(contract(tensor("A", type, ["M"])))
    for other in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16",
                  "float32", "float64"):
        if other == dtype:
            assert binder.bind([np.zeros(3, other)]).arguments[1] == 3
        else:
            with pytest.raises(TypeError, match=f"A: expected elements of type {type}, got "):
                binder.bind([np.zeros(3, other)])


def test_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    for type, dtype in (("bf16", ml_dtypes.bfloat16), ("f8e4m3", ml_dtypes.float8_e4m3fn),
                        ("f8e5m2", ml_dtypes.float8_e5m2)):
        binder = Binder(contract(tensor("A", type, ["M"])))
        assert binder.bind([np.zeros(3, dtype)]).arguments[1] == 3


def test_typed_views():
    binder = Binder(contract(tensor("A", "bf16", ["M"]), tensor("B", "f8e4m3", ["M"])))
    a, b = np.zeros(4, np.uint16), np.zeros(4, np.uint8)
    launch = binder.bind([phobos.typed(a, "bf16"), phobos.typed(b, "f8e4m3")])
    assert launch.arguments == (a.ctypes.data, b.ctypes.data, 4)
    with pytest.raises(TypeError, match="A: expected elements of type bf16, got u16"):
        binder.bind([a, phobos.typed(b, "f8e4m3")])
    with pytest.raises(TypeError, match=r"A: expected an array of u16 inside typed\(…, 'bf16'\), got i16"):
        binder.bind([phobos.typed(a.view(np.int16), "bf16"), b])
    with pytest.raises(ValueError, match="expected f8e4m3, f8e5m2, f16 or bf16, got 'i8'"):
        phobos.typed(a, "i8")


@pytest.mark.parametrize("shape", [(), (4,), (2, 2, 1)])
def test_negative_rank(shape):
    with pytest.raises(ValueError, match=f"B: expected rank 2, got rank {len(shape)} with shape"):
        COPY.bind([f32(2, 2), f32(*shape)])


def test_negative_extents_differ():
    with pytest.raises(ValueError, match="B: expected extent N = 3 in dim 1, as in dim 1 of A, got 4"):
        COPY.bind([f32(2, 3), f32(2, 4)])
    square = Binder(contract(tensor("A", "f32", ["N", "N"])))
    with pytest.raises(ValueError, match="A: expected extent N = 2 in dim 1, as in dim 0 of A, got 3"):
        square.bind([f32(2, 3)])


def test_static_extents():
    binder = Binder(contract(tensor("A", "f32", ["M", 64])))
    assert binder.bind([f32(5, 64)]).arguments[1:] == (5,)
    with pytest.raises(ValueError, match="A: expected extent 64 in dim 1, got 63"):
        binder.bind([f32(5, 63)])


def test_negative_dense_strides():
    base = f32(6, 8)
    for view, strides in ((base[:, :4], r"\(8, 1\)"), (base[::2, :], r"\(16, 1\)")):
        fix = r"\(row-major and dense\), got " + strides + r"; for rows with a pitch .* strides \[LDB, 1\]$"
        with pytest.raises(ValueError, match=r"B: expected strides \(\d, 1\) " + fix):
            COPY.bind([f32(*view.shape), view])
    with pytest.raises(ValueError, match=r"A: expected strides \(6, 1\) .* got \(1, 8\).* strides \[LDA0, LDA1\]$"):
        COPY.bind([base.T, f32(8, 6)])
    with pytest.raises(ValueError, match=r"A: expected strides \(8, 1\) .* got \(-8, 1\)"):
        COPY.bind([base[::-1], f32(6, 8)])
    rows = Binder(contract(tensor("x", "f32", ["N"])))
    with pytest.raises(ValueError, match=r"x: expected strides \(1,\) .* got \(2,\).* strides \[LDx\]$"):
        rows.bind([f32(8)[::2]])
    cube = Binder(contract(tensor("A", "f32", ["L", "M", "N"])))
    with pytest.raises(ValueError, match=r"A: .* strides \[LDA0, LDA1, 1\]$"):
        cube.bind([f32(2, 3, 4)[:, :, :2]])


def test_strides_of_dims_with_one_element_do_not_matter():
    one = np.lib.stride_tricks.as_strided(f32(8), (1, 8), (20, 4))
    assert COPY.bind([one, f32(1, 8)]).arguments[2:] == (1, 8)
    empty = f32(4, 8)[:0, ::2]
    assert COPY.bind([empty, f32(0, 4)]).is_empty


def test_an_offset_view_passes_its_own_address():
    base = f32(6, 8)
    binder = Binder(contract(tensor("A", "f32", ["M", "N"])))
    assert binder.bind([base[2:]]).arguments == (base.ctypes.data + 64, 4, 8)


PITCHED = Binder(contract(tensor("A", "f32", ["M", "N"], ["LD", 1]), tensor("B", "f32", ["M", "N"], ["LD", 1])))


def test_named_strides():
    a, b = f32(6, 8)[:, 1:5], f32(6, 8)[:, :4]
    assert PITCHED.bind([a, b]).arguments == (a.ctypes.data, b.ctypes.data, 6, 4, 8)
    # A dim with one element has no stride of its own: the other array's counts, or else the dense one.
    assert PITCHED.bind([f32(1, 4), f32(1, 4)]).arguments[2:] == (1, 4, 4)
    binder = Binder(contract(tensor("A", "f32", ["L", 4], ["LD", 1]), tensor("B", "f32", ["M", 4], ["LD", 1])))
    assert binder.bind([f32(1, 4), f32(6, 8)[:, :4]]).arguments[2:] == (1, 8, 6)


def test_negative_named_strides():
    with pytest.raises(ValueError, match="B: expected stride LD = 8 in dim 0, as in dim 0 of A, got 4"):
        PITCHED.bind([f32(6, 8)[:, :4], f32(6, 4)])
    with pytest.raises(ValueError, match="A: expected stride 1 in dim 1, got 2"):
        PITCHED.bind([f32(6, 8)[:, ::2], f32(6, 4)])
    with pytest.raises(ValueError, match=r"A: expected strides of 1 or more, as the kernel stores to it, got \(-8, 1\); pass a dense copy"):
        PITCHED.bind([f32(6, 8)[::-1], f32(6, 8)])
    with pytest.raises(ValueError, match=r"A: expected strides of 1 or more, as the kernel stores to it, got \(0, 1\); pass a dense copy"):
        PITCHED.bind([np.lib.stride_tricks.as_strided(f32(8), (6, 8), (0, 4)), f32(6, 8)])


def test_negative_byte_strides():
    odd = np.ndarray((3,), np.float32, np.zeros(32, np.uint8), strides=(6,))
    with pytest.raises(ValueError, match=r"x: expected strides in multiples of the element's 4 bytes, got \(6,\)"):
        Binder(contract(tensor("x", "f32", ["N"], ["S"]))).bind([odd])


def test_negative_address():
    odd = np.ndarray((3,), np.float32, np.zeros(32, np.uint8), offset=2)
    with pytest.raises(ValueError, match="x: expected an address that is a multiple of 4, got 0x"):
        Binder(contract(tensor("x", "f32", ["N"]))).bind([odd])


def test_negative_read_only():
    frozen = f32(2, 2)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="B: expected a writable array, got a read-only one"):
        COPY.bind([f32(2, 2), frozen])
    with pytest.raises(ValueError, match="A: expected a writable array, got a read-only one"):
        COPY.bind([OnGpu(f32(2, 2), data=(4096, True)), OnGpu(f32(2, 2))])


def test_pointers_take_any_shape():
    binder = Binder(contract(pointer("p", "f32")))
    for array in (f32(), f32(3), f32(4, 4)[:, ::2]):
        assert binder.bind([array]).arguments == (array.ctypes.data,)
    with pytest.raises(TypeError, match="p: expected elements of type f32, got i32"):
        binder.bind([np.zeros(3, np.int32)])
    with pytest.raises(TypeError, match="p: expected an array, got int"):
        binder.bind([0])


def test_scalars():
    binder = Binder(contract(scalar("a", "f32"), scalar("n", "i32"), scalar("u", "u8"), scalar("b", "bool")))
    assert binder.bind([1.5, -1, 200, True]).arguments == (0x3FC00000, 0xFFFFFFFF, 200, 1)
    with pytest.raises(ValueError, match="u: expected u8 between 0 and 255, got 256"):
        binder.bind([1.5, -1, 256, True])
    with pytest.raises(TypeError, match="n: expected an integer for i32, got float"):
        binder.bind([1.5, 1.0, 2, True])
    with pytest.raises(TypeError, match="a: expected a scalar of type f32, got an array of rank 1"):
        binder.bind([f32(1), 1, 2, True])


def test_gpu_arrays():
    memory = f32(2, 2)
    launch = Binder(COPY.contract, lambda pointer: 3).bind([OnGpu(memory), OnGpu(memory)])
    assert launch.device == 3 and launch.arguments[0] == memory.ctypes.data
    strided = OnGpu(memory, strides=(16, 4))
    with pytest.raises(ValueError, match=r"B: expected strides \(2, 1\) .* got \(4, 1\)"):
        COPY.bind([OnGpu(memory), strided])


class Tensor:
    """What the binder reads of a torch.Tensor."""

    layout, is_nested, negative = "strided", False, False

    def __init__(self, memory, device, dtype="torch.float32"):
        self.memory, self.shape, self.dtype = memory, memory.shape, dtype
        self.device = types.SimpleNamespace(type=device.partition(":")[0], index=int(device.partition(":")[2] or -1))

    def is_neg(self):
        return self.negative

    def data_ptr(self):
        return self.memory.ctypes.data

    def stride(self):
        return tuple(stride // self.memory.itemsize for stride in self.memory.strides)


def test_torch_tensors(monkeypatch):
    """With a stand-in for torch; test_torch.py has the real one, where it is installed."""
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(Tensor=Tensor, strided="strided"))
    a, b = f32(4, 4), f32(4, 4)
    assert COPY.bind([Tensor(a, "cuda:2"), Tensor(b, "cuda:2")]).device == 2
    assert COPY.bind([Tensor(a, "cpu"), b]).arguments == (a.ctypes.data, b.ctypes.data, 4, 4)
    with pytest.raises(TypeError, match="A: expected elements of type f32, got bf16"):
        COPY.bind([Tensor(a, "cpu", "torch.bfloat16"), b])
    with pytest.raises(TypeError, match="A: expected an array of a type that kernels know, got complex64"):
        COPY.bind([Tensor(a, "cpu", "torch.complex64"), b])
    with pytest.raises(TypeError, match="A: expected a tensor on the host or a GPU, got one on xpu"):
        COPY.bind([Tensor(a, "xpu:0"), b])
    with pytest.raises(ValueError, match="B: expected an array on GPU 2 as A is, got one on GPU 1"):
        COPY.bind([Tensor(a, "cuda:2"), Tensor(b, "cuda:1")])
    with pytest.raises(ValueError, match=r"B: expected strides \(2, 1\) .* got \(4, 1\)"):
        COPY.bind([Tensor(f32(4, 2), "cpu"), Tensor(b[:, :2], "cpu")])
    nested, negative, fake = (Tensor(a, "cuda:2") for _ in range(3))
    nested.is_nested, negative.negative, fake.data_ptr = True, True, lambda: 0
    for tensor, message in ((nested, "B: expected a strided tensor, got a nested one"),
                            (negative, r"B: expected a tensor whose memory holds its elements, .*; call resolve_neg\(\)"),
                            (fake, "B: expected an array with memory, got one at address 0")):
        with pytest.raises((TypeError, ValueError), match=message):
            COPY.bind([Tensor(a, "cuda:2"), tensor])


def test_streams_of_gpu_arrays():
    assert COPY.bind([OnGpu(f32(2, 2), stream=7), OnGpu(f32(2, 2), stream=None)]).streams == (7,)


def test_an_empty_gpu_array_may_lie_anywhere():
    empty = OnGpu(f32(0, 2), data=(0, False))
    assert COPY.bind([empty, empty]).is_empty


@pytest.mark.parametrize("changes, error, message", [
    ({"typestr": ">f4"}, TypeError, "native byte order, got >f4"),
    ({"typestr": "<c8"}, TypeError, "a type that kernels know, got c64"),
    ({"typestr": ""}, TypeError, "native byte order, got "),
    ({"mask": object()}, TypeError, "expected an array without a mask"),
    ({"data": (4097, False)}, ValueError, "expected an address that is a multiple of 4, got 0x1001"),
    ({"data": None}, TypeError, "a whole __cuda_array_interface__"),
    ({"strides": (8,)}, TypeError, "expected 2 strides in __cuda_array_interface__, got 1"),
    ({"strides": (6, 4)}, ValueError, r"multiples of the element's 4 bytes, got \(6, 4\)"),
])
def test_negative_gpu_arrays(changes, error, message):
    with pytest.raises(error, match="A: .*" + message):
        COPY.bind([OnGpu(f32(2, 2), **changes), f32(2, 2)])


def test_negative_devices_mix():
    on_gpu = OnGpu(f32(2, 2))
    with pytest.raises(ValueError, match="B: expected an array on the host as A is, got one on GPU 0"):
        COPY.bind([f32(2, 2), on_gpu])
    two = Binder(COPY.contract, lambda pointer: int(pointer == on_gpu.__cuda_array_interface__["data"][0]))
    with pytest.raises(ValueError, match="B: expected an array on GPU 1 as A is, got one on GPU 0"):
        two.bind([on_gpu, OnGpu(f32(2, 2))])


@pytest.mark.parametrize("shape, grid", [((0, 5), (0, 1, 1)), ((5, 0), (1, 0, 1)), ((0, 0), (0, 0, 1))])
def test_zero_extents_need_no_launch(shape, grid):
    launch = COPY.bind([f32(*shape), f32(*shape)])
    assert launch.grid == grid and launch.is_empty


def test_promises():
    binder = Binder(contract(tensor("A", "f32", ["M", "N"]), promises=[("M", 64)]))
    for m in (0, 64, 128):
        assert binder.bind([f32(m, 37)]).arguments[1:] == (m, 37)
    for m in (63, 100):
        with pytest.raises(ValueError, match=f"M: expected a multiple of 64, as the kernel promises, got {m} .dim 0 of A."):
            binder.bind([f32(m, 37)])


def test_promises_of_blocks():
    params = [tensor("A", "f32", ["M", "N"]), scalar("n", "i32")]
    binder = Binder(contract(*params, grid=("1", "n + 1", "1"), promises=[("M", 8, "n + 1")]))
    for m, n in ((8, 0), (24, 2), (30, 2), (0, -1)):
        assert binder.bind([f32(m, 3), n]).grid == (1, n + 1, 1)
    for m, n in ((0, 0), (16, 2), (23, 2)):
        message = rf"M: expected room for n \+ 1 = {n + 1} blocks of 8, as the kernel promises, got {m} .dim 0 of A."
        with pytest.raises(ValueError, match=message):
            binder.bind([f32(m, 3), n])


def test_a_number_of_blocks_that_is_none():
    promise = ("M", 8, "floordiv(M, n)")
    binder = Binder(contract(tensor("A", "f32", ["M"]), scalar("n", "i32"), grid=(promise[2], "1", "1"), promises=[promise]))
    with pytest.raises(ValueError, match=r"grid x: floordiv\(M, n\): "):
        binder.bind([f32(8), 0])


def test_noalias():
    params = [tensor("A", "f32", ["M", "N"], strides=["LDA", 1]), tensor("B", "f32", ["M", "N"], strides=["LDB", 1])]
    binder = Binder(contract(*params, noalias=True))
    x = f32(4, 8)
    # Columns of one array lie among one another, and share nothing.
    binder.bind([x[:, :4], x[:, 4:]])
    binder.bind([x[:2], x[2:]])
    binder.bind([x[:0], x[:0]])
    for a, b in ((x, x), (x[:2], x[1:3]), (x[:, :5], x[:, 3:])):
        with pytest.raises(ValueError, match="B: expected memory apart from that of A, as the kernel's @noalias promises"):
            binder.bind([a, b])
        Binder(contract(*params)).bind([a, b])


def test_grid_limits_of_a_gpu():
    params = [tensor("A", "i8", ["M"])]
    rows = OnGpu(np.zeros(70000, np.int8))
    with pytest.raises(ValueError, match="grid y: expected at most 65535 blocks, got M = 70000"):
        Binder(contract(*params, grid=("1", "M", "1"))).bind([rows])
    with pytest.raises(ValueError, match="grid z: expected at most 65535 blocks, got M = 70000"):
        Binder(contract(*params, grid=("1", "1", "M"))).bind([rows])
    with pytest.raises(ValueError, match=r"grid x: expected at most 2147483647 blocks, got M \* 100000 = 7000000000"):
        Binder(contract(*params, grid=("M * 100000", "1", "1"))).bind([rows])
    assert Binder(contract(*params, grid=("M", "1", "1"))).bind([rows]).grid == (70000, 1, 1)
    assert Binder(contract(*params, grid=("1", "M", "1"))).bind([np.zeros(70000, np.int8)]).grid == (1, 70000, 1)


@pytest.mark.parametrize("factor", [2**63 // 4, 2**64 // 4])
def test_grid_limit_of_the_host(factor):
    kernel = Binder(contract(tensor("A", "i8", ["M"]), grid=(f"M * {factor}", "1", "1")))
    with pytest.raises(ValueError, match=rf"grid x: expected at most {2**63 - 1} blocks, got M \* {factor} = {4 * factor}"):
        kernel.bind([np.zeros(4, np.int8)])
    assert kernel.bind([np.zeros(1, np.int8)]).grid == (factor, 1, 1)


def test_negative_grid():
    binder = Binder(contract(scalar("n", "i32"), scalar("b", "i32"), grid=("1", "ceildiv(n, b)", "1")))
    assert binder.bind([10, 4]).grid == (1, 3, 1)
    with pytest.raises(ValueError, match=r"grid y: ceildiv\(n, b\): expected a divisor of 1 or more, got 0"):
        binder.bind([10, 0])
    with pytest.raises(ValueError, match=r"grid y: expected 0 or more blocks, got ceildiv\(n, b\) = -2"):
        binder.bind([-10, 4])


def test_threads_share_a_binder():
    arrays = [f32(1 + i, 3) for i in range(8)]
    wrong = []

    def work(array):
        for _ in range(200):
            if COPY.bind([array, array]).arguments != (array.ctypes.data, array.ctypes.data, array.shape[0], 3):
                wrong.append(array.shape)

    threads = [threading.Thread(target=work, args=[array]) for array in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
