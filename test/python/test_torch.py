# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls with torch tensors, on the host and, where there is a GPU, there."""

import ctypes

import pytest

import phobos
from fake_driver import DLTensor, Exchange

torch = pytest.importorskip("torch")


def test_what_torch_says_of_a_tensor_in_c():
    """The layout of DLPack's structures, as python/native/DLPack.h has it."""
    if not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
        pytest.skip("torch before 2.10")
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    exchange = Exchange.from_address(get(torch.Tensor.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))
    tensor, described = torch.ones(5, 7)[1:, 2:6], DLTensor()
    assert exchange.major == 1 and exchange.describe(tensor, ctypes.byref(described)) == 0
    assert described.data + described.byte_offset == tensor.data_ptr()
    assert (described.device_type, described.device_id, described.rank) == (1, 0, 2)
    assert (described.code, described.bits, described.lanes) == (2, 32, 1)
    assert described.shape[:2] == [4, 4] and described.strides[:2] == [7, 1]


PLACES = ["cpu", pytest.param("cuda", marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU"))]
ADD = """kernel add(x: tensor<{0}>[M, N] strides [LDX, 1], y: tensor<{0}>[M, N]) {{
  let r = ctx.block.x * 8
  let c = ctx.block.y * 16
  y[r :+ 8, c :+ 16] = x[r :+ 8, c :+ 16] + y[r :+ 8, c :+ 16]
}}
"""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("type, dtype", [("f32", torch.float32), ("bf16", torch.bfloat16), ("i32", torch.int32)])
def test_tensors(place, type, dtype):
    base = torch.arange(11 * 40, device=place).reshape(11, 40).remainder(9).to(dtype)
    x, y = base[:, 3:37], torch.ones(11, 34, dtype=dtype, device=place)
    phobos.compile(ADD.format(type))(x, y)
    assert torch.equal(y, x + 1)


@pytest.mark.parametrize("place", PLACES)
def test_negative_tensors(place):
    kernel, x = phobos.compile(ADD.format("f32")), torch.ones(4, 8, device=place)
    with pytest.raises(TypeError, match="y: expected elements of type f32, got f16"):
        kernel(x, x.half())
    with pytest.raises(ValueError, match=r"y: expected strides \(4, 1\) .row-major and dense., got \(1, 8\)"):
        kernel(torch.ones(8, 4, device=place), x.t())
    with pytest.raises(TypeError, match="y: expected a strided tensor, got torch.sparse_coo"):
        kernel(x, x.to_sparse())
    with pytest.raises(TypeError, match="y: expected a tensor on the host or a GPU, got one on meta"):
        kernel(x, x.to("meta"))
    with pytest.raises(TypeError, match="y: expected an array of a type that kernels know, got qint8"):
        kernel(x, torch.quantize_per_tensor(x.cpu(), 0.1, 0, torch.qint8))
    with pytest.raises(TypeError, match="y: expected a strided tensor, got a nested one"):
        kernel(x, torch.nested.nested_tensor([x[0], x[1, :3]]))
    with pytest.raises(TypeError, match="y: expected an array of a type that kernels know, got complex64"):
        kernel(x, torch.view_as_complex(x.reshape(4, 4, 2)).conj())
    freed = torch.ones(4, 8, device=place)
    freed.untyped_storage().resize_(0)
    for empty in (freed, torch._efficientzerotensor((4, 8), device=place)):
        with pytest.raises(ValueError, match="y: expected an array with memory, got one at address 0"):
            kernel(x, empty)


@pytest.mark.parametrize("place", PLACES)
def test_negative_tensors_whose_memory_holds_the_negatives(place):
    """Also where the same call with another tensor was made before."""
    kernel = phobos.compile(ADD.replace("strides [LDX, 1]", "strides [LDX, LDY]").format("f32"))
    complex_ones = torch.ones(4, 8, dtype=torch.complex64, device=place)
    y = torch.zeros(4, 8, device=place)
    for _ in range(3):
        kernel(complex_ones.real, y)
    assert (y == 3).all()
    for _ in range(2):
        with pytest.raises(TypeError, match=r"x: expected a tensor whose memory holds its elements, got .*; call resolve_neg\(\)"):
            kernel(complex_ones.conj().imag, y)
    kernel((-1j * complex_ones).conj().imag.resolve_neg(), y)
    assert (y == 4).all()


def test_negative_tensors_without_memory():
    fake_tensor = pytest.importorskip("torch._subclasses.fake_tensor")
    kernel, y = phobos.compile(ADD.format("f32")), torch.ones(4, 8)
    with fake_tensor.FakeTensorMode():
        fake = torch.ones(4, 8)
    with pytest.raises((TypeError, ValueError), match="x: expected an array with memory|x: expected a tensor with memory"):
        kernel(fake, y)

    def apply(x):
        kernel(x, y)
        return x

    with pytest.raises(TypeError, match="x: expected a tensor with memory of its own, got a Tensor without"):
        torch.vmap(apply)(torch.ones(3, 4, 8))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_streams():
    """A launch follows what is queued on the current stream, or on the stream that is named."""
    kernel, side = phobos.compile(ADD.format("f32")), torch.cuda.Stream()
    x = torch.ones(4096, 4096, device="cuda")
    with torch.cuda.stream(side):
        y = torch.zeros_like(x)
        for _ in range(20):
            y += 1
        kernel(x, y)
        for _ in range(20):
            y += 1
    kernel.on(side)(x, y)
    side.synchronize()
    assert (y == 42).all()


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_negative_devices_mix():
    kernel, x = phobos.compile(ADD.format("f32")), torch.ones(4, 8)
    with pytest.raises(ValueError, match="y: expected an array on the host as x is, got one on GPU 0"):
        kernel(x, x.cuda())
