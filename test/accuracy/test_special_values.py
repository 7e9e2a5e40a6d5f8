# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results that are exact by definition, at run time and of constants, in every type."""

import numpy as np
import pytest

from accuracy import is_within
from exact import exact
from floats import FLOATS, exact_dtype, to_bits, values
from measure import evaluate, evaluate_constants, problems, rows_of, special_problems
from special_values import ENDS, SPECIAL_VALUES


@pytest.mark.parametrize("function", SPECIAL_VALUES)
@pytest.mark.parametrize("name", FLOATS)
def test_at_run_time(function, name):
    wrong = special_problems(function, name, "host")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("function, name", ENDS)
def test_ends_of_the_range(function, name):
    for last, first, beyond in ENDS[function, name]:
        inside, outside = (np.array([float.fromhex(text)], exact_dtype(name)) for text in (last, first))
        got = [values(evaluate(function, name, [to_bits(x, name)], "host"), name) for x in (inside, outside)]
        assert got[1] == beyond and got[0] != beyond
        assert is_within(function, name, got[0], exact(function, name, [inside]))


# A literal that the result's type does not hold is an error; f32 and f64 hold all of these.
@pytest.mark.parametrize("name, typed", [*((name, True) for name in FLOATS), ("f32", False), ("f64", False)])
def test_of_constants(name, typed):
    cases = [(function, row) for function in SPECIAL_VALUES for row in rows_of(function, name)]
    got = evaluate_constants(name, [(function, row[:-1]) for function, row in cases], typed)
    wrong = [problem for (function, row), value in zip(cases, got) for problem in problems(function, row, value, name)]
    assert not wrong, "\n".join(wrong)
