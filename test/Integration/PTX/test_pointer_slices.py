# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on masked pointers get the code of the same kernels on tensors."""

import re

import phobos
import pytest

ADD = """
kernel add(x: tensor<f32>[n], y: tensor<f32>[n], out: tensor<f32>[n]) {
  let i = ctx.block.x * 1024
  out[i :+ 1024] = x[i :+ 1024] + y[i :+ 1024]
}"""
ADD_POINTERS = """
@grid(ceildiv(n, 1024))
kernel add(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: TYPE) {
  let o = ctx.block.x * 1024 + arange(1024)
  let m = o < n
  store(out + o, load(x + o, mask = m) + load(y + o, mask = m), mask = m)
}"""
MATMUL = """
kernel matmul(a: tensor<f32>[M, K] strides [lda, 1], b: tensor<f32>[K, N] strides [ldb, 1], c: tensor<f32>[M, N] strides [ldc, 1]) {
  let pm = ctx.block.x * 64
  let pn = ctx.block.y * 64
  var acc = zeros([64, 64])
  for k in range(0, K, 16) {
    acc += dot(a[pm :+ 64, k :+ 16], b[k :+ 16, pn :+ 64])
  }
  c[pm :+ 64, pn :+ 64] = acc
}"""
#: As Triton's tutorial writes it: pointers that move, and what is left of K.
MATMUL_POINTERS = """
@grid(ceildiv(M, 64), ceildiv(N, 64))
kernel matmul(a: ptr<f32>, b: ptr<f32>, c: ptr<f32>, M: TYPE, N: TYPE, K: TYPE, lda: TYPE, ldb: TYPE, ldc: TYPE) {
  let rows = ctx.block.x * 64 + reshape(arange(64), [64, 1])
  let cols = ctx.block.y * 64 + reshape(arange(64), [1, 64])
  let ka = reshape(arange(16), [1, 16])
  let kb = reshape(arange(16), [16, 1])
  var pa = a + rows * lda + ka
  var pb = b + kb * ldb + cols
  var acc = zeros([64, 64])
  for k in range(0, K, 16) {
    acc += dot(load(pa, mask = (rows < M) & (ka < K - k)), load(pb, mask = (kb < K - k) & (cols < N)))
    pa += 16
    pb += 16 * index(ldb)
  }
  store(c + rows * ldc + cols, acc, mask = (rows < M) & (cols < N))
}"""
BOTH_TYPES = pytest.mark.parametrize("type", ["i32", "index"])


def instructions(source: str) -> list[str]:
    lines = (re.sub("//.*", "", line).strip() for line in phobos.compile(source, target="sm_90a").ptx.splitlines())
    return [line for line in lines if line and not line.startswith(".")]


def renumber(lines: list[str]) -> list[str]:
    """With registers and labels numbered as they occur."""
    names: dict[str, str] = {}

    def rename(match: re.Match) -> str:
        kind = re.match("%[a-z]+|.L", match[0])[0]
        return names.setdefault(match[0], f"{kind}{len(names)}")

    return [re.sub(r"%[a-z]+\d+|\$L\w+", rename, line) for line in lines]


def loops(lines: list[str]) -> list[list[str]]:
    """The instructions of each loop, from a label to a branch back to it."""
    labels = {line[:-1]: place for place, line in enumerate(lines) if line.endswith(":")}
    found = []
    for place, line in enumerate(lines):
        target = re.search(r"bra(?:\.uni)?\s+(\S+);", line)
        if target and labels.get(target[1], place + 1) <= place:
            found.append(renumber(lines[labels[target[1]]:place + 1]))
    return found


def accesses(lines: list[str]) -> list[str]:
    """Loads and stores with their widths, and whether each has a predicate."""
    return [re.sub(r"[%$]\w+", "", line) for line in lines if re.search(r"(ld|st)\.global", line)]


@BOTH_TYPES
def test_vector_add(type):
    slices, pointers = instructions(ADD), instructions(ADD_POINTERS.replace("TYPE", type))
    wide = [line for line in accesses(slices) if ".v4" in line]
    assert len(wide) == 6  # 1024 elements of three vectors, 4 an access, by 128 threads
    assert sorted(accesses(pointers)) == sorted(accesses(slices))


def is_steady(loop: list[str]) -> bool:
    """Whether it reads global memory without a predicate."""
    reads = [line for line in loop if "ld.global" in line]
    return bool(reads) and not any(line.startswith("@") for line in reads)


@BOTH_TYPES
def test_steady_loop_of_matmul(type):
    slices, pointers = (list(filter(is_steady, loops(instructions(source))))
                        for source in (MATMUL, MATMUL_POINTERS.replace("TYPE", type)))
    # Of rows that begin at 16 bytes, and of others.
    assert len(slices) == 2
    assert pointers == slices
