# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What may stand behind a product on wgmma, in each tiling that examples and benchmarks use: the sums stay in registers,
without spills, and ptxas keeps the instructions asynchronous."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

from ptxas import assemble, find_ptxas  # noqa: E402

TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
TILINGS = [(128, 256, 64), (128, 128, 64), (64, 128, 64), (64, 64, 64)]

KERNEL = """fn gelu(t) {{ return 0.5 * t * (1.0 + erf(t * 0.7071067811865476)) }}
fn silu(t) {{ return t / (1.0 + exp(-t)) }}
kernel k(A: tensor<bf16>[M, K], B: tensor<bf16>[N, K], {parameters}) {{
  let m = ctx.block.x * {m}
  let n = ctx.block.y * {n}
  var acc = zeros([{m}, {n}])
  for k in range(0, K, {k}) {{
    acc += dot_t(A[m :+ {m}, k :+ {k}], B[n :+ {n}, k :+ {k}])
  }}
  {body}
}}"""
#: C and D are tiles of arrays like the product, Row and Column of one row and one column.
PARAMETERS = {"C": "[M, N]", "D": "[M, N]", "Row": "[1, N]", "Column": "[M, 1]"}


def results(*types):
    return {f"sums in {type}": ({"D": type}, "D = acc") for type in types}


def scaled_sums(*pairs):
    """alpha * acc + beta * C."""
    return {f"alpha and beta, {c} to {d}": ({"C": c, "D": d}, "D = alpha * acc + beta * f32(C)") for c, d in pairs}


def functions(*types):
    found = {}
    for type in types:
        tiles = {"Row": "f32", "D": type}
        found |= {
            f"GELU in {type}": (tiles, "D = gelu(acc + Row)"), f"ReLU in {type}": (tiles, "D = max(acc + Row, 0.0)"),
            f"SiLU in {type}": (tiles, "D = silu(acc + Row)")
        }
    return found


EPILOGUES = {
    **results("bf16", "f16", "f32"),
    **scaled_sums(("bf16", "bf16"), ("f16", "f16"), ("f32", "f32"), ("bf16", "f32"), ("f32", "bf16")),
    **functions("bf16", "f32"),
    "in place": ({"D": "f32"}, "D = alpha * acc + beta * D"),
    "a row": ({"Row": "f32", "D": "bf16"}, "D = acc + Row"),
    "a row of bf16": ({"Row": "bf16", "D": "bf16"}, "D = acc + f32(Row)"),
    "a column": ({"Column": "f32", "D": "bf16"}, "D = acc + Column"),
    "a row and a column": ({"Row": "f32", "Column": "f32", "D": "f32"}, "D = acc + Row + Column"),
    "quantised": ({"Row": "f32", "Column": "f32", "D": "i8"}, "D = i8(max(min(acc * Row * Column, 127.0), -128.0))"),
    "GELU beside a residual": ({"Row": "f32", "C": "bf16", "D": "bf16"}, "D = gelu(acc + Row) + f32(C)"),
    "gated by a tile": ({"C": "bf16", "D": "bf16"}, "D = silu(acc) * f32(C)"),
    "two results": ({"C": "bf16", "D": "bf16"}, "C = acc\n  D = max(acc, 0.0)"),
}


def source_of(tiles, body, m, n, k):
    parameters = ["alpha: f32", "beta: f32", *(f"{name}: tensor<{type}>{PARAMETERS[name]}" for name, type in tiles.items())]
    places = {"C": f"C[m :+ {m}, n :+ {n}]", "D": f"D[m :+ {m}, n :+ {n}]", "Row": f"Row[0 :+ 1, n :+ {n}]",
              "Column": f"Column[m :+ {m}, 0 :+ 1]"}
    body = re.sub(r"\b(C|D|Row|Column)\b", lambda name: places[name[0]], body)
    return KERNEL.format(parameters=", ".join(parameters), body=body, m=m, n=n, k=k)


GATED = """kernel k(A: tensor<bf16>[M, K], B: tensor<bf16>[N, K], G: tensor<bf16>[N, K], D: tensor<bf16>[M, N]) {{
  let m = ctx.block.x * {m}
  let n = ctx.block.y * {n}
  var acc = zeros([{m}, {n}])
  var gate = zeros([{m}, {n}])
  for k in range(0, K, {k}) {{
    acc += dot_t(A[m :+ {m}, k :+ {k}], B[n :+ {n}, k :+ {k}])
  }}
  for k in range(0, K, {k}) {{
    gate += dot_t(A[m :+ {m}, k :+ {k}], G[n :+ {n}, k :+ {k}])
  }}
  D[m :+ {m}, n :+ {n}] = acc * (gate / (1.0 + exp(-gate)))
}}"""


def check(source, folder):
    ptxas = find_ptxas()
    if ptxas is None:
        pytest.skip("no ptxas below CUDA_HOME, in PATH or in /usr/local/cuda")
    path = folder / "k.ph"
    path.write_text(source)
    done = subprocess.run([TOOLS / "phobos-translate", "--phobos-to-ptx", "--target=sm_90a", path], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "wgmma.mma_async" in done.stdout
    assembly = assemble(ptxas, done.stdout, "sm_90a")
    assert assembly.ok, assembly.log
    assert assembly.complaints == []
    assert assembly.spill_bytes == 0


@pytest.mark.parametrize("m, n, k", TILINGS)
@pytest.mark.parametrize("name", EPILOGUES)
def test_epilogue(name, m, n, k, tmp_path):
    tiles, body = EPILOGUES[name]
    check(source_of(tiles, body, m, n, k), tmp_path)


@pytest.mark.parametrize("m, n, k", [(128, 128, 64), (64, 128, 64), (64, 64, 64)])
def test_product_of_two(m, n, k, tmp_path):
    """Both have their sums in registers: in tiles of 128 x 256 there are not enough of them."""
    check(GATED.format(m=m, n=n, k=k), tmp_path)
