# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which combinations of @autotune's choices a GPU can run, and why not the others."""

import pytest

import phobos

COPY = """@autotune(ROWS in [1, 2], WIDTH in [64 * ROWS, 65536, 1000000])
kernel copy(X: tensor<f32>[M, N], Y: tensor<f32>[N, M]) {
  let r = ctx.block.x * ROWS
  Y[0 :+ WIDTH, r :+ ROWS] = transpose(X[r :+ ROWS, 0 :+ WIDTH])
}
"""


def configs(explanation):
    kernel, = explanation["kernels"]
    return {tuple(config["settings"].values()): config for config in kernel["configs"]}


def test_each_combination_is_tried():
    explanation = phobos.explain_configs(COPY)
    assert explanation["version"] == 1 and explanation["target"] == "sm_90a" and explanation["file"] == "<source>"
    found = configs(explanation)
    assert list(found) == [(1, 64), (1, 65536), (1, 1000000), (2, 128), (2, 65536), (2, 1000000)]
    assert explanation.legal == [config["settings"] for config in found.values() if config["legal"]]
    assert {"ROWS": 1, "WIDTH": 64} in explanation.legal and {"ROWS": 2, "WIDTH": 128} in explanation.legal


def test_legal_is_what_compiles():
    for values, config in configs(phobos.explain_configs(COPY, target="sm_80")).items():
        settings = dict(zip(("ROWS", "WIDTH"), values))
        if config["legal"]:
            contract = phobos.compile(COPY, "sm_80", settings=settings).contract
            assert (config["threads"], config["shared_bytes"]) == (contract["threads"][0], contract["shared_bytes"])
        else:
            with pytest.raises(phobos.CompileError) as caught:
                phobos.compile(COPY, "sm_80", settings=settings)
            assert f"<source>:{config['line']}:{config['column']}: error: {config['error']}" in str(caught.value)


def test_what_is_set_is_not_tried():
    kernel = phobos.compile(COPY, "sm_80", settings={"ROWS": 3})
    assert list(configs(kernel.explain_configs()))[0] == (3, 192)
    assert kernel.explain_configs() == phobos.explain_configs(COPY, "sm_80", settings={"ROWS": 3})
    assert str(kernel.explain_configs()).startswith("kernel copy, sm_80: ")


def test_an_open_extent_has_no_configs_yet():
    source = "@specialize(N) " + COPY
    with pytest.raises(phobos.Error, match="expected one of its variants"):
        phobos.compile(source).explain_configs()
    assert phobos.compile(source).variant(N=64).explain_configs().legal


def test_bad_input():
    with pytest.raises(phobos.CompileError, match="k.ph:1:8: error: "):
        phobos.explain_configs("kernel {", file_name="k.ph")
    with pytest.raises(phobos.CompileError, match="unknown target 'sm_1'"):
        phobos.explain_configs(COPY, target="sm_1")
    with pytest.raises(phobos.CompileError, match="no @autotune or @specialize has the name 'COLUMNS'"):
        phobos.explain_configs(COPY, settings={"COLUMNS": 3})
