# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""On a GPU: a persistent product through tensor maps of arrays, and of their copies where they are not aligned, is exact
with NumPy's and torch's arrays, on any stream, and in CUDA graphs."""

import numpy as np
import pytest

import hopper_launch
import phobos
from example_runs import has_gpu
from hopper_launch import EMPTY, from_bf16, round_up, to_bf16
from hopper_matmul import Config
from phobos.gpu import GpuArray
from phobos.library import library

M, N = 1024, 768
ROWS = [(192, 192, 0), (200, 208, 0), (199, 199, 0), (199, 208, 1), (1, 1, 1)]


@pytest.fixture(scope="module", params=[1, 2])
def matmul(request):
    if not has_gpu() or library().gpu_info(0)[1] != 90:
        pytest.skip("no GPU of compute capability 9.0")
    return hopper_launch.compile(Config(cluster=request.param))


class Rows:
    """An array on a GPU in rows of `pitch` elements that begin `offset` elements behind an aligned address."""

    def __init__(self, values, pitch, offset):
        rows, self.columns = values.shape
        memory = np.full(offset + rows * pitch, EMPTY, np.uint16)
        memory[offset:].reshape(rows, pitch)[:, :self.columns] = to_bf16(values)
        self.memory = GpuArray(memory)
        start = self.memory.__cuda_array_interface__["data"][0]
        self.__cuda_array_interface__ = {
            "shape": values.shape, "strides": (pitch * 2, 2), "typestr": "<u2", "data": (start + offset * 2, False), "version": 3
        }


def operands(k):
    rng = np.random.default_rng(k)
    return rng.integers(-1, 2, (M, k)), rng.integers(-1, 2, (N, k))


@pytest.mark.parametrize("k, pitch, offset", ROWS)
def test_arrays_without_torch(matmul, k, pitch, offset):
    a, b = operands(k)
    arrays = [Rows(a, pitch, offset), Rows(b, pitch, offset), GpuArray(np.full((M, N), EMPTY, np.uint16))]
    for _ in range(3):  # the memory of copies is used again
        matmul(*(phobos.typed(array, "bf16") for array in arrays), M, N, round_up(k, 64))
    assert (from_bf16(arrays[2].numpy()) == a @ b.T).all()


def torch_operands(torch, k, pitch, offset):
    """A, B and C, and the product; the allocator's free memory holds NaNs."""
    values = [torch.tensor(side, device="cuda").to(torch.bfloat16) for side in operands(k)]
    rows = []
    for side in values:
        memory = torch.full((offset + side.shape[0] * pitch,), torch.nan, dtype=torch.bfloat16, device="cuda")
        rows.append(memory[offset:].view(-1, pitch)[:, :k])
        rows[-1].copy_(side)
    torch.full((1 << 22,), torch.nan, device="cuda")
    c = torch.full((M, N), torch.nan, dtype=torch.bfloat16, device="cuda")
    return *rows, c, (values[0].double() @ values[1].double().t()).to(torch.bfloat16)


@pytest.mark.parametrize("k, pitch, offset", ROWS)
def test_torch(matmul, k, pitch, offset):
    torch = pytest.importorskip("torch")
    a, b, c, product = torch_operands(torch, k, pitch, offset)
    before = torch.cuda.memory_allocated()
    for stream in (torch.cuda.current_stream(), torch.cuda.Stream()):
        c.fill_(torch.nan)
        torch.cuda.synchronize()
        matmul.on(stream)(a, b, c, M, N, round_up(k, 64))
        torch.cuda.synchronize()
        assert torch.equal(c, product)
    assert torch.cuda.memory_allocated() == before


def test_a_cuda_graph_takes_the_arrays_as_they_are_when_it_runs(matmul):
    torch = pytest.importorskip("torch")
    a, b, c, product = torch_operands(torch, 199, 199, 0)
    matmul(a, b, c, M, N, 256)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        matmul(a, b, c, M, N, 256)
    a.neg_()
    for _ in range(2):
        c.fill_(torch.nan)
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(c, -product)
