# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every function keeps its documented bound, at a sample that takes seconds; scripts/accuracy takes larger ones."""

import pathlib

import numpy as np
import pytest

import phobos
from accuracy import GPU, HOST, bound, is_within, markdown
from exact import FUNCTIONS, exact
from floats import FLOATS, NATIVE, exact_dtype, to_bits, values
from measure import evaluate_constants, measure
from samples import arguments

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_every_function_has_a_bound():
    assert set(HOST) == set(GPU) == set(FUNCTIONS)


def test_the_documentation_shows_the_bounds():
    """docs/Accuracy.md holds what `scripts/accuracy --bounds` prints."""
    assert markdown() in (ROOT / "docs/Accuracy.md").read_text()


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("name", FLOATS)
def test_bound(function, name):
    measured = measure(function, name, arguments(function, name, 14), "host")
    assert measured.error <= bound(function, name), str(measured)


@pytest.mark.parametrize("name", FLOATS)
def test_bound_of_constants(name):
    """What the compiler computes itself keeps the bounds too."""
    cases, expected = [], []
    for function in FUNCTIONS:
        numbers = [values(bits, name) for bits in arguments(function, name, 14)]
        results = exact(function, name, numbers)
        usable = np.flatnonzero(np.isfinite([*numbers, results]).all(axis=0))
        chosen = usable[np.linspace(0, len(usable) - 1, 40).astype(int)]
        cases += [(function, np.array([array[i] for array in numbers])) for i in chosen]
        expected += list(results[chosen])
    got = evaluate_constants(name, cases, typed=True)
    wrong = [f"{function} of {operands}: exactly {exactly}, got {value}"
             for (function, operands), exactly, value in zip(cases, expected, got)
             if not is_within(function, name, np.array([value]), np.array([exactly])).all()]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["f16", "f32", "f64"])
@pytest.mark.parametrize("constant", [0.5, -0.5, 2.0, -1.0, 3.0, 4.0, 10.0, 0.25])
def test_pow_of_a_constant(name, constant):
    """Compilers know other functions for some of these; bounds and special values stay."""
    bits = arguments("log", name, 14)[0]
    fixed = to_bits(np.full(len(bits), constant, exact_dtype(name)), name)
    for operands, text in (([bits, fixed], f"pow(A[i :+ 1024], {constant})"), ([fixed, bits], f"pow({constant}, A[i :+ 1024])")):
        kernel = phobos.compile(f"""kernel k(A: tensor<{name}>[N], Result: tensor<{name}>[N]) {{
  let i = ctx.block.x * 1024
  Result[i :+ 1024] = {text}
}}
""")
        a, result = (array.view(NATIVE[name]) for array in (bits, np.zeros_like(bits)))
        kernel(a, result)
        got, expected = result.astype(exact_dtype(name)), exact("pow", name, [values(each, name) for each in operands])
        wrong = np.flatnonzero(~is_within("pow", name, got, expected))
        assert not wrong.size, (text, values(bits, name)[wrong[:5]], got[wrong[:5]], expected[wrong[:5]])
