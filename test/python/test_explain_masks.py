# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Why every mask is there: the JSON's form, and that fixes do what they say."""

import phobos
import pytest

COPY = """kernel copy(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let r = ctx.block.x * 32
  let c = ctx.block.y * 16
  B[r :+ 32, c :+ 16] = A[r :+ 32, c :+ 16]
}
"""
FIXED = """kernel fixed(A: tensor<f32>[M], B: tensor<f32>[M], s: i32) {
  B[0 :+ 8] = A[s :+ 8]
}
"""
LOOP = """kernel loop(A: tensor<f32>[M, K], B: tensor<f32>[M, 1]) {
  let r = ctx.block.x * 4
  var m = full([4, 1], -inf)
  for k in range(0, K, 16) {
    m = max(m, rowmax(where(iota(1) < K - k, A[r :+ 4, k :+ 16], -inf)))
  }
  B[r :+ 4, 0 :+ 1] = m
}
"""


def masks(source: str, **options) -> list[dict]:
    explanation = phobos.explain_masks(source, file_name="k.ph", **options)
    assert explanation["version"] == 1 and explanation["file"] == "k.ph"
    (kernel, ) = explanation["kernels"]
    return kernel["masks"]


def kept(source: str) -> list[dict]:
    return [part for mask in masks(source) for part in mask["parts"] if part["mask"] == "kept"]


def test_form():
    for source in (COPY, FIXED, LOOP):
        for mask in masks(source):
            assert mask["kind"] in ("load", "store", "where")
            keys = {"line", "column", "kind", "text", "parts"}
            assert set(mask) == keys | (set() if mask["kind"] == "where" else {"tensor", "dim", "extent"})
            # The text is what stands there.
            assert source.splitlines()[mask["line"] - 1][mask["column"] - 1:].startswith(mask["text"])
            assert mask["parts"]
            for part in mask["parts"]:
                state = part["mask"]
                own = {"gone": {"rule", "facts"}, "unchecked": set(), "absent": set()}
                if state == "kept":
                    own["kept"] = {"unproved"} | ({"fact", "fix"} if "fact" in part else {"obstacle"})
                assert set(part) == {"part", "mask"} | own[state]


def test_order_and_places():
    found = [(mask["line"], mask["column"], mask["kind"], mask["tensor"], mask["dim"], mask["text"], mask["extent"])
             for mask in masks(COPY)]
    assert found == [
        (4, 5, "store", "B", 0, "r :+ 32", "M"),
        (4, 14, "store", "B", 1, "c :+ 16", "N"),
        (4, 27, "load", "A", 0, "r :+ 32", "M"),
        (4, 36, "load", "A", 1, "c :+ 16", "N"),
    ]


BLOCKS = """@grid(ceildiv(n, 8))
kernel blocks(p: ptr<f32>, q: ptr<f32>, n: i32) {
  let r = ctx.block.x * 8
  store(block_ptr(q, [n], [1], [r], [8]), load(block_ptr(p, [n], [1], [r], [8]), boundary = [0]), boundary = [0])
}
"""


@pytest.mark.parametrize("source", [COPY, FIXED, LOOP, BLOCKS], ids=["copy", "fixed", "loop", "blocks"])
def test_fixes_work(source):
    """With all fixes of the explanation written before the kernel, no mask is left."""
    fixes = {part["fix"] for part in kept(source)}
    assert fixes
    assert kept("".join(f"{fix}\n" for fix in sorted(fixes)) + source) == []


def test_a_fix_is_needed():
    """Without one of the fixes, the masks that it was given for stay."""
    assert {part["fix"] for part in kept(COPY)} == {"@aligned(M = 32)", "@aligned(N = 16)"}
    assert {part["fix"] for part in kept("@aligned(M = 32)\n" + COPY)} == {"@aligned(N = 16)"}


def test_names_of_lengths():
    source = "@autotune(TM in [32])\n" + COPY.replace(":+ 32", ":+ TM").replace("* 32", "* TM")
    assert {part["fix"] for part in kept(source)} == {"@aligned(M = TM)", "@aligned(N = 16)"}


def test_table():
    table = str(phobos.explain_masks(COPY, file_name="k.ph", target="sm_80"))
    assert table.startswith("kernel copy, sm_80\n")
    assert "store B, dim 0: r :+ 32 of M\n" in table


def test_kernel():
    kernel = phobos.compile(COPY, target="sm_80", settings={})
    assert kernel.explain_masks() == phobos.explain_masks(COPY, target="sm_80")
    assert phobos.compile(COPY, "host").explain_masks()["target"] == "sm_90a"


def test_specialized_kernel():
    kernel = phobos.compile("@specialize(N)\n" + COPY)
    with pytest.raises(phobos.Error, match="variant"):
        kernel.explain_masks()
    extents = {mask["extent"] for mask in kernel.variant(N=48).explain_masks()["kernels"][0]["masks"]}
    assert extents == {"M", "48"}


def test_errors():
    with pytest.raises(phobos.CompileError, match="k.ph:2:1: error: "):
        phobos.explain_masks("kernel\n", file_name="k.ph")
    with pytest.raises(phobos.CompileError, match="sm_1"):
        phobos.explain_masks(COPY, target="sm_1")


def states(source: str, tensor: str, dim: int) -> dict[str, str]:
    """What became of the mask of one dim, in each part of a loop."""
    (mask, ) = [mask for mask in masks(source) if (mask.get("tensor"), mask.get("dim")) == (tensor, dim)]
    return {part["part"]: part["mask"] for part in mask["parts"]}


MATMUL = """kernel matmul(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var acc = zeros([32, 32])
  for kt in range(0, K, 16) {
    acc += dot(A[pm * 32 :+ 32, kt :+ 16], B[kt :+ 16, pn * 32 :+ 32])
  }
  C[pm * 32 :+ 32, pn * 32 :+ 32] = acc
}
"""


def test_matmul_of_any_extents():
    assert states(MATMUL, "A", 1) == {"steady": "gone", "epilogue": "kept", "edge": "kept"}
    assert states(MATMUL, "A", 0) == {"steady": "gone", "epilogue": "gone", "edge": "kept"}
    assert states(MATMUL, "C", 0) == {"": "kept"}


def test_matmul_under_promises():
    rows = "@aligned(M = 32, N = 32)\n" + MATMUL
    assert states(rows, "A", 0) == states(rows, "B", 1) == {"steady": "gone", "epilogue": "gone"}
    assert states(rows, "B", 0) == {"steady": "gone", "epilogue": "kept"}
    # No part is left to split off.
    assert states("@aligned(K = 16)\n" + rows, "B", 0) == {"": "gone"}


def test_points_are_unchecked():
    source = "kernel k(A: tensor<f32>[M, N]) {\n  A[ctx.block.x, 0 :+ 8] = 1.0\n}\n"
    assert states(source, "A", 0) == {"": "unchecked"} and states(source, "A", 1) == {"": "kept"}


def test_equal_accesses_are_merged():
    source = "kernel k(A: tensor<f32>[M], B: tensor<f32>[M]) {\n  B[0 :+ 8] = A[0 :+ 8] + A[0 :+ 8]\n}\n"
    found = [[part["mask"] for part in mask["parts"]] for mask in masks(source)]
    assert found == [["kept"], ["kept"], ["absent"]]
