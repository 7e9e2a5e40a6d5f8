# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Access plans and layouts: the JSON's form, and what it says of places."""

import phobos
import pytest

COPY = """kernel copy(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let r = ctx.block.x * 32
  let c = ctx.block.y * 16
  B[r :+ 32, c :+ 16] = A[r :+ 32, c :+ 16]
}
"""
GATHER = """kernel gather(p: ptr<i32>, q: ptr<i32>) {
  store(q + arange(64), load(p + (63 - arange(64))))
}
"""


def accesses(source: str, **options) -> list[dict]:
    explanation = phobos.explain_accesses(source, file_name="k.ph", **options)
    assert explanation["version"] == 1 and explanation["file"] == "k.ph"
    (kernel, ) = explanation["kernels"]
    return kernel["accesses"]


@pytest.mark.parametrize("source", [COPY, GATHER], ids=["copy", "gather"])
def test_form(source):
    for access in accesses(source):
        assert set(access) == {"line", "column", "kind", "tensor", "text", "tile", "parts"}
        assert access["kind"] in ("load", "store", "atomic")
        assert access["parts"]
        for part in access["parts"]:
            assert set(part) == {
                "part", "moves", "elements", "element_bytes", "vectors_per_thread", "elements_per_thread",
                "run_elements", "where", "needs", "not"
            }
            assert part["moves"] in ("vectors", "elements", "either")
            assert part["run_elements"] == 0
            assert (part["elements"] > 1) == (part["moves"] != "elements") == bool(part["needs"])
            assert (part["vectors_per_thread"] > 0) == (part["moves"] != "elements")
            assert (part["elements_per_thread"] > 0) == (part["moves"] != "vectors")
            assert all(set(need) == {"fact", "by"} for need in part["needs"])
            assert all(set(other) == {"plan", "why"} for other in part["not"])


def test_order_and_places():
    found = [(access["line"], access["column"], access["kind"], access["tensor"], access["text"], access["tile"])
             for access in accesses(COPY)]
    assert found == [
        (4, 5, "store", "B", "r :+ 32, c :+ 16", "32x16xf32"),
        (4, 27, "load", "A", "r :+ 32, c :+ 16", "32x16xf32"),
    ]


def test_a_promise_makes_a_check_needless():
    """With pitches that are known to be multiples, what is left to the version of a kernel is the address."""
    source = "@aligned(M = 32, N = 16)\n" + COPY
    for access in accesses(source):
        aligned = access["parts"][0]
        assert aligned["moves"] == "vectors" and aligned["where"] == []
        by_version = [need["fact"] for need in aligned["needs"] if "version" in need["by"]]
        assert by_version == [f"address of {access['tensor']} % 16 == 0"]


def test_layouts():
    explanation = phobos.explain_layouts(COPY, file_name="k.ph")
    assert explanation["version"] == 1 and explanation["file"] == "k.ph"
    (kernel, ) = explanation["kernels"]
    assert kernel["threads"] == 128 and kernel["conversions"] == []
    aligned, unaligned = kernel["layouts"]
    assert (aligned["elements_per_thread"], aligned["neighbours"], aligned["replicas"]) == (4, 4, 1)
    assert (unaligned["elements_per_thread"], unaligned["neighbours"], unaligned["replicas"]) == (4, 1, 1)
    assert {tile["op"] for tile in aligned["tiles"]} == {"load"}


def test_of_a_kernel():
    kernel = phobos.compile(COPY, "sm_80")
    assert kernel.explain_accesses() == phobos.explain_accesses(COPY, target="sm_80")
    assert kernel.explain_layouts() == phobos.explain_layouts(COPY, target="sm_80")
    assert str(kernel.explain_accesses()).startswith("kernel copy, sm_80, 128 threads\n")
    assert str(kernel.explain_layouts()).startswith("kernel copy, sm_80, 128 threads\n")


LARGE_TRANSPOSE = """kernel turn(X: tensor<f32>[512, 1024], Y: tensor<f32>[1024, 512]) {
  Y[0 :+ 1024, 0 :+ 512] = transpose(X[0 :+ 512, 0 :+ 1024])
}
"""


def test_errors():
    for explain in (phobos.explain_accesses, phobos.explain_layouts):
        with pytest.raises(phobos.CompileError, match="k.ph:2:1: error: "):
            explain("kernel\n", file_name="k.ph")
        with pytest.raises(phobos.CompileError, match="at most 256 elements a thread, got 512"):
            explain(LARGE_TRANSPOSE)
