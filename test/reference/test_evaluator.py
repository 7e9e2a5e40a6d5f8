# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The evaluator against answers worked out by hand, and the host against both."""

import sys

import numpy as np
import pytest
from compare import ROOT, compare, differences, parse, run_evaluator
from constructs import CONSTRUCTS

from evaluator import EvaluationError, evaluate

sys.path.append(str(ROOT / "examples"))
from reference import EXAMPLES, largest_error  # noqa: E402

ids = [construct.name for construct in CONSTRUCTS]


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=ids)
def test_construct(construct):
    after = run_evaluator(parse(construct.source), construct.arguments, construct.settings)
    for name, expected in construct.expected.items():
        assert differences(name, after[name], expected, construct.types.get(name)) == []


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=ids)
def test_host_agrees(construct):
    assert compare(construct.source, construct.arguments, construct.settings, construct.types) == []


def test_examples():
    """Each example at extents around its tile. The evaluator has no threads; what they do is in test/language/test_threads.py."""
    for name, example in EXAMPLES.items():
        text = (ROOT / "examples" / f"{name}.ph").read_text()
        if "ctx.thread" in text or "ctx.lane" in text:
            continue
        tree = parse(text)
        for extents in example.extents(lambda tile: (0, 1, tile - 1, tile, tile + 1)):
            case = example.make(np.random.default_rng(0), *extents)
            after = run_evaluator(tree, case.arguments, example.settings_at(extents))
            for output, expected in case.expected.items():
                assert largest_error(after[output], expected) <= case.tolerance, (name, extents)


@pytest.mark.parametrize("source, text", [
    ("kernel k(O: tensor<i32>[4]) { O[0 :+ 4] = u8(1) + i8(1) }", "1:49: u8 and i8 do not meet"),
    ("kernel k(O: tensor<i32>[4]) { O[4] = 1 }", "1:36: [4 :+ 1] is not inside 0 : 4, and not masked"),
    ("kernel k(O: tensor<i32>[N]) { O[ctx.block.x * 2 + 1 :+ 2] = 1 }", "the grid cannot be derived from this start"),
    ("kernel k(O: tensor<i32>[N]) { O[ctx.block.x * 2 :+ 2] = 1; O[ctx.block.x :+ 2] = 1 }", "two stores disagree"),
    ("@require(N < 3) kernel k(O: tensor<i32>[N]) { }", "the @require does not hold"),
    ("@aligned(N = 3) kernel k(O: tensor<i32>[N]) { }", "expected a multiple of 3, got 4"),
    ("kernel k(O: tensor<i32>[N]) { O[0 :+ 4] = full([4], 1.5) }", "f32 does not become i32 without a cast"),
    ("kernel k(O: tensor<i32>[N]) { let x = sum(iota(0), axis = 0) }", "iota met no tile"),
])
def test_negative(source, text):
    with pytest.raises(EvaluationError) as error:
        evaluate(parse(source), None, {"O": np.zeros(4, np.int32)})
    assert text in str(error.value)
