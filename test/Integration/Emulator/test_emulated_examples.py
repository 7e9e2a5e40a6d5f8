# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every example's code for GPUs, in the emulator: right results, no faults, in any order of threads."""

import pathlib
import random
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import phobos  # noqa: E402
from example_runs import EXAMPLES, FOLDER, extents_of, run  # noqa: E402

# Extents of an example that are tried; all of them on the host are: test/python/test_examples.py.
SAMPLE = 12


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("target", ["sm_80", "sm_90a"])
def test_example(name, target):
    kernel = phobos.compile(FOLDER / f"{name}.ph", target=target)
    extents = list(extents_of(EXAMPLES[name]))
    chosen = random.Random(name + target).sample(extents, min(SAMPLE, len(extents)))
    rng, problems = np.random.default_rng(0), []
    for count, sizes in enumerate(chosen):
        for seed in (None, 1, 2, 3):
            case = EXAMPLES[name].make(rng, *sizes)
            found = run(lambda **arguments: kernel.emulate(**arguments, seed=seed), case, "host", guard=64 + count % 2)
            problems += [f"extents {sizes}, seed {seed}: {problem}" for problem in found]
    assert not problems, "\n".join(problems)
