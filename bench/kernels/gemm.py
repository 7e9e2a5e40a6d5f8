# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices on tensor cores, beside torch (cuBLAS) and Triton: aligned and ragged, both orders of B."""

import dataclasses
from collections.abc import Callable, Iterator

import torch
import triton
import triton.language as tl
from harness import Case, Peer, largest_error
from inputs import EXAMPLES, Inputs, poison

# Tiles of 128 x 256 for a GPU full of them; smaller ones where those would leave multiprocessors idle.
LARGE, SMALL = {"TILE_M": 128, "TILE_N": 256, "TILE_K": 64}, {"TILE_M": 64, "TILE_N": 128, "TILE_K": 64}
MEDIUM = {"TILE_M": 128, "TILE_N": 128, "TILE_K": 64}
# Rows of 2000 bytes lie across lines of the L2 cache, which clusters relieve.
SHARED = {"CLUSTER": 2}
SIZES = (((4096, 4096, 4096), LARGE), ((8192, 8192, 8192), LARGE), ((2048, 2048, 2048), MEDIUM), ((1024, 1024, 1024), SMALL),
         ((1000, 1000, 1000), SMALL | SHARED), ((8192, 8192, 1000), LARGE | SHARED), ((4092, 4092, 4092), LARGE), ((4097, 4097, 4097), LARGE))
#: Where another tiling is better for one order of B (whether it is transposed), or for both in ways of their own: where
#: there are few steps along K, for A @ B smaller ones and eight stages of them.
OF_ORDER = {
    ((1000, 1000, 1000), True): ("", {"TILE_M": 64, "TILE_N": 160, "TILE_K": 64, "CLUSTER": 4}),
    ((8192, 8192, 1000), False): ("@pipeline(8)\n", {"TILE_M": 128, "TILE_N": 256, "TILE_K": 32} | SHARED),
    ((8192, 8192, 1000), True): ("", {"TILE_M": 128, "TILE_N": 192, "TILE_K": 64} | SHARED),
}
#: Of f8, as many bytes along K as 64 elements of 16 bits have, and 128 columns: sums are also made of 64 rows of each tile
#: alone. Large products would wait for the L2 cache with fewer rows, or without clusters.
F8_SMALL, F8_LARGE = {"TILE_N": 128, "TILE_K": 128}, {"TILE_M": 256, "TILE_N": 128, "TILE_K": 128} | SHARED
F8_SIZES = tuple((extents, F8_LARGE if extents in ((4096, 4096, 4096), (8192, 8192, 8192)) else tiles | F8_SMALL)
                 for extents, tiles in SIZES)
#: mma.sync: the accumulators of a warp take half as many registers as those of Hopper's.
SM80_TILES = {"TILE_M": 128, "TILE_N": 128, "TILE_K": 32}
SM80_SIZES = tuple((extents, SM80_TILES) for extents in ((4096, 4096, 4096), (4092, 4092, 4092), (4097, 4097, 4097)))

#: Triton's tiles (along K in bytes), stages and warps.
TRITON_TILES = ((128, 256, 128, 3, 8), (128, 256, 128, 4, 8), (128, 128, 128, 3, 8), (128, 128, 128, 4, 4),
                (64, 256, 128, 4, 4), (64, 128, 128, 4, 4), (64, 64, 128, 5, 4), (128, 128, 64, 4, 4))


@triton.jit
def tile_of(m, n, BM: tl.constexpr, BN: tl.constexpr):
    """The row and the column of the program's tile: programs that run together share rows of A and columns of B."""
    width = 8 * tl.cdiv(n, BN)
    first = tl.program_id(0) // width * 8
    group = min(tl.cdiv(m, BM) - first, 8)
    return first + tl.program_id(0) % width % group, tl.program_id(0) % width // group


@triton.jit
def triton_product(scale, a, b, c, m, n, k, b_inner, b_outer, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    row, column = tile_of(m, n, BM, BN)
    rows, columns, inner = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN), tl.arange(0, BK)
    # Lines past the end read others, whose results are not stored.
    left = a + (rows % m)[:, None] * k + inner[None, :]
    right = b + inner[:, None] * b_inner + (columns % n)[None, :] * b_outer
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, k, BK):
        inside = inner < k - start
        total = tl.dot(tl.load(left, mask=inside[None, :], other=0.0), tl.load(right, mask=inside[:, None], other=0.0), total)
        left += BK
        right += BK * b_inner
    inside = (rows < m)[:, None] & (columns < n)[None, :]
    tl.store(c + rows[:, None] * n + columns[None, :], (scale * total).to(c.dtype.element_ty), mask=inside)


@triton.jit
def triton_by_tma(scale, a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, TRANSPOSED: tl.constexpr):
    """`a`, `b` and `c` are descriptors of tensors."""
    row, column = tile_of(m, n, BM, BN)
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, k, BK):
        left = a.load([row * BM, start])
        if TRANSPOSED:
            total = tl.dot(left, b.load([column * BN, start]).T, total)
        else:
            total = tl.dot(left, b.load([start, column * BN]), total)
    c.store([row * BM, column * BN], (scale * total).to(c.dtype))


@dataclasses.dataclass
class Product:
    """C = scale * A @ B, or, where `transposed`, A @ B.T."""

    a: torch.Tensor
    b: torch.Tensor
    c: torch.Tensor
    transposed: bool
    scale: float = 1.0

    def __post_init__(self):
        # Of their own, since cuBLAS refuses a scale that is not at a multiple of 16 bytes.
        self.scales = tuple(torch.tensor(scale, device=self.a.device) for scale in (1.0, self.scale))

    @property
    def right(self) -> torch.Tensor:
        return self.b.T if self.transposed else self.b

    @property
    def extents(self) -> tuple[int, int, int]:
        return *self.c.shape, self.a.shape[1]

    def by_torch(self) -> torch.Tensor:
        return torch.matmul(self.a, self.right)

    def by_torch_scaled(self) -> torch.Tensor:
        """cuBLAS's product of f8, with sums that are not cut off to Hopper's 14 bits for the whole of K."""
        return torch._scaled_mm(self.a, self.right, *self.scales, out_dtype=self.c.dtype, use_fast_accum=False)

    def by_triton(self, bm: int, bn: int, bk: int, stages: int, warps: int) -> torch.Tensor:
        m, n, k = self.extents
        triton_product[(triton.cdiv(m, bm) * triton.cdiv(n, bn), )](
            self.scale, self.a, self.b, self.c, m, n, k, self.right.stride(0), self.right.stride(1), BM=bm, BN=bn, BK=bk,
            num_stages=stages, num_warps=warps)
        return self.c

    def by_triton_tma(self, bm: int, bn: int, bk: int, stages: int, warps: int) -> torch.Tensor:
        from triton.tools.tensor_descriptor import TensorDescriptor
        m, n, k = self.extents
        a, c = TensorDescriptor.from_tensor(self.a, [bm, bk]), TensorDescriptor.from_tensor(self.c, [bm, bn])
        b = TensorDescriptor.from_tensor(self.b, [bn, bk] if self.transposed else [bk, bn])
        triton_by_tma[(triton.cdiv(m, bm) * triton.cdiv(n, bn), )](
            self.scale, a, b, c, m, n, k, BM=bm, BN=bn, BK=bk, TRANSPOSED=self.transposed, num_stages=stages,
            num_warps=warps)
        return self.c

    def peers(self) -> list[Peer]:
        torchs = {"": self.by_torch_scaled if self.a.element_size() == 1 else self.by_torch}
        tritons = {}
        for bm, bn, inner_bytes, stages, warps in TRITON_TILES:
            bk = inner_bytes // self.a.element_size()
            tile = (bm, bn, bk, stages, warps)
            label = f"{bm} x {bn} x {bk}, {stages} stages, {warps} warps"
            tritons[label] = lambda tile=tile: self.by_triton(*tile)
            # A descriptor, as TMA, needs rows that begin at 16 bytes.
            if all(tensor.stride(0) * tensor.element_size() % 16 == 0 for tensor in (self.a, self.b, self.c)):
                tritons[f"TMA, {label}"] = lambda tile=tile: self.by_triton_tma(*tile)
        return [Peer("torch", torchs), Peer("Triton", tritons)]


def product_case(inputs: Inputs, run_kernel: Callable[[Product], None], name: str, extents: tuple[int, int, int],
                 dtype: torch.dtype, transposed: bool) -> Case:
    m, n, k = (200, 200, 200) if inputs.small else extents
    product = Product(inputs.normal(m, k, dtype=dtype), inputs.normal(*((n, k) if transposed else (k, n)), dtype=dtype),
                      inputs.unset(m, n, dtype=torch.bfloat16 if dtype.itemsize == 1 else dtype), transposed)

    def run():
        run_kernel(product)
        return product.c

    def check(answer):
        # bf16 has 8 bits, the sum of K products an error far below; near 0 that of a sum of about sqrt(K).
        return largest_error(answer, lambda part: product.a[part].double() @ product.right.double(), 2.0**-7,
                             2.0**-7 * k**0.5)

    moved = product.a.nbytes + product.b.nbytes + product.c.nbytes
    return Case(name, f"{m} x {n} x {k}", moved, run, product.peers(), check, poison(product.c),
                operations=2 * m * n * k, table="products")


def sixteen_bit_cases(inputs: Inputs, name: str, sizes, dtype: torch.dtype = torch.bfloat16,
                      target: str | None = None) -> Iterator[Case]:
    """gemm and gemm_nt, whose text says bf16, of elements of `dtype`; `name` stands behind "A @ B"."""
    for example, transposed in (("gemm", False), ("gemm_nt", True)):
        text = (EXAMPLES / f"{example}.ph").read_text()
        if dtype == torch.float16:
            text = text.replace("bf16", "f16")
        for extents, tiles in sizes:
            attributes, tiles = OF_ORDER.get((extents, transposed), ("", tiles))
            kernel = inputs.compile(attributes + text, tiles, target)

            def run_kernel(product, kernel=kernel):
                kernel(product.a, product.b, product.c)

            yield product_case(inputs, run_kernel, f"A @ B{'.T' if transposed else ''} {name}", extents, dtype, transposed)


def f8_cases(inputs: Inputs) -> Iterator[Case]:
    for extents, tiles in F8_SIZES:
        kernel = inputs.compile("f8_gemm", tiles)

        def run_kernel(product, kernel=kernel):
            kernel(product.scale, product.a, product.b, product.c)

        yield product_case(inputs, run_kernel, "A @ B.T f8", extents, torch.float8_e4m3fn, True)


def cases(inputs: Inputs) -> Iterator[Case]:
    yield from sixteen_bit_cases(inputs, "bf16", SIZES)
    yield from sixteen_bit_cases(inputs, "f16", SIZES, torch.float16)
    yield from f8_cases(inputs)
    if inputs.device != "cpu":
        yield from sixteen_bit_cases(inputs, "bf16, code for sm_80", SM80_SIZES, target="sm_80")
