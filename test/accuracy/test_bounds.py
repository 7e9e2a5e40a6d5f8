# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every function keeps its documented bound, at a sample that takes seconds; scripts/accuracy takes larger ones."""

import pytest

from accuracy import HOST, bound
from exact import FUNCTIONS
from floats import FLOATS
from measure import measure
from samples import arguments


def test_every_function_has_a_bound():
    assert set(HOST) == set(FUNCTIONS)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("name", FLOATS)
def test_bound(function, name):
    measured = measure(function, name, arguments(function, name, 14), "host")
    assert measured.error <= bound(function, name), str(measured)
