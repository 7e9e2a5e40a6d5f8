# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that may begin before the last one has ended see all that it wrote, and write nothing that it still reads."""

import pytest

import phobos
from example_runs import has_gpu

pytestmark = pytest.mark.skipif(not has_gpu(), reason="no GPU")

STEP = """
kernel step(X: tensor<f32>[N], Y: tensor<f32>[N], a: f32) {
  let i = ctx.block.x * 512
  Y[i :+ 512] = a - X[i :+ 512]
}
"""
GEMM = """
@autotune(CLUSTER in [1, 2, 4])
@cluster(CLUSTER)
kernel gemm(A: tensor<f16>[M, K], B: tensor<f16>[K, N], C: tensor<f16>[M, N]) {
  let m = ctx.block.x * 64
  let n = ctx.block.y * 64
  var acc = zeros([64, 64])
  for k in range(0, K, 64) { acc += dot(A[m :+ 64, k :+ 64], B[k :+ 64, n :+ 64]) }
  C[m :+ 64, n :+ 64] = acc
}
"""


@pytest.fixture(name="torch")
def import_torch():
    return pytest.importorskip("torch")


def in_order(torch, calls, as_graph):
    """Runs `calls`, as they stand or by a graph of them."""
    calls()
    torch.cuda.synchronize()
    if not as_graph:
        return calls()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="relaxed"):
        calls()
    graph.replay()
    torch.cuda.synchronize()


@pytest.mark.parametrize("as_graph", [False, True], ids=["stream", "graph"])
@pytest.mark.parametrize("n", [1, 1000, 300000, 5000000])
def test_chains_of_one_kernel(torch, n, as_graph):
    """Each of 100 calls reads what the last one wrote, and writes what that one read."""
    step = phobos.compile(STEP)
    start = torch.randint(-100, 100, (n, ), device="cuda").float()
    x, y = start.clone(), torch.empty_like(start)

    def calls():
        x.copy_(start)
        for number in range(50):
            step(x, y, float(number))
            step(y, x, float(2 * number))

    in_order(torch, calls, as_graph)
    assert torch.equal(x, start + sum(range(50)))


@pytest.mark.parametrize("as_graph", [False, True], ids=["stream", "graph"])
def test_chains_with_kernels_of_others(torch, as_graph):
    """Torch's kernels wait for ours, and ours for torch's."""
    step = phobos.compile(STEP)
    x, y = (torch.zeros(1000000, device="cuda") for _ in range(2))

    def calls():
        x.zero_()
        for _ in range(50):
            x.add_(1)
            step(x, y, 0.0)
            y.mul_(2)
            step(y, x, 0.0)
            x.div_(2)

    in_order(torch, calls, as_graph)
    assert (x == 50).all()


@pytest.mark.parametrize("as_graph", [False, True], ids=["stream", "graph"])
@pytest.mark.parametrize("cluster", [1, 2, 4])
@pytest.mark.parametrize("n", [200, 456, 1000, 1001])
def test_chains_of_products(torch, n, cluster, as_graph):
    """Products by permutations, which copies of rows stand in front of where no bulk copy sees those."""
    gemm = phobos.compile(GEMM, settings={"CLUSTER": cluster})
    order = torch.randperm(n, device="cuda")
    permutation = torch.eye(n, device="cuda", dtype=torch.float16)[:, order].contiguous()
    start = torch.randint(-100, 100, (n, n), device="cuda").half()
    x, y = start.clone(), torch.empty_like(start)

    def calls():
        x.copy_(start)
        for _ in range(10):
            gemm(x, permutation, y)
            gemm(y, permutation, x)

    in_order(torch, calls, as_graph)
    exact = start
    for _ in range(20):
        exact = exact[:, order]
    assert torch.equal(x, exact)
