# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every kernel of examples/ from text to result, on the host and on a GPU, against NumPy."""

import numpy as np
import pytest

import phobos
from example_runs import EXAMPLES, FOLDER, Case, extents_of, has_gpu, run


def test_every_example_has_a_reference():
    assert {path.stem for path in FOLDER.glob("*.ph")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("place, passes", [("host", ""), ("host", "phobos-tile-pipeline"), ("gpu", "")])
def test_example(name, place, passes):
    if place == "gpu" and not has_gpu():
        pytest.skip("no GPU")
    kernel = phobos.compile(FOLDER / f"{name}.ph", passes=passes)
    rng, problems = np.random.default_rng(0), []
    for count, extents in enumerate(extents_of(EXAMPLES[name])):
        # Arrays begin on a multiple of 16 bytes in one run and off one in the next.
        found = run(kernel, EXAMPLES[name].make(rng, *extents), place, guard=64 + count % 2)
        problems += [f"extents {extents}: {problem}" for problem in found]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("array, at", [("x", -1), ("x", 12), ("y", -1), ("y", 12)])
def test_a_write_outside_is_seen(array, at):
    """Of a stand-in for a kernel, in NumPy, that writes one element too low or too high."""
    def kernel(x, y):
        y[...] = x
        memory = {"x": x, "y": y}[array].base
        memory[8 + at] = 0

    assert run(kernel, copy_case(), "host", guard=8) == [f"{array}: an element outside the array changed"]


def test_wrong_results_and_changed_inputs_are_seen():
    assert run(lambda x, y: None, copy_case(), "host", guard=0) == [
        "y: 12 of 12 elements are wrong, first [0]: expected 0.0, got nan"
    ]

    def kernel(x, y):
        y[...] = x
        x[3] = 0

    assert run(kernel, copy_case(), "host", guard=0) == ["x: an input changed"]


def copy_case():
    x = np.arange(12, dtype=np.float32)
    return Case({"x": x, "y": np.full(12, np.nan, np.float32)}, {"y": x})
